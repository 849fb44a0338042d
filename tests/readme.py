"""Tables in README.md that a command writes, each between two marks."""

from __future__ import annotations

from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def text() -> str:
    return README.read_text(encoding="utf-8")


def between(begin: str, end: str) -> str:
    return text().partition(begin)[2].partition(end)[0]


def put(begin: str, end: str, made: str) -> None:
    before, _, rest = text().partition(begin)
    _, _, after = rest.partition(end)
    README.write_text(f"{before}{begin}\n\n{made}\n{end}{after}", encoding="utf-8")
