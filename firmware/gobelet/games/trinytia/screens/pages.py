"""Tri'Nytia: the rules to look up, the readings taken and the errata found."""

from gobelet.ui.screens import help, options

# Each section has the title "help.<section>"; each page the text "page.<name>": its title up to the first "|",
# then its lines. Readings and errata are numbered as in RULES.md.
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
    sections = SECTIONS


class Options(options.Options):
    """The optional rule and the readings that the players may take otherwise."""
