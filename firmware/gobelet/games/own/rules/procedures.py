"""Procedures made from the rolls that the file of a game as text declares.

In the file, a roll is a dict:

    n  name
    d  dice: [constant, terms], see `pools`
    i  inputs: [name, low, high, start, lane, mods, condition, options, role, counter]; 0 stands for a missing part;
       without mods, the value of the input is its modifier
    w  table rows: [lowest number, highest number, cells], with a cell for each column
    c  name of the input that selects the column, or ""
    o  outcomes: [sort, effects, names of rolls that may follow, number]; an effect is [role, counter, sign, amount]
    q  named chances: [name, indexes of outcomes, least number or null]
    a  0, or the decision after a numeric result: [name, chooser, name of the input that limits the decision]
    e  index of the outcome for equal dice in |a-b|, -1 if equal dice have no outcome of their own
    y  names of the inputs that divide the number
    h  conditions on inputs; the game refuses the roll unless the inputs meet all conditions
    g  indexes of the outcomes that players may choose for a cell in doubt; empty if no cell is in doubt
    m  1 if a seat makes the roll, 2 if a seat makes the roll against another seat, 0 if no seat makes the roll
    z  ids of the outcomes, if g is not empty; files of earlier versions of Gobelet lack z

Each input adds its modifier to one lane, which is a sum of modifiers. The number of a roll is computed from the lanes
in these steps:

1. Sum the dice. For a pool |a-b|, take the difference of the two dice. Before that, add the lane "die1" to the first
   die, and the lane "die2" to the second die.
2. Add the lane "roll" of the player, and subtract the lane "other" of the opponent.
3. Multiply by the highest modifier in the lane "times", divide by the inputs of y, and round up.
4. Add the lane "after".

If y has an input, or if any lane except "roll" and "other" has an input, the number is at least 0.

An input in the lane "under" is a skill. For a roll with a skill, the number is the level of success. The level is 0 if
the result of step 2 exceeds the skill, and 1 if not. The level is 2 if the result is at most half the skill, and 3 if
the result is at most a fifth of the skill.

A condition is [name of an input, sign, number], such as ["mod", ">=", 2].

A cell of a table row is the index of an outcome. CHECK is added to this index if the printed cell may be wrong, so
that players may correct it. DOUBT is added to the index if the printed cell is illegible, so that players must choose
the outcome. If g is empty, no cell has CHECK or DOUBT, and the roll may have up to MOST_OUTCOMES - 1 outcomes. The
number 0 in place of an outcome means a word without effects.
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
WORD = 1000  # the outcome key of a word is WORD plus the outcome's index; the outcome keys of numbers are below WORD
MOST = 999  # maximum number of a roll; the minimum is -MOST
# The sorts of outcomes: a word, the rolled number, a fixed number, unknown.
WORDS, RESULT, NUMBER, UNKNOWN = range(4)
LANES = ("roll", "other", "die1", "die2", "times", "after", "under")
PLAIN = (WORDS, (), (), 0)  # an outcome that is a word without effects
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"


def require(holds: object) -> None:
    """Raise ValueError if `holds`, a condition on a declaration, is false."""
    if not holds:
        raise ValueError


def is_long(outcomes: Any, doubt: Any) -> bool:
    """Tell whether a roll has too many outcomes for earlier versions of Gobelet."""
    return not doubt and len(outcomes) >= CHECK - 10


def is_name(name: str) -> bool:
    """Tell whether a string is a valid name: 1 to 12 characters of LETTERS."""
    return 0 < len(name) <= 12 and not [c for c in name if c not in LETTERS]


def require_name(name: Any) -> None:
    """Raise ValueError if `name` is no valid name."""
    require(isinstance(name, str) and is_name(name))


def require_condition(condition: Any, names: Any) -> None:
    """Raise an exception if `condition` is no valid condition on one of `names`.

    `names` has the names of inputs or the names of counters.
    """
    name, sign, number = condition
    require(name in names and sign in ("=", "!=", "<", "<=", ">", ">=") and isinstance(number, int))


def is_met(condition: Any, value: int) -> bool:
    """Tell whether a condition is met if its input or counter has the value `value`."""
    _, sign, number = condition
    if sign == "=":
        return bool(value == number)
    if sign == "!=":
        return bool(value != number)
    if sign[0] == "<":
        return bool(value < number or (sign == "<=" and value == number))
    return bool(value > number or (sign == ">=" and value == number))


def make_procedures(declared: Any, counters: Any, seats: int) -> list[OwnProcedure]:
    """Return the Procedures of all rolls of a game.

    If a declaration is invalid, raise one of the exceptions that `declaration.read` catches.

    declared  the declarations of the rolls.
    counters  the declarations of the counters, by name.
    seats     the number of seats.
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
    """The declaration of a roll, with the functions of its Procedure."""

    def __init__(self, roll: Any, counters: Any, seats: int) -> None:
        self.name = roll["n"]
        self.pool = pools.check_pool(roll["d"])
        terms = self.pool[1]
        self.bars = bool(terms) and terms[0][4] == BARS
        # whether a term has dice that explode or are rerolled, so that dice may be thrown again
        self.further = bool([term for term in terms if term[2] or term[3]])
        self.conditions: list[Any] = []  # the conditions under which the form shows an input
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
        # The number that each outcome has in the journal, see `ids`. The last item is that of the unknown outcome.
        self.numbers = list(range(len(self.outcomes) + 1))
        self.roles = (("me",), ("me", "target"))[roll["m"] - 1] if roll["m"] else ()
        self.floored = bool(self.divisors)
        self.moved = False  # whether an input uses the lane "die1" or "die2"
        self.under = False  # whether the roll is a test of a skill: an input uses the lane "under"
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
        """Return the Input for the declaration `each`; add its condition to `conditions`."""
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
        """Raise an exception if parts of the declaration contradict each other.

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
        # A cell below CHECK is certain. Players check a cell from CHECK to DOUBT - 1. A cell from DOUBT on is
        # illegible.
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
        self.proc.declared = self  # the modules why and results read this attribute
        self.proc.reset_keys()
        return self.proc

    def _question(self, chance: Any) -> Any:
        """Return a function that tells whether an outcome belongs to the named chance.

        The arguments of the returned function are the values of the inputs and an outcome key.
        """
        keys = [WORD + each for each in chance[1]]
        least = chance[2]
        return lambda values, key: key in keys or (least is not None and least <= key < WORD)

    def check(self, values: Values) -> None:
        """Raise Refused for the first condition of the roll that the inputs do not meet."""
        for index in range(len(self.needs)):
            condition = self.needs[index]
            if not is_met(condition, values[condition[0]]):
                raise Refused("%s.%d" % (self.name, index))

    # From the dice to the table row

    def fold(self, values: Values, progress: Progress, faces: Faces) -> Progress:
        """Return the progress after a throw that has shown `faces`.

        If dice must be thrown again, the progress is the faces of each die; if not, the sum of dice and modifiers.
        """
        if self.moved:
            more = lane(self.proc, values, "die1") - lane(self.proc, values, "die2")
            return pools.difference(self.pool, faces, more) + self.sum_added(values)
        chains = pools.lengthen_chains(self.pool, progress, faces)
        if self.further and pools.owed_dice(self.pool, chains):
            return chains
        return pools.throw_of(self.pool, chains).total + self.sum_added(values)

    def shown_dice(self, path: Path) -> list[tuple[int, ...]]:
        """Return the dice of a complete roll, as `pools.shown_dice` returns them."""
        chains = None
        for faces in path:
            if not isinstance(faces, int):
                chains = pools.lengthen_chains(self.pool, chains, faces)
        return pools.shown_dice(self.pool, chains) if chains else []

    def base(self, values: Values, path: Path) -> Any:
        """Return the sum of dice and modifiers of a complete roll (step 2 above)."""
        progress = None if self.dice else self.fold(values, None, ())
        for faces in path:
            if not isinstance(faces, int):
                progress = self.fold(values, progress, faces)
        return progress

    def sum_added(self, values: Values) -> int:
        """Return the modifiers to add to the dice: the lane "roll" minus the lane "other"."""
        return lane(self.proc, values, "roll") - lane(self.proc, values, "other")

    def _level(self, values: Values) -> int:
        """Return the sum of dice and modifiers if both dice of a pool |a-b| are equal.

        For any other pool, the result is 0.
        """
        return self.pool[0] + self.sum_added(values) if self.bars else 0

    def _scale(self, values: Values) -> tuple[int, int, int]:
        """Return (factor, divisor, sum of the lane "after") for the number of a roll.

        For a roll with a skill, the third item is the skill: the sum of the lane "under".
        """
        times = by = 1
        for each in self.inputs:
            if each.lane == "times" and each.is_shown(values):
                times = max(times, each.modifier(values))
            if each.name in self.divisors and each.is_shown(values):
                by *= values[each.name]
        return times, by, lane(self.proc, values, "under" if self.under else "after")

    def index(self, cell: int) -> int:
        """Return the index of the outcome in a table cell, without CHECK and DOUBT."""
        return cell % CHECK if self.doubt else cell

    def _result(self, scale: tuple[int, int, int], base: int) -> int:
        """Return the number of a roll; `base` is the sum of dice and modifiers."""
        if not self.floored:
            return max(-MOST, min(base, MOST))
        times, by, after = scale
        if self.under:
            return (base <= after) + (2 * base <= after) + (5 * base <= after)
        return max(0, min(-(-(base * times) // by) + after, MOST))

    def _row(self, number: int) -> Any:
        """Return the table row that contains a number, or None if no row contains it."""
        for row in self.rows:
            if row[0] <= number <= row[1]:
                return row
        return None

    def row(self, values: Values, base: int) -> Any:
        """Return (number of the roll, table row that contains this number or None).

        `base` is the sum of dice and modifiers.
        """
        number = self._result(self._scale(values), base)
        return number, self._row(number)

    def _cell(self, values: Values, row: Any) -> int:
        """Return the cell of a table row in the column that the inputs select.

        If `row` is None, return the index of the last outcome.
        """
        return row[2][values[self.column] if self.column else 0] if row else len(self.outcomes) - 1

    # The progress of a roll has up to four forms, one after another:
    #
    # 1. The faces of each die, until no die must be thrown again.
    # 2. The sum of dice and modifiers.
    # 3. (index of the outcome, number of the roll).
    # 4. (index of the outcome, number of the roll, amount that the players have chosen).

    def step(self, values: Values, progress: Progress) -> Step:
        """Return the next step of the roll.

        The step is a Roll, an Ask about a doubtful cell, the Ask of the roll's decision, or the Outcome.
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
        """Return the name of the decision after a rolled number; "" without a decision."""
        return self.decision[0] if self.decision else ""

    def _chosen_option(self, number: int) -> Any:
        """Return the function that continues a roll after an Ask about a doubtful cell.

        The function receives the option that the players have chosen, and returns the next progress. `number` is the
        number of the roll.
        """
        return lambda values, progress, option: (self.numbers.index(option), number)

    def key(self, index: int, number: int) -> Key:
        """Return the outcome key of the outcome at `index`; None if it is unknown.

        `number` is the number of the roll.
        """
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

        `number` is the number of the roll. `given` is the amount that the players have chosen in the roll's decision,
        or 0 without a decision.
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

        The tail is the weight of the cases in which dice explode very often. The tail has an outcome key only if one
        table row contains all totals of these cases. The outcome of this row must not be the rolled number.
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
                # All numbers in a table row have the same outcome key, unless the outcome is the rolled number.
                low, high = row[:2] if row and self.outcomes[index][0] != RESULT else (1, 0)
            if key is None:
                unknown += weights[at]
            else:
                found[key] = found.get(key, 0) + weights[at]
        tail_low = self._result(scale, whole.tail_low + added) if way > 0 else -FAR
        return Odds(found, whole.total, tail, tail_low if tail else 0, unknown)

    def _in_one_row(self, values: Values, low: int, far: int, scale: Any) -> bool:
        """Tell whether one table row contains all totals from `low` to `far`.

        If the outcome of this row is the rolled number, the result is False.
        """
        row = self._row(self._result(scale, low))
        if not row or self.outcomes[self.index(self._cell(values, row))][0] == RESULT:
            return False
        return row is self._row(self._result(scale, far))


