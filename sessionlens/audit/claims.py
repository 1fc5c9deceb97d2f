"""The statements of a document, judged: by its own tables and numbers, by those of the documents beside it, and by a session.

A table of a write-up is data that the write-up gives: its figures are evidence for the text around it and for the relations
("+7 %") in its own cells, but never for themselves. A statement with nothing to bear it out is `unsupported`, basis "none".
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sessionlens import checks
from sessionlens.audit import aggregates, arithmetic, cells, derived, fates, laws, lists, shapes
from sessionlens.audit.base import Basis, Claim
from sessionlens.audit.document import Document, Place
from sessionlens.audit.given import Given, given
from sessionlens.audit.held import another_thing, by_session
from sessionlens.audit.reading import stated
from sessionlens.checks.claims import claim as parsing
from sessionlens.checks.claims.words import BASE, FASTER, LESS, MORE, SLOWER, STOP, tokens
from sessionlens.checks.conclusions import recognised
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.kinds import range_, universal
from sessionlens.checks.values.judge import Judgement
from sessionlens.graph.build import assemble
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Measurement
from sessionlens.model.quantity import Quantity
from sessionlens.model.session import Message, Session
from sessionlens.model.trace import Turn
from sessionlens.model.verdict import Verdict
from sessionlens.model.words import ClaimKind, VerdictWord
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_GIVEN = frozenset({"level", "size", "duration", "count", "tests", "state"})
"""Kinds that state a figure as it was found."""
_RELATIONS = frozenset({"percent", "ratio", "points", "vague"})
"""Kinds that a cell computes from others; what else it says is data that the document gives."""
_DERIVED = frozenset({"percent", "ratio", "delta", "range", "universal", "ranking", "trend", "mean", "geomean", "points", "no-difference"})
"""Kinds for which a whole sentence is tried where no clause of it was taken for a result."""


_OWN = regex(r"(?:\b(?:printed|before|in) )*\b(?:in )?msg [12]\b")
"""How checks name the two messages that a document is read as."""
_REMAINDER = regex(r"\b\d+ (?:more|others?|further)\b")
_WORKED_OUT = regex(r"\bclaimed\b.*: (?:contradicted|supported|unsupported|undecidable)\b", re.S)
"""The derivation of a verdict."""
_EACH = regex(r"\b(?:whatever|whichever|no matter|regardless|irrespective|every|always|each of|all of)\b", re.I)


def judged(documents: tuple[Document, ...], view: View | None) -> tuple[Claim, ...]:
    """Every claim of every document, in order of place."""
    figures = given(documents)
    return tuple(claim for d in documents for claim in _folded(_with_derived(d, list(_of(d, figures, view)))))


def _with_derived(document: Document, found: list[Claim]) -> Iterator[Claim]:
    known = {(c.place.start, c.place.end) for c in found if c.basis != "none"}
    found = [*found, *(c for c in (*shapes.judged(document), *laws.judged(document)) if (c.place.start, c.place.end) not in known)]
    yield from found
    yield from derived.judged(document, found)


def _folded(claims: Iterator[Claim]) -> list[Claim]:
    """In order of place, without the clauses that nothing shows but whose figure was judged by itself."""
    found = sorted(claims, key=lambda c: (c.place.start, c.place.end))
    spans = [(c.place.start, c.place.end) for c in found if c.basis != "none"]
    return [c for c in found if c.basis != "none" or not any(c.place.start <= a and b <= c.place.end for a, b in spans)]


def _of(document: Document, figures: Given, view: View | None) -> Iterator[Claim]:
    found = stated(document, 2)
    figured = {c.id: kind for c in found if c.statement.kind == "cell" and (kind := _kind(c)) not in _RELATIONS}
    own = View(
        Session("document", "document", document.name, ()),
        assemble({Measurement: figures.facts, Conclusion: tuple(c for c in found if c.id not in figured)}, (1, 2), ()),
        {2: Turn(Message(2, "assistant", document.text), (), document.statements)},
    )
    verdicts = {v.conclusion: v for v in checks.check(own)}
    verdicts |= {c: Verdict(conclusion=c, claim=kind, verdict="unsupported") for c, kind in figured.items()}
    logged = by_session(document, view) if view is not None else {}
    evidence = Evidence(own)
    told: set[tuple[int, int]] = set()
    unshown: set[tuple[int, int]] = set()
    for c in found:
        extra = c.id.startswith("s")
        found_there = None if extra else logged.get(c.at)
        if found_there is not None and view is not None and another_thing(c, found_there, view):
            found_there = found_there.model_copy(update={"verdict": "unsupported", "evidence": (), "nodes": (), "derivation": ""})
        claim = _judge(document, c, verdicts[c.id], evidence, figures, found_there, view)
        if extra and (place := _number(document, c, claim, unshown)) is not None:
            yield replace(claim, place=place)
            continue
        if extra and (claim.basis == "none" or claim.kind not in _DERIVED or any(a <= c.at < b for a, b in told if b - a > 1)):
            continue
        told.add((claim.place.start, claim.place.end))
        if claim.basis == "none":
            unshown.add((claim.place.start, claim.place.end))
        yield claim
    if view is not None:
        yield from fates.judged(document, view)
    yield from aggregates.judged(document)
    for n in lists.counts(document):
        if document.quotes(n.place.start, n.place.end):
            continue
        if n.said == n.listed or n.sure:
            word: VerdictWord = "supported" if n.said == n.listed else "contradicted"
            yield Claim(n.place, "count", word, (), f"{n.said} {n.noun} said, {n.listed} {n.how}"[:160], "document", (), n.also)


def _kind(c: Conclusion) -> ClaimKind:
    """The kind of what a cell says, which is a figure that the document gives or a relation between such."""
    s = c.statement
    if s.table is not None and s.column is not None and cells.measured(s.table, s.column):
        return "level"
    return recognised(parsing.parse(c)).KIND


def _number(document: Document, c: Conclusion, claim: Claim, unshown: set[tuple[int, int]]) -> Place | None:
    """The number that a whole sentence bears out, where it stands in a clause that nothing shows by itself: "rose from 8 s to 13 s; the
    cache adds 4 s" names what rose in its other clause."""
    if claim.verdict != "supported" or c.statement.kind == "cell":
        return None
    quantity = arithmetic.difference(parsing.parse(c), claim.kind)
    if quantity is None:
        return None
    at = c.at + c.quote.find(quantity.raw, max(0, quantity.start - 4))
    inside = any(a <= at < b for a, b in unshown)
    return document.place(at, at + len(quantity.raw)) if inside else None


