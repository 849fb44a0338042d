"""Effects: changes of fields, packed as bytes in the format of the journal."""

from __future__ import annotations

from struct import pack, unpack_from
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .types import Effect

EACH = 7  # number of bytes of one effect
_EFFECT = "<BBBhh"  # index of the Kind, of the row and of the field, old value, new value


def ptr8(data: Any) -> Any:
    """Return `data` itself, in plain Python.

    In MicroPython's viper code, `ptr8` is a pointer type. The same code runs in plain Python, because a pointer and
    `data` are indexed in the same way.
    """
    return data


ptr16 = ptr32 = ptr8


def pack_effects(effects: Sequence[Effect]) -> bytes:
    """Pack effects into bytes, EACH bytes for one effect."""
    return b"".join([pack(_EFFECT, *effect) for effect in effects])


def effects_of(payload: bytes) -> list[Any]:
    """Unpack the effects in bytes that `pack_effects` returned.

    An effect is (index of the Kind, of the row and of the field, old value, new value).
    """
    return [unpack_from(_EFFECT, payload, offset) for offset in range(0, len(payload) - EACH + 1, EACH)]
