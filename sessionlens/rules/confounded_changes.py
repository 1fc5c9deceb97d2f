"""Several changes went in before anything was measured, so the result belongs to none of them alone.

Fires:

    say: K1: a bigger buffer. K2: no bounds checks. Both in one go.
    edit src/a.c: 64 => 4096
    edit src/b.c: check(i) => i
    say: Build and measure.
    $ gcc -O2 -o bench src/a.c src/b.c && ./bench --config both
    > total: 9.1 ms

What the agent itself says of a run afterwards counts as well.

Fires:

    say: K3, the cached index.
    $ python bench.py cached.db
    > lookup: 20.7 ms
    say: Wait, cached.db still has the index of K1. That isn't a fair comparison.

Fires:

    say: Three changes: a bigger buffer, no locking, and -O3.
    edit src/a.c: 64 => 4096
    edit src/b.c: lock() => nop()
    edit Makefile: -O2 => -O3
    $ make && ./bench
    > total: 9.1 ms

Quiet:

    say: K1: a bigger buffer.
    edit src/a.c: 64 => 4096
    say: Build and measure.
    $ gcc -O2 -o bench src/a.c && ./bench --config both
    > total: 9.1 ms

Quiet:

    say: K1: a bigger buffer.
    edit src/a.c: 64 => 4096
    $ gcc -O2 -o bench src/a.c && ./bench --config k1
    > total: 9.1 ms
    say: K1 saves 2.2 ms, it stays. K2 next: no bounds checks.
    edit src/b.c: check(i) => i
    $ gcc -O2 -o bench src/a.c src/b.c && ./bench --config k2
    > total: 9.0 ms

Quiet:

    say: K1 and K2 bring nothing. Take both out again, K3 stays.
    $ git checkout -q HEAD~1 -- src/a.c src/b.c && git status --short
    > M  src/a.c
    > M  src/b.c
    say: Measure.
    $ ./bench --config k3
    > total: 9.1 ms

Quiet:

    say: What do K1 and K2 cost on insert?
    $ cat > ins.py <<'P'
    $| for name in ("K1", "K2"): print(name, time_insert(name))
    $| P
    $| python3 ins.py
    > K1 9.1 ms
    > K2 9.4 ms

Quiet:

    say: I suspect the lock. Shards, then.
    edit src/a.c: lock() => shard_lock(i)
    say: The buffer may be too small as well, I suspect.
    edit src/b.c: 64 => 4096
    say: What does reading byte by byte cost at all?
    $ cat > /tmp/read.lua <<'P'
    $| local function by_byte(f) while f:read(1) do end end
    $| print(time(by_byte))
    $| P
    $| lua /tmp/read.lua
    > by byte: 9.1 ms
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Change
from sessionlens.model.trace import Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_run, holds, shorten, talking
from sessionlens.rules.index import Calls, cues
from sessionlens.rules.signs import named_ideas, settings_at_once, stand_ins
from sessionlens.rules.signs.runs import measuring
from sessionlens.text.regex import regex

NUMBER = "R005"
ISSUE: Issue = "confounded-changes"
HELP = "measure after each change, or take them out one at a time"
LABEL = regex(r"([A-Z](?<!\w.))(\d{1,2})\b")
SPAN_OF_LABELS = regex(r"([A-Z](?<!\w.))(\d{1,2})(?:\s*(?:to|-|–|\.\.|through)\s*)\1?(\d{1,2})\b")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight")
_MANY = rf"(?:{'|'.join(_NUMBERS)})"
COUNTED = regex(
    rf"\b(?:all|both|these|the)\s+{_MANY}\b.{{0,30}}\b(?:at once|together|in one go)\b"
    rf"|\b{_MANY}\s+(?:\w+\s+){{0,2}}(?:changes|optimi[sz]ations|tweaks|improvements)(?:\s+(?:at once|together|in one go)|:)",
    re.I,
)
_FROM_EACH = regex(r"\bexpect\b[^.;]{0,50}? from the ([a-z]\w+)\b[^.;]{0,60}? from the ([a-z]\w+)\b", re.I)
"""Two parts of one step, by what is expected from each."""
_TOGETHER = ("at once", "together", "in one go", "changes", "ptimi", "tweaks", "improvements")
_MIXED = regex(
    r"(?:(?:not|isn['’]t|wasn['’]t|hardly)\s+(?:a\s+)?fair\b|apples (?:to|and|with) oranges"
    r"|(?:may|might|could)\s+(?:also\s+)?(?:come|be|stem)\s+(?:from|due to)\s+the\s+[\w-]+,\s+(?:and\s+)?not\s+"
    r"|can['’]?(?:t|not) (?:tell|say|know) which of (?:them|the two|these|the changes)|\bconfounded\b)",
    re.I,
)
_ADMITTED = regex(rf"[^.!?\n]*{_MIXED.pattern}[^.!?\n]*", re.I)
"""The whole sentence; slow, so that it is tried only where one of `_TOLD` stands."""
_TOLD = ("fair", "apples", "come from", "stem from", "be from", "tell which", "say which", "know which", "confounded", "be due to")
_TOLD_CUES = cues(*_TOLD)
_ONE = regex(
    r"\b[A-Z]\d{1,2}(?:,| is)? (?:first|alone|only)\b"
    r"|\b(?:[Ff]irst|[Oo]nly|[Jj]ust|[Nn]ow|[Tt]hen)[,:]? [A-Z]\d{1,2}\b(?!\s?(?:and|,|\+|to|-))"
)
_LONG_WORD = regex(r"[A-Za-z]{5,}")
_STEM = 5


def labels(text: str) -> set[str]:
    """Labels of changes named in a text, ranges spelled out: "K1 to K3" names three."""
    found = {letter + number for letter, number in LABEL.findall(text)}
    if not found:
        return found
    for letter, low, high in SPAN_OF_LABELS.findall(text):
        if int(low) < int(high) <= int(low) + 12:
            found |= {f"{letter}{n}" for n in range(int(low), int(high) + 1)}
    return found


def several(change: Change, text: str, before: set[str]) -> str | None:
    """What shows that one message makes several changes, or None. Labels of changes made before are only spoken of."""
    named = ({n for n in change.names if LABEL.fullmatch(n)} | labels(text)) - before
    by_letter: dict[str, set[str]] = {}
    for name in named:
        by_letter.setdefault(name[0], set()).add(name)
    group = max(by_letter.values(), key=len, default=set())
    if len(group) >= 2:
        return ", ".join(sorted(group))
    return counted(text)


def counted(text: str) -> str | None:
    """The words that count several changes as one step: "both at once", "three optimisations together"."""
    found = COUNTED.search(text) if holds(text, _TOGETHER) and holds(text.lower(), _NUMBERS) else None
    if found is None and "xpect" in text and (parts := _FROM_EACH.search(text)) is not None:
        return f"{parts[1]} and {parts[2]}"
    return found.group(0) if found else None


def apart(changes: list[Change]) -> list[str]:
    """The names under which pending changes are known, if there are at least two: their labels, else their hypotheses."""
    named = sorted({n for c in changes for n in c.names if LABEL.fullmatch(n)})
    if len(named) >= 2 and len(changes) >= 2:
        return named
    believed = sorted({c.hypothesis for c in changes if c.hypothesis and not c.names})
    return [f"msg {c.msg}" for c in changes] if len(believed) >= 2 else []


def announced(text: str) -> bool:
    """Whether a plan takes several labelled things at once; "K1 first" and "K1 alone" take one."""
    return bool(counted(text) or (LABEL.search(text) and not _ONE.search(text)))


def planned(view: View, change: Change) -> str:
    """The text that announces a change: its message's, or where that is empty the nearest one before it."""
    for number in range(change.msg, change.msg - 4, -1):
        turn = view.turns.get(number)
        if turn is None or turn.message.role == "user":
            break
        if turn.message.text.strip():
            return turn.message.text
    return ""


