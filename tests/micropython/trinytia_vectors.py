"""Runs under MicroPython: the Tri'Nytia vectors, and every explanation, as JSON lines.

micropython trinytia_vectors.py ROOT VECTORS.jsonl...
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

from tests.games.trinytia import vector_adapter
from tests.vectors import runner

for name in sys.argv[2:]:
    with open(name) as lines:
        for line in lines:
            if line.strip():
                vector = json.loads(line)
                faults = runner.check(vector_adapter, vector)
                found = runner.outcome(vector_adapter, vector)
                print(json.dumps({"id": vector["id"], "faults": faults, "found": found}))