ROLE = "@"  # first character of a role in `OwnProcedure.keys`
CHOICE = ":"  # last character of an input with options in `OwnProcedure.keys`
NOTHING = -32768  # the value of an input in a record, if the text did not have the input at that time


class OwnProcedure(Procedure):
    """The Procedure of a roll, whose ROLL records stay readable if the text changes.

    A later text of the game may have other roles, inputs and options. So a record has one integer for each role and
    input that this roll has or had, see `ids`.

    keys     the role or input of each integer in a record. A role is ROLE and its name, an input is its name. If the
             input has options, CHOICE follows the name.
    choices  for each item of `keys`, the ids of all options that the input has or had, in the order of their numbers;
             0 if the item has no options.
    number   the number of this roll among all rolls that the text has or had.
    kept     the signature of this roll when it got its number; "" before the roll has a number.
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
            elif each is None:  # the present text lacks this input, so the input's modifier is unknown
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
        """Tell whether a value from a record is valid for an input of the present text.

        If a counter sets the input, the value may exceed the bounds of the input.
        """
        if each.role and not each.mods and each.name != self.declared.column:
            return True
        return each.low <= value <= each.high

    def _has_effect(self, each: Input) -> bool:
        """Tell whether the start value of an input would change the result of a roll.

        A record from a time before the text had this input lacks a value, so the start value takes its place.
        """
        if each.name in self.declared.divisors:
            return each.start > 1
        more = each.modifier({each.name: each.start})
        return more > 1 if each.lane == "times" else more != 0


def _key(each: Input) -> str:
    """Return the item for an input in `OwnProcedure.keys`."""
    return each.name + CHOICE if each.options else each.name
