"""Things that can be compared: series of one metric under several configs, or of one config under several metrics.

A claim names members of a group by the words that tell them apart: in a group of `bench heap` and `bench arena`, "bench" names
neither. A word that only one member has names it; a word that several share names a family.
"""

import re
from collections import Counter, defaultdict

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
_DUMB = STOP - BASE
_COMMON = GENERAL_METRIC | STOP
_TAIL = re.compile(r"([a-zµ]+)(\d+)$")


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
            self._telling = frozenset([w for w in self.unique - _DUMB if not w[0].isdigit()])
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
        self.based = len(members) > 1 and any([m.is_base for m in members])
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
        metrics, configs = list(by_metric), list(by_config)
    else:
        touched = [series[i] for i in {i for w in words for i in evidence.by_name.get(w, ())}]
        if dimensions:
            touched = [s for s in touched if s.dimension in dimensions]
        metrics = list(dict.fromkeys([(s.measures, s.dimension) for s in touched]))
        configs = [key for key in dict.fromkeys([(s.config, s.dimension) for s in touched]) if len(by_config[key]) > 1]
        if not parts and configs:
            told = Counter([(s.config, s.dimension) for s in touched if not s.measures.isdisjoint(words)])
            configs = [k for k in configs if told[k] > 1 or any([not series[i].measures.isdisjoint(BASE) for i in by_config[k]])]
    out: list[Group] = []
    memo = evidence.memo
    for metric in metrics if wholes else ():
        if dimensions and metric[1] not in dimensions:
            continue
        kept = memo.get((metric, stood))
        if kept is None:
            kept = memo[metric, stood] = _across_configs(evidence, metric, msg)
        out += kept
    for config in configs:
        if dimensions and config[1] not in dimensions:
            continue
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
        if before := series.before(msg):
            members.append(Member(series, before[-1], series.named, len(before)))
    if len(members) == 1 and (variants := members[0].series.variants):
        stood = [(words, [b for b in batches if b.msg < msg]) for words, batches in variants]
        by_command = [Member(members[0].series, found[-1], words, len(found)) for words, found in stood if found]
        if len(by_command) > 1:
            return [_group(by_command, "config", *key)]
    return [_group(members, "config", *key)] if members else []


def _across_metrics(evidence: Evidence, key: tuple[str, str], msg: int) -> list[Group]:
    """One group for each call that printed several metrics of the config, from the newest batches."""
    places = evidence.by_config[key]
    if len(places) < 2:
        return []
    by_call: dict[tuple[int, int], list[Member]] = defaultdict(list)
    for i in places:
        series = evidence.series[i]
        if before := series.before(msg):
            by_call[before[-1].msg, before[-1].part].append(Member(series, before[-1], series.measures, len(before)))
    calls = list(by_call.values())
    if len(calls) > 1 and max(map(len, calls)) == 1:
        calls = [[m for found in calls for m in found]]
    return [_group(members, "metric", members[0].series.named, key[1]) for members in calls if len(members) > 1]


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


def mention(group: Group, claim: Claim) -> Group:
    """The same group with the members that the claim names, in the order of its text, and the families it names."""
    words = claim.tokens
    if words.isdisjoint(group.words):
        return group
    named, family = [], []
    cell = bool(claim.row or claim.column)
    for m in group.members:
        if words.isdisjoint(m.words):
            continue
        telling = m.telling & words or (_numbered(m.unique, claim) if cell else None)
        if telling or (m.words <= words and _worded(m) and (m.distinct or not _another_named(m, group, words))):
            named.append((place(claim, telling or m.distinct or m.words), m))
        elif not m.kin.isdisjoint(words):
            family.append(m)
    if len(named) > 1:
        shared = frozenset.intersection(*[m.distinct for _, m in named])
        if shared:
            named = [(place(claim, m.distinct - shared or m.words), m) for _, m in named]
        named.sort(key=lambda pair: pair[0])
        if not _AGAINST.search(claim.low):
            where = [m for at, m in named if at < 10**6 and _WHERE.search(claim.low[max(0, at - 20) : at])]
            named = [] if len(where) == len(named) else named
    if not named and not family:
        return group
    found = group.saying(group.members, named, family)
    if len(named) < 2 and len(family) > 1:
        found.crossed = crossings(group, claim)
    return found


def _worded(member: Member) -> bool:
    """Whether its name is more than numbers."""
    return any([not w[0].isdigit() for w in member.words])


def _another_named(member: Member, group: Group, words: frozenset[str]) -> bool:
    return any(o is not member and o.distinct <= words for o in group.members)


def crossings(group: Group, claim: Claim) -> list[list[tuple[int, Member]]]:
    """Members that differ in one factor whose levels the claim names: "sv1 beats sv4" over `a sv1`, `a sv4`, `b sv1`, `b sv4` are two
    comparisons. One level named and one other in the data will do. Where the claim names a context ("in a"), that one only."""
    if group.grid is None:
        group.grid = {}
        for m in group.members:
            for word in m.distinct:
                if not word[0].isdigit():
                    group.grid.setdefault(m.distinct - {word}, {})[word] = m
    words = claim.tokens - _DUMB
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
    own, wanted, metric = claim.tokens, claim.metrics, group.metric
    shared = group.headline & own
    if group.across == "metric":
        return -1 if wanted - group.words - metric else 2 * len(shared)
    named = not shared and not own.isdisjoint(metric)
    if group.dimension in ("number", "count") and not shared and (not named or not metric & own - STOP):
        return -1
    if wanted and wanted.isdisjoint(group.measured):
        return -1
    if group.secondary and not shared and own.isdisjoint(group.secondary) and claim.around.isdisjoint(group.secondary):
        return -1
    if not wanted and any(map(PERCENTILE.match, metric)):
        return -1
    if "test" in metric and "test" not in own:
        return -1
    if group.dimension == "size" and not _sized(claim) and not metric & own - STOP:
        return -1
    if shared and (metric & SPECIFIC_METRIC) - own:
        return 2 * len(shared)
    return 2 * len(shared) + (1 if shared or named else 0)


def _sized(claim: Claim) -> bool:
    return not claim.tokens.isdisjoint(_SIZES) or any(q.dimension == "size" for q in claim.quantities)
