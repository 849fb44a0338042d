"""Copy a UF2 file onto a Pico, and keep the player's data.

The UF2 file has a MicroPython with Gobelet frozen in, or a MicroPython published on micropython.org. The tool
saves the data into gobelet-<time>.zip. It then makes the Pico open its BOOTSEL drive, and copies the UF2 file
onto this drive.

Gobelet's own MicroPython and a published one have their file systems at different flash addresses. A change
between these two therefore loses the data on the device. The tool writes the data back after the start, and
verifies it.

A file on this computer (unfinished.py) lists the remaining steps. If the user interrupts the tool, the next run
continues with these steps.
"""

from __future__ import annotations

import ast
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from host_tools.building import board_files, build, frozen, models, uf2_blocks
from host_tools.device import (
    backup,
    board_file,
    copy_plain,
    data,
    drive,
    identity,
    remote,
    uf2_file,
    unfinished,
)
from host_tools.device.data import DataError
from host_tools.device.remote import Remote, RemoteError
from host_tools.device.uf2_file import File
from host_tools.device.unfinished import Unfinished

# Number of seconds that the tool waits for a drive, before it asks the user to copy the file by hand.
_DRIVE_S = 20
_AGAIN_S = 30  # seconds until a second copy, if the drive stays open
_PATIENCE_S = 900  # seconds that the tool waits for the Pico to run the file
_LOOK_S = 1.0

# Names of Gobelet's files and folders at the root of the device, including those of earlier versions.
OWN = {*copy_plain.OURS, *copy_plain.STRAY, data.FOLDER, data.NEW, data.OLD}
FAULTS = (RemoteError, DataError, build.BuildError)  # exceptions whose message is a sentence for the user

BOOTSEL = """
import machine
machine.bootloader()
"""

# MicroPython code that prints the chip's unique id, and the build id of a frozen Gobelet.
ABOUT = """
import binascii, machine
try:
    from gobelet_build import BUILD
except ImportError:
    BUILD = ''
print('@', repr((str(binascii.hexlify(machine.unique_id()), 'ascii'), BUILD)))
"""

# MicroPython code that prints "no" if the device could not mount its file system, and "yes" otherwise.
MOUNTED = """
import os
print('@ yes' if os.statvfs('/')[0] else '@ no')
"""

ROOT = """
import os
for e in os.ilistdir('/'):
    print('@', e[0])
"""

FORMAT = """
import rp2, vfs
f = rp2.Flash()
vfs.VfsLfs2.mkfs(f, progsize=256)
vfs.mount(vfs.VfsLfs2(f, progsize=256), '/')
print('@ yes')
"""


class Desk:
    """Access to the computer's clock and drives, and to the user at the terminal.

    drive  the folder of the Pico's drive, if the user named one
    yes    whether the tool answers each question with yes, instead of the user
    """

    def __init__(self, drive: Path | None = None, yes: bool = False) -> None:
        self._drive = drive
        self._yes = yes

    def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        time.sleep(seconds)

    def say(self, sentence: str) -> None:
        print(sentence, flush=True)

    def agrees(self, question: str, alone: bool = False) -> bool:
        """Ask the user a question, and return True for yes.

        Without a terminal, the method returns True if `alone` is set, and raises RemoteError if `alone` is false.
        """
        if self._yes:
            return True
        if not sys.stdin.isatty():
            if alone:
                return True
            raise RemoteError(f"{question} Nothing was changed; say yes with ARGS=--yes.")
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")

    def drive(self) -> Path | None:
        """Return the folder of the open drive of a Pico, or None.

        Raises RemoteError if several Picos have their drives open.
        """
        if self._drive is not None:
            return self._drive if drive.is_open(self._drive) else None
        found = list(drive.find_drives())
        if len(found) > 1:
            raise RemoteError(
                f'There are {len(found)} drives of Picos, name one with ARGS="--drive ...": '
                f"{', '.join(map(str, found))}."
            )
        return found[0] if found else None


@dataclass(frozen=True)
class Wish:
    """The options of the command line.

    port   name of the serial port, or None.
    board  name of the board of boards/, or None.
    uf2    the UF2 file to copy; None for Gobelet's UF2 file for the Pico.
    plain  whether `uf2` is a published MicroPython, onto which plain files are copied afterwards.
    """

    port: str | None = None
    board: str | None = None
    uf2: File | None = None
    plain: bool = False


