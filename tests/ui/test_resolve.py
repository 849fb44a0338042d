"""The screens of a Procedure, key by key, on the toy game: ask, odds, real dice, result, why, further roll."""

from __future__ import annotations

import pytest

from gobelet.journal.journal import ROLL, unpack_roll
from gobelet.journal.records import BY_HAND
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Procedure, values
from gobelet.ui.drawing.numbers import percent
from gobelet.ui.screens.byhand import ByHand
from gobelet.ui.screens.chances import Odds
from gobelet.ui.screens.form import Form
from gobelet.ui.screens.result import Result
from gobelet.words.wording import key_label

ATTACKER, TARGET = 0, 1
PROCS = ("strike", "parry", "trinity", "blow", "table", "burst", "still", "bid", "plain")


def written_rolls(toy):
    """Return (procedure, flags, rows and values, path) of the ROLLs in the journal, the oldest first."""
    found = [unpack_roll(p) for _, kind, p in toy.context.session.journal.newest_first() if kind == ROLL]
    return [(PROCS[r[0]], r[1], r[2], r[3]) for r in reversed(found)]


def toy_procedure(toy, name):
    session = toy.context.session
    return session.procedure(session.procedure_index(name))


def chance_text(toy, name, question, **given):
    """Return the exact chance as the screen writes it, computed directly from the declaration."""
    p = toy_procedure(toy, name)
    v = values(p, given)
    test = dict(p.questions)[question]
    return percent(procedure_odds(p, v).chance_of(lambda key: test(v, key)), ",")


@pytest.fixture
def strike_form(toy):
    toy.form("strike", ATTACKER, TARGET)
    return toy


# Before the roll


def test_the_form_says_who_what_dice_and_the_exact_chance(strike_form):
    assert strike_form.reads("Frappe", "Bleu", "d6+d4", "Tuer")
    strike_form.context.change([("char", TARGET, "wounds", 17)])
    strike_form.top.refresh()
    strike_form.run(20)
    assert strike_form.reads(chance_text(strike_form, "strike", "kill", wounds=17, pv=20))
    assert chance_text(strike_form, "strike", "kill", wounds=17, pv=20) == "25\u202f%"


def line_labels(toy):
    return [toy.top.label(i) for i in toy.top.list]


def test_what_the_sheet_knows_is_not_asked(strike_form):
    assert line_labels(strike_form) == ["Cible", "Arme", "Charge", "Garde", "Force", "Main"]


def test_without_rows_everything_is_asked(toy):
    toy.form("strike", -1, -1)
    assert line_labels(toy) == ["Arme", "Charge", "Garde", "Force", "Main", "Blessures", "PV"]
    toy.ok()
    assert isinstance(toy.top, Result)
    falls = {change[0] for change in toy.top.changes()}
    assert falls <= {"game"}, "nobody is hit"


def test_what_only_the_sheets_say_is_never_asked(toy, monkeypatch):
    toy.form("strike", -1, -1)
    wounds = next(i for i in toy.top.proc.inputs if i.name == "wounds")
    monkeypatch.setattr(wounds, "asked", False)
    toy.top.refresh()
    assert line_labels(toy) == ["Arme", "Charge", "Garde", "Force", "Main", "PV"]
    toy.form("strike", ATTACKER, TARGET)
    assert toy.top.values["wounds"] == toy.context.session.get("char", TARGET, "wounds")


def test_every_kind_of_input_is_set_by_keys_and_counts_in_its_lane(strike_form):
    strike_form.down(2)
    assert strike_form.reads("Arme", "poing")
    strike_form.ok()  # four options open a list
    assert strike_form.reads("hache", "arc")
    strike_form.down()
    strike_form.ok()
    assert strike_form.reads("hache +2", "d6+2")
    strike_form.down()
    strike_form.ok()  # toggles a flag
    assert strike_form.reads("oui +2", "d6+4")
    assert line_labels(strike_form) == ["Cible", "Arme", "Charge", "Force", "Main"], (
        "a charge hides the guard"
    )
    strike_form.down()
    strike_form.ok()  # a number opens a dial
    strike_form.down(3)
    strike_form.ok()
    assert strike_form.reads("−3", "d6+1")
    strike_form.down()
    strike_form.ok()  # steps to the other of two options
    assert strike_form.reads("Main", "droite")
    strike_form.ok()
    assert strike_form.reads("gauche")
    strike_form.up(4)
    strike_form.ok()
    strike_form.down(2)
    strike_form.ok()
    assert strike_form.reads("Jaune"), "the target is chosen by name"
    assert strike_form.top.rows == [ATTACKER, 3]
    strike_form.up()
    assert strike_form.reads("d6+1", "Jaune")


