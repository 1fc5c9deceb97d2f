"""What a supported clause has of another row than its own: a value, a status, the wrong side of a switch, a count of something else.

Words and numbers of a clause may all stand in an output and still be of different things. Where a word of the clause stands on one line
only, and another one on the lines beside it that are built alike, but not on that one, the two are not of one thing.

Example: below "cart Running 0" and "pay CrashLoop 14" the statements "cart is in CrashLoop" and "cart restarted 14 times" are of two rows;
"compression|off" does not bear out "compression is on", nor "skipped 17 rows" "no rows were skipped".
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import CODE, NEGATION, Claim
from sessionlens.checks.claims.words import STOP, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, folded_lines, needle
from sessionlens.checks.shown import lacking
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_BY_TEXT = regex(r"(?:printed in msg \d|msg \d+ has |.{0,80}?: [^:]* printed, claimed )|.*? printed in msg \d+$")
"""Derivations that rest on words or a number found in an output, and not on what a call was asked."""
_PRINTED = regex(r"printed in msg \d+: (?P<line>[^;]*)$")
_HAS = regex(r"msg \d+ has \"(?P<line>.*?)\"(?:$|, and beside)")
_ORDINAL = regex(r"^\s*\d+(?:→|:|-|\t)|(?<=[\w/]\.\w\w)[:-]\d+[:-]|\.\w{1,5}[:-]\d+[:-]|(?<![\w.])\d+[.)] (?=[a-z(])")
"""The number of a line in a listing, or of an item in a list."""
_PLACED = regex(r"\.[a-z]{1,5}:(\d+)(?:[-–](\d+))?(?![\w.])")
_NOT_SO = regex(r"(?:\b(?:not|never)|n['’]t)(?: yet| \w+ly)? ([a-z]{4,})\b")
_WORD = regex(r"[a-z][a-z'’]*[a-z]|[a-z]")
_ID = regex(r"\b(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{5,}\b")
"""A hash, or a thing's number."""
_NUMBER = regex(r"(?<![\w.,:/-])\d[\d,]*(?:\.\d+)?(?![\w.,:-]*\w)")
_CODE_OF = regex(r"\b[A-Z]{1,5}\d{3,6}\b")
"""What a compiler or a register calls an error: E0382, TS2345, CVE without its year."""
_NO_SUCH = regex(r"^(?:and |but |so )?(?:no|none of (?:the|our|its)|nothing|nobody)\b")
_COUNTED = regex(r"(?<![\w.,:/-])(\d+(?:,\d{3})*) ((?:[a-z-]+ )?[a-z]{3,}s)\b")
_DENIED = regex(
    r"\b(?:no|not|none|nothing|never|without|zero|cannot|can't|\w+n't|missing|absent|fail\w*|error|unable|false|skipp?\w*|empty|disabled)\b"
)
_POLES = (
    (word_set("on enabled true yes"), word_set("off disabled false no")),
    (word_set("running active up started alive"), word_set("stopped inactive down dead exited crashed crashloopbackoff failed")),
    (word_set("open opened"), word_set("closed")),
    (word_set("healthy"), word_set("unhealthy")),
    (word_set("allowed allows accepted"), word_set("denied refused rejected")),
    (word_set("valid"), word_set("invalid")),
    (word_set("present"), word_set("absent missing")),
)
_DIGIT = regex(r"\d")
_SEVERAL = regex(r",| and |→|->| to | against | vs\.? | than ")
_THERE_IS = regex(r"there (?:is|are|was|were|has been|have been) (?:an? |some |still )*(?P<what>[a-z]{4,}?)s?[ .!]*$")
_SAYS_POLE = regex(
    r"\b(?:is|are|was|were|be|been|stays?|turned|switched|set to|marked|reads?|reports?) (?:now |still |all |both |already |turned "
    r"|switched )?([a-z]+)\b[ .!]*$"
)
_PALE = (
    STOP
    | NEGATION
    | word_set(
        "is are was were has have had takes took needs uses says shows prints reports returns gives gets reads runs stands counts"
        " lists contains"
        " holds stays comes now here only still already again there with without all both time times"
    )
)
_SPACED = regex(r"[^a-z0-9]+")
_MOST, _LONG, _FIELDS = 60, 12_000, 3
_PART = regex(r"[A-Za-z_][\w-]{3,}")
_ENOUGH = 24
"""Letters and digits of a name that are told apart; a longer one may be cut in an output."""


