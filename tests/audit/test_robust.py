"""Whatever a file holds, an audit ends, and every place lies in the document."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessionlens.audit import Document, audit
from sessionlens.audit.export import as_data, entries, junit, sarif
from sessionlens.reports.documents import claim_frame, finding_frame

PIECES = st.sampled_from(
    [
        "| a | 3 s | +2 % |\n",
        "|---|---|\n",
        "``bash x y z ``",
        "```\n",
        "> \n",
        "\n\n",
        "[msg 12]",
        "A1 (ringBuf) ",
        "adds 5 s of overhead ",
        "four parts: ",
        "A1, A2 and B3. ",
        "from 3 s to 4 s, 40 % slower. ",
        "Phases 0 through 3 ",
        "three phases ",
        '"not so fast" ',
        "has been partially reverted. ",
        "is confirmed. ",
        "presumably ",
        "## Next\n",
        "1. a\n2. b\n",
        "5-6 s regardless of size ",
        "3e999 ",
        "\x00",
        "\u2028",
        "é",
        "𝟛 s ",
        "will show that ",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES | st.text(max_size=12), max_size=25).map("".join))
def test_any_text(text: str) -> None:
    report = audit([Document("x.md", text), Document("y.md", text[::-1])])
    for item in (*report.claims, *report.findings):
        places = [item.place, *(n.place for n in item.also)]
        assert all(0 <= p.start <= p.end <= len(p.document.text) and p.line >= 1 and p.column >= 1 for p in places)
    shown = entries(report)
    assert len({e.fingerprint for e in shown}) == len(shown)
    assert sarif(shown) and junit(shown) and as_data(report, shown)
    assert all(claim_frame(c) for c in report.claims) and all(finding_frame(f) for f in report.findings)


@pytest.mark.parametrize("text", ["a" * 60000, "|" * 30000, "```a\n" * 4000, '"a b c ' * 9000, "a:\n\n" * 4000, "[msg 1] " * 300])
def test_long_and_odd_texts(text: str) -> None:
    audit([Document("x.md", text)])
