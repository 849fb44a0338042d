"""The lock files contain the requirements of pyproject.toml, so `make lock` was run after the last change."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
LOCKS = {
    "run": PROJECT["dependencies"],
    "device": PROJECT["dependencies"] + EXTRAS["device"],
    "dev": PROJECT["dependencies"] + EXTRAS["device"] + EXTRAS["dev"],
    "mutants": PROJECT["dependencies"] + EXTRAS["device"] + EXTRAS["dev"] + EXTRAS["mutants"],
    "bench": PROJECT["dependencies"] + EXTRAS["device"] + EXTRAS["dev"] + EXTRAS["bench"],
}


def locked_versions(name: str) -> dict[str, str]:
    """Return name -> version of every pin in a lock file; every pin must have a hash."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    pins = dict(re.findall(r"^([a-z0-9.-]+)==([^ ;]+)", text, re.M))
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.M)[1:]
    assert len(blocks) == len(pins)
    assert all("--hash=sha256:" in block for block in blocks)
    return pins


def asked_directly(name: str) -> set[str]:
    """Return the pins that the lock file marks as direct requirements of pyproject.toml."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.M)[1:]
    return {block.split("==")[0] for block in blocks if "gobelet (pyproject.toml)" in block}


@pytest.mark.parametrize("name", sorted(LOCKS))
def test_lock_has_what_the_project_asks_for(name: str) -> None:
    pins = locked_versions(name)
    wanted = [Requirement(line) for line in LOCKS[name]]
    for requirement in wanted:
        version = pins.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name} is not locked: run `make lock`"
        assert version in requirement.specifier, f"{requirement} against {version}: run `make lock`"
    assert asked_directly(name) == {canonicalize_name(requirement.name) for requirement in wanted}


def test_the_locks_agree_with_each_other() -> None:
    dev = locked_versions("dev")
    for name in ("run", "device"):
        assert locked_versions(name).items() <= dev.items()
    for name in ("bench", "mutants"):
        assert dev.items() <= locked_versions(name).items()
