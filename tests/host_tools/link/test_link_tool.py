"""The desk's end of the link, over the cable of a virtual device."""

from __future__ import annotations

import json
import os
import queue
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from host_tools.device.remote import RemoteError
from host_tools.link import __main__ as tool
from host_tools.link import cable, dddice
from host_tools.link.outbox import Outbox, Positions
from host_tools.link.server import ASKED, WAITING, Server
from host_tools.link.shapes import parse_message
from host_tools.link.table import Table, replay_lines
from simulator.board import VirtualBoard
from simulator.keys import OK
from tests.link.listener import play_with_cable

FOUNDRY = "http://localhost:30000"


class Plugged:
    """The port of a virtual device; its cable is pulled after `pulled` reads."""

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
        if self.press and self.reads % 5 == 0 and self.device.context.session is not None:
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
    """A port that ends the tool after a number of reads of both ports."""

    both = threading.Barrier(2, timeout=30)

    def read(self, size: int) -> bytes:
        try:
            return super().read(size)
        except OSError:
            self.both.wait()
            raise RemoteError("The end.") from None


@pytest.fixture
def device() -> VirtualBoard:
    return play_with_cable("dice")


def follow_port(port: Any, table: Table, count: int) -> list[dict[str, Any]]:
    ticks = iter(range(1 << 30))
    asked: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    messages = cable.follow(port, table, asked, clock=lambda: next(ticks), sleep=lambda seconds: None)
    return list(islice(messages, count))


def test_pulled_at_every_message_nothing_is_lost_and_nothing_is_there_twice(device: VirtualBoard) -> None:
    from gobelet.journal.records import ROLL

    table = Table()
    seen = 0
    for reads in range(1, 12):
        ports = iter([Plugged(device, reads), Plugged(device, 1 << 30, press=False)])
        follow_port(lambda ports=ports: next(ports), table, 12 + reads)  # type: ignore[misc]
        there = [p for p, kind, _ in device.context.session.journal.newest_first() if kind & 15 == ROLL]
        told = [roll["at"] for roll in table.rolls]
        assert len(set(told)) == len(told)
        assert set(told) <= set(there)
        assert max(there) in told
        seen = max(seen, len(told))
    assert seen > 5
    assert table.last["state"]["at"] == device.context.session.journal.position


