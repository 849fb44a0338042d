"""What a Gobelet tells over USB: printed, served as the table page, recorded, replayed, given to virtual tables.

    python -m host_tools.link [--port /dev/ttyACM0]... [--serve 8017] [--record evening.jsonl] [--json]
    python -m host_tools.link --serve 8017 --foundry http://localhost:30000
    python -m host_tools.link --dddice
    python -m host_tools.link --replay evening.jsonl [--json]

--port stands once for each Gobelet. --serve opens the page on this machine alone, for a browser without Web Serial or
for OBS (add #stream to its address). A recorded evening ends, replayed, with the state it had.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any

from host_tools.device import remote
from host_tools.device.remote import RemoteError, plain
from host_tools.entry_point import run_main
from host_tools.link import cable, dddice
from host_tools.link.outbox import Marks, Outbox, folder
from host_tools.link.server import Server
from host_tools.link.table import Message, Table, replayed, words


def shown(message: Message, as_json: bool) -> str:
    return json.dumps(message, ensure_ascii=False) if as_json else plain(words(message))


def replay(path: Path, as_json: bool) -> int:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as fault:
        raise RemoteError(f"{path} cannot be read: {getattr(fault, 'strerror', 'it is no text')}.") from None
    tables: dict[str, Message] = {}
    for message, table in replayed(lines):
        print(shown(message, as_json))
        tables[str(message.get("device", 0))] = table.whole()
    if not tables:
        raise RemoteError(f"{path} holds no evening: there is no message in it.")
    for whole in tables.values():
        if not as_json:
            print(f"{len(whole['rolls'])} rolls; the last state is at {whole.get('state', {}).get('at')}.")
    return 0


def main(
    argv: Sequence[str] | None = None,
    program: Sequence[str] = remote.PROGRAM,
    opened: Callable[[str], cable.Port] = cable.opened,
) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.link", description="What a Gobelet tells over USB."
    )
    parser.add_argument(
        "--port",
        action="append",
        help="serial port, once for each Gobelet; without it, the only Pico there is",
    )
    parser.add_argument("--serve", type=int, metavar="PORT", help="serve the table page on this machine")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="write every message at the end of a file"
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="tell a recorded evening again")
    parser.add_argument("--json", action="store_true", help="print the messages as they come")
    parser.add_argument("--foundry", metavar="ADDRESS", help="give rolls to the Foundry that is open there")
    parser.add_argument("--dddice", action="store_true", help="send rolls to your room of dddice")
    options = parser.parse_args(argv)
    if options.foundry and options.serve is None:
        parser.error("--foundry needs --serve: the module fetches the rolls there")
    try:
        if options.replay is not None:
            return replay(options.replay, options.json)
        return _follow(options, program, opened)
    except RemoteError as fault:
        print(fault, file=sys.stderr)
        return 1


def _follow(options: Any, program: Sequence[str], opened: Callable[[str], cable.Port]) -> int:
    names = [remote.choose(name, program) for name in options.port or [None]]
    tables = [Table() for _ in names]
    marks = Marks(folder() / "rolls.json") if options.foundry or options.dddice else None
    outboxes = [] if marks is None else [Outbox(marks, device) for device in range(len(names))]
    requests: list[queue.SimpleQueue[dict[str, Any]]] = [queue.SimpleQueue() for _ in names]
    sender = _sender() if options.dddice else None
    server = None
    if options.serve is not None:
        server = _serve(tables, outboxes, options)
        requests = server.requests
    if options.foundry:
        _tell(
            f"Rolls go to the Foundry at {options.foundry}, if its module is switched on, as long as this runs."
        )
    record = _record(options.record)
    try:
        for device, message in cable.follow_all([partial(opened, name) for name in names], tables, requests):
            if server is not None:
                server.tell(message, device)
            for roll in outboxes[device].take(message) if outboxes else ():
                if sender is not None:
                    sender.put(roll)
                if server is not None:
                    server.give(roll)
            if len(names) > 1:
                message = {**message, "device": device}
            if record:
                record.write(json.dumps(message, ensure_ascii=False) + "\n")
                record.flush()
            if options.json or message["type"] != "ok":
                print(shown(message, options.json), flush=True)
    finally:
        if record:
            record.close()
        if sender is not None:
            sender.close()
        if server is not None:
            server.shutdown()
    return 0


def _record(path: Path | None) -> IO[str] | None:
    """What every message is written to."""
    try:
        return None if path is None else path.open("a", encoding="utf-8")
    except OSError as fault:
        raise RemoteError(f"{path} cannot be written: {fault.strerror}.") from None


def _sender() -> dddice.Sender:
    room = dddice.kept()
    sender = dddice.Sender(room, _tell)
    _tell(f"Rolls go to dddice, room {room.room}, as long as this runs.")
    return sender


def _serve(tables: list[Table], outboxes: list[Outbox], options: Any) -> Server:
    """The table page on this machine, from now on."""
    try:
        server = Server(tables, options.serve, outboxes, options.foundry)
    except (OSError, OverflowError):
        raise RemoteError(f"Port {options.serve} of this machine is taken; choose another one.") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    _tell(f"The table is at {server.address}")
    return server


def _tell(text: str) -> None:
    print(plain(text), file=sys.stderr, flush=True)


if __name__ == "__main__":
    run_main(main)
