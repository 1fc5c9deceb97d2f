"""Which hypotheses a word names, and what belongs to the story of one."""

import re
from collections import Counter
from collections.abc import Iterable

from sessionlens.graph.names import key, keys, words
from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Verification
from sessionlens.reports.labels import program_of
from sessionlens.text.regex import regex

_APPOSED = regex(r"([\w-]+(?: [\w-]+)?)(?: \(|: | = )([\w-]+(?: [\w-]+)?)\b")
"""Two names side by side, the second in brackets or after a colon."""
_NAMED = regex(r"(?<![\w./-])(?=[a-z_-]*[a-z])(?:[\w]+[-_][\w-]*\w|[a-z]+\d+)(?![\w./-])", re.I)
"""A name that somebody gave to a variant: "pool-8", "with_cache", "v2"; no plain word, number or path."""


class Unknown(LookupError):  # noqa: N818 - it names an answer to the user, not a fault
    """What was asked for is not in the session. `near` are the names that come closest, or all that match when it was ambiguous."""

    def __init__(self, what: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(f"{what}; did you mean {', '.join(near)}?" if near else what)
        self.near = near


def find_hypotheses(view: View, wanted: str) -> tuple[Hypothesis, ...]:
    """The hypotheses that a word names: by id, else by alias, else by the words of their text.

    A name may be borne by several, for an investigation often asks several questions of one thing; all of them are returned, in
    order. Raises `Unknown` with the nearest aliases where none matches.
    """
    everything = view.hypotheses
    by_id = tuple(h for h in everything if h.id == wanted)
    name = key(wanted)
    by_alias = tuple(h for h in everything if name and name in {key(a) for a in h.aliases})
    part_of_alias = tuple(h for h in everything if name and any(name in keys(a) for a in h.aliases))
    needles = set(words(wanted))
    by_words = tuple(h for h in everything if needles and needles <= set(words(f"{h.text} {h.quote}")))
    for matched in (by_id, by_alias, part_of_alias, by_words, _called_together(view, name)):
        if matched:
            return matched
    from difflib import get_close_matches

    names = sorted({a for h in everything for a in h.aliases} | {h.id for h in everything})
    folded = {n.casefold(): n for n in names}
    near = tuple(folded[n] for n in get_close_matches(wanted.casefold(), folded, 5, 0.5))
    if near or not names:
        raise Unknown(f"no hypothesis is called {wanted!r}", near)
    raise Unknown(f"no hypothesis is called {wanted!r}; there are {', '.join(names[:8])}{' and others' if len(names) > 8 else ''}")


def _called_together(view: View, name: str) -> tuple[Hypothesis, ...]:
    """Hypotheses whose alias stands beside the name as another name for it: "the pool change (P1)", "P1 (pool)", "P1: pool"."""
    if not name:
        return ()
    counts: Counter[str] = Counter()
    aliases = {key(a): h.id for h in view.hypotheses for a in h.aliases if key(a)}
    for message in view.session.messages:
        if view.until is not None and message.number > view.until:
            break
        for pair in _APPOSED.findall(message.text):
            left, right = keys(pair[0]), keys(pair[1])
            if name in left:
                counts.update(aliases[k] for k in right & aliases.keys())
            if name in right:
                counts.update(aliases[k] for k in left & aliases.keys())
    if not counts:
        return ()
    best = counts.most_common(1)[0][0]
    return tuple(h for h in view.hypotheses if h.id == best)


def slice_of(view: View, hypotheses: Iterable[Hypothesis], words: Iterable[str] = ()) -> frozenset[str]:
    """The ids of a hypothesis's story: its changes and what they set off, what tested it and what that was compared with, and the
    conclusions that rest on any of these, name it, or were drawn where it was decided. `words` are more names for it."""
    chosen = tuple(hypotheses)
    ids = {h.id for h in chosen}
    names = ({key(a) for h in chosen for a in h.aliases} | {key(w) for w in words}) - {""}
    for hypothesis in chosen:
        ids.update(view.targets(hypothesis.id, "motivates"), view.sources(hypothesis.id, "tests"))
        ids.update(view.sources(hypothesis.id, "supports"), view.sources(hypothesis.id, "opposes"))
    ids |= {c.id for c in view.changes if c.hypothesis in ids or any(key(n) in names for n in c.names)}
    changed = {i for i in ids if isinstance(_fact(view, i), Change)}
    ids |= {r.id for r in view.reversions if r.of in changed}
    ids |= {v.id for v in view.verifications if names & keys(v.subject) or _singly(view, v, changed)}
    ids |= _concluded(view, chosen, names)
    nodes = {n for i in ids if (v := view.verdict(i)) is not None for n in v.nodes}
    ids |= {n for n in nodes if isinstance(_fact(view, n), Measurement | Verification)}
    ids |= _alike(view, ids)
    ids |= _of_variants(view, ids)
    evidence = {i for i in ids if isinstance(_fact(view, i), Measurement)}
    resting = (c for c in view.conclusions if (v := view.verdict(c.id)) is not None and evidence & set(v.nodes))
    ids |= {c.id for c in resting if not _of_others(view, chosen, names, c)}
    beside = {n for i in ids if (v := view.verdict(i)) is not None and evidence & set(v.nodes) for n in v.nodes}
    ids |= {n for n in beside if isinstance(_fact(view, n), Measurement)}
    return frozenset(i for i in ids if _fact(view, i) is not None)


def _singly(view: View, v: Verification, changed: set[str]) -> bool:
    """Whether a verification looks at one of these changes; one that looks at everything done so far tells no single story."""
    looked_at = view.targets(v.id, "verifies")
    return len(looked_at) <= 2 and bool(changed & set(looked_at))


def _concluded(view: View, chosen: tuple[Hypothesis, ...], names: set[str]) -> set[str]:
    """Conclusions that name it, and those of the messages that decided it unless they name another hypothesis only."""
    deciding = {m for h in chosen for m in h.decided_by}
    found = set()
    for c in view.conclusions:
        if names & _said(c) or (c.msg in deciding and not _of_others(view, chosen, names, c)):
            found.add(c.id)
    return found


def _said(c: Conclusion) -> frozenset[str]:
    return keys(c.quote) | {key(n) for n in c.names}


def _of_others(view: View, chosen: tuple[Hypothesis, ...], names: set[str], c: Conclusion) -> bool:
    """Whether a conclusion names another hypothesis and none of these."""
    own = {h.id for h in chosen}
    said = _said(c)
    return not names & said and any(key(a) in said for h in view.hypotheses if h.id not in own for a in h.aliases if key(a))


def _alike(view: View, ids: set[str]) -> set[str]:
    """Measurements to compare with those of the slice: the same metric and unit from the same program."""
    kinds = set()
    for i in ids:
        m = _fact(view, i)
        if isinstance(m, Measurement) and (m.unit or m.direction != "unknown"):
            kinds.add((m.metric, m.unit, program_of(m.command)))
    return {m.id for m in view.measurements if (m.metric, m.unit, program_of(m.command)) in kinds}


def _of_variants(view: View, ids: set[str]) -> set[str]:
    """Measurements of the variants that the slice compares, whatever they measure: the counters of a run whose times were taken before."""
    tried = [m for i in ids if isinstance(m := _fact(view, i), Measurement) and m.direction != "unknown" and m.unit]
    by_metric: dict[tuple[str, str], list[Measurement]] = {}
    for m in tried:
        by_metric.setdefault((m.metric, program_of(m.command)), []).append(m)
    names: set[str] = set()
    for group in by_metric.values():
        said = [frozenset(_NAMED.findall(m.config)) for m in group]
        names |= frozenset().union(*said) - said[0].intersection(*said)
    if not names:
        return set()
    named = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(sorted(map(re.escape, names)))})(?![A-Za-z0-9])")
    first = min(m.msg for m in tried)
    return {m.id for m in view.measurements if m.msg >= first and m.direction != "unknown" and named.search(m.config)}


def _fact(view: View, fact_id: str) -> Fact | None:
    return view.fact(fact_id) if fact_id in view.graph.nodes and "fact" in view.graph.nodes[fact_id] else None
