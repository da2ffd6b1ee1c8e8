// JSON whose numbers stay as they are written: JavaScript has 53 bits for them, and an id may have 64.

/** The value of a JSON text. A number that JavaScript would change is kept as its text. */
export function parseJson(text) {
  return JSON.parse(text, (_, value, context) => (typeof value === "number" && context ? exactNumber(value, context.source) : value));
}

/** A number of that text: its value, or where that is another number and the browser can keep it, the text. */
export function exactNumber(value, text) {
  if (isExact(value, text) || JSON.rawJSON === undefined) return value;
  try {
    return JSON.rawJSON(text);
  } catch {
    return value;
  }
}

function isExact(value, text) {
  if (String(value) === text) return true;
  if (!Number.isFinite(value)) return false;
  return /^-?\d+$/.test(text) ? BigInt(text) === BigInt(value) : text.replace(/\D/g, "").length <= 15;
}

/** Whether it is a number, or one that was kept as its text. */
export function isNumber(value) {
  return typeof value === "number" || JSON.isRawJSON?.(value) === true;
}

/** The number that is nearest to one that may have been kept as its text. */
export function toNumber(value) {
  return typeof value === "number" ? value : Number(value.rawJSON);
}

/** Whether it has members, unlike a list, `null` and a number that was kept as its text. */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && JSON.isRawJSON?.(value) !== true;
}

/** Sets a member of an object, also one named `__proto__`, which an assignment would take for the prototype. */
export function setMember(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** A text formatted, if it is JSON. */
export function formatJson(text) {
  try {
    return JSON.stringify(parseJson(text), null, 2);
  } catch {
    return text;
  }
}
