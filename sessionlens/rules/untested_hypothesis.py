"""A cause is stated flatly that nothing in the session put to the test.

A cause is tested by changing that one thing, or by measuring the mechanism. Reading the source shows what could happen, not that it
did: a "smoking gun" found by reading alone is a hypothesis. An error that a log prints in so many words is shown, and what another agent
reports is that agent's to show.

Fires:

    say: Both layouts.
    $ ./bench --layouts
    > rows     46.9 ms
    > columns  60.9 ms
    say: The column layout is slower because it thrashes the TLB.

Fires:

    say: Without the log, and with it.
    $ ./bench --log off --log on
    > off  40.2 ms
    > on   63.9 ms
    say: The log costs 14.1 ms by its own counter. The 9.6 ms that remain are the lock.

Fires:

    say: Both links.
    $ ./bench --link static --link dynamic
    > static   40.2 ms
    > dynamic  44.9 ms
    say: static is faster: 40.2 ms. It has no jump table any more, and that shorter path is what makes it faster.

Quiet:

    say: Without the lock, and with it.
    $ ./bench --lock off --lock on
    > lock off  40.2 ms
    > lock on   49.8 ms
    say: So the cost must be the lock: 49.8 ms with it, 40.2 ms without. The 9.6 ms that remain are unexplained.

Fires:

    user: The index is corrupt again, why?
    say: Let me read the hook.
    $ cat hooks/post_commit.go
    > func run() { tree.Status() }
    say: There it is: `tree.Status()` runs in the middle of a commit. That call is the smoking gun, this is a race condition.

Quiet:

    say: Both layouts.
    $ ./bench --layouts
    > rows     46.9 ms
    > columns  60.9 ms
    say: The column layout might be slower because it thrashes the TLB.

Quiet:

    user: Why is the query slow?
    say: With an index on the lowered name.
    $ psql -c 'create index on t (lower(name))' -c 'explain analyze select * from t where lower(name) = $1'
    > Index Scan using t_lower_idx on t
    > Execution Time: 0.05 ms
    say: With the index it takes 0.05 ms instead of 212.9 ms. The sequential scan was the cause.

Quiet:

    user: The index is corrupt again, why?
    say: Take the call out and commit again.
    $ sed -i 's/tree.Status()/nil/' hooks/post_commit.go && ./commit-test
    > index: intact
    say: That call was the smoking gun: without it the index stays intact.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_statement, shorten
from sessionlens.rules.index import Judged
from sessionlens.rules.signs import announced_causes, causes, drift, laws, stand_ins, untried_fixes
from sessionlens.rules.signs.cause_forms import MECHANISM
from sessionlens.rules.signs.tested_causes import printed, put_to_test, reported, runs_of, tested
from sessionlens.text.regex import regex

NUMBER = "R010"
ISSUE: Issue = "untested-hypothesis"
HELP = "change that one thing alone and measure, or measure the mechanism itself; until then call it a hypothesis"
_BLAME = regex(
    r"\b(?:root cause(?! fix)|cause[sd]?(?! the \w+ to be)|culprit|to blame|the trigger|triggers `|deadlock"
    r"|race condition|introduced (?:the|this|that) (?:bug|regression|problem|slowdown)"
    r"|responsible for|(?:comes?|came|stems?) from|explains?|(?:is|are|was) what['’]?s?\b|is spent in"
    r"|the reason (?:is|was) (?:the|a|an|its)|due to|owing to)\b",
)
_REASON = regex(r"\b(?:because|since|thanks to|as a result of|driven by|dominated by|bound by|limited by)\b")
_OBSERVED = regex(
    r"\b(?:slow\w*|fast\w*|quick\w*|time[sd]?|latency|throughput|memory|rss|cpu|cost\w*|expensive|cheap\w*|regress\w*"
    r"|improv\w*|gains?|nois\w*|varia\w*|bottleneck"
    r"|speed\w*|peaks?|below|above|p\d\d|overhead|penalty|stall\w*|lag\w*|hang\w*|leak\w*|grow\w*|spike\w*|jitter|flak\w*|intermittent\w*|corrupt\w*|wins?|loses?|beats?|better|worse|caches?)\b",
)
_BROKEN = regex(r"\b(?:fail\w*|pass(?:es|ed)?|broke\w*|breaks?|crash\w*|trigger\w*|reject\w*|skip(?:s|ped))\b")
"""What is observed of a thing that does not work: a check that passes after the edit tests its cause."""
_AS_REASON = ("because ", "since ", "thanks to ", "as a result of ")
_TENTATIVE = regex(
    r"\b(?:looks?(?! (?:worse|better|slower|faster|higher|lower)\b)"
    r"|seems?|appears?|fix(?:es|ed)?|expected|so far|only (?:my|a|our)|guess|suspicion|hypothes\w+|likel\w+"
    r"|candidate|refuted|rule[sd]? out|unknown|unclear|no single|would|could|might|may)\b",
)
_NEGATED = regex(r"\b(?:can['’]?t|cannot|could ?n['’]?t|isn['’]t|is not|not the)\b", re.I)
_DENIES = regex(r"\b(?:does ?n['’]?t|does not|did ?n['’]?t|did not|none of|nothing)\b", re.I)
_MEASURED = regex(r"\d(?:[\d.,]*)\s?(?:%|ms|s|us|µs|ns|x|KB|MB|GB|B)\b|\d\s?%")
_COUNT = regex(r"\d[\d.,]*\s?(?:%|x\b|[A-Za-zµ]{1,12}\b)")
_EFFECT = regex(
    r"\b(?:down|up|fell|falls?|drop(?:s|ped)?|less|lower|higher|more|fewer|faster|slower|from .{1,30} to|instead of|against)\b|->|→",
    re.I,
)
_WAS = regex(r"\bwas (?:the |indeed the |really the )?(?:root )?(?:cause|culprit|bottleneck)\b", re.I)
_NEAR = 120
_HEDGED = regex(r"\s*(?:most likely|probably|likely|perhaps|maybe|possibly|presumably|my guess|i (?:think|guess|suspect))\b", re.I)
_QUOTED = regex(r"\"[^\"\n]{0,60}\"|“[^”\n]{0,60}”")
_WITHOUT = regex(
    r"\b(?:without (?:it|them|that(?! \w)|(?:the|that) (?P<what>\w+))"
    r"|(?:after|once|since) (?:removing|reverting|taking|dropping|disabling))\b",
    re.I,
)
_CODE = regex(r"`([^`\n]+)`")
_BUSY = frozenset(("top", "htop", "uptime", "vmstat", "iostat", "iotop", "ps", "free", "sar", "pidstat"))


def find(view: View) -> Iterator[Hit]:
    for conclusion, verdict in view.once(Judged).claims["causal"]:
        if verdict.verdict != "unsupported":
            continue
        if "mechanism-not-measured" not in verdict.caveats or not blames(conclusion) or conclusion.id in view.once(stand_ins.elsewhere):
            continue
        if not excused(view, conclusion):
            yield at_fact(conclusion, f"{shorten(conclusion.quote, 70)!r} is stated as a cause, and {verdict.derivation}", "medium")
    yield from announced_causes.find(view)
    for given in view.once(causes.given):
        if not given.again:
            yield at_statement(view, given.msg, given.said, f"{given.how}: {given.blamed[:60]!r}; nothing tried that by itself", "medium")
    yield from laws.find(view)
    yield from untried_fixes.find(view)
    for msg, said, cause in view.once(drift.drifts):
        if cause and not any(a.command.tool in _BUSY for n in range(msg - 3, msg) for r in runs_of(view, n) for a in r.actions):
            yield at_statement(view, msg, said, f"the reason given, {cause[:60]!r}, was not looked at", "medium")


def blames(conclusion: Conclusion) -> bool:
    """Whether the sentence blames something for what was observed, and does not only give a reason or say how code works."""
    text = conclusion.quote.lower()
    if text.startswith(_AS_REASON) and _MEASURED.search(conclusion.statement.text):
        text = conclusion.statement.text.lower()  # the clause before it says of what
    if _TENTATIVE.search(text):
        return False
    return bool(
        _BLAME.search(text) or (_REASON.search(text) and (_OBSERVED.search(text) or _BROKEN.search(text) or MECHANISM.search(text)))
    )


def excused(view: View, conclusion: Conclusion) -> bool:
    """Whether the cause was ruled out by a number, passed on, hedged, printed by a log, or tested by taking it away."""
    return (
        measured_away(view, conclusion)
        or reported(view, conclusion.msg)
        or hedged(view, conclusion)
        or printed(view, conclusion.msg, conclusion.statement.text)
        or intervened(view, conclusion)
        or isolated(view, conclusion)
        or tested(view, conclusion)
        or (_BROKEN.search(conclusion.quote.lower()) is not None and put_to_test(view, conclusion.msg))
    )


def measured_away(view: View, conclusion: Conclusion) -> bool:
    """Whether a cause is ruled out with a number beside it, or held with the size of the effect that taking it away had."""
    said = conclusion.statement
    if _NEGATED.search(conclusion.quote):
        text = view.message(conclusion.msg).text
        return bool(_COUNT.search(text, max(0, said.start - _NEAR), said.end + _NEAR))
    if _DENIES.search(conclusion.quote):
        text = view.message(conclusion.msg).text
        return bool(_MEASURED.search(text, max(0, said.start - _NEAR), said.end + _NEAR))
    text = _QUOTED.sub("", said.text)
    if _MEASURED.search(text) and _EFFECT.search(text):
        return True
    if not _WAS.search(said.text) or not any(run.readings for n in (conclusion.msg - 1, conclusion.msg - 2) for run in runs_of(view, n)):
        return False
    text = view.message(conclusion.msg).text
    near = text[max(0, said.start - _NEAR) : said.start]
    return bool(_MEASURED.search(near) and _EFFECT.search(near))


def hedged(view: View, conclusion: Conclusion) -> bool:
    """Whether the message, or the sentence before, opens with a hedge that covers what follows."""
    return bool(_HEDGED.match(view.message(conclusion.msg).text) or _HEDGED.match(conclusion.before))


def isolated(view: View, conclusion: Conclusion) -> bool:
    """Whether it repeats a hypothesis that was confirmed before and that a change put to work; both quote the same code."""
    spans = set(_CODE.findall(conclusion.statement.text))
    tried = {c.hypothesis for c in view.changes if c.hypothesis and c.msg < conclusion.msg} if spans else set()
    return any(
        h.id in tried
        and h.status == "confirmed"
        and min(h.decided_by, default=conclusion.msg) < conclusion.msg
        and spans & set(_CODE.findall(h.quote))
        for h in view.hypotheses
    )


def intervened(view: View, conclusion: Conclusion) -> bool:
    """Whether it says what is so without the blamed thing, and something was edited and then run for it just before."""
    without = _WITHOUT.search(conclusion.statement.text)
    if without is None or (without["what"] and without["what"] not in conclusion.quote):
        return False
    edited = False
    for number in range(conclusion.msg - 4, conclusion.msg):
        for run in runs_of(view, number):
            for action in run.actions:
                if edited and action.intent in ("test", "benchmark", "run"):
                    return True
                edited = edited or action.intent in ("edit", "revert")
            edited = edited or bool(run.call.edits)
    return False
