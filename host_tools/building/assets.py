"""Build the assets: the fonts and texts that the device reads from its flash."""

from __future__ import annotations

from pathlib import Path

from host_tools.building import fonts, texts


def build_assets(root: Path = texts.ROOT) -> dict[str, bytes]:
    """Return the bytes of every asset by its name.

    The names are "letters" and "figures" for the fonts, and "<catalogue>.<language>" for the texts of the
    system or of a game. Raises TextsError if the texts have faults.
    """
    return fonts.pack_all() | texts.pack_all(root)


def build_device_assets(root: Path = texts.ROOT) -> dict[str, bytes]:
    """Return the bytes of the device's assets by name, without unlisted games."""
    absent = texts.unlisted_games(root)
    return {name: data for name, data in build_assets(root).items() if name.partition(".")[0] not in absent}
