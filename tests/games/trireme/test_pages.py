"""The help pages of Trirème: keys reach them, all lines are legible, rules agree."""

from __future__ import annotations

import re

import pytest

from host_tools.building import texts
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore

from gobelet.games.trireme.rules import (  # isort: skip
    PROCEDURES,
    corrections,
    fleet_movement,
    fleet_ramming,
    ship_boarding,
    ship_breach,
    ship_movement,
    tables,
    walks,
)

from gobelet.games.trireme.rules.fleet_boarding import fleet_grapple  # isort: skip
from gobelet.games.trireme.screens import grid, pages  # isort: skip

FOLDER = texts.catalogues()["trireme"]
WORDS = texts.load(FOLDER)
SECTIONS = [names.split() for _, names in pages.Help.sections]
NAMES = [name for names in SECTIONS for name in names]
READINGS = SECTIONS[-1]
LIST_WIDTH = 113  # pixels of a row beside a scrollbar and the pointer
EACH = pytest.mark.parametrize("language", ["fr", "en"])
PAGE = pytest.mark.parametrize("name", NAMES)


def make_device(language: str = "fr") -> VirtualBoard:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    board.choose_language(language)
    board.context.open("trireme.home")
    board.context.open("trireme.help")
    board.run(50)
    return board


def check_readable(board: VirtualBoard) -> None:
    assert not board.faults, board.faults
    canvas = board.app.canvas
    assert board.context.t.missing == canvas.missing == canvas.clipped == 0, board.words.strings
    assert canvas.shortened == 0, board.words.strings


def press_times(board: VirtualBoard, key: int, times: int = 1) -> None:
    for _ in range(times):
        board.press(key)
        check_readable(board)


