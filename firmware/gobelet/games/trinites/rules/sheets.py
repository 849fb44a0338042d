"""Trinités: the stored values, their bounds and meaning (RULES 2).

A character is a human, or an Adam' (also called Trinité) with two spirits: the Deva and the Archonte. PV
[points de vie] are life points. The sheet of a character has three lines of boxes, the lines of life. A wound
ticks one box for each PV lost.

The journal stores the index of a field in its Kind, so new fields are added at the end of a Kind. In the Kind
`char`, the rows 0 to 7 are characters with a full sheet, and the rows 8 to 19 are light adversaries. Row r of
`adam`, `skill` and `zodiac` has further values of the character in row r of `char`. A field of `char` that
refers to another character stores that character's row + 1, or 0 for no character.
"""

from __future__ import annotations

from gobelet.rules.clock import FIELDS
from gobelet.rules.sheet import Kind

FULL = 8  # number of characters with a full sheet, in the rows 0 to 7
LINES = (4, 8)  # number of boxes in each line of life: 4 for a human, 8 for an Adam'
LIGHT = 12  # number of light adversaries, in the rows after the full sheets
CHARACTERS = FULL + LIGHT
OBJECTS = 6
KARMA_MOST = 12  # highest score of Deva or Archonte
NAMED = 21  # number of skills that the printed rules name
OTHERS = 6  # number of skills that the players may name

NAME_FIELDS = ["n%d" % at for at in range(5)]
SKILL_FIELDS = ["s%d" % at for at in range(NAMED + OTHERS)]

HOSTAGE = 2  # value of the field `cover` for a character behind a human shield
# Values of the field `zone`: the zones of a combat, see `combat_rounds`.
OUT = 0  # not in the combat
RETRAIT = 1  # the rear zone, en retrait
GARDE = 2  # the middle zone, en garde
FEU = 3  # the front zone, feu de l'action [the fire]
# Values of the fields `spurred` (an encouragement) and `cowed` (an intimidation): the kind of roll that the
# encouragement or intimidation will change. The value is 0 without an encouragement or intimidation.
INITIATIVE = 1
ACTION = 2
REACTION = 3
SWAY = 3  # an encouragement adds 3 to a roll, an intimidation subtracts 3
# Values of the field `used`.
PLAYED = 1
ASIDE = 2  # the players have put the character aside
# Values of the field `pending`: the stored result of a deferred confrontation waits for the opponent's roll,
# or has failed by a natural 1.
WAITS = 1
FAILED = 2
# Values of a digit in the field `aided`, which has one digit for each kind of care. AIDED means that a first aid
# has succeeded, or that the care has failed twice. FAILED means that the care has failed once.
AIDED = 1


# The letters of a character's name, packed as in ui/drawing/letters.py. If all five fields are 0, the screens
# show the usual name.
_NAME = tuple([(name, 0, 32767, 0) for name in NAME_FIELDS])

