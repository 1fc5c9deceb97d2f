"""Which verdicts a named baseline may change: those of statements that are about it, or that name no base at all.

`amend --baseline X` says which run is meant by "the baseline". It says nothing of a statement that names its own base ("less than the
candidate", "from 41.0 s to 47.2 s"), so the verdict that such a statement had without it stands.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from sessionlens.model.facts import Conclusion
from sessionlens.model.verdict import Verdict
from sessionlens.text.regex import regex

_SAID = regex(r"\b(?:baseline|base|reference|control|original(?:ly)?|before|unpatched|unmodified)\b", re.I)
"""Words that mean the run that a person has named."""
_OWN_BASE = regex(
    r"\b(?:than|against|versus|vs|over|from|to|between|beside|within|instead of|compared (?:to|with)|relative to|ahead of|behind|of the)\b"
    r"|→|->|=>",
    re.I,
)
"""Words before a base, or between two ends: the statement says itself what it compares."""
_UNBASED = frozenset(("causal", "universal", "state", "change-of-state", "tests", "count"))
"""Kinds that no baseline decides."""
_COMPARES = frozenset(("percent", "ratio", "delta", "points", "vague"))


def settled(plain: Iterable[Verdict], named: Iterable[Verdict], conclusions: Mapping[str, Conclusion]) -> Iterator[Verdict]:
    """Of each conclusion's two verdicts, without and with the baseline that a person named, the one that holds."""
    after = {v.conclusion: v for v in named}
    for verdict in plain:
        other = after.get(verdict.conclusion, verdict)
        yield other if _about(conclusions[verdict.conclusion], verdict, other) else verdict


def _about(said: Conclusion, plain: Verdict, named: Verdict) -> bool:
    """Whether the named baseline decides: the statement says "baseline", or compares without any base and could not be decided before."""
    whole = " ".join((said.statement.text, said.row or "", said.quote))
    if _SAID.search(whole) is not None:
        return True
    if plain.verdict in ("supported", named.verdict):
        return False
    if named.verdict == "supported":
        return named.claim not in _UNBASED
    return named.claim in _COMPARES and _OWN_BASE.search(whole) is None
