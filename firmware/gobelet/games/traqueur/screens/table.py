"""Traqueur: all players on one screen, one player's sheet, and the spells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.amounts import bubble, player_quarter
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import TOP, strip, top
from gobelet.ui.screens.menu import Lines, Picker
from gobelet.ui.screens.number_screen import NumberScreen

from ..rules import game
from ..rules.fights import check_aspect
from ..rules.sheets import LIFE, PLAYERS, SLOTS
from ..rules.tables import spells
from .common import (
    FAMILIAR,
    NUMBERS,
    WEAPON,
    Entry,
    Held,
    familiar_line,
    kind_of,
    player,
    read,
    reading,
    spell_name,
    trap_lines,
    type_name,
    weapon_line,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Field, Row, Sheet
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Column, Pixels, Size
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps

    from .common import Question

START = len(NUMBERS)  # number of cells of a player before those of the familiars
FIRST = PLAYERS * START  # index of the first cell of a familiar
QUARTER = 64  # width of a player's numbers
FAMILIAR_WIDE = 43  # width of a familiar with the gap after it


class Table(NumberScreen):
    """The numbers of all players on one page, the familiars of two players on each other.

    Life has large digits; coins and spells are beside it.

    UP and DOWN go from one number to the next. OK takes the number, and UP and DOWN change it. The sum of the
    presses stands beside it for four seconds and is one transaction. A changed Life has no consequence before
    the pointer leaves it, so that a press too many can be corrected.

    cell is a player's row times START plus the index of a number, or after those of all players a familiar's
    row. The parts that no key changes are drawn once, and kept as the bytes of the panel's buffer.
    """

    holds = "?"

    def __init__(self, context: Context, field: int = 0, cell: int = -1, taken: int = 0) -> None:
        NumberScreen.__init__(self, context)
        self.cell = max(0, context.session.get("game", 0, "active")) * START + field if cell < 0 else cell
        self.taken = taken  # 1 + index of the number that OK selected for a change; 0: none
        self.ground: bytes | None = None  # the stored picture; None: the Sheets have changed
        self.shows: tuple[int, int] | None = None  # the page that is drawn, and `taken` at that time

    def arguments(self) -> Arguments:
        return (0, self.cell, self.taken)

    def is_valid(self) -> bool:
        """Tell whether there is a game."""
        return self.context.session.get("game", 0, "players") > 0

    def on_show(self) -> None:
        self.ground = None
        if not self.is_valid():
            self.context.defer(self._leave)
            return
        state = self.context.session.state
        players = state.get("game", 0, "players")
        self.cells = list(range(players * START))
        for row in range(players):
            self.cells += [FIRST + index for index in game.familiars(state, row)]
        if self.cell not in self.cells:
            self.cell = self.cells[0]  # an undo has removed the familiar
            self.taken = 0
        self._go()

    def _leave(self) -> None:
        if self.context.navigation.stack.top() is self and not self.is_valid():
            self.context.close()

    def _go(self) -> None:
        """Prepare the selected number: its words are in the top band."""
        context = self.context
        kind, row, field = self.cell_field()
        name = context.t("f.%s.%s" % (kind, field))
        if kind == "familiar":
            name = "%s %s" % (type_name(context, row), name)
        self.caption = "%s %s" % (player(context, self.player_row()), name)
        self.end()

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Mark the number that an undo changed."""
        kind, row, field = next(iter(by))
        cell = FIRST + row
        if kind == "player" and field in NUMBERS:
            cell = row * START + NUMBERS.index(field)
        elif kind != "familiar" or field != "life":
            return False
        if len(by) > 1 or cell not in self.cells:
            return False
        self.cell = cell
        self._go()
        return self.show_undo(by[kind, row, field], mark)

    def cell_field(self) -> tuple[Sheet, Row, Field]:
        """Return (kind, row, field) of the cell."""
        if self.cell < FIRST:
            return "player", self.cell // START, NUMBERS[self.cell % START]
        return "familiar", self.cell - FIRST, "life"

    def player_row(self) -> Row:
        """Return the row of the player of the cell."""
        return self.cell // START if self.cell < FIRST else (self.cell - FIRST) // SLOTS

    def page(self, cell: int) -> int:
        """Page of a cell: -1 the players' numbers, 0 the familiars of the first two players, 1 those of the others."""
        return -1 if cell < FIRST else (cell - FIRST) // (2 * SLOTS)

    # Drawing

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return
        shows = (self.page(self.cell), self.taken)
        if self.ground is None or self.shows != shows:
            self._draw_all(c)
            self.shows = shows
            self.ground = bytes(c.buffer)
        else:
            c.buffer[:] = self.ground
        active = self.context.session.get("game", 0, "active")
        title = self.context.t("home.table") if active < 0 else "▶ " + player(self.context, active)
        top(c, title, self.caption)
        x, y, w, h = self._number_box(c, self.cell)
        if self.cell < FIRST:
            x0, y0 = self._quarter(self.player_row())
            c.invert(x0, y0, self.wide[self.player_row()][0], 8)
        if self.taken:
            c.invert(x, y, w, h)
        elif h > 8:
            c.vline(x - 1, y, h)
            c.vline(x + w, y, h)
        else:
            c.hline(x, y + 7, w)
        if self.sum:
            text = self.sign + signed_text(self.sum)
            if self.cell < FIRST:
                wide = self.wide[self.player_row()][0]
                if c.width(text) + 18 > wide:  # the words in small letters leave no more room
                    text = self.sign or text
                bubble(c, x0 + wide, y0 + (7 if y == y0 + 16 else 15), text)
            else:
                bubble(c, max(x + w, 44), y - 8, text)

    def _draw_all(self, c: Canvas) -> None:
        """Draw the parts that do not change while the cursor moves."""
        context = self.context
        players = context.session.get("game", 0, "players")
        page = self.page(self.cell)
        self.wide = [(0, 0)] * players  # width of each player's name and Life
        if page < 0:
            for index in range(players):
                self._player(c, index)
            if players < PLAYERS:
                self._shop(c, QUARTER, 32)
        else:
            for index in range(2 * page, min(2 * page + 2, players)):
                c.text(0, self._row(index), player(context, index))
            for cell in self.cells:
                if self.page(cell) == page:
                    self._familiar(c, cell)
        move, act = ("k.change", "k.set") if self.taken else ("k.move", "k.turn")
        strip(c, context.t(move), context.t(act), holds=self.holds)

    def _quarter(self, row: Row) -> tuple[Column, int]:
        """Left upper corner of a player's numbers."""
        return (row & 1) * QUARTER, TOP - 1 + (row >> 1) * 25

    def _row(self, row: Row) -> int:
        """Return the row of pixels at which a player's familiars begin, below the player's name."""
        return TOP - 1 + (row & 1) * 24

    def _small(self, row: Row, field: Field) -> str:
        return ("✋" if field == "spells" else "●") + str(self.context.session.get("player", row, field))

    def _unread(self) -> bool:
        """Tell whether the cell belongs to a familiar whose card was not entered yet."""
        return self.cell >= FIRST and game.unread(self.context.session.state, self.cell - FIRST)

    def _life(self, kind: Sheet, row: Row) -> str:
        if kind == "familiar" and game.unread(self.context.session.state, row):
            return "?"
        return str(self.context.session.get(kind, row, "life") or "☠")

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        if self.cell < FIRST:
            return [
                (self._life("player", row), 24)
                for row in range(self.context.session.get("game", 0, "players"))
            ]
        shown = [cell for cell in self.cells if self.page(cell) == self.page(self.cell)]
        lives = [self._life("familiar", cell - FIRST) for cell in shown]
        return [(life, 16) for life in lives if life != "?"]

    def _number_box(self, c: Canvas, cell: int) -> tuple[Column, int, Pixels, Pixels]:
        """Return (x, y, columns, rows) of the number of a cell."""
        kind, row, field = self.cell_field()
        if kind == "player":
            x, y = self._quarter(row)
            if field == "life":
                w = self.wide[row][1]
                return x + 60 - w, y, w + 2, 24
            return x, y + 8 * NUMBERS.index(field), c.width(self._small(row, field)) + 2, 8
        x, size = self._life_box(c, row)
        w = c.width(self._life(kind, row), size)
        return x - 1, self._row(row // SLOTS) + 8, w + 2, 16

    def _player(self, c: Canvas, row: Row) -> None:
        """Draw the numbers of a player, with his name."""
        notes = "%s\n%s" % (self._small(row, "coins"), self._small(row, "spells"))
        x, y = self._quarter(row)
        self.wide[row] = player_quarter(c, x, y, player(self.context, row), self._life("player", row), notes)

    def _strength(self, index: Row) -> str:
        """Return the first letter of a familiar's type, and the familiar's Attack."""
        state = self.context.session.state
        kind = self.context.t("short." + kind_of(self.context, index))
        return kind if game.unread(state, index) else kind + str(state.get("familiar", index, "attack"))

    def _life_box(self, c: Canvas, index: Row) -> tuple[Column, Size]:
        """Column at which the Life of a familiar begins, after the Attack, and its size."""
        x = index % SLOTS * FAMILIAR_WIDE
        before = c.width(self._strength(index), 16) + 3
        life = self._life("familiar", index)
        size = c.fitting_size(life, FAMILIAR_WIDE - 2 - before, (17, 16))
        return x + before + min(2, FAMILIAR_WIDE - 2 - before - c.width(life, size)), size

    def _familiar(self, c: Canvas, cell: int) -> None:
        """Draw the type, Attack and Life of a familiar."""
        index = cell - FIRST
        y = self._row(index // SLOTS) + 8
        c.text(index % SLOTS * FAMILIAR_WIDE, y, self._strength(index), 16)
        x, size = self._life_box(c, index)
        c.text(x, y, self._life("familiar", index), size)

    def _shop(self, c: Canvas, x: Column, y: int) -> None:
        """Draw the weapons of the shop in the place of a fourth player."""
        c.text(x, y, self.context.t("f.shop.there"))
        for row in (0, 1):
            if self.context.session.get("shop", row, "there"):
                c.text(x, y + 8 + 8 * row, weapon_line(self.context, "shop", row))

    # Keys

    def shift(self, by: Steps) -> None:
        """Change the number, or select the next one.

        A held key goes one by one, so that the player can release it at the right number.
        """
        if self.taken:
            self._change(by)
            return
        index = self.cells.index(self.cell) - (1 if by > 0 else -1)
        self.cell = self.cells[index % len(self.cells)]
        self._go()

    def _change(self, by: int) -> None:
        kind, row, field = self.cell_field()
        state = self.context.session.state
        declared = state.kind(kind)
        _, low, high, _ = declared.field(declared.index[field])
        if not isinstance(high, int):
            high = state.get(kind, row, high)
        now = state.get(kind, row, field)
        to = max(low, min(high, now + by))
        if self.change_number([(kind, row, field, to)], to - now) and self.ground is not None:
            self._draw_change(self.context.canvas, self.ground)

    def _let_go(self) -> None:
        """Release the number.

        If the new Life makes a player fall, or stand again, add these effects to the last change.
        """
        state = self.context.session.state
        kind, row, field = self.cell_field()
        if field == "life" and (self.taken > 1) != (state.get(kind, row, field) > 0):
            changes = game.complete(state, [])
            if changes:
                self.context.change(changes, 2)
        self.taken = 0
        self.end()
        self.context.request_snapshot()

    def _draw_change(self, c: Canvas, ground: bytes) -> None:
        """Draw the changed number into the stored picture."""
        c.buffer[:] = ground
        if self.cell < FIRST:
            row = self.player_row()
            c.fill(*(self._quarter(row) + (QUARTER, 24, 0)))
            self._player(c, row)
        else:
            index = self.cell - FIRST
            c.fill(index % SLOTS * FAMILIAR_WIDE, self._row(index // SLOTS) + 8, FAMILIAR_WIDE, 16, 0)
            self._familiar(c, self.cell)
        self.ground = bytes(c.buffer)

    def ok(self) -> None:
        if self._unread():
            self.context.push(reading(self.context, self.cell - FIRST))
        elif self.taken:
            self._let_go()
        else:
            self.taken = 1 + self.context.session.get(*self.cell_field())
            self.end()
            self.context.request_snapshot()

    def back(self) -> None:
        if self.taken:
            self.ok()
        else:
            self.context.close()

    def on_result(self, result: Any) -> None:
        if isinstance(result, tuple) and self.cell >= FIRST:
            read(self.context, self.cell - FIRST, result)

    def why(self) -> None:
        if self.taken:
            self._let_go()
        self.context.open("traqueur.card", self.player_row())


def starting_at(fields: Sequence[Question], values: Sequence[int]) -> list[Question]:
    """Return the fields of an `Entry`; the start of each is its present value."""
    return [fields[index][:3] + (values[index],) + fields[index][4:] for index in range(len(fields))]


class Card(Held):
    """All values of one player: OK changes a line.

    For a player who has left the game, the first line brings the player back.
    """

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, row: Row, cursor: int = 0) -> None:
        Held.__init__(self, context, cursor)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row, self.cursor)

    def is_valid(self) -> bool:
        """Tell whether this player is in the game."""
        return self.row < self.get("players")

    def head(self) -> tuple[str, str]:
        return player(self.context, self.row), weapon_line(self.context, "player", self.row)

    def names(self) -> list[str | Row]:
        """Return the names of the lines: fields, then the familiars as numbers, then the other lines."""
        tamed = game.familiars(self.context.session.state, self.row)
        found: list[str | Row] = [] if self.context.session.get("player", self.row, "life") else ["back"]
        found += ["life", "coins"]
        found += tamed
        if len(tamed) < SLOTS:
            found.append("familiar")
        found += ["weapon", "spells", "aspect", "limit"]
        if not self.context.session.get("player", self.row, "basic"):
            found.append("basic")
        return found

    def entries(self) -> Entries:
        return Lines(self.names(), self.line)

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return self.indexes_of(by, "player", self.row, self.names())

    def line(self, name: str | Row) -> tuple[str, str]:
        context = self.context
        t = context.t
        get = context.session.get
        if isinstance(name, int):
            return type_name(context, name), familiar_line(context, name, True)
        if name in ("familiar", "basic"):
            return t("card." + name), ""
        if name == "back":
            return t("card.back"), str(LIFE)
        if name == "weapon":
            return t("card.weapon"), weapon_line(context, "player", self.row)
        value = get("player", self.row, name)
        if name == "aspect":
            return t("f.player.aspect"), spell_name(context, "aspect", value - 1) if value else t(
                "aspect.none"
            )
        return t("f.player." + name), str(value if value or name != "life" else "☠")

    def choose(self, index: int) -> None:
        context = self.context
        names = self.names()
        name = names[min(index, len(names) - 1)]
        if isinstance(name, int):
            told = not game.unread(context.session.state, name)
            labels = [context.t("card." + each) for each in ("life", "all", "drop")][not told :]
            title = "%s %s" % (type_name(context, name), familiar_line(context, name))
            self.ask(Picker(context, title, labels), self.edit, name, not told)
        elif name == "familiar":
            self.ask(Entry(context, context.t("card.familiar"), FAMILIAR), self.tame)
        elif name == "back":
            self.set(LIFE, "life")
            self.refresh()
        elif name == "basic":
            lost = [context.session.get("player", self.row, field) for field in ("attack", "cost")]
            if self.make(self.allow(game.disarm, self.row)):
                # A lost weapon of any sort goes to the discard (L251).
                context.dialogs.toast(context.t("card.basic.gone", *lost))
            self.refresh()
        elif name == "weapon":
            get = context.session.get
            fields = starting_at(WEAPON, [get("player", self.row, field) for field in ("attack", "cost")])
            self.ask(Entry(context, context.t("card.weapon"), fields), self.arm)
        elif name == "aspect":
            labels = [context.t("aspect.none")] + [context.t("spell." + each) for each in spells("aspect")]
            now = context.session.get("player", self.row, "aspect")
            self.ask(Picker(context, context.t("f.player.aspect"), labels, now), self.set, name)
        else:
            kind = context.session.state.kind("player")
            _, low, high, _ = kind.field(kind.index[name])
            now = context.session.get("player", self.row, name)
            self.ask_number(context.t("f.player." + name), now, low, high, self.set, name)

    def set(self, value: int, name: Field) -> None:
        if name == "life":
            self.make(game.with_life(self.context.session.state, "player", self.row, value))
        else:
            self.make([("player", self.row, name, value)])

    def arm(self, answer: tuple[int, int]) -> None:
        """Give the player another weapon, or correct the numbers of the present one.

        A weapon that costs 0 may still be the basic one.
        """
        attack, cost = answer
        basic = self.context.session.get("player", self.row, "basic") if cost == 0 else 0
        values = (("attack", attack), ("cost", cost), ("basic", basic))
        self.make([("player", self.row, field, value) for field, value in values])

    def edit(self, index: int, row: Row, unread: bool) -> None:
        """Change the Life or the whole card of a familiar, or discard the familiar.

        A card that was not entered yet has no Life.
        """
        context = self.context
        get = context.session.get
        title = type_name(context, row)
        if unread and index == 0:
            self.read(row)
        elif index == 0:
            self.ask_number(
                title, get("familiar", row, "life"), 0, get("familiar", row, "pv"), self.hurt, row
            )
        elif index == 1 and not unread:
            now = [get("familiar", row, field) for field in ("type", "exotic", "attack", "pv")]
            self.ask(Entry(context, title, starting_at(FAMILIAR, now)), self.rewrite, row)
        else:
            self.make(game.complete(context.session.state, game.discard_familiar(row)))

    def hurt(self, life: int, row: Row) -> None:
        self.make(game.with_life(self.context.session.state, "familiar", row, life))

    def rewrite(self, answer: tuple[int, ...], row: Row) -> None:
        """Write all numbers of a card; a familiar that was struck keeps its lost Life."""
        state = self.context.session.state
        lost = state.get("familiar", row, "pv") - state.get("familiar", row, "life")
        changes = self.allow(game.take_familiar, self.row, *(answer + (row,)))
        if changes is not None:
            changes[-1] = ("familiar", row, "life", max(0, answer[3] - lost))
            self.make(game.complete(state, changes))

    def tame(self, answer: tuple[int, ...]) -> None:
        changes = self.allow(game.take_familiar, self.row, *answer)
        if changes is not None:
            self.make(game.complete(self.context.session.state, changes))

    def about(self, index: int) -> None:
        name = str(self.names()[index])
        if name not in ("coins", "basic", "spells", "aspect"):
            name = {"back": "out", "life": "out", "weapon": "basic"}.get(name, "tame")
        self.page(name)


def _may_begin_aspect(state: State, row: Row) -> bool:
    check_aspect(state.get("player", row, "aspect"))
    return True


class Spells(Held):
    """The spells in the hands, the active aspects, and the count of each trap.

    The count is how often the trap was put into a hand.
    """

    title = "home.spells"
    keys = ("k.move", "k.ok")

    def entries(self) -> Entries:
        return [self.line(row) for row in range(self.get("players"))] + trap_lines(self.context)

    def line(self, row: Row) -> tuple[str, str]:
        """A player with the active aspect, and the number of spells in hand."""
        context = self.context
        get = context.session.get
        aspect = get("player", row, "aspect")
        name = player(context, row)
        if aspect:
            name += " · " + spell_name(context, "aspect", aspect - 1)
        return name, str(get("player", row, "spells"))

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return [row for row in range(self.get("players")) if ("player", row, "spells") in by]

    def is_valid(self) -> bool:
        """Tell whether there is a game."""
        return self.get("players") > 0

    def choose(self, index: int) -> None:
        context = self.context
        row = index
        players = self.get("players")
        if row >= players:
            if game.take_trap(context.session.state, row - players, 0):
                labels = [player(context, each) for each in range(players)]
                self.ask(Picker(context, context.t("trap.who"), labels), self.put_trap, row - players)
            else:  # all hands have had the trap, so no question follows
                context.dialogs.notice(context.t("trap.full"))
            return
        names = ["cast", "aspect", "get"]
        if context.session.get("player", row, "aspect"):
            names.append("end")
        labels = [context.t("spells." + name) for name in names]
        self.ask(Picker(context, player(context, row), labels), self.follow_pick, row, names)

    def put_trap(self, row: Row, index: int) -> None:
        self.make(game.take_trap(self.context.session.state, index, row))

    def follow_pick(self, index: int, row: Row, names: Sequence[str]) -> None:
        context = self.context
        name = names[index]
        state = context.session.state
        if name == "get":
            self.make(game.put_into_hand(state, row))
        elif name == "end":
            self.make([("player", row, "aspect", 0)])
        elif name == "aspect" and self.allow(_may_begin_aspect, row):
            labels = [context.t("spell." + each) for each in spells("aspect")]
            self.ask(Picker(context, context.t("spells.aspect"), labels), self.aspect, row)
        elif name == "cast":
            self.cast([], row)

    def aspect(self, index: int, row: Row) -> None:
        self.cast([("player", row, "aspect", index + 1)], row)

    def cast(self, more: list[Change], row: Row) -> None:
        """Cast a spell.

        If the reminder is on, ask before a second spell in a turn.
        """
        context = self.context
        changes = self.allow(game.cast, row)
        if changes is None:
            return
        state = context.session.state
        if state.get("option", 0, "one") and state.get("game", 0, "cast") >> row & 1:
            self.confirm(context.t("spells.again"), self.play, changes + more, row)
        else:
            self.play(changes + more, row)

    def play(self, changes: Sequence[Change], row: Row) -> None:
        """Cast a spell; if cards are not counted, no number changes."""
        before = self.line(row)
        if self.make(changes) and self.line(row) == before:
            self.context.dialogs.toast(self.context.t("spells.done", player(self.context, row)))

    def about(self, index: int) -> None:
        self.page("trap" if index >= self.get("players") else "spells")
