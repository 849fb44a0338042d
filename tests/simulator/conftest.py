"""What the tests of the simulator share."""

from __future__ import annotations

import pytest

from simulator import pictures
from tests.once import once


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[pictures.Album]:
    """All pictures in both languages."""
    return once(tmp_path_factory, "pictures", lambda _: pictures.albums())
