"""The client of the Python SDK (PyPI: mcp) in the cells of a plan. `cells.py` has the steps."""

from contextlib import asynccontextmanager

from mcp import Client, StdioServerParameters

import cells


class Sdk(cells.Conversation):
    async def tools_page(self, cursor):
        page = await self.client.list_tools(cursor=cursor, cache_mode="bypass")
        return page.tools, page.next_cursor

    async def call(self, name, arguments, on_progress=None):
        return await self.client.call_tool(name, arguments, progress_callback=on_progress)

    async def ping(self):
        await self.client.send_ping()

    async def list(self, kind):
        return await getattr(self.client, f"list_{kind}")()


@asynccontextmanager
async def connect(target, mode):
    server = target.get("url") or StdioServerParameters(**target)
    async with Client(server, mode=mode) as client:
        yield Sdk(client)


cells.main(connect)
