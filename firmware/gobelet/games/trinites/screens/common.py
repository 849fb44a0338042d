"""Trinités: what several of its screens need."""

from gobelet.core.journal import ROLL, unpack_roll
from gobelet.core.procedure import lane
from gobelet.ui.letters import name_of
from gobelet.ui.menu import Menu, Picker
from gobelet.ui.numbers import signed
from gobelet.ui.widgets import plain  # noqa: F401 (the other screens have it from here)
from gobelet.ui.wording import arguments

from ..rules import party
from ..rules.damage import OBJECTS, UNCONSCIOUS, fatal
from ..rules.sheets import AIDED, FULL, LINES, NAME_FIELDS, NAMED, PLAYED
from ..rules.tables import LEVEL_VALUES, OPTIONS, RETRY, attempt

# Procedures without dice whose key is the boxes that are ticked then.
LIVES = ("rest", "regen")

DEAD = "☠"
# How a ROLL lists what it was made with: the rows of its roles, who acts being the first, then the inputs.
TESTED = {"test": 1, "note": 1, "oppose": 2}  # roles of the tests of a skill
SKILL = 2  # index of the skill among their inputs
NOBODY = ("rest", "dodge", "suffer")  # in which nobody acts
RECORDS = 40  # that are looked through
# Fields that speak for the change that they are in, the most telling first to be met.
LISTED = ("zone", "init", "boxes", "dead", "coma")  # what the lists of characters tell of each
FIRST = ("dead", "boxes", "tries", "round", "pending", "deva_now", "archonte_now", "adam_now")


class OfOne(Menu):
    """A list about one character, as long as there is one in its row."""

    def __init__(self, app, cursor=0, row=0):
        Menu.__init__(self, app, cursor)
        self.row = row

    def arguments(self):
        return (self.cursor, self.row)

    def stands(self):
        return used(self.app, self.row)

    def head(self):
        return name(self.app, self.row), status(self.app, self.row)


def written(app, kind, row):
    """The name that the table wrote for a row, "" for none."""
    get = app.session.get
    if not get(kind, row, NAME_FIELDS[0]):
        return ""
    words = tuple([get(kind, row, field) for field in NAME_FIELDS])
    cache = app.session.cache
    if words not in cache:
        cache[words] = name_of(words)
    return cache[words]


def name(app, row):
    """Name of a character: written here, else sent from the desk, else the usual one."""
    found = written(app, "char", row)
    if found:
        return found
    if row >= FULL:
        return app.t("usual.light", row - FULL + 1)
    return app.telling.name(row) or app.t("usual.full").split()[row]


def brief(name, letters):
    """The first letters of a name; its number too, if it ends with one."""
    last = name.split(" ")[-1]
    if len(name) > letters and last.isdigit() and last != name:
        return name[: max(letters - len(last), 1)] + last
    return name[:letters]


def skill(app, index):
    """Name of a skill."""
    if index >= NAMED:
        found = written(app, "other", index - NAMED)
        if found:
            return found
    return app.t("o." + OPTIONS[index])


def written_test(app, values):
    """A test: the skill, and what its difficulty adds, if that is not 0."""
    level = LEVEL_VALUES[values["level"]]
    name = skill(app, values["skill"])
    return "%s %s" % (name, signed(level)) if level else name


def status(app, row):
    """What a list says of a character: the PV left, and the hours of one in a coma."""
    get = app.session.get
    state = app.session.state
    condition = party.condition(state, row)
    line = LINES[get("char", row, "adam")]
    boxes = get("char", row, "boxes")
    if condition == UNCONSCIOUS and not get("char", row, "coma"):
        return app.t("status.coma", fatal(boxes, line))
    return DEAD if condition > UNCONSCIOUS else app.t("status.pv", 3 * line - boxes, 3 * line)


def last(app):
    """(row, skill) of the last roll: who acted, and the index of the skill that was tested, -1 if it was no test.
    Without a roll that is near the first character, -1 if there is none.

    It is read as it lies in the journal: the Procedure need not be in memory.
    """
    session = app.session
    now = session.journal.position
    found = session.cache.get("last")
    if found is None or found[0] != now:
        found = session.cache["last"] = now, _last(session)
    row, skill = found[1]
    if row >= 0 and session.get("char", row, "used") == PLAYED:
        return row, skill
    played = party.played(session.state)
    return (played[0] if played else -1), -1


