"""The devices for tests with damaged files; their sessions are played once in a test run."""

from __future__ import annotations

import pytest

from tests.faults import mutations
from tests.faults.mutations import World
from tests.once import make_once


@pytest.fixture(scope="session")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[World]:
    return make_once(tmp_path_factory, "worlds", lambda _: mutations.make_worlds())
