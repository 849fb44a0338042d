"""What the program reads from flash beside its code: the fonts and the texts of every catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from host_tools.building import fonts, needs, texts


def in_memory(root: Path = texts.ROOT, sources: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """Every asset by name: "letters", "figures", "<catalogue>.<language>" and "<game>.needs". sources: of the modules,
    as they are built. TextsError if the texts have faults.
    """
    return fonts.pack_all() | texts.pack_all(root) | needs.all_needed(root, sources)


def for_device(root: Path = texts.ROOT, sources: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """All but those of games that are not in the list of games."""
    absent = texts.unlisted(root)
    found = in_memory(root, sources)
    return {name: data for name, data in found.items() if name.partition(".")[0] not in absent}
