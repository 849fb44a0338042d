"""The tables of tests/MEASURED.md; commands write each of them between two marks."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).with_name("MEASURED.md")


def page_text() -> str:
    return PAGE.read_text(encoding="utf-8")


def text_between(begin: str, end: str) -> str:
    return page_text().partition(begin)[2].partition(end)[0]


def replace_between(begin: str, end: str, made: str) -> None:
    before, _, rest = page_text().partition(begin)
    _, _, after = rest.partition(end)
    PAGE.write_text(f"{before}{begin}\n\n{made}\n{end}{after}", encoding="utf-8")
