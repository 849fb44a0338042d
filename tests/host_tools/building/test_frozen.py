"""The frozen modules, run as plain modules by a MicroPython."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import assets, build, frozen
from host_tools.building.frozen import FrozenError

SCRIPT = """
import json, sys
sys.path[:] = ["tree", ".frozen"]
import gobelet.shell.app
from gobelet.device.assets import open_asset
try:
    open_asset("nothing")
    missing = 0
except OSError as error:
    missing = error.args[0]
fonts = [isinstance(open_asset(name).read(9), memoryview) for name in ("letters", "figures", "system.fr")]
file = open_asset("figures")
file.seek(2, 1)
file.read(1)
file.seek(1, 1)
there = list(bytes(file.read(4)))
texts = {{name: len(open_asset(name).read()) for name in {names!r}}}
print(json.dumps([texts, missing, fonts, there]))
"""


def frozen_modules(folder: Path) -> dict[str, str]:
    """Return the frozen modules by their paths."""
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.py")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("frozen") / "tree"
    frozen.write_modules("pico", made)
    return made


def test_the_assets_are_those_of_the_sources(
    folder: Path, micropython: Callable[..., str], tmp_path: Path
) -> None:
    things = assets.build_device_assets()
    for path in folder.rglob("*.py"):
        beside = tmp_path / path.relative_to(folder)
        beside.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(build.without_native(path.read_text()))
    said = micropython(SCRIPT.format(names=sorted(things)), files={"tree": tmp_path})
    texts, missing, fonts, there = json.loads(said.splitlines()[-1])
    assert texts == {name: len(data) for name, data in things.items()}
    assert missing == 2
    assert fonts == [True, True, False]  # the fonts are read in place, not copied
    assert there == list(things["figures"][4:8])


def test_what_is_frozen_are_the_sources(folder: Path) -> None:
    """The frozen sources lack only their types.

    The line numbers are the same, so a traceback of the device fits the sources.
    """
    modules = frozen_modules(folder)
    for name, text in build.sources().items():
        assert modules[name] == text
        source = (build.ROOT / "firmware" / name).read_text(encoding="utf-8")
        assert modules[name].count("\n") == source.count("\n")


def test_the_manifest_freezes_what_is_written_here(folder: Path) -> None:
    named = []
    levels = []

    def note(name: str, *more: str, opt: int) -> None:
        named.append((name, *more))
        levels.append(opt)

    manifest = frozen.MANIFEST.read_text(encoding="utf-8")
    exec(compile(manifest, "manifest.py", "exec"), {"freeze": note})
    # MicroPython's own modules that format a file system are not among them.
    assert named == [("$(PORT_DIR)/modules", "rp2.py"), ("../build/frozen",)]
    assert levels[1] < 3  # level 3 would leave out the line numbers
    assert (frozen.MANIFEST.parent / named[1][0]).resolve() == frozen.FROZEN.resolve()
    for name in ("_boot.py", "main.py", "gobelet_frozen.py", "gobelet_media.py", "gobelet/start/boot.py"):
        assert (folder / name).is_file()


def test_what_was_there_before_goes(folder: Path) -> None:
    (folder / "gobelet" / "old.py").write_text("")
    frozen.write_modules("pico", folder)
    assert not (folder / "gobelet" / "old.py").exists()


def test_a_build_is_known_by_what_is_frozen(folder: Path) -> None:
    said = (folder / "gobelet_build.py").read_text()
    assert said == f'BUILD = "gobelet build {frozen.build_id("pico")}"\n'
    assert frozen.build_id("pico") != frozen.build_id("pico_w"), "other board files"


PANELS = {
    "pico": [
        "pico_ssd1306", "pico_sh1106", "pico_sh1107", "pico_ssd1309", "rp2040_plus_ssd1306", "rp2040_zero_ssd1306",
        "tiny_2040_ssd1306", "xiao_rp2040_ssd1306",
    ],
    "pico_w": ["pico_w_ssd1306", "pico_w_sh1106"],
    "pico2": ["pico2_ssd1306", "pico2_sh1106"],
    "pico2_w": ["pico2_w_ssd1306", "pico2_w_sh1106"],
}  # fmt: skip


def test_each_pico_has_every_board_and_panel_of_its_chip_the_usual_ones_first(folder: Path) -> None:
    assert {name: frozen.boards(name) for name in frozen.TARGETS} == PANELS
    # `make flash` copies the same board files, so the desk recognises them.
    found: dict[str, tuple[tuple[str, bytes], ...]] = {}
    exec((folder / "gobelet_boards.py").read_text(encoding="utf-8"), found)
    (texts,) = (value for name, value in found.items() if not name.startswith("__"))
    assert [text for _, text in texts] == [build.board_source(board).encode() for board in PANELS["pico"]]
    # The texts of the board files, as modules.
    for name, text in texts:
        assert build.constants_in((folder / f"{name}.py").read_text()) == build.constants_in(text.decode())


def test_the_files_begin_behind_the_code_at_a_place_that_stays() -> None:
    """An update that moved this place would lose the player's data."""
    assert {name: frozen.storage_size(name) // 1024 for name in frozen.TARGETS} == {
        "pico": 848,
        "pico_w": 848,
        "pico2": 2896,
        "pico2_w": 2896,
    }


