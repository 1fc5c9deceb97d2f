"""The other formats: well formed, complete, and safe whatever a transcript says."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sessionlens.graph.build import assemble
from sessionlens.graph.export import FORMATS, findings, render
from sessionlens.graph.export.mermaid import MOST, kept
from sessionlens.graph.view import View
from sessionlens.model.facts import Hypothesis
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.pipeline import investigate
from tests.graph.builders import hypothesis, story

NASTY = 'a "quoted" <b>&amp;</b> \\ ]] --> `x` #35; \x1b[31m\x00 \n end; {x} | y'


def nasty() -> View:
    table = {Hypothesis: (hypothesis("h1.1", 1, NASTY),)}
    return replace(story(), graph=assemble(table, [1], []))


def test_formats_are_found_by_the_package() -> None:
    assert FORMATS == ("dot", "graphml", "json", "junit", "mermaid", "prov", "sarif")
    with pytest.raises(ValueError, match="no such format: svg2; there are dot"):
        render(story(), "svg2")


def test_graphml_is_xml_and_complete() -> None:
    root = ElementTree.fromstring(render(story(), "graphml"))
    space = "{http://graphml.graphdrawing.org/xmlns}"
    found = findings(story())
    assert len(root.findall(f".//{space}node")) == len(found["nodes"]) + 14
    assert len(root.findall(f".//{space}edge")) == len(found["edges"])
    texts = [d.text for d in ElementTree.fromstring(render(nasty(), "graphml")).iter(f"{space}data")]
    assert any('a "quoted" <b>&amp;</b>' in (t or "") for t in texts)


def test_prov_is_json_with_every_end_declared() -> None:
    document = json.loads(render(story(), "prov"))
    declared = {*document["entity"], *document["activity"], *document["agent"]}
    relations = {k: v for k, v in document.items() if k not in ("prefix", "entity", "activity", "agent")}
    ends = {v for group in relations.values() for r in group.values() for k, v in r.items() if k != "prov:type"}
    assert ends <= declared
    assert {"prov:entity": "sl:e4.1", "prov:activity": "sl:r11.1", "prov:type": "sl:reversion"} in document["wasInvalidatedBy"].values()


@pytest.mark.parametrize("form", ["dot", "mermaid"])
def test_markup_in_a_text_stays_text(form: str) -> None:
    line = next(row for row in render(nasty(), form).splitlines() if "quoted" in row)
    assert "\x1b" not in line and "\x00" not in line
    if form == "mermaid":
        inside = line[line.index('"') + 1 : line.rindex('"')]
        assert not set('"<>`[]{}|') & set(inside)
    else:
        assert line.endswith('"];') and line.count('"') - line.count('\\"') == 4


def test_mermaid_leaves_out_what_says_least() -> None:
    many = tuple(hypothesis(f"h1.{n}", 1, f"belief {n}") for n in range(1, 100))
    view = story()
    table = {**view.graph.graph["facts"], Hypothesis: (*view.hypotheses, *many[1:])}
    edges = [(s, t, k) for s, t, k in view.graph.edges(keys=True)]
    crowded = replace(view, graph=assemble(table, range(1, 15), edges))
    assert len(kept(crowded)) == MOST and {"h1.1", "e4.1", "r11.1", "c14.1"} <= kept(crowded)
    assert "nodes left out" in render(crowded, "mermaid")
    assert "left out" not in render(view, "mermaid")


def test_the_same_view_gives_the_same_text() -> None:
    for form in FORMATS:
        assert render(story(), form) == render(story(), form)


@pytest.mark.parametrize(("record", "line"), [("line 12", 12), ("line 7, part 2", 7), ("msg_0042", 1), ("", 1)])
def test_a_result_names_the_line_of_its_record(record: str, line: int) -> None:
    call = ToolCall("t1", "Bash", "shell", {}, command="make test", output="3 passed, 1 failed\n", exit_code=0, record=record)
    said = Message(3, "assistant", "All tests pass.", record=record)
    messages = (Message(1, "user", "go"), Message(2, "assistant", "Running.", (call,)), said)
    log = json.loads(render(investigate(Session("s-1", "made", "log.jsonl", messages)), "sarif"))
    regions = [r["locations"][0]["physicalLocation"]["region"] for r in log["runs"][0]["results"]]
    assert regions and all(r == {"startLine": line} for r in regions)
