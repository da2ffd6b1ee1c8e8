// The token that the server asks for: kept for this session of the browser, and shown nowhere.

import { createId, element } from "./dom.js";

const KEY = "toolwright-token";

export function readToken() {
  return sessionStorage.getItem(KEY) ?? "";
}

/** Asks for a token; false if there is none. */
export function askForToken() {
  const id = createId("token");
  const input = element("input", { id, type: "password", autocomplete: "off", required: true });
  const forget = element("button", { type: "button", class: "quiet" }, "Forget the token");
  const cancel = element("button", { type: "button", class: "quiet" }, "Cancel");
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", {}, "Access token"),
    element("p", {}, "This server wants a token. It is kept until you close this tab."),
    element("label", { for: id }, "Token"),
    input,
    element("div", { class: "row" }, element("button", { type: "submit", class: "main" }, "Use the token"), cancel, readToken() && forget),
  );
  const dialog = element("dialog", { "aria-label": "Access token" }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let isGiven = false;
    form.addEventListener("submit", () => {
      sessionStorage.setItem(KEY, input.value.trim());
      isGiven = true;
    });
    cancel.addEventListener("click", () => dialog.close());
    forget.addEventListener("click", () => {
      sessionStorage.removeItem(KEY);
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(isGiven);
    });
    dialog.showModal();
    input.focus();
  });
}
