// The client of the TypeScript SDK (npm: @modelcontextprotocol/client) in the cells of a plan, which is JSON on
// standard input. The steps are those of `cells.py`, in whose words they are told: a line of JSON each.
//
//     node typescript_sdk.mjs PACKAGE < PLAN
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(resolve(join(folder, "dist", file))));
const { Client, StreamableHTTPClientTransport } = await load("index.mjs");
const { StdioClientTransport, getDefaultEnvironment } = await load("stdio.mjs");
const { AjvJsonSchemaValidator } = await load("validators/ajv.mjs");

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
// Longer than any step takes on a busy machine.
const PATIENCE = 30_000;
// How soon a cancelled call has ended upstream: before anything else ends it there.
const END_OF_CANCELLED = 10_000;
// Many clients put their own name before it and accept no more.
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const CLIENT = { name: "interop", version: "1" };

const plan = JSON.parse(await readAll(process.stdin));

function tell(cell, step, error) {
  const line = { cell: cell.name, step };
  if (error !== undefined) line.error = `${error.stack ?? error}\n${JSON.stringify(error.data ?? null)}`;
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function connect(target, mode) {
  const negotiation = mode === "auto" || mode === "legacy" ? mode : { pin: mode };
  const client = new Client(CLIENT, { versionNegotiation: { mode: negotiation } });
  const transport = target.url
    ? new StreamableHTTPClientTransport(new URL(target.url))
    : new StdioClientTransport({ ...target, env: { ...getDefaultEnvironment(), ...target.env } });
  await client.connect(transport);
  return client;
}

/** What a promise becomes, if that does not take too long. */
const within = (milliseconds, promise) => {
  const late = sleep(milliseconds, undefined, { ref: false }).then(() => assert.fail("takes too long"));
  return Promise.race([promise, late]);
};

/** All tools, of all pages, as the server has them now. */
const listTools = async (client) => (await client.listTools(undefined, { cacheMode: "refresh" })).tools;

const textOf = (result) => result.content.filter((it) => it.type === "text").map((it) => it.text).join("\n");

/** The code of the protocol error that a request is answered with. */
async function errorCode(request) {
  let result;
  try {
    result = await request;
  } catch (error) {
    // Of an HTTP response with an error, the client reads the body for status 400 alone. Revision 2026-07-28
    // wants 404 for an unknown method.
    return error.data?.status === 404 ? JSON.parse(error.data.text).error.code : error.code;
  }
  assert.fail(`answered with a result: ${JSON.stringify(result)}`);
}

/** What the steps of a cell have in common. */
class Cell {
  constructor(cell) {
    this.cell = cell;
    this.tools = new Map();
  }

  async run() {
    try {
      this.client = await connect(this.cell.target, this.cell.mode);
      for (const step of this.cell.steps) {
        if (step !== "slow_call" && step !== "close") await this.step(step);
      }
      await this.client.close();
      if (this.cell.steps.includes("slow_call")) {
        this.client = await connect(this.cell.slow_target, this.cell.mode);
        await this.step("slow_call");
        await this.client.close();
      }
    } catch (error) {
      tell(this.cell, "connection", error);
      await this.client?.close();
      return;
    }
    tell(this.cell, "close");
  }

  async step(name) {
    try {
      await within(PATIENCE, this[name]());
      tell(this.cell, name);
    } catch (error) {
      tell(this.cell, name, error);
    }
  }

  async connect_to_server() {
    assert.equal(this.client.getServerVersion()?.name, plan.server_name);
    assert.equal(this.client.getNegotiatedProtocolVersion(), this.cell.revision);
  }

  async list_tools() {
    const tools = await listTools(this.client);
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    assert.equal(this.tools.size, tools.length, "names are not unique");
    assert.equal(tools.length, plan.tools);
    for (const tool of tools) {
      assert.match(tool.name, TOOL_NAME);
      for (const schema of [tool.inputSchema, tool.outputSchema]) {
        if (schema === undefined) continue;
        new AjvJsonSchemaValidator().getValidator(schema);
        assert.equal(schema.type, "object", tool.name);
      }
    }
  }

  checkResult(call, result) {
    const text = textOf(result);
    assert.ok(!result.isError, text);
    assert.ok(text.includes(call.says), `${JSON.stringify(call.says)} is not in ${JSON.stringify(text)}`);
    const structured = result.structuredContent;
    const schema = this.tools.get(call.tool).outputSchema;
    if (schema !== undefined) {
      const verdict = new AjvJsonSchemaValidator().getValidator(schema)(structured);
      assert.ok(verdict.valid, verdict.errorMessage);
    }
    // For clients that do not know it, the text is the same (MCP, "Structured Content").
    if (call.structured) assert.deepEqual(JSON.parse(text), structured);
  }

  call(call, options) {
    return this.client.callTool({ name: call.tool, arguments: call.arguments }, options);
  }

  async calls() {
    for (const call of plan.calls) this.checkResult(call, await this.call(call));
  }

  async wrong_arguments() {
    const result = await this.call(plan.wrong_arguments);
    const text = textOf(result);
    assert.ok(result.isError && text.includes(plan.wrong_arguments.says), `${result.isError}: ${text}`);
  }

  async unknown_tool() {
    assert.equal(await errorCode(this.call({ tool: "no_such_tool", arguments: {} })), INVALID_PARAMS);
  }

  /** Each gets its own answer, whichever comes first. */
  async several_calls() {
    const calls = Array(4).fill(plan.calls).flat();
    const results = await Promise.all(calls.map((call) => this.call(call)));
    for (const [at, call] of calls.entries()) this.checkResult(call, results[at]);
  }

  async ping() {
    await this.client.ping();
  }

  /** A list of a capability that the server has is answered, any other is no method. */
  async resources_and_prompts() {
    const capabilities = this.client.getServerCapabilities();
    const lists = [
      ["resources/list", "resources"],
      ["resources/templates/list", "resources"],
      ["prompts/list", "prompts"],
    ];
    for (const [method, capability] of lists) {
      // `client.listResources()` would not ask a server that does not declare them.
      const request = this.client.request({ method, params: {} });
      if (capabilities?.[capability] !== undefined) await request;
      else assert.equal(await errorCode(request), METHOD_NOT_FOUND, method);
    }
  }

  /** A call of which the upstream never answers: its progress is told, and cancelling it ends it upstream. */
  async slow_call() {
    const progress = [];
    const cancellation = new AbortController();
    const onprogress = ({ progress: value }) => progress.push(value);
    let ended;
    const running = this.call(this.cell.slow_call, { onprogress, signal: cancellation.signal }).then(
      (result) => (ended = JSON.stringify(result)),
      (error) => (ended = String(error)),
    );
    while (progress.length === 0) {
      assert.equal(ended, undefined, "the slow call has ended");
      await sleep(50);
    }
    assert.ok(await this.isHeld());
    cancellation.abort();
    await running;
    await within(END_OF_CANCELLED, this.untilNotHeld());
    assert.deepEqual(progress, [...new Set(progress)].sort((a, b) => a - b), "progress does not increase");
    // The connection goes on.
    await listTools(this.client);
  }

  async untilNotHeld() {
    while (await this.isHeld()) await sleep(50);
  }

  /** Whether the upstream holds the request of this cell's slow call. */
  async isHeld() {
    return (await fetch(this.cell.held)).json();
  }
}

await Promise.all(plan.cells.map((cell) => new Cell(cell).run()));
