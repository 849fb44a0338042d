"""Diagnose a device, and print a remedy for each trouble.

    python -m host_tools.device.doctor [--port /dev/ttyACM0] [--board pico_ssd1306]

The report covers MicroPython, memory, storage, panel, device keys, the player's data, and the firmware compared
with this copy of the repository. The tool stops Gobelet on the device; afterwards the device restarts, and the
game continues. --board names the board of boards/ to assume if the device's board file is missing or differs from
all of boards/. The default is the board with the device's model and an SSD1306 panel.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools.building import board_files, build, frozen, models, texts
from host_tools.device import board_file, copy_plain, identity, remote, survey
from host_tools.device.remote import Remote, RemoteError, plain
from host_tools.device.selftest import inside
from host_tools.device.snippets import BOARD, FREED, KEYS, MEASURE, PANELS, SAY
from host_tools.entry_point import command_name, run_main, with_installed_commands

# Free memory, in KB, that Gobelet needs before it starts. An open game uses up to 120 KB, and more for
# fragmentation; a Pico without a program has 230 KB free.
HEAP_KB = 170
STORAGE_KB = 64  # minimum free storage, in KB, for all journals and for an update
_LONGEST = 1000  # maximum number of letters or items in one fact that the device reports

EXAMINE = (
    SAY
    + FREED
    + MEASURE
    + """
def text(b):
    try:
        return str(b, 'utf-8')
    except UnicodeError:
        return ''.join([chr(c) if c < 128 else '?' for c in b])
try:
    say('data', [n for e in os.ilistdir('/data') for n in
        ([e[0] + '/' + n for n in os.listdir('/data/' + e[0])] if e[1] & 0x4000 else [e[0]])])
except OSError:
    pass
try:
    with open('/data/crash.txt', 'rb') as f:
        say('crash', text(f.read(600)))
except OSError:
    pass
try:
    with open('/%(ready)s', 'rb') as f:
        say('ready', text(f.read(100)))
except OSError:
    pass
"""
    + BOARD
    + """
def pin(n):
    p = machine.Pin(b[n], machine.Pin.IN, machine.Pin.PULL_UP)
    time.sleep_ms(2)
    return p()
say('down', [n for n in %(keys)r if not pin(n)])
low = [n for n in ('SDA', 'SCL') if not pin(n)]
if 'SDA' in low:
    freed(b)
    low = [n for n in ('SDA', 'SCL') if not pin(n)]
say('low', low)
if not low:
    i = machine.I2C(b['I2C'], sda=machine.Pin(b['SDA']), scl=machine.Pin(b['SCL']), freq=b['FREQ'])
    say('found', i.scan())
try:
    from gobelet_build import BUILD
    say('build', BUILD.split()[-1])
    from gobelet import VERSION
    say('version', VERSION)
except Exception:
    pass
if '%(folder)s' in os.listdir('/'):
    try:
        import gobelet.shell.app
        from gobelet import VERSION
        say('version', VERSION)
    except Exception as e:
        say('fault', repr(e))