@dataclass(frozen=True)
class Device:
    """A Pico whose MicroPython answers over the USB cable."""

    board: Remote
    found: identity.Identity
    chip: str  # the unique id of the Pico's chip
    build: str  # build id of the frozen Gobelet, or ""

    @property
    def is_frozen(self) -> bool:
        """Tell whether Gobelet is frozen into the MicroPython of the device."""
        return self.found.name == identity.INSIDE

    def runs_build(self, file: File) -> bool:
        """Tell whether the device reports the build id of a UF2 file."""
        return self.is_frozen and bool(file.build) and self.build == file.build

    def may_run(self, file: File) -> bool:
        """Tell whether the device seems to run the MicroPython of a UF2 file.

        The device and the file must have the same version of MicroPython. If the file has a build id, the device
        must have the same build id.
        """
        same = (self.is_frozen, self.found.version) == (file.is_frozen, file.version)
        return same and (not file.build or self.build == file.build)


def identify_device(board: Remote) -> Device:
    """Identify the Pico at a port. Raises RemoteError if it runs no MicroPython."""
    found = identity.identify(board)
    if found.name not in ("micropython", identity.INSIDE):
        raise RemoteError(
            f"The board runs {found.name}, which cannot be asked for its games: hold its BOOTSEL button while you plug "
            "it in, then repeat the command."
        )
    try:
        chip, said = ast.literal_eval(board.rows(ABOUT)[-1])
        if not re.fullmatch(r"[0-9a-f]{1,64}", chip):
            raise ValueError
        built = re.fullmatch(rf"{frozen.BUILT}([0-9a-f]{{16}})", said)
    except (IndexError, ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise remote.garbled_answer(board.port) from None
    return Device(board, found, chip, built[1] if built else "")


class Flash:
    """One run of `make flash`.

    wish      the options of the command line
    folder    the folder of this computer for the zip and for the file of remaining steps
    replaces  a function that asks the user whether to replace the device's board file
    """

    def __init__(
        self,
        wish: Wish,
        folder: Path,
        desk: Desk,
        replaces: Callable[[str], bool],
        program: Sequence[str] = remote.PROGRAM,
        root: Path = build.ROOT,
    ) -> None:
        self._wish = wish
        self._folder = folder
        self._desk = desk
        self._replaces = replaces
        self._program = program
        self._root = root

    def run(self) -> Remote:
        """Flash the Pico, and return the connection to it.

        Raises one of FAULTS, whose message has the cause and the path of the saved data.
        """
        port = self._wish.port
        if port is None:
            port = self._only_pico()
        elif self._desk.drive() is not None and not remote.is_there(port, self._program):
            port = None  # the Pico has its drive open, because an earlier run was interrupted
        if port is None:
            return self._from_drive()
        board = Remote(port, self._program)
        try:
            device = identify_device(board)
            file = self.choose_file(self._target(device.found))
            self._refuse(file, device)
            left = unfinished.load(self._folder, device.chip)
            if left is None and device.runs_build(file) and self._wish.board is None:
                self._desk.say("Nothing to copy: the Pico has this Gobelet already.")
                return board
            if left is None or not left.moves or device.is_frozen != file.is_frozen:
                left = self._save_data_and_steps(device, file)
        except (*FAULTS, KeyboardInterrupt) as fault:
            if board.is_stopped:
                with suppress(RemoteError):
                    board.restart()
            elif isinstance(fault, RemoteError):
                raise RemoteError(f"{fault} Or hold its BOOTSEL button while you plug it in.") from None
            raise
        return self._finish(device, file, left)

    def _only_pico(self) -> str | None:
        """Return the port of the only Pico, or None if this Pico has its drive open.

        Raises RemoteError if there is no Pico, or more than one.
        """
        picos = remote.picos(self._program)
        if len(picos) > 1:
            return remote.choose_port(None, self._program)
        open_drive = self._desk.drive()
        if picos and open_drive is not None:
            raise RemoteError(
                f"There is a Pico at {picos[0].device}, and another one whose drive {open_drive} is open: unplug one."
            )
        if picos:
            return picos[0].device
        if open_drive is None:
            raise RemoteError(
                "No Pico was found: connect it with a USB cable that carries data, and with its BOOTSEL button held if "
                "it is new or does not answer."
            )
        return None

    # Methods that choose the UF2 file to copy

    def _target(self, found: identity.Identity) -> str:
        """Return the name in frozen.TARGETS for the board that the user named.

        If the user named no board, return the name for the device `found`. Raises RemoteError if the named
        board has another chip or other pads than the device.
        """
        facts = identity.facts_of(found)
        name = self._wish.board
        if name is None:
            return frozen.target_of(facts)
        identity.refuse_other_chip(found, name, self._root)
        identity.refuse_other_model(found, name, self._root)
        return frozen.target_of(build.constants(name, self._root))

    def choose_file(self, target: str) -> File:
        """Return the UF2 file to copy onto one of frozen.TARGETS.

        The method warns the user of a file that erases the end of the flash, where games may be stored.
        """
        if self._wish.uf2 is None:
            return uf2_file.gobelet_for(target, self._root)
        file = self._wish.uf2
        if file.erases_the_end:
            self._desk.say(
                f"{file.path} erases the last 4 KB of the flash too, where games may lie: never drag it over them by "
                "hand without a backup."
            )
        return file

    def _refuse(self, file: File, device: Device) -> None:
        """Raise RemoteError if a UF2 file is for another model than the device."""
        there, given = models.model_named(device.found.machine), models.model_named(file.machine)
        if file.is_frozen:
            does = _kind(file.machine) == _kind(device.found.machine)
        else:
            does = there is not None and given is not None and given.machine in uf2_file.machines(there)
        if not does:
            raise RemoteError(
                f"{file.path} is for a {file.machine}, but this board is a {device.found.machine!r}."
            )

    # Methods that save files before the copy

    def _save_data_and_steps(self, device: Device, file: File) -> Unfinished:
        """Save the player's data and the list of remaining steps on this computer.

        Raises DataError or RemoteError if the data cannot be saved. Raises RemoteError if the copy would delete
        files that are not Gobelet's, and the user wants to keep them. The method does not change the device.
        """
        board = device.board
        found = data.from_board(board)
        if found.unreadable:
            raise DataError(f"{found.unreadable[0]} on the device cannot be read, so nothing was changed.")
        names = board.rows(ROOT)
        moves = file.is_frozen != device.is_frozen
        others = [name for name in names if name not in OWN and not name.startswith("gobelet_board.")]
        if copy_plain.MAIN in names and not {build.PACKAGE, "packs"} & {*names}:
            # A main.py on a board without Gobelet is the user's own program.
            others.append(copy_plain.MAIN)
        others.sort()
        others += [f"{data.FOLDER}/{name}" for name in found.folders]
        if (
            moves
            and others
            and not self._desk.agrees(
                f"Its file system is made anew, and not Gobelet's are {', '.join(others)}: shall they go?"
            )
        ):
            raise RemoteError("Nothing was changed.")
        there = board_file.read(board) if board_file.NAME in names else None
        text = self._board_text(there, device.found, moves)
        zip_file = self._save_data(found) if found.files else ""
        target = frozen.target_of(identity.facts_of(device.found))
        left = Unfinished(device.chip, target, moves, moves and file.is_frozen, zip_file, text)
        left.save(self._folder)
        return left

    def _save_data(self, found: data.Data) -> str:
        """Save the data as a zip, unless the newest zip has the same data.

        Return the name of the zip that has the data.
        """
        for old in sorted(self._folder.glob("gobelet-*.zip"), reverse=True)[:1]:
            with suppress(DataError):
                if backup.read(old) == found.files:
                    return old.name
        path = self._folder / time.strftime("gobelet-%Y%m%d-%H%M%S.zip")
        while path.exists():  # another zip of the same second has this name
            path = path.with_stem(f"{path.stem}b")
        backup.write(path, found.files, False)
        self._desk.say(f"{found} of the device, in {path}.")
        return path.name

    def _board_text(self, there: bytes | None, found: identity.Identity, moves: bool) -> str:
        """Return the text of the board file to write, or "" for none.

        there  the board file on the device, or None
        moves  whether the new MicroPython has its file system at another address

        A device without a board file asks the player for the board at its first start.
        """

        def fits(facts: board_file.Facts) -> bool:
            return str(facts.get("MCU", "")) in found.machine

        usable = there is not None and board_file.is_usable(there, fits, self._root)
        if self._wish.board is None:
            text = there if usable else None
        else:
            name, kept = board_file.choose_board(there, self._wish.board, fits, self._root, self._replaces)
            text = kept or build.board_source(name, self._root).encode()
        if there is not None and text != there and board_file.is_edited(there, self._root):
            self._desk.say(
                f"The {board_file.NAME} that was on the device is in {board_file.save(there, self._folder)}."
            )
        said = (text or b"").decode("utf-8", "replace")
        # A board file for plain files may list some games only; a frozen Gobelet has all games.
        return board_files.with_games(said, ()) if said and moves and not self._wish.plain else said

    # Steps

    def _finish(self, device: Device, file: File, left: Unfinished) -> Remote:
        try:
            if not device.runs_build(file):
                with suppress(RemoteError):  # the device closes its port during this call
                    device.board.exec_detached(BOOTSEL)
                device = self._copy_file(file, device.chip)
            return self._put_back(device, file, left)
        except (*FAULTS, KeyboardInterrupt) as fault:
            raise interruption(fault, self._backup_sentence(left)) from None

    def _backup_sentence(self, left: Unfinished) -> str:
        return f"What was played is in {self._folder / left.backup}. " if left.backup else ""

    def _from_drive(self) -> Remote:
        """Flash a Pico that has its drive open; return the connection to the Pico."""
        folder = self._desk.drive()
        assert folder is not None
        chip = drive.chip(folder)
        if chip not in ("RP2040", "RP2350"):
            raise RemoteError(
                f"The drive {folder} is that of another chip ({chip or 'it does not say which'})."
            )
        left = [each for each in unfinished.every(self._folder) if _chip_of(each.target) == chip]
        file = self.choose_file(self._target_of_drive(chip, left))
        if chip not in file.machine:
            raise RemoteError(
                f"{file.path} is for a {file.machine}, but the drive {folder} is that of an {chip}."
            )
        question = (
            "What a Pico has cannot be read over its drive. What was played with Gobelet's own MicroPython stays; with "
            "plain files it would go: then unplug the Pico, plug it in without BOOTSEL, and repeat the command. Go on?"
        )
        if left:
            question = (
                f"A flash of a Pico was stopped before its end. {self._backup_sentence(left[0])}Is this that Pico? "
                "With plain files, another one would lose what was played."
            )
        if not self._desk.agrees(question, alone=bool(left)):
            raise RemoteError("Nothing was changed.")
        try:
            device = self._copy_file(file)
            of_it = unfinished.load(self._folder, device.chip) or Unfinished(
                device.chip, "", False, False, "", ""
            )
            if self._wish.board:
                of_it = replace(of_it, board=build.board_source(self._wish.board, self._root))
            return self._put_back(device, file, of_it)
        except (*FAULTS, KeyboardInterrupt) as fault:
            raise interruption(fault, self._backup_sentence(left[0]) if len(left) == 1 else "") from None

    def _target_of_drive(self, chip: str, left: Sequence[Unfinished]) -> str:
        if self._wish.board is not None:
            facts = build.constants(self._wish.board, self._root)
            if facts["MCU"] != chip:
                raise RemoteError(
                    f"{self._wish.board} is for an {facts['MCU']}, but this drive is that of an {chip}."
                )
            return frozen.target_of(facts)
        known = {each.target for each in left}
        return known.pop() if len(known) == 1 else frozen.target_of({"MCU": chip, "WIRELESS": False})

    def _copy_file(self, file: File, chip: str | None = None) -> Device:
        """Copy a UF2 file onto the Pico's drive, and wait until the Pico runs it.

        If `chip`, the unique id of a chip, is not None, the method ignores Picos with other chips.
        """
        away = False  # whether the Pico's serial port has disappeared since the call of this method
        copied_at = -_AGAIN_S
        told: set[str] = set()

        def say_once(sentence: str) -> None:
            if sentence not in told:
                told.add(sentence)
                self._desk.say(sentence)

        for second in range(_PATIENCE_S):
            folder = self._desk.drive()
            if folder is not None:
                away = True
                if second - copied_at >= _AGAIN_S:
                    copied_at = second
                    self._desk.say(f"copy {file.path} onto {folder}")
                    try:
                        drive.copy(file.path, folder)
                    except drive.ReadOnlyError:
                        say_once(
                            f"The drive {folder} may only be read here: mount it for writing, or copy {file.path} onto "
                            "the drive on another computer. This goes on when Gobelet has started."
                        )
            elif copied_at < 0 and second >= _DRIVE_S:
                say_once(_BY_HAND.format(file=file.path))
            self._desk.sleep(_LOOK_S)
            device = self._find_device()
            away = away or device is None
            if (
                device is not None
                and device.may_run(file)
                and (away or file.build)
                and chip in (None, device.chip)
            ):
                return device
            if device is not None and away and device.chip == chip and folder is None:
                # The Pico has restarted without the new file, for example after a power cut. This call makes the
                # Pico open its drive again.
                with suppress(RemoteError):
                    device.board.exec_detached(BOOTSEL)
        raise RemoteError(f"No Pico with {file} has come.")

    def _find_device(self) -> Device | None:
        """Return the Pico that answers now, at any port; None if no Pico answers."""
        for port in dict.fromkeys((self._wish.port, None)):
            with suppress(RemoteError):
                return identify_device(Remote(remote.choose_port(port, self._program), self._program))
        return None

    def _put_back(self, device: Device, file: File, left: Unfinished) -> Remote:
        board = device.board
        if left.formats:
            # MicroPython might mount the remains of an older file system at the same address. The device therefore
            # formats a new file system.
            board.rows(FORMAT)
            left = replace(left, formats=False)
            left.save(self._folder)
        elif board.rows(MOUNTED) != ["yes"]:
            self._desk.say(
                "What lies in the place of its files cannot be read, and stays: its panel asks about that."
            )
            return self._ready(device, file)
        if left.board:
            self._put_board(board, left.board.encode())
        if left.backup and left.moves:
            self._put_data(board, backup.read(self._folder / left.backup))
        return self._ready(device, file)

    def _ready(self, device: Device, file: File) -> Remote:
        unfinished.forget(self._folder, device.chip)
        self._desk.say(f"Ready: {file}.")
        return device.board

    def _put_board(self, board: Remote, content: bytes) -> None:
        if board_file.NAME in board.rows(ROOT) and board_file.read(board) == content:
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / board_file.NAME
            path.write_bytes(content)
            board.put_file(path, f"/{board_file.NAME}")

    def _put_data(self, board: Remote, files: dict[str, bytes]) -> None:
        """Write the saved data back to the device, and verify it.

        The device may have other data, because somebody played after an interrupted run. The method first saves
        this data into another zip.
        """
        there = data.from_board(board)
        if there.files == files:
            return
        if there.files:
            self._save_data(there)
        data.to_board(board, files)
        if data.from_board(board).files != files:
            raise RemoteError("What was put back is not read as it was.")
        self._desk.say(f"{data.Data(files)} on the device again, as they were.")


_BY_HAND = (
    "Copy {file} onto the drive that the Pico has opened. If there is none, unplug it, hold its BOOTSEL button and "
    "plug it in again. On a Mac the Finder may then say that it failed, with the number 100093 or -36: the Pico closes "
    "its drive as soon as it has all, and that is as it should be. This goes on when Gobelet has started."
)


def interruption(fault: BaseException, where: str) -> RemoteError:
    """Return the error that asks the user to repeat an interrupted flash.

    fault  the cause of the interruption
    where  a sentence that names the zip with the saved data, or ""
    """
    what = "Stopped." if isinstance(fault, KeyboardInterrupt) else str(fault)
    what = re.sub(r"(;|,? and) (repeat the command|retry)\.$", ".", what)
    return RemoteError(f"{what} {where}Repeat the command to finish.")


def _kind(machine: str) -> tuple[bool, bool]:
    """Return (has an RP2350, has a radio) for a machine name of MicroPython."""
    return "RP2350" in machine, " W " in f"{machine} "


def _chip_of(target: str) -> str:
    known = frozen.TARGETS.get(target)
    return "" if known is None else "RP2350" if known.family == uf2_blocks.RP2350 else "RP2040"
