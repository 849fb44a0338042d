"""Traqueur: the screens of all players' values, of one player's values, of spells."""

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
    SheetScreen,
    card_form,
    familiar_line,
    player_name,
    spell_name,
    store_card,
    trap_lines,
    type_key,
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

START = len(NUMBERS)  # number of cells for the numbers of one player: Life, coins and spells
FIRST = PLAYERS * START  # index of the first cell that belongs to a familiar
QUARTER = 64  # width, in columns, of the quarter of the panel for one player's numbers
FAMILIAR_WIDE = 43  # width, in columns, of a familiar's Attack and Life, with the gap to the next familiar


class Table(NumberScreen):
    """The numbers of all players on one page, the familiars on further pages.

    Each further page has the familiars of two players.

    UP and DOWN select a number. OK takes the selected number, so that UP and DOWN change it. The next OK ends the
    change. These changes are one transaction, and their sum stands beside the number for four seconds. If a Life
    becomes 0, the consequences are computed only when the change ends. So a player can still correct an unintended key
    press.

    `cell` is the index of the selected cell, which contains one number. Each player has START cells. After the cells
    of all players, each row of the Kind "familiar" has one cell. The parts of a page that no key press changes are
    drawn once, and then copied from a stored picture, because copying is fast.
    """

    holds = "?"

    def __init__(self, context: Context, field: int = 0, cell: int = -1, taken: int = 0) -> None:
        NumberScreen.__init__(self, context)
        self.cell = max(0, context.session.get("game", 0, "active")) * START + field if cell < 0 else cell
        self.taken = taken  # 1 plus the value of the number when OK took it; 0 if no number is taken
        self.ground: bytes | None = None  # the stored picture, or None if the picture must be drawn
        self.shows: tuple[int, int] | None = None  # (page, `taken`) of the stored picture

    def arguments(self) -> Arguments:
        return (0, self.cell, self.taken)

    def is_valid(self) -> bool:
        """Tell whether there is a game."""
        return self.context.session.get("game", 0, "players") > 0

    def on_show(self) -> None:
        self.ground = None
        if not self.is_valid():
            self.context.defer(self._close_if_invalid)
            return
        state = self.context.session.state
        players = state.get("game", 0, "players")
        self.cells = list(range(players * START))
        for row in range(players):
            self.cells += [FIRST + index for index in game.familiars(state, row)]
        if self.cell not in self.cells:
            self.cell = self.cells[0]  # an undo has removed the familiar in the selected cell
            self.taken = 0
        self._select_cell()

    def _close_if_invalid(self) -> None:
        if self.context.navigation.stack.top() is self and not self.is_valid():
            self.context.close()

    def _select_cell(self) -> None:
        """Set the text of the top band to the name of the selected number.

        The next change of the number begins a new transaction.
        """
        context = self.context
        kind, row, field = self.cell_field()
        name = context.t("f.%s.%s" % (kind, field))
        if kind == "familiar":
            name = "%s %s" % (type_name(context, row), name)
        self.caption = "%s %s" % (player_name(context, self.player_row()), name)
        self.end()

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Select the number that an undo has changed.

        Return False if the undo has changed several numbers, or a number that has no cell.
        """
        kind, row, field = next(iter(by))
        cell = FIRST + row
        if kind == "player" and field in NUMBERS:
            cell = row * START + NUMBERS.index(field)
        elif kind != "familiar" or field != "life":
            return False
        if len(by) > 1 or cell not in self.cells:
            return False
        self.cell = cell
        self._select_cell()
        return self.show_undo(by[kind, row, field], mark)

    def cell_field(self) -> tuple[Sheet, Row, Field]:
        """Return (Kind, row, field) of the number in the selected cell."""
        if self.cell < FIRST:
            return "player", self.cell // START, NUMBERS[self.cell % START]
        return "familiar", self.cell - FIRST, "life"

    def player_row(self) -> Row:
        """Return the row of the player to whom the selected number belongs."""
        return self.cell // START if self.cell < FIRST else (self.cell - FIRST) // SLOTS

    def page_of(self, cell: int) -> int:
        """Return the page of a cell.

        Page -1 has the players' numbers. Page 0 has the familiars of the first two players, page 1 the familiars of the
        other players.
        """
        return -1 if cell < FIRST else (cell - FIRST) // (2 * SLOTS)

    # Drawing

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return
        shows = (self.page_of(self.cell), self.taken)
        if self.ground is None or self.shows != shows:
            self._draw_all(c)
            self.shows = shows
            self.ground = bytes(c.buffer)
        else:
            c.buffer[:] = self.ground
        active = self.context.session.get("game", 0, "active")
        title = self.context.t("home.table") if active < 0 else "▶ " + player_name(self.context, active)
        top(c, title, self.caption)
        x, y, w, h = self._number_box(c, self.cell)
        if self.cell < FIRST:
            x0, y0 = self._quarter_corner(self.player_row())
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
                # the sum does not fit beside the small texts, so only the sign of an undo is drawn
                if c.width(text) + 18 > wide:
                    text = self.sign or text
                bubble(c, x0 + wide, y0 + (7 if y == y0 + 16 else 15), text)
            else:
                bubble(c, max(x + w, 44), y - 8, text)

    def _draw_all(self, c: Canvas) -> None:
        """Draw the selected cell's page, without the marks of the selection."""
        context = self.context
        players = context.session.get("game", 0, "players")
        page = self.page_of(self.cell)
        self.wide = [(0, 0)] * players  # (width of the name, width of the Life) of each player, in columns
        if page < 0:
            for index in range(players):
                self._draw_player(c, index)
            if players < PLAYERS:
                self._draw_shop(c, QUARTER, 32)
        else:
            for index in range(2 * page, min(2 * page + 2, players)):
                c.text(0, self._name_y(index), player_name(context, index))
            for cell in self.cells:
                if self.page_of(cell) == page:
                    self._draw_familiar(c, cell)
        move, act = ("k.change", "k.set") if self.taken else ("k.move", "k.turn")
        strip(c, context.t(move), context.t(act), holds=self.holds)

    def _quarter_corner(self, row: Row) -> tuple[Column, int]:
        """Return (x, y) of the upper left corner of a player's quarter of the panel."""
        return (row & 1) * QUARTER, TOP - 1 + (row >> 1) * 25

    def _name_y(self, row: Row) -> int:
        """Return the top pixel row of a player's name, which is above the familiars."""
        return TOP - 1 + (row & 1) * 24

    def _small_text(self, row: Row, field: Field) -> str:
        return ("✋" if field == "spells" else "●") + str(self.context.session.get("player", row, field))

    def _is_unread(self) -> bool:
        """Tell whether the selected cell belongs to a familiar of the type UNREAD.

        If the selected number belongs to a player, the result is False.
        """
        return self.cell >= FIRST and game.is_unread(self.context.session.state, self.cell - FIRST)

    def _life_text(self, kind: Sheet, row: Row) -> str:
        if kind == "familiar" and game.is_unread(self.context.session.state, row):
            return "?"
        return str(self.context.session.get(kind, row, "life") or "☠")

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        if self.cell < FIRST:
            return [
                (self._life_text("player", row), 24)
                for row in range(self.context.session.get("game", 0, "players"))
            ]
        shown = [cell for cell in self.cells if self.page_of(cell) == self.page_of(self.cell)]
        lives = [self._life_text("familiar", cell - FIRST) for cell in shown]
        return [(life, 16) for life in lives if life != "?"]

    def _number_box(self, c: Canvas, cell: int) -> tuple[Column, int, Pixels, Pixels]:
        """Return the box (x, y, width, height) of the number in the selected cell."""
        kind, row, field = self.cell_field()
        if kind == "player":
            x, y = self._quarter_corner(row)
            if field == "life":
                w = self.wide[row][1]
                return x + 60 - w, y, w + 2, 24
            return x, y + 8 * NUMBERS.index(field), c.width(self._small_text(row, field)) + 2, 8
        x, size = self._life_box(c, row)
        w = c.width(self._life_text(kind, row), size)
        return x - 1, self._name_y(row // SLOTS) + 8, w + 2, 16

    def _draw_player(self, c: Canvas, row: Row) -> None:
        """Draw the name and the numbers of a player."""
        notes = "%s\n%s" % (self._small_text(row, "coins"), self._small_text(row, "spells"))
        x, y = self._quarter_corner(row)
        self.wide[row] = player_quarter(
            c, x, y, player_name(self.context, row), self._life_text("player", row), notes
        )

    def _attack_text(self, index: Row) -> str:
        """Return the first letter of a familiar's type, with the familiar's Attack."""
        state = self.context.session.state
        kind = self.context.t("short." + type_key(self.context, index))
        return kind if game.is_unread(state, index) else kind + str(state.get("familiar", index, "attack"))

    def _life_box(self, c: Canvas, index: Row) -> tuple[Column, Size]:
        """Return (x, letter size) of a familiar's Life, which is drawn after the Attack."""
        x = index % SLOTS * FAMILIAR_WIDE
        before = c.width(self._attack_text(index), 16) + 3
        life = self._life_text("familiar", index)
        size = c.fitting_size(life, FAMILIAR_WIDE - 2 - before, (17, 16))
        return x + before + min(2, FAMILIAR_WIDE - 2 - before - c.width(life, size)), size

    def _draw_familiar(self, c: Canvas, cell: int) -> None:
        """Draw the type, the Attack and the Life of a familiar."""
        index = cell - FIRST
        y = self._name_y(index // SLOTS) + 8
        c.text(index % SLOTS * FAMILIAR_WIDE, y, self._attack_text(index), 16)
        x, size = self._life_box(c, index)
        c.text(x, y, self._life_text("familiar", index), size)

    def _draw_shop(self, c: Canvas, x: Column, y: int) -> None:
        """Draw the weapons of the shop, with the upper left corner at (x, y)."""
        c.text(x, y, self.context.t("f.shop.there"))
        for row in (0, 1):
            if self.context.session.get("shop", row, "there"):
                c.text(x, y + 8 + 8 * row, weapon_line(self.context, "shop", row))

    # Keys

    def on_step(self, by: Steps) -> None:
        """Change the taken number; if no number is taken, select the next number.

        While UP or DOWN is held, the selection moves by one number at a time, so that the player can stop at any
        number.
        """
        if self.taken:
            self._change_value(by)
            return
        index = self.cells.index(self.cell) - (1 if by > 0 else -1)
        self.cell = self.cells[index % len(self.cells)]
        self._select_cell()

    def _change_value(self, by: int) -> None:
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

    def _end_change(self) -> None:
        """End the change of the taken number.

        If the number is a Life that became 0 or was 0, the consequences are added to the transaction, see
        `game.changes_of_falls`.
        """
        state = self.context.session.state
        kind, row, field = self.cell_field()
        if field == "life" and (self.taken > 1) != (state.get(kind, row, field) > 0):
            changes = game.with_consequences(state, [])
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
            c.fill(*(self._quarter_corner(row) + (QUARTER, 24, 0)))
            self._draw_player(c, row)
        else:
            index = self.cell - FIRST
            c.fill(index % SLOTS * FAMILIAR_WIDE, self._name_y(index // SLOTS) + 8, FAMILIAR_WIDE, 16, 0)
            self._draw_familiar(c, self.cell)
        self.ground = bytes(c.buffer)

    def on_ok(self) -> None:
        if self._is_unread():
            self.context.push(card_form(self.context, self.cell - FIRST))
        elif self.taken:
            self._end_change()
        else:
            self.taken = 1 + self.context.session.get(*self.cell_field())
            self.end()
            self.context.request_snapshot()

    def on_back(self) -> None:
        if self.taken:
            self.on_ok()
        else:
            self.context.close()

    def on_result(self, result: Any) -> None:
        if isinstance(result, tuple) and self.cell >= FIRST:
            store_card(self.context, self.cell - FIRST, result)

    def on_hold_ok(self) -> None:
        if self.taken:
            self._end_change()
        self.context.open("traqueur.card", self.player_row())


def starting_at(fields: Sequence[Question], values: Sequence[int]) -> list[Question]:
    """Return the Questions `fields` with the start values replaced by `values`."""
    return [fields[index][:3] + (values[index],) + fields[index][4:] for index in range(len(fields))]


class Card(SheetScreen):
    """The list of all values of one player. OK changes the value in the selected line.

    If the player has left the game, OK on the first line sets the player's Life to LIFE.
    """

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, row: Row, cursor: int = 0) -> None:
        SheetScreen.__init__(self, context, cursor)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row, self.cursor)

    def is_valid(self) -> bool:
        """Tell whether the game still has the player in this row."""
        return self.row < self.get("players")

    def head(self) -> tuple[str, str]:
        return player_name(self.context, self.row), weapon_line(self.context, "player", self.row)

    def names(self) -> list[str | Row]:
        """Return the names of the list lines; for a familiar, its row instead of a name."""
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
            is_read = not game.is_unread(context.session.state, name)
            labels = [context.t("card." + each) for each in ("life", "all", "drop")][not is_read :]
            title = "%s %s" % (type_name(context, name), familiar_line(context, name))
            self.ask(Picker(context, title, labels), self.edit_familiar, name, not is_read)
        elif name == "familiar":
            self.ask(Entry(context, context.t("card.familiar"), FAMILIAR), self.take_familiar)
        elif name == "back":
            self.set_field(LIFE, "life")
            self.refresh()
        elif name == "basic":
            lost = [context.session.get("player", self.row, field) for field in ("attack", "cost")]
            if self.apply_changes(self.allow(game.disarm, self.row)):
                # The message asks the players to discard the lost weapon (L251).
                context.dialogs.show_toast(context.t("card.basic.gone", *lost))
            self.refresh()
        elif name == "weapon":
            get = context.session.get
            fields = starting_at(WEAPON, [get("player", self.row, field) for field in ("attack", "cost")])
            self.ask(Entry(context, context.t("card.weapon"), fields), self.set_weapon)
        elif name == "aspect":
            labels = [context.t("aspect.none")] + [context.t("spell." + each) for each in spells("aspect")]
            now = context.session.get("player", self.row, "aspect")
            self.ask(Picker(context, context.t("f.player.aspect"), labels, now), self.set_field, name)
        else:
            kind = context.session.state.kind("player")
            _, low, high, _ = kind.field(kind.index[name])
            now = context.session.get("player", self.row, name)
            self.ask_number(context.t("f.player." + name), now, low, high, self.set_field, name)

    def set_field(self, value: int, name: Field) -> None:
        if name == "life":
            self.apply_changes(game.set_life(self.context.session.state, "player", self.row, value))
        else:
            self.apply_changes([("player", self.row, name, value)])

    def set_weapon(self, answer: tuple[int, int]) -> None:
        """Store the Attack and the Cost of the player's weapon.

        The player enters a new weapon, or corrects the numbers of the present weapon. A weapon with a Cost above 0 is
        never the basic weapon.
        """
        attack, cost = answer
        basic = self.context.session.get("player", self.row, "basic") if cost == 0 else 0
        values = (("attack", attack), ("cost", cost), ("basic", basic))
        self.apply_changes([("player", self.row, field, value) for field, value in values])

    def edit_familiar(self, index: int, row: Row, unread: bool) -> None:
        """Change the Life or the card of a familiar, or discard the familiar.

        `row` is the row of the familiar.

        `index` is the answer of the player: 0 to change the Life, 1 to change the card, 2 to discard the familiar. If
        `unread` is True, the card is not entered yet. In this case the answers are 0 to enter the card, and 1 to
        discard the familiar.
        """
        context = self.context
        get = context.session.get
        title = type_name(context, row)
        if unread and index == 0:
            self.read_card(row)
        elif index == 0:
            self.ask_number(
                title,
                get("familiar", row, "life"),
                0,
                get("familiar", row, "pv"),
                self.set_familiar_life,
                row,
            )
        elif index == 1 and not unread:
            now = [get("familiar", row, field) for field in ("type", "exotic", "attack", "pv")]
            self.ask(Entry(context, title, starting_at(FAMILIAR, now)), self.set_card, row)
        else:
            self.apply_changes(game.with_consequences(context.session.state, game.discard_familiar(row)))

    def set_familiar_life(self, life: int, row: Row) -> None:
        self.apply_changes(game.set_life(self.context.session.state, "familiar", row, life))

    def set_card(self, answer: tuple[int, ...], row: Row) -> None:
        """Store the corrected values of a familiar's card.

        The Life that the familiar has lost so far is subtracted from the corrected full Life.
        """
        state = self.context.session.state
        lost = state.get("familiar", row, "pv") - state.get("familiar", row, "life")
        changes = self.allow(game.take_familiar, self.row, *(answer + (row,)))
        if changes is not None:
            changes[-1] = ("familiar", row, "life", max(0, answer[3] - lost))
            self.apply_changes(game.with_consequences(state, changes))

    def take_familiar(self, answer: tuple[int, ...]) -> None:
        changes = self.allow(game.take_familiar, self.row, *answer)
        if changes is not None:
            self.apply_changes(game.with_consequences(self.context.session.state, changes))

    def about(self, index: int) -> None:
        name = str(self.names()[index])
        if name not in ("coins", "basic", "spells", "aspect"):
            name = {"back": "out", "life": "out", "weapon": "basic"}.get(name, "tame")
        self.open_page(name)


def _may_begin_aspect(state: State, row: Row) -> bool:
    check_aspect(state.get("player", row, "aspect"))
    return True


class Spells(SheetScreen):
    """The list of the players' spells and active aspects, and of the traps.

    The number beside a player is the number of spells in hand. The number beside a trap is the number of times that the
    trap was put into a hand.
    """

    title = "home.spells"
    keys = ("k.move", "k.ok")

    def entries(self) -> Entries:
        return [self.line(row) for row in range(self.get("players"))] + trap_lines(self.context)

    def line(self, row: Row) -> tuple[str, str]:
        """Return (player's name and active aspect, number of spells in hand)."""
        context = self.context
        get = context.session.get
        aspect = get("player", row, "aspect")
        name = player_name(context, row)
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
                labels = [player_name(context, each) for each in range(players)]
                self.ask(Picker(context, context.t("trap.who"), labels), self.put_trap, row - players)
            else:  # the trap was put into hands as often as the rules allow, so only a message is shown
                context.dialogs.show_notice(context.t("trap.full"))
            return
        names = ["cast", "aspect", "get"]
        if context.session.get("player", row, "aspect"):
            names.append("end")
        labels = [context.t("spells." + name) for name in names]
        self.ask(Picker(context, player_name(context, row), labels), self.apply_choice, row, names)

    def put_trap(self, row: Row, index: int) -> None:
        self.apply_changes(game.take_trap(self.context.session.state, index, row))

    def apply_choice(self, index: int, row: Row, names: Sequence[str]) -> None:
        context = self.context
        name = names[index]
        state = context.session.state
        if name == "get":
            self.apply_changes(game.put_into_hand(state, row))
        elif name == "end":
            self.apply_changes([("player", row, "aspect", 0)])
        elif name == "aspect" and self.allow(_may_begin_aspect, row):
            labels = [context.t("spell." + each) for each in spells("aspect")]
            self.ask(Picker(context, context.t("spells.aspect"), labels), self.cast_aspect, row)
        elif name == "cast":
            self.cast_spell([], row)

    def cast_aspect(self, index: int, row: Row) -> None:
        self.cast_spell([("player", row, "aspect", index + 1)], row)

    def cast_spell(self, more: list[Change], row: Row) -> None:
        """Store that the player in row `row` casts a spell, with the changes `more`.

        If the option "one" is 1, the device asks for a confirmation of the player's second spell in a turn.
        """
        context = self.context
        changes = self.allow(game.cast_spell, row)
        if changes is None:
            return
        state = context.session.state
        if state.get("option", 0, "one") and state.get("game", 0, "cast") >> row & 1:
            self.confirm(context.t("spells.again"), self.apply_cast, changes + more, row)
        else:
            self.apply_cast(changes + more, row)

    def apply_cast(self, changes: Sequence[Change], row: Row) -> None:
        """Apply the changes of a spell that the player in row `row` casts.

        If the player's list line stays the same, show a message to confirm the spell.
        """
        before = self.line(row)
        if self.apply_changes(changes) and self.line(row) == before:
            self.context.dialogs.show_toast(self.context.t("spells.done", player_name(self.context, row)))

    def about(self, index: int) -> None:
        self.open_page("trap" if index >= self.get("players") else "spells")
