"""Questions about any Procedure in the shell, with a toy game and with the real games."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gobelet.rules.procedure import (
    ME,
    OPPONENT,
    SHEET,
    Ask,
    Outcome,
    Procedure,
    Refused,
    Roll,
    choice,
    flag,
    number,
)
from host_tools import ask
from host_tools.building import texts
from host_tools.questions import games

TEXTS = {
    "fr": """
title = Jouet
hold = hold
hit.any = any
i.mod = mod
i.x3 = x3
lane.x = x
hit = Frapper
go.where = Où ?
go.check = De {0} ?
go.where.5 = Port d’Élis
go.where.6 = 4
hold.sum = {0} en tout
hit.x2 = Double
hit.arm.fist = poing
hit.0 = raté
hit.dead = mort
lane.d6 = dé
why.sum = {0} et {1}
role.target = cible
e.TOY-1 = Il n'en reste que {n}
""",
    "en": """
title = Toy
hold = hold
hit.any = any
i.mod = mod
i.x3 = x3
lane.x = x
hit = Strike
go.where = Where to?
go.check = On from {0}?
go.where.5 = Élis’ port
go.where.6 = 4
hold.sum = {0} in all
hit.x2 = Double
hit.arm.fist = fist
hit.0 = missed
hit.dead = dead
lane.d6 = die
why.sum = {0} and {1}
role.target = target
e.TOY-1 = Only {n} left
""",
}


def _hit(v: dict[str, int], s: Any) -> Any:
    if s is None:
        return Roll((6,), lambda v, s, faces: max(0, faces[0] + v["mod"] - 3) * (2 if v["x2"] else 1))
    if isinstance(s, int) and s and v["armour"]:
        return Ask(OPPONENT, "absorb", tuple(range(min(s, v["armour"]) + 1)), lambda v, s, n: (s, n), best)
    amount = s if isinstance(s, int) else s[0] - s[1]
    then = (("follow", {"amount": amount}),) if amount else ()
    return Outcome(amount, (("target", "wounds", "+", amount),), then, "dead" if amount > 5 else None)


def best(v: dict[str, int], s: int) -> int:
    return min(s, v["armour"])


def _check(v: dict[str, int]) -> None:
    if v["ammo"] > 3:
        raise Refused("TOY-1", n=3)


def _doubt(v: dict[str, int], s: Any) -> Any:
    if s is None:
        return Roll((2,), lambda v, s, faces: faces[0])
    if s == 1:
        return Ask(SHEET, "cell", (7, 8), lambda v, s, n: n)
    return Outcome(0 if s == 2 else s)


def _go(v: dict[str, int], s: Any) -> Any:
    """A step: the player chooses, then confirms the shipped value.

    For the choice, the odds assume an option.
    """
    if s is None:
        return Ask(ME, "where", (4, 5, 6), lambda v, s, n: n, lambda v, s: 6)
    if s < 10:
        return Ask(ME, "check", (10, 20), lambda v, s, n: n + s, lambda v, s: 20)
    return Outcome(s)


def _hold(v: dict[str, int], s: Any) -> Any:
    return Outcome(None, (("target", "held", "=", 1),), (("follow", {}),), "sum")


TOY = (
    Procedure(
        "hit",
        (
            number("mod", -3, 3, lane="d6"),
            flag("x3", 3, "x"),
            flag("x2", 2, "x", when=lambda v: not v["x3"]),
            choice("arm", ("sword", "fist"), lane="d6", mods=(0, -1)),
            number("armour", 0, 9),
            number("ammo", 0, 9),
        ),
        _hit,
        check=_check,
        questions=(("any", lambda v, key: key > 0),),
        explain="hit",
    ),
    Procedure("doubt", (), _doubt),
    Procedure("go", (), _go, label=lambda key: f"no. {key}"),
    Procedure("hold", (number("mod", -3, 3, lane="d6"),), _hold, questions=(("any", lambda v, key: True),)),
    Procedure("follow", (number("amount", 0, 99),), lambda v, s: Outcome(v["amount"])),
)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a game called "toy" beside the real ones."""
    folder = tmp_path / "toy"
    folder.mkdir()
    for language, content in TEXTS.items():
        (folder / f"{language}.txt").write_text(content, encoding="utf-8")
    real_catalogues, real_procedures, real_games = texts.catalogues, games.procedures, games.games_with_rules

    def procedures(game: str) -> dict[str, Any]:
        return {proc.name: proc for proc in TOY} if game == "toy" else real_procedures(game)

    monkeypatch.setattr(texts, "catalogues", lambda: {**real_catalogues(), "toy": folder})
    why = ModuleType("gobelet.games.toy.rules.why")
    why.hit = lambda proc, v, path: [("why.sum", (path[0][0], v["mod"])), ("why.none", (1,))]  # type: ignore[attr-defined]
    for name in ("gobelet.games.toy", "gobelet.games.toy.rules"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, why.__name__, why)
    monkeypatch.setattr(ask, "procedures", procedures)
    monkeypatch.setattr(ask, "games_with_rules", lambda: [*real_games(), "toy"])


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], toy: None) -> Callable[..., list[str]]:
    def call(*words: str) -> list[str]:
        capsys.readouterr()
        assert ask.main(words) == 0
        return capsys.readouterr().out.splitlines()

    return call


