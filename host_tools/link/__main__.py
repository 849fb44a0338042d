"""Receive the messages of a Gobelet over USB: print, serve, record or replay them.

    python -m host_tools.link [--port /dev/ttyACM0]... [--serve 8017] [--record evening.jsonl] [--json]
    python -m host_tools.link --serve 8017 --foundry http://localhost:30000

    python -m host_tools.link --dddice
    python -m host_tools.link --replay evening.jsonl [--json]

Repeat --port for each Gobelet. --serve serves the table page, which shows the game in a browser, on this machine
only. --serve is for a browser without Web Serial, and for the video program OBS (add #stream to the address). --record
appends every message to a file, and --replay prints such a file. --foundry and --dddice send rolls to virtual tables.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TextIO

from host_tools.device import remote
from host_tools.device.remote import RemoteError, plain
from host_tools.entry_point import command_name, run_main
from host_tools.link import cable, dddice
from host_tools.link.outbox import Outbox, Positions, folder
from host_tools.link.server import Server
from host_tools.link.shapes import Message
from host_tools.link.table import Table, as_json, replay_lines, words


def format_message(message: Message, in_json: bool) -> str:
    """Return a message as a line to print: as JSON, or in words."""
    return as_json(message) if in_json else plain(words(message))


class Lines:
    """A writer of lines to a file; if `file` is None, it ignores all lines.

    After the first write error, the writer calls `gone` with the reason, and ignores all further lines.
    """

    def __init__(self, file: TextIO | None, gone: Callable[[str], object]) -> None:
        self._file = file
        self._gone = gone

    def write_line(self, line: str) -> None:
        """Write a line and flush it; do nothing after an earlier error."""
        if self._file is None:
            return
        try:
            self._file.write(line + "\n")
            self._file.flush()
        except OSError as fault:
            self.close()
            self._gone(fault.strerror or str(fault))

    def close(self) -> None:
        file, self._file = self._file, None
        if file is sys.stdout:
            # Python repeats a failed flush of stdout at exit. The flush succeeds if stdout is the null device.
            with contextlib.suppress(OSError), open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), file.fileno())
        elif file is not None:
            with contextlib.suppress(OSError):
                file.close()


def _stdout_lines(gone: Callable[[str], object]) -> Lines:
    """Return a writer to standard output that replaces characters without an encoding."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return Lines(sys.stdout, gone)


def _cannot_print(why: str) -> NoReturn:
    raise RemoteError(f"Nothing can be printed any more: {why}.")


def replay(path: Path, in_json: bool) -> int:
    """Print the messages of a recording; return the exit status.

    Without `in_json`, print at the end the number of rolls of each device, and the position of the last "state".
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as fault:
        raise RemoteError(f"{path} cannot be read: {getattr(fault, 'strerror', 'it is no text')}.") from None
    tables: dict[str, Message] = {}
    out = _stdout_lines(_cannot_print)
    for message, table in replay_lines(lines):
        out.write_line(format_message(message, in_json))
        tables[str(message.get("device", 0))] = table.table_message()
    if not tables:
        raise RemoteError(f"{path} holds no evening: there is no message in it.")
    for whole in () if in_json else tables.values():
        out.write_line(
            f"{len(whole['rolls'])} rolls; the last state is at {whole.get('state', {}).get('at')}."
        )
    return 0


def main(
    argv: Sequence[str] | None = None,
    program: Sequence[str] = remote.PROGRAM,
    opened: Callable[[str], cable.Port] = cable.open_port,
) -> int:
    """Print, serve or replay the messages of devices; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.link"), description="What a Gobelet tells over USB."
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
        return _follow_devices(options, program, opened)
    except RemoteError as fault:
        print(fault, file=sys.stderr)
        return 1


def _follow_devices(options: Any, program: Sequence[str], opened: Callable[[str], cable.Port]) -> int:
    names = [remote.choose_port(name, program) for name in options.port or [None]]
    tables = [Table() for _ in names]
    positions = Positions(folder() / "rolls.json") if options.foundry or options.dddice else None
    outboxes = [] if positions is None else [Outbox(positions, device) for device in range(len(names))]
    requests: list[queue.SimpleQueue[dict[str, Any]]] = [queue.SimpleQueue() for _ in names]
    sender = _sender() if options.dddice else None
    server = None
    if options.serve is not None:
        server = _serve(tables, outboxes, options)
        requests = server.requests
    if options.foundry:
        _print_notice(
            f"Rolls go to the Foundry at {options.foundry}, if its module is switched on, as long as this runs."
        )
    record = _record(options.record)
    # An error of standard output ends the tool only if the tool serves no page, records nothing and sends no rolls.
    alone = server is None and options.record is None and sender is None
    out = _stdout_lines(
        _cannot_print if alone else lambda why: _print_notice(f"Nothing can be printed any more: {why}.")
    )
    new_rolls = NewRolls(outboxes)
    try:
        for device, message in cable.follow_all([partial(opened, name) for name in names], tables, requests):
            if server is not None:
                server.send_message(message, device)
            for roll in new_rolls.rolls_to_send(device, message):
                if sender is not None:
                    sender.queue_roll(roll)
                if server is not None:
                    server.send_roll(roll)
            if len(names) > 1:
                message = {**message, "device": device}
            record.write_line(as_json(message))
            if options.json or message["type"] != "ok":
                out.write_line(format_message(message, options.json))
    finally:
        record.close()
        if sender is not None:
            sender.close()
        if server is not None:
            server.shutdown()
    return 0


class NewRolls:
    """The choice of the rolls to send to virtual tables.

    `outboxes` has an Outbox for each device. No roll is sent while the file of Positions (outbox.py) cannot be
    written. The user gets one message about this failure.
    """

    def __init__(self, outboxes: Sequence[Outbox]) -> None:
        self._outboxes = outboxes
        self._told = False

    def rolls_to_send(self, device: int, message: Message) -> list[Message]:
        """Process a message of the device with the index `device`; return rolls to send."""
        if not self._outboxes:
            return []
        outbox = self._outboxes[device]
        try:
            found = outbox.process(message)
        except OSError as fault:
            if not self._told:
                _print_notice(
                    f"{outbox.positions.path} cannot be written ({fault.strerror}): "
                    "no roll is given out until it can be."
                )
            self._told = True
            return []
        self._told = self._told and not found
        return found


def _record(path: Path | None) -> Lines:
    """Return the writer to the file of --record."""
    try:
        file = None if path is None else path.open("a", encoding="utf-8")
    except OSError as fault:
        raise RemoteError(f"{path} cannot be written: {fault.strerror}.") from None
    return Lines(
        file,
        lambda why: _print_notice(f"{path} cannot be written any more ({why}): the rest is not recorded."),
    )


def _sender() -> dddice.Sender:
    room = dddice.load_room()
    sender = dddice.Sender(room, _print_notice)
    _print_notice(f"Rolls go to dddice, room {room.room}, as long as this runs.")
    return sender


def _serve(tables: list[Table], outboxes: list[Outbox], options: Any) -> Server:
    """Start the server of the table page in a thread, and return it."""
    try:
        server = Server(tables, options.serve, outboxes, options.foundry, _print_notice)
    except (OSError, OverflowError):
        raise RemoteError(f"Port {options.serve} of this machine is taken; choose another one.") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    _print_notice(f"The table is at {server.address}")
    return server


def _print_notice(text: str) -> None:
    with contextlib.suppress(OSError):
        print(plain(text), file=sys.stderr, flush=True)


if __name__ == "__main__":
    run_main(main)
