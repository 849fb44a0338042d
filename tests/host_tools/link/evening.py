"""The link messages of a played evening, and faulty lines, for tests of readers of messages."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.serial import Serial
from simulator.store import MemoryStore
from tests.chip import desk
from tests.link.listener import Listener

from gobelet.games import GAMES  # isort: skip

WRONG = (None, True, -1, 1.5, 1 << 60, "", "x\n\u0085", [], [[]], {}, {"x": []}, [None, 3], "own-a_b")
ASKED = ({"frame": 1}, {"ask": "attack"}, {"ask": "none"}, {"name": "Zoé", "seat": 1}, {"preset": "2d6+3"})


@cache
def evening_messages() -> tuple[dict[str, Any], ...]:
    """Return the messages of each game and of a battle.

    Some games are played at random.
    """
    found: list[dict[str, Any]] = []
    for game in GAMES:
        settings = {"settings": b"taught=yes\nproof=yes\n"}
        found += _play_game(game, MemoryStore(settings))
    return tuple(found + _play_game("trireme", MemoryStore(dict(desk.state_files("boarding")))))


def _play_game(game: str, store: MemoryStore) -> list[dict[str, Any]]:
    listener = Listener(VirtualBoard(serial=Serial(), store=store))
    listener.hello()
    listener.ask(open=game)
    for request in ASKED:
        listener.ask(**request)
    chance = random.Random(game)
    for _ in range(18):
        listener.device.press(chance.choice((OK, OK, OK, UP, DOWN, BACK)))
        listener.ask(alive=1)
    listener.device.hold(BACK)
    listener.wait(2000)
    return listener.messages


def value_paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in a message."""
    if at:
        yield at
    if isinstance(value, (dict, list)):
        for name in value if isinstance(value, dict) else range(len(value)):
            yield from value_paths(value[name], (*at, name))


def wrong_lines(count: int, seed: int = 1) -> list[str]:
    """Return lines of the evening; in some of them one value is replaced or missing."""
    chance = random.Random(seed)
    messages = evening_messages()
    by_kind: dict[str, list[int]] = {}
    for number, message in enumerate(messages):
        by_kind.setdefault(message["type"], []).append(number)
    chosen = {chance.choice(by_kind[chance.choice(sorted(by_kind))]) for _ in range(count)}
    lines = []
    for number, message in enumerate(messages):
        if number in chosen:
            message = json.loads(json.dumps(message))
            *way, last = chance.choice([path for path in value_paths(message) if path != ("type",)])
            place = message
            for name in way:
                place = place[name]
            if chance.random() < 0.3:
                del place[last]
            else:
                place[last] = chance.choice(WRONG)
        lines.append(json.dumps(message))
    return lines
