"""Real MicroPython computes the codes, faces and receipts of the vectors.

MicroPython has its own SHA-256.
"""

from __future__ import annotations

import json
from pathlib import Path

SCRIPT = Path(__file__).with_name("proof_calls.py")
VECTORS = Path(__file__).parents[1] / "vectors" / "proof.json"


def test_the_vectors(both_micropythons):
    printed = both_micropythons(SCRIPT, VECTORS.name, files={VECTORS.name: VECTORS})
    there = [json.loads(line) for line in printed.splitlines()]
    vectors = json.loads(VECTORS.read_text())
    assert there == [[vector["code"], vector["faces"], vector["receipt"]] for vector in vectors]