def test_a_list_or_dial_left_with_back_changes_nothing(strike_form):
    before = strike_form.top.arguments()
    for line in (1, 2, 5):
        strike_form.down(line)
        strike_form.ok()
        assert not isinstance(strike_form.top, Form)
        strike_form.down()
        strike_form.back()
        assert strike_form.top.arguments() == before
        strike_form.up(line)


def test_a_value_goes_to_the_input_that_was_opened_whatever_an_undo_hides_meanwhile(strike_form):
    """The list above a form may outlive the form's own list."""
    strike_form.down(2)
    strike_form.ok()
    strike_form.down()
    form = strike_form.app.stack.screens[-2]
    form.given["charge"] = 1
    form.list = []
    strike_form.ok()
    assert form.given["weapon"] == 1


def test_help_on_an_input(strike_form):
    strike_form.down(2)
    assert strike_form.reads("?"), "the key strip shows that there is more"
    strike_form.why()
    assert strike_form.reads("Ce que l’on tient en main.")
    strike_form.back()
    strike_form.down()
    assert not strike_form.reads("?")
    strike_form.why()
    assert isinstance(strike_form.top, Form), "no help, no page"


def test_a_refused_form_says_why_in_words_and_can_be_corrected(strike_form):
    strike_form.top.given.update(weapon=2, charge=1)
    strike_form.top.refresh()
    strike_form.run(20)
    words = "Pas de charge avec un arc (2)"
    assert strike_form.reads(words, "OK corriger")
    before = written_rolls(strike_form)
    strike_form.ok()
    assert strike_form.top.cursor == 1, "the first line that can be changed"
    strike_form.up()
    strike_form.why()
    assert isinstance(strike_form.top, Form), "no odds of what may not be done"
    assert written_rolls(strike_form) == before
    strike_form.down(3)
    assert strike_form.reads("Charge")
    strike_form.ok()
    strike_form.up(3)
    assert strike_form.reads("Tuer", "OK lancer")


def test_a_value_out_of_range_is_named_and_can_be_corrected(toy):
    toy.form("strike", -1, -1, 9, 0, 0, 0, 0, 0, 20)
    assert toy.reads("de 0 à 3")
    toy.down()
    assert toy.reads("9")
    toy.ok()
    toy.ok()
    assert toy.top.error is None


def test_odds_key_by_key(strike_form):
    strike_form.context.change([("char", TARGET, "wounds", 17)])
    strike_form.top.refresh()
    strike_form.why()
    assert isinstance(strike_form.top, Odds)
    keys = strike_form.top.odds.keys
    assert keys == list(range(-3, 6))
    seen = []
    for _ in range(len(keys) + 1):
        seen.append(strike_form.words.text())
        strike_form.down()
    assert "1/24" in seen[0] and "≥−3" in seen[0] and "100 %" in seen[0]
    assert "Tuer" in seen[-1] and "1/4" in seen[-1] and "25 %" in seen[-1]
    assert strike_form.words.text() == seen[0], "round the end"
    strike_form.up()
    assert strike_form.words.text() == seen[-1]
    strike_form.ok()
    assert isinstance(strike_form.top, Form)


def test_a_doubtful_cell_is_shown_as_undetermined(toy):
    toy.form("table")
    assert toy.reads("indéterminé", "16,7 %"), "on the form itself"
    toy.why()
    toy.up()
    assert toy.reads("indéterminé", "16,7 %", "6/36")


def test_the_tail_of_explosions_is_shown(toy):
    toy.form("burst")
    assert toy.reads("explosions", "0,5 %")
    toy.why()
    toy.up()
    assert toy.reads("suite des explosions", "1/216")


# Roll, apply, undo


