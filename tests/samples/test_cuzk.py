"""The reconstructed sample: what must come out, as checked in and under other names, numbers and message numbers."""

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.graph.view import View
from tests.samples._sample import SAMPLES, expected, in_message, judged, script

FOLDER = SAMPLES / "cuzk-phase4"
MAKE = script(FOLDER / "make.py")
WANTED = expected("cuzk-phase4")
SETS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parents[1] / "cases/samples/cuzk.yaml").read_text(encoding="utf-8"))


class Case:
    """One set of parameters: the values, the labels, and the investigated session."""

    def __init__(self, entry: dict[str, Any], folder: Path) -> None:
        self.entry = entry
        self.values: dict[str, str] = MAKE.derive(entry["set"])
        text, self.labels = MAKE.make(entry["set"])
        path = folder / "transcript.jsonl"
        path.write_text(text, encoding="utf-8")
        from sessionlens import pipeline

        self.view: View = pipeline.investigate(path)

    def fill(self, text: str) -> str:
        return re.sub(r"%([A-Za-z]\w*)%", lambda m: self.values[m[1]], text)


@pytest.fixture(scope="module", params=SETS, ids=[s["name"] for s in SETS])
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Case]:
    yield Case(request.param, tmp_path_factory.mktemp("sample"))


def interval(printed: str) -> tuple[Fraction, Fraction]:
    """A printed number as the closed interval that it stands for."""
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    return Fraction(printed) - half, Fraction(printed) + half


def meets(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]) -> bool:
    return a[0] <= b[1] and b[0] <= a[1]


def truth(entry: Mapping[str, Any], values: Mapping[str, str]) -> str:
    """The verdict that the numbers give: a second opinion, by a few lines of arithmetic that share nothing with the package."""
    said = values[entry["said"]]
    if "percent" in entry:
        new, old = (interval(values[k]) for k in entry["percent"])
        low, high = 100 * (new[0] / old[1] - 1), 100 * (new[1] / old[0] - 1)
        claimed = interval(said)
        holds = meets((low, high), claimed)
        if holds and high - low > 4 * (claimed[1] - claimed[0]):
            return "undecidable"
    elif "delta" in entry:
        new, old = (interval(values[k]) for k in entry["delta"])
        holds = meets((new[0] - old[1], new[1] - old[0]), interval(said))
    elif "gibibytes" in entry:
        holds = interval(said)[0] <= Fraction(values[entry["gibibytes"]]) / 2**30 <= interval(said)[1]
    elif "sum" in entry:
        parts = [interval(values[k]) for k in entry["sum"]]
        holds = meets((sum((p[0] for p in parts), Fraction()), sum((p[1] for p in parts), Fraction())), interval(said))
    else:
        least, most = said.split("-")
        base = interval(values[entry["from"]])
        bounds = interval(least)[0], interval(most)[1]
        members = [interval(values[k]) for k in entry["every"]]
        holds = all(meets((m[0] - base[1], m[1] - base[0]), bounds) for m in members)
    return "supported" if holds else "contradicted"


def names(entries: list[dict[str, Any]]) -> list[str]:
    return [f"{e.get('message') or e.get('messages') or e.get('alias')} {e.get('quote') or e.get('issue') or ''}".strip() for e in entries]


@cache
def records() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / "transcript.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_transcript_is_what_the_script_writes() -> None:
    assert MAKE.make()[0] == (FOLDER / "transcript.jsonl").read_text(encoding="utf-8")


def test_the_first_record_says_that_it_is_reconstructed() -> None:
    first = records()[0]
    assert (first["type"], first["subtype"], first["first_message"]) == ("system", "informational", 880)
    assert "reconstructed" in first["content"]


