"""MicroPython's official WebAssembly build as a child process: a heap of 32-bit words, like the Pico's.

    with Wasm() as python:
        python.copy(folder)             # files into its filesystem
        python.run("import session")    # source text; returns what it printed
        python.calls([["step", 10, 4]]) # functions of its main module, one JavaScript call each

Inside a call `gc.collect()` is only a request: garbage is freed when the call returns. So each collection or
measurement needs a call of its own. The heap grows as needed, so only `mem_alloc` is meaningful, not
`mem_free`.
"""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from host_tools.building.build import without_native
from host_tools.building.strip_types import strip
from tests import node

ROOT = Path(__file__).resolve().parents[2]
HOST = Path(__file__).with_name("wasm") / "host.mjs"
PACKAGE = Path("wasm/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs")

Call = Sequence[Any]  # name of a function and its parameters, integers and strings


class WasmError(Exception):
    """Python raised an exception, or the process died. `done` are the results of the calls before."""

    def __init__(self, message: str, done: list[tuple[Any, list[str]]] | None = None) -> None:
        super().__init__(message)
        self.done = done or []


def wasm_path() -> Path:
    """Return the path of MicroPython as npm installed it; `make` puts it into the virtual environment."""
    return ROOT / ".venv" / PACKAGE


class Wasm:
    """A child process with MicroPython.

    `heap` is the size of its heap at the start, in bytes.
    """

    def __init__(self, heap: int = 1 << 20) -> None:
        self._process = subprocess.Popen(
            [node.node_path(), str(HOST), str(wasm_path()), str(heap)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Wasm:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.kill()
        self._process.wait()

    def put(self, path: str, data: bytes) -> None:
        """Write a file, and make its folders."""
        self._put([(path, data)])

    def _put(self, files: Iterable[tuple[str, bytes]]) -> None:
        self._ask("put", files=[[path, base64.b64encode(data).decode()] for path, data in files])

    def read(self, path: str) -> bytes:
        return base64.b64decode(self._ask("read", path=path)["value"])

    def copy(self, folder: Path, to: str = "") -> None:
        """Copy the files of a folder, and of its subfolders, into the folder `to`."""
        self._put(
            (f"{to}/{path.relative_to(folder).as_posix()}", path.read_bytes())
            for path in sorted(folder.rglob("*"))
            if "__pycache__" not in path.parts and path.is_file()
        )

    def copy_sources(self, folder: Path, to: str = "") -> None:
        """Copy typed modules as `copy` does.

        The function also removes the types and the decorators for machine code.
        """
        self._put(
            (
                f"{to}/{path.relative_to(folder).as_posix()}",
                without_native(strip(path.read_text(encoding="utf-8"))).encode(),
            )
            for path in sorted(folder.rglob("*.py"))
        )

    def run(self, source: str) -> str:
        """Run source text in the main module, as one call from JavaScript; return its output."""
        return "".join(line + "\n" for line in self._ask("run", source=source)["printed"])

    def calls(self, calls: Iterable[Call]) -> list[tuple[Any, list[str]]]:
        """Call functions of the main module.

        Return for each call its result and the lines that it printed.
        """
        done = self._ask("calls", calls=[list(call) for call in calls])["value"]
        return [(value, lines) for value, lines in done]

    def call(self, name: str, *parameters: Any) -> Any:
        return self.calls([[name, *parameters]])[0][0]

    def _ask(self, action: str, **request: Any) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"action": action, **request}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise WasmError(f"MicroPython ended in the middle of {action!r}; is {wasm_path()} there?")
        reply = json.loads(line)
        if "error" in reply:
            printed = "\n".join(reply["printed"][-20:])
            done = [(value, lines) for value, lines in reply.get("value") or ()]
            raise WasmError(f"{reply['error']}\n{printed}".strip(), done)
        return dict(reply)
