"""Byte pair encoding: bytes that often follow one another become one code, so texts take about half.

Each code stands for a byte or for two other codes. Short texts far apart can be read one at a time, which no
compressor with a window allows; firmware/gobelet/words/texts.py decodes them. The same texts give the same codes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import nsmallest
from itertools import pairwise

DEEPEST = (
    32  # codes that wait for another at once; the stack of firmware/gobelet/words/texts.py has as many bytes
)

_CODES = 255  # 0 ends a text
_END = "\u0100"  # of a text, while the codes are looked for: no byte
_LEAST = (
    4  # a pair that is found less often saves nothing: its two bytes in the table, and one wherever it was
)
_AT_ONCE = 0.7  # pairs this often, in parts of the most frequent, become codes before pairs are counted anew


def encode(texts: Sequence[str]) -> tuple[bytes, list[bytes]]:
    """What each code from 1 on stands for, two bytes: two codes, or a byte and 0; and the codes of each text."""
    joined = "".join(text.encode().decode("latin-1") + _END for text in texts)
    codes = sorted(set(joined) - {_END})  # UTF-8 has fewer than _CODES
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
                continue  # it is less often now
            taken |= {first, second}
            code = chr(ord(_END) + len(number))
            depth[code] = _depth(depth, first, second)
            stand_for.append(bytes((number[first], number[second])))
            number[code] = len(stand_for)
            joined = joined.replace(first + second, code)
    return b"".join(stand_for), [bytes(map(number.__getitem__, text)) for text in joined.split(_END)[:-1]]


def _depth(depth: dict[str, int], first: str, second: str) -> int:
    """Codes put off at once while a pair is decoded: the second waits for the first."""
    return max(depth[first] + 1, depth[second])
