"""Find the texts that a game's Procedures need in fr.txt and en.txt.

On the device gobelet/words/wording.py reads these texts.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

# The description of a needed text, and its alternative text keys. One of these text keys must have a text.
Named = tuple[str, tuple[str, ...]]
# A function that takes alternative text keys. For each language that has none of them, the function yields an
# instruction to add the text.
Lacks = Callable[..., Iterable[str]]

TRIES = 100  # number of times that each Procedure is resolved with random inputs and dice


def form_texts(proc: Any, asks: Callable[[Any], bool] = lambda each: bool(each.asked)) -> Iterator[Named]:
    """Yield the texts that the device shows for a Procedure before a roll.

    asks   a function that tells whether the form asks the player for an input
    """
    yield "it has no title", (proc.name,)
    for each in proc.inputs:
        named = f"input {each.name!r}"
        if each.lane is not None:
            yield f"{named}: its lane {each.lane!r} has no name", ("lane." + each.lane,)
        if asks(each) or each.lane is not None:
            yield named, (f"{proc.name}.{each.name}", f"i.{each.name}")
            for option in each.options or ():
                yield named, (f"{proc.name}.{each.name}.{option}", f"o.{option}")
    for asked, _ in proc.questions:
        yield f"question {asked!r}", (f"{proc.name}.{asked}", f"ask.{asked}")


def result_texts(proc: Any, asked: Iterable[Any], outcome: Any, explained: Iterable[Any]) -> Iterator[Named]:
    """Yield the texts that the device shows for one resolution of a Procedure.

    asked      the decisions (Ask) of the resolution
    outcome    the Outcome of the resolution
    explained  the lines of the explanation, as (text key, arguments)
    """
    for ask in asked:
        yield f"question {ask.name!r}", (f"{proc.name}.{ask.name}", f"ask.{ask.name}")
    if outcome.word is not None:
        yield f"outcome {outcome.word!r}", (f"{proc.name}.{outcome.word}",)
    for key, _ in explained:
        yield f"explain={proc.explain!r}", (key,)


def refusals(codes: Iterable[str]) -> Iterator[Named]:
    """Yield the texts for the codes with which a Procedure refuses its inputs."""
    for code in sorted(codes):
        yield f"it refuses {code}", ("e." + code,)


def missing_texts(game: str, firmware: Path, lacks: Lacks) -> list[str]:
    """Return a sentence for each missing text of a game's Procedures.

    `lacks` receives alternative text keys, and yields an instruction for each language that has none of them.
    """
    for folder in (firmware, firmware.parent / "simulator" / "stand_ins"):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    rules = f"gobelet.games.{game}.rules"
    found: dict[str, None] = {}
    for name, module in importlib.import_module(rules).PROCEDURES:
        proc = getattr(importlib.import_module(f"{rules}.{module}"), name)
        for what, keys in (*form_texts(proc), *_texts_of_tries(proc, rules)):
            for fault in lacks(*keys):
                found[f"firmware/gobelet/games/{game}/rules/{module}.py: {name}: {what}: {fault}"] = None
    return list(found)


def _texts_of_tries(proc: Any, rules: str) -> Iterator[Named]:
    """Yield the texts of TRIES random resolutions, then the texts of refusals."""
    from gobelet.rules.procedure import Refused, resolve

    dice = random.Random(proc.name)
    module, _, function = (proc.explain or "").rpartition(".")
    why = getattr(importlib.import_module(f"{rules}.{module or 'why'}"), function) if proc.explain else None
    codes: set[str] = set()
    for _ in range(TRIES):
        asked: list[Any] = []
        given = some_values(proc, dice, bool(dice.getrandbits(1)), codes)
        if given is None:
            continue

        def decide(ask: Any, progress: Any, asked: list[Any] = asked) -> int:
            asked.append(ask)
            return int(dice.choice(ask.options))

        try:
            outcome, path = resolve(proc, given, lambda sides: dice.randint(1, sides), decide)
        except Refused:
            continue
        yield from result_texts(proc, asked, outcome, why(proc, given, path) if why else ())
    yield from refusals(codes)


def some_values(
    proc: Any, dice: random.Random, bold: bool, codes: set[str] | None = None
) -> Mapping[str, int] | None:
    """Draw random values for all inputs; return None if the Procedure refuses them.

    dice   the source of the random numbers
    bold   whether all values may be drawn; if false, a value differs from its start value by 3 at most
    codes  the set to which the code of a refusal is added
    """
    from gobelet.rules.procedure import Refused, values

    given = {}
    for each in proc.inputs:
        if dice.random() < (0.8 if bold else 0.4):
            low, high = each.low, each.high
            if not bold:
                low, high = max(low, each.start - 3), min(high, each.start + 3)
            given[each.name] = dice.randint(low, high)
    try:
        return dict(values(proc, given))
    except Refused as refused:
        if codes is not None:
            codes.add(refused.code)
        return None
