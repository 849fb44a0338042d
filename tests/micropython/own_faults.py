"""Check games that are text, on the desk and under MicroPython: what `test_own_faults` compares.

own_faults.py FOLDER TEXTS      FOLDER has the package `own`; TEXTS is a list of texts, in JSON
"""

import json
import sys


def wrap(text, room, size):
    """Lines as they would be if all letters were equally wide."""
    most = room // (size // 2 + 1)
    return [text[at : at + most] for at in range(0, len(text), most)]


def unknown(text):
    return "".join([letter for letter in text if ord(letter) > 0x3000][:1])


def told(declaration, text):
    """[faults, the declaration, the texts] of a game, as JSON has them."""
    game = declaration.read(text, wrap, unknown, lambda key: key == "ok")
    faults = [[fault.line, fault.sentence] for fault in game.faults]
    return [faults, game.declared, game.texts]


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    from own import declaration

    with open(sys.argv[2], encoding="utf-8") as file:
        for each in json.load(file):
            print(json.dumps(told(declaration, each)))
