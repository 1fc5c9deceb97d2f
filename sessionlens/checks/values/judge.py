"""The ladder that turns a claimed and a computed interval into a verdict (CHECKING, section 3), and what a check hands back."""

from collections.abc import Callable
from dataclasses import field, replace
from fractions import Fraction

from sessionlens.checks.values.intervals import Interval, above_only, claimed, truncates_to
from sessionlens.model.quantity import Quantity
from sessionlens.model.quick import quick
from sessionlens.model.words import Caveat, VerdictWord

Wide = Interval | Callable[[], Interval | None] | None
"""An interval, or how to make it: it is looked at for contradictions only."""
SEVERITY: dict[VerdictWord, int] = {"contradicted": 0, "unsupported": 1, "undecidable": 2, "supported": 3}
"""Which verdict stands for a sentence that states several things: the worst."""


@quick
class Judgement:
    """A verdict before it has a conclusion's id. `evidence` are messages, `nodes` ids of facts, `derivation` one line.
    `counted`: the claim's number is that of the calls that did it, so no other count can be meant."""

    verdict: VerdictWord
    caveats: tuple[Caveat, ...] = ()
    derivation: str = ""
    evidence: tuple[int, ...] = ()
    nodes: tuple[str, ...] = ()
    counted: bool = field(default=False, compare=False)

    def because(self, text: str) -> "Judgement":
        return replace(self, derivation=text)

    def adding(self, *caveats: Caveat) -> "Judgement":
        return replace(self, caveats=tuple(dict.fromkeys((*self.caveats, *caveats))))


def number(quantity: Quantity, derived: Interval, *, wide: Wide = None, want: Interval | None = None, inexact: bool = True) -> Judgement:
    """Judges one claimed number against the interval computed from the evidence, both in base units.

    `wide` is the same computation with a whole unit of doubt in each operand's last place: if only that reaches the claim the
    contradiction is marginal; there is no such doubt in what is computed of counted things. `want` replaces the claim's own interval
    where its wording widens it. `inexact` False switches the coarseness test off, for counted things.
    """
    claim = want or claimed(quantity)
    if not claim.touches(derived):
        if quantity.hedge == "" and truncates_to(derived.point, quantity) and (derived.point < 0) == (claim.point < 0):
            return Judgement("supported", ("truncated",))
        if opposite(claim, derived):
            return Judgement("contradicted", ("direction",))
        wide = None if derived.sure else wide() if callable(wide) else wide
        return Judgement("contradicted", ("marginal",) if wide is not None and claim.touches(wide) else ())
    if inexact and not above_only(claim) and derived.wider(claim, 4) and not claim.sure:
        return Judgement("undecidable", ("too-coarse",))
    if claim.holds(derived.point):
        return Judgement("supported")
    return Judgement("supported", ("rounding-only",))


def opposite(claim: Interval, derived: Interval) -> bool:
    """Both have a sign, and not the same one."""
    return claim.sign * derived.sign < 0


def side(derived: Interval, bound: Fraction, relation: str) -> Judgement:
    """A threshold: `relation` is one of "<", "<=", ">", ">=". Wholly on the side is supported, wholly off it contradicted."""
    if relation in ("<", "<="):
        yes = derived.hi < bound or (relation == "<=" and derived.hi <= bound)
        no = derived.lo > bound or (relation == "<" and derived.lo >= bound)
    else:
        yes = derived.lo > bound or (relation == ">=" and derived.lo >= bound)
        no = derived.hi < bound or (relation == ">" and derived.hi <= bound)
    return Judgement("supported" if yes else "contradicted" if no else "undecidable")


def worst(parts: list[Judgement]) -> Judgement:
    """One judgement for several: contradicted before unsupported, undecidable, supported; caveats of those that decide."""
    first = min(parts, key=lambda j: SEVERITY[j.verdict])
    same = [j for j in parts if j.verdict == first.verdict]
    return Judgement(
        first.verdict,
        tuple(dict.fromkeys(c for j in same for c in j.caveats)),
        "; ".join(dict.fromkeys(j.derivation for j in same if j.derivation)),
        tuple(sorted({m for j in parts for m in j.evidence})),
        tuple(dict.fromkeys(n for j in parts for n in j.nodes)),
    )
