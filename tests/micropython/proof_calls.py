"""Print the results of `core.proof` for each vector of a file, as JSON lines."""

import json
import sys

from gobelet.rules.proof import ProvenShaker, code, receipt, shaker_of

with open(sys.argv[1]) as file:
    vectors = json.loads(file.read())
for vector in vectors:
    game, position, secret = vector["game"], vector["position"], vector["secret"]
    shaker = ProvenShaker(game, position, secret, vector["number"])
    half = len(vector["sides"]) // 2
    faces = [shaker.roll(sides) for sides in vector["sides"][:half]]
    shaker = shaker_of(game, shaker.proof)  # as after a restart in the middle
    faces += [shaker.roll(sides) for sides in vector["sides"][half:]]
    print(json.dumps([code(secret, game, position), faces, receipt(shaker, 4000)]))
