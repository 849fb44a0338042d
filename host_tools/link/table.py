"""Table: what was told of one evening, so that whoever comes later sees all of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any

Message = dict[str, Any]
ROLLS = 200  # that are kept


def read(line: bytes | str) -> Message | None:
    """The message of a line; None for what is none, such as a line of the console."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("type"), str) else None


class Table:
    """The last hello, game and state, the rolls, and the codes of those that can be verified, oldest first.

    stale  nothing was heard for some time
    """

    def __init__(self) -> None:
        self.last: dict[str, Message] = {}
        self.rolls: dict[tuple[str, int], Message] = {}
        self.codes: list[str] = []
        self.stale = True
        self._seq: int | None = None

    def take(self, message: Message) -> bool:
        """Take a message in. Returns whether one before it was missed."""
        kind, seq = message["type"], message.get("seq")
        if kind == "stale":
            self.stale = bool(message.get("stale", True))
            return False
        missed = self._seq is not None and kind != "hello" and seq != self._seq + 1
        self._seq = seq if isinstance(seq, int) else None
        self.stale = False
        if kind in ("hello", "game", "state"):
            self.last[kind] = message
        elif kind == "commit":
            code = str(message.get("code"))
            if code not in self.codes:
                self.codes.append(code)
            del self.codes[:-ROLLS]
        elif kind == "roll" and isinstance(message.get("of"), int):
            key = (str(self.last.get("game", {}).get("game")), message["of"])
            if message.get("proof"):  # whether its code was told before it
                told = self.rolls.get(key, {}).get("announced", message["proof"].get("code") in self.codes)
                message = {**message, "announced": told}
            message.setdefault("when", self.rolls.get(key, {}).get("when", round(time.time(), 3)))
            self.rolls.setdefault(key, message)
            self.rolls[key] = message  # a later step instead of the one before; told twice is there once
            while len(self.rolls) > ROLLS:
                del self.rolls[next(iter(self.rolls))]
        elif kind == "undo" and message.get("what") == "roll":
            game = str(self.last.get("game", {}).get("game"))
            for key, roll in self.rolls.items():
                if key[0] == game and message.get("of") in (roll.get("at"), roll.get("of")):
                    roll["undone"] = True
        return missed

    def since(self) -> Message:
        """The hello that asks for what was not told yet."""
        state = self.last.get("state", {})
        if not state.get("game"):
            return {"hello": 1}
        return {"hello": 1, "game": state["game"], "since": state["at"]}

    def whole(self) -> Message:
        """All of it, as one message."""
        rolls = [{**roll, "game": game} for (game, _), roll in self.rolls.items()]
        return {"type": "table", "stale": self.stale, "rolls": rolls, "codes": self.codes, **self.last}


def replayed(lines: Iterable[str]) -> Iterator[tuple[Message, Table]]:
    """Each message of a recorded evening, with the table of its device as it is after it."""
    tables: dict[Any, Table] = {}
    for line in lines:
        message = read(line)
        if message is not None:
            table = tables.setdefault(str(message.get("device", 0)), Table())
            table.take(message)
            yield message, table


def words(message: Message) -> str:
    """A message in one line for a person."""
    kind = message["type"]
    if kind == "roll":
        return f"{message.get('words', '?')}  [{message.get('shown', '')}]"
    if kind == "commit":
        return f"code {message.get('code')} of the roll to come"
    if kind == "hello":
        return f"Gobelet {message.get('version')} on {message.get('board')}"
    if kind == "game":
        return f"{message.get('title')}"
    if kind == "state":
        turn = message.get("turn", -1)
        return f"state at {message.get('at')}" + (f", turn of {turn + 1}" if turn >= 0 else "")
    if kind == "undo":
        return {"change": "undone", "redo": "made again", "roll": "roll taken back"}.get(
            str(message.get("what")), "undone"
        )
    if kind == "refused":
        return f"refused: {message.get('why')}"
    if kind == "stale":
        return "nothing is heard" if message.get("stale", True) else "heard again"
    return str(kind)
