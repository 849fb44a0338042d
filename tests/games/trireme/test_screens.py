"""Every table of Trirème on the screen, in both languages: questions, rolls, explanations."""

from __future__ import annotations

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore

from gobelet.rules.procedure import values  # isort: skip
from gobelet.games.trireme.rules import PROCEDURES, battle, owner_file  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS  # isort: skip
from gobelet.games.trireme.screens import owner_data  # isort: skip
from gobelet.rules.shaker import Shaker

NAMES = [name for name, _ in PROCEDURES]
LONGEST = 40


def make_device(language: str = "fr", **files: bytes) -> VirtualBoard:
    stored = {name.replace("_", "."): data for name, data in files.items()}
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n", **stored}))
    board.choose_language(language)
    board.context.open("trireme.home")
    board.run(50)
    return board


def open_form(board: VirtualBoard, name: str) -> None:
    number = board.context.session.procedure_index(name)
    roles = len(board.context.session.procedure(number).roles)
    board.context.open("trireme.form", number, *[-1] * roles)
    board.app.stack.top().accept_values(["against", "stronger", "flank"])
    board.run(50)


def check_readable(board: VirtualBoard) -> None:
    assert not board.faults, board.faults
    canvas = board.app.canvas
    assert board.context.t.missing == canvas.missing == canvas.clipped == 0, board.words.strings


def press_key(board: VirtualBoard, key: int, hold: bool = False) -> None:
    (board.hold if hold else board.press)(key)
    check_readable(board)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_asked_rolled_and_explained(name: str, language: str) -> None:
    board = make_device(language)
    open_form(board, name)
    check_readable(board)
    press_key(board, OK, hold=True)
    press_key(board, BACK)
    open_form(board, name)
    top = board.app.stack.top()
    for _ in range(len(top.list) + 2):  # every line, and every option of a short choice
        press_key(board, DOWN)
        press_key(board, OK, hold=True)
        if board.app.stack.top() is not top:
            press_key(board, BACK)
    for seed in range(6):
        open_form(board, name)
        first = [bytes([seed, 5 - seed, seed, seed]) * 8]
        board.context.dice.use_shaker(
            Shaker(lambda count, first=first: first.pop() if first else board.entropy.read(count))
        )
        press_key(board, OK)
        assert board.app.stack.ids[-1] == "trireme.result"
        for _ in range(LONGEST):
            result = board.app.stack.top()
            if result.ask is None:
                break
            press_key(board, UP)
            press_key(board, OK)
            if board.app.stack.ids[-1] is None:  # the question whether to store the cell
                press_key(board, OK)
        assert board.app.stack.top().outcome is not None
        press_key(board, OK, hold=True)
        press_key(board, BACK)


@pytest.mark.parametrize(("game", "count"), [(FLEET, 6), (SHIPS, 11)])
def test_the_lists_open_every_table(game: int, count: int) -> None:
    board = make_device()
    board.context.open("trireme.rolls", 0, game)
    board.run(50)
    rolls = board.app.stack.top().numbers()
    for at, number in enumerate(rolls):
        press_key(board, OK)
        assert board.app.stack.ids[-1] == "trireme.form"
        assert board.app.stack.top().number == number
        press_key(board, BACK)
        assert board.app.stack.top().cursor == at
        press_key(board, DOWN)
    assert len(rolls) == count


def test_a_doubtful_cell_is_read_from_the_printed_table() -> None:
    board = make_device()
    open_form(board, "ship_ram")
    board.entropy.faces([3, 4])
    press_key(board, OK)
    result = board.app.stack.top()
    assert result.ask.name == "cell"
    assert board.words.has_text("Lisez votre table")
    board.press_until(UP, lambda: result.ask.options[result.cursor] == 7)
    assert board.words.has_text("Br")
    press_key(board, OK)
    assert board.words.has_text("Garder Br en 7, 0")
    press_key(board, DOWN)  # answers no
    press_key(board, OK)
    assert board.app.device.store.read("trireme.tsv") is None
    assert result.actions()[:2] == ["ship_breach", "again"]
    press_key(board, OK)
    assert board.app.stack.top().proc.name == "ship_breach"


