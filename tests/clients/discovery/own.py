"""Drives `cms-mcp` in front of its built-in upstream, in both protocol eras, and in front of an upstream
that writes down what it is sent.

    own.py BINARY SPEC
"""

import json
import sys

from mcp import MCPError

import anchors
from conversation import MODES, Discovery, connected, run, stdio, succeeded
from recorder import Recorder
from swagger import Spec

QUICK = {"RATE_LIMIT_RPM": "1000000"}
TOKEN = "token-of-the-editor-1234"


async def builtin(binary, mode, own):
    server = stdio(binary, "--upstream", "builtin", **QUICK)
    async with connected(server, mode) as client:
        discovery = Discovery(client)
        tools = await discovery.tools()
        names = [discovery.lister, discovery.provider, discovery.executor]
        assert sorted(tools) == sorted(names), sorted(tools)
        found = await discovery.list(search_term="search_pages")
        [endpoint] = [one for one in discovery.listed(found) if one["tool_name"] == "search_pages"]
        answer = await discovery.provide(endpoint)
        assert answer["input_schema"]["required"] == ["q"], answer
        result = await discovery.execute("GET", "/pages/search", {"q": "hours"})
        text = succeeded(result, "GET", "/pages/search")
        assert json.loads(text)["hits"][0]["page"]["title"] == "Opening hours", text
        try:
            hidden = await client.call_tool("search_pages", {"q": "hours"})
            raise AssertionError(f"a hidden tool is called: {hidden}")
        except MCPError as error:
            assert f"call {discovery.executor} with the method GET" in str(error), error
        await anchors.check(discovery, own)


async def recorded(binary, spec):
    recorder = Recorder(spec.answer)
    environment = {"CMS_BASE_URL": recorder.origin + spec.base_path, "CMS_OAUTH": TOKEN, **QUICK}
    # The values that are sent have a slash among them.
    environment["CMS_ALLOW_PATH_SLASH"] = "true"
    async with connected(stdio(binary, **environment), MODES[0]) as client:
        discovery = Discovery(client)
        endpoints = {(one["method"], one["endpoint"]): one for one in await discovery.endpoints()}
        for operation in spec.operations:
            answer = await discovery.provide(endpoints.pop((operation.method, operation.path)))
            listed = answer["input_schema"]["properties"]
            arguments = operation.arguments(listed)
            result = await discovery.execute(operation.method, operation.path, arguments)
            try:
                succeeded(result, operation.method, operation.path)
                request = recorder.take()
                operation.expected(arguments, listed).check(request)
                assert request.headers["authorization"] == f"Bearer {TOKEN}", request.headers
            except AssertionError as error:
                raise AssertionError(f"{operation}: {json.dumps(arguments)}: {error}") from error
        assert not endpoints, f"no operations of the spec: {endpoints}"
    return len(spec.operations)


async def main():
    binary, spec = sys.argv[1], Spec(sys.argv[2])
    for mode in MODES:
        await builtin(binary, mode, spec.examples())
        print(f"{mode}: every anchor holds", flush=True)
    print(f"{await recorded(binary, spec)} requests are as the spec has them", flush=True)


run(main)
