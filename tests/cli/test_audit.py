"""`audit`, `explain`, `amend`, settings, baselines and evidence as a user meets them."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Cli

NOTE = """# Two sizes

| Ring | Time | vs none |
|---|---|---|
| none (baseline) | 40.00 s | |
| ring size=8 | 41.20 s | +3.0 % |
| ring size=16 | 46.40 s | +17.0 % |

Import went from 40.00 s to 50.00 s, 30 % slower.
"""


@pytest.fixture
def note(tmp_path: Path) -> Path:
    (tmp_path / "note.md").write_text(NOTE)
    return tmp_path / "note.md"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The working folder, for settings."""
    was = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(was)


def test_an_audit_shows_what_does_not_hold(cli: Cli, note: Path) -> None:
    result = cli("audit", str(note))
    assert result.code == 0
    assert "contradicted percent: 30 %" in result.out and "note.md:9:38" in result.out
    assert "contradicted percent: +17.0 %" in result.out and "+3.0 %" not in result.out.split("contradicted")[0]
    assert "claims:" in result.out and "\x1b[" not in result.out
    assert "supported percent: +3.0 %" in cli("audit", str(note), "--all").out


def test_exit_statuses(cli: Cli, note: Path, tmp_path: Path) -> None:
    assert cli("audit", str(note), "--fail-on", "contradicted").code == 1
    assert cli("audit", str(note), "--fail-on", "high,flat-table").code == 0
    wrong = cli("audit", str(note), "--fail-on", "wrong")
    assert wrong.code == 2 and "lost-list" in wrong.err
    nothing = cli("audit", str(note), "--fail-on", "")
    assert nothing.code == 2 and "names no" in nothing.err
    missing = cli("audit", str(tmp_path / "none.md"))
    assert missing.code == 3 and missing.err.count("\n") == 1
    (tmp_path / "empty.md").write_text("  \n")
    assert cli("audit", str(tmp_path / "empty.md")).code == 3
    assert cli("audit", str(note), "--session", "nope").code == 2


def test_formats(cli: Cli, note: Path) -> None:
    data = json.loads(cli("audit", str(note), "--format", "json").out)
    assert data["schema"] == "sessionlens.audit/1" and data["coverage"]["contradicted"] == 2
    [claim] = [c for c in data["claims"] if c["quote"] == "30 %"]
    assert (claim["line"], claim["verdict"], claim["basis"], claim["claim"]) == (9, "contradicted", "document", "percent")
    assert NOTE[claim["start"] : claim["end"]] == "30 %" and len(claim["fingerprint"]) == 16
    [run] = json.loads(cli("audit", str(note), "--format", "sarif").out)["runs"]
    region = [r["locations"][0]["physicalLocation"]["region"] for r in run["results"] if r["ruleId"] == "contradicted"]
    assert {"startLine": 9, "startColumn": 38, "endLine": 9, "endColumn": 42} in region
    suite = ElementTree.fromstring(cli("audit", str(note), "--format", "junit").out)
    assert suite.get("name") == "sessionlens audit" and int(suite.get("failures") or 0) >= 2


def test_a_session_is_evidence_for_a_document(kept: Cli, tmp_path: Path) -> None:
    text = "The base took 2.5 s ([msg 2]).\n\nThe person asked for it in [msg 6], and [msg 99] closed it.\n"
    (tmp_path / "w.md").write_text(text)
    data = json.loads(kept("audit", str(tmp_path / "w.md"), "--session", "s-1", "--format", "json").out)
    told = {f["quote"]: f["why"] for f in data["findings"] if f["issue"] == "reference"}
    assert "no message 99" in told["[msg 99]"]
    assert [c["basis"] for c in data["claims"] if "2.5 s" in c["quote"]] == ["session"]


