"""A share that nothing printed, of one thing in all of a list: "parse_row, 8.3 %" under a profile, "`decode` is 42 % of `load`".

The thing is the one whose name has most of the clause's words; the whole is the largest value of the column, its sum, or the thing that the
clause says it is of. Agreement chooses among these few; only a whole that is named contradicts.

Example: after "2.393 decode", "0.474 parse_row", "5.704 load" parse_row has 8.3 % and decode 42 % of load.
"""

from collections import defaultdict
from fractions import Fraction

from sessionlens.checks.binding.named import PLAIN
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Series, Side
from sessionlens.text.regex import regex

_OF = regex(r" of (?:the |its |all |our )?`?([a-z_]\w*(?:[.:]+\w+)*)")
_CODE = regex(r"[A-Za-z]\w*(?:[._:]+\w+)+")
_BACK, _LEAST = 5, 3
_KINDS = frozenset(("time", "size", "count", "number"))
_OFF = Fraction(1, 10)

Column = dict[str, Side]
"""Values of one metric of one call, by what they are of."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the thing is not surely one, or no whole gives the share."""
    asked = [q for q in claim.quantities if q.dimension == "percent"]
    if claim.cell or claim.negated or len(asked) != 1 or asked[0].signed or len(asked[0].raw.split(" ")[0]) < 2:
        return None
    q = asked[0]
    of = _OF.match(claim.low, q.end)
    whole = tokens(of[1]) - PLAIN if of is not None else frozenset()
    words = _names(claim.text, claim.tokens) - whole or _names(claim.whole, tokens(claim.whole)) - whole
    series, columns = _columns(claim, evidence) if words else ({}, [])
    thing, named = _one(words, series), _called(of[1], series) if of is not None else ""
    if not thing or thing == named:
        return None
    wrong: list[tuple[Side, Side, Fraction]] = []
    for column in columns:
        part = column.get(thing)
        if part is None or part.value.point <= 0:
            continue
        biggest = max(column.values(), key=lambda s: s.value.point)
        for base in (column[named],) if named in column else (biggest,) if biggest is not part else ():
            share = part.value.over(base.value)
            if share is None:
                continue
            found = number(q, share.times(Fraction(100)))
            text = f"{part.name}: {part.show()} / {base.show()} of {base.name} = {float(share.point) * 100:.4g} %, claimed {q.raw}"
            if found.verdict == "supported" or claimed(q).holds(share.point * 100):
                return Judgement("supported", ("no-spread",), f"{text}: supported", (part.msg,), part.nodes + base.nodes)
            if share.point <= 1:
                wrong.append((part, base, share.point * 100))
    if not named or q.hedge or not wrong or any(abs(p - claimed(q).point) < abs(claimed(q).point) * _OFF for *_, p in wrong):
        return None
    part, base, point = max(wrong, key=lambda w: w[2])
    text = f"{part.name}: {part.show()} / {base.show()} of {base.name} = {float(point):.4g} %, claimed {q.raw}: contradicted"
    return Judgement("contradicted", (), text, (part.msg,), part.nodes + base.nodes)


def _names(text: str, words: frozenset[str]) -> frozenset[str]:
    """The words that may name a thing, and all those of a name that is written as in a program ("Dedup.is_new")."""
    whole = tokens(" ".join(_CODE.findall(text)))
    return frozenset(w for w in (words - PLAIN) | whole if not w[0].isdigit() and len(w) > 1)


def _columns(claim: Claim, evidence: Evidence) -> tuple[dict[str, Series], list[Column]]:
    """The columns of the calls before a claim with several values each, newest first, and what they are of."""
    found: dict[tuple[int, str, str], Column] = defaultdict(dict)
    series = {}
    for s in evidence.series:
        for b in s.batches if s.dimension in _KINDS else ():
            if claim.msg - _BACK <= b.msg < claim.msg and len(b.facts) == 1 and b.sides:
                found[-b.msg, s.metric, s.dimension][s.config] = b.sides[0]
                series[s.config] = s
    return series, [column for _, column in sorted(found.items(), key=lambda c: c[0]) if len(column) >= _LEAST]


def _called(name: str, series: dict[str, Series]) -> str:
    """The one thing that goes by a name, by itself or behind where it stands: "load" is `pipe/load.py:14(load)`; else ""."""
    found = [c for c in series if c.lower() == name or c.lower().endswith((f"({name})", f".{name}", f"::{name}", f" {name}"))]
    return found[0] if len(found) == 1 else ""


def _one(words: frozenset[str], series: dict[str, Series]) -> str:
    """The one thing whose name has most of some words; else ""."""
    shared = [(len(s.named & words), config) for config, s in series.items() if s.named & words]
    most = max(shared)[0] if shared else 0
    best = [config for n, config in shared if n == most]
    if len(best) > 1:  # of those the one whose name has least besides
        least = min(len(series[c].named) for c in best)
        best = [c for c in best if len(series[c].named) == least]
    return best[0] if len(best) == 1 else ""
