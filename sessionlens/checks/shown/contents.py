"""What a file holds that the session wrote or read: "the hook uses `useLedger`", "a form with validation and a submit button".

A description of an artefact is borne out by its text, wherever in it the words stand: a component is read as a whole. Comments of code are
the author's own word and do not count. Whether the thing works is another question, which its text does not answer.

Example: a file written with `<input onChange=...>`, `disabled={!name.trim()}` and `<button type="submit">` bears out "Includes a text
input and a submit button with a disabled state".
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import PROSE, STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_DESCRIBES = regex(
    r"^(?:it |this |that |which |the \w+ |each |and )?(?:also |now )?(?:renders?|shows?|displays?|includes?|uses?|provides?|exports?"
    r"|defines?|contains?|implements?|accepts?|returns?|stores?|reads?|sets?|imports?|extends?|wraps?|declares?|registers?|lists?|documents?"
    r"|describes?|features?|consists? of|takes?|has|have)\b"
    r"|^(?:[\w`/.<>()-]+ ){0,3}[\w`/.<>()-]+\s*(?:[:–—]| - )\s*\S"
)
"""A verb of what a text has, or a name and what it is."""
_VERB = regex(
    r"^(?:it |this |that |which |the \w+ |each |and )?(?:also |now )?(?:renders?|shows?|displays?|includes?|uses?|provides?|exports?"
    r"|defines?|contains?|implements?|accepts?|returns?|stores?|sets?|declares?|registers?|documents?|describes?|features?)\b"
)
"""What says no more than that it is there."""
_ONLY_THEN = regex(r"^(?:(?!\b(?:no|not|never|without|nothing)\b|n['’]t\b).)*\b(?:when|if|while|until|whenever|where|for)\b")
"""What is denied stands in the condition alone: "shows a hint when no row is left"."""
_LABEL = regex(r"^\W*`?(?P<name>[\w.-]+?)(?:\.\w{1,4})?`?\**\s*(?:\([^()]*\))?\**\s*(?:[:–—]|\s-\s)")
_STEM = regex(r"\.\w{1,5}$")
_MADE = regex(
    r"^(?:i(?:'ve| have)? |we(?:'ve| have)? )?(?:successfully |also |now )*(?:created?|wrote|written|added|updated|replaced|implemented"
    r"|configured|integrated|defined|renamed|changed|moved|extracted|introduced|set up|installed)\b"
    r"|\b(?:has|have) been (?:created|added|written|updated)\b"
)
_RUNS = word_set(
    "works work working worked passes passed passing fails failed runs ran running succeeds succeeded verified confirmed tested tests"
    " seamlessly correctly successfully robust fully production ready ensures ensure guarantees persists handles graceful gracefully"
    " safety accessible accessibility measured instead longer faster slower fixes fixed resolves resolved deployed pushed committed merged"
)
"""What a text does not show: how it goes when it is run, and how good it is."""
_PALE = word_set(
    "comprehensive complete proper properly custom clean simple simpler modern easy better good nice various several different"
    " multiple well organized organised organization dedicated basic main core full new existing key own using use used uses via based"
    " including include includes feature features featuring support supports supporting provide provides providing functionality"
    " function functions functional component components file files code implementation implemented created added updated integrated"
    " configured project app application type types style styled styling pattern patterns logic definition definitions interface"
    " interfaces option options individual appropriate consistent convenient predictable dynamic helpful optimized stable predefined"
    " distinct fully ready"
)
"""Words that praise or that every file's description has."""
_COMMENT = regex(r"/\*.*?\*/|(?<![:\w\"'`])//[^\n]*|^\s*#(?!include|define|\[|!)[^\n]*|<!--.*?-->|^\s*\*[^\n]*", re.S | re.M)
_NAME = regex(r"[A-Za-z_$][\w$]*[a-z][A-Z]\w*|[A-Za-z_]\w*_\w+|[A-Z]\w*[A-Z][a-z]\w*")
_LEAST = 3
_SHARE = 0.6
"""Of a description's words a text must have so many, and of each of its parts one."""
_PART = regex(r"[,;:()/&]|\s[-–—+]\s|\b(?:and|with|for|that|which|using|including|from|to|by)\b")
_NAMED = 0.5
"""The share for a file that the item opens with the name of."""
_SHORT = 8_000
"""Characters of a file in which words hardly meet by chance; a longer one must be named."""
_MOST = 200_000


