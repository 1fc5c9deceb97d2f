"""The ledger of claims: each conclusion with its verdict, derivation and evidence."""

from dataclasses import dataclass

from sessionlens.model.facts import Conclusion
from sessionlens.model.verdict import Verdict
from sessionlens.reports import advice
from sessionlens.reports.context.verdict_box import gravity
from sessionlens.reports.lines import Cite, Line, Piece, Quote, say, sentence
from sessionlens.reports.scope import Scope

SUPPORTED_AT_MOST = 200


@dataclass(frozen=True, slots=True)
class Claim:
    """One judged conclusion. `row` is the whole line of a table's cell; `help` is what to do about the verdict."""

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


@dataclass(frozen=True, slots=True)
class Claims:
    """By verdict, the contradicted ones in order of gravity, the others in the session's order. `more` supported ones were left out."""

    contradicted: tuple[Claim, ...]
    unsupported: tuple[Claim, ...]
    undecidable: tuple[Claim, ...]
    supported: tuple[Claim, ...]
    unchecked: tuple[Claim, ...]
    more: int

    @property
    def doubtful(self) -> tuple[Claim, ...]:
        return (*self.contradicted, *self.unsupported, *self.undecidable)


def build(scope: Scope) -> Claims | None:
    judged = [(c, v) for c, v in scope.judged() if scope.message is None or c.msg == scope.message]
    known = {c.id for c, _ in judged}
    rest = [c for c in scope.view.conclusions if c.id not in known and (scope.message is None or c.msg == scope.message)]
    if not judged and not rest:
        return None

    def those(word: str) -> tuple[Claim, ...]:
        pairs = [(c, v) for c, v in judged if v.verdict == word]
        if word == "contradicted":
            pairs.sort(key=lambda p: gravity(*p))
        return tuple(claim(scope, c, v) for c, v in pairs)

    supported = those("supported")
    return Claims(
        those("contradicted"), those("unsupported"), those("undecidable"), supported[:SUPPORTED_AT_MOST],
        tuple(claim(scope, c, None) for c in rest), max(0, len(supported) - SUPPORTED_AT_MOST),
    )  # fmt: skip


def claim(scope: Scope, c: Conclusion, v: Verdict | None) -> Claim:
    """A conclusion and its verdict as a row; what refuted it later is told only if that is in sight."""
    row = scope.clip(c.row, 200) if c.row and c.row.strip() != c.quote.strip() else ""
    quote = scope.clip(c.quote, 320)
    if v is None:
        return Claim(c.id, c.msg, quote, row, "", "not checked", (), "", (), (), "", say(Quote(quote), cites=(c.msg,)))
    until = scope.view.until
    overturned = tuple(m for m in v.overturned_by if until is None or m <= until)
    helped = advice.for_verdict(v.verdict, v.caveats)
    derivation = scope.clip(v.derivation, 400)
    evidence = tuple(m for m in v.evidence if scope.sees_message(m))
    told = _told(c.msg, quote, row, v, derivation, evidence, overturned, helped)
    return Claim(c.id, c.msg, quote, row, v.claim, v.verdict, v.caveats, derivation, evidence, overturned, helped, told)


def _told(
    msg: int, quote: str, row: str, v: Verdict, derivation: str, evidence: tuple[int, ...], overturned: tuple[int, ...], helped: str
) -> Line:
    """One claim as a list item: what was said, how it was computed, its caveats, what to do."""
    pieces: list[Piece] = [Quote(quote), " ", Cite((msg,)), f", {v.claim}"]
    if row:
        pieces += [", in the row ", Quote(row)]
    pieces.append(". ")
    if derivation:
        pieces.append(sentence(derivation).rstrip("."))
        rest = tuple(m for m in evidence if m != msg)
        pieces += [" ", Cite(rest), ". "] if rest else [". "]
    if v.caveats:
        pieces.append(f"Caveats: {', '.join(v.caveats)}. ")
    if overturned:
        pieces += ["Refuted later by ", Cite(overturned), ". "]
    if helped:
        pieces.append(f"To do: {helped}.")
    return tuple(pieces)
