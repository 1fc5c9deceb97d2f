"""Numbers stated again: an estimate later stated as if measured, and a count that was contradicted before."""

from dataclasses import replace

from sessionlens.checks.binding.foreign import foreign, unmeasured
from sessionlens.checks.binding.levels import locate
from sessionlens.checks.binding.named import PLAIN
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, tokens
from sessionlens.checks.evidence import documents
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity

CUES = ("should", "expect", "estimate", "would", "could", "might", "probably", "likely", "perhaps", "maybe", "guess", "predict", "hope")


def estimate_of(claim: Claim, quantity: Quantity, evidence: Evidence) -> int | None:
    """The earlier message of the agent that expected this value in so many words."""
    digits = f"{quantity.value.normalize():f}"
    for number, turn in evidence.view.turns.items():
        if number >= claim.msg:
            break
        if turn.message.role != "assistant" or digits not in turn.message.text:
            continue
        for statement in turn.statements or ():
            before = statement.text.lower().partition(digits)
            if before[1] and any(c in before[0] for c in CUES):
                return number
    return None


def estimated(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement:
    """A difference with nothing to compute it from: was it printed as such, said by a person, expected earlier, or never seen?"""
    said = foreign(claim, quantity, evidence)
    at = estimate_of(claim, quantity, evidence)
    found = locate(claim, quantity, evidence)
    if found is not None and found.score >= 1.5:
        return found.judgement
    if at is not None:
        return Judgement("unsupported", ("estimate",), f"{quantity.raw} was expected in msg {at} and never measured", (at,))
    if said is not None:
        return unmeasured(quantity, said, claim.msg, evidence)
    if (written := documents.only(claim, quantity, evidence)) is not None:
        text = f"only {written[1]} says {quantity.raw} (msg {written[0]}); no tool measured it"
        return Judgement("unsupported", ("foreign-number",), text, written[:1])
    return Judgement("unsupported", (), f"nothing measured before msg {claim.msg} gives {quantity.raw}")


class Refuted:
    """Counts that were contradicted, so that a later statement of the same count is no better: "12 shards" after a listing of 10."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, str], tuple[int, Judgement]] = {}

    def again(self, claim: Claim, found: Judgement) -> Judgement:
        """The judgement, or the earlier contradiction of a count that the clause repeats and that no output has borne out since."""
        if found.verdict not in ("contradicted", "unsupported") or not claim.quantities:
            return found
        for q in claim.quantities:
            if not q.exact or not q.noun:
                continue
            key = (int(q.value), stem(q.noun.split(" ")[0].lower()))
            if found.verdict == "contradicted" and f"claimed {key[0]}" in found.derivation:
                self._counts.setdefault(key, (claim.msg, found))
            elif found.verdict == "unsupported" and key in self._counts:
                at, before = self._counts[key]
                return replace(before, derivation=f"repeats msg {at}: {before.derivation}")
        return found


class Borne:
    """Differences that were borne out, by how they are written: a summary's table has them again, without what they are of."""

    def __init__(self) -> None:
        self._of: dict[str, list[tuple[Claim, Judgement]]] = {}

    def again(self, claim: Claim, found: Judgement) -> Judgement:
        """The judgement, or for a cell what bore out an earlier statement of the same figure that shares a name with its row."""
        figures = [q for q in claim.quantities if q.dimension in ("percent", "ratio") and len(str(q.value.copy_abs()).replace(".", "")) > 1]
        if found.verdict == "supported":
            for q in figures:
                self._of.setdefault(_written(q), []).append((claim, found))
        if not claim.cell or not figures or len(figures) < len(claim.quantities) or not (_open(found) and claim.row):
            return found
        before = []
        for q in figures:
            named = [(c, j) for c, j in self._of.get(_written(q), ()) if c.msg < claim.msg and not _names(claim).isdisjoint(_names(c))]
            if not named:
                return found
            before.append(named[-1])
        text = "; ".join(f"stated in msg {c.msg}: {j.derivation}" for c, j in before)
        return Judgement("supported", (), text, tuple(sorted({m for _, j in before for m in j.evidence})))


def _open(found: Judgement) -> bool:
    return found.verdict == "unsupported" or (found.verdict == "undecidable" and found.caveats == ("ambiguous-binding",))


def _written(q: Quantity) -> str:
    return f"{q.value}{q.unit}"


def _names(claim: Claim) -> frozenset[str]:
    """What a claim is of: the words of its row, of its clause and of what stands around it."""
    own = claim.tokens if claim.cell else claim.tokens | claim.around
    s = claim.conclusion.statement
    return frozenset(w for w in own | tokens(f"{s.heading} {s.lead}") if w not in PLAIN and not w[0].isdigit() and len(w) > 1)
