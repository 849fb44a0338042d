"""Every test vector of every game, and those below `--vectors DIR`, compared with the rules."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from gobelet.rules.procedure import Refused
from tests.vectors import files, runner


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "vector" not in metafunc.fixturenames:
        return
    places = [files.HERE, *(Path(place) for place in metafunc.config.getoption("--vectors", default=[]))]
    cases, names = [], []
    seen: dict[str, int] = {}
    for game, vector in files.vectors_below(places):
        name = f"{game}-{vector['id']}"
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
        cases.append((game, vector))
    metafunc.parametrize(("game", "vector"), cases, ids=names)


def test_vector(game: str, vector: dict) -> None:
    assert game in files.games_with_vectors(), f"no tests/games/{game}/vector_adapter.py for this vector"
    faults = runner.check_vector(files.adapter_of(game), vector)
    assert not faults, json.dumps(vector, ensure_ascii=False) + "\n" + "\n".join(faults)


def _adapter(run):
    return SimpleNamespace(run=run)


def test_a_missing_result_and_a_wrong_one_are_both_reported():
    faults = runner.check_vector(_adapter(lambda v: {"a": 1}), {"expect": {"a": 2, "b": 3}})
    assert len(faults) == 2


def test_more_results_than_expected_are_fine():
    assert runner.check_vector(_adapter(lambda v: {"a": 1, "b": [1, 2]}), {"expect": {"b": [1, 2]}}) == []


@pytest.mark.parametrize(
    ("expected", "found"), [(True, 1), (0, False), ([1], [1, 2]), ({"a": 1}, {"a": 1, "b": 2}), ("1/2", 0.5)]
)
def test_what_looks_alike_is_not_the_same(expected, found):
    assert not runner.is_same(expected, found)


def test_an_error_is_compared_by_code_and_fields_but_not_by_message():
    def refuse_vector(vector):
        raise Refused("TN-E02", n=2, mode="Duel Astral")

    expect = {"error": "TN-E02", "mode": "Duel Astral", "message": "x"}
    assert runner.check_vector(_adapter(refuse_vector), {"expect": expect}) == []
    assert runner.check_vector(_adapter(refuse_vector), {"expect": {"error": "TN-E01"}})
    assert runner.check_vector(_adapter(refuse_vector), {"expect": {"mode": "Duel Astral"}}), (
        "an unexpected refusal"
    )


def test_an_unknown_operation_says_so():
    def run(vector):
        raise NotImplementedError("fly")

    assert runner.check_vector(_adapter(run), {"expect": {}}) == ["unknown operation: fly"]


def test_a_line_that_is_no_vector_is_named(tmp_path):
    path = tmp_path / "trinytia_vectors.jsonl"
    path.write_text('{"id": "X", "action": {}, "expect": {}}\n\n{"id": 1}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"jsonl:3"):
        files.vectors_of(path)


def test_a_folder_without_vectors_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        files.files_below([tmp_path])


def test_the_option_adds_folders(tmp_path, request):
    """An added vector with a wrong result fails the run; the vectors of this repository still run."""
    import subprocess
    import sys

    folder = tmp_path / "more"
    folder.mkdir()
    good = '{"id": "A", "given": {}, "action": {"op": "p_sum", "k": 6}, "expect": {"p": "1/6"}}'
    bad = '{"id": "B", "given": {}, "action": {"op": "p_sum", "k": 6}, "expect": {"p": "1/5"}}'
    (folder / "trinytia_more.jsonl").write_text(f"{good}\n{bad}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", str(files.HERE / "test_vectors.py"), "-p", "no:cacheprovider"]
    command += ["--vectors", str(folder), "-k", "trinytia-A or trinytia-B"]
    done = subprocess.run(
        command,
        cwd=request.config.rootpath,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "test_vector[trinytia-B]" in done.stdout
    assert 'If a rule or a text of trinytia was changed: tests/README.md, "' in done.stdout
