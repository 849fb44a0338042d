"""A random player. The player records every key, so that a failure can be repeated.

    make monkey                       until a failure, or Ctrl-C
    make monkey ARGS="--game trireme --seed 7 --keys 20000"

After each key the module checks that no screen has raised, every value is within its bounds, and no text is
missing or clipped. Each screen must be valid, and the pending roll in the journal must be the one shown. At
the end the player undoes everything, which must restore the start. A failure is printed as a script for
`python -m simulator --script`.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, NAMES, OK, UP
from simulator.script import SETTLE_MS
from simulator.store import Store

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.journal.journal import STEPS  # noqa: E402
from gobelet.ui.screens.result import Result  # noqa: E402

WORD = {key: name for name, key in NAMES.items()}
# The actions with their weights; OK opens screens, so it is the most frequent.
ACTIONS = (
    ("press", OK, 42),
    ("press", DOWN, 22),
    ("press", UP, 15),
    ("press", BACK, 8),
    ("hold", OK, 3),
    ("hold", UP, 1),
    ("hold", DOWN, 1),
    ("hold", BACK, 5),
    ("restart", 0, 1),
)


class FoundFault(AssertionError):
    """A check that failed; `script` repeats the keys that led to it."""

    def __init__(self, what: str, script: str) -> None:
        super().__init__(what)
        self.script = script


class Monkey:
    """The player.

    pause   (n, ms): wait so long after every n-th key, like a player who thinks
    """

    def __init__(
        self,
        game: str,
        seed: int,
        store: Store | None = None,
        pause: tuple[int, int] | None = None,
        board: VirtualBoard | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.random = random.Random(f"{game} {seed}")
        self.lines: list[str] = [f"# {game}, seed {seed}", "setting taught yes"]
        self.keys = 0
        self.screens: set[str] = set()
        self.pause = pause
        self.board = board or VirtualBoard(store=store)
        self.board.run(BOOT_MS)
        self.board.choose_setting("taught", "yes")
        self.board.run(SETTLE_MS)
        self.forgotten = False  # whether the journal has dropped its oldest transactions
        self.done: list[int] = []  # transactions that can be undone
        self.legal: dict[str, bytes] = {}  # the last valid values of each Sheet, by Kind

    def enter(self) -> None:
        app = self.board.app
        if app.context.session is None or app.context.session.name != self.game:
            if app.context.session is not None:  # the store already had a game
                app.context.navigation.home()
            self.lines.append(f"open {self.game}.home")
            app.context.open(f"{self.game}.home")
            self.board.run(SETTLE_MS)

    def play(self, keys: int) -> None:
        names = [action[:2] for action in ACTIONS]
        weights = [action[2] for action in ACTIONS]
        while self.keys < keys:
            self.enter()
            self.do(*self.random.choices(names, weights)[0])

    def do(self, kind: str, key: int) -> None:
        board = self.board
        if kind == "restart":
            wait = self.random.choice((0, 2000))
            self.lines += [f"wait {wait}", "restart"]
        else:
            self.lines.append(f"{kind} {WORD[key]}")
        try:
            if kind == "restart":
                board.run(wait)
                board.boot()
                board.run(BOOT_MS)
            else:
                self.keys += 1
                if self.pause is not None and self.keys % self.pause[0] == 0:
                    self.lines.insert(-1, f"wait {self.pause[1]}")
                    board.run(self.pause[1])
                if kind == "press":
                    board.press(key)
                else:
                    board.hold(key)
            self.check()
        except Exception as error:
            raise self.found(error) from error

    def found(self, error: Exception) -> FoundFault:
        said = "".join(traceback.format_exception(error)[-3:])
        return FoundFault(f"{self.game}, seed {self.seed}, key {self.keys}: {said}", self.script())

    def check(self) -> None:
        board = self.board
        app = board.app
        if board.faults:
            raise board.faults[0]
        assert board.words.strings, "the panel is dark"
        texts, canvas = app.context.t, app.canvas
        said = texts.missing, canvas.missing, canvas.clipped
        assert not any(said), f"texts missing, letters missing, clipped: {said}, {board.words.strings}"
        ids = app.stack.ids
        self.screens.add(ids[-1] or "")
        session = app.context.session
        if session is None:
            return
        top = app.stack.top()
        if ids[-1] is not None and len(ids) > 1:
            assert top.is_valid(), f"{ids[-1]} has no reason"
        if isinstance(top, Result) and not top.applied and not top.resolution.is_waiting_for_dice():
            pending = session.pending_roll()
            assert pending is not None, "what is shown is not pending"
            # a restart replaces the board and its bus
            number, _, listed, path, _ = session.journal.source_roll()[1]
            assert [number, listed[: len(top.rows)]] == [top.resolution.number, list(top.rows)], (
                "another is pending"
            )
            assert top.path == pending.path == path, "another roll is shown than is pending"
        state = session.state
        for k, kind in enumerate(state.kinds):
            values = bytes(state.sheets[k])
            if values != self.legal.get(kind.name):
                for row in range(kind.rows):
                    wrong = kind.first_illegal(state.row(k, row))
                    assert not wrong, f"{kind.name} {row} {kind.fields[wrong[0]]} is out of its bounds"
                self.legal[kind.name] = values
        journal = session.journal
        if self.done and self.done[0] not in journal.done and self.done[0] not in journal.undone:
            self.forgotten = True
        self.done = list(journal.done)

    def undo_all(self) -> None:
        self.enter()
        # In the lesson, BACK held is an exercise and not undo.
        if self.board.app.stack.ids[-1] == "system.lesson":
            self.do("press", BACK)
            self.enter()
        for _ in range(3 * STEPS):
            if not self.board.context.session.journal.done:
                break
            self.do("hold", BACK)
            self.enter()
        assert not self.board.context.session.journal.done, "it cannot be undone whole"
        if not self.forgotten:
            assert self.board.context.session.state.restart_changes() == [], "not as at the start"

    def script(self) -> str:
        return "\n".join(self.lines) + "\n"


def play_game(game: str, seed: int, keys: int) -> Monkey:
    monkey = Monkey(game, seed)
    try:
        monkey.play(keys)
        monkey.undo_all()
    except FoundFault:
        raise
    except Exception as error:  # between two keys, or at the end
        raise monkey.found(error) from error
    return monkey


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make monkey", description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=GAMES, help="only this one")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="where to begin")
    parser.add_argument("--keys", type=int, default=5000, help="of one game before the next (5000)")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="stop after so many")
    options = parser.parse_args(argv)
    keys = 0
    try:
        for number in itertools.count():
            if options.games and number == options.games:
                break
            game = options.game or GAMES[number % len(GAMES)]
            monkey = play_game(game, options.seed + number, options.keys)
            keys += monkey.keys
            screens = len(monkey.screens)
            print(f"{game}, seed {options.seed + number}: {screens} screens, {keys} keys in all", flush=True)
    except FoundFault as found:
        path = Path("build") / "monkey.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(found.script, encoding="utf-8")
        print(found.script)
        print(f"{found}\n`python -m simulator --script {path}` plays it again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"{keys} keys, and nothing was found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
