"""Check a game's vectors under MicroPython and print the results as JSON lines.

micropython vectors.py GAME VECTORS.jsonl...
"""

import json
import sys

from tests.vectors import runner

vector_adapter = __import__("tests.games." + sys.argv[1] + ".vector_adapter", None, None, ("run",))
for name in sys.argv[2:]:
    with open(name) as lines:
        for line in lines:
            if line.strip():
                vector = json.loads(line)
                faults = runner.check_vector(vector_adapter, vector)
                found = runner.vector_outcome(vector_adapter, vector)
                print(json.dumps({"id": vector["id"], "faults": faults, "found": found}))
