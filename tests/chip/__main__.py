"""The firmware on an emulated Pico: every limit, in the chip's own time. Exit code 1 if one is exceeded.

make chip ROM=FILE              the first time; a copy is kept in the user's cache folder
make chip                       all scenarios in one table, with the file of `make uf2`; UF2=FILE: with another
make chip ARGS="dice attack"    these scenarios only
make chip ARGS=--write          puts the table into tests/MEASURED.md; most entries below accept it too
make chip ARGS=--games          whole games on the chip, each picture compared with the desk's
make chip ARGS="--games dice_roll"          these sessions of tests/scripts only
make chip ARGS=--evening        2 400 presses in all games without a restart; "--evening --seed 2": another evening
make chip ARGS=--cuts           power cuts after presses, and the picture of the next start
make chip ARGS=--restarts       a start into every screen of each game, with a short journal and with a full one
make chip ARGS="--restarts --write dice"    of this game only; the table of all scenarios has a sample
make chip ARGS=--link           a whole game with a link client, compared with the same game without one
make chip ARGS=--power          how long the chip is awake on battery, and the hours of battery life
make chip ARGS=--boards         the other boards of the file, and the panel's bus at 1 MHz
make chip ARGS=--drag           the file dragged onto an empty Pico, over an older one, and cut
make chip ARGS=--selftest       `make selftest` over the emulated USB, also with one planted fault at a time
make chip ARGS="--profile dice"  a profile of each key; the .elf file must lie next to the UF2 file
make chip RP2350JS=FOLDER ARGS="--pico2 --games"    an emulated Pico 2 with the file of `make uf2 BOARD=pico2`
make chip PUBLISHED="FILE..." ARGS="--plain --games"  files copied onto a published MicroPython of a Pico 2
make chip ARGS=--flash          make flash over the emulated USB, also with power cuts: both parts below
make chip ARGS="--flash plain"  of plain files, onto a published MicroPython
make chip ARGS="--flash uf2"    of the UF2 file, through the emulated drive, from each state of a Pico
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from host_tools.building import build, frozen, uf2_blocks
from host_tools.device.remote import RemoteError
from host_tools.device.selftest import report
from simulator.script import ScriptError
from tests import measured, sizes
from tests.chip import (
    boards,
    chip,
    dragged,
    evening,
    figures,
    files,
    flashing,
    flashing_uf2,
    games,
    limits,
    linked,
    measure,
    power,
    profile,
    pulled,
    restarts,
    scenario,
    selftest,
    symbols,
)
from tests.chip.chip import ChipError
from tests.chip.device import Device
from tests.chip.figures import Figure, MeasureError
from tests.chip.files import FileError
from tests.chip.games import Outcome
from tests.chip.measure import Played
from tests.chip.symbols import SymbolError

# The marks of the tables in MEASURED.md.
ALL = ("<!-- make chip ARGS=--write writes this table -->", "<!-- end of the chip's table -->")
RESTARTED = (
    '<!-- make chip ARGS="--restarts --write" writes this table; with names of games, their rows -->',
    "<!-- end of the restarts -->",
)
GAMES = ('<!-- make chip ARGS="--games --write" writes this table -->', "<!-- end of the games -->")
PICO2 = (
    '<!-- make chip ARGS="--pico2 --games --write" writes this table -->',
    "<!-- end of the games of a Pico 2 -->",
)
PLAIN = (
    '<!-- make chip ARGS="--plain --games --write" writes this table -->',
    "<!-- end of the games of plain files -->",
)
EVENINGS = {
    1: ('<!-- make chip ARGS="--evening --write" writes this table -->', "<!-- end of the evening -->"),
    2: (
        '<!-- make chip ARGS="--evening --seed 2 --write" writes this table -->',
        "<!-- end of another evening -->",
    ),
}
BOARDS = ('<!-- make chip ARGS="--boards --write" writes this table -->', "<!-- end of the boards -->")
SPEEDS = ("<!-- and this one -->", "<!-- end of the speeds -->")
FLASHED = (
    '<!-- make chip ARGS="--flash plain --write" writes this table -->',
    "<!-- end of what was flashed -->",
)
FLASHED_UF2 = (
    '<!-- make chip ARGS="--flash uf2 --write" writes this table -->',
    "<!-- end of the UF2 file that was flashed -->",
)
LINKED = (
    '<!-- make chip ARGS="--link --write" writes this table -->',
    "<!-- end of the game with a listener -->",
)
POWER = ('<!-- make chip ARGS="--power --write" writes this table -->', "<!-- end of the power -->")
SELFTEST = (
    '<!-- make chip ARGS="--selftest --write" writes this table -->',
    "<!-- end of the self-test's faults -->",
)
FLASHES = ("plain", "uf2")  # the ways of `make flash`
NOT_RUN = 2
FAULTS = (FileError, SymbolError, ChipError, MeasureError, RemoteError, ScriptError, build.BuildError)


def main(argv: Sequence[str] | None = None, at: Path | None = None) -> int:
    options = _make_parser().parse_args(argv)
    options.pico2 = options.pico2 or options.plain  # on a Pico they fill the memory
    at = at or files.stored_folder()
    try:
        mode = MODES[options.mode]
        if options.write and options.seed not in EVENINGS:
            raise MeasureError(
                f"The tables are of the evenings with seed {' and '.join(map(str, EVENINGS))}."
            )
        if options.pico2 and mode not in (_run_games, _run_cuts, _run_evening):
            raise MeasureError(
                "How long a Pico 2 takes is not known here: ask for its --games, --cuts or --evening."
            )
        options.names = _chosen_names(options)
        target = "pico2" if options.pico2 else "pico"
        rom = files.stored_rp2350js(at) if options.pico2 else files.stored_rom(at)
        with tempfile.TemporaryDirectory() as folder:
            options.folder, options.at = Path(folder), at
            # The ROM and the instruction loop are for the RP2040 only.
            if not options.pico2:
                chip.check_core(rom)
            return max(mode(device, options) for device in _measured_devices(options, target, rom, at))
    except FAULTS as fault:
        print(fault, file=sys.stderr)
        return NOT_RUN


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.chip", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="SCENARIO", help=", ".join(scenario.scenario_names()))
    parser.add_argument("--uf2", type=Path, metavar="FILE", help="in place of what `make uf2` has made")
    parser.add_argument("--write", action="store_true", help="put the table into tests/MEASURED.md")
    parser.add_argument("--pico2", action="store_true", help="on a Pico 2: --games or --cuts")
    parser.add_argument(
        "--plain", action="store_true", help="--pico2, from files copied onto the published MicroPythons"
    )
    one = parser.add_mutually_exclusive_group()
    for mode, what in {
        "games": f"play whole games: {', '.join(games.GAMES)}",
        "evening": "2 400 presses in all games without a restart",
        "cuts": "cut the power behind presses, and start again",
        "restarts": "start into every screen of each game",
        "link": "a whole game with a listener and without",
        "boards": "the other boards, and a faster bus to the panel",
        "drag": "drag the file onto an empty Pico, over an older one, and cut",
        "flash": f"`make flash`, whole and cut at each step: {', '.join(FLASHES)}; else both",
        "power": "how long the chip is awake on battery",
        "selftest": "the self-test over the emulated USB, also with planted faults",
        "profile": "where the time of one key of each kind goes",
    }.items():
        one.add_argument(f"--{mode}", dest="mode", action="store_const", const=mode, default="", help=what)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of an evening (1)")
    parser.add_argument("--top", type=int, default=20, metavar="N", help="functions in a profile (20)")
    return parser


def _chosen_names(options: argparse.Namespace) -> Sequence[str]:
    """Return the sessions, games, kinds of flash or scenarios to play. Raises MeasureError for an unknown name."""
    of_scripts, of_games = options.mode == "games", options.mode == "restarts"
    known = (
        games.script_names()
        if of_scripts
        else list(restarts.GAMES)
        if of_games
        else scenario.scenario_names()
    )
    if options.mode == "flash":
        known = list(FLASHES)
    unknown = [name for name in options.names if name not in known]
    if unknown:
        raise MeasureError(f"There is no {unknown[0]!r}; there are {', '.join(known)}.")
    if options.names and options.write and not of_games and options.mode != "flash":
        raise MeasureError("The table has all of them: leave out the names.")
    return options.names or (games.GAMES if of_scripts else known)


def _measured_devices(options: argparse.Namespace, target: str, rom: Path, at: Path) -> Iterator[Device]:
    """Yield the devices to measure: the `make uf2` build, or each published MicroPython with plain files."""
    of_flash = options.mode == "flash"
    if "uf2" in options.names if of_flash else not options.plain:
        path = files.our_uf2(target, options.uf2)
        firmware = uf2_blocks.read(path.read_bytes(), frozen.TARGETS[target].family)
        elf = frozen.elf_path(path)
        told = symbols.read_symbols(elf) if options.mode == "profile" else None
        yield Device(firmware, rom, target, symbols=told)
    if "plain" not in options.names if of_flash else not options.plain:
        return
    only = flashing.GAMES if of_flash else ()
    made = build.build(options.folder / "tree", frozen.boards(target)[0], native=True, games=only)
    for version, path in files.published_files(at, target).items():
        print(f"MicroPython {version}, plain files", flush=True)
        firmware = uf2_blocks.read(path.read_bytes(), frozen.TARGETS[target].family)
        yield Device(firmware, rom, target, plain=made)


def _run_limits(device: Device, options: argparse.Namespace) -> int:
    """Measure all figures, print the table, and return the exit code."""
    played = _play_scenarios(device, options.names)
    # If the user names scenarios, only those are played.
    whole = options.names == scenario.scenario_names()
    starts = list(restarts.play_all(device, list(restarts.GAMES), restarts.SAMPLE)) if whole else []
    found = [
        *key_figures(played),
        *restarts.start_figures(starts),
        *heap_figures(played),
        flash_figure(device),
    ]
    print(figures.format_table(found), end="")
    if options.write:
        measured.replace_between(*ALL, figures.format_table(found))
    if whole:
        sizes.main(["--write"] if options.write else [])
    return _report_faults([*restarts.find_faults(starts), *_list_faults(found, played)])


def _report_faults(exceeded: Iterable[str]) -> int:
    """Print the exceeded limits and faults, and return the exit code."""
    code = 0
    for what in exceeded:
        print(f"exceeded: {what}", file=sys.stderr)
        code = 1
    return code


def _list_faults(found: Sequence[Figure], played: dict[str, Played]) -> list[str]:
    exceeded = [figure.what for figure in found if not figure.is_met]
    exceeded += [f"{name} never rests after {tag}" for name, one in played.items() for tag in one.restless]
    return exceeded + [f"{name} raises {what}" for name, one in played.items() for what in one.raised]


def _play_scenarios(device: Device, names: Sequence[str]) -> dict[str, Played]:
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


def collect_outcomes(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Collect the outcomes, and print each as soon as it is known."""
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