def test_records_are_chained_and_every_call_has_its_result() -> None:
    earlier = None
    for record in records():
        assert record["parentUuid"] == earlier
        earlier = record["uuid"]
    blocks = [b for r in records() if "message" in r and isinstance(r["message"]["content"], list) for b in r["message"]["content"]]
    calls = [b["id"] for b in blocks if b["type"] == "tool_use"]
    assert calls == [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
    stamps = [r["timestamp"] for r in records()]
    assert stamps == sorted(stamps)


def test_labels_stand_where_the_write_ups_put_them() -> None:
    labels = MAKE.make()[1]
    known = {"start": 880, "a2_left": 894, "a2_check": 896, "surprise": 901, "touch_again": 910, "timing_probe": 913, "probe": 914}
    known |= {"micro": 1021, "verdict": 1034, "request": 1035, "plan_perf": 1036, "perf_probe": 1037, "end": 1045}
    assert {k: labels[k] for k in known} == known


def test_no_parameter_is_left_in_any_set_and_no_default_name_either() -> None:
    renamed = next(s for s in SETS if "project" in s["set"])
    text = MAKE.make(renamed["set"])[0]
    assert not re.search(r"%[A-Za-z]\w*%", text)
    for key in ("project", "crate", "Type", "libname", "gpulib", "msmlib"):
        assert not re.search(rf"\b{MAKE.PARAMETERS[key]}", text, re.I), key


@pytest.mark.parametrize("entry", SETS, ids=[s["name"] for s in SETS])
def test_the_lists_agree_with_the_arithmetic(entry: dict[str, Any]) -> None:
    values = MAKE.derive(entry["set"])
    got = {c["truth"]["said"]: truth(c["truth"], values) for c in WANTED["claims"] if "truth" in c}
    assert got == entry["as"]


def test_messages_and_note(case: Case) -> None:
    first = int(case.values["first_message"])
    numbers = [m.number for m in case.view.session.messages]
    assert numbers == list(range(first, first + WANTED["messages"]))
    assert any(WANTED["note"] in note for note in case.view.session.notes)
    assert case.view.session.problems == ()


@pytest.mark.parametrize("claim", WANTED["claims"], ids=names(WANTED["claims"]))
def test_claim(case: Case, claim: dict[str, Any]) -> None:
    message = case.labels[claim["message"]]
    found = judged(case.view, message, case.fill(claim["quote"]))
    assert found, f"no conclusion {case.fill(claim['quote'])!r}\n{in_message(case.view, message)}"
    allowed = [truth(claim["truth"], case.values)] if "truth" in claim else claim["verdict"]
    verdict = found[0][1]
    assert verdict.verdict in allowed, in_message(case.view, message)
    assert set(claim.get("caveats", ())) <= set(verdict.caveats) or verdict.verdict == "contradicted", in_message(case.view, message)


@pytest.mark.parametrize("change", WANTED["changes"], ids=names(WANTED["changes"]))
def test_change(case: Case, change: dict[str, Any]) -> None:
    message = case.labels[change["message"]]
    found = [c for c in case.view.changes if c.msg == message]
    assert len(found) == 1, in_message(case.view, message)
    assert any(f.endswith(change["file"]) for f in found[0].files)
    assert case.fill(change["alias"]) in found[0].names


@pytest.mark.parametrize("reversion", WANTED["reversions"], ids=names(WANTED["reversions"]))
def test_reversion(case: Case, reversion: dict[str, Any]) -> None:
    message = case.labels[reversion["message"]]
    found = [r for r in case.view.reversions if r.msg == message]
    wanted = [(case.labels[reversion["of"]], reversion["partial"])]
    told = [(r.of_msg, r.partial) for r in found]
    assert wanted[0] in told if reversion.get("among") else wanted == told, in_message(case.view, message)


@pytest.mark.parametrize("wanted", WANTED["measurements"], ids=names(WANTED["measurements"]))
def test_measurement(case: Case, wanted: dict[str, Any]) -> None:
    message = case.labels[wanted["message"]]
    found = [m for m in case.view.measurements if m.msg == message]
    value = float(case.values[wanted["value"]])
    assert (value, wanted["unit"]) in [(m.value, m.unit) for m in found], [(m.metric, m.config, m.raw) for m in found]


@pytest.mark.parametrize("wanted", WANTED["verifications"], ids=names(WANTED["verifications"]))
def test_verification(case: Case, wanted: dict[str, Any]) -> None:
    message = case.labels[wanted["message"]]
    found = [v.result for v in case.view.verifications if v.msg == message]
    assert found == [wanted["result"]], in_message(case.view, message)


@pytest.mark.parametrize("wanted", WANTED["hypotheses"], ids=names(WANTED["hypotheses"]))
def test_hypothesis(case: Case, wanted: dict[str, Any]) -> None:
    name, words = case.fill(wanted["alias"]), wanted.get("words", "")
    found = [h for h in case.view.hypotheses if name in h.aliases and words in h.quote]
    assert found, [(h.id, h.text, h.aliases) for h in case.view.hypotheses]
    if "also" in wanted:
        assert case.fill(wanted["also"]).lower() in " ".join(found[0].aliases).lower()
    assert found[0].status == wanted["status"], found[0]


@pytest.mark.parametrize("wanted", WANTED["findings"], ids=names(WANTED["findings"]))
def test_finding(case: Case, wanted: dict[str, Any]) -> None:
    fires = "when" not in wanted or truth(wanted["when"], case.values) == "contradicted"
    messages = {case.labels[label] for label in wanted["messages"]}
    found = [f for f in case.view.findings if f.issue == wanted["issue"]]
    assert fires == any(f.msg in messages for f in found), [(f.msg, f.text) for f in found]
