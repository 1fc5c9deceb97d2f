"""Statements without a check of their own: does an earlier output show the things that they name, together and close by?"""

import re
from collections.abc import Callable
from itertools import chain

from sessionlens.checks import completed, nature
from sessionlens.checks.claim import NEGATION, Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement
from sessionlens.checks.presence import SEARCH
from sessionlens.checks.suites import PROSE
from sessionlens.checks.words import STOP, content, word_set
from sessionlens.model.trace import Run

_NAME = re.compile(r"[A-Za-z_][\w.]*(?:[._/:][\w./:-]+|\(\))|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|\b[0-9a-f]{7,40}\b")
_PART = re.compile(r"[\w.-]+")
_HASH = re.compile(rb"(?=[a-f]*\d)[0-9a-f]{7,40}")
_WORD = re.compile(r"\w+")
_DENIED = re.compile(r"\b(?:no|not|none|nothing|never|0|zero|empty|without|cannot|can't|\w+n't)\b")
_SAID_NO = re.compile(
    r"\b(?:no|not|none|nothing|never|without|cannot|can't|\w+n't|missing|fail(?:ed|s|ure)?|skip(?:ped)?|false|null|absent|denied"
    r"|error|unable|disabled|cancelled|canceled|empty)\b|(?:^|[\s:=])0(?:$|[\s,])"
)
_CLIPPED = word_set("doesn didn isn wasn aren weren don won hasn haven hadn couldn wouldn shouldn")
"""What word splitting leaves of "doesn't"."""
LIMIT = 60
"""How many tool calls back a name is looked for."""
NEAR = 240
"""Characters within which the words of a clause must stand together in an output."""
MOST = 40
"""Places of one word in one output that are looked at."""
BEST = 4
"""Outputs looked at closely: those with most of the clause's words."""
ENOUGH = 0.55
"""Share of a clause's words that an output must have together."""
OLD = 0.7
"""What an output counts that was printed long ago."""
WHOLE = 40_000
GOOD = word_set("clean green good fine ok works passes passed done confirmed verified succeeded parses match matches builds built ran")
"""Words of a remark that says no more than that the last call went well."""
SURE = 0.8
"""The same share for what could be read in a program's documentation just as well."""


def names(claim: Claim) -> frozenset[bytes]:
    """Identifiers of the clause: what stands in backticks, paths, hashes, calls, mixed-case names; of a dotted one its longest part."""
    found = [p for c in claim.code for p in _PART.findall(c)] + _NAME.findall(claim.text)
    parts = (max(_WORD.findall(n.rsplit("/", 1)[-1].split(":")[0].lower()), key=len, default="") for n in found)
    return frozenset(p.encode() for p in parts if len(p) > 2)


def plain(claim: Claim) -> frozenset[bytes]:
    """The other words of the clause that could name something."""
    return frozenset(w.encode() for w in content(claim.text) - STOP - _CLIPPED)


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
    return found


