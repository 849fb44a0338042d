"""Procedure: one thing a player resolves ("attack", "board", "grapple").

A Procedure declares its inputs and one pure function, `step`, which says what happens next: dice to roll,
somebody to ask, or the outcome. The screen that asks, the shell question, the result and the exact odds are
all read from that declaration, so odds and result cannot disagree.

Values are integers everywhere: a flag is 0 or 1, a choice is the index of its option.
"""

from __future__ import annotations

from binascii import crc32
from typing import TYPE_CHECKING

from .refused import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from .odds import Odds
    from .types import (
        Consequence,
        Fold,
        Key,
        Mods,
        Name,
        Next,
        Option,
        Path,
        Progress,
        Result,
        Row,
        Sides,
        Step,
        Test,
        ThrowDie,
        Values,
    )

# Who decides an Ask.
ME = 0  # the player who resolves: odds follow the stated preference
OPPONENT = 1  # the other side, e.g. a victim who absorbs: odds follow the stated preference too
SHEET = 2  # the printed sheet (a damaged cell): odds show "indéterminé"

DEEP = 8  # levels of steps that the odds follow


class Input:
    """One thing to know before the dice. Made by `flag`, `choice` or `number`.

    name     key of the value, of the screen's text and of the shell argument
    low/high inclusive bounds; high may be raised by nobody: a larger table needs a larger bound here
    options  names of a choice's options, None for a number or a flag
    lane     where its modifier counts ("d4", "column", "roll", "rammer"...), None if it carries none
    mods     signed modifiers by value, or a function of the values (two crews compared); None on a number
             means that the number itself is the modifier
    when     function of the values; while false the input is hidden and counts as `start`
    role, field  the Sheet row ("attacker", see Procedure.roles) and field that can fill it
    asked    False where only the Sheets say it, or what follows from another Procedure: no form asks the player, also
             where no row is known
    needed   True where only the players can say it, and nothing is usual: a form asks for it before the dice
    """

    # What most inputs have alike takes no memory in them, but stands here.
    low = 0
    high = 1
    start = 0
    options: tuple[str, ...] | None = None
    lane: str | None = None
    mods: Mods = None
    when: Test | None = None
    role: str | None = None
    field: str | None = None
    asked = True
    needed = False

    def __init__(
        self,
        name: Name,
        low: int,
        high: int,
        start: int = 0,
        lane: str | None = None,
        mods: Mods = None,
        when: Test | None = None,
        role: str | None = None,
        field: str | None = None,
        asked: bool = True,
        options: tuple[str, ...] | None = None,
    ) -> None:
        self.name = name
        if not asked:
            self.asked = False
        if low:
            self.low = low
        if high != 1:
            self.high = high
        if start:
            self.start = start
        if options is not None:
            self.options = options
        if lane is not None:
            self.lane = lane
        if mods is not None:
            self.mods = mods
        if when is not None:
            self.when = when
        if role is not None:
            self.role = role
            self.field = field

    def shown(self, values: Values) -> bool:
        """Whether the input applies with these values."""
        return self.when is None or bool(self.when(values))

    def modifier(self, values: Values) -> int:
        """Signed modifier that the present value brings to its lane (0 without a lane)."""
        if self.lane is None:
            return 0
        value = values[self.name]
        if isinstance(self.mods, tuple):
            return self.mods[value - self.low]
        return value if self.mods is None else self.mods(values)


def flag(
    name: Name, mod: int | None = None, lane: str | None = None, when: Test | None = None, start: int = 0
) -> Input:
    """A yes or no. `mod` counts in `lane` while it is yes."""
    return Input(name, 0, 1, start, lane, None if mod is None else (0, mod), when)


def ask_first(each: Input) -> Input:
    """The same input, asked before the dice, see `Input.needed`."""
    each.needed = True
    return each


# An integer from `low` to `high`. With a lane and no `mods`, the number itself is the modifier.
number = Input


def choice(
    name: Name,
    options: tuple[str, ...],
    start: int = 0,
    lane: str | None = None,
    mods: Mods = None,
    when: Test | None = None,
    role: str | None = None,
    field: str | None = None,
    asked: bool = True,
) -> Input:
    """One of `options` (a tuple of names). `mods` has one signed modifier per option, see Input."""
    return Input(name, 0, len(options) - 1, start, lane, mods, when, role, field, asked, options)


class Roll:
    """Dice to throw now. dice: tuple of sides; fold(values, progress, faces) gives the progress behind them."""

    def __init__(self, dice: tuple[Sides, ...], fold: Fold) -> None:
        self.dice = dice
        self.fold = fold


