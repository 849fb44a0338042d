"""In a fresh clone each process rewrites a share of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.assertion import rewrite

from tests import rewrite_shares


def test_each_file_is_rewritten_by_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    files = [tmp_path / f"test_{n}.py" for n in range(7)]
    for file in files:
        file.write_text("def test_it():\n    assert [] == [1]\n")
    monkeypatch.setattr(rewrite_shares, "HERE", tmp_path)
    by = []
    rewritten = rewrite._rewrite_test
    for share in range(3):
        monkeypatch.setattr(
            rewrite,
            "_rewrite_test",
            lambda path, config, share=share: (by.append((path, share)), rewritten(path, config))[1],
        )
        rewrite_shares.write(request.config, share, 3)
    assert sorted(path for path, _ in by) == files
    assert {share for _, share in by} == {0, 1, 2}
    for file in files:
        code = rewrite._read_pyc(file, rewrite.get_cache_dir(file) / (file.stem + rewrite.PYC_TAIL))
        assert code is not None and "@pytest_ar" in code.co_names, "as pytest reads it"
    rewrite_shares.write(request.config, 0, 1)
    assert len(by) == len(files), "what is there stays"
