"""Byte pair encoding, which about halves the size of the texts.

Each frequent pair of bytes becomes one code. Each code represents a byte or two other codes. Any text can be
decoded without the others, which a compressor with a sliding window does not allow.
firmware/gobelet/words/texts.py is the decoder. The encoding is deterministic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import nsmallest
from itertools import pairwise

DEEPEST = 32  # most codes on the stack of the decoder, firmware/gobelet/words/texts.py

_CODES = 255  # largest number of codes; the byte 0 is not a code, because it ends a text
_END = "\u0100"  # marks the end of a text during encoding; it is above every byte value
_LEAST = 4  # least uses of a pair: a code takes two bytes in the table, and saves one byte at each use
# Pairs at least this frequent, relative to the top pair, become codes in one round of counting.
_AT_ONCE = 0.7


def encode(texts: Sequence[str]) -> tuple[bytes, list[bytes]]:
    """Return the code table and the encoded texts.

    The table has two bytes for each code from 1 on: two other codes, or a byte and 0.
    """
    joined = "".join(text.encode().decode("latin-1") + _END for text in texts)
    codes = sorted(set(joined) - {_END})  # UTF-8 uses fewer than _CODES byte values
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
                continue  # the count of the pair is out of date after the replacements of this round
            taken |= {first, second}
            code = chr(ord(_END) + len(number))
            depth[code] = _depth(depth, first, second)
            stand_for.append(bytes((number[first], number[second])))
            number[code] = len(stand_for)
            joined = joined.replace(first + second, code)
    return b"".join(stand_for), [bytes(map(number.__getitem__, text)) for text in joined.split(_END)[:-1]]


def _depth(depth: dict[str, int], first: str, second: str) -> int:
    """Return the stack depth to decode a pair.

    The decoder keeps the second code on its stack while it decodes the first.
    """
    return max(depth[first] + 1, depth[second])
