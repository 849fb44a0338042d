"""The first line in a file of a game as text, by which damage is detected.

The line is b"gobelet-own <form> <length of the rest in bytes> <crc32 of the rest in 8 hexadecimal digits>", then a
line end. The form is the number of the file format. In the file of ids, the line begins with b"gobelet-ids".
"""

from __future__ import annotations

from binascii import crc32

from gobelet.rules.refused import Refused

OWN = b"gobelet-own %d "  # beginning of the first line in the file of a game; %d stands for the form
IDS = b"gobelet-ids %d "  # beginning of the first line in the file of ids; %d stands for the form
LARGEST = 8192  # maximum size of a file in bytes


def head_of(body: bytes, form: int, head: bytes = OWN) -> bytes:
    """Return the first line of a file with the contents `body`."""
    return head % form + b"%d %08x" % (len(body), crc32(body))


def seal(body: bytes, form: int, head: bytes = OWN) -> bytes:
    """Return the bytes of a file with the contents `body`."""
    return head_of(body, form, head) + b"\n" + body


def unseal(data: bytes, forms: tuple[int, ...], head: bytes = OWN) -> bytes:
    """Return the contents of a file without the first line.

    Raise Refused("OWN-NEWER") if the form of the file is not in `forms`, Refused("OWN-DAMAGED") if the file is damaged.
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
