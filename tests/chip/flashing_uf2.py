"""`make flash` of the UF2 file on the emulated chip, from each state of a Pico.

The real tool and the real mpremote use the emulated serial port and the emulated drive. Each state is flashed without
a fault, and with the power cut at each step; then the same command must finish. The saved games must be unchanged,
byte for byte.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from host_tools.building import build, frozen, image, uf2_blocks
from host_tools.device import copy_uf2, data, flash, uf2_file
from tests.chip import chip, desk, files, flashing, pulled
from tests.chip.device import Device
from tests.chip.port import Moment
from tests.chip.usb import Pico, Trouble
from tests.host_tools.mpremote_forks import run_in_forks

WHOLE = "nothing"
_STATE = "attack"  # name of a file in states/: a game in the middle of a fight
_OLDER = "0123456789abcdef"  # the build id that the older firmware contains
_FOREIGN = {"main.py": b"print('mine')\n", "lib/mine.py": b"x = 1\n" * 500}
_SETTLED_MS = 1500
_QUICKER = 4  # factor by which the tool's pauses are shortened
_PART = 768  # bytes of a file in one line of the board's answer
_BY_HAND = "Copy "  # beginning of the sentence that asks the user to copy the file
SWAP, READ = b"os.rename('/data.new', '/data')", b"b2a_base64(b[:n])"  # parts of data.SWAP and data.READ
_LATE_S = 16.0  # longer than the tool waits before it explains


@dataclass(frozen=True)
class State:
    """A state of a Pico before the tool runs.

    device   the geometry of the file system
    played   the saved games, by path inside the data folder
    kept     other files that must remain
    gone     names at the root that must not remain
    agrees   the answer to the tool's question
    named    whether --port is given
    cut      whether to repeat it with a power cut at each step
    """

    what: str
    flash: bytes
    device: Device
    played: Mapping[str, bytes] = field(default_factory=dict)
    kept: Mapping[str, bytes] = field(default_factory=dict)
    gone: Sequence[str] = ()
    agrees: bool = True
    bootsel: bool = False
    named: bool = False
    cut: bool = True


@dataclass(frozen=True)
class Run:
    """One run of the tool."""

    code: int
    said: str
    told: str  # output of the tool on standard error
    flash: bytes
    blocks: int  # blocks of the file that arrived
    operations: int  # erase and program operations of all programs
    writes: int  # number of writes by the new program
    dark: bool = False  # whether the power was cut


@dataclass(frozen=True)
class Step:
    state: str
    trouble: str
    runs: int  # runs until the tool has finished
    blocks: int  # blocks of the file that arrived, in all runs
    operations: int  # erase and program operations of all programs, in all runs
    told: str  # the last message of the first run
    wrong: Sequence[str]

    @property
    def good(self) -> bool:
        return not self.wrong

    def row(self) -> str:
        wrong = f"WRONG: {', '.join(self.wrong)}; " if self.wrong else ""
        figures = f"{self.runs} | {self.blocks} | {self.operations}"
        return f"| {self.state} | {self.trouble} | {wrong}{self.told} | {figures} |"


HEAD = "| the Pico has | what happens | the first run says last | runs | blocks copied | flash operations |"
RULE = "|---|---|---|--:|--:|--:|"


def format_table(steps: Sequence[Step]) -> str:
    return "\n".join([HEAD, RULE, *(step.row() for step in steps)]) + "\n"


class Hands(copy_uf2.Desk):
    """A user who answers, presses Ctrl-C when the power is cut, and copies `file` by hand if there is one."""

    def __init__(self, pico: Pico, agrees: bool, file: Path | None) -> None:
        super().__init__()
        self._pico = pico
        self._agrees = agrees
        self._file = file

    def say(self, sentence: str) -> None:
        super().say(sentence)
        if self._file is not None and sentence.startswith(_BY_HAND):
            self._pico.copy_by_hand(self._file)

    def sleep(self, seconds: float) -> None:
        if self._pico.is_dark:
            raise KeyboardInterrupt
        super().sleep(seconds / _QUICKER)

    def agrees(self, question: str, alone: bool = False) -> bool:
        self.say(f"? {question}")
        self._pico.on_question()
        return self._agrees


def older_firmware(firmware: bytes) -> bytes:
    """Return the firmware with another build id."""
    changed, count = re.subn(
        rb"(%s)[0-9a-f]{16}" % frozen.BUILT.encode(), rb"\g<1>" + _OLDER.encode(), firmware
    )
    if not count:
        raise chip.ChipError("This file does not say of which build it is.")
    return changed


class Bench:
    """The desk on which each state is flashed.

    device     a Pico with the `make uf2` build
    path       the file of that build, which is copied
    published  a Pico with a published MicroPython and plain files
    """

    def __init__(self, device: Device, path: Path, published: Device, folder: Path) -> None:
        self.device = device
        self.path = path
        self.published = published
        self.file = uf2_file.gobelet(path)
        self._folder = folder
        self._tried = 0

    def states(self) -> Iterator[State]:
        ours, theirs = self.device, self.published
        games = desk.state_files(_STATE)
        board = {"gobelet_board.py": build.board_source(frozen.boards("pico")[0]).encode()}
        before = replace(ours, firmware=older_firmware(ours.firmware)).flash(games)
        made = theirs.plain
        assert made is not None
        empty, foreign = image.FileSystem(theirs.blocks), image.FileSystem(theirs.blocks)
        for path, content in _FOREIGN.items():
            foreign.put_file(path, content)
        plain = image.flash(theirs.firmware, image.installed_file_system(made, games, theirs.blocks))
        strange = image.flash(theirs.firmware, foreign)
        gone = [path.partition("/")[0] for path in _FOREIGN]
        yield State("an older Gobelet, with games", before, ours, games, board)
        yield State("a published MicroPython", image.flash(theirs.firmware, empty), theirs, cut=False)
        yield State("the same with somebody's files: they may go", strange, theirs, gone=gone)
        yield State("the same: they may not go", strange, theirs, kept=_FOREIGN, agrees=False, cut=False)
        yield State("plain files, with games", plain, theirs, games, board, gone=["main.py", "gobelet"])
        yield State("nothing", b"\xff" * uf2_blocks.FLASH_BYTES, ours)
        yield State(
            "its drive open, an older Gobelet with games",
            before,
            ours,
            games,
            board,
            bootsel=True,
            named=True,
        )
        yield State(
            "its drive open, plain files: it is not to go on",
            plain,
            theirs,
            games,
            agrees=False,
            bootsel=True,
            cut=False,
        )

    def run_tool(self, state: State, trouble: Trouble, folder: Path, before: bytes | None = None) -> Run:
        """Run the tool on a state, or on the flash that the run before has left."""
        said, told = io.StringIO(), io.StringIO()
        self._tried += 1
        pico = Pico(
            self.device.rom,
            before or state.flash,
            self._folder / f"pico{self._tried}",
            trouble,
            state.bootsel and before is None,
        )
        folder.mkdir(parents=True, exist_ok=True)
        with (
            pico,
            pico.on_this_desk(),
            run_in_forks(),
            contextlib.redirect_stdout(said),
            contextlib.redirect_stderr(told),
        ):
            words = ["--uf2", str(self.path), *(["--port", pico.port] if state.named else [])]
            hands = Hands(pico, state.agrees, self.path if trouble.unseen else None)
            code = flash.main(words, folder=folder, desk=hands)
        print(said.getvalue() + told.getvalue(), end="", file=sys.stderr, flush=True)
        writes = pico.starts[-1].operations() if pico.starts and pico.copied else 0
        operations = sum(port.operations() for port in pico.starts)
        return Run(
            code, said.getvalue(), told.getvalue(), pico.flash, pico.copied, operations, writes, pico.is_dark
        )

    def find_faults(self, state: State, run: Run, folder: Path) -> Iterator[str]:
        """Yield what is wrong after the tool has finished."""
        if run.code:
            yield "it does not finish"
        if run.flash[: len(self.device.firmware)] != self.device.firmware:
            yield "what was copied is not what is there"
        if f"build {self.file.build}" not in run.said:
            yield "the doctor has not looked"
        if list(folder.glob("gobelet-unfinished*")):
            yield "something is left to do"
        yield from self.find_file_faults(state, run.flash, self.device)
        session = self.device.play(run.flash, [{"wait": _SETTLED_MS}, {"press": "OK", "down": 100}, _WAIT])
        if state.played:
            if session.pictures[1] != pulled.start_desk(state.played).picture():
                yield "it does not start where it was"
        elif session.picture != pulled.start_desk({}).picture():
            yield "it does not ask as a new one"

    def find_file_faults(self, state: State, flash: bytes, device: Device) -> Iterator[str]:
        there = image.FileSystem(device.blocks, flash[device.storage_offset :]).files()
        played = {f"{data.FOLDER}/{path}": content for path, content in state.played.items()}
        found = {path: content for path, content in there.items() if path.startswith(f"{data.FOLDER}/")}
        if found != played:
            yield "what was played is not there as it was"
        if any(there.get(path) != content for path, content in state.kept.items()):
            yield "other files are not there as they were"
        if any(path.partition("/")[0] in state.gone for path in there):
            yield "what had to go is still there"

    def faults_after_refusal(self, state: State, run: Run) -> Iterator[str]:
        """Yield what is wrong after the user has declined."""
        if not run.code or run.blocks:
            yield "it went on"
        if run.flash[: state.device.storage_offset] != state.flash[: state.device.storage_offset]:
            yield "the flash has changed"
        yield from self.find_file_faults(state, run.flash, state.device)

    def last_message(self, run: Run, folder: Path) -> str:
        """Return the last message of a run, without paths and times of this desk."""
        lines = run.told.strip() or next(
            line for line in run.said.splitlines() if line.startswith(("Ready:", "Nothing"))
        )
        lines = lines.replace(f"{folder}/", "").replace(f"{self.path.parent}/", "")
        lines = re.sub(r"/\S*?(ttyACM0|RPI-RP2)", r"\1", lines)
        return re.sub(r"gobelet-[\d-]+\.zip", "gobelet-....zip", " ".join(lines.split()))


_WAIT = {"wait": _SETTLED_MS}


def list_troubles(state: State, whole: Run) -> Iterator[tuple[str, Trouble]]:
    """Yield a name and a fault for each step to cut. whole: the run without a fault."""
    if state.played and not state.bootsel:
        lines = sum(-(-len(content) // _PART) for content in state.played.values())
        yield "the power goes, half of what was played read", Trouble(before=Moment(b"@ +", times=lines // 2))
    yield "before the copy", Trouble(asked=True)
    yield "half of the file copied", Trouble(half=True)
    yield "the file copied, nothing asked yet", Trouble(behind=Moment(typed=b"\x03"))
    if state.device.plain is None:
        return
    yield "before a file system is made", Trouble(behind=Moment(typed=b"mkfs"))
    yield "while a file system is made", Trouble(writes=2)
    if state.played:
        yield "half of what was played put back", Trouble(writes=whole.writes // 2)
        yield "all put back, but under another name", Trouble(behind=Moment(typed=SWAP))
        yield "all put back, and not read again", Trouble(behind=Moment(typed=READ, times=2))


OF_THE_DRIVE = (
    ("plugged in anew before the copy", Trouble(anew=True), "Ready: "),
    ("the drive is late", Trouble(late=_LATE_S), _BY_HAND),
    ("the drive may only be read at first", Trouble(read_only=True), "The drive "),
    ("the drive is not seen, the file copied by hand", Trouble(unseen=True), _BY_HAND),
    ("the desk is told of an error when all is copied", Trouble(broken=True), "Ready: "),
)  # each has the beginning of a sentence that the tool must print


def flash_states(bench: Bench, folder: Path) -> Iterator[Step]:
    for number, state in enumerate(bench.states()):
        at = folder / f"desk{number}"
        whole = bench.run_tool(state, Trouble(), at)
        wrong = tuple(
            bench.find_faults(state, whole, at) if state.agrees else bench.faults_after_refusal(state, whole)
        )
        yield Step(state.what, WHOLE, 1, whole.blocks, whole.operations, bench.last_message(whole, at), wrong)
        for name, trouble in list_troubles(state, whole) if state.cut else ():
            yield _flash_after_cut(bench, state, name, trouble, folder / f"desk{number}, {name}")
        for name, trouble, sentence in OF_THE_DRIVE if number == 0 else ():
            at = folder / f"desk{number}, {name}"
            run = bench.run_tool(state, trouble, at)
            explained = any(line.startswith(sentence) for line in run.said.splitlines())
            wrong = (*bench.find_faults(state, run, at), *(() if explained else ("it does not explain",)))
            yield Step(state.what, name, 1, run.blocks, run.operations, bench.last_message(run, at), wrong)


def _flash_after_cut(bench: Bench, state: State, name: str, trouble: Trouble, at: Path) -> Step:
    """Cut the power, and repeat the command."""
    first = bench.run_tool(state, trouble, at)
    wrong = []
    if not (first.code and first.dark):
        wrong.append("it was not cut")
    elif len(first.told.strip().splitlines()) != 1 or "Traceback" in first.told:
        wrong.append("it does not say why")
    last = bench.run_tool(state, Trouble(), at, first.flash)
    wrong += bench.find_faults(state, last, at)
    blocks, operations = first.blocks + last.blocks, first.operations + last.operations
    return Step(state.what, name, 2, blocks, operations, bench.last_message(first, at), wrong)


def desk_of(device: Device, path: Path, at: Path, folder: Path) -> Bench:
    """Make the desk, with the newest published MicroPython in the cache folder `at`."""
    *_, newest = files.published_files(at, device.target).values()
    firmware = uf2_blocks.read(newest.read_bytes(), frozen.TARGETS[device.target].family)
    made = build.build(folder / "tree", frozen.boards(device.target)[0], native=True, games=flashing.GAMES)
    return Bench(device, path, Device(firmware, device.rom, plain=made), folder)
