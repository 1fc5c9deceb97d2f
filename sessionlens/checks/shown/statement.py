"""Statements without a check of their own: does an earlier output show the things that they name, together and close by?"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sessionlens import commands
from sessionlens.checks.claims import nature
from sessionlens.checks.claims.claim import CODE, NEGATION, Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, fade, folded_lines, given, holds, needle
from sessionlens.checks.shown import bearing, completed, contents, lacking
from sessionlens.checks.shown import remark as remarks
from sessionlens.checks.shown.naming import names
from sessionlens.checks.shown.presence import SEARCH
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_HASH = re.compile(rb"(?=[a-f]*\d)[0-9a-f]{7,40}")
_SAID_NO = regex(
    r"\b(?:no|not|none|nothing|never|without|cannot|can't|\w+n't|missing|fail(?:ed|s|ure)?|skip(?:ped)?|false|null|absent|denied"
    r"|error|unable|disabled|cancelled|canceled|empty)\b|(?:^|[\s:=])0(?:$|[\s,])"
)
_BROKEN = regex(r"\b(?:error|fatal|fail(?:ed|ure)?|panic\w*|warning|denied|not found)\b", re.I)
_MARK = regex(r"[<>:!%=()\[\]]|^(?:error|fatal|warning)\b")
_CLIPPED = word_set("doesn didn isn wasn aren weren don won hasn haven hadn couldn wouldn shouldn")
"""What word splitting leaves of "doesn't"."""
_PALE = _CLIPPED | word_set("confirmed verified checked indeed really actually exactly simply clearly")
"""Words that assure, and name nothing that could be printed."""
LIMIT = 60
"""How many tool calls back a name is looked for."""
ENOUGH = 0.55
"""Share of a clause's words that an output must have together."""
GOOD = word_set("clean green good fine ok works passes passed done confirmed verified succeeded parses match matches builds built ran")
"""Words of a remark that says no more than that the last call went well."""
_DOING = frozenset({"edit", "copy", "navigate", "commit", "publish", "revert"})
"""Intents of a command whose success says nothing of how things are."""
_SAYS = frozenset({"echo", "printf", "true", ":", "sleep"})
_TITLED = regex(r"[*|/\\ ]*[0-9a-f]{7,12} \S+ \S")
"""A commit with its title."""
LATELY = 8
"""Messages back that a statement without a name may speak of."""
_WIDE = 100
"""Characters of a line that are quoted."""
FEW = 2
"""Words that must all stand on one line to show anything, where no name is among them; of more of them half must."""
LITTLE = 0.3
"""A share that shows no more than that both speak English."""
SURE = 0.8
"""The same share for what could be read in a program's documentation just as well."""


def plain(claim: Claim) -> frozenset[str]:
    """The words of the clause that could name something."""
    return content(claim.text) - _PALE


def shown(claim: Claim, evidence: Evidence) -> Judgement:
    """Supported where an earlier output has the clause's names, or most of its words close together; undecidable for general
    knowledge; else unsupported, with the reason."""
    if nature.general(claim):
        return Judgement("undecidable", (), "general knowledge, or a judgement of what somebody saw: nothing in the log can show it")
    if why := nature.concluded(claim):
        return Judgement("unsupported", (), why)
    general = nature.documentation(claim)
    found = printed(claim, evidence, SURE if general else ENOUGH)
    if found.verdict != "supported" and general:
        return Judgement("undecidable", (), "what that program does in general is documentation: nothing in the log shows it")
    if found.verdict == "unsupported" and (held := contents.described(claim, evidence)) is not None:
        return held
    return found


def printed(claim: Claim, evidence: Evidence, enough: float = ENOUGH) -> Judgement:
    """By what outputs before it print."""
    newest = evidence.runs_until(claim.msg)
    ids, parts = names(claim)
    words = sorted(plain(claim) - parts)
    for name in sorted(ids) if "only" not in claim.words else ():
        if len(words) <= 3 and _HASH.fullmatch(name) and (at := _prefixed(name.decode(), words, newest, evidence)) is not None:
            return Judgement("supported", (), f"msg {at} prints {name.decode()}", (at,))
    if (quoted := _literally(claim, evidence)) is not None:
        return quoted
    if (remark := of_last_run(claim, newest, evidence, len(words))) is not None:
        return remark
    if (seen := remarks.upon(claim, evidence)) is not None:
        return seen
    ended = completed.started(claim, evidence)
    if ended and (well := completed.well(claim, evidence, ended)) is not None:
        return well
    others = dict(zip(map(ROOTS.__getitem__, words), words, strict=True))
    best, held = _best(claim, ids, others, evidence, enough, ended)
    if best is not None and best.weight and (len(best.words) > 1 or claim.msg - best.msg <= 3):
        line, beside = _quoted(best.lines, best.words, others)
        turned = not claim.negated and _DENIES.search(line) is not None and not NEGATION & set(_WORDS.findall(claim.whole.lower()))
        if not turned and (not beside or ids or (len(best.words) > FEW and 2 * len(beside) <= len(best.words))):
            text = f"{line}, and beside it {', '.join(beside[:4])}" if beside else line
            return Judgement("supported", (), f"msg {best.msg} has {text}", (best.msg,))
    if ended is None and len(ids) >= max(3, len(others)) and not claim.negated:
        found = frozenset[bytes]().union(*held.values())
        if len(found) >= 0.8 * len(ids):
            told = sorted([w.decode() for w in found])
            return Judgement("supported", (), f"{', '.join(told[:6])} are shown in turn", tuple(sorted(held)))
    return Judgement(
        "unsupported", (), "not found in the outputs before it", (best.msg,) if best is not None and best.share > LITTLE else ()
    )


