"""Texts of games with random changes: each is refused with a line, or all its rolls work."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from host_tools.own import compiler
from tests.games.own.rolling import inputs_by_chance, roll_by_chance
from tests.sweep import case_count

from gobelet.rules.odds import procedure_odds  # isort: skip
from gobelet.games.own import rules  # isort: skip
from gobelet.games.own.rules import declaration, rolls  # isort: skip

TEXTS = [
    path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[3] / "simulator" / "own").glob("*.gobelet.toml"))
]
WORDS = sorted({word for text in TEXTS for word in re.findall(r"\w+", text)})
NUMBERS = (0, -1, 1, 2, 7, 50, 99, 100, 999, 1000, 9999, 10_000, -999, 10**6)
VALUES = ('""', "0", '"?"', '{ de = "x" }', "[]", "true", '"a"', "{}", '"="', '"=5~"', '"2d6"', '"|d4-d6|"')


def change_text(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(lines))
        line = lines[at]
        match chance.randrange(7):
            case 0:
                lines[at] = ""
            case 1:
                lines.insert(at, chance.choice(chance.choice(TEXTS).split("\n")))
            case 2:
                lines[at] = re.sub(r"-?\d+", str(chance.choice(NUMBERS)), line, count=chance.choice((0, 1)))
            case 3:
                words = re.findall(r"\w+", line)
                if words:
                    old = re.escape(chance.choice(words))
                    lines[at] = re.sub(rf"\b{old}\b", chance.choice(WORDS), line, count=1)
            case 4:
                value = chance.choice(VALUES)
                lines[at] = re.sub(r'"[^"]*"', lambda found, value=value: value, line, count=1)
            case 5:
                lines[at] = re.sub(r"\[.*\]", "[]", line)
            case _:
                lines[at] = line + line
    return "\n".join(lines)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(case_count(12, 600)))
def test_a_changed_text_is_refused_with_a_line_or_can_be_rolled(seed: int) -> None:
    chance = random.Random(seed)
    text = change_text(chance.choice(TEXTS), chance)
    game = compiler.read(text)
    for fault in game.faults:
        assert 1 <= fault.line <= text.count("\n") + 1
        assert "would refuse" not in fault.sentence, "the validator knows the reason, and the line"
    if game.faults:
        return
    declaration.load_game(compiler.compile_text(text)[1])
    for name, _ in rules.PROCEDURES:
        proc = getattr(rolls, name)
        known = inputs_by_chance(proc, chance)
        if known is not None:
            roll_by_chance(proc, known, procedure_odds(proc, known), chance)
