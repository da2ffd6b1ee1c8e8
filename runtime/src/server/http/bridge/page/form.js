// A form for a JSON Schema. A field reads and writes a value, and knows the field at the end of a path, so that a
// violation is shown where it is. What a form cannot say is written as JSON.
//
// What nobody has entered is not sent: a group or a list without a value is absent, also if a schema requires it within
// a group that is absent itself. A group that is there has the groups and lists that it requires, if only empty ones.
// What was written, by hand as JSON or by an earlier call, is read as it was until somebody changes it.

import { createId, element } from "./dom.js";
import {
  ABSENT, createChoiceField, createJsonField, createNumberField, createTextField, describeHint, showError,
} from "./input.js";
import { isNumber, isObject, setMember } from "./json.js";
import { describeType, resolve, typesOf } from "./schema.js";

const DEEPEST = 5;

/** A field for the arguments of a tool. */
export function createForm(schema, onChange) {
  const context = { root: schema, onChange };
  const field = createObjectField(resolve(schema, schema), { ...context, depth: 0 }, element("div", { class: "fields" }));
  return { ...field, read: () => field.read(true) };
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
    case "string": return createTextField(known, context, label);
    case "integer":
    case "number": return createNumberField(known, context, label);
    case "array": return createListField(known, below, label);
    case "object":
      if (known.properties) return createGroupField(known, below, label);
      return createJsonField(known, context, label);
    default: return createJsonField(known, context, label);
  }
}

function createGroupField(known, context, label) {
  const legend = element("legend", {}, label.name, label.isRequired && element("span", { class: "required" }, " required"));
  const hint = known.description && element("p", { class: "hint" }, known.description);
  return createObjectField(known, context, element("fieldset", {}, legend, hint));
}

function createObjectField(known, context, node) {
  const required = new Set(known.required ?? []);
  const fields = new Map();
  // What was written and has no place in the fields: no object, an empty one, or that there is none.
  let kept;
  // Members that the form has no field for.
  let others = {};
  const onChange = () => {
    kept = undefined;
    context.onChange();
  };
  for (const [name, schema] of Object.entries(known.properties ?? {})) {
    const field = createField(schema, { ...context, onChange }, { name, isRequired: required.has(name) });
    fields.set(name, field);
    node.append(field.node);
  }
  const read = (isNeeded) => {
    if (kept) return kept.value;
    const members = [...fields].map(([name, field]) => [name, field, field.read(false)]);
    const isEmpty = Object.keys(others).length === 0 && members.every(([, , member]) => member === ABSENT);
    if (isEmpty && !isNeeded) return ABSENT;
    const value = { ...others };
    for (const [name, field, given] of members) {
      const member = given === ABSENT && required.has(name) ? field.read(true) : given;
      if (member !== ABSENT) setMember(value, name, member);
    }
    return value;
  };
  const reset = () => {
    kept = undefined;
    others = {};
    for (const field of fields.values()) field.reset();
  };
  const write = (value) => {
    reset();
    if (!isObject(value) || Object.keys(value).length === 0) kept = { value };
    if (!isObject(value)) return;
    for (const [name, field] of fields) {
      if (Object.hasOwn(value, name)) field.write(value[name]);
      else field.leaveOut();
    }
    for (const [name, member] of Object.entries(value)) {
      if (!fields.has(name)) setMember(others, name, member);
    }
  };
  const leaveOut = () => {
    reset();
    kept = { value: ABSENT };
  };
  const find = ([name, ...rest]) => fields.get(name)?.find(rest);
  return { node, read, write, reset, leaveOut, find };
}

function createListField(known, context, label) {
  const list = element("div", { class: "items" });
  const items = [];
  // What was written and has no place in the items: no list, an empty one, or that there is none.
  let kept;
  const onChange = () => {
    kept = undefined;
    context.onChange();
  };
  const add = () => {
    const field = createField(known.items ?? {}, { ...context, onChange }, { name: `${label.name} ${items.length + 1}`, isRequired: true });
    const remove = element("button", { type: "button", class: "quiet", "aria-label": `Remove ${label.name}` }, "Remove");
    const row = element("div", { class: "item" }, field.node, remove);
    const item = { field, row };
    remove.addEventListener("click", () => {
      items.splice(items.indexOf(item), 1);
      row.remove();
      onChange();
    });
    items.push(item);
    list.append(row);
    return field;
  };
  const button = element("button", { type: "button" }, `Add to ${label.name}`);
  button.addEventListener("click", () => {
    add().find([])?.focus?.();
    onChange();
  });
  const error = element("p", { class: "error", hidden: true });
  const legend = element("legend", {}, label.name, label.isRequired && element("span", { class: "required" }, " required"), element("span", { class: "type" }, ` ${describeType(known, context.root)}`));
  const hint = describeHint(known);
  const node = element("fieldset", {}, legend, hint && element("p", { class: "hint" }, hint), list, button, error);
  const reset = () => {
    kept = undefined;
    while (items.length > 0) items.pop().row.remove();
  };
  // Items without a value are not sent, and do not count when the server says which one is wrong.
  const sent = () => items.filter(({ field }) => field.read(true) !== ABSENT);
  return {
    node,
    read: (isNeeded) => {
      if (kept) return kept.value;
      const values = sent().map(({ field }) => field.read(true));
      return values.length === 0 && !isNeeded ? ABSENT : values;
    },
    write: (value) => {
      reset();
      if (!Array.isArray(value) || value.length === 0) kept = { value };
      if (Array.isArray(value)) value.forEach((one) => add().write(one));
    },
    reset,
    leaveOut: () => {
      reset();
      kept = { value: ABSENT };
    },
    find: ([index, ...rest]) => {
      const item = index === undefined ? undefined : sent()[Number(index)];
      if (item) return item.field.find(rest) ?? { show: (text) => showError(node, error, text) };
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
    field = createField(others[index] ?? {}, context, label);
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
    read: (isNeeded) => field.read(isNeeded),
    write: (value) => {
      choose(findBest(others, value));
      field.write(value);
    },
    reset: () => choose(0),
    leaveOut: () => {
      choose(0);
      field.leaveOut();
    },
    find: (path) => field.find(path) ?? { show: (text) => showError(node, error, text) },
  };
}

/** The place of the alternative that has the type of a value, and most of its members. */
function findBest(alternatives, value) {
  const type = Array.isArray(value) ? "array" : isNumber(value) ? "number" : typeof value;
  const isOfType = (schema) => typesOf(schema).some((name) => name === type || (type === "number" && name === "integer"));
  const keys = isObject(value) ? Object.keys(value) : [];
  const known = (schema) => keys.filter((key) => Object.hasOwn(schema.properties ?? {}, key)).length;
  const places = alternatives.map((schema) => (isOfType(schema) ? 1 + known(schema) : 0));
  return Math.max(0, places.indexOf(Math.max(...places)));
}
