"""The box at the top: how many conclusions, how they fared, which refuted one matters most, and how much was decidable at all."""

from collections import Counter

from sessionlens.model.facts import Conclusion
from sessionlens.model.frozen import Record
from sessionlens.model.verdict import Verdict
from sessionlens.model.words import VERDICTS
from sessionlens.reports.context.common import called, quoted, status_at
from sessionlens.reports.lines import Line, Piece, Quote, Word, counted, listed, say
from sessionlens.reports.scope import Scope

_SWEEPING = {
    "universal": 5, "range": 5, "no-difference": 4, "attribution": 4, "causal": 4, "ranking": 3, "tests": 3, "state": 3,
    "change-of-state": 3,
    "percent": 2, "delta": 2, "ratio": 2, "threshold": 2,
}  # fmt: skip
"""How much of a decision hangs on a claim of that kind."""


OTHERS_SHOWN = 4
ENDED_SHOWN = 3
RESULTS = ("percent", "delta", "ratio", "ranking", "range", "no-difference", "tests", "attribution", "sum")
DECIDED = ("supported", "contradicted")
TELLING = ("build", "test", "lint", "benchmark", "profile", "probe", "run", "revert")
"""Kinds of command whose first use says that something new begins."""


class Count(Record):
    verdict: str
    number: int


class VerdictBox(Record):
    """`found` conclusions, of which `bound` were tied to evidence and `decided` came out supported or contradicted; `counts` by verdict.
    `lines` say it; `refuted` is the gravest contradicted conclusion with its derivation, `others` the next ones.
    `ended` are the weightiest statements of the last message that concluded anything; `own` says what a message under close reading
    holds itself; `fates` what became of the hypotheses."""

    found: int
    bound: int
    decided: int
    counts: tuple[Count, ...]
    lines: tuple[Line, ...]
    refuted: Line | None
    derivation: Line | None
    others: tuple[Line, ...]
    fates: tuple[Line, ...]
    ended: tuple[Line, ...]
    own: tuple[Line, ...]


def gravity(conclusion: Conclusion, verdict: Verdict) -> tuple[int, int, str]:
    """Sorts refuted conclusions: sweeping kinds first, then the later ones, for they are nearer to what was decided."""
    weight = _SWEEPING.get(verdict.claim, 1) - (3 if "marginal" in verdict.caveats else 0)
    return -weight, -conclusion.msg, conclusion.id


def build(scope: Scope) -> VerdictBox:
    found = scope.view.conclusions
    if scope.message is not None:
        found = tuple(c for c in found if c.msg <= scope.message)
    known = {c.id for c in found}
    judged = [(c, v) for c, v in scope.judged() if c.id in known]
    often: Counter[str] = Counter(v.verdict for _, v in judged)
    counts = tuple(Count(w, often[w]) for w in VERDICTS)
    bound = len([v for _, v in judged if v.evidence or v.nodes])
    decided = sum(often[w] for w in DECIDED)
    refuted = sorted(((c, v) for c, v in judged if v.verdict == "contradicted"), key=lambda pair: gravity(*pair))
    worst = derivation = None
    others = tuple(say(*quoted(scope, c, 140), cites=(c.msg,)) for c, _ in refuted[1:OTHERS_SHOWN])
    if refuted:
        conclusion, verdict = refuted[0]
        lead = "The gravest contradicted statement: " if len(refuted) > 1 else "Contradicted: "
        worst = say(lead, *quoted(scope, conclusion, 200), cites=(conclusion.msg,))
        derivation = say(scope.clip(verdict.derivation, 300), cites=verdict.evidence or (conclusion.msg,)) if verdict.derivation else None
    return VerdictBox(
        len(found),
        bound,
        decided,
        counts,
        _lines(scope, len(found), bound, counts),
        worst,
        derivation,
        others,
        _fates(scope),
        _ended(scope, judged),
        _own(scope),
    )


