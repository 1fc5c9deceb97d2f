"""Values and names as they were printed: "`stable=2.3.1` and `beta=2.4.0-rc.1`", "there are tags for v2.3.0 and v2.3.1", "v2.4.0 is not
published".

Identifiers are exact: a version, tag or setting must stand there whole, `2.4.0` is not in `2.4.0-rc.1`; all that a clause lists must be in
one output, or in as many as the clause says ("all three packages still have ..."). What exists stands as an entry of a listing and not in
the middle of a sentence; what does not exist was asked for by name and answered with a 404 or the like.
"""

import re

from sessionlens.checks.claims.claim import DIGIT, Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import holds, needle
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.shown.bearing import reads
from sessionlens.checks.shown.remark import short
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

WORDS = word_set("have has is are at show shows list lists still stale for exist exists published released available registry listed never")
_BARE = r"(?:v\d+(?:\.\d+)+|\d+\.\d+(?:\.\d+)+)(?:[-+][\w.]+)?"
"""A version without backticks; a number with one point may be any value."""
_ONE = rf"(?:`[^`]+`|{_BARE})"
_LIST = rf"{_ONE}(?:(?:, and |,? (?:and|or|plus) |, ){_ONE})*"
_ITEM = regex(rf"`([^`]+)`|(?<![\w.])({_BARE})")
_PLAIN = regex(r"[\d.,]+ ?[a-zA-Z%]{0,3}")
_TAIL = regex(rf"^(?P<of>[^`]*?(?:`[^`]+`[^`]*?)?)(?:\b(?:have|has|is|are|at|shows?|lists?)|:) (?:still |now |only )*(?P<list>{_LIST})$")
"""A subject, a verb of being or a colon, and what was printed."""
_HEAD = regex(
    rf"^(?:[\w ]{{2,20}}: )?(?:both |the (?:tags|releases|branches|files|versions) )?(?P<list>{_LIST}) (?:now |already |both |all |still )*"
    r"(?:exists?|(?:is|are) (?:there|present|listed))\b(?P<of>(?: (?:in|on|at|under) (?:the )?[\w./-]+)?)$"
)
_THERE = regex(rf"^there (?:are|is)(?: now| already)? (?P<of>[^`]{{3,60}}?)(?:,| for| called| named|:|) (?P<list>{_LIST})$")
_HAS = regex(
    rf"^(?P<of>[\w /.-]{{2,40}}? (?:has|have|lists?|contains?|got) (?:the |both |all )?(?:git )?(?:tags?|branch(?:es)?"
    rf"|releases?|versions?|packages?|remotes?|images?)) "
    rf"(?:called |named )?(?P<list>{_LIST})$"
)
_NOT_THERE = regex(
    rf"(?P<list>{_LIST}|\b(?:they|it|them|these|those)) (?:is|are|was|were) (?:not|never) (?:yet |even |actually )?"
    r"(?:published|released|available|listed|there|on [\w-]+|in the \w+)(?: (?:at all|yet|there|anywhere|(?:on|to|in) (?:the )?[\w-]+))*$"
    rf"|^(?P<who>[\w-]+) (?:has )?never (?:published|released|received|got|had) (?P<what>{_LIST}|them|it|those|these)$"
    rf"|^(?:the |a )?(?:(?:tag|branch|release|version|image|package)s? )?(?P<gone>{_LIST})(?: (?:tag|branch|release|version"
    rf"|image|package)s?)? "
    r"(?:does not|doesn['’]t|do not|don['’]t) exist\b[^,;]*$"
)
_ABSENCE = word_set("published released available listed there on received got had exist registry never")
_MISSING = regex(
    r"\b(?:404|E404|not found|no match(?:es|ing)?|does not exist|no such|not in this registry|could not find|no versions?"
    r"|manifest unknown|unknown revision|needed a single revision|did not match any|not a valid object)\b",
    re.I,
)
_OUTSIDE = word_set("git gh glab npm pnpm yarn bun pip pip3 uv cargo curl wget docker helm kubectl gem go")
_BEST = regex(r"\b(?:latest|newest|oldest|first|last|largest|smallest|highest|lowest|only|best|most)\b(?! (?:npm|state|values?|tags?)\b)")
"""What singles one out: that it is in a list does not show that."""
_COUNTED = regex(rf"\b(?:all|both)(?: (?:of )?(?:the )?)?({'|'.join(NUMBERS)}|\d+)?\b")
_CELL = regex(r"\t| {2,}|,|\||: ")
_HOSTS, _SPEAKS = word_set("github gitlab remote origin upstream"), word_set("gh glab git")
"""Hosts that are not named in what is asked of them by these programs."""
_CLAUSE = regex(r"[;:]\s|, (?:so|but|which|because|while)\b|(?<=[\w`])\. ")
_PRONOUN = word_set("them it those these they")
_FAR = 40
"""Calls back that are looked at."""
_LONG = 20_000


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest output that shows all of the list; None where none does, or the clause is no such statement."""
    text = claim.text.rstrip(" .!")
    if claim.negated:
        match = _NOT_THERE.search(text) if not claim.words.isdisjoint(_ABSENCE) else None
        return _none_of(match, claim, evidence) if match is not None else None
    if "`" not in text and not DIGIT.search(text):
        return None
    if text[-1:] == "`" and (match := _rest(text, claim)) is not None:
        return _none_of(match, claim, evidence)
    match = _THERE.match(text[:1].lower() + text[1:]) or _HEAD.match(text) or _HAS.match(text)
    if match is not None:
        return _listed(_items(match["list"]), match["of"], claim, evidence)
    match = _TAIL.match(text)
    if match is None or _BEST.search(match["of"].lower()):
        return None
    return _valued(_items(match["list"]), match["of"], claim, evidence)


def _rest(text: str, claim: Claim) -> re.Match[str] | None:
    """The whole of a list that ends in a denial, where the clause is its first part ("`a`" of "`a` and `b` are not published")."""
    whole_text = claim.conclusion.statement.text
    at = whole_text.find(text)
    if at < 0 or not whole_text[at + len(text) :].startswith((", and `", ", `", " and `")):
        return None
    match = _NOT_THERE.search(_CLAUSE.split(whole_text[at:], maxsplit=1)[0].rstrip(" .!"))
    return match if match is not None and match["list"] else None


def _items(text: str) -> list[str]:
    return [a or b for a, b in _ITEM.findall(text)]


def whole(token: str) -> re.Pattern[str]:
    """A token as it stands by itself: no part of a longer name or version."""
    return re.compile(rf"(?<![\w.-]){re.escape(token)}(?![\w-]|\.\w)")


def _subject(words: str, run: Run) -> bool:
    """Whether a call is about what the clause speaks of: one of its words stands in what was asked or printed."""
    named = content(words) - STOP
    if not named.isdisjoint(_HOSTS) and any(a.command.tool in _SPEAKS for a in run.actions):
        named -= _HOSTS
    text = b" " + folded(f"{run.call.command or run.call.name} {run.call.output[:2000]}") + b" "
    return not named or any(holds(text, needle(w.encode())) or holds(text, needle(w.rstrip("s").encode())) for w in named if w.isascii())


def _observed(run: Run) -> bool:
    return run.call.kind in ("shell", "other") and run.call.status != "error" and not reads(run)


def _listed(items: list[str], of: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """Each name is a field of a line of one listing, or of the listings of one message."""
    if not items:
        return None
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place >= 3 * _FAR:
            return None
        output = run.call.output
        if len(output) > _LONG or not all(i in output for i in items) or not _observed(run) or not _subject(of, run):
            continue
        if _entries(output).issuperset(items) and _MISSING.search(output) is None:
            return Judgement("supported", (), f"msg {at}: {short(run)} lists {', '.join(items[:4])}", (at,))
    return None


def _entries(output: str) -> set[str]:
    """The first word of each line and its cells: what a listing lists, and no word within a sentence."""
    out: set[str] = set()
    for line in output.splitlines():
        bare = line.strip(" *+-\"'")
        out.add(bare.split(" ", 1)[0].strip("\"',:"))
        out.update(cell.strip(" \"'{}[]()*") for cell in _CELL.split(bare))
    return out | {name.rsplit("refs/tags/", 1)[-1].rsplit("refs/heads/", 1)[-1] for name in out if "refs/" in name}


def _valued(items: list[str], of: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """Each value whole in one output, a `key=value` with its key right before it; in as many outputs as the clause says."""
    if not any(any(c.isdigit() for c in i) for i in items) or any(_PLAIN.fullmatch(i) and i.count(".") < 2 for i in items):
        return None  # a plain number is looked up under its labels
    if any(q.unit for q in claim.quantities):
        return None
    told = _COUNTED.search(of.lower())
    many = 1 if told is None else 2 if not told[1] else int(told[1]) if told[1].isdigit() else NUMBERS[told[1]]
    patterns = [_value(i) for i in items]
    keys = [i.partition("=")[0] for i in items if "=" in i]
    code = [c for c in claim.code if c in of]
    seen: dict[int, int] = {}
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place >= _FAR or (seen and at not in seen):
            break
        output = run.call.output
        if not output or len(output) > _LONG or not _observed(run):
            continue
        if not all(c in output or c in (run.call.command or "") for c in code) or not _subject(of, run):
            continue
        times = min(len(p.findall(output)) for p in patterns)
        if times:
            seen[at] = seen.get(at, 0) + times
        elif keys and all(f'"{k}"' in output for k in keys):
            return None  # a later answer with other values
    if not seen:
        return None
    at, times = next(iter(seen.items()))
    if times < many:
        return None
    how = f", {times} times" if many > 1 else ""
    return Judgement("supported", (), f"msg {at} prints {', '.join(items[:4])}{how}", (at,), counted=True)


def _value(item: str) -> re.Pattern[str]:
    key, equals, value = item.partition("=")
    if not equals or not key or not value:
        return whole(item)
    return re.compile(rf"(?<![\w.-]){re.escape(key)}[\"']?\s*[:=]\s*[\"']?{re.escape(value)}(?![\w-]|\.\w)")


def _none_of(match: re.Match[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """Each name was asked for and is answered as missing."""
    said = match["list"] or match["what"] or match["gone"]
    items = _items(said)
    if not items and said.lower() in _PRONOUN:
        items = _items(claim.conclusion.statement.text[: max(0, claim.conclusion.at - claim.conclusion.statement.start)])
    items = [i.removeprefix("v") if i[1:2].isdigit() else i for i in items]
    if not items or not all(any(c.isdigit() for c in i) or f"`{i}`" in said for i in items):
        return None
    who = (match["who"] or "").lower()
    found: dict[str, int] = {}
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place >= 2 * _FAR:
            break
        if run.call.kind not in ("shell", "other") or (
            run.call.kind == "shell" and not any(a.command.tool in _OUTSIDE for a in run.actions)
        ):
            continue
        if who and who not in (run.call.command or "").lower():
            continue
        for item in items:
            if item in found or item not in f"{run.call.command}{run.call.output}":
                continue
            asked = whole(item).search((run.call.command or "").replace("@", " ")) is not None
            lines = [x for x in run.call.output.splitlines()[:60] if _MISSING.search(x)]
            if any(whole(item).search(x.replace("@", " ")) for x in lines) or (asked and lines and len(run.actions) <= 2):
                found[item] = at
            elif asked or (not lines and any(a.intent == "publish" for a in run.actions)):
                return None
    if set(found) != set(items):
        return None
    return Judgement("supported", (), f"msg {max(found.values())}: not found: {', '.join(items[:4])}", tuple(sorted(set(found.values()))))
