"""Beliefs that could be shown true or false: one node per belief, at the first message that states it.

A belief is repeated, sharpened and named by its label ("H2") in later messages; these are its `mentions`. What became of it is
decided in `fate`, from what later messages say of it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sessionlens.facts import aliases, labels, wording
from sessionlens.facts.fate import settle
from sessionlens.model.facts import Hypothesis
from sessionlens.model.span import Span
from sessionlens.model.trace import Trace, Turn
from sessionlens.prose.beliefs import beliefs
from sessionlens.prose.marked import Belief
from sessionlens.text.regex import regex

__all__ = ["find", "settle"]

SAME = 0.6
"""Share of the smaller belief's words, weighted, that another must have for the two to be one belief."""
SAME_LOOSELY = 0.45
"""The same for two remedies, which differ in how much they say of the way, and for a guess that a message soon after sharpens."""

THING = regex(r"(?:(?:it|that)['’]s\s+)?(?:the|our)\s+[\w`.-]+", re.I)
"""A belief that only names a thing: "the allocator"."""

WEIGHT = 1000
"""What a word weighs that one or two beliefs have."""

PASSING = frozenset({"doubt", "outlook", "flat"})
"""Manners that make a belief only where its message goes on to act on it: said in passing, in an answer or at the end, they make none."""
PREFERS = regex(
    r"\b(?:simpler|better|cheaper|cleaner|safer|smaller|easier|faster|more\s+robust)\s+(?:\w+\s+){1,4}be\s+(?:to\s+)?$|"
    r"\b(?:simpler|better|cheaper|cleaner|safer|smaller|easier|faster|more\s+robust)\s+\w+\s+is\s+to\s+$",
    re.I,
)
"""What only prefers one cure to another."""

NAME_OF = regex(r"[:,;(—–]")
"""What stands behind the thing that a labelled belief names first."""
VAGUE = aliases.content("new old rather impression feeling own really just more current whole entire")
"""Words that do not say which thing is meant."""
NEAR = 6
"""How many messages back a belief of two words may be one that is told in full there."""


class Spoken(NamedTuple):
    """A belief as one message states it, with its content words."""

    turn: Turn
    belief: Belief
    quote: str
    words: frozenset[str]


