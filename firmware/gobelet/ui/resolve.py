"""The screens of a Procedure, made from its declaration: ask, odds, dice by hand, result, why.

A game lists them under the ids "<game>.form" (arguments: the procedure's number, the Sheet rows of its roles,
values in the order of its inputs) and "<game>.result" (no argument: it shows the last roll of the journal,
which is how it comes back after a power cut). Texts, p being the procedure's name:

    p            its title                     p.i          the name of input i
    p.i.o        option o of a choice          p.i.help     shown when OK is held on the input (optional)
    p.q          question q, "chance to..."    p.key        word for an outcome's key or `word` (optional)
    lane.l       name of lane l                role.r       name of role r
    p.a          a step's question a; {0} is the state there, {i} the value of input i
    p.a.o        option o of that question (optional: else it shows as a number)
    p.dice       the dice as they are written, "|d4−d6|" (optional: else "d4+d6")
    p.unit       sign after a result that is a number (optional)
"""

from ..core.odds import of_procedure, ratio
from ..core.procedure import Ask, Outcome, Refused, Roll, advance, sums, values
from .dial import Dial
from .menu import Picker
from .numbers import percent, signed, whole_percent
from .page import Page
from .stack import Screen
from .widgets import bars, big, dial, dice_row, list_rows, rows, strip, top


def arguments(proc, known):
    """Values of `known`, a dict, in the order of the inputs, as the last arguments of "<game>.form"."""
    return [known.get(i.name, i.start) for i in proc.inputs]


def key_label(app, proc, key):
    """Words for an outcome's key: the text "<procedure>.<key>" if there is one, else the procedure's label for
    it or the key itself.
    """
    name = ".".join([str(part) for part in key]) if isinstance(key, tuple) else str(key)
    text = proc.name + "." + name
    if app.texts.has(text):
        return app.t(text)
    return proc.label(key) if proc.label else name


def subject(app, rows, by_hand):
    """What the top band says on the right: on whom it falls (the last role), and that real dice are used."""
    who = app.seat(rows[-1]) if rows and rows[-1] >= 0 else ""
    return (app.t("hand.short") + " " + who).strip() if by_hand else who


def modifier(app, lane, n):
    """A modifier as it is written: "+2"; "×3" in a lane whose name is that sign."""
    return "×%d" % n if app.t("lane." + lane) == "×" else signed(n)


def undecided(app, odds):
    """[(name, (num, den))...] of the parts of the odds without an outcome: what only the printed sheet says, and
    explosions that were not followed to their end.
    """
    found = []
    if odds.unknown:
        found.append((app.t("odds.unknown"), ratio(odds.unknown, odds.total)))
    if odds.tail:
        found.append((app.t("odds.tail"), ratio(odds.tail, odds.total)))
    return found


def dice_line(app, proc, dice):
    """The dice that are thrown first, as they are written."""
    key = proc.name + ".dice"
    return app.t(key) if app.texts.has(key) else "+".join(["d%d" % sides for sides in dice])


def lanes_line(app, proc, v):
    """The sums by lane in one line: "d4+1  ×3"; lanes at zero are left out."""
    lanes = sums(proc, v)
    words = []
    for name in sorted(lanes):
        if lanes[name]:
            text = modifier(app, name, lanes[name])
            words.append(text if text[0] == "×" else app.t("lane." + name) + text)
    return "  ".join(words)


def sign(app, proc, word):
    """What stands behind a result that is a number: the text "<procedure>.unit", or ""."""
    key = proc.name + ".unit"
    return app.t(key) if word is None and app.texts.has(key) else ""


