"""How a call went, said of what it was for: "YAML parsing passes", "the race run is clean for `index` and `pool`", "the lint step fails".

The clause is a subject and a word for well or ill. The newest of the last calls whose command has a word of the subject, and which has the
others in its command, in what it printed or in what was said before it, must have ended so: by the exit status of that stage, or, where
that is hidden, by what the output says of itself.

Example: after `python -c "import yaml; yaml.safe_load(open('ci.yml'))" && echo ok` with "ok", "YAML parsing passes" is borne out.
"""

import re

from sessionlens import commands
from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import STOP, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

WORDS = word_set(
    "passes passed pass passing clean green succeeds succeeded works worked fine ok okay valid validates parses fails failed failing red"
    " failure builds compiles"
)
_BESIDE = (
    r"(?: (?:again|now|too|as well|cleanly|locally|already|fully|everywhere)"
    r"| (?:with|without) (?:an |any )?(?:errors?|warnings?|complaints?))*"
)
_WELL = regex(
    r"^(?P<what>.+?) (?:(?:is|are|was|were|came back|comes back|run|runs|ran|ends?|ended|all|both|each|still|now|also|again) )*"
    rf"(?:pass(?:es|ed|ing)?|clean|green|succeed(?:s|ed)|work(?:s|ed)|fine|ok|okay|valid|validates|parses|builds|compiles){_BESIDE}"
    r"(?P<of>(?:,? (?:on|for|in|with|under|at|over) .+)?)$"
)
_ILL = regex(
    r"^(?:(?P<what>.+?) (?:(?:is|are|was|were|still|now|also|again|both|all) )*(?:fail(?:s|ed|ing)?|red)"
    r"(?: (?:again|now|too|as well))?|(?:a |the )?(?P<kind>[\w -]+?) failure)(?P<of>(?:,? (?:on|for|in|with|under|at) .+)?)$"
)
_PALE = STOP | word_set(
    "test tests run runs check checks suite suites step steps command job jobs final full whole local validation verification all both each"
    " every new now also still again same package packages file files script real latest current first second last change changes code tool"
    " build parsing parse syntax loading load"
)
_PART = regex(r"[A-Za-z0-9_./@:-]*[A-Za-z0-9]")
_SAYS_WELL = regex(
    r"\bpass(?:ed|es)?\b|\bok\b|✓|✔|\bsuccess(?:ful(?:ly)?)?\b|\b0 (?:errors|issues|failures|failed|problems|warnings)\b", re.I
)
_SAYS_ILL = regex(
    r"\bfail(?:ed|ures?|s|ing)?\b(?<!\b0 failed)(?<!\b0 failures)|✗|✘|\berrors?\b(?<!\b0 errors)(?<!\bno errors)|\bnot ok\b|\bpanic\b"
    r"|\bTraceback\b|\bexit(?:ed)?(?: with)?(?: code| status)? [1-9]",
    re.I,
)
_WARNS = regex(r"\b[1-9]\d* (?:\w+ )?(?:warnings?|issues?|problems?|findings?)\b|^\s*warning\b", re.M | re.I)
_DOES = frozenset({"edit", "copy", "navigate", "commit", "publish", "revert", "install"})
_LOOKS = word_set("echo printf true : sleep cat head tail grep rg sed awk ls cd find wc git which")
_BACK, _MOST = 4, 12


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the newest call of that kind ended so; None where none did, or the clause is no such remark."""
    if claim.cell or claim.quantities or claim.negated or claim.words.isdisjoint(WORDS):
        return None
    low = claim.low.rstrip(" .!✓✅")
    if low.startswith(("so ", "because", "if ", "when ", "which ")) or len(low.split()) > 16:
        return None
    well = _WELL.match(low)
    match = well or _ILL.match(low)
    if match is None:
        return None
    what = match["what"] if well else (match["what"] or match["kind"])
    subject, beside = _roots(what), _roots(match["of"] or "")
    if not subject:
        return None
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place >= _MOST or claim.msg - at > _BACK:
            return None
        if run.call.kind != "shell" or not _about(subject, beside, at, run, evidence):
            continue
        ended = _ended(subject, run, strict="clean" in claim.words)
        if ended != ("well" if well else "ill"):
            return None
        if well and overtaken(evidence, at, claim.msg) is not None:
            return None
        return Judgement("supported", (), f"msg {at}: `{' '.join((run.call.command or '').split())[:60]}` ended {ended}", (at,))
    return None


def _roots(text: str) -> list[bytes]:
    words = [w for w in _PART.findall(CODE.sub(r"\1", text)) if w not in _PALE and len(w) > 1]
    return [ROOTS[w] for w in dict.fromkeys(words)]


def _about(subject: list[bytes], beside: list[bytes], at: int, run: Run, evidence: Evidence) -> bool:
    """Whether a call's command has a word of the subject, and all the words stand in it, in what it printed or was said before it."""
    given = f"{run.call.command or ''} {run.call.input.get('description') or ''}"
    said = " ".join([s.text for s in evidence.statements(at)[-2:]])
    own, whole = _folded(given), _folded(f"{given} {said} {run.call.output[:4000]}")
    return any(_has(r, own) for r in subject) and all(_has(r, whole) for r in (*subject, *beside))


def _folded(text: str) -> bytes:
    return folded(f" {text} ").replace(b"\n", b" ")


def _has(root: bytes, bare: bytes) -> bool:
    return all(holds(bare, needle(part)) for part in root.split())


def _ended(subject: list[bytes], run: Run, *, strict: bool) -> str:
    """ "well", "ill" or empty where it cannot be told."""
    output = run.call.output
    checks = [a for a in run.actions if a.intent not in _DOES and a.command.tool not in _LOOKS and not a.command.stage]
    named = [a for a in checks if any(_has(r, _folded(a.command.text)) for r in subject)] or checks
    if not named:
        return ""
    known = {commands.known(a.command, run.call.exit_code) for a in named}
    if "failed" in known or any(o.result == "fail" for o in run.outcomes):
        return "ill"
    if _SAYS_ILL.search(output) or (strict and _WARNS.search(output)):
        return "ill" if known != {"ok"} and _SAYS_ILL.search(output) and not _SAYS_WELL.search(output) else ""
    return "well" if known == {"ok"} or _SAYS_WELL.search(output) else ""
