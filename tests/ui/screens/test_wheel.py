"""Names written with four keys."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gobelet.ui.drawing.letters import ALPHABET, LETTERS
from gobelet.ui.screens.wheel import WHEEL, Wheel, open_wheel


def open_letters(title, name=""):
    """Return the wheel as `Dialogs.ask_letters` opens it."""
    context = Context()
    open_wheel(context, title, name)
    return context.screen


class Context:
    def __init__(self):
        self.closed = []

    def open(self, name, *numbers):
        self.screen = Wheel(self, *numbers)

    def close(self, result=None):
        self.closed.append(result)


def write_name(screen, name):
    """Turn to each letter and accept it, then end."""
    for letter in name + "✓":
        screen.on_down((WHEEL.index(letter) - screen.cursor) % len(WHEEL))
        screen.on_ok()


@given(st.text(ALPHABET, max_size=LETTERS))
def test_any_name_can_be_written(name):
    screen = open_letters("Nom")
    write_name(screen, name)
    assert screen.context.closed == [name.strip()]


def test_a_letter_is_taken_back_and_no_more_than_there_are():
    screen = open_letters("Nom", "AB")
    write_name(screen, "←C")
    assert screen.context.closed == ["AC"]
    screen = open_letters("Nom")
    write_name(screen, "←A")
    assert screen.context.closed == ["A"]


def test_a_full_name_only_offers_the_end():
    screen = open_letters("Nom")
    for _ in range(LETTERS):
        screen.on_ok()
    assert screen.cursor == 0
    screen.on_down(1)
    screen.on_ok()
    assert screen.name == "A" * LETTERS
    screen.on_up(1)
    screen.on_ok()
    assert screen.context.closed == ["A" * LETTERS]


def test_leaving_gives_no_name():
    screen = open_letters("Nom", "AB")
    screen.on_back()
    assert screen.context.closed == [None]


def test_back_keeps_what_was_written():
    screen = open_letters("Nom")
    screen.on_ok()
    screen.on_back()
    assert screen.context.closed == ["A"]
    screen = open_letters("Nom", "AB")
    screen.cursor = WHEEL.index("←")
    screen.on_ok()
    screen.on_back()
    assert screen.context.closed == ["A"]


def test_undo_goes_letter_by_letter_to_the_name_as_it_was():
    screen = open_letters("Nom", "ABCD")
    write_name(screen, "←←X")
    screen.context.closed.clear()
    seen = []
    while not screen.context.closed:
        screen.on_hold_back()
        seen.append(screen.name)
    assert seen == ["AB", "ABC", "ABCD", "ABCD"] and screen.context.closed == [None]


def test_back_on_a_name_as_it_was_changes_nothing():
    for name in ("", "AB"):
        screen = open_letters("Nom", name)
        screen.on_down(3)
        screen.on_back()
        assert screen.context.closed == [None]


@given(st.text(ALPHABET, max_size=LETTERS), st.sampled_from(("", "Aline", "Zoé’s 12 – x")), st.data())
def test_it_is_made_again_as_it_was(typed, before, data):
    """A name from the desk has letters that the wheel lacks."""
    screen = open_letters("Nom", before)
    screen.name = typed
    screen.cursor = data.draw(st.integers(0, len(ALPHABET) + 1))
    numbers = screen.arguments()
    assert all(type(number) is int for number in numbers)
    again = Wheel(Context(), *numbers)
    again.cursor = screen.cursor
    assert vars(again) == {**vars(screen), "context": again.context}
    again.on_back()
    assert again.context.closed == [None if typed == before else typed.strip()]


def test_where_a_name_is_entered_is_no_location(toy):
    """The wheel is on top, below a message, or below another screen."""
    toy.form("strike", 0, 1)
    app = toy.app
    before = app.locations.current_location()
    app.context.dialogs.ask_letters("NOM")
    assert toy.ids[-1] == "system.wheel"
    assert app.locations.current_location() == before
    app.context.dialogs.show_notice("!")
    assert app.locations.current_location() == before
    toy.ok()
    app.context.open("toy.history")
    assert toy.ids[-2:] == ["system.wheel", "toy.history"]
    assert app.locations.current_location() == before + b"\nhistory 0"
