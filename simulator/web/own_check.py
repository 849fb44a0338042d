"""The Python part of the editor of own games, which runs in a worker of its own.

The script own_check.mjs calls the functions of this module, and these functions call host_tools/own. Arguments and
results are numbers, texts, JSON and hexadecimal only.
"""

from __future__ import annotations

import io
import json
from binascii import unhexlify
from typing import TYPE_CHECKING

from gobelet.games.dice.rules import notation
from gobelet.games.own.rules import pools, procedures
from gobelet.rules.odds import procedure_odds, ratio
from gobelet.rules.procedure import values
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.canvas import Canvas
from gobelet.ui.drawing.numbers import percent
from host_tools.own import foreign, game_file, pasted, rebuilt, toml_lines, words
from host_tools.own.alike import json_of
from host_tools.own.replaced import Replaced
from host_tools.own.roll import declared_terms
from host_tools.own.sentences import format_message

if TYPE_CHECKING:
    from typing import Any

MOST_ROWS = 24  # maximum number of bars for the odds of a roll
device: Any = None
game: Any = None  # the game that `check_text` checked last, or None if that game has a fault
made: Any = ()
last: Any = None  # the text that was read last, and its game


def set_device(letters: str, reserved: str) -> None:
    """Set the properties of the device against which games are checked.

    letters   the font asset of the device, in hexadecimal.
    reserved  the text keys that the device itself uses, as a JSON list.
    """
    global device, last
    last = None  # its game was checked against the device before
    asset = unhexlify(letters)
    known = set(json.loads(reserved))
    device = game_file.Device(
        Canvas(bytearray(1024), lambda name: io.BytesIO(asset)), lambda key: key in known
    )


def check_text(text: str) -> str:
    """Check the text of a game.

    Returns {faults, remarks, reach}. A fault or remark is [line number, French message, English message, path, code].
    A path is a list of TOML keys and list indexes. `reach` has the possible totals of each roll, by the roll's id. For
    a game without faults the result also has {id, titles, size in bytes, rolls}.
    """
    global game, made
    found = _game_of(text)
    told: dict[str, Any] = {
        "faults": _fault_rows(found.faults),
        "remarks": _fault_rows(found.remarks),
        "reach": found.reach,
    }
    game = None
    if not found.faults:
        game = found
        made = game_file.rolls(found)
        told["id"] = found.id
        told["titles"] = [found.title("fr"), found.title("en")]
        told["size"] = len(game_file.serialize(found))
        told["rolls"] = [_describe_roll(proc) for proc in made]
    return json_of(told)


def _game_of(text: str) -> Any:
    """Read the game of a text, once for successive calls with this text.

    The page asks for the faults of a text, and for its line in the list of games.
    """
    global last
    if last is None or last[0] != text:
        last = text, game_file.read(text, device)
    return last[1]


def _fault_rows(faults: Any) -> Any:
    return [[each.line, each.message("fr"), each.message("en"), each.path, each.code] for each in faults]


def parts(text: str) -> str:
    """Return the positions of all values in a text, or null for a TOML error.

    values  for each TOML value: path, path with English TOML keys, begin, end, begin of its TOML key or -1, content.
            The content is ["list"] for a list, ["table"] for a table, ["yes"] or ["no"] for a boolean.
    heads   for each TOML table header: begin, path, path with English TOML keys.
    french  1 if the TOML keys of the text are French, otherwise 0.

    Begin and end are indexes of characters in the text; the character at `end` is no longer part of the value.
    """
    try:
        reader = toml_lines.parse(text)
    except toml_lines.TomlError:
        return "null"
    listed = []
    for path, (begin, end) in reader.values.items():
        value: Any = reader.root
        for key in path:
            value = value[key]
        if isinstance(value, bool):
            value = ["yes"] if value else ["no"]
        elif isinstance(value, (list, dict)):
            value = ["list" if isinstance(value, list) else "table"]
        listed.append([path, _english(path), begin, end, reader.begins.get(path, -1), value])
    heads = [[begin, path, _english(path)] for begin, path in reader.heads]
    # json_of sorts keys, as a file needs it, and takes ten times as long
    return json.dumps({"values": listed, "heads": heads, "french": int(words.are_french(reader.lines))})


