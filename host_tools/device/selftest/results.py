"""Results of checks.

A result has a state, figures, and the values for its sentences in French and English.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from host_tools.device.selftest import sentences

HOLDS, FAILS, SKIPPED = "holds", "fails", "skipped"


@dataclass
class Result:
    """The result of one check.

    name     such as "key.UP"
    finding  the part that fails, such as "dead", or the reason for skipping
    words    the values for its sentence
    """

    name: str
    state: str = HOLDS
    finding: str = ""
    words: dict[str, Any] = field(default_factory=dict)

    @property
    def group(self) -> str:
        """Return the first part of the check's name."""
        return self.name.partition(".")[0]

    def sentence_pair(self, language: str) -> tuple[str, str]:
        """Return (finding, remedy) as sentences; the remedy is "" unless the check failed."""
        return sentences.sentence_pair(
            self.group, self.finding, {"of": self.name.partition(".")[2], **self.words}, language
        )

    def as_data(self) -> dict[str, Any]:
        """Return the result as plain data for the report."""
        return asdict(self)


class Results:
    """All results, in order. `on_result` is called with each new result."""

    def __init__(self, on_result: Any = lambda result: None) -> None:
        self.all: list[Result] = []
        self._on_result = on_result

    def add_pass(self, name: str, **words: Any) -> None:
        """Record a passed check."""
        self._append(Result(name, HOLDS, "", words))

    def add_failure(self, name: str, finding: str, **words: Any) -> None:
        """Record a failed check with its finding."""
        self._append(Result(name, FAILS, finding, words))

    def add_skip(self, name: str, why: str, **words: Any) -> None:
        """Record a skipped check with the reason."""
        self._append(Result(name, SKIPPED, why, words))

    def failures(self) -> list[Result]:
        """List the results of failed checks."""
        return [result for result in self.all if result.state == FAILS]

    def _append(self, result: Result) -> None:
        self.all.append(result)
        self._on_result(result)
