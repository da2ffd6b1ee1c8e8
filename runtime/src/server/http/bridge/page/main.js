// The frame of the page: the list of tools, the search, and which view is shown.

import { RequestError, request } from "./api.js";
import { createCallsView } from "./calls.js";
import { createCompareView } from "./compare.js";
import { element } from "./dom.js";
import { startTheme } from "./theme.js";
import { askForToken } from "./token.js";
import { createBadges, createToolView } from "./tool.js";

const main = document.getElementById("main");
const list = document.getElementById("tools");
const search = document.getElementById("search");
const tags = document.getElementById("tags");
const count = document.getElementById("count");

let tools = [];
const chosenTags = new Set();

async function start() {
  startTheme(document.getElementById("theme"));
  document.getElementById("token").addEventListener("click", async () => {
    if (await askForToken()) load();
  });
  search.addEventListener("input", showList);
  document.addEventListener("keydown", focusSearch);
  window.addEventListener("hashchange", showView);
  await load();
}

async function load() {
  try {
    const page = await request("/page/tools.json");
    tools = page.tools;
    document.title = page.server.title;
    document.getElementById("server-title").textContent = page.server.title;
    document.getElementById("server-version").textContent = page.server.version;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    main.replaceChildren(element("p", { class: "error", role: "alert" }, error.message));
    return;
  }
  showTags();
  showList();
  showView();
}

/** `/` goes to the search, unless somebody is writing. */
function focusSearch(event) {
  const isWriting = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  search.focus();
}

function showTags() {
  const names = [...new Set(tools.flatMap((tool) => tool.tags))].sort();
  const buttons = names.map((name) => {
    const button = element("button", { type: "button", class: "chip", "aria-pressed": "false" }, name);
    button.addEventListener("click", () => {
      if (!chosenTags.delete(name)) chosenTags.add(name);
      button.setAttribute("aria-pressed", String(chosenTags.has(name)));
      showList();
    });
    return button;
  });
  tags.replaceChildren(...buttons);
}

/** The tools that have every word of the search and one of the tags; those with the words in their names first. */
function findTools() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (tool) => [tool.name, tool.title, tool.description, ...tool.tags].join(" ").toLowerCase();
  const hasTag = (tool) => chosenTags.size === 0 || tool.tags.some((tag) => chosenTags.has(tag));
  const found = tools.filter((tool) => hasTag(tool) && words.every((word) => text(tool).includes(word)));
  const inName = (tool) => words.filter((word) => tool.name.toLowerCase().includes(word)).length;
  return words.length === 0 ? found : found.sort((a, b) => inName(b) - inName(a));
}

function showList() {
  const found = findTools();
  count.textContent = found.length === tools.length ? `${tools.length} tools` : `${found.length} of ${tools.length} tools`;
  list.replaceChildren(...found.map(createEntry));
  markCurrent();
}

function createEntry(tool) {
  const href = `#/tools/${encodeURIComponent(tool.name)}`;
  const link = element("a", { href }, element("span", { class: "name" }, tool.name), element("span", { class: "muted" }, tool.title || tool.description));
  return element("li", {}, link, createBadges(tool));
}

function markCurrent() {
  for (const link of list.querySelectorAll("a")) {
    const isCurrent = link.getAttribute("href") === location.hash.split("?")[0];
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function showView() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [kind, ...names] = path.split("/").map(decodeStep);
  const view = createView(kind, names, new URLSearchParams(query));
  main.replaceChildren(view);
  document.body.classList.toggle("has-view", kind !== "");
  markCurrent();
  // A click on a link moves the reading position too, but not the first view of the page.
  if (kind !== "") main.focus({ preventScroll: false });
}

/** A step of an address, which somebody may have written by hand. */
function decodeStep(step) {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function createView(kind, names, query) {
  if (kind === "calls") return createCallsView();
  if (kind === "compare") return createCompareView(tools, ...names);
  const tool = kind === "tools" ? tools.find((one) => one.name === names[0]) : undefined;
  if (tool) return createToolView(tool, query.get("call"));
  if (kind === "tools") return element("p", { class: "error", role: "alert" }, `There is no tool ${names[0]}.`);
  return element("section", { class: "welcome" }, element("h2", {}, "Choose a tool"), element("p", { class: "muted" }, "Its parameters, a form to call it and the same call in other languages are shown here."));
}

start();
