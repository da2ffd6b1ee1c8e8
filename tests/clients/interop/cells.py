"""What every Python client does in a cell of the interoperability tests, and how it tells of it.

A cell is a server, a transport and a mode. The plan is JSON on standard input (`tests/tests/interop/plan.rs`
writes it); each step of a cell is a line of JSON on standard output: the cell, the step, and the error if it
failed. A client is a module with `connect(target, mode)`, an asynchronous context manager of a `Conversation`.
"""

import asyncio
import json
import re
import sys
import traceback
import urllib.request

import jsonschema
from mcp import MCPError
from mcp_types import DiscoverResult
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602

# Longer than any step takes on a busy machine.
PATIENCE = 30
# How soon a cancelled call has ended upstream: before anything else ends it there.
END_OF_CANCELLED = 10


# Many clients put their own name before it and accept no more.
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
SERVER_INFO = "io.modelcontextprotocol/serverInfo"


class Conversation:
    """A connection, as the steps use it. Each client has its own way to do what is not here."""

    def __init__(self, client):
        self.client = client

    async def server(self):
        """The name of the server and its capabilities, from `initialize` or `server/discover`."""
        session = self.client.session
        version = session.protocol_version
        if version in HANDSHAKE_PROTOCOL_VERSIONS:
            return session.server_info.name, session.server_capabilities
        # A version that was pinned is adopted without asking, so the client knows nothing of the server.
        raw = await session.send_discover(version)
        found = DiscoverResult.model_validate(raw)
        assert version in found.supported_versions, found.supported_versions
        return raw["_meta"][SERVER_INFO]["name"], found.capabilities

    async def tools_page(self, cursor):
        """The tools on a page, and the cursor of the next one."""
        raise NotImplementedError

    async def call(self, name, arguments, on_progress=None):
        raise NotImplementedError

    async def ping(self):
        raise NotImplementedError

    async def list(self, kind):
        """The first page of `resources`, `resource_templates` or `prompts`."""
        raise NotImplementedError


def tell(cell, step, error=None):
    line = {"cell": cell["name"], "step": step}
    if error is not None:
        line["error"] = error
    print(json.dumps(line), flush=True)


async def all_tools(conversation):
    tools, cursor = [], None
    while True:
        page, cursor = await conversation.tools_page(cursor)
        tools += page
        if cursor is None:
            return {tool.name: tool for tool in tools}, len(tools)


async def error_code(request):
    """The code of the protocol error that a request is answered with."""
    try:
        result = await request
    except MCPError as error:
        return error.error.code
    raise AssertionError(f"answered with a result: {result}")


def text_of(result):
    return "\n".join(block.text for block in result.content if block.type == "text")


def check_result(call, result, tools):
    text = text_of(result)
    assert not result.is_error, text
    assert call["says"] in text, f"{call['says']!r} is not in {text!r}"
    structured = result.structured_content
    schema = tools[call["tool"]].output_schema
    assert structured is not None or schema is None, "no structured content in spite of a schema"
    if schema is not None:
        jsonschema.Draft202012Validator(schema).validate(structured)
    if call["structured"]:
        assert structured is not None, "no structured content"
        # For clients that do not know it, the text is the same (MCP, "Structured Content").
        assert json.loads(text) == structured, f"{structured} is not {text}"


