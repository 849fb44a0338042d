"""Requests of a listener.

The answer to each request is one message, or a refusal of one sentence.

No request changes a rolled die. A request may change names of players, and values of Sheets as a transaction of the
journal. A press that a listener sends acts like a press of the device's key.

REQUESTS has the function that handles each request. Its parameter `asked` is the whole JSON object of the request;
`given` is the value that this object has under the request's name.
"""

from __future__ import annotations

import json
from binascii import b2a_base64
from typing import TYPE_CHECKING

from ..device.keys import BACK, DOWN, OK, UP
from ..games import GAMES as LISTED
from ..rules.odds import procedure_odds
from ..rules.procedure import Outcome, values
from ..rules.refused import Refused
from ..words.messages import LETTERS, SEATS
from .messages import key_word

if TYPE_CHECKING:
    from typing import Any

    from ..rules.types import Change
    from ..ui.screens.types import Context
    from .link import Link

    Answer = tuple[str, dict[str, Any]]  # type of the message, fields of the message

KEYS = {"up": UP, "down": DOWN, "ok": OK, "back": BACK}
ROWS = 40  # maximum number of results in an answer about odds; the likeliest results are sent
OWN = "own"  # name of the file that lists the games which players wrote


class Wrong(Exception):
    """A refused request; its argument is one sentence."""


def answer(link: Link, line: bytes) -> Answer:
    """Return the answer to a line from the listener.

    For an error in the line, the answer is a refusal. Exceptions for faults of the device propagate.
    """
    to = None
    try:
        try:
            asked = json.loads(str(line, "utf-8"))
        except (ValueError, UnicodeError, RuntimeError):  # RuntimeError: too deep nesting, on MicroPython
            raise Wrong("this is no line of JSON")
        if _has_half_letter(asked):
            raise Wrong("half of a letter is no text")
        if not isinstance(asked, dict):
            raise Wrong('a request is an object, such as {"hello":1}')
        to = asked.get("id")
        if not (to is None or (isinstance(to, (int, str)) and len(str(to)) < 40)):
            to = None
            raise Wrong("an id is a number or a short string")
        names = [name for name in asked if name in REQUESTS]
        if len(names) != 1:
            raise Wrong("one request a line; known are " + ", ".join(sorted(REQUESTS)))
        kind, fields = REQUESTS[names[0]](link, asked[names[0]], asked)
        fields["to"] = to
        return kind, fields
    except Wrong as error:
        why = str(error)
    except Refused as error:
        why = link.context.messages.refusal(error)
    except OSError:
        why = "the device could not write it"
    except MemoryError:
        why = "there is no memory for it now"
    return "refused", {"to": to, "why": why}


def _has_half_letter(asked: Any) -> bool:
    """Tell whether a text in a request has half of a UTF-16 pair.

    UTF-8 cannot encode half of a pair.
    """
    left = [asked]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += list(value) + list(value.values())
        elif isinstance(value, list):
            left += value
        elif isinstance(value, str) and [sign for sign in value if 0xD800 <= ord(sign) <= 0xDFFF]:
            return True
    return False


