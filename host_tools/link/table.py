"""Store the messages of a device, so that a page opened later can show them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any

from host_tools.link.shapes import Message, is_state_of, parse_message

ROLLS = 200  # maximum number of stored rolls, and of stored codes
# Fields that this module or the page adds to a roll. The module ignores such fields in a message of a device.
_OURS = ("announced", "undone", "checked")


def is_same_roll(known: Message, told: Message) -> bool:
    """Tell whether `told` repeats the roll `known`, or is a later step of this roll.

    The byte offset in the journal ("of") does not identify a roll. Another Gobelet can have a roll at the same
    offset, and so can the same Gobelet after its journal was erased or restored.
    """
    if known["game"] != told["game"] or known["of"] != told["of"]:
        return False
    if known.get("proof") and told.get("proof"):
        return bool(known["proof"] == told["proof"])
    return _is_prefix_of_other(*([die[:2] for die in roll.get("dice") or ()] for roll in (known, told)))


def _is_prefix_of_other(some: list[Any], others: list[Any]) -> bool:
    """Tell whether one of two lists is a prefix of the other."""
    short, long = sorted((some, others), key=len)
    return short == long[: len(short)]


class Table:
    """The messages of one device that a page needs.

    last   the last "hello" and "game" messages, and the last "state" message that fits the game, by type
    rolls  the last rolls, oldest first
    codes  the codes (hashes of secrets) that the device has shown before verifiable rolls, oldest first
    stale  whether the device is silent: no message within cable.STALE_SECONDS, or the port is lost
    """

    def __init__(self) -> None:
        self.last: dict[str, Message] = {}
        self.rolls: list[Message] = []
        self.codes: list[str] = []
        self.stale = True
        self._seq: int | None = None

    def process(self, message: Message) -> bool:
        """Process a valid message. Return whether an earlier message was missed."""
        kind, seq = message["type"], message.get("seq")
        if kind == "stale":
            self.stale = bool(message.get("stale", True))
            return False
        missed = self._seq is not None and kind != "hello" and seq != self._seq + 1
        self._seq = seq if isinstance(seq, int) else None
        self.stale = False
        if kind == "state":
            if is_state_of(self.last.get("game"), message):
                self.last[kind] = message
        elif kind in ("hello", "game"):
            self.last[kind] = message
            if kind == "game" and "state" in self.last and not is_state_of(message, self.last["state"]):
                del self.last["state"]
        elif kind == "commit":
            if message["code"] not in self.codes:
                self.codes.append(message["code"])
            del self.codes[:-ROLLS]
        elif kind == "roll":
            self._on_roll(message)
        elif kind == "undo" and message["what"] == "roll":
            self._on_undo(message["of"])
        return missed

    def _game(self) -> str:
        return str(self.last.get("game", {}).get("game"))

    def _on_roll(self, message: Message) -> None:
        """Add a roll, or replace an earlier step of the same roll.

        The field "when" of the message is set to the time of arrival.
        """
        roll = {name: value for name, value in message.items() if name not in _OURS} | {"game": self._game()}
        at = next((at for at in reversed(range(len(self.rolls))) if is_same_roll(self.rolls[at], roll)), None)
        known = {} if at is None else self.rolls[at]
        if at is None:
            self.rolls.append(roll)
        elif roll["at"] < known["at"] or (known.get("proof") and not roll.get("proof")):
            return  # the message repeats an earlier step of the known roll
        else:
            self.rolls[at] = roll
        roll["when"] = message.setdefault("when", known.get("when", round(time.time(), 3)))
        if roll.get("proof"):
            roll["announced"] = known["announced"] if "announced" in known else self._is_bound(roll)
        while len(self.rolls) > ROLLS:
            code = (self.rolls.pop(0).get("proof") or {}).get("code")
            if code in self.codes:
                self.codes.remove(code)  # a later roll with this code must not count as announced

    def _is_bound(self, roll: Message) -> bool:
        """Tell whether the code of a verifiable roll arrived before the roll.

        Another roll may have the same code only if one press of a device key made both rolls. In this case, both
        rolls have the same number and secret, and the dice of one roll begin with those of the other roll.
        """
        proof = roll["proof"]
        if proof["code"] not in self.codes:
            return False
        others = [each["proof"] for each in self.rolls if each is not roll and each.get("proof")]
        return all(
            all(other[name] == proof[name] for name in ("at", "number", "secret"))
            and _is_prefix_of_other(other["dice"], proof["dice"])
            for other in others
            if other["code"] == proof["code"]
        )

    def _on_undo(self, position: int) -> None:
        for roll in reversed(self.rolls):
            if roll["game"] == self._game() and position in (roll["at"], roll["of"]):
                roll["undone"] = True
                return

    def catch_up_request(self) -> Message:
        """Return the request for all messages since the last "state" message."""
        state = self.last.get("state", {})
        if not state.get("game"):
            return {"hello": 1}
        return {"hello": 1, "game": state["game"], "since": state["at"]}

    def table_message(self) -> Message:
        """Return all stored messages as one message of the type "table"."""
        rolls = [{**roll} for roll in self.rolls]
        return {"type": "table", "stale": self.stale, "rolls": rolls, "codes": self.codes[:], **self.last}


def replay_lines(lines: Iterable[str]) -> Iterator[tuple[Message, Table]]:
    """Yield (message, Table of its device) for each message of a recording.

    When the message is yielded, the Table has already processed it.
    """
    tables: dict[Any, Table] = {}
    for line in lines:
        message = parse_message(line)
        if message is not None:
            table = tables.setdefault(str(message.get("device", 0)), Table())
            table.process(message)
            yield message, table


def as_json(message: Message) -> str:
    """Return a message as one line of JSON, with invisible characters escaped."""
    line = json.dumps(message, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in line)


def words(message: Message) -> str:
    """Return a message in words, as one line of text."""
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
    if kind == "unread":
        return f"not understood: {message.get('why')}"
    if kind == "stale":
        return "nothing is heard" if message.get("stale", True) else "heard again"
    return str(kind)
