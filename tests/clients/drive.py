"""Drives MCP servers with the Python SDK, in both protocol eras, over stdio and HTTP.

    drive.py EXPECTED_TOOLS BINARY

Prints one JSON line for each way and exits with 1 when one of them fails.
"""

import asyncio
import json
import re
import socket
import subprocess
import sys
import time

from mcp import Client, StdioServerParameters

NAME = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 0.1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"nothing listens on port {port}")


async def all_tools(client):
    tools, cursor = [], None
    while True:
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if not cursor:
            return tools


async def drive(how, target, mode, expected):
    async with Client(target, mode=mode) as client:
        tools = await all_tools(client)
        names = [tool.name for tool in tools]
        assert len(names) == expected, f"{len(names)} tools instead of {expected}"
        assert len(set(names)) == len(names), "names are not unique"
        assert all(NAME.match(name) for name in names), "illegal name"
        for tool in tools:
            assert tool.input_schema["type"] == "object", tool.name
        report = {"how": how, "mode": mode, "protocol": client.protocol_version, "tools": len(names)}
        print(json.dumps(report), flush=True)


async def main():
    expected, binary = int(sys.argv[1]), sys.argv[2]
    for mode in ("legacy", "2026-07-28"):
        stdio = StdioServerParameters(command=binary)
        await drive("stdio", stdio, mode, expected)
    port = free_port()
    args = [binary, "--transport", "http", "--listen", f"127.0.0.1:{port}"]
    with subprocess.Popen(args, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(port)
            for mode in ("legacy", "2026-07-28"):
                await drive("http", f"http://127.0.0.1:{port}/mcp", mode, expected)
        finally:
            server.terminate()
            assert server.wait(10) == 0, "the server did not stop when asked to"


if __name__ == "__main__":
    asyncio.run(main())