def printed(claim: Claim, evidence: Evidence, enough: float = ENOUGH) -> Judgement:
    """By what outputs before it print."""
    newest = evidence.runs_until(claim.msg)
    wanted, words = names(claim), plain(claim)
    for name in wanted:
        if _HASH.fullmatch(name) and len(words) <= 3 and (at := _prefixed(name.decode(), newest, evidence)) is not None:
            return Judgement("supported", (), f"msg {at} prints {name.decode()}", (at,))
    if (remark := of_last_run(claim, newest, evidence, words)) is not None:
        return remark
    ids = frozenset(w.decode() for w in wanted)
    others = frozenset(w.decode() for w in words) - ids
    absent, fits = nature.absent(claim), _demands(claim)
    ended = completed.started(claim, evidence)
    if ended and (well := completed.well(claim, evidence, ended)) is not None:
        return well
    denied = not absent and nature.denied(claim)
    best: tuple[float, int, frozenset[str]] | None = None
    held: set[str] = set()
    at_all: set[int] = set()
    for place in _likely(wanted | words, newest, evidence, wanted):
        at, run = evidence.runs[place]
        if not all(test(run) for test in fits) or at < (ended or 0):
            continue
        text, fade = text_of(place, evidence), _fade(claim.msg - at)
        here = frozenset([i for i in ids if i in text])
        spare = len(others)
        if best is not None and not absent:
            while spare >= 0 and _share(len(ids), len(here), len(others), len(others) - spare) * fade <= best[0]:
                spare -= 1
        if spare >= 0 and (stand := together(place, ids, others, evidence, spare)) is not None:
            near, start = stand
            if absent and not _denies(text[max(0, start - NEAR) : start + NEAR], run):
                continue
            if ended is not None and not completed.GOOD.search(text[max(0, start - NEAR) : start + 2 * NEAR]):
                continue
            if denied and not _says_no(text, start, near | here, run, claim, claim.msg - at, len(ids) + len(others)):
                continue
            share = _share(len(ids), len(here), len(others), len(near & others))
            if best is None or share * fade > best[0]:
                best = (share * fade, at, near | here)
                top = share
        if here:
            held |= here
            at_all.add(at)
    if best is not None and top >= enough and (len(best[2]) > 1 or claim.msg - best[1] <= 3):
        return Judgement("supported", (), f"msg {best[1]} shows {_list(best[2])}", (best[1],))
    if not denied and ended is None and len(ids) >= 3 and len(held) >= 0.8 * len(ids) and best is not None:
        return Judgement("supported", (), f"{_list(frozenset(held))} are shown in turn", tuple(sorted(at_all)))
    return Judgement("unsupported", (), "no output before this shows it", (best[1],) if best is not None and top > 0.3 else ())


def of_last_run(claim: Claim, newest: int, evidence: Evidence, words: frozenset[bytes]) -> Judgement | None:
    """A remark of a word or two ("Clean.", "Both ran."): about the call just made, which must not have failed."""
    if (
        len(words) > 2
        or not claim.words & GOOD
        or claim.quantities
        or claim.negated
        or len(claim.low.split()) > 3
        or newest == 0
        or claim.code
    ):
        return None
    at, run = evidence.runs[newest - 1]
    if claim.msg - at > 2 or claim.low.split()[0] in ("the", "so", "no", "that's"):
        return None
    if run.call.exit_code not in (0, None) or run.call.status == "error" or any(o.result == "fail" for o in run.outcomes):
        return None
    return Judgement(
        "supported", (), f"msg {at}: {' '.join((run.call.command or run.call.name).split())[:60]} ended without an error", (at,)
    )


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


def _denies(text: str, run: Run) -> bool:
    return not run.call.output.strip() or _DENIED.search(text) is not None


