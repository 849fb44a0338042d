"""Every worked vector gives the same result under real MicroPython."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.vectors import files, runner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


@pytest.mark.parametrize("path", sorted(files.HERE.glob("*.jsonl")), ids=lambda path: path.stem)
def test_vectors_agree(path, both_micropythons):
    game = files.game_of(path)
    adapter = files.adapter_of(game)
    read = (files.GAMES / game / "vector_adapter.py", files.HERE / "runner.py", path)
    given = {file.relative_to(ROOT).as_posix(): file for file in read}
    printed = both_micropythons(HERE / "vectors.py", game, [*given][-1], files=given)
    there = {row["id"]: row for row in map(json.loads, printed.splitlines())}
    vectors = files.vectors_of(path)
    assert len(there) == len(vectors) > 0
    for vector in vectors:
        row = there[vector["id"]]
        assert row["faults"] == [], vector
        here = json.loads(json.dumps(runner.vector_outcome(adapter, vector)))
        assert runner.compare_results(here, row["found"], getattr(adapter, "UNORDERED", ())) == []
