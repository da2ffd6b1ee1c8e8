"""A server under test, over streamable HTTP, that does nothing that the transport demands. It prints its port."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def answer(message):
    method, parameters = message.get("method"), message.get("params") or {}
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "careless", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": [{"name": "noop", "description": "n", "inputSchema": {"type": "object"}}]}
    if method == "ping":
        return {}
    return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body, kind="application/json"):
        body = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Mcp-Session-Id", "a b")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.reply(200, "<h1>hello</h1>", "text/html")

    def do_DELETE(self):
        self.reply(200, "")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            message = json.loads(body)
        except json.JSONDecodeError:
            return self.reply(200, json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "?"}}))
        if "id" not in message:
            return self.reply(200, "{}")
        result = answer(message)
        response = {"jsonrpc": "2.0", "id": message["id"]}
        if result is None:
            response["error"] = {"code": -32601, "message": "method not found"}
        else:
            response["result"] = result
        self.reply(200, json.dumps(response))


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
