"""The tools of a file behind FastMCP, over stdio: what `mcpo` puts HTTP in front of. Each answers at once."""

import json
import sys

from fastmcp import FastMCP
from fastmcp.tools.tool import Tool, ToolResult


class Recorded(Tool):
    """A tool with a schema that was written elsewhere."""

    async def run(self, arguments):
        return ToolResult(content=json.dumps({"pong": True}))


server = FastMCP("news")
for tool in json.load(open(sys.argv[1])):
    server.add_tool(
        Recorded(name=tool["name"], description=tool["description"], parameters=tool["inputSchema"])
    )
server.run(show_banner=False)
