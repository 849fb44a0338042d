"""The printed tables of Trirème agree with the rolls."""

from __future__ import annotations

import random
from typing import Any

import pytest

from host_tools.building import texts
from simulator.board import VirtualBoard
from simulator.keys import BACK, OK
from simulator.store import MemoryStore

from gobelet.rules.procedure import values  # isort: skip
from gobelet.rules.refused import Refused  # isort: skip
from gobelet.games.trireme.rules import (  # isort: skip
    PROCEDURES,
    battle,
    fleet_boarding,
    owner_file,
    ship_boarding,
    tables,
)

from gobelet.games.trireme.rules.tables import COLUMNS, TABLES  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS, SIDE  # isort: skip
from gobelet.games.trireme.screens import aid, aid_ships, grid  # isort: skip

WORDS = texts.load(texts.catalogues()["trireme"])
HOLD_MS = 700
OTHERS = ("rammer_size", "target_size", "kind")  # inputs whose modifier the table does not list


def make_device(game: int = FLEET) -> VirtualBoard:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    board.choose_language("fr")
    board.context.open("trireme.home")
    board.run(50)
    board.context.change(battle.start_changes(board.context.session.state, game, 3, 3))
    return board


def lit_cells(board: VirtualBoard) -> list[list[str]]:
    """The lit cells of the page, line by line."""
    page = board.app.stack.top()
    assert isinstance(page, grid.Grid)
    found = []
    for line in page.lines:
        cells = [
            cell
            for cell in (line if isinstance(line, tuple) else (line,))
            if cell.startswith(grid.HIGHLIGHTED)
        ]
        if cells:
            found.append([grid.plain_text(cell) for cell in cells])
    return found


def look_at_form(board: VirtualBoard, name: str, *rows: int, **given: int) -> list[list[str]]:
    """Return the lit words after OK held on the form of a roll."""
    proc = board.context.session.procedure(board.context.session.procedure_index(name))
    board.context.open(
        "trireme.form",
        board.context.session.procedure_index(name),
        *rows,
        *[given.get(i.name, i.start) for i in proc.inputs],
    )
    board.app.stack.top().cursor = 0
    board.press(OK, HOLD_MS)
    return lit_cells(board)


def random_values(proc: Any, rng: random.Random) -> dict[str, int] | None:
    """Return random values of a roll; None if they are refused."""
    try:
        return values(proc, {i.name: rng.randint(i.low, i.high) for i in proc.inputs if i.role != "param"})
    except Refused:
        return None


@pytest.mark.parametrize(
    ("game", "name", "chances"),
    [
        (SHIPS, "ship_steps", False),
        (SHIPS, "ship_boarding", True),
        (FLEET, "fleet_sail", False),
        (FLEET, "fleet_grapple", False),  # the number to reach is unknown
        (FLEET, "fleet_boarding", True),
    ],
)
def test_from_a_table_ok_goes_to_the_chances_where_dice_are_thrown(
    game: int, name: str, chances: bool
) -> None:
    board = make_device(game)
    known = [("ship", row, field, 4) for row in (0, 20) for field in ("size", "men", "factor")]
    board.context.change([*known, ("ship", 0, "sail", 1)])
    rows = (0, 20) if name.endswith(("boarding", "grapple")) else (0,)
    look_at_form(board, name, *rows)
    assert board.words.has_text("OK chances") == chances
    ids = list(board.app.stack.ids)
    board.press(OK)
    assert (board.app.stack.ids[-1] is None) == chances, "else it is read in the other size"
    assert board.app.canvas.shortened == 0
    assert chances or board.app.stack.ids == ids


def test_the_steps_of_a_ship_have_a_title_that_leaves_room_for_its_name() -> None:
    board = make_device()
    board.context.change([("ship", 0, "name", 14), ("ship", 0, "captured", 1), ("ship", 0, "order", 5)])
    board.context.open("trireme.form", board.context.session.procedure_index("ship_steps"), 0, 5)
    board.run(50)
    assert board.words.has_text("Étapes")
    assert board.app.canvas.shortened == 0


@pytest.mark.parametrize("name", [name for name, _ in PROCEDURES])
def test_the_printed_modifiers_are_all_that_a_roll_knows(name: str) -> None:
    board = make_device()
    proc = board.context.session.procedure(board.context.session.procedure_index(name))
    listed = aid.printed_modifiers(name)
    rng = random.Random(name)
    met: set[tuple[str, int]] = set()
    found: set[tuple[str, int]] = set()
    for _ in range(2000):
        v = random_values(proc, rng)
        if v is None:
            continue
        met |= {entry for entry in listed if aid.is_counted(proc, v, *entry)}
        found |= {
            (i.name, i.modifier(v))
            for i in proc.inputs
            if i.lane and i.name not in OTHERS and i.is_shown(v) and i.modifier(v)
        }
    assert met == {entry for entry in listed if entry[0] != "_"}, "each can count"
    both = {
        (who + which, n) for which, n in listed if which == "quality" and n for who in ("rammer_", "target_")
    }
    plain = {entry for entry in listed if entry[0] not in ("_", "quality")}
    assert plain | both == found, "and there is no other"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_modifier_has_its_words(language: str) -> None:
    for name, _ in PROCEDURES:
        words = WORDS[language].get("aid." + name, "")
        listed = aid.printed_modifiers(name)
        assert len(words.split("|") if words else []) == len(listed), name
        for (which, _), word in zip(listed, words.split("|"), strict=False):
            assert (which == "_") == word.rstrip("\N{NO-BREAK SPACE} ").endswith(":"), (name, word)