def open_page(name: str, language: str = "fr") -> VirtualBoard:
    """A device that shows the page `name`, reached by the shorter way through the lists."""
    board = make_device(language)
    section = next(at for at, names in enumerate(SECTIONS) if name in names)
    for at, count in ((section, len(SECTIONS)), (SECTIONS[section].index(name), len(SECTIONS[section]))):
        press_times(board, *((DOWN, at) if at <= count // 2 else (UP, count - at)))
        press_times(board, OK)
    return board


def page_title(name: str, language: str) -> str:
    """Return the title of a page in the list."""
    words = WORDS[language]
    found = words.get("help." + name) or words[name].partition(" [")[0]
    return f"A{name[1:]} {found}" if name in READINGS else found


def line_cells(line: tuple[str, ...] | str) -> tuple[str, ...]:
    """The cells of a line, without the sign of a lit cell.

    A plain line has one cell.
    """
    return tuple(grid.plain_text(cell) for cell in (line if isinstance(line, tuple) else (line,)))


def page_lines(board: VirtualBoard) -> list[str]:
    """Return every line of the page; spaces separate the cells of a row.

    The test scrolls to the end of the page.
    """
    page = board.app.stack.top()
    press_times(board, UP, page.first)
    found = list(board.words.strings)
    while True:
        first = page.first
        press_times(board, DOWN)
        if page.first == first:
            break
        found.extend(board.words.strings)
    seen = 48 // (16 if page.size == 16 else 9)
    assert page.first + seen == max(len(page.lines), seen)
    for line in page.lines:
        for cell in line_cells(line):
            assert not cell or cell in found, "never on the screen"
    return [" ".join(line_cells(line)) for line in page.lines]


def page_text(name: str, language: str = "fr") -> str:
    """Return the whole text of a page as one line."""
    lines = page_lines(open_page(name, language))
    return " ".join(" ".join(lines).replace("\N{NO-BREAK SPACE}", " ").split())


@EACH
@PAGE
def test_a_page_is_reached_by_keys_and_read_to_its_end_in_both_sizes(name: str, language: str) -> None:
    board = open_page(name, language)
    assert board.words.has_text(page_title(name, language).partition("A1 ")[2] or page_title(name, language))
    lines = page_lines(board)
    if name in READINGS:
        assert len(lines) <= 15, "five screens of large letters"
    size = board.app.stack.top().size
    press_times(board, OK)
    assert {size, board.app.stack.top().size} == {8, 16}
    page_lines(board)
    press_times(board, BACK)
    assert board.app.stack.ids[-1] == "trireme.help"
    assert board.words.has_text("▶ " + page_title(name, language))


@EACH
def test_every_label_fits_its_row_large(language: str) -> None:
    canvas = make_device(language).app.canvas
    sections = [WORDS[language]["help." + name] for name, _ in pages.Help.sections]
    labels = sections + [page_title(name, language) for name in NAMES]
    assert [label for label in labels if canvas.width(label, 16) > LIST_WIDTH] == []


@EACH
def test_there_is_a_text_for_every_page_and_no_other(language: str) -> None:
    texts_of = {key for key in WORDS[language] if re.fullmatch(r"help\..*\.text", key)}
    assert texts_of <= {f"help.{name}.text" for name in NAMES}
    rolls = [name for name, _ in PROCEDURES]
    assert [name for name in NAMES if "_" in name and name not in rolls] == []
    assert sorted(name for name in NAMES if "_" in name) == sorted(rolls), "each roll has its printed table"
    assert [name for name in NAMES if "_" not in name and f"help.{name}.text" not in texts_of] == []
    for key, text in WORDS[language].items():
        assert {int(n) for n in re.findall(r"\bA(\d+)", text)} <= set(range(1, len(READINGS) + 1)), key


def test_the_list_comes_back_after_a_power_cut() -> None:
    board = make_device()
    press_times(board, UP)
    press_times(board, OK)
    press_times(board, DOWN, 2)
    board.run(2000)
    board.boot()
    board.run(300)
    assert board.app.stack.ids[-1] == "trireme.help"
    assert board.words.has_text("▶ A3 Bonus +2")


@pytest.mark.parametrize(
    ("language", "name", "words"),
    [
        ("fr", "map", ("deux hexagones", "arête", "cartes bleues", "six faces", "crayon")),
        ("en", "map", ("two hexes", "edge", "blue maps", "six-sided", "pencil")),
        ("fr", "parts", ("Gris", "neutres", "pions blancs", "une feuille de bord par navire")),
        ("en", "parts", ("Grey", "neutral", "white counters", "a record sheet, one a ship")),
        ("fr", "games", ("débuter", "plus complexe")),
        ("en", "games", ("begin with", "more complex")),
    ],
)
def test_what_the_games_are_played_with_can_be_read(language: str, name: str, words: tuple[str, ...]) -> None:
    text = page_text(name, language)
    assert [word for word in words if word not in text] == []


# The pages agree with the rules.


@EACH
def test_the_immobilised_ship_of_a_grapple_of_fleets_is_the_one_that_grapples(language: str) -> None:
    assert "A26" in page_text("fleet_grapple", language)
    (held,) = [each for each in fleet_grapple.inputs if each.name == "immobilised"]
    assert (held.role, held.modifier({"immobilised": 1})) == ("attacker", -1)


@EACH
@pytest.mark.parametrize(("name", "turn"), [("fleet", walks.FLEET_TURN), ("ships", walks.SHIP_TURN)])
def test_the_sequences_hold_every_step_in_order(
    name: str, turn: tuple[tuple[str, None, tuple[str, ...]], ...], language: str
) -> None:
    words = WORDS[language]
    lines = page_lines(open_page(name, language))
    assert lines[: len(turn)] == [
        f"{at + 1}. " + words["turn." + step] for at, (step, _, _) in enumerate(turn)
    ]


@EACH
def test_a_step_is_short_enough_for_the_top_band(language: str) -> None:
    canvas = make_device(language).app.canvas
    for key, text in WORDS[language].items():
        if key.startswith("turn.") and "{" not in text:
            assert len(text) <= 20
            assert canvas.width(text + " T12 10/11") <= 120, key


@EACH
def test_the_movement_steps_are_those_of_the_rules(language: str) -> None:
    lines = page_lines(open_page("ship_steps", language))
    assert lines[0] == WORDS[language]["ship_steps.speed"] + " 1 2 3 4 5"
    for speed, line in zip(range(5, 0, -1), lines[1:6], strict=True):
        cells = line.split()
        assert cells[0] == str(speed)
        assert [cell == "M" for cell in cells[1:]] == [walks.is_moving(speed, at) for at in range(1, 6)]


@EACH
def test_the_sail_points_and_their_star_are_those_of_the_rules(language: str) -> None:
    lines = page_lines(open_page("fleet_sail", language))
    for bearing in range(4):
        mainsail = str(fleet_movement.sail_points(bearing, True, 8, 0, False))
        star = "*" if fleet_movement.sail_points(bearing, True, 8, 0, True) != int(mainsail) else ""
        sail = str(fleet_movement.sail_points(bearing, False, 8, 0, True))
        assert lines[1 + bearing].split() == ["ABCD"[bearing], mainsail + star, sail]
    starred = [size for size in range(1, 17) if fleet_movement.sail_points(0, True, size, 1, False) == 3]
    low, high = re.findall(r"\d+", WORDS[language]["help.fleet_sail.text"].partition("|")[0])[1:]
    assert starred == list(range(int(low), int(high) + 1))
    assert fleet_movement.sail_points(0, True, 7, 0, False) == 2, "and oars"


@EACH
def test_the_fatigue_table_is_that_of_the_rules(language: str) -> None:
    lines = page_lines(open_page("fleet_fatigue", language))
    for at, name in enumerate(("expert", "ordinaire", "debutant", "esclave")):
        word = {"fr": " à ", "en": " to "}[language]
        crew, *columns = lines[1 + at].replace(word, "-").split()
        assert crew == WORDS[language]["o." + name]
        tired, rested = [{int(end) for end in column.split("-")} for column in columns]
        assert {die for die in range(1, 7) if fleet_movement.is_tiring(at, die)} == set(
            range(min(tired), max(tired) + 1)
        )
        assert min(rested) == max(tired) + 1 and max(rested) == 6


@EACH
def test_the_reefs_are_those_of_the_rules(language: str) -> None:
    words = WORDS[language]
    lines = page_lines(open_page("ship_reef", language))
    assert lines[0].endswith(" ".join(words["ship_reef.tide." + tide] for tide in ("rising", "falling")))
    totals = [f"{sign}{total}" for sign, total in (("≤ ", 3), ("", 4), ("", 5), ("≥ ", 6))]
    for total, row, line in zip(range(3, 7), totals, lines[1:5], strict=True):
        results = [words[f"ship_reef.{ship_movement.reef(total, falling)}"] for falling in (0, 1)]
        assert line == " ".join([row, *results])
    rest = " ".join(" ".join(lines[5:]).split())
    for row in ship_movement.REEF_MODIFIERS:
        assert row.split()[0].replace("-", "−") in rest
    assert words["help.sizes"].format(9, 11) in rest
    for name, size in (("venetian", 4), ("venetian", 6), ("merchant", 2), ("merchant", 5)):
        assert words["help.sized"].format(words["o." + name], size) in rest


@EACH
def test_the_surrender_numbers_are_those_of_the_rules(language: str) -> None:
    words = WORDS[language]
    shown = page_text("ship_surrender", language)
    for at, name in enumerate(("expert", "ordinaire", "debutant", "esclave")):
        numbers = [
            str(roll) for roll in range(2, 13) if ship_boarding.is_surrendering(at, False, False, roll)
        ]
        assert f"{words['o.' + name]} {', '.join(numbers)} " in shown
    assert words["help.minority"].format(ship_boarding.MINORITY) in shown
    assert words["help.breached"].format("3, 4, 5") in shown


@EACH
def test_the_breaches_are_those_of_the_rules(language: str) -> None:
    words = WORDS[language]
    shown = page_text("ship_breach", language)
    for die in range(1, 7):
        assert f" {die} {words[f'ship_breach.{die}']} " in shown
    facing = [die for die in range(1, 7) if ship_breach.is_immobilising({"facing_larger": 1}, die)]
    always = [die for die in facing if ship_breach.is_immobilising({"facing_larger": 0}, die)]
    sunk = [die for die in range(1, 7) if ship_breach.is_sinking({"breaches": 1, "size": 3}, die)]
    assert sunk == [die for die in range(1, 7) if ship_breach.is_sinking({"breaches": 0, "size": 2}, die)]
    larger = ", ".join(str(die) for die in facing if die not in always)
    assert words["help.larger"].format(larger) in shown
    assert words["help.sunk"].format(", ".join(map(str, sunk))) in shown


@EACH
def test_the_numbers_in_the_texts_are_those_of_the_rules(language: str) -> None:
    words = WORDS[language]
    shipped = corrections.Corrections()
    damaged = words["help.damaged.text"].split("|")
    check, doubt = shipped.unsure_counts(tables.RAM)
    assert [int(n) for n in re.findall(r"\d+", damaged[2])] == [doubt, 15 * 17, check]
    sure = 15 * 3 - sum(shipped.unsure_counts(tables.RAKE))
    assert [int(n) for n in re.findall(r"\d+", damaged[3])] == [sure, 15 * 3]
    in_doubt = [shipped.row_marks(tables.CLEARANCE, row).index("?") + 2 for row in range(4)]
    extra = words["help.a12.text"].partition("|")[0]
    assert [int(n) for n in re.findall(r"\d+", extra)] == [12, 11, *in_doubt]
    sides = words["help.a20.text"].partition("|")[0]
    assert re.findall(r"\+\d", sides) == [
        f"+{fleet_ramming.AGAINST[1]}",
        *[f"+{n}" for n in fleet_ramming.SIDE[1:]],
    ]
    assert ship_boarding.printed_factors(18, ship_boarding.GREEDY) == [15, 3]
    assert "18" in words["help.a6.text"] and "15 + 3" in words["help.a6.text"]
    assert fleet_ramming.QUALITY[3] == 0 and "+0" in words["help.a13.text"]


@EACH
def test_the_readings_call_the_lines_of_the_forms_by_their_names(language: str) -> None:
    words = WORDS[language]
    for name, key in (
        ("a3", "fleet_clearance.bonus"),
        ("a17", "ship_grapple.made_easier"),
        ("a22", "param.held_factor"),
    ):
        quoted = re.findall("[«“] ?([^»”]{4,}?) ?[»”]", words[f"help.{name}.text"])
        assert quoted == [words[key]]
    assert words["ship_grapple.made_easier"] == words["f.eased"], "as on the sheet"
