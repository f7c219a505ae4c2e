"use strict";
// Filters, sorts and moves the focus. All text is in the page already; nothing is made from text but the number of findings.
const all = (query, from = document) => [...from.querySelectorAll(query)];
const find = (name) => document.getElementById(name);
const [form, search, kind, count, help] = ["filter", "search", "kind", "count", "help"].map(find);
const findings = all(".finding"), items = all("[data-has]"), groups = all("[data-group]").reverse(), boxes = all("input[name=state]");

const has = new Map(items.map((item) => [item, item.dataset.has.split(" ").map((pair) => {
  const colon = pair.indexOf(":");
  return [pair.slice(0, colon), pair.slice(colon + 1)];
})]));
const texts = new Map();
const text = (item) => {
  if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
  return texts.get(item);
};

const filter = () => {
  const states = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of items) {
    const fits = has.get(item).some(([state, of]) => states.has(state) && (!kind.value || of === kind.value));
    item.hidden = !(fits && words.every((word) => text(item).includes(word)));
  }
  const shown = findings.filter((finding) => !finding.hidden).length;
  count.textContent = `${shown} of ${findings.length} findings`;
  const isNarrowed = words.length > 0 || kind.value !== "";
  for (const rest of all(".rest")) {
    if (isNarrowed && rest.querySelector(".finding:not([hidden])")) rest.open = true;
  }
  const isEmpty = (group) => group.querySelector("[data-has]") && !group.querySelector("[data-has]:not([hidden])");
  for (const group of groups) group.hidden = Boolean(isEmpty(group));
};

// A link to a finding shows it, whatever the filters say. Without one, the page of a file opens at its first violation.
const reveal = () => {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name ? find(name) : document.querySelector("#source .violated.finding");
  if (!target || !target.matches("details.finding")) return;
  target.hidden = false;
  target.open = true;
  target.querySelector("summary").focus();
  target.scrollIntoView({ block: "center" });
};

const focused = (finding) => finding.querySelector("a:not(.kind), summary") || finding;
const move = (step) => {
  const shown = findings.filter((finding) => finding.getClientRects().length > 0);
  const here = shown.indexOf(document.activeElement && document.activeElement.closest(".finding"));
  const next = here < 0 ? (step > 0 ? shown[0] : shown[shown.length - 1]) : shown[here + step];
  if (!next) return;
  if (focused(next) === next) next.tabIndex = -1;
  focused(next).focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (event.target.matches("input:not([type=checkbox]), select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const act = { "/": () => search.focus(), j: () => move(1), k: () => move(-1), "?": () => help.showModal() }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

for (const heading of all("th:not(.bars)")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  heading.append(button);
  const body = heading.closest("table").tBodies[0], column = heading.cellIndex, isNumber = heading.matches(".number");
  button.addEventListener("click", () => {
    // The most first, names from A.
    const down = heading.ariaSort ? heading.ariaSort === "ascending" : isNumber;
    for (const other of all("th", heading.parentNode)) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const cell = (row) => row.cells[column].textContent;
    const order = isNumber ? (a, b) => (Number(cell(a)) || 0) - (Number(cell(b)) || 0) : (a, b) => cell(a).localeCompare(cell(b));
    body.append(...[...body.rows].sort((a, b) => (down ? order(b, a) : order(a, b))));
  });
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", filter);
find("keys").addEventListener("click", () => help.showModal());
window.addEventListener("hashchange", reveal);
filter();
reveal();
