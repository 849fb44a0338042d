"""History: the rolls and changes of the open game from its journal, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...journal.journal import EFFECT, FIRST, LAST, PROVEN, ROLL, STEPS, unpack_roll
from ...journal.records import BY_HAND, FREE, NONE
from ...rules.effects import effects_of
from ...rules.procedure import Outcome, advance, sums
from ...words.wording import key_label, sign
from ..drawing.numbers import signed_text
from ..drawing.widgets import ARROW, TOP, label, list_rows, number_text, pointer, scrollbar, top
from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ...rules.procedure import Procedure
    from ...rules.types import Effect, Face, Path, Row
    from ..drawing.canvas import Canvas
    from .types import Context, Entries

    # (name of a roll, dice, result), or (description of a change, "×" if the change is undone, None)
    Line = tuple[str, str, str | None]

MOST = 40  # maximum number of lines in the list, because the lines of a whole journal do not fit into memory
SEEN = 2
HIGH = 24
LEFT = 9
RIGHT = 122


class Lines:
    """The lines of the history that were read from the journal so far.

    The length of this list is MOST + 1 until `whole` is True. So the scroll bar does not change while idle moments
    read further lines.

    read   whether the journal is read to its end.
    whole  whether `len` returns the number of lines, not MOST + 1.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.read = False
        self.whole = False

    def note_end(self) -> None:
        """Note that the journal is read to its end."""
        self.read = True

    def fix_length(self) -> None:
        """If the journal is read to its end, use the number of lines as the length."""
        self.whole = self.read

    def __len__(self) -> int:
        return len(self.lines) if self.whole else MOST + 1

    def __getitem__(self, index: int) -> Line:
        return self.lines[index]


