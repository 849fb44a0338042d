"""Verifiable rolls as a player makes them: the code before, the number, and the secret after the roll."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from gobelet.games import GAMES
from gobelet.journal.journal import PROVEN, ROLL, unpack_roll
from gobelet.journal.records import LOCATION, PROOF
from gobelet.rules.proof import NUMBERS, ProvenShaker, code, receipt
from gobelet.rules.shaker import Shaker
from gobelet.ui.drawing.qr import MOST
from gobelet.ui.screens import proof
from gobelet.ui.screens.proof import Commitment
from host_tools import verify
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK
from simulator.paths import ROOT
from simulator.script import Line, Script
from simulator.store import MemoryStore, PowerCut
from tests.toy_game.plugin import TAUGHT, Toy
from tests.ui.screens.test_code import scan_panel


@pytest.fixture
def proof_toy(toy: Toy) -> Toy:
    toy.app.device.settings.choose("proof", 1)
    return toy


def commitment_screen(play: Toy) -> Commitment:
    assert isinstance(play.top, Commitment)
    return play.top


def roll_records(play: Toy) -> list[tuple[int, Any]]:
    """Return (position, result of `unpack_roll`) of each ROLL record, the newest first."""
    journal = play.context.session.journal
    return [(at, unpack_roll(data)) for at, kind, data in journal.newest_first() if kind == ROLL]


def receipt_shown(play: Toy) -> str:
    """Return the receipt in the history for the newest roll."""
    play.context.open("toy.history")
    play.run(20)
    play.press_until(DOWN, lambda: play.top.positions[play.top.cursor] == play.top.proven[0])
    play.why()
    return str(play.top.code)


def test_the_code_before_and_the_secret_after_fit(proof_toy: Toy) -> None:
    proof_toy.form("plain")
    proof_toy.ok()
    shown = commitment_screen(proof_toy).code
    secret = commitment_screen(proof_toy).secret
    assert proof_toy.reads(f"{shown[:4]} {shown[4:8]}", f"{shown[8:12]} {shown[12:]}", "Jet vérifiable")
    assert not proof_toy.reads(secret[:4]) and roll_records(proof_toy) == []
    proof_toy.up(7)
    proof_toy.ok()
    assert proof_toy.ids[-1] == "toy.result"
    face = proof_toy.top.outcome.key
    proof_toy.why()
    said = " ".join(proof_toy.top.body.split("|"))
    assert (
        verify.split_in_fours(shown) in said and verify.split_in_fours(secret) in said and "Nombre 7" in said
    )
    receipt = verify.parse(proof_toy.top.code)
    assert (receipt.number, receipt.secret, receipt.dice) == (7, secret, ((20, face),))
    assert verify.finding(receipt, shown) == "good"
    assert verify.finding(receipt, "0" * 16) == "other_code"
    receipt_line = proof_toy.top.code
    proof_toy.why()
    assert scan_panel(proof_toy) == receipt_line, "as a QR code"
    proof_toy.back(3)
    assert receipt_shown(proof_toy) == f"G1 toy 0 7 {verify.split_in_fours(secret)} 20:{face}."


def test_off_by_default_and_then_nothing_of_it_is_there(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gobelet.ui.screens.proof", "gobelet.rules.proof"):
        monkeypatch.setitem(sys.modules, name, None)  # makes an import raise
    toy.form("trinity")
    toy.dice(12, 3, 5)
    toy.ok(2)
    assert toy.top.outcome is not None
    toy.why()
    toy.back()
    toy.ok()
    toy.context.open("toy.history")
    toy.run(20)
    toy.why()
    assert [roll[1] & PROVEN for _, roll in roll_records(toy)] == [0] * len(roll_records(toy)) != []
    kinds = [kind for _, kind, _ in toy.context.session.journal.history.records_before(1 << 30)]
    assert PROOF not in kinds


def test_again_takes_two_presses_another_code_and_the_number_stays(proof_toy: Toy) -> None:
    proof_toy.form("plain")
    proof_toy.ok()
    first = commitment_screen(proof_toy).code
    proof_toy.down()
    proof_toy.ok()
    proof_toy.ok()
    assert commitment_screen(proof_toy).code != first and commitment_screen(proof_toy).number == NUMBERS - 1
    proof_toy.ok()
    assert proof_toy.ids[-1] == "toy.result" and len(roll_records(proof_toy)) == 2
    proofs = [proof_toy.context.session.journal.proof_of(at) for at, _ in roll_records(proof_toy)]
    assert len(set(proofs)) == 2 and proof_toy.context.session.last_roll().proof == proofs[0]


def test_left_with_back_nothing_is_written_and_the_next_code_is_another(proof_toy: Toy) -> None:
    proof_toy.form("plain")
    proof_toy.ok()
    first = commitment_screen(proof_toy).code
    proof_toy.back()
    assert proof_toy.ids[-1] == "toy.form" and roll_records(proof_toy) == []
    proof_toy.ok()
    assert commitment_screen(proof_toy).code != first


def test_undo_takes_the_last_change_back_and_the_code_with_it(proof_toy: Toy) -> None:
    proof_toy.form("plain")
    proof_toy.context.change([("char", 1, "wounds", 4)])
    proof_toy.ok()
    first = commitment_screen(proof_toy).code
    proof_toy.undo()
    assert proof_toy.get("char", 1, "wounds") == 0 and not isinstance(proof_toy.top, Commitment)
    assert roll_records(proof_toy) == []
    proof_toy.form("plain")
    proof_toy.ok()
    assert commitment_screen(proof_toy).code != first


def test_what_changes_the_game_meanwhile_makes_another_code(proof_toy: Toy) -> None:
    proof_toy.form("plain")
    proof_toy.ok()
    first = commitment_screen(proof_toy).code
    proof_toy.context.session.change([("char", 1, "wounds", 4)])
    proof_toy.ok()
    assert proof_toy.ids[-1] == "toy.form" and roll_records(proof_toy) == [], (
        "OK was meant for the code that was seen"
    )
    proof_toy.ok()
    second = commitment_screen(proof_toy)
    assert second.code != first
    proof_toy.ok()
    assert len(roll_records(proof_toy)) == 1
    assert verify.finding(verify.parse(receipt_shown(proof_toy)), second.code) == "good"


class Proving(Script):
    """A script runner with verifiable rolls, whose dice still fall as the script says.

    At each code the player reads the help, leaves the code or loses the power, returns, and continues.
    """

    codes = 0

    def run_line(self, line: Line) -> None:
        if line.command != "press":
            super().run_line(line)
            return
        name, _, times = line.rest.partition(" ")
        for _ in range(int(times or 1)):
            super().run_line(replace(line, rest=name))
            if isinstance(self.board.app.stack.top(), Commitment):
                self._goes_on()

    def _goes_on(self) -> None:
        board = self.board
        session = board.context.session
        before = session.journal.position, board.app.stack.ids[:-1]
        board.hold(OK)
        board.press(BACK)
        if self.codes % 2:  # the power is cut: only the code is lost
            board.boot()
            board.run(BOOT_MS)
            session = board.context.session
        else:
            board.press(BACK)
        assert (session.journal.position, board.app.stack.ids) == before
        board.press(OK)
        assert isinstance(board.app.stack.top(), Commitment)
        board.press(OK)
        self.codes += 1


@pytest.mark.parametrize("name", ["trinites_care", "trinytia_tricorne", "trireme_ships", "counters_first"])
def test_a_session_with_proofs_goes_as_without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play each game with its chains, decisions, ties and several rolls by one press.

    The scripts also undo rolls, and cut the power.
    """
    board = VirtualBoard()
    chip = Shaker(board.entropy.read)
    fallen: dict[str, list[int]] = {}  # faces by secret

    def roll_as_before(self: ProvenShaker, sides: int) -> int:
        faces = fallen.setdefault(self.secret, [])
        if len(self.dice) == len(faces):
            faces.append(chip.roll(sides))
        self.dice.append((sides, faces[len(self.dice)]))
        return self.dice[-1][1]

    secrets = (f"{number:016d}" for number in count())
    monkeypatch.setattr(proof, "draw_secret", lambda chip: next(secrets))
    monkeypatch.setattr(ProvenShaker, "roll", roll_as_before)
    script = Proving(board)
    board.app.device.settings.choose("proof", 1)
    script.play(ROOT / "tests" / "scripts" / f"{name}.txt")
    assert script.codes > 2


