"""A program was run after its source was edited and before anything was built: the numbers belong to the old code.

Only compiled sources count, and only runs of a built program (or of a script that is known to build nothing): `cargo run`,
`go test` and `make bench` build first. An old binary that is kept for comparison is fine once a build has followed the edit.

Fires:

    say: Build it.
    $ gcc -O2 -o bench src/scan.c
    say: Unroll the inner loop.
    edit src/scan.c: i++ => i += 4
    say: And measure.
    $ ./bench --rows 1000
    > total: 12.1 ms

Quiet:

    say: Unroll the inner loop.
    edit src/scan.c: i++ => i += 4
    say: Build and measure.
    $ gcc -O2 -o bench src/scan.c && ./bench --rows 1000
    > total: 12.1 ms
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run
from sessionlens.rules.runs import builds, compiled_source

NUMBER = "R001"
ISSUE: Issue = "stale-build"
HELP = "build before you measure, and print a hash or a time stamp of the binary beside its numbers"
MEASURING = frozenset(("benchmark", "run", "profile"))
BUILD_WORDS = (
    "cargo build",
    "cargo run",
    "make",
    "gcc",
    "g++",
    "clang",
    "go build",
    "go run",
    "go test",
    "nvcc",
    "rustc",
    "ninja",
    "cmake",
)


def scripts(view: View) -> dict[str, str]:
    """Texts of scripts that the session wrote, by base name."""
    texts: dict[str, str] = {}
    for change in view.changes:
        for edit in change.edits:
            if edit.new is not None:
                texts[edit.path.rpartition("/")[2]] = texts.get(edit.path.rpartition("/")[2], "") + edit.new
    return texts


def runs_old_code(action: Action, written: dict[str, str]) -> bool:
    """Whether the command runs a program as it lies there: a path to a binary, or a script known to build nothing."""
    if action.intent not in MEASURING or builds(action) or not action.command.argv:
        return False
    path = action.command.argv[0]
    if "/" not in path:
        return False
    name = path.rpartition("/")[2]
    if name.endswith((".sh", ".py", ".bash")):
        return name in written and not any(word in written[name] for word in BUILD_WORDS)
    return "." not in name and "/bin/" not in path


def find(view: View) -> Iterator[Hit]:
    written = scripts(view)
    edits: dict[tuple[int, int], str] = {}
    for change in view.changes:
        sources = [f for f in change.files if compiled_source(f)]
        if sources:
            edits[(change.msg, change.part)] = sources[0]
    if not edits:
        return
    dirty: tuple[int, str] | None = None
    built_once = False
    for msg, run in view.runs():
        rebuilt, hit = look(run, dirty, written, msg, view) if built_once or dirty else (any(builds(a) for a in run.actions), None)
        if hit:
            yield hit
        built_once = built_once or rebuilt
        if rebuilt:
            dirty = None
        if (msg, run.part) in edits and not rebuilt:
            dirty = (msg, edits[(msg, run.part)])


def look(run: Run, dirty: tuple[int, str] | None, written: dict[str, str], msg: int, view: View) -> tuple[bool, Hit | None]:
    """Whether the call builds, and the hit if it runs old code before it does."""
    for action in run.actions:
        if builds(action):
            return True, None
        if dirty and runs_old_code(action, written) and run.readings:
            why = f"`{action.command.argv[0]}` was run after the edit of {dirty[1]} (msg {dirty[0]}) with no build in between"
            confidence = "medium" if action.command.argv[0].endswith((".sh", ".py", ".bash")) else "high"
            return False, at_run(view, msg, run, why, confidence)  # type: ignore[arg-type]
    return False, None
