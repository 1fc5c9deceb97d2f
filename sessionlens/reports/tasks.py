"""What a program was given to do when it printed a value: its arguments, its input, its size. Values of other tasks are no comparison.

A call may run several programs; which of them printed a value is not told, so it has as many candidates, and two values are of one task
if they have one in common. Of a program's words those are left out that only name the variant (they stand in the labels), that say how
often to run (which an aggregate or a rate does not depend on) or where to write.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from sessionlens.checks.claims.words import AGGREGATE, tokens
from sessionlens.model.facts import Measurement
from sessionlens.model.trace import Action
from sessionlens.reports.settings import NO_SETTING
from sessionlens.text import loops, units
from sessionlens.text.programs import INTERPRETERS, READERS, by_path
from sessionlens.text.regex import regex

T = TypeVar("T")
Task = tuple[str, ...]
_CUTTERS = frozenset(("head", "tail"))
_MEASURING = frozenset(("benchmark", "run", "profile", "test"))
_OUTPUT = regex(
    r"(?i)-{1,2}(?:.*-)?(?:o|out|output|export|json|csv|log|report|results?|save|dump|profile|quiet|verbose|no-?color)(?:-\w+)?$"
)
_INPUT = regex(r"^[^-].*\.\w|^<|\d$|/")
_REPEATED = frozenset(word for word, kind in AGGREGATE.items() if kind != "sum")
_RATES = frozenset(("tps", "qps", "rps", "ops", "rate", "throughput", "latency"))
_WHOLE = frozenset(("total", "elapsed", "time", "wall", "real", "duration"))
_PLAINLY = 50
"""So many last digits no clock takes for nothing."""
_FEW = 64
"""A bare number below this may say how often: "./bench data 9"."""


def same(one: Sequence[Measurement], other: Sequence[Measurement], labels: Collection[str] = ()) -> bool:
    """Whether the values of two rows may be of one task; also where no program is known for one of them. `labels` are the words that tell
    the rows apart, if they are variants: then so may flags, and what one call ran side by side is of one task."""
    if labels and {(m.msg, m.part) for m in one} & {(m.msg, m.part) for m in other}:
        return True
    commands = {m.command for m in (*one, *other)}
    if len(commands) == 1:
        return True  # without parsing it
    a, b = candidates(one, labels), candidates(other, labels)
    return not a or not b or not a.isdisjoint(b)


def candidates(measured: Iterable[Measurement], labels: Collection[str] = ()) -> frozenset[Task]:
    """The tasks that all of these values may be of; nothing where no program is known."""
    found: frozenset[Task] | None = None
    for m in measured:
        own = _of(m, labels)
        if own:
            found = own if found is None else found & own
    return found or frozenset()


def parted(found: Iterable[T], value: Callable[[T], Measurement]) -> list[list[T]]:
    """Things in the order of their tasks' first values. One whose task is one of several joins the first group that it could be of; a
    group's task is what all of its values have in common."""
    groups: list[tuple[frozenset[Task], list[T]]] = []
    for thing in found:
        own = candidates([value(thing)])
        for i, (shared, members) in enumerate(groups):
            if shared == own or not shared.isdisjoint(own):
                members.append(thing)
                groups[i] = (shared & own, members)
                break
        else:
            groups.append((own, [thing]))
    return [members for _, members in groups]


def without_input(measured: Iterable[Measurement]) -> frozenset[tuple[int, str]]:
    """Messages and labels of runs that took no time at all where a later one of that label took far more than its last digit: they had no
    input, and count for nothing."""
    times = [m for m in measured if m.config and units.dimension(m.unit) == "time" and not tokens(m.metric).isdisjoint(_WHOLE)]
    some = {(m.msg, m.config) for m in times if m.value}
    took = {(m.config, m.metric): m for m in times if m.value}
    found = set()
    for m in times:
        later = took.get((m.config, m.metric)) if (m.msg, m.config) not in some else None
        if later is not None and later.msg > m.msg and int("".join(filter(str.isdigit, later.raw)) or 0) >= _PLAINLY:
            found.add((m.msg, m.config))
    return frozenset(found)


def told(measured: Sequence[Measurement]) -> str:
    """The task in words, for a reader; "" where several programs ran."""
    commands = {" ".join(words) for m in measured for words in _programs(m.command or "")}
    return commands.pop() if len(commands) == 1 else ""


def _of(m: Measurement, labels: Collection[str]) -> frozenset[Task]:
    often = not tokens(m.metric).isdisjoint(_REPEATED) or bool(m.samples) or (m.n or 0) > 1 or units.dimension(m.unit) == "rate"
    often = often or not tokens(m.metric).isdisjoint(_RATES)
    own = {*labels, *(m.config.split() if labels else ())}
    if m.n:
        own.add(str(m.n))
    given = (words[1:] for words in _programs(m.command or ""))
    return frozenset(tuple(w for w in words if not _left(w, own, often) and (not labels or _INPUT.search(w))) for words in given)


def _left(word: str, own: Collection[str], often: bool) -> bool:
    """Whether a word says nothing of the task."""
    if word in own or (" " in word and set(map(_base, word.split())) <= {_base(w) for w in own}):
        return True
    return often and word.isdigit() and int(word) < _FEW


def _base(word: str) -> str:
    return word.rpartition("/")[2]


@lru_cache(maxsize=2048)
def _programs(command: str) -> frozenset[Task]:
    """The programs that a command runs to measure, each with its words: the name, then arguments, inputs and variables set for it. Those
    whose output is shown whole are more likely to have printed a value than those of which a line is shown. None where one of the words
    stands in a variable that nobody knows."""
    from sessionlens import commands

    given = loops.rounds(command) or ({},)
    actions = [a for a in commands.actions(command) if a.command.argv]
    cutting = {a.command.group for a in actions if a.command.tool in _CUTTERS and a.command.stage}
    ran = [
        a
        for a in actions
        if (a.intent in _MEASURING or by_path(a.command.tool, a.command.argv)) and a.command.tool not in READERS and not _hidden(a)
    ]
    ran = [a for a in ran if a.command.group not in cutting] or ran
    ran = [a for a in ran if a.intent != "test"] or ran
    found = frozenset(_words(a, one, a.command.tool in INTERPRETERS) for a in ran for one in given)
    return found if not any("$" in word for words in found for word in words[1:]) else frozenset()


def _hidden(action: Action) -> bool:
    """Whether what a command prints goes into a file; what wraps it tells its figures elsewhere."""
    return not action.command.wrappers and any(r.op in (">", ">>", "&>") for r in action.command.redirects)


def _words(action: Action, given: loops.Round, interpreted: bool) -> Task:
    argv = []
    for word in action.command.argv[1 if interpreted and len(action.command.argv) > 1 else 0 :]:
        argv += loops.filled(word, given).split() if word[:1] == "$" else [loops.filled(word, given)]
    out, named = [_base(argv[0]) if argv else ""], ""
    for word in argv[1:]:
        flag, equals, value = word.partition("=")
        if word.startswith("-"):
            named = "" if equals else flag
            if equals and not NO_SETTING.search(flag) and not _OUTPUT.match(flag):
                out.append(f"{flag}={_base(value)}")
            elif not equals and not _OUTPUT.match(flag) and not NO_SETTING.search(flag):
                out.append(flag)
        elif named and (_OUTPUT.match(named) or NO_SETTING.search(named)):
            named = ""
        else:
            out.append(_base(word) if " " not in word else word)
            named = ""
    out += [f"<{_base(r.target)}" for r in action.command.redirects if r.op == "<"]
    out += [f"{name}={value}" for name, value in action.command.env]
    return tuple(out)
