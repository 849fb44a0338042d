"""A random player, which presses the least tried key of every screen.

The explorer has no list of screens, so it explores a new game as soon as the list of games has it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from simulator.board import VirtualBoard
from simulator.keys import NAMES

UP, DOWN, OK, BACK = NAMES["UP"], NAMES["DOWN"], NAMES["OK"], NAMES["BACK"]
PRESS_MS = 30
# Weights: leaving and undoing are rare, or the walk would stay near its start.
ACTIONS = (
    ("press", OK, 1),
    ("press", DOWN, 1),
    ("press", UP, 2),
    ("hold", OK, 3),
    ("press", BACK, 4),
    ("hold", BACK, 8),
)


class Explorer:
    """A walk over one device.

    seen: the number of visits by screen id. trail: the last acts.
    """

    def __init__(self, board: VirtualBoard, seed: int = 0) -> None:
        self.board = board
        self.random = random.Random(seed)
        self.tried: Counter[tuple] = Counter()
        self.seen: Counter[str] = Counter()
        self.trail: list[str] = []

    def place(self) -> tuple:
        """Return the key under which the explorer counts a screen: its class and the selected line."""
        top = self.board.app.stack.top()
        names = getattr(top, "names", None)
        cursor = getattr(top, "cursor", 0)
        line = cursor
        if callable(names):
            listed = list(names())
            line = listed[cursor] if cursor < len(listed) else cursor
        return type(top).__module__, type(top).__name__, getattr(getattr(top, "proc", None), "name", ""), line

    def walk(self, game: str, presses: int) -> Iterator[str]:
        """Open a game and press keys in it; yield the id of the top screen after each press."""
        app = self.board.app
        app.context.navigation.home()
        app.context.open(f"{game}.home")
        self.board.run(100)
        for _ in range(presses):
            app = self.board.app
            if app.context.session is None or app.context.session.name != game:
                app.context.open(f"{game}.home")
                self.board.run(50)
            self.step()
            name = app.stack.ids[-1] or "?"
            self.seen[name] += 1
            yield name

    def step(self) -> None:
        """Do the act with the lowest weighted count on this screen."""
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
