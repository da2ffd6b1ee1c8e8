"""The client of FastMCP (PyPI: fastmcp) in the cells of a plan. `cells.py` has the steps."""

from contextlib import asynccontextmanager

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

import cells


class FastMcp(cells.Conversation):
    async def tools_page(self, cursor):
        page = await self.client.list_tools_mcp(cursor=cursor)
        return page.tools, page.next_cursor

    async def call(self, name, arguments, on_progress=None):
        return await self.client.call_tool_mcp(name, arguments, progress_handler=on_progress)

    async def ping(self):
        assert await self.client.ping()

    async def list(self, kind):
        return await getattr(self.client, f"list_{kind}_mcp")()


@asynccontextmanager
async def connect(target, mode):
    # By default the server would be kept for the next connection.
    server = target.get("url") or StdioTransport(**target, keep_alive=False)
    async with Client(server, mode=mode) as client:
        yield FastMcp(client)


cells.main(connect)