def _run_games(device: Device, options: argparse.Namespace) -> int:
    outcomes = collect_outcomes(games.play_all(device, options.names))
    if options.write:
        marks = PLAIN if options.plain else PICO2 if options.pico2 else GAMES
        measured.replace_between(*marks, games.format_table(outcomes))
    return exit_code(outcomes)


def _run_evening(device: Device, options: argparse.Namespace) -> int:
    played = evening.play_evening(device, options.seed)
    table = evening.format_table(played)
    print(table, end="")
    for difference in played.different:
        print(f"    {difference.where}")
    if options.write and not options.pico2:
        measured.replace_between(*EVENINGS[options.seed], table)
    # The speed of a Pico 2 is unknown, so it has no limits.
    return _report_faults(
        [*evening.find_faults(played), *([] if options.pico2 else evening.exceeded_limits(played))]
    )


def exit_code(outcomes: Sequence[Outcome]) -> int:
    return 1 if any(one.differences for one in outcomes) else 0


def _run_boards(device: Device, options: argparse.Namespace) -> int:
    found = []
    for each in boards.play_first_starts(device):
        found.append(each)
        print(f"{each.board}: {each.equal} of {each.pictures} pictures are the desk's", flush=True)
    speeds = boards.speeds_table(device)
    print(speeds, end="")
    if options.write:
        measured.replace_between(*BOARDS, boards.format_table(found))
        measured.replace_between(*SPEEDS, speeds)
    return _report_faults(f"{each.board} shows other pictures" for each in found if not each.good)


