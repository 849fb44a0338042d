"""What the program reads from flash: the fonts and the texts of every catalogue.

python -m host_tools.assets FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from host_tools import fonts, texts


def in_memory(root: Path = texts.ROOT) -> dict[str, bytes]:
    """Every asset by name: "font8"... and "<catalogue>.<language>". TextsError if the texts have faults."""
    return {f"font{size}": fonts.pack(size) for size in fonts.SIZES} | texts.pack_all(root)


def build(out_dir: Path, root: Path = texts.ROOT) -> dict[str, bytes]:
    """Write every asset into `out_dir`, and return them."""
    out_dir.mkdir(parents=True, exist_ok=True)
    made = in_memory(root)
    for name, data in made.items():
        (out_dir / name).write_bytes(data)
    return made


if __name__ == "__main__":
    build(Path(sys.argv[1]))
