"""A player without a plan: presses, on every screen it meets, the keys it has tried there least.

It needs no list of screens, so a new game is explored as soon as it is in the list of games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from simulator.board import VirtualBoard
from simulator.keys import NAMES

UP, DOWN, OK, BACK = NAMES["UP"], NAMES["DOWN"], NAMES["OK"], NAMES["BACK"]
PRESS_MS = 30
# Leaving and undoing are tried less often than the rest, or the walk would never get far.
ACTIONS = (
    ("press", OK, 1),
    ("press", DOWN, 1),
    ("press", UP, 2),
    ("hold", OK, 3),
    ("press", BACK, 4),
    ("hold", BACK, 8),
)


class Explorer:
    """Walks over one device. `seen` counts the ids of the screens shown, `trail` is what was done last."""

    def __init__(self, board: VirtualBoard, seed: int = 0) -> None:
        self.board = board
        self.random = random.Random(seed)
        self.tried: Counter[tuple] = Counter()
        self.seen: Counter[str] = Counter()
        self.trail: list[str] = []

    def place(self) -> tuple:
        """What makes two screens the same to the explorer: their class and the line chosen."""
        top = self.board.app.stack.top()
        names = getattr(top, "names", None)
        cursor = getattr(top, "cursor", 0)
        line = cursor
        if callable(names):
            listed = list(names())
            line = listed[cursor] if cursor < len(listed) else cursor
        return type(top).__module__, type(top).__name__, getattr(getattr(top, "proc", None), "name", ""), line

    def walk(self, game: str, presses: int) -> Iterator[str]:
        """Open a game and press keys in it; yields the id of the screen on top after each."""
        app = self.board.app
        app.home()
        app.open(f"{game}.home")
        self.board.run(100)
        for _ in range(presses):
            app = self.board.app
            if app.session is None or app.session.name != game:
                app.open(f"{game}.home")
                self.board.run(50)
            self.step()
            name = app.stack.ids[-1] or "?"
            self.seen[name] += 1
            yield name

    def step(self) -> None:
        """The least tried action of this place, weighted."""
        place = self.place()
        least = min(self.tried[(place, kind, key)] * weight for kind, key, weight in ACTIONS)
        choices = [a for a in ACTIONS if self.tried[(place, a[0], a[1])] * a[2] == least]
        kind, key, _ = self.random.choice(choices)
        self.tried[(place, kind, key)] += 1
        self.trail.append(f"{kind} {next(n for n, k in NAMES.items() if k == key)}")
        if kind == "hold":
            self.board.hold(key)
        else:
            self.board.press(key, PRESS_MS)
