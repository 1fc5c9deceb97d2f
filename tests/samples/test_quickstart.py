"""The recorded sample: it can be recorded again, and what must come out of it comes out."""

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from sessionlens.graph.view import View
from tests.samples._sample import SAMPLES, expected, in_message, judged, script

FOLDER = SAMPLES / "quickstart"
RECORD = script(FOLDER / "record.py")
WANTED = expected("quickstart")
STORY = list(RECORD.turns((FOLDER / "story.txt").read_text(encoding="utf-8")))
LABELS: dict[str, int] = {turn.label: i for i, turn in enumerate(STORY, 1) if turn.label}


@pytest.fixture(scope="module")
def view() -> View:
    from sessionlens import pipeline

    return pipeline.investigate(FOLDER / "transcript.jsonl")


def steady(transcript: str) -> list[Any]:
    """Texts, commands and outputs without what differs from run to run: seconds, and the marks under a traceback's lines."""
    kept: list[Any] = []
    for line in transcript.splitlines():
        record = json.loads(line)
        content = record["content"] if record["type"] == "system" else record["message"]["content"]
        for block in content if isinstance(content, list) else [{"text": content}]:
            text = json.dumps(block.get("input") or block.get("text") or block.get("content"))
            kept.append(re.sub(r"\\n\s*[~^]+(?=\\n)", "", re.sub(r"\d+\.\d{3}( ?s)", r"T\1", text)))
    return kept


@pytest.mark.skipif(sys.platform == "win32", reason="the recorder needs a POSIX shell")
def test_it_can_be_recorded_again(tmp_path: Path) -> None:
    folder = tmp_path / "quickstart"
    shutil.copytree(FOLDER / "start", folder)
    assert steady(RECORD.record(folder)) == steady((FOLDER / "transcript.jsonl").read_text(encoding="utf-8"))
    for path in (FOLDER / "project").iterdir():
        assert path.read_text() == (folder / path.name).read_text(), path.name


def test_no_paths_or_names_of_a_machine() -> None:
    text = (FOLDER / "transcript.jsonl").read_text(encoding="utf-8")
    assert set(re.findall(r"/(?:home|tmp|root|Users)/\w+", text)) == {"/home/dev"}


def test_messages(view: View) -> None:
    assert [m.number for m in view.session.messages] == list(range(1, len(STORY) + 1))
    assert [m.role == "user" for m in view.session.messages] == [t.role == "user" for t in STORY]
    assert view.session.problems == ()


def fill(view: View, text: str) -> str:
    """A quote of the list with its numbers filled in from the recorded outputs."""

    def printed(match: re.Match[str]) -> str:
        found = re.search(re.escape(match[2]) + r"\s*([\d.]*\d)", view.message(LABELS[match[1]]).calls[-1].output)
        assert found is not None
        return found[1]

    return re.sub(r"%(\w+):([^%\n]+)%", printed, text)


@pytest.mark.parametrize("claim", WANTED["claims"], ids=[f"{c['message']} {c['quote']}" for c in WANTED["claims"]])
def test_claim(view: View, claim: dict[str, Any]) -> None:
    message = LABELS[claim["message"]]
    found = judged(view, message, fill(view, claim["quote"]))
    assert found, in_message(view, message)
    verdict = found[0][1]
    assert verdict.verdict in claim["verdict"], in_message(view, message)
    assert set(claim.get("caveats", ())) <= set(verdict.caveats), in_message(view, message)


def test_changes(view: View) -> None:
    reverting = [LABELS[r["message"]] for r in WANTED["reversions"]]
    assert sorted({c.msg for c in view.changes} - set(reverting)) == [LABELS[label] for label in WANTED["changes"]]


def test_reversions(view: View) -> None:
    wanted = [(LABELS[r["message"]], LABELS[r["of"]], r["partial"]) for r in WANTED["reversions"]]
    assert [(r.msg, r.of_msg, r.partial) for r in view.reversions] == wanted
    assert view.reversions[0].verified


@pytest.mark.parametrize("wanted", WANTED["measurements"], ids=[m["message"] for m in WANTED["measurements"]])
def test_measurements(view: View, wanted: dict[str, Any]) -> None:
    found = [m.value for m in view.measurements if m.msg == LABELS[wanted["message"]] and m.metric == wanted["metric"]]
    assert found == wanted["values"], [(m.metric, m.config, m.raw) for m in view.measurements if m.msg == LABELS[wanted["message"]]]


@pytest.mark.parametrize("wanted", WANTED["verifications"], ids=[v["message"] for v in WANTED["verifications"]])
def test_verification(view: View, wanted: dict[str, Any]) -> None:
    message = LABELS[wanted["message"]]
    assert [v.result for v in view.verifications if v.msg == message] == [wanted["result"]], in_message(view, message)


@pytest.mark.parametrize("wanted", WANTED["hypotheses"], ids=[h["words"] for h in WANTED["hypotheses"]])
def test_hypothesis(view: View, wanted: dict[str, Any]) -> None:
    found = [h for h in view.hypotheses if wanted["words"] in f"{h.text} {h.quote} {h.prediction}"]
    assert wanted["status"] in [h.status for h in found], [(h.id, h.text, h.status) for h in view.hypotheses]


@pytest.mark.parametrize("wanted", WANTED["overturned"], ids=[o["quote"] for o in WANTED["overturned"]])
def test_overturned(view: View, wanted: dict[str, Any]) -> None:
    found = judged(view, LABELS[wanted["message"]], wanted["quote"])
    assert found and LABELS[wanted["by"]] in found[0][1].overturned_by, in_message(view, LABELS[wanted["message"]])
