// Reading JSON Schema 2020-12, as far as a form needs it.

import { isNumber, toNumber } from "./json.js";

/** What a schema says, with the definition that it refers to; annotations beside a reference go first. */
export function resolve(schema, root) {
  let current = schema === true || schema === undefined || schema === null ? {} : schema;
  for (let step = 0; current.$ref !== undefined && step < 20; step += 1) {
    const { $ref, ...beside } = current;
    current = { ...find($ref, root), ...beside };
  }
  return current;
}

function find(reference, root) {
  const steps = reference.replace(/^#\/?/, "").split("/").filter(Boolean);
  let value = root;
  for (const step of steps) {
    value = value?.[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return typeof value === "object" && value !== null ? value : {};
}

/** The types that a schema names, without null. */
export function typesOf(schema) {
  const types = [schema.type ?? []].flat();
  return types.filter((type) => type !== "null");
}

/** A type in a few characters. */
export function describeType(schema, root, depth = 0) {
  const known = resolve(schema, root);
  if (known.enum) return "one of";
  if (known.const !== undefined) return JSON.stringify(known.const);
  const choice = known.anyOf ?? known.oneOf;
  if (choice && depth < 3) {
    return [...new Set(choice.map((one) => describeType(one, root, depth + 1)))].join(" | ");
  }
  const types = [known.type ?? "any"].flat();
  return types
    .map((type) => (type === "array" && depth < 3 ? `${describeType(known.items, root, depth + 1)}[]` : type))
    .join(" | ");
}

/** A tool with its parameters in a line, in the order of the schema; optional ones have a question mark. */
export function describeSignature(name, schema) {
  const parameters = Object.entries(schema.properties ?? {}).map(([parameter, known]) => {
    const mark = (schema.required ?? []).includes(parameter) ? "" : "?";
    return `${parameter}${mark}: ${describeValueType(known, schema)}`;
  });
  return `${name}(${parameters.join(", ")})`;
}

/** The same as `describeType`, but the types of values in place of "one of". */
function describeValueType(schema, root) {
  const known = resolve(schema, root);
  if (!known.enum || known.type !== undefined) return describeType({ ...known, enum: undefined }, root);
  const types = known.enum.map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value));
  return [...new Set(types)].join(" | ");
}

/** Whether a text or a number is within the bounds of a schema, as far as this page can tell. */
export function accepts(schema, value) {
  const number = isNumber(value) ? toNumber(value) : undefined;
  const is = { string: typeof value === "string", number: number !== undefined, integer: Number.isInteger(number) };
  if (!typesOf(schema).some((type) => is[type])) return false;
  if (number !== undefined) {
    const bound = (name, otherwise) => (schema[name] === undefined ? otherwise : toNumber(schema[name]));
    const isWithin = number >= bound("minimum", -Infinity) && number <= bound("maximum", Infinity);
    const isBetween = number > bound("exclusiveMinimum", -Infinity) && number < bound("exclusiveMaximum", Infinity);
    const steps = number / bound("multipleOf", number || 1);
    return isWithin && isBetween && Math.abs(steps - Math.round(steps)) < 1e-9;
  }
  const { length } = [...value];
  return length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? Infinity) && matches(schema.pattern, value);
}

function matches(pattern, text) {
  try {
    return pattern === undefined || new RegExp(pattern, "u").test(text);
  } catch {
    // A pattern that this browser does not know.
    return false;
  }
}

const BOUNDS = {
  minimum: "≥", maximum: "≤", exclusiveMinimum: ">", exclusiveMaximum: "<", multipleOf: "multiple of",
  minLength: "length ≥", maxLength: "length ≤", minItems: "items ≥", maxItems: "items ≤", pattern: "matches", format: "format",
};

/** What a value has to be, beside its type. */
export function describeBounds(schema) {
  const bounds = Object.entries(BOUNDS).filter(([name]) => schema[name] !== undefined);
  const texts = bounds.map(([name, word]) => `${word} ${isNumber(schema[name]) ? JSON.stringify(schema[name]) : schema[name]}`);
  if (schema.enum) texts.unshift(schema.enum.map((value) => JSON.stringify(value)).join(", "));
  return texts.join("; ");
}