def test_real_dice_are_not_proven(proof_toy: Toy) -> None:
    proof_toy.context.dice.use_real_dice(True)
    proof_toy.form("plain")
    proof_toy.ok(2)
    [(_, roll)] = roll_records(proof_toy)
    assert proof_toy.ids[-1] == "toy.result" and not roll[1] & PROVEN


def exploding_form(play: Toy) -> tuple[Commitment, ProvenShaker]:
    """A form for a Trinité whose best die explodes.

    The test knows the secret, so it finds by trial the player's number that causes this.
    """
    play.form("trinity")
    play.ok()
    top = commitment_screen(play)
    for number in range(NUMBERS):
        shaker = ProvenShaker("toy", top.position, top.secret, number)
        if 12 in (shaker.roll(12), shaker.roll(12)):
            top.number = number
            return top, shaker
    raise AssertionError("no number")


@pytest.mark.parametrize("cut", [False, True])
def test_the_steps_of_a_roll_come_from_one_secret_which_is_told_at_the_end(proof_toy: Toy, cut: bool) -> None:
    top, shaker = exploding_form(proof_toy)
    proof_toy.ok()
    assert proof_toy.top.ask is not None
    proof_toy.why()
    proof_toy.context.open("toy.history")
    proof_toy.run(20)
    proof_toy.why()
    told = " ".join(proof_toy.top.body) + proof_toy.top.code
    assert top.secret[:4] not in told, "the player who chooses would know what follows"
    proof_toy.back(2)
    if cut:
        proof_toy.pull()
    assert proof_toy.top.ask is not None
    proof_toy.ok()
    assert proof_toy.top.outcome is not None, "no second code for the same roll"
    dice = proof_toy.context.session.last_roll().thrown_dice()
    while len(shaker.dice) < len(dice):
        shaker.roll(12)
    assert dice == shaker.dice and len(dice) > 2
    receipt = verify.parse(receipt_shown(proof_toy))
    assert receipt.dice == tuple(dice) and verify.finding(receipt, top.code) == "good"


