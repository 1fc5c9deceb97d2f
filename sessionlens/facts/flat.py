"""Beliefs restated flatly as results: a guess that a later message states without doubt has been confirmed, if by nothing else."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

from sessionlens.facts import aliases
from sessionlens.facts.keys import agrees, hedged, things
from sessionlens.model.facts import Conclusion, Hypothesis
from sessionlens.model.trace import Trace
from sessionlens.model.words import Status
from sessionlens.prose.sentences import lowered
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

ROLES = r"(?:root\s+cause|cause|culprit|trigger|bug|reason|problem|bottleneck)"
ROLE_SAID = regex(rf"(?<![\w-])([\w`./-]+)[*_]*\s+(?:is|was|are|were)\s+the\s+(?:\w+\s+)?{ROLES}\b")
NEGATED = regex(r"(?i)\s+(?:is|was|are|were)(?:n['’]t|\s+not)\s+(?=the\b|a\b|an\b|\w+\s+by\b)")
"""What a belief says that denies a cause."""
SHORT = 160
RARE = 3
"""A word that no more conclusions have says which thing is meant."""
OWN = regex(r"\b(?:own|itself)\b", re.I)
MENDS = regex(r"\b(?:got\s+it|i\s+see|actually|turns\s+out|rather|instead|in\s+fact|correction|so\s+it\s+(?:is|was))\b", re.I)
"""What says that something is now seen otherwise."""
DENIES = regex(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)(?:n['’]t|\s+not)\b|['’]s\s+not\b|\b(?:never|cannot|no\s+longer)\b",
    re.I,
)
WITHOUT = regex(r"\b(?:without|disabled|removed|switched\s+off)\b", re.I)
"""An experiment with the thing taken away: what then holds speaks against the belief or for it, but does not restate it."""
BLAME = aliases.content("cause culprit trigger bug reason problem bottleneck blame")
"""Words that make something the cause; who restates such a belief has one too."""


SUPPOSED = regex(
    r"\bwould\b|\b(?:is|be)\s+(?:probably\s+|likely\s+)?(?:cleaner|simpler|better|safer|nicer|preferable|more\s+robust)\b", re.I
)
"""What a belief says would come of something not done, or prefers: to say it again shows nothing."""
RESERVED = regex(r"\b(?:reliably|generally|usually|typically|normally|often|necessarily)\b", re.I)


OPPOSED = {
    "slower": ("faster", "quicker"),
    "faster": ("slower",),
    "smaller": ("larger", "bigger"),
    "larger": ("smaller",),
    "bigger": ("smaller",),
    "lower": ("higher",),
    "higher": ("lower",),
    "less": ("more",),
    "more": ("less", "fewer"),
    "fewer": ("more",),
    "better": ("worse",),
    "worse": ("better",),
    "shorter": ("longer",),
    "longer": ("shorter",),
    "always": ("never",),
    "never": ("always",),
}
"""Words of comparison and what says the opposite."""


def opposed(belief: str, said: str) -> bool:
    """Whether a text compares the other way round than a belief.

    >>> opposed("the new parser is slower on small files", "the new parser is faster even on small files")
    True
    """
    mine, theirs = (frozenset(re.findall(r"[a-z]+", text.lower())) for text in (belief, said))
    return any(word in mine and word not in theirs and not theirs.isdisjoint(others) for word, others in OPPOSED.items())


class Flat:
    """The conclusions of a session with those of their words that its beliefs have, as the bits of one number."""

    def __init__(self, concluded: tuple[Conclusion, ...], topics: list[frozenset[str]], first: int) -> None:
        self._bits = {word: 1 << i for i, word in enumerate(sorted(frozenset().union(*topics)))}
        self._blame = self._mask(BLAME)
        masks: dict[str, int] = {}
        self._told = [c for c in concluded if c.msg > first]
        self._at = [c.msg for c in self._told]
        self._masks: list[int] = []
        for c in self._told:
            text = whole(c)
            if text not in masks:
                masks[text] = self._mask(aliases.content(text))
            self._masks.append(masks[text])
        often = Counter(bit for mask in self._masks for bit in _bits(mask))
        self._rare = sum(bit for bit in self._bits.values() if often[bit] <= RARE)

    def _mask(self, words: frozenset[str]) -> int:
        mask = 0
        for word in words:
            mask |= self._bits.get(word, 0)
        return mask

    def _same(self, h: Hypothesis, c: Conclusion) -> bool:
        """Whether a conclusion, without a word of doubt, speaks of the same thing, with the same numbers."""
        text = whole(c)
        return (
            not hedged(text) and not RESERVED.search(text) and agrees(h.text, text) and ("should" in h.quote or _same_subject(h.text, text))
        )

    def otherwise(self, h: Hypothesis, topic: frozenset[str]) -> list[tuple[int, Status]]:
        """The first later conclusion that says most of what a hypothesis says of two numbered things, but of one of them alone."""
        if not any(len(numbers) > 1 for numbers in things(h.text).values()):
            return []
        mine = self._mask(topic)
        for c, mask in zip(self._told, self._masks, strict=True):
            if (
                c.msg > h.msg
                and (mine & mask).bit_count() >= max(3, 0.6 * len(topic))
                and not hedged(whole(c))
                and _itself(h.text, whole(c))
            ):
                return [(c.msg, "refuted")]
        return []

    def restated(self, h: Hypothesis, topic: frozenset[str]) -> list[tuple[int, Status]]:
        """The first later conclusion that says the same as a hypothesis without doubt: most of its words, or half with a rare one."""
        if SUPPOSED.search(h.quote):
            return []
        mine = self._mask(topic)
        enough = max(3, 0.5 * len(topic))
        later = range(bisect_right(self._at, h.msg), len(self._told))
        for i in [i for i in later if (mine & self._masks[i]).bit_count() >= enough]:
            c, mask = self._told[i], self._masks[i]
            shared = mine & mask
            if c.msg in h.mentions or (mine & self._blame and not mask & self._blame):
                continue
            known = shared.bit_count() >= 0.6 * len(topic) or (shared & self._rare and shared & self._mask(predicate(h.text)))
            if (
                known
                and self._same(h, c)
                and not opposed(h.text, whole(c))
                and not WITHOUT.search(c.quote)
                and (DENIES.search(h.text) is None) is (DENIES.search(c.quote) is None and DENIES.search(whole(c)) is None)
            ):
                return [(c.msg, "confirmed")]
        return []


def gone_back_on(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """A denial that a later message contradicts: "the pool is not the cause", then "the pool is the trigger"."""
    m = NEGATED.search(h.text)
    what = h.text[: m.start()].split()[-1:] if m else []
    if not what:
        return []
    for turn in trace.between(h.msg + 1):
        text = turn.message.text
        if what[0] in text and any(again[1] == what[0] for again in ROLE_SAID.finditer(text)):
            return [(turn.message.number, "abandoned")]
    return []


def _itself(belief: str, said: str) -> bool:
    """Whether a text says that a numbered thing did to itself what the belief says that another did to it: "worker 3 locks the file
    of worker 4", then "got it: worker 4 locks its own file"."""
    mine, theirs = things(belief), things(said)
    return (
        OWN.search(said) is not None
        and MENDS.search(said) is not None
        and any(len(numbers) > 1 and noun in theirs and theirs[noun] < numbers for noun, numbers in mine.items())
    )


def predicate(text: str) -> frozenset[str]:
    """The words of a belief from its verb on: what it says of its subject."""
    verbs = look(lowered(text), 0, len(text)).verbs
    return aliases.content(text[verbs[0] :]) if verbs else aliases.content(text)


def _same_subject(belief: str, said: str) -> bool:
    """Whether a text names most of the words that only the belief's subject has: who says of another thing that it made
    the files says nothing of this one."""
    own = aliases.content(belief) - predicate(belief)
    return not own or 2 * len(own & aliases.content(said)) > len(own)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def whole(c: Conclusion) -> str:
    """The sentence of a conclusion where that is short: "0 left, 2 files (down from 29)" is one report."""
    return c.statement.text if c.statement and len(c.statement.text) < SHORT else c.quote
