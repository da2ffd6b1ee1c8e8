// Tabs as in the ARIA Authoring Practices: arrow keys move between them.

import { createCode, createCopyButton, createId, element } from "./dom.js";

/** Tabs of texts: names, and functions that write the texts. `update` writes the one that is shown again. */
export function createTabs(label, texts) {
  const panel = element("div", { role: "tabpanel", id: createId("panel"), tabindex: 0 });
  const names = Object.keys(texts);
  let chosen = names[0];
  const update = () => {
    const text = texts[chosen]();
    panel.replaceChildren(createCopyButton(() => text), createCode(text));
    for (const tab of tabs) {
      const isChosen = tab.textContent === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen) panel.setAttribute("aria-labelledby", tab.id);
    }
  };
  const choose = (name) => {
    chosen = name;
    update();
  };
  const tabs = names.map((name) =>
    element("button", { type: "button", role: "tab", id: createId("tab"), "aria-controls": panel.id, click: () => choose(name) }, name),
  );
  const list = element("div", { role: "tablist", "aria-label": label }, tabs);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (names.indexOf(chosen) + step + names.length) % names.length;
    choose(names[next]);
    tabs[next].focus();
    event.preventDefault();
  });
  update();
  return { node: element("div", { class: "tabs" }, list, panel), update };
}
