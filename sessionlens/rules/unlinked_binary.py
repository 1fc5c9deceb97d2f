"""A program was measured that nothing links to the build: it lies elsewhere, and the session did not put it there.

The session builds in one place and runs a program of the same name from another (an installed one, a copy of unknown age). Copying,
installing, linking or a hash of both links them.

Fires:

    say: Unroll the inner loop and build.
    edit src/scan.c: i++ => i += 4
    $ gcc -O2 -o build/scan src/scan.c
    say: Measure.
    $ /usr/local/bin/scan --rows 1000
    > total: 12.1 ms

Quiet:

    say: Unroll the inner loop.
    edit src/scan.go: i++ => i += 4
    say: The same from the other work tree.
    $ (cd ../old && go build -o ../main/bin/scan-old ./cmd/scan) && go build -o bin/ ./cmd/scan
    say: Measure both.
    $ bin/scan-old big.txt
    > total: 12.1 ms

Quiet:

    say: Unroll the inner loop, build, install.
    edit src/scan.c: i++ => i += 4
    $ gcc -O2 -o build/scan src/scan.c && sudo cp build/scan /usr/local/bin/scan
    say: Measure.
    $ /usr/local/bin/scan --rows 1000
    > total: 12.1 ms

Quiet:

    say: Build, and measure both the installed one and the new one.
    edit src/scan.c: i++ => i += 4
    $ gcc -O2 -o build/scan src/scan.c
    $ /usr/local/bin/scan --rows 1000; build/scan --rows 1000
    > total: 12.1 ms
    > total: 11.0 ms
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run
from sessionlens.rules.index import Calls
from sessionlens.rules.signs.runs import compiled_source

NUMBER = "R017"
ISSUE: Issue = "unlinked-binary"
HELP = "run the program from where the build put it, or print the hash of both"
_PLACES = frozenset(("cp", "mv", "ln", "install", "rsync", "sha256sum", "md5sum", "sha1sum", "cmp", "b2sum", "shasum"))
_NO_TRIAL = frozenset(("--help", "-h", "--version", "-V", "version", "help"))
_RUNS = frozenset(("benchmark", "run", "profile"))


def find(view: View) -> Iterator[Hit]:
    if not any(compiled_source(f) for c in view.changes for f in c.files):
        return
    edited = min(c.msg for c in view.changes if any(map(compiled_source, c.files)))
    calls = view.once(Calls)
    if not any(products(a) for msg, run in calls.intents.get("build", ()) if msg >= edited for a in run.actions if a.intent == "build"):
        return
    built: dict[str, tuple[str, int]] = {}
    linked: set[str] = set()
    for msg, run in calls.runs:
        here = {a.command.argv[0] for a in run.actions if a.command.argv}
        for action in run.actions:
            words = action.command.argv
            if action.command.tool in _PLACES or action.intent == "install":
                linked.update(w.rstrip("/") for w in words[1:])
            if action.intent == "build" and msg >= edited:
                built |= {path.rpartition("/")[2]: (path, msg) for path in products(action)}
            path = words[0] if words else ""
            name = path.rpartition("/")[2]
            if name in built and path and tried(action, run) and elsewhere(path, built[name][0]):
                folder = path.rpartition("/")[0]
                if path not in linked and folder not in linked and built[name][0] not in here:
                    why = f"`{path}` was run; the build of msg {built[name][1]} made {built[name][0]}, and nothing links the two"
                    yield at_run(view, msg, run, why, "medium")
                    linked.add(path)


def tried(action: Action, run: Run) -> bool:
    """Whether a program was measured, or one that is found on PATH was run at all."""
    if action.intent in _RUNS and run.readings:
        return True
    return "/" not in action.command.argv[0] and not _NO_TRIAL & set(action.command.argv[1:])


def products(action: Action) -> list[str]:
    """The files that a build command names as its output."""
    words = action.command.argv
    return [
        words[i + 1] for i, w in enumerate(words[:-1]) if w in ("-o", "--output", "--out") and "." not in words[i + 1].rpartition("/")[2]
    ]


def elsewhere(path: str, made: str) -> bool:
    """Whether a program is run from another folder than the one that it was built in; a bare name is searched on PATH."""
    if "/" not in path:
        return True
    run, built = path.removeprefix("./"), made.removeprefix("./")
    return run != built and not path.endswith("/" + built) and not ("/" in run and built.endswith("/" + run))
