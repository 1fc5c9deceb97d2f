"""Frames: the caret stands under the claim, the evidence's line is shown, and nothing of the transcript is obeyed."""

from sessionlens.model.facts import Conclusion
from sessionlens.reports.frames import finding_frame, verdict_frame
from tests.reports.made_investigation import FINDINGS, investigation, with_text


def conclusion(view, fact_id):  # type: ignore[no-untyped-def]
    fact = view.fact(fact_id)
    assert isinstance(fact, Conclusion)
    return fact, view.verdict(fact_id)


def test_the_caret_stands_under_the_claim() -> None:
    view = investigation()
    lines = verdict_frame(view, *conclusion(view, "c47.2")).split("\n")
    assert lines[0] == "contradicted percent: +5.8 %"
    assert lines[1] == "  --> msg 47, text (c47.2)"
    at = lines[2].index("+5.8 %")
    assert lines[3][at : at + 6] == "^^^^^^" and lines[3].endswith("claimed")


def test_evidence_derivation_and_help_follow() -> None:
    view = investigation()
    text = verdict_frame(view, *conclusion(view, "c47.2"))
    assert "::: msg 41, output of call 1 (m41.1, m41.2)" in text
    assert "= (33.2 ms - 32.0 ms) / 32.0 ms = 3.8 %" in text
    assert "= help: correct the statement" in text
    assert "also: m46.2" in text


def test_a_finding_at_a_call_shows_its_command() -> None:
    text = finding_frame(investigation(), FINDINGS[0])
    assert text.startswith("R006 presence-not-use: ")
    assert "--> msg 45, call 1 (f45.1)" in text and "| strings target/release/parse" in text
    assert "= help: look for a symbol" in text


def test_colour_only_when_asked() -> None:
    view = investigation()
    assert "\x1b[" not in verdict_frame(view, *conclusion(view, "c47.1"))
    assert "\x1b[36m" in verdict_frame(view, *conclusion(view, "c47.1"), colour=True)


def test_escapes_are_shown_and_secrets_are_not() -> None:
    view = with_text(47, "The \x1b]0;title\x07\u202e arena costs time, key ghp_" + "a1B2" * 9 + " +5.8 % The cause is cache pressure.")
    fact, verdict = conclusion(view, "c47.2")
    text = verdict_frame(view, fact.model_copy(update={"at": view.message(47).text.index("+5.8 %")}), verdict)
    assert "\x1b" not in text and "\u202e" not in text and "ghp_" not in text
    caret, line = text.split("\n")[3], text.split("\n")[2]
    assert line[caret.index("^") :].startswith("+5.8 %")


def test_frames_keep_to_a_hundred_columns() -> None:
    view = with_text(47, "word " * 60 + "+5.8 % " + "tail " * 60)
    fact, verdict = conclusion(view, "c47.2")
    text = verdict_frame(view, fact.model_copy(update={"at": 300}), verdict)
    assert max(len(line) for line in text.split("\n") if "=" not in line) <= 100
    assert "..." in text
