"use strict";
// Shows the obligations whose state and kind are ticked.
const boxes = [...document.querySelectorAll("fieldset input")];
const show = () => {
  const off = new Set(boxes.filter((box) => !box.checked).map((box) => box.value));
  for (const one of document.querySelectorAll("[data-state]")) {
    one.hidden = off.has("state " + one.dataset.state) || off.has("kind " + one.dataset.kind);
  }
};
for (const box of boxes) box.addEventListener("change", show);
show();
