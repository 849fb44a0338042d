"""Check a game written as text, preview it, and send it to a device.

    python -m host_tools.own FILE                 print the faults of the game, or its size in bytes.
    python -m host_tools.own FILE --show          print its screens in the terminal.
    python -m host_tools.own FILE --send [--port PORT | --store DIR] [--yes]

    python -m host_tools.own --remove ID [--port PORT | --store DIR]
    python -m host_tools.own --import FILE...      convert Foundry tables, a CSV or an owner's file to a game's text.
    python -m host_tools.own --import FOLDER       report which tables in the folder can be converted.

README.md in host_tools/own describes the format of the text. An owner's file contains values that the owner of
Trirème read on the printed tables, see host_tools.questions.tables.

A game may be sent again after a change. The saved values of the game refer to the ids in its text. If the new text
lacks ids of the old text, the device sets the values of these ids aside. A later text that has the ids restores the
values. Before the tool sends the game, it lists these ids and asks the user; --yes skips the question.

`make flash` keeps games written as text. --remove removes a game from the device's list of games. The journal
stays, and the game's file stays under another name, so that `host_tools.questions.export` can read the journal.
A removal on the device itself has the same result.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from host_tools.device import data, remote
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError, plain
from host_tools.entry_point import command_name, run_main
from host_tools.questions import games  # noqa: F401 - finds the firmware
from host_tools.questions.output import print_text

from host_tools.own import compiler, folder, imports, shown  # isort: skip
from host_tools.own.compiler import OwnError  # isort: skip
from host_tools.own.imports import ForeignError  # isort: skip
from host_tools.own.replaced import Replaced  # isort: skip
from host_tools.own.sentences import LANGUAGES, format_message  # isort: skip

INDEX = "own"
YES = ("y", "yes", "o", "oui")


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.own"), description="A game that is text: check it, see it, send it."
    )
    parser.add_argument("file", type=Path, nargs="?", help="the text, *.gobelet.toml")
    parser.add_argument("--show", action="store_true", help="print its screens")
    parser.add_argument(
        "--language", choices=LANGUAGES, help="of the screens and of what is wrong; else that of LANG"
    )
    parser.add_argument("--send", action="store_true", help="put it on the device")
    parser.add_argument(
        "--import",
        dest="foreign",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="print a text made of tables, or how many tables of a folder become one",
    )
    parser.add_argument("--yes", action="store_true", help="send it also where something is set aside")
    parser.add_argument("--remove", metavar="ID", help="take a game off the device")
    data.add_options(parser)
    options = parser.parse_args(argv)
    if [options.file, options.remove, options.foreign].count(None) != 2:
        parser.error("name a file, or a game to --remove, or a table to --import")
    return options


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Do what the command line asks for; return the exit status."""
    options = _options(argv)
    language = options.language or language_of(os.environ)
    try:
        if options.foreign and options.foreign[0].is_dir():
            print_text("\n".join(folder.report(options.foreign[0], language)))
        elif options.foreign:
            print_text(imports.text_of(*options.foreign), end="")
        elif options.remove is not None:
            with data.open_target(options, program) as target:
                print_text(remove_game(target, options.remove))
        else:
            game, made = compiler.from_file(options.file)
            for remark in game.remarks:
                line = format_message(language, "line", remark.line, remark.message(language))
                print(f"{options.file}, {line}", file=sys.stderr)
            print_text(
                format_message(
                    language, "no-fault", game.title("fr"), game.title("en"), len(made), compiler.MOST
                )
            )
            if options.show:
                for picture in shown.pictures(made, language):
                    print_text(picture)
            if options.send or options.store:
                with data.open_target(options, program) as target:
                    print_text(send_game(target, options.file, language, options.yes))
    except OwnError as fault:
        print("\n".join(f"{options.file}, {line}" for line in fault.messages(language)), file=sys.stderr)
        return 1
    except ForeignError as fault:
        print(f"{options.foreign[0]}: {fault.message(language)}", file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{options.file or options.foreign} cannot be read: {fault.strerror}.", file=sys.stderr)
        return 1
    except (DataError, RemoteError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


def language_of(environment: Mapping[str, str]) -> str:
    """Return "fr" or "en", by the environment variables for the user's language."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "fr" if environment[name].startswith("fr") else "en"
    return "en"


def send_game(target: data.Target, file: Path, language: str, yes: bool) -> str:
    """Send a game to a device or a folder, and return a sentence about the result.

    target  the device or folder
    file    the text of the game
    yes     whether to send without a question even if the device will set values aside

    The function first writes the file of ids if `Replaced` requires it, then the game, then the list of games
    written as text. Each file appears under its name only once the file is complete.
    """
    there = target.read(missing_ok=True).files
    files = compiler.from_file(file, lambda text: compiler.files(text, there.get(INDEX)))
    (name,) = (name.removesuffix(".game") for name in files if name != INDEX)
    replaced = Replaced(name, files[f"{name}.game"], there)
    if replaced.full:
        raise DataError(format_message(language, "ids-full"))
    if replaced.told and not yes:
        told = " ".join(format_message(language, *each) for each in replaced.told)
        if not sys.stdin.isatty():
            raise DataError(f"{told} {format_message(language, 'say-yes')}")
        if input(f"{plain(told)} {format_message(language, 'send-it')} ").strip().lower() not in YES:
            return format_message(language, "unchanged")
    target.make_folder()
    if replaced.kept is not None:
        target.put_file(f"{name}.ids", replaced.kept)
    for each in sorted(files, key=lambda each: each == INDEX):
        target.put_file(each, files[each])
    return f"On {target}; it stands in the list of games."


def remove_game(target: data.Target, identity: str) -> str:
    """Remove a game from the list of games written as text, then rename its file.

    Return a sentence about the result. `identity` is the id of the game.
    """
    there = target.read().files
    lines = there.get(INDEX, b"").decode(errors="replace").split("\n")
    left = [line for line in lines if line.split("\t")[0] != f"{INDEX}-{identity}"]
    if len(left) == len(lines):
        names = ", ".join(line.split("\t")[0].partition("-")[2] for line in lines if line) or "none"
        raise DataError(f"There is no game {identity!r} on {target}; there are {names}.")
    target.put_file(INDEX, "\n".join(left).encode())
    if f"{INDEX}-{identity}.game" in there:
        target.rename(f"{INDEX}-{identity}.game", f"{INDEX}-{identity}.gone")
    return f"{identity} is no longer in the list of games of {target}; what was played stays."


if __name__ == "__main__":
    run_main(main)
