"""Procedure: one thing that a player resolves, such as an attack or a move.

A Procedure declares its inputs, and one pure function `step` that returns the next step. A step is a Roll (dice
to throw), an Ask (a decision) or the Outcome (the end). The form screen, the command line, the result screen and
the exact odds all use this declaration, so odds and results cannot disagree.

The path is the list of results so far: the faces of each Roll, and the chosen option of each Ask. The progress is
a short summary of the path. The function `fold` of a Roll or Ask adds one result to the progress.

A lane is a named sum of modifiers, such as the modifiers of the d4, of the roll, or of the table column. A role is
the part that a row of a Sheet has in the Procedure, such as "attacker".

All values of inputs are integers: a flag is 0 or 1, a choice is the index of the chosen option.
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

# Values of `Ask.chooser`
ME = 0  # the player who resolves the Procedure; the odds assume the option of `Ask.best`
OPPONENT = 1  # another player, such as the owner of the target; the odds assume the option of `Ask.best`
SHEET = 2  # the printed sheet, for a table cell that is unreadable in the source; odds show "indéterminé"

DEEP = 8  # default of `Procedure.depth`, the number of Rolls that the odds follow


class Input:
    """One value that a Procedure needs before its dice.

    The functions `flag`, `choice` and `number` return an Input.

    name     name of the input in `Values`, in text keys and in arguments at the command line.
    low, high   inclusive bounds of the value. If `high` depends on the size of a table, change both together.
    options  names of the options of a choice, None for a number or a flag.
    lane     the lane to which the modifier of the input is added; None without a modifier.
    mods     the signed modifier of each value, or a function that returns the modifier. The argument of the
             function is `Values`. None means that the value itself is the modifier.
    when     when(values) tells whether the input is shown. A hidden input has the value `start`.
    role, field  a role, such as "attacker" (see Procedure.roles), and a field of the role's row. A form reads the
             value of the input from this field.
    asked    False if only a Sheet or another Procedure provides the value. No form asks a player for such a
             value, even if the row of the role is unknown.
    needed   True if the players must enter the value, because no default is sensible. A form then asks for the value
             before the dice.
    """

    # Defaults are class attributes, so an input takes memory only for the values that differ from its defaults.
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

    def is_shown(self, values: Values) -> bool:
        """Tell whether the input is shown, given the values of all inputs."""
        return self.when is None or bool(self.when(values))

    def modifier(self, values: Values) -> int:
        """Return the signed modifier that the value of this input adds to its lane.

        The result is 0 for an input without a lane.
        """
        if self.lane is None:
            return 0
        value = values[self.name]
        if isinstance(self.mods, tuple):
            return self.mods[value - self.low]
        return value if self.mods is None else self.mods(values)


def flag(
    name: Name, mod: int | None = None, lane: str | None = None, when: Test | None = None, start: int = 0
) -> Input:
    """Return an input for yes (1) or no (0). The value 1 adds `mod` to the lane."""
    return Input(name, 0, 1, start, lane, None if mod is None else (0, mod), when)


def ask_first(each: Input) -> Input:
    """Set `needed` of an input, so that a form asks for its value before the dice.

    Return the input.
    """
    each.needed = True
    return each


# An input for an integer from `low` to `high`. If it has a lane and no `mods`, the integer itself is the modifier.
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
    """Return an input for a choice between named options.

    `mods` has one modifier for each option, or is a function as in `Input`.
    """
    return Input(name, 0, len(options) - 1, start, lane, mods, when, role, field, asked, options)


class Roll:
    """A step that throws dice.

    `dice` has the sides of each die. fold(values, progress, faces) returns the next progress.
    """

    def __init__(self, dice: tuple[Sides, ...], fold: Fold) -> None:
        self.dice = dice
        self.fold = fold


def deal(size: int, count: int, fold: Fold) -> Roll:
    """Return a Roll that deals `count` out of `size` cards or tokens, count < size.

    The Roll has one die for each dealt card. The die has one side for each card that is not dealt yet. So the journal
    and the odds treat a deal like dice. `dealt_indexes` converts the faces of the Roll to cards.
    """
    return Roll(tuple([size - index for index in range(count)]), fold)


def dealt_indexes(size: int, faces: Iterable[int]) -> list[int]:
    """Return the indexes of the dealt cards or tokens, in the order of the deal.

    `faces` are the faces of the Roll that `deal` returned.
    """
    left = list(range(size))
    return [left.pop(face - 1) for face in faces]


class Ask:
    """A step that asks for a decision: of a player, or of the printed sheet.

    chooser  ME, OPPONENT or SHEET.
    options  tuple of integers to choose from. The label of an option is the text
             "<procedure>.<name>.<option>", or the integer itself if there is no such text.
    best     best(values, progress) returns the option that the odds assume. Without `best`, or with SHEET as
             chooser, the odds count all further cases as unknown.
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
    """The step that ends a Procedure.

    key      the outcome key, which the odds count: an integer, or a tuple of small integers.
    effects  tuple of (role, field, operation, amount); the operation is "+", "-" or "=". An amount may be the name
             of a role: it then means the index of that role's row + 1, or 0 if the row is not known. So a field can
             refer to another row. If a new value is beyond the bounds of its field, OK on the result is refused.
             Therefore `step` limits an amount by an input that reads the same field.
    then     tuple of (name of a Procedure, dict) for Procedures that may follow. The dict has values for inputs of
             the following Procedure. It also maps a role of the following Procedure to a role of this Procedure
             with the same row, such as {"ship": "target"}.
    word     name of the text to show instead of the outcome key, such as "miss"; None to show the key.
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
    """One thing that a player resolves, see the module docstring.

    `name` is unique in the game.

    step(values, progress)  returns a Roll, an Ask or the Outcome. Progress is None at the start, hashable and
                   small. The odds merge equal progress, so equal progress must lead to equal steps.
    check(values)  raises Refused if the rule may not be applied.
    decided(values, progress)  returns the outcome key if no further die can change it, otherwise None. This
                   saves the odds from following all explosions.
    questions      tuple of (name, test(values, key)): named chances in the odds, such as "kill". test tells
                   whether an outcome key belongs to the named chance.
    explain        name of the function that explains a result, in the game's `rules.why` or, as "module.name",
                   in another module of its rules. The arguments of the function are (this Procedure, values,
                   path). The function returns a list of (text key, tuple of numbers). Its module is loaded only
                   when needed.
    depth          number of Rolls that the odds follow. The tail is the weight of the cases that are undecided
                   after these Rolls.
    odds(values)   returns the exact `Odds` of the whole Procedure by a formula. Without it, `enumerate_odds`
                   computes them. Tests compare the formula with the enumeration.
    label(key)     returns the printed sign for an outcome key that has no text.
    roles          tuple of the roles whose Sheet rows the Procedure reads or changes. The row of a role may be
                   unknown (-1): a form then asks for the inputs of this role, and the players apply its effects
                   themselves.
    """

    # Defaults are class attributes, so a Procedure takes memory only for the values that differ from its defaults.
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

    # The journal and the arguments of a form store rows of roles and values of inputs in declared order. A new
    # version of a game therefore adds inputs only at the end.

    def packed_length(self) -> int:
        """Return the length of the list that `pack` returns."""
        return len(self.roles) + len(self.inputs)

    def pack(self, rows: Sequence[Row], known: Mapping[str, int]) -> list[int]:
        """Return the rows of the roles and the values of the inputs as one list."""
        return list(rows) + [known.get(each.name, each.start) for each in self.inputs]

    def unpack(self, listed: Sequence[int]) -> tuple[list[Row], Values, bool]:
        """Return (rows, values, whether the length is valid) of a list from `pack`.

        The row is -1 for a role that the list lacks. A list that an older version of the game packed may have fewer
        values.
        """
        roles = len(self.roles)
        rows = list(listed[:roles]) + [-1] * (roles - len(listed))
        names = [each.name for each in self.inputs]
        whole = min(len(names), 1) <= len(listed) - roles <= len(names)
        return rows, dict(zip(names, listed[roles:])), whole

    def signature(self, count: int) -> str:
        """Return a checksum of the roles and of the first `count` inputs.

        Callers compare two checksums to detect a list that was packed under another declaration.
        """
        words = list(self.roles)
        for each in self.inputs[: max(0, count)]:
            words.append("%s %d %d" % (each.name, each.low, each.high))
        return checksum_of(words)


def checksum_of(words: Iterable[str]) -> str:
    """Return a checksum of several strings, as four hexadecimal digits."""
    return "%04x" % (crc32("\n".join(words).encode()) & 0xFFFF)


def values(procedure: Procedure, given: Values | None = None) -> Values:
    """Return a value for each input of a Procedure.

    Inputs without a `given` value get their start value. An input that `when` hides gets its start value even if
    another value is given. Raise Refused("INPUT", name) for an unknown name, and Refused("RANGE", name, low, high)
    for a value outside the bounds. The function does not catch a Refused that `procedure.check` raises.
    """
    found = {}
    wrong = []
    hiding = []
    given = given or {}
    for each in procedure.inputs:
        value = given.get(each.name, each.start)
        if not each.low <= value <= each.high:
            # `when` must not receive a value outside the bounds, because it may index a table with the value
            value = each.start
            wrong.append(each)
        found[each.name] = value
        if each.when is not None:
            hiding.append(each)
    for name in given:
        if name not in found:
            raise Refused("INPUT", name=name)
    wanted = dict(found) if hiding else found
    for _ in hiding:  # repeated, because a changed value may hide or show another input, even an earlier one
        again = False
        for each in hiding:
            value = wanted[each.name] if each.when(found) else each.start  # type: ignore[misc]
            if found[each.name] != value:
                found[each.name] = value
                again = True
        if not again:
            break
    for each in wrong:
        if each.is_shown(found):
            raise Refused("RANGE", name=each.name, low=each.low, high=each.high)
    if procedure.check is not None:
        procedure.check(found)
    return found


def sums(procedure: Procedure, values: Values) -> dict[str, int]:
    """Return the sum of the modifiers in each lane, by the lane's name.

    Lanes without a shown input are left out.
    """
    lanes: dict[str, int] = {}
    for each in procedure.inputs:
        if each.lane is not None and each.is_shown(values):
            lanes[each.lane] = lanes.get(each.lane, 0) + each.modifier(values)
    return lanes


def lane(procedure: Procedure, values: Values, name: str) -> int:
    """Return the sum of the modifiers in the lane `name`; 0 without a modifier."""
    found = 0
    for each in procedure.inputs:
        if each.lane == name and each.is_shown(values):
            found += each.modifier(values)
    return found


def advance(procedure: Procedure, values: Values, path: Path) -> Step:
    """Return the step after the results in `path`.

    The result of a Roll is a tuple of faces. The result of an Ask is one of its options, an integer.
    """
    progress = None
    for result in path:
        # this step is a Roll or an Ask, because `path` has its result
        step: Any = procedure.step(values, progress)
        progress = step.fold(values, progress, result)
    return procedure.step(values, progress)


def check_result(step: Roll | Ask, result: Result) -> None:
    """Refuse a result that `step` cannot have.

    Raise Refused("DICE", n) if the Roll has n dice but the result has another number of faces. Raise
    Refused("FACE", sides, at) if face number `at` is outside 1..sides; the first face has the number 1. Raise
    Refused("OPTION") if the Ask has no such option.
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
    """Resolve a Procedure to its end, and return (Outcome, path).

    roll(sides) returns a face. decide(ask, progress) returns one of the options of an Ask.
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
