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


def fate_of(story: str, place: int = 0) -> tuple[str, tuple[int, ...]]:
    h = settled(story)[place]
    return h.status, h.decided_by


PROPOSED = "user: Go.\nsay: D3: batch the inserts, so that the log is flushed once.\nedit src/db.c: put(r) => put_all(rs)\n"


def test_what_is_taken_out_is_not_refuted_by_that() -> None:
    assert fate_of(PROPOSED + "say: D3 is reverted.\n$ git diff --stat\n>\nsay: Done.") == ("abandoned", (3,))
    undone = "say: D3 is reverted.\n$ git diff --stat\n> src/db.c | 2 +-\nsay: Not quite, D3 is only partly reverted.\n$ cat src/db.c"
    assert fate_of(PROPOSED + undone)[0] == "open"
    harmful = "$ ./bench\n> total 31.0 s\nsay: Without D3 the total is 31.2 s, so D3 made no difference.\n$ x\nsay: D3 is reverted."
    assert fate_of(PROPOSED + harmful) == ("refuted", (3,))


def test_a_cost_decides_only_where_it_was_printed_or_worked_out() -> None:
    assert fate_of(PROPOSED + "$ ./bench\n> total 9.4 s\nsay: D3 costs 2.6 s per run.\n$ x")[0] == "open"
    assert fate_of(PROPOSED + "$ ./bench\n> insert 2.6 s\nsay: D3 costs 2.6 s per run.\n$ x") == ("refuted", (3,))
    assert fate_of(PROPOSED + "$ ./bench\n> total 9.4 s\nsay: From 6.8 s to 9.4 s. D3 costs 2.6 s per run.\n$ x") == ("refuted", (3,))
    assert fate_of(PROPOSED + "$ ./bench\n> total 2.6 s\nsay: D3 costs about 2.6 s per run.\n$ x")[0] == "open"


def test_a_verdict_right_behind_a_label() -> None:
    ran = "$ ./bench\n> total 9.4 s\n"
    for said, status in {
        "Prediction (total below 10 s) met -> D3 accepted.": "confirmed",
        "9.4 s, ahead in every round. D3 -> keep.": "confirmed",
        "D3 (batching) -> accepted.": "confirmed",
        "So D3 holds, the flushes are what it waited for.": "confirmed",
        "No stable direction -> D3 abandoned, undo.": "abandoned",
        "D3 is shelved.": "abandoned",
        "D3 rejected.": "refuted",
        "If D3 holds, the total must fall.": "open",
        "D3 holds the lock while it flushes.": "open",
        "The numbers in the table of D3 were wrong.": "open",
    }.items():
        assert (said, fate_of(PROPOSED + ran + f"say: {said}\n$ x")[0]) == (said, status)


def test_a_prediction_in_its_own_sentence_is_met_or_missed() -> None:
    tried = "user: Go.\nsay: Try 16 lanes: predict a wait rate below 20 %.\nedit a.c: LANES 4 => LANES 16\n$ ./bench\n> wait rate 31 %\n"
    (h,) = settled(tried)
    assert (h.text, h.prediction) == ("Try 16 lanes: predict a wait rate below 20 %", "a wait rate below 20 %.")
    assert fate_of(tried + "say: 16 lanes: wait rate 44 -> 31 %, prediction below 20 % missed.\n$ x") == ("refuted", (3,))
    assert fate_of(tried + "say: 16 lanes: wait rate 44 -> 12 %, prediction met.\n$ x") == ("confirmed", (3,))


def test_beliefs_are_christened_within_a_sentence() -> None:
    story = (
        "user: Go.\nsay: Two candidates. **R1 (retries)**: the client never gives up on a dead peer. "
        "I'd also look at **R2 (timeouts)**: each read waits for 30 s.\n$ ./probe\n> 3\n"
        "say: R1 confirmed, the peer got 812 requests. **R3 (names)**: confirmed by the way.\n$ x"
    )
    found = settled(story)
    assert [(h.aliases[0], h.text, h.status) for h in found] == [
        ("R1", "the client never gives up on a dead peer", "confirmed"),
        ("R2", "each read waits for 30 s", "open"),
    ]


