"""Hypotheses of small sessions and what became of them."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens import facts
from sessionlens.facts import aliases
from sessionlens.facts.trace import closely
from sessionlens.model.facts import Hypothesis
from tests.story import tell

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "facts" / "hypotheses.yaml").read_text(encoding="utf-8"))


def settled(story: str) -> tuple[Hypothesis, ...]:
    return facts.find(closely(tell(story))).hypotheses


@pytest.mark.parametrize("case", CASES, ids=lambda c: str(c["name"]))
def test_hypotheses(case: dict[str, Any]) -> None:
    found = settled(case["story"])
    assert [[h.msg, h.quote, h.status, h.decided_at] for h in found] == case["hypotheses"]
    if "aliases" in case:
        assert [list(h.aliases[:1]) for h in found] == case["aliases"]
    if "prediction" in case:
        assert found[0].prediction == case["prediction"]
    if "mentions" in case:
        assert list(found[0].mentions) == case["mentions"]
    if "text" in case:
        assert found[0].text == case["text"]


def test_a_label_brings_its_meaning() -> None:
    found = settled("user: Go.\nsay: Two changes at once: larger pages (P1), no checksums (P2).\nsay: I suspect P2 for the time.")
    assert found[0].text == "P2 (no checksums) for the time"
    assert {"P2", "no checksums"} <= set(found[0].aliases)


def test_stems_meet() -> None:
    assert aliases.content("corrupting the indexes") == aliases.content("Corruption of an index")


SENTENCES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "facts" / "beliefs.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("who", "sentence", "wanted"), [(who, said, text) for who, told in SENTENCES.items() for said, text in told.items()]
)
def test_sentences(who: str, sentence: str, wanted: str | list[str] | None) -> None:
    found = settled(f"user: Go on.\n{'say' if who == 'agent' else 'user'}: {sentence}\n$ ./x")
    assert [h.text for h in found] == ([wanted] if isinstance(wanted, str) else wanted or [])


FATES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "facts" / "fates.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("sentence", "status"), FATES["belief"].items())
def test_what_is_said_of_a_belief_decides_it(sentence: str, status: str) -> None:
    belief = "I suspect the retry loop in the uploader keeps the socket open."
    found = settled(f"user: Why?\nsay: {belief}\n$ ./probe\n> 3\nsay: {sentence}\n$ ./y")
    assert (found[0].status, found[0].decided_at) == (status, None if status == "open" else 3)


@pytest.mark.parametrize(("sentence", "status"), FATES["remedy"].items())
def test_what_is_said_of_a_remedy_decides_it(sentence: str, status: str) -> None:
    remedy = "The fix: pool the buffers in the encoder.\nedit src/enc.c: malloc(n) => pool_get(n)"
    found = settled(f"user: Fix it.\nsay: {remedy}\n$ ./bench\n> total: 1.2 s\nsay: {sentence}\n$ ./y")
    assert found[0].status == status


def test_a_cause_denied_refutes_only_what_is_about_that_cause() -> None:
    story = """
        user: Why is the reload slow?
        say: I suspect that the template cache is too small.
        say: Perhaps `inotify` hands the parsed events over twice.
        $ strace -c ./reload
        > 2 parsed files
        say: Two files parsed, so parsing is not the cause.
        """
    found = settled(story)
    assert [(h.msg, h.status) for h in found if "inotify" in h.text] == [(3, "open")]


def test_what_was_said_flatly_and_taken_back_later_is_refuted() -> None:
    story = """
        user: Why is the reload slow?
        say: My hypothesis: the wider rows put pressure on the page cache, and that outweighs the saved reads.
        $ ./bench wide
        > reload: 31.0 s
        say: The slowdown comes from page cache pressure of the wider rows.
        $ vmstat 1 3
        > cache 1200 1200 1201
        say: So I take back what I said about the page cache: the counters do not bear it out.
        """
    (found,) = settled(story)
    assert (found.status, found.decided_at) == ("refuted", 4)
