"""Outbox: the rolls that a virtual table gets: each once, and none that was taken back before it left.

A roll is known by the session of the talk, the game and its position in the journal. It is given out with the state
that follows it: whatever took it back has been told by then. What was rolled before the talk began is not new, and
stays here.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from host_tools.link.shapes import Message

KEPT = (
    50  # rolls that can still be given to who was away, and journals of which it is known what was given out
)


def folder() -> Path:
    """Where the user's own settings of these tools lie."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "gobelet"


class Marks:
    """By journal, the position from which on rolls are new. In a file, so that no start gives out anything twice."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.of: dict[str, int] = {}
        try:
            found = json.loads(path.read_text(encoding="utf-8")) if path else {}
            self.of = {str(name): int(at) for name, at in found.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            pass  # none yet, or no longer readable: then what is rolled from now on is new

    def put(self, journal: str, position: int) -> None:
        """Raises OSError if it cannot be kept: then nothing has changed, and nothing may be given out."""
        of = {**self.of}
        of.pop(journal, None)
        of[journal] = position
        while len(of) > KEPT:
            del of[next(iter(of))]
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps(of), encoding="utf-8")
            new.replace(self.path)
        self.of = of


class Outbox:
    """sent  the last rolls that were given out and not taken back since, each with its `key`"""

    def __init__(self, marks: Marks, device: int = 0) -> None:
        self.marks = marks
        self.device = device
        self.sent: list[Message] = []
        self._session = ""
        self._game: str | None = None
        self._waiting: dict[int, Message] = {}  # by position, until the state behind them

    def take(self, message: Message) -> list[Message]:
        """Take in what the device told. Returns the rolls that are given out now, oldest first."""
        kind = message["type"]
        if kind == "hello":
            self._session, self._game = str(message.get("session")), None
            self._waiting.clear()
        elif kind == "game":
            self._game = message["game"]
            self._waiting.clear()
        elif kind == "roll" and message.get("dice") is not None:
            self._waiting[message["of"]] = message
        elif kind == "undo" and message.get("what") == "roll":
            self._take_back(message["of"])
        elif kind == "state" and message.get("game") is not None and message["game"] == self._game:
            return self._give(message["at"])
        return []

    def _journal(self) -> str:
        return f"{self.device}/{self._session}/{self._game}"

    def _take_back(self, position: int) -> None:
        self._waiting = {
            of: roll for of, roll in self._waiting.items() if position not in (of, roll.get("at"))
        }
        self.sent = [
            roll
            for roll in self.sent
            if roll["journal"] != self._journal() or position not in (roll["of"], roll.get("at"))
        ]

    def _give(self, at: int) -> list[Message]:
        journal = self._journal()
        mark = self.marks.of.get(journal)
        ready = []
        if mark is None:
            self._waiting.clear()
            self.marks.put(journal, at)
        else:
            ready = [
                {**roll, "journal": journal, "key": f"{journal}/{of}"}
                for of, roll in sorted(self._waiting.items())
                if roll.get("done") and of >= mark
            ]
        if ready:
            self.marks.put(journal, ready[-1]["of"] + 1)
            self._waiting = {of: roll for of, roll in self._waiting.items() if of > ready[-1]["of"]}
            self.sent = (self.sent + ready)[-KEPT:]
        return ready
