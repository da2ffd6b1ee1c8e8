// The page of one tool: what it takes, a form to call it, and the answer.

import { RequestError, callTool, findViolation } from "./api.js";
import { createTableOf, readCalls, recordCall } from "./calls.js";
import { createCode, createCopyButton, createId, element } from "./dom.js";
import { createForm } from "./form.js";
import { createHistory } from "./history.js";
import { formatJson, parseJson } from "./json.js";
import { describeBounds, describeSignature, describeType, resolve } from "./schema.js";
import { writeCurl, writeJsonRpc, writeRust } from "./snippets.js";
import { createTabs } from "./tabs.js";

/** How long after the last key the server is asked. */
const PAUSE = 150;

/** The page of a tool; `callIndex` fills in the arguments of a recent call. */
export function createToolView(tool, callIndex) {
  const caller = createCaller(tool);
  const earlier = callIndex === null ? undefined : readCalls()[Number(callIndex)];
  if (earlier?.tool === tool.name && earlier.args !== undefined) caller.write(earlier.args);
  const signature = describeSignature(tool.name, tool.inputSchema);
  return element(
    "article",
    {},
    element("h2", {}, tool.title || tool.name),
    element("p", { class: "badges" }, element("code", {}, tool.name), createBadges(tool), tool.tags.map((tag) => element("span", { class: "badge" }, tag))),
    tool.description !== tool.title && element("p", { class: "description" }, tool.description),
    element("div", { class: "signature" }, createCode(signature), createCopyButton(() => signature)),
    caller.node,
    element("h3", {}, "Parameters"),
    createParameters(tool),
    element("details", {}, element("summary", {}, "JSON Schema"), createCode(JSON.stringify(tool.inputSchema, null, 2))),
    createHistory(tool),
  );
}

/** What a tool does to the world. */
export function createBadges(tool) {
  if (tool.read_only) return element("span", { class: "badge good" }, "reads only");
  return tool.destructive ? element("span", { class: "badge bad" }, "may destroy") : element("span", { class: "badge" }, "writes");
}

function createParameters(tool) {
  const { inputSchema: schema } = tool;
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return element("p", { class: "muted" }, "None.");
  const rows = properties.map(([name, written]) => {
    const known = resolve(written, schema);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, element("code", {}, name)),
      element("td", {}, describeType(written, schema)),
      element("td", {}, (schema.required ?? []).includes(name) ? "yes" : ""),
      element("td", {}, describeBounds(known)),
      element("td", {}, known.default === undefined ? "" : JSON.stringify(known.default)),
      element("td", {}, known.description ?? ""),
    );
  });
  return createTableOf("Parameters", ["Name", "Type", "Required", "Bounds", "Default", "Description"], rows);
}

