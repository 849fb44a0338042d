"""Verify a roll from its receipt.

The receipt is the line in the roll's QR code or in an export.

    python -m host_tools.verify "G1 dice 0 0 7M6E TZWF 057J 6W0Z 6:1,6." --code a77d353ee0c18660 [--language fr]

--code is the code that the device showed before the roll. From the secret in the receipt, the tool recomputes
this code and the faces, as firmware/PROOF.md defines. The tool does not use the firmware for this. The exit
status is 0 if all given faces and the given code fit the secret, and 1 if a face or the code does not. It is 2 if
the line is not a receipt. It is 3 if the receipt or the code is incomplete, so that the roll may be right or wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from host_tools.entry_point import command_name, run_main

TAG = "gobelet 1"
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE = str.maketrans("oOiIlL", "001111")  # letters that no secret contains, and the digits that replace them
MOST = 1000  # maximum number of dice in a receipt
DIGITS = 16  # number of hexadecimal digits in a code
_ASCII = re.I | re.A
_LINE = re.compile(
    r"G1 ([a-z0-9_-]+) (\d{1,10}) (\d{1,3}) ((?:[0-9A-Z]{4} ?){3}[0-9A-Z]{4})(?: (.*?))? ?(\.?)", _ASCII
)
_BEGUN = re.compile(r"G(1( [a-z0-9_-]+( \d{1,10}( \d{1,3}( ([0-9A-Z] ?){0,15})?)?)?)?)?", _ASCII)
_DICE = re.compile(r"(\d{1,3})(?::(\d{1,3}(?:,\d{1,3})*)|x(\d{1,3}))", _ASCII)
# matches the last group of dice in a receipt without a dot
_BEGUN_DICE = re.compile(r"(\d{1,3})(x|:((?:\d{1,3},)*)(\d{0,3}))?", _ASCII)


class Verdict(Enum):
    """The verdicts about a receipt. The value of each is the exit status of the tool."""

    RIGHT = 0  # all given faces and the given code fit the secret
    WRONG = 1  # a face or the code contradicts the secret, even if other parts are missing
    INCOMPLETE = 3


NO_RECEIPT = 2  # exit status for a line that is no receipt
WRONG = ("bad", "other_code")
INCOMPLETE = ("open", "no_dice", "half_code", "no_code")
SAID = {
    "en": {
        "receipt": 'This is no receipt: one begins with "G1", then game, position, number and a secret of 16 letters.',
        "letter": "No secret has the letter {word}: look at it again.",
        "dice": '"{word}" is no dice: write 6:3,5. for two dice of six sides that show 3 and 5.',
        "face": '"{word}" has a face that no die of these sides has.',
        "many": "No roll has more than 1000 dice.",
        "cut": "Incomplete: the receipt breaks off before the end of its secret.",
        "bad": "Wrong: from this secret and the number {number} come {faces}.",
        "other_code": "Wrong: the code of this secret is {code}, and another one was shown.",
        "open": "Incomplete: what is there fits, but no dot ends the line, so dice may be missing: count them.",
        "no_dice": "Incomplete: there are no dice in this receipt: write them behind it, "
        "as 6x2. for two dice of six sides.",
        "half_code": "Incomplete: a code has 16 digits, and here are {digits}.",
        "no_code": "Incomplete: a code has 16 digits, 0 to 9 and a to f: look at it again.",
        "come": "From this secret and the number {number} come {faces}.",
        "compare_faces": "From this secret and the number {number} come {faces}: compare them with what was shown.",
        "fit": "The faces fit: {faces} come from this secret and the number {number}.",
        "compare_code": "Before the roll the device must have shown {code}: compare it.",
        "bound": "The code fits: the device was bound to them before it knew the number.",
    },
    "fr": {
        "receipt": "Ce n’est pas un reçu : il commence par « G1 », puis le jeu, la place, le nombre et un secret "
        "de 16 lettres.",
        "letter": "Aucun secret n’a la lettre {word} : relisez-la.",
        "dice": "« {word} » : écrivez 6:3,5. pour deux dés à six faces qui montrent 3 et 5.",
        "face": "« {word} » a une face que ce dé n’a pas.",
        "many": "Aucun jet n’a plus de 1000 dés.",
        "cut": "Incomplet : le reçu s’arrête avant la fin de son secret.",
        "bad": "Faux : de ce secret et du nombre {number} viennent {faces}.",
        "other_code": "Faux : le code de ce secret est {code}, et c’est un autre qui a été montré.",
        "open": "Incomplet : ce qui est là est juste, mais aucun point ne finit la ligne, des dés peuvent donc "
        "manquer : comptez-les.",
        "no_dice": "Incomplet : il n’y a pas de dés dans ce reçu : écrivez-les à la suite, comme 6x2. pour deux dés "
        "à six faces.",
        "half_code": "Incomplet : un code a 16 chiffres, en voici {digits}.",
        "no_code": "Incomplet : un code a 16 chiffres, de 0 à 9 et de a à f : relisez-le.",
        "come": "De ce secret et du nombre {number} viennent {faces}.",
        "compare_faces": "De ce secret et du nombre {number} viennent {faces} : comparez-les à ce qui a été montré.",
        "fit": "Les faces sont justes : {faces} viennent de ce secret et du nombre {number}.",
        "compare_code": "Avant le jet l’appareil doit avoir montré {code} : comparez-le.",
        "bound": "Le code est le bon : l’appareil y était engagé avant de connaître le nombre.",
    },
}


class ReceiptError(ValueError):
    """A line that is no receipt: `why` is a text key of SAID, `word` the wrong part."""

    def __init__(self, why: str, word: str = "") -> None:
        super().__init__(SAID["en"][why].format(word=word))
        self.why = why
        self.word = word


@dataclass(frozen=True)
class Receipt:
    """The parts of a receipt.

    game      name of the game.
    position  byte offset of the game's journal when the device showed the code.
    number    the number, 0 to 999, that a player chose after the code was shown.
    secret    16 letters that the device drew before it showed the code.
    dice      (sides, face) of each die in the order of rolling; the face is None if the receipt lacks it.
    whole     whether the receipt ends with a dot, which states that no die is missing.
    last      digits of the last face if the line has no dot, because more digits may be missing; its face in
              `dice` is None.
    """

    game: str
    position: int
    number: int
    secret: str
    dice: tuple[tuple[int, int | None], ...]
    whole: bool = True
    last: str = ""


def parse(line: str) -> Receipt:
    """Parse a receipt. Raises ReceiptError.

    An incomplete line, which ends inside the secret, raises ReceiptError too.
    """
    line = " ".join(line.split())
    found = _LINE.fullmatch(line)
    if not found:
        raise ReceiptError("cut" if _BEGUN.fullmatch(line) else "receipt")
    game, position, number, secret, rest, dot = found.groups()
    secret = secret.replace(" ", "").upper().translate(ALIKE)
    if not set(secret) <= set(LETTERS):
        raise ReceiptError("letter", min(set(secret) - set(LETTERS)))
    words = (rest or "").split()
    begun = _BEGUN_DICE.fullmatch(words[-1]) if words and not dot else None
    dice = [die for word in (words[:-1] if begun else words) for die in _group(word)]
    last = ""
    if begun:
        some, last = _parse_cut_group(begun)
        dice += some
    if len(dice) > MOST:
        raise ReceiptError("many")
    return Receipt(game.lower(), int(position), int(number), secret, tuple(dice), bool(dot), last)


def _group(word: str) -> list[tuple[int, int | None]]:
    """Parse a group of dice: 6:3,5 is two d6 with faces, 6x2 is two d6 without faces."""
    group = _DICE.fullmatch(word)
    if not group or not 2 <= int(group[1]) <= 100:
        raise ReceiptError("dice", word)
    sides = int(group[1])
    if not group[2]:
        return [(sides, None)] * int(group[3])
    faces = [int(face) for face in group[2].split(",")]
    if not all(1 <= face <= sides for face in faces):
        raise ReceiptError("face", word)
    return [(sides, face) for face in faces]


def _parse_cut_group(begun: re.Match[str]) -> tuple[list[tuple[int, int | None]], str]:
    """Parse the last group of dice in a receipt without a dot; digits may be missing.

    Return the dice of the group, and the digits of the last face.
    """
    sides, what, faces, last = begun.groups()
    if not what:  # the group has only the number of sides, whose last digits may be missing
        if int(sides) > 100:
            raise ReceiptError("dice", begun[0])
        return [], ""
    if not 2 <= int(sides) <= 100:
        raise ReceiptError("dice", begun[0])
    dice = _group(f"{sides}:{faces[:-1]}") if faces else []
    if last:
        _group(f"{sides}:{last}")
        dice.append((int(sides), None))
    return dice, last or ""


def code(receipt: Receipt) -> str:
    """Compute the code that the device must have shown before the roll."""
    text = f"{TAG} code|{receipt.secret}|{receipt.game}|{receipt.position}"
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def drawn_bytes(receipt: Receipt) -> Iterator[int]:
    """Yield the bytes from which `faces` computes the faces of a receipt."""
    block = 0
    while True:
        text = f"{TAG} dice|{receipt.game}|{receipt.position}|{receipt.number}|{block}"
        yield from hmac.digest(receipt.secret.encode(), text.encode(), "sha256")
        block += 1


def faces(receipt: Receipt) -> list[int]:
    """Compute the faces that the dice must have shown."""
    stream = drawn_bytes(receipt)
    found = []
    for sides, _ in receipt.dice:
        byte = next(stream)
        while byte >= 256 - 256 % sides:
            byte = next(stream)
        found.append(1 + byte % sides)
    return found


def split_in_fours(text: str) -> str:
    """Split a text into groups of four characters, to compare it by eye."""
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def digits(shown: str | None) -> str:
    """Normalize a typed code: letters and digits in lower case, O as 0, I and L as 1."""
    return "".join(letter for letter in shown or "" if letter.isalnum()).translate(ALIKE).lower()


def finding(receipt: Receipt, shown: str | None = None) -> str:
    """Return the name of the finding about a receipt, such as "good" or "bad".

    `shown` is the code that the device showed before the roll. The name is "good", "fits", "bound" or "compare" if
    nothing is wrong or incomplete. If something is, the name is an entry of WRONG or INCOMPLETE.
    """
    wanted = faces(receipt)
    told = [face for _, face in receipt.dice]
    typed = digits(shown)
    is_code = len(typed) == DIGITS and set(typed) <= set("0123456789abcdef")
    if any(face not in (None, must) for face, must in zip(told, wanted, strict=True)):
        return "bad"
    if receipt.last and not str(wanted[-1]).startswith(receipt.last):
        return "bad"
    if is_code and typed != code(receipt):
        return "other_code"
    if not wanted:
        return "no_dice"
    if not receipt.whole:
        return "open"
    if typed and not is_code:
        return "half_code" if len(typed) < DIGITS and set(typed) <= set("0123456789abcdef") else "no_code"
    if None in told:
        return "bound" if typed else "compare"
    return "good" if typed else "fits"


def verdict(receipt: Receipt, shown: str | None = None) -> Verdict:
    """Judge a receipt; `shown` is the code that the device showed before the roll."""
    found = finding(receipt, shown)
    return Verdict.WRONG if found in WRONG else Verdict.INCOMPLETE if found in INCOMPLETE else Verdict.RIGHT


def sentences(receipt: Receipt, shown: str | None, language: str) -> str:
    """Return the finding about a receipt as sentences for the user."""
    found = finding(receipt, shown)
    parts = {
        "good": ["fit", "bound"],
        "fits": ["fit", "compare_code"],
        "bound": ["compare_faces", "bound"],
        "compare": ["compare_faces", "compare_code"],
        "open": ["open", "come"],
        "half_code": ["half_code", "come"],
        "no_code": ["no_code", "come"],
    }.get(found, [found])
    listed = zip(receipt.dice, faces(receipt), strict=True)
    values = {
        "number": receipt.number,
        "faces": ", ".join(f"d{sides} {face}" for (sides, _), face in listed),
        "code": split_in_fours(code(receipt)),
        "digits": len(digits(shown)),
    }
    return " ".join(SAID[language][part].format(**values) for part in parts)


def main(argv: Sequence[str] | None = None) -> int:
    """Check the receipts of the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.verify"), description="Check a roll from its receipt."
    )
    parser.add_argument("receipt", nargs="+", help='the line of the QR code: "G1 dice 0 0 ..."')
    parser.add_argument("--code", help="what the device showed before the roll")
    parser.add_argument("--language", choices=sorted(SAID), default="en", help="of the verdict")
    options = parser.parse_args(argv)
    try:
        receipt = parse(" ".join(options.receipt))
    except ReceiptError as fault:
        print(SAID[options.language][fault.why].format(word=fault.word), file=sys.stderr)
        return Verdict.INCOMPLETE.value if fault.why == "cut" else NO_RECEIPT
    print(sentences(receipt, options.code, options.language))
    return int(verdict(receipt, options.code).value)


if __name__ == "__main__":
    run_main(main)
