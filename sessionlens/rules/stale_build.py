"""A program was run after its source was edited and before anything was built: the numbers belong to the old code.

Only compiled sources count, and only runs of a built program (or of a script that is known to build nothing): `cargo run`,
`go test` and `make bench` build first. An old binary that is kept for comparison is fine once a build has followed the edit. A build that
says it is up to date right after an edit or a `touch` of a source has not seen that source: its product is stale as well.

Fires:

    say: Build it.
    $ gcc -O2 -o bench src/scan.c
    say: Unroll the inner loop.
    edit src/scan.c: i++ => i += 4
    say: And measure.
    $ ./bench --rows 1000
    > total: 12.1 ms

A loop that builds variants with `sed` builds the same program twice where the pattern no longer matches what the first round left; two
variants with one hash are one program. What is concluded from such a run is tainted: it is reported where it is first said.

Fires:

    say: The old one.
    $ cargo build --release && cp target/release/srv bin/srv-old
    >    Compiling srv v0.1
    say: Change the queue.
    edit src/queue.rs: Mutex => RwLock
    $ cp target/release/srv bin/srv-new
    say: Race.
    $ hyperfine bin/srv-old bin/srv-new
    > Benchmark 1: bin/srv-old
    >   Time (mean ± σ):     731.0 ms ±   4.0 ms    [User: 1.0 ms, System: 0.5 ms]
    >   Range (min … max):   719.5 ms … 742.5 ms    10 runs
    > Benchmark 2: bin/srv-new
    >   Time (mean ± σ):     730.6 ms ±   2.5 ms    [User: 1.0 ms, System: 0.5 ms]
    >   Range (min … max):   729.2 ms … 732.0 ms    10 runs

Fires:

    say: Both widths.
    $ for w in 4 16; do sed -i "s/WIDTH = 8;/WIDTH = $w;/" src/scan.c; make; cp scan bin/scan-w$w; done; ./race w4 w16
    > w4    best=14.37 ms
    > w16   best=14.36 ms

Fires:

    say: Both widths.
    $ ./build.sh w4; ./build.sh w16; ./race w4 w16
    > w4    best=14.37 ms
    > w16   best=14.36 ms
    say: Strangely close.
    $ sha256sum bin/scan-w4 bin/scan-w16
    > ab12cd34ef5600112233445566778899  bin/scan-w4
    > ab12cd34ef5600112233445566778899  bin/scan-w16

A build of one product leaves the others as they were, and a copy of a script does not follow the script.

Fires:

    say: Borrow the names.
    edit src/names.rs: String => &str
    $ cargo build --release --bin router 2>&1 | tail -1; ./target/release/routerbench 7
    >     Finished `release` profile [optimized] target(s) in 3.0s
    > total: 12.1 ms

Quiet:

    say: Borrow the names.
    edit src/names.rs: String => &str
    $ cargo build --release --bin router 2>&1 | tail -1; cargo build --release --bin routerbench 2>&1 | tail -1
    >     Finished `release` profile [optimized] target(s) in 3.0s
    >     Finished `release` profile [optimized] target(s) in 1.0s
    $ ./target/release/routerbench 7
    > total: 12.1 ms

Fires:

    say: One script for both trees.
    $ cp bench/drive.py ../drive.py
    say: Start the feeder in a process of its own.
    edit bench/drive.py: feed() => spawn(feed)
    say: Memory of both.
    $ for d in old new; do (cd ../$d && python3 ../drive.py --events 900); done
    > max_rss: 26904 KB
    > max_rss: 22508 KB

Quiet:

    say: One script for both trees.
    $ cp bench/drive.py ../drive.py
    say: Start the feeder in a process of its own.
    edit bench/drive.py: feed() => spawn(feed)
    say: Memory of both, by the new script.
    $ cp bench/drive.py ../drive.py; for d in old new; do (cd ../$d && python3 ../drive.py --events 900); done
    > max_rss: 26904 KB
    > max_rss: 22508 KB

Quiet:

    say: Unroll the inner loop.
    edit src/scan.c: i++ => i += 4
    say: Build and measure.
    $ gcc -O2 -o bench src/scan.c && ./bench --rows 1000
    > total: 12.1 ms

Quiet:

    say: Build and measure.
    $ cargo build --release 2>&1 | tail -1 && ./target/release/scan --rows 1000
    >     Finished `release` profile [optimized] target(s) in 2.0s
    > total: 12.1 ms
    say: Unroll the inner loop, and the same again.
    edit src/scan.rs: i += 1 => i += 4
    $ cargo build --release 2>&1 | tail -1 && ./target/release/scan --rows 1000
    >     Finished `release` profile [optimized] target(s) in 2.1s
    > total: 10.3 ms

Fires:

    say: Build it, and measure.
    $ go build -o bin/ ./cmd/... && bin/gate -replay day.log
    > replay 2.200 s
    say: Cut the fields by hand.
    edit split/split.go: re.FindStringSubmatch(s) => strings.Cut(s, " ")
    say: Tests, then the replay.
    $ go vet ./... && go test ./...; for i in 1 2 3; do bin/gate -replay day.log; done
    > ok  	gate/split	0.003s
    > replay 2.190 s
    > replay 2.240 s
    > replay 2.170 s

Quiet:

    say: One test more, and the replay.
    edit split/split_test.go: "a b" => "a  b"
    $ go test ./... && bin/gate -replay day.log
    > ok  	gate/split	0.003s
    > replay 2.190 s

Quiet:

    say: Both widths, whatever the constant is now.
    $ for w in 4 16; do sed -i "s/WIDTH = [0-9]*;/WIDTH = $w;/" src/scan.c; make; cp scan bin/scan-w$w; done; ./race w4 w16
    > w4    best=14.37 ms
    > w16   best=12.88 ms

Quiet:

    say: The same binary under two names: the noise floor.
    $ cp bin/scan bin/scan-a; cp bin/scan bin/scan-b; sha256sum bin/scan-a bin/scan-b; ./race scan-a scan-b
    > ab12cd34ef5600112233445566778899  bin/scan-a
    > ab12cd34ef5600112233445566778899  bin/scan-b
    > scan-a   best=14.37 ms
    > scan-b   best=14.36 ms
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_run
from sessionlens.rules.index import Calls
from sessionlens.rules.signs import same_binary, stale_parts
from sessionlens.rules.signs.idle_builds import compiled_nothing, touched
from sessionlens.rules.signs.runs import builds, compiled_source, makes_product
from sessionlens.text.regex import regex

NUMBER = "R001"
ISSUE: Issue = "stale-build"
HELP = "build before you measure, and print a hash or a time stamp of the binary beside its numbers"
_SEEN = regex(
    r"\b(?:compiled nothing|nothing (?:was )?(?:compiled|rebuilt|built)|(?:not|n['’]t|never) (?:been )?(?:re)?(?:built|compiled)"
    r"|stale|old (?:binary|code|build)"
    r"|same (?:file|binary|hash)|out of date|were copies|are copies)\b",
    re.I,
)
"""What a message says that has noticed it."""
_DERIVED = frozenset(("percent", "ratio", "delta", "ranking", "no-difference", "level"))
_TWO_PATHS = 3
_PRODUCT = regex(r"(?:^|/)(?:target/(?:[\w.-]+/)?(?:release|debug)|build|out|dist|zig-out/bin)/[\w-]+$")
_KEPT = regex(r"(?<![A-Za-z])(?:old|base(?:line)?|before|orig\w*|prev\w*|main|master)(?![A-Za-z])", re.I)
MEASURING = frozenset(("benchmark", "run", "profile"))
_TEST_OF = regex(r"(?:_test|_spec|Tests?|\.test|\.spec)\.\w+$")
ASIDE = frozenset(("examples", "example", "tests", "test", "docs"))
"""Folders whose sources go into other programs than the one that is measured."""
BUILD_WORDS = (
    *("cargo build", "cargo run", "make", "gcc", "g++", "clang", "go build", "go run", "go test"),
    *("nvcc", "rustc", "ninja", "cmake"),
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
    if path.startswith("bin/"):
        path = f"./{path}"
    name = path.rpartition("/")[2]
    if name.endswith((".sh", ".py", ".bash")):
        return name in written and not any(word in written[name] for word in BUILD_WORDS)
    return "." not in name and ("/bin/" not in path or path.startswith(("./bin/", "../bin/")))


def find(view: View) -> Iterator[Hit]:
    yield from stale_parts.find(view)
    stale: set[int] = set()
    for hit in (*old_code(view), *same_binary.find(view)):
        stale.add(hit.msg)
        yield hit
    for msg in stale:
        tainted = next((c for c in view.conclusions if c.msg > msg and rests_on(view, c, msg)), None)
        if tainted is not None:
            yield at_fact(tainted, f"rests on the run of msg {msg}, whose program was not the one that it speaks of", "medium")


def rests_on(view: View, conclusion: Conclusion, msg: int) -> bool:
    """Whether a conclusion is drawn from that message's run: by its evidence, or as a derived number right after it."""
    verdict = view.verdict(conclusion.id)
    if verdict is None or _SEEN.search(view.message(conclusion.msg).text):
        return False
    return msg in verdict.evidence or (conclusion.msg == msg + 1 and not verdict.evidence and verdict.claim in _DERIVED)


