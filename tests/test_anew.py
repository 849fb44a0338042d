"""What the snapshot says of keys that act behind a start. What they do then: test_app.py."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from simulator.store import MemoryStore
from tests.toy_game import plugin  # noqa: F401 - the firmware's place

from gobelet import anew, snapshot  # isort: skip

KEYS = [(4, 1, 1), (4, 3, 1), (1, 2, 250)]


def app_with(body: bytes, keys: list[tuple[int, int, int]]) -> Any:
    navigation = SimpleNamespace(
        saved=body + snapshot.sum_of(body), pressed=keys, anew=False, too_large=None, stack=None
    )
    return SimpleNamespace(
        navigation=navigation, store=MemoryStore(), stack=[], report=print, start_anew=lambda: None
    )


@pytest.mark.parametrize("keys", [[], KEYS[:1], KEYS, KEYS * 8])
@pytest.mark.parametrize(
    "body", [b"system.home\n", b"system.home\ntoy.home;3\n1204", b"system.home\ntoy.home\n7 1"]
)
def test_they_are_read_back_once(body: bytes, keys: list[tuple[int, int, int]]) -> None:
    """body: on the list of games, in a game, and with its clock running."""
    app = app_with(body, keys)
    saved = app.navigation.saved
    anew.begin(app)
    written = app.store.read(snapshot.SNAPSHOT)
    assert written != saved
    assert written[-4:] == snapshot.sum_of(written[:-4])
    assert written[:-4].rpartition(b"\n")[2].count(b" ") == 2, "by which a start knows it"
    other = app_with(b"", [])
    other.store = app.store
    anew.take(other, written[:-4])
    assert other.navigation.pressed == keys and other.navigation.anew
    assert (
        other.store.read(snapshot.SNAPSHOT) == saved == other.navigation.saved == other.navigation.too_large
    )
