"""Serve the table page, which shows the game in a browser, and send it messages.

A page that is opened or reopened first receives the stored state of each device, see table.py. The server listens
on this machine only. It accepts requests to a device from its own page, but not from pages of other sites. If
the command line names a Foundry, this Foundry receives rolls only (foundry/README.md).

Page and Foundry receive messages as server-sent events, over a connection that the browser reopens by itself.
"""

from __future__ import annotations

import contextlib
import json
import queue
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from host_tools.link.outbox import Outbox
from host_tools.link.shapes import Message
from host_tools.link.table import Table

WEB = Path(__file__).resolve().parents[2] / "simulator" / "web"
PAGE = "table.html"
FILES = (PAGE, "table.css", "family.css", "proof.mjs", "here.mjs", "messages.mjs", "icon.svg")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
PING_SECONDS = 5.0
LONGEST = (
    1000  # maximum size of a page's request to a device, in bytes; the device accepts lines of 1024 bytes
)
WAITING = (
    500  # maximum number of messages in the queue for a page; if the queue is full, the connection is closed
)
ASKED = 50  # maximum number of requests in the queue for a device, which may be disconnected


class Stream:
    """The queue of the messages to one page or Foundry."""

    def __init__(self, connection: socket.socket) -> None:
        self.messages: queue.Queue[Message] = queue.Queue(WAITING)
        self._connection = connection

    def queue_message(self, message: Message) -> bool:
        """Queue a message and return True.

        If the queue is full, close the connection and return False.
        """
        with contextlib.suppress(queue.Full):
            self.messages.put_nowait(message)
            return True
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)  # wakes the thread that writes to this connection
        return False


def _print_notice(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Server(ThreadingHTTPServer):
    """The server of the table page.

    tables    the stored state of each device
    outboxes  for each device, the rolls sent to a Foundry
    foundry   the address of a Foundry, such as http://localhost:30000, or None
    said      a function that is called with a sentence about each fault, for the user
    requests  for each device, the queue of the pages' requests
    """

    daemon_threads = True

    def __init__(
        self,
        tables: Sequence[Table],
        port: int,
        outboxes: Sequence[Outbox] = (),
        foundry: str | None = None,
        said: Callable[[str], object] = _print_notice,
    ) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.tables = tables
        self.outboxes = outboxes
        self.foundry = foundry and foundry.rstrip("/")
        self.requests: list[queue.SimpleQueue[dict[str, Any]]] = [queue.SimpleQueue() for _ in tables]
        self.said = said
        self.pages: list[Stream] = []
        self.foundries: list[Stream] = []
        self.lock = threading.Lock()
        self.files = [*FILES, *(path.name for path in WEB.glob("table*.mjs"))]

    @property
    def address(self) -> str:
        """Return the address of the table page."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def send_message(self, message: Message, device: int = 0) -> None:
        """Send a message of a device to all open pages."""
        self._send_to(self.pages, {**message, "device": device}, "A page")

    def send_roll(self, roll: Message) -> None:
        """Send a roll to every connected Foundry."""
        self._send_to(self.foundries, roll, "The Foundry")

    def _send_to(self, streams: list[Stream], message: Message, name: str) -> None:
        with self.lock:
            asleep = [stream for stream in streams if not stream.queue_message(message)]
            streams[:] = [stream for stream in streams if stream not in asleep]
        for _ in asleep:
            self.said(
                f"{name} does not read what it is told; it was let go, and is told all when it asks again."
            )

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a closed connection; report any other error."""
        fault = sys.exception()
        if not isinstance(fault, OSError):
            super().handle_error(request, client_address)
        elif not isinstance(fault, (ConnectionError, TimeoutError)):
            self.said(f"A page got no answer: {fault}.")

    def rolls_after(self, key: str) -> list[Message]:
        """Return the rolls that were sent after a roll, oldest first.

        `key` is the field "key" of this roll. Return [] if no sent roll has this key.
        """
        for outbox in self.outboxes:
            keys = [roll["key"] for roll in outbox.sent]
            if key in keys:
                return outbox.sent[keys.index(key) + 1 :]
        return []


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_: Any) -> None:
        pass

    def _is_own_request(self) -> bool:
        host = self._host()
        return host is not None and self.headers.get("Origin", host) in self._names()

    def _host(self) -> str | None:
        """Return the origin in the Host header, or None if it is not this server's origin."""
        host = f"http://{self.headers.get('Host', '')}"
        return host if host in self._names() else None

    def _names(self) -> tuple[str, str]:
        own = self.server.address.rstrip("/")
        return own, own.replace("127.0.0.1", "localhost")

    def do_HEAD(self) -> None:
        """Answer a table page that tests whether this server has served the page."""
        self.send_response(200 if self._is_own_request() and self.path == "/events" else 404)
        self.send_header("X-Gobelet-Table", "1")
        self.end_headers()

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        name = path[1:] or PAGE
        foundry = self.server.foundry
        if path == "/rolls" and foundry and self._host() and self.headers.get("Origin") == foundry:
            self._rolls(self.headers.get("Last-Event-ID") or parse_qs(query).get("after", [""])[0])
        elif path == "/rolls" or not self._is_own_request():
            self.send_error(403)
        elif name in self.server.files:
            data = (WEB / name).read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", TYPES[Path(name).suffix])
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        elif path == "/events":
            self._events()
        else:
            self.send_error(404)

    def _events(self) -> None:
        """Send the stored state of each device to a page, then each new message."""
        mine = Stream(self.connection)
        server = self.server
        with server.lock:
            for device, table in enumerate(server.tables):
                mine.queue_message({**table.table_message(), "device": device})
            server.pages.append(mine)
        self._stream(mine, server.pages)

    def _rolls(self, after: str) -> None:
        """Send to a Foundry the rolls that it has missed, then each new roll.

        `after` is the field "key" of the last roll that this Foundry received.
        """
        mine = Stream(self.connection)
        server = self.server
        with server.lock:
            for roll in server.rolls_after(after):
                mine.queue_message(roll)
            server.foundries.append(mine)
        self._stream(mine, server.foundries, server.foundry)

    def _stream(self, mine: Stream, all_of_them: list[Stream], origin: str | None = None) -> None:
        try:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            if origin:
                self.send_header("Access-Control-Allow-Origin", origin)
            self.end_headers()
            while True:
                try:
                    message = mine.messages.get(timeout=PING_SECONDS)
                except queue.Empty:
                    message = {}
                name = f"id: {message['key']}\n" if "key" in message else ""
                self.wfile.write(f"{name}data: {json.dumps(message)}\n\n".encode())
        except OSError:
            pass
        finally:
            with self.server.lock:
                if mine in all_of_them:
                    all_of_them.remove(mine)

    def do_POST(self) -> None:
        size = self.headers.get("Content-Length", "")
        if (
            self.path != "/ask"
            or not self._is_own_request()
            or self.headers.get("Content-Type") != "application/json"
        ):
            self.send_error(403)
            return
        try:
            asked = (
                json.loads(self.rfile.read(int(size))) if size.isdigit() and int(size) <= LONGEST else None
            )
        except (ValueError, RecursionError):
            asked = None
        device = asked.pop("device", 0) if isinstance(asked, dict) else None
        if (
            not isinstance(asked, dict)
            or not isinstance(device, int)
            or device not in range(len(self.server.requests))
        ):
            self.send_error(400)
            return
        if self.server.requests[device].qsize() >= ASKED:
            self.send_error(503)
            return
        self.server.requests[device].put(asked)
        self.send_response(204)
        self.end_headers()
