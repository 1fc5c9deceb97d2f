"""Which stretches of a statement state a result: its clauses that do (`stance`), joined or cut where one claim begins and ends.

The stance of a clause reaches to what depends on it: "let me run it and compare" is one plan, "if it fails, the build is red" one
condition. It ends at a dash, a semicolon, a bracket or "but", where agents turn from what they do to what they see.
"""

from sessionlens.model.trace import Statement
from sessionlens.prose import accounts, checklists, cues, headings, lexicon, notes
from sessionlens.prose.cells import DELTA
from sessionlens.prose.clauses import Clause, Said
from sessionlens.prose.deeds import DID
from sessionlens.prose.figures import ARROW
from sessionlens.prose.headings import ahead, is_done, todo
from sessionlens.prose.listed import named
from sessionlens.prose.openers import ADVICE, ORDER, PLAN, SCENE, opener
from sessionlens.prose.sentences import LONG
from sessionlens.prose.stance import GOES_ON, elided, explains, states, stops
from sessionlens.text.regex import regex

SHORT = frozenset({";", ":", "-", ","})
"""After these a report of one word may go on: "Reverted; the tree is clean."."""
BREAKS = frozenset({"-", ";", "(", "but", "because", "since"})


def find(
    s: Statement, said: Said, grounded: bool, leads: bool = False, *, made: bool = False, noted: bool = False, habit: bool = False
) -> list[tuple[int, int]]:
    """Offsets of the clauses of a sentence or list item that state a result. `said` is its message; `grounded` is whether the
    agent had run anything since a person last spoke: without that, statements in the plain present are explanations. `leads` is
    whether the statement is the last one before the agent runs something; `made`, whether it stands in an account of work (`accounts`);
    `noted`, whether in a message of notes, and `habit`, whether its author mostly writes such (`notes`).
    """
    out: list[tuple[int, int]] = []
    if s.kind == "heading" and s.text.endswith(")") and grounded and headings.COUNTS.fullmatch(s.text):
        return [(s.start, s.end)]
    if s.end - s.start >= LONG or ahead(s, said.masked, made) or (made and accounts.NAMES.fullmatch(said.masked, s.start, s.end)):
        return out
    parts = said.of(s)
    if not parts:
        return out
    masked = said.masked
    ending = s.text.rstrip("*_ )\"'”")[-1:]
    item = s.kind == "item"
    done = made or (item and is_done(s.lead, s.heading))
    first = 0
    free = made and (s.checked is True or s.text[:2] == "**")
    quotes = '"' in s.text
    final = len(parts) - 1
    held = told = False
    for i, c in enumerate(parts):
        start, end, joint, verbs, flags = c
        text = masked[start:end].lstrip(OPENING)
        if not i and (item or s.text[:2] == "**"):
            label = LABEL.match(text)
            if label:
                text = text[label.end() :]
                if todo(label[0]):
                    return out
                free = is_done(label[0], "")
                done = done or free
            elif final and _only_labels(masked, s, c, parts[1], made):
                if todo(text):
                    return out
                free, first = is_done(text, ""), 1
                done = done or free
                continue
        if joint in BREAKS:
            held = False
        may = opener(text)
        if free and i == first:
            may &= ~ORDER
        if not held and (flags & lexicon.CONDITION or may & STOPPING):
            held = stops(text, c, may)
        if held and flags & lexicon.NUMBER:
            out += _bracketed(masked, c)
        if held or (quotes and masked.count('"', _line(masked, s.start), start) % 2):
            continue
        if ending == "?" and (i == final or cues.QUESTION.match(text) or cues.ASKS.search(text)):
            continue
        if i and not told and parts[i - 1].flags & lexicon.HEDGE and text[:6].lower() in ("since ", "becaus"):
            continue
        if (
            may & SCENE
            and i < final
            and not (verbs and (parts[i + 1].opener == ":" or _told(masked, c)))
            and not flags & SAYING
            and cues.PREPOSED.match(text)
        ):
            continue
        whole = not final or (not i and parts[1].opener in SHORT)
        lead = ending == ":" and i == final
        if not states(
            text, c, may, whole=whole, lead=lead, done=done and i == first, grounded=grounded, leads=leads and i == final and not item
        ):
            told = False
            if flags & lexicon.NUMBER:
                out += _bracketed(masked, c)
        elif leads and not item and not any(p.verbs for p in parts):
            told = False  # "Control: an idle loop, three times." before the run names what is run
        elif not (verbs and (joint in GOES_ON or leads) and explains(text, c, told, leads and i == final)):
            spans = _spans(masked, c)
            if told and joint in JOINED and len(spans) == 1 and masked[start - 3 : start] != "so " and _belongs(text, c):
                out[-1] = (out[-1][0], spans[0][1])
            else:
                out += spans
            told = True
    if not out and grounded and item and not leads and checklists.told(s):
        return [_trimmed(masked, s.start, s.end)]
    if not out and grounded and named(s, masked):
        return [_trimmed(masked, s.start, s.end)]
    return notes.find(s, said, out, last=leads, habit=habit) if noted and not made else out


