"""How it came about and how it was found: trigger, detection, contributing factors, containment and fix.

A trigger is what was changed between the base and the first worse value; nothing here says that it was the cause. Only a hypothesis
that was confirmed, or a causal statement that the tools bear out, is called a contributing factor.
"""

import re

from sessionlens.checks.claims.words import tokens
from sessionlens.graph.names import key, keys
from sessionlens.model.facts import Change, Fact, Reversion
from sessionlens.model.frozen import Record
from sessionlens.prose.remedies import STARTS
from sessionlens.reports import compare, numbers, stated, tables
from sessionlens.reports.context import impact, measurements
from sessionlens.reports.context.common import called, change_name, judged_words, name_of, own_name, status_at, undone_name
from sessionlens.reports.lines import Code, Line, Quote, Word, counted, listed, say
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

SHOWN = 8
LEAST, TRIFLE, MANY = 0.03, 0.005, 5
"""Of single runs, the share below which a difference starts no story; the factor from which it is told as one."""
_BESIDE = regex(r"(?:^|/)(?:tests?|docs?|bench\w*)/|(?:^|/)\.git|\.(?:md|rst|txt|sh)$|(?:^|/)test_|_test\.")
_CAUSE = regex(
    r"\b(?:because|due to|caused? by|causes?|comes? from|results? from|(?:cause|reason|culprit|explanation)\b|explains?)\b", re.I
)
_SAMPLED = frozenset(("flat", "cum", "self", "children", "overhead", "share", "samples"))
"""What a profile counts of one function says nothing of the whole."""
_STEP = regex(r"\b(?:instead|this time|from now on|let me|i['’]ll)\b[^.]*\bbecause\b", re.I)
"""A reason for what is done next, and for nothing that was found."""
_IDEA = regex(r"(?:idea|option|plan|variant|proposal|candidate)\b", re.I)
_ONLY_FOUND = regex(
    r"\b(?:cause|reason|culprit)\b[^:.]{0,24}?\b(?:pinned|found|identified|clear|known|nailed|located|confirmed|understood)\b(?!\s*[:—–-]\s*\w)",
    re.I,
)
"""That a cause was found says none."""
_DENIED = regex(r"\b(?:not|no|never|nor|neither|without|so far|only my)\b|n't\b", re.I)


_SOLVED = regex(
    r"\b(?:fix(?:es|ed)|resolve[sd]|solve[sd]|cure[sd]|no longer|gone|disappear(?:s|ed)|went away|works (?:now|again)|"
    r"now (?:works|passes))\b",
    re.I,
)


class Factors(Record):
    """`trigger` and `detection` are None where no value was worse than its base. `confirmed` were shown, `suspected` only said.
    `containment` is what was undone. Of the changes that stand and that a confirmed hypothesis asked for, `fix` are those after which
    the symptom was measured or said to be gone, `stand` the others."""

    trigger: Line | None
    detection: Line | None
    confirmed: tuple[Line, ...]
    suspected: tuple[Line, ...]
    containment: tuple[Line, ...]
    fix: tuple[Line, ...]
    stand: tuple[Line, ...]


def build(scope: Scope) -> Factors | None:
    found = _first_worse(scope)
    trigger = _trigger(scope, *found) if found else None
    detection = _detection(scope, *found) if found else None
    confirmed, suspected = _causes(scope)
    containment = _containment(scope)
    fix, stand = _fix(scope)
    if not (trigger or confirmed or suspected or containment or fix or stand):
        return None
    causes = tuple(confirmed[:SHOWN]), tuple(suspected[:SHOWN])
    return Factors(trigger, detection, *causes, tuple(containment[:SHOWN]), tuple(fix), tuple(stand))


def _containment(scope: Scope) -> list[Line]:
    """Named changes that were undone, those of one name in one line."""
    by: dict[str, list[Change]] = {}
    for c in scope.view.changes:
        if scope.view.state(c.id) != "applied" and (c.names or c.hypothesis):
            by.setdefault(_bearing(scope, c), []).append(c)
    lines = []
    for name, group in by.items():
        part = " in part" if any(scope.view.state(c.id) == "partial" for c in group) else ""
        lines.append(
            say(
                f"{name} {'were' if ' and ' in name else 'was'} undone{part}",
                cites=[m for c in group for m in (c.msg, *_undoing(scope, c))],
            )
        )
    return lines


def _bearing(scope: Scope, c: Change) -> str:
    """The name of a change that was undone: its own, else that of the belief it put to work."""
    owner = next((h for h in scope.whole.hypotheses if h.id == c.hypothesis), None) if not c.names else None
    return f"the change for {name_of(owner)}" if owner and own_name(owner) else undone_name(scope, c)


def _undoing(scope: Scope, c: Change) -> list[int]:
    return scope.undone_at(c.id)


