"""Who uses a name: "`flush` is never called", "`Pool` is only used in pool.go". By the newest search for it.

A line that a search prints is a use where the name stands in code: not where it is defined, in a comment, or imported. Tests do not count
as users, since hardly anybody means them.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import is_cut
from sessionlens.checks.shown.presence import SEARCH
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("called calls call callers caller used uses use unused referenced references dead needs needed")
_UNUSED = regex(
    r"\b(?:(?:is|are) (?:never|not|n't|no longer) (?:actually )?(?:called|used|referenced)(?: anywhere| at all| any more| anymore)?$"
    r"|(?:is|are) (?:unused|dead(?: code)?)$|has no (?:callers?|users?|uses)(?: left| anywhere)?$"
    r"|(?:nothing|nobody) (?:calls?|uses?|references?|needs?)\b|no (?:callers?|uses?|references?) (?:of|to|for)\b)"
)
_ONLY = regex(r"\b(?:is|are) only (?:ever )?(?:called|used|referenced) (?:in|from|by|inside|within) `?([\w./-]+\.\w{1,5})`?$")
_LINE = regex(r"^(?P<path>[^\s:]+\.\w{1,6}|[^\s:]*/[^\s:]+):(?:(?P<line>\d+):)?(?P<code>.*)$")
_DEFINES = regex(r"\b(?:func|def|fn|function|class|struct|enum|trait|interface|type|const|let|var|static|impl|macro_rules!|#define)\b")
_QUIET = regex(r"^\s*(?://|#|\*|/\*|--|<!--|import\b|from\b|use\b|using\b|#include\b|export\b|require\b)")
_TEST = regex(r"(?:^|[/_.-])tests?(?:[/_.-]|$)|_test\.|\.spec\.|\.md$", re.I)
_NAME = regex(r"[A-Za-z_]\w{2,}")
_MOST = 30


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest search whose pattern is the name; None where the clause names nothing, or nobody searched for it."""
    low = claim.low.rstrip(" .!`")
    unused, only = _UNUSED.search(low), _ONLY.search(low)
    if (unused is None) == (only is None) or not claim.code:
        return None
    name = claim.code[0].removesuffix("()").rsplit(".", 1)[-1]
    if not _NAME.fullmatch(name):
        return None
    for at, run in evidence.runs_of(claim.msg, SEARCH | {"search"}, _MOST):
        if name not in _pattern(run):
            continue
        if run.call.cut or any(is_cut(run, a) for a in run.actions) or len({a.command.group for a in run.actions}) > 1:
            return None
        uses = _uses(name, run.call.output)
        if only is not None:
            others = [(path, code) for path, code in uses if not path.endswith(only[1])]
            verdict = "supported" if uses else ""
        else:
            others = uses
            verdict = ""
        if others:
            path, code = others[0]
            return Judgement("contradicted", (), f"msg {at}: {path} uses {name}: {' '.join(code.split())[:70]}", (at,))
        return Judgement("supported", (), f"msg {at}: all {len(uses)} use(s) of {name} are there", (at,)) if verdict else None
    return None


def _pattern(run: Run) -> str:
    for action in run.actions:
        if action.command.tool in SEARCH:
            return next((w for w in action.command.argv[1:] if not w.startswith("-")), "")
    return str(run.call.input.get("pattern") or run.call.input.get("query") or "")


def _uses(name: str, output: str) -> list[tuple[str, str]]:
    """The lines of a search, each with its file, where the name is used in code."""
    found = []
    for line in output.splitlines():
        match = _LINE.match(line) if name in line else None
        if match is None or _TEST.search(match["path"]) or _QUIET.match(match["code"]):
            continue
        code = match["code"]
        before, _, behind = code.partition(name)
        glued = before[-1:].isalnum() or before.endswith("_") or behind[:1].isalnum() or behind.startswith("_")
        if not glued and name in code and not _DEFINES.search(before) and before.count('"') % 2 == 0:
            found.append((match["path"], code))
    return found
