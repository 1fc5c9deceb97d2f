"""The two write-ups that came with the project, audited together, by the rows of the table made for them."""

from pathlib import Path

import pytest

from sessionlens.audit import Document, Report, audit

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
S1, S2 = "verification-msg-914.txt", "probe-msg-1037.txt"

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the seeds are not here")


@pytest.fixture(scope="module")
def report() -> Report:
    return audit([Document(n, (SEEDS / n).read_text(encoding="utf-8")) for n in (S1, S2)])


def verdicts(report: Report, name: str, line: int, text: str) -> set[str]:
    return {c.verdict for c in report.claims if c.place.document.name == name and c.place.line == line and text in c.place.text}


def issues(report: Report, name: str, line: int, text: str = "") -> set[str]:
    """Issues of findings at a line, or that point at it."""
    found = set()
    for f in report.findings:
        places = [f.place, *(n.place for n in f.also)]
        if any(p.document.name == name and p.line == line for p in places) and text in f.why + f.place.text:
            found.add(f.issue)
    return found


@pytest.mark.parametrize(
    ("row", "name", "line", "text", "verdict"),
    [
        ("N1", S2, 23, "19%", "supported"),
        ("N1", S1, 17, "19%", "supported"),
        ("N3", S2, 27, "+8.0%", "supported"),
        ("N4", S2, 27, "+2.4%", "contradicted"),
        ("N5", S2, 27, "+10.5%", "supported"),
        ("N6", S1, 86, "5–6 second", "contradicted"),
        ("N6", S2, 13, "5–6 second", "contradicted"),
        ("N12", S1, 86, "5.5 seconds above baseline", "unsupported"),
        ("N27", S2, 21, "five", "supported"),
        ("N30", S2, 17, "three things", "supported"),
    ],
)
def test_claims(report: Report, row: str, name: str, line: int, text: str, verdict: str) -> None:
    assert verdicts(report, name, line, text) == {verdict}


@pytest.mark.parametrize(
    ("row", "name", "line", "issue", "text"),
    [
        ("N6", S2, 56, "overgeneralised", ""),
        ("N7", S2, 29, "single-sample", ""),
        ("N8", S1, 86, "single-sample", ""),
        ("N8", S2, 13, "single-sample", ""),
        ("N10", S1, 55, "self-contradiction", "8.6s"),
        ("N10", S1, 86, "self-contradiction", "5.7 seconds"),
        ("N11", S1, 55, "self-contradiction", "GiB"),
        ("N11", S2, 23, "self-contradiction", "GiB"),
        ("N13", S1, 61, "budget-not-closed", "5.9 s"),
        ("N13", S2, 23, "budget-not-closed", "5.9 s"),
        ("N14", S2, 5, "self-contradiction", "17.1 s"),
        ("N15", S2, 29, "wrong-arithmetic", "170 bytes each"),
        ("N17", S2, 29, "prediction-not-compared", "up and down"),
        ("N26", S1, 21, "self-contradiction", "3 phases"),
        ("N29", S1, 78, "self-contradiction", "2 lines said"),
        ("N29", S2, 5, "self-contradiction", "4 lines said"),
        ("C1", S1, 71, "presence-not-use", ""),
        ("C4", S1, 65, "self-contradiction", "a2"),
        ("C4", S2, 23, "self-contradiction", "a2"),
        ("C5", S1, 55, "self-contradiction", "only one"),
        ("C12", S2, 86, "self-contradiction", "meant in line 53"),
        ("C14", S2, 17, "self-contradiction", "head -30"),
        ("C6", S1, 55, "hindsight", ""),
        ("C7", S1, 55, "quote-without-source", ""),
        ("C15", S2, 64, "self-contradiction", "cpu"),
        ("ref", S1, 27, "reference", "894"),
        ("ref", S2, 13, "reference", "1035"),
        ("form", S1, 23, "lost-list", ""),
        ("form", S1, 55, "fused-item", ""),
        ("form", S2, 27, "flat-table", ""),
        ("form", S2, 37, "glued-heading", ""),
        ("form", S1, 11, "pseudo-fence", ""),
        ("form", S1, 15, "pseudo-fence", ""),
        ("form", S2, 15, "pseudo-fence", ""),
        ("form", S1, 9, "stray-quote", ""),
        ("form", S1, 13, "stray-quote", ""),
    ],
)
def test_findings(report: Report, row: str, name: str, line: int, issue: str, text: str) -> None:
    assert issue in issues(report, name, line, text)


def test_nothing_sound_is_contradicted_or_found(report: Report) -> None:
    contradicted = {(c.place.document.name, c.place.line) for c in report.claims if c.verdict == "contradicted"}
    assert contradicted == {(S2, 27), (S1, 86), (S2, 13)}
    sound = ["three things", "single command", "+8.0%", "+10.5%", 'five "Wave 1"', "24 bytes", "smallvec-1.15.1", "1.86.0"]
    sound += ["No permission check", "[msg 913]", "[msg 1036]"]
    assert not [f.why for f in report.findings if f.rule < "D1" for s in sound if s in f.place.text]


def test_each_alone_keeps_what_it_can_show() -> None:
    alone = audit([Document(S1, (SEEDS / S1).read_text(encoding="utf-8"))])
    assert {f.issue for f in alone.findings} >= {"self-contradiction", "budget-not-closed", "lost-list", "fused-item", "stray-quote"}
    assert not [c for c in alone.claims if c.verdict == "contradicted"], "its table stands in the other one"
