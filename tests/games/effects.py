"""The data of the test of effects for each game, see `effects.py` in the folder of its tests.

The data are the lasting fields, the effects, and the events that end each effect. An event is a function that
presses keys on the game's screens.
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
    """A board with a game open."""

    def __init__(self, game: str, files: dict[str, bytes]) -> None:
        self.game = game
        self.board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n", **files}))
        self.context.open(f"{game}.home")

    @property
    def app(self) -> Any:
        return self.board.app

    @property
    def context(self) -> Any:
        return self.board.context

    @property
    def state(self) -> Any:
        return self.context.session.state

    def get(self, name: str, row: int) -> int:
        kind, _, of = name.partition(".")
        return int(self.state.get(kind, row, of))

    def change(self, *changes: Change) -> None:
        assert self.context.change(list(changes)), "the Sheets refuse what the test sets up"

    def open(self, name: str, *given: int) -> Any:
        """Open a screen of the game above the game's main list."""
        self.context.navigation.back_to(f"{self.game}.home")
        self.context.open(f"{self.game}.{name}", *given)
        return self.context.navigation.top()

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)
            if self.board.faults:
                raise self.board.faults[0]

    def choose(self, name: Any, names: Any) -> None:
        """Select the line `name` in the list on top, and press OK.

        `names` are the names of all its lines.
        """
        self.context.navigation.top().cursor = list(names).index(name)
        self.press(OK)

    def yes(self) -> None:
        """Answer yes to the question on top; its first choice is no."""
        self.press(DOWN, OK)


Event = Callable[[Device], object]


@dataclass(frozen=True)
class Effect:
    """A field with a temporary state.

    `value` is its value during the effect; `ends` has the events that end the effect.
    """

    value: int
    ends: str


@dataclass(frozen=True)
class Pointer:
    """A field of another row that holds a row number.

    `first` is its value for row 0; `ends` has the events that change the field.
    """

    first: int
    ends: str


@dataclass(frozen=True)
class Scene:
    """The state in which events happen.

    `changes` make the state besides the effects; `without` has the events that are impossible in it.
    """

    changes: Callable[[Device], list[Change]]
    without: str = ""


@dataclass(frozen=True)
class Game:
    """The expected behaviour of one game: TABLE in the `effects.py` of its tests.

    row, kind   the row of a Sheet that the events happen to. Each Kind of `effects` has this row: with the
                fields of a Kind with one row, `row` is 0.
    ready       prepares the start of each scene.
    scenes      scenes by name.
    events      events by name: functions that use the game's screens.
    effects     effects by field; "<field>" for one of `kind`.
    lasting     fields, or "<kind>.*", that no event changes, except those in `gone`.
    moving      fields that events may set to any value.
    pointers    fields that hold a row, by name.
    others      effects that other rows have from this row: the events that end them, by (field, row).
    own         the event that is an own turn; events in `like_own` must end the same effects.
    gone        events that empty the row, except the fields in `kept`.
    id, files   name and text of a game that is a file.
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
