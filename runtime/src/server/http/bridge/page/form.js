// A form for a JSON Schema. A field reads and writes a value, and knows the field at the end of a path, so that a
// violation is shown where it is. What a form cannot say is written as JSON.

import { createId, element } from "./dom.js";
import { exactNumber, isNumber, parseJson } from "./json.js";
import { describeBounds, describeType, resolve, typesOf } from "./schema.js";

const DEEPEST = 5;

/** What is not in the form at all. */
export const ABSENT = Symbol("absent");

/** A field for the arguments of a tool. */
export function createForm(schema, onChange) {
  const context = { root: schema, onChange };
  return createObjectField(resolve(schema, schema), { ...context, depth: 0 }, element("div", { class: "fields" }));
}

function createField(schema, context, label) {
  const known = resolve(schema, context.root);
  const below = { ...context, depth: context.depth + 1 };
  if (context.depth > DEEPEST) return createJsonField(known, context, label);
  if (known.enum) return createChoiceField(known.enum, known, context, label);
  const choice = known.anyOf ?? known.oneOf;
  const types = typesOf(known);
  if (choice) return createAlternativesField(choice, known, below, label);
  if (types.length !== 1 || known.const !== undefined) return createJsonField(known, context, label);
  switch (types[0]) {
    case "boolean": return createChoiceField([true, false], known, context, label);
    case "string": return createTextField(known, context, label, readText);
    case "integer":
    case "number": return createTextField(known, context, label, readNumber);
    case "array": return createListField(known, below, label);
    case "object":
      if (known.properties) return createGroupField(known, below, label);
      return createJsonField(known, context, label);
    default: return createJsonField(known, context, label);
  }
}

// Fields of one input.

function createInputField(input, known, context, label, { read, write }) {
  const error = element("p", { class: "error", id: createId("error"), hidden: true });
  const id = createId("field");
  const hint = describeHint(known);
  const help = element("p", { class: "hint", id: createId("hint") }, hint);
  input.id = id;
  input.setAttribute("aria-describedby", `${help.id} ${error.id}`);
  input.addEventListener("input", context.onChange);
  input.addEventListener("change", context.onChange);
  const node = element("div", { class: "field" }, createLabel(label, id, known, context), input, hint && help, error);
  return { node, read, write, find: () => ({ show: (text) => showError(input, error, text), focus: () => input.focus() }) };
}

function showError(input, error, text) {
  error.textContent = text ?? "";
  error.hidden = !text;
  if (text) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
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

function describeHint(known) {
  const texts = [known.description, describeBounds(known.enum ? {} : known)].filter(Boolean);
  if (known.default !== undefined) texts.push(`default ${JSON.stringify(known.default)}`);
  return texts.join(" · ");
}

function createTextField(known, context, label, readInput) {
  const isLong = known.maxLength > 300 || known.contentEncoding !== undefined;
  const example = known.default ?? known.examples?.[0];
  const input = element(isLong ? "textarea" : "input", {
    autocomplete: "off",
    spellcheck: "false",
    placeholder: example === undefined ? undefined : String(example),
    inputmode: readInput === readNumber ? "decimal" : undefined,
  });
  return createInputField(input, known, context, label, {
    read: () => (input.value === "" ? ABSENT : readInput(input.value, known)),
    write: (value) => (input.value = typeof value === "string" ? value : JSON.stringify(value)),
  });
}

/** A text; `null` for a text that may be null. */
function readText(text, known) {
  return text === "null" && [known.type].flat().includes("null") ? null : text;
}

/** A number, or the text as it is: the server says what is wrong with it. */
function readNumber(text, known) {
  if (text.trim() === "null" && [known.type].flat().includes("null")) return null;
  return /^\s*-?\d+(\.\d+)?([eE][-+]?\d+)?\s*$/.test(text) ? exactNumber(Number(text), text.trim()) : text;
}

function createChoiceField(values, known, context, label) {
  const input = element(
    "select",
    {},
    element("option", { value: "" }, "—"),
    values.map((value, index) => element("option", { value: index }, typeof value === "string" ? value : JSON.stringify(value))),
  );
  return createInputField(input, known, context, label, {
    read: () => (input.value === "" ? ABSENT : values[Number(input.value)]),
    write: (value) => (input.value = String(values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value)))),
  });
}

function createJsonField(known, context, label) {
  const input = element("textarea", { rows: 3, spellcheck: "false", placeholder: "JSON", class: "json" });
  return createInputField(input, known, context, label, {
    read: () => {
      if (input.value.trim() === "") return ABSENT;
      try {
        return parseJson(input.value);
      } catch {
        return input.value;
      }
    },
    write: (value) => (input.value = JSON.stringify(value, null, 2)),
  });
}

// Fields of several.

