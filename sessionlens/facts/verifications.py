"""Verifications: calls whose output answers a yes/no question."""

import re
from collections.abc import Iterator

from sessionlens.facts import answers, asking, denied, printed, questions, services
from sessionlens.facts.answering import CONDITIONS, INSIDE, Answer, Question, answered
from sessionlens.facts.history import walk
from sessionlens.facts.titles import lead_of
from sessionlens.model.facts import Verification
from sessionlens.model.span import Span
from sessionlens.model.trace import Action, Run, Trace, Turn
from sessionlens.model.words import LETTER
from sessionlens.text.regex import regex

_DIGESTS = frozenset(("sha256sum", "sha1sum", "sha512sum", "md5sum", "md5", "shasum", "b2sum", "cksum", "cmp", "diff", "colordiff"))
_EXISTS = frozenset(("which", "where", "whereis", "command", "Get-Command", "pgrep", "luac"))
_STATES = frozenset(("git status", "git fsck", "git worktree list", "git verify-pack", "git merge-base"))
_RANK = {
    topic: place
    for place, topic in enumerate(
        ("tests", "equal", "presence", "state", "lint", "build", "database", "tool", "control", "review", "check")
    )
}
"""Which topic names a message's verification where several calls answer: the most decisive first."""
_WHAT, _TEXT = 60, 150
"""Characters of a verification's command, before what was asked and alone."""
_ANSWERING = frozenset(("task", "search"))
"""Calls that answer without a command."""
_AIMLESS = frozenset(("navigate", "other"))
_ASIDE = frozenset(("inspect", "copy"))
_UNDOES = frozenset(("revert", "commit"))
_RUNS = frozenset(("run", "benchmark", "profile"))
_ONE_LINERS = frozenset(("python", "python3", "node", "ruby", "perl"))
"""What a change is looked at with as soon as it is made: `python -c "import app; print(app.LIMIT)"`."""
_DATABASES = frozenset(("sqlite3", "psql", "mysql", "duckdb"))
_TRIALS = frozenset(("check", "control", "database", "presence", "state"))
_FIRST_WORDS = 200
_SEVERITY = {"fail": 0, "inconclusive": 1, "pass": 2}
_MAKES = regex(
    r"(?:please |now )?(?:create|implement|build|add|write|set ?up|fix|refactor|update|make(?! sure)|install|port|migrate|rewrite|apply"
    r"|extend|convert)\b",
    re.I,
)
"""How the task of a sub-agent begins that is to make something, whatever it is to check on the way."""
_REVIEWS = ("review", "verify", "check", "audit", "find", "analy", "investigat", "compare", "confirm", "search", "reproduc")


def find(trace: Trace) -> tuple[Verification, ...]:
    """One verification per message that put a question to a tool and got an answer.

    Tests, linters, builds by themselves, the tree's state after work on it, symbols in a binary, digests, query plans and control runs
    are questions by their nature; other looks are if the agent's words before the call ask something. Reading to find one's way and
    plain benchmark runs are none. A person's question is answered by the searches that follow it, until the agent turns to something else.
    """
    found = []
    controls: set[str] = set()
    worked = edited = False
    sums = printed.Sums()
    put = fresh = False
    for at, turn in enumerate(trace.turns):
        if turn.message.role == "user":
            put, fresh, worked = questions.put(turn.message.text), True, False
            continue
        put, fresh = put and (fresh or not turn.message.text), False
        answering = [run for run in turn.runs if run.call.kind in _ANSWERING or run.actions]
        if not answering:
            continue
        said = questions.lead(turn.message.text)
        asked = questions.asks(said)
        edited = edited or any(run.call.edits or run.call.kind == "task" for run in turn.runs)
        topical = [
            asking.settled(q, worked) for run in answering for q in _of_run(run, said, asked or (put and asking.searches(run)), controls)
        ]
        if not topical and edited:
            topical = [Question("review", run, run.actions[-1]) for run in answering if asking.reviews(run)][:1]
        edited = edited or any(a.intent == "edit" for run in answering for a in run.actions)
        worked = worked or any(a.runner in asking.HISTORY_WORK for run in answering for a in run.actions)
        if topical:
            first = _foremost(topical, said)
            given = [answered(q, said, sums) for q in topical if _RANK[q.topic] == first]
            answer = min(given, key=lambda a: _SEVERITY[a.result])
            if answer.printed == "dirty" and answer.result == "pass" and _left(trace, turn.message.number, answer, said):
                answer = answer._replace(result="fail")
            if answer.result == "pass" and answer.question.topic in _TRIALS and _in_vain(trace, at):
                answer = answer._replace(result="fail")
            found.append(_made(trace, turn, answer))
    return tuple(found)