def _first_worse(scope: Scope) -> tuple[compare.Group, compare.Row, compare.Row] | None:
    """The earliest comparison of a headline metric whose value is worse than its base, and not only by noise."""
    groups = impact.total_groups(scope) + measurements.all_groups(scope)
    told = [g for g in groups if g.rows[0].measured[0].direction in ("lower", "higher") and (not g.workload or impact.headline(g))]
    told = [g for g in told if tokens(g.metric).isdisjoint(_SAMPLED)]
    pairs = [(g, g.rows[r.base], r) for g in told for r in g.rows if not r.lost and r.base is not None and g.based(r)]
    for group, base, row in sorted(pairs, key=lambda pair: (not impact.headline(pair[0]), pair[2].measured[0].msg)):
        if _one_program(scope, base, row) or not impact.befell(scope, base, row) or _untouched(scope, base, row):
            continue
        d = numbers.delta(tables.value_of(base), tables.value_of(row))
        if d is not None and d.sign == (1 if row.measured[0].direction == "lower" else -1) and _more_than_noise(base, row, d):
            return group, base, row
    return None


def _one_program(scope: Scope, base: compare.Row, row: compare.Row) -> bool:
    """Whether two rows are of one program under two names: a control that was run for its noise, or a build that had not taken."""
    both = {m.msg for m in base.measured} & {m.msg for m in row.measured}
    controls = {v.msg for v in scope.whole.verifications if v.topic == "control"}
    stale = {f.msg for f in scope.whole.findings if f.issue == "stale-build"}
    return not both.isdisjoint(controls | stale)


def _untouched(scope: Scope, base: compare.Row, row: compare.Row) -> bool:
    """Whether nothing was changed between two runs of one thing, so that they only tell how far its runs scatter."""
    if (base.variant or base.config) != (row.variant or row.config):
        return False
    first, last = sorted((base.measured[-1].msg, row.measured[0].msg))
    return not any(first < e.msg <= last and not _beside(e) for e in (*scope.whole.changes, *scope.whole.reversions))


def _more_than_noise(base: compare.Row, row: compare.Row, d: numbers.Delta) -> bool:
    """Runs that can be told apart; where runs do not say, a difference of at least `LEAST`."""
    was = tables.value_of(base).mean
    apart = abs(tables.value_of(row).mean - was)
    if d.apart is not None:
        return d.apart and apart >= TRIFLE * abs(was)
    return apart >= LEAST * abs(was)


def _trigger(scope: Scope, group: compare.Group, base: compare.Row, row: compare.Row) -> Line | None:
    """What stood between the two runs."""
    first, last = sorted((base.measured[-1].msg, row.measured[0].msg))
    between = [e for e in (*scope.whole.changes, *scope.whole.reversions) if first < e.msg <= last and not _beside(e)]
    if base.variant != row.variant and row.variant:
        against = base.variant or "the first run"
        return say(
            f"The worse value of {impact.title(group)} is that of ",
            Code(row.variant),
            ", against ",
            Code(against),
            ".",
            cites=(first, last),
        )
    names = list(
        dict.fromkeys(change_name(e) if isinstance(e, Change) else "an undoing" for e in between if isinstance(e, Change | Reversion))
    )
    if not names:
        return None
    few = f"{listed(names[:6])}{f' and {len(names) - 6} more' if len(names) > 6 else ''}"
    alone = "" if len(names) == 1 else "; they came together, so none of them is singled out by it"
    tried = all(isinstance(e, Change) and scope.view.state(e.id) == "reverted" for e in between)
    alone += (", undone since" if len(names) == 1 else "; all of them are undone since") if tried else ""
    return say(f"Between the better and the worse run stood {few}{alone}.", cites=[first, last, *(e.msg for e in between)])


def _beside(e: Fact) -> bool:
    """Whether it is of no file that a program is made of: a script that measures, a test, a document."""
    return isinstance(e, Change | Reversion) and bool(e.files) and all(_BESIDE.search(f) for f in e.files)


def _detection(scope: Scope, group: compare.Group, base: compare.Row, row: compare.Row) -> Line:
    at = row.measured[0].msg
    ids = [{m.id for m in r.measured} for r in (base, row)]
    told = ((c, v) for c, v in scope.judged() if c.msg >= at and v.claim in stated.COMPARING and c.statement.kind != "cell")
    said = next((c for c, v in told if all(i & set(v.nodes) for i in ids)), None)
    d = numbers.delta(tables.value_of(base), tables.value_of(row))
    amount = f" ({_amount(base, row, d.percent)})" if d and d.percent else ""
    was, now = (_valued(tables.value_of(r)) for r in (base, row))
    head = f"The first value worse than its base is one of {impact.title(group)}: {now} against {was}{amount}"
    if said is None:
        return say(head + ".", cites=(at,))
    return say(head + "; it was put into words as ", Quote(scope.clip(said.quote, 140)), cites=(at, said.msg))


def _valued(value: numbers.Value) -> str:
    return numbers.told(value) + (f" (mean of {value.n})" if (value.n or 0) > 1 else "")


