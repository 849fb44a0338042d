"""Session: the game that is open, its Sheets and its journal; and how a game is let go again.

Only strings and integers outlive `leave_game`: one function or class of the game kept somewhere would keep its
whole module in memory.
"""

import gc
import sys

from .core.journal import BY_HAND, Journal
from .core.procedure import Outcome
from .core.sheet import State

GAMES = "gobelet.games"


def load(path, name):
    """The attribute `name` of the module at `path`, imported when it is asked for."""
    module = __import__(path, None, None, (name,))
    return getattr(module, name)


class Session:
    """One game opened. name is its folder; store is the device's store.

    loaded is what the journal said: "new", "ok" or "damaged".
    """

    def __init__(self, name, store):
        self.name = name
        self.store = store
        rules = GAMES + "." + name + ".rules"
        self.procedures = load(rules, "PROCEDURES")
        self.roles = load(rules, "ROLES")
        self.state = State(load(rules, "KINDS"))
        self.journal = Journal(store, name, self.state)
        self.loaded = self.journal.load()

    def get(self, kind, row, field):
        """One value of a Sheet."""
        return self.state.get(kind, row, field)

    def change(self, changes, join=False):
        """Write and make `changes`, a list of (kind, row, field, value), as one transaction.

        Refused if a bound is crossed, OSError if the journal cannot be written; then nothing has changed.
        """
        self.journal.change(self.state.effects(changes), join)

    def procedure(self, name):
        """(number, Procedure) by name; KeyError if the game has none."""
        for at in range(len(self.procedures)):
            if self.procedures[at].name == name:
                return at, self.procedures[at]
        raise KeyError(name)

    def rolled(self, number, v, path, by_hand=False):
        """Write a roll to the journal; call it before the faces are shown."""
        listed = [v[i.name] for i in self.procedures[number].inputs]
        self.journal.roll(number, listed, path, BY_HAND if by_hand else 0)

    def pending(self):
        """(number, values, path, by hand) of a roll whose effects were not applied yet, or None."""
        last = self.journal.pending()
        if last is None or last[0] >= len(self.procedures):
            return None
        number, flags, listed, path, _ = last
        inputs = self.procedures[number].inputs
        if len(listed) != len(inputs):
            return None
        v = {}
        for at in range(len(inputs)):
            v[inputs[at].name] = listed[at]
        return number, v, path, bool(flags & BY_HAND)

    def changes(self, outcome, rows):
        """The changes that an Outcome asks for. rows gives the Sheet row of each role."""
        found = []
        if isinstance(outcome, Outcome):
            for role, field, operation, amount in outcome.effects:
                if role not in rows:
                    continue
                kind = self.roles[role]
                value = amount
                if operation != "=":
                    now = self.get(kind, rows[role], field)
                    value = now + amount if operation == "+" else now - amount
                found.append((kind, rows[role], field, value))
        return found

    def archive(self):
        """Keep a copy of the present game, as "<name>.old", before a new one starts."""
        self.store.replace(self.name + ".old", self.journal.snapshot())

    def restart(self, keep=()):
        """Begin a new game: archive this one and bring all but the Kinds in `keep` to their start values."""
        self.archive()
        self.change([change for change in self.state.restart() if change[0] not in keep])

    def recall(self):
        """Bring the archived game back, as one transaction. False if there is none that can be read."""
        read = self.journal.restored(self.store.read(self.name + ".old"))
        if read is None:
            return False
        self.journal.change(read[1])
        return True


def leave_game(name):
    """Drop every module of a game, so that its memory comes back."""
    root = GAMES + "." + name
    for path in list(sys.modules):
        if path == root or path.startswith(root + "."):
            parent, _, last = path.rpartition(".")
            if parent in sys.modules and hasattr(sys.modules[parent], last):
                delattr(sys.modules[parent], last)
            if path in sys.modules:
                del sys.modules[path]
    gc.collect()