def test_roll_apply_undo_redo(strike_form):
    strike_form.dice(6, 2)
    strike_form.ok()
    assert strike_form.reads("Frappe", "Bleu", "4", "6", "2", "OK appliquer")
    assert strike_form.get("char", TARGET, "wounds") == 0, "not before it is confirmed"
    strike_form.ok()
    assert (strike_form.get("char", TARGET, "wounds"), strike_form.get("game", 0, "turn")) == (4, 1)
    strike_form.undo()
    assert strike_form.reads("Annulé → Bleu blessures 0")
    assert (strike_form.get("char", TARGET, "wounds"), strike_form.get("game", 0, "turn")) == (0, 0)
    strike_form.context.redo()
    strike_form.run(20)
    assert strike_form.reads("Refait : Bleu blessures 0→4")
    assert strike_form.get("char", TARGET, "wounds") == 4
    assert [r[3] for r in written_rolls(strike_form)] == [[(6, 2)]]


def test_what_was_applied_and_undone_can_be_applied_again(strike_form):
    strike_form.dice(6, 2)
    strike_form.ok()
    strike_form.ok()
    assert strike_form.top.actions() == ["parry", "again"], (
        "there is still something to do, so the result stays"
    )
    strike_form.undo()
    assert strike_form.top.actions() == ["apply", "parry", "again"]
    strike_form.ok()
    assert strike_form.get("char", TARGET, "wounds") == 4


def test_a_miss_is_a_word_and_has_nothing_to_apply(strike_form):
    strike_form.dice(1, 4)
    strike_form.ok()
    assert strike_form.reads("Raté", "OK relancer")


def test_why_tells_dice_modifiers_and_the_chain(strike_form):
    strike_form.top.given.update(weapon=1, force=-2)
    strike_form.top.refresh()
    strike_form.dice(5, 1)
    strike_form.ok()
    strike_form.why()
    reasons = strike_form.top.body
    assert reasons == "d6 = 5, d4 = 1|Arme hache +2 (d6)|Force −2 (d6)|Somme du d6 : 0"


def test_a_refused_effect_changes_nothing_and_is_said(strike_form):
    strike_form.context.change([("char", TARGET, "pv", 3)])
    strike_form.top.refresh()
    strike_form.dice(6, 1)
    strike_form.ok()
    strike_form.ok()
    assert strike_form.reads("blessures : de 0 à 3")
    assert (strike_form.get("char", TARGET, "wounds"), strike_form.get("game", 0, "turn")) == (0, 0), (
        "all or nothing"
    )
    strike_form.ok()
    assert strike_form.top.actions()[0] == "apply"


def test_what_follows_knows_the_blow_and_the_target_and_leads_back(toy):
    toy.game()
    toy.context.open("toy.form", 0, ATTACKER, TARGET)
    toy.run(20)
    toy.dice(6, 1)
    toy.ok()
    toy.ok()
    assert toy.reads("OK parer")
    toy.ok()
    form = toy.top
    assert (form.proc.name, form.rows, form.values) == ("parry", [TARGET], {"blow": 5})
    assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.form"]
    toy.dice(2)
    toy.ok()
    assert toy.reads("Parade", "3")
    toy.back(2)
    assert toy.top.proc.name == "strike"


def test_what_follows_may_fall_on_another_of_those_who_took_part(toy):
    toy.form("strike", ATTACKER, TARGET)
    toy.dice(6, 2)
    toy.ok()
    toy.top.outcome.then = (("parry", {"blow": 2}), ("parry", {"blow": 3, "target": "attacker"}))
    toy.top.refresh()
    assert toy.top.actions() == ["apply", "parry", "parry", "again"]
    toy.down(2)
    toy.ok()
    assert toy.top.rows == [ATTACKER]
    assert toy.top.values == {"blow": 3}


def test_an_outcome_without_a_text_may_have_a_sign(toy):
    def long_label(key):
        return "éBr"

    toy.context.open("toy.home")
    assert key_label(toy.context, Procedure("cell", (), None, label=long_label), 7) == "éBr"
    assert key_label(toy.context, Procedure("cell", (), None), 7) == "7"
    assert key_label(toy.context, Procedure("trinity", (), None, label=long_label), 0) == toy.context.t(
        "trinity.0"
    )


def test_leaving_the_last_of_a_chain_leaves_its_forms(toy):
    toy.game()
    for name in ("strike", "blow"):
        toy.context.open(
            "toy.form", PROCS.index(name), *([ATTACKER, TARGET] if name == "strike" else [TARGET])
        )
    toy.run(20)
    toy.dice(4, 1)
    toy.ok(3)  # rolls, absorbs nothing, applies the effect
    assert toy.get("char", TARGET, "wounds") == 5
    assert toy.ids == ["system.home", "toy.home"]