@pytest.mark.parametrize(
    ("name", "dice", "code", "line"),
    [
        ("ship_ram", [3, 4], 7, "set\tship_ram_damage\t7\t0\tBr\n"),
        ("ship_rake", [3, 4], 3, "set\tship_rake_damage\t7\tegal\tI\n"),
        ("ship_clearance", [3, 5], 3, "set\tship_clearance\tordinaire\t8\tD\n"),
    ],
)
def test_what_was_read_is_kept_and_counts_from_then_on(
    name: str, dice: list[int], code: int, line: str
) -> None:
    board = make_device()
    open_form(board, name)
    board.entropy.faces(dice)
    press_key(board, OK)
    result = board.app.stack.top()
    board.press_until(UP, lambda: result.ask.options[result.cursor] == code)
    press_key(board, OK)
    press_key(board, OK)
    kept = board.app.device.store.read("trireme.tsv")
    assert kept == line.encode()
    assert owner_file.parse_file(kept).faults == owner_file.parse_file(kept).notes == []
    board.boot()  # starts again, as after a power cut
    board.run(100)
    open_form(board, name)
    board.entropy.faces(dice)
    press_key(board, OK)
    assert board.app.stack.top().ask is None
    assert board.app.stack.top().outcome.key == code


def test_what_the_owner_has_corrected_counts_at_once() -> None:
    board = make_device(trireme_tsv=b"diag\tship_ram_damage\t16\tBr\n")
    open_form(board, "ship_ram")
    board.entropy.faces([3, 4])
    press_key(board, OK)
    assert board.app.stack.top().outcome is not None, "roll 7, column 0: the 16th diagonal"
    assert board.words.has_text("Br")
    board.app.device.store.remove("trireme.tsv")
    board.context.navigation.home()  # a file that the desk adds or removes counts after the game opens again
    board.context.open("trireme.home")
    open_form(board, "ship_ram")
    board.entropy.faces([3, 4])
    press_key(board, OK)
    assert board.app.stack.top().ask.name == "cell", "without the file it is as shipped"