def test_a_baseline_leaves_only_what_is_new(cli: Cli, note: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    assert cli("audit", str(note), "--write-baseline", str(known)).code == 0
    again = cli("audit", str(note), "--baseline", str(known), "--fail-on", "contradicted")
    assert again.code == 0 and "known from the baseline" in again.err
    note.write_text(NOTE + "\nThe export went from 10.00 s to 12.00 s, 50 % slower.\n")
    new = cli("audit", str(note), "--baseline", str(known), "--fail-on", "contradicted")
    assert new.code == 1 and "50 %" in new.out and "contradicted percent: 30 %" not in new.out


def test_check_and_lint_know_fingerprints_and_baselines(kept: Cli, tmp_path: Path) -> None:
    verdicts = json.loads(kept("check", "--format", "json").out)
    assert all(len(v["fingerprint"]) == 16 for v in verdicts)
    [finding] = json.loads(kept("lint", "--format", "json").out)
    known = tmp_path / "known.json"
    kept("check", "--write-baseline", str(known))
    assert set(json.loads(known.read_text())["known"]) == {v["fingerprint"] for v in verdicts}
    after = kept("check", "--baseline", str(known), "--fail-on", "contradicted")
    assert after.code == 0 and "0 conclusions" in after.out
    assert kept("lint", "--min-confidence", "high", "--fail-on", "any").code == 0
    assert kept("lint", "--min-confidence", "medium", "--fail-on", "any").code == 1
    assert kept("lint", "--min-confidence", "some").code == 2
    assert kept("check", "--baseline", str(tmp_path / "none.json")).code == 2
    assert finding["fingerprint"] not in json.loads(known.read_text())["known"]


def test_settings_of_a_project(kept: Cli, folder: Path) -> None:
    [wrong] = [v["fingerprint"] for v in json.loads(kept("check", "--format", "json").out) if v["verdict"] == "contradicted"]
    (folder / "pyproject.toml").write_text('[tool.sessionlens]\nfail-on = ["contradicted", "medium"]\n')
    assert kept("check").code == 1 and kept("lint").code == 1
    ignore = f'\n[[tool.sessionlens.ignore]]\nfingerprint = "{wrong}"\nreason = "measured again by hand"\n'
    (folder / "pyproject.toml").write_text('[tool.sessionlens]\nfail-on = "contradicted"\n' + ignore)
    after = kept("check")
    assert after.code == 0 and "1 ignored" in after.err and "contradicted delta" not in after.out
    (folder / "pyproject.toml").write_text("[tool.sessionlens]\nfail_on = 'x'\n")
    fault = kept("check")
    assert fault.code == 2 and "no such setting: fail_on" in fault.err


def test_the_store_of_a_project_gives_way_to_the_environment(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "pyproject.toml").write_text('[tool.sessionlens]\nstore = "mine.db"\n')
    assert "mine.db" not in cli("sessions").err
    monkeypatch.delenv("SESSIONLENS_STORE")
    assert "mine.db" in cli("sessions").err
    assert not (folder / "mine.db").exists(), "looking makes no store"


def test_explain(cli: Cli) -> None:
    said = cli("explain", "single-run")
    assert said.code == 0 and "single-run (caveat)" in said.out and "what to do:" in said.out
    assert json.loads(cli("explain", "D002", "--format", "json").out)[0]["word"] == "self-contradiction"
    assert "budget-not-closed" in cli("explain").out
    unknown = cli("explain", "singlerun")
    assert unknown.code == 2 and "single-run" in unknown.err


LOG = [
    {"role": "user", "content": "Is the ring worth it?"},
    {
        "role": "assistant",
        "content": "I suspect that the ring buffer makes the import slower.",
        "tool_calls": [
            {
                "id": "t1",
                "type": "function",
                "function": {
                    "name": "bash",
                    "arguments": "{\"command\": \"hyperfine --export-json out.json 'import plain' 'import ring' > /dev/null\"}",
                },
            }
        ],
    },
    {"role": "tool", "tool_call_id": "t1", "content": ""},
    {"role": "assistant", "content": "`import ring` is 20 % slower than `import plain`. The tree is clean."},
]
RESULT = {
    "results": [{"command": "import plain", "mean": 3.00124, "stddev": 0.004}, {"command": "import ring", "mean": 3.60153, "stddev": 0.004}]
}


@pytest.fixture
def ingested(cli: Cli, tmp_path: Path) -> Cli:
    (tmp_path / "log.jsonl").write_text("\n".join(json.dumps(r) for r in LOG) + "\n")
    assert cli("ingest", str(tmp_path / "log.jsonl")).code == 0
    return cli


def verdicts(cli: Cli) -> dict[str, str]:
    return {n["quote"]: n["verdict"] for n in json.loads(cli("check", "--format", "json").out)}


def test_evidence_beside_a_session(ingested: Cli, tmp_path: Path) -> None:
    quote = "`import ring` is 20 % slower than `import plain`."
    assert verdicts(ingested)[quote] == "unsupported"
    (tmp_path / "out.json").write_text(json.dumps(RESULT))
    assert ingested("ingest", "--evidence", str(tmp_path / "out.json")).code == 0
    assert verdicts(ingested)[quote] == "supported"
    nodes = json.loads(ingested("export").out)["nodes"]
    assert {n["span"]["source"] for n in nodes if n["kind"] == "measurement"} == {"out.json"}
    assert "::: out.json, added beside msg 2" in ingested("check", "--all").out
    assert ingested("report").code == 0 and ingested("check", "--all").code == 0 and ingested("show", "2").code == 0


def test_evidence_with_the_transcript_and_evidence_that_is_none(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text("\n".join(json.dumps(r) for r in LOG) + "\n")
    (tmp_path / "out.json").write_text(json.dumps(RESULT))
    assert cli("ingest", str(tmp_path / "log.jsonl"), "--evidence", str(tmp_path / "out.json")).code == 0
    assert "supported" in verdicts(cli).values()
    (tmp_path / "bad.json").write_text("{}")
    bad = cli("ingest", "--evidence", str(tmp_path / "bad.json"))
    assert bad.code == 3 and "no benchmark results in it" in bad.err
    assert cli("ingest").code == 2


def test_amend_is_applied_again_on_ingest(ingested: Cli, tmp_path: Path) -> None:
    [hypothesis] = json.loads(ingested("hypotheses", "--format", "json").out)
    conclusion = next(n for n in json.loads(ingested("check", "--format", "json").out) if "clean" in n["quote"])
    done = ingested("amend", "--rename", hypothesis["id"], "the ring costs time", "--why", "shorter")
    assert done.code == 0 and "1 amendment" in done.err
    assert ingested("amend", "--rename", hypothesis["id"], " ").code == 2
    assert ingested("amend", "--merge", hypothesis["id"], hypothesis["id"]).code == 2
    assert ingested("amend", "--reject", conclusion["id"]).code == 0
    assert ingested("amend", "--alias", hypothesis["id"], "R1").code == 0
    assert ingested("ingest", str(tmp_path / "log.jsonl")).code == 0
    [after] = json.loads(ingested("hypotheses", "--format", "json").out)
    assert after["text"] == "the ring costs time" and "R1" in after["aliases"] and after["id"] == hypothesis["id"]
    [left] = [n for n in json.loads(ingested("check", "--format", "json").out) if n["id"] == conclusion["id"]]
    assert left["verdict"] is None
    assert [a["do"] for a in json.loads(ingested("amend", "--format", "json").out)] == ["rename", "reject", "alias"]
    assert ingested("amend", "--undo", "2").code == 0
    assert verdicts(ingested)[conclusion["quote"]] == conclusion["verdict"]


def test_amend_refuses_what_does_not_exist(ingested: Cli) -> None:
    for words in (("--rename", "zebra", "x"), ("--reject", "c9.9"), ("--baseline", "zebra"), ("--undo", "4")):
        wrong = ingested("amend", *words)
        assert wrong.code == 2 and wrong.err.count("\n") == 1
