"""What is said to be the cause, where it was switched and nothing changed: "the cache is to blame" after the same times with it on and off.

Two calls of one program whose words differ in one place only, which has the name, are an experiment on it. Where they print the same, or
times and rates within a few hundredths of each other, the thing makes no difference.

Example: after `./srv --cache on` printed "p50 3.10 ms" and `./srv --cache off` "p50 3.11 ms", "the slowdown comes from the
cache" is not so.
"""

from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rows
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("cause culprit blame because comes come decides depends helps due causes caused hurts costs responsible explains")
_NAME = r"(?:the |our |its |that )?`?(?P<name>[\w-]+(?: [\w-]+)?)`?"
_LEAD = r"(?:so |and |but |now |therefore |then )*"
_IS = regex(
    rf"{_LEAD}{_NAME} (?:is|was) (?:clearly |indeed |really )?"
    r"(?:the (?:root )?(?:cause|culprit|reason|problem|bottleneck)|to blame|responsible)\b.*"
)
_FROM = regex(
    rf"{_LEAD}(?:the |this )?[\w -]{{2,40}}? (?:comes? from|is due to|is caused by|depends on|is because of) {_NAME}(?: setting| alone)?"
)
_MAKES = regex(rf"{_LEAD}{_NAME} (?:causes|decides|explains|hurts|costs) (?:the |us |most |whether |it )*[\w -]{{0,40}}")
_OFF = regex(
    rf"{_LEAD}(?:turning|switching) (?:off {_NAME}|{_NAME.replace('name', 'other')} off)"
    r" (?:helps|fixes (?:it|that)|makes (?:it|a|the) [\w ]+)"
)
_FORMS = (_IS, _FROM, _MAKES, _OFF)
_NEAR = Fraction(3, 100)
_BACK, _LONGEST, _FAR = 8, 110, 4_000


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by the newest two calls that try just this; None where none do, or they differ."""
    low = claim.low.rstrip(" .!")
    if claim.cell or claim.negated or len(low) > _LONGEST or claim.quantities:
        return None
    said = next((m for form in _FORMS if (m := form.fullmatch(low)) is not None), None)
    if said is None:
        return None
    groups = said.groupdict()
    name = tokens(groups.get("name") or groups.get("other") or "")
    calls = list(_calls(claim, evidence))
    for i, (at, one, words) in enumerate(calls):
        for before, other, its in calls[i + 1 :]:
            if _one_place(words, its, name):
                same = _alike(at, one, before, other, evidence)
                return Judgement("contradicted", (), f"msg {before} and {at} try just this: {same}", (before, at)) if same else None
    return None


def _calls(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run, tuple[str, ...]]]:
    """The newest calls of one command each, up to one that changed something."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _BACK or run.call.kind in ("edit", "write"):
            return
        if run.call.kind == "shell" and len(run.actions) == 1 and run.call.output.strip() and not run.call.cut:
            yield at, run, tuple((run.call.command or "").split())


def _one_place(a: tuple[str, ...], b: tuple[str, ...], name: frozenset[str]) -> bool:
    """Whether two commands differ in one word only, which has the name or stands behind it; or one has a word of the name more."""
    if len(a) == len(b):
        apart = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
        return len(apart) == 1 and any(name <= tokens(f"{words[apart[0] - 1] if apart[0] else ''} {words[apart[0]]}") for words in (a, b))
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    if len(longer) - len(shorter) != 1:
        return False
    at = next((i for i, word in enumerate(shorter) if word != longer[i]), len(shorter))
    return longer[:at] + longer[at + 1 :] == shorter and name <= tokens(longer[at])


def _alike(at: int, one: Run, before: int, other: Run, evidence: Evidence) -> str:
    """What both print alike; "" where they do not."""
    mine, its = one.call.output.strip(), other.call.output.strip()
    if len(mine) > _FAR or one.call.exit_code != other.call.exit_code:
        return ""
    if mine == its:
        return "the same output"
    pairs = []
    left, right = rows.of_output(at, one, evidence), rows.of_output(before, other, evidence)
    if len(left) != len(right) or any(len(a.names) != len(b.names) for a, b in zip(left, right, strict=True)):
        return ""
    for a, b in zip(left, right, strict=True):
        lines, others = [x for r in a.things.values() for x in r], [x for r in b.things.values() for x in r]
        if len(lines) != len(others):
            return ""
        both = [(x, y) for m, n in zip(lines, others, strict=True) for x, y in zip(m, n, strict=True)]
        pairs += [(x, y) for x, y in both if x.kind in ("time", "rate", "size")]
    for x, y in pairs:
        gap, most = abs(x.value.point - y.value.point), max(abs(x.value.point), abs(y.value.point))
        if gap > most * _NEAR:
            return ""
    return f"{pairs[0][1].raw} and {pairs[0][0].raw}" if pairs else ""
