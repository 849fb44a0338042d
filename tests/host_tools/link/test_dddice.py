"""dddice, with a stand-in that acts as https://docs.dddice.com describes."""

from __future__ import annotations

import json
import socket
import stat
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from host_tools.device.remote import RemoteError
from host_tools.link import dddice
from host_tools.link.dddice import Room, Sender, body, load_room, send_roll, store_room

ROOM = Room("secret", "a13Tf6e")
FREE = {"key": "0/a/dice/20", "words": "HACHE 2d6+3 = 9", "dice": [[6, 2, 1], [6, 4, 1]], "total": 9}


class Standin(ThreadingHTTPServer):
    """A server that accepts rolls with one key for one room.

    `bodies` has the accepted rolls.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.bodies: list[dict[str, Any]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/api/1.0/roll"


class _Handler(BaseHTTPRequestHandler):
    server: Standin

    def log_message(self, *_: Any) -> None:
        pass

    def do_POST(self) -> None:
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        known = self.headers["Authorization"] == f"Bearer {ROOM.key}"
        code = 401 if not known else 404 if said["room"] != ROOM.room else 422 if not _is_valid(said) else 201
        if code == 201:
            self.server.bodies.append(said)
        self.send_response(code)
        self.end_headers()
        self.wfile.write(b'{"type":"roll","data":{}}')


def _is_valid(said: dict[str, Any]) -> bool:
    types = [f"d{sides}" for sides in dddice.SHAPES]
    return bool(said["dice"]) and all(
        isinstance(die["value"], int) and (die["type"] == "mod" or (die["type"] in types and die["theme"]))
        for die in said["dice"]
    )


@pytest.fixture
def standin() -> Iterator[Standin]:
    found = Standin()
    threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()


def test_a_roll_arrives_with_its_faces(standin: Standin) -> None:
    send_roll(FREE, ROOM, standin.address)
    (found,) = standin.bodies
    assert [(die["type"], die["value"]) for die in found["dice"]] == [("d6", 2), ("d6", 4), ("mod", 3)]
    assert (found["label"], found["external_id"], found["room"]) == (FREE["words"], FREE["key"], ROOM.room)


def test_dice_that_it_has_not_and_dice_that_do_not_count() -> None:
    roll = FREE | {"dice": [[20, 3, 0], [20, 17, 1], [100, 55, 1], [100, 5, 0], [3, 2, 1]], "total": 74}
    assert body(roll, ROOM)["dice"] == [
        {"type": "d20", "theme": ROOM.theme, "value": 3, "is_dropped": True},
        {"type": "d20", "theme": ROOM.theme, "value": 17},
        {"type": "mod", "value": 55, "label": "d100"},
        {"type": "mod", "value": 2, "label": "d3"},
    ]
    outcome = FREE | {"inputs": {}, "total": [1, 2]}  # a roll of a game, which has a key but no sum
    assert [die["value"] for die in body(outcome, ROOM)["dice"]] == [2, 4]


@pytest.mark.parametrize(
    ("room", "said"),
    [(Room("wrong", ROOM.room), "does not know the key"), (Room(ROOM.key, "x"), "has no such room")],
)
def test_what_it_does_not_take_is_told_without_the_key(room: Room, said: str, standin: Standin) -> None:
    with pytest.raises(RemoteError, match=said) as fault:
        send_roll(FREE, room, standin.address)
    assert room.key not in str(fault.value) and "not sent again" in str(fault.value)
    with pytest.raises(RemoteError, match="answers 422"):
        send_roll(FREE | {"dice": [], "total": 0}, ROOM, standin.address)
    with pytest.raises(RemoteError, match="cannot be reached"):
        send_roll(FREE, ROOM, "http://127.0.0.1:1/")


def test_an_answer_that_is_none_is_told_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer_never() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(b"nonsense\r\n\r\n")

        threading.Thread(target=answer_never, daemon=True).start()
        with pytest.raises(RemoteError, match="cannot be reached"):
            send_roll(FREE, ROOM, "http://127.0.0.1:%d/" % server.getsockname()[1])


def test_the_sender_keeps_the_order_and_goes_on_after_a_fault(standin: Standin) -> None:
    said: list[str] = []
    sender = Sender(ROOM, said.append, standin.address)
    for number in range(3):
        sender.queue_roll(
            FREE | {"key": str(number), "dice": [[6, 1, 1]] * (number != 1), "total": number != 1}
        )
    sender.close()
    assert [found["external_id"] for found in standin.bodies] == ["0", "2"]
    assert [line.partition(" ")[0] for line in said] == ["To", "dddice", "To"]


def test_the_key_is_kept_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(RemoteError, match="no key for dddice yet"):
        load_room()
    path = store_room(ROOM)
    assert path == tmp_path / "gobelet" / "dddice.json" and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_room() == ROOM
    path.chmod(0o640)
    with pytest.raises(RemoteError, match="Others can read the key"):
        load_room()
    path.chmod(0o600)
    for content in ("", "[]", '{"key": 1}', '{"key": 1, "room": "x"}', '{"key": "a\\n", "room": "x"}'):
        path.write_text(content)
        with pytest.raises(RemoteError, match="no key for dddice that can be read"):
            load_room()


def test_asking_for_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("getpass.getpass", lambda _: "secret")
    answers = iter(["https://dddice.com/room/a13Tf6e", ""])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert dddice.main([]) == 0
    assert load_room() == ROOM
    assert "secret" not in capsys.readouterr().out
    answers = iter(["", ""])
    assert dddice.main([]) == 1
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    answers = iter(["a13Tf6e", ""])
    assert dddice.main([]) == 1
    assert capsys.readouterr().err.splitlines()[-1].endswith("cannot be written: Not a directory.")

    def raise_end(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", raise_end)
    assert dddice.main([]) == 1
    assert capsys.readouterr().err == "Without a key and a room there is nothing to keep.\n"
