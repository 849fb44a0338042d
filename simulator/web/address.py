"""Write the address of the page into both READMEs and the firmware.

    python -m simulator.web.address

GOBELET_PAGE has one line such as https://example.org/gobelet/, or is empty while the page is not published.
The READMEs show the address as a link and a QR code. The firmware shows the address as a QR code.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from host_tools.drawing import qr
from host_tools.entry_point import run_main
from simulator import paths

paths.install()
from gobelet.ui.drawing import qr as panel  # noqa: E402

FILE = paths.ROOT / "GOBELET_PAGE"
READMES = {"en": paths.ROOT / "README.md", "fr": paths.ROOT / "README.fr.md"}
FIRMWARE = paths.ROOT / "firmware" / "gobelet" / "__init__.py"
CODE = "simulator/gallery/page.svg"
_BLOCK = re.compile(r"(?<=<!-- page -->\n).*?(?=<!-- end -->)", re.DOTALL)
_PAGE = re.compile(r'(?<=^PAGE = ").*?(?=")', re.MULTILINE)
_ADDRESS = re.compile(r"https://[^\s<>()\"]+")
# The text and the target of the three links in a README: try, install, build. A target is a section of the README. If
# GOBELET_PAGE has an address, the target of the first link is the page instead.
_LINKS = {
    "en": (("Try it", "#without-a-device"), ("Install it", "#install-it"), ("Build one", "#build-one")),
    "fr": (
        ("L’essayer", "#sans-appareil"),
        ("L’installer", "#linstaller"),
        ("En construire un", "#en-construire-un"),
    ),
}
_CODE_SAYS = {"en": "The address as a QR code", "fr": "L’adresse en code QR"}


class AddressError(Exception):
    """A fault in GOBELET_PAGE, as one sentence."""


def read_address(file: Path = FILE) -> str:
    """Return the address of the page, or "" while the page is not published.

    Raises AddressError if the file contains anything but one address.
    """
    address = file.read_text(encoding="utf-8").strip()
    if address and not _ADDRESS.fullmatch(address):
        raise AddressError(f"{file.name} must hold one address that begins with https://, and nothing else.")
    return address


def block(address: str, language: str) -> str:
    """Return the part of a README with three links, and the QR code of the address."""
    (trying, here), *others = _LINKS[language]
    links = " · ".join(f"[{words}]({place})" for words, place in ((trying, address or here), *others))
    if not address:
        return f"{links}\n"
    return f"{links}\n\n![{_CODE_SAYS[language]}]({CODE})\n"


def in_readme(text: str, address: str, language: str) -> str:
    """Return the text of a README with a new block between its two HTML comments."""
    return _BLOCK.sub(lambda _: block(address, language), text, count=1)


def in_firmware(source: str, address: str) -> str:
    """Return a firmware source whose constant PAGE is the address of the page.

    PAGE becomes "" if the QR code of the address would not fit the panel.
    """
    return _PAGE.sub(lambda _: address if len(address.encode()) <= panel.MOST else "", source, count=1)


def report(address: str) -> str:
    """Return a message that says which address the READMEs and the device show."""
    said = f"Both READMEs have {address or 'no address'}."
    beyond = len(address.encode()) - panel.MOST
    if beyond > 0:
        said += (
            f" The device shows no QR code of it: a code on its panel holds {panel.MOST} bytes, which are {beyond} "
            "fewer; choose a shorter address to have one."
        )
    return said


def main(argv: Sequence[str] | None = None) -> int:
    """Write the address into README and firmware; return the exit status."""
    argparse.ArgumentParser(
        prog="python -m simulator.web.address", description=__doc__.partition("\n")[0]
    ).parse_args(argv)
    try:
        address = read_address()
        if address:
            (paths.ROOT / CODE).write_text(qr.svg(address), encoding="utf-8")
        else:
            (paths.ROOT / CODE).unlink(missing_ok=True)
    except (AddressError, ValueError) as fault:
        print(fault, file=sys.stderr)
        return 1
    for language, readme in READMES.items():
        text = readme.read_text(encoding="utf-8")
        readme.write_text(in_readme(text, address, language), encoding="utf-8")
    FIRMWARE.write_text(in_firmware(FIRMWARE.read_text(encoding="utf-8"), address), encoding="utf-8")
    print(report(address))
    return 0


if __name__ == "__main__":
    run_main(main)