def old_code(view: View) -> Iterator[Hit]:
    """Runs of a program whose source was edited and not built since."""
    edits: dict[tuple[int, int], str] = {}
    for change in view.changes:
        sources = [f for f in change.files if compiled_source(f) and not ASIDE & set(f.split("/")[:-1])]
        sources = [f for f in sources if not _TEST_OF.search(f)]
        if sources:
            edits[(change.msg, change.part)] = sources[0]
    written = scripts(view) if edits else {}
    dirty: tuple[int, str] | None = None
    copies: dict[str, tuple[int, str]] = {}
    touching = [msg for msg, run in view.once(Calls).tools.get("touch", ()) if touched(run)]
    first = min((*(msg for msg, _ in edits), *touching[:1]), default=None)
    for msg, run in view.runs(first) if first is not None else ():
        own = edits.get((msg, run.part)) if any(a.intent == "edit" for a in run.actions[:1]) else None
        rebuilt, hit = look(run, (msg, own) if own and not dirty else dirty, written, msg, view)
        if hit:
            yield hit
        elif copies and run.readings:
            path = next(
                (p for a in run.actions if a.intent in MEASURING for w in a.command.argv for p in w.split()[:1] if p in copies), None
            )
            if path:
                why = f"`{path}` was copied after the edit of {copies[path][1]} (msg {copies[path][0]}) with no build in between"
                yield at_run(view, msg, run, why, "high")
                del copies[path]
        for action in run.actions if copies else ():
            if action.command.tool in ("cp", "install"):
                copies.pop(action.command.argv[-1], None)
        if dirty:
            copies |= dict.fromkeys(copied_products(run), dirty)
        if rebuilt:
            dirty = None
        source = edits.get((msg, run.part)) or touched(run)
        if source and not rebuilt:
            dirty = (msg, source)