def linker_scripts(port: Path, objects: str = "*gc.c.obj *vm.c.obj *parse.c.obj") -> None:
    """Write linker scripts with only the parts about memory outside the flash.

    `objects` are named as in MicroPython 1.28.
    """
    port.mkdir(parents=True, exist_ok=True)
    for chip in ("rp2040", "rp2350"):
        text = f"/* {chip} */ *(EXCLUDE_FILE(*libm.a: {objects}) .text*)"
        (port / f"memmap_mp_{chip}.ld").write_text(text)


@pytest.mark.parametrize(
    "objects", ["*gc.c.obj *vm.c.obj *parse.c.obj", "*py/gc.c.o *py/vm.c.o *py/parse.c.o"]
)
def test_what_runs_all_the_time_lies_in_memory(tmp_path: Path, objects: str) -> None:
    linker_scripts(tmp_path / "port", objects)
    for name, chip in {"pico": "rp2040", "pico2_w": "rp2350"}.items():
        pico = tmp_path / name
        pico.mkdir()
        (pico / "pins.csv").touch()
        frozen.configure_board(pico, name, tmp_path / "port")
        script = (pico / "gobelet.ld").read_text()
        assert script.startswith(f"/* {chip} */ *(EXCLUDE_FILE(*libm.a: */py/gc.c.o */py/vm.c.o */py/map.c.o")
        assert script.endswith(" */py/runtime.c.o) .text*)")
        assert ".obj" not in script and "parse" not in script
        assert "LINKER_SCRIPT ${MICROPY_BOARD_DIR}/gobelet.ld)" in (pico / "mpconfigboard.cmake").read_text()


def test_a_micropython_that_is_linked_otherwise(tmp_path: Path) -> None:
    linker_scripts(tmp_path)
    script = tmp_path / "memmap_mp_rp2040.ld"
    script.write_text("*(.text*)")
    told = r"does not say in .*/memmap_mp_rp2040\.ld what lies in memory, as 1\.28 does"
    with pytest.raises(FrozenError, match=told):
        frozen.configure_board(tmp_path, "pico", tmp_path)
    script.unlink()  # here the script consists of files of the SDK
    with pytest.raises(FrozenError, match=told):
        frozen.configure_board(tmp_path, "pico", tmp_path)


def test_a_pico_runs_as_fast_as_its_sdk_supports(tmp_path: Path) -> None:
    """The SDK sets the voltage for this speed, and the flash keeps its own speed."""
    linker_scripts(tmp_path)
    for name in frozen.TARGETS:
        pico = tmp_path / name
        pico.mkdir()
        (pico / "pins.csv").touch()
        frozen.configure_board(pico, name, tmp_path)
        fast = "add_compile_definitions(PICO_USE_FASTEST_SUPPORTED_CLOCK=1 PICO_FLASH_SPI_CLKDIV=4)"
        assert (fast in (pico / "mpconfigboard.cmake").read_text()) == (name in ("pico", "pico_w"))


