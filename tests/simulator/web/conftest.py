"""The page, built once in a run, and one Chromium per test process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.building import frozen
from simulator.web import build
from tests.once import make_once
from tests.simulator.web.browser import Browser, Site


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def write_page(folder: Path) -> Path:
        # One kind of Pico has a UF2 file with Gobelet in it; the other kinds have none.
        uf2 = folder / "uf2"
        uf2.mkdir()
        (uf2 / frozen.file_name("pico")).write_bytes(b"MicroPython with Gobelet inside")
        build.write_site(folder / "web", uf2)
        return folder / "web"

    return make_once(tmp_path_factory, "page", write_page)


@pytest.fixture(scope="session")
def site(page: Path) -> Iterator[Site]:
    with Site(page, stays=True) as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with Browser() as running:
        yield running
