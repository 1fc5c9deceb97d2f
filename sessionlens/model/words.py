"""The closed vocabularies of the findings contract; `docs/findings.schema.json` is made from them.

They are tuples, in the order in which a reader meets them, and the `Literal` types beside them are what mypy checks.
"""

from typing import Literal, get_args

Kind = Literal["hypothesis", "change", "verification", "measurement", "reversion", "conclusion", "methodology"]
Status = Literal["confirmed", "refuted", "open", "abandoned"]
Result = Literal["pass", "fail", "inconclusive"]
Direction = Literal["lower", "higher", "unknown"]
SpreadKind = Literal["sd", "sem", "rsd", "ci95", "ci99.9", "half-range", "unknown"]
VerdictWord = Literal["supported", "contradicted", "unsupported", "undecidable"]
Confidence = Literal["high", "medium", "low"]
Edge = Literal[
    "motivates", "tests", "verifies", "reverts", "supports", "opposes", "derives_from", "supersedes", "asks", "precedes",
    "stated_in",
]  # fmt: skip
ClaimKind = Literal[
    "level", "delta", "percent", "ratio", "vague", "range", "universal", "ranking", "no-difference", "sum", "mean",
    "geomean", "proportion", "identity", "attribution", "threshold", "trend", "points", "size", "duration", "tests",
    "count", "state", "change-of-state", "causal",
]  # fmt: skip
Caveat = Literal[
    "rounding-only", "truncated", "marginal", "direction", "too-coarse", "single-run", "no-spread", "not-separable",
    "cut-output", "filtered", "skipped", "stale", "partial-domain", "presence-not-use", "mechanism-not-measured",
    "foreign-number", "ambiguous-binding", "estimate", "reading",
]  # fmt: skip
Issue = Literal[
    "stale-build", "truncated-output", "masked-exit-code", "single-sample", "confounded-changes", "no-baseline",
    "presence-not-use", "no-negative-control", "unlinked-binary", "unverified-reversion", "estimate-as-measured",
    "overgeneralised", "wrong-arithmetic", "budget-not-closed", "unit-confusion", "self-contradiction", "hindsight",
    "quote-without-source", "evidence-not-shown", "environment-changed", "prediction-not-compared",
    "unrepresentative-workload", "untested-hypothesis",
]  # fmt: skip
Defect = Literal[
    "reference", "lost-list", "fused-item", "flat-table", "glued-heading", "pseudo-fence", "stray-quote", "open-fence",
]  # fmt: skip
"""What only a document can have wrong; everything else an audit finds goes by a word of `Issue`."""

KINDS: tuple[str, ...] = get_args(Kind)
EDGES: tuple[str, ...] = get_args(Edge)
CLAIMS: tuple[str, ...] = get_args(ClaimKind)
CAVEATS: tuple[str, ...] = get_args(Caveat)
ISSUES: tuple[str, ...] = get_args(Issue)
DEFECTS: tuple[str, ...] = get_args(Defect)
VERDICTS: tuple[str, ...] = get_args(VerdictWord)

LETTER: dict[str, str] = {
    "hypothesis": "h",
    "change": "e",
    "verification": "v",
    "measurement": "m",
    "reversion": "r",
    "conclusion": "c",
    "methodology": "f",
}
"""The letter that a node's id begins with: the second measurement of message 12 is `m12.2` (an edit is a change, `e`)."""
