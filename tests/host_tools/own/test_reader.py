"""The report of a fault: a sentence with its line, and keys spelt as in the text."""

from __future__ import annotations

from host_tools.own import compiler
from host_tools.own.reader import Fault


def test_a_fault_is_a_sentence_with_a_line() -> None:
    fault = Fault(3, "gap", "'hit'", ("more", ("and", "2", ("run", 4, 6))))
    assert str(fault) == "line 3: 'hit' can give 2, 4 to 6 and more, and no row has it."
    assert fault.message("fr") == "'hit' peut donner 2, 4 à 6 et d’autres, et aucune ligne ne l’a."


def test_french_keys_are_named_in_french() -> None:
    faults = compiler.read('[jeu]\nid = "g"\ntitre = "G"\nsieges = 9\n').faults
    assert "'sieges' est un nombre entier de 0 à 8." in [fault.message("fr") for fault in faults]
    assert "'sieges' is a whole number from 0 to 8." in [fault.sentence for fault in faults]