def _in_vain(trace: Trace, at: int) -> bool:
    """Whether a message announces what its call should bring about, by itself or in the one before it, and the next one says that nothing
    came of it."""
    turns = trace.turns
    following = turns[at + 1].message if at + 1 < len(turns) else None
    if following is None or following.role == "user" or not denied.denied(following.text[:_FIRST_WORDS]):
        return False
    said = turns[at].message.text or (turns[at - 1].message.text if at else "")
    return denied.announced(said)


def _foremost(topical: list[Question], said: str) -> int:
    """The rank of the topic that answers what was asked: digests of which nothing was wanted stand behind a symbol that was asked for."""
    ranks = {_RANK[q.topic] for q in topical}
    first = min(ranks)
    if first == _RANK["equal"] and _RANK["presence"] in ranks and questions.polar(said) and not questions.wanted(said):
        return _RANK["presence"]
    return first


def _of_run(run: Run, said: str, asked: bool, controls: set[str]) -> Iterator[Question]:
    call = run.call
    if call.status == "interrupted" and call.exit_code is None:
        return
    if call.kind == "task":
        if _MAKES.match(call.description):
            return
        words = f"{call.description} {call.input.get('description', '')} {str(call.input.get('prompt', ''))[:300]}".lower()
        if call.output and any(w in words for w in _REVIEWS):
            yield Question("review", run)
        return
    if call.kind == "search":
        if call.status != "error" and asked:
            yield Question("check", run)
        return
    if not run.actions or (
        call.status == "error" and call.exit_code is None and len(call.output) < 40 and not (asked and asking.searched(run))
    ):
        return
    work = [a for a in run.actions if a.intent not in _AIMLESS]
    if not work:
        return
    asked = asked or questions.described(call.description) or any(a.command.comment and questions.asks(a.command.comment) for a in work)
    script = asking.tested(work, run)
    if script is not None:
        yield Question("tests", run, script)
    looked = asking.aloud(run)
    if looked is not None:
        yield Question("check", run, looked)
    for topic, action in _topics(work, asked, said, controls, timed=bool(run.readings)):
        yield Question(topic, run, action)


