"""What is said to be no more: "/healthz no longer answers 503", "the linter no longer reports unused-import in auth.py".

The newest run that asks about the place decides: does it still print the thing? An older run of the same command must have printed it, or
there was nothing to end.

Example: two runs of `shellcheck deploy.sh`, the first with SC2086 and the second without, support "shellcheck no longer reports SC2086".
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("longer anymore stopped more")
_SHOWS = (
    "answers?|returns?|reports?|prints?|shows?|gives?|logs?|throws?|raises?|emits?|warns? about|complains? about|responds? with|fails? with"
    "|contains?|lists?|mentions?|outputs?|includes?|has|flags?|uses"
)
_NO_LONGER = regex(rf"\b(?:no longer|not any ?more) (?P<verb>{_SHOWS})\b (?P<what>.+?)(?: (?:in|on|for|from|at) (?P<where>[^,;]+?))?[.!]*$")
_ANYMORE = regex(
    rf"\b(?:does not|doesn't|do not|don't) (?P<verb>{_SHOWS.replace('s?', '')}) (?P<what>.+?)(?: (?:in|on|for|from"
    rf"|at) (?P<where>[^,;]+?))? any ?more\b"
)
_EXACT = regex(r"`([^`]+)`|\b(?=[\w./:-]*[\d._:/-])[A-Za-z0-9][\w./:-]*[A-Za-z0-9]\b|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b|\b[A-Z]{2,}\d*\b")
_LOOKING = frozenset(["ls", "cat", "echo", "sed", "head", "tail", "cd", "git", "find", "wc"])
_LATELY = 10
_MOST = 60


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause names no exact thing, or nothing was run twice that could print it."""
    if claim.cell:
        return None
    match = _NO_LONGER.search(claim.text) or _ANYMORE.search(claim.text)
    if match is None:
        return None
    things = [(m[1] or m[0]).strip() for m in _EXACT.finditer(match["what"])]
    if len(things) != 1 or not things[0]:
        return None
    thing = re.compile(rf"(?<![\w.]){re.escape(things[0])}(?![\w])")
    places = [(m[1] or m[0]) for m in _EXACT.finditer(f"{claim.text[: match.start()]} {match['where'] or ''}")]
    subject = content(claim.text[: match.start()]) - STOP
    key: tuple[tuple[str, ...], ...] = ()
    now: tuple[int, Run] | None = None
    for at, run in _runs(claim, evidence):
        acts = tuple(a.command.argv for a in run.actions if a.command.tool != "cd")
        if now is None:
            if claim.msg - at > _LATELY:
                return None
            if not _about(run, places, subject):
                continue
            if overtaken(evidence, at, claim.msg) is not None or run.call.cut:
                return None
            now, key = (at, run), acts
            if (line := _line(thing, run)) and not any(a.command.stage for a in run.actions):
                return Judgement("contradicted", (), f"msg {at} still prints {line}", (at,))
            if line or not (run.call.output.strip() or run.call.exit_code == 0):
                return None
        elif acts == key and (line := _line(thing, run)):
            return Judgement("supported", (), f"msg {at} prints {line}, and msg {now[0]} does not", (at, now[0]))
    return None


def _runs(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place > _MOST:
            return
        if run.call.kind == "shell" and run.actions and not all(a.command.tool in _LOOKING for a in run.actions):
            yield at, run


def _about(run: Run, places: list[str], subject: frozenset[str]) -> bool:
    """Whether a call asks about the place: each exact name stands in its command, whole or as the end of a path, or else a word for it."""
    command = run.call.command or ""
    if places:
        return all(re.search(rf"(?<![\w-]){re.escape(p)}(?![\w-])", command) is not None for p in places)
    return bool(subject & tokens(command))


def _line(thing: re.Pattern[str], run: Run) -> str:
    match = thing.search(run.call.output)
    if match is None:
        return ""
    output = run.call.output
    end = output.find("\n", match.end())
    return " ".join(output[output.rfind("\n", 0, match.start()) + 1 : end if end >= 0 else len(output)].split())[:90]
