// The parts of the page on schemas that no tool of the pet shop has: what a form reads and writes, what is said when the
// server answers otherwise than it should, and the same call in Rust.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { assert, browser, withPage } from "./browser.mjs";

const text = { type: "string" };
const list = { type: "array", items: { type: "integer" } };
const nested = {
  type: "object",
  required: ["id", "tags", "scope"],
  properties: {
    id: { type: "integer" },
    tags: list,
    scope: { type: "object", properties: { only: text, all: list } },
    filter: {
      type: "object",
      properties: {
        min_should: {
          type: "object", required: ["conditions"], properties: { conditions: list, count: { type: "integer" } },
        },
        must: list,
      },
    },
    quantization: { anyOf: [{ type: "object", required: ["scalar"], properties: { scalar: { type: "object", properties: { kind: text } } } }, { type: "object", properties: { x: text } }, { type: "null" }] },
  },
};
const odd = JSON.parse(`{
  "type": "object",
  "required": ["list"],
  "properties": {
    "text": {"type": "string"}, "kind": {"enum": ["a", "b", null]}, "flag": {"type": "boolean"},
    "num": {"type": "number"}, "list": {"type": "array", "items": {"type": "integer"}},
    "group": {"type": "object", "required": ["of"], "properties": {"of": {"type": "array", "items": {"type": "string"}}, "a": {"type": "string"}}},
    "maybe": {"anyOf": [{"type": "object", "properties": {"x": {"type": "string"}}}, {"type": "null"}]},
    "either": {"anyOf": [{"type": "object", "properties": {"x": {"type": "string"}}}, {"type": "array", "items": {"type": "string"}}]},
    "__proto__": {"type": "string"}, "constructor": {"type": "string"}, "a.b": {"type": "integer"}, "any": {}
  }
}`);

/** As much of the crates of a snippet as it needs to be compiled and to print what it would send. */
const STUBS = `
pub struct Client;
impl Client {
    pub fn new() -> Self { Self }
    pub fn post(self, _: &str) -> Self { self }
    pub fn header(self, _: &str, _: &str) -> Self { self }
    pub fn body(self, body: &'static str) -> Self { print!("{body}"); std::process::exit(0) }
    pub fn send(self) -> Self { self }
    pub fn json(self) -> serde_json::Value { serde_json::Value }
}
mod serde_json { #[derive(Debug)] pub struct Value; impl std::fmt::Display for Value { fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) } } }
`;

/** Writes JSON to a form and reads it, as many times as there are texts. */
function roundTrip(page, schema, texts) {
  return page.evaluate(async ([schema, texts]) => {
    const [{ createForm }, { parseJson }] = await Promise.all([import("/page/form.js"), import("/page/json.js")]);
    const form = createForm(parseJson(schema), () => {});
    return texts.map((text) => {
      form.write(parseJson(text));
      return JSON.stringify(form.read());
    });
  }, [JSON.stringify(schema), texts]);
}

