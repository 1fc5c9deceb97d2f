"""Notes as in a lab book: messages of short reports without verbs ("lint ok, 4.2 MB, 3 skipped -> cache fine. Next: load.").

In a message whose sentences mostly do without a finite verb, each fragment between commas, arrows and brackets that measures, counts or
names a state (`fragments`) is a result. Where an author mostly writes so, a sentence is cut into its reports, and the last one before
a run names the set-up of the run unless it measures something. Elsewhere a sentence stays as its clauses were found.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose.clauses import Said
from sessionlens.prose.fragments import EDGE, GOES_ON, decides, foretells, measures, planned, reports, rests, stamps, tells
from sessionlens.text.regex import regex

Span = tuple[int, int]

SHORT = 72
"""Characters of a note's sentence, on average."""
LONG = 240
"""No note has so many characters in a sentence."""
OWN = regex(r"\b(?:I['’]\w+|let\s+me|let['’]s)\b", re.I)
SAYS_I = ("I'", "I’", "et me", "et's", "et’s")
"""An author who speaks of himself writes no notes."""
JOINT = regex(
    r"(?P<comma>[,;])\s+(?:(?:and|but|so)\s+(?!on\b))?|\s*(?P<arrow>->|→|=>|⇒)\s+|(?<=%)\s*/\s*(?=[+−-]?\d)|(?P<label>(?<=[\w)`]):)\s+"
)
POINTER = "=>→⇒- "
CUT = regex(r"[,;]\s|\s(?:->|→|=>|⇒)\s")
FIRST = regex(r"[,;:]\s|\s(?:->|→|=>|⇒)\s")
AIM = regex(r"(?:goal|target|plan|next|todo|idea|options?)\s*:", re.I)
BRACKET = regex(r"\s*\(([^()]*)\)")
SIGNED = r"(?:[~≈<>]\s?|[+−-])?\d[\d.,]*"
ASIDE = regex(rf"{SIGNED}\s?(?:%|[x×]|[^\W\d_]+)", re.I)
"""A count or share alone, in brackets after what it is of: "(12 skipped)", "(−31 %)"."""
RATIO = regex(rf"{SIGNED}\s?[%x×]")
VALUE = rf"{SIGNED}\s?(?:%|pp|[x×]|[^\W\d_]{{1,3}}\b)?"
VALUE_LAST = regex(rf"{SIGNED}\s?(?:%|[^\W\d_]{{1,12}})?(?:\s?±\s?\S+)?$")
ROW = regex(rf"/\s*{VALUE}$")
"""The last of a row of values: "8.1 / 7.9 / 8.4 ms"."""
VALUE_FIRST = regex(rf"(?:[^\W\d_][\w.-]*\s+)?{VALUE}")
FROM_TO = regex(r"\d.*(?:->|→|=>|⇒)\s*\S*\s?[~<+−-]?\d")
MAKES = regex(rf"{VALUE}(?:\s+to\s+{VALUE})?(?:\s+(?:slower|faster|more|less|fewer|smaller|larger|higher|lower))?", re.I)
"""What two values make, which stays with them: "61.2 -> 45.0 ms, −26 %"."""


def terse(statements: tuple[Statement, ...], said: Said) -> bool:
    """Whether a message is written as notes: at least half of its sentences and items have no finite verb and announce nothing, they are
    short, and the author does not speak of himself."""
    if any(map(said.masked.__contains__, SAYS_I)) and OWN.search(said.masked):
        return False
    spoken = [s for s in statements if s.kind in ("sentence", "item")]
    if not spoken or sum(s.end - s.start for s in spoken) > SHORT * len(spoken):
        return False
    spare = len(spoken) // 2
    for s in spoken:
        parts = said.of(s)
        if not parts or any(c.verbs for c in parts):
            spare -= 1
            if spare < 0:
                return False
    return True


def find(s: Statement, said: Said, found: list[Span], *, last: bool, habit: bool) -> list[Span]:
    """The results of a sentence or item of such a message: those `found` in its clauses, and the fragments that report without a verb.
    `habit` is whether the author mostly writes so, `last` whether he runs something right after the sentence.

    >>> text = "lint ok, 4.2 MB, 3 skipped -> cache fine."
    >>> [text[a:b] for a, b in find(statements(text)[0], said(text), [], last=False, habit=True)]      # doctest: +SKIP
    ['lint ok', '4.2 MB', '3 skipped', 'cache fine']
    """
    masked = said.masked
    text = masked[s.start : s.end].lstrip(EDGE + POINTER)
    ending = text.rstrip("*_ )\"'”")[-1:]
    if ending == "?" or len(text) > LONG or (not found and foretells(FIRST.split(text, maxsplit=1)[0])):
        return found
    pieces = fragments(masked, s.start, s.end)
    if not pieces or (not habit and all(any(a <= p[0] and p[1] <= b + 1 for a, b in found) for p in pieces)):
        return found
    if habit and AIM.match(text):
        return []
    verbs = [v for c in said.of(s) for v in c.verbs]
    told = [p for p in pieces if reports(masked[slice(*p)], verbal=_verbal(masked, p, verbs))]
    if not found and pieces[0] not in told and not any(tells(masked[slice(*p)]) for p in told):
        return found  # counts behind a setting are settings: "batch 8, 20 epochs"
    if ending == ":":
        told = [p for p in told if stamps(masked[slice(*p)])]
    elif habit and last and not verbs and not any(measures(masked[slice(*p)]) or rests(masked[slice(*p)]) for p in told):
        return found if told and len(pieces) == 1 else []  # a row of counts is the set-up of the run
    out = _cut(masked, found, pieces, told, verbs) if habit and ending != ":" else list(found)
    out += [p for p in told if not any(a < p[1] and p[0] < b for a, b in found)]
    return sorted(set(out))


