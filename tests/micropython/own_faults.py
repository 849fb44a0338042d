"""Check and compile games that are text files, on the desk and under MicroPython.

    own_faults.py BUNDLE TEXTS

BUNDLE is the bundle of the page's editor, next to its modules. TEXTS is a list of texts. Both files are JSON.
"""

import json
import sys


def told(game_file, device, text):
    """Return a game as [faults in both languages, declaration, texts, its file in hexadecimal]."""
    game = game_file.read(text, device)
    faults = [[fault.line, fault.message("fr"), fault.message("en")] for fault in game.faults]
    return [faults, game.declared, game.texts, "" if faults else game_file.serialize(game).hex()]


def imported(foreign, device, given):
    """Return the text of an imported table, or the error message."""
    try:
        return foreign.text_in(*given, device)
    except foreign.ForeignError as fault:
        return fault.message("fr")


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
