// Requests to the server, with the token of this session if it wants one.

import { isObject, parseJson } from "./json.js";
import { askForToken, readToken } from "./token.js";

const UNKNOWN = "The answer is not of this server: something before it may have changed it.";

/** What a request has failed by: a text for people. */
export class RequestError extends Error {}

/** The JSON of an answer. */
export async function request(path, { body, signal } = {}) {
  const response = await send(path, body, signal);
  if (response.status === 401) {
    if (!(await askForToken())) throw new RequestError("The server asks for a token.");
    return request(path, { body, signal });
  }
  const text = await response.text();
  const value = parse(text);
  if (response.ok && isObject(value)) return value;
  throw new RequestError(describeFailure(response, value, text));
}

async function send(path, body, signal) {
  const headers = {};
  const token = readToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const method = body === undefined ? "GET" : "POST";
  try {
    return await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new RequestError("The server cannot be reached.");
  }
}

function parse(text) {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** What the server says is wrong, in whichever form it does. */
function describeFailure(response, value, text) {
  const errors = isObject(value) ? [value.errors ?? value.error].flat() : [];
  const said = errors.filter((error) => typeof error === "string").join("\n") || text;
  const wait = response.headers.get("Retry-After");
  const hint = wait === null ? "" : ` Try again in ${wait} s.`;
  return `The server has answered ${response.status}. ${said.slice(0, 500).trim()}${hint}`.trim();
}

/** Whether a call with these arguments would be made: nothing, or what is wrong and where. */
export async function findViolation(tool, args, signal) {
  const path = `/debug/validate-call?tool_name=${encodeURIComponent(tool)}&pointers=true`;
  const result = await request(path, { body: args, signal });
  if (result.valid === true) return undefined;
  const [message] = result.errors ?? [];
  if (typeof message !== "string") throw new RequestError(UNKNOWN);
  return { message, pointer: result.pointers?.[0] ?? "" };
}

/** The answer of a tool. */
export async function callTool(tool, args, signal) {
  const answer = await request(`/tools/${encodeURIComponent(tool)}`, { body: args, signal });
  const isKnown = answer.ok === true ? isObject(answer.data) : Array.isArray(answer.errors);
  if (!isKnown) throw new RequestError(UNKNOWN);
  return answer;
}

/** The recorded versions of a tool. */
export function listVersions(tool) {
  return request(`/tools/${encodeURIComponent(tool)}/versions`);
}

/** What two tools have in common. */
export function compareTools(first, second) {
  const query = new URLSearchParams({ tool1: first, tool2: second });
  return request(`/debug/tools/diff?${query}`);
}