# Questions and further rolls


def test_a_trinity_rolls_asks_and_explodes(toy):
    toy.form("trinity")
    toy.dice(12, 3)
    toy.ok()
    assert toy.reads("Quel dé ?", "pâle", "12", "3"), "the better one is offered first"
    toy.down()
    assert toy.reads("sombre")
    toy.up()
    toy.dice(12, 5)
    toy.ok()
    assert toy.reads("Réussite", "12", "3", "5")
    assert [r[3] for r in written_rolls(toy)] == [
        [(12, 3)],
        [(12, 3), 0, (12,), (5,)],
    ], "before the decision, and after all that fell with it"
    toy.why()
    assert toy.top.body.startswith("d12 = 12, d12 = 3, d12 = 12, d12 = 5")


def test_the_victim_chooses(toy):
    toy.context.open("toy.home")
    toy.context.change([("char", TARGET, "armour", 2)])
    toy.form("blow", TARGET)
    toy.dice(4, 1)
    toy.ok()
    assert toy.reads("La victime absorbe", "2"), "all the armour that there is"
    toy.down()
    assert toy.reads("1")
    toy.ok()
    assert toy.reads("4.1"), "a key of two numbers"
    toy.ok()
    assert (toy.get("char", TARGET, "wounds"), toy.get("char", TARGET, "armour")) == (4, 1)


def test_the_printed_sheet_is_asked(toy):
    toy.form("table")
    toy.dice(3, 4)
    toy.ok()
    assert toy.reads("Que dit la feuille ?", "0")
    toy.up()
    toy.ok()
    assert toy.top.outcome.key == 1


def test_nothing_to_roll(toy):
    toy.form("still")
    assert toy.reads("4", "OK")
    assert not toy.reads("OK lancer")
    toy.ok()
    toy.ok()
    assert toy.get("game", 0, "turn") == 7


def test_a_decision_before_the_dice(toy):
    toy.form("bid")
    toy.ok()
    assert toy.reads("Combien ?", "3")
    toy.dice(5)
    toy.ok()
    assert toy.reads("15")


def test_a_key_at_a_question_needs_the_text_of_one_option_alone(toy, monkeypatch):
    toy.form("bid")
    toy.ok()
    read = []
    monkeypatch.setattr(Result, "option_text", lambda self, name, option: read.append(option) or str(option))
    toy.down()
    assert toy.reads("2") and read == [2]


# Abandoned half way

HALVES = (("trinity", (12, 3)), ("blow", (4, 1)), ("table", (3, 4)), ("bid", ()))


def where_it_stands(toy):
    """Return all values, the changes to undo and redo, and the waiting roll."""
    session = toy.context.session
    return (
        [list(sheet) for sheet in session.state.sheets],
        list(session.journal.done),
        list(session.journal.undone),
        session.roll_position(),
        session.pending_roll(),
    )


@pytest.fixture(params=HALVES, ids=[name for name, _ in HALVES])
def half_roll(request, toy):
    """A device after a wound and half a roll, whose question waits."""
    name, faces = request.param
    toy.context.open("toy.home")
    toy.context.change([("char", TARGET, "wounds", 3)])
    toy.form(name, *(TARGET,) * len(toy_procedure(toy, name).roles))
    toy.before = where_it_stands(toy)
    toy.name, toy.faces = name, faces
    throw_faces(toy)
    return toy


def throw_faces(toy):
    toy.dice(*toy.faces)
    toy.ok()
    assert isinstance(toy.top, Result) and toy.top.ask is not None


def test_half_a_roll_that_is_left_is_taken_back(half_roll):
    half_roll.back()
    assert isinstance(half_roll.top, Form)
    assert half_roll.reads("Jet repris" if half_roll.faces else "Annulé")
    assert where_it_stands(half_roll) == half_roll.before
    assert [r[3] for r in written_rolls(half_roll)] == [[half_roll.faces] if half_roll.faces else []], (
        "it stays in the history"
    )


def test_half_a_roll_that_was_left_is_made_again(half_roll):
    half_roll.back()
    throw_faces(half_roll)
    half_roll.dice(5, 5)
    half_roll.ok()
    assert half_roll.top.outcome is not None
    half_roll.back()
    assert half_roll.context.session.pending_roll() is not None, "a whole one may wait"


