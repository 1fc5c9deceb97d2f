"""Which of several variants is the one compared against, and how it is known.

A person may have said so (`amend --baseline`); else its name says it ("before", "baseline"); else it is what the session's own
comparisons hold all others against; else the only one that is nothing the session tried; else the oldest of the versions ("v1.4"
beside "v1.5" or "main"); else a branch that others are held against ("main", "master"), unless the people who asked call just that one
slow. Otherwise nobody knows: tables then count from what was measured first, and say that this is all it is.
"""

import re
from collections.abc import Iterable, Sequence

from sessionlens.checks.claims.words import BASE, word_set
from sessionlens.model.facts import Change, Measurement, Reversion
from sessionlens.reports.labels import names_base, parts_of
from sessionlens.text.regex import regex

PERSON, NAME, HELD, UNTRIED, VERSION, BRANCH, FIRST = 6, 5, 4, 3, 2, 1, 0
_BRANCHES = word_set("main master head upstream")
"""Names that move on: the base of what branched off from them, and the news beside a release."""
_VERSION = regex(
    r"(?:[\w.]*[-_/@])?(?:v\.?|release-?|rel-?)?(\d{1,3}(?:[._]\d{1,4}){1,3})(?:[-.]?(?P<pre>rc|alpha|beta|dev|pre)\.?\d*)?\Z", re.I
)
_SHORT_VERSION = regex(r"(?:.*[-_/@.])?v(\d{1,4})\Z", re.I)
_MARK = "baseline"
_SLOW = r"(?:slow\w*|regress\w*|worse|longer|lags?|degrad\w*|got big\w*|grew|leaks?|doubled)"


def called_slow(texts: Sequence[str]) -> frozenset[str]:
    """Of the branch names, those that people call slow: what they complain about is no base."""
    found = set()
    for text in texts:
        low = text.lower()
        for name in _BRANCHES:
            if name in low and re.search(rf"\b{name}\b[^.!?\n]{{0,40}}\b{_SLOW}|\b{_SLOW}\b[^.!?\n]{{0,30}}\b(?:on|in) {name}\b", low):
                found.add(name)
    return frozenset(found)


def rank_of(variant: str, measured: Sequence[Measurement], others: Sequence[str], slow: frozenset[str]) -> int:
    """How surely a variant is the base of its group: one of the numbers above."""
    if any(m.amended.startswith(_MARK) for m in measured):
        return PERSON
    named = names_base(variant)
    words = parts_of(variant) & BASE
    branch = named and bool(words) and words <= _BRANCHES
    if named and not branch:
        return NAME
    own = version_of(variant)
    if own is not None:
        versions = [v for o in others if (v := version_of(o)) is not None]
        newer = [o for o in others if version_of(o) is None]
        if (
            own == min([own, *versions])
            and (own not in versions)
            and (versions or any(parts_of(o) & _NEWER or not o.strip("./") for o in newer))
        ):
            return VERSION
        return FIRST
    if branch and not words & slow and not any(version_of(o) is not None for o in others):
        return BRANCH
    return FIRST


_NEWER = _BRANCHES | word_set("now new after current fixed patched rc work working worktree repo checkout dev step tip")


def held_against(pairs: Iterable[frozenset[str]]) -> frozenset[str]:
    """Of compared pairs of variants, the variant that is in all of them, if these are two or more: then it is what the others are held
    against, whichever way round each comparison is worded.

    >>> held_against([frozenset("ab"), frozenset("ac"), frozenset("ab")])
    frozenset({'a'})
    """
    known = {p for p in pairs if len(p) == 2}
    return frozenset.intersection(*known) if len(known) > 1 else frozenset()


def states_of(events: Sequence[Change | Reversion]) -> list[int]:
    """For each number of events behind a value the first one at which the same changes stood: after a change and its whole reversion the
    code is what it was before."""
    standing: frozenset[str] = frozenset()
    first, out = {standing: 0}, [0]
    for n, event in enumerate(sorted(events, key=lambda e: (e.msg, e.part)), start=1):
        if isinstance(event, Change):
            standing |= {event.id}
        elif not event.partial:
            standing -= {event.of or "", *event.also}
        out.append(first.setdefault(standing, n))
    return out


def near(one: Measurement, other: Measurement) -> bool:
    """Whether two values are of one size, so that nothing that no file shows was changed between them."""
    return 0 < one.value <= 2 * other.value and other.value <= 2 * one.value


def version_of(variant: str) -> tuple[int, ...] | None:
    """The version that a label's last word is, as numbers to order by; None where it is none. "v140" counts as a number, too.

    >>> version_of("tool-1.10.2") > version_of("tool-1.9") and version_of("v12") == (12, 1)
    True
    """
    text = variant.strip().rstrip("/")
    text = text.rpartition("/")[2]
    full = _VERSION.fullmatch(text)
    if full is not None:
        return (*map(int, re.split(r"[._]", full[1])), 0 if full["pre"] else 1)
    short = _SHORT_VERSION.fullmatch(text)
    return (int(short[1]), 1) if short is not None else None


def names_new(variant: str) -> bool:
    """Whether a label says that it is the present state: "now", "fixed", a branch's name, the folder that one works in."""
    return not variant.strip("./") or not parts_of(variant).isdisjoint(_NEWER - {"dev", "step"})


def how(rank: int) -> str:
    """How the base is known, in words; "" where it is not."""
    return {
        PERSON: "as a person named it",
        NAME: "by its name",
        HELD: "as the session holds the others against it",
        UNTRIED: "all others are what the session tried",
        VERSION: "the oldest version",
        BRANCH: "by its branch",
    }.get(rank, "")
