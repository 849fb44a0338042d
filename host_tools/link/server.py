"""The table page on this desk: it holds all that was told, so a page that is opened again shows it at once.

Only this machine can reach it, and what is asked of the device is taken from the page itself alone: a page of another
site cannot send it.
"""

from __future__ import annotations

import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from host_tools.link.table import Message, Table

WEB = Path(__file__).resolve().parents[2] / "simulator" / "web"
# What is served: by the path that is asked for its file and its type.
FILES = {
    "/": ("table.html", "text/html; charset=utf-8"),
    "/table.html": ("table.html", "text/html; charset=utf-8"),
    "/proof.mjs": ("proof.mjs", "text/javascript; charset=utf-8"),
}
PING_SECONDS = 5.0
LONGEST = 1000  # bytes of a request, as the device takes them


class Server(ThreadingHTTPServer):
    """`tell` gives a message to all pages; `requests` are what they ask of the device."""

    daemon_threads = True

    def __init__(self, table: Table, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.table = table
        self.requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.pages: list[queue.SimpleQueue[Message]] = []
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def tell(self, message: Message) -> None:
        with self.lock:
            for page in self.pages:
                page.put(message)


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_: Any) -> None:
        pass

    def _own(self) -> bool:
        own = self.server.address.rstrip("/")
        names = (own, own.replace("127.0.0.1", "localhost"))
        host = f"http://{self.headers.get('Host', '')}"
        return host in names and self.headers.get("Origin", host) in names

    def do_HEAD(self) -> None:
        """The page asks whether it was served by this."""
        self.send_response(200 if self._own() and self.path == "/events" else 404)
        self.send_header("X-Gobelet-Table", "1")
        self.end_headers()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if not self._own():
            self.send_error(403)
        elif path in FILES:
            name, kind = FILES[path]
            data = (WEB / name).read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        elif path == "/events":
            self._events()
        else:
            self.send_error(404)

    def _events(self) -> None:
        mine: queue.SimpleQueue[Message] = queue.SimpleQueue()
        server = self.server
        with server.lock:
            mine.put(server.table.whole())
            server.pages.append(mine)
        try:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            while True:
                try:
                    text = "data: " + json.dumps(mine.get(timeout=PING_SECONDS)) + "\n\n"
                except queue.Empty:
                    text = "data: {}\n\n"
                self.wfile.write(text.encode())
        except OSError:
            pass
        finally:
            with server.lock:
                server.pages.remove(mine)

    def do_POST(self) -> None:
        size = self.headers.get("Content-Length", "")
        if self.path != "/ask" or not self._own() or self.headers.get("Content-Type") != "application/json":
            self.send_error(403)
            return
        try:
            asked = (
                json.loads(self.rfile.read(int(size))) if size.isdigit() and int(size) <= LONGEST else None
            )
        except (ValueError, RecursionError):
            asked = None
        if not isinstance(asked, dict):
            self.send_error(400)
            return
        self.server.requests.put(asked)
        self.send_response(204)
        self.end_headers()
