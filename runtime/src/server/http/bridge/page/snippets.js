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

/** A program with the crates `reqwest` (feature `json`), `serde_json` and `tokio`. */
export function writeRust(tool, args) {
  const url = JSON.stringify(`${location.origin}/tools/${encodeURIComponent(tool)}`);
  const token = readToken() ? '\n        .bearer_auth(std::env::var("TOKEN")?)' : "";
  const json = JSON.stringify(args, null, 4).replaceAll("\n", "\n        ");
  return `#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let answer: serde_json::Value = reqwest::Client::new()
        .post(${url})${token}
        .json(&serde_json::json!(${json}))
        .send()
        .await?
        .json()
        .await?;
    println!("{answer:#}");
    Ok(())
}`;
}
