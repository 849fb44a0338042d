"""What the test of effects knows of each game, in `effects.py` of the folder of its tests: which fields last, which are
effects, what ends them, and how that happens by the screens of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from simulator.board import VirtualBoard
from simulator.keys import DOWN, OK
from simulator.store import MemoryStore

Change = tuple[str, int, str, int]


class Device:
    """A game on a board."""

    def __init__(self, game: str, files: dict[str, bytes]) -> None:
        self.game = game
        self.board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n", **files}))
        self.app.open(f"{game}.home")

    @property
    def app(self) -> Any:
        return self.board.app

    @property
    def state(self) -> Any:
        return self.app.session.state

    def get(self, name: str, row: int) -> int:
        kind, _, of = name.partition(".")
        return int(self.state.get(kind, row, of))

    def change(self, *changes: Change) -> None:
        assert self.app.change(list(changes)), "the Sheets refuse what the test sets up"

    def open(self, name: str, *given: int) -> Any:
        """A screen of the game, above its list."""
        self.app.back_to(f"{self.game}.home")
        self.app.open(f"{self.game}.{name}", *given)
        return self.app.top()

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)
            if self.board.faults:
                raise self.board.faults[0]

    def choose(self, name: Any, names: Any) -> None:
        """OK on the line called so of the list on top, whose lines have these names."""
        self.app.top().cursor = list(names).index(name)
        self.press(OK)

    def yes(self) -> None:
        """Answer the question on top, which begins on no."""
        self.press(DOWN, OK)


Event = Callable[[Device], object]


@dataclass(frozen=True)
class Effect:
    """A field that says something for a time. value: what it is while it does; ends: the events that end it."""

    value: int
    ends: str


@dataclass(frozen=True)
class Pointer:
    """A field of others that says a row. first: its value for row 0; ends: events after which it says another."""

    first: int
    ends: str


@dataclass(frozen=True)
class Scene:
    """changes: what stands besides the effects; without: events that cannot happen in it."""

    changes: Callable[[Device], list[Change]]
    without: str = ""


@dataclass(frozen=True)
class Game:
    """row, kind  to whom the events happen: a row of this Sheet
    ready      brings about what the scenes begin with
    scenes     by name, in which the events happen
    events     by name, as they happen by the screens
    effects    by field; "<field>" for one of `kind`
    lasting    fields, or "<kind>.*", that no event changes, but those of `gone`
    moving     those that events set as they want
    pointers   fields that say a row: by name
    others     effects that others have of him: the events that end them, by (field, row)
    own        the event that is an own turn; what it ends, these of `like_own` must end too
    gone       events that leave nothing in the row; kept: but these fields
    id, files  where the game is a file, how it is called, and that
    """

    row: int
    kind: str
    ready: Event
    scenes: dict[str, Scene]
    events: dict[str, Event]
    effects: dict[str, Effect]
    lasting: str
    moving: str
    own: str = ""
    like_own: str = ""
    pointers: dict[str, Pointer] = field(default_factory=dict)
    others: dict[tuple[str, int], str] = field(default_factory=dict)
    gone: str = ""
    kept: str = ""
    id: str = ""
    files: dict[str, bytes] = field(default_factory=dict)

    def device(self, game: str) -> Device:
        return Device(self.id or game, self.files)
