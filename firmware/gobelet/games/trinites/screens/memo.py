"""Trinités: the screens for the memo of a combat, see `combat_rounds`.

A character in a combat is called a fighter here. The memo shows each fighter's die in one of three zones, and so
the order of turns. Further screens prepare a combat, end a round and correct a fighter's values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import values
from gobelet.ui.drawing.widgets import TOP, draw_large, top
from gobelet.ui.screens.menu import Lines, Menu, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import combat_rounds, party
from ..rules.party import DARK
from ..rules.sheets import CHARACTERS, FEU, GARDE, OUT, PLAYED, RETRAIT
from ..rules.tables import OPTIONS
from . import common

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Field, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Column, Pixels, Size
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps

    from ..rules.combat_rounds import Die

# Aggressions whose period is one round: {text key of the reminder: index in `health.AGGRESSIONS`}.
CONTINUOUS = {"round.asphyxia": 0, "round.poison": 5}

LEFT = 11  # width in pixels of the sign at the left of a zone
BANDS = 3  # number of bands on the screen, each 16 pixels high
FITTING = 3  # number of dice, drawn in large letters, that fit into one band


def bands(counts: Sequence[int]) -> dict[int, int]:
    """Return {zone: number of bands of 16 pixel rows} for the zones with dice.

    `counts` has the number of dice in each zone. Each zone with dice has one band at first. Each spare band is
    added to the zone with the most dice per band, unless each of its dice has a band already.
    """
    rows = {zone: 1 for zone in (FEU, GARDE, RETRAIT) if counts[zone]}
    while rows and sum(rows.values()) < BANDS:
        crowded = max(rows, key=lambda zone: (counts[zone] / rows[zone], zone))
        if counts[crowded] <= rows[crowded]:
            break
        rows[crowded] += 1
    return rows


def shared_zones(counts: Sequence[int]) -> list[int]:
    """Return the two zones that share one band, or [] if no zones share a band.

    Two zones share a band if the third zone has more than FITTING dice. One of the two zones must have one die, and
    the other zone one or two dice.
    """
    crowded = max((FEU, GARDE, RETRAIT), key=lambda zone: counts[zone])
    others = [zone for zone in (FEU, GARDE, RETRAIT) if zone != crowded]
    few = [counts[zone] for zone in others]
    return others if counts[crowded] > FITTING and min(few) == 1 and max(few) < 3 else []


class Memo(Screen):
    """The screen with the memo: three zones with their dice, the highest score first.

    OK starts the turn of the next character, or the next round. UP asks which fighter is wounded, DOWN opens the
    list of fighters.
    """

    holds = "?"

    def on_show(self) -> None:
        self.context.redraw()

    def order(self) -> list[Die]:
        return combat_rounds.fighters(self.context.session.state)

    def draw(self, c: Canvas) -> None:
        context = self.context
        t = context.t
        get = context.session.get
        order = self.order()
        active = get("combat", 0, "active")
        now = get("combat", 0, "round")
        right = "▶ " + context.seat(active) if active >= 0 else ""
        top(c, t("memo.round", now) if now else t("memo"), right)
        if not order:
            draw_large(c, t("memo.nobody"))
        counts = [0, 0, 0, 0]
        for _, zone, _ in order:
            counts[zone] += 1
        y = TOP
        rows = bands(counts)
        sharing = shared_zones(counts)
        middle = 64 + 18 * (counts[sharing[0]] - counts[sharing[1]]) if sharing else 0
        for zone in (FEU, GARDE, RETRAIT):
            dice = [die for die in order if die[1] == zone]
            if sharing:
                if zone not in sharing:
                    self._draw_zone(c, y, 32, zone, dice)
                    y += 32
                elif zone == sharing[0]:
                    self._draw_zone(c, y, 16, zone, dice, 0, middle)
                    y += 16
                else:  # draw the second of the two sharing zones to the right of the first
                    self._draw_zone(c, TOP if sharing[0] == FEU else TOP + 32, 16, zone, dice, middle)
            elif zone in rows:
                tall = 16 * rows[zone]
                self._draw_zone(c, y, tall, zone, dice)
                y += tall
        self.keys = ("memo.list", self.ok_text_key())
        self.strip(c)

    def _draw_zone(
        self,
        c: Canvas,
        y: int,
        tall: Pixels,
        zone: int,
        dice: Sequence[Die],
        x: Column = 0,
        end: Column = 128,
    ) -> None:
        """Draw a zone and its dice, in one or more bands of 16 pixels.

        `tall` is the height of all bands. `x` is the zone's first pixel column, `end` the pixel column
        after the zone.
        """
        c.fill(x, y, LEFT - 2, tall - 1)
        sign = self.context.t("memo.sign.%d" % zone)
        c.text(x + (LEFT - 2 - c.width(sign, 16)) // 2, y + (tall - 16) // 2, sign, 16, 0)
        rows = tall // 16
        each = -(-len(dice) // rows)
        for index in range(0, len(dice), each):
            self._draw_row(c, y + 16 * index // each, dice[index : index + each], x + LEFT, end)

    def _draw_row(self, c: Canvas, y: int, dice: Sequence[Die], x: Column, end: Column) -> None:
        """Draw the dice of one band, each as a name and a score in a box.

        Names are shortened if the dice do not fit.
        """
        names = [self.context.seat(row) for row, _, _ in dice]
        room = end - 1 - x - sum([c.width(self.score(die), 16) + 9 for die in dice])
        short = common.short_names(self.context, [row for row, _, _ in dice])
        if common.shorten_longest(c, names, short, room, 16):
            self._draw_dice(c, x, y, dice, names, 16)
            return
        # Draw the dice in two lines of small letters, because the large letters do not fit.
        half = -(-len(dice) // 2)
        for index in (0, half):
            some = slice(index, index + half)
            self._draw_dice(c, x, y + (8 if index else 0), dice[some], short[some], 8)

    def score(self, die: Die) -> str:
        """Return a die's score as text, with … if the fighter waits for an event."""
        return str(die[2]) + ("…" if self.context.session.get("char", die[0], "event") else "")

    def _draw_dice(
        self, c: Canvas, x: Column, y: int, dice: Sequence[Die], names: Sequence[str], size: Size
    ) -> None:
        state = self.context.session.state
        for index in range(len(dice)):
            row, zone, _ = dice[index]
            score = self.score(dice[index])
            x = c.text(x, y, names[index], size) + 1
            wide = c.width(score, size) + 4
            full = zone == FEU
            if size == 16:
                c.box(x, y, wide, 15, full)
            elif full:
                c.fill(x, y, wide, 8)
            c.text(x + 2, y, score, size, not full)
            if not combat_rounds.is_conscious(state, row):
                c.hline(x - 1 - c.width(names[index], size), y + size // 2, c.width(names[index], size))
            x += wide + 4

    # The action of OK

    def ok_text_key(self) -> str:
        """Return the text key of the label that names the present act of OK."""
        context = self.context
        state = context.session.state
        if context.session.get("combat", 0, "active") >= 0:
            return "memo.turn"
        if not self.order():
            return "memo.begin"
        if not context.session.get("combat", 0, "round"):
            return "memo.first"
        return "memo.next" if combat_rounds.next_rows(state) else "memo.again"

    def likely_next(self) -> str | Sequence[str] | None:
        return ("trinites.turn", "trinites.fighters")

    def on_ok(self) -> None:
        context = self.context
        done = self.ok_text_key()
        if done == "memo.begin":
            context.open("trinites.muster")
        elif done in ("memo.first", "memo.again"):
            if done == "memo.again" and reminders(context):
                context.open("trinites.round")
            else:
                next_round(context)
        else:
            if done == "memo.next" and not context.change(
                combat_rounds.turn_start_changes(context.session.state)
            ):
                return
            context.open("trinites.turn")

    def on_up(self, n: Steps) -> None:
        """Ask which fighter is wounded, with the cursor on the last target."""
        context = self.context
        self.rows = [row for row, _, _ in self.order()]
        if self.rows:
            hit = context.session.get("combat", 0, "target")
            labels = [context.seat(row) for row in self.rows]
            context.push(
                Picker(
                    context, context.t("turn.wound"), labels, self.rows.index(hit) if hit in self.rows else 0
                )
            )
        else:
            self.on_down(n)

    def on_result(self, result: Any) -> None:
        if result is not None:
            self.context.open("trinites.wound", self.order()[result][0])

    def on_down(self, n: Steps) -> None:
        self.context.open("trinites.fighters")

    def on_hold_ok(self) -> None:
        common.open_page(self.context, "rounds")


def next_round(context: Context) -> bool:
    """Begin a round, and tell whether the journal has stored it."""
    return context.change(combat_rounds.round_start_changes(context.session.state))


def reminders(context: Context) -> list[tuple[str, Row]]:
    """List (text key, row of the character) of the reminders at the end of a round.

    An unconscious Adam' (a character with Karma) has a reminder to regenerate. A character who is exposed to an
    aggression in CONTINUOUS has a reminder to test against this aggression.
    """
    get = context.session.get
    soon = get("option", 0, "soon")
    now = get("combat", 0, "round")
    found = []
    for row in range(CHARACTERS):
        if get("char", row, "used") != PLAYED or get("char", row, "dead"):
            continue
        fainted = get("char", row, "fainted")
        if (
            fainted
            and get("char", row, "adam")
            and not combat_rounds.is_conscious(context.session.state, row)
        ):
            if now >= fainted + (0 if soon else 1) and not get("char", row, "spent_t"):
                found.append(("round.regen", row))
        for name in sorted(CONTINUOUS):
            if get("char", row, "exposed") >> CONTINUOUS[name] & 1:
                found.append((name, row))
    return found


class Round(Menu):
    """The list of the reminders at the end of a round.

    OK on a reminder opens the form of the roll, OK on the last line begins the next round.
    """

    def head(self) -> tuple[str, str]:
        return self.context.t("round", self.context.session.get("combat", 0, "round")), ""

    def entries(self) -> Entries:
        t = self.context.t
        self.due = reminders(self.context)
        return [(self.context.seat(row), t(name)) for name, row in self.due] + [(t("round.next"), "")]

    def choose(self, index: int) -> None:
        from . import opening

        context = self.context
        if index == len(self.due):
            next_round(context)
            context.close()
            return
        name, row = self.due[index]
        if name == "round.regen":
            opening.open_form(context, "regen", (row, row), {"nature": DARK})
        else:
            opening.open_form(context, "aggression", (row,), {"kind": CONTINUOUS[name]})


class Muster(Menu):
    """The list of the characters before a combat.

    OK on a character opens the test of initiative, OK on the last line begins the first round.
    """

    keys = ("k.move", "k.ok")

    def __init__(self, context: Context, cursor: int = 0, index: int = -1) -> None:
        Menu.__init__(self, context, cursor)
        self.at = index  # number of characters without a die when the list last moved the cursor

    def arguments(self) -> Arguments:
        return (self.cursor, self.at)

    def head(self) -> tuple[str, str]:
        return self.context.t("muster"), self.context.t("memo.position")

    def topic(self, index: int) -> str:
        return "surprise" if index == len(self.rows) else "initiative"

    def entries(self) -> Entries:
        get = self.context.session.get
        self.rows = [row for row in range(CHARACTERS) if get("char", row, "used") == PLAYED]
        self.rows = [row for row in self.rows if not get("char", row, "dead")]
        found = [(self.context.seat(row), self.die(row)) for row in self.rows]
        waiting = [index for index in range(len(self.rows)) if not get("char", self.rows[index], "zone")]
        self.others = [self.rows[index] for index in waiting if not get("char", self.rows[index], "adam")]
        if len(self.others) < 2 or self.context.dice.by_hand:
            self.others = []
        found.append((self.context.t("alert"), ""))
        if self.others:
            found.append((self.context.t("muster.others"), str(len(self.others))))
        if self.at != len(waiting):  # after a test, the cursor moves to the next character
            self.at = len(waiting)
            self.cursor = waiting[0] if waiting else len(found)
        return found + [(self.context.t("muster.go"), "")]

    def choose(self, index: int) -> None:
        from . import opening

        context = self.context
        if index < len(self.rows):
            row = self.rows[index]
            opening.open_form(context, "initiative", (row,), asks=True)
        elif index == len(self.rows):  # surprise is tested before initiative (L435)
            waiting = [row for row in self.rows if not context.session.get("char", row, "zone")]
            opening.open_form(context, "alert", waiting if len(waiting) == 1 else (), asks=True)
        elif self.others and index == len(self.rows) + 1:
            self.ask_others()
        elif not combat_rounds.fighters(context.session.state):
            context.dialogs.show_notice(context.t("muster.none"))
        elif context.session.get("combat", 0, "round") or next_round(context):
            if context.navigation.stack.ids[-2] == "trinites.memo":
                context.close()
            else:
                context.replace("trinites.memo")

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return common.changed_lines(self.rows, by)

    def die(self, row: Row) -> str:
        """Return the text with the zone and score of a character's die.

        Before the test of initiative, the text says that the character is surprised, or that the test is due.
        """
        context = self.context
        if context.session.get("char", row, "zone"):
            return position(context, row)
        caught = context.session.get("char", row, "surprised")
        return context.t("f.surprised").lower() if caught else context.t("muster.due")

    def ask_others(self) -> None:
        """Ask for the condition of the initiative rolls of all humans without a die."""
        from gobelet.ui.screens.form import options  # imported here, because only this method needs `options`

        context = self.context
        proc = context.session.procedure(context.session.procedure_index("initiative"))
        line = proc.inputs[0]
        labels, added = options(context, proc, line, {})
        context.push(Picker(context, context.t("muster.others"), labels, line.start, (), added))

    def on_result(self, condition: Any) -> None:
        from gobelet.ui.screens.casting import from_cup

        if condition is not None:
            from_cup(self.context, self.roll_others, condition)

    def roll_others(self, condition: int) -> None:
        for row in self.others:
            self.roll(row, condition)
        self.refresh()

    def roll(self, row: Row, condition: int) -> None:
        """Roll the initiative of a human without a form.

        A human has one die, so the player has no die to choose.
        """
        session = self.context.session
        number = session.procedure_index("initiative")
        proc = session.procedure(number)
        score = max(0, party.score(session.state, row, OPTIONS.index("rapidite")))
        known = {
            "condition": condition,
            "score": score,
            "caught": session.get("char", row, "surprised"),
        }
        resolution = session.create_resolution(number, [row], values(proc, known))
        from gobelet.ui.screens.casting import carry_on

        carry_on(self.context, resolution)
        self.context.change(session.outcome_changes(proc, resolution.rows, resolution.now))


def zone_of(context: Context, row: Row) -> str:
    """Return the name of the zone of a character's die, "—" outside the combat."""
    zone = context.session.get("char", row, "zone")
    return context.t("memo.zone.%d" % zone) if zone else "—"


def position(context: Context, row: Row, form: str = "%s %s") -> str:
    """Return the zone and score of a character's die, as text in the format `form`."""
    get = context.session.get
    if not get("char", row, "zone"):
        return zone_of(context, row)
    # an ellipsis shows that the character waits for an event
    waits = " …" if get("char", row, "event") else ""
    return form % (zone_of(context, row), get("char", row, "init")) + waits


class Fighters(Menu):
    """The list of the fighters in the order of the memo.

    Further lines open the screens `Muster` and `Objects`, change the ground, and end the combat.
    """

    keys = ("k.move", "k.open")

    def head(self) -> tuple[str, str]:
        return self.context.t("memo"), self.context.t("memo.position")

    def entries(self) -> Entries:
        context = self.context
        self.rows = [row for row, _, _ in combat_rounds.fighters(context.session.state)]
        self.names = ["muster", "objects", "ground", "end"] if self.rows else ["muster", "objects"]
        return Lines(self.rows + self.names, self.line)

    def line(self, who: str | Row) -> tuple[str, str]:
        context = self.context
        if isinstance(who, int):
            return context.seat(who), position(context, who)
        value = ""
        if who == "ground":
            value = context.t("memo.ground.%d" % context.session.get("combat", 0, "ground"))
        return context.t("memo." + who), value

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return common.changed_lines(self.rows, by)

    def choose(self, index: int) -> None:
        context = self.context
        if index < len(self.rows):
            context.open("trinites.stance", 0, self.rows[index])
            return
        name = self.names[index - len(self.rows)]
        if name == "end":
            context.dialogs.confirm(context.t("memo.end.sure"))
        elif name == "ground":
            context.change([("combat", 0, "ground", 1 - context.session.get("combat", 0, "ground"))])
            self.refresh()
        else:
            context.open("trinites." + name)

    def on_result(self, result: Any) -> None:
        if result is True:
            from ..rules import roster

            self.context.change(roster.combat_end_changes(self.context.session.state))
            first = "trinites.first" in self.context.navigation.stack.ids
            self.context.navigation.back_to("trinites.first" if first else "trinites.home")


# Fields of a fighter that the players may correct: (field, lowest value, highest value).
_STANCE = (
    ("zone", OUT, FEU),
    ("init", 1, 12),
    ("cover", 0, 6),
    ("hidden", 0, 99),
    ("surprised", 0, 1),
    ("prudence", 0, 9),
    ("danger", 0, 9),
)


class Stance(common.OfOne):
    """The list for one fighter, with lines for a wound, further screens and fields."""

    keys = ("k.move", "k.set")

    asked = None  # the field whose value the player enters

    def head(self) -> tuple[str, str]:
        return self.context.seat(self.row), position(self.context, self.row, "%s, init %s")

    def entries(self) -> Entries:
        takes = ["resume"] if combat_rounds.step_in_changes(self.context.session.state, self.row) else []
        self.names = (
            takes + ["wound", "suffer", "alert", "card", "engaged"] + [field for field, _, _ in _STANCE]
        )
        return Lines(self.names, self.line)

    def line(self, name: str) -> tuple[str, str]:
        from ..rules import engagement

        t = self.context.t
        if name == "engaged":
            foes = engagement.foes(self.context.session.state, self.row)
            return t("f.engaged"), ", ".join([self.context.seat(row) for row in foes]) or "—"
        if name not in dict([(field, 0) for field, _, _ in _STANCE]):
            return t(name if name == "alert" else "turn." + name), ""
        value = self.context.session.get("char", self.row, name)
        if name == "zone":
            return t("f.zone"), t("memo.zone.%d" % value)
        if name == "cover":
            return t("f.cover"), t("f.cover.%d" % value)
        return t("f." + name), (t("yes") if value else t("no")) if name == "surprised" else str(value)

    def choose(self, index: int) -> None:
        from . import opening

        context = self.context
        name = self.names[index]
        if name == "wound":
            context.open("trinites.wound", self.row)
        elif name == "suffer":
            opening.open_damage(context, self.row)
        elif name == "alert":
            opening.open_form(context, name, (self.row,))
        elif name == "card":
            context.open("trinites.card", self.row)
        elif name == "engaged":
            context.open("trinites.foes", 0, self.row)
        elif name == "resume":
            if context.change(combat_rounds.step_in_changes(context.session.state, self.row)):
                context.navigation.back_to("trinites.memo")
                context.open("trinites.turn")
        else:
            field, low, high = self.bounds(name)
            value = context.session.get("char", self.row, field)
            # A picker offers the zones, because repeated presses of OK would pass zone 0. Zone 0 removes the
            # fighter from the combat.
            if name == "zone":
                self.asked = field
                zones = [context.t("memo.zone.%d" % zone) for zone in range(high + 1)]
                context.push(Picker(context, context.t("f.zone"), zones, value))
            elif high == 1:
                self._set_field(field, low + (value + 1 - low) % (high - low + 1))
            else:
                self.asked = field
                context.dialogs.ask_number(context.t("f." + field), value, low, high)

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return self.indexes_of(by, "char", self.row, self.names)

    def bounds(self, name: Field) -> tuple[Field, int, int]:
        """Return the item of _STANCE for a field: (field, lowest value, highest value)."""
        for row in _STANCE:
            if row[0] == name:
                return row
        raise KeyError(name)

    def on_result(self, result: Any) -> None:
        if isinstance(result, int) and self.asked:
            self._set_field(self.asked, result)
        else:
            self.refresh()

    def _set_field(self, field: str, value: int) -> None:
        from ..rules import engagement, roster

        state = self.context.session.state
        changes = [("char", self.row, field, value)]
        if field == "zone" and value and not state.get("char", self.row, "init"):
            changes.append(("char", self.row, "init", 1))
        elif field == "zone" and not value:
            changes = roster.withdrawal_changes(state, self.row)
        elif field == "cover" and not value:
            changes += engagement.shield_end_changes(state, self.row)
        self.context.change(engagement.with_cover_changes(state, changes))
        self.refresh()


class Foes(common.OfOne):
    """The list of the other fighters, with marks for the engaged ones.

    The screen is about one fighter. OK engages this fighter with the fighter at the cursor, or separates them.
    """

    keys = ("k.move", "k.turn")

    def head(self) -> tuple[str, str]:
        return self.context.t("f.engaged"), self.context.seat(self.row)

    def entries(self) -> Entries:
        from ..rules import engagement

        state = self.context.session.state
        foes = engagement.foes(state, self.row)
        self.rows = [row for row, _, _ in combat_rounds.fighters(state) if row != self.row]
        return [(self.context.seat(row), zone_of(self.context, row), row in foes) for row in self.rows]

    def choose(self, index: int) -> None:
        from ..rules import engagement

        if self.context.change(
            engagement.engagement_changes(self.context.session.state, self.row, self.rows[index])
        ):
            self.refresh()
