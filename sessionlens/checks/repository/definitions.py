"""Names that are said to be in code: "the old `flush()` is still there", "`codec` is used elsewhere". By lines that were shown.

A search or a reader prints `src/a.go:12:func flush(` or `12: func flush(`; a line that only uses the name does not show that it is defined.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("there there's exists exist present defined used referenced called")
_STANDS = regex(
    r"^(?:and |but )?(?:the )?(?:old |new |existing |original )?`(?P<name>[A-Za-z_$][\w$.]*)(?:\(\))?`(?: (?:function|method"
    r"|helper|type|class|struct|constant|test))?"
    r"(?: using [^,;]{3,40})? (?:is |are )?(?:still |already |now |indeed )*(?:there|exists?|present|defined)(?: (?:in|at)"
    r" `?(?P<file>[\w./-]+)`?)?$"
)
_THERE_IS = regex(
    r"^(?:and |but |so )?(?:i (?:can )?see (?:that )?)?there(?:['’]s| is) (?:already |still |now )*(?:an? |the"
    r" )?(?:(?:existing|comprehensive|custom|separate|shared|old|own) )*"
    r"(?P<name>`[A-Za-z_$][\w$.]*`|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|[a-z]+_\w+)(?:\(\))? "
    r"(?:function|method|helper|type|class|struct|constant|test|hook|component|interface|enum|module)(?: (?:available|defined"
    r"|there|in place|for (?:that|this|it)))*$"
)
_USED = regex(
    r"^(?:and |but )?(?:the )?`(?P<name>[\w$.:-]+)(?:\(\))?`(?: (?:package|module|function|import|helper|type|flag|field))? is"
    r" (?:still |also )?"
    r"(?:used|referenced|called)(?: heavily| widely| a lot| elsewhere| in several places| in (?:this|that|the same) file)+(?: \(.*)?$"
)
_MANY = 3
"""Lines with a name that show that it is used elsewhere too."""
_BACK = 30
_NEAR = 8


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest output with such a line, if no later edit touches one; None where there is none."""
    text = claim.text.rstrip(" .!:")
    text = text[:1].lower() + text[1:]
    match = _STANDS.match(text)
    if claim.negated:
        return None
    if match is None:
        if (named := _THERE_IS.match(text)) is not None:
            return _defined(named["name"].strip("`").rsplit(".", 1)[-1], "", claim, evidence)
        used = _USED.match(text)
        return _uses(used["name"], claim, evidence) if used is not None else None
    return _defined(match["name"].rsplit(".", 1)[-1], match["file"] or "", claim, evidence)


def _defined(name: str, file: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A line that was shown lately and begins a definition of that name."""
    line = re.compile(
        r"^.*\b(?:func|fn|def|class|type|const|let|var|struct|enum|interface|trait|static|function|public|private|export"
        r"|macro_rules!|#define)\b"
        rf"[^=\"'`]*?(?<![\w$]){re.escape(name)}(?![\w$]).*$",
        re.M,
    )
    for at, run in evidence.runs_of(claim.msg, ("read", "search", "shell"), _BACK):
        if claim.msg - at > _NEAR:
            return None
        if name not in run.call.output or (seen := line.search(run.call.output)) is None:
            continue
        where = f"{run.call.input.get('file_path') or run.call.input.get('path') or run.call.command or ''} {seen[0]}"
        if file and file.rsplit("/", 1)[-1] not in where:
            continue
        if any(e.old and name in e.old for then, r in evidence.runs_before(claim.msg) if then > at for e in r.call.edits):
            return None
        return Judgement("supported", (), f"msg {at}: {' '.join(seen[0].split())[:90]}", (at,))
    return None


def _uses(name: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """By a search of the message before with several lines that have the name."""
    part = re.compile(rf"(?<![\w$/.]){re.escape(name)}(?![\w$/-])")
    for at, run in evidence.runs_of(claim.msg, ("search", "grep", "rg"), 6):
        if claim.msg - at > 1:
            return None
        lines = [x for x in run.call.output.splitlines() if part.search(x) and "import" not in x]
        if len(lines) >= _MANY:
            return Judgement("supported", (), f"msg {at} lists {len(lines)} lines with {name}", (at,))
    return None
