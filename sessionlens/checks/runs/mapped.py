"""A name and what it stands for, as a tool printed the two together: "`next` -> `2.1.0`", "`pkg@1.4.0` published".

The two stand on one line (`"next": "2.1.0"`, `next=2.1.0`, `next: 2.1.0`) of a call that was for the thing named before them; a version is
published where the registry's own client printed it when asked for just that.
"""

import re

from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("published next latest tag points resolves is at now beta stable")
_PAIR = regex(r"`(?P<key>[\w.@/-]+)` ?(?:->|→|=>|=|(?:now )?(?:points (?:to|at)|resolves to|is at|is)) ?`(?P<value>[^`\s]+)`")
_PUBLISHED = regex(r"^`(?P<name>@?[\w./-]+)@(?P<version>\d[\w.+-]*)` (?:is |was |now |has been |got )*published\b")
_CLIENTS = frozenset(["npm", "pnpm", "yarn", "bun", "pip", "pip3", "cargo", "gem", "docker", "skopeo", "helm", "curl", "gh"])
_NEAR = 3


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where each pair, and the publication, was printed so; None where one was not or the clause has something more."""
    if claim.negated or "`" not in claim.text:
        return None
    text = claim.text.rstrip(" .!")
    published = _PUBLISHED.match(text)
    pairs = list(_PAIR.finditer(text))
    rest = _PAIR.sub(" ", _PUBLISHED.sub(" ", text))
    if not (published or pairs) or CODE.search(rest) or len(re.findall(r"[A-Za-z]{2,}", rest)) > (0 if published else 2):
        return None
    about = published["name"] if published else ""
    at: set[int] = set()
    if published and not _add(at, _asked(published["name"], published["version"], claim, evidence)):
        return None
    for pair in pairs:
        if not _add(at, _printed(pair["key"], pair["value"], about, claim, evidence)):
            return None
    return Judgement("supported", (), f"printed so in msg {', '.join(map(str, sorted(at)))}", tuple(sorted(at)))


def _add(at: set[int], found: int | None) -> bool:
    if found is not None:
        at.add(found)
    return found is not None


def _asked(name: str, version: str, claim: Claim, evidence: Evidence) -> int | None:
    """The newest call that asked a registry for just that version, and printed it."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR:
            return None
        if any(a.command.tool in _CLIENTS and _names(a.command.argv, name, version) for a in run.actions):
            return (
                at if run.call.exit_code in (0, None) and re.search(rf"(?<![\w.]){re.escape(version)}(?![\w.-])", run.call.output) else None
            )
    return None


def _names(argv: tuple[str, ...], name: str, version: str) -> bool:
    return any(w in (f"{name}@{version}", f"{name}=={version}", f"{name}:{version}") for w in argv)


def _printed(key: str, value: str, about: str, claim: Claim, evidence: Evidence) -> int | None:
    """The newest call, for that thing, with a line that gives the key that value; None also where its newest line gives another."""
    line = re.compile(rf"(?<![\w.@/-])[\"']?{re.escape(key)}[\"']?\s*(?::|=|=>|->|→)\s*[\"']?([^\s\"',]+)")
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR:
            return None
        if about and not _of(about, run):
            continue
        if (found := line.search(run.call.output)) is not None:
            return at if found[1] == value else None
    return None


def _of(name: str, run: Run) -> bool:
    """Whether a call was for a package: by its name as a whole word."""
    return any(re.split(r"(?<=.)@|==|:", w)[0] == name for a in run.actions for w in a.command.argv)