def test_a_recorded_evening_ends_with_the_same_table(
    device: VirtualBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table()
    messages = follow_port(lambda: Plugged(device), table, 40)
    file = tmp_path / "evening.jsonl"
    file.write_text("".join(json.dumps(message) + "\n" for message in messages) + "half a li")
    *_, (_, last) = replay_lines(file.read_text().splitlines())
    assert last.table_message() == table.table_message() and last.rolls
    assert tool.main(["--replay", str(file)]) == 0
    assert f"{len(last.rolls)} rolls" in capsys.readouterr().out


def test_two_devices_recorded_and_their_rolls_sent_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each device is recorded twice, without a change.

    The second run sends no roll that the first one sent.
    """
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    ports = {name: play_with_cable("dice") for name in ("one", "two")}
    file = tmp_path / "evening.jsonl"
    words = ["--port", "one", "--port", "two", "--dddice", "--record", str(file)]
    assert tool.main(words) == 1 and "no key for dddice yet" in capsys.readouterr().err
    dddice.store_room(dddice.Room("secret", "room"))
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(dddice, "send_roll", lambda roll, room, address: sent.append(roll))
    for reads, press in ((40, True), (10, False)):

        def open_port(name: str, reads: int = reads, press: bool = press) -> Any:
            return Ended(ports[name], reads, press)

        assert tool.main(words, opened=open_port) == 1
    said = capsys.readouterr()
    assert "Rolls go to dddice, room room" in said.err and "secret" not in said.err + said.out
    keys = [roll["key"] for roll in sent]
    assert len(set(keys)) == len(keys) > 10 and {key[0] for key in keys} == {"0", "1"}
    assert len([line for line in said.err.splitlines() if line.startswith("To dddice: ")]) == len(keys)
    assert tool.main(["--replay", str(file)]) == 0
    assert capsys.readouterr().out.count("rolls; the last state is at") == 2


class Says(Plugged):
    """A port that outputs these lines, and then ends the tool."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def read(self, size: int) -> bytes:
        if not self.lines:
            raise RemoteError("The end.")
        return self.lines.pop(0).encode() + b"\n"

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


HELLO = '{"type":"hello","seq":1,"session":"a","version":"1.0","board":"Pico"}'
GAME = '{"type":"game","seq":2,"game":"dice","title":"Free dice","kinds":{}}'
STATE = '{"type":"state","seq":3,"session":"a","game":"dice","at":5}'
ROLL = (
    '{"type":"roll","seq":4,"at":5,"of":5,"words":"2d6 = 7","shown":"3 4",'
    '"dice":[[6,3,1],[6,4,1]],"done":true,"total":7}'
)


def test_a_full_disk_ends_the_recording_and_not_the_evening(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--port", "x", "--record", "/dev/full", "--serve", "0"]
    assert tool.main(words, opened=lambda name: Says(HELLO, GAME, STATE)) == 1
    said = capsys.readouterr()
    assert "state at 5" in said.out, "it goes on"
    told = [line for line in said.err.splitlines() if "/dev/full" in line]
    assert told == [
        "/dev/full cannot be written any more (No space left on device): the rest is not recorded."
    ]
    assert said.err.splitlines()[-1] == "The end."


def test_what_cannot_be_printed_is_told_in_a_sentence(tmp_path: Path) -> None:
    """The output of a service is on a full disk, or `head` has closed the pipe."""
    file = tmp_path / "evening.jsonl"
    file.write_text("".join(f"{line}\n" for line in (HELLO, GAME, *[STATE] * 5000)))
    replay = [sys.executable, "-m", "host_tools.link", "--replay", str(file)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(replay, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        "Nothing can be printed any more: No space left on device.\n",
    )
    with subprocess.Popen(replay, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as piped:
        assert piped.stdout is not None and piped.stderr is not None
        assert "Gobelet 1.0" in piped.stdout.readline()
        piped.stdout.close()
        assert piped.stderr.read() == "Nothing can be printed any more: Broken pipe.\n"
    assert piped.returncode == 1


def test_letters_that_the_terminal_has_not(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text('{"type":"roll","seq":1,"at":5,"of":5,"words":"Zo\\u00e9 \\u2192 \\ud800","shown":""}\n')
    replay = [sys.executable, "-m", "host_tools.link", "--replay", str(file)]
    for more in ([], ["--json"]):
        done = subprocess.run(
            [*replay, *more],
            env={**os.environ, "PYTHONIOENCODING": "latin-1"},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0 and done.stderr == b"" and b"Zo\xe9" in done.stdout


def test_marks_that_cannot_be_kept_let_nothing_out_and_end_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(dddice, "load_room", lambda: dddice.Room("secret", "room"))
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(dddice, "send_roll", lambda roll, room, address: sent.append(roll))
    (tmp_path / "file").write_text("")
    lines = [HELLO, GAME, STATE, ROLL, STATE.replace("5", "9").replace("3", "5")]
    assert tool.main(["--port", "x", "--dddice"], opened=lambda name: Says(*lines)) == 1
    said = capsys.readouterr()
    assert sent == [] and "2d6 = 7" in said.out
    told = [line for line in said.err.splitlines() if "rolls.json" in line]
    assert len(told) == 1 and "no roll is given out" in told[0] and "Not a directory" in told[0]


def test_once_marks_can_be_kept_what_waited_is_given_out(tmp_path: Path) -> None:
    folder = tmp_path / "gobelet"
    outbox = Outbox(Positions(folder / "rolls.json"))
    for line in (HELLO, GAME, STATE, ROLL):
        assert outbox.process(json.loads(line)) == []
    (folder / "rolls.json").rename(tmp_path / "kept")
    folder.rmdir()
    folder.write_text("")
    state = json.loads(STATE) | {"seq": 5, "at": 9}
    for _ in range(2):
        with pytest.raises(FileExistsError):
            outbox.process(state)
    folder.unlink()
    assert [roll["key"] for roll in outbox.process(state)] == ["0/a/dice/5"]
    assert outbox.process(state) == []


def test_json_holds_nothing_that_a_terminal_obeys(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = "".join(map(chr, (*range(32), 0x7F, 0x9B, 0x85, 0x200B, 0x202E, 0x2028, 0xFEFF, 0xD800, 0xE0001)))
    message = {"type": "roll", "seq": 1, "at": 5, "of": 5, "words": f"Zoé {bad} ✓", "shown": ""}
    file = tmp_path / "evening.jsonl"
    file.write_text(json.dumps(message) + "\n")
    assert tool.main(["--replay", str(file), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.isprintable() and "Zoé" in line and "✓" in line
    assert json.loads(line)["words"] == message["words"]


def test_what_is_no_evening_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").write_text("nothing\n")
    assert tool.main(["--replay", str(tmp_path / "none")]) == 1
    assert tool.main(["--replay", str(tmp_path / "empty")]) == 1
    assert tool.main(["--port", str(tmp_path / "no port")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3 and "no port" in said[2]


def test_lines_that_are_none() -> None:
    assert [
        parse_message(line) for line in (b"Gobelet: panel found", b"{", b"[]", b'{"type":1}', b"\xff")
    ] == [None] * 5


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server([Table(), Table()], 0, [Outbox(Positions())], FOUNDRY)
    thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield found
    found.shutdown()
    found.server_close()


def fetch(url: str, data: bytes | None = None, **headers: str) -> int:
    request = urllib.request.Request(
        url, data, {name.replace("_", "-"): text for name, text in headers.items()}
    )
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as fault:
        return fault.code


def test_the_page_holds_the_table(server: Server) -> None:
    server.tables[1].process({"type": "state", "seq": 1, "at": 5, "game": None})
    with urllib.request.urlopen(server.address + "events", timeout=5) as events:
        first, second = event_data(events), event_data(events)
        assert first["stale"] and first["device"] == 0
        assert second["state"]["at"] == 5 and not second["stale"] and second["device"] == 1
        server.send_message({"type": "stale", "stale": True}, 1)
        assert event_data(events) == {"type": "stale", "stale": True, "device": 1}
    assert fetch(server.address) == fetch(server.address + "table.mjs") == 200
    assert fetch(server.address + "other") == fetch(server.address + "page.mjs") == 404


def event_data(events: Any) -> dict[str, Any]:
    """Return the data of the next event."""
    (data,) = [line for line in iter(events.readline, b"\n") if line.startswith(b"data: ")]
    return dict(json.loads(data.removeprefix(b"data: ")))


def test_the_foundry_gets_rolls_and_those_that_it_missed(server: Server) -> None:
    outbox = server.outboxes[0]
    outbox.sent = [{"key": str(number), "words": "2d6"} for number in range(3)]
    rolls = server.address + "rolls"
    request = urllib.request.Request(rolls + "?after=0", headers={"Origin": FOUNDRY})
    with urllib.request.urlopen(request, timeout=5) as events:
        assert events.headers["Access-Control-Allow-Origin"] == FOUNDRY
        assert [event_data(events)["key"] for _ in range(2)] == ["1", "2"]
        while not server.foundries:
            time.sleep(0.001)
        server.send_roll({"key": "3"})
        assert event_data(events) == {"key": "3"}
    for after, keys in (("1", ["2"]), ("unknown", []), ("", [])):
        assert [roll["key"] for roll in server.rolls_after(after)] == keys
    assert fetch(rolls) == fetch(rolls, Origin="http://elsewhere.example") == 403
    assert fetch(rolls, Origin=FOUNDRY, Host="elsewhere.example") == 403
    assert fetch(server.address + "events", Origin=FOUNDRY) == 403
    assert (
        fetch(server.address + "ask", b'{"press":"ok"}', Content_Type="application/json", Origin=FOUNDRY)
        == 403
    )


def page_of(server: Server, path: str = "events", **headers: str) -> socket.socket:
    """A page that has sent a request, and does not read the answer."""
    page = socket.create_connection(server.server_address[:2])
    page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lines = [
        f"GET /{path} HTTP/1.1",
        f"Host: {server.address[7:-1]}",
        *(f"{n}: {v}" for n, v in headers.items()),
    ]
    page.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
    return page


def test_who_reads_nothing_is_let_go_and_told_all_anew(server: Server) -> None:
    message = {"type": "roll", "seq": 1, "words": 2000 * "x"}
    said: list[str] = []
    server.said = said.append
    with (
        page_of(server),
        page_of(server, "rolls", Origin=FOUNDRY),
        urllib.request.urlopen(server.address + "events", timeout=5) as reads,
    ):
        while len(server.pages) < 2 or not server.foundries:
            time.sleep(0.001)
        asleep = [server.pages[0], *server.foundries]
        for number in range(5000):
            server.send_message({**message, "seq": number})
            server.send_roll({**message, "key": str(number)})
            if number % 100 == 0:
                while event_data(reads).get("seq") != number:
                    pass
        assert len(server.pages) == 1 and not server.foundries
        assert all(each.messages.qsize() <= WAITING for each in asleep)
        assert len(said) == 2 and all("let go" in each for each in said)
    with urllib.request.urlopen(server.address + "events", timeout=5) as again:
        assert event_data(again)["type"] == "table"
    wait_for(lambda: not server.pages)


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_client_that_leaves_is_no_fault(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    """The client leaves in the middle of a file, of a stream, or of its own request."""
    said: list[str] = []
    server.said = said.append
    for path in ("table.mjs", "table.html", "events", "none"):
        for _ in range(20):
            page = page_of(server, path)
            # the connection closes at once
            page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            page.close()
    with socket.create_connection(server.server_address[:2]) as half:
        half.sendall(b"POST /ask HTTP/1.1\r\nContent-Length: 900\r\n")
    for number in range(50):
        server.send_message({"type": "ok", "seq": number})
    wait_for(lambda: not server.pages)
    assert fetch(server.address) == 200
    assert said == [] and capfd.readouterr().err == ""


def test_what_no_device_takes_is_refused(server: Server) -> None:
    """The cable of the device is pulled, so the page's request is refused."""
    ask, sent = server.address + "ask", b'{"press":"ok"}'
    codes = [fetch(ask, sent, Content_Type="application/json") for _ in range(ASKED + 5)]
    assert codes == [204] * ASKED + [503] * 5
    server.requests[0].get()
    assert fetch(ask, sent, Content_Type="application/json") == 204


def test_only_the_page_itself_may_ask(server: Server) -> None:
    ask, sent = server.address + "ask", b'{"press":"ok"}'
    assert fetch(ask, sent, Content_Type="application/json") == 204
    assert server.requests[0].get() == {"press": "ok"}
    assert fetch(ask, b'{"press":"ok","device":1}', Content_Type="application/json") == 204
    assert server.requests[1].get() == {"press": "ok"}
    assert fetch(ask, b'{"press":"ok","device":2}', Content_Type="application/json") == 400
    assert fetch(ask, sent, Content_Type="application/json", Origin="http://elsewhere.example") == 403
    assert fetch(ask, sent, Content_Type="text/plain") == 403
    assert fetch(ask, sent, Content_Type="application/json", Host="elsewhere.example") == 403
    assert fetch(ask, b"[" * 999, Content_Type="application/json") == 400
    assert all(requests.empty() for requests in server.requests)


def test_a_port_that_cannot_be_opened() -> None:
    with pytest.raises(RemoteError, match="cannot be opened"):
        cable.open_port("/dev/there-is-none")
