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
