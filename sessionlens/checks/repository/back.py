"""What was put back: "parser.py is the old one again", "`cache.c` is back to LRU", "-O3 is out of the Makefile again".

A call that restores a file says so itself; what it restored is what its command names, else all that the change before it had touched.
"""

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.facts import Reversion
from sessionlens.text.regex import regex

WORDS = word_set("back again gone out")
_BACK = regex(r"\b(?:is|are|['’]s) (?:now )?(?:(?:back (?:to|at|in|on)|out of|gone from) \S.*|(?:\S+ )?[\w`'’.-]+ again)$")
_FILE = regex(r"(?<![\w/])(?:[\w-]+/)*[\w-]+\.[A-Za-z]\w{0,5}(?![\w/(])|\b(?:Makefile|Dockerfile|Gemfile|Rakefile)\b")
_RUNS = word_set("running slow fast green red failing passing open closed online up down empty wrong right")
_NEAR = 2


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where one of the last calls restored the file that the clause names, and nothing changed it since; else None."""
    text = claim.text.rstrip(" .!")
    if claim.negated or claim.quantities or not _BACK.search(text.lower()) or not claim.words.isdisjoint(_RUNS):
        return None
    files = {f.rsplit("/", 1)[-1].lower() for f in _FILE.findall(claim.text)}
    if len(files) != 1:
        return None
    name = next(iter(files))
    for r in reversed([r for r in evidence.reversions if claim.msg - _NEAR <= r.msg < claim.msg]):
        if _has(r, name) and not any(
            r.msg < c.msg < claim.msg and any(f.lower().endswith(name) for f in c.files) for c in evidence.changes
        ):
            return Judgement("supported", (), f"msg {r.msg}: {r.text[:80]}", (r.msg,), (r.id,))
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR:
            return None
        for action in run.actions:
            named = any(w.lower().endswith(name) for w in action.command.argv[1:])
            if action.intent == "revert" and named and commands.known(action.command, run.call.exit_code) == "ok":
                return Judgement("supported", (), f"msg {at}: {action.command.text[:60]}", (at,))
    return None


def _has(reversion: Reversion, name: str) -> bool:
    return any(f.lower().endswith(name) for f in reversion.files)
