"""The same question asked twice: "the published versions are unchanged after that" where the command printed the same before and after.

One call may ask several questions at once that were asked one by one before; then it prints what those printed, one after the other.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("unchanged same identical")
_SAME = regex(
    r"\b(?:is|are|was|were|stay(?:s|ed)?|remain(?:s|ed)?) (?:still |all |completely |entirely |exactly )*(?:unchanged|the same|identical)"
    r"(?P<since> (?:after|since|as before|following|by|despite)\b.*)?$"
)
_IDENTITY = regex(
    r"^(?:and |so )?(?:that['’]s|that is|it['’]s|it is|this is) (?:exactly |indeed )?the (?:very )?same (?:\w+ )?(?:hash"
    r"|object|blob|tree|commit|digest|checksum|md5|id)\b"
)
_HEX = regex(r"(?<![\w-])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}(?![\w-])")
_PALE = word_set("unchanged same identical still after before since following despite attempt change run edit accidental")
_NEAR = 2
_BACK = 80


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where a call of the last messages printed what the same commands printed earlier; None where none did."""
    if "same" in claim.words and _IDENTITY.match(claim.low):
        return _identity(claim, evidence)
    match = _SAME.search(claim.low.rstrip(" .!"))
    if match is None or claim.negated or claim.quantities:
        return None
    subject = content(claim.low[: match.start()]) - STOP - _PALE
    if not subject:
        return None
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR:
            return None
        printed = _text(run)
        if not printed or not run.call.command or run.call.kind != "shell":
            continue
        if not _about(subject, run) or not all(c in f"{run.call.command}{run.call.output}" for c in claim.code):
            continue
        if (then := _before(at, run, printed, evidence)) is not None:
            return Judgement(
                "supported", (), f"msg {then} and msg {at}: `{' '.join(run.call.command.split())[:50]}` prints the same", (then, at)
            )
    return None


def _identity(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The name that was just spoken of, or just printed alone, stands in outputs of two messages, or in one and in what a person showed."""
    turn = evidence.view.turns.get(claim.msg)
    said = turn.message.text[: claim.conclusion.at + len(claim.conclusion.quote)] if turn is not None else claim.low
    before = evidence.view.turns.get(claim.msg - 1)
    shown = [said, before.message.text if before is not None and before.message.role == "user" else ""]
    newest = evidence.runs_until(claim.msg)
    if newest and claim.msg - evidence.runs[newest - 1][0] <= 1:
        shown.append(evidence.runs[newest - 1][1].call.output)
    name = next(
        (found[-1] for text in shown if (found := list(dict.fromkeys(_HEX.findall(text.lower())))) and (len(found) == 1 or text is said)),
        "",
    )
    if not name:
        return None
    at = [m for m, run in evidence.runs_before(claim.msg) if name[:40] in run.call.output]
    places = {*at, *([claim.msg - 1] if shown[1] and name in shown[1].lower() else [])}
    if len(places) < 2:
        return None
    return Judgement("supported", (), f"{name[:12]} stands in msg {', '.join(map(str, sorted(places)[-3:]))}", tuple(sorted(places)[-3:]))


def _text(run: Run) -> str:
    return "\n".join([line.strip() for line in run.call.output.splitlines() if line.strip()])


def _about(subject: frozenset[str], run: Run) -> bool:
    """Whether most of the subject's words stand in the command or what it printed."""
    words = tokens(f"{run.call.command} {run.call.output[:2000]}")
    return 2 * len(subject & words) > len(subject) or subject <= words


def _before(at: int, run: Run, printed: str, evidence: Evidence) -> int | None:
    """The message before this one with the same command and output, or with the first of its parts."""
    parts = [" ".join(a.command.text.split()) for a in run.actions]
    asked = " ".join((run.call.command or "").split())
    found: dict[str, tuple[int, str]] = {}
    for place, (then, other) in enumerate(evidence.runs_before(at)):
        if place > _BACK:
            break
        text = " ".join((other.call.command or "").split())
        if text == asked:
            return then if _text(other) == printed else None
        if text in parts and text not in found:
            found[text] = then, _text(other)
    if len(parts) > 1 and all(p in found for p in parts) and "\n".join(found[p][1] for p in parts) == printed:
        return min(then for then, _ in found.values())
    return None
