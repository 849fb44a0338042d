"""The firmware on an emulated Pico: every limit, in the chip's own time. Exit code 1 if one is exceeded.

make chip UF2=FILE ROM=FILE     the first time; copies are kept in the user's cache folder
make chip UF2="FILE FILE..."    several versions of MicroPython from now on: each figure from the best to the worst
make chip                       all scenarios, one table
make chip ARGS="dice attack"    these scenarios only
make chip ARGS=--write         puts the table into tests/MEASURED.md
make chip ARGS="--frozen build/uf2/gobelet-pico.uf2"   what `make uf2` made, in a column beside it; or --games of it
make chip RP2350JS=FOLDER ARGS="--games --pico2 FILE.uf2"    a Pico 2 with its MicroPython, or frozen; or its --cuts
make chip ARGS=--games          whole games on the chip, each picture compared with the desk's
make chip ARGS="--games dice_roll"          these sessions of tests/scripts only
make chip ARGS="--games --copies"           the same where nothing is used in the flash: all lies on the heap
make chip ARGS=--copies         and the table of that, each limit twice; --write puts some of it into tests/MEASURED.md
make chip ARGS=--flash          make flash over the emulated USB, also with the power cut
make chip ARGS=--cuts           the power cut behind presses, and what the next start shows
make chip ARGS=--restarts       a start into every screen of each game, with a short journal and with a full one
make chip ARGS="--restarts --write dice"    of this game only; the table of all scenarios has a sample of them
make chip ARGS=--link           a whole game with a listener at the cable, beside the same one without
make chip ARGS=--boards         the panel's bus at 1 MHz, smaller file systems, fewer games
make chip ARGS=--drag           the one file to drag, from its first start to the list of games
make chip ARGS="--drag --frozen FILE.uf2"   the frozen one: onto an empty Pico, over an older one, over packs, and cut
make chip ARGS="--parts start_ram_form"    where a start goes: when each module and asset is opened; --write keeps it
make chip ARGS="--profile dice" where the time of a key goes; needs ELF=FILE once, of that very UF2
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from host_tools import uf2
from host_tools.building import build, image, uf2_blocks
from host_tools.device import replace as replace_tool
from host_tools.device.remote import RemoteError
from simulator.script import ScriptError
from tests import measured
from tests.chip import (
    boards,
    chip,
    copies,
    dragged,
    figures,
    files,
    flashing,
    games,
    limits,
    linked,
    measure,
    parts,
    profile,
    pulled,
    restarts,
    scenario,
    symbols,
)
from tests.chip.chip import ChipError
from tests.chip.figures import Figure, MeasureError
from tests.chip.files import FileError
from tests.chip.games import Outcome
from tests.chip.measure import Device, Played
from tests.chip.symbols import SymbolError

# Where the tables stand in MEASURED.md.
ALL = ("<!-- make chip ARGS=--write writes this table -->", "<!-- end of the chip's table -->")
FROZEN = (
    '<!-- make chip ARGS="--frozen build/uf2/gobelet-pico.uf2 --write" writes this table and the one above -->',
    "<!-- end of the frozen one's table -->",
)
FLASHED = ('<!-- make chip ARGS="--flash --write" writes this table -->', "<!-- end of what was flashed -->")
RESTARTED = (
    '<!-- make chip ARGS="--restarts --write" writes this table; with names of games, their rows -->',
    "<!-- end of the restarts -->",
)
COPIED = ('<!-- make chip ARGS="--copies --write" writes this table -->', "<!-- end of the copies' table -->")
SPEEDS = ('<!-- make chip ARGS="--boards --write" writes this table -->', "<!-- end of the speeds -->")
SMALLER = ("<!-- and this one -->", "<!-- end of the smaller ones -->")
PARTS = (
    '<!-- make chip ARGS="--parts --write SCENARIO..." writes these tables -->',
    "<!-- end of the parts of starts -->",
)
LINKED = (
    '<!-- make chip ARGS="--link --write" writes this table -->',
    "<!-- end of the game with a listener -->",
)
# By whether Gobelet is inside.
PICO2 = {
    False: (
        '<!-- make chip ARGS="--games --pico2 RPI_PICO2.uf2 --write" writes this table -->',
        "<!-- end of the games of a Pico 2 -->",
    ),
    True: (
        '<!-- make chip ARGS="--games --pico2 build/uf2/gobelet-pico2.uf2 --write" writes this table -->',
        "<!-- end of the games of a frozen one -->",
    ),
}
NOT_RUN = 2
FAULTS = (FileError, SymbolError, ChipError, MeasureError, RemoteError, ScriptError, build.BuildError)


def main(argv: Sequence[str] | None = None, at: Path | None = None) -> int:
    options = _parser().parse_args(argv)
    at = at or files.folder()
    try:
        if options.pico2 and not (options.games or options.cuts):
            raise MeasureError("How long a Pico 2 takes is not known here: ask for its --games or --cuts.")
        missing = files.missing(at)
        if missing:
            raise FileError(files.advice(missing))
        return _run(options, at)
    except FAULTS as fault:
        print(fault, file=sys.stderr)
        return NOT_RUN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.chip", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="SCENARIO", help=", ".join(scenario.names()))
    parser.add_argument("--write", action="store_true", help="put the table into tests/MEASURED.md")
    parser.add_argument("--frozen", type=Path, metavar="UF2", help="measure what `make uf2` made, too")
    parser.add_argument(
        "--pico2", type=Path, metavar="UF2", help="of a Pico 2 with this file: --games or --cuts"
    )
    parser.add_argument("--games", action="store_true", help=f"play whole games: {', '.join(games.GAMES)}")
    parser.add_argument("--copies", action="store_true", help="with nothing used where it lies in the flash")
    parser.add_argument("--flash", action="store_true", help="try `make flash`, whole and cut")
    parser.add_argument("--cuts", action="store_true", help="cut the power behind presses, and start again")
    parser.add_argument("--restarts", action="store_true", help="start into every screen of each game")
    parser.add_argument("--link", action="store_true", help="a whole game with a listener and without")
    parser.add_argument("--boards", action="store_true", help="try a faster bus and smaller file systems")
    parser.add_argument("--drag", action="store_true", help="start from what host_tools.uf2 makes")
    parser.add_argument("--parts", action="store_true", help="when a start opens each module and asset")
    parser.add_argument("--profile", action="store_true", help="where the time of one key of each kind goes")
    parser.add_argument("--top", type=int, default=20, metavar="N", help="functions in a profile (20)")
    return parser


def _run(options: argparse.Namespace, at: Path) -> int:
    names = _names(options)
    chip.check_core(at / files.ROM.name)
    kept = files.firmwares(at)
    if options.write and options.names and not (options.restarts or options.parts or options.games):
        raise MeasureError("The table has all scenarios: leave out the names.")
    symbols_of = _symbols(kept, at) if options.profile else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = _built(options, folder)
        devices = {
            version: Device(uf2_blocks.read(path.read_bytes()), at / files.ROM.name, made, symbols_of)
            for version, path in kept.items()
        }
        frozen = _frozen(next(iter(devices.values())), options.frozen) if options.frozen else None
        # Of the frozen one, where there is one.
        alone = options.games or options.restarts or options.drag or options.cuts
        if options.pico2:
            devices, frozen = {"of a Pico 2": _pico2(options.pico2, made, at)}, None
        asked = {"frozen": frozen} if frozen and alone else devices
        if options.restarts:
            return _restarts(asked, names, options.write)
        codes = []
        for version, device in asked.items():
            room = folder / version
            room.mkdir()
            code = _session(options, version, device, kept, names, room)
            if code is not None:
                codes.append(code)
        return max(codes) if codes else _limits(options, names, made, devices, frozen)


def _names(options: argparse.Namespace) -> Sequence[str]:
    """Of the sessions, the games or the scenarios that are asked for."""
    known = games.names() if options.games else list(restarts.GAMES) if options.restarts else scenario.names()
    names = options.names or (games.GAMES if options.games else known)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise MeasureError(f"There is no {unknown[0]!r}; there are {', '.join(known)}.")
    return names


def _symbols(kept: Mapping[str, Path], at: Path) -> dict[str, Any]:
    """Of the MicroPython to profile."""
    if not (at / files.ELF.name).is_file():
        raise FileError(files.no_elf())
    if len(kept) > 1:
        raise FileError(files.one_to_profile(list(kept)))
    return symbols.read(at / files.ELF.name)


def _built(options: argparse.Namespace, folder: Path) -> build.Build:
    """The firmware as `make flash` makes it for an RP2040."""
    root = build.ROOT
    if options.copies:
        root = copies.sources(folder / "sources")
    elif options.parts:
        root = parts.sources(folder / "sources")
    return build.build(folder / "tree", native=True, root=root)


def _frozen(device: Device, path: Path) -> Device:
    """A device with what `make uf2` made, instead of this one's MicroPython."""
    return replace(
        device,
        firmware=uf2_blocks.read(path.read_bytes()),
        frozen=True,
    )


