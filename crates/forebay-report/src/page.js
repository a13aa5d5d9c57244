"use strict";
// Shows the run and the part of it that are chosen, and nothing of the others.
const run = document.getElementById("run");
if (run) {
  const part = document.getElementById("part");
  const views = Array.from(document.querySelectorAll("[data-run]"));
  const show = () => {
    for (const view of views) {
      view.hidden = view.dataset.run !== run.value || (view.dataset.part !== undefined && view.dataset.part !== part.value);
    }
  };
  const parts = () => {
    const before = part.value;
    part.replaceChildren();
    for (const view of views) {
      if (view.dataset.run === run.value && view.dataset.part !== undefined) {
        part.add(new Option(view.dataset.name, view.dataset.part, false, view.dataset.part === before));
      }
    }
    show();
  };
  run.addEventListener("change", parts);
  part.addEventListener("change", show);
  parts();
}
