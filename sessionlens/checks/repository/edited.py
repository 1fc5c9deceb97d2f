"""What the session's own edits did, by their texts: "added `parse_rows()` and its test", "removed the `legacy` flag", "renamed `a` to `b`".

An edit has the text that it replaced and the text that it left, so that a name that is said to be added stands in the one and not in the
other. The names in backticks must all be found; of the other words before a purpose ("to", "so that") half. What the edit is good for is
another question.

Example: an edit whose new text begins with `func trimRows(` and whose old text has none bears out "Extracted `trimRows` into a helper".
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_ADDS = word_set("added introduced created extracted implemented wrote written defined imported")
_DROPS = word_set("removed deleted dropped stripped")
_TURNS = word_set("renamed replaced switched changed swapped")
_UPDATES = word_set("updated modified adjusted refactored extended rewrote reworked simplified")
_DEEDS = _ADDS | _DROPS | _TURNS | _UPDATES
WORDS = _DEEDS | {"now"}
_VERB = "|".join(sorted(_DEEDS))
_OWN = regex(
    rf"^(?:[\w./` -]{{2,40}}: )?(?:yes,? |done[:,.]? )?(?:(?:i|we)(?:['’]ve| have)? )?(?:also |already |now |just |successfully"
    rf" |then |have )*(?P<verb>{_VERB}) (?P<what>.+)$"
)
_PASSIVE = regex(rf"^(?P<what>.*`.*) (?:is|are|was|were|has been|have been) (?:now |also |already )*(?P<verb>{_VERB})(?P<rest> .*)?$")
_NOW = regex(
    r"^(?:it|that|this|(?:the )?(?:\w+ )?`[^`]+`) now (?:uses?|calls?|takes?|returns?|imports?|accepts?|reads?|goes through"
    r"|points (?:at|to)|defaults to|requires?|has|have|supports?|includes?|contains?|sets?|exports?|checks?|passes|mentions?)"
    r" (?P<what>[^`]{0,40}`.+)$"
)
_PURPOSE = regex(r" (?:to (?!`)(?!the\b)[a-z]+|so|for|which|when|because|since|as|instead|where|while|after|before|if)\b.*$")
_PLACE = regex(r" (?:to|in|into|from|of) (?:the )?`([^`]+)`[^`]*$")
"""Where something was added or removed: that stood there before, and stands there still."""
_INTO = regex(r"`([^`]+)`[^`]{0,30}? (?:to|with|by|into|for) (?:[\w-]+ ){0,3}`([^`]+)`")
_CODE = regex(r"`([^`]+)`")
_FILE = regex(r"(?<![\w/`])[\w./-]*\w\.(?:[a-z]{1,5}|[A-Z]{2,4})(?![\w/(])")
_IDENTIFIER = regex(r"[A-Za-z_$@][\w$]*(?:[.:/-]+[\w$]+)*")
_RESULT = word_set(
    "works work working passes passed fails failed faster slower fixed fixes resolves resolved verified confirmed correctly seamlessly"
    " cleanly perfectly successfully guarantees longer every everywhere anywhere recently commit pr"
)
_PALE = (
    word_set(
        "added removed created helper helpers function functions method methods constant constants type types field fields"
        " class test tests case cases"
        " new custom dedicated file files code import imports export old existing unused dead call calls check variable flag"
        " option handling"
        " support logic section module struct basic simple small also already repository project empty parameter parameters"
    )
    | WORDS
)
_AT = 120
"""Characters of a clause's beginning that count for what a summary's item names."""


class Edit(NamedTuple):
    """One replaced text: `old` is None where a whole file was written, `new` None where a file was taken away."""

    msg: int
    path: str
    old: str | None
    new: str | None


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported by the edits that did it; None where none did or the clause names nothing."""
    if claim.negated or claim.quantities or not claim.words.isdisjoint(_RESULT):
        return None
    text = claim.text.rstrip(" .!✓").replace("**", "")
    of: list[str] = []
    match = _OWN.match(text[:1].lower() + text[1:]) or (_PASSIVE.match(text) if "`" in text else None)
    if match is not None:
        verb = match["verb"]
    elif "now" in claim.words and (match := _NOW.match(text[:1].lower() + text[1:])) is not None:
        verb, of = "added", _CODE.findall(text[: match.start("what")])
    else:
        return None
    what = _PURPOSE.sub("", f" {match['what']}")
    if verb in _TURNS:
        into = _INTO.search(what)
        return _turned(into[1], into[2], claim, evidence) if into is not None else None
    names = [n for c in _CODE.findall(what) for n in _IDENTIFIER.findall(c.rstrip("()"))[:1]] + _FILE.findall(_CODE.sub(" ", what))
    if not names or len(names) > 6:
        return None
    place = _PLACE.search(what) if verb in _ADDS | _DROPS else None
    names, places = (names[:-1], names[-1:]) if place is not None and place[1].startswith(names[-1]) and len(names) > 1 else (names, [])
    found = [_last(n, verb, claim, evidence) for n in names]
    edits = [e for e in found if e is not None]
    places += [n.removesuffix("()") for n in of]
    if any(not any(p in f"{e.path} {e.old} {e.new}" for e in edits) for p in places):
        return None
    if len(edits) < len(names) or not _described(_CODE.sub(" ", what), edits):
        return None
    if verb == "imported" and not all("import" in f"{e.new}{e.old}" or "require" in f"{e.new}" or "use " in f"{e.new}" for e in edits):
        return None
    at = tuple(sorted({e.msg for e in edits}))
    return Judgement(
        "supported", (), f"msg {', '.join(map(str, at))}: the edit of {edits[0].path.rsplit('/', 1)[-1]} {_did(verb)} {names[0]}", at
    )


