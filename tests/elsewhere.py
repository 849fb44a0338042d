"""The tests that could depend on the desk, once more in a copy of the tree elsewhere. Exit code 1 if one fails there.

    make elsewhere                      all of them
    make elsewhere ARGS=tests/device    what pytest is given instead

Elsewhere is another length of the path, with a space and an accent; a user whom the system does not know, without a
home; plain letters (LC_ALL=C), another time zone, another number of processes, and nothing else of the environment. A
test that fails there alone depends on one of them.
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
# What runs another program, or reads and writes files: MicroPython, the boards, the link, the terminal, the pictures.
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
USER = 64_321  # whose name no system knows
# What runs a command as that user. In a name space of users everybody may have another number; elsewhere root may.
IN_NAME_SPACE = ("unshare", "--user", f"--map-user={USER}", f"--map-group={USER}", "--")
DROPPED = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--")
KNOWN = "import os, pwd; pwd.getpwuid(os.getuid())"


class Elsewhere:
    """The copy in a folder. user: what runs a command as the strange user; () where the system does not let us."""

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
        """What belongs to the tree, as it is now. What was installed for it stays where it is."""
        listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in subprocess.check_output(listed, cwd=ROOT, encoding="utf-8").split("\0"):
            if name and (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)
        (self.folder / ".venv").symlink_to((ROOT / ".venv").resolve())

    def run(self, *words: str) -> int:
        """The exit code of Python with these words."""
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
    """Whether Python runs so, as a user whom the system does not know."""
    if shutil.which(way[0]) is None:
        return False
    asked = subprocess.run([*way, sys.executable, "-c", KNOWN], capture_output=True, check=False)
    return b"KeyError" in asked.stderr


@contextmanager
def elsewhere() -> Iterator[Elsewhere]:
    with tempfile.TemporaryDirectory(prefix="gobelet-elsewhere-") as outside:
        yield Elsewhere(Path(outside))


def main(given: Sequence[str]) -> int:
    with elsewhere() as copy:
        print(f"In {str(copy.folder)!r}, with LC_ALL=C, another time zone and no HOME", flush=True)
        if not copy.user:
            print("As you: this system does not let a user be one that it does not know", flush=True)
        processes = (os.cpu_count() or 1) + 1  # `make test` has one more
        return copy.run("-m", "pytest", "-n", str(processes), "--dist", "worksteal", *(given or TESTS))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
