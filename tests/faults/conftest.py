"""The devices of which files are damaged: their sessions are played once in a run of the tests."""

from __future__ import annotations

import pytest

from tests.faults import mutations
from tests.faults.mutations import World
from tests.once import once


@pytest.fixture(scope="session")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[World]:
    return once(tmp_path_factory, "worlds", lambda _: mutations.worlds())
