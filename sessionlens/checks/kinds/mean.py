"""Mean: "12 ms on average", "median of 5". Recomputed from the runs, or from the rows of one output; says which average fits."""

import re
from collections import defaultdict

from sessionlens.checks.binding.labels import comparable, lacks
from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.binding.named import PLAIN, wanted
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, SECONDARY, STOP, content, stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.intervals import aggregates, claimed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.printouts import Point, plain
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "mean"
NUMERIC = True
_CUES = word_set("average averages averaged mean median medians avg")
_OF = regex(
    rf"\b(?:over|across|of|for)(?: all)?(?: the| our| these| those)? ({'|'.join(NUMBERS)}|\d{{1,3}}) (?:[a-z]+ )?([a-z]+s)\b"
    r"|\b(?:over|across|of|for) (?:all )?the ([a-z]+s)\b"
    r"|\b(?:an?|each|every|per|the|all) ([a-z]+)\b"
)
_SURELY = 2
_KIND_OF = regex(r"^(?P<word>[a-z_-]*?[a-z])[ _#-]?(?P<number>\d+)$", re.I)


def recognise(claim: Claim) -> float:
    return 0.54 if claim.words & _CUES and any(q.dimension not in ("count", "percent", "ratio") for q in claim.quantities) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity = next(q for q in claim.quantities if q.dimension not in ("count", "percent", "ratio"))
    found = judge_level(claim, quantity, evidence)
    if found.verdict == "unsupported" and not claim.cell and quantity.unit:
        return over_rows(claim, quantity, evidence) or found
    return found


def over_rows(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """The average of what one call printed for several things: the values under labels that differ in a number alone ("request 1",
    "request 2"), or under a table's row names. None where nothing says that these things are meant, or several sets of rows are."""
    how = wanted(claim)
    if how not in ("mean", "median"):
        return None
    rows = _rows(claim, quantity, evidence)
    if len(rows) != 1:
        return None
    points, surely = rows[0]
    values = dict(aggregates([p.value for p in points]))
    wide = dict(aggregates([p.wide() for p in points]))
    found = number(quantity, values[how], wide=wide[how])
    unit = points[0].fact.unit
    text = (
        f"{how} of {', '.join(p.fact.raw for p in points[:8])} = {plain(values[how].point, unit)}, claimed {quantity.raw}: {found.verdict}"
    )
    if found.verdict == "contradicted":
        if not surely:
            return None
        other = [name for name, value in values.items() if name != how and value.touches(claimed(quantity))]
        text += f"; probably the {other[0]}" if len(other) == 1 else ""
    return Judgement(found.verdict, found.caveats, text, (points[0].fact.msg,), tuple(p.fact.id for p in points))


def _rows(claim: Claim, quantity: Quantity, evidence: Evidence) -> list[tuple[list[Point], bool]]:
    """The sets of rows that the claim may be of, of the newest call that has one, and whether the claim says so surely."""
    nouns = {stem(w) for match in _OF.finditer(claim.low) for w in match.groups()[1:] if w} - STOP
    counts = [NUMBERS[n] if n in NUMBERS else int(n) for n in (m[1] for m in _OF.finditer(claim.low)) if n]
    named = claim.tokens - PLAIN - frozenset(AGGREGATE)
    calls: dict[tuple[int, int], list[tuple[str, str, Point]]] = defaultdict(list)
    for s in evidence.series:
        if s.dimension not in comparable(quantity) or not s.begun(claim.msg) or lacks(claim, s, "mean"):
            continue
        if not s.measures.isdisjoint(SECONDARY) and s.measures.isdisjoint(claim.tokens):
            continue
        batch = s.before(claim.msg)[-1]
        if len(batch.facts) == 1 and not batch.facts[0].samples:
            calls[batch.msg, batch.part].append((s.config, s.metric, batch.points[0]))
    for call in sorted(calls, reverse=True):
        told = [(metric, p) for _, metric, p in calls[call] if content(metric) & named]
        sets = _sets(calls[call])
        if len(told) > 1 and not any({m for m, _ in told} <= {m for m, _ in rows} for rows in sets):
            sets.append(told)
        meant = [(rows, _meant(rows, nouns, named, call, evidence)) for rows in sets if not counts or len(rows) in counts]
        found = [([p for _, p in rows], how == _SURELY or bool(counts)) for rows, how in meant if how]
        if found:
            return found
    return []


def _sets(values: list[tuple[str, str, Point]]) -> list[list[tuple[str, Point]]]:
    """Values of one config whose metrics differ in a number, and values of one metric under several configs."""
    sets: dict[tuple[str, str], list[tuple[str, Point]]] = defaultdict(list)
    for config, metric, point in values:
        if match := _KIND_OF.match(metric):
            sets[config, f"{match['word']}#"].append((metric, point))
        elif match := _KIND_OF.match(config):
            sets[f"{match['word']}#", metric].append((config, point))
        else:
            sets["", metric].append((config, point))
    return [rows for rows in sets.values() if len(rows) > 1]


def _meant(rows: list[tuple[str, Point]], nouns: set[str], named: frozenset[str], call: tuple[int, int], evidence: Evidence) -> int:
    """How surely the claim speaks of these rows: it names each of them or their kind, or a thing of which the first letter numbers them
    ("q1" of queries), or what the call's output or command calls them."""
    labels = [label.lower() for label, _ in rows]
    if all(content(label) & named or label in named for label in labels):
        return _SURELY
    for noun in nouns:
        if len(noun) < 3:
            continue
        if all(label.startswith(noun) or (label[0] == noun[0] and label[1:].isdigit()) for label in labels):
            return _SURELY
        for msg, run in evidence.runs[evidence.runs_until(call[0]) : evidence.runs_until(call[0] + 1)]:
            if msg == call[0] and run.part == call[1] and re.search(rf"(?<![a-z]){re.escape(noun)}", evidence.lowered(run)[:2000]):
                return 1
    return 0