_DENIES = regex(r"\b(?:not|never|neither|cannot)\b|n['’]t\b", re.I)
_WORDS = regex(r"[a-z'’]+")


def _literally(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A message or mark in backticks ("shown as `<not available>`") that one of the last calls printed as it is, and was not given."""
    marks = [c for c in claim.code if len(c) > 7 and " " in c and _MARK.search(c)]
    if not marks or not NEGATION.isdisjoint(CODE.sub(" ", claim.low).split()):
        return None
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 2:
            return None
        for mark in marks:
            if mark in run.call.output and mark not in (run.call.command or ""):
                return Judgement("supported", (), f"msg {at} prints {mark[:80]}", (at,))
    return None


class Place(NamedTuple):
    """Where an output comes closest to a clause: `share` of its words, and which; `weight` counts older messages less."""

    weight: float
    share: float
    msg: int
    words: frozenset[bytes]
    lines: Sequence[str] = ()


def _quoted(lines: Sequence[str], words: frozenset[bytes], said: Mapping[bytes, str]) -> tuple[str, list[str]]:
    """The line that has most of the words, and those that only its neighbours have."""
    marks = [(needle(w), w) for w in sorted(words)]
    parted = {w: [needle(part) for part in parts] for w in words if len(parts := w.split()) != 1}
    best, line = [w for _, w in marks], ""
    shorts = [each if len(each) < _WIDE else _around(each, marks) for each in lines]
    for short, bare in zip(shorts, folded_lines(shorts), strict=True):
        missing = [w for mark, w in marks if not holds(bare, mark) and not (w in parted and all(holds(bare, part) for part in parted[w]))]
        if len(missing) < len(best):
            best, line = missing, short
    quoted = f'"{" ".join(line.split())[:_WIDE]}"'
    if not line:
        return ", ".join(said.get(w) or w.decode() for _, w in marks[:6]), []
    return quoted, [said.get(w) or w.decode() for w in best]


def _around(line: str, marks: list[tuple[bytes, bytes]]) -> str:
    """What stands about the first of the words in a long line."""
    bare = b" " + folded(line) + b" "
    first = min([at for mark, _ in marks if (at := bare.find(mark)) >= 0], default=0)
    return line[max(0, first - 10) : first + _WIDE - 10]


def _best(
    claim: Claim, ids: frozenset[bytes], others: Mapping[bytes, str], evidence: Evidence, enough: float, ended: int | None
) -> tuple[Place | None, dict[int, frozenset[bytes]]]:
    """The best of the likely places, or one that has fewer than `enough` of the words; and which of the clause's names each message
    has."""
    index, newest = evidence.postings, evidence.runs_until(claim.msg)
    absent, fits = nature.absent(claim), _demands(claim)
    denied = not absent and nature.denied(claim)
    best: Place | None = None
    held: dict[int, frozenset[bytes]] = {}
    named, plain = [(index.within(w), w) for w in ids], [(index.near(w), w) for w in others]
    there = [bits for bits, _ in plain] + [index.near(b" ".join([ROOTS[part] for part in w.decode().split()])) for w in ids]
    for piece in index.ranked([bits for bits, _ in named], there, max(0, newest - LIMIT), newest):
        at, run = evidence.runs[index.places[piece]]
        if at < (ended or 0) or (fits and not all(test(run) for test in fits)):
            continue
        here = [w for bits, w in named if bits >> piece & 1]
        near = [w for bits, w in plain if bits >> piece & 1]
        stand = frozenset(here + near)
        if here:
            held[at] = ids.intersection(here).union(held.get(at, ()))
        share, old = _share(len(ids), len(here), len(others), len(near)), fade(claim.msg - at)
        if share < (enough if ids or claim.msg - at <= LATELY else max(enough, SURE)):
            best = best or Place(0.0, share, at, stand)
            continue
        if best is not None and share * old <= best.weight:
            continue
        around = index.around(piece)
        if ended is not None and not completed.GOOD.search(around.lower()):
            continue
        if denied and not _says_no(around.lower(), stand, run, claim, len(ids) + len(others), claim.msg - at, evidence):
            continue
        if lacking.counts(claim, around):
            continue
        lines = bearing.lines_of(around, run, evidence)
        if absent and run.call.output.strip() and not bearing.denies(lines, stand, len(ids) + len(others)):
            continue
        if not bearing.bears(claim, stand, ids, len(others), lines, run):
            best = best or Place(0.0, share, at, stand)
            continue
        best = Place(share * old, share, at, stand, lines)
    return best, held


def of_last_run(claim: Claim, newest: int, evidence: Evidence, words: int) -> Judgement | None:
    """A remark of a word or two ("Clean.", "Both ran."): about the call just made, which must not have failed."""
    if words > 2 or not claim.words & GOOD or claim.quantities or claim.negated or len(claim.low.split()) > 3 or newest == 0 or claim.code:
        return None
    at, run = evidence.runs[newest - 1]
    if claim.msg - at > 2 or claim.low.split()[0] in ("the", "so", "no", "that's"):
        return None
    if run.call.exit_code not in (0, None) or run.call.status == "error" or any(o.result == "fail" for o in run.outcomes):
        return None
    if not run.actions:
        looked = f"{run.call.name} ended without an error" if run.call.kind in ("read", "search") else ""
    else:
        looked = _checking(run, every="all" in claim.low.split() or "both" in claim.low.split())
    return Judgement("supported", (), f"msg {at}: {looked}", (at,)) if looked else None


def _checking(run: Run, every: bool) -> str:
    """The command of a call that looks at how things are, and how it went; empty where it is not known to have gone well. All of them
    count where `every` one is spoken of."""
    checks = [a.command for a in run.actions if a.intent not in _DOING and a.command.tool not in _SAYS and not a.command.stage]
    if not checks:
        return ""
    known = [commands.known(c, run.call.exit_code) == "ok" for c in checks]
    what = " ".join(checks[-1].text.split())[:60]
    if all(known) if every else known[-1]:
        return f"{what} ended without an error"
    if (not every or len(checks) == 1) and not _BROKEN.search(run.call.output):
        return f"{what} printed no error"
    return ""


def _demands(claim: Claim) -> list[Callable[[Run], bool]]:
    """What a call must be to show a statement of that kind: the past takes history, "only" a search."""
    out: list[Callable[[Run], bool]] = []
    if nature.earlier(claim):
        out.append(lambda run: any(nature.reads_history(a.command.argv) for a in run.actions))
    if nature.exclusive(claim):
        out.append(lambda run: run.call.kind == "search" or any(a.command.tool in SEARCH for a in run.actions))
    elif nature.all_of(claim):
        told = content(claim.text) - STOP
        out.append(lambda run: _on_every_line(told, run.call.output))
    return out


def _on_every_line(words: frozenset[str], output: str) -> bool:
    lines = [line.lower() for line in output.splitlines() if line.strip()]
    return len(lines) > 1 and sum(any(w in line for w in words) for line in lines) >= 0.9 * len(lines)


def _says_no(around: str, words: frozenset[bytes], run: Run, claim: Claim, of: int, ago: int, evidence: Evidence) -> bool:
    """Whether a place denies something itself: a word of denial, which the clause does not have as its subject, on a line with half of
    the clause's `of` words; or a call just made that failed."""
    if ago <= 3 and (run.call.status == "error" or run.call.exit_code not in (0, None)):
        return True
    if any(_SAID_NO.search(c) and c.lower() in evidence.lowered(run) for c in claim.code):
        return True
    least = max(min(2, of), (of + 1) // 2)
    asked = given(run).lower()
    for line in around.splitlines():
        if line.strip() in asked:
            continue
        bare = b" " + folded(line) + b" "
        if sum([holds(bare, needle(w)) for w in words]) >= least and any(
            m[0] in NEGATION or m[0] not in claim.words for m in _SAID_NO.finditer(line)
        ):
            return True
    return False


def _share(ids: int, here: int, others: int, near: int) -> float:
    """How much of the clause an output has: `here` of its identifiers, which weigh most, and `near` of its other words, which count
    where they stand close together."""
    if not ids:
        return near / others if others else 0.0
    rest = near / others if others else 1.0
    if not rest and not here == ids >= 2 >= others:
        return 0.5 * here / ids
    return 0.6 * here / ids + 0.4 * rest


def _prefixed(short: str, words: list[str], newest: int, evidence: Evidence) -> int | None:
    """The newest message that printed an object's name, of which the clause has the first digits. A word of the clause that stands in the
    title of another commit there, and not in that one's, is about the other."""
    for i in range(newest - 1, max(-1, newest - LIMIT), -1):
        at, run = evidence.runs[i]
        if short not in run.call.output:
            continue
        lines = run.call.output.splitlines()
        marks = [needle(ROOTS[w]) for w in words]
        titles = [line for line in lines if _TITLED.match(line)] if marks else []
        own = folded(f" {' '.join([line for line in lines if short in line])} ")
        others = folded(f" {' '.join([line for line in titles if short not in line])} ")
        return None if any(holds(others, m) and not holds(own, m) for m in marks) else at
    return None
