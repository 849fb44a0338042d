"""Trinités: the values that the device keeps, their bounds and meaning (RULES 2).

New fields go to the end: the journal stores the index of a field. Rows 0 to 7 of a character have a full
sheet, rows 8 to 19 are light adversaries. Row r of `adam` and `zodiac` belongs to the character in row r. A
field that names a character has that character's row + 1, 0 for nobody.
"""

from __future__ import annotations

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

FULL = 8  # characters with a full sheet, rows 0 to 7
LINES = (4, 8)  # boxes in a line of life: of a human, of an Adam'
LIGHT = 12  # adversaries, in the rows after the full sheets
CHARACTERS = FULL + LIGHT
OBJECTS = 6
KARMA_MOST = 12  # highest score of Deva or Archonte
NAMED = 21  # skills that the text names
OTHERS = 6  # skills that the players may name themselves

NAME_FIELDS = ["n%d" % at for at in range(5)]
SKILL_FIELDS = ["s%d" % at for at in range(NAMED + OTHERS)]

HOSTAGE = 2  # value of `cover`: a human shield
# values of `zone`, in the memo of a combat
OUT = 0  # not in the combat
RETRAIT = 1
GARDE = 2
FEU = 3  # feu de l'action
# spurred, cowed: the roll that an encouragement or intimidation changes; 0 if none is pending
INITIATIVE = 1
ACTION = 2
REACTION = 3
SWAY = 3  # modifier of an encouragement or an intimidation
PLAYED = 1  # values of the field `used`
ASIDE = 2
# pending; aided
WAITS = 1
AIDED = 1
FAILED = 2


_NAME = tuple(
    [(name, 0, 32767, 0) for name in NAME_FIELDS]
)  # see ui/drawing/letters.py; all 0: the usual name

# The life lines, and what a combat says of a character.
_CHAR = Kind(
    "char",
    CHARACTERS,
    (
        ("used", 0, 2, 0),  # 0 free row, PLAYED, ASIDE
        ("adam", 0, 1, 0),  # a human has 4 boxes a line and one d12, an Adam' 8 and two d12
        ("boxes", 0, 24, 0),  # ticked, line after line; 24 only for an Adam'
        ("dead", 0, 1, 0),
        ("coma", 0, 1, 0),  # the clock of the coma is stopped: no PV is lost each hour
        ("armour", 0, 20, 0),  # protection by armour
        # initiative and zones
        ("zone", 0, 3, 0),  # OUT, RETRAIT, GARDE, FEU
        ("init", 0, 12, 0),  # score of initiative; 0: the die was not thrown yet
        ("delta", -99, 99, 0),  # added to the initiative at the end of his turn
        ("acting", 0, 1, 0),  # has the present turn, perhaps with others
        ("fainted", 0, 999, 0),  # the round in which consciousness was lost, 0: awake, or before the combat
        ("surprised", 0, 1, 0),  # no reaction to what happens now
        ("spent_l", 0, 1, 0),  # a point of Lumière was spent this round
        ("spent_t", 0, 1, 0),  # and one of Ténèbres
        # the turn
        ("plan", -1, 9, 0),  # announced: -1 a unique action, n free ones, 0 nothing yet
        ("done", 0, 9, 0),  # actions of the plan that were played
        ("moved", 0, 1, 0),  # has made the first short move of this turn
        ("event", 0, 1, 0),  # waits for an event [anticiper]
        ("bonus", 0, 1, 0),  # a free prime for the next action: released a hostage
        ("feint", 0, CHARACTERS, 0),  # who may not react to the next action
        # fields of effects on a later roll
        ("spurred", 0, 3, 0),  # the roll that an encouragement aids: INITIATIVE, ACTION or REACTION
        ("spurred_by", 0, CHARACTERS, 0),  # at the end of whose turn INITIATIVE counts
        ("cowed", 0, 3, 0),  # the roll that an intimidation hinders, in the same way
        ("cowed_by", 0, CHARACTERS, 0),
        ("prudence", 0, 9, 0),  # number of next reactions with +3
        ("danger", 0, 9, 0),  # number of next reactions with -3
        # where and how
        ("engaged", 0, 19, 0),  # number of adversaries engaged, see `party`
        ("hidden", 0, 99, 0),  # final result of Discrétion; 0: in sight
        ("cover", 0, 6, 0),  # row in the table of cover; 0: no cover
        # the character who holds this one; the four fields after it belong to the victim
        ("held", 0, CHARACTERS, 0),
        ("grip", 0, 99, 0),  # initial result of the holder, +3 once secured
        ("secured", 0, 1, 0),
        ("tied", 0, 1, 0),  # also without a holder: bound, against `grip`
        ("gagged", 0, 1, 0),  # reduced to silence
        ("shield", 0, 1, 0),  # taken hostage
        # the weapon in hand, as entered
        ("weapon", 0, 99, 0),  # standard damage of the weapon
        ("sword", 0, 1, 0),
        ("range", 0, 999, 0),  # range of the weapon in metres
        ("area", 0, 1, 0),
        # outside a combat
        ("watched", 0, 1, 0),  # soins de veille: natural recovery takes half the time
        ("exposed", 0, 63, 0),  # continuous aggressions, a bit for each row of their table
        ("periods", 0, 9, 0),  # periods of fatigue that have passed
        ("task_skill", 0, 99, 0),  # the last test or care that failed: its skill + 1 (`health.TASKS`), 0 none
        ("task_level", -99, 99, 0),  # difficulty of the task with all modifiers except that of the retry
        ("task_score", 0, 99, 0),  # the score at the last try
        ("tries", 0, 3, 0),  # number of failed tries
        ("pending", 0, 2, 0),  # a deferred confrontation waits: WAITS, or FAILED on a natural 1
        ("result", -99, 999, 0),  # final result of the pending roll
        ("pending_skill", 0, 99, 0),  # skill of the pending roll + 1
        ("pale", 0, 999, 0),  # how often the pale die was chosen
        ("dark", 0, 999, 0),
    )
    + _NAME
    + (
        ("foes_a", 0, 1023, 0),  # the opponents: a bit for each of the rows 0 to 9
        ("foes_b", 0, 1023, 0),  # and 10 to 19
        ("aided", 0, 26, 0),  # care since the last wound: see `health.ATTEMPTED`
        ("tie", 0, 1, 0),  # the present turn began at the same time as that of another character
    ),
)