def figure(c, y, h, text, sign):
    """A result as large as it fits, with its sign behind it."""
    size = big(c, text, y, h)
    c.text(66 + c.width(text, size) // 2, y + (h + size) // 2 - 16, sign, 16)


class Form(Screen):
    """What to know before the dice. Line 0 is the roll itself with its odds; the inputs follow."""

    def __init__(self, app, number, *given):
        Screen.__init__(self, app)
        self.number = number
        self.proc = app.session.procedures[number]
        roles = len(self.proc.roles)
        self.rows = list(given[:roles]) + [-1] * (roles - len(given))
        self.given = {}
        for at in range(roles, len(given)):
            self.given[self.proc.inputs[at - roles].name] = given[at]
        self.cursor = 0
        self.first = 0
        self.v = None
        self.odds = None
        self.error = None
        self.list = []
        self.editing = None  # the input that is being changed on a screen above, and the rows to choose from

    def place(self):
        return [self.number] + self.rows + arguments(self.proc, self.given)

    def shown(self):
        self.refresh()

    def refresh(self):
        """Fill in what the Sheets know, check, and forget the odds."""
        session = self.app.session
        filled = []
        for i in self.proc.inputs:
            row = -1 if i.role is None else session.row(self.proc, self.rows, i.role)
            if row >= 0:
                self.given[i.name] = session.get(session.roles[i.role], row, i.field)
                filled.append(i.name)
        self.odds = None
        self.error = None
        try:
            self.v = values(self.proc, self.given)
        except Refused as refused:
            self.v = None
            self.error = refused
        # What can be changed: roles (their place, an int) with somebody to choose from, then inputs.
        self.list = [at for at in range(len(self.rows)) if len(self.candidates(at)) > 1]
        for i in self.proc.inputs:
            if i.name not in filled and i.shown(self.v or self._loose()) and self.asks(i):
                self.list.append(i)
        self.cursor = min(self.cursor, len(self.list) + 1)
        self.app.dirty = True

    def _loose(self):
        """Values without the checks, so that a refused form can still be corrected."""
        v = {}
        for i in self.proc.inputs:
            v[i.name] = self.given.get(i.name, i.start)
        return v

    def asks(self, i):
        """Whether the player is asked for input `i`; games hide what the turn already says."""
        return True

    # Drawing

    def draw(self, c):
        t = self.app.t
        name = self.proc.name
        if self.cursor == 0:
            top(c, t(name), subject(self.app, self.rows, self.app.by_hand))
            self._draw_roll(c)
            dice = self.v is not None and isinstance(self.proc.step(self.v, None), Roll)
            strip(c, t("k.move"), t("k.roll" if dice else "k.ok"), holds="?" if self.odds else "")
            return
        top(c, t(name), lanes_line(self.app, self.proc, self.v) if self.v else "")
        lines = [(self.label(i), self.value(i)) for i in self.list]
        lines.append((t("hand"), t("yes") if self.app.by_hand else t("no")))
        at = self.cursor - 1
        self.first = list_rows(self.first, at, len(lines))
        rows(c, lines, at, self.first)
        strip(c, t("k.move"), t("k.turn"), holds="?" if self.help() else "")

    def _draw_roll(self, c):
        if self.error is not None:
            y = 14
            for line in c.wrap(self.app.words(self.error), 124, 16):
                c.text(2, y, line, 16)
                y += 16
            return
        now = self.proc.step(self.v, None)
        dice = dice_line(self.app, self.proc, now.dice) if isinstance(now, Roll) else ""
        room = 120 - c.text(2, 9, dice, 16)
        lanes = lanes_line(self.app, self.proc, self.v)
        if c.width(lanes, 16) <= room:
            c.right(126, 9, lanes, 16)
        else:
            c.right(126, 13, lanes)
        if self.odds is None:
            self.odds = of_procedure(self.proc, self.v)
        if not dice:
            figure(c, 9, 46, *self.preview())
            return
        asked = self.questions()
        rest = undecided(self.app, self.odds)
        if asked[2:]:
            wide = 128 // len(asked)
            for at in range(len(asked)):
                name, share = asked[at]
                y = 26
                for line in name.split(" ", 1):
                    c.centre(y, line, 8, at * wide, (at + 1) * wide)
                    y += 8
                c.centre(40, whole_percent(share), 16, at * wide, (at + 1) * wide)
        elif asked:
            y = 23 if rest else 25
            for name, share in asked:
                c.text(2, y, name, 16)
                c.right(126, y, percent(share, self.app.t("decimal")), 16)
                y += 12 if rest else 15
        else:
            names = [key_label(self.app, self.proc, key) for key in self.odds.keys]
            bars(c, self.odds, 26, 21 if rest else 30, None, names)
        if rest:
            name, share = rest[0]
            c.text(2, 48, name)
            c.right(126, 48, percent(share, self.app.t("decimal")))

    def preview(self):
        """What comes of a procedure without dice: (text, sign)."""
        keys = [key_label(self.app, self.proc, key) for key in self.odds.keys]
        return " ".join(keys), sign(self.app, self.proc, None)

    def questions(self, hidden=()):
        """[(name, (num, den))...] of the chances asked for by name, without those whose name is hidden."""
        found = []
        for name, test in self.proc.questions:
            if name in hidden:
                continue
            share = self.odds.where(lambda key, test=test: test(self.v, key))
            found.append((self.app.t(self.proc.name + "." + name), share))
        return found

    def label(self, i):
        """Name of an input, or of the role at place `i`."""
        if isinstance(i, int):
            return self.app.t("role." + self.proc.roles[i])
        return self.app.t(self.proc.name + "." + i.name)

    def value(self, i):
        """What the list shows for input `i`, or for the role at place `i`."""
        t = self.app.t
        if isinstance(i, int):
            return self.app.seat(self.rows[i]) if self.rows[i] >= 0 else "?"
        value = self.given.get(i.name, i.start)
        if not i.low <= value <= i.high:
            return str(value)
        if i.options is not None:
            text = t(self.proc.name + "." + i.name + "." + i.options[value])
        elif i.low == 0 and i.high == 1:
            text = t("yes") if value else t("no")
        else:
            if i.mods is None:
                return signed(value) if i.lane else str(value)
            text = str(value)
        more = i.modifier(self.v or self._loose())
        if more:
            text += " " + modifier(self.app, i.lane, more)
        return text

    # Keys

    def up(self, n):
        self.cursor = (self.cursor - 1) % (len(self.list) + 2)

    def down(self, n):
        self.cursor = (self.cursor + 1) % (len(self.list) + 2)

    def ok(self):
        if self.cursor == 0:
            if self.error is not None:
                self.app.refuse(self.error)
            else:
                self.start()
        elif self.cursor > len(self.list):
            self.app.by_hand = not self.app.by_hand
        else:
            self.edit(self.list[self.cursor - 1])

    def start(self):
        """Throw the first dice, or ask for them, and go to the result."""
        now = self.proc.step(self.v, None)
        if isinstance(now, Roll) and self.app.by_hand:
            self.app.push(ByHand(self.app, self.app.t(self.proc.name), now.dice))
        else:
            self.app.defer(self._throw, None)

    def _throw(self, faces):
        path = []
        hand = self.app.by_hand
        now = self.proc.step(self.v, None)
        if isinstance(now, Roll):
            hand = faces is not None
            path.append(faces or tuple([self.app.shaker.roll(sides) for sides in now.dice]))
        self.app.session.rolled(self.number, self.rows, self.v, path, hand)
        self.app.open(self.app.session.name + ".result")

    def edit(self, i):
        """Change input `i`: a flag turns, a short choice steps on, the rest opens a list or a dial."""
        title = self.label(i)
        self.editing = (i, None)
        if isinstance(i, int):
            offered = self.candidates(i)
            self.editing = (i, offered)
            labels = [self.app.seat(row) for row in offered]
            at = offered.index(self.rows[i]) if self.rows[i] in offered else 0
            self.app.push(Picker(self.app, title, labels, at))
            return
        value = self.given.get(i.name, i.start)
        if i.options is not None and len(i.options) > 3:
            labels = [self.app.t(self.proc.name + "." + i.name + "." + o) for o in i.options]
            self.app.push(Picker(self.app, title, labels, value))
        elif i.options is not None or (i.low == 0 and i.high == 1):
            self.set(i, i.low + (value + 1 - i.low) % (i.high - i.low + 1))
        else:
            self.app.push(Dial(self.app, title, value, i.low, i.high))

    def candidates(self, at):
        """Sheet rows that the player may choose from for the role at place `at`; games say which."""
        return ()

    def set(self, i, value):
        """Give input `i` a value."""
        self.given[i.name] = value
        self.refresh()

    def returned(self, result):
        if result is None:
            self.editing = None
            return
        if isinstance(result, tuple):
            self.app.defer(self._throw, result)
            return
        if self.editing is None:
            return
        i, offered = self.editing
        self.editing = None
        if offered is not None:
            self.rows[i] = offered[result]
            self.refresh()
        else:
            self.set(i, result)

    def help(self):
        """Name of the input under the cursor if there is a text "<name>.help", else ""."""
        if 0 < self.cursor <= len(self.list):
            i = self.list[self.cursor - 1]
            name = self.proc.name + "." + ("" if isinstance(i, int) else i.name)
            if self.app.texts.has(name + ".help"):
                return name
        return ""

    def why(self):
        if self.cursor == 0:
            if self.odds is not None:
                self.app.push(Odds(self.app, self.proc, self.odds, self.questions()))
            return
        name = self.help()
        if name:
            self.app.push(Page(self.app, self.app.t(name), self.app.t(name + ".help")))


class ByHand(Screen):
    """Real dice: the faces are entered one by one. Closes with the tuple of faces.

    title is a string, dice a tuple of sides.
    """

    keys = ("k.face", "k.next")

    def __init__(self, app, title, dice):
        Screen.__init__(self, app)
        self.title = title
        self.dice = dice
        self.faces = [1] * len(dice)
        self.at = 0

    def draw(self, c):
        top(c, self.title, "%d/%d" % (self.at + 1, len(self.dice)))
        sides = self.dice[self.at]
        dial(c, self.faces[self.at], 1, sides, self.faces[self.at], "d%d" % sides)
        self.strip(c)

    def _turn(self, by):
        sides = self.dice[self.at]
        self.faces[self.at] = (self.faces[self.at] - 1 + by) % sides + 1

    def up(self, n):
        self._turn(n)

    def down(self, n):
        self._turn(-n)

    def ok(self):
        self.at += 1
        if self.at == len(self.dice):
            self.app.close(tuple(self.faces))

    def back(self):
        if self.at:
            self.at -= 1
        else:
            self.app.close()


class Odds(Screen):
    """The exact chances: a bar for each outcome, the one under the cursor in figures.

    proc may be None (free dice): then keys are numbers. questions as in `Form.questions`.
    """

    keys = ("k.move", "k.ok")

    def __init__(self, app, proc, odds, questions=(), title=None):
        Screen.__init__(self, app)
        self.proc = proc
        self.odds = odds
        self.asked = questions
        self.title = title or app.t(proc.name)
        self.cursor = 0

    def draw(self, c):
        odds = self.odds
        t = self.app.t
        top(c, self.title, t("odds"))
        count = len(odds.keys)
        if self.cursor < count:
            key = odds.keys[self.cursor]
            label = key_label(self.app, self.proc, key) if self.proc else str(key).replace("-", "−")
            self._share(c, c.text(0, 9, label, 16), 9, odds.exactly(key))
            least = odds.keys[0]
            if not self.proc or key_label(self.app, self.proc, least) == str(least):
                # Numbers that count something; where one has a name, they are names too (the Lieux of a move).
                more = odds.at_least(key)
                line = "≥%s  %s" % (label, percent(more, t("decimal")))
                fraction = "  %d/%d" % more
                c.text(0, 48, line + fraction if c.width(line + fraction) <= 128 else line, 8)
            bars(c, odds, 25, 23, self.cursor)
        else:
            name, share = self._extra()[self.cursor - count]
            c.text(0, 10, name, 16)
            self._share(c, 0, 30, share)
        strip(c, t("k.move"), t("k.back"))

    def _share(self, c, x, y, share):
        """A chance right of column x, its fraction as large as there is room, or left out."""
        text = percent(share, self.app.t("decimal"))
        fraction = "%d/%d" % share
        room = 119 - x - c.width(text, 16)
        end = 127
        for size in (16, 8):
            if c.width(fraction, size) <= room:
                end = c.right(127, y + (16 - size) // 2, fraction, size) - 8
                break
        c.right(end, y, text, 16)

    def _extra(self):
        """What has no bar: named questions, the undetermined part, the tail of explosions."""
        return list(self.asked) + undecided(self.app, self.odds)

    def up(self, n):
        self._move(-n)

    def down(self, n):
        self._move(n)

    def _move(self, by):
        self.cursor = (self.cursor + by) % (len(self.odds.keys) + len(self._extra()))

    def ok(self):
        self.app.close()


class Result(Screen):
    """The last roll of the journal: carried on where it needs a choice or more dice, then shown.

    Actions, chosen with UP and DOWN: apply, roll again, and what may follow.
    """

    keys = ("k.move", "k.ok")

    def __init__(self, app):
        Screen.__init__(self, app)
        self.number, self.rows, self.v, self.path, self.hand, self.applied = app.session.last_roll()
        self.proc = app.session.procedures[self.number]
        self.cursor = 0
        self.outcome = None
        self.ask = None
        self._proceed()

    def shown(self):
        """An undo may have taken the effects back, or something that they build on."""
        last = self.app.session.last_roll()
        self.applied = last is not None and last[5]
        self.cursor = min(self.cursor, self._count() - 1)

    def _proceed(self):
        """Roll on until there is something to ask or the outcome."""
        while True:
            now = advance(self.proc, self.v, self.path)
            self.ask = None
            if isinstance(now, Outcome):
                self.outcome = now
                self.cursor = 0
                return
            if isinstance(now, Ask):
                self.ask = now
                best = now.best(self.v, self._state()) if now.best else None
                self.cursor = now.options.index(best) if best in now.options else 0
                return
            if self.hand:
                self.app.defer(self._by_hand, now.dice)
                return
            self._take(tuple([self.app.shaker.roll(sides) for sides in now.dice]))

    def _by_hand(self, dice):
        self.app.push(ByHand(self.app, self.app.t(self.proc.name), dice))

    def _take(self, result):
        path = self.path + [result]
        self.app.session.rolled(self.number, self.rows, self.v, path, self.hand)
        self.path = path

    def _state(self):
        s = None
        for result in self.path:
            s = self.proc.step(self.v, s).fold(self.v, s, result)
        return s

    def returned(self, result):
        if isinstance(result, tuple) and self.outcome is None:
            self._take(result)
            self._proceed()

    def changes(self):
        """The changes that the outcome asks for."""
        return self.app.session.changes(self.proc, self.rows, self.outcome)

    def actions(self):
        """Names of what OK can do now, the most wanted first."""
        found = []
        if self.changes() and not self.applied:
            found.append("apply")
        for name, _ in self.outcome.then:
            found.append(name)
        found.append("again")
        return found

    # Drawing

    def faces(self):
        """[(sides, face)...] of all dice thrown so far."""
        found = []
        for at in range(len(self.path)):
            if isinstance(self.path[at], tuple):
                now = advance(self.proc, self.v, self.path[:at])
                for place in range(len(now.dice)):
                    found.append((now.dice[place], self.path[at][place]))
        return found

    def draw(self, c):
        t = self.app.t
        top(c, t(self.proc.name), subject(self.app, self.rows, self.hand))
        if self.ask is not None:
            name = self.proc.name + "." + self.ask.name
            option = self.ask.options[self.cursor]
            y = 8
            for line in c.wrap(t(name, self._state(), **self.v), 76, 16):
                c.text(0, y, line, 16)
                y += 16
            dice_row(c, self.faces(), 43, room=76)
            label = name + "." + str(option)
            big(c, t(label) if self.app.texts.has(label) else str(option), 8, 48, 78, 50)
            strip(c, t("k.change"), t("k.set"))
            return
        if self.outcome is None:
            # Real dice that are still to be entered.
            dice_row(c, self.faces(), 26)
            strip(c, "", t("hand"))
            return
        figure(c, 8, 34, self.answer(), self.sign())
        dice_row(c, self.faces(), 43)
        actions = self.actions()
        name = actions[self.cursor % len(actions)]
        strip(c, t("k.move") if len(actions) > 1 else "", t("do." + name), holds="?")

    def sign(self):
        """What stands behind the answer."""
        return sign(self.app, self.proc, self.outcome.word)

    def answer(self):
        """The word or number to show big."""
        if self.outcome.word is not None:
            return self.app.t(self.proc.name + "." + self.outcome.word)
        return key_label(self.app, self.proc, self.outcome.key)

    # Keys

    def _count(self):
        if self.ask is not None:
            return len(self.ask.options)
        return len(self.actions()) if self.outcome is not None else 1

    def up(self, n):
        self.cursor = (self.cursor + (1 if self.ask is not None else -1)) % self._count()

    def down(self, n):
        self.cursor = (self.cursor - (1 if self.ask is not None else -1)) % self._count()

    def ok(self):
        if self.ask is not None:
            self._take(self.ask.options[self.cursor])
            self._proceed()
        elif self.outcome is not None:
            self.do(self.actions()[self.cursor])
        else:
            self._proceed()

    def do(self, action):
        """Carry an action out."""
        if action == "apply":
            self.app.defer(self._apply)
        elif action == "again":
            self.again()
        else:
            self.follow(action)

    def _apply(self):
        if self.app.change(self.changes()):
            self.applied = True
            self.done()

    def done(self):
        """The effects are in the Sheets: leave, or stay for what may follow. Games may say otherwise."""
        self.cursor = 0
        if self.actions()[0] == "again":
            self._leave("applied")

    def follow(self, name):
        """Open a procedure that may follow, with what is already known."""
        number, proc = self.app.session.procedure(name)
        # The same may follow twice, for two of those who took part: the one under the cursor is meant.
        found = [known for then, known in self.outcome.then if then == name]
        known = found[self.actions()[: self.cursor].count(name) % len(found)]
        # A role that goes by another name here is known under its own.
        rows = [self.app.session.row(self.proc, self.rows, known.get(role, role)) for role in proc.roles]
        form = self.app.session.name + ".form"
        self.app.replace(form, number, *(rows + arguments(proc, known)))

    def again(self):
        """The same once more: a new roll, in the journal too."""
        app = self.app
        app.close()
        form = app.stack.top()
        if not isinstance(form, Form) or form.number != self.number:
            known = self.rows + arguments(self.proc, self.v)
            app.open(app.session.name + ".form", self.number, *known)
            form = app.stack.top()
        form.cursor = 0
        form.ok()

    def _leave(self, result):
        """Close this screen, and the forms below it that led here."""
        self.app.close()
        while isinstance(self.app.stack.top(), Form):
            self.app.close(result)

    def why(self):
        if self.outcome is None:
            return
        self.app.push(Page(self.app, self.app.t("why"), "|".join(self.reasons())))

    def reasons(self):
        """Lines of the why-chain."""
        app = self.app
        lines = [", ".join(["d%d = %d" % pair for pair in self.faces()])]
        for i in self.proc.inputs:
            if i.shown(self.v) and i.modifier(self.v):
                text = app.t(self.proc.name + "." + i.name) + " " + modifier(app, i.lane, i.modifier(self.v))
                lane = app.t("lane." + i.lane)
                lines.append(text if lane in text else "%s (%s)" % (text, lane))
        if self.proc.explain is not None:
            for name, args in self.proc.explain(self.v, self.path):
                lines.append(app.t(name, *args))
        return lines