class History(Menu):
    """The list of rolls and changes.

    OK held shows the selected line in full, and offers the receipt of a roll.

    A line has a caption in small letters, and below the caption the result in large letters. "×" marks an undone
    change. "↷" marks a roll that repeats the roll before. A third mark stands for real dice. The last line opens the
    screen of the players' luck.
    """

    title = "history"
    keys = ("k.scroll", "k.back")

    def __init__(self, context: Context, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        # for each line of a roll: the descriptions of the changes between this roll and the next roll in time
        self.later_changes: list[Sequence[str]] = []
        # for each line: the roll's byte offset in the journal, or -1 for a change
        self.positions: list[int] = []
        self.proven: list[int] = []  # byte offsets of the verifiable rolls in the journal
        self.changes_after: list[str] = []  # descriptions of the changes read since the last read roll
        self.luck_line = -1  # index of the line that opens the screen of luck; -1 without that line
        self.unread: Iterator[object] = iter(())  # the iterator from `read_lines`, one record for each step

    def entries(self) -> Entries:
        """Return the list with its visible lines only, because each line takes 10 ms.

        Idle moments add the other lines.
        """
        self.list = Lines()
        self.later_changes = []
        self.positions = []
        self.proven = []
        self.luck_line = -1
        self.holds = "?"
        self.unread = self.read_lines()
        self.read_to(self.cursor)
        return self.list

    def read_to(self, index: int) -> None:
        """Read the lines up to `index`, and further lines to fill the screen."""
        while len(self.list.lines) <= index + SEEN and self.prepare():
            pass
        self.list.fix_length()

    def prepare(self) -> bool:
        for _ in self.unread:
            return True
        return False

    def move(self, by: int) -> None:
        self.read_to(self.cursor + by if self.cursor + by >= 0 else MOST)
        Menu.move(self, by)

    def read_lines(self) -> Iterator[object]:
        """Append the lines to the list, newest first.

        Yield after each record of the journal, so that the caller may stop.
        """
        context = self.context
        found = self.list.lines
        journal = context.session.journal
        # `untold` has two bytes, kind and field, for each field whose changes have no description. A journal may have
        # many changes of these fields, so `passed` lets `newest_first` skip them. Directly before a roll in time, no
        # change is skipped: a change between two rolls means that the later roll neither continues nor repeats the
        # earlier roll.
        untold = b""
        passed = bytearray()
        # the effects of the present transaction, which is read from its end to its beginning
        effects: list[Effect] = []
        self.changes_after = []
        # the next roll in time; None if a change is between that roll and the present record
        later: Any = None
        for index, kind, payload in journal.newest_first(0, passed):
            if kind & 0x0F == ROLL:
                roll = unpack_roll(payload)
                if roll[0] == NONE:
                    continue
                self._add_roll(index, roll, later)
                later = roll
                passed[:] = b""
            # skip a transaction that a power cut has interrupted: its last record is missing
            elif kind & 0x0F == EFFECT and (effects or kind & LAST):
                later = None
                effects = effects_of(payload) + effects
                if not kind & FIRST:
                    continue
                if not self.add_change(index, effects) and len(effects) == 1:
                    untold = self._with_wordless(untold, effects[0])
                passed[:] = untold
                effects = []
            if len(found) == MOST:
                break
            yield None
        self.holds = "?" if found else ""
        if not found:
            found.append((context.t("history.empty"), "", ""))
        elif "luck" in context.messages.game_screens().SCREENS:
            self.luck_line = len(found)
            found.append((context.t("luck"), "", ""))
        self.list.note_end()

    def _with_wordless(self, untold: bytes, effect: Effect) -> bytes:
        """Add the field of `effect` to `untold`, and return the new `untold`.

        A comment in `read_lines` explains `untold`. A field whose changes have a description is not added.
        """
        number, _, field, _, _ = effect
        pair = bytes((number, field))
        pairs = [untold[at : at + 2] for at in range(0, len(untold), 2)]
        return (
            untold + pair
            if self.context.messages.has_no_words(number, field) and pair not in pairs
            else untold
        )

    def _add_roll(self, index: int, roll: Any, later: Any) -> None:
        """Append a line for a roll, unless the next roll in time, `later`, continues it.

        Each step of a roll writes a record with all steps so far, so only the longest record becomes a line. If
        `later` repeats the roll, the line of `later` gets the mark "↷".
        """
        same = later and roll[0] == later[0] != FREE and roll[2] == later[2]
        if same and roll[3] == later[3][: len(roll[3])] != later[3]:
            return
        found = self.list.lines
        if same:
            title, dice, answer = found[-1]
            found[-1] = (title, "↷ " + dice, answer)
        found.append(self.roll_line(*roll))
        self.later_changes.append(self.changes_after)
        self.positions.append(index)
        if roll[1] & PROVEN:
            self.proven.append(index)
        self.changes_after = []

    def add_change(self, index: int, effects: Sequence[Effect]) -> bool:
        """Append a line for a transaction, if the transaction has a description.

        Return whether the transaction has a description.
        """
        what = self.context.messages.describe(effects)
        if what:
            # `done` has only the last STEPS transactions that are not undone. An older transaction may be undone,
            # so its line shows no "×".
            done = self.context.session.journal.done
            known = len(done) < STEPS or index > done[0]
            undone = "×" if known and index not in done else ""
            self.list.lines.append((what, undone, None))
            self.later_changes.append(())
            self.positions.append(-1)
            self.changes_after = [(what + " " + undone).strip()] + self.changes_after
        return bool(what)

    def roll_line(self, number: int, flags: int, listed: Sequence[int], path: Path, note: bytes) -> Line:
        """Return the line for a roll, given the fields of its record, see `unpack_roll`."""
        context = self.context
        faces: list[Face] = []
        for result in path:
            if isinstance(result, tuple):
                faces.extend(result)
        hand = " " + context.t("hand.mark") if flags & BY_HAND else ""
        dice = " ".join([str(face) for face in faces]) + hand
        if number == FREE:
            return self.free_title(str(note, "utf-8")), dice, "= " + number_text(listed[0])
        name = context.session.procedure_name(number)
        title = context.t.get(name + ".short") or (context.t.get(name) or name or "?").split(" [")[0]
        known = context.session.rows_and_values(number, listed)
        if not known:
            return title, dice, ""
        proc = context.session.procedure(number)
        try:
            now = advance(proc, known[1], path)
        except Exception:  # the rules have changed since the roll
            now = None
        who = self.players_of(proc, known[0])
        if who:
            title = context.t("history.who", who, title)
        if not isinstance(now, Outcome):
            return title, dice, ""
        word = now.word and proc.name + "." + now.word
        if word:  # the text with this text key may have a placeholder for the sum of the modifiers
            answer = context.t(word, signed_text(sum(sums(proc, known[1]).values())))
        else:
            answer = key_label(context, proc, now.key)
        unit = sign(context, proc, now.word, now.key)
        if unit[:1].isalpha():
            unit = "\u00a0" + unit
        return title, dice, answer + unit

    def players_of(self, proc: Procedure, rows: Sequence[Row]) -> str:
        """Return the names of the players in a roll, as one text.

        The name of the player who made the roll is first. The result is "" if no role has a player.
        """
        session, who = self.context.session, self.context.messages.player_of_row
        found = [who(session.state.kind(session.roles[role]), row) for role, row in zip(proc.roles, rows)]
        # a player who has several of the rows is named once
        return " → ".join([name for index, name in enumerate(found) if name and name not in found[:index]])

    def free_title(self, note: str) -> str:
        """Return the name of a roll without a Procedure.

        `note` is the note of the roll in the journal.
        """
        return note

    def draw(self, c: Canvas) -> None:
        top(c, *self.head())
        count = len(self.list)
        self.first = list_rows(self.first, self.cursor, count, SEEN)
        scrollbar(c, self.first, SEEN, count)
        y = TOP
        for index in range(self.first, min(self.first + SEEN, count)):
            title, dice, answer = self.list[index]
            if answer is None:
                title, answer = _split_change(title)
            if index == self.cursor:
                pointer(c, 0, y + 8, RIGHT)
            end = RIGHT
            if answer:
                title = title.replace(" → ", ARROW)
                # a long caption may begin left of LEFT, because the pointer is drawn below the caption
                c.text(max(0, min(LEFT, end - c.width(title))), y, c.shorten(title, end))
            else:
                answer = title
            if c.width(answer, 16) > end - LEFT:
                # show only the part from the arrow on; OK held shows the whole text
                answer = answer[answer.rfind(ARROW) if ARROW in answer else 0 :]
            size = 16
            if dice:
                room = end - LEFT - min(c.width(answer, 16), 64) - 6
                if c.width(dice, 16) > room:
                    dice = c.shorten(dice, room)
                    size = 8
                end -= c.width(dice, size) + 5
            label(c, LEFT, y + 8, answer, end - LEFT)
            c.align_right(RIGHT, y + (8 if size == 16 else 12), dice, size)
            y += HIGH
        self.keys = ("k.scroll", "k.open" if self.cursor == self.luck_line else "k.back")
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, int]]:
        shown = [
            _split_change(line[0])[1] if line[2] is None else line[2]
            for line in self.list.lines[self.first : self.first + SEEN]
        ]
        return [(text, 12) for text in shown if text and self.context.canvas.width(text, 16) <= RIGHT - LEFT]

    def choose(self, index: int) -> None:
        if index == self.luck_line:
            self.context.open(self.context.session.name + ".luck")
        else:
            self.context.close()

    def about(self, index: int) -> None:
        """Show a line in full.

        For a roll, the page also lists the changes after the roll, and OK held on the page shows the receipt as a
        QR code. The receipt has the roll's byte offset in the journal, its dice, its name and its result.
        """
        if not self.holds:
            return
        if index == self.luck_line:
            self.context.dialogs.show_page(self.context.t("luck"), self.context.t("luck.about"))
            return
        title, dice, answer = self.list[index]
        said = title + " " + answer if answer else title
        lines = [part for part in (said, dice) if part]
        receipt = ""
        if index < len(self.later_changes):
            if self.positions[index] >= 0:
                receipt = "#%d %s: %s" % (self.positions[index], dice, said.replace("\u00a0", " "))
            lines += self.later_changes[index]
            if self.positions[index] in self.proven:
                from .proof import proof_lines_at  # imported on use, because verifiable rolls are rare

                proof, proven = proof_lines_at(self.context, self.positions[index])
                lines += proof
                receipt = proven or receipt
        self.context.dialogs.show_page(self.context.t(self.title), lines, receipt)


def _split_change(what: str) -> tuple[str, str]:
    """Split the description of a change into (text before the values, values).

    The values are "old→new". If the description has no "→" or no text before the values, return (description, "").
    """
    before, arrow, after = what.rpartition(ARROW)
    title, _, old = before.rpartition(" ")
    return (title, old + arrow + after) if arrow and title else (what, "")
