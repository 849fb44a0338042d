"""The page, built once in a run, and a Chromium for each process of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.web import build
from tests.once import once
from tests.simulator.web.browser import Browser, Site


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def write(folder: Path) -> Path:
        build.write(folder / "web")
        return folder / "web"

    return once(tmp_path_factory, "page", write)


@pytest.fixture
def site(page: Path) -> Iterator[Site]:
    with Site(page) as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with Browser() as running:
        yield running