def judge(claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """Unsupported, with the reason, where what bears the clause out is of something else; None where it may stand."""
    if claim.cell or found.verdict != "supported" or not found.evidence:
        return None
    if told := _further(claim, found, evidence):
        return _not(told, found)
    by_text = _BY_TEXT.match(found.derivation) is not None
    codes = _CODE_OF.findall(claim.text)
    if not by_text and not codes:
        return None
    runs = [run for at in found.evidence[:3] for run in _at(at, evidence)]
    if codes and not any(c in run.call.output for c in codes for run in runs):
        return _not(f"{codes[0]} was not printed there", found)
    if not by_text or len(found.evidence) > 1:
        return None
    if runs and not found.nodes and all(_unnamed(claim, run, evidence) for run in runs):
        return _not("what it names stands nowhere there", found)
    labelled = bool(found.nodes) or " printed, claimed " in found.derivation
    reasons = [_against(claim, run, labelled, evidence) for run in runs if run.call.output and len(run.call.output) < _LONG]
    return _not(next(r for r in reasons if r), found) if reasons and all(reasons) else None


def _further(claim: Claim, found: Judgement, evidence: Evidence) -> str:
    """What a clause says beside the number, word or result that was found, and no such thing shows: a cause, a line, the ordinal of a
    list, the opposite of what the line denies."""
    if "because" in claim.words and "passed" in found.derivation and not claim.words.isdisjoint(("pass", "passes", "passed", "passing")):
        return "why it passes was not shown"
    if ":" in claim.text and len(found.evidence) == 1 and (places := _PLACED.findall(claim.text)):
        outputs = [run.call.output for run in _at(found.evidence[0], evidence)]
        if not any(all(_stands(n, output) for pair in places for n in pair if n) for output in outputs):
            return "the line that it names was not printed there"
    if (match := _PRINTED.match(found.derivation)) is not None:
        line = match["line"].lower()
        numbers = _NUMBER.findall(CODE.sub(" ", claim.low))
        if len(numbers) == 1 and not _stands(numbers[0], _ORDINAL.sub(" ", line)) and _stands(numbers[0], line):
            return f"{numbers[0]} is the number of a line there"
    if (match := _HAS.match(found.derivation)) is not None:
        for denied in _NOT_SO.findall(match["line"].lower()):
            if denied in claim.words and not _NOT_SO.search(claim.low, 0, claim.low.find(denied) + len(denied)):
                return f"it says not {denied}"
    return ""


def _not(why: str, found: Judgement) -> Judgement:
    return Judgement("unsupported", (), f"{why}: {found.derivation}"[:200], found.evidence)


def _unnamed(claim: Claim, run: Run, evidence: Evidence) -> bool:
    """Whether a file, or all that stands in backticks, is nowhere in what a call was given and printed, however it is spelled there."""
    files = [f.rsplit("/", 1)[-1].lower() for f in lacking.FILE.findall(claim.text.replace("`", " "))] if "." in claim.text else []
    if not files and not claim.code:
        return False
    low = evidence.lowered(run)
    if all(f in low for f in files) and all(c.lower() in low for c in claim.code):
        return False
    key = ("squashed", id(run))
    if key not in evidence.looked:
        evidence.looked[key] = _squashed(lacking.whole(run))
    text: str = evidence.looked[key]
    return any(_squashed(f) not in text for f in files) or any(
        _squashed(c)[:_ENOUGH] not in text and any(_squashed(part) not in text for part in _PART.findall(c)) for c in claim.code
    )


def _squashed(text: str) -> str:
    return _SPACED.sub("", text.lower())


def _at(msg: int, evidence: Evidence) -> Iterator[Run]:
    for at, run in evidence.runs_before(msg + 1):
        if at < msg:
            return
        yield run


def _against(claim: Claim, run: Run, labelled: bool, evidence: Evidence) -> str:
    """Why an output does not bear the clause out; empty where it may, or has none of its words. A `labelled` value is bound by its row."""
    key = ("apart", id(run))
    if key not in evidence.looked:
        found = [line for line in evidence.lowered(run).splitlines() if line.strip()]
        few = found if len(found) <= _MOST else []
        evidence.looked[key] = (few, folded_lines(few), [_shape(line) for line in few])
    lines, folds, shapes = evidence.looked[key]
    bare = CODE.sub(r"\1", claim.low)
    table = len(set(shapes)) < len(shapes)
    if not lines or not (table or _SAYS_POLE.search(bare) or _THERE_IS.match(bare) or _NO_SUCH.match(bare) or _COUNTED.search(bare)):
        return ""
    words = [w.removesuffix("'s") for w in dict.fromkeys((*_WORD.findall(bare), *_ID.findall(bare))) if w not in _PALE and len(w) > 2]
    marks = {w: needle(ROOTS[w]) for w in words}
    where = {w: [i for i, fold in enumerate(folds) if fold.find(mark) >= 0] for w, mark in marks.items()}
    numbers = {n: [i for i, line in enumerate(lines) if n in line and _stands(n, line)] for n in _NUMBER.findall(bare)}
    if not any(where.values()) and not any(numbers.values()):
        return ""
    if (match := _THERE_IS.match(bare)) is not None and (told := _none_of(match["what"], lines)):
        return told
    if not labelled and ((told := _miscounted(bare, lines)) or (told := _nothing(claim, lines, where, numbers))):
        return told
    if len(claim.quantities) > 1 and _SEVERAL.search(claim.low) is not None:
        return ""
    head = len(lines) > 2 and not any(c.isdigit() for c in lines[0])
    keys = [(w, at[0]) for w, at in where.items() if len(at) == 1 and not (head and at[0] == 0)]
    if len({i for _, i in keys}) == 1 and (told := _other_pole(claim, lines[keys[0][1]])):
        return told
    keys = [(w, i) for w, i in keys if shapes[i] and shapes.count(shapes[i]) > 1]
    own = {i for _, i in keys}
    if len(own) == 1:
        row = own.pop()
        name = next(w for w, i in keys if i == row)
        fields = lines[row].replace("-", " ").replace("_", " ").split()
        if any(name in field for field in (*fields[:2], fields[-1])):
            for mark, at in (*where.items(), *numbers.items()):
                if at and row not in at and all(shapes[i] == shapes[row] for i in at):
                    return f"{mark} stands on the line of {' '.join(lines[at[0]].split())[:30]}, not on that of {name}"
    elif len(own) == 2:
        (a, i), (b, j) = keys[0], next(k for k in keys if k[1] != keys[0][1])
        if shapes[i] == shapes[j] and lines[i].split()[0] != lines[j].split()[0] and "and" not in claim.words and a in lines[i].split()[0]:
            return f"{a} and {b} stand on lines of two things"
    return ""


def _shape(line: str) -> tuple[object, ...]:
    """What the rows of one table have in common: how many fields, and which of them are words; of a line of few fields that begins with
    a hash, how long that is. Empty for a line that is no row."""
    fields = line.split()
    if _ID.fullmatch(fields[0]):
        return ("id", len(fields[0]))
    if len(fields) <= _FIELDS:
        return ()
    return (len(fields), _DIGIT.search(line) is not None, *map(str.isalpha, fields[1:]))


def _other_pole(claim: Claim, line: str) -> str:
    match = _SAYS_POLE.search(claim.low)
    if match is None or claim.negated:
        return ""
    words = frozenset(_WORD.findall(line.replace("|", " ").replace("_", " ")))
    for one, other in _POLES:
        for mine, theirs in ((one, other), (other, one)):
            if match[1] in mine and words.isdisjoint(mine) and not words.isdisjoint(theirs):
                return f"it is {match[1]} in words, {min(words & theirs)} in the output"
    return ""


def _stands(number: str, line: str) -> bool:
    at = line.find(number)
    while at >= 0:
        end = at + len(number)
        if not (at and (line[at - 1].isdigit() or line[at - 1] == ".")) and not line[end : end + 1].isdigit():
            return True
        at = line.find(number, at + 1)
    return False


def _miscounted(bare: str, lines: list[str]) -> str:
    """A thing that every line which counts it counts otherwise."""
    for n, noun in _COUNTED.findall(bare):
        last = noun.split(" ")[-1]
        n = n.replace(",", "")
        told = [m[1].replace(",", "") for line in lines for m in _COUNTED.finditer(line) if m[2].split(" ")[-1] == last]
        if told and n not in told:
            return f"{told[0]} {last} printed, not {n}"
    return ""


def _none_of(what: str, lines: list[str]) -> str:
    """ "There was an error", where every line that speaks of one has none."""
    told = [line for line in lines if what in line]
    word = re.escape(what)
    none = re.compile(
        rf"{word}s?[\"']?\s*[:=]\s*(?:null|none|nil|0|false|no|\"\"|\[\])(?![\w.])|\b(?:no|0|without|zero)(?: [a-z]+)? {word}"
    )
    return (
        f"no {what} is printed" if told and all(none.search(line) and len(none.findall(line)) == line.count(what) for line in told) else ""
    )


def _nothing(claim: Claim, lines: list[str], where: dict[str, list[int]], numbers: dict[str, list[int]]) -> str:
    """ "No rows were skipped", "nothing listens on 80", where the line that has these words has them of something."""
    if _NO_SUCH.match(claim.low) is None:
        return ""
    marks = [*where.values(), *numbers.values()]
    counts = [sum(i in at for at in marks) for i in range(len(lines))]
    hits = [i for i, n in enumerate(counts) if n == max(counts) and 2 * n >= len(marks)]
    for i in hits:
        counted = [m for m in _COUNTED.finditer(lines[i]) if m[2].split(" ")[-1] in where and int(m[1].replace(",", "")) > 0]
        if counted:
            return f"{counted[0][0]} printed"
    if hits and any(numbers.values()) and not any(_DENIED.search(lines[i]) for i in hits):
        return f"it is printed: {' '.join(lines[hits[0]].split())[:50]}"
    return ""
