// Elements without HTML texts: what tools say of themselves is never parsed.

/** An element with attributes (functions are listeners, `true` is an attribute without a value) and children. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(key, value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

let lastId = 0;

/** An id that no other element has. */
export function createId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** A button that copies a text and says so. */
export function createCopyButton(readText) {
  const button = element("button", { type: "button", class: "quiet" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(readText());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copying is not allowed here";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return button;
}

/** A text of several lines, of which a long one is cut until somebody asks for all of it. */
export function createCode(text, longest = 20000) {
  const code = element("code", {}, text.slice(0, longest));
  const block = element("pre", { tabindex: 0 }, code);
  if (text.length <= longest) return block;
  const all = element("button", { type: "button" }, `Show all ${text.length.toLocaleString("en")} characters`);
  all.addEventListener("click", () => {
    code.textContent = text;
    all.remove();
  });
  return element("div", {}, block, all);
}
