"""The wheel of letters: a screen to enter a short name with four keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.letters import ALPHABET, LETTERS
from ..drawing.widgets import strip, top
from .stack import Screen

if TYPE_CHECKING:
    from ..drawing.canvas import Canvas
    from .types import Arguments, Context, Steps

WHEEL = "✓" + ALPHABET + "←"


def open_wheel(context: Context, title: str, name: str) -> None:
    """Open the wheel to enter a name; `name` is the present name.

    The arguments of a screen must be integers, so letters are passed as code points.
    """
    context.open("system.wheel", len(title), len(name), *[ord(letter) for letter in title + name + name])


class Wheel(Screen):
    """The wheel of letters.

    UP and DOWN turn the wheel, and OK adds the selected letter to the name. OK on ← deletes a letter, and OK on ✓ ends
    the entry. BACK also ends the entry, and BACK held undoes one letter at a time.

    The result is the name, which may be "". The result is None if BACK closes the wheel with an unchanged name. A name
    that was typed on a computer may have letters that the wheel lacks.

    titled  the number of letters of the title. named   the number of letters of the former name. codes   the code
    points of all letters: first those of the title, then of the former name, then of the present name. cursor  index
    of the selected letter in WHEEL.
    """

    entering = True

    def __init__(self, context: Context, titled: int = 0, named: int = 0, *codes: int) -> None:
        Screen.__init__(self, context)
        text = "".join([chr(code) for code in codes])
        named += titled
        self.title = text[:titled]
        self.before = text[titled:named]
        self.name = text[named:]
        self.cursor = 0 if self.name else 1

    def arguments(self) -> Arguments:
        codes = [ord(letter) for letter in self.title + self.before + self.name]
        return [len(self.title), len(self.before)] + codes

    def _letter_at(self, by: int) -> str:
        """Return the letter that is `by` letters after the selected letter on the wheel.

        The result is "□" for the space.
        """
        letter = WHEEL[(self.cursor + by) % len(WHEEL)]
        return "□" if letter == " " else letter

    def draw(self, c: Canvas) -> None:
        top(c, self.title, "%d/%d" % (len(self.name), LETTERS))
        c.centre(8, self._letter_at(0), 32)
        for by in (1, 2):
            c.centre(17, self._letter_at(by), 16, 64 + 20 * by, 84 + 20 * by)
            c.centre(17, self._letter_at(-by), 16, 44 - 20 * by, 64 - 20 * by)
        if not self.name:  # draw the hint that the name can be typed on another device
            c.centre(46, self.context.t("name.page"))
        more = "_" if 0 < len(self.name) < LETTERS else ""
        c.text((128 - c.width(self.name + "_", 16)) // 2, 40, self.name + more, 16)
        t = self.context.t
        act = t("k.next" if self.cursor else "k.set")
        if self.name == self.before:
            strip(c, t("k.letter"), act)
        else:
            strip(c, "↑↓", act, t("k.end"))

    def on_step(self, by: Steps) -> None:
        self.cursor = (self.cursor - by) % len(WHEEL)

    def on_ok(self) -> None:
        letter = WHEEL[self.cursor]
        if self.cursor == 0:
            self.context.close(self.name.strip())
        elif letter == "←":
            self.name = self.name[:-1]
        elif len(self.name) < LETTERS:
            self.name += letter
            self.cursor = 1 if len(self.name) < LETTERS else 0

    def on_back(self) -> None:
        self.context.close(None if self.name == self.before else self.name.strip())

    def on_hold_back(self) -> None:
        """Undo the last letter that was entered or deleted.

        If the name equals the former name, close the wheel. Changes of the game are not undone on this screen.
        """
        before, name = self.before, self.name
        if name == before:
            self.on_back()
        else:
            self.name = before[: len(name) + 1] if before.startswith(name) else name[:-1]