def test_parts_that_nothing_uses_stay_out(tmp_path: Path) -> None:
    """The compiler finds this file in place of the port's; the port's settings come first, then these."""
    linker_scripts(tmp_path)
    (tmp_path / "pins.csv").touch()
    frozen.configure_board(tmp_path, "pico", tmp_path)
    first, *lines = (tmp_path / "mpconfigport.h").read_text().splitlines()
    assert first == "#include_next <mpconfigport.h>"
    off = [line.split()[1] for line in lines if line.startswith("#undef ")]
    assert {"MICROPY_VFS_FAT", "MICROPY_EMIT_THUMB"} <= set(off)
    values = [f"#define {name} (0)" for name in off]
    assert [line for line in lines if line.startswith("#define ")] == [
        *values,
        "#define MICROPY_PERSISTENT_CODE_LOAD_NATIVE (1)",
    ]


def test_the_radio_stays_out(tmp_path: Path) -> None:
    linker_scripts(tmp_path)
    for name, target in frozen.TARGETS.items():
        pico = tmp_path / name
        pico.mkdir()
        (pico / "mpconfigboard.h").write_text("#define MICROPY_PY_NETWORK 1\n")
        (pico / "mpconfigboard.cmake").write_text("set(MICROPY_PY_NETWORK_CYW43 ON)\n")
        (pico / "pins.csv").write_text("GP0,GPIO0\nWL_GPIO0,EXT_GPIO0\nLED,EXT_GPIO0\n")
        frozen.configure_board(pico, name, tmp_path)
        settings = (pico / "mpconfigboard.h").read_text()
        assert f"FLASH_STORAGE_BYTES ({frozen.storage_size(name)})\n" in settings
        told = (pico / "mpconfigboard.cmake").read_text()
        assert f"FLASH_STORAGE_BYTES {frozen.storage_size(name)})\n" in told and "-Daligned(n)" in told
        off = (pico / "mpconfigboard.cmake").read_text().count("set(MICROPY_PY_NETWORK_CYW43 OFF)")
        assert off == target.radio == ("#define MICROPY_PY_NETWORK 0" in settings)
        assert ("EXT_GPIO" in (pico / "pins.csv").read_text()) != target.radio


BUILD = """#!/bin/sh
case "$*" in
*mpy-cross) exit 0;;
esac
for word in "$@"; do case "$word" in BUILD=*) out=${{word#BUILD=}};; esac; done
mkdir -p "$out"
head -c {size} /dev/zero | tr '\\0' 'M' > "$out/firmware.bin"
echo symbols > "$out/firmware.elf"
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Return a function that makes sources of MicroPython whose build has a given size."""

    def make_micropython(size: int = 5000, version: tuple[int, int] = (1, 28)) -> Path:
        folder = tmp_path / "micropython"
        (folder / "ports/rp2").mkdir(parents=True)
        (folder / "ports/rp2/Makefile").touch()
        linker_scripts(folder / "ports/rp2")
        (folder / "py").mkdir()
        (folder / "py/mpconfig.h").write_text(
            f"#define MICROPY_VERSION_MAJOR {version[0]}\n#define MICROPY_VERSION_MINOR {version[1]}\n"
        )
        for target in frozen.TARGETS.values():
            pico = folder / "ports/rp2/boards" / target.machine
            pico.mkdir(parents=True)
            for name in ("mpconfigboard.h", "mpconfigboard.cmake", "pins.csv"):
                (pico / name).touch()
        tools = tmp_path / "tools"
        tools.mkdir()
        for tool in ("make", "cmake", "gcc", "arm-none-eabi-gcc"):
            script = "#!/bin/sh\necho /lib/${1#*=}\n" if "arm" in tool else BUILD.format(size=size)
            (tools / tool).write_text(script)
            (tools / tool).chmod(0o755)
        monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
        return folder

    return make_micropython


FAMILIES = {"pico": 0xE48BFF56, "pico_w": 0xE48BFF56, "pico2": 0xE48BFF59, "pico2_w": 0xE48BFF59}


def test_one_file_for_each_pico_and_its_chip(sources: Callable[..., Path], tmp_path: Path) -> None:
    folder = sources()
    for name, family in FAMILIES.items():
        out = tmp_path / f"{name}.uf2"
        assert frozen.build_uf2(folder, name, out) == 5000
        assert frozen.elf_path(out).read_text() == "symbols\n"
        data = out.read_bytes()
        assert {struct.unpack_from("<I", data, at + 28)[0] for at in range(0, len(data), 512)} == {family}


def test_code_that_would_reach_into_the_files(sources: Callable[..., Path], tmp_path: Path) -> None:
    folder = sources(frozen.CODE + 1)
    with pytest.raises(FrozenError, match=f"takes {frozen.CODE + 1} bytes; there is room for {frozen.CODE}"):
        frozen.build_uf2(folder, "pico", tmp_path / "out.uf2")
    assert not (tmp_path / "out.uf2").exists()