def test_undo_and_redo_know_nothing_of_half_a_roll_that_was_left(half_roll):
    half_roll.back()
    half_roll.context.redo()
    assert where_it_stands(half_roll) == half_roll.before
    half_roll.undo()
    assert half_roll.get("char", TARGET, "wounds") == 0
    half_roll.context.redo()
    assert half_roll.get("char", TARGET, "wounds") == 3
    assert half_roll.context.session.pending_roll() is None


def test_the_power_goes_in_the_middle_of_half_a_roll(half_roll):
    half_roll.pull()
    assert isinstance(half_roll.top, Result) and half_roll.top.ask is not None
    half_roll.back()
    assert isinstance(half_roll.top, Form)
    half_roll.pull()
    assert isinstance(half_roll.top, Form)
    assert where_it_stands(half_roll) == half_roll.before
    throw_faces(half_roll)


def test_half_a_roll_made_in_place_of_another_leaves_that_one(toy):
    toy.form("trinity")
    toy.dice(3, 8)
    toy.ok(2)
    first = toy.context.session.roll_position()
    toy.dice(4, 9)
    toy.ok()
    assert toy.top.ask is not None and toy.context.session.roll_position() > first
    toy.back()
    assert isinstance(toy.top, Form)
    assert toy.context.session.roll_position() == first


# Repeating


def test_a_roll_without_effects_is_repeated_with_one_press(toy):
    toy.form("plain")
    toy.dice(11)
    toy.ok()
    assert toy.reads("11")
    toy.dice(3)
    toy.ok()
    assert toy.reads("3")
    assert [r[3] for r in written_rolls(toy)] == [[(11,)], [(3,)]]


def test_rolling_again_is_a_new_roll_with_the_same_values(strike_form):
    strike_form.top.given["force"] = 3
    strike_form.top.refresh()
    strike_form.dice(2, 1)
    strike_form.ok()
    strike_form.up()
    assert strike_form.reads("OK relancer")
    strike_form.dice(6, 6 - 2)
    strike_form.ok()
    assert strike_form.reads("5")
    assert [r[3] for r in written_rolls(strike_form)] == [[(2, 1)], [(6, 4)]]
    assert written_rolls(strike_form)[0][2] == written_rolls(strike_form)[1][2]


def test_rolling_again_what_may_not_be_done_any_more_says_so(toy):
    toy.form("plain")
    toy.ok()
    proc = toy.top.proc

    def refuse_always(v):
        from gobelet.rules.procedure import Refused

        raise Refused("TOY-1", n=1)

    proc.check = refuse_always
    before = written_rolls(toy)
    toy.ok()
    assert toy.reads("Pas de charge avec un arc (1)")
    assert written_rolls(toy) == before
    proc.check = None


def test_rolling_again_needs_no_form_below(toy):
    toy.form("plain")
    toy.dice(4)
    toy.ok()
    toy.app.stack.pop()
    toy.app.stack.pop()
    toy.context.open("toy.result")
    toy.run(20)
    toy.dice(9)
    toy.ok()
    assert toy.reads("9")
    assert toy.ids[-2:] == ["toy.home", "toy.result"]


# Real dice


def by_hand(toy, name, *known):
    toy.form(name, *known)
    toy.up()  # moves to the last line
    assert toy.reads("Dés réels", "non")
    toy.ok()
    assert toy.reads("oui")
    toy.down()


def test_real_dice_are_entered_checked_and_marked(toy):
    by_hand(toy, "strike", ATTACKER, TARGET)
    assert toy.reads("réels · Bleu")
    toy.ok()
    assert isinstance(toy.top, ByHand)
    assert toy.reads("1/2", "d6")
    toy.down()  # the highest face follows below 1
    assert toy.top.faces == [6, 1]
    toy.ok()
    assert toy.reads("2/2", "d4")
    toy.up(4)
    assert toy.top.faces == [6, 1], "above the highest comes 1"
    toy.back()
    assert toy.reads("1/2")
    toy.down()
    toy.ok(2)
    assert toy.reads("4", "5", "1", "réels · Bleu")
    assert written_rolls(toy) == [("strike", BY_HAND, [0, 1, 0, 0, 0, 0, 0, 0, 20], [(5, 1)])]
    toy.context.open("toy.history")
    toy.run(20)
    assert toy.reads("5 1 (réels)")