# Fields of a full sheet only. A character who is human leaves the Karma at 0.
_ADAM = Kind(
    "adam",
    FULL,
    (
        ("deva", 0, 12, 0),  # score of Karma Lumière
        ("archonte", 0, 12, 0),  # Karma Ténèbres
        ("deva_now", 0, 12, 0),  # the temporary scores
        ("archonte_now", 0, 12, 0),
        ("adam_now", 0, 12, 0),
        ("owed_l", 0, 12, 0),  # points that an effect under way still costs
        ("owed_t", 0, 12, 0),
        ("xp", 0, 9999, 0),
        ("debt_l", 0, 999, 0),
        ("debt_t", 0, 999, 0),
        ("credit_l", 0, 999, 0),  # towards the next point of the Deva
        ("credit_t", 0, 999, 0),
        ("atouts", 0, 99, 0),
        ("versets", 0, 99, 0),
        ("ascendants", 0, 99, 0),  # number of ascendants, for Auras
        ("descendants", 0, 99, 0),
        ("age", 0, 99, 0),
    ),
)

# Bases of the skills, -1 if none was entered; in the order of tables.OPTIONS.
_SKILL = Kind("skill", CHARACTERS, tuple([(name, -1, 30, -1) for name in SKILL_FIELDS]))

# Zodiac bonuses of the same skills: score = base + bonus (L59).
_ZODIAC = Kind("zodiac", FULL, tuple([(name, 0, 9, 0) for name in SKILL_FIELDS]))

# Names of the skills that are not in the text.
_OTHER = Kind("other", OTHERS, _NAME)

_COMBAT = Kind(
    "combat",
    1,
    (
        ("round", 0, 999, 0),  # round of the combat; 0: no combat
        ("active", -1, CHARACTERS - 1, -1),  # whose turn it is
        ("target", -1, CHARACTERS - 1, -1),  # who was aimed at last
        ("ground", 0, 1, 0),  # dangerous: every move has the penalty Risque
    ),
)

# Objects that somebody has hit.
_OBJECT = Kind(
    "object",
    OBJECTS,
    (
        ("kind", 0, 8, 0),  # row of the table of objects, 0 none
        ("material", 0, 5, 0),
        ("arms", 0, 1, 0),  # 1 for a weapon or an armour, which has one more protection
        ("pv", 0, 99, 0),
    ),
)

# Readings that the players may choose otherwise; they stay when a new table begins.
_OPTION = Kind(
    "option",
    1,
    (
        ("now", 0, 1, 0),  # the Karma of the Adam' comes from the temporary scores [A-TR16]
        ("soon", 0, 1, 0),  # the Archonte regenerates at the end of the round in which he faints [A-TR19]
        ("picks", 0, 1, 0),  # count which die was chosen
        ("felled", 0, 1, 0),  # a character felled in a simultaneous turn acts no more [A-TR30]
        ("stopped", 0, 1, 0),  # the half damage of an area weapon stays in the cover [A-TR32]
    ),
)

# The time that each character took for his turns; the last row belongs to nobody. See
# ui/screens/turn_clock.py.
_TIME = Kind("time", CHARACTERS + 1, FIELDS)

KINDS = (_CHAR, _ADAM, _SKILL, _ZODIAC, _OTHER, _COMBAT, _OBJECT, _OPTION, _TIME)
TURN = ("combat", "active")  # the field that has the acting character