def _judge(
    document: Document, c: Conclusion, own: Verdict, evidence: Evidence, figures: Given, logged: Verdict | None, view: View | None
) -> Claim:
    """The verdict of a document's own numbers, then of the session; a contradiction by either stands."""
    place = document.place(c.at, c.at + len(c.quote))
    if document.quotes(place.start, place.end) or _WORKED_OUT.search(c.quote):
        return Claim(
            place, own.claim, "unsupported", (), "others' words, or a check of them, which the document reports and does not state itself"
        )
    parsed = parsing.parse(c)
    summed = arithmetic.whole(parsed, document)
    if summed is not None and summed[2].verdict != "undecidable":
        return _arithmetic(place, *summed)
    own = _tabled(_every(c, own, parsed, evidence), parsed)
    data = c.statement.kind == "cell" and own.claim not in _RELATIONS
    absent = own.verdict == "supported" and not own.nodes and "in the session" in own.derivation
    if data or absent or own.verdict == "unsupported" or "ambiguous-binding" in own.caveats or _strange(own, parsed, figures):
        own = own.model_copy(update={"verdict": "unsupported", "nodes": (), "derivation": _nothing(data, logged is not None)})
    if logged is not None and (_of_another_thing(c, logged, view) or (c.statement.kind == "cell" and not _of_the_row(c, logged, view))):
        logged = None
    if logged is not None and own.verdict != "contradicted" and (logged.verdict != "unsupported" or own.verdict == "unsupported"):
        basis: Basis = "session" if logged.evidence else "none"
        return Claim(place, logged.claim, logged.verdict, logged.caveats, logged.derivation, basis, logged.evidence)
    if own.verdict in ("unsupported", "undecidable") and not own.nodes and (told := arithmetic.elsewhere(parsed, document)) is not None:
        return _arithmetic(place, *told)
    notes = tuple(figures.places[n] for n in own.nodes if n in figures.places)
    basis = "none" if own.verdict == "unsupported" else "document"
    helped = _true_range(parsed, evidence) if basis == "document" and own.verdict != "supported" else ""
    derived = _OWN.sub("in the document", own.derivation)
    return Claim(place, own.claim, own.verdict, own.caveats, derived, basis, (), notes, _focus(place, own, parsed), helped)


def _of_another_thing(c: Conclusion, logged: Verdict, view: View | None) -> bool:
    """Whether the session refutes a remainder ("and 2 more files"), or what it takes for said before in the document itself."""
    if logged.verdict != "contradicted" or view is None:
        return False
    remainder = logged.claim == "count" and _REMAINDER.search(c.quote) is not None
    return remainder or logged.derivation.startswith(f"repeats msg {max(view.turns, default=0) + 2}")


def _of_the_row(c: Conclusion, logged: Verdict, view: View | None) -> bool:
    """Whether the session may refute a relation in a cell: where the values that it computes it from stand in the cell's own table. A
    table's columns and rows leave too much open that was said beside a run."""
    if logged.verdict != "contradicted" or logged.claim in _GIVEN:
        return True
    table = c.statement.table
    if table is None or view is None or not logged.nodes:
        return False
    data = [i for i, title in enumerate(table.header) if not {w.rstrip("s") for w in tokens(title)} & cells.COUNTS]
    shown = {q.value * q.si for row in table.rows for i in data if i < len(row) for q in quantities.find(row[i])}
    used = [fact for n in logged.nodes if isinstance(fact := view.fact(n), Measurement)]
    if "one side alone" in logged.derivation or not all(m.unit for m in used):
        return False
    return bool(used) and all(any(q.value * q.si in shown for q in quantities.find(m.raw)) for m in used)


