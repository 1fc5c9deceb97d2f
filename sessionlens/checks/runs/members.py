"""Every row of a listing: "all services are healthy", "none of the jobs failed". By the state that each row of the last output has.

Only where the words for the states stand in one column: lines of a log have them anywhere. One row of the other kind contradicts.
"""

from collections import defaultdict

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_GOOD = word_set(
    "pass passed passes ok success successful succeeded healthy running up active enabled ready green valid connected online completed"
    " complete synced merged available"
)
_BAD = word_set(
    "fail failed fails failure error errored unhealthy stopped exited crashed crashloopbackoff down inactive disabled notready red invalid"
    " disconnected offline incomplete pending unavailable degraded"
)
_ALL = word_set("all every each both everything everyone")
_NONE = word_set("no none nothing neither")
WORDS = _ALL | _NONE
_EXCEPT = regex(r"\b(?:except|but|besides|apart|other than|almost|nearly|most|not all|not every|should|will|would)\b")
_TRIMMED = ".,;:()[]{}*|✓✔✗✘✅❌"
_LEAST = 2
"""Rows that make a listing."""
_MOST = 200


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the last call; None where it lists no states in a column, or the clause is not of all of them."""
    good, bad = claim.words & _GOOD, claim.words & _BAD
    every = not claim.words.isdisjoint(_ALL) and not claim.negated and bool(good) and not bad
    none = not claim.words.isdisjoint(_NONE) and bool(bad) and not good
    if every == none or _EXCEPT.search(claim.low):
        return None
    newest = evidence.runs_until(claim.msg)
    at, run = evidence.runs[newest - 1] if newest else (0, None)
    if run is None or claim.msg - at > 1 or (newest > 1 and evidence.runs[newest - 2][0] == at):
        return None
    rows = _rows(run.call.output)
    counts = [int(q.value) for q in claim.quantities if q.exact]
    if len(rows) < _LEAST or (counts and len(rows) not in counts):
        return None
    against = [line for line, state in rows if state in _BAD]
    if against:
        return Judgement("contradicted", (), f"msg {at} lists {len(rows)}, one of them: {' '.join(against[0].split())[:80]}", (at,))
    if run.call.cut or run.call.exit_code not in (0, None):
        return None
    return Judgement("supported", (), f"msg {at} lists {len(rows)}, the last: {' '.join(rows[-1][0].split())[:80]}", (at,))


def _rows(output: str) -> list[tuple[str, str]]:
    """The lines with one word of state, at the same place in each; of several places the one that most lines have."""
    columns: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for line in output.splitlines()[:_MOST]:
        raw = line.split()
        words = [w.strip(_TRIMMED).lower() for w in raw]
        states = [(i, w) for i, w in enumerate(words) if w in _GOOD or w in _BAD]
        if len(states) == 1 and len(words) > 1 and not any(w.isdigit() for w in raw[max(0, states[0][0] - 1) : states[0][0] + 2]):
            columns[states[0][0]].append((line, states[0][1]))
    best = max(columns.values(), key=len, default=[])
    return best if sum(map(len, columns.values())) == len(best) else []