"""
)


@dataclass
class Finding:
    """One line of the report; `remedy` is "" if the line reports no trouble."""

    what: str
    remedy: str = ""


@dataclass
class Facts:
    """The facts that a device reported; an unreported fact keeps its default."""

    heap: int = 0
    storage: tuple[int, int] = (0, 0)  # (free bytes, total bytes) of the file system
    # (name, size in bytes) of each file and folder at the root
    root: list[tuple[str, int]] = field(default_factory=list)
    data: list[str] | None = None  # paths of the files in the data folder; None if the folder is missing
    build: str = ""  # build id of a frozen Gobelet
    crash: str = ""  # the report that Gobelet wrote into crash.txt after a failure
    ready: str | None = None  # build id in the file gobelet/ready; None if the file is missing
    board: dict[str, object] = field(default_factory=dict)  # constants of the device's board file
    board_fault: str = ""
    down: list[str] = field(default_factory=list)
    low: list[str] = field(default_factory=list)
    found: list[int] | None = None  # addresses that answer on the I2C bus; None if the bus was not scanned
    version: str = ""
    fault: str = ""


def facts_of(rows: Iterable[str]) -> Facts:
    """Parse the output lines of EXAMINE, each a Python literal (name, value).

    Lines with an unknown name, or with a value of a wrong type, are ignored.
    """
    facts = Facts()
    for row in rows:
        try:
            name, value = ast.literal_eval(row)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
        name = str(name)
        if name not in _SHAPES or not _has_shape(value, _SHAPES[name]):
            continue
        setattr(facts, name, value)
    return facts


# The allowed values of each fact: a type, a set of allowed strings, or a tuple, list or dict of these.
_SHAPES: dict[str, Any] = {
    "heap": int, "storage": (int, int), "root": [(str, int)], "data": [str], "crash": str,
    "ready": str, "build": str,
    "board": {str: int}, "board_fault": str, "down": [frozenset(KEYS)],
    "low": [frozenset(("SDA", "SCL"))], "found": [int], "version": str, "fault": str,
}  # fmt: skip


def _has_shape(value: object, shape: Any) -> bool:
    if isinstance(shape, frozenset):
        return isinstance(value, str) and value in shape
    if isinstance(shape, list):
        return (
            isinstance(value, list)
            and len(value) <= _LONGEST
            and all(_has_shape(each, shape[0]) for each in value)
        )
    if isinstance(shape, tuple):
        return isinstance(value, tuple) and len(value) == len(shape) and all(map(_has_shape, value, shape))
    if isinstance(shape, dict):
        ((key, inside),) = shape.items()
        return isinstance(value, dict) and all(
            _has_shape(k, key) and _has_shape(v, inside) for k, v in value.items()
        )
    if isinstance(value, str):
        return shape is str and len(value) <= _LONGEST
    return type(value) is shape and abs(value) < 1 << 40  # type: ignore[arg-type]


def findings(facts: Facts, at: Callable[[str], str], board_name: str) -> Iterator[Finding]:
    """Yield the findings about memory, storage, panel, device keys, data and crashes.

    `at` receives the name of a pin constant in the board file, such as "SDA", and returns the label of its pad.
    """
    free = facts.heap // 1024
    yield Finding(
        f"Memory: {free} KB free before Gobelet starts.",
        f"Gobelet needs {HEAP_KB} KB: empty the board's boot.py, or install MicroPython anew."
        if free < HEAP_KB
        else "",
    )
    yield _storage(facts)
    yield _panel(facts, at, board_name)
    if facts.down:
        pins = ", ".join(f"{name} ({at(name)})" for name in facts.down)
        yield Finding(
            f"Keys: held down: {pins}.",
            "If nobody presses: the button is stuck, turned by a quarter, or its wire touches ground.",
        )
    else:
        yield Finding("Keys: none is held down.")
    yield _data(facts)
    if facts.crash:
        version, kind, *rest = [*facts.crash.split("\n"), "?"][:6]
        yield Finding(
            f"Crash report: {kind} in version {version}: {' / '.join(rest[:-1])}.",
            "Send it to who makes Gobelet, with a `make backup`. The game was kept.",
        )


def _storage(facts: Facts) -> Finding:
    free, whole = (number // 1024 for number in facts.storage)
    ours = {*copy_plain.OURS, "data", inside.ASIDE, copy_plain.KEPT_MAIN}
    strange = sorted((size, name) for name, size in facts.root if name not in ours)[::-1]
    named = ", ".join(f"{name} ({-(-size // 1024)} KB)" for size, name in strange[:5])
    remedy = ""
    if free < STORAGE_KB:
        remedy = f"Remove what is not Gobelet's: {named}." if named else "Back up, then start new games."
    return Finding(f"Storage: {free} KB free of {whole} KB.", remedy)


def _panel(facts: Facts, at: Callable[[str], str], board_name: str) -> Finding:
    address = int(str(facts.board.get("ADDRESS", PANELS[0])))
    wires = f"SDA to {at('SDA')}, SCL to {at('SCL')}, VCC to 3V3, GND to GND"
    if facts.found is None:
        pins = " and ".join(f"{name} ({at(name)})" for name in facts.low)
        return Finding(
            f"Panel: not asked, {pins or 'the bus'} is held low.",
            f"Cut the power altogether, battery and cable; then check that no wires touch: {wires}.",
        )
    others = ", ".join(f"0x{each:02X}" for each in facts.found if each != address)
    if address in facts.found:
        return Finding(f"Panel: answers at 0x{address:02X}." + (f" Also there: {others}." if others else ""))
    if not facts.found:
        return Finding("Panel: nothing answers on the I2C bus.", f"Check its four wires: {wires}.")
    for each in PANELS:
        if each in facts.found:
            return Finding(
                f"Panel: answers at 0x{each:02X}, but the board file says 0x{address:02X}.",
                f"Write ADDRESS = 0x{each:02X} into boards/{board_name}.py, then "
                f"`make flash BOARD={board_name}`.",
            )
    return Finding(
        f"Panel: none of what answers is one ({others}).", f"Check the panel's four wires: {wires}."
    )


def _data(facts: Facts) -> Finding:
    if any(name == inside.ASIDE for name, _ in facts.root):
        return Finding(
            "Data: a self-test was interrupted; the games lie aside.",
            "Repeat `make selftest`: it puts them back first.",
        )
    if any(name == "data.old" for name, _ in facts.root) and facts.data is None:
        return Finding("Data: a restore was interrupted.", "Repeat `make restore` with the same file.")
    if facts.data is None:
        return Finding("Data: none yet.")
    size = dict(facts.root).get("data", 0)
    what = f"Data: {len(facts.data)} files, {-(-size // 1024)} KB."
    bad = [name for name in facts.data if name.endswith(".bad")]
    if bad:
        return Finding(
            f"{what} Damage was met and set aside: {', '.join(bad)}.",
            "The game goes on with what could be read. Keep a copy with `make backup`.",
        )
    return Finding(what)


def firmware(facts: Facts, there: survey.Survey, made: build.Build, known: bool) -> Iterator[Finding]:
    """Yield the finding about the plain files of Gobelet on a device.

    there   the survey of the files on the device
    made    the build of this checkout, with which the files are compared
    known   whether the device's board file equals that of a board of boards/
    """
    command = f"`make flash PLAIN=1 BOARD={made.board}`" if known else "`make flash PLAIN=1`"
    again = f"Copy it again: {command}."
    yield _firmware(facts, there, made, known, command, again)


def _firmware(
    facts: Facts, there: survey.Survey, made: build.Build, known: bool, command: str, again: str
) -> Finding:
    if build.PACKAGE not in there.folders:
        what = "an older Gobelet" if there.folders else "no Gobelet"
        return Finding(f"Firmware: there is {what} on this board.", "Put this one there: `make flash`.")
    if facts.ready is None:
        return Finding("Firmware: its copy was interrupted.", again)
    todo = copy_plain.plan(made, there)
    if facts.ready == made.id and todo:
        wrong = [entry.path for entry in todo.copy] + list(todo.remove)
        return Finding(f"Firmware: {len(wrong)} files are not as they were copied ({wrong[0]}).", again)
    if facts.fault:
        return Finding(f"Firmware: it does not start: {facts.fault}.", again)
    named = f"Firmware: version {facts.version}, build {facts.ready}"
    if facts.ready == made.id:
        return Finding(f"{named}, the same as this checkout's.")
    if not known:
        return Finding(
            f"{named}, with a board file that is none of boards/.",
            f"To have this checkout's, with the board file that is there: {command}.",
        )
    return Finding(f"{named}; this checkout makes {made.id}.", f"To have that one: {command}.")


def examine(board: Remote, board_name: str | None, root: Path) -> Iterator[Finding]:
    """Yield all findings about a device.

    Raises RemoteError if the device does not answer.

    board_name   the name of the board to assume if the device's board file differs from all of boards/; None
                 for the default of the device's model
    """
    found = identity.identify(board)
    there = survey.survey(board, copy_plain.OURS + copy_plain.STRAY)
    digest = there.files.get(board_file.NAME, (0, ""))[1]
    known, games = _known_board(board, digest, root)
    board_name = known or board_name or identity.default_board(found, root)
    constants = build.constants(board_name, root)
    wanted = {name: constants[name] for name in (*KEYS, "SDA", "SCL", "I2C", "FREQ", "ADDRESS")}
    asked = {"ready": build.READY, "board": wanted, "keys": KEYS, "folder": build.PACKAGE}
    facts = facts_of(board.rows(EXAMINE % asked))
    facts.board = wanted | facts.board

    yield _micropython(found, board_name, root)
    if facts.board_fault:
        yield Finding(
            f"Board file: it cannot be used: {facts.board_fault}.",
            f"Copy it again: `make flash BOARD={board_name}`.",
        )

    def pin_name(name: str) -> str:
        return models.model_of(constants).pad_label(int(str(facts.board[name])))

    yield from findings(facts, pin_name, board_name)
    if found.name == identity.INSIDE:
        yield _frozen_finding(facts, found, root)
        return
    with tempfile.TemporaryDirectory() as folder:
        native = build.takes_native(build.compiler_version(), found.mpy)
        made = build.build(Path(folder) / "tree", board_name, root=root, native=native, games=games)
        if digest and known is None and not facts.board_fault:
            made = board_file.put_into(made, board_file.read(board))
        yield from firmware(facts, there, made, known is not None or not digest)


def _frozen_finding(facts: Facts, found: identity.Identity, root: Path) -> Finding:
    """Return the finding about a frozen Gobelet; compare its build with this checkout."""
    target = frozen.target_of(identity.facts_of(found))
    made = frozen.build_id(target, root)
    named = f"Firmware:{f' version {facts.version},' * bool(facts.version)} inside MicroPython"
    if facts.build == made:
        return Finding(f"{named}, build {made}, the same as this checkout's.")
    return Finding(
        f"{named}, {f'build {facts.build}' if facts.build else 'of an older build'}; this checkout makes {made}.",
        "To have that one: `make flash`.",
    )


def _micropython(found: identity.Identity, board_name: str, root: Path) -> Finding:
    inside = found.name == identity.INSIDE
    version = f"{found.version[0]}.{found.version[1]}"
    what = f"MicroPython {version}{' with Gobelet inside' * inside} on a {found.machine}."
    try:
        identity.refuse_wrong_board(found, board_name, root)
        if not inside:
            identity.refuse_other_mpy(found, build.compiler_version())
    except RemoteError as fault:
        return Finding(what, str(fault))
    return Finding(what)


def _known_board(board: Remote, digest: str, root: Path) -> tuple[str | None, tuple[str, ...]]:
    """Return the board whose file is on the device, and the games in this file.

    The board is None if the file differs from all board files of boards/. `digest` is the hash of the file on the
    device, or "" if there is no file.
    """
    known = _board_with(digest, root)
    if not digest or known is not None:
        return known, ()
    own = board_file.read(board)
    known = _board_with(
        build.digest(board_files.with_games(own.decode("utf-8", "replace"), ()).encode()), root
    )
    return known, tuple(game for game in board_file.games_of(own) if game in texts.listed_games(root))


def _board_with(digest: str, root: Path) -> str | None:
    """Return the name of the board whose file has this hash, or None."""
    names = (
        name for name, content in board_file.files_for_device(root).items() if build.digest(content) == digest
    )
    return next(names, None)


def print_report(board: Remote, board_name: str | None, root: Path = build.ROOT) -> int:
    """Print the findings about a device, and return the number of troubles."""
    troubles = 0
    for finding in examine(board, board_name, root):
        print(f"{'!!' if finding.remedy else 'ok'}  {plain(finding.what)}")
        if finding.remedy:
            troubles += 1
            print(f"    {with_installed_commands(plain(finding.remedy))}")
    return troubles


def main(
    argv: Sequence[str] | None = None,
    program: Sequence[str] = remote.PROGRAM,
    root: Path = build.ROOT,
) -> int:
    """Print the report about a device; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.device.doctor"), description="Ask a device how it is, and what to do."
    )
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument("--board", help=f"{', '.join(build.boards(root))}; else the one for what it is")
    options = parser.parse_args(argv)
    try:
        if options.board is not None:
            identity.refuse_unknown_board(options.board, root)
        board = Remote(remote.choose_port(options.port, program), program)
        try:
            troubles = print_report(board, options.board, root)
        finally:
            if board.is_stopped:
                with suppress(RemoteError):
                    board.restart()
    except (RemoteError, build.BuildError) as fault:
        print(with_installed_commands(fault), file=sys.stderr)
        return 1
    print("Everything is as it should be." if not troubles else f"{troubles} to look after.")
    return 1 if troubles else 0


if __name__ == "__main__":
    run_main(main)
