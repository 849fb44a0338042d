"""Ask the user at the device to look at the panel, hold keys and pull the cable."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

from host_tools.device.selftest import sentences

YES = ("y", "yes", "o", "oui", "j")
NO = ("n", "no", "non")


class Person(Protocol):
    """The user's part in the self-test.

    there   whether a user can answer; if false, the self-test skips the checks that need a user
    """

    there: bool

    def is_shown(self, which: str) -> bool:
        """Ask the user whether the panel shows the test picture `which` correctly."""

    def ask_to_hold(self, key: str) -> None:
        """Ask the user to hold a device key. The device then records the key's edges."""

    def volts(self) -> float | None:
        """Return the battery voltage that the user measured, in volts, or None."""

    def has_heard(self) -> bool:
        """Ask whether the user heard the buzzer or felt the motor."""

    def replug(self) -> None:
        """Ask the user to unplug the cable and plug it in again."""


class Nobody:
    """The Person of a self-test without a user."""

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
    """A user who answers in the terminal."""

    there = True

    def __init__(self, language: str, ask: Callable[[str], str] = input) -> None:
        self._language = language
        self._ask = ask

    def is_shown(self, which: str) -> bool:
        return self._is_agreed(which)

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
        return self._is_agreed("heard")

    def replug(self) -> None:
        self._ask(sentences.user_message("plug", self._language))

    def _is_agreed(self, question: str) -> bool:
        while True:
            said = self._ask(sentences.user_message(question, self._language)).strip().lower()
            if said in YES or said in NO:
                return said in YES


def at_the_terminal(language: str, alone: bool) -> Person:
    """Return the user at the terminal.

    Return a Nobody if `alone` is set, or if there is no terminal.
    """
    if alone or not sys.stdin.isatty():
        return Nobody()
    return AtTheTerminal(language)