@pytest.fixture
def data(say: Callable[..., list[str]]) -> Callable[..., Any]:
    def call(*words: str) -> Any:
        (line,) = say(*words, "--json")
        return json.loads(line)

    return call


def test_the_odds_alone(say: Callable[..., list[str]]) -> None:
    assert say("toy.hit") == [
        "Toy: Strike",
        "  mod=0 x3=0 x2=0 arm=0 armour=0 ammo=0",
        "  die 0, x 0",
        "  any     1/2     50%",
        "  missed  1/2     50%",
        "  1       1/6   16.7%",
        "  2       1/6   16.7%",
        "  3       1/6   16.7%",
        "To be rolled: d6; add --dice or --roll.",
    ]


def test_a_result_with_its_reasons_and_what_follows(say: Callable[..., list[str]]) -> None:
    lines = say("toy.hit", "x2", "mod=+1", "armour=2", "--dice", "5", "--take", "absorb=1")
    assert lines[lines.index("Result (5): 5") :] == [
        "Result (5): 5",
        "  mod +1 (die)",
        "  Double +2 (x)",
        "  5 and 1",
        "  <why.none>",
        "  -> target.wounds + 5",
        "  then toy.follow amount=5",
    ]


def test_the_words_come_in_both_languages(say: Callable[..., list[str]]) -> None:
    lines = say("toy.hit", "x2", "mod=2", "arm=poing", "--dice", "6", "--lang", "fr")
    assert lines[0] == "Jouet: Frapper"
    assert "  raté  1/6  16,7\u202f%" in lines
    assert "Result (6): mort" in lines
    assert "  6 et 2" in lines


def test_at_least_is_shown_where_keys_are_numbers(say: Callable[..., list[str]]) -> None:
    lines = say("toy.hit", "mod=3")
    assert lines[3:6] == [
        "  any  1/1    100%",
        "  1    1/6   16.7%  ≥   100%",
        "  2    1/6   16.7%  ≥  83.3%",
    ]


def test_a_flag_can_be_named_alone_or_answered(data: Callable[..., Any]) -> None:
    for word in ("x2", "x2=yes", "x2=oui", "x2=1", "x2=TRUE"):
        assert data("toy.hit", word)["values"]["x2"] == 1
    assert data("toy.hit", "x2=no")["values"]["x2"] == 0


def test_what_does_not_apply_is_said(say: Callable[..., list[str]], data: Callable[..., Any]) -> None:
    assert "  x2 does not apply here." in say("toy.hit", "x2", "x3")
    answer = data("toy.hit", "x2", "x3")
    assert answer["void"] == ["x2"]
    assert answer["values"]["x2"] == 0


