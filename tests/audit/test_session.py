"""Documents held against a session: references resolved, quotations looked up, figures found, hindsight seen."""

import pytest

from sessionlens.audit import Document, Report, audit
from sessionlens.graph.view import View
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.pipeline import investigate


def call(command: str, output: str) -> tuple[ToolCall, ...]:
    return (ToolCall("t", "Bash", "shell", {}, command=command, output=output, exit_code=0),)


@pytest.fixture(scope="module")
def view() -> View:
    messages = (
        Message(40, "user", "Could you find out why the nightly import got slower?"),
        Message(41, "assistant", "First the old state.", call("./import --ring none", "total: 40.0 s\n")),
        Message(42, "assistant", "Now with `ringBuf` in.", call("./import --ring 8", "total: 44.0 s\n")),
        Message(43, "assistant", "Is it in the program?", call("strings server | grep ringBuf", "ringBuf/src/lib.rs\n")),
        Message(44, "user", "And with a larger ring, please."),
        Message(45, "assistant", "A larger one.", call("./import --ring 64", "total: 52.0 s\n")),
    )
    return investigate(Session("s-40", "openai-chat", "log.jsonl", messages))


def report(view: View, text: str) -> Report:
    return audit([Document("note.md", text)], view)


def whys(found: Report, issue: str) -> list[str]:
    return [f.why for f in found.findings if f.issue == issue]


def test_sound_references_are_left_alone(view: View) -> None:
    text = (
        "This is message [msg 43]. The person's request at [msg 40] set it off. The `ringBuf` run in the previous message ([msg 42]) was "
        "slower than the one of [msg 41]; messages 41-42 are the whole comparison."
    )
    assert not report(view, text).findings


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The first run ([msg 12]) was quick.", "the session has no message 12; it has 40 to 45"),
        ("The runs of messages 41 to 47 were quick.", "the session has no message 47"),
        ("The user's question in [msg 42] set it off.", "message 42 is the agent's, not the person's"),
        ("The assistant's reply in [msg 44] set it off.", "message 44 is the person's, not the agent's"),
        ("The patch of `write_ahead.c` in [msg 41] came first.", "message 41 has nothing of what the sentence names (write_ahead.c)"),
        ("This is message [msg 45]. It follows the preceding message ([msg 42]).", "message 42, said to come right before message 45"),
    ],
)
def test_references_that_do_not_hold(view: View, text: str, why: str) -> None:
    assert any(why in said for said in whys(report(view, text), "reference"))


def test_quotations(view: View) -> None:
    assert not whys(
        report(view, 'The person asked in [msg 40]: "could you find out why the nightly import got slower?"'), "quote-without-source"
    )
    [wrong] = whys(
        report(view, 'The person said in [msg 44]: "Could you find out why the nightly import got slower?"'), "quote-without-source"
    )
    assert wrong == "message 44 does not say this; message 40 does"
    [none] = whys(report(view, 'The agent wrote: "the ring is the culprit, no doubt about it".'), "quote-without-source")
    assert none == "no message of the session says this"


def test_figures_rest_on_the_session(view: View) -> None:
    found = report(view, "The import with ring 8 took 44.0 s.\n\nIt took 99.9 s with ring 8 on the other machine.\n")
    verdicts = {c.place.text: (c.verdict, c.basis) for c in found.claims}
    assert verdicts["The import with ring 8 took 44.0 s."] == ("supported", "session")
    assert next(v for t, v in verdicts.items() if "99.9" in t)[0] != "supported"


def test_what_came_later_is_hindsight(view: View) -> None:
    text = "This is message [msg 43]. The run with ring 64 took 52.0 s.\n"
    assert whys(report(view, text), "hindsight") == ["what shows it came after message 43, in message 45"]
    later = "This is message [msg 43].\n\n## What happens next\n\nThe run with ring 64 took 52.0 s.\n"
    assert not whys(report(view, later), "hindsight")
    named = "This is message [msg 43]. In [msg 45] the run with ring 64 took 52.0 s.\n"
    assert not whys(report(view, named), "hindsight")


def test_what_is_far_from_any_output_is_another_thing() -> None:
    messages = (
        Message(
            1, "assistant", "The sizes.", call("stat -c '%n %s B' bin/ring bin/list; uptime", "bin/ring 41859928 B\nbin/list 41112232 B\n")
        ),
        Message(2, "assistant", "And a run.", call("./import --ring none", "total: 40.15 s\n")),
    )
    own = investigate(Session("s-1", "openai-chat", "log.jsonl", messages))
    text = "bin/ring has a header of 24 bytes.\n\nThe output is cut at 40 lines.\n\nbin/list has 41112232 bytes.\n"
    verdicts = {c.place.line: c.verdict for c in report(own, text).claims if any(ch.isdigit() for ch in c.place.text)}
    assert verdicts[1] != "contradicted" and verdicts[3] != "supported" and verdicts[5] == "supported"


