"""Every fault in a roll of a game's text is reported with its line."""

from __future__ import annotations

import pytest

from host_tools.own import compiler
from tests.host_tools.own.test_declaration import HEAD


def roll_text(*lines: str) -> str:
    return HEAD + '[[roll]]\nid = "r"\n' + "\n".join(lines) + "\n"


# The text, the line of its fault, and words of the sentence. The first line of a roll itself is 9.
FAULTY = [
    (roll_text('dice = "+-3"'), 9, "no dice"),
    (roll_text('dice = "2q6"'), 9, "no dice"),
    (roll_text('dice = "d2r1!"'), 9, "explode more often than not"),
    (roll_text('dice = "20d100"'), 9, "too much work"),
    (roll_text('dice = "d6+600"', 'against = "d6-600"'), 9, "999 at most"),
    (roll_text('dice = "2d6"', 'inputs = [{ id = "a", mod = 1, lane = "die1" }]'), 9, "|a-b|, alone"),
    (roll_text('dice = "d6!"', 'rows = ["1-5: A",', '"7-20: B"]'), 10, "can give 21 to 23, 25 to"),
    (roll_text('dice = "d6!"', 'rows = ["1-5: A",', '"6: B",', '"7..: C"]'), 11, "leads to this row"),
    (roll_text('dice = "2d6"', 'rows = ["2-5: A",', '"7..: B"]'), 10, "can give 6, and no row has it"),
    (
        roll_text('dice = "2d6"', 'rows = ["2-7: A",', '"6..: B"]'),
        11,
        "6 to 7 is in the row of line 10 already",
    ),
    (roll_text('dice = "d6"', 'rows = ["..6: A",', '"7..: B"]'), 11, "leads to this row"),
    (roll_text('dice = "d6"', 'rows = ["*: A [mp -1]"]'), 10, "no 'mp'"),
    (roll_text('dice = "d6"', 'rows = ["*: A [hp -1 -2]"]'), 10, "An effect is written"),
    (roll_text('dice = "d6"', 'rows = ["*: A > r"]'), 7, "leads back"),
    (roll_text('dice = "d6"', 'rows = ["*: A > s"]'), 10, "no 's'"),
    (roll_text('dice = "d6"', 'results = [{ id = "x", text = "X" }]', 'rows = ["*: A"]'), 10, "No row leads"),
    (roll_text('dice = "d6"', 'rows = ["*: ' + "M" * 90 + '"]'), 10, "too wide"),
    (roll_text('dice = "d6"', 'name = "汉"'), 10, "cannot show"),
    (roll_text('dice = "d6"', 'inputs = [{ id = "a", if = "b > 1" }]'), 10, "'b' cannot be compared"),
    (roll_text('dice = "d6"', 'chances = [{ name = "c", of = ["z"] }]'), 10, "no result 'z'"),
    (roll_text('dice = "d6"', "columns = 3"), 10, "is a list"),
    (
        roll_text('dice = "d6"', 'who = "table"', 'inputs = [{ id = "a", counter = "hp", role = "target" }]'),
        10,
        "a seat rolls",
    ),
    (roll_text('dice = "d6"', 'who = "table"', 'rows = ["*: A [target.hp -1]"]'), 10, "a seat rolls"),
    (roll_text('dice = "d6"', 'rows = ["*: A [hp = -10000]"]'), 10, "9999 at most"),
    (roll_text('dice = "d6"', 'rows = ["*: A [hp = - net]"]'), 10, "is no amount"),
    (roll_text('dice = "d6"', 'inputs = [{ id = "a", if = "b" }]'), 10, "A condition is written"),
    (roll_text('dice = "d6"', 'inputs = [{ id = "a", if = "b > 1" }]'), 10, "Possible: none."),
    (roll_text('dice = "d6"', 'inputs = [{ id = "a", high = 100, mod = 1 }]'), 10, "100 values at most"),
    (roll_text('dice = "d6"', 'inputs = [{ id = "a", high = 99, mod = 11 }]'), 10, "by more than 999"),
    (roll_text('dice = "d6"', 'inputs = [{ id = "a", options = ["Épée", "Épée"] }]'), 10, "has 'Épée' twice"),
    (roll_text('dice = "d6"', 'inputs = [{ id = "a", options = ["Épée", ""] }]'), 10, "empty"),
    (roll_text('dice = "d6"', 'inputs = [{ id = "a", options = ["Épée", 3] }]'), 10, "A text is"),
    (
        roll_text('dice = "d6"', 'inputs = [{ id = "a", options = ["x", { id = "X", name = "X" }] }]'),
        10,
        "small letters",
    ),
    (roll_text('dice = "d6"', 'equal = "x"', 'rows = ["*: A"]', 'results = [{ id = "x" }]'), 10, "|a-b|"),
]


@pytest.mark.parametrize(("text", "line", "words"), FAULTY, ids=range(len(FAULTY)))
def test_a_fault_in_a_roll_is_told_with_its_line(text: str, line: int, words: str) -> None:
    faults = compiler.read(text).faults
    assert any(fault.line == line and words in fault.sentence for fault in faults), faults


@pytest.mark.parametrize(
    ("options", "ids", "texts"),
    [
        ('"knife", "axe"', ["knife", "axe"], ["knife", "axe"]),
        ('"Épée", "Arc long"', ["epee", "arc_long"], ["Épée", "Arc long"]),
        ('"Blé", "Sel", "BLE"', ["ble", "sel", "ble_2"], ["Blé", "Sel", "BLE"]),
        ('"Hallebarde lourde", "Hallebarde légère"', ["hallebarde_l", "hallebarde_2"], None),
        ('"+1", "−1", "½"', ["1", "1_2", "option"], ["+1", "−1", "½"]),
        ('{ id = "bow", name = "Arc" }, { name = "Épée" }', ["bow", "epee"], ["Arc", "Épée"]),
        ('{ fr = "Blé", en = "Wheat" }, "Sel"', ["wheat", "sel"], ["Blé", "Sel"]),
        ('"a__b", "_c"', ["a__b", "_c"], ["a__b", "_c"]),
    ],
)
def test_a_choice_is_a_text_and_its_id_is_made(options: str, ids: list[str], texts: list[str] | None) -> None:
    game = compiler.read(roll_text('dice = "d6"', f'inputs = [{{ id = "a", options = [{options}] }}]'))
    assert game.faults == []
    (declared,) = game.declared["r"]
    assert declared["i"][0][7] == ids
    assert texts is None or [game.texts["fr"][f"r.a.{name}"] for name in ids] == texts


def test_a_row_for_the_quotient_by_a_large_divisor_is_no_fault() -> None:
    """A roll of 60 to 65 divided by 1 to 60 gives 1 and 2, and no number between 33 and 59."""
    text = roll_text(
        'dice = "d6+59"',
        'inputs = [{ id = "by", low = 1, high = 60, divides = true }]',
        'rows = ["1: A",',
        '"2..33: B",',
        '"60..65: C"]',
    )
    assert not compiler.read(text).faults
    (fault,) = compiler.read(text.replace("2..33", "3..33")).faults
    assert "can give 2, and no row has it" in str(fault)
