"use strict";
// The source with its notes, and the execution in steps. All text of the run goes into the page as text, never as markup.
const at = (id) => document.getElementById(id);
const data = JSON.parse(at("data").textContent);
const make = (name, text, attributes = {}) => {
  const element = document.createElement(name);
  if (text !== undefined && text !== null) element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const CHUNK = 200; // Lines that are drawn together.
const LINE = 20; // Pixels of a line.
const KEYWORDS = new Set(("auto break case char const continue default do double else enum extern float for goto if inline int long "
  + "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Alignas "
  + "_Alignof _Atomic _Generic _Noreturn _Static_assert __attribute__ __extension__ __inline typeof __typeof__").split(" "));

// A file's lines: number and text, in order; null where lines are missing between two.
const lines = data.files.map((file) => {
  const all = [];
  for (const [first, text] of file.runs) {
    if (all.length > 0) all.push(null);
    text.split("\n").forEach((line, index) => all.push({ number: first + index, text: line }));
  }
  let inComment = false;
  for (const line of all) {
    if (line === null) { inComment = false; continue; }
    line.inComment = inComment;
    inComment = endsInComment(line.text, inComment);
  }
  return all;
});

function endsInComment(text, inComment) {
  for (let i = 0; i < text.length; i++) {
    if (inComment) {
      const end = text.indexOf("*/", i);
      if (end < 0) return true;
      inComment = false;
      i = end + 1;
    } else if (text[i] === "/" && text[i + 1] === "*") { inComment = true; i++; }
    else if (text[i] === "/" && text[i + 1] === "/") return false;
    else if (text[i] === '"' || text[i] === "'") {
      const quote = text[i];
      for (i++; i < text.length && text[i] !== quote; i++) if (text[i] === "\\") i++;
    }
  }
  return inComment;
}

// A line of C with its words, comments, texts and numbers told apart.
const TOKEN = /(\/\/.*|\/\*[^]*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(^\s*#\s*\w+)|([A-Za-z_]\w*)|(\b\d[\w.]*)/g;
function highlighted(into, line) {
  let text = line.text;
  const put = (piece, kind) => into.append(kind ? make("span", piece, { class: kind }) : piece);
  if (line.inComment) {
    const end = text.indexOf("*/");
    put(end < 0 ? text : text.slice(0, end + 2), "c");
    if (end < 0) return;
    text = text.slice(end + 2);
  }
  let done = 0;
  for (const token of text.matchAll(TOKEN)) {
    const kind = token[1] ? "c" : token[2] ? "s" : token[3] ? "p" : token[5] ? "n" : KEYWORDS.has(token[4]) ? "k" : null;
    if (!kind) continue;
    if (token.index > done) put(text.slice(done, token.index));
    put(token[0], kind);
    done = token.index + token[0].length;
  }
  if (done < text.length) put(text.slice(done));
}

// What is beside the lines of a file.
const coverage = data.files.map((_, file) => {
  const of = new Map();
  for (const kind of ["no", "yes"])
    for (const [first, count] of data.reached[file]?.[kind] ?? [])
      for (let line = first; line < first + count; line++) of.set(line, kind);
  return of;
});
const invariants = data.files.map(() => new Map());
for (const known of data.invariants) {
  if (!known.at) continue;
  const of = invariants[known.at[0]];
  of.set(known.at[1], [...(of.get(known.at[1]) ?? []), known]);
}

let shownFile = -1, chunks = [], currentRow = null, here = null;
const watcher = new IntersectionObserver((entries) => entries.forEach((entry) => entry.isIntersecting && drawChunk(entry.target)),
  { root: at("code"), rootMargin: "600px" });

function showFile(file) {
  if (file === shownFile || !data.files[file]) return;
  shownFile = file;
  at("file").value = file;
  watcher.disconnect();
  at("code").replaceChildren();
  chunks = [];
  for (let first = 0; first < lines[file].length; first += CHUNK) {
    const chunk = make("div", null, { class: "chunk" });
    chunk.first = first;
    chunk.style.minHeight = `${Math.min(CHUNK, lines[file].length - first) * LINE}px`;
    chunks.push(chunk);
    at("code").append(chunk);
    watcher.observe(chunk);
  }
  if (data.files[file].leftOut > 0) at("code").append(make("div", `… ${data.files[file].leftOut} more lines are left out`, { class: "rest" }));
}

function drawChunk(chunk) {
  if (chunk.isDrawn) return;
  chunk.isDrawn = true;
  chunk.style.minHeight = "";
  watcher.unobserve(chunk);
  for (const line of lines[shownFile].slice(chunk.first, chunk.first + CHUNK)) {
    if (line === null) { chunk.append(make("div", "⋯", { class: "gap" })); continue; }
    const row = make("div", null, { class: `row ${coverage[shownFile].get(line.number) ?? ""}`, "data-line": line.number });
    const text = make("span", null, { class: "text" });
    highlighted(text, line);
    row.append(make("span", null, { class: "cover" }), make("span", line.number, { class: "number" }), text);
    // What holds at the head of a loop that tests its condition at the end holds before the first statement of its body.
    const known = invariants[shownFile].get(line.number) ?? [];
    chunk.append(...known.filter((one) => one.before).map(invariantNote), row, ...known.filter((one) => !one.before).map(invariantNote));
  }
}

function invariantNote(known) {
  const head = make("b", known.entry ? `on entry of ${known.function}` : "invariant");
  if (known.holds.length <= 300) {
    const note = make("div", null, { class: "note" });
    note.append(head, known.holds);
    return note;
  }
  const note = make("details", null, { class: "note" }), summary = make("summary");
  summary.append(head, `${known.holds.slice(0, 120)}…`);
  note.append(summary, known.holds);
  return note;
}

// The row of a line, drawn and in view.
function showLine(place, isCurrent) {
  if (!place) return null;
  showFile(place[0]);
  const index = lines[place[0]].findIndex((line) => line?.number === place[1]);
  const chunk = chunks[Math.floor(index / CHUNK)];
  if (!chunk) return null;
  drawChunk(chunk);
  const row = chunk.querySelector(`.row[data-line="${place[1]}"]`);
  const box = at("code"), top = row.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 3 * LINE || top > box.clientHeight - 4 * LINE) box.scrollTop += top - box.clientHeight / 3;
  if (!isCurrent) {
    row.classList.add("flash");
    setTimeout(() => row.classList.remove("flash"), 1500);
  }
  return row;
}
const placeName = (place) => (place ? `${data.files[place[0]].name}:${place[1]}` : "");
function placeLink(place, text) {
  const link = make("button", text ?? placeName(place), { type: "button", class: "link" });
  link.addEventListener("click", () => { showTab("source"); showLine(place); });
  return link;
}

// The execution. What variables hold is found by going on from the last mark before a step.
const steps = data.steps?.rows ?? [];
const words = data.steps?.texts ?? [];
const MARK = 200;
const marks = [{ frames: [], globals: new Map() }];
let step = 0;
const copied = (state) => ({
  frames: state.frames.map((frame) => ({ ...frame, values: new Map(frame.values) })), globals: new Map(state.globals),
});
function apply(state, [place, fn, depth, kind, , changes]) {
  if (kind === "c") { state.frames.length = depth; }
  state.frames.length = depth + 1;
  for (let i = 0; i <= depth; i++) state.frames[i] ??= { fn: i === depth ? fn : null, at: null, values: new Map() };
  state.frames[depth].fn = fn;
  if (place) state.frames[depth].at = place;
  for (const [name, value, what] of changes)
    (what & 2 ? state.globals : state.frames[depth].values).set(name, { value, input: (what & 1) === 1 });
}
function stateAt(index) {
  let mark = Math.min(Math.floor((index + 1) / MARK), marks.length - 1);
  const state = copied(marks[mark]);
  for (let i = mark * MARK; i <= index; i++) {
    apply(state, steps[i]);
    if ((i + 1) % MARK === 0 && marks.length === (i + 1) / MARK) marks.push(copied(state));
  }
  return state;
}

function stepper() {
  const side = at("side"), box = make("div", null, { class: "stepper" });
  const button = (text, title, to) => {
    const made = make("button", text, { type: "button", class: "plain", title });
    made.addEventListener("click", () => goTo(to()));
    return made;
  };
  const slider = make("input", undefined, { type: "range", min: 0, max: steps.length - 1, id: "slider", "aria-label": "Step" });
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  box.append(button("◀", "Step back (←, k)", () => step - 1), slider, button("▶", "Step on (→, j)", () => step + 1));
  const keys = make("p", null, { class: "hint" });
  for (const key of ["←", "→", "Home", "End", "j", "k"]) keys.append(make("kbd", key), " ");
  side.append(make("h3", "The violating execution"), box, make("p", null, { class: "hint", id: "count", role: "status" }),
    make("div", null, { id: "now" }), stepList(), make("h3", "Call stack"), make("ol", null, { class: "stack", id: "stack" }),
    make("h3", "Values"), make("div", null, { id: "values" }));
  if (data.steps.inputs.length > 0) {
    side.append(make("h3", "Inputs"));
    const table = make("table");
    for (const [who, value] of data.steps.inputs.slice(0, 200)) table.append(pair(who, value));
    if (data.steps.inputs.length > 200) table.append(pair("…", `${data.steps.inputs.length - 200} more`));
    side.append(table);
  }
  for (const note of data.steps.notes) side.append(make("p", `Note: ${note}.`, { class: "hint" }));
  side.append(keys);
}
const LISTED = 400; // Steps before the violation that are listed.
function stepList() {
  const list = make("ol", null, { id: "steps", class: "list scroll", "aria-label": "Steps" });
  for (let index = Math.max(0, steps.length - LISTED); index < steps.length; index++) {
    const [place, fn, , kind, decided] = steps[index];
    const text = kind === "c" ? `→ ${words[fn]}` : decided.map((word) => words[word]).join("; ") || words[fn];
    const item = make("li"), link = make("button", `${index + 1}. ${place ? `line ${place[1]}: ` : ""}${text}`, { type: "button", class: "link", "data-step": index });
    link.addEventListener("click", () => goTo(index));
    item.append(link);
    list.append(item);
  }
  return list;
}
function pair(name, value, attributes) {
  const row = make("tr", null, attributes);
  row.append(make("th", name, { scope: "row" }), make("td", value, { class: "value" }));
  return row;
}

function goTo(index) {
  step = Math.max(0, Math.min(index, steps.length - 1));
  const [place, fn, , kind, decided, changes] = steps[step];
  const state = stateAt(step);
  at("slider").value = step;
  for (const link of at("steps").querySelectorAll("button")) {
    const isNow = Number(link.dataset.step) === step;
    link.toggleAttribute("aria-current", isNow);
    if (isNow) at("steps").scrollTop = link.offsetTop - at("steps").offsetTop - 3 * LINE;
  }
  at("count").textContent = `Step ${step + 1} of ${steps.length + (data.steps.leftOut || 0)}${step === steps.length - 1 ? ": the violation" : ""}`;
  const change = ([name, value, what]) => `${words[name]} = ${words[value]}${what & 1 ? " (input)" : ""}`;
  const said = decided.map((word) => `[${words[word]}]`).concat(changes.map(change));
  const told = at("now"), call = `${words[fn]}(${kind === "c" ? changes.map(change).join(", ") : ""})`;
  told.replaceChildren();
  if (kind === "c") told.append(make("p", `→ ${call}`, { class: "what" }));
  else if (kind === "x") told.append(make("p", `${data.steps.leftOut} steps are left out here. What they changed is in the values.`));
  else told.append(...said.slice(0, 12).map((text) => make("p", text, { class: "what" })));
  if (place) told.append(placeLink(place)); else told.append(make("span", `in ${words[fn]}`, { class: "dim" }));
  here?.classList.remove("here");
  currentRow?.remove();
  here = showLine(place, true);
  if (here) {
    here.classList.add("here");
    const text = kind === "c" ? "" : said.join("; ");
    currentRow = make("span", text && `   ◂ ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`, { class: "after dim" });
    here.querySelector(".text").append(currentRow);
  }
  at("stack").replaceChildren(...state.frames.slice(-60).reverse().map((frame) => {
    const item = make("li", `${frame.fn === null ? "…" : words[frame.fn]} `);
    if (frame.at) item.append(placeLink(frame.at, `line ${frame.at[1]}`));
    return item;
  }));
  const changed = new Set(changes.map(([name, , what]) => `${what & 2}:${name}`));
  const table = make("table");
  const group = (title, values, isHere, flag) => {
    if (values.size === 0) return;
    const heading = make("tr", null, { class: "heading" });
    heading.append(make("th", title, { colspan: 2, scope: "colgroup" }));
    table.append(heading);
    for (const [name, { value, input }] of [...values].slice(0, 300)) {
      const row = pair(words[name], words[value], isHere && changed.has(`${flag}:${name}`) ? { class: "changed" } : {});
      if (input) row.lastChild.append(make("span", "input", { class: "tag" }));
      table.append(row);
    }
    if (values.size > 300) table.append(pair("…", `${values.size - 300} more`));
  };
  const top = state.frames.at(-1);
  group(top.fn === null ? "" : words[top.fn], top.values, true, 0);
  group("Globals and memory", state.globals, true, 2);
  for (const frame of state.frames.slice(0, -1).reverse().slice(0, 20)) group(frame.fn === null ? "…" : words[frame.fn], frame.values, false, 0);
  at("values").replaceChildren(table);
}

function stepKey(event) {
  if (steps.length === 0 || at("source").hidden || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches?.("input:not([type=range]), select, textarea, [role=tab]")) return;
  const to = { ArrowRight: step + 1, j: step + 1, ArrowLeft: step - 1, k: step - 1, Home: 0, End: steps.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  goTo(to);
}
