"""Every tool family on the outputs of its case file: readings, outcomes, places, and prefilters that change nothing."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from sessionlens import outputs
from sessionlens.commands import actions
from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Outcome, Reading

FOLDER = Path(__file__).parent.parent / "cases/outputs"
CASES = [(path.stem, case) for path in sorted(FOLDER.glob("*.yaml")) for case in yaml.safe_load(path.read_text())]
NAMES = [f"{stem}-{i}" for i, (stem, _) in enumerate(CASES)]


def run(case: dict, *, prefilter: bool = True) -> tuple[tuple[Reading, ...], tuple[Outcome, ...]]:
    call = ToolCall("t", "bash", "shell", {}, command=case["command"], output=case["output"], exit_code=case["exit"])
    return outputs.scan(case["output"], actions(case["command"]), call, prefilter=prefilter)


def number(value: float) -> float:
    return float(f"{value:.10g}")


def shown(r: Reading) -> str:
    """A reading as the case files write it."""
    parts = [r.metric, r.config, r.raw, f"{number(r.value)} {r.unit}", r.direction]
    parts += [f"n={r.n}"] if r.n else []
    return " | ".join(parts + ([f"{number(r.spread)} {r.spread_kind}"] if r.spread is not None else []))


def told(o: Outcome) -> str:
    """An outcome as the case files write it."""
    parts = [o.kind, o.result, o.subject] + ([", ".join(f"{k}={v}" for k, v in o.counts.items())] if o.counts else [])
    return " | ".join(parts + (["cached"] if o.cached else []))


@pytest.mark.parametrize(("family", "case"), CASES, ids=NAMES)
def test_an_output_gives_these_readings_and_outcomes(family: str, case: dict) -> None:
    readings, outcomes = run(case)
    assert [shown(r) for r in readings] == case["readings"]
    assert [told(o) for o in outcomes] == case["outcomes"]


@pytest.mark.parametrize(("family", "case"), CASES, ids=NAMES)
def test_every_raw_token_stands_where_the_reading_says(family: str, case: dict) -> None:
    readings, outcomes = run(case)
    for r in readings:
        assert case["output"][r.start : r.end] == r.raw
    spans = [(r.start, r.end) for r in readings]
    assert len(spans) == len(set(spans)), "the same characters were counted twice"
    assert all(0 <= o.start <= o.end <= len(case["output"]) for o in outcomes)


@pytest.mark.parametrize(("family", "case"), CASES, ids=NAMES)
def test_literal_prefilters_change_no_finding(family: str, case: dict) -> None:
    assert run(case, prefilter=False) == run(case)


def test_every_family_has_a_case_and_says_where_its_outputs_come_from() -> None:
    written = {stem for stem, _ in CASES}
    assert {f.__name__.rpartition(".")[2] for f in outputs.FAMILIES} <= written  # type: ignore[attr-defined]
    assert all(case["source"].startswith(("run here", "documentation", "written by hand")) for _, case in CASES)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([c for _, c in CASES if c["output"]]),
    st.lists(st.tuples(st.floats(0, 0.999), st.text(".,0e-+:%| \n±∞²٣", max_size=2)), max_size=8),
)
def test_a_damaged_output_is_read_without_an_error(case: dict, damage: list[tuple[float, str]]) -> None:
    text = case["output"]
    for where, what in damage:
        at = int(where * len(text))
        text = text[:at] + what + text[at + 1 :]
    readings, _ = run(case | {"output": text})
    assert all(text[r.start : r.end] == r.raw for r in readings)