def only_measures(change: Change, run: Run) -> bool:
    """Whether the change is a script that the same call writes and runs: it measures variants and is none."""
    names = {f.rpartition("/")[2] for f in change.files}
    ran = {w.rpartition("/")[2] for a in run.actions if a.intent in ("run", "benchmark", "test") for w in a.command.argv}
    return bool(names) and names <= ran and all(e.old is None for e in change.edits)


def stands_alone(change: Change, run: Run) -> bool:
    """Whether the call measures a script of its own that loads nothing of the project, and so none of its changes."""
    return only_measures(change, run) and not any(stand_ins.loads_project(e.new or "") for e in change.edits)


def find(view: View) -> Iterator[Hit]:
    pending: list[Change] = []
    changes = {(c.msg, c.part): c for c in view.changes}
    undone = {r.of: r.msg for r in view.reversions if r.of and not r.partial and not r.restored}
    taking_out = {r.msg for r in view.reversions}
    listed = named_ideas.letters(view)
    reported: set[int] = set()
    made: set[str] = set()
    measured = False
    for msg, run in view.once(Calls).runs:
        change = changes.get((msg, run.part))
        if change and msg not in taking_out and not only_measures(change, run):
            text = planned(view, change)
            said = view.message(msg).text
            ideas = named_ideas.both(said, listed, msg)
            together = ideas or several(change, said, made)
            if together and any("." in f for f in change.files) and (ideas or announced(text)):
                reported.add(msg)
                yield at_fact(change, f"several changes at once ({together}) before a measurement", "medium")
            elif change.hypothesis or change.names:
                pending.append(change)
            made |= set(change.names)
        if run.readings and measuring(run) and not (change and stands_alone(change, run)):
            measured = True
            alive = [c for c in pending if undone.get(c.id, msg + 1) > msg]
            together = ", ".join(apart(alive))
            if together and any(a.intent == "benchmark" for a in run.actions):
                reported.add(msg)
                yield at_run(view, msg, run, f"measured after several changes ({together})", "medium", tuple(c.id for c in alive))
            pending = []
    if measured:
        yield from settings_at_once.find(view, reported)
        yield from admitted(view, reported)


def admitted(view: View, reported: set[int]) -> Iterator[Hit]:
    """Runs of which a later message says that two things were mixed in them."""
    for msg, turn in talking(view, _TOLD_CUES):
        for said in turn.statements:
            if holds(said.text, _TOLD) and _ADMITTED.search(said.text) and reported.isdisjoint(range(msg - 3, msg)):
                meant = spoken_of(view, msg, said.text)
                if meant is not None:
                    yield at_run(view, *meant, f"msg {msg} says that it mixes two things: {shorten(said.text, 80)!r}")
                break


def spoken_of(view: View, msg: int, said: str) -> tuple[int, Run] | None:
    """The measuring call that a sentence speaks of: the one behind the message's conclusion with a word of it, else the last."""
    stems = {w[:_STEM].lower() for w in _LONG_WORD.findall(said)}
    last: tuple[int, Run] | None = None
    before = {number: run for number, run in view.runs() if number < msg and run.readings and measuring(run)}
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id) if conclusion.msg == msg else None
        if verdict and stems & {w[:_STEM].lower() for w in _LONG_WORD.findall(conclusion.quote)}:
            for number in verdict.evidence:
                if number in before and said not in conclusion.quote:
                    last = (number, before[number])
    if last is None and before:
        number = max(before)
        last = (number, before[number])
    return last
