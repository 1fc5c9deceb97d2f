"""What a claim says of a group: the members that it names, the families, how well the metric answers, which one is compared against."""

import re
from functools import lru_cache

from sessionlens.checks.claims.claim import PERCENTILE, Claim
from sessionlens.checks.claims.words import COUNTS, SPECIFIC_METRIC, STOP, word_set
from sessionlens.checks.evidence.groups import DUMB, Group, Member
from sessionlens.text.regex import regex

_NEXT = r"\s*(?:that of\s+)?(?:the\s+|a\s+|its\s+|our\s+|plain\s+|bare\s+)*[`\"'(*-]*$"
MARK = regex(
    r"(?:\bthan(?: (?:with|for|in|on|by|at|using))?|\bover|\bagainst|\bvs\.?|\bversus|\bcompared (?:with|to)|\bcompared against"
    r"|\brelative to|\bfrom|\bon top of|\bagainst the|\bbelow|\babove|\bahead of|\bbehind|\bas fast as"
    r"|\bas slow as|\bas (?:large|big|small|long|high|low|much|many) as|\bof that of|\bthat of)" + _NEXT
)
_PART_OF = regex(r"\bof" + _NEXT)
_RELATION = regex(r"\d\s?(?:%|x\b|×)|\b(?:half|twice|double|triple|times|third|quarter|percent|fraction|multiple)\b")
"""With one of these before it ("80 % of", "half the time of") a bare "of" is followed by what is compared against; with none ("the time of
B is 20 % lower") by what is spoken of."""
ARROW = regex(r"->|→|=>|\bto (?:the |an? |our |its |using |with )?[`\"'(*]*(?:[\w.]+[-_/])*$")
_WHERE = regex(r"\b(?:in|for|on|during|under|at|within)\s+(?:the\s+)?[`\"'(*]*$")
_AGAINST = regex(r"\b(?:than|vs|versus|against|compared|relative|from|over|beats?|as)\b|->|→")
_SIZES = word_set(
    "size byte large larger largest small smaller smallest big bigger biggest shrink shrank memory disk footprint heavier lighter grew "
    "grow grown space mb gb kb mib gib kib"
)
"""Words without which no file's or object's size is meant."""
_TAIL = regex(r"([a-zµ]+)(\d+)$")
_SMALL = 4
"""Letters from which on a word is hardly a part of others by chance."""


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
        telling = m.telling & words or (_numbered(m.unique, claim) if cell else _joined(m, words, claim))
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
    return any(not w[0].isdigit() for w in member.words)


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
    words = claim.tokens - DUMB
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


def _joined(member: Member, words: frozenset[str], claim: Claim) -> frozenset[str]:
    """The word that alone tells a member apart and names nothing by itself, where the claim has it joined to the rest of the name
    ("yaml-a", "sleep-on")."""
    small = member.unique & words & DUMB
    label = member.label.lower() if small else ""
    return frozenset(w for w in small for m in [_compound(w).search(label)] if m is not None and _whole(claim.low, m[0]) >= 0)


@lru_cache(maxsize=512)
def _compound(word: str) -> re.Pattern[str]:
    return re.compile(rf"[a-z0-9]+[-_=:.]{re.escape(word)}(?![a-z0-9])")


def _whole(low: str, word: str) -> int:
    """Where a text has a word with no letter or digit at its ends; -1 where it has none."""
    at = low.find(word)
    while at >= 0:
        end = at + len(word)
        if not (at and low[at - 1].isalnum()) and not low[end : end + 1].isalnum():
            return at
        at = low.find(word, at + 1)
    return -1


def _number(digits: str) -> str:
    """A pattern for a number in digits or as a word."""
    spelled = next((word for word, n in COUNTS.items() if str(n) == digits), "")
    return rf"(?:{digits}|{spelled})" if spelled else digits


def place(claim: Claim, words: frozenset[str]) -> int:
    """Where the claim first has one of the words; a large number where it only has another name of the thing."""
    best = 10**6
    for word in words:
        at = _whole(claim.low, word) if len(word) < _SMALL else -1
        if at < 0:
            at = claim.low.find(word)
        if at < 0 and (tail := _TAIL.match(word)):
            joined = re.search(
                rf"{tail[1]}s?[ =:#_-]{{1,3}}{tail[2]}(?!\d)|(?<![\d.,]){_number(tail[2])} (?:[a-z]+[ -])?{tail[1]}", claim.low
            )
            at = joined.start() if joined else claim.low.find(tail[1])
        if 0 <= at < best:
            best = at
    return best


def is_based(claim: Claim, at: int) -> bool:
    """Whether what stands directly before a name makes it the thing compared against ("than X", "compared with X", "from X")."""
    return at < 10**6 and (
        MARK.search(claim.low[max(0, at - 40) : at]) is not None
        or MARK.search(claim.low[max(0, at - 60) : _start(claim.low, at)]) is not None
    )


def _start(low: str, at: int) -> int:
    """Where a compound name begins of which `at` is a part: "than sleep-off" is compared against by its first letter."""
    while 0 < at <= len(low) and (low[at - 1].isalnum() or (low[at - 1] in "-_./" and at > 1 and not low[at - 2].isspace())):
        at -= 1
    return at


def is_of(claim: Claim, at: int) -> bool:
    """Whether a name is compared against by a bare "of" behind a relation ("80 % of the time of X"): weaker than any other mark."""
    return at < 10**6 and _PART_OF.search(claim.low[max(0, at - 40) : at]) is not None and _RELATION.search(claim.low[:at]) is not None


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
    verbatim = 2 * ("_" in claim.low and _in_full(group.members[0].series.metric, claim))
    if shared and (metric & SPECIFIC_METRIC) - own:
        return 2 * len(shared) + verbatim
    return 2 * len(shared) + (1 if shared or named else 0) + verbatim


def _in_full(metric: str, claim: Claim) -> bool:
    """Whether a claim has a metric's own name as it is printed, "tcp_retries", and not some words of it."""
    name = metric.partition(" ")[0].lower()
    return "_" in name and _whole(claim.low.replace("_", "a"), name.replace("_", "a")) >= 0


def _sized(claim: Claim) -> bool:
    return not claim.tokens.isdisjoint(_SIZES) or any(q.dimension == "size" for q in claim.quantities)
