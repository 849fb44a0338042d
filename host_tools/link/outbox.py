"""Outbox: the rolls for a virtual table.

Each roll is sent once, unless it is undone before. The link session, the game and the position in the journal
identify a roll. The roll is sent when the next state message arrives, because any undo arrives before that.
Rolls from before the session are never sent.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from host_tools.link.shapes import Message

KEPT = 50  # most sent rolls kept for a client that reconnects, and most journals with a stored position


def folder() -> Path:
    """Return the user's configuration folder for these tools."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "gobelet"


class Positions:
    """The position of the first unsent roll in each journal.

    The positions are stored in a file, so that no roll is sent twice after a restart.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.by_journal: dict[str, int] = {}
        try:
            found = json.loads(path.read_text(encoding="utf-8")) if path else {}
            self.by_journal = {str(name): int(at) for name, at in found.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            pass  # missing or unreadable: only rolls from now on count as new

    def set_position(self, journal: str, position: int) -> None:
        """Set and store the position of a journal.

        Raises OSError on failure. The caller must then not send the roll.
        """
        positions = {**self.by_journal}
        positions.pop(journal, None)
        positions[journal] = position
        while len(positions) > KEPT:
            del positions[next(iter(positions))]
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps(positions), encoding="utf-8")
            new.replace(self.path)
        self.by_journal = positions


class Outbox:
    """The sent and the pending rolls of one device.

    A pending roll waits for a state message.

    sent  the last rolls that were sent and not undone since, each with its `key`
    """

    def __init__(self, positions: Positions, device: int = 0) -> None:
        self.positions = positions
        self.device = device
        self.sent: list[Message] = []
        self._session = ""
        self._game: str | None = None
        self._waiting: dict[int, Message] = {}  # keyed by position, until the next state message

    def process(self, message: Message) -> list[Message]:
        """Process a message of the device, and return the rolls to send now, oldest first."""
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
            self._on_undo(message["of"])
        elif kind == "state" and message.get("game") is not None and message["game"] == self._game:
            return self._ready_rolls(message["at"])
        return []

    def journal(self) -> str:
        """Return the name of the present journal: device, session and game."""
        return f"{self.device}/{self._session}/{self._game}"

    def _on_undo(self, position: int) -> None:
        self._waiting = {
            of: roll for of, roll in self._waiting.items() if position not in (of, roll.get("at"))
        }
        self.sent = [
            roll
            for roll in self.sent
            if roll["journal"] != self.journal() or position not in (roll["of"], roll.get("at"))
        ]

    def _ready_rolls(self, at: int) -> list[Message]:
        journal = self.journal()
        first_unsent = self.positions.by_journal.get(journal)
        ready = []
        if first_unsent is None:
            self._waiting.clear()
            self.positions.set_position(journal, at)
        else:
            ready = [
                {**roll, "journal": journal, "key": f"{journal}/{of}"}
                for of, roll in sorted(self._waiting.items())
                if roll.get("done") and of >= first_unsent
            ]
        if ready:
            self.positions.set_position(journal, ready[-1]["of"] + 1)
            self._waiting = {of: roll for of, roll in self._waiting.items() if of > ready[-1]["of"]}
            self.sent = (self.sent + ready)[-KEPT:]
        return ready
