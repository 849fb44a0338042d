"""Trirème: what a roll gives; a cell that was read from the printed table can be kept."""

from gobelet.ui import result
from gobelet.ui.dial import Confirm
from gobelet.ui.numbers import signed
from gobelet.ui.wording import arguments

from ..rules import breach, cells
from ..rules.afloat import released
from ..rules.marks import marks, rolled
from . import common, kept, reading

DAMAGE = ("ship_ram", "ship_rake")
READ = ("cell", "check")  # questions whose answer is what the printed table says


class Result(result.Result):
    """What follows is offered once the effects are in the Sheets, so that it begins with what they say. With the
    effects goes that the ships have had their roll of this step.
    """

    asking = None  # the question of the cell to be read, once it was worked out

    def shown(self):
        if self.app.session.last_roll() is None:
            self.app.defer(self.app.close)
        else:
            result.Result.shown(self)

    # What is said

    def reads(self):
        """Whether the question is what the printed table says."""
        return self.ask is not None and self.ask.name in READ

    def title(self):
        if self.reads():
            return self.app.t(self.proc.name + "." + self.ask.name)
        if self.lost():
            return self.app.t("lost", common.name(self.app, self.rows[1]))
        return common.title(self.app, self.proc)

    def lost(self):
        """Whether men of a known ship are lost in a combat: the title says whose."""
        return self.proc.name == "ship_boarding" and self.outcome is not None and self.rows[1] >= 0

    def subject(self):
        if self.reads() or self.lost():
            return ""  # the title is long
        return common.subject(self.app, self.rows, self.hand)

    def explained(self):
        return self.reads() or self.proc.name == "fleet_ram"

    def question(self, name):
        """Which cell is to be read, and what it is as shipped; what the parity is of."""
        if self.proc.name == "fleet_ram":
            return self.app.t(name, signed(self.r.s))
        if not self.reads():
            return result.Result.question(self, name)
        if self.asking is None:
            self.asking = reading.question(self.app, self.proc, self.v, self.path, self.ask.name)
        return self.asking

    def answer(self):
        app = self.app
        if self.outcome.word == "sum":
            return common.bare_sum(app, self.proc, self.v)
        if self.proc.name in DAMAGE and self.outcome.word is None:
            return self.damage(self.outcome.key)
        if self.proc.name == "ship_breach" and self.outcome.word is None:
            return self.breach()
        if self.proc.name == "fleet_boarding" and self.outcome.key and min(self.rows) >= 0:
            return app.t("captured", common.name(app, self.rows[2 - self.outcome.key]))
        return result.Result.answer(self)

    def damage(self, code):
        """A cell of the damage table as it is printed, and in words."""
        t = self.app.t
        found = []
        effects = cells.parts(code)
        for who in (0, 1):
            words = [t("cell." + name) for name in cells.named(effects[who])]
            if words:
                found.append(t("cell.%s.%d" % (self.proc.name, who), ", ".join(words)))
        return cells.write(code) + "  " + ("; ".join(found) or t("cell.none"))

    def breach(self):
        """All that a breach does to this ship."""
        t = self.app.t
        key = self.outcome.key
        men, pv, _, equipment, _ = breach.cells(key)
        found = [t("f.pv") + " −1"] if pv else []
        if men:
            found.append(t("breach.men.%d" % men))
        if breach.holds(self.v, key) or breach.STAYS in self.path:
            found.append(t("breach.held"))
        if equipment == "E" or breach.LOSES in self.path:
            found.append(t("breach.gear"))
        return ", ".join(found)

    def act(self, name):
        if name == "apply" and self.outcome.word == "sum":
            return self.app.t("do.held")  # no number to reach is known: the players say that it holds
        text = result.Result.act(self, name)
        actions = self.list
        if actions.count(name) > 1:  # the same for both ships
            row = self.breached(self.of(name)[actions[: self.cursor].count(name)])
            text += " " + common.name(self.app, row) if row >= 0 else ""
        return text

    def why(self):
        if self.ask is None:
            result.Result.why(self)
        elif self.reads():
            t = self.app.t
            self.app.page(t("help.damaged"), t("help.damaged.text"))
        elif self.proc.name == "fleet_ram":
            self.app.page(self.app.t("why"), "|".join(self.reasons()))

    # What is done

    def _proceed(self):
        self.asking = None
        result.Result._proceed(self)
        if self.ask is not None and self.ask.name == "cell":
            self.cursor = len(self.ask.options) - 1  # not known: nothing follows from a key pressed too fast

    def actions(self):
        found = result.Result.actions(self)
        if found[0] == "apply":
            return ["apply", "again"]
        if "ship_boarding" in found and self.proc.name == "ship_boarding" and self.answered():
            found.append(found.pop(found.index("ship_boarding")))
        if found[0] == "again" and max(self.rows + [-1]) >= 0:
            found.insert(0, "leave")  # a ship has its roll once: another one is not the next thing
        return found

    def answered(self):
        """Whether the ship that was boarded has had its own roll of this combat."""
        return self.rows[1] >= 0 and rolled(self.app.session.state, self.proc.name, self.rows[1])

    def changes(self):
        state = self.app.session.state
        found = [
            change
            for change in result.Result.changes(self)
            if change[0] != "ship" or state.get("ship", change[1], "used")  # an undo may have taken it away
        ]
        found += marks(state, self.proc.name, dict(zip(self.proc.roles, self.rows)))
        found = [change for change in found if state.get(*change[:3]) != change[3]]
        return found + released(state, found)

    def complete(self, given):
        given.update(kept.told(self.app, self.proc, given))

    def of(self, name):
        """What is known for each of the Procedures called `name` that may follow."""
        return [known for then, known in self.outcome.then if then == name]

    def breached(self, known):
        """Row of the ship that a breach falls on."""
        return self.app.session.row(self.proc, self.rows, known.get("ship", "ship"))

    def follow(self, name):
        """The breach of the other ship waits below."""
        self.waiting = []
        if name == "ship_breach":
            chosen = self.list[: self.cursor].count(name)
            found = self.of(name)
            self.waiting = [found[at] for at in range(len(found)) if at != chosen]
        result.Result.follow(self, name)

    def link(self, *to):
        session = self.app.session
        for known in self.waiting:
            number = session.number("ship_breach")
            row = self.breached(known)
            self.leave("trireme.form", number, row, *arguments(session.procedure(number), known))
        if self.waiting:
            self.app.open(*to)
        else:
            self.leave(*to)

    def leave(self, *to):
        """Close this screen, and the form that led here: one below that is a roll that waits."""
        stack = self.app.stack
        if stack.ids[-2] == "trireme.form":
            stack.pop(-2)
        if to:
            self.app.replace(*to)
        else:
            self.app.close()

    # The owner's table

    def ok(self):
        read = self.reads()
        option = self.ask.options[self.cursor] if read else None
        result.Result.ok(self)
        if read:
            app = self.app
            self.read = option
            offer = reading.offer(app, self.proc, self.v, self.path, option)
            if offer:
                app.push(Confirm(app, offer))

    def returned(self, answer):
        if answer is True:
            kept.add(self.app, reading.line(self.proc, self.v, self.path, self.read))
        else:
            result.Result.returned(self, answer)
