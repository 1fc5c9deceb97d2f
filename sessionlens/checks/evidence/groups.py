"""Things that can be compared: series of one metric under several configs, or of one config under several metrics.

A claim names members of a group by the words that tell them apart: in a group of `bench heap` and `bench arena`, "bench" names
neither. A word that only one member has names it; a word that several share names a family.
"""

import bisect
from collections import Counter, defaultdict
from collections.abc import Callable

from sessionlens.checks.claims.words import BASE, GENERAL_METRIC, NEW, SECONDARY, STOP
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.series import Batch, Series

DUMB = STOP - BASE
"""Words that name nothing, except what is compared against."""
_COMMON = GENERAL_METRIC | STOP
_FEW = 6
"""Configs up to which those of one run are told from those of another by the words of its command."""
Key = tuple[frozenset[str] | str, str]
"""What the members of a group share, and their dimension: a metric's words, or a config."""


class Member:
    """One thing of a group with its newest batch; `distinct` are the words that not all members share, `unique` those that no other has."""

    __slots__ = ("_kin", "_telling", "batch", "distinct", "is_base", "is_new", "repeats", "series", "unique", "words")

    def __init__(self, series: Series, batch: Batch, words: frozenset[str], repeats: int = 1) -> None:
        self.series, self.batch, self.words, self.repeats = series, batch, words, repeats
        self._telling: frozenset[str] | None = None
        self._kin: frozenset[str] | None = None
        self.told_by(words, words)

    def told_by(self, distinct: frozenset[str], unique: frozenset[str]) -> None:
        """Sets what tells it apart, once its group is known."""
        self.distinct, self.unique = distinct, unique
        self.is_base, self.is_new = not distinct.isdisjoint(BASE), not distinct.isdisjoint(NEW)

    @property
    def label(self) -> str:
        return self.series.config or self.series.metric

    @property
    def telling(self) -> frozenset[str]:
        """The unique words that name it in any text: no numbers, no stop words but those that name a base."""
        if self._telling is None:
            self._telling = frozenset([w for w in self.unique - DUMB if not w[0].isdigit()])
        return self._telling

    @property
    def kin(self) -> frozenset[str]:
        """The distinct words that name it and others of its family."""
        if self._kin is None:
            self._kin = frozenset([w for w in self.distinct - STOP if not w[0].isdigit()])
        return self._kin


class Group:
    """Members that differ in config (`across` is "config") or in metric; `metric` are the words of what they share.

    As made it says nothing of a claim; `mention` gives a copy with the members that one names, in the order of its text, with the
    families it names and the comparisons across one factor.
    """

    __slots__ = (
        "across", "based", "crossed", "dimension", "family", "grid", "headline", "measured", "members", "metric", "named", "newest",
        "secondary", "words",
    )  # fmt: skip

    def __init__(self, members: list[Member], across: str, metric: frozenset[str], dimension: str) -> None:
        self.members, self.across, self.metric, self.dimension = members, across, metric, dimension
        self.newest = max([m.batch.msg for m in members])
        self.words = frozenset().union(*[m.words for m in members])
        self.based = len(members) > 1 and any(m.is_base for m in members)
        self.headline = metric - _COMMON
        self.secondary = metric & SECONDARY
        self.measured = metric.union(*[m.series.named for m in members])
        self.named: list[tuple[int, Member]] = []
        self.family: list[Member] = []
        self.crossed: list[list[tuple[int, Member]]] = []
        self.grid: dict[frozenset[str], dict[str, Member]] | None = None

    def saying(self, members: list[Member], named: list[tuple[int, Member]], family: list[Member]) -> "Group":
        """The same as one claim speaks of it."""
        said = object.__new__(Group)
        for name in _KEPT:
            setattr(said, name, getattr(self, name))
        said.members, said.named, said.family, said.crossed = members, named, family, []
        return said


_KEPT = tuple(name for name in Group.__slots__ if name not in ("members", "named", "family", "crossed"))