def _run_drag(device: Device, options: argparse.Namespace) -> int:
    good = True
    for tried in dragged.try_drags(device):
        print(f"{'' if tried.good else 'WRONG, not: '}{tried.what}", flush=True)
        good = good and tried.good
    return 0 if good else 1


def _run_flash(device: Device, options: argparse.Namespace) -> int:
    if device.plain is None:
        return _run_flash_uf2(device, options)
    steps = list(flashing.flash_all(device, options.folder))
    table = flashing.format_table(steps)
    print(table, end="")
    if options.write:
        measured.replace_between(*FLASHED, table)
    return 0 if all(step.good for step in steps) else 1


def _run_flash_uf2(device: Device, options: argparse.Namespace) -> int:
    path = files.our_uf2(device.target, options.uf2)
    desk = flashing_uf2.desk_of(device, path, options.at, options.folder)
    steps = []
    for step in flashing_uf2.flash_states(desk, options.folder):
        steps.append(step)
        print(step.row(), flush=True)
    if options.write:
        measured.replace_between(*FLASHED_UF2, flashing_uf2.format_table(steps))
    return 0 if all(step.good for step in steps) else 1


def _run_link(device: Device, options: argparse.Namespace) -> int:
    recording, without, heard = linked.play_both(device)
    table = linked.format_table(without, heard)
    print(table, end="")
    if options.write:
        measured.replace_between(*LINKED, table)
    exceeded = [did for did, both in linked.exceeded_limits(without, heard).items() if not both]
    return _report_faults([*linked.find_faults(recording, heard), *exceeded])


