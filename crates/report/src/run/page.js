// The verdict, the parts of the page, the stages and the figures.
const verdict = data.verdict;
const SENTENCES = {
  TRUE: (property) => `No execution of the program violates ${property}.`,
  FALSE: (property) => `An execution of the program violates ${property}${verdict.at ? ` at ${placeName(verdict.at)}` : ""}${verdict.undefined ? `: ${verdict.undefined.text}` : ""}. It was run, and is shown below step by step.`,
  UNKNOWN: (property) => `Whether an execution violates ${property} was not decided.`,
};
at("sentence").textContent = SENTENCES[verdict.word](verdict.violated ?? verdict.property);

function fact(name, ...values) {
  const row = make("div"), value = make("div", null, { class: "value" });
  value.append(...values);
  row.append(make("span", name, { class: "name" }), value);
  at("facts").append(row);
}
const withPlace = (text, place) => {
  const whole = make("span");
  if (place) whole.append(placeLink(place), ": ");
  whole.append(text);
  return whole;
};
// A list whose rest is folded.
function folded(items, shown) {
  const box = make("div"), put = (into, some) => { const list = make("ul"); some.forEach((item) => { const entry = make("li"); entry.append(item); list.append(entry); }); into.append(list); };
  put(box, items.slice(0, shown));
  if (items.length > shown) {
    const more = make("details");
    more.append(make("summary", `${items.length - shown} more`));
    put(more, items.slice(shown));
    box.append(more);
  }
  return box;
}
if (verdict.undefined) fact("What happens", withPlace(verdict.undefined.text, verdict.undefined.at));
if (verdict.word === "UNKNOWN" && verdict.reasons.length > 0) {
  const [first, ...others] = verdict.reasons;
  fact("Reason", withPlace(`${first.text}.`, first.at));
  fact("Next", `${first.next}.`);
  if (others.length > 0) fact("Other reasons", folded(others.map((reason) => withPlace(`${reason.text}. Next: ${reason.next}.`, reason.at)), 1));
}
if (verdict.bounded) {
  const { iterations, loops } = verdict.bounded, places = make("span", `no violation within ${iterations} iteration${iterations === 1 ? "" : "s"} of each loop `);
  loops.slice(0, 5).forEach((place) => place && places.append(placeLink(place), " "));
  fact("Known", places);
}
if (verdict.assumptions.length > 0)
  fact("Assuming", folded(verdict.assumptions.map((one) => {
    const names = one.names.slice(0, 30).join(", ") + (one.names.length > 30 ? ` and ${one.names.length - 30} more` : "");
    return one.text + (names ? `: ${names}` : "");
  }), 2));
if (verdict.warnings.length > 0) fact("Warnings", folded(verdict.warnings.map((one) => withPlace(one.text, one.at)), 1));
if (verdict.notes.length > 0) fact("Notes", folded(verdict.notes, 2));

