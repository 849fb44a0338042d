"""Verifiable dice: after a roll, anyone can check that the faces were not chosen.

See firmware/PROOF.md.

Before a roll the device draws a random secret, and shows a code, which is a hash of the secret. The code commits
the device to the secret. Then a player enters a number, and the device computes the faces from the secret and
this number. After the roll the device shows the secret. A receipt is a line of text with which others can check
the roll.
"""

from __future__ import annotations

from binascii import hexlify
from hashlib import sha256
from struct import pack, unpack_from
from typing import TYPE_CHECKING

from .shaker import Shaker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .types import Face, Position, Sides, ThrowDie

# The characters of a secret: Crockford's base 32, in which no two characters look alike
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 16  # number of characters in a secret; each character has 5 bits
NUMBERS = 1000  # a player's number is in 0..999
TAG = "gobelet 1"  # prefix of each hashed text, so that no other program computes the same hashes

# The first 22 bytes of a proof: position in the journal, player's number, secret. Pairs of bytes follow: sides of
# the dice, number of dice with these sides.
_HEAD = "<IH16s"
_FIRST = 22
_MOST = 255  # maximum length of a proof in bytes, which must fit into a record of the journal


def draw_secret(roll: ThrowDie) -> str:
    """Return a random secret; roll(sides) returns faces from the chip's random source."""
    return "".join([LETTERS[roll(32) - 1] for _ in range(LENGTH)])


def code(secret: str, game: str, position: Position) -> str:
    """Return the code to show before the roll.

    The code is the first 64 bits of a SHA-256 hash, as 16 hexadecimal digits.
    """
    text = "%s code|%s|%s|%d" % (TAG, secret, game, position)
    return str(hexlify(sha256(text.encode()).digest()[:8]), "ascii")


class ProvenShaker(Shaker):
    """A dice cup that computes its faces from a secret and a player's number.

    position  length of the journal of `game` in bytes when the code was shown.
    dice      list of (sides, face) for the dice thrown so far, in order.
    """

    def __init__(self, game: str, position: Position, secret: str, number: int) -> None:
        Shaker.__init__(self, self._block)
        self.game = game
        self.position = position
        self.secret = secret
        self.number = number
        self.dice: list[tuple[Sides, Face]] = []
        self.whole = True  # whether `dice` lists all dice that this cup has thrown
        self._count = 0  # number of 32-byte blocks computed so far

    def _block(self, size: int) -> bytes:
        """Return the next 32 bytes: an HMAC-SHA256 whose HMAC key is the secret."""
        text = "%s dice|%s|%d|%d|%d" % (TAG, self.game, self.position, self.number, self._count)
        self._count += 1
        key = self.secret.encode()
        fill = bytes(64 - len(key))
        inside = sha256(bytes([byte ^ 0x36 for byte in key + fill]) + text.encode()).digest()
        return sha256(bytes([byte ^ 0x5C for byte in key + fill]) + inside).digest()

    def roll(self, sides: Sides) -> Face:
        face = Shaker.roll(self, sides)
        self.dice.append((sides, face))
        return face

    @property
    def proof(self) -> bytes:  # type: ignore[override]
        """Return the proof as the bytes that the journal stores.

        `shaker_of` computes the same faces from these bytes. Dice that do not fit into _MOST bytes are left out.
        """
        out = bytearray(pack(_HEAD, self.position, self.number, self.secret.encode()))
        for sides, count, _ in group_dice(self.dice):
            while count and len(out) < _MOST - 1:
                out.extend(bytes((sides, min(count, 255))))
                count -= min(count, 255)
        return bytes(out)


def shaker_of(game: str, proof: bytes) -> ProvenShaker | None:
    """Return a dice cup that has thrown all dice of a proof once more.

    Later throws of this cup continue its sequence of faces. The result is None if the bytes are no proof.
    """
    try:
        position, number, secret = unpack_from(_HEAD, proof)
        shaker = ProvenShaker(game, position, str(secret, "ascii"), number)
        for offset in range(_FIRST, len(proof), 2):
            for _ in range(proof[offset + 1]):
                shaker.roll(proof[offset])
        shaker.whole = len(proof) < _MOST - 1
    except Exception:  # for bytes that are too short, MicroPython raises ValueError, and CPython struct.error
        return None
    return shaker


def in_fours(digits: str) -> str:
    """Return a code or a secret in groups of four characters, separated by spaces."""
    return " ".join([digits[at : at + 4] for at in range(0, len(digits), 4)])


def group_dice(dice: Sequence[tuple[Sides, Face]]) -> list[tuple[Sides, int, list[Face]]]:
    """Group consecutive dice with equal sides.

    Return [(sides, number of dice in the group, their faces)...].
    """
    found: list[tuple[Sides, int, list[Face]]] = []
    faces: list[Face] = []
    for index in range(len(dice)):
        sides, face = dice[index]
        faces.append(face)
        if dice[index + 1 : index + 2] == [] or dice[index + 1][0] != sides:
            found.append((sides, len(faces), faces))
            faces = []
    return found


def receipt(shaker: ProvenShaker, room: int = _MOST) -> str:
    """Return the receipt of a roll, such as "G1 dice 0 0 7M6E TZWF 057J 6W0Z 6:1,6.".

    If the faces do not fit into `room` characters, the receipt has only the number of dice: "6x12." means twelve
    d6. If these numbers do not fit either, the receipt has no dice. The dot at the end means that no die is missing.
    """
    line = "G1 %s %d %d %s" % (shaker.game, shaker.position, shaker.number, in_fours(shaker.secret))
    found = group_dice(shaker.dice)
    for dice in (
        ["%d:%s" % (sides, ",".join([str(face) for face in faces])) for sides, _, faces in found],
        ["%dx%d" % (sides, count) for sides, count, _ in found],
    ):
        whole = " ".join([line] + dice) + ("." if dice and shaker.whole else "")
        if len(whole) <= room:
            return whole
    return line
