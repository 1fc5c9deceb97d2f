"""The benchmark of the sandbox keeps its own limit."""

import importlib.util
from pathlib import Path

import pytest

from sessionlens.probes.sandbox import Bwrap


def test_the_sandbox_costs_little(bwrap: Bwrap, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("benchmark_of_probes", Path(__file__).parents[2] / "benchmarks" / "probes.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "lines.txt").write_text("line 1\n")
    found = [module.measured(folder, 30)]
    while min(found) > module.LIMIT and len(found) < 4:  # other tests run beside this one
        found.append(module.measured(folder, 30))
    assert min(found) <= module.LIMIT, capsys.readouterr().out
