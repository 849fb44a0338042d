"""The link: the messages for a listener, and the requests. Neither changes the game."""

from __future__ import annotations

import base64
import itertools
import json
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.own import compiler
from simulator import paths, serial
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.serial import Serial
from simulator.store import MemoryStore
from tests import sweep
from tests.link.listener import Listener, messages_of
from tests.toy_game.plugin import Toy

from gobelet.shell.app import QUIET_MS  # isort: skip
from gobelet.games import GAMES  # isort: skip
from gobelet.games.dice.rules.sheets import pool_at  # isort: skip
from gobelet.link.link import SILENT_MS  # isort: skip


@pytest.fixture
def listener() -> Listener:
    found = Listener()
    found.device.choose_setting("language", "en")
    found.device.app.device.settings.choose("taught", 1)
    return found


def open_game(listener: Listener, game: str) -> Listener:
    listener.hello()
    listener.ask(open=game)
    listener.wait(2000)
    return listener


def test_without_a_hello_nothing_is_said_and_nothing_is_loaded(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = {f"gobelet.link.{name}" for name in ("link", "messages", "requests")}
    for name in needed:
        monkeypatch.delitem(sys.modules, name, raising=False)  # an earlier test may have loaded the module
    assert listener.type("what\r\n\n{}\n" + 2000 * "x" + '\n{"press":"ok"}\n') == []
    assert listener.device.app.port.link is None
    assert not needed & sys.modules.keys()


def test_hello_tells_everything(listener: Listener) -> None:
    found = listener.hello()
    assert [message["type"] for message in found] == ["hello", "ok", "state"]
    assert [message["seq"] for message in found] == [1, 2, 3]
    assert found[0]["board"] == listener.device.definition.NAME
    assert found[2]["game"] is None and found[2]["colours"][0] == "Red"


def test_a_game_a_roll_and_its_state(listener: Listener) -> None:
    found = open_game(listener, "dice").messages
    assert [message["type"] for message in found[-2:]] == ["game", "state"]
    listener.device.press(OK)
    roll, state = listener.wait()
    assert roll["type"] == "roll" and roll["what"] == "2d6" and roll["done"]
    assert roll["total"] == sum(face for _, face, _ in roll["dice"])
    assert state["type"] == "state" and state["at"] > roll["at"] == roll["of"]
    assert listener.wait(5000) == []  # each message comes only once


def test_a_roll_of_a_procedure_has_modifiers_odds_and_verdict(listener: Listener) -> None:
    session = open_game(listener, "trinytia").device.context.session
    number = session.procedure_index("attack")
    from gobelet.rules.procedure import values

    proc = session.procedure(number)
    given = next(each for each in proc.inputs if each.lane and each.options is None)
    roll = session.create_resolution(number, [-1] * len(proc.roles), values(proc, {given.name: 1}))
    roll.odds()
    shaker = listener.device.context.dice.shaker
    while hasattr(roll.now, "dice"):
        roll.add_result(tuple(shaker.roll(sides) for sides in roll.now.dice))
        session.write_roll(roll)
    told = messages_of("roll", listener.wait())
    assert {each["of"] for each in told} == {told[0]["at"]}
    assert told[-1]["dice"] == [[sides, face, 1] for sides, face in roll.thrown_dice()]
    assert [given.modifier(roll.values), given.lane] in [each[1:] for each in told[-1]["modifiers"]]
    if told[-1]["done"]:
        assert told[-1]["odds"] == list(roll.chance()) and told[-1]["total"] == roll.now.key


def test_a_game_that_is_text_is_opened_asked_and_told(listener: Listener) -> None:
    text = (paths.ROOT / "simulator" / "own" / "brasier.gobelet.toml").read_text(encoding="utf-8")
    for name, data in compiler.files(text).items():
        listener.device.store.replace(name, data)
    assert listener.hello() and messages_of("refused", listener.ask(open="own-chess"))
    found = open_game(listener, "own-brasier").messages
    game = messages_of("game", found)[-1]
    assert (game["game"], game["title"]) == ("own-brasier", "Embers")
    odds = messages_of("odds", listener.ask(ask="trait", inputs={"level": 8}))[0]
    assert sum(row[1] for row in odds["weights"]) == odds["total"]
    assert {"Made", "Failed"} <= {row[2] for row in odds["weights"]}
    listener.device.context.open("own-brasier.form", 1, 0, 1)
    listener.wait()
    listener.device.entropy.faces([6, 2, 6, 3])
    listener.device.press(OK)
    told = messages_of("roll", listener.wait())[-1]
    assert told["words"] == "Red → Blue: Damage Down" and told["done"]
    assert told["total"] >= 1000 and told["verdict"] == told["answer"] == "Down", "a word, no number"
    assert told["dice"] == [[6, 6, 1], [6, 2, 1], [6, 6, 1], [6, 3, 1]]
    app = listener.device.app
    for screen in ("history", "luck"):
        app.context.open(f"own-brasier.{screen}")
        listener.device.run(2000)
    assert app.stack.top().counts[0].dice == 4
    assert not listener.device.faults


OWN = sorted((paths.ROOT / "simulator" / "own").glob("*.toml"))


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name.partition(".")[0])
def test_the_words_of_a_game_that_is_text_are_its_own(listener: Listener, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name, data in compiler.files(text).items():
        listener.device.store.replace(name, data)
    declared = compiler.read(text)
    game = f"own-{declared.id}"
    open_game(listener, game)
    app = listener.device.app
    for number in range(len(app.context.session.listed)):
        app.context.open(f"{game}.form", number, *range(len(app.context.session.procedure(number).roles)))
        listener.wait(300)
        for _ in range(3):
            listener.device.press(OK)
            listener.ask(alive=1)
    assert speaks_plainly(listener, game) >= len(app.context.session.listed)
    told = [each for each in messages_of("game", listener.messages) if each["game"] == game]
    assert {each["title"] for each in told} == {declared.title("en")}


def speaks_plainly(listener: Listener, game: str) -> int:
    """Play at random.

    No message has a key in place of a text, and each total has a word.
    """
    open_game(listener, game)
    some = random.Random(game)
    for _ in range(80):
        listener.device.press(some.choice((OK, OK, OK, UP, DOWN, DOWN, BACK)))
        if listener.device.context.session is None or listener.device.context.session.name != game:
            listener.ask(open=game)
        listener.ask(alive=1)
    rolls = messages_of("roll", listener.messages)
    assert not listener.device.faults
    for message in listener.messages:
        assert '"<' not in json.dumps(message), "a text that is nowhere"
    for roll in rolls:
        if roll.get("done") and roll["verdict" if "answer" in roll else "total"] is None:
            assert str(roll["total"]).replace("-", "−") in roll["answer"], roll
    return len(rolls)


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_game(listener: Listener, game: str) -> None:
    speaks_plainly(listener, game)


def test_undo_and_redo_are_told_with_the_state_after_them(listener: Listener) -> None:
    app = open_game(listener, "counters").device.app
    before = listener.last("state")
    app.context.session.change([("player", 0, "v0", 17)])
    assert listener.wait()[-1]["seen"][0]["values"][0][1] == 17
    app.context.undo()
    told, state = listener.wait(4000)
    assert (told["type"], told["what"]) == ("undo", "change")
    assert state["values"] == before["values"]
    app.context.redo()
    told, state = listener.wait(4000)
    assert told["what"] == "redo" and state["seen"][0]["values"][0][1] == 17


def test_the_table_sees_a_familiar_whose_card_is_not_told_yet(listener: Listener) -> None:
    """The familiar is not dead, and does not have the name of a seat with the same number."""
    from gobelet.games.traqueur.rules import game

    session = open_game(listener, "traqueur").device.context.session
    session.change([*game.start_game(3), ("game", 0, "first", 0)])
    session.change(game.end_setup(session.state))
    listener.wait()
    state = listener.last("state")
    assert [each["name"] for each in state["seen"]] == ["Red", "Blue", "Green"] and "names" not in state
    assert state["seen"][1] == {
        "row": 1, "name": "Blue", "out": False,
        "values": [["Life", 10], ["Coins", 5], ["Spells", 0], ["Familiar", "?"]],
    }  # fmt: skip
    session.change(game.take_familiar(session.state, 1, 2, 0, 3, 5, 3))
    session.change([("player", 2, "life", 0)])
    listener.wait()
    seen = listener.last("state")["seen"]
    assert seen[1]["values"][3] == ["Rusé", 5] and [each["out"] for each in seen] == [False, False, True]


def test_the_table_sees_what_a_ship_is_and_what_became_of_it(listener: Listener) -> None:
    """The message lacks the number of the name, and values that were not entered.

    The moving side has all its ships.
    """
    session = open_game(listener, "trireme").device.context.session
    session.change([
        ("game", 0, "game", 1), ("game", 0, "turn", 1), ("game", 0, "step", 1), ("game", 0, "starts", 1),
        ("ship", 0, "used", 1), ("ship", 0, "name", 1), ("ship", 0, "pv", 4), ("ship", 0, "factor", 5),
        ("ship", 1, "used", 1), ("ship", 20, "used", 1), ("ship", 20, "fate", 1),
    ])  # fmt: skip
    listener.wait()
    seen = listener.last("state")["seen"]
    app = listener.device.app
    assert [each["name"] for each in seen] == [app.context.seat(row) for row in (0, 1, 20)]
    assert [each["values"] for each in seen] == [
        [["Full speed", 4], ["Boarding", 5]], [["Full speed", "?"], ["Boarding", "?"]], [["Fate", "sunk"]],
    ]  # fmt: skip
    assert [(each["out"], each["turn"]) for each in seen] == [(False, False), (False, False), (True, True)]
    session.change([("game", 0, "game", 2), ("ship", 0, "men", 12)])
    listener.wait()
    assert listener.last("state")["seen"][0]["values"] == [["Full speed", 4], ["Men", 12]]


def test_the_table_sees_the_points_of_a_character_not_its_kind(listener: Listener) -> None:
    from gobelet.games.trinites.rules import roster

    session = open_game(listener, "trinites").device.context.session
    session.change(roster.new_character_changes(session.state, False, True))
    session.change(roster.new_character_changes(session.state, True, False))
    session.change([("char", 0, "boxes", 5), ("char", 8, "dead", 1)])
    listener.wait()
    first, other = listener.last("state")["seen"]
    assert first["name"] == "Alice" and first["values"][0] == ["LP", 19]
    assert [name for name, _ in first["values"][1:]] == ["Deva, left", "Archonte, left", "Adam’, left"]
    assert (other["out"], other["values"]) == (True, [["LP", 12]])


def test_a_value_that_has_a_word_is_told_with_it(listener: Listener) -> None:
    open_game(listener, "trinytia")
    fields = {field[0]: field for field in listener.last("game")["kinds"]["char"]["fields"]}
    assert (
        fields["faction"][5][:2] == ["hidden", "Gardien"]
        and len(fields["faction"][5]) == fields["faction"][3] + 1
    )
    assert len(fields["wounds"]) == 5


def test_cards_and_stacks_are_nobody(listener: Listener) -> None:
    session = open_game(listener, "mystria").device.context.session
    session.change([("player", 0, "drops", 5), ("stack", 0, "tokens", 3), ("stack", 2, "tokens", 3)])
    listener.wait()
    assert list(listener.last("state")["names"]) == ["player"]


def test_what_is_secret_stays_on_the_device(listener: Listener) -> None:
    app = open_game(listener, "mystria").device.app
    app.context.session.change([("player", 0, "tile1", 3), ("player", 0, "drops", 5)])
    message = listener.wait()[-1]
    fields = [field[0] for field in listener.last("game")["kinds"]["player"]["fields"]]
    row = message["values"]["player"]["0"]
    assert row[fields.index("tile1")] is None and row[fields.index("drops")] == 5


def test_since_brings_what_was_missed(listener: Listener) -> None:
    open_game(listener, "dice").device.press(OK)
    at = listener.wait()[-1]["at"]
    listener.serial.room = 0  # the cable is pulled
    for _ in range(3):
        listener.device.press(OK)
        listener.device.run(500)
    listener.serial.room = None
    found = listener.type('half a li\n{"hello":1,"game":"dice","since":%d}\n' % at, 3000)
    rolls = [roll["at"] for roll in messages_of("roll", found)]
    assert len(set(rolls)) == 3 and min(rolls) >= at and rolls[-3:] == sorted(rolls[-3:])
    found = listener.hello()
    # without the position, the answer has only the last roll
    assert [roll["at"] for roll in messages_of("roll", found)] == rolls[-1:]


def test_the_keys_of_the_device_come_first(listener: Listener) -> None:
    open_game(listener, "dice")
    listener.device.keys.down(UP)
    listener.device.run(10)
    listener.serial.typed += b'{"press":"ok","id":7}\n'
    listener.device.run(30)
    listener.device.keys.up(UP)
    found = listener.wait()
    assert [each.get("to") for each in found if each["type"] in ("ok", "refused")] == [7]


def test_a_press_and_a_hold(listener: Listener) -> None:
    open_game(listener, "dice")
    assert messages_of("ok", listener.ask(press="ok", id="a"))[0]["to"] == "a"
    assert listener.last("roll")
    listener.ask(press="back", hold=True)
    assert listener.device.context.dialogs.message is not None or listener.last("undo")


def test_names_of_seats(listener: Listener) -> None:
    listener.hello()
    listener.ask(name="Ana", seat=1)
    assert listener.last("state")["seats"][1] == "Ana"
    for wrong in ({"name": "Ana", "seat": 2}, {"name": "x" * 13, "seat": 0}, {"name": "字", "seat": 0},
                  {"name": 3, "seat": 0}, {"name": "Bo", "seat": 10}, {"name": "A\nB", "seat": 0}):  # fmt: skip
        assert messages_of("refused", listener.ask(**wrong)), wrong
    assert listener.device.context.messages.names.count("Ana") == 1
    listener.ask(name="", seat=1)
    assert listener.last("state")["seats"][1] == ""


def test_presets_and_odds(listener: Listener) -> None:
    open_game(listener, "dice")
    assert messages_of("ok", listener.ask(preset="2d6+3", label="axe"))
    assert messages_of("refused", listener.ask(preset="2x6"))
    assert messages_of("refused", listener.ask(ask="nothing"))
    listener.ask(open="trinytia")
    listener.wait(2000)
    found = messages_of("odds", listener.ask(ask="attack", inputs={}))[0]
    assert sum(weight for _, weight in found["weights"]) + found["tail"] + found["unknown"] == found["total"]
    assert messages_of("refused", listener.ask(ask="attack", inputs={"no": 1}))


def test_a_frame_is_the_picture(listener: Listener) -> None:
    listener.hello()
    found = messages_of("frame", listener.ask(frame=1))[0]
    assert base64.b64decode(found["data"]) == bytes(listener.device.app.device.panel.buffer)


def test_a_change_from_outside_is_a_transaction_or_a_conflict(listener: Listener) -> None:
    app = open_game(listener, "counters").device.app
    was = app.context.session.get("player", 0, "v0")
    assert messages_of("ok", listener.ask(change=[["player", 0, "v0", was, was - 3]], game="counters"))
    assert app.context.session.get("player", 0, "v0") == was - 3
    conflict = messages_of("refused", listener.ask(change=[["player", 0, "v0", was, 1]], game="counters"))
    assert conflict[0]["why"].startswith("conflict")
    app.context.undo()
    assert app.context.session.get("player", 0, "v0") == was
    for wrong in ([], 3, [[1]], [["player", 99, "v0", was, 1]], [["x", 0, "v0", 0, 1]], [["player", 0, ["v0"], 0, 1]],
                  [["player", 0, "v0", was, 32000]]):  # fmt: skip
        assert messages_of("refused", listener.ask(change=wrong, game="counters")), wrong
    assert messages_of("refused", listener.ask(change=[["player", 0, "v0", was, 1]], game="dice"))


@pytest.mark.parametrize(("faces", "waits"), [((1, 4), False), ((6, 2), True)])
def test_a_roll_of_which_nothing_comes_waits_only_while_it_is_shown(
    toy_world: None, faces: tuple[int, int], waits: bool
) -> None:
    toy = Toy(serial=Serial())
    listener = Listener(toy)
    listener.hello()
    toy.form("strike", 0, 1)
    toy.dice(*faces)
    toy.ok()
    change = [["char", 2, "armour", 0, 1]]
    assert messages_of("refused", listener.ask(change=change, game="toy"))
    toy.back(2)
    assert toy.ids == ["system.home", "toy.home"]
    assert bool(messages_of("refused", listener.ask(change=change, game="toy"))) == waits
    assert toy.get("char", 2, "armour") == 1 - waits


def test_answers_come_in_the_order_of_what_was_asked(listener: Listener) -> None:
    listener.hello()
    # for a moment the link makes no messages
    listener.device.app.device.key_at = listener.device.context.now()
    found = listener.type("".join('{"alive":1,"id":%d}\n' % number for number in range(5)))
    assert [each["to"] for each in messages_of("ok", found)] == [0, 1, 2, 3, 4]


def test_behind_a_change_and_a_roll_the_state_is_told_last(toy_world: None) -> None:
    """Only the state reports a change."""
    toy = Toy(serial=Serial())
    listener = Listener(toy)
    listener.hello()
    toy.form("strike", 0, 1)
    listener.wait()
    toy.app.device.key_at = toy.context.now()
    assert toy.context.change([("char", 2, "armour", 1)])
    toy.dice(4, 2)
    toy.ok()
    assert [each["type"] for each in listener.wait()] == ["roll", "state"]


def test_it_goes_on_at_once_while_a_line_comes(listener: Listener) -> None:
    listener.wait()
    port = listener.device.app.port
    for number in b'{"hello":1}\n':  # one byte at a time
        assert port.link is None
        listener.serial.typed.append(number)
        port.step()
    listener.wait(2000)
    assert listener.last("hello") and not port.step()
    listener.serial.typed += b'{"alive'
    assert port.step() and not port.step()


def test_while_nobody_listens_what_comes_makes_no_haste(listener: Listener) -> None:
    listener.wait()
    listener.serial.typed += b"what"
    assert not listener.device.app.port.step()


def test_what_fails_in_it_ends_the_talk(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    listener.hello()
    port = listener.device.app.port
    error = ValueError("a fault of the link")

    def raise_fault() -> bool:
        raise error

    monkeypatch.setattr(port.link, "step", raise_fault)
    listener.wait()
    assert port.link is None and listener.device.faults == [error]
    assert listener.hello()


def test_behind_a_key_other_words_are_told(listener: Listener) -> None:
    before = open_game(listener, "dice").last("game")["title"]
    listener.device.choose_setting("language", "fr")
    assert listener.wait() == []
    listener.device.press(UP)
    assert [each["type"] for each in listener.wait()] == ["game", "state"]
    assert listener.last("game")["title"] != before


def test_too_long_a_line_is_dropped_and_told(listener: Listener) -> None:
    listener.hello()
    found = listener.type('{"name":"' + 3000 * "x" + '"}\n{"alive":1,"id":2}\n', 3000)
    found.sort(key=lambda each: each["seq"])
    assert [(each["type"], each["to"]) for each in found] == [("refused", None), ("ok", 2)]


def test_a_flood_is_bounded(listener: Listener) -> None:
    listener.hello()
    listener.serial.room = 0
    listener.type(200 * b'{"frame":1}\n', 5000)
    listener.serial.room = None
    found = listener.wait(5000)
    assert len(messages_of("frame", found)) <= 9
    assert listener.last("refused")["dropped"] > 100


def test_nobody_reads_and_nobody_speaks_then_it_is_over(listener: Listener) -> None:
    listener.hello()
    listener.serial.room = 0
    listener.device.press(DOWN)
    listener.device.run(SILENT_MS + 1000)
    assert listener.device.app.port.link is None
    listener.serial.room = None
    listener.serial.said.clear()
    assert listener.hello()[0]["type"] == "hello"
    assert not listener.device.faults


def test_a_press_is_answered_before_anything_is_told(listener: Listener) -> None:
    """After a key the link makes no messages until the picture is drawn."""
    open_game(listener, "dice")
    said = len(listener.serial.said)
    listener.device.keys.down(OK)
    listener.device.run(20)
    listener.device.keys.up(OK)
    listener.device.run(QUIET_MS)
    assert len(listener.serial.said) == said


def _play_dice(listener: Listener | None, seed: int) -> tuple[list[bytes], bytes]:
    """Return the pictures of some presses in free dice, and the journal.

    The device has a listener or none.
    """
    device = listener.device if listener else VirtualBoard()
    device.app.device.settings.choose("taught", 1)
    device.context.navigation.home()
    device.context.open("dice.home")
    keys = random.Random(seed)
    pictures = []
    for _ in range(12):
        device.press(keys.choice((UP, DOWN, OK, OK)))
        device.run(400)
        pictures.append(device.picture())
    return pictures, bytes(device.context.session.journal.history.tail)


def test_a_game_with_the_link_is_the_same_game() -> None:
    listener = Listener()
    listener.hello()
    assert _play_dice(listener, 1) == _play_dice(None, 1)
    assert messages_of("roll", listener.wait(3000))


@pytest.mark.parametrize("game", ["dice", "trinytia"])
def test_keys_of_the_page_do_what_a_finger_does(game: str) -> None:
    """The device makes verifiable rolls, applies, undoes and repeats them.

    Journal and screens must be the same.
    """

    def proof_device() -> VirtualBoard:
        made = VirtualBoard(serial=Serial(), store=MemoryStore({"settings": b"taught=yes\nproof=yes\n"}))
        made.context.open(f"{game}.home")
        made.run(500)
        return made

    finger = proof_device()
    page = Listener(proof_device())
    page.hello()
    chance = random.Random(game)
    names = {UP: "up", DOWN: "down", OK: "ok", BACK: "back"}
    for _ in range(40):
        key = chance.choice((UP, DOWN, DOWN, OK, OK, OK, BACK))
        held = key in (OK, BACK) and chance.random() < 0.2
        (finger.hold if held else finger.press)(key)
        finger.run(200)
        assert (
            messages_of("refused", page.type(json.dumps({"press": names[key], "hold": held}) + "\n", 400))
            == []
        )
        apps = finger.app, page.device.app
        assert apps[0].stack.ids == apps[1].stack.ids
        sessions = [app.context.session for app in apps]
        assert (sessions[0] is None) == (sessions[1] is None)
        if sessions[0] is not None:
            assert sessions[0].journal.position == sessions[1].journal.position
            assert sessions[0].state.sheets == sessions[1].state.sheets
    assert not finger.faults and not page.device.faults


def malformed_lines(some: random.Random) -> bytes:
    """Return malformed lines: random bytes, half lines, requests with wrong values."""
    names = (
        "hello",
        "alive",
        "name",
        "ask",
        "change",
        "preset",
        "frame",
        "id",
        "seat",
        "game",
        "inputs",
        "since",
    )
    values = (None, True, -1, 3, 1 << 40, 0.5, "", "dice", "attack", "x" * 30, [], [[]], {}, {"a": []}, "\u0000",
              "\ud800", [["player", 0, "v0", 20, 5]], [["player", 0, 1, 2]])  # fmt: skip
    kind = some.randrange(4)
    if kind == 0:
        return some.randbytes(some.randrange(80)).replace(b"\x03", b"") + b"\n"
    line = json.dumps({name: some.choice(values) for name in some.sample(names, some.randint(1, 4))}).encode()
    if kind == 1:
        return line[: some.randrange(len(line))] + b"\n" * some.randrange(2)
    if kind == 2:
        return b"[" * some.randrange(1200) + b"\n"
    return line + b"\n"


@pytest.mark.sweep
def test_whatever_is_typed_does_nothing_to_the_game() -> None:
    count = sweep.case_count(300, 10_000)
    listener = open_game(Listener(), "dice")
    app = listener.device.app
    app.device.settings.choose("taught", 1)
    some = random.Random(3)
    position = app.context.session.journal.position
    for _ in range(count // 50):
        listener.serial.typed += b"".join(malformed_lines(some) for _ in range(50))
        while listener.serial.typed:
            listener.device.run(200)
            listener.serial.said.clear()
    assert not listener.device.faults
    assert app.context.session.name == "dice"
    kept = position if app.context.session.journal.position == position else 0
    assert kept == position or app.context.session.get("preset", 0, "w0")  # a request may store only presets
    listener.serial.said.clear()
    assert "end" in [each.get("to") for each in listener.type('\n{"alive":1,"id":"end"}\n', 2000)]


@pytest.mark.parametrize("line", [r'{"name":"\ud800","seat":4}', r'{"alive":1,"id":"\ud800"}', r'["\udfff"]'])
def test_half_of_a_letter_is_refused_and_the_talk_goes_on(listener: Listener, line: str) -> None:
    open_game(listener, "dice")
    [refused] = messages_of("refused", listener.type(line + "\n"))
    assert refused["why"] == "half of a letter is no text" and refused["to"] is None
    assert [each["type"] for each in listener.type('{"alive":1,"id":5}\n') if each.get("to") == 5] == ["ok"]
    assert not listener.device.faults


@given(st.binary(max_size=200))
def test_any_bytes_of_a_request(line: bytes) -> None:
    from gobelet.link.requests import answer

    kind, fields = answer(_greeted_listener().device.app.port.link, line)
    assert kind in ("refused", "ok") and json.dumps(fields)


@cache
def _greeted_listener() -> Listener:
    """One listener serves all requests, because they do not change the next answer."""
    found = Listener()
    found.hello()
    return found


def test_a_roll_that_can_be_verified_tells_its_code_before_and_its_secret_after(listener: Listener) -> None:
    app = open_game(listener, "dice").device.app
    app.device.settings.choose("proof", 1)
    listener.messages.clear()
    listener.device.press(OK)
    committed = app.stack.top()
    [commit] = listener.wait(30)  # before a finger can press again
    assert (commit["type"], commit["at"], commit["code"]) == ("commit", committed.position, committed.code)
    secret = committed.secret
    for _ in range(3):
        listener.device.press(UP)
    listener.device.press(OK)
    roll, _ = listener.wait()
    assert secret not in json.dumps(commit)
    assert roll["proof"] == {
        "at": commit["at"],
        "code": commit["code"],
        "number": 3,
        "secret": secret,
        "dice": [[sides, face] for sides, face, _ in roll["dice"]],
    }
    listener.device.press(OK)
    listener.wait(30)
    listener.device.press(BACK)
    listener.device.press(OK)
    codes = [message["code"] for message in messages_of("commit", listener.messages + listener.wait())]
    assert len(set(codes)) == 3, "one that was left is not told again"
    assert listener.hello()[0]["type"] == "hello"
    assert messages_of("commit", listener.messages)[-1]["code"] == app.stack.top().code


def choose_proofs(listener: Listener) -> None:
    """Make OK roll, with a proof for every roll."""
    open_game(listener, "dice").device.app.device.settings.choose("proof", 1)
    listener.device.press(OK)
    listener.device.press(OK)
    listener.wait(2000)
    listener.messages.clear()


def roll_again(listener: Listener, first: int, then: int) -> None:
    """Roll twice; OK for the second roll comes at a chosen time.

    OK shows the code of the second roll `first` ms after the first roll, while the device still sends the
    messages of the first one. OK rolls `then` ms later; 0 means without a pass in between.
    """
    device, app = listener.device, listener.device.app
    device.press(OK)
    device.press(OK)
    rolls = app.context.session.roll_position()
    device.run(first)
    if then:
        device.press(OK, 20)
        device.run(then)
        device.press(OK, 20)
    else:
        device.clock.advance(160)
        for ago, down in ((140, True), (100, False), (60, True), (20, False)):
            device.keys.record_key(OK, down, device.clock.ticks() - ago)
        device.run(60)
    assert app.context.session.roll_position() > rolls, "it has fallen"


def none_is_missing(messages: list[dict[str, Any]]) -> None:
    for before, message in itertools.pairwise(messages):
        assert message["type"] == "hello" or message["seq"] == before["seq"] + 1


def in_order(messages: list[dict[str, Any]]) -> None:
    """Check that every message arrives, and that each roll's code comes once before it."""
    none_is_missing(messages)
    codes: list[str] = []
    for message in messages:
        if message["type"] == "commit":
            assert message["code"] not in codes
            codes.append(message["code"])
        elif message["type"] == "roll":
            assert message["proof"]["code"] in codes


@pytest.mark.sweep
@pytest.mark.parametrize("at_once", [serial.AT_ONCE, 5])
def test_a_code_is_told_before_the_dice_whenever_the_keys_come(
    listener: Listener, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """The keys come at any time during the messages of the roll before."""
    monkeypatch.setattr(serial, "AT_ONCE", at_once)
    choose_proofs(listener)
    delays = sweep.sample_cases(range(0, 400, 2), 12)
    for first in delays:
        for then in (0, 1, 40, 120):
            roll_again(listener, first, then)
            listener.ask(alive=1)
    assert len(messages_of("roll", listener.messages)) == 2 * 4 * len(delays)
    in_order(listener.messages)
    assert len(listener.broken) >= 3, "broken off, and told again"
    assert listener.last("state")["at"] == listener.device.context.session.journal.position


def test_a_code_is_told_before_the_dice_to_who_says_hello_then(listener: Listener) -> None:
    """Another client says hello while the code is on the screen.

    The code follows at once after the greeting.
    """
    choose_proofs(listener)
    device, app = listener.device, listener.device.app
    told = 0
    for moment in range(0, 300, 10):
        listener.wait(1000)
        listener.messages.clear()
        device.press(OK)  # shows a code
        code = app.stack.top().code
        device.run(moment // 2)
        listener.serial.typed += b'{"hello":1}\n'
        device.run(moment)
        device.press(OK)
        heard = listener.wait(1500)
        kinds = [each["type"] for each in heard]
        proven = [each["proof"]["code"] for each in messages_of("roll", heard) if "proof" in each]
        codes = [each["code"] for each in messages_of("commit", heard[: kinds.index("roll")])]
        assert code in codes and code in proven
        told += kinds[kinds.index("hello") + 1] == "commit"
        listener.broken.clear()
    assert told >= 20, "while its screen stood, behind the hello"


def test_what_is_broken_off_is_told_again(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test interrupts an answer, a game, a roll and a state; each message arrives once."""
    monkeypatch.setattr(serial, "AT_ONCE", 20)
    choose_proofs(listener)
    device, app = listener.device, listener.device.app
    broken = set()
    for moment in range(0, 330, 6):
        listener.wait(200)
        listener.messages.clear()
        listener.serial.typed += b'{"hello":1}\n{"frame":1,"id":7}\n{"ask":"x","id":8}\n'
        device.run(moment)
        device.press(OK)
        code = app.stack.top().code
        heard = listener.wait(3000)
        none_is_missing(heard)
        assert [each["to"] for each in heard if each["type"] in ("frame", "refused")] == [7, 8]
        assert len(messages_of("game", heard)) == 1 and messages_of("state", heard)
        assert code in [each["code"] for each in messages_of("commit", heard)]
        device.press(BACK)
        broken |= {line.split(b'"')[3].decode() for line in listener.broken}
        listener.broken.clear()
    assert {"frame", "game", "roll", "state"} <= broken


def test_a_game_that_was_left_is_not_told_again(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial, "AT_ONCE", 5)
    choose_proofs(listener)
    device = listener.device
    listener.serial.typed += b'{"hello":1}\n'
    device.run_until(lambda: b'"type":"game"' in listener.serial.said, 1000, 1)
    device.press(OK)
    device.context.navigation.home()
    heard = listener.wait(3000)
    none_is_missing(heard)
    assert [line[:14] for line in listener.broken] == [b'{"type":"game"']
    assert not messages_of("game", heard) and {each["game"] for each in messages_of("state", heard)} == {None}


def test_nobody_reads_while_a_code_is_shown(listener: Listener) -> None:
    choose_proofs(listener)
    device, app = listener.device, listener.device.app
    for room in range(0, 400, 7):
        listener.wait(1500)
        listener.messages.clear()
        device.press(OK)
        device.press(OK)
        listener.serial.room = room
        device.run(400)
        device.press(OK)
        code = app.stack.top().code
        device.press(OK)
        device.run(400)
        listener.serial.room = None
        in_order(listener.wait(1500))
        assert messages_of("commit", listener.messages)[-1]["code"] == code
        listener.ask(alive=1)


def test_codes_that_nobody_reads_are_bounded(listener: Listener) -> None:
    choose_proofs(listener)
    listener.serial.room = 0
    for _ in range(60):
        listener.device.press(OK)
        code = listener.device.app.stack.top().code
        listener.device.press(BACK)
    listener.serial.room = None
    codes = [each["code"] for each in messages_of("commit", listener.wait(3000))]
    assert len(codes) <= 21 and codes[-1] == code


def test_a_code_is_told_once_also_when_its_help_was_read(listener: Listener) -> None:
    app = open_game(listener, "dice").device.app
    app.device.settings.choose("proof", 1)
    listener.device.press(OK)
    listener.wait()
    listener.device.hold(OK)
    listener.wait()
    listener.device.press(BACK)
    listener.wait()
    assert [each["code"] for each in messages_of("commit", listener.messages)] == [app.stack.top().code]


def test_a_change_from_outside_leaves_no_code_of_a_roll_that_it_makes_another(listener: Listener) -> None:
    """A change over the link moves the target away.

    The code was shown for a roll on that target, so the next roll needs a new code.
    """
    from gobelet.games.trinytia.rules import setup, turn

    app = open_game(listener, "trinytia").device.app
    app.device.settings.choose("proof", 1)
    session = app.context.session
    session.change(setup.start_game(5, setup.NORMAL, 3))
    session.change(
        [*setup.store_first_player(0), *[("char", row, "lieu", (5, 5, 9, 2, 5)[row]) for row in range(5)]]
    )
    session.change(turn.begin_first_turn(session.state))
    app.context.open("trinytia.attack", 0)
    listener.wait()
    top = app.stack.top()
    aimed = top.target
    top.field = top.list.index("roll")
    listener.device.press(OK)
    first = app.stack.top().code
    assert messages_of("ok", listener.ask(change=[["char", aimed, "lieu", 5, 9]], game="trinytia"))
    assert app.stack.top() is top and top.target != aimed
    listener.device.press(OK)
    assert app.stack.top() is top and session.roll_position() < 0, "the other target is shown first"
    top.field = top.list.index("roll")
    listener.device.press(OK)
    assert app.stack.top().code != first
    listener.device.press(OK)
    assert session.last_roll().rows == [0, top.target] and not listener.device.faults


def test_real_dice_that_are_being_entered_fall_on_nobody_else(listener: Listener) -> None:
    app = open_game(listener, "counters").device.app
    app.context.dice.use_real_dice(True)
    app.context.session.change([("table", 0, "players", 3)])
    app.context.open("counters.order")
    listener.wait()
    order = app.stack.top()
    order.cursor = order.lines.index("roll")
    listener.device.press(OK)
    assert app.stack.top().dice == [20] * 3
    listener.device.press(OK)
    assert messages_of("ok", listener.ask(change=[["table", 0, "players", 3, 2]], game="counters"))
    assert app.stack.top() is order and order.rows == [0, 1], "asked anew, for those who are there"
    listener.device.press(OK)
    for _ in range(2):
        listener.device.press(OK)
    assert app.stack.top() is order and [
        app.context.session.get("player", row, "score") for row in (0, 1)
    ] == [1, 1]


def test_a_preset_from_outside_leaves_a_list_and_what_it_asks_about_alone(listener: Listener) -> None:
    """The new preset gets the first free row, before the row at the cursor."""
    app = open_game(listener, "dice").device.app
    for line, label in (("1d4", "FOUR"), ("1d6", "SIX")):
        listener.ask(preset=line, label=label)
    app.context.open("dice.presets")
    listener.wait()
    top = app.stack.top()
    top.erase(0)
    listener.device.hold(OK)
    assert app.stack.top().heading == "SIX"
    assert messages_of("ok", listener.ask(preset="1d8", label="EIGHT"))
    listener.device.press(OK)  # takes the preset in hand
    assert [term[1] for term in pool_at(app.context.session.state, "pool", 0)[1]] == [(6,)]
    listener.device.press(BACK)
    assert [label for label, _ in top.list][:2] == ["EIGHT", "SIX"] and top.cursor == 1
    top.cursor = 2
    before = top.list[2][0]
    listener.device.hold(OK)
    assert messages_of("ok", listener.ask(preset="1d10", label="TEN"))
    listener.device.press(BACK)
    assert top.list[top.cursor][0] == before, "nor one that every device has"
    assert not listener.device.faults


def test_a_question_stays_when_a_preset_comes(listener: Listener) -> None:
    app = open_game(listener, "dice").device.app
    listener.ask(preset="1d4", label="FOUR")
    app.context.open("dice.presets")
    listener.wait()
    listener.device.hold(OK)
    for key in (DOWN, DOWN, DOWN, OK):
        listener.device.press(key)
    asking = app.stack.top()
    assert asking.question.count("FOUR")
    assert messages_of("ok", listener.ask(preset="1d8", label="EIGHT"))
    assert app.stack.top() is asking
    listener.device.press(UP)
    listener.device.press(OK)
    assert [label for label, _ in app.stack.top().list][:1] == ["EIGHT"]
    assert not listener.device.faults


def test_a_secret_is_not_told_while_dice_may_follow(toy_world: None) -> None:
    toy = Toy(serial=Serial())
    toy.app.device.settings.choose("proof", 1)
    listener = Listener(toy)
    toy.form("trinity")
    listener.hello()
    toy.ok(2)
    secret = toy.context.session.last_roll().proof[6:22].decode()
    [begun] = messages_of("roll", listener.wait())
    assert begun["dice"] and not begun["done"] and "proof" not in begun
    toy.ok()
    ended = messages_of("roll", listener.wait())[-1]
    assert ended["done"] and ended["of"] == begun["at"] and ended["proof"]["secret"] == secret
    assert ended["proof"]["dice"] == [die[:2] for die in ended["dice"]]


def test_the_dice_of_the_initiative_are_told(listener: Listener) -> None:
    app = open_game(listener, "counters").device.app
    app.context.session.change([("table", 0, "players", 3)])
    app.device.settings.choose("proof", 1)
    app.context.open("counters.order")
    listener.wait()
    app.stack.top().cursor = app.stack.top().lines.index("roll")
    listener.device.press(OK)
    listener.device.press(OK)
    [roll] = messages_of("roll", listener.wait(3000))
    assert app.port.link is not None and not listener.device.faults
    assert len(roll["dice"]) == 3 and roll["total"] == sum(face for _, face, _ in roll["dice"])
    assert roll["proof"]["dice"] == [die[:2] for die in roll["dice"]]
