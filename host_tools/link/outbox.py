"""Choose which rolls of a device are sent to a virtual table, each roll once.

A roll is identified by the session of the link, the game, and the byte offset of the roll's first record in the
game's journal. The device sends a "state" message after each roll, and after each undo. A roll is therefore sent
when the next "state" message arrives, unless an "undo" message for the roll has arrived. Rolls from before the first
"state" message of the session are never sent.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from host_tools.link.shapes import Message

# Maximum number of sent rolls that are kept for a reconnecting Foundry, and of journals in the file of Positions.
KEPT = 50


def folder() -> Path:
    """Return the folder with this user's settings of Gobelet."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "gobelet"


class Positions:
    """The position in each journal from which on no roll was sent yet.

    A position is a byte offset in the journal. The positions are stored in a file, so that no roll is sent twice
    after a restart of the tool.

    by_journal   the positions by name of the journal, see `Outbox.journal`
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.by_journal: dict[str, int] = {}
        try:
            found = json.loads(path.read_text(encoding="utf-8")) if path else {}
            self.by_journal = {str(name): int(at) for name, at in found.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            pass  # without a readable file, only rolls from now on are sent

    def set_position(self, journal: str, position: int) -> None:
        """Set and store the position of a journal.

        Raises OSError if the file cannot be written. In this case, the caller must not send the roll.
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
    """The sent rolls and the waiting rolls of one device.

    A waiting roll is sent when the next "state" message arrives.

    sent  the last rolls that were sent and not undone later; each roll has a different field "key"
    """

    def __init__(self, positions: Positions, device: int = 0) -> None:
        self.positions = positions
        self.device = device
        self.sent: list[Message] = []
        self._session = ""
        self._game: str | None = None
        self._waiting: dict[int, Message] = {}  # waiting rolls, by byte offset of the first record

    def process(self, message: Message) -> list[Message]:
        """Process a message of the device; return the rolls to send now, oldest first."""
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
        """Return the name of the open game's journal: device, session and game."""
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
