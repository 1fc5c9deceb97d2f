"""Things that can be compared: series of one metric under several configs, or of one config under several metrics.

A claim names members of a group by the words that tell them apart: in a group of `bench heap` and `bench arena`, "bench" names
neither. A word that only one member has names it; a word that several share names a family.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from sessionlens.checks.claim import PERCENTILE, Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.series import Batch, Series
from sessionlens.checks.words import BASE, GENERAL_METRIC, NEW, SECONDARY, SPECIFIC_METRIC, STOP, word_set

MARK = re.compile(
    r"(?:\bthan|\bover|\bagainst|\bvs\.?|\bversus|\bcompared (?:with|to)|\bcompared against|\brelative to|\bfrom"
    r"|\bon top of|\bagainst the|\bas fast as"
    r"|\bas slow as|\bas (?:large|big|small) as|\bof that of|\bthat of|\bof)\s*(?:that of\s+)?(?:the\s+|a\s+|its\s+|our\s+)*[`\"'(*]*$"
)
ARROW = re.compile(r"->|→|=>|\bto\b")
_WHERE = re.compile(r"\b(?:in|for|on|during|under|at|within)\s+(?:the\s+)?[`\"'(*]*$")
_AGAINST = re.compile(r"\b(?:than|vs|versus|against|compared|relative|from|over|beats?|as)\b|->|→")
_SIZES = word_set(
    "size byte large larger largest small smaller smallest big bigger biggest shrink shrank memory disk footprint heavier lighter grew "
    "grow grown space mb gb kb mib gib kib"
)
"""Words without which no file's or object's size is meant."""
_TAIL = re.compile(r"([a-zµ]+)(\d+)$")


@dataclass
class Member:
    """One thing of a group with its newest batch; `distinct` are the words that not all members share, `unique` those that no other has."""

    series: Series
    batch: Batch
    words: frozenset[str]
    distinct: frozenset[str] = frozenset()
    unique: frozenset[str] = frozenset()
    repeats: int = 1

    @property
    def label(self) -> str:
        return self.series.config or self.series.metric

    @cached_property
    def telling(self) -> frozenset[str]:
        """The unique words that name it in any text: no numbers, no stop words but those that name a base."""
        return frozenset([w for w in self.unique if (w not in STOP or w in BASE) and not w[0].isdigit()])

    @cached_property
    def kin(self) -> frozenset[str]:
        """The distinct words that name it and others of its family."""
        return frozenset([w for w in self.distinct - STOP if not w[0].isdigit()])

    @cached_property
    def worded(self) -> bool:
        """Whether its name is more than numbers."""
        return any(not w[0].isdigit() for w in self.words)

    @property
    def is_base(self) -> bool:
        return bool(self.distinct & BASE)

    @property
    def is_new(self) -> bool:
        return bool(self.distinct & NEW)


@dataclass
class Group:
    """Members that differ in config (`across` is "config") or in metric; `metric` are the words of what they share."""

    members: list[Member]
    across: str
    metric: frozenset[str]
    dimension: str
    newest: int
    named: list[tuple[int, Member]] = field(default_factory=list)
    family: list[Member] = field(default_factory=list)
    crossed: list[list[tuple[int, Member]]] = field(default_factory=list)
    grid: dict[frozenset[str], dict[str, Member]] | None = None


def groups(
    evidence: Evidence,
    msg: int,
    words: frozenset[str] | None = None,
    dimensions: frozenset[str] = frozenset(),
    *,
    parts: bool = True,
) -> list[Group]:
    """Groups as they stood before message `msg`, newest first: all, or those with a member that one of the words names; of some
    dimensions only, where any are given. Not `parts`: several metrics of one config only where two of them, or a base, are named."""
    if words is None:
        metrics, configs = list(evidence.by_metric), list(evidence.by_config)
    else:
        touched = {i for w in words for i in evidence.by_name.get(w, ())}
        metrics = list(dict.fromkeys((evidence.series[i].measures, evidence.series[i].dimension) for i in touched))
        configs = list(dict.fromkeys((evidence.series[i].config, evidence.series[i].dimension) for i in touched))
        if not parts:
            told = Counter((s.config, s.dimension) for s in map(evidence.series.__getitem__, touched) if s.measures & words)
            configs = [k for k in configs if told[k] > 1 or any(evidence.series[i].measures & BASE for i in evidence.by_config[k])]
    if dimensions:
        metrics = [key for key in metrics if key[1] in dimensions]
        configs = [key for key in configs if key[1] in dimensions]
    stood = evidence.measured_before(msg)
    if not stood:
        return []
    out: list[Group] = []
    memo = evidence.memo
    for metric in metrics:
        kept = memo.get((metric, stood))
        if kept is None:
            kept = memo[metric, stood] = _across_configs(evidence, metric, msg)
        out += kept
    for config in configs:
        kept = memo.get((config, stood))
        if kept is None:
            kept = memo[config, stood] = _across_metrics(evidence, config, msg)
        out += kept
    if len(out) > 1:
        out.sort(key=lambda g: (-g.newest, g.across, g.members[0].label))
    return out


def rivals(evidence: Evidence, msg: int) -> int:
    """How many groups of several members stood before message `msg`, secondary metrics aside."""
    key = ("rivals", evidence.measured_before(msg))
    if key not in evidence.memo:
        evidence.memo[key] = sum(len(g.members) > 1 and not g.metric & SECONDARY for g in groups(evidence, msg))
    found: int = evidence.memo[key]
    return found


def _across_configs(evidence: Evidence, key: tuple[frozenset[str], str], msg: int) -> list[Group]:
    members = []
    for i in evidence.by_metric[key]:
        series = evidence.series[i]
        if series.begun(msg):
            before = series.before(msg)
            members.append(Member(series, before[-1], series.named, repeats=len(before)))
    if len(members) == 1 and (variants := members[0].series.variants):
        stood = [(words, [b for b in batches if b.msg < msg]) for words, batches in variants]
        by_command = [Member(members[0].series, found[-1], words, repeats=len(found)) for words, found in stood if found]
        if len(by_command) > 1:
            return [_group(by_command, "config", *key)]
    return [_group(members, "config", *key)] if members else []


def _across_metrics(evidence: Evidence, key: tuple[str, str], msg: int) -> list[Group]:
    """One group for each call that printed several metrics of the config, from the newest batches."""
    by_call: dict[tuple[int, int], list[Member]] = defaultdict(list)
    for i in evidence.by_config[key]:
        series = evidence.series[i]
        if series.begun(msg):
            batch = series.before(msg)[-1]
            by_call[batch.msg, batch.part].append(Member(series, batch, series.measures, repeats=len(series.before(msg))))
    if len(by_call) > 1 and all(len(members) == 1 for members in by_call.values()):
        members = [m for found in by_call.values() for m in found]
        return [_group(members, "metric", members[0].series.named, key[1])]
    return [_group(members, "metric", members[0].series.named, key[1]) for members in by_call.values() if len(members) > 1]


def _group(members: list[Member], across: str, metric: frozenset[str], dimension: str) -> Group:
    if len(members) > 1:
        common = frozenset.intersection(*(m.words for m in members))
        counts: dict[str, int] = defaultdict(int)
        for m in members:
            m.distinct = m.words - common
            for w in m.distinct:
                counts[w] += 1
        for m in members:
            m.unique = frozenset(w for w in m.distinct if counts[w] == 1)
    else:
        members[0].distinct = members[0].unique = members[0].words
    return Group(members, across, metric, dimension, max(m.batch.msg for m in members))


def mention(group: Group, claim: Claim) -> Group:
    """The same group with the members that the claim names, in the order of its text, and the families it names."""
    words = claim.tokens
    named, family = [], []
    for m in group.members:
        telling = m.telling & words or _numbered(m.unique, claim)
        full = m.words <= words and m.worded
        if telling or (full and (m.distinct or not any(o is not m and o.distinct <= words for o in group.members))):
            named.append((place(claim, telling or m.distinct or m.words), m))
        elif not m.kin.isdisjoint(words):
            family.append(m)
    if len(named) > 1:
        shared = frozenset.intersection(*(m.distinct for _, m in named))
        named = [(place(claim, m.distinct - shared or m.words) if m.distinct & shared else at, m) for at, m in named]
    named.sort(key=lambda pair: pair[0])
    if len(named) > 1 and not _AGAINST.search(claim.low):
        where = [m for at, m in named if at < 10**6 and _WHERE.search(claim.low[max(0, at - 20) : at])]
        named = [] if len(where) == len(named) else named
    crossed = crossings(group, claim) if len(named) < 2 and len(family) > 1 else []
    return Group(group.members, group.across, group.metric, group.dimension, group.newest, named, family, crossed, group.grid)


def crossings(group: Group, claim: Claim) -> list[list[tuple[int, Member]]]:
    """Members that differ in one factor whose levels the claim names: "sv1 beats sv4" over `a sv1`, `a sv4`, `b sv1`, `b sv4` are two
    comparisons. One level named and one other in the data will do. Where the claim names a context ("in a"), that one only."""
    if group.grid is None:
        group.grid = {}
        for m in group.members:
            for word in m.distinct:
                if not word[0].isdigit():
                    group.grid.setdefault(m.distinct - {word}, {})[word] = m
    words = frozenset(w for w in claim.tokens if w not in STOP or w in BASE)
    if not _AGAINST.search(claim.low):
        words = frozenset(w for w in words if not in_context(claim, w))
    used = frozenset(w for levels in group.grid.values() for w in levels) & words
    subject = next(iter(used)) if len(used) == 1 else ""
    found: list[tuple[frozenset[str], list[tuple[int, Member]]]] = []
    for context, levels in group.grid.items():
        told = [w for w in levels if w in words]
        if len(levels) > 1 and (len(told) > 1 or (told == [subject] and len(levels) == 2)):
            shown = told if len(told) > 1 else list(levels)
            found.append((context, sorted(((place(claim, frozenset((w,))), levels[w]) for w in shown), key=lambda pair: pair[0])))
    for spoken in (claim.tokens, claim.around):
        most = max((_spoken(context, spoken) for context, _ in found), default=0)
        if most:
            return [members for context, members in found if _spoken(context, spoken) == most]
    return [members for _, members in found]


def in_context(claim: Claim, word: str) -> bool:
    """Whether a name says where something holds ("in load mode"), not what is compared."""
    at = place(claim, frozenset((word,)))
    return at < 10**6 and _WHERE.search(claim.low[max(0, at - 20) : at]) is not None


def _spoken(context: frozenset[str], words: frozenset[str]) -> int:
    return sum(1 for w in context & words if not w[0].isdigit() and w not in STOP)


def _numbered(unique: frozenset[str], claim: Claim) -> frozenset[str]:
    """A member whose name is a bare number ("8" of a table of thread counts) is named by a cell's label only."""
    if not (claim.row or claim.column):
        return frozenset()
    return unique & claim.tokens & {claim.row.strip().lower(), claim.column.strip().lower()}


