"""Free dice on the virtual board: tests beyond the scripts in tests/scripts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gobelet.games.dice.rules.fairness import FINE, UNEVEN
from gobelet.games.dice.rules.notation import parse, write
from gobelet.games.dice.rules.sheets import POOL_FIELDS, from_words
from gobelet.games.dice.screens import record
from gobelet.games.dice.screens import throw as throw_screens
from gobelet.games.dice.screens.presets import FILE
from gobelet.games.dice.screens.throw import mean_text
from gobelet.journal.journal import ROLL, unpack_roll
from gobelet.journal.records import BY_HAND, FREE
from gobelet.rules.dice import by_hand, throw
from gobelet.rules.pools import pool_odds
from gobelet.rules.shaker import Shaker
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore, PowerCut
from tests.games.dice.pools import POOLS


class Loaded:
    """A source of bytes in which every sixth value is too frequent."""

    def __init__(self) -> None:
        self.random = random.Random(1)

    def read(self, n: int) -> bytes:
        return bytes(5 if self.random.random() < 0.1 else self.random.randrange(256) for _ in range(n))


def make_device(entropy=None, store=None, screen: str = "dice.home", lang: str = "fr") -> VirtualBoard:
    board = VirtualBoard(entropy=entropy, store=store)
    board.choose_language(lang)
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    board.context.open("dice.home")
    if screen != "dice.home":
        board.context.open(screen)
    board.run(100)
    return board


def hold_in_hand(board: VirtualBoard, text: str) -> None:
    from gobelet.games.dice.screens import throw as screens

    assert screens.set_pool(board.context, parse(text))
    board.app.stack.top().on_show()
    board.run(50)


def journal_rolls(board: VirtualBoard) -> list[tuple]:
    return [unpack_roll(p) for _, kind, p in board.context.session.journal.newest_first() if kind == ROLL]


def press_keys(board: VirtualBoard, *keys: int) -> None:
    for key in keys:
        board.press(key)
    assert not board.faults, board.faults


# The record.


@pytest.mark.parametrize("text", ["2d6", "4d6!2r1kh3-d8+2", "5d10!>=8", "|d4-d6|", "(2d6+d8)kh1", "20d2!"])
def test_what_is_shown_is_what_the_journal_holds(text):
    board = make_device()
    hold_in_hand(board, text)
    press_keys(board, OK)
    number, flags, listed, path, note = journal_rolls(board)[0]
    assert (number, flags, note.decode()) == (FREE, 0, text)
    thrown = throw(parse(text), by_hand(path[0]))
    assert thrown.total == listed[0]
    shown = board.app.stack.top().record.thrown
    assert (shown.total, shown.dice) == (thrown.total, thrown.dice)
    assert board.words.has_text(str(thrown.total).replace("-", "−"))


@pytest.mark.parametrize(("lang", "told"), [("fr", "2d6\u00a0: 3 5"), ("en", "2d6: 3 5")])
def test_the_faces_stand_behind_their_dice(lang, told):
    board = make_device(lang=lang)
    hold_in_hand(board, "2d6+1")
    board.entropy.faces([3, 5])
    press_keys(board, OK)
    assert board.app.stack.top().record.lines(board.context)[0] == told


def test_a_roll_with_more_faces_than_a_record_holds_keeps_its_total():
    """Twenty coins explode a dozen times each, which makes at least 240 faces."""

    class Lucky:
        count = 0

        def read(self, n: int) -> bytes:
            self.count += 1
            return bytes([0 if self.count > 20 and self.count % 13 == 0 else 1])

    board = make_device(entropy=Lucky())
    hold_in_hand(board, "20d2!")
    press_keys(board, OK)
    _, _, listed, path, _ = journal_rolls(board)[0]
    assert len(path[0]) == 220
    assert listed[0] > 440
    assert board.words.has_text(str(listed[0]))
    board.hold(OK)
    assert not board.faults
    assert board.words.has_text(f"= {listed[0]}")


def test_nothing_is_shown_that_could_not_be_written():
    store = MemoryStore()
    board = make_device(store=store)
    store.full = True
    board.entropy.faces([6, 5])
    board.press(OK)
    assert board.words.has_text("Stockage plein")
    assert not board.words.has_text("11")
    board.press(OK)
    assert board.app.stack.ids[-1] == "dice.home"
    assert not board.words.has_text("11")
    store.full = False
    board.context.navigation.home()
    board.context.open("dice.home")
    assert journal_rolls(board) == []


@pytest.mark.parametrize("torn", [False, True])
def test_pulling_the_battery_rolls_nothing_again(torn):
    """After a power cut at any write, the journal has the old roll or the new one.

    The journal never has other faces, or half a pool.
    """
    for cut in range(1, 12):
        store = MemoryStore()
        store.torn = torn
        board = make_device(store=store)
        board.entropy.faces([1, 1])
        press_keys(board, OK)
        store.cut_in = cut
        try:
            press_keys(board, BACK, DOWN, DOWN, OK)
            board.entropy.faces([17])
            press_keys(board, OK)
            board.run(3000)
            store.cut_in = None
        except PowerCut:
            board.boot()
            board.run(BOOT_MS)
        assert not board.faults
        session = board.context.session
        if session is None:
            board.context.open("dice.home")
            session = board.context.session
        pool = from_words([session.get("pool", 0, field) for field in POOL_FIELDS])
        assert write(pool) in ("2d6", "d20")
        newest = journal_rolls(board)[0]
        assert (newest[4].decode(), tuple(newest[3][0])) in (("2d6", (1, 1)), ("d20", (17,)))


def test_real_dice_are_marked_and_hold_for_any_pool():
    board = make_device()
    hold_in_hand(board, "2d6!+d8r1")
    board.context.dice.use_real_dice(True)
    press_keys(board, OK)
    for ups in (5, 2, 0):  # enters a 6, a 3 and a 1
        press_keys(board, *[UP] * ups, OK)
    # the 6 explodes into a 4; the 1 is thrown again and shows 8
    press_keys(board, *[UP] * 3, OK, DOWN, OK)
    number, flags, listed, path, _ = journal_rolls(board)[0]
    assert (number, flags & BY_HAND, listed[0]) == (FREE, BY_HAND, 6 + 4 + 3 + 8)
    assert path[0] == (6, 3, 1, 4, 8)
    assert board.words.has_text("réels")


def test_another_face_of_a_real_die_takes_back_what_was_asked_because_of_it():
    board = make_device()
    hold_in_hand(board, "2d6!")
    board.context.dice.use_real_dice(True)
    press_keys(board, OK)
    press_keys(board, OK, *[UP] * 5, OK)  # a 1 and a 6, which asks for one more
    assert board.words.has_text("3/3")
    press_keys(board, BACK, DOWN)  # a 5 needs no further die
    assert board.words.has_text("2/2")
    press_keys(board, OK)
    assert journal_rolls(board)[0][3][0] == (1, 5)


# Presets.


def preset_device(data: bytes) -> VirtualBoard:
    return make_device(store=MemoryStore({"presets.txt": data}), screen="dice.presets")


def list_lines(board: VirtualBoard) -> list[tuple[str, str]]:
    return list(board.app.stack.top().list)


def test_presets_sent_from_the_desk_come_before_those_of_the_device():
    text = "# ours\nBoule de feu = 8d6\n\n3d8\n = d4\nmauvais = 3x6\n"
    board = preset_device(text.encode())
    found = list_lines(board)
    assert found[:4] == [("Boule de feu", ""), ("3d8", ""), ("d4", ""), ("mauvais", "")]
    assert board.words.has_text("8d6")  # the top band shows the dice, because the cursor is on the name
    assert found[4] == ("d20", "")
    press_keys(board, OK)
    assert journal_rolls(board)[0][4] == b"8d6"
    press_keys(board, BACK, DOWN, DOWN, DOWN, OK)
    assert board.words.has_text("3x6 : illisible au signe 2")
    assert len(journal_rolls(board)) == 1


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"", b"x" * 5000, "é".encode()[:1], b"#\n=\n = \n"])
def test_a_bad_file_from_the_desk_breaks_nothing(data):
    board = preset_device(data)
    assert ("d20", "") in list_lines(board)
    assert not board.faults


def test_every_preset_of_the_device_is_canonical_and_the_same_in_both_languages():
    found = []
    for lang in ("fr", "en"):
        board = make_device(screen="dice.presets", lang=lang)
        texts = board.app.stack.top().texts
        for text in texts:
            assert write(parse(text)) == text
        found.append(texts)
    assert found[0] == found[1]
    assert len(found[0]) >= 12
    wanted = {"d20", "2d20kh1", "2d20kl1", "2d6", "4d6kh3", "d4+d6", "|d4-d6|", "d12!", "d100"}
    assert wanted <= set(found[0])


def test_sixteen_places_and_a_word_when_they_are_taken():
    board = make_device(screen="dice.presets")
    screen = board.app.stack.top()
    for _ in range(16):
        screen.save()
        board.run(50)
        board.press(BACK)  # saves without a name
    assert len(screen.rows) == 16
    screen.save()
    board.run(50)
    assert board.words.has_text("Les 16 places sont prises")
    assert not board.faults


def test_a_preset_whose_name_is_typed_over_a_power_cut_is_one_change():
    board = make_device(screen="dice.presets")
    board.app.stack.top().save()
    board.run(50)
    board.press(OK)  # enters the letter A
    board.run(500)
    board.boot()
    board.run(500)
    assert board.words.has_text("A_")
    board.press(OK)
    board.press(BACK)
    assert board.words.has_text("AA")
    before = len(board.context.session.journal.done)
    board.hold(BACK)
    assert len(board.context.session.journal.done) == before - 1
    assert board.app.stack.top().rows == [], "what was kept went with its name"
    board.context.redo()
    board.run(50)
    assert board.app.stack.top().rows == [0]
    assert board.words.has_text("AA")


# Odds.


def test_odds_of_too_many_dice_are_refused_in_words():
    board = make_device()
    hold_in_hand(board, "20d100kh19")
    assert board.app.stack.top().odds is None
    board.hold(OK)
    board.run(100)
    assert board.words.has_text("Trop de dés")


def test_dear_odds_are_worked_out_only_when_asked():
    board = make_device()
    hold_in_hand(board, "20d100")
    assert board.app.stack.top().odds is None
    board.hold(OK)
    board.run(100)
    assert board.words.has_text("1010")  # the number in the middle of the range
    assert board.words.has_text("moy. 1010")


# Fairness.


def run_test(board: VirtualBoard) -> None:
    board.press(OK)
    for _ in range(200):
        board.run(100)
        if board.app.stack.top().results is not None:
            return
    raise AssertionError("the run does not end")


def test_a_loaded_cup_is_suspect_then_unfair():
    board = make_device(entropy=Loaded(), screen="dice.fair")
    run_test(board)
    screen = board.app.stack.top()
    assert (screen.verdict, screen.needs_second_run()) == (UNEVEN, True)
    assert board.words.has_text("Suspect : à refaire")
    assert board.words.has_text("par hasard : 1 %")
    run_test(board)
    assert (screen.verdict, screen.needs_second_run()) == (UNEVEN, False)
    assert board.words.has_text("Dés pipés")


def test_a_suspicion_that_does_not_come_back_is_dropped():
    board = make_device(entropy=Loaded(), screen="dice.fair")
    run_test(board)
    honest = random.Random(5)
    board.context.dice.shaker.__init__(honest.randbytes)
    run_test(board)
    screen = board.app.stack.top()
    assert screen.verdict == FINE
    assert board.words.has_text("Dés équitables")
    assert board.words.has_text("OK relancer")


def test_keys_answer_while_the_dice_roll():
    board = make_device()
    board.context.open("dice.fair", 0, 20, 3)
    board.press(OK)
    screen = board.app.stack.top()
    assert 0 < screen.tally.rolls < 30000
    assert board.words.has_text("RETOUR arrêter")
    board.press(BACK)
    assert board.app.stack.ids[-1] == "dice.fair"


@pytest.mark.parametrize("after", [0, 40])
def test_a_run_whose_source_fails_ends_and_is_told_once(after):
    board = make_device()
    board.context.open("dice.fair", 0, 20, 3)
    real = board.entropy.read
    left = [after]

    def read(n):
        left[0] -= 1
        return real(n) if left[0] >= 0 else b""

    board.context.dice.use_shaker(Shaker(read))
    board.press(OK)
    board.run(500)
    assert board.words.has_text("Source de hasard en panne : aucun dé lancé")
    assert len(board.faults) == 1
    board.faults.clear()
    board.press(OK)
    board.run(500)
    assert board.app.stack.ids[-1] == "dice.fair" and board.words.has_text("Lancer le test")
    press_keys(board, BACK)
    assert board.app.stack.ids[-1] == "dice.home"


def test_a_store_that_cannot_be_read_any_more_leaves_the_game_open():
    """An idle pass reads the recent rolls."""

    class Failing(MemoryStore):
        failing = False

        def read(self, *which):
            if self.failing:
                raise OSError(5)
            return super().read(*which)

    board = make_device(store=Failing())
    for _ in range(400):
        throw_screens.roll_pool(board.context, parse("12d6"))
        board.run(20)
    board.context.navigation.home()
    board.run(100)
    board.boot()  # the start removes the roll from memory
    board.context.open("dice.home")
    board.store.failing = True
    board.run(500)
    press_keys(board, DOWN, BACK)
    assert board.app.stack.ids[-1] == "system.home"


# Any pool.


@settings(max_examples=15)
@given(POOLS, st.booleans())
def test_any_pool_can_be_shown_rolled_and_explained(pool, english):
    from gobelet.games.dice.rules.sheets import to_words
    from gobelet.rules.procedure import Refused

    try:
        to_words(pool)
    except Refused:
        return
    board = make_device(lang="en" if english else "fr")
    hold_in_hand(board, write(pool))
    press_keys(board, OK)
    board.hold(OK)
    press_keys(board, OK, BACK, BACK)
    for name in ("build", "add", "term 0", "presets", "history"):
        name, *args = name.split()
        board.context.open("dice." + name, *map(int, args))
        board.run(50)
        press_keys(board, BACK)
    canvas = board.app.canvas
    assert (board.context.t.missing, canvas.missing, canvas.clipped) == (0, 0, 0)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("sides", [2, 6, 20, 100])
def test_what_a_fairness_test_says_fits_whatever_it_finds(sides, language):
    """The test takes the largest counts, and p-values at both ends."""
    board = make_device(lang=language)
    board.context.open("dice.fair", 0, sides, 3)
    board.press(OK)
    screen = board.app.stack.top()
    screen.tally.rolls = screen.rolls
    screen.tally.faces = [screen.rolls // sides] * sides
    for p in (0.0, 0.5, 1.0):
        screen.results = [(9999.99, 399, p)] * 2
        screen.verdict, screen.before = UNEVEN, None
        for cursor in (-1, 0, sides - 1):
            screen.cursor = cursor
            board.app.redraw()
            board.run(20)
            assert not board.words.overlapping_pairs(), board.words.strings
    canvas = board.app.canvas
    assert (canvas.clipped, canvas.shortened, board.faults) == (0, 0, [])


def test_a_result_whose_roll_is_gone_is_not_opened_again() -> None:
    store = MemoryStore()
    board = make_device(store=store)
    hold_in_hand(board, "2d6")
    board.press(OK)
    board.run(3000)
    assert board.app.stack.ids[-1] == "dice.result"
    for name in [name for name in store.files if name.startswith("dice/")]:
        del store.files[name]
    board.boot()
    board.run(BOOT_MS)
    assert not board.faults, board.faults
    assert board.app.stack.ids[-1] == "dice.home"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2d6", "7"),
        ("3d6", "10,5"),
        ("d4-3", "−0,5"),
        ("4d6kh3", "12,24"),
        ("d100-50", "0,5"),
        ("2d6-7", "0"),
    ],
)
def test_a_mean_has_two_decimals_at_most(text, written):
    assert mean_text(pool_odds(parse(text)), ",") == written


def test_a_chain_of_explosions_wider_than_the_screen_can_be_held():
    board = make_device()
    hold_in_hand(board, "2d6!")
    board.entropy.faces([6, 1] + [6] * 15 + [1])
    press_keys(board, OK)
    board.context.open("dice.lock", 0)
    board.run(50)
    assert board.app.stack.top().list[0] == "+".join(["6"] * 16 + ["1"])
    press_keys(board, OK, DOWN)
    assert not board.faults
    assert board.app.canvas.clipped == 0


def test_the_screen_of_locks_shows_how_each_die_lies_now():
    """A die after a reroll has its new face, a die after an explosion has the sum."""
    board = make_device()
    hold_in_hand(board, "4d6!2r1")
    board.entropy.faces([6, 6, 3, 1, 5, 2, 4])
    press_keys(board, OK)
    board.context.open("dice.lock", 0)
    board.run(50)
    assert board.app.stack.top().list == ["6+5", "6+2", "3", "4", "↷"]
    press_keys(board, *[DOWN] * 3, OK, DOWN)
    board.entropy.faces([2, 2, 2])
    press_keys(board, OK)
    top = board.app.stack.top()
    assert top.record.thrown.total == 2 + 2 + 2 + 4


def test_rolls_and_presets_of_an_earlier_version_keep_their_die_of_66_sides() -> None:
    """The journal and the file of presets have notations; d66 was once such a die."""
    board = make_device()
    session = board.context.session
    for text, path in (("d66", (57,)), ("d66+d6", (4, 5))):
        session.write_free((sum(path), 0), (path,), False, text.encode())
    session.cache.clear()
    found = record.last_record(session)
    assert (found.text, found.thrown.total, found.drawn_dice()[0][:2]) == ("d{1..66}+d6", 9, (66, 4))
    assert record.recent_notations(session)[:2] == ["d{1..66}+d6", "d{1..66}"]
    board.store.replace(FILE, b"Table = d66\nDigits = D66\n")
    board.context.open("dice.presets")
    top = board.app.stack.top()
    assert top.texts[:2] == ["d{1..66}", "D66"]
    board.run(50)
    press_keys(board, OK)  # rolls the preset
    assert throw_screens.in_hand(board.context) == parse("d{1..66}")
    press_keys(board, BACK, DOWN, OK)
    assert throw_screens.in_hand(board.context) == parse("d66")


@pytest.mark.parametrize(
    "text",
    [
        "d66", "2d66-d666", "4dF+1", "2d20<=12<<3", "3d20dh1dl1", "5d6m", "(2d6+d8)m", "(2d6+3)*5", "(2d6+3)/2",
        "60d6", "60d6kh30", "d10x>=9", "5d10x2>=9>=8", "4d6rr<=2", "30d66", "d{1..66}",
    ],
)  # fmt: skip
def test_what_others_write_is_rolled_told_kept_and_undone(text: str) -> None:
    board = make_device()
    app = board.app
    pool = parse(text)
    hold_in_hand(board, text)
    press_keys(board, OK)
    board.run(2000)
    session = app.context.session
    shown = record.last_record(session).thrown
    session.cache.clear()
    read = record.last_record(session)
    assert (read.pool, read.thrown.total, read.thrown.dice) == (pool, shown.total, shown.dice)
    assert "= " + str(shown.total).replace("-", "−") in read.lines(app.context)
    odds = pool_odds(pool)
    assert shown.total in odds.keys or odds.tail
    before = [session.get("preset", 0, field) for field in POOL_FIELDS]
    app.context.open("dice.presets", 0, throw_screens.SAVE)
    board.run(200)
    assert from_words([session.get("preset", 0, field) for field in POOL_FIELDS]) == pool
    app.context.close()
    app.context.undo()
    board.run(100)
    assert [session.get("preset", 0, field) for field in POOL_FIELDS] == before


def test_real_dice_of_digits_are_asked_one_by_one() -> None:
    board = make_device()
    app = board.app
    app.context.dice.use_real_dice(True)
    hold_in_hand(board, "d66")
    press_keys(board, OK)
    press_keys(board, UP, UP, OK, UP, OK)
    board.run(200)
    last = record.last_record(app.context.session)
    assert last.hand and last.thrown.total == 32
