"""Counting what a text lists itself."""

import pytest

from sessionlens.audit import Document
from sessionlens.audit.lists import counts


@pytest.mark.parametrize(
    ("text", "said", "listed", "sure"),
    [
        ("We made three changes: A4, D4 and gro.cu.", 3, 3, False),
        ("It has two parts: `a` and `b`.", 2, 2, True),
        ("Four kernels — K1, K2 (the old one), K3, and K4 — were run.", 4, 4, True),
        ("The 4 tables (A, B, C) are fine.", 4, 3, True),
        ("There are five patches: P1, P2, P4 and P7.", 5, 4, True),
        ("We made five patches: P1–P4 and P7.", 5, 2, False),
        ("We made six patches: for example P1, P2, P3.", 6, 3, False),
        ("It took three steps:\n\n1. read\n2. parse\n   - twice\n3. check\n\nThen it stopped.", 3, 3, True),
        ("Two caches were tried:\n\n| Cache | Time |\n|---|---|\n| a | 3 s |\n| b | 4 s |\n", 2, 2, False),
        ("Two things happen in turn: whether it builds, and whether it runs.", 2, 2, False),
    ],
)
def test_a_count_and_what_is_listed(text: str, said: int, listed: int, sure: bool) -> None:
    [found] = counts(Document("x.md", text))
    assert (found.said, found.listed, found.sure) == (said, listed, sure)


@pytest.mark.parametrize(
    "text",
    [
        "It took four seconds: one, two, three.",
        "Section 2.3 tables (A, B).",
        "Three of the tests fail: a, b.",
        "Nothing is counted here: a, b, c.",
    ],
)
def test_what_counts_nothing(text: str) -> None:
    assert not list(counts(Document("x.md", text)))
