"""Run the tests that could depend on this desk in a copy of the tree.

The exit code is 1 on a failure.

    make elsewhere                      all of them
    make elsewhere ARGS=tests/device    other arguments for pytest

The copy has a path of another length, with a space and an accent. The system does not know the user, who has
no home folder. The environment is otherwise empty: LC_ALL=C, another time zone, another number of processes.
A test that fails only there depends on one of these.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Tests that start other programs, or access files: MicroPython, boards, link, terminal, pictures.
TESTS = (
    "tests/chip/test_files.py",
    "tests/device",
    "tests/host_tools/building/test_frozen.py",
    "tests/host_tools/building/test_mip.py",
    "tests/host_tools/building/test_texts.py",
    "tests/host_tools/device",
    "tests/host_tools/link",
    "tests/host_tools/test_command.py",
    "tests/host_tools/test_pty_board.py",
    "tests/link",
    "tests/micropython",
    "tests/simulator/test_golden.py",
    "tests/simulator/test_main.py",
    "tests/simulator/test_picture.py",
    "tests/simulator/test_pictures.py",
    "tests/simulator/test_store.py",
    "tests/simulator/test_terminal.py",
    "tests/simulator/web/test_browser.py",
    "tests/words/test_texts.py",
    "tests/ui/drawing/test_on_micropython.py",
)
FOLDER = "Un dé à vingt faces"
TEMPORARY = "à part"
USER = 64_321  # a user id without a name on any system
# Commands that run a program as that user: in a user namespace, or as root.
IN_NAME_SPACE = ("unshare", "--user", f"--map-user={USER}", f"--map-group={USER}", "--")
DROPPED = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--")
KNOWN = "import os, pwd; pwd.getpwuid(os.getuid())"


class Elsewhere:
    """The copy in a folder.

    user   the command that runs as the unknown user; () if the system does not allow it
    """

    def __init__(self, outside: Path) -> None:
        self.folder = outside / FOLDER
        if len(str(self.folder)) == len(str(ROOT)):
            self.folder = outside / (FOLDER + " et plus")
        self.temporary = outside / TEMPORARY
        self.temporary.mkdir()
        self._copy()
        self.user = next((way for way in (IN_NAME_SPACE, DROPPED) if is_stranger(way)), ())
        if self.user is DROPPED:
            for path in (outside, *outside.rglob("*")):
                os.chown(path, USER, USER, follow_symlinks=False)

    def _copy(self) -> None:
        """Copy the files of the repository in their present state. The virtual environment is linked."""
        listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in subprocess.check_output(listed, cwd=ROOT, encoding="utf-8").split("\0"):
            if name and (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)
        (self.folder / ".venv").symlink_to((ROOT / ".venv").resolve())

    def run(self, *words: str) -> int:
        """Run Python with these arguments, and return the exit code."""
        return subprocess.run(
            [*self.user, str(self.folder / ".venv" / "bin" / "python"), *words],
            cwd=self.folder,
            env={
                "PATH": os.environ["PATH"],
                "LC_ALL": "C",
                "TMPDIR": str(self.temporary),
                "TZ": "ELSE-12:45",
            },
            check=False,
        ).returncode


def is_stranger(way: Sequence[str]) -> bool:
    """Tell whether Python runs with this command, and as an unknown user."""
    if shutil.which(way[0]) is None:
        return False
    asked = subprocess.run([*way, sys.executable, "-c", KNOWN], capture_output=True, check=False)
    return b"KeyError" in asked.stderr


@contextmanager
def copy_elsewhere() -> Iterator[Elsewhere]:
    with tempfile.TemporaryDirectory(prefix="gobelet-elsewhere-") as outside:
        yield Elsewhere(Path(outside))


def main(given: Sequence[str]) -> int:
    with copy_elsewhere() as copy:
        print(f"In {str(copy.folder)!r}, with LC_ALL=C, another time zone and no HOME", flush=True)
        if not copy.user:
            print("As you: this system does not let a user be one that it does not know", flush=True)
        processes = (os.cpu_count() or 1) + 1  # the `make test` run has one process more
        return copy.run("-m", "pytest", "-n", str(processes), "--dist", "worksteal", *(given or TESTS))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
