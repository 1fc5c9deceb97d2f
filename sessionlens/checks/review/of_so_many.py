"""So many of a number that was printed with another part: "31 of 500 runs failed" below "36 of 500 failed".

The whole must stand in the last outputs, each time with some other part; the part nowhere in them, nor what is left of the whole, nor a sum
or difference of the parts that were printed.

Example: "TestOrder: 36 of 500 failed" refutes "it fails in 31 of 500 runs" and "470 of 500 passed", and leaves "464 of 500 passed" alone.
"""

from itertools import combinations

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_N = rf"\d{{1,3}}(?:,\d{{3}})+|\d{{1,7}}|{'|'.join(NUMBERS)}"
_SAID = regex(rf"(?<![\w.,/-])(?P<k>{_N}|none|no) (?:out )?of (?:the |all )?(?P<n>{_N})(?![\w.,]*\d|\s?%)")
_PRINTED = regex(r"(?<![\w.,/-])(\d[\d,]*)(?:/| of | out of )(\d[\d,]*)(?![\w,./]*\d|\s?%)")
_NUMBER = regex(r"(?<![\w.,])\d[\d,]*(?![\w,]*\d|\.\d)")
_LEAST = 3
"""A whole of fewer says little."""
_LATELY, _LOOKED = 3, 6
_FAR = 20_000
_MOST = 12


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by the newest outputs that have the whole; None where none has, or the part may come from elsewhere."""
    if claim.cell or " of " not in claim.low or " not " in claim.low or "%" in claim.text:
        return None
    for found in list(_SAID.finditer(claim.low))[:_MOST]:
        k, n = _number(found["k"]), _number(found["n"])
        if n >= _LEAST and k <= n and (k or found["k"] == "0") and (judged := _otherwise(k, n, claim, evidence)) is not None:
            return judged
    return None


def _otherwise(k: int, n: int, claim: Claim, evidence: Evidence) -> Judgement | None:
    parts: list[tuple[int, int]] = []
    others: set[int] = set()
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LOOKED:
            break
        output = run.call.output[:_FAR]
        if claim.msg - at <= _LATELY and str(n) in output:
            parts += [(at, _number(a)) for a, b in _PRINTED.findall(output) if _number(b) == n]
        others.update(_number(x) for x in _NUMBER.findall(output) if len(x) < _LEAST * 3)
    if not parts or len(parts) > _MOST:
        return None
    values = {p for _, p in parts}
    made = values | {n - p for p in values} | {a + b for a, b in combinations(values, 2)} | {abs(a - b) for a, b in combinations(values, 2)}
    made |= {sum(p for _, p in parts), n - sum(p for _, p in parts)}
    if k in made or k in others:
        return None
    at, part = parts[0]
    return Judgement("contradicted", (), f"msg {at} prints {part} of {n}, claimed {k} of {n}", (at,))


def _number(word: str) -> int:
    return NUMBERS[word] if word in NUMBERS else 0 if word in ("none", "no") else int(word.replace(",", ""))