def _amount(base: compare.Row, row: compare.Row, percent: str) -> str:
    """A difference as a reader takes it in: many times as much is no percentage."""
    was, now = tables.value_of(base).mean, tables.value_of(row).mean
    return f"{float(now / was):.3g} times as much" if was and now / was >= MANY else percent


def _no_cause(words: str) -> bool:
    """Whether a belief is a question, or says what is to be done or seen: "keep the whole path and compare", "it should be gone"."""
    return words.rstrip(" *_").endswith("?") or STARTS.match(words) is not None or " should " in words or " instead of " in words


def _causes(scope: Scope) -> tuple[list[Line], list[Line]]:
    confirmed: list[Line] = []
    suspected: list[Line] = []
    for h in scope.hypotheses:
        status, decided = status_at(scope, h)
        if scope.sees_message(h.msg) and status == "confirmed" and not (_no_cause(judged_words(h)) or _IDEA.match(name_of(h))):
            confirmed.append(say(*called(scope, h), " ", Word("confirmed"), cites=(h.msg, *decided)))
    for c, v in scope.judged():
        if v.claim != "causal" or v.verdict == "contradicted":
            continue
        if _CAUSE.search(c.quote) and not _DENIED.search(c.quote) and not _ONLY_FOUND.search(c.quote) and not _STEP.search(c.quote):
            line = say(Quote(scope.clip(c.quote, 160)), " ", Word(v.verdict), cites=(c.msg, *v.evidence))
            (confirmed if v.verdict == "supported" else suspected).append(line)
    return confirmed, suspected


def _fix(scope: Scope) -> tuple[list[Line], list[Line]]:
    """Changes that stand at the end and that a confirmed hypothesis asked for: those after which the symptom was seen to be gone, and the
    others, which may only have looked for it."""
    good = {h.id for h in scope.hypotheses if h.status == "confirmed"}
    kept = [c for c in scope.view.changes if scope.view.state(c.id) == "applied" and (c.hypothesis in good or _motivated(scope, c, good))]
    if not kept:
        return [], []
    spans = _better(scope)
    solved = [(c.msg, keys(c.quote)) for c, v in scope.judged() if v.verdict == "supported" and _SOLVED.search(c.quote)]
    told = [(c, _gone(c, spans, solved)) for c in kept]
    fixes, others = [(c, at) for c, at in told if at], [c for c, at in told if not at]
    fix = []
    if fixes:
        seen = sorted({n for _, at in fixes for n in at})
        head = f"{_counted_names([c for c, _ in fixes])}: linked to a confirmed hypothesis, and what came after it was better or passed."
        fix.append(say(head, cites=[*(c.msg for c, _ in fixes), *seen]))
    rest = []
    if others:
        head = f"{_counted_names(others)}: linked to a confirmed hypothesis; that the symptom went away with it was not found."
        rest.append(say(head, cites=[c.msg for c in others]))
    return fix, rest


def _counted_names(kept: list[Change]) -> str:
    names = list(dict.fromkeys(change_name(c) for c in kept))
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return f"{counted(len(kept), 'change stands', 'changes stand')}, {listed(names[:6])}{more}"


def _better(scope: Scope) -> list[tuple[int, int]]:
    """Pairs of messages, a worse value of a headline metric in the first and a better one of the same label in the second; and a check
    that failed in the first and passed in the second."""
    out = []
    for group in impact.total_groups(scope) + measurements.all_groups(scope):
        for row in group.rows if impact.headline(group) else ():
            if row.lost or row.base is None:
                continue
            base = group.rows[row.base]
            d = numbers.delta(tables.value_of(base), tables.value_of(row)) if base.config == row.config else None
            better = d is not None and d.sign == (-1 if row.measured[0].direction == "lower" else 1)
            if d is not None and better and _more_than_noise(base, row, d):
                out.append((base.measured[-1].msg, row.measured[0].msg))
    failed: dict[str, int] = {}
    for v in scope.view.verifications:
        if v.command and v.result == "fail":
            failed[v.command] = v.msg
        elif v.command and v.result == "pass" and v.command in failed:
            out.append((failed.pop(v.command), v.msg))
    return out


def _gone(c: Change, spans: list[tuple[int, int]], solved: list[tuple[int, frozenset[str]]]) -> tuple[int, ...]:
    """The messages that show that the symptom was gone after a change: the first values or checks around it, or a statement that names
    it and is borne out (`solved`: the message and the names of each that speaks of a solution)."""
    around = [second for first, second in spans if first <= c.msg <= second]
    if around:
        return (min(around),)
    names = {key(n) for n in (*c.names, *(f.rpartition("/")[2] for f in c.files))} - {""}
    first = next((msg for msg, named in solved if msg >= c.msg and not names.isdisjoint(named)), None)
    return () if first is None else (first,)


def _motivated(scope: Scope, c: Change, good: set[str]) -> bool:
    return bool(good & set(scope.whole.sources(c.id, "motivates")))
