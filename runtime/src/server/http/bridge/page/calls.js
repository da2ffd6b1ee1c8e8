// The calls of this session: what was called with which arguments, how it ended and how long it took.

import { element } from "./dom.js";
import { parseJson } from "./json.js";

const KEY = "toolwright-calls";
const MOST = 50;

export function readCalls() {
  try {
    return parseJson(sessionStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

export function recordCall(call) {
  const calls = [call, ...readCalls()].slice(0, MOST);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(calls));
  } catch {
    // Arguments may be larger than a browser keeps.
    sessionStorage.setItem(KEY, JSON.stringify(calls.map(({ args, ...rest }) => rest)));
  }
}

/** The page of recent calls. */
export function createCallsView() {
  const calls = readCalls();
  const title = element("h2", {}, "Recent calls");
  if (calls.length === 0) return element("section", {}, title, element("p", { class: "muted" }, "Nothing was called in this tab so far."));
  const clear = element("button", { type: "button" }, "Clear");
  const section = element("section", {}, title, createTimes(calls), element("h3", {}, "Each call"), createTable(calls), clear);
  clear.addEventListener("click", () => {
    sessionStorage.removeItem(KEY);
    section.replaceWith(createCallsView());
  });
  return section;
}

function createTable(calls) {
  const rows = calls.map((call, index) =>
    element(
      "tr",
      {},
      element("td", {}, new Date(call.at).toLocaleTimeString()),
      element("td", {}, element("a", { href: `#/tools/${encodeURIComponent(call.tool)}?call=${index}` }, call.tool)),
      element("td", {}, element("code", {}, JSON.stringify(call.args ?? {}).slice(0, 120))),
      element("td", { class: call.isOk ? "good" : "bad" }, call.outcome),
      element("td", { class: "number" }, `${call.ms.toFixed(0)} ms`),
    ),
  );
  return createTableOf("The calls of this tab", ["Time", "Tool", "Arguments", "Outcome", "Took"], rows);
}

function createTimes(calls) {
  const byTool = Map.groupBy ? Map.groupBy(calls, (call) => call.tool) : groupByTool(calls);
  const rows = [...byTool].map(([tool, all]) => {
    const times = all.map((call) => call.ms).sort((a, b) => a - b);
    const cells = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
    return element("tr", {}, element("td", {}, tool), element("td", { class: "number" }, times.length), cells.map((ms) => element("td", { class: "number" }, `${ms.toFixed(0)} ms`)));
  });
  return createTableOf("Times by tool", ["Tool", "Calls", "Least", "Median", "Most"], rows);
}

function groupByTool(calls) {
  const groups = new Map();
  for (const call of calls) groups.set(call.tool, [...(groups.get(call.tool) ?? []), call]);
  return groups;
}

/** A table that scrolls in itself on a narrow screen. */
export function createTableOf(caption, heads, rows) {
  const head = element("tr", {}, heads.map((text) => element("th", { scope: "col" }, text)));
  const table = element("table", {}, element("caption", { class: "hidden" }, caption), element("thead", {}, head), element("tbody", {}, rows));
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption }, table);
}
