"""Assets: the data that the program reads from flash.

The assets are the fonts, and the texts of every catalogue.
"""

from __future__ import annotations

from pathlib import Path

from host_tools.building import fonts, texts


def build_assets(root: Path = texts.ROOT) -> dict[str, bytes]:
    """Build every asset, keyed "letters", "figures" or "<catalogue>.<language>".

    Raises TextsError if the texts have faults.
    """
    return fonts.pack_all() | texts.pack_all(root)


def build_device_assets(root: Path = texts.ROOT) -> dict[str, bytes]:
    """Build the assets for the device.

    The assets of games that are not in the list of games are left out.
    """
    absent = texts.unlisted_games(root)
    return {name: data for name, data in build_assets(root).items() if name.partition(".")[0] not in absent}
