"""The MicroPython functions that the profiler times, and their addresses in the ELF file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ASLEEP = "asleep"

# The functions by kind of work. Functions that are not listed count for their caller.
KINDS = {
    "collecting garbage": ("gc_collect", "gc_collect_end"),
    "allocating": ("gc_alloc",),
    "names": ("qstr_find_strn", "qstr_from_strn"),
    "importing": ("mp_builtin___import___default", "do_load"),
    "loading .mpy": ("mp_raw_code_load_file", "mp_raw_code_load", "load_raw_code"),
    "files: look-up, open": ("lfs2_stat", "mp_vfs_import_stat", "lfs2_file_opencfg", "mp_vfs_open"),
    "files: read": ("lfs2_file_read", "mp_reader_vfs_readbyte", "lfs2_dir_read"),
    "files: write": (
        "lfs2_file_close",
        "lfs2_file_write_",
        "lfs2_dir_commit",
        "lfs2_dir_compact",
        "lfs2_rename",
        "lfs2_remove",
        "lfs2_mkdir",
    ),
    "files: look for free blocks": ("lfs2_alloc", "lfs2_alloc_scan", "lfs2_fs_traverse_"),
    "mounting": ("lfs2_mount",),
    "flash": ("flash",),  # the time of the flash chip itself, which the emulator reports
    "I2C": ("machine_i2c_transfer_single", "mp_machine_i2c_transfer_adaptor"),
    "USB": ("tud_task_ext",),
    ASLEEP: ("mp_hal_delay_ms",),
    "dice": ("mp_hal_get_random",),
    "start of MicroPython": ("mp_init", "gc_init", "pyexec_file_if_exists", "pyexec_frozen_module"),
}
INTERPRETER = "fun_bc_call"
ALLOCATOR = "gc_alloc"
_STATE = "mp_state_ctx"
_POOLS = ("mp_qstr_const_pool", "mp_qstr_frozen_const_pool", "mp_qstr_special_const_pool")
_SUFFIX = re.compile(r"\.(constprop|isra|part)\.\d+$")  # suffix of the compiler's variants of a function


class SymbolError(Exception):
    """The ELF file is not MicroPython's, or has no symbols. The message is a sentence."""


def read_symbols(elf: Path) -> dict[str, Any]:
    """Return the symbols for emulator/profiler.mjs. Raises SymbolError if MicroPython's are missing."""
    from elftools.common.exceptions import ELFError
    from elftools.elf.elffile import ELFFile

    wanted = {name for names in KINDS.values() for name in names} | {INTERPRETER}
    functions, others = {}, {}
    try:
        with elf.open("rb") as file:
            table = ELFFile(file).get_section_by_name(".symtab")
            for symbol in table.iter_symbols() if table else ():
                name = _SUFFIX.sub("", symbol.name)
                if symbol["st_info"]["type"] == "STT_FUNC" and name in wanted:
                    functions[name] = symbol["st_value"]
                elif symbol["st_info"]["type"] == "STT_OBJECT":
                    others[name] = symbol
    except ELFError as error:
        raise SymbolError(f"{elf} cannot be read: {error}.") from None
    if INTERPRETER not in functions or _STATE not in others:
        raise SymbolError(f"{elf} does not say where MicroPython's functions are.")
    return {
        "functions": functions,
        "interpreter": INTERPRETER,
        "allocator": ALLOCATOR,
        "state": others[_STATE]["st_value"],
        "state_bytes": others[_STATE]["st_size"],
        "pools": [others[name]["st_value"] for name in _POOLS if name in others],
    }
