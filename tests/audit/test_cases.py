"""Whole write-ups with known faults, of other subjects, names and numbers than any that the rules were drawn from."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.audit import Document, Finding, Report, audit

CASES = Path(__file__).parents[1] / "cases" / "audit"
NAMES = sorted(p.stem for p in CASES.glob("*.yaml"))


def read(name: str) -> tuple[dict[str, Any], Report]:
    case = yaml.safe_load((CASES / f"{name}.yaml").read_text(encoding="utf-8"))
    return case, audit([Document(n, (CASES / n).read_text(encoding="utf-8")) for n in case["documents"]])


def told(finding: Finding) -> str:
    return " ".join([finding.place.text, finding.why, *(n.place.text for n in finding.also)])


@pytest.mark.parametrize("name", NAMES)
def test_claims_are_judged(name: str) -> None:
    case, report = read(name)
    for want in case["claims"]:
        fits = [
            c
            for c in report.claims
            if c.place.line == want["line"] and (c.place.text == want.get("quote") or want.get("has", "\0") in c.place.text)
        ]
        assert want["verdict"] in [c.verdict for c in fits], (want, [(c.verdict, c.derivation) for c in fits])


@pytest.mark.parametrize("name", NAMES)
def test_faults_are_found(name: str) -> None:
    case, report = read(name)
    for want in case["findings"]:
        fits = [f for f in report.findings if f.issue == want["issue"] and f.place.line == want.get("line", f.place.line)]
        assert any(want.get("has", "") in told(f) for f in fits), (want, [(f.place.line, f.why) for f in report.findings])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_else_is_found(name: str) -> None:
    """No finding on a sound line; in a sound document none at all, and nothing contradicted."""
    case, report = read(name)
    quiet = case.get("quiet", [])
    noise = [(f.place.line, f.why) for f in report.findings if f.place.line in quiet and f.place.document.name == case["documents"][0]]
    assert not noise
    if not case["findings"]:
        assert not [(f.place.line, f.why) for f in report.findings]
    wrong = [c for c in report.claims if c.verdict == "contradicted"]
    wanted = {w["line"] for w in case["claims"] if w["verdict"] == "contradicted"}
    assert {c.place.line for c in wrong} <= wanted, [(c.place.line, c.place.text, c.derivation) for c in wrong]
