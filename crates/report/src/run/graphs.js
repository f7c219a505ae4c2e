// Graphs whose layout is known, and the states that were explored as a tree that folds.
const SVG = "http://www.w3.org/2000/svg";
const draw = (name, attributes = {}, text) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
};

function drawGraph(box, graph, nothing) {
  box.replaceChildren();
  if (!graph) { box.append(make("p", nothing, { class: "hint", style: "padding: 1rem" })); return; }
  const [width, height] = graph.size;
  const svg = draw("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, width, height, role: "group" });
  const marker = draw("marker", { id: `arrow-${box.id}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" });
  marker.append(draw("path", { d: "M0 0 L8 4 L0 8 z" }));
  svg.append(marker);
  for (const way of graph.ways) {
    let path = `M${way[0]} ${way[1]}`;
    for (let i = 2; i < way.length; i += 2) {
      const middle = (way[i - 1] + way[i + 1]) / 2;
      path += `C${way[i - 2]} ${middle} ${way[i]} ${middle} ${way[i]} ${way[i + 1]}`;
    }
    svg.append(draw("path", { d: path, class: "way", "marker-end": `url(#arrow-${box.id})` }));
  }
  const tips = [];
  for (const [kind, x, y, wide, high, text, place, reached] of graph.boxes) {
    const isPlace = kind === "o" || kind === "l";
    const classes = `${isPlace ? "place" : kind === "c" ? "cond" : "box"} ${reached === 1 ? "yes" : reached === 0 ? "no" : ""}`;
    const group = draw("g", { class: classes });
    if (isPlace) {
      group.append(kind === "l" ? draw("path", { class: "loop", d: `M${x} ${y - 8}l8 8l-8 8l-8 -8z` }) : draw("circle", { cx: x, cy: y, r: 5 }));
      group.append(draw("title", {}, text[0]));
    } else {
      group.append(draw("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: kind === "c" ? high / 2 : 4 }));
      text.forEach((line, index) => group.append(draw("text", { x: x - wide / 2 + 8, y: y - high / 2 + 15 * (index + 1) }, line)));
    }
    if (place) {
      group.setAttribute("tabindex", 0);
      group.setAttribute("role", "button");
      const choose = () => { showTab("source"); showLine(place); };
      group.addEventListener("click", choose);
      group.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(); });
      if (!isPlace) group.append(draw("title", {}, placeName(place)));
    }
    tips.push(group);
  }
  svg.append(...tips);
  box.append(svg);
  box.graph = svg;
  box.size = [width, height];
  zoom(box, 1);
  box.scrollLeft = graph.boxes[0][1] - box.clientWidth / 2;
}
function zoom(box, factor) {
  if (!box.graph) return;
  const [width, height] = box.size;
  box.factor = factor === "fit" ? Math.min(1, (box.clientWidth - 4) / width) : Math.max(0.1, Math.min(3, factor));
  box.graph.setAttribute("width", width * box.factor);
  box.graph.setAttribute("height", height * box.factor);
}
for (const bar of document.querySelectorAll(".zoom")) {
  const box = at(bar.dataset.of);
  const button = (text, title, to) => {
    const made = make("button", text, { type: "button", title });
    made.addEventListener("click", () => zoom(box, to()));
    bar.append(made);
  };
  button("−", "Smaller", () => (box.factor ?? 1) / 1.25);
  button("+", "Larger", () => (box.factor ?? 1) * 1.25);
  button("Fit", "Fit the width", () => "fit");
}

function beginFlow() {
  const choice = at("flow-function");
  data.flow.forEach((flow, index) => choice.append(make("option", flow.name, { value: index })));
  const show = () => {
    const flow = data.flow[Number(choice.value)];
    drawGraph(at("flow-box"), flow.graph, `${flow.name} has ${flow.locations} locations and is not drawn here: cairn cfa --format dot FILE`);
  };
  choice.addEventListener("change", show);
  const main = data.flow.findIndex((flow) => flow.name === "main");
  choice.value = Math.max(0, main);
  show();
}
function beginBlocks() {
  const { count, graph } = data.blocks;
  at("blocks-note").textContent = graph ? `${count} blocks: functions and loops, each entered at one place.` : "";
  drawGraph(at("blocks-box"), graph, `The program has ${count ?? "too many"} blocks and they are not drawn here: cairn blocks --format dot FILE`);
}

// The states. A run of states with one successor each is one line until it is unfolded.
const KINDS = ["state", "covered", "merged", "target", "waiting"];
const tree = { open: new Set(), shown: [], chosen: 0, hits: [], hit: -1 };
function beginStates() {
  const { texts, total, stage, proof, places } = data.states;
  const rows = data.states.rows = data.states.rows.map(([node, fn, place, back, does, knows, kind, by], index) =>
    [`n${node}`, fn, place < 0 ? null : places[place], back === 0 ? null : index - back, does, knows, kind ?? 0, by ?? null]);
  tree.children = rows.map(() => []);
  tree.roots = [];
  rows.forEach((row, index) => (row[3] === null ? tree.roots : tree.children[row[3]]).push(index));
  tree.text = rows.map((row) => [row[0], texts[row[1]], row[2] ? `line ${row[2][1]}` : "", texts[row[4]], texts[row[5]], KINDS[row[6]]].join(" ").toLowerCase());
  at("states-note").textContent = `${total} states of ${stage}${proof ? ", which proves the property" : ""}${rows.length < total ? `; the ${rows.length} nearest the beginning are here, and --output-dir writes all` : ""}.`;
  rows.forEach((row, index) => { if (row[6] === 3) reveal(index); });
  if (rows.length <= 80) unfoldAll(); else tree.roots.forEach((root) => tree.open.add(chainEnd(root)));
  drawTree();
}
// The last state of the run that begins at a state: it has no successor, or several.
function chainEnd(index) {
  while (tree.children[index].length === 1) index = tree.children[index][0];
  return index;
}
function unfoldAll() {
  data.states.rows.forEach((_, index) => { tree.open.add(index); tree.open.add(`run ${index}`); });
}
// Unfolds what a state is below of, and the run that it is in.
function reveal(index) {
  let head = index;
  for (let below = index, parent; (parent = data.states.rows[below][3]) !== null; below = parent) {
    tree.open.add(parent);
    if (head === below && tree.children[parent].length === 1) head = parent;
  }
  return head;
}
function drawTree() {
  const { rows, texts } = data.states, list = [];
  // What is on the screen, top down: an index, or a run of so many states that are folded.
  const stack = tree.roots.map((root) => [root, 0]).reverse();
  while (stack.length > 0) {
    const [head, indent] = stack.pop();
    const run = [head];
    while (tree.children[run.at(-1)].length === 1) run.push(tree.children[run.at(-1)][0]);
    const inner = run.slice(1, -1), isOpen = tree.open.has(`run ${head}`) || inner.length < 3;
    list.push({ index: head, indent });
    if (isOpen) { if (inner.length >= 3) list.push({ run: head, count: inner.length, indent, isOpen }); inner.forEach((index) => list.push({ index, indent })); }
    else list.push({ run: head, count: inner.length, indent, isOpen });
    const end = run.at(-1);
    if (run.length > 1) list.push({ index: end, indent });
    if (tree.children[end].length > 1 && tree.open.has(end))
      [...tree.children[end]].reverse().forEach((child) => stack.push([child, indent + 1]));
  }
  tree.shown = list;
  tree.chosen = Math.min(tree.chosen, list.length - 1);
  at("tree").replaceChildren(...list.map((item, place) => {
    const element = make("div", null, { class: "state", role: "treeitem", id: `item-${place}`, "aria-level": item.indent + 1 });
    element.style.paddingLeft = `${0.6 + Math.min(item.indent, 24) * 0.9}rem`;
    element.addEventListener("click", () => { tree.chosen = place; mark(); });
    const twig = make("span", "", { class: "twig" });
    twig.addEventListener("click", (event) => { event.stopPropagation(); tree.chosen = place; toggle(item); });
    element.append(twig);
    if (item.run !== undefined) {
      twig.textContent = item.isOpen ? "▾" : "▸";
      element.setAttribute("aria-expanded", item.isOpen);
      element.append(make("span", item.isOpen ? `${item.count} states in a line` : `⋯ ${item.count} states in a line`, { class: "where" }));
      return element;
    }
    const row = rows[item.index];
    if (tree.children[item.index].length > 1) {
      twig.textContent = tree.open.has(item.index) ? "▾" : "▸";
      element.setAttribute("aria-expanded", tree.open.has(item.index));
    }
    element.dataset.index = item.index;
    element.append(make("span", null, { class: `dot m${row[6]}`, title: KINDS[row[6]] }));
    const where = make("span", "", { class: "where" });
    where.append(row[2] ? placeLink(row[2], `${texts[row[1]]}:${row[2][1]}`) : `${texts[row[1]]} ${row[0]}`);
    element.append(where, make("span", texts[row[4]], { class: "does" }), make("span", texts[row[5]], { class: "knows" }));
    if (row[7] !== null) element.append(make("span", `${KINDS[row[6]]}: by ${rows[row[7]][0]}`, { class: "dim" }));
    if (tree.hits.includes(item.index)) element.classList.add("hit");
    return element;
  }));
  mark();
}
function mark() {
  at("tree").querySelectorAll('[aria-selected="true"]').forEach((element) => element.removeAttribute("aria-selected"));
  const element = at(`item-${tree.chosen}`);
  if (!element) return;
  element.setAttribute("aria-selected", "true");
  at("tree").setAttribute("aria-activedescendant", element.id);
  const box = at("tree"), top = element.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 24) box.scrollTop = top - box.clientHeight / 2;
}
function toggle(item, wanted) {
  const key = item.run !== undefined ? `run ${item.run}` : item.index;
  if (item.run === undefined && tree.children[item.index].length < 2) return;
  if (wanted ?? !tree.open.has(key)) tree.open.add(key); else tree.open.delete(key);
  drawTree();
}
function find(next) {
  const wanted = at("search").value.trim().toLowerCase();
  if (next === undefined) {
    tree.hits = wanted === "" ? [] : tree.text.flatMap((text, index) => (text.includes(wanted) ? [index] : []));
    tree.hit = tree.hits.length > 0 ? 0 : -1;
  } else if (tree.hits.length > 0) tree.hit = (tree.hit + next + tree.hits.length) % tree.hits.length;
  at("matches").textContent = wanted === "" ? "" : tree.hits.length === 0 ? "no state" : `${tree.hit + 1} of ${tree.hits.length}`;
  if (tree.hit >= 0) {
    const index = tree.hits[tree.hit];
    tree.open.add(`run ${reveal(index)}`);
    drawTree();
    tree.chosen = tree.shown.findIndex((item) => item.index === index);
    mark();
  } else drawTree();
}
at("search").addEventListener("input", () => find());
at("search").addEventListener("keydown", (event) => { if (event.key === "Enter") find(event.shiftKey ? -1 : 1); });
at("next").addEventListener("click", () => find(1));
at("previous").addEventListener("click", () => find(-1));
at("fold").addEventListener("click", () => { tree.open.clear(); drawTree(); });
at("unfold").addEventListener("click", () => { unfoldAll(); drawTree(); });
at("tree").addEventListener("keydown", (event) => {
  const item = tree.shown[tree.chosen];
  const move = (to) => { tree.chosen = Math.max(0, Math.min(to, tree.shown.length - 1)); mark(); };
  const does = {
    ArrowDown: () => move(tree.chosen + 1), ArrowUp: () => move(tree.chosen - 1), Home: () => move(0), End: () => move(tree.shown.length - 1),
    ArrowRight: () => toggle(item, true), ArrowLeft: () => toggle(item, false),
    Enter: () => { const place = item?.index === undefined ? null : data.states.rows[item.index][2]; if (place) { showTab("source"); showLine(place); } },
  }[event.key];
  if (!does || !item) return;
  event.preventDefault();
  event.stopPropagation();
  does();
});
