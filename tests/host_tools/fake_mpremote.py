"""A stand-in for the program mpremote: the same command line, with a folder for the board's storage.

    python fake_mpremote.py STATE_FOLDER connect PORT [resume] exec CODE | fs cp ... [+ exec CODE] | reset
    python fake_mpremote.py STATE_FOLDER connect list

STATE_FOLDER holds state.json (see State), the storage in fs/, and log with every command. The board's code
runs under CPython with the board's os, open and sys.
"""

from __future__ import annotations

import builtins
import errno
import json
import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

PICO = "/dev/ttyACM0 e6614103e7 2e8a:0005 MicroPython Board in FS mode"


class Died(Exception):
    """The test pulled the cable."""


class CommandError(Exception):
    pass


@dataclass
class State:
    devices: list[str] = field(default_factory=lambda: [PICO])
    name: str = "micropython"
    version: tuple[int, int] = (1, 28)
    machine: str = "Raspberry Pi Pico with RP2040"
    mpy: int = 0x1306
    block: int = 4096
    blocks: int = 352
    busy: bool = False
    silent: bool = False  # MicroPython does not answer
    die_at: int = 0  # the cable is pulled at this write, counted from 1; 0: never
    writes: int = 0
    unplugged: bool = False
    spoil: str = ""  # the name of a file that the board stores with wrong contents
    restarts: int = 0
    no_restart: bool = False
    inside: bool = False  # whether Gobelet is frozen into its MicroPython
    unread: bool = False  # whether the file system is unreadable
    bootsel: bool = False  # whether the board has opened its drive
    build: str = ""  # the build of the frozen Gobelet
    chip: str = "e6614103e7"  # unique id of the chip


