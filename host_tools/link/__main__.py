"""What a Gobelet tells over USB: printed, served as the table page, recorded, replayed.

    python -m host_tools.link [--port /dev/ttyACM0] [--serve 8017] [--record evening.jsonl] [--json]
    python -m host_tools.link --replay evening.jsonl [--json]

--serve opens the page on this machine alone, for a browser without Web Serial or for OBS (add #stream to its address).
A recorded evening ends, replayed, with the state it had.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from host_tools.device import remote
from host_tools.device.remote import RemoteError, plain
from host_tools.entry_point import run_main
from host_tools.link import cable
from host_tools.link.server import Server
from host_tools.link.table import Message, Table, replayed, words


def shown(message: Message, as_json: bool) -> str:
    return json.dumps(message, ensure_ascii=False) if as_json else plain(words(message))


def replay(path: Path, as_json: bool) -> int:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as fault:
        raise RemoteError(f"{path} cannot be read: {getattr(fault, 'strerror', 'it is no text')}.") from None
    whole: Message | None = None
    for message, table in replayed(lines):
        print(shown(message, as_json))
        whole = table.whole()
    if whole is None:
        raise RemoteError(f"{path} holds no evening: there is no message in it.")
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
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument("--serve", type=int, metavar="PORT", help="serve the table page on this machine")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="write every message into a file, behind its end"
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="tell a recorded evening again")
    parser.add_argument("--json", action="store_true", help="print the messages as they come")
    options = parser.parse_args(argv)
    try:
        if options.replay is not None:
            return replay(options.replay, options.json)
        return _follow(options, program, opened)
    except RemoteError as fault:
        print(fault, file=sys.stderr)
        return 1


def _follow(options: Any, program: Sequence[str], opened: Callable[[str], cable.Port]) -> int:
    name = remote.choose(options.port, program)
    table = Table()
    requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    server = None
    if options.serve is not None:
        try:
            server = Server(table, options.serve)
        except (OSError, OverflowError):
            raise RemoteError(f"Port {options.serve} of this machine is taken; choose another one.") from None
        requests = server.requests
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"The table is at {server.address}", file=sys.stderr)
    try:
        record = options.record and options.record.open("a", encoding="utf-8")
    except OSError as fault:
        raise RemoteError(f"{options.record} cannot be written: {fault.strerror}.") from None
    try:
        for message in cable.follow(lambda: opened(name), table, requests):
            if server is not None:
                server.tell(message)
            if record:
                record.write(json.dumps(message, ensure_ascii=False) + "\n")
                record.flush()
            if options.json or message["type"] != "ok":
                print(shown(message, options.json), flush=True)
    finally:
        if record:
            record.close()
        if server is not None:
            server.shutdown()
    return 0


if __name__ == "__main__":
    run_main(main)
