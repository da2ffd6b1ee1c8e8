// Fields of one input: texts, numbers, choices and JSON. A value that was written is read as it was, until somebody
// changes it: an input has no place for some of them, such as a number where a text belongs.

import { createId, element } from "./dom.js";
import { exactNumber, parseJson } from "./json.js";
import { accepts, describeBounds, describeType } from "./schema.js";

/** What is not in the form at all. */
export const ABSENT = Symbol("absent");

/** So many characters of a text are seen in one line. */
const LINE = 120;

/**
 * A field: `read` gives its value or `ABSENT`, `write` sets it, `reset` empties it, `leaveOut` does the same and means
 * it (see groups and lists in form.js), and `find` is where a violation is shown.
 */
function createInputField(first, known, context, label, { readText, showValue }) {
  let input = first;
  // What was written and not changed since.
  let kept;
  const error = element("p", { class: "error", id: createId("error"), hidden: true });
  const id = createId("field");
  const hint = describeHint(known);
  const help = element("p", { class: "hint", id: createId("hint") }, hint);
  const change = () => {
    kept = undefined;
    context.onChange();
  };
  const prepare = (next) => {
    next.id = id;
    next.setAttribute("aria-describedby", `${help.id} ${error.id}`);
    next.addEventListener("input", change);
    next.addEventListener("change", change);
    return next;
  };
  /** Another input in the place of this one, with the same text. */
  const replaceInput = (next) => {
    next.value = input.value;
    input.replaceWith(prepare(next));
    input = next;
  };
  const reset = () => {
    kept = undefined;
    input.value = "";
  };
  prepare(input);
  const node = element("div", { class: "field" }, createLabel(label, id, known, context), input, hint && help, error);
  return {
    node,
    read: () => (kept ? kept.value : input.value === "" ? ABSENT : readText(input.value)),
    write: (value) => {
      showValue(value, () => input, replaceInput);
      kept = { value };
    },
    reset,
    leaveOut: reset,
    find: () => ({ show: (text) => showError(input, error, text), focus: () => input.focus() }),
    replaceInput,
    change,
  };
}

/** Shows what is wrong at a node, or nothing. */
export function showError(node, error, text) {
  error.textContent = text ?? "";
  error.hidden = !text;
  if (text) node.setAttribute("aria-invalid", "true");
  else node.removeAttribute("aria-invalid");
}

function createLabel(label, id, known, context) {
  return element(
    "label",
    { for: id },
    element("span", { class: "name" }, label.name),
    label.isRequired && element("span", { class: "required" }, " required"),
    element("span", { class: "type" }, ` ${describeType(known, context.root)}`),
  );
}

/** The description, the bounds and the default of a schema. */
export function describeHint(known) {
  const texts = [known.description, describeBounds(known.enum ? {} : known)].filter(Boolean);
  if (known.default !== undefined) texts.push(`default ${JSON.stringify(known.default)}`);
  return texts.join(" · ");
}

/** A text: a line, or several where the text has them or may be long. */
export function createTextField(known, context, label) {
  const isLong = known.maxLength > 300 || known.contentEncoding !== undefined;
  const attributes = { autocomplete: "off", spellcheck: "false", placeholder: findPlaceholder(known) };
  const createLines = () => element("textarea", { ...attributes, rows: 4 });
  const line = element("input", attributes);
  const field = createInputField(isLong ? createLines() : line, known, context, label, {
    readText: (text) => (text === "null" && isNullable(known) ? null : text),
    showValue: (value, input, replaceInput) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      // The input of one line drops line breaks.
      if (input() === line && (/[\r\n]/.test(text) || text.length > LINE)) replaceInput(createLines());
      input().value = text;
    },
  });
  line.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = line;
    const lines = createLines();
    field.replaceInput(lines);
    lines.focus();
    lines.setRangeText(text, selectionStart, selectionEnd, "end");
    field.change();
  });
  return field;
}

/** A number, or the text as it is: the server says what is wrong with it. */
export function createNumberField(known, context, label) {
  const input = element("input", {
    autocomplete: "off", spellcheck: "false", placeholder: findPlaceholder(known), inputmode: "decimal",
  });
  return createInputField(input, known, context, label, {
    readText: (text) => {
      if (text.trim() === "null" && isNullable(known)) return null;
      return /^\s*-?\d+(\.\d+)?([eE][-+]?\d+)?\s*$/.test(text) ? exactNumber(Number(text), text.trim()) : text;
    },
    showValue: (value) => (input.value = typeof value === "string" ? value : JSON.stringify(value)),
  });
}

function isNullable(known) {
  return [known.type].flat().includes("null");
}

/** The default or an example, if the server would take it. */
function findPlaceholder(known) {
  const example = [known.default, ...(known.examples ?? [])].find((one) => one !== undefined && accepts(known, one));
  return example === undefined || typeof example === "string" ? example : JSON.stringify(example);
}

/** One of several values. */
export function createChoiceField(values, known, context, label) {
  const nameOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const createOption = (value, index) => element("option", { value: index }, nameOf(value));
  const choices = [...values];
  const input = element("select", {}, element("option", { value: "" }, "—"), choices.map(createOption));
  return createInputField(input, known, context, label, {
    readText: (index) => choices[Number(index)],
    showValue: (value) => {
      const text = JSON.stringify(value);
      let index = choices.findIndex((one) => JSON.stringify(one) === text);
      if (index < 0) {
        // Not one of them, and shown nevertheless: the server says that it is wrong.
        index = choices.push(value) - 1;
        input.append(createOption(value, index));
      }
      input.value = String(index);
    },
  });
}

/** Any value, as JSON. */
export function createJsonField(known, context, label) {
  const input = element("textarea", { rows: 3, spellcheck: "false", placeholder: "JSON", class: "json" });
  return createInputField(input, known, context, label, {
    readText: (text) => {
      if (text.trim() === "") return ABSENT;
      try {
        return parseJson(text);
      } catch {
        return text;
      }
    },
    showValue: (value) => (input.value = JSON.stringify(value, null, 2)),
  });
}