def _last(session):
    left = RECORDS
    for _, kind, payload in session.journal.newest_first():
        left -= 1
        if kind == ROLL:
            number, _, listed = unpack_roll(payload)[:3]
            name = session.listed[number][0] if number < len(session.listed) else ""
            index = TESTED[name] + SKILL if name in TESTED else 0
            if name and name not in NOBODY and index < len(listed):
                return listed[0], listed[index] if index else -1
        if not left:
            break
    return -1, -1


def recent(app, row):
    """Index of the skill that a character has tested last, -1 if that is not known any more."""
    who, skill = last(app)
    if who != row or skill < 0:
        skill = app.session.chosen.get(("skill", row), -1)
    return skill


def open_form(app, name, rows=(), known=None):
    """Open the form of a Procedure for rows of its roles, with what is known of its inputs."""
    session = app.session
    number = session.number(name)
    proc = session.procedure(number)
    rows = list(rows) + [-1] * (len(proc.roles) - len(rows))
    app.open("trinites.form", number, *(rows + arguments(proc, known or {})))


def attempted(session, proc, row, values):
    """Index in ATTEMPTS of a test with the values `values`; the first where nobody is known to make it."""
    if row < 0:
        return 0
    get = session.get
    level = lane(proc, values, "roll") - values["score"] - RETRY[values["attempt"]]
    before = [get("char", row, field) for field in ("task_skill", "task_level", "task_score", "tries")]
    return attempt(values["skill"], values["score"], level, *before)


def open_test(app, row, skill, name="test"):
    """Open the form of a test of a skill, with difficulty and the like as they were for the same one last."""
    session = app.session
    proc = session.procedure(session.number(name))
    known = {"skill": skill}
    resolution = session.last_roll()
    if (
        resolution is not None
        and resolution.proc is proc
        and resolution.rows[0] == row
        and resolution.values["skill"] == skill
    ):
        known = dict(resolution.values)
    else:
        if row >= 0:
            known["score"] = max(0, party.score(session.state, row, skill))
        if name == "note" and resolution is not None and resolution.proc is proc:
            known["level"] = resolution.values["level"]  # as it is for all of them
    if name == "test":
        values = {i.name: known.get(i.name, i.start) for i in proc.inputs}
        values["attempt"] = 0
        known["attempt"] = attempted(session, proc, row, values)
    if row >= 0:
        session.chosen[("skill", row)] = skill
    open_form(app, name, (row,), known)


def suffer(app, row):
    """Open the form of damage that somebody takes, at how much it is: nobody knows that yet."""
    open_form(app, "suffer", (row,))
    app.top().cursor = 1
    app.dirty = True


def nurse(app, carer, patient):
    """Open the form of the care that the state of a patient asks for; the carer is -1 if nobody knows. First aid is
    given once a wound.
    """
    session = app.session
    kinds = session.procedure(session.number("care")).inputs[0].options
    kind = "watch" if session.get("char", patient, "aided") == AIDED else "first_aid"
    if party.condition(session.state, patient) == UNCONSCIOUS:
        kind = "emergency"
    open_form(app, "care", (carer, patient), {"kind": kinds.index(kind)})


def thing(app, row):
    """Name of an object that was hit."""
    return app.t("object." + OBJECTS[app.session.get("object", row, "kind") - 1].split()[0])


def karma_left(app, row):
    """Points of Karma that a character can still spend."""
    get = app.session.get
    if row >= FULL or not get("char", row, "adam"):
        return 0
    return sum([get("adam", row, field) for field in ("deva_now", "archonte_now", "adam_now")])


def linked(proc, rows):
    """The rows, with those of the sheets that belong to "me" beside his."""
    if "me" not in proc.roles:
        return rows
    me = rows[proc.roles.index("me")]
    return [
        rows[index]
        if proc.roles[index] not in ("adam", "skill")
        else me
        if proc.roles[index] == "skill" or me < FULL
        else -1
        for index in range(len(rows))
    ]


