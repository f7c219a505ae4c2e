"use strict";
// Shows the log that is in #data. All text from the log goes into the page as text, never as markup.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const STEP = 1000; // Rows drawn at once.
  const MOST_DRAWN = 300; // Blocks drawn in the graph.
  const SHORT = { BlockPostcondition: "P", ErrorCondition: "C", ErrorConditionUnreachable: "U", Result: "R", Error: "E" };
  const at = (id) => document.getElementById(id);
  const log = JSON.parse(at("data").textContent);
  const sent = new Map(); // Time -> message.
  const treated = new Map(); // Time of the message -> what became of it.
  const kinds = new Set(Object.keys(SHORT));
  let seen = 0, chosen = null, limit = STEP, focused = null;

  const make = (name, text, attributes = {}) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const blockName = (index) => (index === null ? "start" : `${log.blocks[index].id} ${log.blocks[index].name}`);
  const receivers = (message) =>
    message.receivers === "all" ? log.blocks.map((_, index) => index) : message.receivers.blocks;
  const to = (message) =>
    message.receivers === "all" ? "all blocks" : message.receivers.blocks.map(blockName).join(", ") || "no block";

  function read() {
    for (; seen < log.events.length; seen++) {
      const event = log.events[seen];
      if (event.sent) sent.set(event.time, { time: event.time, ...event.sent });
      else treated.set(event.treated.message, { time: event.time, ...event.treated });
    }
  }

  // The messages that pass the filters.
  function passing() {
    const block = at("block").value === "" ? null : Number(at("block").value);
    const text = at("text").value.toLowerCase();
    return [...sent.values()].filter((message) =>
      kinds.has(message.kind)
      && (block === null || message.sender === block || message.receivers === "all" || message.receivers.blocks.includes(block))
      && (text === "" || message.words.toLowerCase().includes(text)));
  }

  // The lanes: who starts the run, and the blocks that have a part in what is shown.
  function lanesOf(messages) {
    if (at("block").value === "") return [null, ...log.blocks.keys()];
    const involved = new Set([Number(at("block").value)]);
    for (const message of messages) {
      if (message.receivers === "all") continue;
      if (message.sender !== null) involved.add(message.sender);
      message.receivers.blocks.forEach((block) => involved.add(block));
    }
    return [null, ...[...involved].sort((a, b) => a - b)];
  }

  function drawLog() {
    const messages = passing();
    const shown = messages.slice(0, limit);
    const lanes = lanesOf(shown);
    const column = new Map(lanes.map((block, index) => [block, index]));
    at("log-box").style.setProperty("--lanes", lanes.length);
    const names = make("div", undefined, { class: "names" });
    for (const block of lanes) {
      names.append(make("span", block === null ? "start" : log.blocks[block].id, { title: blockName(block) }));
    }
    at("lanes").replaceChildren(make("span"), names);
    at("log").replaceChildren(...shown.map((message) => row(message, column)));
    const had = focused === null ? null : at("log").querySelector(`[data-time="${focused}"]`);
    (had ?? at("log").firstElementChild)?.setAttribute("tabindex", "0");
    const hidden = messages.length - shown.length;
    at("more").hidden = hidden === 0;
    at("more").textContent = `Show ${Math.min(STEP, hidden)} more of ${hidden}`;
    const left = log.left_out ? `, ${log.left_out} later events were not kept` : "";
    at("count").textContent = `${messages.length} of ${sent.size} messages${left}`;
  }

  function row(message, column) {
    const outcome = treated.get(message.time)?.outcome;
    const own = column.get(message.sender) ?? 0;
    const others = receivers(message).map((block) => column.get(block)).filter((place) => place !== undefined);
    const button = make("button", undefined, {
      type: "button", class: "row", "data-time": message.time, "data-kind": message.kind, tabindex: "-1",
      "aria-pressed": String(chosen === message.time),
      "aria-label": `${message.time}: ${message.kind} from ${blockName(message.sender)} to ${to(message)}, ${outcome ?? "waiting"}`,
    });
    button.style.setProperty("--kind", `var(--${message.kind})`);
    if (outcome === "outdated" || outcome === "no-news") button.classList.add("faint");
    const what = make("span", String(message.time), { class: "what" });
    what.append(make("b", SHORT[message.kind], { title: message.kind }));
    if (outcome) what.append(outcome === "used-again" ? "again" : outcome);
    const way = make("span", undefined, { class: "way" });
    const x = (place) => `calc(var(--lane) * ${place + 0.5})`;
    const put = (text, place, name) => {
      const mark = make("span", text, { class: name });
      mark.style.left = x(place);
      way.append(mark);
    };
    const low = Math.min(own, ...others), high = Math.max(own, ...others);
    if (high > low) {
      const shaft = make("span", undefined, { class: "shaft" });
      shaft.style.left = x(low);
      shaft.style.width = `calc(var(--lane) * ${high - low})`;
      way.append(shaft);
    }
    put(others.includes(own) ? "↻" : "•", own, "tail");
    for (const place of others) if (place !== own) put(place > own ? "▶" : "◀", place, "head");
    button.append(what, way);
    return button;
  }

  function chooseMessage(time, move) {
    chosen = focused = time;
    for (const other of at("log").querySelectorAll(".row")) {
      const own = Number(other.dataset.time) === time;
      other.setAttribute("aria-pressed", String(own));
      other.setAttribute("tabindex", own ? "0" : "-1");
      if (own && move) { other.focus(); other.scrollIntoView({ block: "nearest" }); }
    }
    const message = sent.get(time), done = treated.get(time);
    const facts = [`from ${blockName(message.sender)}`, `to ${to(message)}`, `epoch ${message.epoch}`, `${message.bytes} bytes`];
    facts.push(done ? `${done.outcome} by thread ${done.thread} at time ${done.time}` : "not treated");
    const parts = [make("p", facts.join(", ")), make("pre", message.words || "true: nothing is known", { id: "formula" })];
    const way = [];
    for (let cause = message.cause; cause !== null && sent.has(cause) && way.length < 200; cause = sent.get(cause).cause) way.push(cause);
    if (way.length > 0) {
      const list = make("ol", undefined, { reversed: "" });
      for (const cause of way) {
        const item = make("li");
        const link = make("button", `${cause}: ${sent.get(cause).kind} of ${blockName(sent.get(cause).sender)}`, { type: "button" });
        link.addEventListener("click", () => chooseMessage(cause, true));
        item.append(link, " ", sent.get(cause).words.slice(0, 200));
        list.append(item);
      }
      parts.push(make("p", "Because of"), list);
    }
    detail(`${message.time}: ${message.kind}`, parts);
  }

  function chooseBlock(index) {
    const select = at("block");
    const again = select.value === String(index);
    select.value = again ? "" : String(index);
    refilter();
    if (again) return void (at("detail").hidden = true);
    const block = log.blocks[index];
    const next = block.successors.map(blockName).join(", ") || "nothing";
    detail(blockName(index), [make("p", `Leads to ${next}`), make("pre", block.operations.join("\n"))]);
  }

  function detail(title, parts) {
    const close = make("button", "Close", { type: "button", class: "close" });
    close.addEventListener("click", () => { at("detail").hidden = true; });
    at("detail").replaceChildren(close, make("h3", title), ...parts);
    at("detail").hidden = false;
  }

  // Blocks in layers by their distance from the entry; ways back go round on the right.
  function drawGraph() {
    const [width, height, gapX, gapY] = [120, 38, 24, 34];
    const depth = new Map(), layers = [];
    // Entries first; a block that nothing leads to is a beginning, too.
    const begin = [...log.blocks.keys()].sort((a, b) => log.blocks[b].is_entry - log.blocks[a].is_entry);
    for (const first of begin) {
      const open = depth.has(first) ? [] : [first];
      if (open.length > 0) depth.set(first, 0);
      for (let next = 0; next < open.length; next++) {
        for (const after of log.blocks[open[next]].successors) {
          if (!depth.has(after)) { depth.set(after, depth.get(open[next]) + 1); open.push(after); }
        }
      }
    }
    for (const [index, layer] of [...depth].slice(0, MOST_DRAWN)) (layers[layer] ??= []).push(index);
    const place = new Map();
    layers.forEach((layer, y) => layer.forEach((index, x) => place.set(index, [10 + x * (width + gapX), 10 + y * (height + gapY)])));
    const right = Math.max(0, ...[...place.values()].map(([x]) => x)) + width + 10;
    const svg = at("graph");
    const draw = (name, attributes, parent = svg) => {
      const element = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      parent.append(element);
      return element;
    };
    svg.replaceChildren();
    const marker = draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" });
    draw("path", { d: "M0 0 8 4 0 8z" }, marker);
    let back = 0;
    for (const [index, [x, y]] of place) {
      for (const next of log.blocks[index].successors) {
        if (!place.has(next)) continue;
        const [tx, ty] = place.get(next);
        if (ty > y) {
          const [a, b] = [x + width / 2, tx + width / 2];
          draw("path", { d: `M${a} ${y + height}C${a} ${y + height + gapY / 2} ${b} ${ty - gapY / 2} ${b} ${ty}`, "marker-end": "url(#tip)" });
        } else {
          const out = right + 14 + (back++ % 12) * 7;
          draw("path", { d: `M${x + width} ${y + height / 2 + 5}C${out} ${y + height / 2 + 5} ${out} ${ty + height / 2 - 5} ${tx + width} ${ty + height / 2 - 5}`, "marker-end": "url(#tip)" });
        }
      }
    }
    for (const [index, [x, y]] of place) {
      const block = log.blocks[index];
      const group = draw("g", { tabindex: 0, role: "button", "data-block": index, class: block.is_entry ? "entry" : "", "aria-label": `Block ${blockName(index)}` });
      draw("rect", { x, y, width, height, rx: 5 }, group);
      draw("text", { x: x + 8, y: y + 15 }, group).textContent = block.id;
      const name = block.name.length > 17 ? `${block.name.slice(0, 16)}…` : block.name;
      draw("text", { x: x + 8, y: y + 31 }, group).textContent = name;
      group.addEventListener("click", () => chooseBlock(index));
      group.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); chooseBlock(index); }
      });
    }
    svg.setAttribute("width", right + 110);
    svg.setAttribute("height", layers.length * (height + gapY) + 10);
    const options = [make("option", "all", { value: "" }), ...log.blocks.map((_, index) => make("option", blockName(index), { value: index }))];
    at("block").replaceChildren(...options);
  }

  function refilter() {
    limit = STEP;
    for (const group of at("graph").querySelectorAll("[data-block]")) {
      group.classList.toggle("chosen", group.dataset.block === at("block").value);
    }
    drawLog();
  }

  function drawHead() {
    at("verdict").textContent = log.verdict ?? "";
    at("reasons").replaceChildren(...log.reasons.map((reason) => make("li", reason)));
  }

  for (const kind of Object.keys(SHORT)) {
    const label = make("label");
    const box = make("input", undefined, { type: "checkbox", value: kind });
    box.checked = true;
    box.addEventListener("change", () => { if (box.checked) kinds.add(kind); else kinds.delete(kind); refilter(); });
    label.style.color = `var(--${kind})`;
    label.append(box, ` ${SHORT[kind]} ${kind}`);
    at("kinds").append(label);
  }
  at("filters").addEventListener("submit", (event) => event.preventDefault());
  at("block").addEventListener("change", refilter);
  at("text").addEventListener("input", refilter);
  at("more").addEventListener("click", () => { limit += STEP; drawLog(); });
  at("log").addEventListener("click", (event) => {
    const button = event.target.closest(".row");
    if (button) chooseMessage(Number(button.dataset.time), false);
  });
  at("log").addEventListener("keydown", (event) => {
    const own = event.target.closest(".row");
    const next = { ArrowDown: own?.nextElementSibling, ArrowUp: own?.previousElementSibling,
      Home: at("log").firstElementChild, End: at("log").lastElementChild }[event.key];
    if (!own || !next) return;
    event.preventDefault();
    own.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    focused = Number(next.dataset.time);
    next.focus();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") at("detail").hidden = true; });

  read();
  drawHead();
  drawGraph();
  drawLog();

  // While the run goes on: what has happened since.
  let failures = 0;
  async function ask() {
    try {
      const answer = await (await fetch(`log.json?from=${log.events.length}`)).json();
      failures = 0;
      const isNew = answer.blocks.length !== log.blocks.length;
      const { events, ...rest } = answer;
      Object.assign(log, rest);
      log.events.push(...events);
      const hadFocus = document.activeElement?.classList.contains("row");
      read();
      drawHead();
      if (isNew) drawGraph();
      if (isNew || events.length > 0) {
        drawLog();
        if (hadFocus) at("log").querySelector('[tabindex="0"]')?.focus();
      }
    } catch {
      failures++;
    }
    if (log.verdict !== null) return void (at("state").textContent = "The run is over.");
    if (failures > 3) return void (at("state").textContent = "Cairn does not answer any more: this is what it said until then.");
    at("state").textContent = "The run goes on.";
    setTimeout(ask, 500);
  }
  if (document.body.dataset.live === "true") ask();
})();