def _says_no(text: str, start: int, words: frozenset[str], run: Run, claim: Claim, ago: int, of: int) -> bool:
    """Whether a place denies something itself: a word of denial, which the clause does not have as its subject, on a line with half of
    the clause's `of` words; or a call just made that failed."""
    if ago <= 3 and (run.call.status == "error" or run.call.exit_code not in (0, None)):
        return True
    if any(_SAID_NO.search(c) and c.lower() in text for c in claim.code):
        return True
    least = max(min(2, of), (of + 1) // 2)
    printed = len(_given(run)) + 1
    for line in text[max(printed, text.rfind("\n", 0, start) + 1) : max(printed, start) + NEAR].splitlines():
        if sum(w in line for w in words) >= least and any(m[0] in NEGATION or m[0] not in claim.words for m in _SAID_NO.finditer(line)):
            return True
    return False


def _share(ids: int, here: int, others: int, near: int) -> float:
    """How much of the clause an output has: `here` of its identifiers, which weigh most, and `near` of its other words, which count
    where they stand close together."""
    if not ids:
        return near / others if others else 0.0
    rest = near / others if others else 1.0
    if not rest:
        return 0.5 * here / ids
    return 0.6 * here / ids + 0.4 * rest


def _fade(distance: int) -> float:
    return max(OLD, 1 - 0.03 * distance)


def _list(words: frozenset[str]) -> str:
    return ", ".join(sorted(words)[:6])


def _likely(words: frozenset[bytes], newest: int, evidence: Evidence, wanted: frozenset[bytes]) -> list[int]:
    """The calls, of the last ones, that printed or were given most of the words; newer ones first among equals."""
    first = max(0, newest - LIMIT)
    counts = [0.0] * (newest - first)
    for word in words:
        weight = 2.0 if word in wanted else 1.0
        for place in evidence.within(word, first, newest):
            counts[place - first] += weight
    if not any(counts):
        return []
    runs = evidence.runs
    last = runs[newest - 1][0]
    least = sorted(counts)[-BEST:][0] * OLD
    ranked = sorted([(-n * _fade(last - runs[p][0]), -p) for p, n in enumerate(counts, first) if n and n >= least])
    return [-p for _, p in ranked[:BEST]]


def text_of(place: int, evidence: Evidence) -> str:
    """What a call was given and what it printed, in lower case, made once."""
    kept = evidence.looked.get(("text", place))
    if kept is None:
        run = evidence.runs[place][1]
        kept = evidence.looked["text", place] = f"{_given(run)}\n{run.call.output[:WHOLE]}".lower()
    return str(kept)


def _given(run: Run) -> str:
    """What a call was given, as far as it shows what it looked at or changed. What the agent wrote for others (a ticket, a message, a
    document, another agent's task) is its own word and shows nothing."""
    call = run.call
    if call.kind == "shell":
        told = any(a.intent in ("commit", "publish") for a in run.actions)
        return "" if told else (call.command or "")[:2000]
    if call.kind in ("other", "task", "todo") or any(e.path.endswith(PROSE) for e in call.edits):
        return ""
    return " ".join(v for v in call.input.values() if isinstance(v, str))


def together(call: int, ids: frozenset[str], others: frozenset[str], evidence: Evidence, spare: int) -> tuple[frozenset[str], int] | None:
    """The most of the words that stand within `NEAR` characters of each other in a call's text, and where; a word's beginning counts,
    since stems are looked for. None as soon as more than `spare` of the others are known to be missing."""
    found: list[tuple[int, str]] = []
    present = 0
    for word in chain(others, ids):
        if here := _beginnings(call, word, evidence):
            found += here
            present += 1
        elif word in others:
            spare -= 1
            if spare < 0:
                return None
    if present < 2:
        return frozenset(w for _, w in found), found[0][0] if found else 0
    found.sort()
    best: frozenset[str] = frozenset()
    place, first = 0, 0
    inside: dict[str, int] = {}
    for at, word in found:
        inside[word] = inside.get(word, 0) + 1
        while at - found[first][0] > NEAR:
            inside[found[first][1]] -= 1
            if not inside[found[first][1]]:
                del inside[found[first][1]]
            first += 1
        if len(inside) > len(best):
            best, place = frozenset(inside), found[first][0]
            if len(best) == present:
                break
    return best, place


def _beginnings(call: int, word: str, evidence: Evidence) -> tuple[tuple[int, str], ...]:
    """Where tokens of a call's text begin with a word, at most `MOST` places; kept, since a message's claims share words and calls."""
    key = (call, word)
    kept: tuple[tuple[int, str], ...] | None = evidence.looked.get(key)
    if kept is not None:
        return kept
    found: list[tuple[int, str]] = []
    text = text_of(call, evidence)
    at = text.find(word)
    while at >= 0 and len(found) < MOST:
        if not text[at - 1 : at].isalnum():
            found.append((at, word))
        at = text.find(word, at + 1)
    kept = evidence.looked[key] = tuple(found)
    return kept


def _prefixed(short: str, newest: int, evidence: Evidence) -> int | None:
    """The newest message that printed an object's name, of which the clause has the first digits."""
    for i in range(newest - 1, max(-1, newest - LIMIT), -1):
        at, run = evidence.runs[i]
        if short in run.call.output:
            return at
    return None
