"""The words on the screen of a virtual device, below the failure of a test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simulator.recorder import Words


def words_of(frames: Iterable[Mapping[str, Any]]) -> str:
    """Return the words on the screen of the first virtual device among local variables, or "".

    frames: the local variables of each call, the innermost first. A device is a variable with `words`, or with
    a `board` that has them.
    """
    for local in frames:
        for value in local.values():
            for device in (value, _attribute(value, "board")):
                words = _attribute(device, "words")
                if isinstance(words, Words):
                    return words.as_read()
    return ""


def _attribute(value: Any, name: str) -> Any:
    # Without calling properties and __getattr__ of the value: they may raise, or play on.
    try:
        return vars(value).get(name)
    except TypeError:
        return None
