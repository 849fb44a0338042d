"""Trinités: the stored values, their bounds and meaning (RULES 2).

New fields go to the end: the journal stores the index of a field. Rows 0 to 7 of a character have a full
sheet, rows 8 to 19 are light adversaries. Row r of `adam` and `zodiac` belongs to the character in row r. A
field that names a character has that character's row + 1, 0 for nobody.
"""

from __future__ import annotations

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

FULL = 8  # characters with a full sheet, rows 0 to 7
LINES = (4, 8)  # boxes in a line of life of a human and of an Adam'
LIGHT = 12  # number of light adversaries, in the rows after the full sheets
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
# Values of spurred and cowed: the roll that an encouragement or intimidation changes; 0 if none is pending.
INITIATIVE = 1
ACTION = 2
REACTION = 3
SWAY = 3  # modifier of an encouragement or an intimidation
PLAYED = 1  # values of the field `used`
ASIDE = 2
# values of the fields `pending` and `aided`
WAITS = 1
AIDED = 1
FAILED = 2


_NAME = tuple(
    [(name, 0, 32767, 0) for name in NAME_FIELDS]
)  # see ui/drawing/letters.py; if all are 0, the character has the usual name

# The lines of life, and the values that a character has in a combat.
_CHAR = Kind(
    "char",
    CHARACTERS,
    (
        ("used", 0, 2, 0),  # 0 a free row, PLAYED or ASIDE
        ("adam", 0, 1, 0),  # a human has 4 boxes in a line and one d12, an Adam' 8 boxes and two d12
        ("boxes", 0, 24, 0),  # ticked, line after line; 24 only for an Adam'
        ("dead", 0, 1, 0),
        ("coma", 0, 1, 0),  # 1: the coma is stopped, so the character loses no PV each hour
        ("armour", 0, 20, 0),  # protection by armour
        # initiative and zones
        ("zone", 0, 3, 0),  # OUT, RETRAIT, GARDE, FEU
        ("init", 0, 12, 0),  # score of initiative; 0: the die was not rolled yet
        ("delta", -99, 99, 0),  # added to the initiative at the end of the character's turn
        ("acting", 0, 1, 0),  # the character has the present turn, perhaps with others
        # the round in which the character lost consciousness; 0: awake, or before the combat
        ("fainted", 0, 999, 0),
        ("surprised", 0, 1, 0),  # the character cannot react to the present events
        ("spent_l", 0, 1, 0),  # a point of Lumière was spent this round
        ("spent_t", 0, 1, 0),  # a point of Ténèbres was spent this round
        # the turn
        ("plan", -1, 9, 0),  # the announced plan: -1 a unique action, n free ones, 0 nothing yet
        ("done", 0, 9, 0),  # actions of the plan that were played
        ("moved", 0, 1, 0),  # has made the first short move of this turn
        ("event", 0, 1, 0),  # waits for an event [anticiper]
        ("bonus", 0, 1, 0),  # has a free prime after the release of a hostage
        ("feint", 0, CHARACTERS, 0),  # row + 1 of the character who may not react to the next action
        # effects on a later roll
        ("spurred", 0, 3, 0),  # the roll that an encouragement aids: INITIATIVE, ACTION or REACTION
        # row + 1 of the character at the end of whose turn INITIATIVE counts
        ("spurred_by", 0, CHARACTERS, 0),
        ("cowed", 0, 3, 0),  # the roll that an intimidation hinders: INITIATIVE, ACTION or REACTION
        ("cowed_by", 0, CHARACTERS, 0),
        ("prudence", 0, 9, 0),  # number of next reactions with +3
        ("danger", 0, 9, 0),  # number of next reactions with -3
        # position in the combat
        ("engaged", 0, 19, 0),  # number of engaged adversaries, see `engagement`
        ("hidden", 0, 99, 0),  # final result of Discrétion; 0: visible
        ("cover", 0, 6, 0),  # row in the table of cover; 0: no cover
        # the character who holds the row's character; the four fields after it belong to the victim
        ("held", 0, CHARACTERS, 0),
        ("grip", 0, 99, 0),  # initial result of the holder, +3 after the grip is secured
        ("secured", 0, 1, 0),
        ("tied", 0, 1, 0),  # bound, perhaps without a holder; `grip` is the result needed to break the bonds
        ("gagged", 0, 1, 0),  # the character cannot speak
        ("shield", 0, 1, 0),  # the character is a hostage
        # the weapon in hand, as the players entered it
        ("weapon", 0, 99, 0),  # standard damage of the weapon
        ("sword", 0, 1, 0),
        ("range", 0, 999, 0),  # range of the weapon in metres
        ("area", 0, 1, 0),
        # outside a combat
        ("watched", 0, 1, 0),  # soins de veille: natural recovery takes half the time
        ("exposed", 0, 63, 0),  # continuous aggressions, a bit for each row of their table
        ("periods", 0, 9, 0),  # periods of fatigue that have passed
        # skill + 1 of the last test or care that failed (`health.TASKS`); 0 for none
        ("task_skill", 0, 99, 0),
        ("task_level", -99, 99, 0),  # difficulty of the task with all modifiers except that of the retry
        ("task_score", 0, 99, 0),  # the score at the last attempt
        ("tries", 0, 3, 0),  # number of failed attempts
        ("pending", 0, 2, 0),  # a deferred confrontation: WAITS for its opponent, or FAILED after a natural 1
        ("result", -99, 999, 0),  # final result of the pending roll
        ("pending_skill", 0, 99, 0),  # skill of the pending roll + 1
        ("pale", 0, 999, 0),  # how often the pale die was chosen
        ("dark", 0, 999, 0),
    )
    + _NAME
    + (
        ("foes_a", 0, 1023, 0),  # the opponents among the rows 0 to 9, a bit for each
        ("foes_b", 0, 1023, 0),  # the opponents among the rows 10 to 19
        ("aided", 0, 26, 0),  # care since the last wound: see `health.ATTEMPTED`
        ("tie", 0, 1, 0),  # the present turn began at the same time as that of another character
    ),
)

