"""What became of changes and hypotheses: reverted, confirmed, refuted. By the session's facts, not by its words."""

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.facts import Change, Hypothesis, Reversion
from sessionlens.text.regex import regex

_REVERTED = regex(r"\b(?:reverted|rolled back|undone|backed out|restored|taken back|taken out again)\b")
_WORD = regex(r"[A-Za-z][\w-]*")
_PARTLY = regex(r"\b(?:partly|partially|a part|half of|some of|one of)\b")
_WHOLLY = regex(r"\b(?:fully|completely|entirely|wholly|totally|altogether|all of)\b")
_FATE = regex(
    r"\b(?:(confirmed|holds|proven|true)"
    r"|(refuted|disproved|disproven|ruled out|rejected|falsified|wrong|false|off the table|innocent|exonerated|dead"
    r"|out(?= *[.;,!)]| *$)))\b"
)
FATES = word_set(
    "confirmed holds proven refuted disproved disproven ruled rejected falsified table innocent exonerated dead out culprit cause"
    " explanation explain explains bottleneck blame reason brake problem bug answer guilty acquitted game hook test it part"
)
_DENIED = regex(
    r"\b(?:is|was|are|were)(?: not|n['’]t) (?:it\b|to blame"
    r"|the (?:\w+ )?(?:culprit|cause|reason|problem|bottleneck|brake|explanation|answer|bug)s?\b)"
    r"|\b(?:does|do|did)(?: not|n['’]t) explain\b|\bcan(?:not|n['’]t| not) be (?:it|the (?:cause|reason|culprit))\b|\bhad no part in\b"
    r"|\b(?:out of the game|off the hook|not guilty|acquitted|fails its (?:own )?test)\b|\bexplains (?:nothing|none of)\b"
)
"""What is said of a belief on a cause that was refuted, without the word."""
_SHORT = regex(r"[A-Za-z]{1,3}\d{1,2}|[A-Z]{2,}\d*(?:[-_][A-Z\d]+)*")
"""A hypothesis' short name: a letter or two with a number, or a word in capitals."""


def reverted(claim: Claim, evidence: Evidence) -> Judgement | None:
    if not _REVERTED.search(claim.low):
        return None
    words = claim.tokens - STOP
    undone = [r for r in evidence.reversions if r.msg < claim.msg]
    named = [c for c in evidence.changes if c.msg < claim.msg and any(tokens(n) <= words for n in c.names if n)]
    for c in reversed(named):
        of = [r for r in undone if r.of == c.id]
        if of:
            last = of[-1]
            if all(r.partial for r in of) and not _PARTLY.search(claim.low):
                text = f"msg {last.msg} undoes only a part of the change of msg {c.msg}"
                if _WHOLLY.search(claim.low):
                    return Judgement("contradicted", (), text, (c.msg, last.msg), (c.id, last.id))
                return Judgement("unsupported", ("partial-domain",), text, (c.msg, last.msg), (c.id, last.id))
            part = "a part of " if last.partial else ""
            return Judgement("supported", (), f"msg {last.msg} undoes {part}the change of msg {c.msg}", (c.msg, last.msg), (c.id, last.id))
    if undone:
        last = undone[-1]
        again = [
            c for c in evidence.changes if last.msg < c.msg < claim.msg and set(c.files) & set(last.files) and _redone(last, c, evidence)
        ]
        if not again:
            return Judgement("supported", (), f"msg {last.msg}: {last.text[:80]}", (last.msg,), (last.id,))
        return Judgement("unsupported", ("stale",), f"changed again in msg {again[-1].msg} after msg {last.msg}", (last.msg, again[-1].msg))
    for at, run in evidence.runs_before(claim.msg):
        action = next((a for a in run.actions if a.intent == "revert"), None)
        if action is not None:
            known = commands.known(action.command, run.call.exit_code)
            if known in ("failed", "not-run"):
                return Judgement("contradicted", (), f"msg {at}: {action.command.text[:60]} failed", (at,))
            return Judgement("supported", (), f"msg {at}: {action.command.text[:60]}", (at,))
    return Judgement("unsupported", (), "nothing was undone before this")


def _redone(undone: Reversion, later: Change, evidence: Evidence) -> bool:
    """Whether a later change of the same file brings back what was undone; where contents are not known it may."""
    before = next((c for c in evidence.changes if c.id == undone.of), None)
    was = {e.new for e in before.edits if e.new} if before is not None else set()
    now = {e.new for e in later.edits if e.new}
    return not was or not now or any(a in b or b in a for a in was for b in now)


def fate(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "H1 and H3 are refuted": hypotheses that the clause names by their short names, by what tested them before. The session's own
    later word on them must not be another."""
    if claim.negated and not _DENIED.search(claim.low):
        return None
    text = f"{claim.row} {claim.text}" if claim.cell else claim.text
    found = [_fates(part, claim, evidence) for part in text.split(";")]
    told = [f for f in found if f is not None]
    if not told or len(told) < len(found):
        return None
    at = tuple(sorted({n for _, messages in told for n in messages}))
    return Judgement("supported", (), "; ".join(text for text, _ in told), at)


def _tried(stated: int, decided: int, evidence: Evidence) -> set[int]:
    """The call of the message before a verdict, where it measured or checked something, and the belief was stated before it."""
    for at, run in evidence.runs_before(decided):
        if at <= stated or decided - at > 1:
            break
        if any(o.kind != "presence" for o in run.outcomes) or evidence.last_measured(decided) == at:
            return {at}
    return set()


def _joint(h: Hypothesis, short: str, evidence: Evidence) -> bool:
    """Whether a belief only lists a short name among others ("K1, K4 and K5 look harmless"), where one goes by it."""
    if sum(_SHORT.fullmatch(a) is not None for a in h.aliases) < 2:
        return False
    return any(o is not h and o.aliases[:1] == (short,) for o in evidence.view.hypotheses)


def _fates(part: str, claim: Claim, evidence: Evidence) -> tuple[str, set[int]] | None:
    """The hypotheses that a part of a clause names with one fate, and the messages that tested them; None where that is not known."""
    match, denied = _FATE.search(part.lower()), _DENIED.search(part.lower()) is not None
    if match is None and not denied:
        return None
    wanted = "confirmed" if match is not None and match[1] and not denied else "refuted"
    words = set(_WORD.findall(part))
    names: list[str] = []
    at: set[int] = set()
    for h in evidence.view.hypotheses:
        short = next((a for a in h.aliases if _SHORT.fullmatch(a) and (a in words or (a[-1].isdigit() and a.upper() in words))), None)
        if short is None and denied:
            short = next((a for a in h.aliases if len(a) > 3 and tokens(a) - STOP and tokens(a) - STOP <= tokens(part)), None)
        if short is None or h.msg >= claim.msg or _joint(h, short, evidence):
            continue
        if h.status != wanted:
            return None
        decided = [n for n in h.decided_by if n <= claim.msg]
        tested = {f.msg for i in evidence.view.sources(h.id, "tests") if (f := evidence.view.fact(i)).msg < claim.msg}
        tested = tested or _tried(h.msg, min(decided, default=0), evidence)
        if not tested:
            return None
        before = {n for n in tested if n <= min(decided, default=claim.msg)}
        last = evidence.last_measured(claim.msg)
        at |= {max([*before, last] if max(before) < last >= h.msg else before)} if before else set()
        names.append(short)
    if not names or not at:
        return None
    return f"{', '.join(dict.fromkeys(names))}: tested in msg {', '.join(map(str, sorted(at)))}, {wanted}", at