def copied_products(run: Run) -> Iterator[str]:
    """Where build products are copied to before the call builds, unless the copy is kept as the old one."""
    for action in run.actions:
        if makes_product(action):
            return
        words = action.command.argv
        copy = action.command.tool in ("cp", "install") and len(words) >= _TWO_PATHS and _PRODUCT.search(words[-2])
        if copy and not _KEPT.search(words[-1].rpartition("/")[2]):
            yield words[-1]


def look(run: Run, dirty: tuple[int, str] | None, written: dict[str, str], msg: int, view: View) -> tuple[bool, Hit | None]:
    """Whether the call builds, and the hit if it runs old code before it does or builds without seeing the edit."""
    for action in run.actions:
        if makes_product(action):
            if dirty and action.intent == "build" and compiled_nothing(run):
                why = f"`{action.runner}` compiled nothing after {dirty[1]} was changed (msg {dirty[0]}): the product is the old one"
                return True, at_run(view, msg, run, why, "medium")
            return True, None
        if dirty and runs_old_code(action, written) and run.readings:
            path = action.command.argv[0]
            why = f"`{path}` was run after the edit of {dirty[1]} (msg {dirty[0]}) with no build in between"
            return False, at_run(view, msg, run, why, "medium" if path.endswith((".sh", ".py", ".bash")) else "high")
    return False, None