def _topics(work: list[Action], asked: bool, said: str, controls: set[str], timed: bool) -> Iterator[tuple[str, Action]]:
    """The questions that a call's commands put, each with the command that answers it. `timed`: the call printed measurements."""
    intents = {a.intent for a in work}
    edits = "edit" in intents
    undone = not _UNDOES.isdisjoint(intents) or "rm" in [a.command.tool for a in work]
    changed = False
    for action in work:
        tool, runner, intent = action.command.tool, action.runner, action.intent
        changed = changed or intent == "edit"
        if intent == "test":
            yield "tests", action
        elif tool in _DIGESTS:
            yield "equal", action
        elif tool in INSIDE:
            yield "presence", action
        elif (runner in _STATES and (undone or asked or len(work) <= 3 or questions.tidies(said))) or (
            runner == "git show" and undone and "--stat" in action.command.argv
        ):
            yield "state", action
        elif (
            runner == "git diff"
            and "--check" not in action.command.argv
            and ((undone and not asking.edited_since(work, action)) or (asked and not edits))
        ):
            yield "state" if undone else "review", action
        elif intent == "lint" or (runner == "git diff" and "--check" in action.command.argv):
            yield "lint", action
        elif intent == "build" and asked and asking.filtered(work, action):
            yield "check", action
        elif intent == "build" and not edits and _RUNS.isdisjoint(intents) and len([a for a in work if a.intent not in _ASIDE]) <= 2:
            yield "build", action
        elif tool in _EXISTS or (tool in CONDITIONS and (asked or len(work) <= 2)):
            yield "tool", action
        elif tool in _DATABASES and intent == "probe":
            yield "database", action
        elif (
            (changed and intent == "probe" and tool in _ONE_LINERS)
            or (tool in services.TOOLS and asking.waits(action))
            or (tool == "git" and asking.compares(action))
        ):
            yield "check", action
    for action in work if "benchmark" in intents or timed else ():
        measures = action.intent == "benchmark" or (timed and action.intent == "run")
        if measures and (questions.controls(said) or action.command.text in controls):
            if "$" not in action.command.text:
                controls.add(action.command.text)
            yield "control", action
    if asked:
        first = next((i for i, a in enumerate(work) if a.intent == "edit" and not asking.passing(a, work[i + 1 :])), len(work))
        looking = [a for a in work[:first] if a.intent in asking.LOOKS]
        if looking and not (timed and looking[0].intent in ("run", "benchmark") and questions.measures(said)):
            yield "check", looking[0]


def _left(trace: Trace, number: int, answer: Answer, said: str) -> bool:
    """Whether a tree shows that the message's taking back of a change left a file of that change edited, of which nothing was said."""
    run = answer.question.run
    if not any(a.intent == "revert" for a in run.actions) or questions.leaves(said):
        return False
    dirty = [line[3:].strip() for line in run.call.output.split("\n") if line[:3] in (" M ", "M  ", "MM ")]
    for undo in walk(trace, keep=True).undos if dirty else ():
        if undo.msg == number and undo.entry is not None and undo.partial:
            rest = set(undo.entry.files) - set(undo.files)
            if any(path.endswith(f"/{name}") or path == name for path in rest for name in dirty):
                return True
    return False


def _worded(what: str, lead: str) -> str:
    """What was done, a colon, and what was asked. A long command is cut short so that the question stays whole; readers split at the
    first colon and space, so the command keeps none."""
    what = what.replace(": ", ":")
    room = _WHAT if lead else _TEXT
    what = what if len(what) <= room else what[: room - 1].rstrip() + "…"
    return f"{what}: {lead}" if lead else what


def _made(trace: Trace, turn: Turn, answer: Answer) -> Verification:
    number, (topic, run, action, _) = turn.message.number, answer.question
    subject = " ".join(action.targets[:2]) if action else ""
    lead = lead_of(turn.message, run)
    if topic == "state" and run.call.description != lead and asking.cleared(run) and not questions.asks(lead):
        lead = ""
    sought = run.call.input.get("pattern", "") or run.call.input.get("query", "") if run.call.kind == "search" else ""
    what = f"{action.runner} {subject}".strip() if action else f"{run.call.name} {sought}".strip()
    return Verification(
        id=f"{LETTER['verification']}{number}.1",
        msg=number,
        text=_worded(what, lead),
        span=Span(source=trace.session.source, msg=number, part=run.part, start=0, end=min(len(run.call.output), 400)),
        command=run.call.command,
        result=answer.result,
        topic=topic,
        subject=subject,
        counts=answer.counts or {},
        filtered=bool(action and action.filtered),
        cut=bool(action and answers.cut(run, action)),
        part=run.part,
        printed="silent" if answer.printed == "read" and not run.call.output.strip() else answer.printed,
    )