def _check_number(value: Any, low: int, high: int, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Wrong("%s is a number from %d to %d" % (name, low, high))
    return value


def _confirm(name: str) -> Answer:
    return "ok", {"did": name}


def hello(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Begin the exchange with a listener.

    If `asked` has "game" and "since", the listener already has that game's journal up to the byte position "since".
    """
    since = asked.get("since")
    game = asked.get("game")
    if since is not None:
        _check_number(since, 0, 1 << 29, "since")
    link.greet(game if isinstance(game, str) else None, -1 if since is None else since)
    return _confirm("hello")


def alive(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Confirm a request that only shows that the listener is still connected."""
    return _confirm("alive")


def press(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Act as if a player pressed a key of the device."""
    device = link.context.device
    key = KEYS.get(given) if isinstance(given, str) else None
    if key is None:
        raise Wrong("a key is up, down, ok or back")
    if device.heard or device.keys.down != device.keys.stuck:
        raise Wrong("a key of the device is pressed, and that comes first")
    device.send_key(key, asked.get("hold") is True)
    return _confirm("press")


def name(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Set the name of a seat (player). An empty text removes the name."""
    context = link.context
    row = _check_number(asked.get("seat"), 0, SEATS - 1, "seat")
    if not isinstance(given, str) or len(given.strip()) > LETTERS or not _can_be_shown(context, given):
        raise Wrong("a name is a text of %d letters at most, that the screen has" % LETTERS)
    given = given.strip()
    if given and given in [context.messages.name(other) for other in range(SEATS) if other != row]:
        raise Wrong("another seat has this name")
    context.messages.set_name(row, given)
    context.defer(context.navigation.restore_top)
    link.request_state()
    return _confirm("name")


def _can_be_shown(context: Context, text: str) -> bool:
    return (
        min(text or " ") >= " " and context.canvas.has_glyphs(text, 8) and context.canvas.has_glyphs(text, 16)
    )


def open_game(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Open a game, or the list of games."""
    context = link.context
    there = list(getattr(context.device.board, "GAMES", "").split() or LISTED)
    # add the games as text; system/home.py describes the lines of this file
    for line in (context.device.store.read(OWN) or b"").split(b"\n"):
        if line.startswith(b"own-"):
            there.append(str(line.partition(b"\t")[0], "utf-8"))
    if given != "home" and given not in there:
        raise Wrong("there is home, and " + ", ".join(there))
    if context.session is not None and context.session.name == given:
        return _confirm("open")
    context.defer(context.navigation.home)
    if given != "home":
        context.defer(context.open, given + ".home")
    return _confirm("open")


def preset(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Save free dice as a preset, in the first unused row."""
    context = link.context
    session = _session(context)
    if session.name != "dice":
        raise Wrong("open the free dice first")
    title = asked.get("label", "")
    if not isinstance(title, str):
        raise Wrong("a label is a text")
    from ..games.dice.screens.presets import store_line

    try:
        kept = store_line(context, given if isinstance(given, str) else "", title.upper())
    except ValueError:
        raise Wrong("this is no notation of dice")
    if not kept:
        raise Wrong("no preset is free")
    context.defer(context.navigation.restore_top)
    return _confirm("preset")


def ask(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Answer with the exact odds of a Procedure of the open game."""
    context = link.context
    session = _session(context)
    inputs = asked.get("inputs", {})
    try:
        number = session.procedure_index(given)
    except KeyError:
        names = [
            session.procedure_name(number)
            for number in range(len(session.listed))
            if session.has_procedure(number)
        ]
        raise Wrong("%s has %s" % (session.name, ", ".join(names)))
    proc = session.procedure(number)
    if not isinstance(inputs, dict):
        raise Wrong("inputs are an object")
    chosen: dict[str, int] = {}
    for each in proc.inputs:
        if each.name in inputs:
            value = inputs[each.name]
            if each.options is not None and value in each.options:
                value = each.options.index(value)
            elif value is True or value is False:
                value = 1 if value else 0
            chosen[each.name] = _check_number(value, each.low, each.high, each.name)
    for each_name in inputs:
        if each_name not in chosen:
            raise Wrong("%s asks for %s" % (proc.name, ", ".join([each.name for each in proc.inputs])))
    found = procedure_odds(proc, values(proc, chosen))
    order = sorted(zip(found.weights, found.keys), reverse=True)
    weights = []
    for weight, key in order[:ROWS]:
        word = key_word(link.context, proc, key)
        weights.append([key, weight, word] if word else [key, weight])
    return "odds", {
        "what": proc.name,
        "total": found.total,
        "weights": weights,
        "tail": found.tail,
        "unknown": found.unknown,
    }


def change(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Change values of Sheets as one transaction of the journal.

    A change is [kind, row, field, old value, new value]. If an old value differs from the present value, the device
    has made another change meanwhile, and the function refuses the request.
    """
    context = link.context
    session = _session(context)
    if asked.get("game") != session.name:
        raise Wrong("another game is open: " + session.name)
    roll = session.pending_roll()
    if roll is not None and (
        session.name + ".result" in context.navigation.stack.ids
        or not isinstance(roll.now, Outcome)
        or session.outcome_changes(roll.proc, roll.rows, roll.now)
    ):
        raise Wrong("a roll waits to be applied on the device")
    state = session.state
    if not isinstance(given, list) or not given:
        raise Wrong("a change is a list of [kind, row, field, old, new]")
    changes: list[Change] = []
    for each in given:
        if not isinstance(each, list) or len(each) != 5 or not isinstance(each[0], str):
            raise Wrong("a change is a list of [kind, row, field, old, new]")
        kind, row, field, old, new = each
        gone = session.declaration("GONE_FIELDS", {})
        if kind not in state.index or field not in state.kind(kind).fields or field in gone.get(kind, ()):
            raise Wrong("there is no field %s %s" % (kind, field))
        _check_number(row, 0, state.kind(kind).rows - 1, "row")
        _check_number(new, -32000, 32767, "new")
        if state.get(kind, row, field) != old:
            raise Wrong("conflict: %s %d %s is %d" % (kind, row, field, state.get(kind, row, field)))
        changes.append((kind, row, field, new))
    effects = state.effects(changes)
    changes_of = session.declaration("mending_changes")
    if changes_of is not None:
        state.apply(effects)
        impossible = changes_of(state)
        state.apply(effects, False)
        if impossible:
            raise Wrong("no play makes these values")
    session.change(changes)
    context.defer(context.navigation.restore_top)
    return _confirm("change")


def frame(link: Link, given: Any, asked: dict[str, Any]) -> Answer:
    """Answer with the frame that the panel shows."""
    data = str(b2a_base64(bytes(link.context.device.panel.buffer)), "utf-8").strip()
    return "frame", {"data": data}


def _session(context: Context) -> Any:
    if context.session is None:
        raise Wrong("no game is open")
    return context.session


REQUESTS = {
    "hello": hello,
    "alive": alive,
    "press": press,
    "name": name,
    "open": open_game,
    "preset": preset,
    "ask": ask,
    "change": change,
    "frame": frame,
}
