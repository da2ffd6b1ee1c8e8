"""A server under test, over stdio. Its first argument says in which way it is broken; `good` is not."""

import json
import os
import subprocess
import sys
import time

MODE = sys.argv[1]
TEXT = {"uri": "test://text", "name": "text", "description": "A text.", "mimeType": "text/plain"}
BLOB = {"uri": "test://blob", "name": "blob", "mimeType": "application/octet-stream"}
GREET = {
    "name": "greet",
    "description": "Greets somebody.",
    "arguments": [{"name": "who", "description": "Who it is.", "required": True}, {"name": "how"}],
}
READ_ONLY = {"readOnlyHint": True}
ECHO = {
    "name": "echo",
    "description": "Says what it is told.\nTwice.",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string", "description": "What to say.", "minLength": 1}},
        "required": ["text"],
        "additionalProperties": False,
    },
    "annotations": READ_ONLY,
}
FAIL = {"name": "fail", "description": "Fails.", "inputSchema": {"type": "object"}}
STATUS = {
    "name": "status",
    "description": "How it is.",
    "inputSchema": {"type": "object", "properties": {}},
    "outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    "annotations": READ_ONLY,
}
VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


class Refusal(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class State:
    lists = 0


def write(message):
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def tools():
    State.lists += 1
    if MODE == "broken-tool":
        return [ECHO, {"name": "bare", "description": "Has no schema."}]
    if MODE == "changes-tools" and State.lists > 1:
        return [STATUS]
    if MODE == "broken-schemas":
        wrong = {"type": "object", "properties": {"n": {"type": "number", "minimum": "zero"}}}
        array = {"type": "array", "items": {"type": "string"}}
        return [
            dict(STATUS, name="status"),
            {"name": "wrong", "description": "w", "inputSchema": wrong},
            {"name": "array", "description": "a", "inputSchema": array},
        ]
    if MODE == "many":
        return [dict(ECHO, name=f"tool_{number}", description="d" * 2000) for number in range(100)]
    if MODE == "duplicates":
        return [ECHO, STATUS, ECHO]
    return [ECHO, FAIL, STATUS]


def listed(cursor):
    if MODE == "endless-pages":
        number = int(cursor or 0)
        return {"tools": [dict(ECHO, name=f"tool_{number}")], "nextCursor": str(number + 1)}
    if MODE == "same-cursor":
        return {"tools": [ECHO], "nextCursor": "again"}
    if MODE == "pages":
        pages = tools()
        number = int(cursor or 0)
        more = {"nextCursor": str(number + 1)} if number + 1 < len(pages) else {}
        return {"tools": [pages[number]], **more}
    return {"tools": tools()}


def text(value, **more):
    return {"content": [{"type": "text", "text": value}], **more}


def call(name, arguments, request_id):
    if not isinstance(arguments, dict):
        raise Refusal(-32602, "`arguments` must be an object")
    if MODE == "dies":
        sys.stderr.write("out of cheese\n")
        sys.stderr.flush()
        os._exit(7)
    if MODE == "hangs":
        time.sleep(3600)
    if MODE == "flood":
        while True:
            sys.stdout.write("not JSON at all " * 64 + "\n")
    if MODE == "long-line":
        while True:
            sys.stdout.write("x" * 65536)
    if MODE == "notifications":
        message = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
        while True:
            write(message)
    if MODE == "huge":
        return text("x" * 40_000_000)
    if MODE == "broken-json":
        write('{"jsonrpc": "2.0", "id": %s, "result": {"content": [' % json.dumps(request_id))
        return None
    if MODE == "no-result":
        write({"jsonrpc": "2.0", "id": request_id})
        return None
    if MODE == "no-content":
        return {"text": "no content"}
    if MODE == "changes-tools":
        write({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        raise Refusal(-32602, f"no such tool: {name}")
    if name == "echo":
        if not isinstance(arguments.get("text"), str):
            raise Refusal(-32602, "`text` must be a string")
        return text(arguments["text"])
    if name == "fail":
        return text("it was to be expected", isError=True)
    if name == "status":
        value = {"n": "one"} if MODE == "broken-schemas" else {"n": 1}
        return text(json.dumps(value), structuredContent=value)
    if MODE == "sloppy":
        return text("done")
    raise Refusal(-32602, f"no such tool: {name}")


def read(uri):
    if uri == TEXT["uri"]:
        return {"contents": [{"uri": uri, "mimeType": "text/plain", "text": "Grüße"}]}
    if uri == BLOB["uri"]:
        return {"contents": [{"uri": uri, "mimeType": "application/octet-stream", "blob": "AAEC/w=="}]}
    if uri == "test://two":
        return {"contents": [{"uri": uri, "text": "one"}, {"uri": uri + "/2", "text": "two"}]}
    raise Refusal(-32002, f"no such resource: {uri}")


def prompt(name, arguments):
    if name != "greet":
        raise Refusal(-32602, f"no such prompt: {name}")
    if "who" not in arguments:
        raise Refusal(-32602, "`who` is missing")
    message = {"role": "user", "content": {"type": "text", "text": "Greet " + arguments["who"]}}
    return {"description": "Greets somebody.", "messages": [message]}


def initialize(parameters):
    asked = parameters.get("protocolVersion")
    agreed = asked if asked in VERSIONS else VERSIONS[-1]
    if MODE == "any-version":
        agreed = asked
    capabilities = {"tools": {"listChanged": True}, "resources": {}, "prompts": {}}
    if MODE == "undeclared":
        capabilities = {"tools": {}, "resources": {}}
    return {
        "protocolVersion": agreed,
        "capabilities": capabilities,
        "serverInfo": {"name": "target", "version": "1.2.3"},
        "instructions": "Test it.",
    }


def answer(method, parameters, request_id):
    if method == "initialize":
        return initialize(parameters)
    if method == "ping":
        return {}
    if method == "tools/list":
        return listed(parameters.get("cursor"))
    if method == "tools/call":
        return call(parameters.get("name"), parameters.get("arguments", {}), request_id)
    if method == "resources/list" and MODE != "undeclared":
        return {"resources": [TEXT, BLOB]}
    if method == "resources/templates/list":
        return {"resourceTemplates": []}
    if method == "resources/read":
        return read(parameters.get("uri"))
    if method == "prompts/list":
        return {"prompts": [GREET]}
    if method == "prompts/get":
        return prompt(parameters.get("name"), parameters.get("arguments") or {})
    if MODE == "sloppy":
        return {}
    raise Refusal(-32601, f"method not found: {method}")


def handle(message):
    request_id = message.get("id")
    if MODE == "dies-on-discover" and message.get("method") == "server/discover":
        os._exit(1)
    if request_id is None:
        if MODE == "answers-notifications":
            write({"jsonrpc": "2.0", "id": None, "error": {"code": -32601, "message": "unknown notification"}})
        return
    if MODE == "text-ids":
        request_id = str(request_id)
    try:
        result = answer(message.get("method"), message.get("params") or {}, request_id)
    except Refusal as refusal:
        error = {"code": refusal.code, "message": str(refusal)}
        write({"jsonrpc": "2.0", "id": request_id, "error": error})
    else:
        if result is not None:
            write({"jsonrpc": "2.0", "id": request_id, "result": result})


def main():
    if MODE == "silent":
        import signal

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(3600)
    if MODE == "says-why":
        sys.stderr.write("x" * 10_000_000 + "\nthe licence has expired\n")
        sys.exit(3)
    if MODE == "with-child":
        child = subprocess.Popen(["sleep", "3600"])
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()
    for line in sys.stdin:
        if MODE == "chatty":
            print("INFO got a line")
            sys.stdout.flush()
        try:
            message = json.loads(line)
        except json.JSONDecodeError as error:
            if MODE == "fragile":
                raise
            write({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": str(error)}})
            continue
        handle(message)
    if MODE == "stays":
        time.sleep(3600)


main()
