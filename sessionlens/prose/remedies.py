"""Remedies offered before they were tried: what is to be done, and what that is to bring.

Four manners: a fix that is called one ("the fix: replace X by Y"), a step with what it should bring ("pool the buffers - that should
halve the allocations"), an offer that says how ("Want me to read it in one call (and split on blanks)?"), an item of a list of
options with its promise ("batch the writes: would save 10 ms").
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose import cues
from sessionlens.text.regex import regex

REMEDIES = " ".join(
    (
        cues.ORDERS,
        "align allocate avoid batch bound buffer bypass cache cap chunk coalesce debounce decouple defer dedupe escape flush guard",
        "acquire authenticate await close convert decode declare delay downgrade drain encode fsync grant",
        "hold index initialise initialize materialise materialize",
        "open partition preserve propagate prune register release rotate sanitise sanitize seed send serialise serialize sync unset",
        "hoist inline invalidate limit lock lower memoise memoize normalise normalize pad parallelise parallelize pool preallocate",
        "pre-allocate precompute presize pre-size quote raise reserve reuse rework shard shrink stream throttle truncate unroll",
        "vectorise vectorize widen",
    )
)
"""Bare verbs with which a remedy begins."""
STARTS = regex(r"[*_]*" + cues.FILLER + rf"{cues.words(REMEDIES)}\b(?![\w/'’:(-])", re.I)
CALLED = regex(
    r"(?:\*\*)?(?:(?:the|my|real|right|proposed|simplest|obvious|proper)\s+)+fix(?:\s+for\s+\w+|\s+here|"
    r"\s+is\s+still\s+the\s+same)?(?:\*\*)?\s*(?:\*\*)?[:—–]\s*|fix\s+for\s+\w+:\s*",
    re.I,
)
"""What calls the order after it a fix."""
FIX = (
    r"(?:(?:the|a|an|one|my)\s+)?(?:(?:cheap|easy|quick|possible|potential|proper|real|minimal|smallest|obvious|robust|simplest|cheapest|"
    r"cleanest)\s+)?"
)
COMPARED = r"(?:(?:a|the)\s+)?(?:much\s+)?(?:simpler|better|cheaper|cleaner|safer|smaller|easier|faster|more\s+robust)\s+"
WOULD_BE = regex(
    rf"(?:^|[—–:;,-]\s+|\bso\s+)(?:[*_]*(?:{FIX}|{COMPARED})(?:fix|cure|remedy|workaround)(?:\s+(?:here|for\s+(?:this|that|it)))?\s+(?:would|could|might)\s+be\s+|"
    rf"(?:(?:the|a)\s+)(?:(?:right|best|proper|simplest|cleanest|clean|safest|smallest|obvious|real)\s+)?(?:fix|cure|remedy|way)\s+(?:here\s+|for\s+(?:this|that|it)\s+)?(?:is|was)\s+(?=to\s.*(?:\bso\s+(?:that\s+)?(?:the|an?|it|they)\b|\binstead\s+of\b|\brather\s+than\b|\bwhich\s+(?:would|should)\b))|{COMPARED}(?:fix|approach|solution|way|option|alternative)\s+(?:here\s+)?(?:is|would\s+be|might\s+be)\s+(?=to\s))"
    r"(?:probably\s+|likely\s+)?(?P<to>to\s+)?(?:just\s+|also\s+|simply\s+)?(?!to\s)(?P<what>(?!something\b|nice\b|good\b|great\b|in\s+order\b|ask\b|wait\b|discuss\b|have\b)\w\S*\s+\S+\s.*)",
    re.I | re.S,
)
"""A cure that is put forward: "a cheap fix would be an explicit flush after the write", "a simpler way is to keep both names"."""
CURES = ("fix ", "cure ", "remedy ", "workaround ", "approach ", "solution ", " way ", "option ", "alternative ")
HELPS = (
    r"(?:(?:also|then|alone|already|at\s+least|roughly|\w+ly)\s+)*(?:avoid|bound|bring\s+(?:it|them|that|the\s+\w+)\s+(?:back|down|under|below)|buy|claw|"
    r"cure|cut|drop|eliminate|fix|free|gain|get\s+rid|halve|improve|lower|make\s+(?:it|them|this|that|the\s+\w+|\w+)\s+(?:\w+er|flat|linear|constant|cheap|go)|prevent|"
    r"quarter|reduce|relieve|remove|resolve|save|shrink|solve|speed|stop|trim|unblock|win)\b"
)
"""What a remedy is said to do to the trouble."""
PROMISE = regex(
    r"\bshould\s+(?!be\s+(?:done|removed|checked|tested)|we\b|i\b|not\b)\w+|"
    rf"\b(?:would|could|might|may)\s+{HELPS}|\bexpected\s+to\s+{HELPS}",
    re.I,
)
"""An item of a list with what it is to bring: "buffer the reads, should save 10 ms"."""
BRINGS = regex(rf"(?:[—–;:,]|\s-)\s+(?:and\s+|so\s+)?(?:that|this|it|which)\s+(?:should|would)\s+{HELPS}", re.I)
"""A step with what it is to bring, in one sentence."""
EXPECTED = regex(rf"(?:that|this|it)\s+(?:should|would)\s+{HELPS}", re.I)
"""What the step of the sentence before is to bring."""
PLANNED = regex(
    cues.FILLER + r"(?:(?:let['’]?s|let\s+me|i['’]ll|i\s+will|we\s+(?:could|can|should)|"
    r"i\s+(?:could|can|should|want\s+to|would|am\s+going\s+to)|i['’]d|i['’]m\s+going\s+to)\s+"
    r"(?:(?:just|first|now|also|then|next|instead|try\s+to|try)\s+)*|(?:next|another|new|one|first)\s+(?:idea|experiment|attempt|thing\s+to\s+try):\s+|next:?\s+|try(?:ing)?\s+(?:to\s+)?)",
    re.I,
)  # fmt: skip
OFFER = regex(
    r"(?:do\s+you\s+)?(?:want\s+me\s+to|would\s+you\s+like\s+me\s+to|shall\s+i|should\s+i)\s+(?:also\s+|just\s+|now\s+)?"
    r"(?P<what>(?!add\b|ask|build|check|clone|close|commit|continue|copy|create|debug|describe|document|go\b|investigate|look|open|prepare|print|push|read\b|"
    r"rerun|re-run|retry|review|run|search|show|test|trace|update|verify|write)\w[\w-]*\s.*(?:\(|\b(?:by|with|instead\s+of|so\s+that)\b).*)\?",
    re.I | re.S,
)
"""An offer that says how: with a bracket, "by", "with", "instead of"."""


def remedy(s: Statement, before: Statement | None) -> tuple[int, int] | None:
    """The remedy in a sentence or item of an agent, as [start, end) of its message; `before` is the sentence that `s` follows in its
    paragraph. One of the words "fix", "should", "would", "is to" or a question mark stands in each, which is looked for first."""
    text = s.text
    if text.endswith("?"):
        offer = OFFER.match(text)
        return (s.start + offer.start("what"), s.start + offer.end("what")) if offer and STARTS.match(offer["what"]) else None
    put = WOULD_BE.search(text) if (" be " in text or " is to " in text) and any(map(text.__contains__, CURES)) else None
    if put and (put["to"] is None or STARTS.match(put["what"])):
        return s.start + put.start("what"), s.end
    called = CALLED.match(text) if "ix" in text else None
    if called:
        return (s.start + called.end(), s.end) if STARTS.match(text, called.end()) else None
    if not ("should" in text or "would" in text or "could" in text or (s.kind == "item" and ("expected" in text or "might" in text))):
        return None
    if s.kind == "item" and PROMISE.search(text) and STARTS.match(text):
        return s.start, s.end
    first = before if before and EXPECTED.match(text) else s if BRINGS.search(text) else None
    planned = _planned(first.text) if first else -1
    return (first.start + planned, s.end) if first and planned >= 0 else None


def _planned(text: str) -> int:
    """Where the step begins that a sentence announces or orders; -1 if it does neither."""
    plan = PLANNED.match(text)
    at = plan.end() if plan else 0
    return at if STARTS.match(text, at) else -1
