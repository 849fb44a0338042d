"""The page in Chromium without a cache: the time to the first picture, and the bytes sent until then.

A local server sends the files without compression.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from simulator.web import build
from tests.bench.line import ROUNDS, Line
from tests.simulator.web.browser import Browser, Site

LIMIT = 1.0  # maximum number of seconds for a page
SENT = 1500  # most KB sent until the first picture


def line_names() -> list[str]:
    return ["the page to its first picture", "the page, sent before its first picture"]


def measure_lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder:
        build.write_site(Path(folder) / "web", Path(folder) / "uf2")
        with Site(Path(folder) / "web") as site, Browser() as browser:
            took = [
                browser.play("first_picture", {"url": site.url}, serviceWorkers="allow")
                for _ in range(ROUNDS + 1)
            ]
            sent = browser.play("requests", {"url": site.url})["bytes"] / 1000
    time, size = line_names()
    yield Line(time, "s", statistics.median(took[1:]), LIMIT, "the limit", 1.0)
    yield Line(size, "KB", sent, SENT, "the limit", 1.0)
