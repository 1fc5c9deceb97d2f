"""What comparisons of the last call printed, a line for each: "4 of 6 same", "both SAVE comparisons differ", "byte-identical".

A loop over cases that ends in `cmp ... && echo same || echo DIFFERENT` prints one such word for each case; a single comparison prints the
word alone. Two digests of one call tell the same.

Example: after "a table same", "a json same", "b table DIFFERENT" the clause "2 of 3 same" is borne out, and "both a cases are the same".
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence import digests
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("same identical equal equals differ differs different match matches hash hashes digest digests byte")
_SAME = word_set("same identical equal equals match matches matched")
_OTHER = word_set("differ differs different mismatch mismatches unequal")
_N = rf"\d+|{'|'.join(NUMBERS)}"
_STEMS = ("same", "identical", "equal", "match", "differ")
"""One of these stands in each of the words above."""
_SOME_OF = regex(
    rf"^(?:and |so |now )*({_N}) (?:of|out of) (?:the )?({_N}) (?:\w+ )?(?:are |is )?(?:the )?"
    r"(?P<how>same|identical|equal|differ|different)$"
)
_EVERY = regex(
    r"^(?:and |so |now )*(?P<n>both|all|every|each)(?: of (?:the|them))?\b(?P<what>[\w ./-]*?) (?:are |is |do )?(?:the )?"
    r"(?P<how>same|identical|equal|differ|differs|different|match|matches)$"
)
_ALONE = regex(
    r"^(?P<what>[\w ./`-]*?)(?: is| are| came out| stays?)? ?(?:still |again |now |bit-|byte-|byte for byte )*(?:the )?"
    r"(?P<how>same|identical|equal|differs?|different)(?: again| now| still)?(?: (?:to|as|with|from) (?P<to>[\w ./`-]+))?$"
)
_HASHES = regex(
    r"^(?P<what>[\w ./`-]*?)\b(?:hash|digest|checksum|sum)(?:es|s)?\b(?: now| still)?(?P<how> differ| are different| ?= ?| equal to )"
)
_COMPARES = word_set("cmp diff sha256sum sha1sum md5sum b2sum comm jq git python python3 node")
_THINGS = word_set("comparison case report output file result of")
_LINE = regex(r"[a-z]+")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the lines of the newest call bear it out; None where they do not, or it says no such thing."""
    if claim.cell or claim.negated or len(claim.low) > 120:
        return None
    low = claim.low.rstrip(" .!").partition(", though")[0].partition(" (")[0]
    newest = next(iter(evidence.runs_before(claim.msg)), None)
    if newest is None or claim.msg - newest[0] > 1:
        return None
    at, run = newest
    if (match := _HASHES.match(low)) is not None:
        return _hashes("differ" in match["how"] or "different" in match["how"], at, run, evidence)
    if (match := _SOME_OF.match(low)) is not None:
        lines = _told(run, evidence)
        some, every = _number(match[1]), _number(match[2])
        fits = [line for line, same in lines if same is (match["how"] in _SAME)]
        return _supported(at, fits) if len(lines) == every and len(fits) == some else None
    if (match := _EVERY.match(low)) is not None:
        lines = _told(run, evidence)
        words = tokens(match["what"]) - STOP - _THINGS
        those = [(line, same) for line, same in lines if words <= tokens(line)]
        right = all(same is (match["how"] in _SAME) for _, same in those)
        return (
            _supported(at, [line for line, _ in those]) if right and len(those) >= 2 and (match["n"] != "both" or len(those) == 2) else None
        )
    if (match := _ALONE.match(low)) is not None and _compares(run) and len(lines := _told(run, evidence)) == 1:
        line, same = lines[0]
        alone = len(_LINE.findall(line.lower())) == 1 or sum(w in line.lower() for w in content(match["what"]) - STOP) > 0
        return _supported(at, [line]) if alone and same is (match["how"] in _SAME) else None
    return None


def _supported(at: int, lines: list[str]) -> Judgement:
    return Judgement("supported", (), f"msg {at} prints {'; '.join(' '.join(line.split())[:40] for line in lines[:4])}", (at,))


def _number(word: str) -> int:
    return NUMBERS.get(word) or int(word)


def _told(run: Run, evidence: Evidence) -> list[tuple[str, bool]]:
    """The lines of an output that say of something whether it is the same."""
    low = evidence.lowered(run)
    if not any(map(low.__contains__, _STEMS)):
        return []
    out = []
    for line in low[:20_000].splitlines():
        words = set(_LINE.findall(line)) if len(line) < 200 and any(map(line.__contains__, _STEMS)) else set()
        if words and (same := bool(words & _SAME)) is not bool(words & _OTHER):
            out.append((line, same))
    return out


def _compares(run: Run) -> bool:
    return any(a.command.tool in _COMPARES for a in run.actions)


def _hashes(differ: bool, at: int, run: Run, evidence: Evidence) -> Judgement | None:
    """The two digests of the newest call."""
    found = digests.printed(run, evidence)
    if len(found) != 2 or (found[0] != found[1]) is not differ:
        return None
    return Judgement("supported", (), f"msg {at} prints {found[0][:12]} and {found[1][:12]}", (at,))