def test_sources_of_an_older_micropython(sources: Callable[..., Path], tmp_path: Path) -> None:
    with pytest.raises(FrozenError, match=r"holds MicroPython 1\.25; take 1\.26 or newer"):
        frozen.build_uf2(sources(version=(1, 25)), "pico", tmp_path / "out.uf2")


def test_a_folder_that_holds_no_micropython(tmp_path: Path) -> None:
    with pytest.raises(FrozenError, match="holds no sources of MicroPython"):
        frozen.build_uf2(tmp_path, "pico", tmp_path / "out.uf2")
    assert not (tmp_path / "out.uf2").exists()


def test_an_unknown_pico(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert frozen.main([str(tmp_path), "--board", "pico_sh1106"]) == 1
    assert "there are pico, pico_w, pico2, pico2_w, each for every board" in capsys.readouterr().err


def test_a_computer_without_the_compiler(
    sources: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = {"arm-none-eabi-gcc", "cmake"}
    monkeypatch.setattr(frozen.shutil, "which", lambda name: None if name in lacking else f"/usr/bin/{name}")
    told = r"lacks cmake, arm-none-eabi-gcc\. On Debian: sudo apt install cmake gcc-arm-none-eabi\."
    with pytest.raises(FrozenError, match=told):
        frozen.build_uf2(sources(), "pico", tmp_path / "out.uf2")
    assert not (tmp_path / "out.uf2").exists()


def test_a_compiler_without_its_libraries(sources: Callable[..., Path], tmp_path: Path) -> None:
    folder = sources()
    compiler = tmp_path / "tools" / "arm-none-eabi-gcc"
    compiler.write_text("#!/bin/sh\necho ${1#*=}\n")
    with pytest.raises(
        FrozenError, match=r"lacks nosys.specs, libstdc\+\+.a.* libstdc\+\+-arm-none-eabi-newlib"
    ):
        frozen.build_uf2(folder, "pico", tmp_path / "out.uf2")


GIT = """#!/bin/sh
echo "$@" >> "{log}"
case "$*" in
*clone*) for last; do :; done; mkdir -p "$last/ports";;
esac
case "$*" in
*{fails}*) echo "fatal: unable to access" >&2; exit 128;;
esac
"""


@pytest.mark.parametrize("fails", ["clone", "submodule"])
def test_the_sources_are_fetched_once_and_whole_or_not_at_all(
    sources: Callable[..., Path], tmp_path: Path, fails: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sources()
    git, log, cache = tmp_path / "tools" / "git", tmp_path / "log", tmp_path / "cache"
    git.write_text(GIT.format(log=log, fails=fails))
    git.chmod(0o755)
    with pytest.raises(FrozenError, match=r"\(fatal: unable to access\): fetch v1\.28\.0 .* MICROPYTHON=DIR"):
        frozen.fetch_sources(cache / "micropython")
    assert not list(cache.iterdir())
    git.write_text(GIT.format(log=log, fails="never"))
    log.unlink()
    for _ in range(2):
        assert frozen.fetch_sources(cache / "micropython") == cache / "micropython"
    assert (cache / "micropython" / "ports").is_dir()
    clone, modules = log.read_text().splitlines()
    assert "--depth 1 --branch v1.28.0 https://github.com/micropython/micropython" in clone
    assert modules.endswith("lib/pico-sdk lib/tinyusb lib/micropython-lib lib/mbedtls")
    assert "Fetching MicroPython v1.28.0" in capsys.readouterr().out


def test_all_files_in_one_command(
    sources: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(frozen, "OUT", tmp_path / "uf2")
    monkeypatch.setattr(frozen, "write_modules", lambda name: None)
    folder = sources()
    assert frozen.main([str(folder), "--board", "all"]) == 0
    made = {path.name for path in (tmp_path / "uf2").glob("*.uf2")}
    assert made == {frozen.file_name(name) for name in frozen.TARGETS}
    assert capsys.readouterr().out.count("5000 bytes of flash") == 4
    assert frozen.main([str(folder), "--board", "all", "--out", "one.uf2"]) == 1
    assert "cannot be one" in capsys.readouterr().err
