"""The results of the self-test's checks."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from host_tools.device.selftest import sentences

HOLDS, FAILS, SKIPPED = "holds", "fails", "skipped"


@dataclass
class Result:
    """The result of one check.

    name     name of the check, such as "key.UP"
    state    HOLDS (the check passed), FAILS or SKIPPED
    finding  code of the fault, such as "dead", or of the reason why the check was skipped; "" if it passed
    words    the measured figures and names, by placeholder of the sentence about the result
    """

    name: str
    state: str = HOLDS
    finding: str = ""
    words: dict[str, Any] = field(default_factory=dict)

    @property
    def group(self) -> str:
        """Return the part of the check's name before the dot, such as "key"."""
        return self.name.partition(".")[0]

    def sentence_pair(self, language: str) -> tuple[str, str]:
        """Return the sentences (finding, remedy); the remedy is "" except for FAILS."""
        return sentences.sentence_pair(
            self.group, self.finding, {"of": self.name.partition(".")[2], **self.words}, language
        )

    def as_data(self) -> dict[str, Any]:
        """Return the result as plain data for the report."""
        return asdict(self)


class Results:
    """All results of a self-test, in order. Each new result is passed to `on_result`."""

    def __init__(self, on_result: Any = lambda result: None) -> None:
        self.all: list[Result] = []
        self._on_result = on_result

    def add_pass(self, name: str, **words: Any) -> None:
        """Record a passed check."""
        self._append(Result(name, HOLDS, "", words))

    def add_failure(self, name: str, finding: str, **words: Any) -> None:
        """Record a failed check with the code of its fault."""
        self._append(Result(name, FAILS, finding, words))

    def add_skip(self, name: str, why: str, **words: Any) -> None:
        """Record a skipped check with the code of the reason."""
        self._append(Result(name, SKIPPED, why, words))

    def failures(self) -> list[Result]:
        """Return the results of the failed checks."""
        return [result for result in self.all if result.state == FAILS]

    def _append(self, result: Result) -> None:
        self.all.append(result)
        self._on_result(result)