def described(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where a file that the session wrote or read has most of the words of a description; None where none has."""
    if claim.cell or not claim.words.isdisjoint(_RUNS) or (claim.negated and not _ONLY_THEN.search(claim.low)):
        return None
    low = claim.low
    listed = claim.conclusion.statement.kind == "item"
    if not (listed or _DESCRIBES.match(low) or _MADE.search(low)):
        return None
    names = frozenset(n.lower() for n in (*_NAME.findall(claim.text), *(c for c in claim.code if " " not in c and len(c) > 3)))
    label = _label(claim)
    doing = _VERB.match(low)
    words = sorted(content(claim.text) - STOP - _PALE - (content(doing[0]) if doing else frozenset()))
    roots = {w: ROOTS[w].decode() for w in words}
    if len(roots) < (_LEAST if not label else 2):
        return None
    spelled = [(r, r.title()) for r in roots.values()]
    best: tuple[float, int, str] | None = None
    since = max((n for n in evidence.view.of_people() if n < claim.msg), default=0)
    for place, (at, path, whole) in written(claim.msg, evidence):
        if at < since:
            break
        of = bool(label) and label == _STEM.sub("", path.rsplit("/", 1)[-1]).lower()
        named = of or any(n in path.lower() for n in names)
        if not named and len(whole) > 2 * _SHORT:
            continue
        least, enough = (2, _NAMED) if of else (_LEAST, _SHARE)
        if sum([r in whole or title in whole or r in path for r, title in spelled]) < least:
            continue
        text = _folded(place, path, whole, evidence)
        if (not named and len(text) > _SHORT) or not all(n in text or n in path.lower() for n in names):
            continue
        found = {r for r in roots.values() if _has(text, r) or r in path.lower()}
        share = len(found) / len(roots)
        if len(found) < least or share < max(enough, best[0] if best else 0.0):
            continue
        parts = [{roots[w] for w in content(part) if w in roots} for part in _PART.split(low)]
        bare = sum(bool(part) and not found & part for part in parts)
        if bare == 0 or (of and len(parts) > _LEAST and 3 * bare <= len(parts)):
            best = (share, at, f"{path} has {len(found)} of {len(roots)} of its words")
    return Judgement("supported", (), f"msg {best[1]}: {best[2]}", (best[1],)) if best else None


def _label(claim: Claim) -> str:
    """The one name that a list's item opens with and describes: "**Ledger**: keeps ..."."""
    s = claim.conclusion.statement
    match = _LABEL.match(s.text) if s.kind == "item" else None
    return match["name"].lower() if match is not None and len(match["name"]) > 3 else ""


def _has(text: str, root: str) -> bool:
    return root in text if len(root) > 3 else re.search(rf"(?<![a-z]){re.escape(root)}(?![a-z])", text) is not None


Edit = tuple[int, str, str]
"""Message, path, and the text that was left."""


def written(msg: int, evidence: Evidence) -> Iterator[tuple[int, Edit]]:
    """The files that the session wrote before a message as they stood then, newest first, each with its edit's place among all edits."""
    kept: list[Edit] | None = evidence.looked.get("written")
    if kept is None:
        kept = evidence.looked["written"] = list(_every(evidence))
    seen: set[str] = set()
    for place in range(len(kept) - 1, -1, -1):
        at, path, _ = kept[place]
        if at < msg and path not in seen:
            seen.add(path)
            yield place, kept[place]


def _folded(place: int, path: str, whole: str, evidence: Evidence) -> str:
    """A text without its comments, if it is code, in lower case; made once."""
    key = ("written", place)
    if key not in evidence.looked:
        evidence.looked[key] = (whole if path.endswith(PROSE) else _COMMENT.sub(" ", whole[:_MOST])).lower()[:_MOST]
    return str(evidence.looked[key])


def _every(evidence: Evidence) -> Iterator[Edit]:
    """Each edit with the text that it left; of what an edit found before it only what the session had written itself is known."""
    now: dict[str, str] = {}
    edits = list(evidence.runs_of(evidence.runs[-1][0] + 1, ("edit", "write", "patch"))) if evidence.runs else []
    for at, run in reversed(edits):
        if run.call.status == "error":
            continue
        for action in run.actions:
            if action.command.heredoc and (to := [r.target for r in action.command.redirects if r.op == ">"]):
                now[to[0]] = action.command.heredoc
                yield at, to[0], now[to[0]]
        for edit in run.call.edits:
            if edit.new is None:
                continue
            old = now.get(edit.path, "")
            whole = edit.new if edit.old is None else old.replace(edit.old, edit.new) if edit.old in old else f"{old}\n{edit.new}"
            now[edit.path] = whole
            yield at, edit.path, whole
