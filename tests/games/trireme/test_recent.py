"""The last used ships: a journal read in parts gives the same as one read as a whole."""

from __future__ import annotations

import random

import pytest

from gobelet.game.session import Session
from gobelet.games.trireme.rules import battle
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS
from gobelet.games.trireme.screens import recent
from simulator.store import MemoryStore

ROLLED = ("ship_ram", "ship_boarding", "fleet_ram", "ship_breach", "ship_incendiary", "fleet_fatigue")
FIELDS = ("men", "order", "fate", "captured", "eased", "used")


def roll_at_random(session: Session, dice: random.Random) -> None:
    number = session.procedure_index(dice.choice(ROLLED))
    proc = session.procedure(number)
    rows = [dice.choice((-1, 0, 1, 2, 20, 21)) for _ in proc.roles]
    v = {i.name: dice.randint(i.low, min(i.high, i.low + 3)) for i in proc.inputs}
    session.journal.write_roll(number, rows + [v[i.name] for i in proc.inputs], [(3,)])


def change_at_random(session: Session, dice: random.Random) -> None:
    row, field = dice.choice((0, 1, 2, 20, 21)), dice.choice(FIELDS)
    session.change([("ship", row, field, dice.randint(0, 1))], join=dice.random() < 0.2)


def begin_battles(session: Session, dice: random.Random) -> None:
    session.change(battle.start_changes(session.state, dice.choice((FLEET, SHIPS)), 3, 2))


def all_said(session: Session) -> list[object]:
    said: list[object] = [recent.last_pair(session), recent.last_ships(session)]
    number = session.procedure_index("ship_ram")
    return [*said, *(recent.last_values(session, number, [row, 21]) for row in (0, 1))]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_read_bit_by_bit_is_what_all_of_it_says(seed: int) -> None:
    dice = random.Random(seed)
    store = MemoryStore()
    session = Session("trireme", store)
    begin_battles(session, dice)
    asks = [
        lambda: recent.last_pair(session),
        lambda: recent.last_ships(session),
        lambda: recent.last_values(session, session.procedure_index("ship_boarding"), [0, 20]),
        lambda: None,
    ]
    compared = []
    for _ in range(300):
        what = dice.random()
        if what < 0.45:
            roll_at_random(session, dice)
        elif what < 0.85:
            change_at_random(session, dice)
        elif what < 0.97:
            (session.journal.undo if dice.random() < 0.7 else session.journal.redo)()
        elif what < 0.98:
            begin_battles(session, dice)
        dice.choice(asks)()
        if dice.random() < 0.2:
            said = all_said(session)
            assert said == all_said(Session("trireme", store))
            compared.append(said)
    assert {said[0][0] for said in compared} - {-1}, "some pairs"
    assert any(said[1] for said in compared)
    assert any(said[2] or said[3] for said in compared) or seed


def test_a_record_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(1)
    session = Session("trireme", MemoryStore())
    begin_battles(session, dice)
    for _ in range(30):
        roll_at_random(session, dice)
    unpacked = []
    real = recent.unpack_roll
    monkeypatch.setattr(recent, "unpack_roll", lambda payload: unpacked.append(payload) or real(payload))
    recent.last_ships(session, 40)
    assert len(unpacked) == 30
    recent.last_ships(session, 40)
    recent.last_pair(session)
    assert len(unpacked) == 30
    roll_at_random(session, dice)
    recent.last_ships(session, 40)
    assert len(unpacked) == 31


def test_it_is_read_before_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(1)
    session = Session("trireme", MemoryStore())
    begin_battles(session, dice)
    for _ in range(30):
        roll_at_random(session, dice)
    steps = 1
    while recent.prepare(session):
        steps += 1
    assert steps == 30 // recent.RECORDS_A_STEP + 1
    monkeypatch.setattr(session.journal, "newest_first", list)
    assert all_said(session) != [(-1, -1, -1), [], {}, {}]
    assert not recent.prepare(session)


def test_another_ship_in_the_row_of_a_removed_one_has_nothing_of_its_past() -> None:
    dice = random.Random(1)
    session = Session("trireme", MemoryStore())
    begin_battles(session, dice)
    number = session.procedure_index("fleet_ram")
    proc = session.procedure(number)
    session.journal.write_roll(number, [1, 21] + [i.low + 1 for i in proc.inputs], [(3,)])
    used = recent.last_values(session, number, [1, 21])
    assert recent.last_pair(session) == (number, 1, 21) and recent.last_ships(session) == [1, 21] and used
    session.change(battle.removal_changes(session.state, 1))
    assert recent.last_ships(session) == [21]
    session.undo()
    assert (
        recent.last_pair(session) == (number, 1, 21) and recent.last_values(session, number, [1, 21]) == used
    )
    session.redo()
    session.change(battle.joining_changes(session.state, 0))
    assert session.get("ship", 1, "used")
    assert recent.last_ships(session) == [21] and recent.last_pair(session) == (-1, -1, -1)
    assert recent.last_opponent(session, 21, [1]) == -1 and recent.last_values(session, number, [1, 21]) == {}
    assert all_said(session) == all_said(Session("trireme", session.journal.files.store))
