// Reading JSON Schema 2020-12, as far as a form needs it.

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

const BOUNDS = {
  minimum: "≥", maximum: "≤", exclusiveMinimum: ">", exclusiveMaximum: "<", multipleOf: "multiple of",
  minLength: "length ≥", maxLength: "length ≤", minItems: "items ≥", maxItems: "items ≤", pattern: "matches", format: "format",
};

/** What a value has to be, beside its type. */
export function describeBounds(schema) {
  const bounds = Object.entries(BOUNDS).filter(([name]) => schema[name] !== undefined);
  const texts = bounds.map(([name, word]) => `${word} ${schema[name]}`);
  if (schema.enum) texts.unshift(schema.enum.map((value) => JSON.stringify(value)).join(", "));
  return texts.join("; ");
}
