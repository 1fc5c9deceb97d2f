"""Whether what was printed several times is one: digests of files, and the value behind a word on each line that has it.

"The check value is the same" rests on each `check d87e...` of the last call, or on that of the last call and the one before it; "the output
is deterministic" on the digests of several runs. Values that differ refute only what is said of all of them, or of two that are named.

Example: after `sha256sum out*.img` printed two digests for three images, "all three images are identical" and "the output is deterministic"
are not so, and "out1.img and out3.img are the same" is if theirs is one.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_SAME = word_set("same identical unchanged equal match matches matched agree agrees agreed deterministic reproducible alike constant")
_DIFFER = word_set("differ differs different differing vary varies nondeterministic non-deterministic distinct another unlike")
WORDS = _SAME | _DIFFER | word_set("changed changes change bit-identical byte-identical")
_NEVER = regex(r"\b(?:never|(?:does|did|do|has|have)(?: not|n['’]t)|no longer) (?:ever )?changed?\b|\bhas(?:n['’]t| not) changed\b")
_NOT = regex(r"\b(?:not|never|no longer)\b|n['’]t\b")
_PALE = (
    _SAME
    | _DIFFER
    | STOP
    | word_set(
        "value values byte bit print prints printed give gives gave result results number numbers file files all every each "
        "both always still run runs run build builds variant variants time times pass passes before after again two three four "
        "five six seven eight pairwise exactly stay stays stayed remain remains unchanged other others binary binaries image "
        "images output outputs copy copies version change changed changes never compared another between across "
    )
)
_MADE = word_set(
    "image images file files build builds output outputs binary binaries result results artifact artifacts archive archives report reports"
    " digest digests hash hashes checksum checksums copies bundle bundles run runs sum sums"
)
_ALL = regex(r"\b(?:all|every|each|both|always|deterministic|reproducible|never|any)\b")
_RUNS = regex(r"\b(?:from|between|across|with) (?:\w+ )?(?:runs?|builds?|times?)\b")
_THEN = regex(r"\b(?:as|before|again|earlier|still|unchanged|since)\b")
_SOME = regex(rf"\b(?:one|{'|'.join(COUNTS)}|most|some|half|\d+) of\b|\bonly\b")
_COUNTS = word_set("count counts totals tallies")
_DIGEST = regex(r"^\\?(?P<sum>[0-9a-f]{8,128})[ *]+(?P<file>\S+)$", re.M)
_APART = regex(r"^(?:Files )?(\S+) (?:and )?(\S+) differ\b", re.M)
_BARE = regex(r"^[0-9a-f]{8,128}$", re.M)
_BEHIND = regex(r"\w{0,2}(?: value| sum)?[\"']?(?: ?[=:] ?| )[\"']?(?P<value>[0-9a-f]{6,}|\d[\d.,]*)(?![\w.])")
_PAIRS = regex(r"\b([a-z_]{3,}) ?[=:]? ?(\d[\d,]*)(?![\w.])(?! ?(?:ms|us|ns|s|kb|mb|gb|kib|mib|b|%|x|rows/s|/s)\b)")
_NAMES = regex(r"[\w./-]*[\w-]\.[a-z]\w{0,5}\b|\b[a-z]+\d+[\w.]*\b")
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_NEAR, _LATELY, _BACK, _LONGEST, _LONG, _SHORTEST = 1, 4, 25, 120, 20_000, 4
_UNSURE = word_set(
    "if would should could might may probably likely nearly almost roughly about similar within noise order magnitude more less"
)


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported or contradicted by digests or labelled values; None where none were printed of what the clause names."""
    if claim.cell or claim.words.isdisjoint(WORDS) or not claim.words.isdisjoint(_UNSURE) or len(claim.low) > _LONGEST or claim.quantities:
        return None
    if _SOME.search(claim.low):
        return None
    same = not claim.words.isdisjoint(_SAME)
    if same == (not claim.words.isdisjoint(_DIFFER)):
        if same or not _NEVER.search(claim.low):
            return None
        same = True
    elif _NOT.search(claim.low):
        same = not same
    return _digests(claim, same, evidence) or _labelled(claim, same, evidence)


def _recent(claim: Claim, evidence: Evidence, near: int) -> Iterator[tuple[int, Run]]:
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > near or place > _BACK:
            return
        if run.call.output and len(run.call.output) < _LONG and not run.call.cut:
            yield at, run