def subject(app, proc, rows, by_hand):
    """What the top band says of those who take part."""
    shown = [rows[index] for index in range(len(rows)) if proc.roles[index] in ("me", "other", "target")]
    words = "→".join([name(app, row) if row >= 0 else "?" for row in shown])
    if not any([row >= 0 for row in shown]):
        words = ""
    return (app.t("hand.short") + " " + words).strip() if by_hand else words


def used(app, row):
    """Whether there is a character in a row: an undo may have taken it away."""
    return app.session.get("char", row, "used") != 0


def of_rows(rows, by):
    """Where those of the characters `rows` stand who changed by an undo, in what lists tell: see `Menu.given_back`."""
    changed = [row for kind, row, field in by if kind == "char" and field in LISTED]
    return [index for index in range(len(rows)) if rows[index] in changed]


def others(known):
    """Indexes of the skills that are not in `known`."""
    return [index for index in range(len(OPTIONS)) if index not in known]


def skill_picker(app, title, known):
    """A list that closes with the index in `others(known)` of the skill chosen."""
    return Picker(app, title, [skill(app, index) for index in others(known)])


def what(app, effects):
    """A few words for a change: who comes or goes, a name, a score; or the effects that speak for all of it."""
    state = app.session.state
    t = app.t
    spoken = []
    turns = entered = ""
    zones = {}
    words = _names(state, effects)
    for effect in effects:
        number, row, index, old, new = effect
        kind = state.kinds[number]
        field = kind.fields[index]
        if field == "used":
            return "%s %s" % (words.get(row) or name(app, row), t("what.used.%d" % new))
        if field in NAME_FIELDS:
            return "%s %s" % (name(app, row) if kind.name == "char" else skill(app, NAMED + row), t("f.name"))
        if kind.name in ("skill", "zodiac"):
            return "%s %s %d→%d" % (name(app, row), skill(app, index), max(old, 0), max(new, 0))
        if field == "boxes":
            most = 3 * LINES[state.get("char", row, "adam")]
            return "%s %s %d→%d" % (name(app, row), t("unit.pv"), most - old, most - new)
        if field in FIRST:
            return [effect]
        if field == "active":
            # One word each: an undo leaves out what stands before the arrow.
            names = [
                name(app, who).replace(" ", "\u00a0") if who >= 0 else t("turn.nobody") for who in (old, new)
            ]
            turns = "%s %s→%s" % (t("f.active"), names[0], names[1])
        if field == "zone":
            zones[row] = old, new
        elif (
            field == "init" and row in zones and not all(zones[row])
        ):  # who comes into a combat, or leaves it
            scores = [str(score) if zone else "—" for score, zone in zip((old, new), zones[row])]
            entered = entered or "%s %s %s→%s" % (name(app, row), t("f.init"), scores[0], scores[1])
        spoken.append(effect)
    return entered or turns or spoken


def _names(state, effects):
    """{row: name} of the characters whose name comes with them, or goes."""
    found = {}
    for number, row, index, old, new in effects:
        kind = state.kinds[number]
        if kind.name == "char" and kind.fields[index] in NAME_FIELDS:
            words = found.setdefault(row, [0] * len(NAME_FIELDS))
            words[NAME_FIELDS.index(kind.fields[index])] = old or new
    return {row: name_of(tuple(words)) for row, words in found.items()}


def page(app, name):
    """Open the page `name`, if there is one. Returns whether there is."""
    if not app.texts.has("page." + name):
        return False
    app.rule(name)
    return True


def left(values, boxes):
    """PV left before and after."""
    most = 3 * LINES[values["body"]]
    return "%d→%d" % (most - values["boxes"], most - boxes)


def spent(values, xp):
    """XP before the debts were paid and after."""
    return "%d→%d" % (values["xp"], xp)


def paid(values, price):
    """XP before a purchase and after."""
    return spent(values, values["xp"] - price)


# Procedures that change the XP: how their key is told.
ACCOUNTS = {"debts": spent, "buy": paid}
