"""Print the exact odds of a roll, its result for given dice, and the reasons.

The rules of a game declare each kind of roll as a Procedure (gobelet.rules.procedure).

    python -m host_tools.ask --list

    python -m host_tools.ask trinytia.attack x2 mod6=1 armour=2 --dice 3,5 --take absorb=1
    python -m host_tools.ask dice 4d6kh3+2

Write each input of the roll as `name=value`. The value is a number, yes or no, or the name of an option. A name
without a value means yes. Without --dice, --roll or --seed, the tool prints the odds only.

A roll can need a decision after some dice. Pass the player's decisions, and values read on the printed sheet,
with --take, as in `--take cell=Bra`. For an opponent's decision --take is optional: the default is the choice
that the odds assume.

Some rule books print a sequence of steps. The tool prints these steps for the name of a sequence, such as
trireme.ship_sequence.

--own FILE loads a game written as text under the name `own`, as in `ask own.strike bonus=5 --own FILE`.
--tables FILE loads table values that the owner of Trirème read on the printed sheet, see
host_tools.questions.tables.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from host_tools.building.texts import LANGUAGES
from host_tools.entry_point import command_name, run_main
from host_tools.own.sentences import format_message
from host_tools.questions import means, tables
from host_tools.questions.answer import (
    SUM,
    Answer,
    AskError,
    Source,
    answer_question,
    key_name,
    make_roller,
    no_pool,
    odds_json,
    odds_lines,
    read_pool,
    roller_of_faces,
    why,
    word_of,
)
from host_tools.questions.games import Words, games_with_rules, procedures, sequences
from host_tools.questions.output import print_text
from host_tools.questions.tables import TablesError

# This import must follow host_tools.questions.games, which makes the firmware importable.
from host_tools.own import elsewhere  # isort: skip
from gobelet.rules import dice as cup  # isort: skip
from gobelet.games.dice.rules import notation  # isort: skip
from gobelet.rules import procedure  # isort: skip
from gobelet.rules.procedure import Refused, sums  # isort: skip
from gobelet.rules import effort, pools  # isort: skip
from gobelet.ui.drawing.numbers import signed_text  # isort: skip

POOL = "dice"  # first argument for free dice, as in `ask dice 2d6`; free dice have no Procedure
MOST_EFFORT = (
    20_000_000  # maximum number of computing steps for the odds of free dice; these steps take some seconds
)

_YES = ("yes", "oui", "true", "1")
_NO = ("no", "non", "false", "0")


def nearest_name_text(word: str, known: Iterable[str]) -> str:
    """Return the end of an error message: a name similar to `word`, or all names."""
    known = list(known)
    close = difflib.get_close_matches(word, known, 1, 0.5)
    return f"did you mean {close[0]}?" if close else f"there is {', '.join(known) or 'none'}."


def find_procedure(target: str) -> tuple[str, Any]:
    """Return (game, Procedure) for a name such as "game.procedure"."""
    game, _, name = target.partition(".")
    games = games_with_rules()
    if game not in games:
        raise AskError(f"There is no game {game!r}: {nearest_name_text(game, [*games, POOL])}")
    found = procedures(game)
    if name not in found:
        raise AskError(
            f"{game} has no procedure {name!r}: {nearest_name_text(name, [*found, *sequences(game)])}"
        )
    return game, found[name]


def typed_inputs(proc: Any) -> list[Any]:
    """Return the inputs of a Procedure that --list and the answer show.

    Inputs for the value of a corrected table cell are left out, because --tables reads these values from a file.
    """
    return [each for each in proc.inputs if each.name not in tables.CELLS]


def read_inputs(proc: Any, given: Sequence[str], words: Words) -> dict[str, int]:
    """Parse arguments "name=value" into values of the Procedure's inputs."""
    # Inputs for corrected table cells are accepted here, because an exported roll contains them.
    known = {each.name: each for each in proc.inputs}
    read: dict[str, int] = {}
    for word in given:
        name, equals, text = word.partition("=")
        if name.isdecimal():
            raise AskError(f"{name!r} is no input; the faces of several dice are one list: --dice 3,5.")
        if name not in known:
            names = nearest_name_text(name, (each.name for each in typed_inputs(proc)))
            raise AskError(f"{proc.name} has no input {name!r}: {names}")
        if name in read:
            raise AskError(f"{name} was given twice.")
        if not equals and not is_flag(known[name]):
            raise AskError(f"{name} needs a value: {name}={describe(known[name])}.")
        read[name] = read_value(proc, known[name], text if equals else "yes", words)
    return read


