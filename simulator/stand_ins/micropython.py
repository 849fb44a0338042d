"""MicroPython's `micropython` for CPython: only what the firmware or an independent driver asks of it."""

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
    """Ctrl-C is the desk's own affair."""


def alloc_emergency_exception_buf(size: int) -> None:
    """The desk has memory left for an exception."""
