"""Traqueur: the combat phase, the end of a round, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.widgets import draw_large, list_rows, rows, top
from gobelet.ui.screens.menu import Picker

from ..rules import game
from ..rules.fights import life_after, strike_force, strikes_needed
from ..rules.sheets import COMBAT, END, OVER, SLOTS
from .common import (
    STRIKE,
    Plan,
    SheetScreen,
    Stage,
    familiar_line,
    last_strike,
    player_name,
    short_name,
    trap_lines,
    type_name,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Change, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries

MORE = ("pass", "spells", "table", "card", "finish")


class Combat(Stage):
    """The combat phase: a list of the familiars that may strike, and of further acts.

    At first the cursor is on the familiar with which the active player struck last.
    """

    part = COMBAT

    def __init__(self, context: Context, cursor: int = -1) -> None:
        Stage.__init__(self, context, cursor)

    def refresh(self) -> None:
        if self.cursor < 0:
            found = last_strike(self.context)
            self.cursor = self.own_familiars().index(found[0]) if found else 0
        Stage.refresh(self)

    def draw_content(self, c: Canvas) -> None:
        act = "k.ok"
        if self.cursor < len(self.list) - len(MORE):
            unread = game.is_unread(self.context.session.state, self.own_familiars()[self.cursor])
            act = "setup.note" if unread else "strike.strikes"
        self.keys = ("k.move", act)
        Stage.draw_content(self, c)

    def head(self) -> tuple[str, str]:
        return player_name(self.context, self.get("active")), self.context.t("round", self.get("round"))

    def own_familiars(self) -> list[Row]:
        """Return the rows of the active player's familiars that may strike."""
        return game.fighters(self.context.session.state, self.get("active"))

    def entries(self) -> Entries:
        context = self.context
        found = [(type_name(context, index), familiar_line(context, index)) for index in self.own_familiars()]
        return found + [(context.t("combat." + name), "") for name in MORE]

    def choose(self, index: int) -> None:
        context = self.context
        mine = self.own_familiars()
        if index < len(mine):
            if game.is_unread(context.session.state, mine[index]):
                self.read_card(mine[index], self.open_strike)
            else:
                self.open_strike(mine[index])
            return
        name = MORE[index - len(mine)]
        if name == "pass":
            if self.apply_changes(game.pass_turn(context.session.state)):
                self.cursor = -1
                self.on_show()
        elif name == "card":
            context.open("traqueur.card", self.get("active"))
        elif name == "table":
            context.open("traqueur.table", 0)
        elif name == "finish":
            self.confirm(context.t("combat.finish.sure"), self.end_round)
        else:
            context.open("traqueur.spells", self.get("active"))

    def open_strike(self, index: int) -> None:
        self.context.open("traqueur.strike", index)

    def end_round(self) -> None:
        if self.apply_changes(game.end_round(1)):
            self.on_show()

    def about(self, index: int) -> None:
        index -= len(self.own_familiars())
        name = "strike" if index < 0 else MORE[index]
        self.open_page({"card": "table", "finish": "pass"}.get(name, name))