def is_flag(input: Any) -> bool:
    """Tell whether an input takes only yes or no."""
    return input.options is None and (input.low, input.high) == (0, 1)


def describe(input: Any) -> str:
    """Describe the values that an input accepts."""
    if input.options is not None:
        return "|".join(input.options)
    return "yes|no" if is_flag(input) else f"{input.low}..{input.high}"


def read_value(proc: Any, input: Any, text: str, words: Words) -> int:
    """Parse the value of an input: an option's label or name, yes or no, or a number."""
    if input.options is not None:
        labels = {
            words.get(f"{proc.name}.{input.name}.{o}", words.get(f"o.{o}", o)).casefold(): o
            for o in input.options
        }
        option = labels.get(text.casefold(), text)
        if option in input.options:
            return int(input.options.index(option))
    if is_flag(input) and text.casefold() in _YES + _NO:
        return int(text.casefold() in _YES)
    try:
        value = int(text)
    except ValueError:
        if input.options is not None:
            raise AskError(
                f"{input.name} has no option {text!r}: {nearest_name_text(text, input.options)}"
            ) from None
        raise AskError(f"{input.name} is {describe(input)}, not {text!r}.") from None
    if not input.low <= value <= input.high:
        raise AskError(f"{input.name} is {describe(input)}, not {value}.")
    return value


def read_faces(text: str) -> list[int]:
    """Parse the faces given with --dice. Raises AskError for anything but numbers."""
    try:
        return [int(face) for face in text.replace(" ", ",").split(",") if face]
    except ValueError:
        raise AskError(f"--dice is a list of faces such as 3,5, not {text!r}.") from None


def ask_procedure(options: argparse.Namespace) -> list[str]:
    """Return the lines to print for a Procedure: inputs, odds, and any result."""
    game, proc = find_procedure(options.target)
    words = Words(options.lang, game, options.own)
    given = read_inputs(proc, options.given, words)
    try:
        values = procedure.values(proc, given)
        if options.tables is not None:
            values = procedure.values(proc, tables.inputs_from_file(options.tables, proc, given, values))
    except TablesError as fault:
        raise AskError(str(fault)) from None
    except Refused as refused:
        raise AskError(words.refusal(refused, proc.name)) from None
    faces = None if options.dice is None else read_faces(options.dice)
    try:
        found = answer_question(proc, values, _source(options, faces), dict(options.take), words)
    except Refused as refused:
        raise AskError(words.refusal(refused, proc.name)) from None
    _refuse_unused_faces(faces)
    void = [name for name in given if given[name] != values[name]]
    asked = [
        (name, found.odds.chance_of(lambda key, test=test: test(values, key)))
        for name, test in proc.questions
    ]
    if options.json:
        return [
            json.dumps(_procedure_json(game, proc, values, void, found, asked, words), ensure_ascii=False)
        ]
    lines = [f"{words.get('game.title', words('title'))}: {words(proc.name)}"]
    shown = [f"{each.name}={values[each.name]}" for each in typed_inputs(proc) if each.is_shown(values)]
    if shown:
        lines.append("  " + " ".join(shown))
    lines += [f"  {name} does not apply here." for name in void]
    lanes = sums(proc, values)
    if lanes:
        counted = [f"{words('lane.' + name)} {signed_text(lanes[name])}" for name in sorted(lanes)]
        lines.append("  " + ", ".join(counted))
    if found.outcome is None or found.outcome.word != SUM:  # a result that is only a sum has no odds to print
        labelled = [(words(f"{proc.name}.{name}"), share) for name, share in asked]
        lines += odds_lines(found.odds, lambda key: key_name(proc, key, words), labelled, words)
    return lines + _result_lines(game, proc, values, found, words)


def _result_lines(game: str, proc: Any, values: dict[str, int], found: Answer, words: Words) -> list[str]:
    if found.outcome is None:
        return [f"To be rolled: {found.waiting}; add --dice or --roll."]
    dice = [face for result in found.path if isinstance(result, tuple) for face in result]
    rolled = f" ({', '.join(map(str, dice))})" if dice else ""
    lines = [f"Result{rolled}: {word_of(proc, values, found.outcome, words)}"]
    lines += [f"  {line}" for line in why(game, proc, values, found.path, words)]
    for role, name, operation, amount in found.outcome.effects:
        lines.append(f"  -> {words.get('role.' + role, role)}.{name} {operation} {amount}")
    for name, known in found.outcome.then:
        lines.append(f"  then {game}.{name} {' '.join(f'{n}={known[n]}' for n in sorted(known))}".rstrip())
    return lines