def contradicted(found: Report) -> list[str]:
    return [c.place.text for c in found.claims if c.verdict == "contradicted"]


@pytest.mark.parametrize(
    "text",
    [
        "- “The import takes 30.0 s without a ring.” **contradicted** [msg 41](#msg-41), [msg 45](#msg-45)",
        "> The import takes 30.0 s without a ring.",
        'The agent is quoted: "the import takes 30.0 s without a ring".',
        "| Message | Claim | Evidence |\n|---|---|---|\n| [msg 45] | “the ring of 64 takes 30.0 s” | [msg 41] |",
        "| Ring | Value | n | Delta | Messages |\n|---|---|---|---|---|\n| none | 40.0 s | 5 | | [msg 41] |\n"
        "| 8 | 44.0 s | 15 | +10 % | [msg 42] |",
        "It stands in 2 files and 1 more file [msg 43].",
    ],
)
def test_what_is_quoted_or_counted_beside_it_is_no_claim_of_the_document(view: View, text: str) -> None:
    assert not contradicted(report(view, text + "\n"))


@pytest.mark.parametrize(
    "text",
    [
        "It went from 40.0 s to 52.0 s, a factor of 1.9.",
        "The run is 60 % longer, from 40.0 s to 52.0 s.",
        "The run got longer by a factor of 2.3, from 40.0 s to 52.0 s.",
    ],
)
def test_both_ends_in_a_sentence_judge_its_factor(view: View, text: str) -> None:
    assert contradicted(report(view, text)) or "2.3" in text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The user in [msg 42] asked for a larger ring.", "message 42 is the agent's, not the person's"),
        ("The user's remark in [msg 45] came next.", "message 45 is the agent's, not the person's"),
        ("The agent in [msg 44] ran it.", "message 44 is the person's, not the agent's"),
        ("In [msg 43] the run took 52 s.", "message 43 has nothing of what the sentence names (52)"),
    ],
)
def test_more_references_that_do_not_hold(view: View, text: str, why: str) -> None:
    assert any(why in said for said in whys(report(view, text), "reference"))


@pytest.mark.parametrize(
    "text",
    [
        "- Tried: “Now with `ringBuf` in.” **supported** [msg 45](#msg-45), [msg 42](#msg-42)",
        "The runs took 40.0 s and 44.0 s [msg 41], [msg 42].",
        "It was `ringBuf` in [msg 42] that took 44.0 s ([msg 41]).",
        "To do: set `pipefail` [msg 43].",
        "From the first to the last the import grew by +12.0 s [msg 41], [msg 45].",
    ],
)
def test_references_that_are_listed_or_worked_out(view: View, text: str) -> None:
    assert not report(view, text + "\n").findings


def test_a_quotation_of_a_message_that_says_something_else(view: View) -> None:
    assert whys(report(view, 'As the agent put it in [msg 43]: "the ring was never compiled in".'), "quote-without-source")


def test_a_figure_that_stands_nowhere(view: View) -> None:
    found = report(view, "With a ring of 64 the import takes 57.3 s. Without it takes 40.0 s, and 0.73 min with one of 8.")
    assert [f.place.text for f in found.findings if f.issue == "evidence-not-shown"] == ["57.3 s"]


FATES = (
    Message(1, "user", "Why is the import slow?"),
    Message(
        2, "assistant", "My hypotheses, before measuring anything:\n\n- H1: the cache is too small\n- H2: autocommit costs an fsync per row"
    ),
    Message(3, "assistant", "First H1, with a cache ten times as large.", call("./import --cache 10", "total: 40.1 s\n")),
    Message(4, "assistant", "H1 is refuted: 40.1 s as before. Now H2.", call("./import --index", "total: 4.2 s\n")),
    Message(5, "assistant", "H2 is confirmed: 4.2 s instead of 40.1 s."),
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("H1 is confirmed.", 1),
        ("H1 was refuted; H2 was confirmed.", 0),
        ("H1 and H2 are both refuted.", 1),
        ("Whether H1 is confirmed was open then. H2 is not confirmed by that alone.", 0),
        ('The note says "H1 is confirmed by a run".', 0),
        ("H9 is refuted.", 0),
    ],
)
def test_what_became_of_a_hypothesis(text: str, wrong: int) -> None:
    session = investigate(Session("s-5", "openai-chat", "log.jsonl", FATES))
    assert {h.status for h in session.hypotheses} == {"confirmed", "refuted"}
    assert len(contradicted(report(session, text + "\n"))) == wrong
