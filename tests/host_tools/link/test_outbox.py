"""A virtual table gets each roll once. The table page has the same cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host_tools.link.outbox import KEPT, Outbox, Positions

CASES = json.loads(Path(__file__).with_name("outbox.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CASES)
def test_each_roll_once(name: str, tmp_path: Path) -> None:
    case: dict[str, Any] = CASES[name]
    positions = Positions(tmp_path / "rolls.json")
    positions.by_journal.update(case.get("marks", {}))
    outbox = Outbox(positions)
    given = [roll["key"] for message in case["messages"] for roll in outbox.process(message)]
    assert given == case["given"]
    assert [roll["key"] for roll in outbox.sent] == case.get("sent", given)
    assert positions.by_journal.items() >= case.get("marks_after", {}).items()


def test_what_was_given_out_outlives_the_tool(tmp_path: Path) -> None:
    talk = [
        {"type": "hello", "session": "a"},
        {"type": "game", "game": "dice"},
        {"type": "roll", "at": 20, "of": 20, "dice": [[6, 2, 1]], "done": True},
        {"type": "state", "game": "dice", "at": 30},
    ]
    path = tmp_path / "gobelet" / "rolls.json"
    Positions(path).set_position("0/a/dice", 10)
    counts = []
    for _ in range(2):
        outbox = Outbox(Positions(path))
        counts.append(sum(len(outbox.process(message)) for message in talk))
    assert counts == [1, 0]


@pytest.mark.parametrize("content", ["", "[]", '{"a":"x"}', '{"a":null}', "\xff"])
def test_marks_that_cannot_be_read(content: str, tmp_path: Path) -> None:
    path = tmp_path / "rolls.json"
    path.write_bytes(content.encode("latin-1"))
    positions = Positions(path)
    for number in range(KEPT + 5):
        positions.set_position(str(number), number)
    assert list(Positions(path).by_journal) == [str(number) for number in range(5, KEPT + 5)]


def test_marks_that_cannot_be_kept_let_nothing_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    outbox = Outbox(Positions(tmp_path / "file" / "rolls.json"))
    outbox.process({"type": "hello", "session": "a"})
    outbox.process({"type": "game", "game": "dice"})
    with pytest.raises(OSError, match="file"):
        outbox.process({"type": "state", "game": "dice", "at": 30})