def _did(verb: str) -> str:
    return "takes away" if verb in _DROPS else "touches" if verb in _UPDATES else "brings in"


def edits_before(msg: int, evidence: Evidence) -> Iterator[Edit]:
    """The session's edits before a message, newest first, of those that nothing took back as a whole."""
    kept: list[Edit] | None = evidence.looked.get("edits")
    if kept is None:
        undone = {r.of for r in evidence.reversions if not r.partial}
        gone = {c.msg for c in evidence.changes if c.id in undone}
        kept = evidence.looked["edits"] = [e for e in _every(evidence) if e.msg not in gone]
    for edit in reversed(kept):
        if edit.msg < msg:
            yield edit


def _every(evidence: Evidence) -> Iterator[Edit]:
    for at, run in evidence.runs:
        if run.call.status == "error":
            continue
        for edit in run.call.edits:
            yield Edit(at, edit.path, edit.old, None if edit.op == "delete" else edit.new)
        for action in run.actions:
            argv = action.command.argv
            if action.command.heredoc and (to := [r.target for r in action.command.redirects if r.op in (">", ">>")]):
                yield Edit(at, to[0], None, action.command.heredoc)
            elif run.call.exit_code == 0 and (action.command.tool == "rm" or (action.command.tool == "git" and argv[1:2] == ("rm",))):
                for path in argv[1:]:
                    if not path.startswith("-") and ("." in path or "/" in path):
                        yield Edit(at, path, "", None)


def _last(name: str, verb: str, claim: Claim, evidence: Evidence) -> Edit | None:
    """The newest edit that decides it: None where that one took back what is said to be added, or left what is said to be removed."""
    part = re.compile(rf"(?<![\w$]){re.escape(name.rsplit('.', 1)[-1] if '.' in name and not _FILE.fullmatch(name) else name)}(?![\w$])")
    is_file = "." in name or "/" in name
    for edit in edits_before(claim.msg, evidence):
        if is_file and (edit.path.endswith(name) or edit.path.endswith(name.lstrip("./"))):
            if verb in _DROPS:
                return edit if edit.new is None else None
            return edit if edit.new is not None and (verb in _UPDATES or edit.old is None) else None
        before, after = len(part.findall(edit.old or "")), len(part.findall(edit.new or ""))
        if before == after == 0:
            continue
        if verb in _UPDATES:
            return edit
        if before != after:
            return edit if (after > before) == (verb in _ADDS) and (verb in _ADDS or not after) else None
    return None


def _turned(old: str, new: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """One edit has the one text before and the other after."""
    for edit in edits_before(claim.msg, evidence):
        if edit.old is None or edit.new is None:
            continue
        if old in edit.old and new in edit.new and edit.old.count(old) > edit.new.count(old) and edit.new.count(new) > edit.old.count(new):
            return Judgement(
                "supported", (), f"msg {edit.msg}: the edit of {edit.path.rsplit('/', 1)[-1]} turns {old} into {new}", (edit.msg,)
            )
    return None


def _described(words: str, edits: list[Edit]) -> bool:
    """Whether half of the words beside the names stand in the edits' texts or paths."""
    said = {ROOTS[w].decode() for w in content(_FILE.sub(" ", words)[:_AT]) - STOP - _PALE}
    text = " ".join([f"{e.path} {e.new or ''} {e.old or ''}" for e in edits]).lower()
    return 2 * sum(root in text for root in said) >= len(said)