# Fields of a full sheet only. For a human the fields of Karma stay 0.
_ADAM = Kind(
    "adam",
    FULL,
    (
        ("deva", 0, 12, 0),  # score of Karma Lumière
        ("archonte", 0, 12, 0),  # Karma Ténèbres
        ("deva_now", 0, 12, 0),  # the temporary scores
        ("archonte_now", 0, 12, 0),
        ("adam_now", 0, 12, 0),
        ("owed_l", 0, 12, 0),  # points that a present effect still costs
        ("owed_t", 0, 12, 0),
        ("xp", 0, 9999, 0),
        ("debt_l", 0, 999, 0),
        ("debt_t", 0, 999, 0),
        ("credit_l", 0, 999, 0),  # credit for the next point of the Deva
        ("credit_t", 0, 999, 0),
        ("atouts", 0, 99, 0),
        ("versets", 0, 99, 0),
        ("ascendants", 0, 99, 0),  # number of ascendants, used for Auras
        ("descendants", 0, 99, 0),
        ("age", 0, 99, 0),
    ),
)

# Bases of the skills, -1 if none was entered; in the order of tables.OPTIONS.
_SKILL = Kind("skill", CHARACTERS, tuple([(name, -1, 30, -1) for name in SKILL_FIELDS]))

# Zodiac bonuses of the skills in the Kind before: score = base + bonus (L59).
_ZODIAC = Kind("zodiac", FULL, tuple([(name, 0, 9, 0) for name in SKILL_FIELDS]))

# Names of the skills that are not in the text.
_OTHER = Kind("other", OTHERS, _NAME)

_COMBAT = Kind(
    "combat",
    1,
    (
        ("round", 0, 999, 0),  # round of the combat; 0: no combat
        ("active", -1, CHARACTERS - 1, -1),  # row of the character whose turn it is
        ("target", -1, CHARACTERS - 1, -1),  # row of the last target
        ("ground", 0, 1, 0),  # dangerous ground: every move has the penalty Risque
    ),
)

# Objects that a character has hit.
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

# Readings for which the players may choose another one; they stay when a new table begins.
_OPTION = Kind(
    "option",
    1,
    (
        ("now", 0, 1, 0),  # the Karma of the Adam' comes from the temporary scores [A-TR16]
        ("soon", 0, 1, 0),  # the Archonte regenerates at the end of the round in which he faints [A-TR19]
        ("picks", 0, 1, 0),  # count how often each die of two is chosen
        ("felled", 0, 1, 0),  # a character felled in a simultaneous turn does not act in it any more [A-TR30]
        ("stopped", 0, 1, 0),  # the cover stops the half damage of an area weapon [A-TR32]
    ),
)

# The time of each character's turns; the last row belongs to no character. See ui/screens/turn_clock.py.
_TIME = Kind("time", CHARACTERS + 1, FIELDS)

KINDS = (_CHAR, _ADAM, _SKILL, _ZODIAC, _OTHER, _COMBAT, _OBJECT, _OPTION, _TIME)
TURN = ("combat", "active")  # the field that has the row of the acting character
