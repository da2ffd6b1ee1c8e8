// The same call in other forms. Values are quoted for the language that they stand in; a token is a variable there.

import { readToken } from "./token.js";

function quoteForShell(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command for a POSIX shell. */
export function writeCurl(tool, args) {
  const url = `${location.origin}/tools/${encodeURIComponent(tool)}`;
  const lines = [`curl -s ${quoteForShell(url)}`, "-H 'Content-Type: application/json'"];
  if (readToken()) lines.push('-H "Authorization: Bearer $TOKEN"');
  lines.push(`-d ${quoteForShell(JSON.stringify(args))}`);
  return lines.join(" \\\n  ");
}

/** The message that an MCP client sends to `/mcp`. */
export function writeJsonRpc(tool, args) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
  return JSON.stringify(message, null, 2);
}

/**
 * A program with the crates `reqwest` (feature `json`), `serde_json` and `tokio`. The arguments stand there as JSON and
 * not in `json!`: Rust would take integers for `i32`, and knows other escapes.
 */
export function writeRust(tool, args) {
  const url = JSON.stringify(`${location.origin}/tools/${encodeURIComponent(tool)}`);
  const token = readToken() ? '\n        .bearer_auth(std::env::var("TOKEN")?)' : "";
  return `#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = ${quoteForRust(JSON.stringify(args, null, 4).replaceAll("\n", "\n    "))};
    let answer: serde_json::Value = reqwest::Client::new()
        .post(${url})${token}
        .header("Content-Type", "application/json")
        .body(arguments)
        .send()
        .await?
        .json()
        .await?;
    println!("{answer:#}");
    Ok(())
}`;
}

/** JSON as a raw string literal. */
function quoteForRust(json) {
  // rustc denies characters in literals that change the direction of the text around them.
  const visible = json.replace(/[\u202a-\u202e\u2066-\u2069]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
  const hashes = Math.max(0, ...[...visible.matchAll(/"(#*)/g)].map(([, run]) => run.length + 1));
  const marks = "#".repeat(Math.max(1, hashes));
  return `r${marks}"${visible}"${marks}`;
}
