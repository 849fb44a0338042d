"""Print a device's answer to each line of a file as JSON lines.

CPython and MicroPython run this module.
"""

import json
import sys

from gobelet.link.requests import answer

with open(sys.argv[1]) as file:
    for line in file.read().split("\n"):
        print(json.dumps(answer(None, line.encode())))