def test_a_program_reads_the_same(data: Callable[..., Any]) -> None:
    answer = data("toy.hit", "x2", "armour=2", "--dice", "5")
    assert answer["game"] == "toy"
    assert answer["lanes"] == {"d6": 0, "x": 2}
    assert answer["odds"]["total"] == 6
    assert [(row["key"], row["fraction"]) for row in answer["odds"]["outcomes"]] == [
        (0, "2/3"),
        (2, "1/6"),
        (4, "1/6"),
    ]
    assert answer["odds"]["questions"] == {"any": {"fraction": "1/3", "percent": 33.333333}}
    assert answer["result"]["key"] == 2
    assert answer["result"]["path"] == [[5], 2], "the best choice of the opponent"
    assert answer["result"]["effects"] == [["target", "wounds", "+", 2]]
    assert answer["result"]["then"] == [["follow", {"amount": 2}]]
    assert "result" not in data("toy.hit")


def test_a_procedure_without_dice_has_its_result_at_once(say: Callable[..., list[str]]) -> None:
    assert "Result: 4" in say("toy.follow", "amount=4")


def test_what_the_printed_sheet_does_not_tell(say: Callable[..., list[str]]) -> None:
    lines = say("toy.doubt")
    assert [line.split() for line in lines[1:3]] == [["0", "1/2", "50%"], ["undetermined", "1/2", "50%"]]
    assert "Result (1): 8" in say("toy.doubt", "--dice", "1", "--take", "cell=8")


def test_an_option_goes_by_its_name_else_by_its_number(data: Callable[..., Any]) -> None:
    for option, found in {
        "no. 4": 4,
        "NO. 4": 4,
        "Élis’ port": 5,
        "elis’ PORT": 5,
        "4": 6,
        "5": 5,
        "6": 6,
    }.items():
        answer = data("toy.go", "--take", f"where={option}", "--take", "check=no. 10")
        assert answer["result"]["path"] == [found, 10], option


