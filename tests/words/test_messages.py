"""Messages: the words for a refusal, and the colours of the seats."""

from __future__ import annotations

import pytest

from gobelet.rules.procedure import Refused


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (Refused("TOY-1", n=3), "Pas de charge avec un arc (3)"),
        (Refused("SHEET", field="wounds", low=0, high=20), "blessures : de 0 à 20"),
        (Refused("RANGE", name="charge", low=0, high=1), "charge : de 0 à 1"),
        (Refused("RANGE", name=2, low=0, high=1), "Vert : de 0 à 1"),
        (Refused("FACE", sides=12, at=1), "d12 : 1 à 12"),
        (Refused("NOBODY-KNOWS"), "Refusé (NOBODY-KNOWS)"),
    ],
)
def test_a_refusal_in_words(toy, refused, words):
    toy.game()
    assert toy.context.messages.refusal(refused).replace("\xa0", " ") == words


def test_an_input_is_named_as_its_form_names_it(toy):
    toy.game()
    refused = Refused("RANGE", name="charge", low=0, high=1)
    assert toy.context.messages.refusal(refused, "strike").replace("\xa0", " ") == "Charge : de 0 à 1"


def test_a_colour_already_taken_is_exchanged(toy):
    toy.context.messages.set_colour(0, 1)
    assert [toy.context.seat(row) for row in range(3)] == ["Bleu", "Rouge", "Vert"]
    toy.context.messages.set_colour(0, 1)
    assert sorted(toy.context.messages.colours) == list(range(10))
    toy.pull()
    assert [toy.context.seat(row) for row in range(3)] == ["Bleu", "Rouge", "Vert"]
