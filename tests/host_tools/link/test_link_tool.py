"""The desk's end of the link, at the cable of a device on the desk."""

from __future__ import annotations

import json
import queue
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from host_tools.device.remote import RemoteError
from host_tools.link import __main__ as tool
from host_tools.link import cable, dddice
from host_tools.link.outbox import Marks, Outbox
from host_tools.link.server import Server
from host_tools.link.table import Table, read, replayed
from simulator.board import VirtualBoard
from simulator.keys import OK
from tests.link.listener import playing

FOUNDRY = "http://localhost:30000"


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


class Ended(Plugged):
    """After so many reads of both the tool ends."""

    both = threading.Barrier(2, timeout=30)

    def read(self, size: int) -> bytes:
        try:
            return super().read(size)
        except OSError:
            self.both.wait()
            raise RemoteError("The end.") from None


@pytest.fixture
def device() -> VirtualBoard:
    return playing("dice")


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
        told = [roll["at"] for roll in table.rolls]
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


def test_two_devices_recorded_and_their_rolls_sent_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twice, with both devices as they are: what the first run sent the second one does not."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    ports = {name: playing("dice") for name in ("one", "two")}
    file = tmp_path / "evening.jsonl"
    words = ["--port", "one", "--port", "two", "--dddice", "--record", str(file)]
    assert tool.main(words) == 1 and "no key for dddice yet" in capsys.readouterr().err
    dddice.keep(dddice.Room("secret", "room"))
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(dddice, "send", lambda roll, room, address: sent.append(roll))
    for reads, press in ((40, True), (10, False)):

        def opened(name: str, reads: int = reads, press: bool = press) -> Any:
            return Ended(ports[name], reads, press)

        assert tool.main(words, opened=opened) == 1
    said = capsys.readouterr()
    assert "Rolls go to dddice, room room" in said.err and "secret" not in said.err + said.out
    keys = [roll["key"] for roll in sent]
    assert len(set(keys)) == len(keys) > 10 and {key[0] for key in keys} == {"0", "1"}
    assert len([line for line in said.err.splitlines() if line.startswith("To dddice: ")]) == len(keys)
    assert tool.main(["--replay", str(file)]) == 0
    assert capsys.readouterr().out.count("rolls; the last state is at") == 2


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
    found = Server([Table(), Table()], 0, [Outbox(Marks())], FOUNDRY)
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
    server.tables[1].take({"type": "state", "seq": 1, "at": 5, "game": None})
    with urllib.request.urlopen(server.address + "events", timeout=5) as events:
        first, second = event(events), event(events)
        assert first["stale"] and first["device"] == 0
        assert second["state"]["at"] == 5 and not second["stale"] and second["device"] == 1
        server.tell({"type": "stale", "stale": True}, 1)
        assert event(events) == {"type": "stale", "stale": True, "device": 1}
    assert fetched(server.address) == fetched(server.address + "table.mjs") == 200
    assert fetched(server.address + "other") == fetched(server.address + "page.mjs") == 404


def event(events: Any) -> dict[str, Any]:
    """The data of the next event."""
    (data,) = [line for line in iter(events.readline, b"\n") if line.startswith(b"data: ")]
    return dict(json.loads(data.removeprefix(b"data: ")))


def test_the_foundry_gets_rolls_and_those_that_it_missed(server: Server) -> None:
    outbox = server.outboxes[0]
    outbox.sent = [{"key": str(number), "words": "2d6"} for number in range(3)]
    rolls = server.address + "rolls"
    request = urllib.request.Request(rolls + "?after=0", headers={"Origin": FOUNDRY})
    with urllib.request.urlopen(request, timeout=5) as events:
        assert events.headers["Access-Control-Allow-Origin"] == FOUNDRY
        assert [event(events)["key"] for _ in range(2)] == ["1", "2"]
        while not server.foundries:
            time.sleep(0.001)
        server.give({"key": "3"})
        assert event(events) == {"key": "3"}
    for after, keys in (("1", ["2"]), ("unknown", []), ("", [])):
        assert [roll["key"] for roll in server.missed(after)] == keys
    assert fetched(rolls) == fetched(rolls, Origin="http://elsewhere.example") == 403
    assert fetched(rolls, Origin=FOUNDRY, Host="elsewhere.example") == 403
    assert fetched(server.address + "events", Origin=FOUNDRY) == 403
    assert (
        fetched(server.address + "ask", b'{"press":"ok"}', Content_Type="application/json", Origin=FOUNDRY)
        == 403
    )


def test_only_the_page_itself_may_ask(server: Server) -> None:
    ask, sent = server.address + "ask", b'{"press":"ok"}'
    assert fetched(ask, sent, Content_Type="application/json") == 204
    assert server.requests[0].get() == {"press": "ok"}
    assert fetched(ask, b'{"press":"ok","device":1}', Content_Type="application/json") == 204
    assert server.requests[1].get() == {"press": "ok"}
    assert fetched(ask, b'{"press":"ok","device":2}', Content_Type="application/json") == 400
    assert fetched(ask, sent, Content_Type="application/json", Origin="http://elsewhere.example") == 403
    assert fetched(ask, sent, Content_Type="text/plain") == 403
    assert fetched(ask, sent, Content_Type="application/json", Host="elsewhere.example") == 403
    assert fetched(ask, b"[" * 999, Content_Type="application/json") == 400
    assert all(requests.empty() for requests in server.requests)


def test_a_port_that_cannot_be_opened() -> None:
    with pytest.raises(RemoteError, match="cannot be opened"):
        cable.opened("/dev/there-is-none")
