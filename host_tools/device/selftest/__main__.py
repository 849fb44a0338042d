"""Test a device on its USB cable, and write a report for the developers.

    python -m host_tools.device.selftest [--port /dev/ttyACM0] [--alone] [--language fr]
    python -m host_tools.device.selftest --compare FILE...     several reports side by side

The test takes some minutes. It saves the player's games into a zip, and sets them aside on the device. At the end
the games are restored. After an interruption, the next self-test first restores the games that are set aside. The
user looks at three pictures, holds each of the four device keys and pulls the cable twice; --alone skips these
checks.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from host_tools.building import build
from host_tools.device import backup, data, remote
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError
from host_tools.device.selftest import inside, playing, report, sentences
from host_tools.device.selftest.bench import Bench
from host_tools.device.selftest.hardware import Hardware
from host_tools.device.selftest.person import Person, at_the_terminal
from host_tools.device.selftest.report import ReportError
from host_tools.device.selftest.results import Result, Results
from host_tools.device.selftest.talk import Silent
from host_tools.device.selftest.twin import files_after_lesson
from host_tools.entry_point import command_name, run_main, with_installed_commands
from host_tools.version import version

MOST_DRIFT = 1.0  # maximum drift of the device's clock, in percent
EMULATED = Path(__file__).with_name("emulated.json")
PLAYED = ("cuts", "plug", "flash", "clock")


class Run:
    """One self-test of a device.

    folder   the folder for the zip with the player's games
    say      prints a message to the user
    """

    def __init__(
        self,
        bench: Bench,
        person: Person,
        folder: Path,
        language: str,
        root: Path = build.ROOT,
        say: Callable[[str], object] = print,
    ) -> None:
        self.bench = bench
        self.person = person
        self.folder = folder
        self.language = language
        self.root = root
        self.say = say
        self.results = Results(self._on_result)
        self.began = time.monotonic()
        self.backup = folder / f"gobelet-{report.stamp()}.zip"
        self._aside = False
        self.plays = True  # whether to run the second half of the self-test, which plays games

    def _on_result(self, result: Result) -> None:
        self.say(with_installed_commands(report.line(result, self.language)))

    def run_checks(self) -> dict[str, Any]:
        """Run all checks, restore the games, and return the report.

        Raises RemoteError if the device does not answer.
        """
        board = self.bench.stop_program()
        board.exec(inside.PUT_BACK % {"ours": False})
        kept = data.from_board(board).files
        if kept:
            backup.write(self.backup, kept, False)
            self.say(sentences.user_message("hello", self.language, port=self.bench.port, backup=self.backup))
        hardware = Hardware(self.bench, self.person, self.results, self.root)
        hardware.run_checks()
        try:
            if self.plays:
                self._run_games(hardware)
        finally:
            self._put_back(kept)
        return self._report(hardware)

    def _run_games(self, hardware: Hardware) -> None:
        why = "" if hardware.same_program else "firmware"
        why = why or ("" if hardware.has_room else "room")
        if why:
            for name in (*PLAYED, "pictures"):
                self.results.add_skip(name, why)
            return
        self.say(sentences.user_message("now", self.language))
        bench = self.bench
        bench.stop_program().exec(inside.SET_ASIDE % {"files": sorted(files_after_lesson().items())})
        self._aside = True
        blocks = dict(enumerate(self._read_blocks()))
        bench.restart_program()
        playing.play_all(bench, self.results)
        playing.time_keys(bench, self.results)
        cuts = playing.Cuts(bench, self.results)
        self._put_first_files()
        cuts.open_counters()
        cuts.cut_all()
        cuts.plug_all(self.person)
        self._check_flash(blocks)
        self._check_clock()

    def _put_first_files(self) -> None:
        """Replace the device's data by the files after the first lesson, without games."""
        self.bench.stop_program().exec(inside.FRESH % {"files": sorted(files_after_lesson().items())})

    def _read_blocks(self) -> list[int]:
        told = self.bench.ask_in_order(inside.BLOCKS, 120)
        self._bad = dict(told).get("bad", 0)
        return [one for name, sums in told if name == "sums" for one in sums]

    def _check_flash(self, before: dict[int, int]) -> None:
        after = self._read_blocks()
        changed = sum(before.get(at) != one for at, one in enumerate(after))
        if self._bad:
            self.results.add_failure("flash", "worn", bad=self._bad)
        else:
            self.results.add_pass("flash", changed=changed, blocks=len(after))

    def _read_ticks(self) -> tuple[int, float]:
        ticks = int(self.bench.ask_by_name(inside.TICKS)["ticks"])
        return ticks, self.bench.clock() if self.bench.clock else 0.0

    def _check_clock(self) -> None:
        """Measure the drift of the device's clock during 20 seconds."""
        if self.bench.clock is None:
            self.results.add_skip("clock", "clock")
            return
        ticks, at = self._read_ticks()
        time.sleep(20)
        later, now = self._read_ticks()
        seconds = now - at
        error = round(100 * abs((later - ticks) / 1000 - seconds) / seconds, 2)
        words = {"error": error, "seconds": round(seconds)}
        if error > MOST_DRIFT:
            self.results.add_failure("clock", "off", most=MOST_DRIFT, **words)
        else:
            self.results.add_pass("clock", **words)

    def _put_back(self, kept: dict[str, bytes]) -> None:
        board = self.bench.stop_program()
        board.exec(inside.PUT_BACK % {"ours": self._aside and not kept})
        if data.from_board(board).files == kept:
            self.results.add_pass("putback", files=len(kept))
        else:
            self.results.add_failure("putback", "differs", backup=str(self.backup))
        with suppress(RemoteError):
            board.restart()
        self.bench.close_connections()

    def _report(self, hardware: Hardware) -> dict[str, Any]:
        about = {
            "made": time.strftime("%Y-%m-%d"),
            "version": version(),
            "machine": hardware.machine,
            "board": hardware.board_name,
            "build": hardware.build,
            "seconds": round(time.monotonic() - self.began),
        }
        return report.content(self.results.all, about)