def deal(size: int, count: int, fold: Fold) -> Roll:
    """A Roll that deals `count` out of `size` cards or tokens, count < size: a die for each, with a side for each of
    those that are left. So a deal is drawn, journaled and counted as dice are; `dealt` says which came.
    """
    return Roll(tuple([size - index for index in range(count)]), fold)


def dealt(size: int, faces: Iterable[int]) -> list[int]:
    """Indexes of the cards or tokens that the faces of a deal stand for, in their order."""
    left = list(range(size))
    return [left.pop(face - 1) for face in faces]


class Ask:
    """A decision that falls after some dice.

    options: tuple of integers to choose from; the screen labels them by number, or by the text
    "<procedure>.<name>.<option>" if there is one. best(values, progress) is the option that the chooser is assumed to
    take in the odds; without it (or from SHEET) that part of the odds is undetermined.
    """

    def __init__(
        self,
        chooser: int,
        name: Name,
        options: Sequence[Option],
        fold: Fold,
        best: Callable[[Values, Progress], Option] | None = None,
    ) -> None:
        self.chooser = chooser
        self.name = name
        self.options = options
        self.fold = fold
        self.best = best


class Outcome:
    """The end of a resolution.

    key      what the odds count: an integer, or a tuple of small integers
    effects  tuple of (role, field, operation, amount); operation is "+", "-" or "=". An amount that is the name
             of a role is that role's row + 1, 0 if it is not known: so one row points at another. What would lead
             beyond a field's bounds is refused when the player applies it: `step` shortens the amount by what an
             input with the field says
    then     tuple of (procedure name, dict of what is known) that may follow: its inputs, and which of the
             roles here plays one of its roles, where that has another name: {"ship": "target"}
    word     name of a text that says it better than the key ("miss"), None if the key is the answer
    """

    def __init__(
        self,
        key: Key,
        effects: Sequence[Consequence] = (),
        then: Sequence[Next] = (),
        word: str | None = None,
    ) -> None:
        self.key = key
        self.effects = effects
        self.then = then
        self.word = word


class Procedure:
    """See the module. `name` is unique in its game.

    step(values, progress)  -> Roll, Ask or Outcome. Progress is what the results so far come to: None at the start,
                   hashable and small; where it is equal the future must be the same, for the odds merge it
    check(values)  raises Refused where the rule may not be applied
    decided(values, progress)  -> key once no further die can change it, else None; ends chains of explosions in the
                   odds
    questions      tuple of (name, test(values, key)): chances that the player asks for by name ("kill", "reach")
    explain        name of the function that gives the why-chain, in the game's `rules.why` or, as "module.name", in
                   another module of its rules: of (this Procedure, values, path) a list of (text key, tuple of
                   numbers). That module is in memory only when somebody asks
    depth          levels of steps after which undecided weight is shown as a tail
    odds(values)   -> its exact `Odds` from the beginning, where they are found faster than by enumeration, or more
                   exactly; None if they are enumerated. The tests hold both against each other
    label(key)     -> sign that is printed for an outcome, where the texts have none for its key
    roles          tuple of the roles whose Sheet rows it reads or changes; a row that is not known is -1, and
                   then its inputs are asked and its effects left to the players
    """

    # What many do without takes no memory in them.
    check: Callable[[Values], object] | None = None
    decided: Callable[[Values, Progress], Key] | None = None
    questions: Sequence[tuple[str, Callable[[Values, Key], object]]] = ()
    explain: str | None = None
    depth = DEEP
    label: Callable[[Key], str] | None = None
    odds: Callable[[Values], Odds] | None = None

    def __init__(
        self,
        name: Name,
        inputs: Sequence[Input],
        step: Callable[[Values, Progress], Step],
        check: Callable[[Values], object] | None = None,
        decided: Callable[[Values, Progress], Key] | None = None,
        questions: Sequence[tuple[str, Callable[[Values, Key], object]]] = (),
        explain: str | None = None,
        depth: int = DEEP,
        roles: Sequence[str] = (),
        label: Callable[[Key], str] | None = None,
        odds: Callable[[Values], Odds] | None = None,
    ) -> None:
        self.name = name
        self.inputs = inputs
        self.step = step
        self.roles = roles
        if check is not None:
            self.check = check
        if decided is not None:
            self.decided = decided
        if questions:
            self.questions = questions
        if explain is not None:
            self.explain = explain
        if depth != DEEP:
            self.depth = depth
        if label is not None:
            self.label = label
        if odds is not None:
            self.odds = odds

    # What is kept of a roll, in the journal and in a form's arguments: numbers, by their indexes. A game whose
    # declaration changes between two starts knows which index is whose.

    def packed(self) -> int:
        """How many numbers `pack` gives."""
        return len(self.roles) + len(self.inputs)

    def pack(self, rows: Sequence[Row], known: Mapping[str, int]) -> list[int]:
        """The rows of the roles and the values of the inputs, as they are kept."""
        return list(rows) + [known.get(each.name, each.start) for each in self.inputs]

    def unpack(self, listed: Sequence[int]) -> tuple[list[Row], Values, bool]:
        """(rows, values, whether a roll may list these) of what `pack` gave; -1 for a row that is missing. An older
        version lists fewer values: inputs that came since are at the end.
        """
        roles = len(self.roles)
        rows = list(listed[:roles]) + [-1] * (roles - len(listed))
        names = [each.name for each in self.inputs]
        whole = min(len(names), 1) <= len(listed) - roles <= len(names)
        return rows, dict(zip(names, listed[roles:])), whole

    def signature(self, count: int) -> str:
        """A sum of its roles and of so many of its inputs: what was kept under another one is not taken for it."""
        words = list(self.roles)
        for each in self.inputs[: max(0, count)]:
            words.append("%s %d %d" % (each.name, each.low, each.high))
        return sum_of(words)


