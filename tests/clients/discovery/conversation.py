"""The three tools of discovery, called as a model calls them."""

import asyncio
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from mcp import Client, StdioServerParameters  # noqa: E402

from drive import all_tools  # noqa: E402

MODES = ("legacy", "2026-07-28")


def stdio(binary, *options, **variables):
    """The server over stdio, whose provider answers in full. It has none of this process's settings of servers."""
    options = (*options, "--discovery-format", "full")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CMS_")}
    return StdioServerParameters(
        command=binary, args=list(options), env={**environment, **variables}
    )


def connected(server, mode):
    return Client(server, mode=mode)


class Discovery:
    def __init__(self, client, prefix="cms"):
        self.client = client
        self.lister = f"{prefix}_endpoint_lister"
        self.provider = f"{prefix}_schema_provider"
        self.executor = f"{prefix}_endpoint_executor"

    async def tools(self):
        return {tool.name: tool for tool in await all_tools(self.client)}

    async def ask(self, tool, arguments, fails=False):
        """What the lister or the provider says."""
        result = await self.client.call_tool(tool, arguments)
        assert bool(result.is_error) == fails, (tool, arguments, result)
        assert len(result.content) == 1, result
        answer = json.loads(result.content[0].text)
        assert answer["success"] is not fails, answer
        return answer

    async def list(self, **arguments):
        return await self.ask(self.lister, arguments)

    @staticmethod
    def listed(page):
        """The endpoints of a page: a search is one ranked list, and what was not searched for is in categories."""
        endpoints = page["endpoints"]
        if isinstance(endpoints, list):
            return endpoints
        return [one for group in endpoints.values() for one in group]

    async def endpoints(self, **arguments):
        """All endpoints that are listed, page by page."""
        found, cursor = [], "0"
        while cursor:
            page = await self.list(**arguments, cursor=cursor)
            found += self.listed(page)
            cursor = page.get("next_cursor")
        return found

    async def provide(self, endpoint):
        return await self.ask(
            self.provider,
            {
                "tool_name": endpoint["tool_name"],
                "method": endpoint["method"],
                "endpoint_path": endpoint["endpoint"],
            },
        )

    async def execute(self, method, path, data, **others):
        arguments = {"endpoint_path": path, "method": method, "request_data": data, **others}
        return await self.client.call_tool(self.executor, arguments)


def succeeded(result, method, path):
    """The text of a call that was made, with what is said of it."""
    assert not result.is_error, result.content[0].text
    meta = result.meta
    assert (meta["endpoint"], meta["method"], meta["success"]) == (path, method, True), meta
    return result.content[0].text


def run(main):
    asyncio.run(main())
