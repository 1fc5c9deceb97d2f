"""How many commits stand above another one: "four commits on top of 0.7.0", "five commits of mine sit on top of rc1".

A listing of `git log` that has the commit named, by its hash or by a word of its subject, says how many stand above it.

Example: below "c3 third", "b2 second", "a1 widget 2.1" the sentence "three commits on top of 2.1" is off by one.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_SAID = regex(
    rf"\b(?P<n>{'|'.join(NUMBERS)}|one|\d{{1,3}}) (?:\w+ )?commits?\b(?: of (?:mine|ours|my own))?"
    r"(?: now)?(?: (?:sit|sits|stand|are|stacked|went))?"
    r" (?:on top of|above|ahead of|over|past|after|since) (?:the )?(?:tag |commit |release )?`?(?P<base>[\w./-]*\w)`?"
)
_TOP = regex(r"^[*|/\\ ]*(?:commit )?(?=[a-f]*\d)([0-9a-f]{7,40})\b(.*)$", re.M)
_LATELY = 4
_VAGUE = frozenset(["what", "it", "this", "that", "them", "my", "your", "our", "origin", "upstream", "main", "master", "head"])


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest listing that has the commit; None where none does, or several of its lines do."""
    said = _SAID.search(claim.low) if "commit" in claim.low else None
    if said is None or claim.negated or said["base"] in _VAGUE:
        return None
    n = 1 if said["n"] == "one" else NUMBERS[said["n"]] if said["n"] in NUMBERS else int(said["n"])
    base = re.compile(rf"(?<![\w.]){re.escape(said['base'].removeprefix('v'))}(?![\w]|\.\d)", re.I)
    for at, run in evidence.runs_of(claim.msg, ("git",), 20):
        if claim.msg - at > _LATELY or (any(a.intent == "commit" for a in run.actions) and not _TOP.search(run.call.output)):
            return None
        if sum("log" in a.command.argv[1:4] for a in run.actions) != 1 or run.call.cut:
            continue
        listed = _TOP.findall(run.call.output)
        since = next((w for a in run.actions if "log" in a.command.argv[1:4] for w in a.command.argv if w.endswith(("..", "..HEAD"))), "")
        if listed and since and since.split("..")[0].lower().removeprefix("v") == said["base"].removeprefix("v"):
            text = f"msg {at} lists {len(listed)} since {since.split('..')[0]}"
            return Judgement("supported" if len(listed) == n else "contradicted", (), text, (at,), counted=True)
        found = [i for i, (name, subject) in enumerate(listed) if name.startswith(said["base"][:7]) or _names(base, subject)]
        if len(found) != 1 or not listed:
            continue
        above = found[0]
        text = f"msg {at} lists {above} above {listed[above][0][:8]}{listed[above][1][:40]}"
        return Judgement("supported" if above == n else "contradicted", (), text, (at,), counted=True)
    return None


def _names(base: re.Pattern[str], subject: str) -> bool:
    """Whether a subject, or a part of one of its words ("1.5.0-rc1"), is the name."""
    return base.search(subject.replace("-", " ")) is not None or base.search(subject) is not None
