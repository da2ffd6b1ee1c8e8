"""An upstream on this machine that writes down what it is sent."""

import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Request:
    method: str
    target: str
    headers: dict
    body: bytes


class Recorder:
    """`answer(method, path)` gives status, content type and body of what is answered."""

    def __init__(self, answer):
        self.requests = []
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_request(self):
                body = self.read_body()
                headers = {name.lower(): value for name, value in self.headers.items()}
                recorder.requests.append(Request(self.command, self.path, headers, body))
                status, media_type, content = answer(self.command, self.path.partition("?")[0])
                self.send_response(status)
                if media_type:
                    self.send_header("content-type", media_type)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

            def read_body(self):
                if self.headers.get("transfer-encoding") != "chunked":
                    return self.rfile.read(int(self.headers.get("content-length", 0)))
                body = b""
                while size := int(self.rfile.readline().split(b";")[0], 16):
                    body += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return body

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def take(self):
        """The only request since the last one was taken."""
        requests, self.requests = self.requests, []
        assert len(requests) == 1, f"{len(requests)} requests instead of one: {requests}"
        return requests[0]