def _digests(claim: Claim, same: bool, evidence: Evidence) -> Judgement | None:
    """By the digests of the last message."""
    if _THEN.search(claim.low):
        return None
    for at, run in _recent(claim, evidence, _NEAR):
        found = [(m["sum"], m["file"].lower()) for m in _DIGEST.finditer(run.call.output)] or _compared(run)
        if len(found) < 2 and not found:
            found = [(s, "") for s in _BARE.findall(run.call.output)]
        if len(found) < 2:
            continue
        named = [(s, f) for s, f in found if f and (f in claim.low or any(_stem(f) == n.rpartition("/")[2] for n in _named(claim)))]
        places = [i for w, i in _ORDINALS.items() if w in claim.words]
        if len(named) < 2 and len(places) > 1:
            named = [found[i] for i in places if i < len(found)]
        if len(named) < 2:
            n = next((COUNTS[w] for w in claim.words if w in COUNTS), len(found))
            each = _ALL.search(claim.low) or _RUNS.search(claim.low) or not claim.words.isdisjoint(COUNTS) or not (same or len(found) > 2)
            if not each or claim.words.isdisjoint(_MADE) or n != len(found) or named:
                continue
            named = found
        elif len(named) > 2 and not _ALL.search(claim.low):
            continue
        one = len({s for s, _ in named}) == 1
        sums = sorted({s[:8] for s, _ in named})
        text = f"{len(named)} digests, {', '.join(sums[:3])}" if len(sums[0]) > 1 else f"{named[0][1]} and {named[1][1]} differ"
        return Judgement("supported" if one == same else "contradicted", (), f"msg {at}: {text}", (at,))
    return None


def _compared(run: Run) -> list[tuple[str, str]]:
    """Two files that `cmp` or `diff` found to differ, as if each had a digest of its own."""
    apart = _APART.findall(run.call.output) if " differ" in run.call.output else []
    if len(apart) != 1 or not any(a.command.tool in ("cmp", "diff") for a in run.actions):
        return []
    return [("a", apart[0][0].lower()), ("b", apart[0][1].lower())]


def _named(claim: Claim) -> list[str]:
    return _NAMES.findall(claim.low.replace("`", " "))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]


def _labelled(claim: Claim, same: bool, evidence: Evidence) -> Judgement | None:
    """By the values behind a word of the clause: all of the last message, else its one and the one printed before it."""
    words = sorted(w for w in content(claim.text) - _PALE if len(w) > 2)
    if not claim.words.isdisjoint(_COUNTS) and same and set(words) <= {"count", "total", "row", "tally"}:
        return _counted(claim, evidence)
    for word in words:
        found = _printed(word, claim, evidence)
        if not found:
            continue
        last = [value for at, value in found if at == found[0][0]]
        if len(last) < 2:
            last = [value for _, value in found[:2]]
        ways = len(set(last))
        n = next((COUNTS[w] for w in claim.words if w in COUNTS), len(last))
        if len(last) < 2 or n != len(last) or (ways > 1 and same) or (ways == 1 and not same):
            continue
        at = tuple(sorted({found[0][0], *[a for a, _ in found[: len(last)]]}))
        return Judgement("supported", (), f"{word} is {', '.join(sorted(set(last))[:3])} in {len(last)} of {len(last)}, msg {at[-1]}", at)
    return None


def _printed(word: str, claim: Claim, evidence: Evidence) -> list[tuple[int, str]]:
    """The newest values behind a word where it is a label, digests and numbers of four digits or more, with their messages: those of one
    message, and where it has but one the newest before it."""
    found: list[tuple[int, str]] = []
    for at, run in _recent(claim, evidence, _BACK):
        if (found and at != found[0][0] and len(found) > 1) or (not found and claim.msg - at > _LATELY):
            break
        low = evidence.lowered(run)
        place = low.find(word)
        while place >= 0:
            match = _BEHIND.match(low, place + len(word)) if not (place and (low[place - 1].isalnum() or low[place - 1] in "._")) else None
            if match is not None and len(match["value"]) >= _SHORTEST:
                found.append((at, match["value"]))
            place = low.find(word, place + 1)
    return found


def _counted(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Counts beside their words, the same words on each line: "kept 8470 dup 489 bad 41"."""
    found: list[tuple[int, tuple[tuple[str, str], ...]]] = []
    for at, run in _recent(claim, evidence, _BACK):
        rows = [(at, tuple(_PAIRS.findall(line))) for line in evidence.lowered(run).splitlines() if len(line) < 300]
        found += [row for row in rows if len(row[1]) > 1]
        if len(found) > 40:
            break
    if not found or claim.msg - found[0][0] > _NEAR + 1:
        return None
    words = [w for w, _ in found[0][1]]
    alike = [row for row in found if [w for w, _ in row[1]] == words]
    last = [row for row in alike if row[0] == found[0][0]]
    rows = last if len(last) > 1 else alike[:2]
    n = next((COUNTS[w] for w in claim.words if w in COUNTS), len(rows))
    if len(rows) < 2 or n != len(rows) or len({pairs for _, pairs in rows}) != 1:
        return None
    text = " ".join([f"{w} {n}" for w, n in rows[0][1]])
    at_all = tuple(sorted({at for at, _ in rows}))
    return Judgement("supported", (), f"{len(rows)} lines with {text[:80]}", at_all)
