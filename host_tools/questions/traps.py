"""What a notation means elsewhere, where it means another thing here: said, so that nobody is caught.

The programs are the three that most players know: Foundry, Roll20 and rpg-dice-roller.
"""

from __future__ import annotations

import re

_TRAPS = (
    (
        re.compile(r"!!?p?(\d+)(?!\d*x)"),
        "!{0} explodes {0} times at most; Roll20 explodes on just {0}: here x>={0} is from {0} on.",
    ),
    (
        re.compile(r"(?<![ro])r(\d+)"),
        "r{0} rerolls {0} or less, once; elsewhere just {0}, and in Roll20 and rpg-dice-roller until it is gone: rr<=.",
    ),
    (
        re.compile(r"!(?:[!p])?>=(\d+)"),
        "!>={0} explodes on the highest face and counts {0} or more; elsewhere it explodes from {0} on: x>={0}.",
    ),
    (
        re.compile(r"\dm(?![ai])"),
        "m is the size of the largest set; in Roll20 it only marks equal dice.",
    ),
    (
        re.compile(r"d(66)(?!\d)"),
        "d66 is two d6 read as digits, 11 to 66; elsewhere a die of 66 sides: d{{1..66}}.",
    ),
    (
        re.compile(r"/\s*(\d+)"),
        "/{0} drops what is left over; elsewhere fractions stay.",
    ),
)


def told(text: str) -> list[str]:
    """A sentence for each part of a notation that other programs read in another way; none for most."""
    plain = re.sub(r"\[[^\]]*\]", "", text.lower().replace(" ", ""))
    found = []
    for pattern, sentence in _TRAPS:
        part = pattern.search(plain)
        if part:
            found.append(sentence.format(*part.groups()))
    return found