def fragments(masked: str, start: int, end: int) -> list[Span]:
    """masked[start:end] cut at commas, semicolons, labels, arrows between reports, and brackets that hold a figure alone."""
    out: list[Span] = []
    at = start
    shut = [m.span() for m in BRACKET.finditer(masked, start, end)] if masked.find("(", start, end) >= 0 else []
    for a, b in shut:
        inner = masked[a:b].strip(" ()")
        rest = masked[b:end].lstrip()[:1]
        if (
            a > at
            and rest in ("", ",", ";", ".")
            and ASIDE.fullmatch(inner)
            and not (RATIO.fullmatch(inner) and FROM_TO.search(masked, at, a))
        ):
            _put(out, masked, at, a, shut)
            out.append((masked.index("(", a) + 1, b - 1))
            at = b
    _put(out, masked, at, end, shut)
    return sorted(out)


def _put(out: list[Span], masked: str, start: int, end: int, shut: list[Span]) -> None:
    """Adds the fragments of a stretch; a label that only says what the rest is about is left out."""
    at = start
    for m in JOINT.finditer(masked, start, end):
        if m.start() < at or any(a < m.start() < b for a, b in shut):
            continue
        left, right = masked[at : m.start()].strip(EDGE), masked[m.end() : end]
        if (m["arrow"] and _leads_to(left, right)) or (m["comma"] and _makes(left, right)):
            continue
        if m["label"]:
            own = reports(left)
            if not CUT.search(right) or not (own or VALUE_FIRST.match(right)):
                continue
            if not own:
                out[:] = [p for p in out if p[0] < start or reports(masked[slice(*p)])]
                at = m.end()
                continue
        _add(out, masked, at, m.start())
        at = m.end()
    _add(out, masked, at, end)


def _add(out: list[Span], masked: str, a: int, b: int) -> None:
    """Adds a fragment without the marks around it."""
    part = masked[a:b]
    marks = EDGE + POINTER if part[:2] in ("=>", "->") or part[:1] in "→⇒" else EDGE
    b = a + len(part.rstrip(EDGE))
    a += len(part) - len(part.lstrip(marks))
    if a < b:
        out.append((a, b))


def _leads_to(left: str, right: str) -> bool:
    """Whether an arrow stands between two values of one thing, which are one report: not before what a row of values makes."""
    one = VALUE_LAST.search(left)
    other = VALUE_FIRST.match(right)
    if not one or not other:
        return not left and not right
    return not ROW.search(left) and (other[0][-1] not in "x×" or one[0][-1] in "x×")


def _makes(left: str, right: str) -> bool:
    """Whether the part behind a comma is what the two values before it make."""
    return FROM_TO.search(left) is not None and MAKES.fullmatch(CUT.split(right, maxsplit=1)[0].strip(EDGE)) is not None


def _verbal(masked: str, p: Span, verbs: list[int]) -> bool:
    """Whether one of the verbs has something before and behind it in a fragment; what else looks like one is a noun or a state."""
    return any(p[0] < v < p[1] and masked.find(" ", v, p[1]) > 0 for v in verbs)


def _cut(masked: str, found: list[Span], pieces: list[Span], told: list[Span], verbs: list[int]) -> list[Span]:
    """What was found, cut where its fragments report by themselves, without decisions."""
    out: list[Span] = []
    for a, b in found:
        inner = [p for p in pieces if a - 1 <= p[0] and p[1] <= b + 1]
        if not any(p in told for p in inner):
            if not inner or not all(decides(masked[slice(*p)]) for p in inner):
                out.append((a, b))
            continue
        own = [p for p in inner if p in told or (_verbal(masked, p, verbs) and not GOES_ON.match(masked, *p))]
        groups = _grouped(masked, inner, own)
        whole = len(groups) == 1 and groups[0][0] <= a + 3 and groups[0][1] >= b - 2
        out += [(a, b)] if whole else groups
    return out


def _grouped(masked: str, inner: list[Span], told: list[Span]) -> list[Span]:
    """Fragments that report, each with those behind it that do not; without decisions, and without a word or two before the first."""
    out: list[Span] = []
    for p in inner:
        text = masked[slice(*p)]
        if p in told:
            out.append(p)
        elif planned(text) or decides(text):
            continue
        elif out:
            out[-1] = (out[-1][0], p[1])
        elif p != inner[-1] and text.count(" ") > 2:
            out.append(p)
    return out
