"""Journals that the desk reads."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from gobelet.game.session import Session
from gobelet.games.trireme.rules.battle import copy_changes, start_changes
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS
from gobelet.journal.journal import BLOCK, EFFECT, FIRST, LAST, ROLL, UNDO, pack_roll
from gobelet.journal.records import FREE
from gobelet.rules.effects import pack_effects
from gobelet.rules.sheet import State
from gobelet.ui.screens.history import MOST
from host_tools.device import backup
from host_tools.questions import export, journals
from host_tools.questions.games import Words
from simulator.board import VirtualBoard
from simulator.paths import ROOT
from simulator.script import Script
from simulator.store import MemoryStore
from tests.journal.inside import write_record


def write_roll(session, number, rows, v, path, by_hand=False):
    """Write a roll, as the device does."""
    r = session.create_resolution(number, list(rows), v, by_hand)
    for result in path:
        r.add_result(result)
    session.write_roll(r)


def roll_entries(found: journals.History) -> list[journals.Entry]:
    return [entry for entry in found.entries if entry.kind == "roll"]


def replay_changes(found: journals.History, kinds: Any) -> State:
    """Return the values after all changes that are not undone."""
    state = State(kinds)
    for entry in found.entries:
        for change in [] if entry.undone else entry.changes:
            assert state.get(change.sheet, change.row, change.field) == change.old
            state.apply(
                [
                    (
                        state.index[change.sheet],
                        change.row,
                        state.kind(change.sheet).fields.index(change.field),
                        change.old,
                        change.new,
                    )
                ]
            )
    return state


def test_which_games_were_played(played: dict[str, bytes]) -> None:
    assert journals.games_in(played) == ["dice", "counters", "trinytia"]
    assert journals.games_in({"settings": b""}) == []
    assert journals.language_of(played) == "fr"
    assert journals.language_of({"settings": b"language=en\n"}) == "en"


@pytest.mark.parametrize("game", ["dice", "counters", "trinytia"])
def test_the_changes_in_force_make_the_game_as_it_stands(played: dict[str, bytes], game: str) -> None:
    found = journals.read(played, game, "en")
    assert not found.damaged
    session = Session(game, MemoryStore(played))
    assert replay_changes(found, session.state.kinds).sheets == session.state.sheets


@pytest.mark.parametrize(
    "name", ["mystria_initiation", "traqueur_three", "trinites_evening", "trireme_fleet"]
)
def test_whoever_plays_is_named_in_every_game(name: str, tmp_path: Path, capsys: Any) -> None:
    """Check every form of the export.

    Some games have their own words for seats.
    """
    device = VirtualBoard(store=MemoryStore())
    Script(device, lambda shot, pixels: None).play(ROOT / "tests" / "scripts" / f"{name}.txt")
    path = tmp_path / "x.zip"
    for names in ("", "Zoé\nAl\n"):
        path.write_bytes(backup.pack(device.store.files | {"names.txt": names.encode()}))
        for form in export.FORMATS:
            assert export.main(["--backup", str(path), "--format", form]) == 0
            assert ("Zoé" in capsys.readouterr().out) == bool(names and name != "trireme_fleet"), form


@pytest.mark.parametrize("name", ["mystria_complete", "traqueur_three", "traqueur_four"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_an_entry_says_each_change_once(name: str, language: str) -> None:
    """The Life of a card and the present Life have two names; a change without words leaves no gap."""
    device = VirtualBoard(store=MemoryStore())
    Script(device, lambda shot, pixels: None).play(ROOT / "tests" / "scripts" / f"{name}.txt")
    found = journals.read(device.store.files, name.partition("_")[0], language)
    for entry in found.entries:
        told = entry.title.split("; ")
        assert all(told) and len(set(told)) == len(told), entry.title
        assert "<" not in export.as_text([found], Words(language)), "a cell of the board is nobody's seat"


def test_a_long_random_life() -> None:
    chance = random.Random(5)
    store = MemoryStore()
    session = Session("counters", store)
    for _ in range(350):
        act = chance.randrange(12)
        if act < 7:
            row, value = chance.randrange(2), chance.randint(0, 99)
            session.change([("player", row, chance.choice(("v0", "v1")), value)], join=act < 3)
        elif act == 7:
            write_roll(session, 0, (), {"players": 4}, [(chance.randint(1, 4),)])
        elif act < 11:
            session.journal.undo()
        else:
            session.journal.redo()
    assert session.journal.position < 5 * BLOCK, "all of it is still there"
    found = journals.read(store.files, "counters", "en")
    assert replay_changes(found, session.state.kinds).sheets == session.state.sheets
    assert any(entry.undone for entry in found.entries)
    assert any(not entry.undone and len(entry.changes) > 1 for entry in found.entries), "a bubble"
    assert len(roll_entries(found)) > 10


def test_a_roll_has_all_that_is_known_of_it(played: dict[str, bytes]) -> None:
    found = journals.read(played, "trinytia", "en")
    attack = next(entry for entry in roll_entries(found) if entry.name == "attack" and len(entry.path) > 1)
    assert attack.title == "Attack"
    assert attack.who == {"attacker": "Al", "target": "Zoé"}
    assert attack.path == [(4, 1), 2]
    assert attack.faces == [4, 1]
    assert attack.result == "3"
    assert attack.given == ["pv", "armour"]
    assert attack.inputs["pv"] == "6"
    assert attack.inputs["x3"] == "no"
    killed = [entry for entry in roll_entries(found) if entry.result == "Killed!"]
    assert {entry.who["target"] for entry in killed} == {"Al", "Green"}


def test_real_dice_and_rolls_made_again() -> None:
    store = MemoryStore()
    session = Session("counters", store)
    write_roll(session, 0, (), {"players": 4}, [(3,)], by_hand=True)
    write_roll(session, 0, (), {"players": 4}, [(2,)])
    write_roll(session, 0, (), {"players": 5}, [(2,)])
    session.change([("player", 0, "v0", 7)])
    write_roll(session, 0, (), {"players": 5}, [(5,)])
    found = roll_entries(journals.read(store.files, "counters", "en"))
    assert [(roll.by_hand, roll.again) for roll in found] == [
        (True, False),
        (False, True),
        (False, False),
        (False, False),
    ]


def test_the_steps_of_one_roll_are_one() -> None:
    store = MemoryStore()
    session = Session("trinytia", store)
    number = session.procedure_index("attack")
    proc = session.procedure(number)
    v = {i.name: i.start for i in proc.inputs} | {"armour": 4, "pv": 6}
    for path in ([(4, 1)], [(4, 1), 2], [(5, 1)]):
        write_roll(session, number, (1, 0), v, path)
    found = roll_entries(journals.read(store.files, "trinytia", "en"))
    assert [roll.path for roll in found] == [[(4, 1), 2], [(5, 1)]]
    assert [roll.result != "" for roll in found] == [True, False]
    assert [roll.again for roll in found] == [False, True]


def test_a_sum_without_dice_is_filled_in() -> None:
    store = MemoryStore()
    session = Session("trireme", store)
    number = session.procedure_index("fleet_grapple")
    v = {i.name: i.start for i in session.procedure(number).inputs} | {"target_rammed": 1}
    write_roll(session, number, (0, 1), v, [])
    for language, said in (("fr", "+1 au jet"), ("en", "+1 to the roll")):
        assert [roll.result for roll in roll_entries(journals.read(store.files, "trireme", language))] == [
            said
        ]


def test_rolls_of_other_rules() -> None:
    store = MemoryStore()
    session = Session("counters", store)
    session.journal.write_roll(77, [1, 2], [(3, 4)])
    session.journal.write_roll(0, [1, 2, 3], [(5,)])
    session.journal.write_roll(0, [4], [3])  # a decision in the place of a die
    found = roll_entries(journals.read(store.files, "counters", "en"))
    assert [roll.result for roll in found] == ["?", "?", "?"]
    assert [roll.faces for roll in found] == [[3, 4], [5], []]
    assert pack_roll(0, [4], [3])


def test_a_damaged_journal_gives_what_can_be_read(played: dict[str, bytes]) -> None:
    whole = journals.read(played, "trinytia", "en")
    lost = set()
    for at in range(200, 400, 5):  # these bytes are in changes, rolls and locations
        spoilt = bytearray(played["trinytia/0"])
        spoilt[at] ^= 1
        found = journals.read({**played, "trinytia/0": bytes(spoilt)}, "trinytia", "en")
        assert found.damaged
        lost.add(len(whole.entries) - len(found.entries))
    assert 1 in lost and lost <= {0, 1, 2}


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (ROLL, b""),
        (ROLL, b"\3"),
        (ROLL, b"\3\0\7\1"),
        (ROLL, b"\3\0\1\1\1\t\1"),
        (ROLL, pack_roll(FREE, [], [])),
        (ROLL, pack_roll(FREE, [5, 1], [(5,)], note=b"\xff\xfe")),
        (ROLL, pack_roll(FREE, [5, 1], [(5,)], note=b"=cmd|' /C calc'!A0")),
        (ROLL, pack_roll(0, [300] * 9, [(99,)])),
        (EFFECT | FIRST | LAST, b""),
        (EFFECT | FIRST | LAST, b"\1"),
        (EFFECT | FIRST | LAST, pack_effects([(200, 0, 0, 1, 2), (0, 200, 0, 1, 2), (0, 0, 200, 1, 2)])),
        (UNDO, b"\1"),
        (9, b"what is this"),
    ],
)
@pytest.mark.parametrize("game", ["dice", "counters", "trinytia"])
def test_well_formed_records_that_no_game_can_have_written(
    game: str, kind: int, payload: bytes, played: dict[str, bytes]
) -> None:
    """The desk skips these records, and shows all entries before and after them."""
    store = MemoryStore(dict(played))
    whole = journals.read(store.files, game, "en")
    write_record(Session(game, store).journal, kind, payload)
    found = journals.read(store.files, game, "en")
    assert found.entries[: len(whole.entries)] == whole.entries
    for form in export.FORMATS.values():
        assert form([found], Words("en"))
    assert not re.search('(^|,)"?[=@]', export.as_csv([found], Words("en")))


def test_names_of_seats(played: dict[str, bytes]) -> None:
    told = [entry.title for entry in journals.read(played, "counters", "fr").entries]
    assert told[0].startswith("Zoé Vie ")
    bare = {name: data for name, data in played.items() if name != "names.txt"}
    bare["colours"] = bytes([3, 1, 2, 0, 4, 5, 6, 7, 8, 9])
    told = [entry.title for entry in journals.read(bare, "counters", "fr").entries]
    assert told[0].startswith("Jaune Vie ")


# A game with words and rows of its own.


def test_ships_are_called_as_on_the_device(battle: dict[str, bytes]) -> None:
    found = journals.read(battle, "trireme", "en")
    assert [entry.title for entry in found.entries] == [
        "New battle",
        "Beta R Size ?→5",
        "Alpha Y Boarding 0→7",
        "Boarding [Abordage]",
        "Beta R Captured no→yes",
    ]
    (roll,) = roll_entries(found)
    assert roll.who == {"attacker": "Beta R", "target": "Alpha Y"}
    assert roll.result == "Attacker taken"
    assert all(change.words != "None" for entry in found.entries for change in entry.changes)
    fields = {change.field: (change.words, change.told) for change in found.entries[0].changes}
    assert fields["battle"] == ("New battle", True)
    assert fields["name"] == ("Alpha → Gamma", True)
    assert fields["used"] == ("Gamma Y joins", True)


def test_what_says_that_a_value_is_known_is_told_with_the_value() -> None:
    store = MemoryStore()
    session = Session("trireme", store)
    session.change(start_changes(session.state, SHIPS, 2, 3))
    session.change([("ship", 1, "men", 4), ("ship", 1, "noted", 5)])
    session.change([("ship", 1, "factor", 0), ("ship", 1, "noted", 13)])
    session.change(copy_changes(session.state, 1, 20))
    _, men, factor, copy = journals.read(dict(store.files), "trireme", "fr").entries
    assert men.title == "Bêta R Hommes ?→4"
    assert [change.words for change in men.changes if change.told] == ["Bêta R Hommes ?→4"]
    assert factor.title == "Bêta R Abordage ?→0"
    assert [change.words for change in copy.changes if change.told] == ["Alpha J Hommes ?→4"]


def test_seats_have_no_say_where_rows_are_ships(battle: dict[str, bytes]) -> None:
    named = {**battle, "names.txt": "Zoé\nAl\n".encode()}
    told = [entry.title for entry in journals.read(named, "trireme", "fr").entries]
    assert told[:3] == ["Nouvelle bataille", "Bêta R Taille ?→5", "Alpha J Abordage 0→7"]


def test_the_device_s_history_has_the_same_words(battle: dict[str, bytes]) -> None:
    board = VirtualBoard(store=MemoryStore(battle))
    board.context.open("trireme.home")
    board.context.open("trireme.history")
    # The device also shows actor and target, which are roles of an entry.
    history = board.app.stack.top()
    history.read_to(MOST)
    assert history.list[history.luck_line :] == [("Chance", "", "")]
    shown = [
        f"{label.rpartition(chr(0xA0) + ': ')[2]} {answer or ''}".strip()
        for label, _, answer in history.list[: history.luck_line]
    ]
    found = journals.read(battle, "trireme", "fr")
    texts = board.context.t
    assert [
        f"{texts.get(f'{entry.name}.short') or entry.title} {entry.result}"
        if entry.kind == "roll"
        else entry.title
        for entry in reversed(found.entries)
    ] == shown


def test_a_nobody_has_no_name(played: dict[str, bytes], battle: dict[str, bytes]) -> None:
    """The device has the same rule, because a game may ask for the seat of row -1."""
    for files, game in ((played, "counters"), (battle, "trireme")):
        words = Words("en", game)
        reader = journals._Reader(game, Session(game, MemoryStore(files)), words, journals._Seats({}, words))
        assert reader._context.seat(-1) == ""
        assert reader._context.seat(0) in ("Red", "Alpha R")


def test_steps_of_a_turn_that_is_not_played_any_more() -> None:
    store = MemoryStore()
    session = Session("trireme", store)
    session.change(start_changes(session.state, SHIPS, 1, 1))
    session.change([("game", 0, "step", 9)])
    session.change(start_changes(session.state, FLEET, 1, 1))
    told = [entry.title for entry in journals.read(store.files, "trireme", "en").entries]
    assert told == ["New battle", "step 0→9", "New battle"]


def test_a_new_game_tells_what_it_changes_alone() -> None:
    store = MemoryStore()
    session = Session("mystria", store)
    session.change([("game", 0, "turn", 3)])
    session.restart()
    [_, new] = journals.read(dict(store.files), "mystria", "en").entries
    assert [(change.sheet, change.field, change.old, change.new) for change in new.changes] == [
        ("game", "turn", 3, 0)
    ]