# The lines of life, and the values that a character has in a combat.
_CHAR = Kind(
    "char",
    CHARACTERS,
    (
        ("used", 0, 2, 0),  # PLAYED or ASIDE; 0 for an unused row
        # 0: a human with 4 boxes in a line and one d12; 1: an Adam' with 8 boxes in a line and two d12.
        ("adam", 0, 1, 0),
        ("boxes", 0, 24, 0),  # number of ticked boxes, at most 12 for a human
        ("dead", 0, 1, 0),
        ("coma", 0, 1, 0),  # 1: the coma is stopped, so no further PV is lost each hour
        ("armour", 0, 20, 0),  # protection that the armour subtracts from damage
        # Fields for the order of turns.
        ("zone", 0, 3, 0),  # OUT, RETRAIT, GARDE, FEU
        ("init", 0, 12, 0),  # score of initiative; 0 before the roll
        ("delta", -99, 99, 0),  # points that the end of the character's turn adds to the initiative
        ("acting", 0, 1, 0),  # 1 while the character has the turn, perhaps with others
        # The round in which the character lost consciousness. The value is 0 for a conscious character, and for a
        # character who lost consciousness before the combat.
        ("fainted", 0, 999, 0),
        ("surprised", 0, 1, 0),  # 1: the character was surprised, and cannot react
        ("spent_l", 0, 1, 0),  # number of points of Lumière [light] spent in this round
        ("spent_t", 0, 1, 0),  # number of points of Ténèbres [darkness] spent in this round
        # Fields for the turn of the character. The announced plan: -1 for a unique action, or the number of free
        # actions. The value is 0 before the character announces a plan.
        ("plan", -1, 9, 0),
        ("done", 0, 9, 0),  # number of planned actions that the character has played
        ("moved", 0, 1, 0),  # 1 after the first short move of this turn
        ("event", 0, 1, 0),  # 1 while the character waits for an event [anticiper]
        ("bonus", 0, 1, 0),  # 1: the release of a hostage has given a prime without a penalty
        # row + 1 of the target of a successful feint, who may not react to this character's next action
        ("feint", 0, CHARACTERS, 0),
        # Fields for effects on a later roll of the character.
        ("spurred", 0, 3, 0),  # the roll that an encouragement aids: INITIATIVE, ACTION or REACTION
        # row + 1 of the encourager; at the end of the encourager's turn the value INITIATIVE takes effect
        ("spurred_by", 0, CHARACTERS, 0),
        ("cowed", 0, 3, 0),  # the roll that an intimidation hinders: INITIATIVE, ACTION or REACTION
        ("cowed_by", 0, CHARACTERS, 0),  # row + 1 of the character who intimidates
        ("prudence", 0, 9, 0),  # number of the character's next reactions that get +3
        ("danger", 0, 9, 0),  # number of the character's next reactions that get -3
        # Fields for contacts and cover in the combat.
        ("engaged", 0, 19, 0),  # number of engaged adversaries, see `engagement`
        ("hidden", 0, 99, 0),  # final result of the test of Discrétion [stealth]; 0 for a visible character
        ("cover", 0, 6, 0),  # index in `combat_tables.COVER`, 0 without cover
        # row + 1 of the holder, whose victim this character is; the next five fields describe the holder's grip
        ("held", 0, CHARACTERS, 0),
        # final result that the victim must reach to break free, with the 3 of a secured grip
        ("grip", 0, 99, 0),
        ("secured", 0, 1, 0),  # 1: the holder has secured the grip, which is possible once
        ("tied", 0, 1, 0),  # 1: the victim is tied up, perhaps without a holder
        ("gagged", 0, 1, 0),  # 1: the victim cannot speak
        ("shield", 0, 1, 0),  # 1: the victim is a hostage, who serves the holder as cover
        # Fields for the weapon in hand, as the players entered it.
        ("weapon", 0, 99, 0),  # standard damage of the weapon
        ("sword", 0, 1, 0),  # 1: the weapon is a sword, whose damage is doubled on an Adam'
        ("range", 0, 999, 0),  # range of the weapon in metres
        ("area", 0, 1, 0),  # 1: an area weapon, which does half its damage even if it misses
        # Fields for the time outside a combat.
        ("watched", 0, 1, 0),  # soins de veille: natural recovery takes half the time
        # the continuous aggressions on the character, one bit for each of `health.AGGRESSIONS`
        ("exposed", 0, 63, 0),
        ("periods", 0, 9, 0),  # number of periods of fatigue that have passed
        # index + 1 of the skill, or of the care (`health.TASKS`), whose last test failed; 0 for none
        ("task_skill", 0, 99, 0),
        # Difficulty of the failed task, without the -3 of a second attempt.
        ("task_level", -99, 99, 0),
        ("task_score", 0, 99, 0),  # score in the skill at the last attempt
        ("tries", 0, 3, 0),  # number of failed attempts at the task
        # The state of a stored result of a deferred confrontation: WAITS or FAILED; 0 without a stored result.
        ("pending", 0, 2, 0),
        ("result", -99, 999, 0),  # final result of the roll that waits for an opponent
        ("pending_skill", 0, 99, 0),  # index + 1 of the skill of this roll
        ("pale", 0, 999, 0),  # number of rolls in which the player chose the pale die
        ("dark", 0, 999, 0),  # number of rolls in which the player chose the dark die
    )
    + _NAME
    + (
        ("foes_a", 0, 1023, 0),  # bits for the characters in the rows 0 to 9: 1 for an engaged opponent
        ("foes_b", 0, 1023, 0),  # bits for the characters in the rows 10 to 19: 1 for an engaged opponent
        # a number in base 3 with one digit for each kind of care, see `health.CARE_DIGITS`
        ("aided", 0, 26, 0),
        ("tie", 0, 1, 0),  # 1: the present turn began at the same time as that of another character
    ),
)