class Strike(SheetScreen):
    """The choice of a strike's target.

    `index` is the row of the striking familiar. Each list line has a target, with its Life after the strike. The text
    above the list contains the effect of the strike on the selected target, see `effect_text`. At first the cursor is
    on the target that the player struck last.
    """

    def __init__(self, context: Context, index: Row, cursor: int = -1) -> None:
        SheetScreen.__init__(self, context, cursor)
        self.at = index

    def arguments(self) -> Arguments:
        return (self.at, self.cursor)

    def is_valid(self) -> bool:
        """Tell whether the striking familiar may still strike."""
        state = self.context.session.state
        return (
            self.get("players") > 0
            and self.get("part") == COMBAT
            and self.at in game.fighters(state, self.get("active"))
            and not game.is_unread(state, self.at)
        )

    def force(self, target: Row) -> int:
        """Return the Life that the familiar in row `target` would lose by the strike."""
        get = self.context.session.get
        kind = get("familiar", self.at, "type")
        return strike_force(get("familiar", self.at, "attack"), kind, get("familiar", target, "type"))

    def refresh(self) -> None:
        """Find the possible targets, and compute the texts of the top band once.

        The method `draw_content` uses these texts in each frame.
        """
        self.targets = game.targets(self.context.session.state, self.get("active"))
        if self.cursor < 0:
            found = last_strike(self.context)
            self.cursor = self.targets.index(found[1]) if found else 0
        self.effect_texts: dict[
            int, str
        ] = {}  # computed results of `effect_text`, by the index of the list line
        self.band = (
            "%s %s" % (player_name(self.context, self.get("active")), type_name(self.context, self.at)),
            familiar_line(self.context, self.at),
        )
        SheetScreen.refresh(self)

    def entries(self) -> Entries:
        context = self.context
        found = []
        for target in self.targets:
            if game.is_unread(context.session.state, target):
                found.append((short_name(context, target), familiar_line(context, target)))
                continue
            life = context.session.get("familiar", target, "life")
            left = life_after(life, self.force(target))
            found.append((short_name(context, target), "♥%d→%s" % (life, left or "☠")))
        return found

    def draw_content(self, c: Canvas) -> None:
        top(c, *self.band)
        self.keys = ("k.move", "strike.strikes")
        if self.targets:
            if game.is_unread(self.context.session.state, self.targets[self.cursor]):
                self.keys = ("k.move", "setup.note")
            draw_large(c, self.effect_text(self.cursor), 8, 16)
        self.first = list_rows(self.first, self.cursor, len(self.list), 2)
        rows(c, self.list, self.cursor, self.first, 24, 2)
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return [(self.effect_text(self.cursor), 12)] if self.targets else []

    def effect_text(self, index: int) -> str:
        """Return a text about the effect of the strike on the target in list line `index`.

        The text contains the Life that the target would lose, and the number of further strikes that would reduce the
        target to 0 Life.
        """
        t = self.context.t
        if game.is_unread(self.context.session.state, self.targets[index]):
            return t("strike.unread")
        if index not in self.effect_texts:
            force = self.force(self.targets[index])
            left = life_after(self.context.session.get("familiar", self.targets[index], "life"), force)
            more = strikes_needed(left, force)
            if more == 0:
                self.effect_texts[index] = t("strike.falls", force)
            else:
                name = "strike.never" if more is None else "strike.last" if more == 1 else "strike.more"
                self.effect_texts[index] = t(name, force, more)
        return self.effect_texts[index]

    def plan(self, target: Row) -> Plan:
        """Return the Plan of the strike on the familiar in row `target`.

        Raises Refused if the rules forbid the strike.
        """
        game.check_strike(self.context.session.state, self.at, target)
        return Plan(self.context, "strike", [self.at, target], {})

    def choose(self, index: int) -> None:
        context = self.context
        if game.is_unread(context.session.state, self.targets[index]):
            # After the player has entered the target's card, the list shows the effect of the strike. A second press of
            # OK makes the strike.
            self.read_card(self.targets[index])
            return
        try:
            plan = self.plan(self.targets[index])
        except Refused as refused:
            context.dialogs.show_refusal(refused)
            return
        key = (STRIKE, self.get("active"))
        strike = (self.at, self.targets[index], self.get("round"))
        if self.apply_changes(game.end_strike(context.session.state, plan.changes(context))):
            context.session.chosen[key] = strike
            # If the strike has ended the round, the screen "traqueur.end" has replaced "traqueur.combat".
            context.navigation.back_to("traqueur.combat")
            if context.navigation.stack.ids[-1] == "traqueur.combat":
                combat = context.navigation.top()
                combat.place_cursor(-1)
                combat.on_show()

    def about(self, index: int) -> None:
        if game.is_unread(self.context.session.state, self.targets[index]):
            self.open_page("strike")
            return
        target = self.targets[index]
        # A list line has only the first letter of the target's type, so the title has the complete name of the type.
        title = "%s %s" % (player_name(self.context, target // SLOTS), type_name(self.context, target))
        self.explain(self.plan(target), title)


class Pick(Picker):
    """The choice of the spell that a player has taken: a trap, or another spell.

    Each trap has its own list line, because the device counts how often the trap was put into a hand.
    """

    def entries(self) -> Entries:
        return [(self.context.t("pick.other"), "")] + trap_lines(self.context)

    def head(self) -> tuple[str, str]:
        return self.heading, self.context.t("pick.counts")


class End(Stage):
    """The end of a round: the strike of the winner's weapon, then the spells.

    The players take spells in the printed order. Then the screen shows the first players of the next preparation and of
    the next combat.
    """

    part = END
    is_draw_shown = False  # whether this screen has shown the message that no player stands

    def draw_content(self, c: Canvas) -> None:
        struck = self.names().count("victim")
        self.keys = ("k.move", "k.ok" if not struck else "end.strikes" if struck > 1 else "strike.strikes")
        Stage.draw_content(self, c)

    def head(self) -> tuple[str, str]:
        t = self.context.t
        row = game.winner(self.context.session.state)
        return t("home.end"), t("end.won", player_name(self.context, row)) if row >= 0 else t(
            "round", self.get("round")
        )

    def names(self) -> list[str]:
        """Return the names of the list lines; OK on the first line does the next act."""
        state = self.context.session.state
        if game.winner(state) < 0:
            return ["order"]
        if not self.get("struck"):
            return ["weapon"] + ["victim"] * len(game.victims(state, game.winner(state))) + ["order"]
        if self.get("picks") < len(game.choosers(state)):
            return ["pick", "leave"] + ["next"] * (len(game.choosers(state)) - self.get("picks") - 1)
        return ["starters", "prep", "first"]

    def entries(self) -> Entries:
        names = self.names()
        return [self.line(names[index], names[:index].count(names[index])) for index in range(len(names))]

    def line(self, name: str, n: int) -> tuple[str, str]:
        """Return (label, value) of a list line.

        `n` is the number of earlier lines with the same name.
        """
        context = self.context
        t = context.t
        state = context.session.state
        get = state.get
        if name == "order":
            return t("end.order"), " ".join([player_name(context, row) for row in game.fallen_rows(state)])
        row = game.winner(state)
        if name == "weapon":
            return t("end.weapon"), "⚔%d" % get("player", row, "attack")
        if name == "victim":
            other = game.victims(state, row)[n]
            life = get("player", other, "life")
            left = life_after(life, get("player", row, "attack"))
            return player_name(context, other), "♥%d→%s" % (life, left or "☠")
        if name in ("prep", "first"):
            return t("end." + name), player_name(context, game.starters(state)[name == "first"])
        if name == "pick":
            revealed = len(game.choosers(state))  # one spell is revealed for each of these players
            return t("end.pick", player_name(context, self.chooser(0))), "%d/%d" % (
                self.get("picks") + 1,
                revealed,
            )
        if name == "next":
            return t("end.then", player_name(context, self.chooser(n + 1))), "%d" % (
                self.get("picks") + n + 2
            )
        return t("end." + name), ""

    def chooser(self, n: int) -> Row:
        """Return the player who takes a spell after `n` other players.

        If `n` is 0, the result is the player whose choice is next.
        """
        return game.choosers(self.context.session.state)[self.get("picks") + n]

    def on_show(self) -> None:
        Stage.on_show(self)
        state = self.context.session.state
        if (
            not self.is_draw_shown
            and self.is_valid()
            and not game.standing_rows(state)
            and not self.get("struck")
        ):
            self.is_draw_shown = True
            self.context.dialogs.show_toast(self.context.t("e.TQ-E12"))

    def choose(self, index: int) -> None:
        context = self.context
        state = context.session.state
        name = self.names()[index]
        if name == "order":
            self.ask_order([])
        elif name in ("weapon", "victim"):
            self.apply_and_show(game.use_weapon(state))
        elif name in ("pick", "next"):
            self.ask(
                Pick(context, context.t("end.pick", player_name(context, self.chooser(0))), ()),
                self.take_spell,
            )
        elif name == "leave":
            self.apply_and_show(game.pick_spell(state, False))
        else:
            self.apply_and_show(game.next_round(state))

    def take_spell(self, index: int) -> None:
        """Apply the answer of `Pick`: 1 plus the row of a trap, or 0 for another spell."""
        context = self.context
        full = index > 0 and not game.take_trap(context.session.state, index - 1, self.chooser(0))
        self.apply_and_show(game.pick_spell(context.session.state, True, index - 1))
        if full:
            context.dialogs.show_notice(context.t("trap.full"))

    def apply_and_show(self, changes: Sequence[Change]) -> None:
        if self.apply_changes(changes):
            self.cursor = 0
            self.on_show()

    def ask_order(self, order: list[Row]) -> None:
        """Ask the players for the order in which they fell, one player at a time.

        `order` has the players in the answers so far. The last remaining player has won the round.
        """
        context = self.context
        state = context.session.state
        left = [
            row
            for row in range(self.get("players"))
            if row not in order and not state.get("player", row, "out")
        ]
        if len(left) > 1:
            title = context.t("end.fell", len(order) + 1)
            known = [left.index(row) for row in game.fallen_rows(state) if row in left]
            labels = [player_name(context, row) for row in left]
            self.ask(Picker(context, title, labels, (known + [0])[0]), self.add_fallen, order, left)
        else:
            self.apply_and_show(game.order_fallen(order))

    def add_fallen(self, index: int, order: list[Row], left: Sequence[Row]) -> None:
        self.ask_order(order + [left[index]])

    def about(self, index: int) -> None:
        pages = {"order": "order", "weapon": "weapon", "victim": "weapon", "pick": "picks", "leave": "picks"}
        name = self.names()[index]
        self.open_page(pages.get(name, "picks" if name == "next" else "starters"))


class Over(Stage):
    """The end of the game: the name of the winner, or a text if no player is left."""

    part = OVER
    keys = ("", "k.ok")

    def draw_content(self, c: Canvas) -> None:
        context = self.context
        top(c, context.t("home.over"), context.t("round", self.get("round")))
        alive = game.living_rows(context.session.state)
        draw_large(c, player_name(context, alive[0]) if alive else context.t("over.nobody"), 8, 32)
        draw_large(c, context.t("over.wins") if alive else context.t("over.table"), 40, 16)
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        alive = game.living_rows(self.context.session.state)
        return [(player_name(self.context, alive[0]), 12)] if alive else []

    def on_ok(self) -> None:
        self.context.navigation.back_to("traqueur.home")

    def on_hold_ok(self) -> None:
        self.open_page("over")
