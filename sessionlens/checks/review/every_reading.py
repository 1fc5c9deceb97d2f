"""What is said of every row, refuted where no reading of the rows bears it out.

"p95 stays below 4 ms whatever the number of clients", "the collector takes 1 % in all seven cycles", "it is the slowest of the three in
every round", "no client was lost in any of the nine runs".

Which rows are meant, which column, and which thing "it" is, need not be known: the clause is contradicted only where every choice that its
words leave has a row that surely goes the other way, and some choice there is. One choice that nothing speaks against ends the search.

Example: after "ring: p95 3.1 ms", "list: p95 4.9 ms", "ring: p95 5.2 ms", "list: p95 5.0 ms" the clause "its p95 is lower in both rounds"
holds of neither.
"""

import re
from fractions import Fraction
from itertools import pairwise

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.excepted import excepted
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import GENERAL_METRIC, SPECIFIC_METRIC, STOP, UNITS, content, stem, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.grids import rounds, rows
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.kinds import threshold
from sessionlens.checks.review import row_choices
from sessionlens.checks.review.row_choices import Said
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement, side
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("every each all both any whatever regardless irrespective none no")
MARK = "a row against every reading: "
"""How the derivation begins."""
_DOMAIN = regex(
    r"\b(?P<all>every|each|all|both|any|none|not one|no)\b(?: single)?(?: one)?(?: of)?(?: (?:the|these|those|its|my|our)\b)?"
    rf"(?: (?P<n>\d{{1,3}}|{'|'.join(NUMBERS)}))?(?: (?:final|last|new|measured|timed|more|test))?(?: (?P<what>[a-z]{{3,}}))?"
    r"|\b(?:whatever|no matter|regardless of|irrespective of) (?:the |how many |which |what |how )?(?:number of |count of |size of )?"
    r"(?P<of>[a-z]{3,})"
)
_TURNS = word_set("round pair run repetition repeat trial pass iteration try attempt sample cycle measurement time them")
_STEPS = regex(
    r"\b(?P<way>grows|rises|climbs|increases|goes up|falls|drops|shrinks|decreases|sinks|goes down)(?: further)?"
    r" (?:(?:with|at|from|in|on) (?:every|each) (?:\w+ )?(?P<what>[a-z]{3,})|from (?P<from>[a-z]{3,}) to (?P=from)\b)"
)
_DOWN = ("falls", "drops", "shrinks", "decreases", "sinks", "goes down")
_EXTREMES = (
    (word_set("lowest smallest least shortest fewest"), Sense.LESS),
    (word_set("highest largest biggest longest most"), Sense.MORE),
    (word_set("fastest quickest"), Sense.FASTER),
    (word_set("slowest"), Sense.SLOWER),
)
_PART = regex(r"(?:, (?:and|but|so|yet)|;|:| - | – | — |, which|, while|, whereas) ")
_STEPS_LEAST = 3
_NO = ("no", "none", "not one")
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
"""What "no run was below 4 ms" says of each run."""
_EACH = regex(r"\b(?:every|each|all|any|both)\b")
_HEDGED = regex(
    r"\b(?:almost|nearly|about|roughly|around|most|mostly|usually|except|but one|apart from|other than|save for"
    r"|would|should|if|unless|first|last|other|others|rest|remaining"
    r"|next|another|these|those"
    r"|median|medians|mean|means|average|averages|averaged|minimum|minima|best)\b"
)
"""Exceptions, and aggregates of the rows in place of the rows."""
_CALLS, _BACK = 3, 5
"""Calls and messages back that such a clause speaks of."""
_LONGEST = 200


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted, or None: that a choice holds does not bear the clause out."""
    if claim.cell or len(claim.text) > _LONGEST or "?" in claim.text or _HEDGED.search(claim.low) or excepted(claim):
        return None
    cut = _clause(claim)
    if cut is None:
        return None
    claim, domain = cut
    if not _has_form(claim, domain):
        return None
    if stem(domain["what"] or "") not in _TURNS:
        for block in rows.of_tables(claim.msg, evidence):
            found = _by(claim, domain, block, None, evidence)
            if found is not None:
                return Judgement("contradicted", (), f"{MARK}{found}", ()) if found else None
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        if claim.msg - at > _BACK:
            return None
        for block in rows.of_output(at, run, evidence):
            found = _by(claim, domain, block, run, evidence)
            if found is not None:
                return Judgement("contradicted", (), f"{MARK}{found}", (at,)) if found else None
    return None


def _has_form(claim: Claim, domain: re.Match[str]) -> bool:
    """Whether anything is said that rows can be held against, before any are read."""
    if _STEPS.search(claim.low) is not None:
        return True
    if claim.quantities:
        counted = domain["n"] is not None or domain["all"] == "both"
        return counted or any(threshold.bound(claim, q) is not None for q in claim.quantities)
    if any(m["all"] in _NO for m in _DOMAIN.finditer(claim.low)):
        return domain["n"] is not None or "in any" in claim.low or "in all" in claim.low
    bounded = domain["n"] is not None or domain["all"] == "both" or stem(domain["what"] or "") in _TURNS
    return bounded and (any(claim.words & words for words, _ in _EXTREMES) or rounds.direction(claim) is not Sense.NONE)


def _clause(claim: Claim) -> tuple[Claim, re.Match[str]] | None:
    """The part of a clause that speaks of a domain, and where; one of rounds or with a count before any other."""
    found = [m for m in _DOMAIN.finditer(claim.low) if m["n"] or m["of"] or m["what"]]
    if not found:
        return None
    best = max(found, key=lambda m: (stem(m["what"] or "") in _TURNS, bool(m["n"] or m["of"]), m.start()))
    marks = list(_PART.finditer(claim.low))
    begin = max((m.end() for m in marks if m.end() <= best.start()), default=0)
    end = min((m.start() for m in marks if m.start() >= best.end()), default=len(claim.low))
    if begin or end < len(claim.low):
        claim = parse(claim.conclusion.model_copy(update={"quote": claim.text[begin:end]}), claim.aliases)
        best = _DOMAIN.search(claim.low, max(0, best.start() - begin)) or best
    return claim, best


def _by(claim: Claim, domain: re.Match[str], block: Block, run: Run | None, evidence: Evidence) -> str | None:
    """A row against each choice; "" where some choice holds, None where there is none."""
    if sum(map(len, block.things.values())) < 2 or _of_another(claim, domain[0], block, run, evidence):
        return None
    turns = stem(domain["what"] or "") in _TURNS
    n = 2 if domain["all"] == "both" else _number(domain["n"])
    noun = stem(domain["what"] or domain["of"] or "")
    denied = any(m["all"] in _NO for m in _DOMAIN.finditer(claim.low))
    said = Said(n, turns, denied, row_choices.named(claim, block) - {f"{noun}{n}"}, noun, not denied and len(_EACH.findall(claim.low)) > 1)
    if (steps := _STEPS.search(claim.low)) is not None:
        return _stepped(claim, block, said, (steps["way"] in _DOWN))
    if claim.quantities:
        wanted = [q for q in claim.quantities if not (q.value == n and q.start <= domain.end())]
        return _valued(claim, block, said, wanted[0]) if len(wanted) == 1 else None
    if said.denied:
        return _nothing(claim, block, said)
    return _ordered(claim, block, said) if turns or said.n else None


def _number(word: str | None) -> int:
    return 0 if not word else NUMBERS[word] if word in NUMBERS else int(word)


def _of_another(claim: Claim, domain: str, block: Block, run: Run | None, evidence: Evidence) -> bool:
    """Whether the clause has a name of the session that the call has nothing of."""
    other = (claim.tokens & evidence.labels) - STOP - UNITS - SPECIFIC_METRIC - GENERAL_METRIC - _TURNS - frozenset().union(*block.names)
    other = frozenset(w for w in other if len(w) > 1 and w not in domain and not w[0].isdigit())
    if not other:
        return False
    if run is None:
        return not other <= frozenset().union(*map(tokens, block.things), tokens(block.head))
    return not other <= tokens(f"{run.call.command or ''}\n{run.call.output[:20_000]}")


def _valued(claim: Claim, block: Block, said: Said, q: Quantity) -> str | None:
    """ "Below 4 ms whatever the number of clients", "1 % in all seven cycles"."""
    bound = threshold.bound(claim, q)
    relative = q.dimension in ("percent", "ratio")
    if relative and sense(claim, q) is not Sense.NONE:
        return None
    if bound is None and not said.n:
        return None
    plain = q.dimension in ("number", "count")
    columns = row_choices.columns(claim, block, comparable(q), must=plain or (relative and bound is not None))
    if bound is None and not columns and not plain:
        columns = [i for i, v in enumerate(next(iter(block.things.values()))[0]) if v.kind in comparable(q)]
    relation = bound[0] if bound is not None else ""
    if said.denied and bound is not None and not claim.low[bound[1] :].lstrip().startswith(("no", "cannot")):
        relation = _DENIED[relation]  # the bound's own denial has turned it round already
    shown = ""
    for i in columns:
        for name, lines in row_choices.groups(block, said):
            values = [line[i] for line in lines if i < len(line)]
            if bound is None:
                fits = [v.value.touches(claimed(q)) for v in values]
                off = next((v for v, fit in zip(values, fits, strict=True) if not fit), None)
                if sum(fits) * 2 < len(fits):
                    continue
            else:
                limit = Fraction(q.value) * Fraction(q.si)
                off = next((v for v in values if side(v.value, limit, relation).verdict == "contradicted"), None)
            if off is None:
                return ""
            shown = shown or f"{off.raw} in {name}, claimed {relation} {q.raw} of each of {len(values)}".replace("  ", " ")
    return shown or None


def _nothing(claim: Claim, block: Block, said: Said) -> str | None:
    """ "No client was lost in any of the nine runs": a column whose whole name the clause has, and which counts."""
    stems = {ROOTS[w] for w in content(claim.text)}
    if "in any" not in claim.low and "in all" not in claim.low and not said.n:
        return None
    last = re.search(r"\bin (?:any|all|each|every)(?: one)?(?: of)?(?: the| these| those)? (\d{1,3}|[a-z]+)\b", claim.low)
    n = _number(last[1]) if last is not None and (last[1].isdigit() or last[1] in NUMBERS) else said.n
    shown = ""
    for i, name in enumerate(block.names):
        if len(name) < 2 or not {ROOTS[w] for w in name} <= stems:
            continue
        for called_, lines in row_choices.groups(block, Said(n, True, True, said.named, said.noun)):
            values = [line[i] for line in lines if i < len(line)]
            off = next((v for v in values if v.plain.lo > 0 and not v.unit), None)
            if off is None:
                return ""
            shown = shown or f"{' '.join(sorted(name))} {off.raw} in {called_}, claimed none in {len(values)}"
    return shown or None


def _stepped(claim: Claim, block: Block, said: Said, down: bool) -> str | None:
    """ "p95 grows with every run": each line of a thing against the one before it."""
    shown = ""
    chosen = (
        [(t, lines) for t, lines in block.things.items() if said.named <= block.words[t]]
        if said.turns
        else row_choices.by_number(block, said)
    )
    for i in row_choices.columns(claim, block, frozenset(), must=True):
        for name, lines in chosen:
            values = [line[i] for line in lines if i < len(line)]
            if len(values) < _STEPS_LEAST:
                continue
            off = next(((a, b) for a, b in pairwise(values) if _apart(a, b, down)), None)
            if off is None:
                return ""
            shown = shown or f"from {off[0].raw} to {off[1].raw} in {name}"
    return shown or None


def _apart(a: Value, b: Value, down: bool) -> bool:
    """Whether the second surely lies on the other side of the first."""
    change: Interval = b.value.minus(a.value)
    return change.lo > 0 if down else change.hi < 0


def _ordered(claim: Claim, block: Block, said: Said) -> str | None:
    """ "It is the slowest of the three in every round", "its p95 is the lower one in all of them"."""
    extreme = next((way for words, way in _EXTREMES if claim.words & words), None)
    way = extreme or rounds.direction(claim)
    if way is Sense.NONE or claim.negated:
        return None
    speed = way in (Sense.FASTER, Sense.SLOWER)
    columns = row_choices.columns(claim, block, frozenset(("time", "rate")) if speed else frozenset(), must=not speed)
    shown = ""
    for things in row_choices.as_often(block, said):
        for one in things:
            choices = [[o for o in things if o != one]] if extreme else [[o] for o in things if o != one]
            for others in choices:
                if not said.named <= frozenset().union(block.words[one], *(block.words[o] for o in others)):
                    continue
                if said.named & block.words[one] == frozenset() and any(said.named & (block.words[o] - block.words[one]) for o in others):
                    continue
                for i in columns:
                    up = _up(way, block, i)
                    if up is None:
                        continue
                    off = _lost(block, one, others, i, up)
                    if not off:
                        return ""
                    shown = shown or off
    return shown or None


def _up(way: Sense, block: Block, i: int) -> bool | None:
    """Whether the thing is said to have more in a column."""
    if way in (Sense.MORE, Sense.LESS):
        return way is Sense.MORE
    kind = next(iter(block.things.values()))[0][i].kind
    return None if kind not in ("time", "rate") else (kind == "rate") == (way is Sense.FASTER)


def _lost(block: Block, one: str, others: list[str], i: int, up: bool) -> str:
    """The first round in which the thing surely is on the other side of one of the others."""
    for k, line in enumerate(block.things[one]):
        for other in others:
            if _apart(block.things[other][k][i], line[i], not up):
                return f"round {k + 1}: {line[i].raw} of {one} against {block.things[other][k][i].raw} of {other}"
    return ""
