"""Trirème: a change in a few words, for undo and the history; undo and redo over all that the players did.

That is the changes of the battle, which the journal has, and what was kept in the owner's file, which is no part of a
battle and outlives it.

A line of KEPT, the last change of the file at its end, or of UNKEPT, the one taken back last at its end: the position
of the journal when the file was changed, its length before and after (AWAY: put aside), in UNKEPT also the position
when that was taken back. What a redo puts behind the file is in CUT.
"""

from ..rules import OWNER_FILE
from ..rules.sheets import FLEET
from ..rules.ships import ORDERS
from ..rules.walks import steps
from .common import game, names, seat

KEPT = "trireme.kept"  # what was changed of the file on the device, see above
UNKEPT = "trireme.unkept"  # and what of it was taken back
CUT = "trireme.cut"  # the longest file of those that were cut
ASIDE = OWNER_FILE + ".old"  # the file before its tables were made those of the device again
LINES = 64  # of KEPT, the newest
AWAY = -1  # the length of a file that was put aside

# Fields of a ship whose change only comes with another one, which is told as it is, see `App.what`.
BESIDE = ("bonus", "eased", "house")


# In words


def _tied(app, effects, tie, row):
    """Names of the two ships of a tie, which may just have come or gone."""
    found = []
    for field in ("first", "second"):
        ship = app.session.get("tie", row, field)
        for number, index, position, old, new in effects:
            if (number, index) == (tie, row) and app.session.state.kinds[number].fields[position] == field:
                ship = new or old
        found.append(seat(app, ship - 1) if ship else "?")
    return found


def _of_all(app, effects):
    """What is said where one effect, or two that come together, tell of all."""
    t = app.t
    done = None
    house = blank = False
    for number, row, position, old, new in effects:
        field = app.session.state.kinds[number].fields[position]
        if field == "battle":
            return t("home.new")
        house = house or field == "house"
        blank = blank or (field == "pv" and not (old and new))
        if field == "used":
            done = t("what.used" if new else "what.gone", seat(app, row))
    return t("have.2") if house and blank else done


def _ordered(app, effect, field):
    """That a ship has done something this turn."""
    _, row, _, old, new = effect
    if field == "eased":
        return app.t("what.rammed", seat(app, row))
    order = game(app) != FLEET and old ^ new == 1 << ORDERS
    return app.t("what.ordered" if order else "what.done", seat(app, row))


def in_words(app, effects):
    """A few words for a change: a new battle, the step of the turn, a name; or the effects that speak for all of it."""
    state = app.session.state
    t = app.t
    done = _of_all(app, effects)
    if done:
        return done
    spoken = []
    for effect in effects:
        number, row, position, old, new = effect
        kind = state.kinds[number]
        field = kind.fields[position]
        if kind.name == "ship":
            if field == "fate":
                return [effect]
            if field == "name":
                done = "%s → %s" % (names(app)[old], names(app)[new])
            elif field == "done" or (field == "eased" and game(app) == FLEET):
                done = done or _ordered(app, effect, field)
            elif field not in BESIDE and old != new:
                spoken.append(effect)
        elif kind.name == "tie":
            if field == "how":
                done = t("what.tied" if new else "what.free", *_tied(app, effects, number, row))
            elif field == "rolled":
                done = done or t("what.rolled", *_tied(app, effects, number, row))
        elif field == "turn":
            return t("turn.new", new)
        elif field == "starts":
            done = "%s %s" % (t("turn.first"), t("side.%d" % new))
        elif field == "pulse":
            done = done or (t("turn.pulse", new) if new else None)
        elif field == "step" and 0 <= new < len(steps(state)):
            # Where a ship is immobilised from the start comes with it, that is told.
            done = t("turn." + steps(state)[new][0])
    return spoken or done


# The owner's file


def note(app, before, after):
    """Note that the owner's file had `before` bytes and has `after` now, AWAY if it was put aside."""
    _write(app, KEPT, _lines(app, KEPT)[1 - LINES :] + [(app.session.journal.position, before, after)])
    _forget(app)


def _forget(app):
    """What was taken back cannot be made again."""
    for name in (UNKEPT, CUT):
        if app.store.read(name) is not None:
            app.store.remove(name)


def _lines(app, name):
    data = app.store.read(name) or b""
    try:
        lines = [tuple([int(word) for word in line.split()]) for line in data.decode().split("\n")[:-1]]
        if any([len(line) != (3 if name == KEPT else 4) for line in lines]):
            raise ValueError(name)
    except ValueError:
        app.store.replace(name + ".bad", data)
        app.store.remove(name)
        return []
    return lines


def _write(app, name, lines):
    text = "".join([" ".join([str(n) for n in line]) + "\n" for line in lines])
    app.navigation.keep(name, text.encode())


def _is(app, length):
    """Whether the owner's file is as it was left, by its length: another one may have been sent."""
    file = app.store.read(OWNER_FILE)
    return file is None if length in (0, AWAY) else file is not None and len(file) == length


def turn(app, forward):
    """Take the last change of the owner's file back, or make it again; whether there was one that was next."""
    if not (_redo_kept if forward else _undo_kept)(app):
        return False
    from .owner_data import forget

    forget(app)
    app.navigation.show_location(app.navigation.location())  # what was being asked is forgotten
    app.toast(app.t("redone" if forward else "undone", app.t("what.kept")))
    return True


def _undo_kept(app):
    """If nothing of the battle was changed after it, and no roll that was made after it is shown."""
    lines = _lines(app, KEPT)
    if not lines:
        return False
    index, before, after = lines[-1]
    session = app.session
    done = session.journal.done
    if done and done[-1] >= index:
        return False
    if "trireme.result" in app.stack.ids and session.pending() is not None and session.rolled() >= index:
        return False
    _write(app, KEPT, lines[:-1])
    store = app.store
    if not _is(app, after):
        return False
    if after == AWAY:
        old = store.read(ASIDE)
        if old is None or len(old) != before:
            return False
        store.replace(OWNER_FILE, old)
    else:
        file = store.read(OWNER_FILE)
        if len(store.read(CUT) or b"") < after:
            store.replace(CUT, file)
        if before:
            store.replace(OWNER_FILE, file[:before])
        else:
            store.remove(OWNER_FILE)
    _write(app, UNKEPT, _lines(app, UNKEPT) + [(index, before, after, session.journal.position)])
    return True


def _redo_kept(app):
    """If nothing was changed since it was taken back, and nothing that was done before it waits to be made again."""
    lines = _lines(app, UNKEPT)
    if not lines:
        return False
    index, before, after, taken = lines[-1]
    journal = app.session.journal
    if app.session.latest() >= taken:
        _forget(app)
        return False
    if journal.undone and journal.undone[-1] < index:
        return False
    store = app.store
    cut = store.read(CUT) or b""
    if not _is(app, before) or len(cut) < after:
        _forget(app)
        return False
    if after == AWAY:
        store.replace(ASIDE, store.read(OWNER_FILE))
        store.remove(OWNER_FILE)
    else:
        store.replace(OWNER_FILE, cut[:after])
    _write(app, UNKEPT, lines[:-1])
    _write(app, KEPT, _lines(app, KEPT)[1 - LINES :] + [(index, before, after)])
    return True
