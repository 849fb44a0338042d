"""The toy game on a virtual board: the fixture `toy` is a device with this game alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from simulator import board as boards
from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore

FOLDER = Path(__file__).parent
TAUGHT = {"settings": b"taught=yes\n"}


class Toy(VirtualBoard):
    """A device with the toy game, and short names for acts of a player."""

    def __init__(self, **parts: Any) -> None:
        parts.setdefault("store", MemoryStore(TAUGHT))
        super().__init__(**parts)
        self.run(BOOT_MS)

    # Keys

    def up(self, times: int = 1) -> None:
        for _ in range(times):
            self.press(UP)

    def down(self, times: int = 1) -> None:
        for _ in range(times):
            self.press(DOWN)

    def ok(self, times: int = 1) -> None:
        for _ in range(times):
            self.press(OK)

    def back(self, times: int = 1) -> None:
        for _ in range(times):
            self.press(BACK)

    def why(self) -> None:
        self.hold(OK)

    def undo(self) -> None:
        self.hold(BACK)

    # Navigation

    def game(self, line: int = 0) -> None:
        """Open the game from the list of games by keys, and select a line of its list."""
        self.ok()
        self.down(line)

    def form(self, name: str, *known: int) -> None:
        """Open a procedure's form directly."""
        self.context.open("toy.home")
        self.context.open("toy.form", self.context.session.procedure_index(name), *known)
        self.run(50)

    def dice(self, *faces: int) -> None:
        self.entropy.faces(list(faces))

    def pull(self) -> None:
        """Remove the battery and insert it again."""
        self.boot()
        self.run(BOOT_MS)

    # Visible words

    def reads(self, *wanted: str) -> bool:
        return all(self.words.has_text(words) for words in wanted)

    @property
    def top(self) -> Any:
        return self.app.stack.top()

    @property
    def ids(self) -> list[str | None]:
        return list(self.app.stack.ids)

    def get(self, kind: str, row: int, field: str) -> int:
        return self.context.session.get(kind, row, field)


@contextmanager
def only_game(folder: Path) -> Iterator[None]:
    """Make the game in `folder` the only listed one: importable, with its texts in flash."""
    paths.install()
    import gobelet.games
    from gobelet.system import home
    from host_tools.building import texts
    from host_tools.building.typography import with_hard_spaces

    game = folder.name
    packed = {}
    system = texts.load(texts.catalogues()[texts.SYSTEM])
    for language, found in texts.load(folder).items():
        packed[f"{game}.{language}"] = texts.pack(found)
        words = system[language] | texts.home_texts(game, found)
        packed[f"system.{language}"] = texts.pack(
            {key: with_hard_spaces(text) for key, text in words.items()}
        )
    real = boards.open_asset
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gobelet.games, "__path__", [*gobelet.games.__path__, str(folder.parent)])
        patch.setattr(gobelet.games, "GAMES", (game,))
        patch.setattr(home, "GAMES", (game,))
        patch.setattr(
            boards, "open_asset", lambda name: BytesIO(packed[name]) if name in packed else real(name)
        )
        yield
    for name in [name for name in sys.modules if f"{name}.".startswith(f"gobelet.games.{game}.")]:
        del sys.modules[name]


@pytest.fixture
def toy_world() -> Iterator[None]:
    with only_game(FOLDER / "toy"):
        yield


@pytest.fixture
def toy(toy_world: None) -> Iterator[Toy]:
    """Yield a device after the lessons, at the list of games. The test fails if a screen fails."""
    board = Toy()
    yield board
    assert board.faults == []
    assert board.context.t.missing == 0, board.words.strings
