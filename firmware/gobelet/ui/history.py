"""History: what was rolled and changed in this game, the newest first, straight from the journal."""

from ..core.journal import BY_HAND, EFFECT, FIRST, FREE, ROLL, effects_of, unpack_roll
from ..core.procedure import Outcome, advance
from .menu import Menu
from .page import Page
from .resolve import key_label

MOST = 40  # lines kept: the journal has more, the memory not


class History(Menu):
    """OK on a line changes nothing: it is for looking; undone changes and real dice are marked."""

    title = "history"
    keys = ("k.scroll", "k.back")

    def entries(self):
        found = []
        journal = self.app.session.journal
        effects = []  # of the transaction that is being read, from its end to its beginning
        for at, kind, payload in journal.newest_first():
            if kind & 0x0F == ROLL:
                found.append(self.roll(*unpack_roll(payload)))
            elif kind & 0x0F == EFFECT:
                effects = effects_of(payload) + effects
                if not kind & FIRST:
                    continue
                what = self.app.what(effects)
                effects = []
                if what:
                    mark = "×" if at in journal.undone else ""
                    found.append((what, mark))
            if len(found) == MOST:
                break
        if not found:
            found.append((self.app.t("history.empty"), ""))
        return found

    def roll(self, number, flags, listed, path, note):
        """(label, value) of a ROLL record."""
        app = self.app
        faces = []
        for result in path:
            if isinstance(result, tuple):
                faces.extend(result)
        hand = " " + app.t("hand.mark") if flags & BY_HAND else ""
        dice = " ".join([str(face) for face in faces]) + hand
        if number == FREE:
            return "%s = %d" % (str(note, "utf-8"), listed[0]), dice
        proc = app.session.procedures[number]
        v = {}
        for at in range(len(proc.inputs)):
            v[proc.inputs[at].name] = listed[len(proc.roles) + at]
        now = advance(proc, v, path)
        if not isinstance(now, Outcome):
            return app.t(proc.name), dice
        word = now.word and proc.name + "." + now.word
        answer = app.t(word) if word else key_label(app, proc, now.key)
        return "%s %s" % (app.t(proc.name), answer), dice

    def choose(self, at):
        self.app.close()

    def about(self, at):
        """All of a line that may be too long for its row."""
        self.app.push(Page(self.app, *self.list[at]))