def _pico2(path: Path, made: build.Build, at: Path) -> Device:
    """A Pico 2 with this UF2 file, a MicroPython or what `make uf2` made."""
    firmware = uf2_blocks.read(path.read_bytes(), uf2_blocks.RP2350)
    inside = replace_tool.read(path).inside
    return Device(firmware, files.rp2350js(at), made, frozen=inside, target="pico2")


def _limits(
    options: argparse.Namespace,
    names: Sequence[str],
    made: build.Build,
    devices: Mapping[str, Device],
    frozen: Device | None,
) -> int:
    """The table of all figures, and what of them is exceeded."""
    tables, exceeded = [], []
    for version, device in devices.items():
        print(f"MicroPython {version}", file=sys.stderr)
        # With names only these scenarios are played.
        rows, wrong = _figures(device, names, not options.names, of_flash(made), options.copies)
        tables.append(rows)
        exceeded += [f"MicroPython {version}: {what}" for what in wrong]
    beside, wrong = _figures(frozen, names, not options.names) if frozen else ([], [])
    exceeded += [f"frozen: {what}" for what in wrong]
    found = figures.over(tables)
    print(f"MicroPython {', '.join(devices)}")
    print(figures.table(found, beside), end="")
    for what in exceeded:
        print(f"exceeded: {what}", file=sys.stderr)
    if options.write and options.copies:
        measured.put(*COPIED, figures.some(limits.BESIDE, found))
    elif options.write:
        measured.put(*ALL, figures.table(found))
        if beside:
            measured.put(*FROZEN, figures.beside(limits.BESIDE, found, beside))
    return 1 if exceeded else 0