def test_an_option_is_name_and_value(toy: None, capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("where", "where=", "=4"):
        with pytest.raises(SystemExit):
            ask.main(["toy.go", "--take", option])
        assert f"{option!r} is not NAME=OPTION" in capsys.readouterr().err


def test_a_mere_sum_has_no_chances_and_nothing_follows(say: Callable[..., list[str]]) -> None:
    assert say("toy.hold", "mod=-2") == [
        "Toy: hold",
        "  mod=-2",
        "  die −2",
        "Result: −2 in all",
        "  mod −2 (die)",
    ]
    assert "Result: +3 en tout" in say("toy.hold", "mod=3", "--lang", "fr")


def test_nobody_needs_to_read_to_the_end(unread: Callable[..., tuple[int, str]]) -> None:
    assert unread("host_tools.ask", "--list") == (0, "")


def test_rolling_here(data: Callable[..., Any]) -> None:
    seeded = [data("toy.hit", "--seed", "7")["result"]["path"] for _ in range(3)]
    assert seeded[0] == seeded[1] == seeded[2]
    faces = {data("toy.hit", "--roll")["result"]["path"][0][0] for _ in range(60)}
    assert len(faces) > 3
    assert faces <= {1, 2, 3, 4, 5, 6}


REFUSED = [
    (["tuy.hit"], "There is no game 'tuy': did you mean toy?"),
    (["toy.hitt"], "toy has no procedure 'hitt': did you mean hit?"),
    (["toy.zzz"], "toy has no procedure 'zzz': there is hit, doubt, go, hold, follow."),
    (["toy.hit", "armor=1"], "hit has no input 'armor': did you mean armour?"),
    (["toy.doubt", "x=1"], "doubt has no input 'x': there is none."),
    (["toy.hit", "arm=sward"], "arm has no option 'sward': did you mean sword?"),
    (["toy.hit", "arm=2"], "arm is sword|fist, not 2."),
    (["toy.hit", "mod=4"], "mod is -3..3, not 4."),
    (["toy.hit", "mod=much"], "mod is -3..3, not 'much'."),
    (["toy.hit", "x2=perhaps"], "x2 is yes|no, not 'perhaps'."),
    (["toy.hit", "mod"], "mod needs a value: mod=-3..3."),
    (["toy.hit", "mod=1", "mod=2"], "mod was given twice."),
    (["toy.hit", "ammo=5"], "Only 3 left"),
    (["toy.hit", "ammo=5", "--lang", "fr"], "Il n'en reste que 3"),
    (["toy.hit", "--dice", "7"], "A d6 reads 1 to 6, not 7."),
    (
        ["toy.hit", "--dice", "3", "5"],
        "'5' is no input; the faces of several dice are one list: --dice 3,5.",
    ),
    (["toy.hit", "--dice", ""], "One more die is needed: a d6."),
    (["toy.hit", "--dice", "1,2,3"], "2 faces too many: 2, 3."),
    (["toy.hit", "--dice", "a"], "--dice is a list of faces such as 3,5, not 'a'."),
    (["toy.hit", "armour=2", "--dice", "5", "--take", "absorb=3"], "absorb can be 0, 1, 2, not 3."),
    (["toy.hit", "--dice", "5", "--take", "absorb=1"], "Nobody had to choose 'absorb' here."),
    (["toy.doubt", "--dice", "1"], "Somebody has to choose: add --take cell=NAME, one of 7, 8."),
    (["toy.doubt", "--dice", "1", "--take", "cell=9"], "cell can be 7, 8, not 9."),
    (["toy.go"], "Somebody has to choose (Where to?): add --take where=NAME, one of no. 4, Élis’ port, 4."),
    (["toy.go", "--take", "where=port"], "where can be no. 4, Élis’ port, 4, not port."),
    (
        ["toy.go", "--take", "where=5"],
        "Somebody has to choose (On from 5?): add --take check=NAME, one of no. 10, no. 20; shipped is no. 20.",
    ),
    (["dice"], "Which dice? For instance: ask dice 4d6kh3+2."),
    (["dice", "4d6kx"], "4d6k▸x: kh, kl, dh or dl with fewer than all dice."),
    (["dice", "2d6+"], "2d6+▸: it stops too early."),
    (["dice", "61d6"], "▸61d6: 1 to 60 dice in all."),
    (["dice", "1000d6"], "▸1000d6: 1 to 60 dice in all."),
    (
        ["dice", "d{1}"],
        "d▸{1}: faces of its own are 2 to 10 numbers from -20 to 99, as in d{0,1,1,2}, or d{1..66} for all "
        "up to there.",
    ),
    (
        ["dice", "d{0,1}!"],
        "d{0,1}▸!: dice with faces of their own stand alone, and only kh, kl, dh, dl, >= or <= may follow "
        "them.",
    ),
    (["dice", "d6min7"], "d6min▸7: min goes from 2 to the sides."),
    (
        ["dice", "d6!max4"],
        "d6!▸max4: max goes from min, or 1, to one less than the sides, of dice that do not explode.",
    ),
    (
        ["dice", "5d10>=8>>7"],
        "5d10>=8>>▸7: what counts twice is >=8>>10, or <=12<<3, three times >=6>>8>>>10: each number no easier, and "
        "at most 200.",
    ),
    (["dice", "2d6", "--dice", "1"], "One more die is needed: a d6."),
]  # fmt: skip


@pytest.mark.parametrize(("words", "sentence"), REFUSED, ids=[" ".join(words) for words, _ in REFUSED])
def test_refusals_are_one_sentence(
    toy: None, complaint: Callable[[], str], words: list[str], sentence: str
) -> None:
    assert ask.main(words) == 1
    assert complaint() == sentence


def test_what_a_refusal_names_is_in_words(complaint: Callable[[], str]) -> None:
    assert ask.main(["trinites.spend", "--lang", "fr"]) == 1
    assert complaint() == "Lumière : réserve trop basse"


def test_the_list_names_everything(say: Callable[..., list[str]]) -> None:
    lines = say("--list")
    assert lines[0] == "dice NOTATION"
    at = lines.index("toy.hit  Strike")
    assert lines[at + 1 : at + 7] == [
        "    mod=-3..3 (0)  mod  [d6: itself]",
        "    x3=yes|no (no)  x3  [x: 0/+3]",
        "    x2=yes|no (no)  Double  [x: 0/+2]  (not always asked)",
        "    arm=sword|fist (sword)  [d6: 0/−1]",
        "    armour=0..9 (0)",
        "    ammo=0..9 (0)",
    ]
    assert say("toy") == lines[at:]
    assert say() == lines


def test_free_dice(say: Callable[..., list[str]]) -> None:
    assert say("dice", "2D4", "kh1", "+", "1", "--dice", "2 3") == [
        "2d4kh1+1",
        "  2  1/16    6.3%  ≥   100%",
        "  3  3/16   18.8%  ≥  93.8%",
        "  4  5/16   31.3%  ≥    75%",
        "  5  7/16   43.8%  ≥  43.8%",
        "  mean 33/8 = 4.125",
        "Result ((2), 3): 4",
    ]


def test_free_dice_mark_what_became_of_them(say: Callable[..., list[str]]) -> None:
    assert say("dice", "d6!1r2", "--dice", "2,6,3")[-1] == "Result (2>, 6, +3): 9"
    assert say("dice", "2d10>=8", "--dice", "3,9")[-1] == "Result (3, 9*): 1"


def test_free_dice_for_a_program(data: Callable[..., Any]) -> None:
    answer = data("dice", "d4", "--dice", "3")
    assert answer["pool"] == "d4"
    assert answer["mean"] == "5/2"
    assert answer["result"] == {"total": 3, "dice": [[4, 3]]}


def test_a_fraction_too_long_to_read_is_left_out(
    say: Callable[..., list[str]], data: Callable[..., Any]
) -> None:
    line = say("dice", "20d20kh1")[1]
    assert "/" not in line
    assert line.split()[0] == "1"
    exact = data("dice", "20d20kh1")["odds"]["outcomes"][0]["fraction"]
    assert Fraction(exact) == Fraction(1, 20**20)


def test_the_real_games_answer(data: Callable[..., Any]) -> None:
    """Tri'Nytia: twice the difference of the dice, with 4, 7, 6, 4, 2, 1 of 24 ways for 0 to 5."""
    answer = data("trinytia.attack", "x2", "pv=12", "wounds=6", "--dice", "1,6")
    weights = {row["key"]: row["weight"] for row in answer["odds"]["outcomes"]}
    assert weights == {0: 4, 2: 7, 4: 6, 6: 4, 8: 2, 10: 1}
    assert answer["odds"]["questions"]["kill"]["fraction"] == "7/24"
    assert answer["result"]["key"] == 10


def test_every_procedure_of_every_game_has_odds() -> None:
    from gobelet.rules.odds import procedure_odds
    from gobelet.rules.procedure import values

    for game in games.games_with_rules():
        for proc in games.procedures(game).values():
            try:
                found = procedure_odds(proc, values(proc))
            except Refused:
                continue  # a bet needs players with a stake, so its start values are no case
            assert sum(found.weights) + found.tail + found.unknown == found.total, (game, proc.name)


@pytest.mark.parametrize(
    ("pool", "said"),
    [
        ("99999d99999", "1 to 60 dice in all"),
        ("9" * 200_000 + "d6", "1 to 60 dice in all"),
        ("20d100!20kh10", "Too many dice for exact odds"),
        ("20d100!20", "Too many dice for exact odds"),
        ("20d100!kh19", "Too many dice for exact odds"),
        ("(" + "+".join(f"d{sides}" for sides in range(81, 101)) + ")kh10", "Too many dice for exact odds"),
        ("d6" + "+d6" * 100, "1 to 60 dice in all"),
        ("(" * 300, "three levels at most"),
        ("d6" + "!" * 300, "this modifier was given already"),
    ],
)
def test_absurd_pools_are_refused_at_once(pool: str, said: str, complaint: Callable[[], str]) -> None:
    assert ask.main(["dice", pool]) == 1
    told = complaint()
    assert said in told
    assert len(told) < 400


def test_a_table_of_many_totals_has_ranges(say: Callable[..., list[str]]) -> None:
    lines = say("dice", "20d100")
    assert len(lines) == 23 and max(map(len, lines)) < 60
    assert lines[1] == "  20–99         <0.1%  ≥   100%"
    assert "  1000–1099     28.7%  ≥  53.2%" in lines
    assert lines[-2:] == ["  2000          <0.1%  ≥  <0.1%", "  mean 1010/1 = 1010.000"]
    assert say("dice", "20d6-60")[1].split()[0] == "-40–-36"
    assert len(say("dice", "7d6")) == 36 + 2, "a row for each total as long as they can be read"


def test_dice_too_many_for_odds_are_rolled_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask.main(["dice", "20d100!20kh10", "--seed", "3"]) == 0
    assert "too many dice for exact odds\nResult (" in capsys.readouterr().out
    assert ask.main(["dice", "20d100!20kh10", "--seed", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["odds"] is None


def test_a_deck_of_more_cards_than_dice_have_sides(complaint: Callable[[], str]) -> None:
    assert ask.main(["traqueur.draw", "deck=120", "--roll"]) == 1
    assert complaint() == "No dice cup has a d120: give its face with --dice."
    assert ask.main(["traqueur.draw", "deck=120", "--dice", "119"]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["trinytia.attack", "armour=" + "9" * 100_000],
        ["trinytia.attack", "x" * 100_000],
        ["y" * 100_000],
        ["dice", "2d6", "--dice", "1," * 100_000],
        ["dice", "2d6", "--dice", "z" * 100_000],
        ["trinytia.attack", "--dice", "9" * 5000],
    ],
)
def test_absurd_words_are_answered_in_a_short_sentence(
    words: list[str], complaint: Callable[[], str]
) -> None:
    assert ask.main(words) == 1
    assert len(complaint()) < 400


def test_a_game_as_text_is_asked_as_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    example = ask.Path(__file__).parents[2] / "simulator" / "own" / "sauvegarde.gobelet.toml"
    assert ask.main(["own.strike", "bonus=5", "defence=14", "--own", str(example), "--dice", "12"]) == 0
    said = capsys.readouterr().out
    assert "Threshold: Strike" in said
    assert "Result (12): Hit" in said
    assert "then own.wound" in said


def test_what_explodes_without_end_is_shown_as_what_it_is(
    say: Callable[..., list[str]], data: Callable[..., Any]
) -> None:
    """The mean of a closed form is exact.

    Any other mean, or one with a tail, is marked as a bound.
    """
    assert say("dice", "d12!")[-1] == "  mean 78/11 = 7.091"
    assert say("dice", "2d12!kh1")[-1].startswith("  mean about ")
    told = data("dice", "d6!")
    assert told["mean"] == "21/5"
    fractions = [each["fraction"] for each in told["odds"]["outcomes"]]
    assert fractions[:2] == ["1/6", "1/6"] and None not in fractions
    told = data("dice", "2d6!kh1")
    assert told["mean"] is None
    assert abs(told["mean_without_tail"] - 5.92) < 0.5
    kept = [each for each in told["odds"]["outcomes"] if each["key"] > 60]
    assert not [each for each in kept if each["fraction"]]
    below = data("dice", "10-d6!")["odds"]["outcomes"]
    assert not [each for each in below if each["fraction"]], "nothing is known of where its tail ends"


@pytest.mark.parametrize(
    ("pool", "trap"),
    [
        ("1d6!6", "Roll20 explodes on just 6"),
        ("3d6r2", "elsewhere just 2"),
        ("5d10!>=8", "x>=8"),
        ("5d6m", "only marks equal dice"),
        ("d66", "d{1..66}"),
        ("d6/2", "fractions stay"),
    ],
)
def test_what_means_another_thing_elsewhere_is_named(
    pool: str, trap: str, complaint: Callable[[], str], data: Callable[..., Any]
) -> None:
    assert ask.main(["dice", pool]) == 0
    assert trap in complaint()
    assert trap in data("dice", pool)["notes"][0]


@pytest.mark.parametrize(
    "pool", ["2d6", "d12!", "d10x>=9", "4d6rr<=2", "4d6ro<=1", "2d20kh1", "5d10>=8", "d{1..66}"]
)
def test_what_means_the_same_everywhere_needs_no_word(pool: str, data: Callable[..., Any]) -> None:
    assert "notes" not in data("dice", pool)