def test_real_dice_may_be_left(toy):
    by_hand(toy, "strike", ATTACKER, TARGET)
    toy.ok()
    toy.back()
    assert isinstance(toy.top, Form)
    assert written_rolls(toy) == []


def test_the_way_back_from_real_dice_is_one_die_at_a_time(toy):
    """Undo also removes one die at a time; at the first die it undoes the previous change."""
    toy.game()
    toy.context.change([("char", TARGET, "wounds", 3)])
    by_hand(toy, "strike", ATTACKER, TARGET)
    toy.ok()
    toy.up(2)
    toy.ok()
    toy.undo()
    assert isinstance(toy.top, ByHand) and toy.top.index == 0 and toy.top.faces[0] == 3
    toy.undo()
    assert toy.get("char", TARGET, "wounds") == 0 and not isinstance(toy.top, ByHand)


def test_an_explosion_of_real_dice_is_asked_for(toy):
    by_hand(toy, "trinity")
    toy.ok()
    toy.down()
    toy.ok(2)
    assert toy.reads("Quel dé ?", "pâle")
    toy.ok()
    assert isinstance(toy.top, ByHand)
    assert toy.reads("1/1", "d12")
    toy.back()
    assert toy.reads("12", "1", "Dés réels", "OK suivant"), "left: the dice so far, and the way back in"
    toy.ok()
    toy.up(4)
    toy.ok()
    assert toy.reads("Réussite")
    assert [r[1] for r in written_rolls(toy)] == [BY_HAND] * 3
    assert written_rolls(toy)[-1][3] == [(12, 1), 0, (5,)]


def test_real_dice_left_twice_leave_no_half_a_roll(toy):
    by_hand(toy, "trinity")
    toy.ok()
    toy.down()
    toy.ok(2)
    toy.ok()
    toy.back(2)
    assert isinstance(toy.top, Form) and toy.reads("Jet repris")
    assert toy.context.session.last_roll() is None


def test_real_dice_after_a_decision(toy):
    by_hand(toy, "bid")
    toy.ok()
    toy.ok()
    assert isinstance(toy.top, ByHand)
    toy.up()
    toy.ok()
    assert toy.reads("6")
    assert {r[1] for r in written_rolls(toy)} == {BY_HAND}


def test_real_dice_are_remembered(toy):
    by_hand(toy, "plain")
    toy.pull()
    assert toy.context.dice.by_hand
    toy.form("plain")
    toy.up()
    toy.ok()
    toy.pull()
    assert not toy.context.dice.by_hand


# Two dice or two effects at once


def test_two_effects_on_one_field_add_up(toy):
    from gobelet.rules.procedure import Outcome

    toy.form("strike", TARGET, TARGET)
    outcome = Outcome(
        0, (("target", "wounds", "+", 2), ("attacker", "wounds", "+", 3), ("target", "pv", "=", 9))
    )
    found = toy.context.session.outcome_changes(toy_procedure(toy, "strike"), [TARGET, TARGET], outcome)
    toy.context.change(found)
    assert (toy.get("char", TARGET, "wounds"), toy.get("char", TARGET, "pv")) == (5, 9)


def test_english(toy):
    toy.choose_language("en")
    toy.form("strike", ATTACKER, TARGET)
    assert toy.reads("Strike", "Blue", "Kill", "OK roll")
    toy.dice(1, 4)
    toy.ok()
    assert toy.reads("Missed", "OK roll again")
    toy.undo()
    assert toy.reads("Roll taken back")


def test_what_the_sheets_have_already_is_not_applied(strike_form):
    """A blow without a further effect offers nothing to apply, because an undo would have no effect."""
    strike_form.dice(6, 1)
    strike_form.ok()
    assert strike_form.top.actions()[0] == "apply"
    effects = strike_form.top.outcome.effects
    strike_form.top.changes = lambda: [("char", 1, "wounds", strike_form.get("char", 1, "wounds"))]
    assert effects and strike_form.top.actions() == ["parry", "again"]
    strike_form.top.changes = lambda: [("char", 1, "wounds", 9999)]
    assert strike_form.top.actions()[0] == "apply", "what is refused is told when it is applied"
