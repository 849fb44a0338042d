"""The screen before the dice: the inputs of a Procedure, and its odds.

The id of this screen is "<game>.form". The first argument of the form is the number of the Procedure. The next
arguments are the index of the Sheet row for each role, and the value of each input, in the order of `Procedure.pack`.
A further last argument is optional: it has a bit of 1 for each input that the player has set.

The value of an input is the first of these values that exists:

1. the field of a Sheet that fills the input;
2. the value that the player has set in this form;
3. the proposal of `from_sheets`;
4. the argument of the form;
5. the start value.

A module that only the handler of a key needs is imported in this handler. An import at the top of this file would
delay the first picture of the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import Outcome, Roll, values
from ...rules.refused import Refused
from ...words.wording import (
    arguments,
    dice_line,
    figure,
    input_name,
    key_label,
    lanes_line,
    modifier,
    option_name,
    sign,
    subject,
    undecided_shares,
)
from ..drawing.numbers import percent, signed_text, whole_percent
from ..drawing.widgets import (
    LIST_ROWS,
    ROW_ROOM,
    list_rows,
    position_bar,
    rows,
    strip,
    top,
    without_french_term,
)
from .menu import Picker
from .stack import Gone, Screen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...rules.procedure import Input, Procedure
    from ...rules.types import Result, Row, Share, Sides, Values
    from ..drawing.canvas import Canvas
    from ..drawing.types import Entry, Pixels, Size
    from .types import Asked, Context, Steps


def options(context: Context, proc: Procedure, line: Input, present: Values) -> tuple[list[str], list[str]]:
    """Return (names of the options of an input, modifier of each option as text).

    `present` has the values of all inputs. The function changes the value of the input `line` in `present`.
    """
    labels = [option_name(context, proc, line, option) for option in line.options or ()]
    values = []
    for option in range(len(labels)):
        present[line.name] = line.low + option
        more = line.modifier(present)
        values.append(signed_text(more) if more else "")
    return labels, values


class Form(Screen):
    """The screen before the dice: a list of lines.

    Line 0, the line of the roll, shows the dice and their odds. The next lines show roles and inputs. The last line is
    the switch between the dice cup and real dice.
    """

    def __init__(self, context: Context, number: int, *given: int) -> None:
        Screen.__init__(self, context)
        self.number = number
        if not context.session.has_procedure(number):
            raise Gone
        self.proc = context.session.procedure(number)
        self.rows, self.given, _ = self.proc.unpack(given)  # `given`: values of inputs, by name
        # names of the inputs that the player has set, see `note_entry`
        self.entered: list[str] = []
        self.offered: Values = {}  # the last result of `from_sheets`
        names = [each.name for each in self.proc.inputs]
        for bits in given[self.proc.packed_length() :]:
            self.entered = [names[index] for index in range(len(names)) if bits >> index & 1]
        self.cursor = 0
        self.first = 0
        # `values` has the checked values of all inputs. `resolution` is the Resolution of these values, and `now` its
        # first step. All three are None while a rule refuses the values. `odds` is None until its first use.
        self.values: Any = None
        self.resolution: Any = None
        self.now: Any = None
        self.odds: Any = None
        self.error: Refused | None = None
        self.list: list[Any] = []
        self.summed: str | None = None  # the result of `lanes`, None until it is computed
        self.read: list[str] = []  # the texts in large letters of the last drawing
        # names of the inputs that fields of Sheets fill
        self.filled: Sequence[str] = context.session.filled_inputs(self.proc, self.rows)
        # While a screen above the form changes a line: (the line, candidates for a role or None for an input).
        # Otherwise None.
        self.editing: Any = None
        self.asking = False  # whether the form asks for unset roles and inputs, one after another
        # whether a change in this form can satisfy the rule that refuses the values; None while this is not known
        self.mending: bool | None = None
        self.trials: Any = None  # the iterator from mending.trials, None until its first use
        self.trying = False  # whether this form is a copy in which mending.py tries a value
        self.unnamed = False  # whether BACK has closed the question for a role without an answer
        # whether the form asks its questions because it was just opened; BACK on a question then closes the form
        self.opening = False

    def arguments(self) -> list[int]:
        return [self.number] + arguments(self.proc, self.rows, self.given, self.entered)

    def try_value(self, name: str, value: int) -> None:
        """Set an input, and check the rules.

        Only mending.py calls this method, on a copy of the form.
        """
        self.given, self.entered = dict(self.given), list(self.entered)
        self.rows, self.list = list(self.rows), list(self.list)
        self.given[name] = value
        self.note_entry(name)
        self.trying = True
        self.refresh()

    def on_show(self) -> None:
        # while a line is being changed, `on_result` is called next and refreshes the form
        if self.editing is None:
            self.refresh()

    def refresh(self) -> None:
        """Read the Sheets again, check the values, and list the lines.

        The next drawing computes the odds anew.
        """
        before = self.filled
        self.filled = self.context.session.fill_inputs(self.proc, self.rows, self.given)
        for name in before:
            if name not in self.filled:
                # remove this value: it was read from a Sheet row that has left the form
                self.given.pop(name, None)
        self.offered = self.from_sheets()
        for name in self.offered:
            if name not in self.entered:
                self.given[name] = self.offered[name]
        self.complete()
        self.error = self.mending = self.trials = None
        self.summed = None
        try:
            self.values = values(self.proc, self.given)
            self.resolution = self.context.session.create_resolution(self.number, self.rows, self.values)
            self.now = self.resolution.now
        except Refused as refused:
            self.values = self.resolution = self.now = None
            self.error = refused
        self.odds = None
        if self.trying:
            return
        # The lines that the player can change: first the indexes of the roles with several candidates, then inputs.
        self.list = [index for index in range(len(self.rows)) if self.has_choice(index)]
        for each in self.proc.inputs:
            if (
                each.name not in self.filled
                and each.is_shown(self.values or self.unchecked_values())
                and self.is_asked(each)
            ):
                self.list.append(each)
        self.cursor = min(self.cursor, self.last_line())
        self.context.redraw()

    def last_line(self) -> int:
        """Return the index of the last line.

        The last line is the switch to real dice. If there are no dice, the last line is the last input.
        """
        return len(self.list) + self.has_dice()

    def unchecked_values(self) -> Values:
        """Return the values of all inputs without a check, for a form that a rule refuses."""
        found = {}
        for each in self.proc.inputs:
            found[each.name] = self.given.get(each.name, each.start)
        return found

    def from_sheets(self) -> Values:
        """Return the values that the present Sheets propose, by name of the input.

        The player may replace a proposal. Games override this method for inputs that depend on several fields.
        """
        return {}

    def complete(self) -> None:
        """Add to `given` the values that neither players nor Sheets provide.

        Games may override this method.
        """

    def is_asked(self, input: Input) -> bool:
        """Tell whether the form lists an input, see `procedure.Input.asked`.

        Games may override this method to hide further inputs.
        """
        return input.asked

    def title(self) -> str:
        """Return the left text of the top band."""
        return self.context.t(self.proc.name)

    def subject(self) -> str:
        """Return the right text of the top band: the player, a note about real dice."""
        return subject(self.context, self.rows, self.context.dice.by_hand)

    # Required inputs

    def unset_inputs(self) -> list[Any]:
        """Return the listed inputs that the player must still set before the dice."""
        return [
            each
            for each in self.list
            if self.error is None
            and not isinstance(each, int)
            and each.needed
            and each.name not in self.entered
            and each.name not in self.offered
        ]

    def missing_roles(self) -> list[Any]:
        """Return the indexes of the roles that the player must fill before the dice.

        By default the result is []. Games override this method.
        """
        return []

    def pending_lines(self) -> list[Any]:
        """Return the roles and inputs that the player must still set before the dice.

        OK on the line of the roll asks for these roles and inputs.
        """
        return self.missing_roles() + self.unset_inputs()

    def accept_values(self, names: Sequence[str]) -> None:
        """Mark the required inputs among `names` as set by the player.

        The form then does not ask for these inputs.
        """
        self.entered += [
            each.name
            for each in self.proc.inputs
            if each.needed and each.name in names and each.name not in self.entered
        ]

    def ask(self, opening: bool = False) -> None:
        """Ask for the next role or input that the player must set before the dice.

        If all are set, move the cursor to the line of the roll.

        opening: True if the form was just opened.
        """
        waiting = self.missing_roles() + self.unset_inputs()
        self.asking = len(waiting) > 0
        self.opening = self.asking and (opening or self.opening)
        if waiting:
            self.open_question(waiting[0])
        elif self.cursor:
            self.cursor = 0
            self.context.redraw()

    def open_question(self, line: Any) -> None:
        """Open the screen on which the player sets a role or input for the first time.

        For an input with options, the title of the screen is a question.
        """
        if isinstance(line, int) or line.options is None:
            self.edit(line)
            return
        self.editing = (line, None)
        self.context.push(self.option_picker(line, self.question(line)))

    def option_picker(self, line: Input, title: str) -> Picker:
        """Return the screen on which the player chooses an option of an input.

        The result of that screen is the index of the option.
        """
        present = dict(self.values or self.unchecked_values())
        labels, added = options(self.context, self.proc, line, present)
        value = self.given.get(line.name, line.start)
        return Picker(self.context, title, labels, value, self.topics(line), added)

    def question(self, line: Any) -> str:
        """Return the text that asks for a role or input.

        The question is the text "<procedure>.<input or role>.ask". If there is no such text, the question is the text
        "ask", which contains the label of the role or input.
        """
        name = self.proc.roles[line] if isinstance(line, int) else line.name
        found = self.context.t.get("%s.%s.ask" % (self.proc.name, name))
        return found or self.context.t("ask", self.label(line))

    def can_mend(self) -> bool:
        """Tell whether another value in this form can satisfy the rule that refuses it.

        `prepare` may have tried some values in idle moments; this method tries the remaining values.
        """
        while self.prepare():
            pass
        return bool(self.mending)

    def prepare(self) -> bool:
        """Try one value that may satisfy the rule that refuses the form's values.

        Return whether further values must be tried.
        """
        if self.error is None or self.mending is not None:
            return False
        if self.trials is None:
            from .mending import trials

            self.trials = trials(self)
        for mended in self.trials:
            if not mended:
                return True
            self.mending = True
            break
        self.mending = bool(self.mending)
        self.context.redraw()
        return False

    # Drawing

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        self.read = []
        if self.cursor == 0:
            top(c, self.title(), self.subject())
            self.draw_roll(c)
            position_bar(c, 0, self.last_line() + 1)
            does = self.ok_key()
            told = (self.odds and self.has_dice()) or self.topic()
            strip(c, t("k.move"), t(does) if does else "", holds="?" if told else "")
            return
        top(c, self.title(), self.lanes())
        index = self.cursor - 1
        self.first = list_rows(self.first, index, self.last_line())
        # create the entries of visible lines only
        lines: list[Any] = [None] * self.last_line()
        for line in range(self.first, min(self.first + LIST_ROWS, len(lines))):
            if line < len(self.list):
                lines[line] = self.entry(c, self.list[line])
            else:
                lines[line] = (t("hand"), t("yes") if self.context.dice.by_hand else t("no"))
        rows(c, lines, index, self.first)
        strip(c, t("k.move"), t("k.turn"), holds="?" if self.help() or self.topic() else "")

    alone: Sequence[str] = ()  # inputs whose options are clear without the label

    def entry(self, c: Canvas, line: Input | int) -> Entry:
        """Return the entry of a line in the list, for `widgets.rows`.

        If label and value together are too wide for large letters, the entry is shortened. A value of yes or no
        becomes a tick box. For an input in `alone`, the option replaces the label. For another input, the modifier of
        the option replaces the option, if there is a modifier.
        """
        label, value = self.label(line), self.value(line)
        room = ROW_ROOM if self.last_line() > LIST_ROWS else ROW_ROOM + 6
        wide = c.width(without_french_term(label), 16)
        if isinstance(line, int) or wide + c.width(value, 16) <= room:
            return label, value
        added = line.modifier(self.values or self.unchecked_values())
        more = modifier(self.context, line.lane, added) if added else ""  # type: ignore[arg-type]
        name = value[: len(value) - len(more)].rstrip()
        beside = c.width(more, 16) + 6
        given = self.given.get(line.name, line.start)
        if line.options is None and (line.low, line.high) == (0, 1):
            return label, more if wide + beside + 12 <= room else "", given == 1
        if c.width(value, 16) <= 56:  # draw the value in large letters, beside the label in small letters
            return label, value
        if line.name in self.alone and (line.options is None or line.options[given] != "none"):
            return name, more if c.width(name, 16) + beside <= room else ""
        return label, more if line.options and more else name

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        """Return the texts of the chances on the screen or, without dice, of the result.

        Each item is (text, minimum height in pixels). A result of up to three letters is at least 32 pixels high.
        """
        short = 12 if isinstance(self.now, Roll) else 32
        return [(text, short if len(text) < 4 else 12) for text in self.read]

    def lanes(self) -> str:
        """Return the sums of the modifiers in each lane (d4, roll, column) as one text."""
        if self.summed is None:
            self.summed = lanes_line(self.context, self.proc, self.values) if self.values else ""
        return self.summed

    def has_dice(self) -> bool:
        """Tell whether dice or a decision precede the outcome.

        While a rule refuses the values, the result is True.
        """
        return not isinstance(self.now, Outcome)

    def ok_key(self) -> str:
        """Return the text key for the act of OK on the line of the roll."""
        if self.error is not None:
            others = [line for line in self.list if isinstance(line, int)]
            # no value must be tried: another choice for a role is accepted without a trial, and an empty list has no
            # values
            if self.mending is None and (others or not self.list):
                self.mending = len(others) > 0
            return "k.ok" if self.mending is None else "k.fix" if self.mending else "k.back"
        if self.pending_lines():
            return "k.say"
        return "k.roll" if isinstance(self.now, Roll) else "k.ok"

    def draw_roll(self, c: Canvas) -> None:
        """Draw the content of the line of the roll in the middle band.

        The middle band shows one of these: the refusal of a rule; the questions for the next two roles or inputs that
        the player must set; the dice and their chances; a result without dice.
        """
        if self.error is not None:
            self._draw_refusal(c, self.error)
            return
        waiting = self.pending_lines()
        if waiting:
            y = 10
            for line in waiting[:2]:
                self.read.append(self.question(line))
                c.text(2, y, self.read[-1], c.fitting_size(self.read[-1], 122, (16, 8)))
                y += 18
            return
        dice = self.dice_words(self.now.dice) if isinstance(self.now, Roll) else ""
        if self.odds is None:
            self.odds = self.resolution.odds()
        if not dice:
            text, unit = self.preview()
            self.read.append(text)
            figure(c, 9, 46, text, unit)
            return
        asked = self.questions()
        rest = undecided_shares(self.context, self.odds)
        if len(asked) == 3 and not (rest and 2 * rest[0][1][0] > rest[0][1][1]):
            self._draw_three(c, dice, asked, rest)
            return
        self.draw_dice(c, dice)
        if asked[1:] and not rest:
            self._draw_sum(c, dice, asked)
        self._draw_chances(c, asked, rest)

    def dice_words(self, dice: Sequence[Sides]) -> str:
        """Return the text for the dice of the first throw. Games may override this method."""
        return dice_line(self.context, self.proc, dice)

    def _draw_chances(self, c: Canvas, asked: Sequence[Asked], rest: list[tuple[str, Share]]) -> None:
        """Draw the named chances, or a column for each outcome if no chance has a name.

        `rest` is the result of `undecided_shares`. The first share in `rest` is drawn below the columns.
        """
        if rest and 2 * rest[0][1][0] > rest[0][1][1]:
            self._draw_open(c, asked, rest[0])
        elif asked[3:]:
            self._draw_abreast(c, asked)
        elif asked:
            y = 25
            for one in asked:
                size = 16 if asked[1:] else 24
                text = self._share(one, rest, percent)
                if c.width(one[0], 16) > 118 - c.width(text, size):
                    text = self._share(one, rest, whole_percent)
                self.read.append(text)
                self._chance(c, y, one[0], text, size)
                y += 15
        else:
            from ..drawing.amounts import bars

            names = [key_label(self.context, self.proc, key) for key in self.odds.keys]
            bars(c, self.odds, 26, 21 if rest else 30, None, names)
            if rest:
                c.text(2, 48, rest[0][0])
                c.align_right(126, 48, percent(rest[0][1], self.context.t("decimal")))

    def _share(self, asked: Asked, rest: list[tuple[str, Share]], written: Any) -> str:
        """Return a chance as text; the function `written` formats the number.

        If the undecided share may add to the chance, the text is a range, such as "30–42 %".
        """
        _, share, least = asked
        dot = self.context.t("decimal")
        if not (rest and least):
            return least + str(written(share, dot))
        most = share[0] * rest[0][1][1] + rest[0][1][0] * share[1], share[1] * rest[0][1][1]
        low, high = [whole_percent(each, dot) for each in (share, most)]
        return low.replace("%", "").replace("\u202f", "") + "–" + high

    def _draw_three(
        self, c: Canvas, dice: str, asked: Sequence[Asked], rest: list[tuple[str, Share]]
    ) -> None:
        """Draw three named chances, each on its own line of the screen.

        A line may have room between the name and the number of its chance. The dice, the sums of the lanes and the
        text of `note` are drawn there in small letters.
        """
        small = [dice] + [line for line in self.lanes().split("  ") if line]
        note = "" if rest else self.note(asked)
        y = 8
        for one in asked:
            text = self._share(one, rest, whole_percent)
            self.read.append(text)
            left, right = 2, 126 - c.width(text, 16)
            size = 16 if c.width(one[0], 16) < right - left - 4 else 8
            left = c.text(left, y + 8 - size // 2, one[0], size) + 4
            c.text(right, y, text, 16)
            here = [word for word in small if c.width(word) <= right - left - 4][:2]
            small = [word for word in small if word not in here]
            room = right - left - 4
            if note and not here and max([c.width(word) for word in note.split(" ")]) <= room:
                lines = list(c.wrap(note, room))
                if len(lines) <= 2:
                    here, note = lines, ""
            for line in range(len(here)):
                c.centre(y + 8 - 4 * len(here) + 8 * line, here[line], 8, left, right)
            y += 16

    def _draw_refusal(self, c: Canvas, error: Refused) -> None:
        said = self.context.messages.refusal(error, self.proc.name)
        size = 16 if len(list(c.wrap(said, 124, 16))) <= 2 else 8
        y = 14
        for line in c.wrap(said, 124, size):
            c.text(2, y, line, size)
            y += size

    def _draw_abreast(self, c: Canvas, asked: Sequence[Asked]) -> None:
        """Draw four or more chances side by side.

        The name above each chance has up to two lines.
        """
        dot = self.context.t("decimal")
        wide = 128 // len(asked)
        x = 0
        # pixel row of a line of names -> first free column after the last name on that line
        ends: dict[int, int] = {}
        for name, share, least in asked:
            y = 26
            for line in name.split(" ", 1):
                # a wide name may use up to 4 pixel columns of its neighbour on the right
                left = max(x, ends.get(y, 0))
                line = c.shorten(line, min(wide + 4, 128 - left), 8)
                ends[y] = c.centre(y, line, 8, left, x + wide) + c.width(line) + 2
                y += 8
            text = least + whole_percent(share, dot)
            if c.width(text, 16) > wide - 3:
                text = text.replace("%", "").replace("\u202f", "")
            self.read.append(text)
            c.centre(40, text, 16, x, x + wide)
            x += wide

    def draw_dice(self, c: Canvas, dice: str) -> None:
        """Draw the dice of the first throw, and on their right the sums of the lanes.

        If dice and sums do not fit in large letters, the names of the lanes have small letters. If they still do not
        fit, the dice have small letters too. If even this is too wide, the sums have small letters too.
        """
        lanes = self.lanes()
        room = 118 - c.width(dice, 16)
        if c.width(lanes, 16) <= room:
            c.text(2, 9, dice, 16)
            c.align_right(126, 9, lanes, 16)
            return
        parts = []  # (text, size)
        wide = 0
        for sum_ in lanes.split("  "):
            index = sum_.rfind(" ") + 1
            for sign_ in "+−×":
                index = max(index, sum_.rfind(sign_))
            for part in ((sum_[:index], 8), (sum_[index:], 16)):
                parts.append(part)
                wide += c.width(*part) + 3
        size = 16 if wide <= room else 8
        end = c.text(2, 17 - size // 2, dice, size)
        x = 129 - wide
        if x <= end:
            y = 9
            for line in c.wrap(lanes, 124 - end):
                c.align_right(126, y, line.strip())
                y += 8
            return
        for text, size in parts:
            c.text(x, 17 - size // 2, text, size)
            x += c.width(text, size) + 3

    def note(self, asked: Sequence[Asked]) -> str:
        """Return the text "<procedure>.sum" if the named chances do not add up to 1.

        The text explains why the sum is not 1. If the sum is 1, or if there is no such text, the result is "".
        """
        num, den = 0, 1
        for _, share, _ in asked:
            num, den = num * share[1] + share[0] * den, den * share[1]
        return (self.context.t.get(self.proc.name + ".sum") or "") if num != den else ""

    def _draw_sum(self, c: Canvas, dice: str, asked: Sequence[Asked]) -> None:
        """Draw the text of `note` between the dice and the sums of the lanes.

        A text that needs more than two lines is not drawn.
        """
        note = self.note(asked)
        if note:
            left = c.width(dice, 16) + 8
            right = 120 - c.width(self.lanes(), 16)
            lines = list(c.wrap(note, right - left))
            if len(lines) > 2:
                return
            for index in range(len(lines)):
                c.align_right(right, 17 - 4 * len(lines) + 8 * index, lines[index])

    def _chance(self, c: Canvas, y: int, name: str, text: str, size: Size = 16) -> None:
        """Draw the name of a chance on the left, and its number `text` on the right.

        A long name has small letters.
        """
        if c.width(name, 16) > 118 - c.width(text, size):
            size = 16
        small = c.width(name, 16) > 118 - c.width(text, size)
        w = c.width(name, 8 if small else 16)
        size = c.fitting_size(text, 118 - w, (size, 16))
        c.text(2, y + size // 2 - (4 if small else 8), name, 8 if small else 16)
        c.align_right(126, y, text, size)

    def _draw_open(self, c: Canvas, asked: Sequence[Asked], rest: tuple[str, Share]) -> None:
        """Draw the chances if more than half of the weight of the odds is undecided.

        The undecided share `rest` has large letters. The named chances are below this share.
        """
        dot = self.context.t("decimal")
        known = [one for one in asked if one[1][0]]
        sure = " ".join(["%s\u00a0%s%s" % (one[0], one[2], whole_percent(one[1], dot)) for one in known])
        lines = list(c.wrap(sure, 126))
        name = rest[0]
        text = (whole_percent if known else percent)(rest[1], dot)
        if len(lines) <= 2:
            self.read.append(text)
            self._chance(c, 24, name, text)
            y = 40
            if sure and c.width(sure, 16) <= 126:
                self.read.append(sure)
                c.centre(y, sure, 16)
                return
        else:
            c.text(2, 25, name)
            c.align_right(126, 25, text)
            y = 33
        for line in lines:
            c.centre(y, line)
            y += 8

    def preview(self) -> tuple[str, str]:
        """Return the result of a Procedure without dice: (text, unit)."""
        keys = [key_label(self.context, self.proc, key) for key in self.odds.keys]
        return " ".join(keys), sign(self.context, self.proc, None)

    def questions(self, hidden: Sequence[str] = ()) -> list[Asked]:
        """Return the named chances as [(name, (num, den), sign), ...].

        The chances whose names are in `hidden` are left out.
        """
        found = []
        texts = self.context.t
        for name, test in self.proc.questions:
            if name in hidden:
                continue
            share = self.odds.chance_of(lambda key, test=test: test(self.values, key))
            said = texts.get(self.proc.name + "." + name) or texts("ask." + name)
            found.append((said, share, self.least_sign(name)))
        return found

    def least_sign(self, name: str) -> str:
        """Return the sign before a named chance, "≥" or "".

        "≥" means that the chance may be higher, because the odds have an undecided share.
        """
        return "≥" if self.odds.unknown or self.odds.tail else ""

    def label(self, line: Input | int) -> str:
        """Return the label of a line, which is an input or the index of a role."""
        if isinstance(line, int):
            return self.context.t("role." + self.proc.roles[line])
        return input_name(self.context, self.proc, line)

    def value(self, line: Input | int) -> str:
        """Return the value of a line as text.

        A line is an input, or the index of a role. The value of a role is the name of its Sheet row, such as a player.
        """
        t = self.context.t
        if isinstance(line, int):
            return self.row_name(line, self.rows[line]) if self.rows[line] >= 0 else "?"
        value = self.given.get(line.name, line.start)
        if not line.low <= value <= line.high:
            return str(value)
        if line.options is not None:
            text = option_name(self.context, self.proc, line, line.options[value])
        elif line.low == 0 and line.high == 1:
            text = t("yes") if value else t("no")
        else:
            if line.mods is None:
                return signed_text(value) if line.lane else str(value)
            text = str(value)
        more = line.modifier(self.values or self.unchecked_values())
        if more:
            text += " " + modifier(self.context, line.lane, more)  # type: ignore[arg-type]
        return text

    # Keys

    def on_step(self, by: Steps) -> None:
        self.cursor = (self.cursor - (1 if by > 0 else -1)) % (self.last_line() + 1)

    def on_ok(self) -> None:
        if self.cursor == 0:
            if self.error is not None:  # a rule refuses the values, and the screen shows why
                if self.can_mend():
                    self.cursor = 1
                else:
                    self.context.close()
            elif self.pending_lines():
                self.ask()
            else:
                self.roll()
        elif self.cursor > len(self.list):
            self.context.dice.use_real_dice(not self.context.dice.by_hand)
        else:
            self.edit(self.list[self.cursor - 1])

    def roll(self) -> None:
        """Throw the dice, or ask for the faces of real dice, and open the result."""
        from .casting import ask_dice, from_cup

        self.resolution.choose_dice(self.context.dice.by_hand)
        if self.resolution.is_waiting_for_dice():
            ask_dice(self.context, self.resolution)
        elif self.has_dice() and not self.resolution.hand:
            from_cup(self.context, self._throw)
        else:
            self._throw()

    def _throw(self, *faces: Result) -> None:
        from .casting import carry_on

        self.resolution.choose_dice(self.context.dice.by_hand)
        carry_on(self.context, self.resolution, *faces)
        self.context.open(self.context.session.name + ".result")

    def edit(self, line: Any) -> None:
        """Change the value of a line, or open a screen to choose the value.

        A value of yes or no is switched, and the next of up to three options is selected.
        """
        if isinstance(line, int):
            offered = self.candidates(line)
            self.editing = (line, offered)
            self.context.push(self.picker(line, offered))
            return
        value = self.given.get(line.name, line.start)
        if line.options is not None and len(line.options) > 3:
            self.editing = (line, None)
            self.context.push(self.option_picker(line, self.label(line)))
        elif line.options is not None or (line.low == 0 and line.high == 1):
            self.set_value(line, line.low + (value + 1 - line.low) % (line.high - line.low + 1))
        else:
            self.editing = (line, None)
            self.context.dialogs.ask_number(self.label(line), value, line.low, line.high)

    def topics(self, input: Input) -> Sequence[str]:
        """Return the name of a page of rules for each option, "" for no page.

        Games may override this method.
        """
        return ()

    def picker(self, index: int, offered: Sequence[Row]) -> Screen:
        """Return the screen on which the player chooses a Sheet row for a role.

        `index` is the index of the role. The result of that screen is an index in `offered`.
        """
        labels = [self.row_name(index, row) for row in offered]
        now = offered.index(self.rows[index]) if self.rows[index] in offered else 0
        title = self.question(index) if self.asking else self.label(index)
        return Picker(self.context, title, labels, now)

    def row_name(self, index: int, row: Row) -> str:
        """Return the name of a Sheet row for the role at `index`.

        By default this is the name of the player. Games may override this method.
        """
        return self.context.seat(row)

    def candidates(self, index: int) -> Sequence[Row]:
        """Return the Sheet rows to choose from for the role at `index`.

        The result is () if the player does not choose this role. Games override this method.
        """
        return ()

    def ask_anew(self) -> bool:
        """Empty the roles whose Sheet row is no candidate now.

        The cursor moves to the first role that was emptied. Return whether a role was emptied.
        """
        gone = []
        for index in range(len(self.rows)):
            offered = self.candidates(index)
            if self.rows[index] >= 0 and offered != () and self.rows[index] not in offered:
                gone.append(index)
        if gone:
            for index in gone:
                self.rows[index] = -1
            self.on_show()
            self.cursor = self.list.index(gone[0]) + 1 if gone[0] in self.list else 0
        return len(gone) > 0

    def has_choice(self, index: int) -> bool:
        """Tell whether a role has several candidates."""
        return len(self.candidates(index)) > 1

    def set_row(self, index: int, row: Row) -> None:
        """Set the Sheet row of the role at `index`.

        All inputs then count as not set by the player, because the player has set them for the previous row.
        """
        self.rows[index] = row
        self.entered = []
        self.refresh()

    def set_value(self, input: Input, value: int) -> None:
        """Set the value of an input."""
        self.given[input.name] = value
        self.note_entry(input.name)
        self.refresh()

    def note_entry(self, name: str) -> None:
        """Note that the player has set an input.

        A required input is always noted. Any other input is noted only if the Sheets propose another value for it.
        """
        said = [each for each in self.entered if each != name]
        needed = [each for each in self.proc.inputs if each.needed and each.name == name]
        if needed or (name in self.offered and self.given[name] != self.offered[name]):
            said.append(name)
        self.entered = said

    def on_result(self, result: Any) -> None:
        if isinstance(result, tuple):
            self._throw(result)
        elif self.editing is not None:
            line, offered = self.editing
            self.editing = None
            if result is None:
                self.asking = False
                self.unnamed = isinstance(line, int)
                if self.opening:
                    self.context.close()
                else:
                    self.refresh()
                return
            if offered is not None:
                self.set_row(line, offered[result])
            else:
                self.set_value(line, result)
            if self.asking:
                self.ask()

    def help(self) -> str:
        """Return the text key of the selected line if it has a help text, otherwise "".

        The help text has the text key "<text key>.help".
        """
        if 0 < self.cursor <= len(self.list):
            line = self.list[self.cursor - 1]
            name = self.proc.name + "." + ("" if isinstance(line, int) else line.name)
            if self.context.t.has_text(name + ".help"):
                return name
        return ""

    def topic(self) -> str:
        """Return the name of the page of rules about the selected line, "" for no page.

        By default the page is that of the Procedure.
        """
        return self.proc.name if self.context.t.has_text("page." + self.proc.name) else ""

    def on_hold_ok(self) -> None:
        if self.cursor == 0 and self.odds is not None and self.has_dice():
            from .chances import Odds

            self.context.push(Odds(self.context, self.proc, self.odds, self.questions()))
            return
        name = self.help()
        if name:
            self.context.dialogs.show_page(self.context.t(name), self.context.t(name + ".help"))
        elif self.topic():
            self.context.dialogs.show_rule(self.topic())
