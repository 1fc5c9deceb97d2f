"""The findings contract: every field, closed words, sorted lists, and a schema that is as new as the words."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sessionlens.graph.build import judged, linted
from sessionlens.graph.export import findings, render
from sessionlens.graph.export import schema as made
from sessionlens.graph.export._order import order
from sessionlens.graph.view import View
from sessionlens.model import words
from sessionlens.model.span import Span
from sessionlens.model.verdict import Finding, Verdict
from sessionlens.pipeline import investigate
from tests.graph.builders import story
from tests.story import tell

DOCS = Path(__file__).parents[2] / "docs" / "findings.schema.json"
SCHEMA = jsonschema.Draft202012Validator(made.schema())


@pytest.fixture
def view() -> View:
    verdict = Verdict(conclusion="c14.1", claim="delta", verdict="supported", caveats=("single-run",), evidence=(6, 2), nodes=("m2.1",))
    finding = Finding(
        id="f6.1",
        msg=6,
        text="two samples",
        span=Span(source="log.jsonl", msg=6, part=1),
        issue="single-sample",
        rule="R004",
        confidence="medium",
        why="2 runs",
        help="run it more often",
        about=("m6.3",),
    )
    return linted(judged(story(), [verdict]), [finding])


def test_the_file_in_docs_is_made_from_the_words() -> None:
    assert DOCS.read_text() == made.text(), "run: python -m sessionlens.graph.export.schema > docs/findings.schema.json"


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(made.schema())


def test_an_export_fits_the_schema(view: View) -> None:
    SCHEMA.validate(json.loads(render(view, "json")))


def test_nodes_have_every_field_of_their_kind_and_stand_in_order(view: View) -> None:
    nodes = findings(view)["nodes"]
    assert {n["kind"] for n in nodes} == set(words.KINDS)
    assert [n["id"] for n in nodes] == sorted((n["id"] for n in nodes), key=order)
    concluded = {n["id"]: n for n in nodes}
    assert concluded["c14.1"]["verdict"] == "supported"
    assert concluded["c14.1"]["evidence"] == [2, 6], "messages are sorted"
    assert concluded["c8.1"]["verdict"] is None and concluded["c8.1"]["caveats"] == []
    assert concluded["r11.1"]["of"] == "e4.1" and concluded["r11.1"]["verified"] is True
    assert concluded["m6.3"]["samples"] == ["m6.1", "m6.2"] and concluded["m6.3"]["spread"] is None


def test_every_end_of_an_edge_is_a_node_or_a_message(view: View) -> None:
    found = findings(view)
    ends = {n["id"] for n in found["nodes"]} | {f"msg{n}" for n in range(1, 15)}
    assert found["edges"]
    assert all(e["source"] in ends and e["target"] in ends for e in found["edges"])


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("hypothesis", "status", "proven"),
        ("verification", "result", "ok"),
        ("measurement", "direction", "up"),
        ("measurement", "spread_kind", "stdev"),
        ("conclusion", "claim", "number"),
        ("conclusion", "verdict", "true"),
        ("conclusion", "caveats", ["old"]),
        ("methodology", "issue", "bad-idea"),
        ("methodology", "confidence", "certain"),
        ("change", "kind", "edit"),
        ("change", "files", None),
    ],
)
def test_any_other_word_is_rejected(view: View, kind: str, field: str, value: Any) -> None:
    found = findings(view)
    next(n for n in found["nodes"] if n["kind"] == kind)[field] = value
    assert not SCHEMA.is_valid(json.loads(json.dumps(found)))


def test_an_absent_field_and_a_strange_edge_are_rejected(view: View) -> None:
    found = json.loads(render(view, "json"))
    del found["nodes"][0]["prediction"]
    assert not SCHEMA.is_valid(found)
    found = json.loads(render(view, "json"))
    found["edges"][0]["kind"] = "likes"
    assert not SCHEMA.is_valid(found)


def test_what_no_output_shows_rests_on_what_was_seen_last() -> None:
    told = tell(
        "user: Why is it slow?\nsay: Look.\n$ ./bench --size 10\n> total: 3.1 s\nsay: And the other.\n$ cat notes.txt\n> nothing\n"
        "say: The scheduler starves the importer."
    )
    said = next(n for n in findings(investigate(told))["nodes"] if n["kind"] == "conclusion")
    assert (said["verdict"], said["evidence"]) == ("unsupported", [3])
