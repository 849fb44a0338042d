"""Trinités: the screens for a turn in a combat, for wounds and for objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.widgets import ROW_ROOM, draw_large, list_rows, number_text, rows, top
from gobelet.ui.screens.menu import Lines, Menu, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import combat_grip, combat_rounds, combat_tables, damage, engagement, party
from ..rules.combat_rounds import ONE_UNIQUE
from ..rules.sheets import FULL, LINES, OBJECTS
from . import common
from .opening import open_care, open_damage, open_form

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Name, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps

MORE = 4  # lowest number of free actions that the player enters as a number; 1 to 3 are entries of the list

# The plans that the list offers: (name of the entry, plan). A plan is a number of free actions, or ONE_UNIQUE.
PLANS = (("free1", 1), ("free2", 2), ("free3", 3), ("unique", ONE_UNIQUE))


class Turn(Menu):
    """The list for the turn of the acting character.

    The last line opens the screen to enter a wound. One press of UP moves the cursor from the first line to the
    last line.
    """

    holds = "?"

    def __init__(self, context: Context, cursor: int = 0, stage: int = -9) -> None:
        Menu.__init__(self, context, cursor)
        # 10 times the plan, plus the number of actions left. The cursor moves to the first line when this
        # number changes.
        self.stage = stage
        self.asked = ""  # name of the entry whose number the player enters: "more" or "wait"

    def arguments(self) -> Arguments:
        return (self.cursor, self.stage)

    def row(self) -> Row:
        return self.context.session.get("combat", 0, "active")

    def is_valid(self) -> bool:
        return self.row() >= 0  # an undo may have ended the turn

    def on_show(self) -> None:
        if not self.is_valid():
            return
        state = self.context.session.state
        now = 10 * self.context.session.get("char", self.row(), "plan") + combat_rounds.actions_left(
            state, self.row()
        )
        if now != self.stage:
            self.stage = now
            self.cursor = 0
        Menu.on_show(self)

    def find_names(self) -> list[str]:
        """Return the names of the entries. The text key "turn.<name>" has the label."""
        state = self.context.session.state
        row = self.row()
        found = []
        if not combat_rounds.is_able(state, row):
            found.append("end")
        elif not state.get("char", row, "plan"):
            found += [name for name, _ in PLANS[:2]]
            found += ["unique", "free3", "more", "wait", "end"]
        elif combat_rounds.actions_left(state, row):
            found += ["act", "end"]
        else:
            found.append("end")
        if combat_rounds.victims(state, row):
            found.insert(1, "grip")
        return found + ["stance", "suffer", "wound"]

    def entries(self) -> Entries:
        self.names = self.find_names()
        return Lines(self.names, self.line)

    def line(self, name: str) -> tuple[str, str]:
        context = self.context
        value = ""
        if name == "act":
            value = context.t("turn.left", combat_rounds.actions_left(context.session.state, self.row()))
        elif name == "grip":
            value = ", ".join(
                [context.seat(row) for row in combat_rounds.victims(context.session.state, self.row())]
            )
        for known, plan in PLANS:
            if name == known and plan > 1:
                value = number_text(combat_tables.free_actions_modifier(plan))
        return context.t("turn." + name), value

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        life = condition_words(self.context, self.row()).partition(" ")[0]
        return ((life, 16),) if self.context.canvas.has_glyphs(life, 17) else ()

    def draw(self, c: Canvas) -> None:
        context = self.context
        row = self.row()
        get = context.session.get
        others = [
            context.seat(other) for other in combat_rounds.acting_rows(context.session.state) if other != row
        ]
        init = get("char", row, "init")
        right = (
            context.t("turn.tie", init) if others else context.t("turn.head", get("combat", 0, "round"), init)
        )
        if others[1:]:
            right = context.t("turn.equal", len(others) + 1, init)
            others = []
        top(c, " = ".join([context.seat(row)] + others), right)
        life, _, word = condition_words(context, row).partition(" ")
        size = 17 if c.has_glyphs(life, 17) else 16
        c.text(c.text(0, 25 - size, life, size) + 4, 9, word, 16)
        self.first = list_rows(self.first, self.cursor, len(self.list), 2)
        rows(c, self.list, self.cursor, self.first, 24, 2)
        self.keys = ("k.move", "turn.say" if self.names[self.cursor] in dict(PLANS) else "k.ok")
        self.strip(c)

    def choose(self, index: int) -> None:
        context = self.context
        name = self.names[index]
        row = self.row()
        if name in ("free1", "free2", "free3", "unique"):
            self.announce(dict(PLANS)[name])
        elif name in ("more", "wait"):
            self.asked = name
            low, high = (MORE, 9) if name == "more" else (1, 24)
            context.dialogs.ask_number(context.t("turn." + name), low, low, high)
        elif name == "end":
            if context.change(combat_rounds.turn_end_changes(context.session.state, row)):
                context.close()
        elif name == "act":
            context.open("trinites.acts")
        elif name == "grip":
            context.open("trinites.grip")
        elif name == "suffer":
            open_damage(context, row)
        elif name == "stance":
            context.open("trinites.stance", 0, row)
        else:
            context.open("trinites.wound", row)

    def announce(self, plan: int) -> None:
        context = self.context
        try:
            changes = combat_rounds.announcement_changes(context.session.state, self.row(), plan)
        except Refused as refused:
            context.dialogs.show_refusal(refused)
            return
        if context.change(changes):
            context.open("trinites.acts")

    def on_result(self, result: Any) -> None:
        if not isinstance(result, int) or not self.asked:
            return
        if self.asked == "more":
            self.announce(result)
        elif self.context.change(combat_rounds.wait_changes(self.context.session.state, self.row(), result)):
            self.context.close()

    def about(self, index: int) -> None:
        common.open_page(self.context, "wait" if self.names[index] == "wait" else "announce")


def condition_words(context: Context, row: Row) -> str:
    """Return the text with the PV (life points) left and the state of health.

    The text of a dead character is only the state of health.
    """
    get = context.session.get
    line = LINES[get("char", row, "adam")]
    boxes = get("char", row, "boxes")
    if get("char", row, "dead"):
        return state_name(context, damage.DEAD)
    return "%d/%d %s" % (3 * line - boxes, 3 * line, state_name(context, damage.health_state(boxes, line)))


def state_name(context: Context, state: int) -> str:
    """Return the name of a state of health, without the French word in brackets."""
    return common.without_french_term(context.t("state.%d" % state))


def open_action(context: Context, name: Name, row: Row, *more: Row) -> None:
    """Open the form of an action by the character in `row`.

    The form begins with the likely target. If several targets are equally likely, the form asks for the target.
    `more` has the rows of the roles after the target.
    """
    from . import suggestions  # imported here, because only this function needs the module

    session = context.session
    proc = session.procedure(session.procedure_index(name))
    found = [row]
    if "target" in proc.roles:
        likely = suggestions.likely_targets(context, proc, found + [-1])
        found.append(likely[0] if len(likely) == 1 or (likely and name in common.UNAIMED) else -1)
    found += more
    open_form(context, name, found, suggestions.first_values(context, proc, found), asks=True)


# Entries of the list `Acts` that `combat_tables.ACTIONS` lacks.
OTHERS = ("other", "confront", "care", "spend", "regen")
PAGES = ("skills", "direct", "care", "spending", "regeneration")  # for each of OTHERS, its page of the rules
# For each entry that has no Procedure, the text key of its label.
NAMES = {"other": "turn.other", "confront": "home.confront"}
ARMED = ("strike", "shoot", "destroy")  # actions that require the damage of the actor's weapon


def patients(state: State, me: Row) -> list[Row]:
    """Return the rows of the living characters who have a wound.

    Characters on the side of `me` are first. On each side, the characters with more ticked boxes are first.
    """
    hurt = [row for row in party.living_rows(state) if state.get("char", row, "boxes")]
    return sorted(hurt, key=lambda row: ((row < FULL) != (me < FULL), -state.get("char", row, "boxes"), row))


def actions(state: State, row: Row) -> list[str]:
    """Return the names of the actions that the announced plan allows."""
    unique = state.get("char", row, "plan") == ONE_UNIQUE
    held = state.get("char", row, "held") or state.get("char", row, "tied")
    found: list[str] = []
    for line in combat_tables.ACTIONS:
        name, _, kind, condition, _, _ = line.split()
        wanted = kind == combat_tables.TRIFLE or (kind == combat_tables.UNIQUE) == unique
        if wanted and (condition != "held" or held):
            found.insert(0 if condition == "held" else len(found), name)
    return found


def has_action(state: State, row: Row) -> bool:
    """Tell whether a character has the turn, and an announced action left."""
    get = state.get
    return (
        row >= 0
        and get("combat", 0, "active") == row
        and get("char", row, "plan") != 0
        and combat_rounds.actions_left(state, row) > 0
    )


def form_for(context: Context, listed: Sequence[int], allowed: Sequence[str]) -> tuple[str, Sequence[int]]:
    """Return the short name and the arguments of a form, see `GameScreens.form_for`.

    Raise Refused with TR-TURN for an action in a combat that the list `Acts` does not offer to the actor now. The
    action is accepted if `allowed` contains TR-TURN.
    """
    state = context.session.state
    name = context.session.listed[listed[0]][0]
    if name in combat_tables.names(combat_tables.ACTIONS) and "TR-TURN" not in allowed:
        row = listed[1]
        if row >= 0 and state.get("char", row, "zone"):
            able = has_action(state, row) and combat_rounds.is_able(state, row)
            if not (able and name in actions(state, row)):
                raise Refused("TR-TURN", name=row)
    return "form", listed


class Acts(Menu):
    """The list of the actions that the announced plan allows.

    OK opens the form of the action. OK held opens the page of the rules about the action.
    """

    holds = "?"

    def head(self) -> tuple[str, str]:
        context = self.context
        row = context.session.get("combat", 0, "active")
        return context.seat(row), context.t(
            "turn.left", combat_rounds.actions_left(context.session.state, row)
        ) if row >= 0 else ""

    def is_valid(self) -> bool:
        """Tell whether the acting character has an announced action left."""
        return has_action(self.context.session.state, self.context.session.get("combat", 0, "active"))

    def on_show(self) -> None:
        if self.is_valid():
            Menu.on_show(self)

    def entries(self) -> Entries:
        context = self.context
        state = context.session.state
        row = context.session.get("combat", 0, "active")
        unique = state.get("char", row, "plan") == ONE_UNIQUE
        found = actions(state, row)
        if unique:
            found.insert(0, "other")
            if patients(state, row):
                found.insert(1, "care")
        else:
            found.append("other")
        found.insert(found.index("care" if "care" in found else "other") + 1, "confront")
        if common.karma_left(context, row):
            found.append("spend")
            if not unique and state.get("char", row, "boxes"):
                found.append("regen")
        self.names = found
        self.foes = ", ".join([context.seat(foe) for foe in engagement.foes(state, row)])
        return Lines(found, self.line)

    def line(self, name: str) -> tuple[str, str]:
        t = self.context.t
        label = t(NAMES[name]) if name in NAMES else common.list_label(self.context, name)
        if name == "spend":  # show the points of Karma that the character still owes for an effect
            row = self.context.session.get("combat", 0, "active")
            owed = sum([self.context.session.get("adam", row, field) for field in ("owed_l", "owed_t")])
            return label, t("turn.left", owed) if owed else ""
        for line in combat_tables.ACTIONS:
            known, _, _, condition, _, _ = line.split()
            if known == name:
                if condition == "engaged" and self.foes:
                    return label, self.foes
                if condition == "disengaged":  # a cross shows that an engaged actor cannot do the action
                    return label, "✗" if self.foes else ""
                value = "" if condition in ("-", "special") else t("cond." + condition)
                width = self.context.canvas.width
                # Without enough room, the condition is left out. The page of the action has the condition too.
                return label, value if width(label, 16) + width(value, 16) <= ROW_ROOM else ""
        return label, ""

    def choose(self, index: int) -> None:
        context = self.context
        state = context.session.state
        row = context.session.get("combat", 0, "active")
        name = self.names[index]
        if name == "await":
            if context.change(combat_rounds.interruption_changes(state, row)):
                context.navigation.back_to("trinites.memo")
        elif name in OTHERS:
            # The roll counts as an action of the turn, see `Result.action_changes`.
            if name == "other":
                context.open("trinites.skills", 0, row)
            elif name == "confront":
                context.open("trinites.confront")
            elif name == "care":
                open_care(context, row, patients(state, row)[0])
            else:
                open_form(context, name, (row, row), asks=True)
        elif name in ARMED and not state.get("char", row, "weapon"):
            # The printed rules have no table of weapons, so the players enter the damage of the actor's weapon.
            self.armed = name
            context.dialogs.ask_number(context.t("i.weapon"), 0, 0, 99, context.t("unit.pv"))
        else:
            open_action(context, name, row)

    armed = ""  # name of the action whose form opens when the player has entered the weapon's damage

    def on_result(self, result: Any) -> None:
        context = self.context
        row = context.session.get("combat", 0, "active")
        if isinstance(result, int) and self.armed and row >= 0:
            if context.change([("char", row, "weapon", result)]):
                open_action(context, self.armed, row)

    def about(self, index: int) -> None:
        name = self.names[index]
        self.context.dialogs.show_rule(PAGES[OTHERS.index(name)] if name in OTHERS else name)


# For some actions of a holder, the victim's field that the action sets to 1.
_GRIP_FIELDS = {"silence": "gagged", "hostage": "shield", "secure": "secured", "bind": "tied"}


class Grip(Menu):
    """The list of actions, without dice, of a holder on a victim who was seized."""

    title = "grip"
    holds = "?"

    def __init__(self, context: Context, cursor: int = 0, index: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.at = index  # index of the shown victim in the list that `victims` returns

    def arguments(self) -> Arguments:
        return (self.cursor, self.at)

    def holder(self) -> Row:
        return self.context.session.get("combat", 0, "active")

    def victims(self) -> list[Row]:
        return combat_rounds.victims(self.context.session.state, self.holder()) if self.holder() >= 0 else []

    def is_valid(self) -> bool:
        return bool(self.victims())

    def on_show(self) -> None:
        if self.is_valid():
            self.at = min(self.at, len(self.victims()) - 1)
            Menu.on_show(self)

    def head(self) -> tuple[str, str]:
        context = self.context
        victims = self.victims()
        victim = victims[self.at]
        return context.t("grip.of", context.seat(victim)), context.t(
            "grip.result", context.session.get("char", victim, "grip")
        )

    def entries(self) -> Entries:
        self.names = (
            combat_tables.names(combat_grip.GRIP) + ["softly"] + (["next"] if len(self.victims()) > 1 else [])
        )
        return Lines(self.names, self.line)

    def line(self, name: str) -> tuple[str, str]:
        t = self.context.t
        if name in ("softly", "next"):
            return t("grip." + name), ""
        kind = combat_grip.action_type(name)
        victim = self.victims()[self.at]
        if name in _GRIP_FIELDS and self.context.session.get("char", victim, _GRIP_FIELDS[name]):
            return t("grip." + name), "✓"
        return t("grip." + name), "" if kind == combat_tables.TRIFLE else t("type." + kind)

    def choose(self, index: int) -> None:
        context = self.context
        name = self.names[index]
        if name == "next":
            self.at = (self.at + 1) % len(self.victims())
            self.refresh()
            return
        state = context.session.state
        real = "choke" if name == "softly" else name
        try:
            combat_grip.check_announced(state, self.holder(), real)
            changes = combat_grip.grip_changes(
                state, self.holder(), self.victims()[self.at], real, name == "softly"
            )
        except Refused as refused:
            context.dialogs.show_refusal(refused)
            return
        if not context.change(changes):
            return
        if self.is_valid():
            self.on_show()
        else:
            context.close()

    def about(self, index: int) -> None:
        common.open_page(self.context, "grip")


class Wound(Screen):
    """The screen to enter a wound.

    UP and DOWN change the number of PV lost, OK stores the wound. The screen draws the character's boxes of life,
    one for each PV. A box that the wound will tick is drawn half filled.
    """

    keys = ("k.change", "k.set")

    def __init__(self, context: Context, row: Row = 0, points: int = 3) -> None:
        Screen.__init__(self, context)
        self.row = row
        self.points = points

    def arguments(self) -> Arguments:
        return (self.row, self.points)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return (("−%d" % self.points, 32),)

    def draw(self, c: Canvas) -> None:
        context = self.context
        get = context.session.get
        row = self.row
        line = LINES[get("char", row, "adam")]
        boxes = get("char", row, "boxes")
        after, state, pain, _ = damage.after_wound(boxes, line, self.points)
        pain = pain if get("char", row, "zone") else 0
        top(c, context.t("wound", context.seat(row)), context.t("turn.tie", "−%d" % pain) if pain else "")
        draw_large(c, "−%d" % self.points, 8, 32, 0, 60)
        for index in range(3 * line):
            x = 64 + 8 * (index % line)
            y = 10 + 10 * (index // line)
            c.rect(x, y, 7, 8)
            if index < boxes:
                c.fill(x, y, 7, 8)
            elif index < after:
                c.fill(x + 2, y + 2, 3, 4)
        word = state_name(context, state)
        c.centre(40, word, 16)
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        self.points = max(1, min(self.points + by, 25))

    def on_ok(self) -> None:
        context = self.context
        try:
            changes = combat_rounds.wound_changes(context.session.state, self.row, self.points)
        except Refused as refused:
            context.dialogs.show_refusal(refused)
            return
        if context.change(changes):
            context.close()


class Objects(Menu):
    """The list of attacked objects, with their PV and protection.

    OK on an object opens the form of an attack on the object. Outside a turn, OK asks for the object's PV instead.
    OK on the last line adds an object.
    """

    title = "memo.objects"

    def __init__(self, context: Context, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.asked = ""  # field of the object that the player enters: "pv", "kind" or "material"
        self.row: Row = 0  # row of the object whose field the player enters
        self.kind = 0  # index in `damage.OBJECTS` of the new object

    def entries(self) -> Entries:
        get = self.context.session.get
        self.rows = [row for row in range(OBJECTS) if get("object", row, "kind")]
        return [self.line(row) for row in self.rows] + [(self.context.t("object.new"), "")]

    def line(self, row: Row) -> tuple[str, str]:
        t = self.context.t
        get = self.context.session.get
        material = get("object", row, "material")
        protected = damage.protection(material - 1, get("object", row, "arms")) if material else 0
        return common.object_name(self.context, row), t("object.left", get("object", row, "pv"), protected)

    def choose(self, index: int) -> None:
        context = self.context
        if index < len(self.rows):
            active = context.session.get("combat", 0, "active")
            if active >= 0:
                open_action(context, "destroy", active, self.rows[index])
            else:
                self.asked = "pv"
                self.row = self.rows[index]
                context.dialogs.ask_number(
                    self.list[index][0], context.session.get("object", self.row, "pv"), 0, 99
                )
            return
        free = [row for row in range(OBJECTS) if row not in self.rows] or self.rows[:1]
        self.asked = "kind"
        self.row = free[0]
        labels = [context.t("object." + name) for name in combat_tables.names(damage.OBJECTS)]
        context.push(Picker(context, context.t("object.new"), labels))

    def on_result(self, result: Any) -> None:
        context = self.context
        row = self.row
        if not isinstance(result, int) or not self.asked:
            return
        if self.asked == "pv":
            changes = [("object", row, "pv", result)]
            if result == 0:
                changes.append(("object", row, "kind", 0))
            context.change(changes)
            self.refresh()
        elif self.asked == "kind":
            self.asked = "material"
            self.kind = result
            labels = [context.t("material." + name) for name in combat_tables.names(damage.MATERIALS)]
            context.push(Picker(context, context.t("object.material"), labels))
        else:
            kind = self.kind
            context.change(
                [
                    ("object", row, "kind", kind + 1),
                    ("object", row, "material", result + 1),
                    (
                        "object",
                        row,
                        "arms",
                        1 if kind == combat_tables.names(damage.OBJECTS).index("staff") else 0,
                    ),
                    ("object", row, "pv", damage.life(kind)),
                ]
            )
            self.refresh()
