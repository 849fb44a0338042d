"""The user at the device.

The user looks at the panel, holds keys and disconnects the cable.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

from host_tools.device.selftest import sentences

YES = ("y", "yes", "o", "oui", "j")
NO = ("n", "no", "non")


class Person(Protocol):
    """The user's part of the test.

    If `there` is false, the test calls no method.
    """

    there: bool

    def is_shown(self, which: str) -> bool:
        """Tell whether the panel shows this picture correctly."""

    def ask_to_hold(self, key: str) -> None:
        """Ask the user to hold a key; the device records its edges from this call on."""

    def volts(self) -> float | None:
        """Return the battery voltage that the user measured, or None."""

    def has_heard(self) -> bool:
        """Tell whether the user heard the buzzer or felt the motor."""

    def replug(self) -> None:
        """Ask the user to unplug the cable and plug it in again."""


class Nobody:
    """A replacement for the user in a test without a user."""

    there = False

    def is_shown(self, which: str) -> bool:
        return False

    def ask_to_hold(self, key: str) -> None:
        pass

    def volts(self) -> float | None:
        return None

    def has_heard(self) -> bool:
        return False

    def replug(self) -> None:
        pass


class AtTheTerminal:
    """The user, who answers in the terminal."""

    there = True

    def __init__(self, language: str, ask: Callable[[str], str] = input) -> None:
        self._language = language
        self._ask = ask

    def is_shown(self, which: str) -> bool:
        return self._yes(which)

    def ask_to_hold(self, key: str) -> None:
        name = sentences.OF[key][sentences.index(self._language)]
        print(sentences.user_message("key", self._language, key=name), flush=True)

    def volts(self) -> float | None:
        while True:
            said = (
                self._ask(sentences.user_message("volts", self._language))
                .strip()
                .replace(",", ".")
                .rstrip("Vv ")
            )
            if not said:
                return None
            try:
                return float(said)
            except ValueError:
                continue

    def has_heard(self) -> bool:
        return self._yes("heard")

    def replug(self) -> None:
        self._ask(sentences.user_message("plug", self._language))

    def _yes(self, question: str) -> bool:
        while True:
            said = self._ask(sentences.user_message(question, self._language)).strip().lower()
            if said in YES or said in NO:
                return said in YES


def at_the_terminal(language: str, alone: bool) -> Person:
    """Return the user at the terminal, or Nobody if no user can answer.

    No user can answer if there is no terminal, or if `alone` is set.
    """
    if alone or not sys.stdin.isatty():
        return Nobody()
    return AtTheTerminal(language)
