"""Whether a clause states a result, or plans, asks, supposes, advises or describes."""

import re

from sessionlens.prose import cues, lexicon
from sessionlens.prose.asides import HARDLY_IF, UNABLE, decides, denies
from sessionlens.prose.clauses import COMPOUND, Clause
from sessionlens.prose.deeds import DID, ONGOING, linked, tells
from sessionlens.prose.leading import FOUND, leads_with, predicates
from sessionlens.prose.openers import ADVICE, ASIDE, ORDER, PLAN, RULE, SAYS, SELF, STEP
from sessionlens.text.regex import regex

ELIDED = regex(r"(?:\w+ly\s+|also\s+|then\s+|still\s+|even\s+|just\s+)*$")
"""What may stand before the verb of a clause whose subject is that of the clause before."""
GOES_ON = frozenset({"and", "but", "then", "which", "so", "(", ","})

ARTICLE = ADVICE | STEP
"""What an article allows: advice begins with one only if it names a remedy."""


def stops(text: str, c: Clause, may: int) -> bool:
    """Whether a clause, and what depends on it, is a plan, an order, advice or a condition; `may` is its `opener`."""
    if c.flags & lexicon.CONDITION and not (c.flags & lexicon.LIMIT and cues.ONLY_IF.search(text)) and not HARDLY_IF.search(text):
        return True
    if not may:
        return False
    if may & PLAN and cues.PLAN.match(text):
        return True
    if may & ADVICE and (may != ARTICLE or c.flags & lexicon.ADVICE) and cues.ADVICE.match(text):
        return True
    return bool(may & ORDER) and c.opener not in (",", "(") and orders(text, c)


def orders(text: str, c: Clause) -> bool:
    """Whether a clause opens with a bare verb as an order: "Build the parser", not "Build is back", "Fix confirmed"."""
    m = cues.ORDER.match(text)
    if not m or m.end() >= len(text.rstrip(" .!")) or COMPOUND.match(text):
        return False
    rest = text[m.end() :]
    if c.verbs and not c.flags & (lexicon.AUXED | STATED) and cues.NOW.match(text):
        return True
    if cues.FIRM.match(rest):
        return True
    if cues.ORDERED_LIST.match(rest):
        return True
    near = rest if rest[:1] in ",/" else " ".join(rest.split(",", 1)[0].split(None, 3)[:3])
    if c.flags & STATED and cues.STATE.search(near):
        return False
    if not c.verbs and ongoing(text, c.flags):
        return False
    return not any(_told_of(text, v - c.start, m.end()) for v in c.verbs)


def _told_of(text: str, at: int, end: int) -> bool:
    """Whether the verb at `at` tells of a noun that could be a bare verb and ends at `end`: "Build is back", "Fix confirmed", not "Keep
    trusted hosts"."""
    if not end <= at < end + 24:
        return False
    word = WORD.match(text, at)
    return word is None or not word[0].endswith("ed") or OF_NOUN.match(text, word.end()) is None


STATED = lexicon.STATE | lexicon.UNSURE


def _state(text: str, flags: int) -> bool:
    """Whether a clause names a state in which a thing was found or left."""
    return bool(flags & lexicon.STATE) or (bool(flags & lexicon.UNSURE) and cues.STATE.search(text) is not None)


WORD = regex(r"\w+")
OF_NOUN = regex(
    r"\s+(?!(?:by|in|with|as|at|on|to|from|for|and|but|or|again|now|already|successfully|after|before|because|since|when|while|the|an?|its?|this|that)\b)"
    r"[a-z`]",
    re.I,
)
"""After a form in -ed: a noun that it describes."""


ADMITTED = regex(
    r"^\W*(?:why|how|what|whether|which|where)\b.*\b(?:is|are|remains?|stays?)\s+(?:still\s+|an?\s+)?open\b|\bopen\s+questions?\b", re.I
)
"""A question that the agent says is not answered: no result."""


