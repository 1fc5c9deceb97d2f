"""What a reader can do about a verdict: one line per caveat and per word, used by frames and reports alike."""

CAVEAT: dict[str, str] = {
    "rounding-only": "the claim agrees only because rounding leaves room; print one more digit",
    "truncated": "the value was cut, not rounded; round it",
    "marginal": "it misses by less than a unit in the last printed place; look at unrounded values",
    "direction": "the sign or the winner is the other way round",
    "too-coarse": "the evidence is printed too coarsely to tell; print more digits",
    "single-run": "one run on a side separates no change from noise; repeat both sides",
    "no-spread": "a mean without its spread says little; print the runs or their standard deviation",
    "not-separable": "the spread of the runs is wider than the difference; take more runs before calling a winner",
    "cut-output": "the output was cut; run it again and keep all of it",
    "filtered": "only a part was run or shown; run the whole before saying all",
    "skipped": "some cases were skipped; name them or run them",
    "stale": "something was changed after this evidence; run it again on the present state",
    "partial-domain": "the claim covers more cases than were tried; name the tried ones",
    "presence-not-use": "present is not used; check the use, for example by a symbol, a trace or a run with it taken out",
    "mechanism-not-measured": "the cause was inferred; change that one thing alone, or measure the mechanism",
    "foreign-number": "the number comes from a person or a document; measure it here",
    "ambiguous-binding": "it fits several runs or values; name the run, the metric and the configuration",
    "estimate": "this is an estimate; say so until it is measured",
    "reading": "the sentence can be read two ways; say percent or percentage points, and of what",
}
VERDICT: dict[str, str] = {
    "contradicted": "correct the statement, or name the run it speaks of",
    "unsupported": "run what would show it, and name the message",
    "undecidable": "say which run, metric and configuration is meant",
    "supported": "",
}


def for_verdict(word: str, caveats: tuple[str, ...]) -> str:
    """The most useful single line for a verdict: its first caveat's where there is one, else the word's own ("" when supported)."""
    if word == "supported":
        return CAVEAT.get(caveats[0], "") if caveats else ""
    helpful = [c for c in caveats if c != "marginal"] if word == "contradicted" else list(caveats)
    return CAVEAT.get(helpful[0], VERDICT[word]) if helpful else VERDICT[word]
