"""The device's QR codes under MicroPython with 32-bit words are those of CPython."""

from __future__ import annotations

import random

from gobelet.ui.drawing import qr
from tests.micropython.conftest import run_wasm

LENGTHS = (
    0,
    14,
    15,
    17,
    18,
    26,
    27,
    32,
    33,
    42,
    43,
    qr.MOST,
)  # the least and the greatest length of each size and level


def test_the_same_modules_as_on_the_desk(wasm_package: None) -> None:
    some = random.Random(7)
    texts = [some.randbytes(length) for length in LENGTHS]
    script = "from gobelet.ui.drawing.qr import code\n" + "".join(
        f"print(code({text!r}))\n" for text in texts
    )
    assert run_wasm(script).splitlines() == [str(qr.code(text)) for text in texts]
