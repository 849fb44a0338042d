"""The words that the code uses, as firmware/README.md has them: a table that is read in one go."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "firmware" / "README.md"
MOST = 40


def test_the_table_of_words_is_short() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## Words\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
    assert 20 < len(rows) <= MOST
    assert [row for row in rows if len(row) != 2 or not all(cell.strip() for cell in row)] == []
    assert len({row[0] for row in rows}) == len(rows)
