"""Effects: changes of fields, packed as bytes in the format of the journal."""

from __future__ import annotations

from struct import pack, unpack_from
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .types import Effect

EACH = 7  # number of bytes of one effect
_EFFECT = "<BBBhh"  # kind, row, field, old, new


def ptr8(data: Any) -> Any:
    """Return `data` itself, for plain Python.

    There, indexing it replaces the pointer type of MicroPython's viper.
    """
    return data


ptr16 = ptr32 = ptr8


def pack_effects(effects: Sequence[Effect]) -> bytes:
    """Return effects as bytes, EACH bytes for one effect."""
    return b"".join([pack(_EFFECT, *effect) for effect in effects])


def effects_of(payload: bytes) -> list[Any]:
    """Return the effects (kind, row, field, old, new) in bytes of `pack_effects`."""
    return [unpack_from(_EFFECT, payload, offset) for offset in range(0, len(payload) - EACH + 1, EACH)]
