"""Verdicts in what is said: words that confirm or refute, which status a stretch of text gives, and whether it is about a belief."""

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from sessionlens.facts import aliases
from sessionlens.facts.naming import Naming
from sessionlens.model.trace import Trace
from sessionlens.model.words import Status
from sessionlens.prose import lexicon
from sessionlens.prose.clauses import said
from sessionlens.prose.judging import (
    BARE,
    BETTER,
    CONFIRMS,
    DROPPING,
    DROPS,
    FAILED,
    FAILING,
    IMPROVING,
    KEEPING,
    KEPT,
    LABELLING,
    MODAL,
    NOT_THAT,
    OVERTURNS,
    REFUTES,
    SO_FIXED,
    UNUSED,
    VERDICT,
    WORKED,
    labelled,
    word,
)  # fmt: skip
from sessionlens.prose.sentences import lowered
from sessionlens.text.regex import regex

PART = regex(r"[;.](?:\s|$)|,?\s+but\s+|,\s+(?:and|so|while)\s+|\s[—–]\s")
THAT_ONE = regex(
    r"\b(?:that|this)\s+one(?:['’]s|\s+is|\s+was|\s+can)\b|^(?:so\s+)?(?:that|this)\s+(?:one\s+)?(?:rules|is\s+(?:out|refuted|ruled))\b",
    re.I,
)
"""What points to the thing of which the sentence before speaks: "they never overlap, so that one is out"."""
SO_IT_IS = regex(r"\bso\s+(?:the\s+)?`?(?P<what>\w+)`?\s+it\s+(?:is|was)\b")


class Said(NamedTuple):
    """A statement with a verdict's words: its message, text and other content words, and the verdict, if its words give one by
    themselves. `bare`: it does not say on what ("Confirmed."). `works`, `fails`: it says so of a remedy. `weak`: it refutes by a
    missing reference only, which is about something else many messages later. `overturns`: it takes back what was thought to be
    the cause. `denied`: the words of what it says is not it. `beyond`: a belief may be meant with which it shares no word.
    `near`: the words of the part of a sentence of several that gives the verdict.
    `named`: the codes in it."""

    msg: int
    text: str
    words: frozenset[str]
    status: Status | None
    bare: bool
    works: bool
    fails: bool
    weak: bool
    overturns: bool
    denied: frozenset[str]
    beyond: bool
    near: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()


def verdicts(trace: Trace, first: int, naming: Naming) -> list[Said]:
    """Every statement with a verdict's words after message `first`, the labels in it spelt as codes."""
    out: list[Said] = []
    for turn in trace.turns:
        message = turn.message
        if not turn.statements or message.number < first:
            continue
        spoken = said(message.text)
        before = ""
        for s in turn.statements:
            if s.kind == "cell":
                continue
            text = naming.spelt(s.text, message.number)
            last, before = before, text
            if last and len(text) < 24:
                found = _afterwards(message.number, last, text)
                if found:
                    out.append(found)
                    continue
            flags = spoken.flags(s)
            if " it is" in s.text or " it was" in s.text:
                flags |= lexicon.CONFIRM
            elif " is out" in s.text or " was out" in s.text:
                flags |= lexicon.REFUTE
            if flags & VERDICT and not s.text.rstrip().endswith("?"):
                found = _said(message.number, text, flags)
                if found and last and THAT_ONE.search(text):
                    found = found._replace(near=aliases.content(last) | found.near, beyond=True)
                if found:
                    out.append(found._replace(named=naming.named(text)))
    return out


STAYED = regex(r"[\s*_]*(?:(?:keep|kept)(?!\s+(?:for|as|until))|in\b|stays|accepted|adopted|merged|holds|confirmed|yes\b|✅|✔|✓)", re.I)
LEFT = regex(r"[\s*_]*(?:dropped|abandoned|shelved|skipped|not\s+tried|untried|parked|withdrawn|postponed|given\s+up)", re.I)
WENT = regex(r"[\s*_]*(?:undone|reverted|rejected|refuted|out\b|no\b|backed\s+out|rolled\s+back|❌|✗|✘)", re.I)
"""What a cell, or a short sentence, says of it."""
SHORT = regex(
    r"[*_]*(?:so\s+|->\s+|→\s+)?(?:i\s+|we\s+)?(?:keep|kept|stays|accepted|adopted|dropped|abandoned|shelved|undone|reverted|rejected|undo)(?:\s+it|\s+that)?[*_.!]*",
    re.I,
)
"""A sentence that only says what becomes of the thing of which the one before speaks."""
NAUGHT = regex(r"\b(?:noise|no\s+(?:\w+\s+)?(?:difference|effect|gain)|slower|worse|not\s+worth|nothing)\b", re.I)


def fate(text: str) -> Status | None:
    """What a cell, or a short sentence in lower case, says became of what was tried."""
    return "confirmed" if STAYED.match(text) else "abandoned" if LEFT.match(text) else "refuted" if WENT.match(text) else None


def _judged(number: int, label: str, status: Status) -> Said:
    none: frozenset[str] = frozenset()
    return Said(number, f"{label}: {status}", none, status, False, False, False, False, False, none, True)


def _afterwards(number: int, last: str, text: str) -> Said | None:
    """What a sentence of a word or two says becomes of the one labelled thing of the sentence before: "K2: 812 to 640 ms. Keep."."""
    if not SHORT.fullmatch(text):
        return None
    named = set(LABEL.findall(last))
    low = SHORT_LEAD.sub("", text.lower())
    if len(named) != 1:
        return None
    if STAYED.match(low):
        return _judged(number, named.pop(), "confirmed")
    naught = not LEFT.match(low) and NAUGHT.search(last) is not None
    return _judged(number, named.pop(), "refuted" if naught else "abandoned")