def _procedure_json(
    game: str, proc: Any, values: dict[str, int], void: list[str], found: Answer, asked: Any, words: Words
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "game": game,
        "procedure": proc.name,
        "values": {each.name: values[each.name] for each in typed_inputs(proc)},
        "void": void,
        "lanes": sums(proc, values),
        "odds": odds_json(found.odds, asked),
    }
    if found.outcome is not None:
        told["result"] = {
            "key": found.outcome.key,
            "text": word_of(proc, values, found.outcome, words),
            "path": found.path,
            "effects": found.outcome.effects,
            "then": found.outcome.then,
            "why": why(game, proc, values, found.path, words),
        }
    return told


def ask_sequence(options: argparse.Namespace, game: str, keys: list[str]) -> list[str]:
    """Return a line for each step of a printed sequence; `keys` are their text keys."""
    words = Words(options.lang, game)
    if options.given:
        raise AskError(f"{options.target} has no inputs.")
    if options.json:
        return [json.dumps([words(key) for key in keys], ensure_ascii=False)]
    return [f"{at}. {words(key)}" for at, key in enumerate(keys, 1)]


def ask_pool(options: argparse.Namespace) -> list[str]:
    """Return the lines to print for free dice: odds, and the result if rolled."""
    text = "".join(options.given)
    if not text:
        raise AskError("Which dice? For instance: ask dice 4d6kh3+2.")
    try:
        pool = read_pool(text)
    except notation.NotationError as fault:
        raise AskError(no_pool(text, fault)) from None
    words = Words(options.lang)
    rolls = options.dice is not None or options.roll or options.seed is not None
    heavy = effort.odds_steps(pool) > MOST_EFFORT
    if heavy and not rolls:
        raise AskError("Too many dice for exact odds: take fewer of them, of what is kept, or of explosions.")
    found = None if heavy else pools.pool_odds(pool)
    faces = None if options.dice is None else read_faces(options.dice)
    source = _source(options, faces)
    thrown = None if source is None else cup.throw(pool, source)
    _refuse_unused_faces(faces)
    if options.json:
        told = _pool_json(pool, found, thrown)
        notes = [format_message(options.lang, *each) for each in elsewhere.other_meanings(text, pool)]
        return [json.dumps(told | {"notes": notes} if notes else told)]
    lines = [notation.write(pool)]
    if found is None:
        lines.append("  too many dice for exact odds")
    else:
        lines += odds_lines(found, str, (), words)
        mean = means.exact(pool)
        if mean is None:
            num, den = found.mean()
            lines.append(f"  mean about {num / den:.3f}, {words('odds.tail').lower()} left out")
        else:
            lines.append(f"  mean {mean.numerator}/{mean.denominator} = {float(mean):.3f}")
    if thrown is not None:
        faces_shown = ", ".join(
            _format_die(worth, die[2]) for die, worth in zip(thrown.dice, thrown.worth, strict=True)
        )
        lines.append(f"Result ({faces_shown}): {thrown.total}")
    for note in elsewhere.other_meanings(text, pool):
        print(format_message(options.lang, *note), file=sys.stderr)
    return lines


def _pool_json(pool: Any, found: Any, thrown: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"pool": notation.write(pool), "mean": None, "odds": None}
    if found is not None:
        mean = means.exact(pool)
        told |= {"mean": None if mean is None else f"{mean.numerator}/{mean.denominator}"}
        if mean is None:
            num, den = found.mean()
            told["mean_without_tail"] = round(num / den, 6)
        told["odds"] = odds_json(found, ())
    if thrown is not None:
        told["result"] = {"total": thrown.total, "dice": [list(die[:2]) for die in thrown.dice]}
        if list(thrown.worth) != [face for _, face, _ in thrown.dice]:
            told["result"]["worth"] = list(thrown.worth)
    return told


def _format_die(face: int, marks: int) -> str:
    """Format the face of a die, with a sign for each of its marks.

    A plain 5 counts, (2) is dropped, 6> is rerolled, +3 is an extra throw after an explosion, and 7* is a success.
    """
    text = f"+{face}" if marks & cup.EXPLODED else str(face)
    if marks & cup.REROLLED:
        return text + ">"
    if marks & cup.DROPPED:
        return f"({text})"
    return text + "*" if marks & cup.HIT else text