def test_where_memory_is_short_a_roll_does_not_read_the_owner_s_file_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The file is read again only after a change on the device, or its undo."""
    board = make_device(trireme_tsv=b"param\tfleet_ram_add_size\tno\nset\tship_ram_damage\t7\t0\tX\n")
    app = board.app
    reads = []
    read = app.device.store.read
    monkeypatch.setattr(app.device.store, "read", lambda name: reads.append(name) or read(name))

    def follow_values(name: str) -> dict[str, int]:
        app.context.session.drop_caches()
        proc = app.context.session.procedure(app.context.session.procedure_index(name))
        return owner_data.inputs_from_file(app.context, proc, values(proc))

    def size() -> int:
        return follow_values("fleet_ram")["ram_size"]

    cells = follow_values("ship_ram")
    assert any(cells.values())
    assert (size(), follow_values("ship_ram")) == (0, cells)
    assert reads.count("trireme.tsv") == 1
    owner_data.add_line(app.context, "param\tfleet_ram_add_size\tyes\n")
    assert size() == 1
    app.context.undo()
    assert size() == 0
    app.context.redo()
    assert size() == 1
    owner_data.put_aside(app.context)
    assert (size(), any(follow_values("ship_ram").values())) == (1, False), "as shipped"


def test_the_list_of_the_owner_is_shown_before_the_whole_tables_are_checked() -> None:
    """The check takes a while, and only the last line needs it.

    A start with the cursor on that line waits for the check.
    """
    file = b"set\tship_ram_damage\t5\t-1\tX\nset\tship_ram_damage\t6\t-1\t\xc3\xa9X\n"
    board = make_device(trireme_tsv=file)
    board.context.open("trireme.owner")
    top = board.app.stack.top()
    before = len(top.list)
    assert top.more_lines == ["shipped"]
    board.run(50)
    assert len(top.list) == before + 1
    assert (top.list[-1][1], top.more_lines) == ("1", ["shipped", "faults"])
    press_key(board, UP)
    board.run(2000)
    board.boot()
    top = board.app.stack.top()
    assert (top.cursor, top.more_lines) == (before, ["shipped", "faults"])
    press_key(board, OK)
    assert board.words.has_text("Ligne 2")
    press_key(board, BACK)
    press_key(board, BACK)
    assert board.app.stack.ids[-1] == "trireme.home"
    board.context.open("trireme.owner")
    press_key(board, BACK)  # the screen closes before its second check
    assert board.app.stack.ids[-1] == "trireme.home"
    assert not board.faults


def test_fire_beyond_its_range_is_refused_in_words() -> None:
    board = make_device()
    open_form(board, "ship_incendiary")
    top = board.app.stack.top()
    top.given["range"] = 5
    top.refresh()
    board.run(50)
    check_readable(board)
    assert board.words.has_text("Hors de portée")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_table_says_what_is_left_and_takes_corrections(language: str) -> None:
    board = make_device(language)
    board.context.open("trireme.table")
    board.run(50)
    check_readable(board)
    assert board.words.has_text(
        "184 " + ("à vérifier" if language == "fr" else "to check")
    )  # 178 cells in doubt, 6 to check
    for _ in range(8):
        press_key(board, DOWN)
    press_key(board, OK)  # column 9, equal sizes
    for _ in range(7):
        press_key(board, DOWN)
    top = board.app.stack.top()
    assert top.list[7][1] == "éa?"
    press_key(board, OK)
    press_key(board, DOWN)
    press_key(board, OK)
    assert top.list[7][1] == "a", "the first of the legend after -"
    press_key(board, OK, hold=True)  # the diagonal on which dice and column make 16
    press_key(board, OK)
    press_key(board, DOWN)  # answers yes: all cells of the diagonal
    press_key(board, OK)
    assert board.app.device.store.read("trireme.tsv") == (
        b"set\tship_ram_damage\t7\t0\ta\ndiag\tship_ram_damage\t16\t-\n"
    )
    press_key(board, DOWN)
    press_key(board, BACK)
    assert not board.words.has_text("184")
    found = owner_file.parse_file(board.app.device.store.read("trireme.tsv"))
    assert found.faults == []
    assert [found.cell_at(0, row, 15 - row)[0] for row in range(15)].count("-") == 14
    assert found.cell_at(0, 7, 8) == ("a", 0), "one cell goes before its diagonal"


def test_a_mark_at_the_side_of_a_card_shows_that_there_are_other_ships() -> None:
    board = make_device()
    board.context.change(battle.start_changes(board.context.session.state, FLEET, 2, 2))
    board.context.open("trireme.card", 0)
    tops = []
    for _ in range(4):
        board.run(50)
        pixel = board.app.canvas.fb.pixel
        tops.append(min(y for y in range(8, 56) if pixel(126, y) and pixel(127, y)))
        press_key(board, DOWN)
    assert tops == [8, 20, 32, 44]


ASIDE = {
    "fr": ("flanc", "12 contre 7"),
    "en": ("side", "12 vs 7"),
}  # the sizes are 5, the crews ordinary, and a side counts 5


@pytest.mark.parametrize(
    ("language", "names"), [("fr", ("Éperonneur", "Cible")), ("en", ("Rammer", "Target"))]
)
def test_a_ram_of_fleets_says_whose_each_of_its_dice_is(language: str, names: tuple[str, str]) -> None:
    board = make_device(language)
    board.context.change(battle.start_changes(board.context.session.state, FLEET, 1, 1))
    board.context.change([("ship", row, field, 5) for row in (0, 20) for field in ("size", "factor")])
    board.context.open("trireme.form", board.context.session.procedure_index("fleet_ram"), 0, 20)
    board.run(50)
    board.app.stack.top().accept_values(["against", "stronger", "flank"])
    board.app.redraw()
    board.run(50)
    assert [board.words.has_text(word) for word in ASIDE[language]] == [True] * 2
    board.entropy.faces([6, 1])
    press_key(board, OK)
    drawn = board.words.strings
    assert [board.words.has_text(word) for word in (*names, "6", "1")] == [True] * 4, drawn
    press_key(board, OK, hold=True)
    first, second = [line for line in board.words.strings if ":" in line or "d6" in line][:2]
    assert (names[0] in first and "d6 = 6" in first) and (names[1] in second and "d6 = 1" in second), (
        board.words.strings
    )