SHORT_LEAD = regex(r"^[*_]*(?:so\s+|->\s+|→\s+)?(?:i\s+|we\s+)?")


def _said(number: int, text: str, flags: int) -> Said | None:
    low = lowered(text)
    status = word(low, flags)
    works = (
        WORKED.match(low) is not None
        or (has(low, KEEPING) and KEPT.search(low) is not None)
        or ("fixed" in low and SO_FIXED.search(low) is not None)
    )
    fails = flags & lexicon.REFUTE != 0 and has(low, FAILING) and FAILED.search(low) is not None
    denied = NOT_THAT.search(low) if ("not " in low or "n't " in low) and not MODAL.search(low) else None
    drops = has(low, DROPPING) and DROPS.search(low) is not None
    if drops:
        status = "abandoned"
    named = has(low, LABELLING) and LABEL.search(text) is not None
    if not (status or works or fails or denied or named or (flags & lexicon.NUMBER and has(low, IMPROVING) and BETTER.search(low))):
        return None
    rest = REFUTES.sub(" ", low) if status == "refuted" else CONFIRMS.sub(" ", low) if status == "confirmed" else low
    bare = not drops and BARE.match(low) is not None
    overturns = "what" in low and OVERTURNS.search(low) is not None
    return Said(
        msg=number, text=text, words=aliases.content(rest), status=status, bare=bare, works=works and not fails, fails=fails,
        weak=status == "refuted" and UNUSED.search(low) is not None, overturns=overturns,
        denied=aliases.content(denied["what"]) if denied else frozenset(),
        near=_near(low, status),
        beyond=bare or works or fails or overturns or " it is" in low or " it was" in low,
    )  # fmt: skip


JUDGING = aliases.content(
    "leave set put give drop park shelve aside idea theory hypothesis suspicion nothing rule out cause reason culprit blame prove confirm"
)


def _near(low: str, status: Status | None) -> frozenset[str]:
    """The words of the part of a sentence that refutes or drops, where the sentence has several parts and one does so alone."""
    if status is None or status == "confirmed" or not (", " in low or "; " in low or " — " in low or " – " in low):
        return frozenset()
    cuts = [m.span() for m in PART.finditer(low)]
    parts = [low[a:b] for a, b in zip([0, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(low)], strict=True)] if cuts else []
    giving = [p for p in parts if (DROPS if status == "abandoned" else REFUTES).search(p)]
    return aliases.content(REFUTES.sub(" ", giving[0])) - JUDGING if len(giving) == 1 else frozenset()


def has(low: str, words: tuple[str, ...]) -> bool:
    """Whether a text has one of a few words: cheaper than the pattern that looks closer."""
    for each in words:  # noqa: SIM110 - a plain loop: it runs for every statement with a verdict's words
        if each in low:
            return True
    return False


def about(shared: frozenset[str], topic: frozenset[str], words: frozenset[str], common: Counter[str]) -> bool:
    """Whether a verdict with these words is about the belief: half of it is named, or a third or most of the verdict with a rare word."""
    if not shared:
        return False
    if len(shared) >= max(2, len(topic) / 2):
        return True
    rare = min(common[w] for w in shared) <= 2
    return rare and ((len(shared) > 1 and len(shared) * 3 >= len(topic)) or len(shared) * 2 >= len(words))


def named_so(text: str, topic: frozenset[str]) -> bool:
    """Whether a verdict is of the kind "so the list it is" and names what the belief is about."""
    return not topic.isdisjoint(_chosen(text))


@lru_cache(maxsize=512)
def _chosen(text: str) -> frozenset[str]:
    """The words for the thing in "so the list it is"."""
    m = SO_IT_IS.search(text)
    return aliases.content(m["what"]) if m else frozenset()


LABEL = regex(r"\b[A-Z]{1,3}\d{1,2}[a-z]?\b")
SHOWN_OF = regex(
    r"\b(?:table|list|rows?|column|figures?|chart|numbers|commit|section|summary|description|title|log|output)\s+(?:of|for|on|from|in)\s+$"
)
"""What is said of a table of a labelled change is not said of the change."""
LIST = regex(r"\b[A-Z]{1,3}\d{1,2}[a-z]?[*_`]*\s+[a-z]\w+[^,;]*,\s+[*_`]*[A-Z]{1,3}\d{1,2}[a-z]?[*_`]*\s+(?!and\b|or\b)[a-z]")
EACH = regex(rf"{PART.pattern}|,\s+(?=[*_`]*[A-Z]{{1,3}}\d{{1,2}})")
"""A list in which each label has a verdict of its own: "H1 confirmed, H2 refuted, H3 open"."""
UNSURE = regex(r"\b(?:if|whether|should|once|until|unless|when|provided)\s+$")
TAKEN_OUT = regex(r"[*_`]*\s+(?:itself\s+)?(?:is|are|was|were)\s+(?:now\s+)?gone\b")
"""That a named thing is gone says that it was taken out, not that it was right."""


def on(text: str, label: str) -> Status | None:
    """The verdict on a label in its own part of a sentence: "H5 confirmed; H1 and H3 refuted"."""
    at = 0
    for m in [*(EACH if LIST.search(text) else PART).finditer(text), None]:
        part = text[at : m.start() if m else len(text)]
        place = re.search(rf"(?<!\w){re.escape(label)}(?!\w)", part, re.I if " " in label else 0)
        if place:
            part = lowered(part)
            if TAKEN_OUT.match(part, place.end()) or SHOWN_OF.search(part, 0, place.start()):
                continue
            if DROPS.search(part):
                return "abandoned"
            status = None if UNSURE.search(part, 0, place.start()) else labelled(part, place.end())
            status = status or word(part[place.start() :])
            if status:
                return status
        at = m.end() if m else at
    return None
