"""Compress the texts by byte pair encoding, to about half their size.

A code is a number from 1 to 255 that represents one byte, or a pair of other codes. The encoder replaces each
frequent pair by a new code. The device can decode one text without the others; a compressor with a sliding
window does not allow that. The decoder is firmware/gobelet/words/texts.py. The encoding is deterministic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import nsmallest
from itertools import pairwise

DEEPEST = 32  # capacity, in codes, of the decoder's stack in firmware/gobelet/words/texts.py

_CODES = 255  # maximum number of codes; the byte 0 is not a code, because it ends a text
_END = "\u0100"  # character that ends each text during the encoding; no byte has its value, 256
# Minimum count of a pair that becomes a code. The code takes two bytes in the code table, and saves one byte at
# each use.
_LEAST = 4
# After each count of all pairs, the most frequent pair becomes a code. So does each pair whose count is at least
# 0.7 of the highest count.
_AT_ONCE = 0.7


def encode(texts: Sequence[str]) -> tuple[bytes, list[bytes]]:
    """Return the code table and the encoded texts.

    The table has two bytes for each code, from code 1 on: the two codes of a pair, or a single byte and 0.
    """
    joined = "".join(text.encode().decode("latin-1") + _END for text in texts)
    # There are fewer than _CODES different bytes, because UTF-8 never uses some byte values.
    codes = sorted(set(joined) - {_END})
    stand_for = [bytes((ord(code), 0)) for code in codes]
    number = {code: index for index, code in enumerate(codes, 1)}
    depth = dict.fromkeys(codes, 0)
    while len(number) < _CODES:
        counts = Counter(pairwise(joined))
        often = nsmallest(
            _CODES,
            (
                (-count, *pair)
                for pair, count in counts.items()
                if count >= _LEAST and _END not in pair and _depth(depth, *pair) <= DEEPEST
            ),
        )
        if not often:
            break
        taken: set[str] = set()
        for count, first, second in often:
            if count > often[0][0] * _AT_ONCE or len(number) == _CODES:
                break
            if taken & {first, second}:
                continue  # an earlier replacement in this loop has changed the count of this pair
            taken |= {first, second}
            code = chr(ord(_END) + len(number))
            depth[code] = _depth(depth, first, second)
            stand_for.append(bytes((number[first], number[second])))
            number[code] = len(stand_for)
            joined = joined.replace(first + second, code)
    return b"".join(stand_for), [bytes(map(number.__getitem__, text)) for text in joined.split(_END)[:-1]]


def _depth(depth: dict[str, int], first: str, second: str) -> int:
    """Return the number of stack entries that the decoder needs for a pair of codes.

    The decoder keeps the second code on its stack while it decodes the first code.
    """
    return max(depth[first] + 1, depth[second])
