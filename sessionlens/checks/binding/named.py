"""Which evidence a comparison speaks of: by what it names, never by looking for numbers that fit.

With a dozen numbers in view, some ordered pair of them gives nearly any percentage; so the labels choose the candidates, and only
among those may agreement choose. What is left open stays open: `Binding.pairs` holds every reading that the labels allow.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sessionlens.checks.binding.mention import ARROW, is_based, is_of, mention, metric_fits
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, BASE, FASTER, GENERAL_METRIC, LESS, MORE, NEW, SLOWER, STOP, UNITS, tokens
from sessionlens.checks.evidence.groups import Group, Member, groups, rivals
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.series import Batch, Series, Side
from sessionlens.model.quick import quick

MANY = 24
"""Metrics beyond which a claim that names none of them is bound to nothing."""
PLAIN = STOP | GENERAL_METRIC | BASE | NEW | MORE | LESS | FASTER | SLOWER | frozenset(AGGREGATE) | UNITS
"""Words that name nothing in particular, whatever label has them."""
PEAKED = frozenset(("rss", "resident", "heap", "memory"))
"""What is measured by its highest level: "max RSS" is a metric, and no aggregate of runs."""
_NAMELESS = PLAIN - BASE - NEW


@quick
class Pair:
    """An old and a new side that a claim may compare; `by` says what bound them ("names", "base word", "the other of two", "time")."""

    old: Side
    new: Side
    by: str


@dataclass
class Binding:
    """All readings that the labels allow. `ways` groups them: each is one choice of old and new, whose pairs differ only in how
    repeated runs were aggregated. `firm`: the labels leave one comparison and nothing that the claim names is left out of it, so that a
    disagreement may contradict. `alone`: all ways are of one metric."""

    ways: list[list[Pair]] = field(default_factory=list)
    group: Group | None = None
    firm: bool = True
    alone: bool = True

    @property
    def unique(self) -> bool:
        return len(self.ways) == 1

    @property
    def pairs(self) -> Iterator[Pair]:
        return (p for way in self.ways for p in way)


def candidates(claim: Claim, evidence: Evidence, dimensions: frozenset[str] = frozenset(), *, parts: bool = False) -> list[Group]:
    """Groups that the claim may speak of, best first: by the members it names, its metric's words, then recency. `parts`: only groups
    of several metrics of one config, of which one may be a part of another."""
    words = claim.tokens & evidence.labels - _NAMELESS
    if not words and len(evidence.by_metric) > MANY:
        return []
    scored = []
    for group in groups(evidence, claim.msg, words or None, dimensions, parts=parts, wholes=not parts):
        fit = metric_fits(group, claim)
        if fit < 0:
            continue
        seen = mention(group, claim)
        if group.across == "metric" and not parts and not group.based and len(seen.named) < 2:
            continue
        score: float = (
            4 * max(min(len(seen.named), 2), 2 * bool(seen.crossed))
            + fit
            + (2 if seen.family else 0)
            + group.based
            + (4 if _before_and_after(group, claim) and not seen.named else 0)
        )
        if group.across == "config" and not group.metric.isdisjoint(claim.around) and group.metric & claim.around - claim.tokens - PLAIN:
            score += 0.5
        scored.append((score, seen.newest, seen))
    if not scored:
        return []
    scored.sort(key=lambda s: (-s[0], -s[1], s[2].across))
    top = scored[0][0]
    return [g for score, _, g in scored if score == top]


def _before_and_after(group: Group, claim: Claim) -> bool:
    """Whether a group is the one thing that a claim names, before and after a change: a row with these two columns."""
    if group.across != "metric" or len(group.members) != len(("old", "new")) or not group.metric or not group.metric <= claim.tokens:
        return False
    return any(m.is_base for m in group.members) and any(m.is_new for m in group.members)


def compare(claim: Claim, evidence: Evidence, dimensions: frozenset[str] = frozenset()) -> Binding:
    """The comparison that a claim's labels allow: every choice of sides in the best groups."""
    ways: list[list[Pair]] = []
    used: list[Group] = []
    firm = True
    for group in candidates(claim, evidence, dimensions):
        found = [way for old, new, by in sides(claim, group) if (way := list(readings(claim, old, new, by)))]
        if found:
            ways += found
            used.append(group)
            firm = firm and is_firm(claim, group, evidence)
    if not ways:
        wide = widened(claim, evidence)
        if wide is None:
            return Binding()
        return replace(compare(wide, evidence, dimensions), firm=False)
    alone = len({(g.across, g.metric, g.dimension) for g in used}) == 1
    return Binding(ways, used[0], firm, alone)


def widened(claim: Claim, evidence: Evidence) -> Claim | None:
    """The clause with the configs that the rest of its sentence names: "from A to B the faults rise by 8 % and the misses by 5 %"."""
    whole = claim.whole.replace("**", "")
    if claim.cell or len(whole) <= len(claim.text) or claim.low == whole.lower():
        return None
    said = tokens(whole) & evidence.labels
    measured = frozenset().union(*(s.measures for s in evidence.series))
    names = frozenset(w for w in said - measured - claim.tokens if w not in PLAIN and not w[0].isdigit())
    return replace(claim, low=whole.lower(), aliases=claim.aliases | names) if names else None


def is_firm(claim: Claim, group: Group, evidence: Evidence) -> bool:
    """Whether a disagreement with this group may contradict: the claim names a member (or nothing else was ever compared), each member
    was measured once, and every label of the session's evidence that the claim uses belongs to the group."""
    if not group.named and not group.family and not _before_and_after(group, claim) and rivals(evidence, claim.msg) > 1:
        return False
    if group.secondary and claim.tokens.isdisjoint(group.secondary):
        return False  # only the words around the claim name this line of a tool's report
    told = [m for members in group.crossed for _, m in members] or [m for _, m in group.named] or group.members
    if any(m.repeats > 1 for m in told):
        return False
    return not stray(claim, [m.series for m in group.members], evidence)


