"""The desk's end of the link, at the cable of a device on the desk."""

from __future__ import annotations

import json
import queue
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from host_tools.device.remote import RemoteError
from host_tools.link import __main__ as tool
from host_tools.link import cable
from host_tools.link.server import Server
from host_tools.link.table import Table, read, replayed
from simulator.board import VirtualBoard
from simulator.keys import OK
from simulator.serial import Serial


class Plugged:
    """The port of a virtual device; `pulled` after so many reads."""

    def __init__(self, device: VirtualBoard, reads: int = 1 << 30, press: bool = True) -> None:
        self.device = device
        self.reads = reads
        self.press = press
        assert device.serial is not None
        self.serial = device.serial

    def read(self, size: int) -> bytes:
        self.reads -= 1
        if self.reads < 0:
            raise OSError("pulled")
        if self.press and self.reads % 5 == 0 and self.device.app.session is not None:
            self.device.press(OK)
        self.device.run(400)
        said = bytes(self.serial.said)
        self.serial.said.clear()
        return said

    def write(self, data: bytes) -> None:
        self.serial.typed += data

    def close(self) -> None:
        self.serial.typed.clear()


@pytest.fixture
def device() -> VirtualBoard:
    found = VirtualBoard(serial=Serial())
    found.app.settings.choose("taught", 1)
    found.app.home()
    found.app.open("dice.home")
    return found


def followed(port: Any, table: Table, count: int) -> list[dict[str, Any]]:
    ticks = iter(range(1 << 30))
    asked: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    messages = cable.follow(port, table, asked, clock=lambda: next(ticks), sleep=lambda seconds: None)
    return list(islice(messages, count))


def test_pulled_at_every_message_nothing_is_lost_and_nothing_is_there_twice(device: VirtualBoard) -> None:
    from gobelet.core.records import ROLL

    table = Table()
    seen = 0
    for reads in range(1, 12):
        ports = iter([Plugged(device, reads), Plugged(device, 1 << 30, press=False)])
        followed(lambda ports=ports: next(ports), table, 12 + reads)  # type: ignore[misc]
        there = [p for p, kind, _ in device.app.session.journal.newest_first() if kind & 15 == ROLL]
        told = [roll["at"] for roll in table.rolls.values()]
        assert len(set(told)) == len(told)
        assert set(told) <= set(there)
        assert max(there) in told
        seen = max(seen, len(told))
    assert seen > 5
    assert table.last["state"]["at"] == device.app.session.journal.position


def test_a_recorded_evening_ends_with_the_same_table(
    device: VirtualBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table()
    messages = followed(lambda: Plugged(device), table, 40)
    file = tmp_path / "evening.jsonl"
    file.write_text("".join(json.dumps(message) + "\n" for message in messages) + "half a li")
    *_, (_, last) = replayed(file.read_text().splitlines())
    assert last.whole() == table.whole() and last.rolls
    assert tool.main(["--replay", str(file)]) == 0
    assert f"{len(last.rolls)} rolls" in capsys.readouterr().out


def test_what_is_no_evening_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").write_text("nothing\n")
    assert tool.main(["--replay", str(tmp_path / "none")]) == 1
    assert tool.main(["--replay", str(tmp_path / "empty")]) == 1
    assert tool.main(["--port", str(tmp_path / "no port")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3 and "no port" in said[2]


def test_lines_that_are_none() -> None:
    assert [read(line) for line in (b"Gobelet: panel found", b"{", b"[]", b'{"type":1}', b"\xff")] == [
        None
    ] * 5


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server(Table(), 0)
    thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield found
    found.shutdown()
    found.server_close()


def fetched(url: str, data: bytes | None = None, **headers: str) -> int:
    request = urllib.request.Request(
        url, data, {name.replace("_", "-"): text for name, text in headers.items()}
    )
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as fault:
        return fault.code


def test_the_page_holds_the_table(server: Server) -> None:
    server.table.take({"type": "state", "seq": 1, "at": 5, "game": None})
    with urllib.request.urlopen(server.address + "events", timeout=5) as events:
        first = json.loads(events.readline().removeprefix(b"data: "))
        assert first["state"]["at"] == 5 and not first["stale"]
        events.readline()
        server.tell({"type": "stale", "stale": True})
        assert json.loads(events.readline().removeprefix(b"data: "))["type"] == "stale"
    assert fetched(server.address) == 200
    assert fetched(server.address + "other") == 404


def test_only_the_page_itself_may_ask(server: Server) -> None:
    ask, sent = server.address + "ask", b'{"press":"ok"}'
    assert fetched(ask, sent, Content_Type="application/json") == 204
    assert server.requests.get() == {"press": "ok"}
    assert fetched(ask, sent, Content_Type="application/json", Origin="http://elsewhere.example") == 403
    assert fetched(ask, sent, Content_Type="text/plain") == 403
    assert fetched(ask, sent, Content_Type="application/json", Host="elsewhere.example") == 403
    assert fetched(ask, b"[" * 999, Content_Type="application/json") == 400
    assert server.requests.empty()


def test_a_port_that_cannot_be_opened() -> None:
    with pytest.raises(RemoteError, match="cannot be opened"):
        cable.opened("/dev/there-is-none")


def test_the_table_knows_which_codes_were_told_before_their_rolls() -> None:
    table = Table()
    table.take({"type": "game", "seq": 1, "game": "dice"})
    for seq, code in ((2, "a"), (3, "b"), (4, "b")):
        table.take({"type": "commit", "seq": seq, "at": 0, "code": code})
    table.take({"type": "roll", "seq": 5, "at": 9, "of": 9, "proof": {"code": "b"}})
    table.take({"type": "roll", "seq": 6, "at": 40, "of": 40, "proof": {"code": "c"}})
    table.take({"type": "commit", "seq": 7, "at": 40, "code": "c"})
    table.take({"type": "roll", "seq": 8, "at": 40, "of": 40, "proof": {"code": "c"}})
    whole = table.whole()
    assert whole["codes"] == ["a", "b", "c"]
    assert [roll["announced"] for roll in whole["rolls"]] == [True, False], "told afterwards is not before"