def _figures(
    device: Device, names: Sequence[str], starts: bool, beside: Sequence[Figure] = (), copied: bool = False
) -> tuple[list[Figure], list[str]]:
    """Those of one MicroPython, with those `beside` them, and what of them is exceeded. starts: a sample of starts
    into screens too. copied: nothing is used in the flash.
    """
    played = _played(device, names)
    found = list(restarts.play_all(device, list(restarts.GAMES), restarts.SAMPLE)) if starts else []
    rows = [*of_keys(played), *restarts.of_starts(found), *of_memory(played), *beside]
    if device.frozen:
        rows = figures.of_frozen(rows)
    if copied:
        rows = figures.of_copies(rows)
    return rows, [*restarts.wrong(found), *_exceeded(rows, played)]


def _session(
    options: argparse.Namespace,
    version: str,
    device: Device,
    kept: Mapping[str, Path],
    names: Sequence[str],
    folder: Path,
) -> int | None:
    """What is no table of figures, on one MicroPython; its exit code. None where nothing of the kind was asked for."""
    asked = (
        options.boards,
        options.drag,
        options.link,
        options.games,
        options.cuts,
        options.flash,
        options.parts,
        options.profile,
    )
    if not any(asked):
        return None
    print(f"MicroPython {version}", flush=True)
    if options.drag and device.frozen:
        return _dragged(device, next(iter(kept.values())), options.frozen, folder)
    if options.drag:
        flash = uf2_blocks.read(uf2.join(kept[version].read_bytes(), device.made))
        return _code(_compared([games.play_first_start(device, flash)]))
    if options.link:
        return _linked(device, options.write)
    if options.boards:
        return _boards(device, folder, options.write)
    if options.games:
        outcomes = _compared(games.play_all(device, names))
        if options.pico2 and options.write:
            measured.put(*PICO2[device.frozen], games.table(outcomes))
        return _code(outcomes)
    if options.cuts:
        return _cuts(device)
    if options.flash:
        return _flash(device, folder, options.write)
    if options.parts:
        return _parts(device, names, options.write)
    return _profile(device, names, options.top)


def _exceeded(found: Sequence[Figure], played: dict[str, Played]) -> list[str]:
    exceeded = [figure.what for figure in found if not figure.met]
    exceeded += [f"{name} never rests after {tag}" for name, one in played.items() for tag in one.restless]
    return exceeded + [f"{name} raises {what}" for name, one in played.items() for what in one.raised]