def language_of(environment: str) -> str:
    """Return the language for a value of the environment variable LANG."""
    return "fr" if environment.lower().startswith("fr") else "en"


def _compare(files: Sequence[Path]) -> int:
    named = [(path.stem.removeprefix("gobelet-selftest-"), report.read(path)) for path in files]
    if EMULATED.exists():
        named.append(("emulated", report.read(EMULATED)))
    print(report.comparison(named), end="")
    return 0


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Test a device and write the report; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.device.selftest"),
        description="Test a board at the cable, and write a report.",
    )
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument("--alone", action="store_true", help="ask nobody to look, press or pull")
    parser.add_argument("--language", choices=sentences.LANGUAGES, help="of what is said (as LANG has it)")
    parser.add_argument("--compare", nargs="+", type=Path, metavar="FILE", help="reports, side by side")
    options = parser.parse_args(argv)
    language = options.language or language_of(os.environ.get("LANG", ""))
    try:
        if options.compare:
            return _compare(options.compare)
        bench = Bench(remote.choose_port(options.port, program), program)
        run = Run(bench, at_the_terminal(language, options.alone), Path("."), language)
        made = run.run_checks()
        stem = f"gobelet-selftest-{report.stamp()}"
        files = Path(f"{stem}.json"), Path(f"{stem}.txt")
        files[0].write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        files[1].write_text(report.page(made, language), encoding="utf-8")
    except Silent:
        print(
            "The Gobelet at the cable does not answer any more; unplug it, plug it in, and repeat.",
            file=sys.stderr,
        )
        return 1
    except (DataError, RemoteError, ReportError, build.BuildError) as fault:
        print(with_installed_commands(str(fault)), file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename or 'The report'} cannot be written: {fault.strerror}.", file=sys.stderr)
        return 1
    print(with_installed_commands(report.verdict(run.results.all, language)))
    print(sentences.user_message("files", language, json=files[0], text=files[1]))
    return 1 if run.results.failures() else 0


if __name__ == "__main__":
    run_main(main)