def states(text: str, c: Clause, may: int, *, whole: bool, lead: bool, done: bool, grounded: bool, leads: bool = False) -> bool:
    """Whether a clause that is no plan, condition or question states a result."""
    flags = c.flags
    delta = figure = False
    if flags & lexicon.NUMBER:
        delta = cues.compares(text)
        figure = delta or cues.MEASURED.search(text) is not None
    if flags & lexicon.MODAL and UNABLE.search(text):
        return grounded
    if flags & DOUBTFUL and _doubts(text, flags, figure):
        return False
    if (may & SELF and cues.SELF.match(text)) or (may & ASIDE and cues.ASIDE.match(text)) or ("open" in text and ADMITTED.search(text)):
        return False
    if flags & lexicon.APPRAISAL and not delta and (cues.REMARK.match(text) or appraises(text)):
        return False
    if not figure and _others(text, may, flags, done):
        return False
    if not flags & lexicon.NUMBER and ("wrong" in text or "too " in text or "mistaken" in text) and cues.OWN_WORDS.search(text):
        return False
    if decides(text):
        return False
    past = flags & lexicon.PAST
    if may & RULE and "," not in text and cues.WHENEVER.match(text):
        return False
    if (flags & lexicon.SELF and ("'" in text or "’" in text) and cues.DOING.search(text)) or (
        may & RULE and not flags & (lexicon.PAST | lexicon.LIMIT) and cues.WHENEVER.match(text)
    ):
        return False
    words = text.count(" ") + 1
    if words < 5:
        if cues.ALONE.fullmatch(text):
            return whole
        if words < 2 or cues.TALK.fullmatch(text):
            return False
    if lead and grounded and c.verbs and flags & FOUND and leads_with(text, c):
        return not (may & STEP and _step(text, c))
    if lead:
        return (delta and bool(c.verbs)) or (bool(past) and grounded and not (may & STEP and _step(text, c)) and (tells(text)))
    if may & STEP and not figure and _step(text, c):
        return False
    if c.verbs:
        told = grounded or figure or past or flags & (lexicon.LIMIT | lexicon.CAUSE)
        return bool(told) and not (flags & lexicon.CODE and not done and _describes(text, c, figure))
    if cues.NOW.match(text) or text.rstrip("*_ ").endswith(":") or (not figure and not done and cues.ATTRIBUTE.match(text)):
        return False
    if leads and not figure and not done:
        return bool(cues.NEGATIVE.match(text)) or DID.match(text) is not None or (words < 7 and _state(text, flags)) or ongoing(text, flags)
    return bool(
        done
        or figure
        or cues.NEGATIVE.match(text)
        or _state(text, flags)
        or cues.counted(text)
        or DID.match(text)
        or ongoing(text, flags)
        or (":" in text and linked(text))
        or (grounded and predicates(text))
        or (("complete" in text or "finished" in text) and cues.ENDED.fullmatch(text) is not None)
    )


def ongoing(text: str, flags: int) -> bool:
    """Whether a phrase without a verb says how things stand: "the second job still running"."""
    return (bool(flags & (lexicon.LIMIT | lexicon.PAST)) or "running" in text) and ONGOING.search(text) is not None


def appraises(text: str) -> bool:
    """Whether a clause says what is thought of a thing: "a second index is overkill"."""
    return any(map(text.__contains__, cues.APPRAISING)) and cues.APPRAISED.search(text) is not None


def _others(text: str, may: int, flags: int, done: bool) -> bool:
    """Whether a clause tells what somebody else said, what need not be done, or what is just being done."""
    if may & SAYS and cues.REPORTS.match(text):
        return True
    if flags & lexicon.LIMIT and not done and "need" in text and cues.NEEDLESS.search(text):
        return True
    return bool(flags & lexicon.PAST) and "ing " in text and " now" in text and cues.DOING_NOW.match(text) is not None


def _step(text: str, c: Clause) -> bool:
    """Whether a clause only names the next step: "A look at the callers", not "The second run used the cache"."""
    m = cues.STEP.match(text)
    return m is not None and not (c.verbs and (text[:4].lower() == "the " or len(text) - (c.end - c.verbs[0]) <= m.end() + 1))


DOUBTFUL = lexicon.ESTIMATE | lexicon.HEDGE | lexicon.MODAL


def _doubts(text: str, flags: int, figure: bool) -> bool:
    """Whether a clause foretells, guesses or supposes; a figure stands for itself also where it is supposed."""
    if flags & lexicon.ESTIMATE and not cues.AS_SAID.search(text):
        return True
    return bool((flags & lexicon.MODAL and not figure) or (flags & lexicon.HEDGE and cues.HEDGE.search(text)))


def elided(text: str, c: Clause) -> bool:
    """Whether a clause with a verb has no subject of its own."""
    return ELIDED.match(text, 0, max(0, len(text) - (c.end - c.verbs[0]))) is not None


def explains(text: str, c: Clause, told: bool, leads: bool) -> bool:
    """Whether a clause only goes on explaining: in the plain present and without a figure or a state, after "so", "and" or "which"
    or as the last word before a tool call; or without a subject of its own after a clause that stated nothing (`told`)."""
    flags = c.flags
    goes_on = c.opener in GOES_ON
    if not (goes_on or leads) or (flags & lexicon.NUMBER and FIGURED.search(text)):
        return False
    if goes_on and not told and not flags & lexicon.PAST and elided(text, c):
        return True
    if c.opener in (",", "but") or _state(text, flags):
        return False
    return not flags & lexicon.AUXED and not (
        _past(text, c) or denies(text, flags) if c.opener == "so" else flags & (lexicon.PAST | lexicon.LIMIT)
    )


def _past(text: str, c: Clause) -> bool:
    """Whether the first finite verb of a clause is a past form."""
    verb = WORD.match(text, len(text) - (c.end - c.verbs[0])) if c.verbs else None
    return verb is not None and lexicon.TABLE[verb[0].lower()] & lexicon.FINITE == lexicon.IRREGULAR


FIGURED = regex(r"\d")


def _describes(text: str, c: Clause, figure: bool) -> bool:
    """Whether a clause tells how code works, in the present, without denying or limiting anything."""
    if figure or c.flags & (lexicon.LIMIT | lexicon.CAUSE):
        return False
    m = cues.CODE_SUBJECT.match(text)
    verb = cues.CODE_VERB.match(text, m.end() if m else 0)
    if verb is None or cues.RANKED.search(text):
        return False
    return c.end - len(text) + verb.start() in c.verbs or (m is None and (verb[0][-1] == "s" or " " in verb[0]))