class Board:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "fs"
        self.root.mkdir(parents=True, exist_ok=True)
        path = folder / "state.json"
        self.state = State(**json.loads(path.read_text())) if path.exists() else State()
        self.out: list[str] = []

    def save(self) -> None:
        (self.folder / "state.json").write_text(json.dumps(asdict(self.state)))

    # The storage.

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def tree(self) -> dict[str, bytes]:
        """Return the stored files by path."""
        return {
            str(p.relative_to(self.root)): p.read_bytes() for p in sorted(self.root.rglob("*")) if p.is_file()
        }

    def free(self) -> int:
        return self.state.blocks - self._used(self.root)

    def _used(self, folder: str | Path) -> int:
        with os.scandir(folder) as entries:
            return sum(
                2 + self._used(each.path) if each.is_dir() else self.taken(each.stat().st_size)
                for each in entries
            )

    def taken(self, size: int) -> int:
        """Return the number of blocks for a file of `size` bytes.

        A small file needs no block beside that of its folder.
        """
        return -(-size // self.state.block) if size > self.state.block // 8 else 0

    def before_write(self) -> None:
        self.state.writes += 1
        if self.state.writes == self.state.die_at:
            raise Died

    def write(self, name: str, data: bytes) -> None:
        try:
            self.before_write()
        except Died:
            # Half of the file had arrived; closing the file stores that half.
            self.path(name).write_bytes(data[: len(data) // 2])
            raise
        if self.free() < self.taken(len(data)):
            raise OSError(errno.ENOSPC, name)
        if name.lstrip("/") == self.state.spoil:
            data = data[:-1] + b"?"
        self.path(name).write_bytes(data)

    # The board's Python.

    def run(self, code: str) -> None:
        def fake_import(name: str, *rest: Any) -> Any:
            own = {"os": self._os(), "sys": self._sys(), "machine": self._machine(), **self._storage()}
            if self.state.build:
                own["gobelet_build"] = SimpleNamespace(BUILD=f"gobelet build {self.state.build}")
            return own.get(name) or builtins.__import__(name, *rest)

        def fake_print(*values: object, end: str = "\n") -> None:
            self.out.append(" ".join(map(str, values)) + end)

        own = {"__import__": fake_import, "print": fake_print, "open": self._open}
        exec(code, {"__builtins__": {**vars(builtins), **own}})

    def _open(self, name: str, mode: str = "r") -> Any:
        if "w" not in mode:
            return self.path(name).open(mode)
        return _Writing(self, name)

    def _sys(self) -> Any:
        implementation = type("implementation", (tuple,), {})((self.state.name, (*self.state.version, 0)))
        implementation._machine = self.state.machine  # type: ignore[attr-defined]
        implementation._mpy = self.state.mpy  # type: ignore[attr-defined]
        modules = {"gobelet_frozen": None} if self.state.inside else {}
        return SimpleNamespace(implementation=implementation, modules=modules)

    def _machine(self) -> Any:
        def bootloader() -> None:
            self.state.unplugged = self.state.bootsel = True
            raise CommandError("device disconnected")

        return SimpleNamespace(bootloader=bootloader, unique_id=lambda: bytes.fromhex(self.state.chip))

    def _storage(self) -> dict[str, Any]:
        board = self

        def mount(files: object, place: str) -> None:
            self.state.unread = False

        class VfsLfs2:
            def __init__(self, flash: object, progsize: int) -> None:
                pass

            @staticmethod
            def mkfs(flash: object, progsize: int) -> None:
                board.before_write()
                wipe_files(board.folder)
                board.root.mkdir()

        return {"rp2": SimpleNamespace(Flash=object), "vfs": SimpleNamespace(VfsLfs2=VfsLfs2, mount=mount)}

    def _os(self) -> Any:
        def change_names(change: Any) -> Any:
            def call(*names: str) -> None:
                self.before_write()
                change(*map(self.path, names))

            return call

        def ilistdir(name: str) -> Iterator[tuple[str, int, int, int]]:
            for p in sorted(self.path(name).iterdir()):
                yield p.name, 0x4000 if p.is_dir() else 0x8000, 0, p.stat().st_size

        def statvfs(name: str) -> tuple[int, ...]:
            if self.state.unread:
                return (0,) * 5
            # MicroPython's littlefs counts the blocks of folders twice.
            told = self.free() - 2 * sum(p.is_dir() for p in self.root.rglob("*"))
            return (self.state.block, self.state.block, self.state.blocks, told, told)

        return SimpleNamespace(
            ilistdir=ilistdir,
            listdir=lambda name: os.listdir(self.path(name)),
            statvfs=statvfs,
            remove=change_names(os.remove),
            rmdir=change_names(os.rmdir),
            mkdir=change_names(os.mkdir),
            rename=change_names(os.replace),
        )

    # The program.

    def command(self, words: list[str]) -> None:
        match words:
            case ["connect", "list"]:
                if not (self.state.bootsel and self.state.unplugged):
                    self.out.extend(line + "\n" for line in self.state.devices)
            case ["connect", port, *rest]:
                known = [line.split()[0] for line in self.state.devices]
                if self.state.busy or self.state.unplugged or port not in known:
                    raise CommandError(f"failed to access {port} (it may be in use by another program)")
                if self.state.silent:
                    raise CommandError("could not enter raw repl")
                self._connected(rest[1:] if rest[0] == "resume" else rest)
            case _:
                raise CommandError(f"'{words[0]}' is not a command")

    def _connected(self, words: list[str]) -> None:
        if "+" in words:
            at = words.index("+")
            self._connected(words[:at])
            self._connected(words[at + 1 :])
            return
        match words:
            case ["exec", code] | ["exec", "--no-follow", code]:
                self.run(code)
            case ["fs", "cp", "-f", *sources, target]:
                for source in sources:
                    self.out.append(f"cp {source} {target}\n")
                    self._copy(Path(source), target[1:], len(sources) > 1)
            case ["reset"]:
                if self.state.no_restart:
                    raise CommandError("failed")
                self.state.restarts += 1
            case _:
                raise CommandError(f"not used so far: {words}")

    def _copy(self, source: Path, target: str, several: bool) -> None:
        if target.endswith("/") or several:
            if not self.path(target).is_dir():
                raise CommandError("cp: destination is not a directory")
            target = target.rstrip("/") + "/" + source.name
        try:
            self.write(target, source.read_bytes())
        except OSError as error:
            raise CommandError(f"cp: {error.strerror}: {os.strerror(error.errno or 0)}.") from None


class _Writing:
    """An open file: closing it stores the contents, as in littlefs."""

    def __init__(self, board: Board, name: str) -> None:
        self.board = board
        self.name = name
        self.data = b""

    def __enter__(self) -> _Writing:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def write(self, data: str | bytes) -> int:
        self.data += data.encode() if isinstance(data, str) else data
        return len(data)

    def close(self) -> None:
        self.board.write(self.name, self.data)


def main(folder: Path, words: list[str]) -> tuple[int, str, str]:
    """Run one command; return its exit code, standard output and standard error."""
    board = Board(folder)
    with (folder / "log").open("a") as log:
        log.write(json.dumps(words) + "\n")
    code, err = 0, ""
    try:
        board.command(words)
    except Died:
        board.state.unplugged = True
        code, err = 1, "Traceback...\nserial.serialutil.SerialException: device disconnected\n"
    except CommandError as fault:
        code, err = 1, f"mpremote: {fault}\n"
    except Exception:
        # mpremote shows the board's traceback on its standard output.
        code = 1
        board.out.append(traceback.format_exc())
    board.save()
    return code, "".join(board.out), err


def wipe_files(folder: Path) -> None:
    shutil.rmtree(folder / "fs", ignore_errors=True)


if __name__ == "__main__":
    exit_code, said, complained = main(Path(sys.argv[1]), sys.argv[2:])
    sys.stdout.write(said)
    sys.stderr.write(complained)
    sys.exit(exit_code)
