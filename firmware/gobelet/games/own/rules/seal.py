"""The first line of the stored files of a game as text.

A check of this line finds a damaged file. The line is b"gobelet-own <form> <bytes> <crc32 in 8 hexadecimal
digits>", then a line end.
"""

from __future__ import annotations

from binascii import crc32

from gobelet.rules.refused import Refused

OWN = b"gobelet-own %d "  # first line of a file with a game
IDS = b"gobelet-ids %d "  # first line of the file of ids
LARGEST = 8192  # most bytes of a file


def head_of(body: bytes, form: int, head: bytes = OWN) -> bytes:
    """Return the first line of a file with the contents `body`."""
    return head % form + b"%d %08x" % (len(body), crc32(body))


def seal(body: bytes, form: int, head: bytes = OWN) -> bytes:
    """Return the bytes of a file with the contents `body`."""
    return head_of(body, form, head) + b"\n" + body


def unseal(data: bytes, forms: tuple[int, ...], head: bytes = OWN) -> bytes:
    """Return the contents of a file, without its first line.

    Raise Refused("OWN-NEWER") for a form that is not in `forms`, "OWN-DAMAGED" for any other invalid file.
    """
    if not data.startswith(head[:12]) or len(data) > LARGEST:
        raise Refused("OWN-DAMAGED")
    first, _, body = data.partition(b"\n")
    for form in forms:
        if data.startswith(head % form):
            if first != head_of(body, form, head):
                raise Refused("OWN-DAMAGED")
            return body
    raise Refused("OWN-NEWER")