def stray(claim: Claim, series: list[Series], evidence: Evidence) -> frozenset[str]:
    """Words of the claim that label other evidence but not these series: a sign that it speaks of something else."""
    own: set[str] = set()
    for s in series:
        own |= s.all_words
        for words, _ in s.variants:
            own |= words
    used = claim.tokens & evidence.labels
    return frozenset(w for w in used - own if w not in PLAIN and not w[0].isdigit() and len(w) > 1)


def sides(claim: Claim, group: Group) -> Iterator[tuple[Batch, Batch, str]]:
    """Choices of (old, new) in one group."""
    named, members = group.named, group.members
    for crossed in group.crossed:
        base = _base_of(claim, crossed)
        yield from ((base.batch, m.batch, "names") for _, m in crossed if base is not None and m is not base)
    if group.crossed:
        return
    if len(members) == 1:
        yield from in_time(claim, members[0], bool(named))
        return
    if len(named) >= 2:
        base = _base_of(claim, named)
        for _, m in named:
            if m is not base and base is not None:
                yield base.batch, m.batch, "names"
        return
    if len(named) == 1:
        at, only = named[0]
        others = [m for m in members if m is not only]
        if is_based(claim, at) or is_of(claim, at) or (only.is_base and not only.is_new):
            news = group.family or _newest_of(others)
            for m in news:
                yield only.batch, m.batch, "base named"
            return
        base = _default_base(others)
        if base is not None:
            yield base.batch, only.batch, "base word" if base.is_base else "the other of two"
        else:
            yield from (found for found in in_time(claim, only, True) if len(found[0].facts) == len(found[1].facts) == 1)
        return
    if group.family:
        rest = [m for m in members if m not in group.family]
        base = _default_base(rest)
        if base is not None:
            for m in group.family:
                yield base.batch, m.batch, "family"
        return
    base = _default_base(members) if group.based else None
    if base is not None:
        for m in _newest_of([m for m in members if m is not base]):
            yield base.batch, m.batch, "base word"
    elif len(members) == 2 and group.metric & claim.tokens:
        first, second = sorted(members, key=lambda m: (m.batch.msg, m.batch.part))
        if (first.batch.msg, first.batch.part) != (second.batch.msg, second.batch.part):
            yield first.batch, second.batch, "order"


def in_time(claim: Claim, member: Member, named: bool) -> Iterator[tuple[Batch, Batch, str]]:
    """One thing measured several times: the run before and the run after, where the claim speaks of a change."""
    batches = member.series.before(claim.msg)
    if len(batches) < 2 or not (named or member.series.measures & claim.tokens):
        return
    new = batches[-1]
    for old in reversed(batches[:-1]):
        if old.msg != new.msg:
            yield old, new, "time"
            return


def _base_of(claim: Claim, named: list[tuple[int, Member]]) -> Member | None:
    """Which of the named things is the one compared against."""
    for mark in (is_based, is_of):
        for at, m in named:
            if mark(claim, at):
                return m
    ordered = [m for _, m in named]
    if len(named) == 2 and named[0][0] < named[1][0] < 10**6:
        between = claim.low[named[0][0] : named[1][0]]
        if " than " not in between and ARROW.search(between):
            return ordered[0]
    based = [m for m in ordered if m.is_base]
    if len(based) == 1:
        return based[0]
    news = [m for m in ordered if m.is_new]
    if len(ordered) == 2 and len(news) == 1:
        return next(m for m in ordered if m is not news[0])
    return ordered[-1] if len(ordered) == 2 else None


def _default_base(others: list[Member]) -> Member | None:
    """The only other, the one with a base's name, or the plainest of a family (`list` beside `list-x`); None where several may be meant."""
    if len(others) == 1:
        return others[0]
    based = [m for m in others if m.words & BASE]
    return based[0] if len(based) == 1 else None


def _newest_of(others: list[Member]) -> list[Member]:
    news = [m for m in others if m.words & NEW]
    return news if len(news) == 1 else others


def readings(claim: Claim, old: Batch, new: Batch, by: str) -> Iterator[Pair]:
    """The pairs of two batches, aggregated the same way on both sides; only the way that the claim names, where it names one."""
    want = wanted(claim)
    for a in old.sides:
        for b in new.sides:
            how_a, how_b = a.how.partition(" ")[0], b.how.partition(" ")[0]
            if how_a != how_b and how_a and how_b:
                continue
            if want and (how_a or how_b) and (how_a or how_b) != want:
                continue
            yield Pair(a, b, by)


def wanted(claim: Claim) -> str:
    """The aggregate that the claim names ("median of 5", "best of 15"), else ""."""
    for word in claim.words:
        if (
            word in AGGREGATE
            and AGGREGATE[word] in ("median", "min", "max", "mean")
            and not ("_" in claim.low and _in_name(word, claim.low))
        ):
            return AGGREGATE[word]
    if not claim.cell:
        return ""
    own, lead = tokens(f"{claim.row} {claim.column}"), tokens(claim.conclusion.statement.lead)
    told = _aggregate(own), _aggregate(lead)
    return told[1] if told[1] and not own.isdisjoint(PEAKED) else told[0] or told[1]


def _in_name(word: str, low: str) -> bool:
    """Whether an aggregate's word stands in a text only as a part of a longer name ("max_streams")."""
    return re.search(rf"(?<![\w]){word}(?!\w)", low) is None


def _aggregate(words: frozenset[str]) -> str:
    """The first aggregate that some words name."""
    return next((how for word, how in AGGREGATE.items() if word in words and how in ("median", "min", "max", "mean")), "")