# Karma and experience, which only a character with a full sheet has. The fields of Karma stay 0 for a human.
_ADAM = Kind(
    "adam",
    FULL,
    (
        ("deva", 0, 12, 0),  # score of the Deva, whose Karma is Lumière [light]
        ("archonte", 0, 12, 0),  # score of the Archonte, whose Karma is Ténèbres [darkness]
        # The temporary scores: the number of points that each of the three reserves of Karma has left.
        ("deva_now", 0, 12, 0),
        ("archonte_now", 0, 12, 0),
        ("adam_now", 0, 12, 0),
        # The points of Lumière [light] and of Ténèbres [darkness] that the character must still pay for an effect.
        ("owed_l", 0, 12, 0),
        ("owed_t", 0, 12, 0),
        ("xp", 0, 9999, 0),  # experience that is not spent yet
        # The character's debts and credits in XP, for Lumière and for Ténèbres. A credit pays for points of
        # Karma of the same nature.
        ("debt_l", 0, 999, 0),
        ("debt_t", 0, 999, 0),
        ("credit_l", 0, 999, 0),
        ("credit_t", 0, 999, 0),
        # Numbers of the powers that the character has bought: Atouts, Versets, and two kinds of Auras.
        ("atouts", 0, 99, 0),
        ("versets", 0, 99, 0),
        ("ascendants", 0, 99, 0),
        ("descendants", 0, 99, 0),
        ("age", 0, 99, 0),
    ),
)

# The base of each skill, in the order of `tables.OPTIONS`. The value is -1 if the players have entered no base.
_SKILL = Kind("skill", CHARACTERS, tuple([(name, -1, 30, -1) for name in SKILL_FIELDS]))

# The zodiac bonus of each skill: the score is the base plus this bonus (L59).
_ZODIAC = Kind("zodiac", FULL, tuple([(name, 0, 9, 0) for name in SKILL_FIELDS]))

# The letters of the names that the players have given to the six further skills.
_OTHER = Kind("other", OTHERS, _NAME)

_COMBAT = Kind(
    "combat",
    1,
    (
        ("round", 0, 999, 0),  # round of the combat, from 1; 0 outside a combat
        ("active", -1, CHARACTERS - 1, -1),  # row of the character whose turn it is, or -1
        ("target", -1, CHARACTERS - 1, -1),  # row of the target of the last action, or -1
        ("ground", 0, 1, 0),  # 1 for dangerous ground, where every move has the penalty Risque [risk]
    ),
)

# Objects that the characters attack.
_OBJECT = Kind(
    "object",
    OBJECTS,
    (
        ("kind", 0, 8, 0),  # index + 1 in `damage.OBJECTS`, 0 for a free row
        ("material", 0, 5, 0),  # index + 1 in `damage.MATERIALS`
        ("arms", 0, 1, 0),  # 1 for a weapon or an armour, whose protection is 1 higher
        ("pv", 0, 99, 0),  # life points that the object has left
    ),
)

# The options that the players have set. An option with the value 1 changes the usual reading of a rule.
_OPTION = Kind(
    "option",
    1,
    (
        ("now", 0, 1, 0),  # the temporary scores decide the nature of the Karma of the Adam' [A-TR16]
        # the Archonte regenerates at the end of the round in which the Adam' faints [A-TR19]
        ("soon", 0, 1, 0),
        ("picks", 0, 1, 0),  # the device counts how often a player chooses each of the two dice
        ("felled", 0, 1, 0),  # a character who faints or dies in a simultaneous turn loses that turn [A-TR30]
        ("stopped", 0, 1, 0),  # the cover stops the half damage of an area weapon [A-TR32]
    ),
)

# The time that each character's turns have taken, see ui/screens/turn_clock.py. The last row has the time in
# which no character has the turn.
_TIME = Kind("time", CHARACTERS + 1, FIELDS)

KINDS = (_CHAR, _ADAM, _SKILL, _ZODIAC, _OTHER, _COMBAT, _OBJECT, _OPTION, _TIME)
TURN = ("combat", "active")  # the field that stores the row of the character whose turn it is