def groups(
    evidence: Evidence,
    msg: int,
    words: frozenset[str] | None = None,
    dimensions: frozenset[str] = frozenset(),
    *,
    parts: bool = True,
    wholes: bool = True,
) -> list[Group]:
    """Groups as they stood before message `msg`, newest first: all, or those with a member that one of the words names; of some
    dimensions only, where any are given. Not `parts`: several metrics of one config only where two of them, or a base, are named. Not
    `wholes`: no group of one metric."""
    stood = evidence.measured_before(msg)
    if not stood:
        return []
    by_metric, by_config, series = evidence.by_metric, evidence.by_config, evidence.series
    if words is None:
        metrics, configs = list(by_metric), [key for key, places in by_config.items() if len(places) > 1]
    else:
        touched = [series[i] for i in sorted({i for w in words for i in evidence.by_name.get(w, ())})]
        if dimensions:
            touched = [s for s in touched if s.dimension in dimensions]
        metrics = list(dict.fromkeys([(s.measures, s.dimension) for s in touched]))
        configs = [key for key in dict.fromkeys([(s.config, s.dimension) for s in touched]) if len(by_config[key]) > 1]
        if not parts and configs:
            told = Counter([(s.config, s.dimension) for s in touched if not s.measures.isdisjoint(words)])
            configs = [k for k in configs if told[k] > 1 or any(not series[i].measures.isdisjoint(BASE) for i in by_config[k])]
    out: list[Group] = []
    for metric in metrics if wholes else ():
        if not dimensions or metric[1] in dimensions:
            out += _kept(evidence, metric, by_metric[metric], msg, _across_configs)
    for config in configs:
        if not dimensions or config[1] in dimensions:
            out += _kept(evidence, config, by_config[config], msg, _across_metrics)
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


def _kept(evidence: Evidence, key: Key, places: list[int], msg: int, make: Callable[[str, list[Series], int], list[Group]]) -> list[Group]:
    """The groups of some series as of a message: made anew only where one of them was measured again since they were made."""
    moments = evidence.memo.get(("moments", key))
    series = evidence.series
    if moments is None:
        moments = evidence.memo["moments", key] = sorted({b.msg for i in places for b in series[i].batches})
    version = (key, bisect.bisect_left(moments, msg))
    kept: list[Group] | None = evidence.memo.get(version)
    if kept is None:
        kept = evidence.memo[version] = make(key[1], [series[i] for i in places if series[i].begun(msg)], msg) if version[1] else []
    return kept


def _across_configs(dimension: str, series: list[Series], msg: int) -> list[Group]:
    members = []
    for s in series:
        before = s.before(msg)
        members.append(Member(s, before[-1], s.named, len(before)))
    if len(members) == 1 and (variants := series[0].variants):
        stood = [(words, [b for b in batches if b.msg < msg]) for words, batches in variants]
        by_command = [Member(series[0], found[-1], words, len(found)) for words, found in stood if found]
        if len(by_command) > 1:
            members = by_command
    elif 1 < len(members) <= _FEW and len(told := {frozenset(words for words, _ in s.variants) for s in series}) == 1 and any(told):
        crossed = [
            Member(s, earlier[-1], s.named | words, len(earlier))
            for s in series
            for words, batches in s.variants
            if (earlier := [b for b in batches if b.msg < msg])
        ]
        members = crossed if len(crossed) > len(members) else members
    return [_group(members, "config", series[0].measures, dimension)]


def _across_metrics(dimension: str, series: list[Series], msg: int) -> list[Group]:
    """One group for each call that printed several metrics of the config, from the newest batches."""
    by_call: dict[tuple[int, int], list[Member]] = defaultdict(list)
    for s in series:
        before = s.before(msg)
        by_call[before[-1].msg, before[-1].part].append(Member(s, before[-1], s.measures, len(before)))
    calls = list(by_call.values())
    if len(calls) > 1 and max(map(len, calls)) == 1:
        calls = [[m for found in calls for m in found]]
    return [_group(members, "metric", members[0].series.named, dimension) for members in calls if len(members) > 1]


def _group(members: list[Member], across: str, metric: frozenset[str], dimension: str) -> Group:
    if len(members) > 1:
        common = frozenset.intersection(*[m.words for m in members])
        seen: frozenset[str] = frozenset()
        shared: frozenset[str] = frozenset()
        for m in members:
            mine = m.words - common
            shared |= seen & mine
            seen |= mine
        for m in members:
            mine = m.words - common
            m.told_by(mine, mine - shared)
    return Group(members, across, metric, dimension)