await withPage({}, "/", async (page) => {
  await page.getByText("12 tools").waitFor();

  // An untouched form has nothing that nobody has entered, but for what the tool itself requires.
  assert.deepEqual(await roundTrip(page, nested, []), []);
  const read = await page.evaluate(async (schema) => {
    const { createForm } = await import("/page/form.js");
    const form = createForm(schema, () => {});
    document.getElementById("main").replaceChildren(form.node);
    window.form = form;
    return form.read();
  }, nested);
  assert.deepEqual(read, { tags: [], scope: {} });
  // Within a group that somebody has touched, what it requires is there.
  await page.getByLabel(/^count/).fill("2");
  assert.deepEqual(await page.evaluate(() => window.form.read()), { tags: [], scope: {}, filter: { min_should: { conditions: [], count: 2 } } });
  await page.getByLabel(/^count/).fill("");
  assert.deepEqual(await page.evaluate(() => window.form.read()), { tags: [], scope: {} });
  // Items without a value are not sent, and the server does not count them.
  const add = page.getByRole("button", { name: "Add to tags" });
  await add.click();
  await add.click();
  await page.getByLabel(/^tags 2/).fill("99");
  await page.evaluate(() => window.form.find(["tags", "0"]).show("wrong"));
  assert.deepEqual(await page.evaluate(() => window.form.read().tags), [99]);
  assert.equal(await page.getByLabel(/^tags 2/).getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByLabel(/^tags 1/).getAttribute("aria-invalid"), null);

  // What is written is read as it was, whatever the form has a place for; what is deleted is gone.
  const texts = [
    '{"text":"one","list":[1,2],"group":{"of":["x"],"a":"y"},"maybe":{"x":"z"},"either":["v"]}',
    "{}",
    '{"text":"line 1\\nline 2\\r\\n"}', '{"text":5}', '{"text":null}', '{"text":""}', '{"text":["a"]}',
    '{"list":[]}', '{"list":5}', '{"list":[null,"x",[1]]}', '{"group":{}}', '{"group":{"a":"y"}}', '{"group":null}', '{"group":[]}',
    '{"kind":"c"}', '{"kind":null}', '{"flag":"true"}', '{"num":"5"}', '{"num":1e400}', '{"num":123456789012345678901234567890}',
    '{"maybe":null}', '{"maybe":{}}', '{"either":{}}', '{"either":5}', '{"any":{"b":[]}}', '{"any":""}',
    '{"list":[1],"__proto__":"p","constructor":"c","a.b":7}', '{"other":{"__proto__":{"x":1}}}',
    "5", "null", "[1]",
  ];
  assert.deepEqual(await roundTrip(page, odd, texts), texts);
  // Somebody changes a member: the others stay as they were.
  const changed = await page.evaluate(async (schema) => {
    const { createForm } = await import("/page/form.js");
    const form = createForm(JSON.parse(schema), () => {});
    document.getElementById("main").replaceChildren(form.node);
    form.write(JSON.parse('{"text":"a\\nb","list":[],"group":{},"__proto__":"p","other":{"__proto__":1}}'));
    const input = [...form.node.querySelectorAll("label")].find((label) => label.textContent.startsWith("num"));
    const field = document.getElementById(input.getAttribute("for"));
    field.value = "7";
    field.dispatchEvent(new Event("input"));
    return JSON.stringify(form.read());
  }, JSON.stringify(odd));
  assert.deepEqual(changed, '{"other":{"__proto__":1},"text":"a\\nb","num":7,"list":[],"group":{},"__proto__":"p"}');
  const lines = page.getByLabel(/^text/);
  assert.equal(await lines.evaluate((node) => node.tagName), "TEXTAREA");
  await lines.fill("c\nd");
  assert.match(await page.evaluate(async () => document.querySelector("textarea").value), /^c\nd$/);

  // Examples that the server would reject are not shown as what to enter.
  const placeholders = await page.evaluate(async () => {
    const { createForm } = await import("/page/form.js");
    const properties = {
      a: { type: "integer", minimum: 1, examples: [0, 5] }, b: { type: "string", pattern: "^x", examples: ["y"] },
      c: { type: "string", minLength: 3, default: "ab" }, d: { type: "integer", examples: ["seven"] }, e: { type: "number", default: 0.5 },
    };
    const form = createForm({ type: "object", properties }, () => {});
    return [...form.node.querySelectorAll("input")].map((input) => input.placeholder);
  });
  assert.deepEqual(placeholders, ["5", "", "", "", "0.5"]);

  // A signature has the types that the comparison of two tools has.
  const signature = await page.evaluate(async () => {
    const { describeSignature } = await import("/page/schema.js");
    const schema = {
      $defs: { Filter: { type: "object" } },
      required: ["a"],
      properties: { a: { anyOf: [{ $ref: "#/$defs/Filter" }, { type: "null" }] }, kind: { enum: ["x", 1] }, any: {} },
    };
    return describeSignature("find", schema);
  });
  assert.equal(signature, "find(a: object | null, kind?: string | number, any?: any)");

  // The Rust of any call compiles.
  const folder = mkdtempSync(join(tmpdir(), "snippet-"));
  try {
    const calls = ['{"id":9223372036854775807,"big":1e400}', '{"text":"\\b\\u0001\\u202e \\"#\\"## \\\\ r#\\"\\n\\t"}', "{}", "5"];
    for (const call of calls) {
      const snippet = await page.evaluate(async (call) => {
        const [{ writeRust }, { parseJson }] = await Promise.all([import("/page/snippets.js"), import("/page/json.js")]);
        return writeRust("it's", parseJson(call));
      }, call);
      const main = snippet.replace("#[tokio::main]\nasync fn", "fn").replaceAll(/\.await\?/g, "").replace("reqwest::Client", "Client");
      writeFileSync(join(folder, "main.rs"), `${STUBS}\n${main}\n`);
      try {
        execFileSync(process.env.RUSTC ?? "rustc", ["--edition", "2021", "-o", join(folder, "main"), join(folder, "main.rs")], { stdio: "pipe" });
      } catch (error) {
        assert.fail(`${snippet}\n${error.stderr}`);
      }
      const sent = execFileSync(join(folder, "main"), { encoding: "utf8" });
      const value = await page.evaluate(async ([sent, call]) => {
        const { parseJson } = await import("/page/json.js");
        return [sent, call].map((text) => JSON.stringify(parseJson(text)));
      }, [sent, call]);
      assert.equal(value[0], value[1]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// What the server says is shown in the place of the verdict on other arguments.
await withPage({}, "/#/tools/get_pet", async (page) => {
  const verdict = page.locator(".verdict");
  const isShown = (pattern) => verdict.filter({ hasText: pattern }).waitFor();
  await page.getByLabel(/^petId /).fill("1");
  await isShown("These arguments are valid.");
  await page.getByLabel(/^petId /).fill("1e400");
  await isShown(/400.*out of range/);
  for (const [status, body, said] of [
    [413, '{"error":"The request has more than 4 bytes."}', /413.*more than 4 bytes/],
    [403, "<h1>Go away</h1>", /403.*Go away/],
    [503, '{"ok":false,"errors":["The server is ending."]}', /503.*is ending/],
    [200, "null", /./],
    [200, '{"valid":false}', /./],
  ]) {
    await page.getByLabel(/^petId /).fill("1");
    await isShown("These arguments are valid.");
    await page.route("**/debug/validate-call*", (route) => route.fulfill({ status, body }));
    await page.getByLabel(/^petId /).fill("2");
    await isShown(said);
    assert.doesNotMatch(await verdict.innerText(), /are valid/);
    await page.unroute("**/debug/validate-call*");
  }
  // A name may have dots.
  await page.route("**/debug/validate-call*", (route) => route.fulfill({ json: { valid: false, errors: ["Validation error at 'a.petId': too odd"], pointers: ["/petId"] } }));
  await page.getByLabel(/^petId /).fill("3");
  await isShown("too odd");
  assert.equal(await page.getByLabel(/^petId /).getAttribute("aria-invalid"), "true");
}, /the server responded with a status of/);

// An address that is not written as one.
await withPage({}, "/#/tools/%E0%A4%A", async (page) => {
  await page.getByText("There is no tool %E0%A4%A.").waitFor();
});

await browser.close();
