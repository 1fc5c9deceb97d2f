"""What is said of the finished work, and what was last seen of it: shared by the rule `evidence_not_shown`.

"All 12 checks pass on the final commit" needs a run of them after the last edit, and so does "tests are green" on anything that was
edited since they last ran, whatever that run showed; "ready for production" needs some build, test or run
of it that went well after the last edit. A look at the text of the code is neither.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Run
from sessionlens.rules.base import Hit, at_fact, at_statement, shorten, talking
from sessionlens.rules.index import Calls, Judged, cues
from sessionlens.rules.signs.runs import ASKED
from sessionlens.text.regex import regex

_FINAL = regex(
    r"\b(?:all|every|each|the|\d+)\b[^.;\n]{0,40}\b(?:pass(?:es|ed)?|green)\b[^.;\n]{0,20}\b(?:on|at|in|with|for) (?:the |its )?"
    r"(?:final|last|latest|current|committed|shipped|finished) (?:commit|version|code|build|state|tree|binary|revision)\b",
    re.I,
)
_READY = regex(
    r"\b(?:production[- ]ready|ready for (?:production|use|deployment|release)|fully[- ](?:functional|working|operational)"
    r"|work(?:s|ing)? (?:seamlessly|flawlessly|perfectly))\b",
    re.I,
)
_OPEN = regex(
    r"\b(?:will|would|should|could|might|may|once|if|when|until|before|not|n['’]t|make sure|ensure|need(?:s|ed)? to|let me"
    r"|let['’]s|to be|want)\b|\?",
    re.I,
)
_CUES = cues(
    *("final commit", "last commit", "latest commit", "current commit", "final version", "latest version", "current version"),
    *("final code", "current code", "final build", "latest build", "shipped build", "final state", "current state", "final binary"),
    *("production ready", "for production", "ready for use", "for deployment", "for release", "fully functional", "fully working"),
    *("fully operational", "seamlessly", "flawlessly", "perfectly"),
)
_GREEN = regex(r"\b(?:tests?|suite|checks?|specs?)\b[^.;]{0,30}\b(?:pass(?:es)?|green|ok)\b", re.I)
_CHECKS = regex(r"test|check|spec|verify|smoke", re.I)
_RETOLD = regex(r"\bI (?:said|claimed|wrote|stated|reported|called|told)\b.*\b(?:without|wrongly|but|before|never|not|n['’]t)\b", re.I)
_TALLY = regex(r"\b\d+ (?:passed|failed|passing|failing)\b")
_WORDS = frozenset((".md", ".rst", ".txt", ".adoc"))
_FAILED = regex(r"\b(?:build (?:error|failed)|failed to compile|compilation failed|error TS\d+)\b", re.I)
_POLLS = frozenset(("bashoutput", "bash_output", "taskoutput", "task_output", "read_output", "get_terminal_output", "read_terminal"))
_NO_ERRORS = regex(r"\bno (?:\w+ ){0,2}(?:errors?|warnings?|problems?|issues?)\b", re.I)
_FIRST = 3
_TRIES = frozenset(("test", "build", "run", "benchmark", "lint"))


def find(view: View) -> Iterator[Hit]:
    yield from empty_polls(view)
    yield from outdated(view)
    talked = talking(view, _CUES)
    edited = [c.msg for c in view.changes if any("." + f.rpartition(".")[2].lower() not in _WORDS for f in c.files)] if talked else []
    edited += [msg for msg, run in view.once(Calls).kinds.get("task", ()) if run.call.output.strip()]
    for msg, turn in talked:
        last = max((m for m in edited if m < msg), default=None)
        for said in turn.statements if last is not None else ():
            text = said.text
            if said.kind == "code" or said.table is not None or _OPEN.search(text):
                continue
            if _FINAL.search(text) and (seen := last_checked(view, msg)) is not None and seen < (last or 0):
                why = f"{shorten(text, 60)!r}: the checks were last run in msg {seen}, and msg {last} changed the code after that"
                yield at_statement(view, msg, said, why)
                break
            if _READY.search(text) and not went_well(view, last or 0, msg):
                why = f"{shorten(text, 60)!r}: nothing was built, tested or run well after the last edit or report of one (msg {last})"
                yield at_statement(view, msg, said, why)
                break


def retold(said: str) -> bool:
    """Whether a sentence takes back an earlier statement of the agent: "I said that 12 tests pass without having run them"."""
    return "I " in said and _RETOLD.search(said) is not None


def outdated(view: View) -> Iterator[Hit]:
    """Tests that are said to pass, and that were last run before the last edit of code, in a run whose result is not sure either."""
    unsure = [(c, v) for c, v in view.once(Judged).claims["tests"] if v.verdict == "undecidable" and v.evidence]
    for conclusion, verdict in unsure:
        quote = conclusion.quote
        if not _GREEN.search(quote) or _OPEN.search(quote) or retold(quote):
            continue
        edited = [
            c.msg
            for c in view.changes
            if max(verdict.evidence) < c.msg < conclusion.msg and any("." + f.rpartition(".")[2].lower() not in _WORDS for f in c.files)
        ]
        calls = view.once(Calls)
        tested = {msg for msg, _ in calls.of_intents(frozenset(("test",)))}
        tested |= {msg for msg, run in calls.of_intents(_TRIES) if any(_CHECKS.search(w) for a in run.actions for w in a.command.argv[:2])}
        tallied = any(o.kind == "tests" for msg, run in view.runs(max(verdict.evidence)) if msg in verdict.evidence for o in run.outcomes)
        if edited and tallied and not any(edited[-1] <= msg < conclusion.msg for msg in tested):
            yield at_fact(
                conclusion, f"the tests were last run in msg {max(verdict.evidence)}, and msg {edited[-1]} changed the code after that"
            )


def empty_polls(view: View) -> Iterator[Hit]:
    """Statements that there are no errors, from a look at a background job that had printed nothing since the last look."""
    for msg, run in view.once(Calls).kinds.get("other", ()):
        if run.call.name.lower() not in _POLLS or run.call.output.strip():
            continue
        turn = view.turns.get(msg + 1)
        if turn is None or turn.message.role == "user" or (view.until is not None and msg + 1 > view.until):
            continue
        said = next((s for s in turn.statements[:_FIRST] if _NO_ERRORS.search(s.text) and not _OPEN.search(s.text)), None)
        if said is not None:
            yield at_statement(
                view, msg + 1, said, f"the look at the job in msg {msg} printed nothing at all, neither errors nor that it was done"
            )


def last_checked(view: View, until: int) -> int | None:
    """The last message before `until` in which checks were run and a tally of them was printed."""
    found = None
    for msg, run in view.once(Calls).of_intents(frozenset(("test", "run"))):
        if msg < until and (any(o.kind == "tests" for o in run.outcomes) or _TALLY.search(run.call.output)):
            found = msg
    return found


def went_well(view: View, since: int, until: int) -> bool:
    """Whether something was tried between two messages, and neither the last try nor the last build or test failed."""
    tried: Run | None = None
    checked: Run | None = None
    for msg, run in view.once(Calls).of_intents(_TRIES):
        if since <= msg < until:
            tried = run
            if any(a.intent in ASKED for a in run.actions):
                checked = run
    return tried is not None and not failed(tried) and (checked is None or not failed(checked))


def failed(run: Run) -> bool:
    """Whether a call shows that it failed, by its status or by what it printed."""
    if run.call.exit_code not in (0, None) or any(o.result == "fail" for o in run.outcomes):
        return True
    return _FAILED.search(run.call.output) is not None
