"""`probe list` and `probe run` as a user meets them."""

import json
import shutil
from pathlib import Path

import pytest

from sessionlens import pipeline
from sessionlens.probes import sandbox
from sessionlens.probes.sandbox import Bwrap
from sessionlens.store import open_store
from tests.cli.conftest import Cli, Result
from tests.cli.conftest import cli as cli
from tests.story import tell

STORY = """
user: How long is it?
say: Count.
$ wc -l words.txt
> 2 words.txt
$ curl https://example.org
> page
say: words.txt has 2 lines.
"""


@pytest.fixture
def kept(cli: Cli, tmp_path: Path) -> Cli:
    """A session of one look and one call of the network, and its project in `tmp_path/work`."""
    with open_store(tmp_path / "store.db") as store:
        store.save(pipeline.investigate(tell(STORY)))
    (tmp_path / "work").mkdir()
    (tmp_path / "work/words.txt").write_text("one\ntwo\n")
    return cli


def listed(result: Result) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(result.out)
    return found


def test_list_runs_nothing_and_says_why_not(kept: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    result = kept("probe", "list")
    assert result.code == 0 and "needs-network" in result.out and "1 can be run again" in result.out
    assert "--project" in result.err


def test_list_as_data(kept: Cli, tmp_path: Path) -> None:
    probes = listed(kept("probe", "list", "--format", "json", "--project", str(tmp_path / "work")))
    assert [(p["id"], p["runnable"], p["reason"]) for p in probes] == [("p2.1", True, None), ("p2.2", False, "needs-network")]
    assert all({"command", "mode", "kind", "why", "conclusions", "cwd"} <= set(p) for p in probes)


def test_dry_run_prints_the_line_and_runs_nothing(kept: Cli, tmp_path: Path, bwrap: Bwrap) -> None:
    result = kept("probe", "run", "--dry-run", "--project", str(tmp_path / "work"))
    assert result.code == 0 and "--unshare-user" in result.out and "--cap-drop ALL" in result.out and "wc -l words.txt" in result.out
    with open_store(tmp_path / "store.db") as store:
        assert store.load().probe_run is None


def test_run_compares_keeps_and_check_tells(kept: Cli, tmp_path: Path, bwrap: Bwrap) -> None:
    result = kept("probe", "run", "--project", str(tmp_path / "work"))
    assert result.code == 0 and result.out.startswith("exact") and "1 exact" in result.err
    with open_store(tmp_path / "store.db") as store:
        run = store.load().probe_run
        store.save(pipeline.investigate(tell(STORY)))
        again = store.load().probe_run
    assert run is not None and run == again, "it outlives another ingest"
    assert [r.likeness for r in run.results] == ["exact"] and run.sandbox and any(f.name == "kernel" for f in run.machine)
    assert any(f.name.startswith("file:") for f in run.results[0].fingerprint)
    assert run.confirmations and run.confirmations[0].standing == "confirmed"
    assert "evidence confirmed today" in kept("check").out
    said = json.loads(kept("check", "--format", "json").out)
    assert next(c for c in said if c["id"] == "c3.1")["today"]["standing"] == "confirmed"


def test_run_as_data_and_fail_on(kept: Cli, tmp_path: Path, bwrap: Bwrap) -> None:
    (tmp_path / "work/words.txt").write_text("one\n")
    result = kept("probe", "run", "914", "--project", str(tmp_path / "work"))
    assert result.code == 2 and "no probe '914'" in result.err and "p2.1" in result.err
    result = kept("probe", "run", "--fail-on", "differs", "--format", "json", "--project", str(tmp_path / "work"))
    data = json.loads(result.out)
    assert (
        result.code == 1 and [r["likeness"] for r in data["results"]] == ["differs"] and data["confirmations"][0]["standing"] == "unknown"
    )
    assert kept("probe", "run", "--fail-on", "sideways", "--project", str(tmp_path / "work")).code == 2


def test_the_verdict_does_not_change(kept: Cli, tmp_path: Path, bwrap: Bwrap) -> None:
    before = kept("export").out
    (tmp_path / "work/words.txt").write_text("one\n")
    kept("probe", "run", "--project", str(tmp_path / "work"))
    assert kept("export").out == before


def test_without_a_sandbox_nothing_runs_and_all_else_works(kept: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    which = shutil.which
    monkeypatch.setattr(sandbox, "_bundled", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None if name == "bwrap" else which(name, path=path))
    work = tmp_path / "work"
    (work / "words.txt").write_text("one\ntwo\n")
    for words in (["probe", "run"], ["probe", "run", "--mode", "build"], ["probe", "run", "--dry-run"]):
        result = kept(*words, "--project", str(work))
        assert result.code == 0 and "bubblewrap is not installed" in result.err and "apt-get install bubblewrap" in result.err
    with open_store(tmp_path / "store.db") as store:
        run = store.load().probe_run
    assert run is not None and [(r.likeness, r.reason, r.output) for r in run.results] == [("could-not-run", "no-sandbox", "")]
    assert kept("probe", "list", "--project", str(work)).code == 0 and kept("check").code == 0


def test_a_blocked_sandbox_is_told_with_its_remedy(kept: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "bin/bwrap"
    broken.parent.mkdir()
    says = "bwrap: setting up uid map: Permission denied"
    broken.write_text(f'#!/bin/sh\n[ "$1" = --version ] && {{ echo bubblewrap 0.8.0; exit; }}\necho "{says}" >&2; exit 1\n')
    broken.chmod(0o755)
    monkeypatch.setattr(sandbox, "_bundled", lambda: None)
    monkeypatch.setenv("PATH", f"{broken.parent}:/usr/bin:/bin")
    result = kept("probe", "run", "--project", str(tmp_path / "work"))
    assert result.code == 0 and "uid map" in result.err and "AppArmor" in result.err and "could-not-run: no-sandbox" in result.out


def test_a_folder_that_is_no_project_is_refused(kept: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "work"))
    for folder in ("/", "/etc", "/usr/lib", str(tmp_path / "work"), str(tmp_path)):
        result = kept("probe", "run", "--project", folder)
        assert result.code == 2 and "more than a project" in result.err
    assert kept("probe", "run", "--project", str(tmp_path / "none")).code == 2


def test_no_transcript_chooses_a_private_folder(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    home = tmp_path / "home"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh/words.txt").write_text("one\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir("/")
    with open_store(tmp_path / "store.db") as store:
        store.save(pipeline.investigate(replace(tell(STORY), cwd=str(home / ".ssh"))))
    result = cli("probe", "run")
    assert result.code == 2 and "--project" in result.err


def test_secrets_and_escapes_of_an_output_are_not_shown_or_kept(cli: Cli, tmp_path: Path, bwrap: Bwrap) -> None:
    token = "ghp_" + "a1B2" * 9
    work = tmp_path / "work"
    work.mkdir()
    (work / "x.txt").write_text(f"{token}\n\x1b]52;c;aGk=\x07\x1b[2Jend\n")
    with open_store(tmp_path / "store.db") as store:
        store.save(pipeline.investigate(tell("say: Look.\n$ cat x.txt\n> nothing")))
    result = cli("probe", "run", "--project", str(work))
    data = cli("probe", "run", "--format", "json", "--project", str(work)).out
    for text in (result.out, data, (tmp_path / "store.db").read_bytes().decode(errors="replace")):
        assert token not in text and "\x1b" not in text


def test_help_of_probe(cli: Cli) -> None:
    result = cli("probe", "--help")
    assert result.code == 0 and "list" in result.out and "run" in result.out
