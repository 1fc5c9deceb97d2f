"""Verdicts in the plainest words, by slots: on what (a label, a noun of belief, a pronoun, a thing), whether it is denied, and a word of
being true, false or given up. "K2 turned out to be right", "the cache theory did not hold", "that rules out the pool", "so that was it".

What is possible, to come or asked gives none: "K2 might be wrong", "K2 is not yet confirmed", "if K2 holds".
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from sessionlens.model.words import Status
from sessionlens.prose.pronouncing import (
    ALONE,
    BLAMES,
    BLAMING,
    BRACKETED,
    DIGIT,
    IT_IS,
    IT_IS_THAT,
    LABEL,
    LABEL_IT_IS,
    MARKED,
    MAY,
    NEXT,
    NOT_DROPPED,
    NOT_SO,
    PREDICATE,
    STRAIGHT,
    SUBJECT,
    THING,
    TOO,
    TURNED,
    TURNED_ROLE,
    TURNING,
    WORD,
)  # fmt: skip
from sessionlens.prose.sentences import lowered

CALLING = ("s the ", "s not the ", "n't the ", "n’t the ", "s `", " it is", " it was", "s our ")
"""One of these stands where something is called the cause behind the verb."""
About = Literal["label", "noun", "thing", "it", "all", "claim"]


class Pronounced(NamedTuple):
    """A verdict: on what kind of thing, the words for it ("K2", "cache theory", "the pool", ""), the status, and the place of the words.
    `weak`: it says only that the thing is as it should be."""

    about: About
    what: str
    status: Status
    start: int
    weak: bool = False


def pronounced(text: str, *, named: bool = True, it: bool = True) -> Iterator[Pronounced]:
    """The verdicts of a sentence or item, in its order; `named`: it has a label or a noun of belief; `it`: a pronoun may mean one.

    >>> [(p.about, p.what, p.status) for p in pronounced("K2 holds, but the cache theory did not survive.")]
    [('label', 'k2', 'confirmed'), ('noun', 'the cache theory', 'refuted')]
    """
    low = lowered(text)
    if text.rstrip("*_ ").endswith("?"):
        return
    if named:
        straight = _straight(low)
        if straight:
            yield from straight
            return
    if named or it:
        yield from _subjects(low)
    if any(map(low.__contains__, BLAMING)):
        yield from _things(low)
    if any(map(low.__contains__, CALLING)):
        yield from _called(low)
    if any(map(low.__contains__, TURNING)) or low.lstrip("*_ ").startswith(("not ", "it", "so")):
        yield from _turned(low)


def _straight(low: str) -> list[Pronounced]:
    """A verdict that stands behind or before the name of a belief, alone."""
    m = IT_IS_THAT.match(low)
    if m:
        return _each(m, "confirmed")
    for pattern in (STRAIGHT, BRACKETED):
        m = pattern.match(low)
        status = alone(m["word"]) if m else None
        if m and status:
            return _each(m, status)
    m = MARKED.match(low)
    return _each(m, "confirmed" if m["yes"] else "refuted") if m else []


def _subjects(low: str) -> Iterator[Pronounced]:
    """What is said of a label, a noun of belief or a pronoun that stands before it."""
    taken = -1
    for m in NEXT.finditer(low) if DIGIT.search(low) else ():
        if not NOT_SO.search(low, 0, m.start()):
            yield from _each(m, _said(m))
            taken = m.end()
    for m in SUBJECT.finditer(low):
        told = PREDICATE.match(low, m.end()) if m.start() >= taken else None
        found = _of(told) if told and not MAY.search(told[0]) and not NOT_SO.search(low, max(0, m.start() - 60), _subject(m)) else None
        if found and told and m["it"] and (told["falls"] or (told["holds"] or "").startswith("work")):
            continue  # of a command or a cure
        if found and (m["neither"] or (m["all"] or "").startswith(("none", "neither"))):
            found = "refuted" if found == "confirmed" else None
        if found and told:
            yield from _each(m, found)
            too = TOO.match(low, told.end())
            if too:
                yield from _each(too, found)


def _things(low: str) -> Iterator[Pronounced]:
    """What is said of a thing that is blamed."""
    for told in BLAMES.finditer(low):
        m = THING.match(low, max(0, told.start() - 60), told.start())
        found = _of(told) if m else None
        what = (m["thing"] or m["name"] or "") if m else ""
        if found and not NOT_SO.search(low, max(0, told.start() - 60), told.start() - len(what)) and not MAY.search(told[0]):
            yield Pronounced("thing", what, found, told.start() - len(what), weak=told["sound"] is not None)


def _called(low: str) -> Iterator[Pronounced]:
    """What is called the cause, or "it", behind the verb."""
    turned = " it is" in low or " it was" in low
    for pattern in (TURNED_ROLE, *((IT_IS,) if turned else ()), *((LABEL_IT_IS,) if turned and DIGIT.search(low) else ())):
        for m in pattern.finditer(low):
            denied = pattern is TURNED_ROLE and m["nt"] is not None
            if not MAY.search(m[0]) and not NOT_SO.search(low, max(0, m.start() - 60), m.start()):
                yield from (p._replace(weak=True) for p in _each(m, "refuted" if denied else "confirmed"))


def _turned(low: str) -> Iterator[Pronounced]:
    """Verdicts that stand before what they are on."""
    low = f" {low}"
    for m in TURNED.finditer(low):
        if m["left"] and NOT_DROPPED.search(m["left"]) and not m["tail"] and "aside" not in m["left"]:
            continue
        if m["no"] in ("rule", "rules", "ruled") and not m["tail"]:
            continue
        if not NOT_SO.search(low, max(0, m.start() - 60), m.start()):
            status = _said(m)
            for p in _each(m, status):
                yield p._replace(about="claim") if p.about == "thing" and status == "confirmed" else p


def alone(text: str) -> Status | None:
    """The verdict with which a text begins that stands where only a verdict stands: a cell, what follows a label and a colon.

    >>> alone("not right"), alone("Confirmed, 40 of 40"), alone("not tested"), alone("the rows are read twice")
    ('refuted', 'confirmed', None, None)
    """
    m = WORD.match(lowered(text))
    if m is None:
        return None
    if m["neg"]:
        return None if m["left"] or m["no"] or m["yes"] in UNPROVEN else "refuted"
    return _said(m)


UNPROVEN = ("confirmed", "proven", "proved", "verified", "certain", "validated", "established", "supported", "accepted", "adopted")
"""What is not one of these is still open."""
UNTRUE = ("wrong", "false", "mistaken", "unfounded", "incorrect", "untrue")


def bare(text: str) -> Status | None:
    """The verdict of a sentence that gives one without saying on what: "Yes: 40 of 40.", "That was it."."""
    m = ALONE.match(lowered(text).lstrip("*_ "))
    return None if m is None else "confirmed" if m["yes"] else "refuted"


def _said(m: re.Match[str]) -> Status:
    return "abandoned" if m["left"] else "confirmed" if m["yes"] else "refuted"


def _of(m: re.Match[str]) -> Status | None:
    """The verdict of a match of `PREDICATE` or `BLAMES`."""
    got = {k: v for k, v in m.groupdict().items() if v}
    denied = "nt" in got or "nt2" in got
    if "yes" in got:
        return ("refuted" if got["yes"] not in UNPROVEN else None) if denied else "confirmed"
    if "no" in got:
        return ("confirmed" if got["no"] in UNTRUE else None) if denied else "refuted"
    if "left" in got:
        return None if denied else "abandoned"
    if "role" in got:
        return "refuted" if denied else "confirmed"
    if "nope" in got:
        return "refuted"
    if "part" in got:
        return "refuted" if denied else None
    if "clear" in got or "none" in got or "sound" in got:
        return None if denied else "refuted"
    return "confirmed" if "holds" in got else "refuted"


def _subject(m: re.Match[str]) -> int:
    return max(m.start(k) for k in ("label", "noun", "it", "all"))


def _each(m: re.Match[str], status: Status) -> list[Pronounced]:
    got = m.groupdict()
    abouts: tuple[About, ...] = ("label", "noun", "it", "thing", "all")
    return [
        Pronounced(about, what, status, m.start(about))
        for about in abouts
        if got.get(about)
        for what in (re.findall(LABEL, got[about]) if about == "label" else [got[about].strip()])
    ]