def _english(path: Any) -> Any:
    found: Any = ()
    for key in path:
        found += (words.english_key(key, found) if isinstance(key, str) else key,)
    return found


def _text_pair(key: str, fallback: str = "") -> list[str]:
    return [game.texts[language].get(key, fallback) for language in ("fr", "en")]


def _describe_roll(proc: Any) -> dict[str, Any]:
    """Return a roll's id, name, dice and inputs."""
    inputs = []
    for each in proc.inputs:
        key = "%s.%s" % (proc.name, each.name)
        options = [_text_pair("%s.%s" % (key, option), option) for option in each.options or ()]
        inputs.append([each.name, _text_pair(key, each.name), each.low, each.high, each.start, options])
    return {
        "id": proc.name,
        "name": _text_pair(proc.name, proc.name),
        "dice": _text_pair(proc.name + ".dice"),
        "inputs": inputs,
    }


def odds(number: int, given: str) -> str:
    """Return the odds of a roll of the game that `check_text` checked last.

    `number` is the index of the roll. `given` is a JSON object of input values by the input's name. The result is a
    JSON object with these members:

    rows      for each outcome a bar: label in both languages, then the chance of "exactly", of "at least" and of "at
              most" this outcome. Each chance is a percent in both languages, then a share in millionths.
    chances   for each question that the roll declares, a bar: label, percent and share of the chance.
    cells     for each cell of the roll's table the chance of its text in percent, by row and column.
    mean      the mean of the outcomes as text in both languages, or null if an outcome is no number.

    If the rules refuse an input, the result is {refused: the message in both languages}. If the checked text has a
    fault, the result is null.
    """
    if game is None:
        return "null"
    proc = made[number]
    known = json.loads(given)
    try:
        chosen = values(proc, known)
        found = procedure_odds(proc, chosen)
    except Refused as refused:
        return json_of({"refused": _text_pair("e.%s" % refused.code, "?")})
    rows = [(_outcome_name(proc, key), found.weights[at]) for at, key in enumerate(found.keys)]
    if len(rows) > MOST_ROWS:
        rows = _ranges(proc, found)
    told = _bars(rows, found.total, found.tail)
    for weight, label in ((found.unknown, ["?", "?"]), (found.tail, ["…", "…"])):
        if weight:
            told.append(_bar(label, weight, found.total) + [None] * 4)
    chances = []
    for name, test in proc.questions:
        num, den = found.chance_of(lambda key, test=test: test(chosen, key))
        chances.append(_bar(_text_pair("%s.%s" % (proc.name, name), name), num, den))
    numbers = [key for key in found.keys if key < procedures.WORD]
    mean = _format_mean(found) if numbers and len(numbers) == len(found.keys) and not found.tail else None
    return json_of({"rows": told, "chances": chances, "cells": _cell_percents(number, found), "mean": mean})


def _bars(rows: list[Any], total: int, tail: int) -> list[Any]:
    """Return a bar for each outcome: chance of exactly, at least and at most.

    rows    (label, weight) of each outcome.
    total   the sum of all weights.
    tail    the weight of results so high that the odds do not list them, because a die has exploded again and again.
            Each chance of "at least" includes these results.
    """
    bars = []
    before = 0
    whole = sum([weight for _, weight in rows])
    for label, weight in rows:
        least = _bar(label, whole - before + tail, total)
        before += weight
        most = _bar(label, before, total)
        bars.append(_bar(label, weight, total) + least[1:] + most[1:])
    return bars


