"""Tri'Nytia: the pages of the rules, the readings and the errata."""

from gobelet.ui.screens import help, options

# Each section is (name, names of its pages). The text key of its title is "help.<section>". The text key of a page is
# "page.<name>"; the text has the title of the page up to the first "|", then the lines. "A-TN 26" stands for the
# pages of the 26 readings in RULES.md, "E-TN 16" for those of the 16 errata.
SECTIONS = (
    ("turn", "sequence move fixed arriving lieu1 range attack defend exchange"),
    ("wounds", "suffer heal armour death familiar sources harass"),
    ("sums", "order dice times rounding again cancelled random"),
    ("cards", "draw choose activate limits packs gold"),
    ("kinds", "equipment pet arcane event premonition divination place character faction"),
    ("end", "victory instant tricorne corsairs duel"),
    (
        "words",
        "random rounding arriving cycle pulled fixed familiar island lieu1 everybody again sources cancelled player",
    ),
    ("readings", "A-TN 26"),
    ("errata", "E-TN 16"),
)


class Help(help.Help):
    """The pages of the rules, by section."""

    sections = SECTIONS


class Options(options.Options):
    """The switches of the optional rule, and of the readings that players may replace."""
