"""A replacement under CPython for MicroPython's module `micropython`.

This module has the functions that the firmware and the test drivers use.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def const(value: T) -> T:
    return value


def native(function: T) -> T:
    return function


def viper(function: T) -> T:
    return function


def kbd_intr(character: int) -> None:
    """Do nothing, because CPython on the desk handles Ctrl-C itself."""


def alloc_emergency_exception_buf(size: int) -> None:
    """Do nothing, because the desk always has memory for an exception."""
