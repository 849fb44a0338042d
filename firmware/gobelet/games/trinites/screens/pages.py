"""Trinités: the pages of the rules, readings, errata and open questions.

An open question is a question that the printed rules do not answer.
"""

from gobelet.ui.screens import help

# Each section is (name, names of its pages). The text key "help.<section>" has the title of a section. The text
# key "page.<name>" has a page: its title up to the first "|", then its lines. For readings and errata, the second
# item has the prefix of their codes in RULES.md and their total number, such as "A-TR 33".
SECTIONS = (
    ("tests", "levels retries trinite direct deferred multiple"),
    ("combat", "initiative rounds fluctuations wait announce reaction surprise"),
    (
        "actions",
        "survey await spot draw dislodge improvise disarm destroy encourage assess feint strike intimidate seize grip "
        "break_free move hide shoot cover",
    ),
    ("primes", "prime faster several grave nonlethal precise effective overwhelm prudence pairs"),
    ("penalties", "abandon slight danger difficult easy slower risk"),
    ("damage", "order sword objects aggressions burns"),
    ("life", "lines recovery care regeneration age"),
    ("karma", "spirits spending dawn"),
    ("xp", "awards prices debts"),
    ("silent", "skills powers weapons samples choice reserves silent device table"),
    ("readings", "A-TR 33"),
    ("errata", "E-TR 20"),
)


class Help(help.Help):
    """The list of the pages of the rules, by section."""

    sections = SECTIONS