/** The form, its validation, the call and its answer. */
function createCaller(tool) {
  let wanted = 0;
  let timer;
  let shownField;
  // From here on what was said of other arguments does not hold.
  const validateSoon = () => {
    wanted += 1;
    showVerdict("");
    clearTimeout(timer);
    timer = setTimeout(validate, PAUSE);
  };
  const form = createForm(tool.inputSchema, validateSoon);
  const jsonId = createId("json");
  const json = element("textarea", { id: jsonId, rows: 10, spellcheck: "false", class: "json" });
  const jsonField = element("div", { class: "field", hidden: true }, element("label", { for: jsonId }, "Arguments as JSON"), json);
  const verdict = element("p", { class: "verdict", role: "status" });
  const answer = element("div", { class: "answer", role: "region", "aria-label": "Answer", tabindex: -1 });
  const asJson = element("button", { type: "button", class: "quiet", "aria-pressed": "false" }, "Edit as JSON");
  const call = element("button", { type: "submit", class: "main" }, "Call the tool");
  const cancel = element("button", { type: "button", hidden: true }, "Cancel");

  // The arguments, or why there are none.
  const read = () => {
    if (jsonField.hidden) return { args: form.read() };
    try {
      return { args: parseJson(json.value) };
    } catch (error) {
      return { problem: `The arguments are not JSON: ${error.message}` };
    }
  };
  const argumentsOr = (otherwise) => {
    const { args } = read();
    return args === undefined ? otherwise : args;
  };
  const snippets = createTabs("The same call", {
    curl: () => writeCurl(tool.name, argumentsOr({})),
    "JSON-RPC": () => writeJsonRpc(tool.name, argumentsOr({})),
    Rust: () => writeRust(tool.name, argumentsOr({})),
  });

  function showVerdict(text, isGood = false) {
    verdict.textContent = text;
    verdict.className = `verdict ${isGood ? "good" : "bad"}`;
  }
  const showAtField = (field, text) => {
    shownField?.show("");
    shownField = field;
    shownField?.show(text);
  };
  const showViolation = (violation) => {
    if (violation === undefined) {
      showAtField(undefined);
      return showVerdict("These arguments are valid.", true);
    }
    const { path, message } = splitError(violation);
    showAtField(jsonField.hidden ? form.find(path) : undefined, message);
    return showVerdict(violation.message);
  };
  /** Says why it is not known whether the arguments are valid. */
  const showProblem = (text) => {
    showAtField(undefined);
    showVerdict(text);
  };
  async function validate() {
    const number = (wanted += 1);
    const { args, problem } = read();
    if (problem) return showProblem(problem);
    snippets.update();
    try {
      const violation = await findViolation(tool.name, args);
      if (number === wanted) showViolation(violation);
    } catch (error) {
      if (number === wanted) showProblem(error.message);
      if (!(error instanceof RequestError)) throw error;
    }
    return undefined;
  }
  json.addEventListener("input", validateSoon);
  asJson.addEventListener("click", () => {
    if (jsonField.hidden) json.value = JSON.stringify(form.read(), null, 2);
    else if (!isJson(json.value)) return void validate();
    else form.write(parseJson(json.value));
    jsonField.hidden = !jsonField.hidden;
    form.node.hidden = !form.node.hidden;
    asJson.setAttribute("aria-pressed", String(!jsonField.hidden));
    validate();
  });

  let abort;
  cancel.addEventListener("click", () => abort?.abort());
  const run = async () => {
    const { args, problem } = read();
    if (problem) return showProblem(problem);
    if (tool.destructive && !(await confirmCall(tool, args))) return undefined;
    abort = new AbortController();
    call.disabled = true;
    cancel.hidden = false;
    answer.replaceChildren(element("p", { class: "muted" }, "Running …"));
    const began = performance.now();
    let outcome;
    try {
      outcome = describeAnswer(await callTool(tool.name, args, abort.signal));
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof RequestError)) throw error;
      const message = error.name === "AbortError" ? "Cancelled. The tool may have done a part of its work." : error.message;
      outcome = { isOk: false, outcome: "failed", nodes: [element("p", { class: "error" }, message)] };
    } finally {
      call.disabled = false;
      cancel.hidden = true;
    }
    const ms = performance.now() - began;
    recordCall({ tool: tool.name, args, isOk: outcome.isOk, outcome: outcome.outcome, ms, at: Date.now() });
    answer.replaceChildren(element("h3", {}, `Answer `, element("span", { class: outcome.isOk ? "good" : "bad" }, outcome.outcome), element("span", { class: "muted" }, ` after ${ms.toFixed(0)} ms`)), ...outcome.nodes);
    answer.focus();
    return undefined;
  };
  const node = element(
    "form",
    { class: "call", novalidate: true, "aria-label": `Call ${tool.name}` },
    element("div", { class: "row between" }, element("h3", {}, "Call it"), asJson),
    form.node,
    jsonField,
    verdict,
    element("div", { class: "row" }, call, cancel),
    answer,
    element("h3", {}, "The same call"),
    snippets.node,
  );
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  const write = (args) => {
    form.write(args);
    validate();
  };
  return { node, write };
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The way to what is wrong, and a message for that place; a missing member is found at its own field. */
export function splitError({ pointer, message }) {
  const steps = pointer.split("/").slice(1);
  const path = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const [, text] = /^Validation error at '[\s\S]*?': ([\s\S]*)$/.exec(message) ?? [undefined, message];
  // Python's form of a text: in double quotes only if it has a single one.
  const missing = /^(['"])([\s\S]*)\1 is a required property$/.exec(text);
  return { path: missing ? [...path, missing[2].replace(/\\(['\\])/g, "$1")] : path, message: text };
}

function describeAnswer(answer) {
  if (!answer.ok) {
    const outcome = answer.meta?.validation === "failed" ? "not valid" : "failed";
    return { isOk: false, outcome, nodes: answer.errors.map((error) => createCode(String(error))) };
  }
  const nodes = (answer.data.content ?? []).map(createContent);
  return { isOk: true, outcome: "ok", nodes };
}

/** A text, formatted if it is JSON; other content as MCP has it. */
function createContent(content) {
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
  const shown = formatJson(text);
  return element("div", { class: "content" }, createCopyButton(() => shown), createCode(shown));
}

function confirmCall(tool, args) {
  const yes = element("button", { value: "yes", class: "danger" }, "Call it");
  const no = element("button", { value: "no" }, "Do not");
  const title = element("h2", { id: createId("confirm") }, `Call ${tool.name}?`);
  const form = element("form", { method: "dialog" }, title, element("p", {}, "This tool may destroy something. It is called with:"), createCode(JSON.stringify(args, null, 2)), element("div", { class: "row" }, no, yes));
  const dialog = element("dialog", { "aria-labelledby": title.id }, form);
  document.body.append(dialog);
  return new Promise((resolved) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolved(dialog.returnValue === "yes");
    });
    dialog.showModal();
    no.focus();
  });
}