def test_a_roll_taken_back_in_the_middle_stays_without_its_secret(proof_toy: Toy) -> None:
    top, _ = exploding_form(proof_toy)
    proof_toy.ok()
    proof_toy.undo()
    proof_toy.context.open("toy.history")
    proof_toy.run(20)
    proof_toy.why()
    assert verify.split_in_fours(top.secret) not in proof_toy.top.code
    proof_toy.back(2)
    proof_toy.form("plain")
    proof_toy.ok(2)
    assert verify.parse(receipt_shown(proof_toy)).dice[0][0] == 20


def test_a_source_that_fails_shows_no_code(proof_toy: Toy) -> None:
    proof_toy.form("plain")
    proof_toy.context.dice.use_shaker(Shaker(bytes))
    proof_toy.ok()
    assert proof_toy.reads("hasard en panne") and roll_records(proof_toy) == []
    proof_toy.faults.clear()


def test_a_full_store_rolls_nothing(proof_toy: Toy) -> None:
    proof_toy.form("plain")
    proof_toy.ok()
    proof_toy.store.full = True  # type: ignore[attr-defined]
    proof_toy.ok()
    assert proof_toy.reads("Stockage plein") and roll_records(proof_toy) == []
    proof_toy.store.full = False  # type: ignore[attr-defined]
    proof_toy.faults.clear()
    assert proof_toy.context.dice.shaker.proof == b"", "the chip's cup is back"


