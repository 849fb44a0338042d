"""Check and compile games that are text, on the desk and under MicroPython: what `test_own_faults` compares.

own_faults.py BUNDLE TEXTS      BUNDLE is that of the page's editor, its modules in the folder that it lies in; TEXTS is
                                a list of texts; both in JSON
"""

import json
import sys


def told(game_file, device, text):
    """[faults in both languages, the declaration, the texts, the bytes of its file in base 16] of a game, as JSON has
    them.
    """
    game = game_file.read(text, device)
    faults = [[fault.line, fault.said("fr"), fault.said("en")] for fault in game.faults]
    return [faults, game.declared, game.texts, "" if faults else game_file.written(game).hex()]


def imported(foreign, device, given):
    """The text of a table that was made elsewhere, or why not."""
    try:
        return foreign.text_in(*given, device)
    except foreign.ForeignError as fault:
        return fault.said("fr")


if __name__ == "__main__":
    import io
    from binascii import unhexlify

    with open(sys.argv[1], encoding="utf-8") as file:
        bundle = json.load(file)
    sys.path[:] = [sys.argv[1].rpartition("/")[0], ".frozen"]
    from gobelet.ui.drawing.canvas import Canvas
    from host_tools.own import game_file

    letters = unhexlify(bundle["letters"])
    canvas = Canvas(bytearray(1024), lambda name: io.BytesIO(letters))
    reserved = set(bundle["reserved"])
    from host_tools.own import foreign

    device = game_file.Device(canvas, lambda key: key in reserved)
    with open(sys.argv[2], encoding="utf-8") as file:
        for each in json.load(file):
            if isinstance(each, list):
                print(json.dumps(imported(foreign, device, each)))
                continue
            print(json.dumps(told(game_file, device, each)))
