"""The investigation as a picture: a swimlane for HTML, a pruned flow chart in Mermaid for Markdown."""

from collections import Counter
from operator import attrgetter

from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.frozen import Record
from sessionlens.reports import charts
from sessionlens.reports.context.common import called, change_name, status_at, value_of
from sessionlens.reports.lines import counted, listed, plain
from sessionlens.reports.scope import Scope

MERMAID_AT_MOST = 32
SWIMLANE_AT_MOST = 400
NEIGHBOURS_AT_MOST = 4
PLURAL = {"hypothesis": "hypotheses"}
VERIFIES_AT_MOST = 2
DRAWN = ("motivates", "tests", "verifies", "reverts", "supports", "opposes")


class Picture(Record):
    """`svg` and `mermaid` are finished texts; `label` says in words what they show; `left` nodes are not in the flow chart. `shown`
    nodes are in the flow chart."""

    svg: str
    mermaid: str
    label: str
    shown: int
    left: int


def build(scope: Scope) -> Picture | None:
    everything = _facts(scope)
    total = sum(map(len, everything))
    if total < 2:
        return None
    facts = _telling(scope, everything)
    edges = _edges(scope, {f.id for f in facts})
    svg = charts.swimlane([_node(scope, f) for f in facts], edges, scope.redact)
    kept = _pruned(scope, facts, edges)
    nodes = [_node(scope, f) for f in facts if f.id in kept]
    flow = charts.flowchart(nodes, [e for e in edges if e[0] in kept and e[1] in kept], scope.redact)
    kinds = sorted(everything, key=lambda group: (group[0].msg, group[0].id))
    what = listed(counted(len(g), kind, PLURAL.get(kind, "")) for g in kinds for kind in [type(g[0]).__name__.lower()])
    label = f"Messages {kinds[0][0].msg} to {max(g[-1].msg for g in kinds)}, left to right: {what}."
    if len(facts) < total:
        label += f" Drawn are the {len(facts)} that tell most; {total - len(facts)} are left out."
    return Picture(svg, flow if len(kept) > 1 else "", label, len(kept), total - len(kept))


def _telling(scope: Scope, groups: list[list[Fact]]) -> list[Fact]:
    """As many facts as a picture can hold, in order: beliefs, reversions and refuted statements before what failed, what was decided,
    the rest."""
    by_rank: dict[int, list[Fact]] = {}
    for group in groups:
        constant = _RANKS.get(type(group[0]))
        if constant is not None:
            by_rank.setdefault(constant, []).extend(group)
            continue
        for fact in group:
            by_rank.setdefault(_rank(scope, fact), []).append(fact)
    out: list[Fact] = []
    for rank in sorted(by_rank):
        out += sorted(by_rank[rank], key=_place)[: SWIMLANE_AT_MOST - len(out)] if len(out) < SWIMLANE_AT_MOST else []
    return sorted(out, key=_place)


_place = attrgetter("msg", "id")


_RANKS: dict[type[Fact], int] = {Hypothesis: 0, Reversion: 0, Measurement: 3}
"""The ranks of facts of which one tells as much as the other."""


def _rank(scope: Scope, fact: Fact) -> int:
    if isinstance(fact, Conclusion):
        verdict = scope.view.verdict(fact.id)
        return 4 if verdict is None else 0 if verdict.verdict == "contradicted" else 3 if verdict.nodes else 4
    if isinstance(fact, Change):
        return 1 if fact.names or fact.hypothesis else 2
    return 1 if isinstance(fact, Verification) and fact.result == "fail" else 3


def _facts(scope: Scope) -> list[list[Fact]]:
    """The facts that may be drawn, by kind; of several measurements of one message, metric and unit one stands for all."""
    view = scope.view
    changes = [c for c in view.changes if not scope.clears(c)]
    values: dict[tuple[int, str, str], Measurement] = {}
    for m in view.measurements:
        values.setdefault((m.msg, m.metric, m.unit), m)
    groups = (view.hypotheses, changes, view.verifications, view.reversions, view.conclusions, values.values())
    return [list(group) for group in groups if group]


def _node(scope: Scope, fact: Fact) -> charts.Node:
    kind = type(fact).__name__.lower()
    tone = ""
    if isinstance(fact, Hypothesis):
        text, tone = plain(called(scope, fact)), status_at(scope, fact)[0]
    elif isinstance(fact, Change):
        text, tone = change_name(fact), scope.view.state(fact.id)
    elif isinstance(fact, Verification):
        text, tone = fact.subject or fact.text, fact.result
    elif isinstance(fact, Measurement):
        text = f"{fact.metric}{' ' + fact.config if fact.config else ''} {value_of(fact)}"
    elif isinstance(fact, Conclusion):
        verdict = scope.view.verdict(fact.id)
        text, tone = fact.quote, verdict.verdict if verdict else ""
    else:
        text = f"{'part of ' if isinstance(fact, Reversion) and fact.partial else ''}{fact.text}"
    return charts.Node(fact.id, fact.msg, kind, scope.clip(text, 90), tone)


def _edges(scope: Scope, ids: set[str]) -> list[charts.Edge]:
    """The edges drawn. A build or a test run that looks at everything changed so far tells nothing of any one change."""
    edges = sorted((s, t, k) for s, t, k in scope.view.edges(DRAWN) if s in ids and t in ids)
    many = {s for s, n in Counter(s for s, _, k in edges if k == "verifies").items() if n > VERIFIES_AT_MOST}
    return [e for e in edges if not (e[2] == "verifies" and e[0] in many)]


def _pruned(scope: Scope, facts: list[Fact], edges: list[charts.Edge]) -> set[str]:
    """At most `MERMAID_AT_MOST` nodes: hypotheses and refuted conclusions with what touches them, then reversions with what they undo."""
    around: dict[str, list[str]] = {}
    for s, t, _ in edges:
        around.setdefault(s, []).append(t)
        around.setdefault(t, []).append(s)
    by_id = {f.id: f for f in facts}

    def rank(fact: Fact) -> tuple[int, int, int, str]:
        verdict = scope.view.verdict(fact.id) if isinstance(fact, Conclusion) else None
        first = (
            0
            if isinstance(fact, Hypothesis)
            else 1
            if verdict and verdict.verdict == "contradicted"
            else 2
            if isinstance(fact, Reversion)
            else 3
        )
        return first, -len(around.get(fact.id, ())), fact.msg, fact.id

    kept: dict[str, None] = {}
    for fact in sorted((f for f in facts if f.id in around), key=rank):
        if len(kept) == MERMAID_AT_MOST:
            break
        neighbours = sorted((n for n in around[fact.id] if n not in kept), key=lambda n: rank(by_id[n]))[:NEIGHBOURS_AT_MOST]
        linked = [n for n in around[fact.id] if n in kept]
        wanted = [*([] if fact.id in kept else [fact.id]), *neighbours]
        if len(wanted) > (1 if linked else 0) and len(kept) + len(wanted) <= MERMAID_AT_MOST:
            kept.update(dict.fromkeys(wanted))
        elif linked and fact.id not in kept and len(kept) < MERMAID_AT_MOST:
            kept[fact.id] = None
    return set(kept)