def _ended(scope: Scope, judged: list[tuple[Conclusion, Verdict]]) -> tuple[Line, ...]:
    """What the session came to, in its own words, with verdicts."""
    if scope.message is not None:
        return ()
    latest = sorted((c for c, _ in judged), key=lambda c: -c.msg)
    last = next((c.msg for c in latest if _whole(c)), 0)
    here = [(c, v) for c, v in judged if c.msg == last and _whole(c)]
    here = sorted(
        here, key=lambda p: (p[1].claim not in RESULTS, len(p[0].quote.split()) < 4, p[1].verdict not in DECIDED, gravity(*p)[0], p[0].at)
    )[:ENDED_SHOWN]
    here.sort(key=lambda p: p[0].at)
    return tuple(say(Quote(scope.clip(c.quote, 180)), " ", Word(v.verdict), cites=(c.msg,)) for c, v in here)


def _whole(c: Conclusion) -> bool:
    """Whether a statement says something by itself."""
    return c.statement.kind != "cell" and len(c.quote.split()) > 2


def _own(scope: Scope) -> tuple[Line, ...]:
    """What the message itself holds, in counts, and what it does for the first time."""
    n = scope.message
    if n is None:
        return ()
    view = scope.view
    kinds = (
        (view.changes, "change"), (view.reversions, "reversion"), (view.verifications, "verification"), (view.measurements, "measurement"),
        (view.conclusions, "conclusion"), (scope.findings(), "finding of method"),
    )  # fmt: skip
    parts = []
    for facts, word in kinds:
        here = sum(f.msg == n for f in facts)
        if here:
            parts.append(counted(here, word, "findings of method" if word.startswith("finding") else ""))
    calls = len(scope.whole.message(n).calls)
    lines = [say(f"This message: {listed([*([counted(calls, 'tool call')] if calls else []), *parts]) or 'text only'}.", cites=(n,))]
    before: set[str] = set() if scope.long else {a.runner for _, run in scope.runs(0, n - 1) for a in run.actions}
    actions = [a for run in scope.whole.turns[n].runs for a in run.actions] if before else []
    new = [a.runner for a in actions if a.runner not in before and a.intent in TELLING]
    if new:
        lines.append(say(f"Run here for the first time: {listed(dict.fromkeys(new))}.", cites=(n,)))
    return tuple(lines)


def _lines(scope: Scope, found: int, bound: int, counts: tuple[Count, ...]) -> tuple[Line, ...]:
    where = "up to this message" if scope.message is not None else "on this question" if scope.sliced else "in the session"
    if not found:
        return (say(f"No conclusion was found {where}, so none was checked."),)
    checked = sum(c.number for c in counts)
    pieces: list[Piece] = [f"{counted(found, 'conclusion')} {where}: "]
    shown = [c for c in counts if c.number]
    for i, c in enumerate(shown):
        pieces += [("" if i == 0 else " and " if i == len(shown) - 1 else ", ") + f"{c.number} ", Word(c.verdict)]
    lines = [say(*pieces, "." if shown else "none was checked.")]
    decided = sum(c.number for c in counts if c.verdict in ("supported", "contradicted"))
    coverage = f"Coverage: {bound} of {found} could be tied to evidence in the transcript, {decided} of {found} were decided by it."
    lines.append(say(coverage))
    if checked < found:
        lines.append(say(f"{counted(found - checked, 'conclusion was', 'conclusions were')} not checked."))
    return tuple(lines)


def _fates(scope: Scope) -> tuple[Line, ...]:
    """What became of the hypotheses that the report is about: one line each when they were asked for, else one line of counts."""
    if scope.message is None and scope.sliced:
        out = []
        for h in scope.hypotheses[:6]:
            status, decided = status_at(scope, h)
            out.append(say(*called(scope, h, 140), " is ", Word(status), cites=decided or (h.msg,)))
        return tuple(out)
    words = [status_at(scope, h)[0] for h in scope.hypotheses]
    if not words:
        return ()
    parts = [f"{words.count(w)} {w}" for w in ("confirmed", "refuted", "open", "abandoned") if w in words]
    return (say(f"{counted(len(words), 'hypothesis', 'hypotheses')}: {listed(parts)}."),)