def sum_of(words: Iterable[str]) -> str:
    """A short sum of some words."""
    return "%04x" % (crc32("\n".join(words).encode()) & 0xFFFF)


def values(procedure: Procedure, given: Values | None = None) -> Values:
    """The complete values of a procedure: what is `given`, the start value of everything else.

    An input whose `when` is false takes its start value, whatever was given.
    Refused("INPUT", name=...) for an unknown name, Refused("RANGE", name, low, high) for a bad value,
    and whatever the procedure's own `check` refuses.
    """
    found = {}
    wrong = []
    hiding = []
    given = given or {}
    for each in procedure.inputs:
        value = given.get(each.name, each.start)
        if not each.low <= value <= each.high:
            value = each.start  # no `when` may meet it: one that looks a table up would fail
            wrong.append(each)
        found[each.name] = value
        if each.when is not None:
            hiding.append(each)
    for name in given:
        if name not in found:
            raise Refused("INPUT", name=name)
    wanted = dict(found) if hiding else found
    for _ in hiding:  # hiding an input may hide or show another, also one that stands before it
        again = False
        for each in hiding:
            value = wanted[each.name] if each.when(found) else each.start  # type: ignore[misc]
            if found[each.name] != value:
                found[each.name] = value
                again = True
        if not again:
            break
    for each in wrong:
        if each.shown(found):
            raise Refused("RANGE", name=each.name, low=each.low, high=each.high)
    if procedure.check is not None:
        procedure.check(found)
    return found


def sums(procedure: Procedure, values: Values) -> dict[str, int]:
    """Sum of the modifiers by lane, as a dict. Lanes without any input shown are left out."""
    lanes: dict[str, int] = {}
    for each in procedure.inputs:
        if each.lane is not None and each.shown(values):
            lanes[each.lane] = lanes.get(each.lane, 0) + each.modifier(values)
    return lanes


def lane(procedure: Procedure, values: Values, name: str) -> int:
    """Sum of one lane; 0 if no input counts in it."""
    found = 0
    for each in procedure.inputs:
        if each.lane == name and each.shown(values):
            found += each.modifier(values)
    return found


def advance(procedure: Procedure, values: Values, path: Path) -> Step:
    """What comes after the results in `path`: one tuple of faces per Roll, one integer per Ask."""
    progress = None
    for result in path:
        step: Any = procedure.step(values, progress)  # no Outcome: a result came of it
        progress = step.fold(values, progress, result)
    return procedure.step(values, progress)


def check_result(step: Roll | Ask, result: Result) -> None:
    """Refuse a result that `step` cannot have: a wrong count of dice, a face or option out of range.

    Refused("DICE", n), Refused("FACE", sides, at) with the number of the die from 1, Refused("OPTION").
    """
    if isinstance(step, Roll):
        if len(result) != len(step.dice):
            raise Refused("DICE", n=len(step.dice))
        for die in range(len(result)):
            if not 1 <= result[die] <= step.dice[die]:
                raise Refused("FACE", sides=step.dice[die], at=die + 1)
    elif result not in step.options:
        raise Refused("OPTION")


def resolve(
    procedure: Procedure, values: Values, roll: ThrowDie, decide: Callable[[Ask, Progress], Option]
) -> tuple[Outcome, list[Result]]:
    """Carry a resolution to its end. Returns (outcome, path).

    roll(sides) gives a face; decide(ask, progress) gives one of the ask's options.
    """
    progress = None
    path: list[Result] = []
    while True:
        step = procedure.step(values, progress)
        if isinstance(step, Outcome):
            return step, path
        if isinstance(step, Roll):
            result: Result = tuple([roll(sides) for sides in step.dice])
        else:
            result = decide(step, progress)
        check_result(step, result)
        path.append(result)
        progress = step.fold(values, progress, result)