@pytest.mark.parametrize("a", [1, 4, 8, 12, 13])
def test_the_row_of_two_boarding_values_is_lit(a: int) -> None:
    board = make_device()
    for row, factor in ((0, a), (SIDE, 4)):
        board.context.change([("ship", row, "factor", factor)])
    (row,) = look_at_form(board, "fleet_boarding", 0, SIDE)
    at = fleet_boarding.boarding_row(a, 4)
    assert row == [
        ("≥ ×3", "≥ ×2", "< ×2", "=")[at],
        *fleet_boarding.BOARDING[at].replace("-", "−").split()[1:],
    ]


@pytest.mark.parametrize(("mine", "other"), [(6, 6), (9, 4), (2, 16), (16, 2)])
def test_the_column_of_a_ram_is_lit_and_what_the_owner_says_is_in_it(mine: int, other: int) -> None:
    board = make_device(SHIPS)
    board.app.device.store.replace("trireme.tsv", owner_file.set_line(0, 7, 8, "Bra").encode())
    for row, size in ((0, mine), (SIDE, other)):
        board.context.change([("ship", row, "size", size)])
    found = [cells for cells in look_at_form(board, "ship_ram", 0, SIDE) if len(cells) == 1]
    column = next(at for at, least in reversed([*enumerate((-99, *tables.LEAST))]) if least <= mine - other)
    assert found[0] == [aid_ships.RATIOS.split("|")[column]]
    shipped = [row.split()[column + 1] for row in TABLES[0]]
    if column == 8:
        shipped[7] = "Bra"
    assert [cell for (cell,) in found[1:16]] == shipped
    assert board.app.stack.top().first == 0, "it is in sight"


def test_the_printed_columns_of_a_factor_are_lit() -> None:
    board = make_device(SHIPS)
    board.context.change([("ship", 0, "factor", 18), ("ship", 0, "men", 9), ("ship", SIDE, "men", 9)])
    found = look_at_form(board, "ship_boarding", 0, SIDE)
    assert (
        found[0]
        == ["3", "15"]
        == [str(part) for part in sorted(ship_boarding.printed_factors(18, ship_boarding.GREEDY))]
    )
    assert len(found) == 1 + 6


@pytest.mark.parametrize("crew", range(4))
def test_the_crew_is_lit_in_each_table_of_crews(crew: int) -> None:
    board = make_device(SHIPS)
    board.context.change(
        [("ship", 0, "crew", crew), ("ship", 0, "immobilised", 1), ("ship", 0, "breaches", 1)]
    )
    found = look_at_form(board, "ship_clearance", 0)
    assert [cell for (cell,) in found[1:]] == [text.replace("-", "−") for text in TABLES[2][crew].split()[1:]]
    assert len(found) == 1 + COLUMNS[2]
    board.press(BACK)
    found = look_at_form(board, "ship_surrender", 0)
    assert found[0][1].split(", ") == ship_boarding.SURRENDER[crew].split()[1:]
    assert found[-1] == ["3, 4, 5."], "the line of those with a breach"


def test_ok_goes_on_from_the_table_to_the_chances_and_back_to_the_form() -> None:
    board = make_device()
    board.context.change([("ship", 0, "immobilised", 1), ("ship", 0, "bonus", 1)])
    assert look_at_form(board, "fleet_clearance", 0) == [["+2", WORDS["fr"]["aid.fleet_clearance"]]]
    board.press(OK)
    assert board.words.has_text("chances")
    board.press(BACK)
    assert board.app.stack.ids[-1] == "trireme.form"


def test_a_line_without_a_help_of_its_own_leads_to_the_table_and_so_does_a_form_that_is_refused() -> None:
    board = make_device()
    look_at_form(board, "fleet_ram", 0, SIDE)
    assert not board.app.stack.top().chances, "a size is missing: there are no chances"
    board.press(OK)
    assert board.app.stack.top().size == 16
    board.press(BACK)
    board.app.stack.top().cursor = 2
    board.press(OK, HOLD_MS)
    assert isinstance(board.app.stack.top(), aid.Aid)


def test_a_cell_to_be_read_is_shown_in_its_row_and_its_column() -> None:
    board = make_device(SHIPS)
    for row in (0, SIDE):
        board.context.change([("ship", row, "size", 6)])
    look_at_form(board, "ship_ram", 0, SIDE)
    board.press(BACK)
    board.entropy.faces([3, 4])
    board.app.stack.top().accept_values(["flank"])
    board.press(OK)
    assert board.app.stack.top().is_reading()
    board.press(OK, HOLD_MS)
    rows = [cells for cells in lit_cells(board) if len(cells) > 2]
    assert rows == [["7", *TABLES[0][7].split()[9:12]]]
    assert {"0"} <= {cells[0] for cells in lit_cells(board) if len(cells) == 1}, "the column of equal sizes"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_last_letter_of_a_lit_cell_is_whole(language: str) -> None:
    """The light goes on for a pixel, in the column at the end of a wide table too."""
    board = make_device()
    board.choose_language(language)
    assert board.context.change([("ship", 0, "sail", 1), ("ship", 0, "size", 5)])
    look_at_form(board, "fleet_sail", 0)
    page = board.app.stack.top()
    stops, size, _, head = page.shapes[0]
    word = grid.plain_text(page.lines[head][-1])
    assert page.lines[head][-1].startswith(grid.HIGHLIGHTED)
    right = stops[-2] + board.app.canvas.width(word, size)
    picture = board.picture()
    assert {picture[(y >> 3) * 128 + right] >> (y & 7) & 1 for y in range(8, 8 + size)} == {1}
