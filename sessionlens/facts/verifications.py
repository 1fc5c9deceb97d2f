"""Verifications: calls whose output answers a yes/no question."""

from collections.abc import Iterator

from sessionlens.facts import answers, questions
from sessionlens.facts.changes import lead_of
from sessionlens.model.facts import Verification
from sessionlens.model.span import Span
from sessionlens.model.trace import Action, Run, Trace, Turn
from sessionlens.model.words import LETTER, Result

_DIGESTS = frozenset(("sha256sum", "sha1sum", "sha512sum", "md5sum", "md5", "shasum", "b2sum", "cksum", "cmp", "diff", "colordiff"))
_INSIDE = frozenset(("strings", "nm", "objdump", "readelf", "ldd", "otool", "dumpbin", "c++filt"))
_WHETHER = frozenset(("which", "where", "whereis", "command", "type", "test", "[", "[[", "pgrep", "Test-Path", "Get-Command", "luac"))
_STATES = frozenset(("git status", "git fsck", "git worktree list", "git verify-pack", "git merge-base"))
_RANK = ("tests", "equal", "presence", "state", "lint", "build", "database", "tool", "control", "review", "check")
"""Which topic names a message's verification where several calls answer: the most decisive first."""
_REVIEWS = ("review", "verify", "check", "audit", "find", "analy", "investigat", "compare", "confirm", "search", "reproduc")
_READS = frozenset(("cat", "bat", "less", "head", "tail", "ls", "tree"))


def find(trace: Trace) -> tuple[Verification, ...]:
    """One verification per message that put a question to a tool and got an answer.

    Tests, linters, builds by themselves, the tree's state after work on it, symbols in a binary, digests, query plans and control runs
    are questions by their nature; other looks are if the agent's words before the call ask something. Reading to find one's way and
    plain benchmark runs are none.
    """
    found = []
    controls: set[str] = set()
    for turn in trace.turns:
        best: tuple[int, Verification] | None = None
        for run in turn.runs:
            for verification in _of_run(trace, turn, run, controls):
                rank = _RANK.index(verification.topic)
                if best is None or rank < best[0] or (rank == best[0] and _worse(verification.result, best[1].result)):
                    best = (rank, verification)
        if best is not None:
            found.append(best[1])
    return tuple(found)


def _worse(result: Result, other: Result) -> bool:
    return result == "fail" and other != "fail"


def _of_run(trace: Trace, turn: Turn, run: Run, controls: set[str]) -> Iterator[Verification]:
    call = run.call
    if call.status == "interrupted" and call.exit_code is None:
        return
    said = questions.lead(turn.message.text)
    if call.kind == "task":
        words = f"{call.description} {call.input.get('description', '')} {call.input.get('prompt', '')[:300]}".lower()
        if call.output and any(w in words for w in _REVIEWS):
            yield _made(trace, turn, run, "review", "pass")
        return
    if call.kind == "search":
        if call.status != "error" and questions.asks(said):
            yield _made(trace, turn, run, "check", answers.by_presence(run))
        return
    if not run.actions or (call.status == "error" and call.exit_code is None and len(call.output) < 40):
        return
    work = [a for a in run.actions if a.intent not in ("navigate", "other")]
    asked = questions.asks(said) or questions.described(call.description) or any(questions.asks(a.command.comment) for a in work)
    for topic, action in _topics(turn, run, work, asked, said, controls):
        if answers.unfinished(run):
            yield _made(trace, turn, run, topic, "inconclusive", action)
            continue
        counts: dict[str, int] = {}
        if topic == "tests":
            result, counts = answers.by_tests(run, action)
        elif topic in ("build", "lint"):
            result = answers.by_build(run, action)
        elif topic == "state":
            result = answers.by_looking(run, action) if action.runner == "git fsck" else answers.by_state(run)
        elif topic in ("presence", "tool", "database"):
            result = answers.by_presence(run)
        elif topic == "equal":
            result = answers.by_equality(run, questions.expects_same(said or call.description))
        elif topic == "control":
            result = "inconclusive"
        else:
            result = answers.by_looking(run, action)
        yield _made(trace, turn, run, topic, result, action, counts)


def _topics(turn: Turn, run: Run, work: list[Action], asked: bool, said: str, controls: set[str]) -> Iterator[tuple[str, Action]]:
    """The questions that a call's commands put, each with the command that answers it."""
    edits = any(a.intent == "edit" for a in work)
    undone = any(a.intent in ("revert", "commit") or a.command.tool == "rm" for a in work)
    runs = any(a.intent in ("run", "benchmark", "profile") for a in work)
    alone = [a for a in work if a.intent not in ("inspect", "copy")]
    for action in work:
        tool, runner, intent = action.command.tool, action.runner, action.intent
        if intent == "test":
            yield "tests", action
        elif tool in _DIGESTS:
            yield "equal", action
        elif tool in _INSIDE:
            yield "presence", action
        elif runner in _STATES and (undone or asked or len(work) <= 3):
            yield "state", action
        elif runner == "git diff" and (undone or (asked and not edits)):
            yield "state" if undone else "review", action
        elif intent == "lint":
            yield "lint", action
        elif intent == "build" and not edits and not runs and len(alone) <= 2:
            yield "build", action
        elif tool in _WHETHER and (asked or len(work) <= 2 or tool == "luac"):
            yield "tool", action
        elif tool in ("sqlite3", "psql", "mysql", "duckdb") and intent == "probe":
            yield "database", action
        elif runner in ("gh pr checks", "gh run watch"):
            yield "check", action
    text = run.call.command or ""
    if intentional(work, "benchmark") and (questions.controls(said) or text in controls):
        controls.add(text)
        yield "control", work[0]
    if asked and work and not edits:
        looking = [a for a in work if a.intent in ("inspect", "probe", "run", "benchmark", "profile")]
        if looking:
            yield "check", looking[0]


def intentional(work: list[Action], intent: str) -> bool:
    """Whether one of the commands has that intent."""
    return any(a.intent == intent for a in work)


def _made(
    trace: Trace, turn: Turn, run: Run, topic: str, result: Result, action: Action | None = None, counts: dict[str, int] | None = None
) -> Verification:
    number = turn.message.number
    subject = " ".join(action.targets[:2]) if action else ""
    lead = lead_of(turn.message, run)
    what = f"{action.runner} {subject}".strip() if action else run.call.name
    return Verification(
        id=f"{LETTER['verification']}{number}.1",
        msg=number,
        text=f"{what}: {lead}"[:150] if lead else what[:150],
        span=Span(source=trace.session.source, msg=number, part=run.part, start=0, end=min(len(run.call.output), 400)),
        command=run.call.command,
        result=result,
        topic=topic,
        subject=subject,
        counts=counts or {},
        filtered=bool(action and action.filtered),
        cut=bool(action and answers.cut(run, action)),
        part=run.part,
    )