@pytest.mark.parametrize("torn", [False, True])
def test_the_power_cut_at_each_write_around_the_roll(toy_world: None, torn: bool) -> None:
    """Either no face was shown and the code is another one, or the roll is the one that the code bound."""
    rolled = 0
    for cut in range(1, 12):
        play = Toy(store=MemoryStore(TAUGHT))
        play.app.device.settings.choose("proof", 1)
        play.form("plain")
        play.run(2500)
        play.ok()
        before = commitment_screen(play)
        store = play.store
        assert isinstance(store, MemoryStore)
        store.torn, store.cut_in = torn, cut
        try:
            play.ok()
            play.run(3000)
            cut_was = store.cut_in is None
        except PowerCut:
            cut_was = True
        store.cut_in = None
        shown = play.words.has_text("Un d20") and not play.words.has_text("Jet vérifiable")
        play.pull()
        play.context.open("toy.home")
        found = roll_records(play)
        if not found:
            assert cut_was and not (shown and isinstance(play.top, Commitment))
            play.form("plain")
            play.ok()
            assert commitment_screen(play).code != before.code
            continue
        rolled += 1
        receipt = verify.parse(receipt_shown(play))
        assert verify.finding(receipt, before.code) == "good"
        assert (receipt.dice[0][1],) == found[0][1][3][0]
        assert play.faults == []
    assert 0 < rolled < 11


def test_a_journal_with_proofs_is_read_again_with_nothing_missed(proof_toy: Toy) -> None:
    for _ in range(30):
        proof_toy.form("plain")
        proof_toy.ok(2)
    proofs = [proof_toy.context.session.journal.proof_of(at) for at, _ in roll_records(proof_toy)]
    proof_toy.pull()
    proof_toy.context.open("toy.home")
    assert [
        proof_toy.context.session.journal.proof_of(at) for at, _ in roll_records(proof_toy)
    ] == proofs and len(set(proofs)) == 30
    assert proof_toy.context.session.loaded == "ok" and not proof_toy.context.session.journal.has_new_damage
    assert all(len(proof) == 24 for proof in proofs)


def test_to_an_earlier_version_a_proof_is_where_something_was_done() -> None:
    """An earlier version skips the proof as a location; it would report another unknown record as damage."""
    assert PROOF & 0x0F == LOCATION != PROOF


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dice", [[6], [12, 12, 12], [4, 6], [10] * 3])
def test_the_usual_rolls_of_every_game_have_room_in_a_code(game: str, dice: list[int]) -> None:
    """The roll follows an evening with a megabyte of records, and has the widest faces and number."""
    shaker = ProvenShaker(game, 99_999, "0" * 16, 999)
    shaker.dice = [(sides, sides) for sides in dice]
    line = receipt(shaker, MOST)
    assert len(line) <= MOST and len(verify.parse(line).dice) == len(dice)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_it_says_what_it_is(proof_toy: Toy, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    proof_toy.choose_language(language)
    proof_toy.form("plain")
    proof_toy.ok()
    proof_toy.why()
    assert len(proof_toy.top.body) > 100 and "verify.html" in proof_toy.top.body and not proof_toy.top.code
    proof_toy.press(BACK)
    for address in ("https://example.org/gobelet/", "https://example.org/gobelet"):
        monkeypatch.setattr("gobelet.ui.screens.proof.PAGE", address)
        proof_toy.why()
        proof_toy.why()
        assert scan_panel(proof_toy) == "https://example.org/gobelet/verify.html"
        proof_toy.press(BACK)
        proof_toy.press(BACK)
    proof_toy.press(OK)
    assert code(verify.parse(receipt_shown(proof_toy)).secret, "toy", 0)
    assert proof_toy.app.canvas.clipped == 0
