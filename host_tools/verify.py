"""Checks a roll that can be verified, from its receipt: the line of its QR code, or that of an export.

    python -m host_tools.verify "G1 dice 0 0 7M6E TZWF 057J 6W0Z 6:1,6" --code a77d353ee0c18660

--code is what the device showed before the roll. It works out the code and the faces anew, by firmware/PROOF.md and
with nothing of the firmware's own. Exit code 1 if something does not fit.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from host_tools.entry_point import run_main

TAG = "gobelet 1"
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE = str.maketrans("OIL", "011")  # letters that no secret has, and what was meant
MOST = 1000  # dice of a receipt
_LINE = re.compile(r"G1\s+([a-z0-9-]+)\s+(\d{1,10})\s+(\d{1,3})\s+((?:[0-9A-Z]{4}\s*){4})(?:\s(.*))?", re.I)
_DICE = re.compile(r"(\d{1,3})(?::(\d{1,3}(?:,\d{1,3})*)|x(\d{1,3}))", re.I)


class ReceiptError(ValueError):
    """A line that is no receipt; one sentence."""


@dataclass(frozen=True)
class Receipt:
    """dice are the sides of each, in the order in which they fell, and its face; None if the receipt does not say."""

    game: str
    position: int
    number: int
    secret: str
    dice: tuple[tuple[int, int | None], ...]


def parse(line: str) -> Receipt:
    found = _LINE.fullmatch(line.strip())
    if not found:
        raise ReceiptError(
            'This is no receipt: one begins with "G1", then game, position, number and a secret of 16 letters.'
        )
    game, position, number, secret, rest = found.groups()
    secret = re.sub(r"\s", "", secret).upper().translate(ALIKE)
    if not set(secret) <= set(LETTERS):
        raise ReceiptError(f"No secret has the letter {min(set(secret) - set(LETTERS))}: look at it again.")
    dice: list[tuple[int, int | None]] = []
    for word in (rest or "").split():
        group = _DICE.fullmatch(word)
        if not group or not 2 <= int(group[1]) <= 100:
            raise ReceiptError(
                f'"{word}" is no dice: write 6:3,5 for two dice of six sides that show 3 and 5.'
            )
        sides = int(group[1])
        faces = [int(face) for face in group[2].split(",")] if group[2] else [None] * int(group[3])
        if any(face is not None and not 1 <= face <= sides for face in faces):
            raise ReceiptError(f'"{word}" has a face that no die of {sides} sides has.')
        dice += [(sides, face) for face in faces]
    if len(dice) > MOST:
        raise ReceiptError(f"No roll has more than {MOST} dice.")
    return Receipt(game.lower(), int(position), int(number), secret, tuple(dice))


def code(receipt: Receipt) -> str:
    """What the device must have shown before the roll."""
    text = f"{TAG} code|{receipt.secret}|{receipt.game}|{receipt.position}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _bytes(receipt: Receipt) -> Iterator[int]:
    block = 0
    while True:
        text = f"{TAG} dice|{receipt.game}|{receipt.position}|{receipt.number}|{block}"
        yield from hmac.digest(receipt.secret.encode(), text.encode(), "sha256")
        block += 1


def faces(receipt: Receipt) -> list[int]:
    """What the dice must have shown."""
    stream = _bytes(receipt)
    found = []
    for sides, _ in receipt.dice:
        byte = next(stream)
        while byte >= 256 - 256 % sides:
            byte = next(stream)
        found.append(1 + byte % sides)
    return found


def in_fours(text: str) -> str:
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def verdict(receipt: Receipt, shown: str | None) -> tuple[bool, str]:
    """(whether nothing speaks against it, what to say)."""
    must = code(receipt)
    wanted = faces(receipt)
    told = [face for _, face in receipt.dice]
    listed = ", ".join(f"d{sides} {face}" for (sides, _), face in zip(receipt.dice, wanted, strict=True))
    if any(face not in (None, must_be) for face, must_be in zip(told, wanted, strict=True)):
        return False, f"Wrong: from this secret and the number {receipt.number} come {listed}."
    if shown is not None and re.sub(r"\s", "", shown).lower() != must:
        return False, f"Wrong: the code of this secret is {in_fours(must)}, and another one was shown."
    if not wanted:
        said = "There are no dice in this receipt: write them behind it, as 6x2 for two dice of six sides."
    elif None in told:
        said = f"From this secret and the number {receipt.number} come {listed}: compare them with what was shown."
    else:
        said = f"The faces fit: {listed} come from this secret and the number {receipt.number}."
    if shown is None:
        return True, f"{said} Before the roll the device must have shown {in_fours(must)}: compare it."
    return True, f"{said} The code fits: the device was bound to them before it knew the number."


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.verify", description="Check a roll from its receipt."
    )
    parser.add_argument("receipt", nargs="+", help='the line of the QR code: "G1 dice 0 0 ..."')
    parser.add_argument("--code", help="what the device showed before the roll")
    options = parser.parse_args(argv)
    try:
        good, said = verdict(parse(" ".join(options.receipt)), options.code)
    except ReceiptError as fault:
        print(fault, file=sys.stderr)
        return 2
    print(said)
    return 0 if good else 1


if __name__ == "__main__":
    run_main(main)