def _cell_percents(number: int, found: Any) -> list[Any]:
    """Return the chance of each cell's text in percent, by row and column.

    If several cells have the same text, each of these cells has their common chance. A cell with another result than
    a text has None. `number` is the index of the roll whose table has the cells.
    """
    roll = game.declared["r"][number]
    told = []
    for _, _, cells in roll["w"]:
        line = []
        for cell in cells:
            key = procedures.WORD + cell
            is_word = roll["o"][cell % procedures.CHECK if roll["g"] else cell][0] == procedures.WORDS
            weight = sum([found.weights[at] for at, one in enumerate(found.keys) if one == key])
            line.append(_bar([], weight, found.total)[1] if is_word else None)
        told.append(line)
    return told


def _format_mean(found: Any) -> list[str]:
    """Format the mean of some odds with at most two decimals, in both languages."""
    num, den = found.mean()
    parts = (200 * abs(num) + den) // (2 * den)
    text = "%d.%02d" % (parts // 100, parts % 100)
    text = ("−" if num < 0 else "") + text.rstrip("0").rstrip(".")
    return [text.replace(".", dot) for dot in (",", ".")]


def _notation_odds(text: str) -> Any:
    """Return the odds of dice written as text, such as "3d6+2".

    If the text has a fault, the result is [position in the text from 1, French message, English message].
    """
    try:
        constant, terms = notation.parse(text)
        return pools.odds(pools.check_pool([constant, declared_terms(terms)]))[0]
    except notation.NotationError as fault:
        return [
            fault.offset + 1,
            format_message("fr", "no-dice-" + fault.code),
            format_message("en", "no-dice-" + fault.code),
        ]
    except ValueError:
        return [1, format_message("fr", "dice-work"), format_message("en", "dice-work")]


def compare_rolls(one: str, other: str) -> str:
    """Compare two rolls, each written as text such as "3d6+2".

    faults             for each invalid roll: [0 or 1 for the roll, position from 1, French message, English message].
                       The result of an invalid roll has no other part.
    means              the mean of each roll in both languages, or null for a roll whose odds have a tail, see `_bars`.
    more, same, less   chance that the first roll is higher than, equal to or lower than the second: percent in both
                       languages, share in millionths.
    tail               1 if the odds of one of the rolls have a tail, otherwise 0.
    rows               for each possible total: the total, then for each roll the percent and share of "at least this
                       total".
    """
    both = [_notation_odds(text) for text in (one, other)]
    faults = []
    for at, found in enumerate(both):
        if isinstance(found, list):
            place, french, english = found
            faults.append([at, place, french, english])
    if faults:
        return json_of({"faults": faults})
    first, second = both
    whole = first.total * second.total
    more = same = before = at = 0
    for index, key in enumerate(first.keys):
        while at < len(second.keys) and second.keys[at] < key:
            before += second.weights[at]
            at += 1
        more += first.weights[index] * before
        if at < len(second.keys) and second.keys[at] == key:
            same += first.weights[index] * second.weights[at]
    parts = {"more": more, "same": same, "less": whole - more - same}
    told: dict[str, Any] = {name: _bar([], parts[name], whole)[1:] for name in parts}
    told["tail"] = int(first.tail > 0 or second.tail > 0)
    told["means"] = [None if each.tail else _format_mean(each) for each in both]
    keys = sorted(set(first.keys) | set(second.keys))
    step = (len(keys) - 1) // MOST_ROWS + 1
    told["rows"] = [
        [key] + [_bar([], part, den)[1:] for part, den in (first.at_least(key), second.at_least(key))]
        for key in keys[::step]
    ]
    return json_of(told)


def _outcome_name(proc: Any, key: Any) -> list[str]:
    if key < procedures.WORD:
        return [str(key), str(key)]
    return _text_pair("%s.%d" % (proc.name, key), str(key))


def _ranges(proc: Any, found: Any) -> list[Any]:
    """Return (label, weight) of each outcome, with neighbouring numbers joined.

    The numbers are joined to at most MOST_ROWS ranges of equal width. An outcome that is a text is not joined.
    """
    keys = [key for key in found.keys if key < procedures.WORD]
    wide = (keys[-1] - keys[0]) // MOST_ROWS + 1 if keys else 1
    rows = []
    for first in range(keys[0], keys[-1] + 1, wide) if keys else ():
        last = min(first + wide - 1, keys[-1])
        label = "%d–%d" % (first, last) if first < last else str(first)
        weight = sum([found.weights[at] for at, key in enumerate(found.keys) if first <= key <= last])
        rows.append(([label, label], weight))
    for at, key in enumerate(found.keys):
        if key >= procedures.WORD:
            rows.append((_outcome_name(proc, key), found.weights[at]))
    return rows


def _bar(label: list[str], part: int, whole: int) -> list[Any]:
    share = ratio(part, whole)
    return [label, [percent(share, ","), percent(share, ".")], part * 1000000 // whole]


def files(index: str) -> str:
    """Return the device files of the game that `check_text` checked last.

    Returns {file name: content in hexadecimal}. `index` is the content of the device's present list of own games, in
    hexadecimal. Returns null if this list is full, or if the game has a fault.
    """
    if game is None:
        return "null"
    listed = game_file.list_with(game, unhexlify(index))
    if listed is None:
        return "null"
    return json_of(
        {game_file.name(game) + ".game": game_file.serialize(game).hex(), game_file.OWN: listed.hex()}
    )


def list_consequences(there: str) -> str:
    """Return what sending the checked game would change on a device.

    `there` is a JSON object with the device's present files of this game, by name, in hexadecimal. For a file in a
    folder only the name is used, not the content. The result is {told, ids, full}:

    told  [French, English] of each message to the player.
    ids   the content of the file of ids in hexadecimal, which must be written before the game; null if the file stays.
    full  1 if the device would refuse the game, otherwise 0.
    """
    files = {}
    given = json.loads(there)
    for name in given:
        files[name] = unhexlify(given[name])
    found = Replaced(game_file.name(game), game_file.serialize(game), files)
    told = [[format_message(language, *each) for language in ("fr", "en")] for each in found.told]
    if found.full:
        told = [[format_message(language, "ids-full") for language in ("fr", "en")]]
    ids = None if found.kept is None else found.kept.hex()
    return json_of({"told": told, "ids": ids, "full": int(found.full)})


def import_table(data: str, name: str) -> str:
    """Convert a table file of another program to the text of a game.

    Returns [text], or ["", reason in French, reason in English] if the conversion fails.
    """
    try:
        return json_of([foreign.text_in(data, name, device)])
    except foreign.ForeignError as fault:
        return json_of(["", fault.message("fr"), fault.message("en")])


def glance(text: str) -> str:
    """Summarize the text of a game, for the list of games.

    Returns {id, titles, faults, size, file}. `faults` is the number of faults. `file` is the compiled file of the game
    in hexadecimal, or "" if the text has a fault. `size` is the number of bytes of this file.
    """
    found = _game_of(text)
    data = b"" if found.faults else game_file.serialize(found)
    titles = [found.texts[language].get("game.title", "") for language in ("fr", "en")]
    return json_of(
        {"id": found.id, "titles": titles, "faults": len(found.faults), "size": len(data), "file": data.hex()}
    )


def read_back(data: str, identity: str, french: int) -> str:
    """Rebuild the text of a game from its file on a device.

    `data` is the file in hexadecimal, `identity` the id of the game. Returns [text], or [] if the file cannot be read.
    """
    try:
        return json_of([rebuilt.text_of(unhexlify(data), identity, bool(french))])
    except Refused:
        return "[]"


def pasted_rows(data: str) -> str:
    """Parse a pasted table.

    Returns {dice, heads: the column names, rows: [range, cells] of each row}, or {why: [reason in French, in English]}.
    """
    try:
        dice, heads, rows = pasted.read(data)
    except pasted.ListError as fault:
        return json_of(
            {"why": [format_message(language, fault.code, *fault.values) for language in ("fr", "en")]}
        )
    return json_of({"dice": dice, "heads": heads, "rows": rows})