def _only_labels(masked: str, s: Statement, c: Clause, after: Clause, made: bool) -> bool:
    """Whether the first clause only says what the rest is about: "**Cache**: keeps 40 entries", in an account also
    "`Pool` (pool.rs) - lends buffers"."""
    if masked[c.end - 2 : c.end + 3].count("*") > 1 and after.opener == ":" and c.end - c.start <= 44:
        return s.kind != "item" or not c.verbs
    return made and after.opener in ("-", ":") and not c.verbs and not c.flags & lexicon.STATE and DID.match(masked, c.start) is None


def _told(masked: str, c: Clause) -> bool:
    """Whether a clause that opens with its scene goes on to say something: "On the server, the write goes through the cache"."""
    comma = masked.find(", ", c.start, c.end)
    return 0 <= comma < c.verbs[-1]


def _line(masked: str, at: int) -> int:
    """Where the line begins that `at` stands in, or the sentence, if that is far back."""
    start = masked.rfind("\n", max(0, at - LONG), at)
    return start + 1 if start >= 0 else 0 if at < LONG else at


BRACKETED = regex(r"\(([^()]*\d[^()]*)\)")


def _bracketed(masked: str, c: Clause) -> list[tuple[int, int]]:
    """Comparisons in figures that stand in brackets in a clause that states nothing else: "I suspect the cache (40 → 56 bytes)"."""
    return [m.span(1) for m in BRACKETED.finditer(masked, c.start, c.end) if cues.compares(m[1])]


JOINED = frozenset({"and", "but"})


def _belongs(text: str, c: Clause) -> bool:
    """Whether a clause is a few words about the subject of the one before, so that both are one statement: "and needs no index". What
    names a figure or a state of its own is checked by itself: "fails without it and passes with it"."""
    return bool(c.verbs) and not c.flags & (lexicon.NUMBER | lexicon.STATE) and text.count(" ") < 5 and elided(text, c)


STOPPING = PLAN | ADVICE | ORDER
OPENING = '*_("“~ '
LABEL = regex(r"[^*:]{1,40}(?::\*\*|\*\*:)\s*")
"""What an item is about, in bold: "**Monday:** 3 runs"."""
FROM_TO = regex(r"\bfrom\s+~?\d\S*(?:\s\S+)?\s+to\s+~?\d")
SAYING = lexicon.NUMBER | lexicon.AUXED
"""A phrase that sets the scene says nothing itself, unless it has a figure or an auxiliary."""


def _trimmed(masked: str, a: int, b: int) -> tuple[int, int]:
    """A stretch without the marks around it."""
    while a < b and masked[a] in "*_( ":
        a += 1
    while b > a and masked[b - 1] in "*_" and masked.count(masked[b - 1], a, b) % 4 != 0:
        b -= 1
    return a, b


def _spans(masked: str, c: Clause) -> list[tuple[int, int]]:
    """The clause without marks around it; "v1: 14.0 ms (-25 %)" is two results."""
    a, b = _trimmed(masked, c.start, c.end)
    if masked[b - 1 : b] == ")" and masked.count("(", a, b) < masked.count(")", a, b):
        b -= 1
    if c.verbs or not c.flags & lexicon.NUMBER:
        return [(a, b)]
    text = masked[a:b]
    tail = DELTA.search(text.rstrip(".*_"))
    if tail and cues.FIGURE.search(text, 0, tail.start()) and not ARROW.search(text) and not FROM_TO.search(text):
        return [(a, a + tail.start()), (a + tail.start(1), a + tail.end(1))]
    return [(a, b)]
