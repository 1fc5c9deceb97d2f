"""The ledger of claims: each conclusion with its verdict, derivation and evidence."""

from collections import Counter

from sessionlens.model.facts import Conclusion
from sessionlens.model.frozen import Record
from sessionlens.model.verdict import Verdict
from sessionlens.reports import advice
from sessionlens.reports.context.verdict_box import gravity
from sessionlens.reports.lines import Cite, Line, Piece, Quote, say, sentence
from sessionlens.reports.scope import Scope

FOLDED_AT_MOST, LEDGER_AT_MOST = 60, 300
"""Claims of one verdict that are listed but folded; a ledger is there to list them."""
FOLD_FROM, SHOWN = 16, 10
CONTRADICTED_SHOWN = 40
SAME_FROM = 3
FEW = 6
"""Claims of one reason that are listed however many reasons there are."""
DOUBTS = ("contradicted", "unsupported", "undecidable")


class Claim(Record):
    """One judged conclusion. `row` is the whole line of a table's cell; `help` is what to do about the verdict. `overturned_by` are
    later messages that refute it. `told` is the claim as a list item."""

    id: str
    msg: int
    quote: str
    row: str
    kind: str
    verdict: str
    caveats: tuple[str, ...]
    derivation: str
    evidence: tuple[int, ...]
    overturned_by: tuple[int, ...]
    help: str
    told: Line


class Reason(Record):
    """`claims` of one verdict that share a reason, which is told once: `why`."""

    why: str
    claims: tuple[Claim, ...]


class Doubt(Record):
    """Claims of one verdict. `advice` is what to do about it; `same` the derivation that most of them share, told once; `reasons` the
    claims of the next such ones. Of long lists the first are `shown` and more are `folded`; `left` are left out."""

    verdict: str
    advice: str
    same: str
    reasons: tuple[Reason, ...]
    shown: tuple[Claim, ...]
    folded: tuple[Claim, ...]
    left: int

    @property
    def number(self) -> int:
        """How many there are, shown, folded or left out."""
        return len(self.shown) + len(self.folded) + sum(len(r.claims) for r in self.reasons) + self.left


class Claims(Record):
    """`doubts`: contradicted claims in order of gravity, then unsupported and undecidable ones in the session's order. Of many supported
    ones the last message's are `supported`, the others `folded`, and `more` were left out; `unchecked` have no verdict."""

    doubts: tuple[Doubt, ...]
    supported: tuple[Claim, ...]
    folded: tuple[Claim, ...]
    unchecked: tuple[Claim, ...]
    more: int


def build(scope: Scope) -> Claims | None:
    judged = [(c, v) for c, v in scope.judged() if scope.message is None or c.msg == scope.message]
    known = {c.id for c, _ in judged}
    rest = [c for c in scope.view.conclusions if c.id not in known and (scope.message is None or c.msg == scope.message)]
    if not judged and not rest:
        return None
    doubts = [_doubt(scope, word, [(c, v) for c, v in judged if v.verdict == word]) for word in DOUBTS]
    supported = [(c, v) for c, v in judged if v.verdict == "supported"]
    last = max((c.msg for c, _ in supported), default=0)
    folds = len(supported) > FOLD_FROM
    most = _most(scope)
    late = [(c, v) for c, v in supported if c.msg == last or not folds]
    early = [(c, v) for c, v in supported if c.msg != last and folds]
    return Claims(
        tuple(d for d in doubts if d.number),
        tuple(claim(scope, c, v) for c, v in late),
        tuple(claim(scope, c, v) for c, v in early[:most]),
        tuple(claim(scope, c, None) for c in rest),
        max(0, len(early) - most),
    )


def _doubt(scope: Scope, word: str, pairs: list[tuple[Conclusion, Verdict]]) -> Doubt:
    if word == "contradicted" or len(pairs) > SHOWN + 4:
        pairs = sorted(pairs, key=lambda p: gravity(*p))
    derivations = Counter(v.derivation for _, v in pairs if not v.evidence)
    same, often = derivations.most_common(1)[0] if derivations else ("", 0)
    same = same if often >= SAME_FROM else ""
    whys = [why for why, n in derivations.items() if why and why != same and n >= SAME_FROM] if word != "contradicted" else []
    apart: dict[str, list[tuple[Conclusion, Verdict]]] = {why: [] for why in whys}
    for c, v in pairs:
        if not v.evidence and v.derivation in apart:
            apart[v.derivation].append((c, v))
    share = _most(scope) if sum(map(len, apart.values())) <= _most(scope) else max(FEW, _most(scope) // len(apart))
    reasons = tuple(
        Reason(sentence(scope.clip(why, 200)), tuple(claim(scope, c, v, why, v.caveats) for c, v in found[:share]))
        for why, found in apart.items()
    )
    known = {c.id for found in apart.values() for c, _ in found}
    rest = [p for p in pairs if p[0].id not in known]
    keep = len(rest) if len(rest) <= (CONTRADICTED_SHOWN if word == "contradicted" else SHOWN + 4) else SHOWN
    claims = tuple(claim(scope, c, v, same) for c, v in rest[: keep + _most(scope)])
    left = len(pairs) - len(claims) - sum(len(r.claims) for r in reasons)
    return Doubt(word, sentence(advice.VERDICT[word]), sentence(scope.clip(same, 200)), reasons, claims[:keep], claims[keep:], left)


def _most(scope: Scope) -> int:
    return LEDGER_AT_MOST if scope.kind == "ledger" else FOLDED_AT_MOST


def claim(scope: Scope, c: Conclusion, v: Verdict | None, same: str = "", implied: tuple[str, ...] = ()) -> Claim:
    """A conclusion and its verdict as a row; what refuted it later is told only if that is in sight. The reason `same` and the caveats
    `implied` are told elsewhere."""
    row = scope.clip(c.row, 200) if c.row and c.row.strip() != c.quote.strip() else ""
    quote = scope.clip(c.quote, 320)
    if v is None:
        return Claim(c.id, c.msg, quote, row, "", "not checked", (), "", (), (), "", say(Quote(quote), cites=(c.msg,)))
    until = scope.view.until
    overturned = tuple(m for m in v.overturned_by if until is None or m <= until)
    helped = advice.for_verdict(v.verdict, v.caveats)
    derivation = scope.clip(v.derivation, 400)
    evidence = tuple(m for m in v.evidence if scope.sees_message(m))
    caveats = tuple(x for x in v.caveats if x not in implied)
    told = _told(c.msg, quote, row, caveats, "" if v.derivation == same else scope.clip(v.derivation, 260), evidence, overturned)
    return Claim(c.id, c.msg, quote, row, v.claim, v.verdict, v.caveats, derivation, evidence, overturned, helped, told)


def _told(
    msg: int, quote: str, row: str, caveats: tuple[str, ...], derivation: str, evidence: tuple[int, ...], overturned: tuple[int, ...]
) -> Line:
    """One claim as a list item: what was said, how it was computed, its caveats."""
    pieces: list[Piece] = [Quote(quote), " ", Cite((msg,))]
    if row:
        pieces += [", in the row ", Quote(row)]
    pieces.append(". " if derivation or caveats or overturned else ".")
    if derivation:
        pieces.append(sentence(derivation).rstrip("."))
        rest = tuple(m for m in evidence if m != msg)
        pieces += [" ", Cite(rest), ". "] if rest else [". "]
    if caveats:
        pieces.append(f"Caveats: {', '.join(caveats)}. ")
    if overturned:
        pieces += ["Refuted later by ", Cite(overturned), ". "]
    return tuple(pieces)
