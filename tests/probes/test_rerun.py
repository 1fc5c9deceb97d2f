"""Probes of small sessions, planned and run on small projects: the two of the seeds, and what may come between then and now."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from sessionlens import pipeline
from sessionlens.graph.view import View
from sessionlens.model.probe import Mode, Probe, ProbeResult, ProbeRun
from sessionlens.model.session import Session
from sessionlens.probes import runs
from sessionlens.probes.plan import plan
from sessionlens.probes.project import Project, project
from sessionlens.probes.sandbox import Bwrap
from tests.story import tell

PERF = """#!/bin/sh
if [ "$1" = stat ]; then
  echo " Error: unknown option \\`version'" >&2
  echo " Usage: perf stat [<options>] [<command>]" >&2
  exit 129
fi
echo "  L1-dcache-load-misses                              [Hardware cache event]"
echo "  LLC-load-misses                                    [Hardware cache event]"
"""
STRINGS = "#!/bin/sh\ngrep -a -o '[[:print:]]\\{4,\\}' \"$1\"\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bwrap: Bwrap) -> Path:
    """A home folder with a `perf` that has no counters, and `strings` where the system has none."""
    tools = tmp_path / "home/tools/bin"
    tools.mkdir(parents=True)
    for name, text in (("perf", PERF), ("strings", STRINGS)):
        if name == "perf" or not shutil.which(name):
            (tools / name).write_text(text)
            (tools / name).chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    return tmp_path


@pytest.fixture
def folder(home: Path) -> Path:
    made = home / "work"
    made.mkdir()
    return made


def planned(story: str | Session, folder: Path) -> tuple[View, Project, tuple[Probe, ...]]:
    view = pipeline.investigate(tell(story) if isinstance(story, str) else story)
    place = project(folder, view.session.cwd)
    return view, place, plan(view, place)


def rerun(story: str | Session, folder: Path, *names: str, mode: Mode = "read", seconds: float | None = None) -> ProbeRun:
    view, place, probes = planned(story, folder)
    found = list(runs.results(view, place, runs.chosen(probes, names, mode), mode, seconds))
    return runs.finished(view, probes, found, str)


def only(story: str, folder: Path, mode: Mode = "read", seconds: float | None = None) -> ProbeResult:
    (result,) = rerun(story, folder, "p1.1", mode=mode, seconds=seconds).results
    return result


def built(folder: Path, name: str, *texts: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x7fELF\0\1" + b"\0\2".join(t.encode() for t in texts) + b"\0")
    path.chmod(0o755)


PRESENCE = """
say: Is the new vector in the binary?
$ strings target/release/server | grep -i "tinyvec" | head -3
> /registry/src/tinyvec-1.6.0/src/lib.rs
> core/src/indexer.rs uses TinyVec
say: TinyVec is in the binary.
"""


def test_the_presence_probe_of_the_seeds(folder: Path) -> None:
    built(folder, "target/release/server", "/registry/src/tinyvec-1.6.0/src/lib.rs", "core/src/indexer.rs uses TinyVec", "main")
    run = rerun(PRESENCE, folder)
    assert [r.likeness for r in run.results] == ["exact"]
    assert run.results[0].probe.conclusions
    assert run.confirmations[0].standing == "confirmed" and "evidence confirmed today" in run.confirmations[0].why
    build = next(f for f in run.results[0].fingerprint if f.name.startswith("file: "))
    assert build.now is not None and len(build.now) == 64


def test_the_negative_control_is_suggested_where_there_is_a_second_build(folder: Path) -> None:
    built(folder, "target/release/server", "/registry/src/tinyvec-1.6.0/src/lib.rs", "core/src/indexer.rs uses TinyVec")
    assert not any(p.suggested for p in planned(PRESENCE, folder)[2])
    built(folder, "base/release/server", "/registry/src/tinyvec-1.6.0/src/lib.rs", "another crate")
    control = next(p for p in planned(PRESENCE, folder)[2] if p.suggested)
    assert control.id == "p1.1n" and "base/release/server" in control.command and "negative control" in control.why
    assert [r.probe.id for r in rerun(PRESENCE, folder).results] == ["p1.1"], "it is offered, not run"
    run = rerun(PRESENCE, folder, "p1.1n")
    assert "tinyvec" in run.results[0].output and run.confirmations == ()
    assert any("shows nothing" in note for note in run.results[0].notes)


COUNTERS = """
say: First check which events this machine has.
$ perf stat --version 2>&1; echo "---"; cat /proc/cpuinfo | grep "model name" | head -1; echo "---"; perf list hw cache 2>&1 | head -30
>  Error: unknown option `version'
>  Usage: perf stat [<options>] [<command>]
> ---
> model name	: Imaginary 9000 64-Core Processor
> ---
>   L1-dcache-load-misses                              [Hardware cache event]
>   LLC-load-misses                                    [Hardware cache event]
say: `perf stat --version` is an error: perf does not know that option.
say: The usage text shows that `perf stat` works.
"""


def test_the_three_part_probe_of_the_seeds(folder: Path) -> None:
    run = rerun(COUNTERS, folder)
    (result,) = run.results
    assert (result.likeness, result.moved) == ("not-comparable", ("cpu",)), result
    assert next(f for f in result.fingerprint if f.name == "cpu").then == "Imaginary 9000 64-Core Processor"
    assert any("not that it works" in note for note in result.notes)
    by = {c.conclusion: c for c in run.confirmations}
    error = by["c2.1"]
    assert error.standing == "confirmed" and "exact" in error.why
    works = by["c3.1"]
    assert works.standing == "weaker" and "not that it works" in works.why


def test_a_difference_that_the_environment_explains_refutes_nothing(folder: Path) -> None:
    run = rerun(COUNTERS, folder)
    assert all(c.standing != "differs" for c in run.confirmations)


def test_files_as_they_were(folder: Path) -> None:
    story = """
    say: Look.
    $ cat size.txt
    > limit = 10
    edit size.txt: limit = 10 => limit = 20
    say: And now?
    $ cat size.txt
    > limit = 20
    """
    (folder / "size.txt").write_text("limit = 20\n")
    run = rerun(story, folder)
    assert [r.likeness for r in run.results] == ["exact", "exact"]
    assert any("undone" in n for n in run.results[0].notes) and (folder / "size.txt").read_text() == "limit = 20\n"


def test_a_hash_that_was_printed_before_an_edit_is_no_longer_known(folder: Path) -> None:
    story = """
    say: Look.
    $ sha256sum size.txt
    > 0d58e1b2cb4ba5f0b8ae1ac4a53a34c8b6dd4dd4e2ac4f4ddc8c1b1b1c1f1e1a  size.txt
    edit size.txt: limit = 10 => limit = 20
    say: And now?
    $ cat size.txt
    > limit = 20
    """
    (folder / "size.txt").write_text("limit = 20\n")
    first, second = rerun(story, folder).results
    assert (first.likeness, first.moved) == ("not-comparable", ("file: size.txt",))
    assert next(f for f in second.fingerprint if f.name == "file: size.txt").then is None


def test_files_that_cannot_be_brought_back_are_named(folder: Path) -> None:
    story = """
    say: Look.
    $ cat size.txt
    > limit = 10
    $ sed -i s/10/20/ size.txt
    """
    (folder / "size.txt").write_text("limit = 20\n")
    result = only(story, folder)
    assert (result.likeness, result.moved) == ("not-comparable", ("edits",)) and "size.txt (message 1)" in result.detail


def test_a_difference_in_files_that_are_known_to_be_the_same_counts(folder: Path) -> None:
    story = """
    say: Count the lines.
    $ grep -c alpha words.txt
    > 3
    edit words.txt: gamma => delta
    say: The file has 3 lines with `alpha`.
    """
    (folder / "words.txt").write_text("alpha\ndelta\n")
    run = rerun(story, folder)
    assert run.results[0].likeness == "differs"
    assert all(c.standing == "differs" for c in run.confirmations if c.probes == ("p1.1",))


def test_a_difference_in_files_of_which_nothing_is_known_counts_for_nothing(folder: Path) -> None:
    (folder / "words.txt").write_text("beta\n")
    result = only("say: Look.\n$ grep -c alpha words.txt\n> 3", folder)
    assert result.likeness == "differs" and any("refutes nothing" in n for n in result.notes)


def test_beyond_the_cut(folder: Path) -> None:
    (folder / "log.txt").write_text("new first\nhit one\nhit two\n")
    result = only("say: Look.\n$ cat log.txt | head -2\n> hit one\n> hit two", folder)
    assert result.likeness == "contains-evidence" and "beyond" in result.detail


def test_the_folder_and_the_exports_of_then(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub/a.txt").write_text("x\n")
    story = """
    say: Set up.
    $ export LEVEL=7 MODE="a b"
    $ cd sub
    say: Look.
    $ echo "$LEVEL $MODE"; ls; pwd
    > 7 a b
    > a.txt
    > WHERE
    """
    told = replace(tell(story.replace("WHERE", str(folder / "sub"))), cwd=None)
    found = rerun(told, folder, "p2.1").results[0]
    assert found.likeness == "exact", found


def test_a_recorded_folder_holds_for_each_call_by_itself(folder: Path) -> None:
    (folder / "sub").mkdir()
    story = """
    say: Look.
    $ cd sub && pwd
    > /home/dev/project/sub
    $ pwd
    > /home/dev/project
    """
    assert [r.likeness for r in rerun(story, folder).results] == ["exact", "exact"]


def test_network_state_and_tools(folder: Path) -> None:
    (folder / "a.txt").write_text("x\n")
    story = """
    say: All sorts.
    $ curl -s https://example.org
    $ TOKEN=$(date +%s)
    $ export STAMP=$(date +%s)
    $ echo $STAMP
    $ grep x /tmp/earlier.log
    $ no-such-tool-here --run
    $ cat not/there.txt
    $ sed -i s/a/b/ a.txt
    $ vim a.txt
    $ sudo cat a.txt
    $ docker ps
    $ make all
    $ echo $NEVER_SET
    $ cat ~/.ssh/id_rsa
    """
    reasons = [(p.command.split()[0], p.reason) for p in planned(story, folder)[2]]
    assert [r for _, r in reasons] == [
        "needs-network", None, None, "needs-state", "needs-state", "missing-tool", "missing-file", "writes", "interactive",
        "refused-policy", "needs-state", None, "needs-state", "needs-secret",
    ], reasons  # fmt: skip


def test_a_tool_that_was_missing_then_is_missing_now(folder: Path) -> None:
    result = only("say: Is it here?\n$ no-such-tool-here\n> bash: line 1: no-such-tool-here: command not found\n! 127", folder)
    assert result.likeness == "exact"


def test_builds_run_on_a_layer_that_is_thrown_away(folder: Path) -> None:
    (folder / "make.sh").write_text("echo built > out.bin; cat out.bin\n")
    story = "say: Build.\n$ bash make.sh > log.txt; cat log.txt\n> built"
    assert only(story, folder).reason == "needs-build"
    assert only(story, folder, "build").likeness == "exact" and sorted(p.name for p in folder.iterdir()) == ["make.sh"]


def test_a_search_that_found_nothing_because_it_could_not_search(folder: Path) -> None:
    result = only("say: Look.\n$ grep -s alpha missing* 2>/dev/null\n! 1", folder)
    assert (result.likeness, result.reason) == ("could-not-run", "missing-file"), result


def test_limits_are_told(folder: Path) -> None:
    assert only("say: Wait.\n$ sleep 30; echo done\n> done", folder, seconds=0.5).reason == "timeout"
    assert only("say: Much.\n$ yes\n> y", folder).reason == "output-cap"


def test_what_a_sandbox_shows_otherwise(folder: Path) -> None:
    result = only("say: Who?\n$ whoami\n> dev", folder)
    assert (result.likeness, result.reason) == ("could-not-run", "sandbox-sensitive")


def test_commit_moved(folder: Path) -> None:
    if not shutil.which("git"):
        pytest.skip("no git")
    import subprocess

    for words in (["init", "-q"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)
    old = "0123456789abcdef0123456789abcdef01234567"
    result = only(f"say: Where?\n$ git rev-parse HEAD\n> {old}", folder)
    assert (result.likeness, result.moved) == ("not-comparable", ("commit",)) and old in result.detail


def test_a_stale_build_is_told_even_if_the_output_is_the_same(folder: Path) -> None:
    built(folder, "target/release/server", "hello world")
    os.utime(folder / "target/release/server", (1, 1))
    (folder / "main.c").write_text("int main;\n")
    result = only("say: Look.\n$ strings target/release/server | grep hello\n> hello world", folder)
    assert result.likeness == "exact"
    assert next(f for f in result.fingerprint if f.name == "built").now == "older than a source"


def test_a_link_out_of_the_project_is_not_followed_by_us(folder: Path, home: Path) -> None:
    (home / "outside.txt").write_text("private\n")
    (folder / "in.txt").symlink_to(home / "outside.txt")
    (folder / "dir").symlink_to(home)
    place = project(folder, "/home/dev/project")
    assert place.host("/home/dev/project/in.txt") is None and place.host("/home/dev/project/dir/outside.txt") is None
    assert place.host("/home/dev/project/../x") is None and place.host("/home/dev/project") == folder


def test_suggested_and_unrunnable_are_no_part_of_a_plain_run(folder: Path) -> None:
    (folder / "a.txt").write_text("x\n")
    run = rerun("say: Two.\n$ cat a.txt\n> x\n$ curl https://example.org\n> y", folder)
    assert [r.probe.id for r in run.results] == ["p1.1"]
