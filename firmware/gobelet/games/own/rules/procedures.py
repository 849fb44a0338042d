"""Procedures made from the rolls that the text of a game declares.

A roll is a dict:

    n  name
    d  dice: [constant, terms], see `pools`
    i  inputs: [name, low, high, start, lane, mods, condition, options, role, counter]; 0 stands for a missing part;
       without mods, the value of the input is its modifier
    w  table rows: [low, high, cells], with a cell for each column
    c  name of the input that selects the column, or ""
    o  outcomes: [sort, effects, names of rolls that may follow, number]; an effect is [role, counter, sign, amount]
    q  named chances: [name, indexes of outcomes, least number or null]
    a  0, or the decision after a numeric result: [name, chooser, name of the input that limits the decision]
    e  index of the outcome for equal dice in |a-b|, -1 for none
    y  names of the inputs that divide the number
    h  conditions on inputs; the game refuses the roll unless the inputs meet all conditions
    g  indexes of the outcomes that players may choose for a cell in doubt; empty if no cell is in doubt
    m  1 if a seat makes the roll, 2 if a seat makes it against another seat, 0 if no seat makes it
    z  ids of the outcomes, if g is not empty; files of earlier versions lack z

Each input adds its modifier to one lane, which is a sum of modifiers. The number of a roll begins with the sum of the
dice. A pool |a-b| is the difference of two dice. In this pool, the lane "die1" is first added to the first die, and
the lane "die2" to the second die. The lane "roll" of the player is added to the dice, and the lane "other" of the
opponent is subtracted. Then the number is multiplied by the highest modifier in the lane "times", divided by the
inputs of y, and rounded up. The lane "after" is added last. If y or any lane except "roll" and "other" is used, the
number is at least 0.

An input in the lane "under" is a skill. In this case the number is the level of success: 0 if the dice with their
modifiers exceed the skill, 1 up to the skill, 2 up to half the skill, 3 up to a fifth of the skill.

A condition is [name of an input, sign, number].

A cell of a table row is the index of an outcome. CHECK is added to this index if the printed cell may be wrong:
players may correct the cell. DOUBT is added to the index if the printed cell is illegible: players must choose the
outcome. If g is empty, no cell has CHECK or DOUBT, and the roll must have fewer than MOST_OUTCOMES outcomes. An
outcome that is 0 in the file is a word without effects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import BARS, dice_needed
from gobelet.rules.odds import FAR, Odds
from gobelet.rules.procedure import ME, OPPONENT, SHEET, Ask, Input, Outcome, Procedure, Roll, lane
from gobelet.rules.refused import Refused

from . import pools

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from gobelet.rules.types import Faces, Key, Path, Progress, Row, Step, Values

CHECK = 100
DOUBT = 200
MOST_OUTCOMES = 400
WORD = 1000  # the outcome key of a word is its index plus WORD; the outcome keys of numbers are lower
MOST = 999  # greatest number of a roll; the lowest is -MOST
# sorts of outcomes: a word, the rolled number, a fixed number, unknown
WORDS, RESULT, NUMBER, UNKNOWN = range(4)
LANES = ("roll", "other", "die1", "die2", "times", "after", "under")
PLAIN = (WORDS, (), (), 0)  # an outcome that is a word without effects
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"


def require(holds: object) -> None:
    """Raise ValueError unless `holds`, a condition on a declaration, is true."""
    if not holds:
        raise ValueError


def is_long(outcomes: Any, doubt: Any) -> bool:
    """Tell whether a roll has more outcomes than earlier versions of Gobelet allowed."""
    return not doubt and len(outcomes) >= CHECK - 10


def is_name(name: str) -> bool:
    """Tell whether a string may be a name: 1 to 12 of LETTERS."""
    return 0 < len(name) <= 12 and not [c for c in name if c not in LETTERS]


def require_name(name: Any) -> None:
    """Raise ValueError unless `name` is a valid name."""
    require(isinstance(name, str) and is_name(name))


def require_condition(condition: Any, names: Any) -> None:
    """Raise ValueError unless `condition` is a valid condition on one of `names`.

    `names` has the names of inputs or of counters.
    """
    name, sign, number = condition
    require(name in names and sign in ("=", "!=", "<", "<=", ">", ">=") and isinstance(number, int))


def is_met(condition: Any, value: int) -> bool:
    """Tell whether a condition is met if its input has the value `value`."""
    _, sign, number = condition
    if sign == "=":
        return bool(value == number)
    if sign == "!=":
        return bool(value != number)
    if sign[0] == "<":
        return bool(value < number or (sign == "<=" and value == number))
    return bool(value > number or (sign == ">=" and value == number))


def make_procedures(declared: Any, counters: Any, seats: int) -> list[OwnProcedure]:
    """Return the Procedures of all rolls.

    If a declaration is invalid, raise one of the exceptions that `declaration.read` catches.
    """
    names = [each["n"] for each in declared]
    require(len(names) == len(set(names)) <= 24)
    found = []
    for each in declared:
        require_name(each["n"])
        for outcome in each["o"]:
            require(not outcome or not [name for name in outcome[2] if name not in names])
        found.append(_Declared(each, counters, seats).procedure())
    return found


class _Declared:
    """A roll as the file declares it, with the functions of its Procedure."""

    def __init__(self, roll: Any, counters: Any, seats: int) -> None:
        self.name = roll["n"]
        self.pool = pools.check_pool(roll["d"])
        terms = self.pool[1]
        self.bars = bool(terms) and terms[0][4] == BARS
        # whether some dice explode or are rerolled, so that they may be thrown again
        self.further = bool([term for term in terms if term[2] or term[3]])
        self.conditions: list[Any] = []  # the conditions under which inputs are shown
        self.inputs = [self._input(each, counters, seats) for each in roll["i"]]
        names = [each.name for each in self.inputs]
        require(len(names) == len(set(names)) <= 30)
        self.outcomes = [each or PLAIN for each in roll["o"]]
        self.rows = roll["w"]
        self.column = roll["c"]
        self.chances = roll["q"]
        self.decision = roll["a"]
        self.equal = roll["e"]
        self.divisors = roll["y"]
        self.needs = roll["h"]
        self.doubt = tuple(roll["g"])
        self.ids = roll.get("z", ())
        # the number of each outcome in the journal, then the number of the unknown outcome, see `ids`
        self.numbers = list(range(len(self.outcomes) + 1))
        self.roles = (("me",), ("me", "target"))[roll["m"] - 1] if roll["m"] else ()
        self.floored = bool(self.divisors)
        self.moved = False  # whether a modifier is added to a single die of |a-b|
        self.under = False  # whether the roll is a test of a skill
        for each in self.inputs:
            if each.lane in LANES[2:]:
                self.floored = True
            if each.lane in LANES[2:4]:
                self.moved = True
            self.under = self.under or each.lane == "under"
        require(not self.moved or (self.bars and not terms[1:]))
        self._check(names, counters)
        self.dice = tuple(dice_needed(self.pool))

    def _input(self, each: Any, counters: Any, seats: int) -> Input:
        """Return the Input of a declaration, and add its condition to `conditions`."""
        name, low, high, start, lane_, mods, condition, options, role, counter = each
        require_name(name)
        require(-999 <= low <= start <= high <= 9999 and low < high)
        require(lane_ in LANES if lane_ else not mods)
        self.conditions += [condition] if condition else []
        if mods:
            require(len(mods) == high - low + 1 and not [n for n in mods if not -MOST <= n <= MOST])
        if options:
            require(len(options) == high + 1 and not low)
            for option in options:
                require_name(option)
        if role:
            require(role in ("me", "target", "table") and bool(counters[counter][5]) == (role != "table"))
            require(low <= counters[counter][1] and counters[counter][2] <= high)
        return Input(
            name,
            low,
            high,
            start,
            lane_ or None,
            tuple(mods) if mods else None,
            (lambda values: is_met(condition, values[condition[0]])) if condition else None,
            role or None,
            counter or None,
            not role,
            tuple(options) if options else None,
        )

    def _check(self, names: list[str], counters: Any) -> None:
        """Raise an exception unless the parts of the declaration agree with each other.

        `names` has the names of the inputs.
        """
        count = len(self.outcomes)
        require(0 < count < (CHECK - 10 if self.doubt else MOST_OUTCOMES))
        require(len(self.ids) in (0, count) and not [each for each in self.ids if not isinstance(each, str)])
        wide = 1
        if self.column:
            index = names.index(self.column)
            require(self.inputs[index].low == 0)
            wide = self.inputs[index].high + 1
        # cells below CHECK are sure; players check cells from CHECK to DOUBT - 1; cells from DOUBT on are illegible
        part, most = (CHECK, 3 * CHECK) if self.doubt else (count, count)
        for low, high, cells in self.rows:
            require(isinstance(low, int) and isinstance(high, int) and low <= high and len(cells) == wide)
            require(not [cell for cell in cells if not 0 <= cell < most or cell % part >= count])
        for sort, effects, _, number in self.outcomes:
            require(sort in (WORDS, RESULT, NUMBER, UNKNOWN) and -MOST <= number <= MOST)
            for role, counter, sign, amount in effects:
                require(role in ("me", "target", "table") and sign in ("+", "-", "="))
                require(
                    bool(counters[counter][5]) == (role != "table")
                    and (role == "table" or role in self.roles)
                )
                require(amount in ("result", "given", "net") or -9999 <= amount <= 9999)
        for name, listed, least in self.chances:
            require_name(name)
            require(not [each for each in listed if not 0 <= each < count])
            require(least is None or isinstance(least, int))
        for each in self.doubt:
            require(0 <= each < count)
        require(-1 <= self.equal < count)
        for name in self.divisors:
            require(self.inputs[names.index(name)].low > 0)
        for condition in list(self.needs) + self.conditions:
            require_condition(condition, names)
        if self.decision:
            require_name(self.decision[0])
            require(
                self.decision[1] in (ME, OPPONENT) and self.inputs[names.index(self.decision[2])].low >= 0
            )

    def procedure(self) -> OwnProcedure:
        """Return the Procedure of the roll."""
        self.proc = OwnProcedure(
            self.name,
            tuple(self.inputs),
            self.step,
            check=self.check if self.needs else None,
            questions=tuple([(each[0], self._question(each)) for each in self.chances]),
            explain="why",
            roles=self.roles,
            odds=self.odds,
        )
        self.proc.declared = self  # why.py and results.py read this attribute
        self.proc.reset_keys()
        return self.proc

    def _question(self, chance: Any) -> Any:
        """Return the function that tells whether an outcome belongs to a named chance.

        The arguments of this function are the values of the inputs and the outcome key.
        """
        keys = [WORD + each for each in chance[1]]
        least = chance[2]
        return lambda values, key: key in keys or (least is not None and least <= key < WORD)

    def check(self, values: Values) -> None:
        """Raise Refused for the first condition of the roll that `values` do not meet."""
        for index in range(len(self.needs)):
            condition = self.needs[index]
            if not is_met(condition, values[condition[0]]):
                raise Refused("%s.%d" % (self.name, index))

    # From the dice to the table row

    def fold(self, values: Values, progress: Progress, faces: Faces) -> Progress:
        """Return the progress after a throw: the sum of dice and modifiers.

        While some dice must be thrown again, the progress is the faces of each die.
        """
        if self.moved:
            more = lane(self.proc, values, "die1") - lane(self.proc, values, "die2")
            return pools.difference(self.pool, faces, more) + self.sum_added(values)
        chains = pools.lengthen_chains(self.pool, progress, faces)
        if self.further and pools.owed_dice(self.pool, chains):
            return chains
        return pools.throw_of(self.pool, chains).total + self.sum_added(values)

    def shown_dice(self, path: Path) -> list[tuple[int, ...]]:
        """Return the dice of a complete roll, for `dice_row`."""
        chains = None
        for faces in path:
            if not isinstance(faces, int):
                chains = pools.lengthen_chains(self.pool, chains, faces)
        return pools.shown_dice(self.pool, chains) if chains else []

    def base(self, values: Values, path: Path) -> Any:
        """Return the sum of dice and modifiers of a complete roll."""
        progress = None if self.dice else self.fold(values, None, ())
        for faces in path:
            if not isinstance(faces, int):
                progress = self.fold(values, progress, faces)
        return progress

    def sum_added(self, values: Values) -> int:
        """Return the sum of the modifiers that are added to the dice."""
        return lane(self.proc, values, "roll") - lane(self.proc, values, "other")

    def _level(self, values: Values) -> int:
        """Return the sum of dice and modifiers that equal dice have in a pool |a-b|.

        For other pools, the result is 0.
        """
        return self.pool[0] + self.sum_added(values) if self.bars else 0

    def _scale(self, values: Values) -> tuple[int, int, int]:
        """Return (factor, divisor, amount that is added last) for the number of a roll.

        For a roll with an input in the lane "under", the amount is the skill.
        """
        times = by = 1
        for each in self.inputs:
            if each.lane == "times" and each.is_shown(values):
                times = max(times, each.modifier(values))
            if each.name in self.divisors and each.is_shown(values):
                by *= values[each.name]
        return times, by, lane(self.proc, values, "under" if self.under else "after")

    def index(self, cell: int) -> int:
        """Return the index of the outcome in a cell: the cell minus CHECK or DOUBT."""
        return cell % CHECK if self.doubt else cell

    def _result(self, scale: tuple[int, int, int], base: int) -> int:
        """Return the number of a roll, given the sum of dice and modifiers."""
        if not self.floored:
            return max(-MOST, min(base, MOST))
        times, by, after = scale
        if self.under:
            return (base <= after) + (2 * base <= after) + (5 * base <= after)
        return max(0, min(-(-(base * times) // by) + after, MOST))

    def _row(self, number: int) -> Any:
        """Return the table row for a number, None if no row has this number."""
        for row in self.rows:
            if row[0] <= number <= row[1]:
                return row
        return None

    def row(self, values: Values, base: int) -> Any:
        """Return (number of the roll, table row for this number or None).

        `base` is the sum of dice and modifiers.
        """
        number = self._result(self._scale(values), base)
        return number, self._row(number)

    def _cell(self, values: Values, row: Any) -> int:
        """Return the cell of a table row in the selected column.

        Without a row, return the index of the last outcome.
        """
        return row[2][values[self.column] if self.column else 0] if row else len(self.outcomes) - 1

    # The progress of a roll has four forms, one after another. The first form is the faces of each die, until no die
    # must be thrown again. The second form is the sum of dice and modifiers. The third form is (index of the outcome,
    # number of the roll). The fourth form is (index of the outcome, number of the roll, decision).

    def step(self, values: Values, progress: Progress) -> Step:
        """Return the next step of the roll.

        The step is dice, a question about a cell, a decision, or the outcome.
        """
        if progress is None:
            if self.dice:
                return Roll(self.dice, self.fold)
            progress = self.fold(values, None, ())
        if isinstance(progress, int):
            number, row = self.row(values, progress)
            if self.equal >= 0 and progress == self._level(values):
                return self.outcome(self.equal, 0, 0)
            cell = self._cell(values, row)
            index = self.index(cell)
            if cell != index:
                known = [self.numbers[each] for each in self.doubt]
                if cell >= DOUBT:
                    return Ask(SHEET, "cell", tuple(known + self.numbers[-1:]), self._chosen_option(number))
                best = self.numbers[index]
                return Ask(
                    ME, "check", tuple(known), self._chosen_option(number), lambda values, progress: best
                )
            progress = (index, number)
        elif isinstance(progress[0], tuple):
            again = pools.owed_dice(self.pool, progress)
            return Roll(tuple([self.dice[die] for die in again]), self.fold)
        index, number = progress[:2]
        if index == len(self.outcomes):
            return Outcome(None, word="unknown")
        if self.decision and len(progress) == 2 and self.outcomes[index][0] == RESULT:
            most = min(number, values[self.decision[2]])
            if most > 0:
                return Ask(
                    self.decision[1],
                    self.decision[0],
                    tuple(range(most + 1)),
                    lambda values, progress, n: (index, number, n),
                    lambda values, progress: most,
                )
        return self.outcome(index, number, progress[2] if len(progress) > 2 else 0)

    def decision_name(self) -> str:
        """Return the name of the decision after a numeric result, "" if there is none."""
        return self.decision[0] if self.decision else ""

    def _chosen_option(self, number: int) -> Any:
        """Return the function that continues a roll after a question about a cell.

        The function returns the next progress of the roll, given the answer of the players.
        """
        return lambda values, progress, option: (self.numbers.index(option), number)

    def key(self, index: int, number: int) -> Key:
        """Return the outcome key of the outcome at `index`, None for an unknown outcome."""
        sort, _, _, fixed = self.outcomes[index]
        return (
            None
            if sort == UNKNOWN
            else WORD + index
            if sort == WORDS
            else number
            if sort == RESULT
            else fixed
        )

    def outcome(self, index: int, number: int, given: int) -> Outcome:
        """Return the Outcome at `index`.

        `number` is the number of the roll. `given` is the amount that the players have chosen, or 0.
        """
        sort, declared, then, _ = self.outcomes[index]
        if sort == UNKNOWN:
            return Outcome(None, word="unknown")
        effects = []
        amounts = {"result": number, "given": given, "net": number - given}
        for role, counter, sign, amount in declared:
            amount = amounts.get(amount, amount)
            if amount or sign == "=":
                effects.append((role, counter, sign, amount))
        return Outcome(self.key(index, number), tuple(effects), tuple([(name, {}) for name in then]))

    def odds(self, values: Values) -> Odds:
        """Return the odds of the outcomes, computed from the odds of the dice.

        The tail of explosions has no outcome key, unless all its totals are in one table row whose outcome is not the
        rolled number.
        """
        if self.moved:
            more = lane(self.proc, values, "die1") - lane(self.proc, values, "die2")
            whole, way = pools.differences(self.pool, more), 1
        else:
            whole, way = pools.odds(self.pool)
        added = self.sum_added(values)
        level = self._level(values) if self.equal >= 0 else FAR
        scale = self._scale(values)
        found: dict[Key, int] = {}
        unknown = 0
        bases, weights, tail = whole.keys, whole.weights, whole.tail
        if tail and way and self._in_one_row(values, whole.tail_low + added, way * FAR, scale):
            bases = bases + [whole.tail_low]
            weights = weights + [tail]
            tail = 0
        low, high, key = 1, 0, None
        for at in range(len(bases)):
            base = bases[at] + added
            number = self._result(scale, base)
            if base == level:
                low, high, key = 1, 0, self.key(self.equal, 0)
            elif not low <= number <= high:
                row = self._row(number)
                cell = self._cell(values, row)
                index = self.index(cell)
                key = None if cell - index >= DOUBT else self.key(index, number)
                # all numbers in one table row have the same outcome key, unless the outcome is the rolled number
                low, high = row[:2] if row and self.outcomes[index][0] != RESULT else (1, 0)
            if key is None:
                unknown += weights[at]
            else:
                found[key] = found.get(key, 0) + weights[at]
        tail_low = self._result(scale, whole.tail_low + added) if way > 0 else -FAR
        return Odds(found, whole.total, tail, tail_low if tail else 0, unknown)

    def _in_one_row(self, values: Values, low: int, far: int, scale: Any) -> bool:
        """Tell whether one table row has all totals from `low` to `far`.

        If the outcome of this row is the rolled number, the result is False.
        """
        row = self._row(self._result(scale, low))
        if not row or self.outcomes[self.index(self._cell(values, row))][0] == RESULT:
            return False
        return row is self._row(self._result(scale, far))


ROLE = "@"  # first character of a role in `OwnProcedure.keys`
CHOICE = ":"  # last character of an input with options in `OwnProcedure.keys`
NOTHING = -32768  # stored in a record in place of the value of an input that the text did not have


class OwnProcedure(Procedure):
    """The Procedure of a roll, whose ROLL records stay readable if the text changes.

    A later text of the game may have other roles, inputs and options. So a record has a number for each role and input
    that this roll has or had, see `ids`.

    keys     for each number in a record, its role or input: ROLE and the name of the role, or the name of the input.
             If the input has options, CHOICE follows its name.
    choices  for each item of `keys`, the ids of the options, in the order of their numbers; 0 without options.
    number   the number of this roll among all rolls that the text has or had.
    kept     the signature of this roll when it got its number, "" before.
    """

    declared: _Declared
    keys: list[str]
    choices: list[Any]
    number = 0
    kept = ""

    def reset_keys(self) -> None:
        """Set `keys` and `choices` to the roles, inputs and options of the present text."""
        self.keys = [ROLE + role for role in self.roles] + [_key(each) for each in self.inputs]
        self.choices = [0] * len(self.roles)
        self.choices += [list(each.options) if each.options else 0 for each in self.inputs]

    def signature(self, count: int) -> str:
        return self.kept or Procedure.signature(self, count)

    def packed_length(self) -> int:
        return len(self.keys)

    def pack(self, rows: Sequence[Row], known: Mapping[str, int]) -> list[int]:
        here = {ROLE + self.roles[index]: rows[index] for index in range(len(rows))}
        for each in self.inputs:
            value = known.get(each.name, each.start)
            if each.options is not None:
                options = self.choices[self.keys.index(_key(each))]
                value = options.index(each.options[value])
            here[_key(each)] = value
        return [here.get(key, -1 if key[0] == ROLE else NOTHING) for key in self.keys]

    def unpack(self, listed: Sequence[int]) -> tuple[list[Row], Values, bool]:
        rows = [-1] * len(self.roles)
        given: Values = {}
        whole = len(listed) <= len(self.keys)
        inputs = {_key(each): each for each in self.inputs}
        for index in range(len(self.keys)):
            key = self.keys[index]
            value = listed[index] if index < len(listed) else NOTHING
            each = inputs.get(key)
            if key[0] == ROLE:
                if key[1:] in self.roles and value != NOTHING:
                    rows[self.roles.index(key[1:])] = value
            elif each is None:  # the present text lacks this input, so its modifier is unknown
                whole = whole and value in (0, NOTHING)
            elif value == NOTHING:
                given[each.name] = each.start
                whole = whole and not self._has_effect(each)
            else:
                options = self.choices[index]
                if each.options is not None:
                    name = options[value] if 0 <= value < len(options) else ""
                    value = each.options.index(name) if name in each.options else -1
                if self._is_storable(each, value):
                    given[each.name] = value
                else:
                    whole = False
        return rows, given, whole

    def _is_storable(self, each: Input, value: int) -> bool:
        """Tell whether an input may have `value`, which is stored in a record.

        If a counter fills the input, the value may exceed the bounds of the input.
        """
        if each.role and not each.mods and each.name != self.declared.column:
            return True
        return each.low <= value <= each.high

    def _has_effect(self, each: Input) -> bool:
        """Tell whether the start value of an input would change a roll without it.

        The roll was stored before the text had this input.
        """
        if each.name in self.declared.divisors:
            return each.start > 1
        more = each.modifier({each.name: each.start})
        return more > 1 if each.lane == "times" else more != 0


def _key(each: Input) -> str:
    """Return the item of `OwnProcedure.keys` for an input."""
    return each.name + CHOICE if each.options else each.name
