"""What came of so many tries, against the word that each of them printed, or the count of each word: "all five runs are ok", "no request
timed out", "two of the five runs failed", "it passes every time".

The newest call counts whose lines are nothing but such words, one for each try, or `uniq -c` of them.

Example: below "ok", "ok", "FAIL", "ok" the statements "every run is ok" and "two of the four failed" are not so.
"""

import re
from collections import Counter

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set(
    "ok pass passes passed succeed succeeds succeeded fail fails failed error errors failures timeout timeouts timed crash crashed crashes"
    " done green clean"
)
_GOOD = word_set("ok pass passed success succeeded done")
_BAD = word_set("fail failed failure error timeout crash crashed ko killed")
_LINE = regex(r"(?:(?:run|round|try|attempt|iteration|seed|#)? ?#?\d{1,4}[:.)]? )?\"?(?P<word>[A-Za-z]+)\"?")
_COUNTED = regex(r"\s*(?P<n>\d{1,7}) \"?(?P<word>[A-Za-z]+)\"?")
_N = rf"\d{{1,6}}|{'|'.join(NUMBERS)}"
_LEAD = r"(?:so |and |but |now |again )*"
_TRIES = r"(?:runs?|rounds?|tries|attempts?|iterations?|requests?|calls?|repeats?|seeds?|repetitions?|jobs?|of them)"
_WELL = r"(?:are|is|were|was|came out) (?:now |all )?(?:ok|green|clean|done|fine)|pass(?:es|ed)?|succeed(?:s|ed)?"
_ILL = r"fail(?:s|ed)?|timed? out|crash(?:es|ed)?|end(?:s|ed)? in (?:an? )?(?:error|timeout|crash)"
_ALL = regex(
    rf"{_LEAD}(?:all|every|each|both)(?: of)?(?: the| these)?(?: (?P<n>{_N}))?(?: {_TRIES})? (?:(?P<well>{_WELL})|(?P<ill>{_ILL}))"
    rf"|{_LEAD}(?:it|the test|this) (?:(?P<it>passes|succeeds|works)|(?P<bad>fails|crashes))"
    r" (?:every (?:single )?time|each time|always|in every run)"
)
_NONE = regex(
    rf"{_LEAD}(?:no|none of the|not one)(?: (?P<n>{_N}))? {_TRIES} (?P<ill>{_ILL})|{_LEAD}it never (?P<it>fails|crashes|times out)"
    r"|(?:there (?:were|are) )?no (?P<what>errors|failures|timeouts|crashes)(?: at all)?"
)
_SO_MANY = regex(
    rf"{_LEAD}(?:only |just )?(?P<k>one|{_N})(?: (?:out )?of (?:the )?(?P<n>{_N}))?(?: {_TRIES})? (?:(?P<well>{_WELL})|(?P<ill>{_ILL}))"
)
_CHANGING = ("edit", "write", "commit", "revert")
_LEAST, _LATELY, _LONGEST = 2, 2, 90


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted, or None: that the words fit bears nothing out by itself."""
    low = claim.low.rstrip(" .!")
    if claim.cell or len(low) > _LONGEST:
        return None
    said = next(((m, way) for form, way in _FORMS if (m := form.fullmatch(low)) is not None), None)
    for at, run in evidence.runs_before(claim.msg) if said is not None else ():
        if claim.msg - at > _LATELY or run.call.kind in ("edit", "write"):
            return None
        counts = _tally(run.call.output) if run.call.kind == "shell" and not run.call.cut else None
        if counts is not None and said is not None:
            found = said[1](said[0].groupdict(), counts)
            told = ", ".join(f"{n} {word}" for word, n in counts.most_common(4))
            return Judgement("contradicted", (), f"msg {at}: {told}", (at,)) if found else None
        if any(a.intent in _CHANGING for a in run.actions):
            return None
    return None


Said = dict[str, str | None]


def _tally(output: str) -> "Counter[str] | None":
    """How often each word came, where the output is nothing but such lines."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    counted = [_COUNTED.fullmatch(line) for line in lines]
    counts: Counter[str] = Counter()
    if len(lines) >= _LEAST and all(counted):
        for m in counted:
            if m is not None:
                counts[m["word"].lower()] += int(m["n"])
    elif len(lines) >= _LEAST:
        for line in lines:
            m = _LINE.fullmatch(line)
            if m is None:
                return None
            counts[m["word"].lower()] += 1
    return counts if counts and counts.keys() <= _GOOD | _BAD else None


def _number(word: str | None) -> int:
    return 1 if word == "one" else NUMBERS[word] if word in NUMBERS else int(word or 0)


def _good(counts: "Counter[str]") -> int:
    return sum(n for word, n in counts.items() if word in _GOOD)


def _ill(words: str | None, counts: "Counter[str]") -> int:
    """How many went wrong in the way that is said; in any way where that is just a failure."""
    told = words or ""
    kind = next((kind for kind, cue in (("timeout", r"time"), ("error", r"error"), ("crash", r"crash")) if re.search(cue, told)), "")
    return sum(n for word, n in counts.items() if word in _BAD and (not kind or word.startswith(kind)))


def _fits(said: Said, counts: "Counter[str]") -> bool:
    return not said.get("n") or _number(said["n"]) == sum(counts.values())


def _all(said: Said, counts: "Counter[str]") -> bool:
    if not _fits(said, counts):
        return False
    return _good(counts) < sum(counts.values()) if said["well"] or said["it"] else _ill("", counts) < sum(counts.values())


def _none(said: Said, counts: "Counter[str]") -> bool:
    return _fits(said, counts) and _ill(said["ill"] or said["it"] or said["what"], counts) > 0


def _so_many(said: Said, counts: "Counter[str]") -> bool:
    if not _fits(said, counts):
        return False
    k = _number(said["k"])
    known = {_good(counts)} if said["well"] else {_ill(said["ill"], counts), _ill("", counts)}
    return k not in known


_FORMS = ((_ALL, _all), (_NONE, _none), (_SO_MANY, _so_many))
