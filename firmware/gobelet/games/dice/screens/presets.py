"""The presets of free dice.

The presets are those that players stored, those in a file from a computer, and those of every device.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.letters import name_of, name_words
from gobelet.ui.screens import presets

from ..rules.notation import NotationError, as_now, parse, parse_kept, write
from ..rules.sheets import (
    NAME_FIELDS,
    PRESETS,
    changes,
    pool_at,
    to_words,
)
from . import throw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Pool, Row
    from gobelet.ui.screens.types import Context, Entries


FILE = "presets.txt"  # a file from a computer; each line is "name = notation", or only a notation
LARGEST = 2048  # greatest number of bytes of the file that are used
MOST = 24  # greatest number of lines of the file that are used
FUDGE = "{-1,0,1}"  # the faces of a Fate die; a text of fr.txt cannot contain braces
TAKE = ("take",)  # the first action that OK held offers on a preset
CODE = ("code",)  # the last action that OK held offers on a preset
# maximum number of letters of a name or notation, because fitting long texts to the screen takes time
LONGEST = 64


def store_line(context: Context, line: str, name: str) -> bool:
    """Store the dice of a line such as "2d6+3" as a preset with a name.

    Return whether a preset row was free. Raise NotationError if the line is no pool.
    """
    words = to_words(parse(line)) + name_words(name)
    for row in range(PRESETS):
        if not pool_at(context.session.state, "preset", row)[1]:
            context.session.change(changes("preset", row, words))
            return True
    return False


class Presets(presets.Named):
    """The list of presets. OK rolls the selected preset, OK held offers more actions.

    For a preset that no player has stored, these actions only set the pool in hand or show a QR code. If `row` is
    `throw.SAVE`, the screen first stores the pool in hand as a preset.
    """

    keys = ("k.move", "k.roll")

    def __init__(self, context: Context, cursor: int = 0, row: Row = -1, new: int = 0) -> None:
        presets.Named.__init__(self, context, cursor, row, new)
        self.texts: list[str] = []  # notation of each preset in the list
        self.notations: list[str] = []  # notations of all lines, as the screen writes them

    def on_show(self) -> None:
        presets.Named.on_show(self)
        if self.row == throw.SAVE:
            self.row = -1
            self.context.defer(self.save)

    def refresh(self) -> None:
        """Create the list again.

        The same preset stays selected, even if presets before it were added or removed.
        """
        rows = self.rows
        was_made = bool(self.list)
        at = self.cursor
        presets.Named.refresh(self)
        if was_made and at >= len(rows):
            self.cursor = min(at - len(rows) + len(self.rows), len(self.list) - 1)
        elif was_made and rows[at] in self.rows:
            self.cursor = self.rows.index(rows[at])

    def head(self) -> tuple[str, str]:
        """Return the notation of the selected preset.

        If the selected line itself shows the notation, return the title instead.
        """
        told = self.notations[self.cursor]
        return (self.context.t(self.title) if told == self.list[self.cursor][0] else told), ""

    def entries(self) -> Entries:
        context = self.context
        self.rows = []
        lines = []
        for row in range(PRESETS):
            pool = self._pool(row)
            if pool[1]:
                self.rows.append(row)
                lines.append((self.name(row), write(pool)))
        sent = context.device.store.read(FILE) or b""
        try:
            lines += _lines(sent[:LARGEST].decode().split("\n"))[:MOST]
        except UnicodeError:
            pass
        lines += _lines(context.t("presets", FUDGE).split(";"))
        self.texts = [line[1] for line in lines]
        pool = throw.in_hand(context)
        if pool[1]:
            lines.append((context.t("preset.save"), write(pool)))
        self.notations = [throw.in_words(context, text) for _, text in lines]
        return [(lines[index][0] or self.notations[index], "") for index in range(len(lines))]

    def _pool(self, row: Row) -> Pool:
        """Return the pool of the stored preset in a row."""
        return pool_at(self.context.session.state, "preset", row)

    def largest_count(self) -> int:
        return PRESETS

    def free_number(self) -> int:
        """Return the first free row, -1 if all rows are in use."""
        for row in range(PRESETS):
            if row not in self.rows:
                return row
        return -1

    def name(self, row: int) -> str:
        return name_of([self.context.session.get("preset", row, field) for field in NAME_FIELDS])

    def store(self, row: int, name: str, held: bool, join: bool = False) -> bool:
        pool = throw.in_hand(self.context) if held else self._pool(row)
        # the value 2 for `join` makes storing and naming one transaction, also after a power cut between the two
        return bool(pool[1]) and self._write_preset(row, pool, name, 2 * join)

    def erase(self, row: int) -> None:
        self._write_preset(row, (0, ()), "")

    def _write_preset(self, row: Row, pool: Pool, name: str, join: int = 0) -> bool:
        done = self.context.change(changes("preset", row, to_words(pool) + name_words(name)), join)
        self.refresh()
        return done

    # Keys

    def choose(self, index: int) -> None:
        if index == len(self.texts):
            self.save()
        elif self._take_in_hand(index):
            throw.roll_pool(self.context, throw.in_hand(self.context))

    def _take_in_hand(self, index: int) -> bool:
        """Set the pool in hand to the pool of a line. Return whether the pool was set.

        If a line from a computer is no pool, show a message about the fault.
        """
        context = self.context
        try:
            return throw.set_pool(context, parse_kept(self.texts[index]))
        except NotationError as error:
            context.dialogs.show_notice(context.t("preset.bad", self.texts[index], error.offset + 1))
            return False

    def act_names(self, index: int) -> tuple[str, ...]:
        if index == len(self.texts):
            return ()
        return TAKE + presets.Named.act_names(self, index) + CODE

    def do_named_act(self, name: str) -> bool:
        if name == "code":
            self._show_code(self.cursor)
        elif name == "take":
            if self._take_in_hand(self.cursor):
                self.context.open("dice.build")
        else:
            return False
        return True

    def _show_code(self, index: int) -> None:
        """Show a preset as a QR code.

        The text of the code is a line of FILE, so that another device can store it.
        """
        from gobelet.ui.screens.code import Code, fits

        context = self.context
        name = self.list[index][0]
        text = self.texts[index]
        if name != self.notations[index]:
            text = name + " = " + text
        if fits(text):
            context.push(Code(context, context.t("preset.code"), text))
        else:
            context.dialogs.show_notice(context.t("preset.long"))


def _lines(lines: Sequence[str]) -> list[tuple[str, str]]:
    """List (name, notation) of lines of FILE. The name may be ""."""
    found = []
    for line in lines:
        name, _, text = line.rpartition(" = ")
        if text.strip() and line[0] != "#":
            found.append((name.strip()[:LONGEST], as_now(text.strip()[:LONGEST])))
    return found
