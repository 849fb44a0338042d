"""Menu: a list of entries to choose from, the base class of most screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.widgets import list_rows, rows, top
from .stack import Screen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...rules.types import Row
    from ..drawing.canvas import Canvas
    from ..drawing.types import Entry
    from .types import Arguments, Context, Entries, Steps


class Lines:
    """A list whose entries are created when they first become visible.

    This saves time when a long list opens. line(item) returns the entry for one of the `items`.
    """

    def __init__(self, items: Sequence[Any], line: Callable[[Any], Entry]) -> None:
        self.items = items
        self.line = line
        self.made: dict[int, Entry] = {}

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int) -> Entry:
        if index not in self.made:
            self.made[index] = self.line(self.items[index])
        return self.made[index]


class Menu(Screen):
    """A list of entries to choose from.

    Each call of `on_show` creates the entries again.

    A subclass defines these members:

    title          text key of the title; a subclass with another title overrides `head`.
    entries()      returns a list of (label, value), or a `Lines` object; a value may be "".
    choose(index)  handles OK on the entry `index`.
    about(index)   handles OK held on the entry `index`. By default it opens the page of the rules that topic(index)
                   names.
    """

    title = ""
    # indexes of the entries that an undo has changed; these entries are marked while the undo's toast is visible
    marked: Sequence[int] = ()

    def __init__(self, context: Context, cursor: int = 0) -> None:
        Screen.__init__(self, context)
        self.cursor = cursor
        self.first = 0
        self.list: Any = []

    def on_show(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Create the entries again, because values in the entries may have changed."""
        self.list = self.entries()
        self.cursor = max(0, min(self.cursor, len(self.list) - 1))
        self.context.redraw()

    def arguments(self) -> Arguments:
        return (self.cursor,)

    def head(self) -> tuple[str, str]:
        """Return the texts of the top band: (left, right)."""
        return self.context.t(self.title), ""

    def entries(self) -> Entries:
        return []

    def choose(self, index: int) -> None:
        pass

    def topic(self, index: int) -> str:
        """Return the name of the page of rules about an entry, "" for no page.

        The page is the text "page.<name>".
        """
        return ""

    def about(self, index: int) -> None:
        name = self.topic(index)
        if name:
            self.context.dialogs.show_rule(name)

    def indexes_of(
        self, by: dict[tuple[str, Row, str], int], kind: str, row: Row, names: Sequence[Any]
    ) -> list[int]:
        """Return the indexes in `names` of the fields that an undo has changed.

        `names` are fields of the row `row` of the Kind `kind`. `by` has a key (kind, row, field) for each changed
        field.
        """
        return [index for index in range(len(names)) if (kind, row, names[index]) in by]

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        """Return the indexes of the entries that show a field which an undo has changed.

        `by` has a key (kind, row, field) for each changed field.
        """
        return ()

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        self.marked = self.restored_entries(by)
        if len(self.marked) == 1:
            self.cursor = self.marked[0]
        return False

    def held_signs(self) -> str:
        return self.holds or ("?" if self.list and self.topic(self.cursor) else "")

    def draw(self, c: Canvas) -> None:
        left, right = self.head()
        top(c, left, right)
        self.first = list_rows(self.first, self.cursor, len(self.list))
        rows(
            c, self.list, self.cursor, self.first, marked=self.marked if self.context.dialogs.message else ()
        )
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        self.move(-by)

    def move(self, by: int) -> None:
        """Move the cursor down by `by` entries, or up if `by` is below 0.

        A single step wraps around at an end of the list. A larger step stops at the end of the list.
        """
        count = len(self.list)
        if count == 0:
            return
        to = self.cursor + by
        if by in (1, -1):
            to %= count
        self.cursor = max(0, min(to, count - 1))

    def on_ok(self) -> None:
        if self.list:
            self.choose(self.cursor)

    def on_hold_ok(self) -> None:
        if self.list:
            self.about(self.cursor)


LABELLED = 106  # maximum width in pixels of label and value of an entry together, without the gap


class Picker(Menu):
    """A list of options.

    The result is the index of the chosen option, or None after BACK.

    labels  the text of each option.
    topics  the result of `topic` for each option, or () without topics.
    values  a text beside the label of each option, or () without values. A value that does not fit beside its label
            in large letters is in the top band while the cursor is on the option.
    """

    def __init__(
        self,
        context: Context,
        title: str,
        labels: Sequence[str],
        cursor: int = 0,
        topics: Sequence[str] = (),
        values: Sequence[str] = (),
    ) -> None:
        Menu.__init__(self, context, cursor)
        self.heading = title
        self.labels = labels
        self.topics = topics
        self.values = values

    def head(self) -> tuple[str, str]:
        beside = not self.values or self.list[self.cursor][1]
        return self.heading, "" if beside else self.values[self.cursor]

    def entries(self) -> Entries:
        values = self.values or [""] * len(self.labels)
        width = self.context.canvas.width
        return [
            (label, value if width(label, 16) + width(value, 16) <= LABELLED else "")
            for label, value in zip(self.labels, values)
        ]

    def topic(self, index: int) -> str:
        return self.topics[index] if self.topics else ""

    def choose(self, index: int) -> None:
        self.context.close(index)
