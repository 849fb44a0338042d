"""Prints what a device answers to each line of the file that it is given, a JSON value a line: under any Python."""

import json
import sys

from gobelet.link.requests import answer

with open(sys.argv[1]) as file:
    for line in file.read().split("\n"):
        print(json.dumps(answer(None, line.encode())))
