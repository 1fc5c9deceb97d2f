"""How many things a comparison says it is of: "the four copies differ by 8 %", "the fastest of the six builds".

What compares them was borne out by their values; that there are so many is another statement. It holds where the number was said or printed
with that noun before, or where something was shown so many times: lines of the calls behind it, rows and columns of a table, items of a
list, numbers of the clause.

Example: after lines of `base`, `ring` and `slab`, "`ring` is the fastest of the five builds" is of three, and stays open.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rows
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.facts import Measurement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_KINDS = word_set("level delta percent ratio vague range ranking threshold universal trend no-difference sum mean size points")
_NOUN = r"(?:(?![a-z]{2,}s[- ])[a-z]+[- ])?(?P<noun>[a-z]{3,}s)\b(?! ?[:=]? ?~?\d)"
_WORD = regex(rf"(?<!\d of )(?<!one of )(?<!two of )(?<!three of )(?<!four of )\b(?P<n>{'|'.join(COUNTS)}) {_NOUN}")
_NAMED = regex(rf"\b(?:all|the|these|those|on|across|over|in|of) (?P<n>[2-9]|1\d) {_NOUN}")
_UNITS = word_set(
    "times seconds minutes hours days weeks months years bytes points percent digits places decimals steps thirds quarters orders halves"
)
"""What is measured or part of a number, and stands nowhere so many times."""
_SETTING = regex(r"(?:and |but |so |now |then )?(?:with|after|given|since|before|once|without)\b[^,]*$")
"""Before a number of things in an opening that tells the state of things, which is no part of the comparison."""
_DIGEST = regex(r"\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,128}\b")
_BACK, _FAR = 6, 40


def judge(claim: Claim, kind: str, found: Judgement, evidence: Evidence) -> Judgement:
    """The judgement, or undecidable where nothing shows that there are so many."""
    if found.verdict != "supported" or claim.cell or kind not in _KINDS or "found nothing in" in found.derivation:
        return found
    for m in (*_WORD.finditer(claim.low), *_NAMED.finditer(claim.low)):
        if _SETTING.match(claim.low, 0, m.start()):
            continue
        n = COUNTS.get(m["n"]) or int(m["n"])
        if m["noun"] in _UNITS or n in _shown(claim, found, evidence) or _said(n, m["n"], m["noun"], claim, evidence):
            continue
        text = f"nothing shows {m['n']} {m['noun']}: {found.derivation}"
        return replace(found, verdict="undecidable", caveats=("ambiguous-binding",), derivation=text)
    return found


def _said(n: int, word: str, noun: str, claim: Claim, evidence: Evidence) -> bool:
    """Whether the number was said, printed or set with the noun before: "four threads", "4 threads", "--threads 4"."""
    root = re.escape(stem(noun))
    said = re.compile(
        rf"(?<![\w.])(?:{word}|{n})[ -](?:[\w-]+[- ]){{0,3}}?{root}|{root}[a-z]{{0,2}}[ =:]{{1,3}}{n}(?![\w.])|^\s*{n}\s*$", re.I | re.M
    )
    return any(at < claim.msg and said.search(turn.message.text) for at, turn in evidence.view.turns.items()) or any(
        said.search(f"{run.call.command}\n{run.call.output}") for _, run in _runs(claim, evidence, _BACK)
    )


def _runs(claim: Claim, evidence: Evidence, back: int) -> Iterator[tuple[int, Run]]:
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > back:
            return
        yield at, run


def _shown(claim: Claim, found: Judgement, evidence: Evidence) -> set[int]:
    """How many of something the calls behind the judgement, the tables and lists of the messages, and the clause show."""
    messages = set(found.evidence)
    out = {len(messages), len(claim.quantities), len(claim.quantities) - 1}
    digits = {q.raw.split(" ")[0].replace(",", "") for q in claim.quantities}
    for at, run in _runs(claim, evidence, _FAR):
        if at in messages:
            out |= {run.call.output.count("\n"), *(run.call.output.count(d) for d in digits)}
            out.add(len(set(_DIGEST.findall(run.call.output))))
            for block in rows.of_output(at, run, evidence):
                out |= {len(block.things), block.rounds, len(block.names)}
    for at in (claim.msg, *messages):
        for block in rows.of_tables(at, evidence):
            out |= {len(block.things), len(block.names)}
        out.add(sum(s.kind == "item" for s in evidence.statements(at)))
    series = [s for s in evidence.series if any(b.msg in messages for b in s.batches)]
    out |= {sum(s.measures == measures for s in series) for measures in {s.measures for s in series}}
    facts = [f for n in found.nodes if n and isinstance(f := evidence.view.fact(n), Measurement)]
    out |= {len({s.config for s in series}), len({f.config for f in facts}), len({f.raw for f in facts})}
    return out | {len(evidence.view.hypotheses), len(evidence.view.changes)}