function createGroupField(known, context, label) {
  const legend = element("legend", {}, label.name, label.isRequired && element("span", { class: "required" }, " required"));
  const hint = known.description && element("p", { class: "hint" }, known.description);
  return createObjectField(known, context, element("fieldset", {}, legend, hint), label);
}

function createObjectField(known, context, node, label) {
  const required = known.required ?? [];
  const fields = new Map();
  for (const [name, schema] of Object.entries(known.properties ?? {})) {
    const field = createField(schema, context, { name, isRequired: required.includes(name) });
    fields.set(name, field);
    node.append(field.node);
  }
  // What the form has no field for is kept.
  let others = {};
  const read = () => {
    const value = { ...others };
    for (const [name, field] of fields) {
      const member = field.read();
      if (member !== ABSENT) value[name] = member;
    }
    const isEmpty = Object.keys(value).length === 0;
    return isEmpty && label && !label.isRequired ? ABSENT : value;
  };
  const write = (value) => {
    others = {};
    for (const [name, member] of Object.entries(value ?? {})) {
      if (fields.has(name)) fields.get(name).write(member);
      else others[name] = member;
    }
  };
  const find = ([name, ...rest]) => fields.get(name)?.find(rest);
  return { node, read, write, find };
}

function createListField(known, context, label) {
  const list = element("div", { class: "items" });
  const fields = [];
  const add = (value = ABSENT) => {
    const field = createField(known.items ?? {}, context, { name: `${label.name} ${fields.length + 1}`, isRequired: true });
    const remove = element("button", { type: "button", class: "quiet", "aria-label": `Remove ${label.name}` }, "Remove");
    const row = element("div", { class: "item" }, field.node, remove);
    const item = { field, row };
    remove.addEventListener("click", () => {
      fields.splice(fields.indexOf(item), 1);
      row.remove();
      context.onChange();
    });
    if (value !== ABSENT) field.write(value);
    fields.push(item);
    list.append(row);
    return field;
  };
  const button = element("button", { type: "button" }, `Add to ${label.name}`);
  button.addEventListener("click", () => {
    add().find([])?.focus?.();
    context.onChange();
  });
  const error = element("p", { class: "error", hidden: true });
  const legend = element("legend", {}, label.name, label.isRequired && element("span", { class: "required" }, " required"), element("span", { class: "type" }, ` ${describeType(known, context.root)}`));
  const hint = describeHint(known);
  const node = element("fieldset", {}, legend, hint && element("p", { class: "hint" }, hint), list, button, error);
  return {
    node,
    read: () => {
      const values = fields.map(({ field }) => field.read()).filter((value) => value !== ABSENT);
      return values.length === 0 && !label.isRequired ? ABSENT : values;
    },
    write: (value) => {
      while (fields.length > 0) fields.pop().row.remove();
      for (const one of Array.isArray(value) ? value : [value]) add(one);
    },
    find: ([index, ...rest]) => {
      const item = fields[Number(index)];
      if (index !== undefined && item) return item.field.find(rest) ?? { show: (text) => showError(node, error, text) };
      return { show: (text) => showError(node, error, text), focus: () => button.focus() };
    },
  };
}

function createAlternativesField(choice, known, context, label) {
  const alternatives = choice.map((schema) => resolve(schema, context.root));
  const isNull = (schema) => schema.type === "null";
  const others = alternatives.filter((schema) => !isNull(schema));
  if (others.length === 1) return createField({ ...others[0], description: known.description ?? others[0].description }, context, label);
  const names = others.map((schema, index) => schema.title ?? `${index + 1}: ${describeType(schema, context.root)}`);
  const select = element("select", {}, names.map((name, index) => element("option", { value: index }, name)));
  const id = createId("alternative");
  select.id = id;
  const place = element("div", {});
  let field;
  const choose = (index) => {
    select.value = String(index);
    field = createField(others[index], context, label);
    place.replaceChildren(field.node);
  };
  select.addEventListener("change", () => {
    choose(Number(select.value));
    context.onChange();
  });
  choose(0);
  const error = element("p", { class: "error", hidden: true });
  const node = element("fieldset", {}, element("legend", {}, label.name), element("label", { for: id }, "One of"), select, place, error);
  return {
    node,
    read: () => field.read(),
    write: (value) => {
      const type = Array.isArray(value) ? "array" : isNumber(value) ? "number" : typeof value;
      const fits = (schema) => typesOf(schema).some((name) => name === type || (type === "number" && name === "integer"));
      const keys = type === "object" && value ? Object.keys(value) : [];
      const places = others.map((schema) => (fits(schema) ? 1 + keys.filter((key) => schema.properties?.[key] !== undefined).length : 0));
      choose(places.indexOf(Math.max(...places)));
      field.write(value);
    },
    find: (path) => field.find(path) ?? { show: (text) => showError(node, error, text) },
  };
}
