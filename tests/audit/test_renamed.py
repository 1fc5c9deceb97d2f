"""The acceptance rows again, with every name and number of the two write-ups replaced: the findings follow."""

import re

import pytest

from sessionlens.audit import Document, Report, audit
from tests.audit.test_acceptance import S1, S2, SEEDS

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the seeds are not here")

NAMES = {
    "SmallVec": "RingBuf", "smallvec": "ringbuf", "Vec": "List", "A1": "K7", "A2": "K8", "A4": "K9", "B1": "M2", "D4": "M5",
    "cudaHostRegister": "pinPages", "CUDA": "OpenCL", "synthesis": "parsing", "Synthesis": "Parsing", "CPU": "disk", "perf": "blktrace",
}  # fmt: skip
NUMBERS = {
    "55.4": "94.2", "59.8": "101.7", "56.6": "96.1", "61.1": "104.1", "88.9": "151.2", "106s": "180s", "5–6": "9–10", "5.7": "9.8",
    "5.5": "9.4", "8.6": "14.7", "120 GiB": "60 GiB", "125 GiB": "64 GiB",
}  # fmt: skip


def renamed(text: str) -> str:
    """Names as whole words, numbers as whole tokens, messages 300 later."""
    names = re.compile(r"(?<![A-Za-z0-9_])(" + "|".join(sorted(NAMES, key=len, reverse=True)) + r")(?![a-z0-9_])")
    numbers = re.compile(r"(?<![\d.])(" + "|".join(re.escape(n) for n in NUMBERS) + r")(?![\d.]\d)")
    text = re.sub(r"\[msg (\d+)\]", lambda m: f"[msg {int(m[1]) + 300}]", text)
    return numbers.sub(lambda m: NUMBERS[m[1]], names.sub(lambda m: NAMES[m[1]], text))


def told(report: Report) -> set[tuple[str, int, str]]:
    found = {(f.place.document.name, f.place.line, f.issue) for f in report.findings}
    return found | {(c.place.document.name, c.place.line, c.verdict) for c in report.claims if c.verdict in ("contradicted", "supported")}


def test_the_findings_follow() -> None:
    texts = {n: (SEEDS / n).read_text(encoding="utf-8") for n in (S1, S2)}
    before = told(audit([Document(n, t) for n, t in texts.items()]))
    after = told(audit([Document(n, renamed(t)) for n, t in texts.items()]))
    assert after == before
    assert not [w for t in texts.values() for w in ("SmallVec", "88.9", "msg 914") if w in renamed(t)]


CORRECTED = {
    "four-line shell probe": "one-line shell probe",
    "two-line verification": "one-line verification",
    "diagnosis of a 5–6 second": "diagnosis of a 17.1 second",
    "the only one that affects synthesis": "one that affects synthesis",
    "is intentionally invalid": "is invalid",
    "present in the truncated output": "present in the output",
    "1020 bytes": "1008 bytes",
    "+2.4%": "+2.2%",
    "5–6 second": "1.2–5.7 second",
    "5–6s": "1.2–5.7 s",
    "three successful phases": "four successful phases",
    "has been partially reverted": "has been reverted",
    "have been partially reverted": "have been reverted",
    "A2 has been partially": "A2 has been",
    "~120 GiB": "125 GiB",
    "an estimated ~8.6s": "5.7 seconds",
    "is presumably present": "is confirmed to be present",
    "just reverted in the preceding messages": "reverted before",
    "four different code repositories:": "four different code repositories.",
    "configurations.## Assumptions": "configurations.\n\n## Assumptions",
    "keep or revert This is": "keep or revert\n\nThis is",
    "A2 was fully reverted": "A2 was reverted",
    "conclusively": "thereby",
    "unambiguous": "plain",
    "synthesis time still 5.5 seconds above baseline": "synthesis time still 5.5 seconds above baseline, the remaining 5.9 s unexplained",
    "synthesis is still 5.5 seconds above baseline": "synthesis is still 5.5 seconds above baseline, 5.9 s are unexplained",
}
"""What an author would write after reading the findings."""


def test_what_is_corrected_is_found_no_more() -> None:
    documents = []
    for name in (S1, S2):
        text = (SEEDS / name).read_text(encoding="utf-8")
        for wrong, right in CORRECTED.items():
            text = text.replace(wrong, right)
        documents.append(Document(name, text))
    report = audit(documents)
    assert not [(c.place.line, c.derivation) for c in report.claims if c.verdict == "contradicted"]
    left = {f.issue for f in report.findings}
    assert not left & {
        "self-contradiction",
        "budget-not-closed",
        "overgeneralised",
        "single-sample",
        "lost-list",
        "fused-item",
        "glued-heading",
        "wrong-arithmetic",
    }
