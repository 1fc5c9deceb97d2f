"""A number that nobody printed, beside one that was: a digit replaced, two of them turned round, the point moved.

The printed one stands under a word of the clause in one of the last calls, and no other is as near.

Example: after "new: 1022 req/s" the sentence "the new build serves 1002 req/s" has a digit wrong.
"""

from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import GENERAL_METRIC, STOP, UNITS, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rows
from sessionlens.checks.grids.rows import Value
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity

_DERIVED = word_set(
    "more less fewer than saves saved save gap difference gains adds added extra apart average mean median total sum together per by about"
    " roughly around expect expected should would"
)
_TIMES = word_set("takes took take time seconds elapsed runs ran")
_CALLS = 2
_LONG = 4
"""Digits from which one replaced digit is no chance."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None unless exactly one printed number explains a number that stands nowhere."""
    if claim.cell or claim.negated or claim.words & _DERIVED:
        return None
    for q in claim.quantities:
        digits = _plain(q.raw)
        if q.dimension not in ("time", "size", "rate") or q.hedge or q.signed or len(digits.replace(".", "")) < 3:
            continue
        near = {v.raw: at for at, v in _labelled(claim, q, evidence) if _slip(digits, _plain(v.raw))}
        if len(near) == 1 and not _stands(digits, claim, evidence):
            raw, at = next(iter(near.items()))
            return Judgement("contradicted", (), f"msg {at} prints {raw}, claimed {q.raw}", (at,))
    return None


def _plain(raw: str) -> str:
    head = raw.split(" ")[0].replace(",", "").replace("\u202f", "")
    return "".join(c for c in head if c.isdigit() or c == ".").strip(".")


def _stands(digits: str, claim: Claim, evidence: Evidence) -> bool:
    """Whether any output before has the number, or a person or the agent wrote it earlier."""
    if any(digits in run.call.output.replace(",", "") for _, run in evidence.runs_before(claim.msg)):
        return True
    return any(digits in turn.message.text.replace(",", "") for at, turn in evidence.view.turns.items() if at < claim.msg)


def _labelled(claim: Claim, q: Quantity, evidence: Evidence) -> Iterator[tuple[int, Value]]:
    """The values of the same kind under a word of the clause, each of which its call printed once for its thing."""
    words = claim.tokens - STOP - UNITS - GENERAL_METRIC
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        if claim.msg - at > _CALLS:
            return
        for block in rows.of_output(at, run, evidence):
            for thing, lines in block.things.items():
                for i, value in enumerate(lines[0]) if len(lines) == 1 else ():
                    label = tokens(thing) | block.names[i]
                    timed = q.dimension == "time" and "time" in label and claim.words & _TIMES
                    if value.kind == q.dimension and value.unit and (timed or label & words):
                        yield at, value


def _slip(one: str, other: str) -> bool:
    a, b = one.replace(".", ""), other.replace(".", "")
    if a == b or (len(a) >= 3 and (b.startswith(a) or a.startswith(b)) and one.find(".") != other.find(".") and len(b) >= 3):
        return one != other and _point(one) != _point(other)
    if len(one) != len(other) or one.find(".") != other.find("."):
        return False
    off = [i for i, (x, y) in enumerate(zip(one, other, strict=True)) if x != y]
    turned = len(off) == 2 and off[1] == off[0] + 1 and one[off[0]] == other[off[1]] and one[off[1]] == other[off[0]]
    return turned or (len(off) == 1 and len(a) >= _LONG and off[0] < len(one) - 1)


def _point(digits: str) -> int:
    return digits.find(".") if "." in digits else len(digits)
