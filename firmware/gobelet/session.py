"""Session: the game that is open, its Sheets and its journal; and how a game is let go again.

Only strings and integers outlive `leave_game`: one function or class of the game kept somewhere would keep its
whole module in memory.
"""

import gc
import sys

from .core.journal import BY_HAND, EFFECT, FIRST, FREE, ROLL, Journal, unpack_roll
from .core.sheet import State

GAMES = "gobelet.games"


def load(path, name):
    """The attribute `name` of the module at `path`, imported when it is asked for."""
    module = __import__(path, None, None, (name,))
    return getattr(module, name)


class Session:
    """One game opened. name is its folder; store is the device's store; before is the list of the modules
    that stay when the game is left (None: those that are in memory now).

    loaded is what the journal said: "new", "ok" or "damaged".
    memo is a list of integers for the game's screens, gone when the game is left: a running clock, say.
    """

    def __init__(self, name, store, before=None):
        self.name = name
        self.store = store
        self.before = before or list(sys.modules)
        rules = GAMES + "." + name + ".rules"
        self.listed = load(rules, "PROCEDURES")
        self.roles = load(rules, "ROLES")
        # The declarations take four times what a State needs of them.
        self.state = State(load(rules + ".kinds", "KINDS"))
        drop([rules + ".kinds"])
        self.journal = Journal(store, name, self.state)
        self.loaded = self.journal.load()
        self.memo = []
        self.modules = []  # paths of the modules that came with the game, in the order in which they came
        self.rules = self.mark()

    def mark(self):
        """How many modules came into memory since the game was opened; see `shed`."""
        for path in newer(self.before):
            if path not in self.modules:
                self.modules.append(path)
        return len(self.modules)

    def shed(self, mark):
        """Drop the modules that came after `mark`: the screens that needed them are closed.

        Never the rules that the session holds: they would stay, and be imported a second time beside that.
        """
        self.mark()
        mark = max(mark, self.rules)
        drop(self.modules[mark:])
        del self.modules[mark:]

    def briefly(self, call, *given):
        """What call(*given) gives. The modules that it imports leave the memory again, so it must import them
        itself, and neither it nor what it gives may hold anything of them.
        """
        gc.collect()  # or what stays, a name, would lie behind garbage, in the middle of free memory
        mark = self.mark()
        found = call(*given)
        self.shed(mark)
        return found

    def get(self, kind, row, field):
        """One value of a Sheet."""
        return self.state.get(kind, row, field)

    def change(self, changes, join=False):
        """Write and make `changes`, a list of (kind, row, field, value), as one transaction.

        Refused if a bound is crossed, OSError if the journal cannot be written; then nothing has changed.
        """
        self.journal.change(self.state.effects(changes), join)

    def number(self, name):
        """Number of a Procedure by its name; KeyError if the game has none."""
        for at in range(len(self.listed)):
            if self.listed[at][0] == name:
                return at
        raise KeyError(name)

    def procedure(self, number):
        """The Procedure with this number, from its module, which is in memory while a screen needs it."""
        name, module = self.listed[number]
        return load(GAMES + "." + self.name + ".rules." + module, name)

    def rolled(self, number, rows, v, path, by_hand=False):
        """Write a roll to the journal; call it before the faces are shown.

        rows is the list of Sheet rows of the procedure's roles, v the dict of its values.
        """
        listed = list(rows) + [v[i.name] for i in self.procedure(number).inputs]
        self.journal.roll(number, listed, path, BY_HAND if by_hand else 0)

    def known(self, number, listed):
        """(rows, values) of what a ROLL lists for the procedure `number`; None if this version has no such one."""
        if number >= len(self.listed):
            return None
        proc = self.procedure(number)
        roles = len(proc.roles)
        if len(listed) != roles + len(proc.inputs):
            return None
        v = {}
        for at in range(len(proc.inputs)):
            v[proc.inputs[at].name] = listed[roles + at]
        return listed[:roles], v

    def _last(self, applied):
        """What the last ROLL holds, and whether a change after it is in force; None if there is no ROLL.

        Unless `applied` is asked for too, the search ends at such a change, with None.
        """
        changed = False
        for at, kind, payload in self.journal.newest_first():
            if kind == ROLL:
                return unpack_roll(payload), changed
            if kind & 0x0F == EFFECT and kind & FIRST and at in self.journal.done:
                if not applied:
                    return None
                changed = True
        return None

    def last_roll(self, applied=True):
        """(number, rows, values, path, by hand, applied) of the last roll, or None.

        It counts as applied if a change that was made after it is in force.
        """
        last = self._last(applied)
        known = last and self.known(last[0][0], last[0][2])
        if not known:
            return None
        (number, flags, _, path, _), changed = last
        return number, known[0], known[1], path, bool(flags & BY_HAND), changed

    def pending(self):
        """(number, rows, values, path, by hand) of a roll whose effects were not applied yet, or None."""
        last = self.last_roll(False)
        return last and last[:5]

    def unseen(self):
        """Whether nothing came after the last roll, which a power cut may have kept from being seen."""
        last = self._last(False)
        return last is not None and (last[0][0] == FREE or self.known(last[0][0], last[0][2]) is not None)

    def row(self, proc, rows, role):
        """Sheet row of a role, -1 if it is not known. A Kind with one row needs no choice."""
        if role in proc.roles:
            return rows[proc.roles.index(role)]
        kind = self.roles.get(role)
        return 0 if kind is not None and self.state.kind(kind).rows == 1 else -1

    def changes(self, proc, rows, outcome):
        """The changes that the Outcome of a procedure asks for, on the rows of its roles."""
        found = []
        for role, field, operation, amount in outcome.effects:
            row = self.row(proc, rows, role)
            if row >= 0:
                place = (self.roles[role], row, field)
                value = amount if isinstance(amount, int) else self.row(proc, rows, amount) + 1
                if operation != "=":
                    now = self.get(*place)
                    for change in found:  # two effects may fall on one field
                        if change[:3] == place:
                            now = change[3]
                    value = now + amount if operation == "+" else now - amount
                found.append(place + (value,))
        return found

    def archive(self):
        """Keep a copy of the present game, as "<name>.old", before a new one starts."""
        self.store.replace(self.name + ".old", self.journal.snapshot())

    def restart(self, keep=()):
        """Begin a new game: archive this one and bring all but the Kinds in `keep` to their start values.

        A game in which nothing has happened yet leaves the archive alone.
        """
        changes = [change for change in self.state.restart() if change[0] not in keep]
        if changes:
            self.archive()
            self.change(changes)

    def recall(self):
        """Bring the archived game back, as one transaction; the present one is archived in its place, if anything
        happened in it. False if there is none that can be read.
        """
        read = self.journal.restored(self.store.read(self.name + ".old"))
        if read is None:
            return False
        if self.state.restart():
            self.archive()
        self.journal.change(read[1])
        return True


def newer(before):
    """Paths of the firmware's modules in memory that are not in `before`."""
    return [path for path in sys.modules if path.startswith("gobelet.") and path not in before]


def drop(paths):
    """Drop modules, so that their memory comes back: both places that hold one must let go.

    A place that MicroPython frees in a dict keeps its value until it is used again: so that is overwritten first.
    """
    for path in paths:
        parent, _, last = path.rpartition(".")
        if parent in sys.modules and hasattr(sys.modules[parent], last):
            setattr(sys.modules[parent], last, None)
            delattr(sys.modules[parent], last)
        if path in sys.modules:
            sys.modules[path] = None
            del sys.modules[path]
    gc.collect()


def leave_game(before):
    """Drop the modules of a game and all that came with it: screens of ours too. before: see Session."""
    drop(newer(before))