def _true_range(parsed: parsing.Claim, evidence: Evidence) -> str:
    """What could be said instead of a range that does not hold for all of its members."""
    span = range_.find(parsed)
    members = range_.differences(parsed, evidence, span[0])[0] if span is not None else []
    if span is None or len(members) < 2:
        return ""
    unit, si = span[1].unit, Fraction(1) if span[1].dimension == "percent" else Fraction(span[1].si)
    low, high = (arithmetic.plain(pick(v.point for _, v, _ in members) / si, "") for pick in (min, max))
    return f'say "{low} to {high} {unit}, depending on the case"'


def _tabled(own: Verdict, parsed: parsing.Claim) -> Verdict:
    """A cell's relation that the table seems to refute, looked at over all of its columns."""
    if not parsed.cell or own.verdict != "contradicted" or own.claim not in ("percent", "ratio"):
        return own
    found = cells.again(parsed)
    if found is None:
        return own.model_copy(update={"verdict": "undecidable", "caveats": ("ambiguous-binding",)})
    if found.verdict == "contradicted":
        return own
    return own.model_copy(update={"verdict": found.verdict, "caveats": found.caveats, "derivation": found.derivation, "nodes": ()})


def _strange(own: Verdict, parsed: parsing.Claim, figures: Given) -> bool:
    """Whether a verdict rests on rows of a table that the statement does not name, or holds a figure against one that it may differ from
    ("4 s above the baseline")."""
    if own.claim == "range" and (parsed.cell or not any(q.unit for q in parsed.quantities)):
        return True
    if parsed.cell or own.verdict == "supported":
        return False
    if own.claim == "delta" and len(own.nodes) == 1:
        return True  # "K1 costs 0.3 s", held against the time that one run took
    if own.claim == "universal" and not own.nodes:
        return len(set(figures.tables.values())) > 1
    said = tokens(parsed.conclusion.statement.text) | parsed.aliases
    rows = [{w for w in tokens(figures.labels[n]) - STOP if not w[0].isdigit()} for n in own.nodes if n in figures.labels]
    named = [words for words in rows if words & said]
    if len({figures.tables[n] for n in own.nodes if n in figures.tables}) > 1:
        return True
    if not named or any(not words & said for words in rows if not words & BASE):
        return True
    if own.claim not in _GIVEN or own.verdict != "contradicted":
        return False
    labels = [tokens(figures.labels[n]) - STOP - BASE for n in own.nodes if n in figures.labels]
    full = bool(labels) and all(words and words <= parsed.tokens for words in labels)
    return not full or bool(parsed.words & (MORE | LESS | FASTER | SLOWER | {"above", "below", "over", "under"}))


def _arithmetic(place: Place, kind: ClaimKind, quantity: Quantity, found: Judgement) -> Claim:
    """A claim at its number."""
    at = place.start + max(0, place.text.find(quantity.raw))
    return Claim(place.document.place(at, at + len(quantity.raw)), kind, found.verdict, found.caveats, found.derivation, "document")


def _focus(place: Place, own: Verdict, parsed: parsing.Claim) -> Place | None:
    """The range in a long sentence that states one."""
    span = range_.find(parsed) if own.claim in ("range", "universal") else None
    at = place.text.find(parsed.text[span[0].start : span[1].end]) if span else -1
    return None if span is None or at < 0 else place.document.place(place.start + at, place.start + at + span[1].end - span[0].start)


def _nothing(data: bool, session: bool) -> str:
    if data:
        return "a figure that the document gives" + (": the session does not print it" if session else "; give --session to look it up")
    return "nothing in the document shows it" + (", nor in the session" if session else "")


def _every(c: Conclusion, own: Verdict, parsed: parsing.Claim, evidence: Evidence) -> Verdict:
    """A range said of things that the same sentence lists one by one, or of whatever there is, is said of each of them."""
    if own.claim != "range" or own.verdict != "undecidable":
        return own
    span = range_.find(parsed)
    if span is None:
        return own
    members, firm = range_.differences(parsed, evidence, span[0])
    names = [tokens(name) for name, _, _ in members]
    if len(members) < 2:
        return own
    telling = [n - frozenset.intersection(*names) for n in names]
    if not all(t & tokens(c.statement.text) for t in telling) and not _EACH.search(c.statement.text):
        return own
    found = range_.inside(members, range_.bounds(*span), f"{span[0].raw}-{span[1].raw}", every=True, firm=firm)
    changed = {"verdict": found.verdict, "caveats": found.caveats, "derivation": found.derivation, "nodes": found.nodes}
    return own.model_copy(update={"claim": universal.KIND, **changed})
