"""What the program reads from flash: the fonts and the texts of every catalogue.

python -m host_tools.building.assets FOLDER
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from host_tools.building import fonts, needs, texts
from host_tools.building.texts import unlisted


def in_memory(root: Path = texts.ROOT) -> dict[str, bytes]:
    """Every asset by name: "letters", "figures", "<catalogue>.<language>" and "<game>.needs". TextsError if the texts
    have faults.
    """
    return fonts.pack_all() | texts.pack_all(root) | needs.all_needed(root)


def build(out_dir: Path, root: Path = texts.ROOT, without: Sequence[str] = ()) -> dict[str, bytes]:
    """Write every asset of the device into `out_dir`, but for those of the games `without`, and return them."""
    out_dir.mkdir(parents=True, exist_ok=True)
    absent = unlisted(root) | set(without)
    made = {name: data for name, data in in_memory(root).items() if name.partition(".")[0] not in absent}
    for name, data in made.items():
        (out_dir / name).write_bytes(data)
    return made


if __name__ == "__main__":
    build(Path(sys.argv[1]))
