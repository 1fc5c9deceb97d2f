"""A transcript full of secrets: no command prints one."""

import json
from pathlib import Path

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
SAID = f"The bench took 4.5 s with api_key=tok3nOfMine_77 and {TOKEN}. The bench took 9.5 s."


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
    ],
)
def test_no_command_prints_a_secret(hostile: Cli, words: tuple[str, ...]) -> None:
    result = hostile(*words)
    assert result.code == 0
    for secret in SECRETS:
        assert secret not in result.out + result.err


def test_what_is_no_secret_stays_exact(hostile: Cli) -> None:
    shown = hostile("show", "2", "--full").out
    assert "[redacted:github-token#1]" in shown and "PGPASSWORD=[redacted:value#" in shown and "total: 4.5 s" in shown
    found = json.loads(hostile("export").out)
    assert "redacted" in json.dumps(found)
    quotes = [n["quote"] for n in found["nodes"] if n["kind"] == "conclusion"]
    assert "The bench took 9.5 s." in quotes
    assert "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUplain" in hostile("search", "bmUplain").out
    assert "[redacted:private-key]" in hostile("search", KEY_LINE[:12], "bm9uZQ").out
