"""A transcript full of secrets: no command prints one."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Cli

TOKEN = "ghp_" + "aB3d" * 9
KEY_LINE = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ"
SECRETS = (TOKEN, "S3cretPw9", "hunter2horse", "pw4kitchen!", KEY_LINE, "tok3nOfMine_77")
SHELL = (
    f"export GH_TOKEN={TOKEN}\n"
    "PGPASSWORD=hunter2horse psql -h db -c 'select 1' && ./bench --password=pw4kitchen! --n 5 "
    "&& curl postgres://ada:S3cretPw9@db/x"
)
OUTPUT = (
    f"using {TOKEN}\n-----BEGIN OPENSSH PRIVATE KEY-----\n{KEY_LINE}\n-----END OPENSSH PRIVATE KEY-----\n"
    "total: 4.5 s\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUplain\n"
)
SAID = (
    f"The bench took 4.5 s with api_key=tok3nOfMine_77 and {TOKEN}. The bench took 9.5 s. "
    'With password="pw4kitchen!" and {"token": "tok3nOfMine_77"} the bench took 8.5 s, 30 % slower.'
)
NOTE = f"""# The bench

The bench went from 4.5 s to 9.5 s with {TOKEN}, 30 % slower. With password="pw4kitchen!" it went from 2.0 s to 4.0 s, 30 % slower.

-----BEGIN OPENSSH PRIVATE KEY-----
{KEY_LINE} costs 8.5 s of overhead
-----END OPENSSH PRIVATE KEY-----

The changes are considered "safe for all with password=hunter2horse" and curl postgres://ada:S3cretPw9@db/x takes 3.5 s:

# It also costs 4.5 s of overhead with api_key='tok3nOfMine_77'.
"""


@pytest.fixture
def hostile(cli: Cli, tmp_path: Path) -> Cli:
    def record(at: int, role: str, content: object, **more: object) -> str:
        message = {"id": f"m{at}", "role": role, "content": content}
        return json.dumps({"type": role, "uuid": f"u{at}", "sessionId": "s", "message": message, **more}) + "\n"

    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": SHELL}}
    came = {"type": "tool_result", "tool_use_id": "t1", "content": OUTPUT}
    edit = {"type": "tool_use", "id": "t2", "name": "Bash", "input": {"command": f"make test TOKEN={TOKEN} PASSWORD=hunter2horse"}}
    passed = {"type": "tool_result", "tool_use_id": "t2", "content": "5 passed in 0.5s"}
    log = tmp_path / "t.jsonl"
    log.write_text(
        record(1, "user", f"I suspect that password=hunter2horse and {TOKEN} make it slow.")
        + record(2, "assistant", [use])
        + record(3, "user", [came])
        + record(4, "assistant", [edit])
        + record(5, "user", [passed])
        + record(6, "assistant", [{"type": "text", "text": SAID}])
    )
    assert cli("ingest", str(log)).code == 0
    return cli


@pytest.mark.parametrize(
    "words",
    [
        ("export",),
        *(("graph", "--format", form) for form in ("json", "mermaid", "dot", "graphml", "prov", "svg")),
        *(("show", n, *more) for n in ("1", "2", "3", "4") for more in ((), ("--full",), ("--format", "json"))),
        *(
            ("search", word, *more)
            for word in ("TOKEN", "using", "password", KEY_LINE[:12], "bench")
            for more in ((), ("--format", "json"))
        ),
        *((name, "--format", form) for name in ("check", "lint") for form in ("text", "json", "sarif", "junit")),
        ("check", "--all"),
        ("hypotheses",),
        ("hypotheses", "--format", "json"),
        ("sessions",),
        ("sessions", "--format", "json"),
        ("probe", "list"),
        ("probe", "list", "--format", "json"),
    ],
)
def test_no_command_prints_a_secret(hostile: Cli, words: tuple[str, ...]) -> None:
    result = hostile(*words)
    assert result.code == 0
    for secret in SECRETS:
        assert secret not in result.out + result.err


@pytest.mark.parametrize("more", [(), ("--all",), ("--session", "last"), ("--session", "last", "--all")])
@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit"])
def test_an_audit_prints_no_secret_of_a_document_or_a_session(hostile: Cli, tmp_path: Path, form: str, more: tuple[str, ...]) -> None:
    (tmp_path / "note.md").write_text(NOTE)
    result = hostile("audit", str(tmp_path / "note.md"), "--format", form, *more)
    assert result.code == 0 and "30 %" in result.out
    for secret in SECRETS:
        assert secret not in result.out + result.err


def test_places_in_a_document_with_secrets_stay_where_they_were(hostile: Cli, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(NOTE)
    found = json.loads(hostile("audit", str(tmp_path / "note.md"), "--format", "json").out)
    [last] = [c for c in found["claims"] if c["verdict"] == "contradicted" and c["start"] > NOTE.index("pw4kitchen")]
    assert NOTE[last["start"] : last["end"]] == last["quote"] == "30 %" and last["line"] == 3


@pytest.mark.parametrize("name", ["check", "lint", "audit"])
def test_what_other_tools_read_stays_well_formed(hostile: Cli, tmp_path: Path, name: str) -> None:
    (tmp_path / "note.md").write_text(NOTE)
    words = (name, str(tmp_path / "note.md")) if name == "audit" else (name,)
    assert json.loads(hostile(*words, "--format", "sarif").out)["version"] == "2.1.0"
    assert ElementTree.fromstring(hostile(*words, "--format", "junit").out).tag == "testsuite"


def test_what_is_no_secret_stays_exact(hostile: Cli) -> None:
    shown = hostile("show", "2", "--full").out
    assert "[redacted:github-token#1]" in shown and "PGPASSWORD=[redacted:value#" in shown and "total: 4.5 s" in shown
    found = json.loads(hostile("export").out)
    assert "redacted" in json.dumps(found)
    quotes = [n["quote"] for n in found["nodes"] if n["kind"] == "conclusion"]
    assert "The bench took 9.5 s." in quotes
    assert "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUplain" in hostile("search", "bmUplain").out
    assert "[redacted:private-key]" in hostile("search", KEY_LINE[:12], "bm9uZQ").out