def _source(options: argparse.Namespace, faces: list[int] | None) -> Source | None:
    if faces is not None:
        return roller_of_faces(faces)
    return make_roller(options.seed) if options.roll or options.seed is not None else None


def _refuse_unused_faces(faces: list[int] | None) -> None:
    if faces:
        raise AskError(f"{len(faces)} faces too many: {', '.join(map(str, faces))}.")


def listing(language: str, only: str | None) -> list[str]:
    """List the Procedures with their inputs, for the game `only`, or for all if None."""
    lines = [] if only else [f"{POOL} NOTATION", "    free dice: 2d6, d12!, 4d6kh3+2, |d4-d6|, 5d10>=8..."]
    for game in [only] if only else games_with_rules():
        words = Words(language, game)
        for proc in procedures(game).values():
            title = words.get(proc.name, "")
            lines.append(f"{game}.{proc.name}" + (f"  {title}" if title else ""))
            lines += [f"    {_input_line(proc, each, words)}".rstrip() for each in typed_inputs(proc)]
        lines += [f"{game}.{name}  {len(keys)} steps" for name, keys in sequences(game).items()]
    return lines


def _input_line(proc: Any, input: Any, words: Words) -> str:
    start = (
        input.options[input.start]
        if input.options is not None
        else ("no", "yes")[input.start]
        if is_flag(input)
        else input.start
    )
    parts = [f"{input.name}={describe(input)} ({start})"]
    label = words.get(f"{proc.name}.{input.name}", words.get(f"i.{input.name}", ""))
    if label:
        parts.append(label)
    if input.lane is not None:
        mods = "itself" if input.mods is None else "by the values"
        if isinstance(input.mods, tuple):
            mods = "/".join(signed_text(mod) for mod in input.mods)
        parts.append(f"[{input.lane}: {mods}]")
    if input.when is not None:
        parts.append("(not always asked)")
    return "  ".join(parts)


def _parse_decision(text: str) -> tuple[str, str]:
    name, _, option = text.partition("=")
    if not name or not option:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=OPTION")
    return name, option


def _load_own_game(text: str) -> dict[str, str]:
    """Load a game written as text from the file `text`; return its texts, by language."""
    from gobelet.games.own.rules import declaration
    from host_tools.own import compiler

    try:
        return dict(declaration.load_game(compiler.from_file(Path(text))[1]))
    except (compiler.OwnError, OSError) as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def main(argv: Sequence[str] | None = None) -> int:
    """Print what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.ask"),
        description="Exact odds, result and reasons of any Procedure.",
        epilog="Free dice: ask dice 4d6kh3+2",
    )
    parser.add_argument("target", nargs="?", help=f"GAME.PROCEDURE, or {POOL}")
    parser.add_argument("given", nargs="*", help="name=value ..., or the dice")
    parser.add_argument("--list", action="store_true", help="every Procedure with its inputs")
    parser.add_argument("--dice", metavar="FACES", help="faces in the order rolled, such as 3,5")
    parser.add_argument("--roll", action="store_true", help="roll the dice here")
    parser.add_argument("--seed", type=int, help="roll the same dice each time")
    parser.add_argument(
        "--take",
        metavar="NAME=OPTION",
        type=_parse_decision,
        action="append",
        default=[],
        help="what somebody chooses",
    )
    parser.add_argument("--tables", type=Path, metavar="FILE", help="the owner's tables of Trirème")
    parser.add_argument(
        "--own", type=_load_own_game, metavar="FILE", help="a game that is text, asked for as `own`"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the game's words")
    parser.add_argument("--json", action="store_true", help="for a program to read")
    options = parser.parse_intermixed_args(argv)  # "intermixed" accepts options between the arguments
    try:
        if options.target == POOL and not options.list:
            lines = ask_pool(options)
        elif options.list or options.target is None or options.target in games_with_rules():
            lines = listing(options.lang, options.target)
        else:
            game, _, name = options.target.partition(".")
            keys = sequences(game).get(name)
            lines = ask_procedure(options) if keys is None else ask_sequence(options, game, keys)
    except AskError as fault:
        print(fault, file=sys.stderr)
        return 1
    print_text("\n".join(lines))
    return 0


if __name__ == "__main__":
    run_main(main)