class Cell:
    """What is done in a cell: the steps that its plan names, in that order."""

    def __init__(self, plan, cell, connect):
        self.plan, self.cell, self.connect = plan, cell, connect
        self.conversation, self.tools, self.capabilities = None, {}, None

    async def run(self):
        try:
            async with self.connect(self.cell["target"], self.cell["mode"]) as self.conversation:
                for step in self.cell["steps"]:
                    if step not in ("slow_call", "close"):
                        await self.step(step, getattr(self, step))
            if "slow_call" in self.cell["steps"]:
                slow = self.connect(self.cell["slow_target"], self.cell["mode"])
                async with slow as self.conversation:
                    await self.step("slow_call", self.slow_call)
        except Exception:
            tell(self.cell, "connection", traceback.format_exc())
            return
        tell(self.cell, "close")

    async def step(self, name, do):
        try:
            await asyncio.wait_for(do(), PATIENCE)
            tell(self.cell, name)
        except Exception:
            tell(self.cell, name, traceback.format_exc())

    async def connect_to_server(self):
        name, self.capabilities = await self.conversation.server()
        assert name == self.plan["server_name"], name
        version = self.conversation.client.protocol_version
        assert version == self.cell["revision"], version

    async def list_tools(self):
        self.tools, count = await all_tools(self.conversation)
        assert count == len(self.tools), f"names are not unique among {count} tools"
        assert count == self.plan["tools"], f"{count} tools"
        for tool in self.tools.values():
            assert TOOL_NAME.fullmatch(tool.name), tool.name
            for schema in (tool.input_schema, tool.output_schema):
                if schema is not None:
                    jsonschema.Draft202012Validator.check_schema(schema)
                    assert schema["type"] == "object", tool.name

    async def calls(self):
        for call in self.plan["calls"]:
            result = await self.conversation.call(call["tool"], call["arguments"])
            check_result(call, result, self.tools)

    async def wrong_arguments(self):
        call = self.plan["wrong_arguments"]
        result = await self.conversation.call(call["tool"], call["arguments"])
        text = text_of(result)
        assert result.is_error and call["says"] in text, f"{result.is_error}: {text!r}"

    async def unknown_tool(self):
        code = await error_code(self.conversation.call("no_such_tool", {}))
        assert code == INVALID_PARAMS, code

    async def several_calls(self):
        """Each gets its own answer, whichever comes first."""
        calls = self.plan["calls"] * 4
        asked = [self.conversation.call(call["tool"], call["arguments"]) for call in calls]
        for call, result in zip(calls, await asyncio.gather(*asked)):
            check_result(call, result, self.tools)

    async def ping(self):
        await self.conversation.ping()

    async def resources_and_prompts(self):
        """A list of a capability that the server has is answered, any other is no method."""
        for kind, capability in (
            ("resources", "resources"),
            ("resource_templates", "resources"),
            ("prompts", "prompts"),
        ):
            request = self.conversation.list(kind)
            if getattr(self.capabilities, capability) is not None:
                await request
            else:
                code = await error_code(request)
                assert code == METHOD_NOT_FOUND, f"{kind}: {code}"

    async def slow_call(self):
        """A call of which the upstream never answers: its progress is told, and cancelling it ends it upstream."""
        call = self.cell["slow_call"]
        progress = []

        async def on_progress(value, total, message):
            progress.append(value)

        slow = self.conversation.call(call["tool"], call["arguments"], on_progress)
        running = asyncio.create_task(slow)
        await self.until(lambda: progress, running)
        assert await self.is_held()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await asyncio.wait_for(self.until_not_held(), END_OF_CANCELLED)
        assert progress == sorted(set(progress)), f"progress does not increase: {progress}"
        # The connection goes on.
        await all_tools(self.conversation)

    async def until(self, is_so, running):
        while not is_so():
            if running.done():
                raise AssertionError(f"the slow call has ended: {running.result()}")
            await asyncio.sleep(0.05)

    async def until_not_held(self):
        while await self.is_held():
            await asyncio.sleep(0.05)

    async def is_held(self):
        """Whether the upstream holds the request of this cell's slow call."""
        with await asyncio.to_thread(urllib.request.urlopen, self.cell["held"]) as answer:
            return json.load(answer)


async def run_cells(connect):
    plan = json.load(sys.stdin)
    await asyncio.gather(*(Cell(plan, cell, connect).run() for cell in plan["cells"]))


def main(connect):
    asyncio.run(run_cells(connect))