def place(claim: Claim, words: frozenset[str]) -> int:
    """Where the claim first has one of the words; a large number where it only has another name of the thing."""
    best = 10**6
    for word in words:
        at = claim.low.find(word)
        if at < 0:
            tail = _TAIL.match(word)
            at = claim.low.find(tail[1]) if tail else -1
        if 0 <= at < best:
            best = at
    return best


def is_based(claim: Claim, at: int) -> bool:
    """Whether what stands directly before a name makes it the thing compared against ("than X", "compared with X", "from X")."""
    return at < 10**6 and MARK.search(claim.low[max(0, at - 40) : at]) is not None


def metric_fits(group: Group, claim: Claim) -> int:
    """How well a group's metric answers the claim's words: -1 not at all, 0 by default, more where the claim names it.

    A claim with a metric of its own ("p99", "throughput") binds only to a measurement that has it; the secondary lines of a tool's
    report (user, min, max ...) count only when named.
    """
    own, wanted = claim.tokens, claim.metrics
    if group.across == "metric":
        wanted -= frozenset().union(*(m.words for m in group.members))
        return -1 if wanted - group.metric else 2 * len((group.metric & own) - GENERAL_METRIC - STOP)
    metric = group.metric
    shared = (metric & own) - GENERAL_METRIC - STOP
    if group.dimension in ("number", "count") and not (metric & own) - STOP:
        return -1
    if wanted and not wanted & (metric | frozenset().union(*(m.series.named for m in group.members))):
        return -1
    if metric & SECONDARY and not metric & SECONDARY & (own | claim.around) and not shared:
        return -1
    if not wanted and any(map(PERCENTILE.match, metric)):
        return -1
    if "test" in metric and "test" not in own:
        return -1
    if (
        group.dimension == "size"
        and not metric & own - STOP
        and not own & _SIZES
        and not any(q.dimension == "size" for q in claim.quantities)
    ):
        return -1
    if shared and (metric & SPECIFIC_METRIC) - own:
        return 2 * len(shared)
    return 2 * len(shared) + (1 if metric & own else 0)