def find(trace: Trace) -> tuple[Hypothesis, ...]:
    """All hypotheses of a session, in the order of their first message; status is still `open`."""
    spoken = [s for s in _spoken(trace) if s.belief.manner != "labelled" or labels.lives_on(trace, s.belief.label, s.turn.message.number)]
    told = Counter(word for s in spoken for word in s.words)
    weights = {word: WEIGHT * 2 // max(2, n) for word, n in told.items()}
    meanings = aliases.Meanings(trace)
    groups: list[list[Spoken]] = []
    having: defaultdict[str, list[int]] = defaultdict(list)  # by word: the groups whose first belief has it
    now: set[int] = set()  # the groups that the same message has added to
    for i, s in enumerate(spoken):
        if i and spoken[i - 1].turn is not s.turn:
            now = set()
        may = range(len(groups)) if s.belief.label else sorted(now.union(*[having[word] for word in s.words]))
        known = _known(groups, s, weights, may)
        if known is None:
            known = len(groups)
            groups.append([s])
            for word in s.words:
                having[word].append(known)
        else:
            groups[known].append(s)
        now.add(known)
    ordinals: Counter[int] = Counter()
    out = []
    for group in groups:
        number = group[0].turn.message.number
        ordinals[number] += 1
        out.append(_hypothesis(group, trace.session.source, meanings, ordinals[number]))
    return tuple(out)


_WISH = regex(
    r"\W*(?:(?:and|but|so|now) )?(?:i|we|they|he|she|[A-Z][\w'’-]+|(?:the|our|my) [\w-]+) (?:(?:now|also|still|really|just|all) )*"
    r"(?:wants?|wanted|would (?:like|love|prefer)|['’]d like|asks?|asked|insists?|requests?|requested) "
    r".*\b(?:because|since|so that|as) ",
    re.S,
)
"""What a person tells of somebody's wish: a request with its reason is no belief of what is so."""


def _spoken(trace: Trace) -> Iterator[Spoken]:
    for turn in trace.turns:
        text = turn.message.text
        for belief in beliefs(turn.statements, text, turn.message.role == "user") if turn.statements else ():
            if not turn.message.calls and _passing(belief, text):
                continue
            quote = text[belief.start : belief.end].strip(" .*_\n")
            if turn.message.role == "user" and _WISH.match(quote):
                continue
            words = aliases.content(quote)
            if len(words) > 1 or (words and (belief.manner == "asked" or THING.fullmatch(quote))):
                yield Spoken(turn, belief, quote, words)


def _passing(belief: Belief, text: str) -> bool:
    """Whether a belief is told in a manner that counts only where the message goes on to act on it."""
    return belief.manner in PASSING or (
        belief.manner == "remedy" and PREFERS.search(text, max(0, belief.start - 60), belief.start) is not None
    )


def _known(groups: list[list[Spoken]], s: Spoken, weights: dict[str, int], may: Iterable[int]) -> int | None:
    """The index of the hypothesis that this belief repeats, the best where several fit, among those that it `may` repeat: of its own
    message, or with a word of it. A word that many beliefs of the session have says little: they are all about the same trouble."""
    if s.belief.manner == "cause" and wording.ROLE_OF.match(s.quote):
        headed = [i for i, group in enumerate(groups) if group[0].belief.manner == "headed"]
        if headed:
            return headed[-1]
    opening = s.quote.partition(" ")[0].strip("*`(),:")
    best, index = 0.0, None
    mine = sum(weights[w] for w in s.words)
    for i in may:
        group = groups[i]
        first = group[0]
        label = (first.belief.label or _label(group)) if s.belief.label or s.turn is group[-1].turn else ""
        if s.belief.label and label:
            if s.belief.label == label:
                return i
            continue
        if s.belief.label and _names_it(first, s):
            return i
        if label and opening == label and s.turn is group[-1].turn:
            return i
        shared = s.words & first.words
        small = min(len(s.words), len(first.words))
        if small == 1 and s.words == first.words:
            return i
        if len(shared) < 2 or (small < 3 and s.turn.message.number - group[-1].turn.message.number > NEAR):
            continue
        share = sum(weights[w] for w in shared) / min(mine, sum(weights[w] for w in first.words))
        least = SAME_LOOSELY if _sharpens(s, first) or s.belief.manner == first.belief.manner == "remedy" else SAME
        if share >= least and share >= best:
            best, index = share, i
    return index


def _label(group: list[Spoken]) -> str:
    """The label of a belief, "" where no message gave it one."""
    return next((s.belief.label for s in group if s.belief.label), "")


def _names_it(first: Spoken, s: Spoken) -> bool:
    """Whether a labelled belief begins with a name that a person's belief has: "I bet it's the pool", then "K1, the pool: it never hands
    anything back"; "Rosa swears it is the lock in cache.c", then "K1 (Rosa's lock): every read takes it"."""
    if first.turn.message.role != "user":
        return False
    core = first.words - VAGUE
    if len(core) == 1 and core <= aliases.content(" ".join(s.quote.split()[:3])):
        return True
    text = s.turn.message.text
    line = text[max(text.rfind("\n", 0, s.belief.start) + 1, s.belief.start - 60) : s.belief.start]
    name = aliases.content(line) or aliases.content(NAME_OF.split(s.quote, maxsplit=1)[0])
    name -= VAGUE | aliases.content(s.belief.label)
    return 0 < len(name) < 4 and name <= first.words


def _sharpens(s: Spoken, first: Spoken) -> bool:
    """Whether a message soon after a guess names a cause."""
    soon = 0 < s.turn.message.number - first.turn.message.number <= NEAR
    return soon and first.belief.manner in ("guess", "doubt") and s.belief.manner == "cause"


def _own(first: Spoken) -> str:
    """The wording that a reader should see, as the first message that states it gives it."""
    return wording.remedy(first.quote) if first.belief.manner == "remedy" else wording.plain(first.quote)


def _later(group: list[Spoken]) -> str:
    """The wording that a later message gives it, "" where none does: the first is a mere guess and a message soon after names the cause,
    or a section on the cause of which a later message says in a word what it is the cause of."""
    first = group[0]
    for s in group[1:] if first.belief.manner != "remedy" else ():
        if _sharpens(s, first) and len(s.words) > len(first.words):
            return wording.plain(s.quote)
        if first.belief.manner == "headed" and wording.ROLE_OF.match(s.quote):
            return wording.named(first.quote, s.quote)
    return ""


def _hypothesis(group: list[Spoken], source: str, meanings: aliases.Meanings, ordinal: int) -> Hypothesis:
    turn, belief, quote, _ = group[0]
    message = turn.message
    label = _label(group)
    names = aliases.names(quote, label)
    own, later = _own(group[0]), _later(group)
    text = later or own
    worded = text not in (own, quote)
    also = []
    for name in names:
        meaning = meanings.of(name) if name != label else ""
        if meaning:
            also.append(meaning)
            if f"{name} (" not in text:
                text = text.replace(name, f"{name} ({meaning})", 1)
    start = message.text.index(quote, belief.start)
    return Hypothesis(
        id=f"h{message.number}.{ordinal}", msg=message.number, text=text, quote=quote,
        span=Span(source=source, msg=message.number, start=start, end=start + len(quote)),
        aliases=tuple(dict.fromkeys((*names, *also))), prediction=belief.prediction, by=message.role,
        mentions=tuple(dict.fromkeys(s.turn.message.number for s in group)), worded=worded,
    )  # fmt: skip
