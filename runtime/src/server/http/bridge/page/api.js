// Requests to the server, with the token of this session if it wants one.

import { parseJson } from "./json.js";
import { askForToken, readToken } from "./token.js";

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
  if (value !== undefined && (response.ok || value.errors || value.error)) return value;
  throw new RequestError(describeFailure(response, text));
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

function describeFailure(response, text) {
  const wait = response.headers.get("Retry-After");
  if (response.status === 429) return `Too many requests: try again in ${wait ?? "some"} s.`;
  if (response.status === 503) return `The server is busy or ending: try again in ${wait ?? "some"} s.`;
  return `The server has answered ${response.status}. ${text.slice(0, 500)}`.trim();
}

/** Whether a call with these arguments would be made. */
export function validateCall(tool, args, signal) {
  return request(`/debug/validate-call?tool_name=${encodeURIComponent(tool)}`, { body: args, signal });
}

/** The answer of a tool. */
export function callTool(tool, args, signal) {
  return request(`/tools/${encodeURIComponent(tool)}`, { body: args, signal });
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
