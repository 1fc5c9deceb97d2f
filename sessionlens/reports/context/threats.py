"""Assumptions and threats to validity: findings of method by issue, and the caveats that verdicts carry."""

from sessionlens.model.frozen import Record
from sessionlens.model.words import CAVEATS, ISSUES
from sessionlens.reports import advice
from sessionlens.reports.context import verbatim
from sessionlens.reports.lines import Line, Piece, counted, say, sentence
from sessionlens.reports.scope import Scope

HITS_SHOWN = 6


class Threat(Record):
    """One issue: how often, where, why it matters, what to do. `hits` are its places with what was seen there."""

    issue: str
    rule: str
    confidence: str
    count: int
    messages: tuple[int, ...]
    help: str
    line: Line
    hits: tuple[Line, ...]
    more: int


class Threats(Record):
    """`found` are the findings of method by issue; `caveats` those that verdicts carry; `seen` what went wrong in the message's own
    commands, where a message is read closely."""

    found: tuple[Threat, ...]
    caveats: tuple[Line, ...]
    seen: tuple[Line, ...]


_RANK = {"high": 0, "medium": 1, "low": 2}


def build(scope: Scope) -> Threats | None:
    findings = scope.findings()
    if scope.message is not None:
        findings = tuple(f for f in findings if f.msg == scope.message)
    threats = []
    for issue in ISSUES:
        hits = [f for f in findings if f.issue == issue]
        if not hits:
            continue
        seen: dict[str, list[int]] = {}
        for f in hits:
            seen.setdefault(scope.clip(f.why or f.text, 260), []).append(f.msg)
        lines = tuple(say(sentence(why), cites=messages) for why, messages in list(seen.items())[:HITS_SHOWN])
        best = min((f.confidence for f in hits), key=_RANK.__getitem__)
        line = say(
            f"{counted(len(hits), 'place')}, rule {hits[0].rule}, confidence {best}. To do: {hits[0].help}.", cites=[f.msg for f in hits]
        )
        threats.append(
            Threat(
                issue,
                hits[0].rule,
                best,
                len(hits),
                tuple(sorted({f.msg for f in hits})),
                hits[0].help,
                line,
                lines,
                max(0, len(seen) - HITS_SHOWN),
            )
        )
    threats.sort(key=lambda t: (_RANK[t.confidence], -t.count, t.issue))
    caveats = _caveats(scope)
    faults = verbatim.faults(scope)
    return Threats(tuple(threats), caveats, faults) if threats or caveats or faults else None


def _caveats(scope: Scope) -> tuple[Line, ...]:
    if scope.message is not None:
        return ()
    by: dict[str, list[int]] = {}
    for c, v in scope.judged():
        for caveat in v.caveats:
            by.setdefault(caveat, []).append(c.msg)
    order = sorted(by, key=lambda w: (-len(by[w]), CAVEATS.index(w)))
    lines = []
    for word in order:
        pieces: list[Piece] = [f"{word.replace('-', ' ')}, on {counted(len(by[word]), 'conclusion')}: {advice.CAVEAT[word]}."]
        lines.append(say(*pieces, cites=by[word]))
    return tuple(lines)
