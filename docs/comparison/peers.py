"""Lists the tools of an MCP server and makes the calls of `docs/comparison.md`, whoever made the server.

    peers.py fastmcp SPEC        FastMCP.from_openapi in this process, in front of a recorder
    peers.py stdio COMMAND...    a server on its standard streams
    peers.py http URL            a server at a URL

It needs the packages `mcp` and, for `fastmcp`, `fastmcp` and `pyyaml`. The upstream of the other servers must be
http://127.0.0.1:18999, where this program records what arrives.
"""

import asyncio
import json
import sys
import threading
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from mcp import Client, StdioServerParameters

PET = {"id": 1, "name": "Rex", "photoUrls": []}
# The tool without underscores and capitals, what is appended to its name, and the arguments.
CALLS = [("getpetbyid", "", {"petId": "x"}), ("getpetbyid", "", {"petId": 1, "limt": 3}), ("getpetbyid", "s", {"petId": 1})]


class Recorder(BaseHTTPRequestHandler):
    """An upstream that prints each request and answers with a pet."""

    def do_GET(self):
        body = json.dumps(PET).encode()
        print("  upstream got:", self.requestline)
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def dump(tool):
    return tool.model_dump(exclude_none=True, by_alias=True, mode="json")


async def examine(client, tools, **options):
    print(len(tools), "tools,", len(json.dumps([dump(tool) for tool in tools], separators=(",", ":"))), "bytes")
    names = {tool.name.replace("_", "").lower(): tool.name for tool in tools}
    for name, appended, arguments in CALLS:
        called = names[name] + appended
        print(called, json.dumps(arguments))
        try:
            result = await client.call_tool(called, arguments, **options)
            print("  isError", result.is_error, "|", " ".join(getattr(part, "text", "") for part in result.content))
        except Exception as error:  # What a client sees of a protocol error is part of the comparison.
            print("  protocol error |", error)


async def examine_fastmcp(spec):
    import fastmcp
    import httpx
    import yaml

    def answer(request):
        print("  upstream got:", request.method, request.url.raw_path.decode())
        return httpx.Response(200, json=PET)

    with open(spec, encoding="utf-8") as file:
        document = yaml.safe_load(file)
    upstream = httpx.AsyncClient(transport=httpx.MockTransport(answer), base_url="http://upstream")
    async with fastmcp.Client(fastmcp.FastMCP.from_openapi(openapi_spec=document, client=upstream)) as client:
        await examine(client, await client.list_tools(), raise_on_error=False)


async def examine_server(target):
    server = ThreadingHTTPServer(("127.0.0.1", 18999), Recorder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    async with Client(target) as client:
        await examine(client, (await client.list_tools()).tools)


async def main(kind, first, *rest):
    if kind == "fastmcp":
        await examine_fastmcp(first)
    elif kind == "http":
        await examine_server(first)
    else:
        variables = {"API_BASE_URL": "http://127.0.0.1:18999"}
        await examine_server(StdioServerParameters(command=first, args=list(rest), env=variables))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asyncio.run(main(*sys.argv[1:]))