// Parts.
const PARTS = [
  ["source", "Source", data.files.length > 0],
  ["flow", "Control flow", (data.flow ?? []).length > 0, beginFlow],
  ["states", "States", data.states !== null || at("pixels").querySelector("svg, img") !== null, () => { if (data.states) beginStates(); }],
  ["blocks", "Blocks", data.blocks !== null, beginBlocks],
  ["run", "Run", true],
].filter(([, , is]) => is);
const begun = new Set();
function showTab(wanted) {
  for (const [id, , , begin] of PARTS) {
    const tab = at(`tab-${id}`), isWanted = id === wanted;
    tab.setAttribute("aria-selected", isWanted);
    tab.tabIndex = isWanted ? 0 : -1;
    at(id).hidden = !isWanted;
    if (isWanted && begin && !begun.has(id)) { begun.add(id); begin(); }
  }
}
for (const [id, title] of PARTS) {
  const tab = make("button", title, { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": id });
  tab.addEventListener("click", () => showTab(id));
  at("tabs").append(tab);
}
at("tabs").addEventListener("keydown", (event) => {
  const now = PARTS.findIndex(([id]) => at(`tab-${id}`) === document.activeElement);
  const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: PARTS.length - 1 }[event.key];
  if (now < 0 || to === undefined) return;
  const [id] = PARTS[(to + PARTS.length) % PARTS.length];
  event.preventDefault();
  showTab(id);
  at(`tab-${id}`).focus();
});
if (!data.states) for (const id of ["search", "previous", "next", "fold", "unfold", "tree"]) (at(id).closest(".bar") ?? at(id)).hidden = true;
if (!at("pixels").querySelector("svg, img")) at("pixels").hidden = true;

// Beside the source.
function beginSource() {
  data.files.forEach((file, index) => at("file").append(make("option", file.name, { value: index })));
  at("file").closest("label").hidden = data.files.length < 2;
  at("file").addEventListener("change", () => showFile(Number(at("file").value)));
  at("function").append(make("option", "go to …", { value: "" }));
  data.functions.forEach(([name], index) => at("function").append(make("option", name, { value: index })));
  at("function").addEventListener("change", () => { if (at("function").value !== "") showLine(data.functions[Number(at("function").value)][1]); });
  const count = (kind) => coverage.reduce((sum, of) => sum + [...of.values()].filter((is) => is === kind).length, 0);
  const [yes, no] = [count("yes"), count("no")];
  if (yes + no > 0) {
    const words = { TRUE: "on no execution", FALSE: "not reached before the violation was found", UNKNOWN: "not reached" };
    at("legend").textContent = `${yes} of ${yes + no} lines with code reached${no > 0 ? `; red: ${words[verdict.word]}` : ""}`;
  }
  const side = at("side");
  if (steps.length > 0) stepper();
  const known = data.invariants.filter((one) => one.at);
  if (known.length > 0) {
    side.append(make("h3", "Invariants"));
    const list = make("ul", null, { class: "list" });
    known.slice(0, 200).forEach((one) => {
      const item = make("li");
      item.append(placeLink(one.at, `${one.entry ? "entry of" : "loop in"} ${one.function}, line ${one.at[1]}`));
      item.append(make("div", one.holds.length > 160 ? `${one.holds.slice(0, 160)}…` : one.holds, { class: "what dim" }));
      list.append(item);
    });
    side.append(list);
  }
  if (steps.length === 0) {
    const dead = data.functions.filter(([, place]) => place);
    side.append(make("h3", "Functions"));
    const list = make("ul", null, { class: "list" });
    dead.slice(0, 400).forEach(([name, place]) => { const item = make("li"); item.append(placeLink(place, name), make("span", ` line ${place[1]}`, { class: "dim" })); list.append(item); });
    side.append(list);
  }
  const main = data.functions.find(([name]) => name === "main");
  showFile(0);
  if (steps.length > 0) goTo(steps.length - 1);
  else if (main) showLine(main[1], true);
}

// The run.
function beginRun() {
  const read = data.statistics.resources?.["compiling-seconds"];
  const bytes = (count) => (count < 10000 ? `${count} B` : count < 1e6 ? `${(count / 1e3).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`);
  const all = read === undefined ? [] : [{ name: "reading the program", began: 0, took: read, found: "", isReading: true }];
  all.push(...data.stages);
  const end = Math.max(...all.map((stage) => stage.began + stage.took), 1e-9);
  const seconds = (time) => (time < 0.0995 ? `${(time * 1000).toFixed(time < 0.00995 ? 1 : 0)} ms` : `${time.toFixed(time < 9.95 ? 2 : 1)} s`);
  all.forEach((stage, index) => {
    const row = make("div", null, { class: `stage ${index === all.length - 1 ? "last" : ""}` });
    const name = make("div");
    name.append(make("div", stage.name, { class: "name" }), make("div", seconds(stage.took), { class: "dim" }));
    const track = make("div", null, { class: "track", title: `from ${seconds(stage.began)} to ${seconds(stage.began + stage.took)}` }), bar = make("i");
    bar.style.left = `${Math.min(99.5, (100 * stage.began) / end)}%`;
    bar.style.width = `${(100 * stage.took) / end}%`;
    track.append(bar);
    const found = make("div", null, { class: "found" });
    if (stage.isReading) found.append(make("div", `${data.statistics.program?.functions ?? 0} functions, ${data.statistics.program?.locations ?? 0} locations`, { class: "dim" }));
    else {
      const counts = [`${stage.states} states`, stage.refinements > 0 ? `${stage.refinements} refinement${stage.refinements === 1 ? "" : "s"}` : "", stage.work > 0 ? `${stage.work} units of solver work` : ""];
      found.append(make("div", stage.found), make("div", counts.filter(Boolean).join(", "), { class: "dim" }));
    }
    row.append(name, track, found);
    at("stages").append(row);
  });
  if (all.length === 0) at("stages").append(make("p", "No stage ran to its end.", { class: "hint" }));
  if (data.about.command) at("again").append(make("pre", data.about.command));
  if (data.about.options.length > 0) {
    const table = make("table");
    data.about.options.forEach(([name, value]) => table.append(pair(name, value)));
    at("again").append(make("p", "Options that were set:", { class: "hint" }), table);
  }
  at("again").append(make("p", `Cairn ${data.about.version}`, { class: "hint" }));
  for (const [heading, group] of Object.entries(data.statistics)) {
    const table = make("table");
    table.append(make("caption", heading[0].toUpperCase() + heading.slice(1)));
    for (const [name, value] of Object.entries(group)) {
      const text = typeof value === "number" ? name.endsWith("-seconds") ? `${value} s` : name.endsWith("-bytes") ? bytes(value) : value.toLocaleString("en") : value;
      table.append(pair(name.replace(/-(seconds|bytes)$/, ""), text));
    }
    at("figures").append(table);
  }
}
if (data.files.length > 0) beginSource();
beginRun();
document.addEventListener("keydown", stepKey);
showTab(PARTS[0][0]);
