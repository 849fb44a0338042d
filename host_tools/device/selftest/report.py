"""The report of a self-test, as a JSON file and as text.

The report contains no personal data such as the port, names of players or saved games.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from host_tools.device.selftest import sentences
from host_tools.device.selftest.results import FAILS, HOLDS, SKIPPED, Result

FORMAT = 1
MARKS = {HOLDS: "ok", FAILS: "!!", SKIPPED: "--"}
LARGEST = 1 << 20


class ReportError(Exception):
    """The reason why a file is not a readable report, as one sentence."""


def content(results: Iterable[Result], about: dict[str, Any]) -> dict[str, Any]:
    """Return a report as data for JSON; `about` has facts about device and test."""
    return {"gobelet-selftest": FORMAT, **about, "results": [result.as_data() for result in results]}


def stamp() -> str:
    """Return the present date and time, for the name of a file."""
    return time.strftime("%Y%m%d-%H%M%S")


def line(result: Result, language: str) -> str:
    """Return a result as a line of the report, with the remedy on a second line."""
    what, remedy = result.sentence_pair(language)
    return f"{MARKS[result.state]}  {what}" + (f"\n    {remedy}" if remedy else "")


def verdict(results: Sequence[Result], language: str) -> str:
    """Return the summary as text: the number of checks, and each failed check."""
    failing = [result for result in results if result.state == FAILS]
    skipped = sum(result.state == SKIPPED for result in results)
    count = len(results) - skipped
    out = [sentences.user_message("some" if failing else "all", language, count=count, failing=len(failing))]
    out += [line(result, language) for result in failing]
    if skipped:
        out.append(sentences.user_message("skipped", language, count=skipped))
    return "\n".join(out)


def page(report: dict[str, Any], language: str) -> str:
    """Return a report as text."""
    results = read_results(report)
    head = [
        f"{name}: {report[name]}"
        for name in ("machine", "board", "build", "version", "seconds", "made")
        if name in report
    ]
    return (
        "\n".join(
            [
                "Gobelet self-test",
                *head,
                "",
                *(line(each, language) for each in results),
                "",
                verdict(results, language),
            ]
        )
        + "\n"
    )


def read(path: Path) -> dict[str, Any]:
    """Read a report from a file. Raises ReportError if the file is not a report."""
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["gobelet-selftest"] != FORMAT:
            raise ReportError(f"{path} was made by a newer Gobelet; update this one.")
        read_results(found)
    except OSError as fault:
        raise ReportError(f"{path} cannot be read: {fault.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError, UnicodeError, RecursionError):
        raise ReportError(f"{path} is no report of a self-test.") from None
    return found  # type: ignore[no-any-return]


def read_results(report: dict[str, Any]) -> list[Result]:
    """Return the results of a report. Raises ValueError if the form is wrong."""
    names = [field.name for field in fields(Result)]
    found = [Result(**{name: row[name] for name in names}) for row in report["results"]]
    for each in found:
        if each.state not in MARKS or not all(isinstance(text, str) for text in (each.name, each.finding)):
            raise ValueError
        each.words = dict(each.words)
    return found


# Names of measured figures. A comparison of reports shows one figure of each result: the first of these that the
# result has.
FIGURES = (
    "median",
    "free",
    "bounce",
    "equal",
    "mhz",
    "chi",
    "measured",
    "changed",
    "error",
    "cuts",
    "address",
)


def _cell(result: Result | None) -> str:
    if result is None:
        return ""
    if result.state == SKIPPED:
        return MARKS[SKIPPED]
    figure = next((str(result.words[name]) for name in FIGURES if name in result.words), "")
    if result.state == FAILS:
        return f"!! {result.finding} {figure}".strip()
    return figure or MARKS[HOLDS]


def comparison(reports: Sequence[tuple[str, dict[str, Any]]]) -> str:
    """Return a table that compares reports, with a line for each check.

    reports   (heading, report) for each column of the table
    """
    by_name = [{each.name: each for each in read_results(report)} for _, report in reports]
    names: dict[str, None] = {}
    for each in by_name:
        names.update(dict.fromkeys(each))
    rows = [["check", *(name for name, _ in reports)]]
    rows.append(["board", *(str(report.get("board", "")) for _, report in reports)])
    rows.append(["build", *(str(report.get("build", "")) for _, report in reports)])
    rows += [[name, *(_cell(each.get(name)) for each in by_name)] for name in names]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return (
        "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )
        + "\n"
    )
