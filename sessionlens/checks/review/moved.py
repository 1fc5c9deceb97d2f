"""What is said to have risen, fallen or got faster, where the last run shows the opposite of every earlier one of its shape.

Only statements that name nothing but the metric, or the change, and runs of one and the same command: "p95 fell", "it got
faster", "the change makes it slower". Whatever run they are compared with, the last one must lie on the other side.

Example: after "p95 12.1 ms" and then "p95 14.9 ms" the statement "p95 fell" is not so.
"""

from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Value
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action
from sessionlens.text.regex import regex

_FELL = "fell|fallen|dropped|went down|decreased|sank|shrank|is (?:now )?lower|is down"
_ROSE = "rose|risen|went up|increased|grew|is (?:now )?higher|is up|climbed"
WORDS = word_set(
    "fell fallen dropped down decreased sank shrank lower rose risen up increased grew higher climbed faster slower helps helped hurts hurt"
    " improvement regression"
)
_TAIL = r"(?: (?:again|further|clearly|a bit|slightly|noticeably|now|too|as well|than before))*"
_METRIC = regex(
    rf"(?:so |and |but )*(?:the |its )?(?P<metric>[\w.]+(?: [\w.]+)?) (?:has |have |clearly |also )*(?:(?P<fell>{_FELL})|(?P<rose>{_ROSE}))"
    rf"{_TAIL}"
)
_SPEED = regex(
    rf"(?:so |and |but )*(?:it (?:has |is |got |became |runs |now )+|(?:the|this|that|my) (?:change|patch|new setting|setting)"
    rf" (?:makes|made) it )(?:(?P<fast>faster|quicker)|(?P<slow>slower)){_TAIL}"
)
_HELPS = regex(
    rf"(?:so |and |but )*(?:the|this|that|my) (?:change|new setting|setting) (?:clearly )?(?:(?P<fast>helps|helped|is an improvement)"
    rf"|(?P<slow>hurts|hurt|is a regression)){_TAIL}"
)
_BACKWARDS = frozenset(("checkout", "switch", "stash", "reset", "restore", "revert", "worktree", "bisect"))
_NEAR = Fraction(3, 100)
_Line = tuple[int, tuple[tuple[frozenset[str], ...], list[Value]]]
"""A message, the names of the values that one line of its call has, and the values."""
_CALLS, _BACK, _LONGEST = 6, 8, 80


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted where every column that may be meant moved the other way since each earlier run; else None."""
    low = claim.low.rstrip(" .!")
    if claim.cell or claim.negated or claim.quantities or len(low) > _LONGEST:
        return None
    metric = _METRIC.fullmatch(low)
    speed = None if metric is not None else _SPEED.fullmatch(low) or _HELPS.fullmatch(low)
    if metric is None and speed is None:
        return None
    runs = _lines(claim, evidence)
    if len(runs) < 2:
        return None
    at, (names, now) = runs[0]
    alike = [(of, line) for _, (of, line) in runs[1:] if _shaped(of, names)]
    if not alike:
        return None
    earlier = [line for _, line in alike]
    if metric is not None:
        block = rows.Block(at, [name & alike[0][0][i] for i, name in enumerate(names)], {"": [now]})
        columns = called.metrics(claim, block)
        up = dict.fromkeys(columns, metric["rose"] is not None)
    else:
        fast = speed is not None and speed["fast"] is not None
        up = {i: (v.kind == "rate") == fast for i, v in enumerate(now) if v.kind in ("time", "rate")}
    if not up or not all(_against(was[i], now[i], rises) for i, rises in up.items() for was in earlier):
        return None
    i = next(iter(up))
    return Judgement("contradicted", ("direction",), f"{earlier[0][i].raw} before, {now[i].raw} in msg {at}", (at,))


def _shaped(a: tuple[frozenset[str], ...], b: tuple[frozenset[str], ...]) -> bool:
    """Whether two lines have values of the same names, but for the thing that one of these may begin with."""
    return len(a) == len(b) and all(x & y or x == y for x, y in zip(a, b, strict=True))


def _lines(claim: Claim, evidence: Evidence) -> list[_Line]:
    """The newest calls of one command that printed one line of values, up to one that went back to another state of the tree."""
    out: list[_Line] = []
    asked: tuple[str, ...] = ()
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _BACK or len(out) >= _CALLS or any(map(_goes_back, run.actions)):
            break
        if run.call.kind != "shell" or run.call.cut or not run.actions:
            continue
        argv = tuple(run.actions[-1].command.argv)
        blocks = rows.of_output(at, run, evidence) if argv == (asked or argv) else []
        if len(blocks) == 1 and sum(map(len, blocks[0].things.values())) == 1:
            asked = argv
            out.append((at, (tuple(blocks[0].names), next(iter(blocks[0].things.values()))[0])))
    return out


def _goes_back(action: Action) -> bool:
    """Whether a command takes the tree to another state than the one that was worked on."""
    return action.intent == "revert" or (action.command.tool == "git" and not _BACKWARDS.isdisjoint(action.command.argv[1:3]))


def _against(was: Value, now: Value, rises: bool) -> bool:
    """Whether a value surely moved the other way, by more than a few hundredths."""
    apart = now.value.minus(was.value)
    far = abs(apart.point) > abs(was.value.point) * _NEAR
    return far and (apart.hi < 0 if rises else apart.lo > 0)