def _played(device: Device, names: Sequence[str]) -> dict[str, Played]:
    started = time.monotonic()
    played: dict[str, Played] = {}
    for one in measure.play_all(device, names):
        played[one.name] = one
        print(
            f"{one.name}: {one.seconds:.0f} s of the chip, after {time.monotonic() - started:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    return played


def _compared(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """All of them; what came of each is said as soon as it is known."""
    found = []
    for one in outcomes:
        print(
            f"{one.name}: {one.equal} of {one.pictures} pictures are the desk's, {one.starts} starts, "
            f"{one.anew} for want of memory, {one.seconds:.0f} s of the chip",
            flush=True,
        )
        for difference in one.differences:
            print(f"    {difference.where}")
        found.append(one)
    return found


def _code(outcomes: Sequence[Outcome]) -> int:
    return 1 if any(one.differences for one in outcomes) else 0


def _flash(device: Device, folder: Path, put: bool) -> int:
    steps = list(flashing.play(device, folder))
    table = flashing.table(steps)
    print(table, end="")
    if put:
        measured.put(*FLASHED, table)
    return 0 if all(step.good for step in steps) else 1


def _boards(device: Device, folder: Path, put: bool) -> int:
    speeds = boards.speeds(device, folder)
    print(speeds, flush=True)
    found = list(boards.smaller(device, folder))
    smaller = boards.SMALLER_HEAD + "".join(f"{row}\n" for row, _ in found)
    print(smaller, end="")
    exceeded = [what for _, each in found for what in each]
    for what in exceeded:
        print(f"exceeded: {what}", file=sys.stderr)
    if put:
        measured.put(*SPEEDS, speeds)
        measured.put(*SMALLER, smaller)
    return 1 if exceeded else 0


def _dragged(device: Device, published: Path, file: Path, folder: Path) -> int:
    good = True
    for tried in dragged.play(device, published, file, folder):
        print(f"{'' if tried.good else 'WRONG, not: '}{tried.what}", flush=True)
        good = good and tried.good
    return 0 if good else 1


def _linked(device: Device, put: bool) -> int:
    bounds = {**linked.LIMITS, linked.FIRST: limits.FIRST_BYTE}
    recording, without, heard = linked.play_both(device)
    table = linked.table(without, heard, bounds)
    print(table, end="")
    exceeded = [*linked.wrong(recording, heard)]
    exceeded += [did for did, both in linked.exceeded(without, heard, bounds).items() if not both]
    for what in exceeded:
        print(f"exceeded: {what}", file=sys.stderr)
    if put:
        measured.put(*LINKED, table)
    return 1 if exceeded else 0


def _cuts(device: Device) -> int:
    tried = list(pulled.play_all(device))
    for one in tried:
        print(f"{one.where}: a picture after {one.shown:.0f} ms", *one.wrong, sep="\n    ")
    wrong = sum(bool(one.wrong) for one in tried)
    print(f"{len(tried)} cuts, {sum(one.blind for one in tried)} cut again; {wrong} not as on the desk")
    return 1 if wrong else 0


def _restarts(devices: Mapping[str, Device], names: Sequence[str], put: bool) -> int:
    tables, wrong = [], []
    for version, device in devices.items():
        print(f"MicroPython {version}", flush=True)
        starts = []
        for each in restarts.play_all(device, names):
            starts.append(each)
            print(f"{each.ms:5.0f} ms, {'full' if each.full else 'short'} journal: {each.screen}", flush=True)
        rows = restarts.of_starts(starts)
        if device.frozen:
            rows = figures.of_frozen(rows)
        tables.append(rows)
        exceeded = [figure.what for figure in rows if not figure.met] + restarts.wrong(starts)
        wrong += [f"MicroPython {version}: {what}" for what in exceeded]
    found = figures.over(tables)
    print(figures.table(found), end="")
    if put:
        measured.put(*RESTARTED, restarts.renewed(measured.between(*RESTARTED), found))
    for what in wrong:
        print(f"exceeded: {what}", file=sys.stderr)
    return 1 if wrong else 0


def _parts(device: Device, names: Sequence[str], put: bool) -> int:
    table = parts.table([(name, parts.play(device, name)) for name in names])
    print(table, end="")
    if put:
        measured.put(*PARTS, table)
    return 0


def _profile(device: Device, names: Sequence[str], most: int) -> int:
    meanings = json.loads(build.names_path(device.made.folder).read_text(encoding="utf-8"))
    for one in measure.play_all(device, names, profile=True):
        for tag, told in one.profiles:
            print("\n".join(profile.report(profile.made(tag, told, meanings), most)), flush=True)
    return 0


def of_keys(played: dict[str, Played]) -> list[Figure]:
    answers = {name: one.answers for name, one in played.items()}
    found = figures.times(limits.TIMES, answers) + figures.first_bytes(answers)
    found += figures.held_at_power_on(answers)
    for name in sorted(played):
        found += figures.loads(limits.LOADS, played[name].loads)
    for row in limits.TAPS:
        if row.scenario in played:
            ((shown, desk),) = played[row.scenario].tapped
            found.append(figures.taps(row, shown, desk))
    return found


def of_memory(played: dict[str, Played]) -> list[Figure]:
    return figures.heaps(limits.HEAPS, [memory for one in played.values() for memory in one.memory])


def of_flash(made: build.Build) -> list[Figure]:
    """How much room everything takes, and what a Pico W has left."""
    whole = image.installed(made, {}, image.PICO_W)
    left = (image.PICO_W - whole.used) * image.BLOCK
    return [
        figures.one("flash, everything installed", "blocks", whole.used),
        figures.one("left for players on a Pico W", "bytes", left, limits.LEFT_FOR_PLAYERS, least=True),
    ]


if __name__ == "__main__":
    sys.exit(main())
