"""Starts a server as a bundle says, with the Python SDK of MCP, and calls a tool.

Arguments: the configuration as JSON, the variable of the base URL, the tool, its arguments as JSON. The upstream is here, and
answers every request with a list of one pet. Prints the names of the tools and the text of the result.
"""

import asyncio
import http.server
import json
import sys
import threading

from mcp import Client, StdioServerParameters


class Upstream(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps([{"id": 1, "name": "Rex", "key": self.headers["X-API-Key"]}]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


async def call(config, tool, arguments):
    parameters = StdioServerParameters(command=config["command"], args=config["args"], env=config["env"])
    async with Client(parameters) as client:
        listed = await client.list_tools()
        result = await client.call_tool(tool, arguments)
        text = "".join(part.text for part in result.content)
        print(json.dumps({"tools": [tool.name for tool in listed.tools], "text": text}))


upstream = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
threading.Thread(target=upstream.serve_forever, daemon=True).start()
config = json.loads(sys.argv[1])
config["env"][sys.argv[2]] = f"http://127.0.0.1:{upstream.server_port}"
asyncio.run(call(config, sys.argv[3], json.loads(sys.argv[4])))
