"""Things that can be compared: series of one metric under several configs, or of one config under several metrics.

A claim names members of a group by the words that tell them apart: in a group of `bench vec` and `bench smallvec`, "bench" names
neither. A word that only one member has names it; a word that several share names a family.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field

from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.series import Batch, Series
from sessionlens.checks.words import BASE, GENERAL_METRIC, NEW, SECONDARY, SPECIFIC_METRIC, STOP

MARK = re.compile(
    r"(?:\bthan|\bover|\bagainst|\bvs\.?|\bversus|\bcompared (?:with|to)|\bcompared against|\brelative to|\bfrom|\bon top of|\bagainst the|\bas fast as"
    r"|\bas slow as|\bas (?:large|big|small) as|\bof that of|\bthat of|\bof)\s*(?:that of\s+)?(?:the\s+|a\s+|its\s+|our\s+)*[`\"'(*]*$"
)
ARROW = re.compile(r"->|→|=>|\bto\b")
_TAIL = re.compile(r"([a-zµ]+)(\d+)$")
_PERCENTILE = re.compile(r"^p\d{2,3}$")


@dataclass
class Member:
    """One thing of a group with its newest batch; `distinct` are the words that not all members share, `unique` those that no other has."""

    series: Series
    batch: Batch
    words: frozenset[str]
    distinct: frozenset[str] = frozenset()
    unique: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        return self.series.config or self.series.metric

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


def groups(evidence: Evidence, msg: int) -> list[Group]:
    """All groups as they stood before message `msg`, newest first."""
    kept = evidence.memo.get(msg)
    if kept is not None:
        return kept
    by_metric: dict[tuple[frozenset[str], str], list[tuple[Series, Batch]]] = defaultdict(list)
    by_run: dict[tuple[str, str, int, int], list[tuple[Series, Batch]]] = defaultdict(list)
    for series in evidence.series:
        batches = series.before(msg)
        if batches:
            last = batches[-1]
            by_metric[series.measures, series.dimension].append((series, last))
            by_run[series.config, series.dimension, last.msg, last.part].append((series, last))
    out = [
        _group([Member(s, b, s.named) for s, b in found], "config", metric, dimension) for (metric, dimension), found in by_metric.items()
    ]  # fmt: skip
    out += [
        _group([Member(s, b, s.measures) for s, b in found], "metric", found[0][0].named, key[1]) for key, found in by_run.items() if len(found) > 1
    ]  # fmt: skip
    out.sort(key=lambda g: (-g.newest, g.across))
    evidence.memo[msg] = out
    return out


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
        telling = m.unique & words
        telling = frozenset(w for w in telling if (w not in STOP or w in BASE) and not w[0].isdigit()) or _numbered(telling, claim)
        full = bool(m.words) and m.words <= words and any(not w[0].isdigit() for w in m.words)
        if telling or (full and (m.distinct or not any(o is not m and o.distinct <= words for o in group.members))):
            named.append((place(claim, telling or m.distinct or m.words), m))
        elif any(w not in STOP and not w[0].isdigit() for w in m.distinct & words):
            family.append(m)
    named.sort(key=lambda pair: pair[0])
    return Group(group.members, group.across, group.metric, group.dimension, group.newest, named, family)


def _numbered(telling: frozenset[str], claim: Claim) -> frozenset[str]:
    """A member whose name is a bare number ("8" of a table of thread counts) is named by a cell's label only."""
    labels = frozenset((claim.row.strip().lower(), claim.column.strip().lower()))
    return telling & labels


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
    metric = group.metric if group.across == "config" else frozenset()
    own = claim.tokens
    shared = (metric & own) - GENERAL_METRIC - STOP
    wanted = frozenset(w for w in own if w in SPECIFIC_METRIC or _PERCENTILE.match(w))
    if group.across == "metric":
        wanted -= frozenset().union(*(m.words for m in group.members))
        return -1 if wanted - group.metric else 0
    if wanted and not wanted & (metric | frozenset().union(*(m.series.named for m in group.members))):
        return -1
    if metric & SECONDARY and not metric & SECONDARY & own:
        return -1
    if metric & {w for w in metric if _PERCENTILE.match(w)} and not wanted:
        return -1
    return 2 * len(shared) + (1 if metric & own else 0)