def _run_cuts(device: Device, options: argparse.Namespace) -> int:
    tried = list(pulled.play_all(device))
    for one in tried:
        print(f"{one.where}: a picture after {one.shown:.0f} ms", *one.wrong, sep="\n    ")
    wrong = sum(bool(one.wrong) for one in tried)
    print(f"{len(tried)} cuts, {sum(one.blind for one in tried)} cut again; {wrong} not as on the desk")
    return 1 if wrong else 0


def _run_restarts(device: Device, options: argparse.Namespace) -> int:
    starts = []
    for each in restarts.play_all(device, options.names):
        starts.append(each)
        print(f"{each.ms:5.0f} ms, {'full' if each.full else 'short'} journal: {each.screen}", flush=True)
    rows = restarts.start_figures(starts)
    print(figures.format_table(rows), end="")
    if options.write:
        measured.replace_between(*RESTARTED, restarts.replace_rows(measured.text_between(*RESTARTED), rows))
    return _report_faults(
        [*restarts.find_faults(starts), *(figure.what for figure in rows if not figure.is_met)]
    )


def _run_power(device: Device, options: argparse.Namespace) -> int:
    found = power.measure_power(device)
    table = power.format_table(found)
    print(table, end="")
    if options.write:
        measured.replace_between(*POWER, table)
    return _report_faults(found.find_faults())


def _run_selftest(device: Device, options: argparse.Namespace) -> int:
    """Run the self-test of a faultless device, then of one with each fault."""
    told = selftest.run_selftest(device, options.folder, None, lambda line: print(line, flush=True))
    wrong = [each.name for each in report.read_results(told) if each.state == "fails"]
    print(report.verdict(report.read_results(told), "en"), f"{told['seconds']} s", sep="\n", flush=True)
    rows = []
    for fault, hit, seconds in selftest.plant_all(device, options.folder):
        french, english = (
            selftest.message_of(hit, language) if hit else "NOT FOUND" for language in ("fr", "en")
        )
        print(f"{fault.name}, {seconds} s: {french} / {english}", flush=True)
        rows.append((fault.name, seconds, french, english))
        if hit is None:
            wrong.append(fault.name)
    if options.write and not wrong:
        selftest.store_report(told)
        measured.replace_between(*SELFTEST, selftest.format_table(told["seconds"], rows))
    return _report_faults(wrong)


def _run_profile(device: Device, options: argparse.Namespace) -> int:
    for one in measure.play_all(device, options.names, profile=True):
        for tag, told in one.profiles:
            print("\n".join(profile.report_lines(profile.build_profile(tag, told), options.top)), flush=True)
    return 0


MODES: dict[str, Callable[[Device, argparse.Namespace], int]] = {
    "": _run_limits,
    "games": _run_games,
    "evening": _run_evening,
    "cuts": _run_cuts,
    "restarts": _run_restarts,
    "link": _run_link,
    "boards": _run_boards,
    "drag": _run_drag,
    "flash": _run_flash,
    "profile": _run_profile,
    "power": _run_power,
    "selftest": _run_selftest,
}


def key_figures(played: dict[str, Played]) -> list[Figure]:
    answers = {name: one.answers for name, one in played.items()}
    found = figures.time_figures(limits.TIMES, answers) + figures.first_bytes(answers)
    found += figures.held_at_power_on(answers)
    for name in sorted(played):
        found += figures.load_figures(limits.LOADS, played[name].loads)
    for row in limits.TAPS:
        if row.scenario in played:
            ((shown, desk),) = played[row.scenario].tapped
            found.append(figures.tap_figure(row, shown, desk))
    return found


def heap_figures(played: dict[str, Played]) -> list[Figure]:
    return figures.heap_figures(limits.HEAPS, [memory for one in played.values() for memory in one.memory])


def flash_figure(device: Device) -> Figure:
    """Flash size of MicroPython and Gobelet."""
    return figures.single_figure("flash", "bytes", len(device.firmware), limits.FLASH)


if __name__ == "__main__":
    sys.exit(main())
