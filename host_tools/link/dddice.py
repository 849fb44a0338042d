"""Send rolls to a room of dddice.com, with the faces that the device rolled.

    python -m host_tools.link.dddice        ask for API key, room and theme, and store them

Afterwards `python -m host_tools.link --dddice` sends the rolls. Each roll is one POST with a value for each die, as
https://docs.dddice.com describes `roll.create`. The API key is stored in a file that only its owner can read.
"""

from __future__ import annotations

import argparse
import contextlib
import getpass
import json
import os
import queue
import stat
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

from host_tools.device.remote import RemoteError
from host_tools.entry_point import run_main
from host_tools.link.outbox import folder
from host_tools.link.shapes import Message

ADDRESS = "https://dddice.com/api/1.0/roll"
SHAPES = (2, 4, 6, 8, 10, 12, 16, 20)  # numbers of sides of the dice that dddice has
PATIENCE_SECONDS = 10.0
NAME = "dddice.json"


@dataclass(frozen=True)
class Room:
    """A room of dddice, and the account that rolls there."""

    key: str  # the API key of the user's account
    room: str  # the id of the room, which is the end of the room's web address
    theme: str = "dddice-standard"


def load_room(path: Path | None = None) -> Room:
    """Return the stored room.

    Raises RemoteError if no room is stored, or if other users can read the file.
    """
    path = path or folder() / NAME
    ask = "run `python -m host_tools.link.dddice`"
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise RemoteError(f"Others can read the key in {path}: `chmod 600 {path}`, then start again.")
        room = Room(**json.loads(path.read_text(encoding="utf-8")))
        if all(isinstance(value, str) and value.isprintable() for value in asdict(room).values()):
            return room
        raise ValueError
    except FileNotFoundError:
        raise RemoteError(f"There is no key for dddice yet: {ask}.") from None
    except (OSError, ValueError, TypeError):
        raise RemoteError(f"{path} holds no key for dddice that can be read: {ask}.") from None


def store_room(room: Room, path: Path | None = None) -> Path:
    """Store a room in a file that only its owner can read, and return the path."""
    path = path or folder() / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(room), file)
    new.replace(path)
    return path


def body(roll: Message, room: Room) -> dict[str, Any]:
    """Return the request to dddice for a roll, as data for JSON.

    A die with a number of sides that dddice lacks becomes a named modifier. A roll of free dice gets one more
    modifier if its total differs from the sum of the faces that count.
    """
    dice: list[dict[str, Any]] = []
    for sides, face, counts in roll["dice"]:
        if sides in SHAPES:
            die = {"type": f"d{sides}", "theme": room.theme, "value": face}
            dice.append(die if counts else die | {"is_dropped": True})
        elif counts:
            dice.append({"type": "mod", "value": face, "label": f"d{sides}"})
    if "inputs" not in roll:  # a roll without inputs is a roll of free dice, whose total is a number
        beyond = roll["total"] - sum(face for _, face, counts in roll["dice"] if counts)
        if beyond:
            dice.append({"type": "mod", "value": beyond})
    return {"dice": dice, "room": room.room, "label": roll["words"], "external_id": roll["key"]}


def send_roll(roll: Message, room: Room, address: str = ADDRESS) -> None:
    """Send one roll to dddice. Raises RemoteError on failure.

    After a failure, dddice may have received the roll nevertheless.
    """
    request = urllib.request.Request(
        address,
        json.dumps(body(roll, room)).encode(),
        {"Authorization": f"Bearer {room.key}", "Content-Type": "application/json", "Accept": "application/json"},
    )  # fmt: skip
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS):
            return
    except urllib.error.HTTPError as fault:
        why = {401: "it does not know the key", 403: "the key may not roll there", 404: "it has no such room"}
        said = why.get(fault.code, f"it answers {fault.code}")
    except (OSError, ValueError, HTTPException) as fault:
        said = f"it cannot be reached ({getattr(fault, 'reason', fault)})"
    raise RemoteError(f"dddice did not take “{roll['words']}”: {said}. It is not sent again.")


class Sender:
    """A thread that sends rolls to dddice one after the other.

    said   a function that the thread calls with a sentence about each roll, for the user
    """

    def __init__(self, room: Room, said: Callable[[str], object], address: str = ADDRESS) -> None:
        self._room = room
        self._said = said
        self._address = address
        self._rolls: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._send_queued, daemon=True)
        self._thread.start()

    def queue_roll(self, roll: Message) -> None:
        """Queue a roll for the thread."""
        self._rolls.put(roll)

    def close(self) -> None:
        """Send the queued rolls, and stop the thread."""
        self._rolls.put(None)
        self._thread.join(PATIENCE_SECONDS)

    def _send_queued(self) -> None:
        while (roll := self._rolls.get()) is not None:
            try:
                send_roll(roll, self._room, self._address)
                self._said(f"To dddice: {roll['words']}")
            except RemoteError as fault:
                self._said(str(fault))


def main(argv: Sequence[str] | None = None) -> int:
    """Ask for API key, room and theme, and store them; return the exit status."""
    argparse.ArgumentParser(
        prog="python -m host_tools.link.dddice", description=__doc__.partition("\n")[0]
    ).parse_args(argv)
    print("The key is made on dddice.com, in the settings of your account. Nothing is sent without --dddice.")
    key = room = ""
    theme = Room.theme
    with contextlib.suppress(EOFError):
        key = getpass.getpass("Key (it is not shown): ").strip()
        room = input("Room (the end of its address): ").strip().rstrip("/").rpartition("/")[2]
        theme = input(f"Theme of the dice ({Room.theme}): ").strip() or Room.theme
    if not key or not room:
        print("Without a key and a room there is nothing to keep.", file=sys.stderr)
        return 1
    try:
        print(f"Kept in {store_room(Room(key, room, theme))}, for you alone. Delete the file to forget it.")
    except OSError as fault:
        print(f"{folder() / NAME} cannot be written: {fault.strerror}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run_main(main)
