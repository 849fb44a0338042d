"""Procedure: one thing a player resolves ("attack", "board", "grapple").

A Procedure declares its inputs and one pure function, `step`, which says what happens next: dice to roll,
somebody to ask, or the outcome. The screen that asks, the shell question, the result and the exact odds are
all read from that declaration, so odds and result cannot disagree.

Values are integers everywhere: a flag is 0 or 1, a choice is the index of its option.
"""

from .refused import Refused

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
    """

    # What most inputs have alike takes no memory in them, but stands here.
    low = 0
    high = 1
    start = 0
    options = None
    lane = None
    mods = None
    when = None
    role = None
    field = None

    def __init__(self, name, low, high, start, options, lane, mods, when, role, field):
        self.name = name
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

    def shown(self, v):
        """Whether the input applies with the values `v`."""
        return self.when is None or bool(self.when(v))

    def modifier(self, v):
        """Signed modifier that the present value brings to its lane (0 without a lane)."""
        if self.lane is None:
            return 0
        value = v[self.name]
        if isinstance(self.mods, tuple):
            return self.mods[value - self.low]
        return value if self.mods is None else self.mods(v)


def flag(name, mod=None, lane=None, when=None, start=0):
    """A yes or no. `mod` counts in `lane` while it is yes."""
    mods = None if mod is None else (0, mod)
    return Input(name, 0, 1, start, None, lane, mods, when, None, None)


def choice(name, options, start=0, lane=None, mods=None, when=None, role=None, field=None):
    """One of `options` (a tuple of names). `mods` has one signed modifier per option, see Input."""
    return Input(name, 0, len(options) - 1, start, options, lane, mods, when, role, field)


def number(name, low, high, start=0, lane=None, mods=None, when=None, role=None, field=None):
    """An integer from `low` to `high`. With a lane and no `mods`, the number itself is the modifier."""
    return Input(name, low, high, start, None, lane, mods, when, role, field)


class Roll:
    """Dice to throw now. dice: tuple of sides; fold(v, s, faces) gives the next state."""

    def __init__(self, dice, fold):
        self.dice = dice
        self.fold = fold


def deal(size, count, fold):
    """A Roll that deals `count` out of `size` cards or tokens, count < size: a die for each, with a side for each of
    those that are left. So a deal is drawn, journaled and counted as dice are; `dealt` says which came.
    """
    return Roll(tuple([size - at for at in range(count)]), fold)


def dealt(size, faces):
    """Places from 0 of the cards or tokens that the faces of a deal stand for, in their order."""
    left = list(range(size))
    return [left.pop(face - 1) for face in faces]


class Ask:
    """A decision that falls after some dice.

    options: tuple of integers to choose from; the screen labels them by number, or by the text
    "<procedure>.<name>.<option>" if there is one. best(v, s) is the option that the chooser is assumed to
    take in the odds; without it (or from SHEET) that part of the odds is undetermined.
    """

    def __init__(self, chooser, name, options, fold, best=None):
        self.chooser = chooser
        self.name = name
        self.options = options
        self.fold = fold
        self.best = best


class Outcome:
    """The end of a resolution.

    key      what the odds count: an integer, or a tuple of small integers
    effects  tuple of (role, field, operation, amount); operation is "+", "-" or "=". An amount that is the name
             of a role is that role's row + 1, 0 if it is not known: so one row points at another
    then     tuple of (procedure name, dict of what is known) that may follow: its inputs, and which of the
             roles here plays one of its roles, where that has another name: {"ship": "target"}
    word     name of a text that says it better than the key ("miss"), None if the key is the answer
    """

    def __init__(self, key, effects=(), then=(), word=None):
        self.key = key
        self.effects = effects
        self.then = then
        self.word = word


class Procedure:
    """See the module. `name` is unique in its game.

    step(v, s)     -> Roll, Ask or Outcome. s is None at the start; a state is hashable and small, and two
                   equal states must have the same future: the odds merge them
    check(v)       raises Refused where the rule may not be applied
    decided(v, s)  -> key once no further die can change it, else None; ends chains of explosions in the odds
    questions      tuple of (name, test(v, key)): chances that the player asks for by name ("kill", "reach")
    explain        name of the function that gives the why-chain, in the game's `rules.why` or, as "module.name", in
                   another module of its rules: of (this Procedure, v, path) a list of (text key, tuple of numbers).
                   That module is in memory only when somebody asks
    depth          levels of steps after which undecided weight is shown as a tail
    odds(v)        -> its exact `Odds` from the beginning, where they are found faster than by enumeration, or more
                   exactly; None if they are enumerated. The tests hold both against each other
    label(key)     -> sign that is printed for an outcome, where the texts have none for its key
    roles          tuple of the roles whose Sheet rows it reads or changes; a row that is not known is -1, and
                   then its inputs are asked and its effects left to the players
    """

    # What many do without takes no memory in them.
    check = None
    decided = None
    questions = ()
    explain = None
    depth = DEEP
    label = None
    odds = None

    def __init__(
        self,
        name,
        inputs,
        step,
        check=None,
        decided=None,
        questions=(),
        explain=None,
        depth=DEEP,
        roles=(),
        label=None,
        odds=None,
    ):
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


def values(proc, given=None):
    """The complete values of a procedure: what is `given`, the start value of everything else.

    An input whose `when` is false takes its start value, whatever was given.
    Refused("INPUT", name=...) for an unknown name, Refused("RANGE", name, low, high) for a bad value,
    and whatever the procedure's own `check` refuses.
    """
    v = {}
    wrong = []
    hiding = []
    given = given or {}
    for i in proc.inputs:
        value = given.get(i.name, i.start)
        if not i.low <= value <= i.high:
            value = i.start  # no `when` may meet it: one that looks a table up would fail
            wrong.append(i)
        v[i.name] = value
        if i.when is not None:
            hiding.append(i)
    for name in given:
        if name not in v:
            raise Refused("INPUT", name=name)
    wanted = dict(v) if hiding else v
    for _ in hiding:  # hiding an input may hide or show another, also one that stands before it
        again = False
        for i in hiding:
            value = wanted[i.name] if i.when(v) else i.start
            if v[i.name] != value:
                v[i.name] = value
                again = True
        if not again:
            break
    for i in wrong:
        if i.shown(v):
            raise Refused("RANGE", name=i.name, low=i.low, high=i.high)
    if proc.check is not None:
        proc.check(v)
    return v


def sums(proc, v):
    """Sum of the modifiers by lane, as a dict. Lanes without any input shown are left out."""
    lanes = {}
    for i in proc.inputs:
        if i.lane is not None and i.shown(v):
            lanes[i.lane] = lanes.get(i.lane, 0) + i.modifier(v)
    return lanes


def lane(proc, v, name):
    """Sum of one lane; 0 if no input counts in it."""
    found = 0
    for i in proc.inputs:
        if i.lane == name and i.shown(v):
            found += i.modifier(v)
    return found


def advance(proc, v, path):
    """What comes after the results in `path`: one tuple of faces per Roll, one integer per Ask."""
    s = None
    for result in path:
        now = proc.step(v, s)
        s = now.fold(v, s, result)
    return proc.step(v, s)


def check_result(now, result):
    """Refuse a result that the step `now` cannot have: a wrong count of dice, a face or option out of range.

    Refused("DICE", n), Refused("FACE", sides, at) with the 1-based place of the die, Refused("OPTION").
    """
    if isinstance(now, Roll):
        if len(result) != len(now.dice):
            raise Refused("DICE", n=len(now.dice))
        for at in range(len(result)):
            if not 1 <= result[at] <= now.dice[at]:
                raise Refused("FACE", sides=now.dice[at], at=at + 1)
    elif result not in now.options:
        raise Refused("OPTION")


def resolve(proc, v, roll, decide):
    """Carry a resolution to its end. Returns (outcome, path).

    roll(sides) gives a face; decide(ask, s) gives one of the ask's options.
    """
    s = None
    path = []
    while True:
        now = proc.step(v, s)
        if isinstance(now, Outcome):
            return now, path
        if isinstance(now, Roll):
            result = tuple([roll(sides) for sides in now.dice])
        else:
            result = decide(now, s)
        check_result(now, result)
        path.append(result)
        s = now.fold(v, s, result)
