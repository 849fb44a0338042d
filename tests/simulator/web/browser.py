"""Chromium as a child process, and a web server for the page.

    with Browser() as browser, Site(folder) as site:
        browser.play("scene", {"url": site.url}, viewport={"width": 390, "height": 844})

A scene is a function of scenes.mjs; `play` returns its result, or raises BrowserError if it fails.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

from tests import node

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).parent
CHROMIUM = ROOT / ".venv" / "chromium"


class BrowserError(Exception):
    """A scene or its page failed."""


class Browser:
    def __init__(self) -> None:
        if not (CHROMIUM / "unpacked" / "chromium").exists():
            raise BrowserError("Chromium is not installed: `make .venv/.chromium`, which `make test` does")
        self._process = subprocess.Popen(
            [node.node_path(), str(HERE / "browser.mjs"), str(CHROMIUM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def play(self, scene: str, data: dict[str, Any], **options: Any) -> Any:
        """Play a scene.

        options: options of a Playwright browser context, such as `locale` and `viewport`.

        Only a scene about the service worker allows a service worker: storing the page for offline use takes
        as long as opening it.
        """
        assert self._process.stdin is not None and self._process.stdout is not None
        options = {"locale": "fr-FR", "serviceWorkers": "block"} | options
        self._process.stdin.write(json.dumps({"scene": scene, "options": options, "data": data}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise BrowserError(f"Chromium ended in the middle of {scene!r}")
        reply = json.loads(line)
        if "error" in reply:
            raise BrowserError(reply["error"])
        return reply["value"]


class Site:
    """A web server of a folder on this machine.

    A browser may cache the files of a folder that does not change.

    packs: the server compresses files, as public web servers do.
    """

    def __init__(self, folder: Path, stays: bool = False, packs: bool = False) -> None:
        handler = _Packs if packs else _Stays if stays else _Handler
        self._server = _Server(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self.url = f"http://localhost:{self._server.server_port}/"

    def __enter__(self) -> Site:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a closed or reloaded page, which stops reading."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # one connection for many files
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


class _Stays(_Handler):
    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


class _Packs(_Handler):
    """A handler that compresses files, as public web servers do."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in (
            ".html",
            ".mjs",
            ".js",
            ".css",
            ".json",
            ".wasm",
            ".svg",
            ".py",
            ".webmanifest",
        ):
            super().do_GET()
            return
        data = gzip.compress(path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path.name))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()
