"""Noise: against values that scipy gave, stored in a case file."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.checks.values import noise

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "checks" / "noise.yaml").read_text())


@pytest.mark.parametrize(("p", "df", "value"), CASES["t_quantiles"])
def test_quantiles_of_student(p: float, df: float, value: float) -> None:
    assert noise.t_quantile(p, df) == pytest.approx(value, abs=2e-6)


@pytest.mark.parametrize("case", CASES["welch"])
def test_welch(case: dict[str, list[float]]) -> None:
    old, new = noise.of_runs(case["old"]), noise.of_runs(case["new"])
    assert old and new
    found = noise.compare(old, new)
    assert found
    assert (found.ratio, found.lo, found.hi) == pytest.approx((case["ratio"], case["lo"], case["hi"]), rel=1e-6)
    assert found.p == pytest.approx(case["p"], rel=1e-6)


@pytest.mark.parametrize("case", CASES["paired"])
def test_pairs(case: dict[str, list[float]]) -> None:
    found = noise.paired(case["old"], case["new"])
    assert found
    assert (found.lo, found.hi, found.p) == pytest.approx((case["lo"], case["hi"], case["p"]), rel=1e-6)


@pytest.mark.parametrize(("m", "n", "p"), CASES["least_p"])
def test_the_least_p_of_mann_whitney(m: int, n: int, p: float) -> None:
    assert noise.least_p(m, n) == pytest.approx(p)


def test_three_against_three_finds_only_effects_of_three_standard_deviations() -> None:
    side = noise.Sample(3, 0.0, 0.01)
    found = noise.compare(side, side)
    assert found and found.detectable == pytest.approx(0.0307, abs=0.001)


def test_what_plus_minus_means() -> None:
    sd = [noise.of_summary(10.0, 0.5, 4, kind) for kind in ("sd", "sem", "rsd", "unknown")]
    assert [s.sd if s else None for s in sd] == pytest.approx([0.05, 0.1, 0.01, None])
    ci = noise.of_summary(10.0, 0.5, 4, "ci95")
    assert ci and ci.sd == pytest.approx(0.1 / 3.182446, rel=1e-5)


def test_no_inference_from_one_run() -> None:
    one, many = noise.of_runs([3.0]), noise.of_runs([3.0, 3.1, 3.2])
    assert one and many and noise.compare(one, many) is None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_never_lowers_a_p_and_keeps_the_order(values: list[float]) -> None:
    corrected = noise.holm(values)
    assert all(c >= p or c == 1.0 for c, p in zip(corrected, values, strict=True))
    order = sorted(range(len(values)), key=lambda i: values[i])
    assert [corrected[i] for i in order] == sorted(corrected)