def test_a_cause_told_in_a_word_is_cured_by_the_fix() -> None:
    story = (
        "user: Why do rows differ?\nsay: Cause: the 8-bit checksum, two rows with one slot share it. Fix: keep the whole key.\n"
        "edit src/slot.rs: tag => key\nsay: Again.\n$ ./compare\n> identical\nsay: identical -> slot bug fixed.\n$ x"
    )
    assert [h.status for h in settled(story) if "checksum" in h.text] == ["confirmed"]


def test_a_belief_about_several_labels_is_decided_with_all_of_them() -> None:
    belief = "user: Go.\nsay: I suspect E1, E2 and E4 are what slows the import.\n$ ./bench\n> 3.1 s\n"
    assert fate_of(belief + "say: E2 is ruled out.\n$ x") == ("open", ())
    assert fate_of(belief + "say: E2 is ruled out.\n$ x\nsay: E1 is ruled out, and E4 is ruled out.") == ("refuted", (3, 4))


LOG = "user: Why?\nsay: I suspect that replica 1 truncates the log of replica 2.\n$ ./trace\n> ok\n"


def test_who_says_the_same_of_other_numbers_confirms_nothing() -> None:
    assert fate_of(LOG + "say: Replica 2 truncates its own log, the log of replica 2.\n$ x")[0] == "open"
    assert fate_of(LOG + "say: The trace confirmed that the replica truncates the log.\n$ x")[0] == "open"
    assert fate_of(LOG + "say: Replica 1 truncates the log of replica 2.\n$ x") == ("confirmed", (3,))


def test_a_hedge_and_another_cause_confirm_nothing() -> None:
    asked = "user: Those stale entries, I guess they were from the old mirror?\n"
    assert fate_of(asked + "say: Most likely, yes. The stale entries were from the old mirror.\n$ x")[0] == "open"
    guess = "user: Why?\nsay: I suspect the background indexer is creating all these temporary files.\n$ ls\n> t1\n"
    assert fate_of(guess + "say: 3 temporary files were created today by `cron`.\n$ x")[0] == "open"
    assert fate_of(guess + "say: The background indexer created all these temporary files.\n$ x") == ("confirmed", (3,))


def test_a_belief_said_again_with_nothing_run_is_still_open() -> None:
    belief = "user: Why?\nsay: I suspect the retry loop in the uploader keeps the socket open."
    assert fate_of(f"{belief}\nuser: Sure?\nsay: The retry loop in the uploader keeps the socket open.\n$ x")[0] == "open"


@pytest.mark.parametrize(
    ("said", "printed", "status"),
    [
        ("The old symbol should have disappeared from the plugin.", "0", "confirmed"),
        ("The old symbol should have disappeared from the plugin.", "4", "refuted"),
        ("The new symbol should have appeared in the plugin.", "0", "refuted"),
        ("The old symbol should have disappeared from the plugin.", "grep: no such file", "open"),
    ],
)
def test_an_expectation_is_answered_by_its_own_count(said: str, printed: str, status: str) -> None:
    assert fate_of(f'user: Go.\nsay: {said}\n$ strings build/plug.so | grep -c "old_name"\n> {printed}\nsay: Next.')[0] == status


def test_a_question_of_its_own_answered_with_no() -> None:
    story = "user: Why?\nsay: And the proxies? A `keepalive` on only one of the two hosts would explain it.\n$ cat proxy.conf\n> x\nsay: {}"
    assert fate_of(story.format("No proxies beyond the default, on either host.")) == ("refuted", (3,))
    assert fate_of(story.format("No luck with the shell."))[0] == "open"
