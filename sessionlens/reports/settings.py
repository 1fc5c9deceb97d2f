"""Runs of one benchmark with other settings are no repetitions of each other: "-size=64" and "-size=4096" have their own rows.

A setting is a number that a command hands to a program ("--depth 4", "-benchtime=300x", "N=50 ./run"); in a shell loop it stands in a
variable, and the line that the loop prints before each round ("== 64 ==") says which round a value is of. Where no such line is
printed, the values themselves do if there is one for each round (or one label has one for each). A setting that all runs of a
metric share tells nothing apart and is not named. How often something was repeated, a seed, a port are no settings.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from sessionlens.model.facts import Measurement
from sessionlens.reports.scope import Scope
from sessionlens.text.loops import Round, filled, loops, rounds
from sessionlens.text.regex import regex

OUTPUT_AT_MOST = 200_000
LOOPS_AT_MOST = 40
_SETTING = regex(r"(?<![\w.$/-])(?P<name>--?[A-Za-z][\w.-]*(?:=|\s+)|[A-Za-z_]\w*=)[\"']?(?P<value>\d[\d_.]*[kKMG]?x?)[\"']?(?![\w.:/%-])")
NO_SETTING = regex(
    r"(?i)(?:^|[-_.])(?:counts?|runs?|reps?|repeats?|repetitions?|rounds?|iterations?|iters?|warm-?ups?|warmup-\w+|samples?|trials?|seeds?|"
    r"ports?|timeouts?|pid|id|n?lines|nodecount|max-count|tail|head|verbose|v|e|f|c|k|m)$"
)
_TAIL = regex(r"\s*(?:\||\d?>(?!\w)|<).*")
_ECHO = regex(r"\b(?:echo|printf|tee)\s+(?:\"[^\"]*\"|'[^']*'|[^;|&\n]*)|\d?>>?\s*\S+")
_PRINTED = regex(r"\becho\s+(?:\"[^\"$()]*\$\{?\w+\}?[^\"$()]*\"|'[^']*')|\d?>>?\s*\S+")
"""An echo of a variable alone, and a file written: they hand nothing to a program."""
_PARTS = regex(r"&&|;|\n")
_TOKEN = regex(r"[\w.:/-]+")
HEADING_AT_MOST = 4


def told_apart(scope: Scope, measured: Sequence[Measurement]) -> list[Measurement]:
    """The measurements, with the settings in which runs of the same label differ added to their configuration."""
    groups: dict[tuple[str, str, str, str], list[Measurement]] = defaultdict(list)
    for m in measured:
        if m.command:
            groups[(m.metric, m.unit, m.parser, m.config)].append(m)
    places: dict[tuple[int, int], _Rounds] = {}
    counted = _counted(measured)
    labels: dict[str, str] = {}
    for group in groups.values():
        if len(group) < 2 or not (len({m.command for m in group}) > 1 or "for " in (group[0].command or "")):
            continue
        given = {m.id: _given(scope, m, places, counted) for m in group}
        names = {name for settings in given.values() for name in settings}
        telling = sorted(n for n in names if len({settings.get(n) for settings in given.values()}) > 1)
        for m in group if telling else ():
            own = [f"{n}={given[m.id][n]}" for n in telling if n in given[m.id]]
            said = frozenset(_TOKEN.findall(m.config))
            labels[m.id] = " ".join(
                x for x in own if x not in m.config.split() and not said.issuperset(_TOKEN.findall(x.partition("=")[2]))
            )
    if not any(labels.values()):
        return list(measured)
    return [m.model_copy(update={"config": f"{m.config} {labels[m.id]}".strip()}) if labels.get(m.id) else m for m in measured]


def _counted(measured: Sequence[Measurement]) -> dict[str, Round]:
    """The round of a loop that each value is of, by id, where a call printed as many values of one metric as its loop has rounds: in
    all, or under one label. What a loop only counts ("for i in 1 2 3" without a `$i`), or names a file by, is no setting."""
    out: dict[str, Round] = {}
    groups: dict[tuple[object, ...], list[Measurement]] = defaultdict(list)
    for m in measured:
        if m.command and "for " in m.command:
            key = (m.msg, m.part or m.span.part, m.metric, m.unit, m.parser)
            groups[key].append(m)
            groups[(*key, m.config)].append(m)
    for found in groups.values():
        command = found[0].command or ""
        order = rounds(command)
        if len(order) < 2 or len(order) != len(found):
            continue
        body = _PRINTED.sub(" ", command[command.find(" in ") :])
        used = {name for name in order[0] if re.search(rf"\$(?:{name}\b|\{{{name}\}})(?!\.\w)", body)}
        for m, one in zip(sorted(found, key=lambda m: (m.span.start, m.id)), order, strict=True):
            out.setdefault(m.id, {name: word for name, word in one.items() if name in used})
    return out


def _given(scope: Scope, m: Measurement, rounds: "dict[tuple[int, int], _Rounds]", counted: Mapping[str, Round]) -> Mapping[str, str]:
    """The settings of the run that a value is of, by name; nothing of a loop where its rounds cannot be told."""
    command = m.command or ""
    if m.parser == "go":
        command = "\n".join(part for part in _PARTS.split(command) if "bench" in part.lower())
    if "for " not in command or not loops(command):
        return _settings(command)
    place = (m.msg, m.part or m.span.part)
    if place not in rounds:
        rounds[place] = _Rounds(scope, place, command) if len(rounds) < LOOPS_AT_MOST else _Rounds(scope, place, "")
    found = rounds[place].of(m.span.start) or counted.get(m.id, {})
    settings = dict(_settings(filled(command, found)))
    for name, word in found.items():
        if not any(value.rstrip("x") == word for value in settings.values()):
            settings[name] = word
    return settings


class _Rounds:
    """Where each round of one call's loop begins in its output: at a short line that holds one of the loop's words and little else."""

    def __init__(self, scope: Scope, place: tuple[int, int], command: str) -> None:
        self.starts: list[int] = []
        self.words: list[str] = []
        self.name = ""
        found = [(n, w) for n, w in loops(command) if len(set(w)) > 1]
        message = scope.whole.message(place[0]) if place[0] in scope.whole.turns else None
        if len(found) != 1 or message is None or not 0 < place[1] <= len(message.calls):
            return
        name, words = found[0]
        body = _ECHO.sub(" ", command[command.find(" in ") :])
        output = message.calls[place[1] - 1].output
        if not re.search(rf"\$\{{?{name}\b", body) or len(output) > OUTPUT_AT_MOST:
            return
        self.name = name
        wanted, at = set(words), 0
        for line in output.split("\n"):
            tokens = _TOKEN.findall(line) if len(line) < 80 else []
            own = wanted.intersection(tokens)
            if len(own) == 1 and len(tokens) <= HEADING_AT_MOST:
                self.starts.append(at)
                self.words.append(own.pop())
            at += len(line) + 1
        if set(self.words) != wanted or len(self.words) != len(words):
            self.starts, self.words = [], []

    def of(self, start: int) -> dict[str, str]:
        """The loop's variable in the round in which an offset of the output lies."""
        place = bisect_right(self.starts, start) - 1
        return {self.name: self.words[place]} if place >= 0 else {}


@lru_cache(maxsize=1024)
def _settings(command: str) -> Mapping[str, str]:
    """The numbers that a command's own programs are given; what stands behind a pipe only reads their output.

    >>> dict(_settings("./app --depth 4 --runs 9 | head -n 3"))
    {'depth': '4'}
    """
    out: dict[str, str] = {}
    for part in _PARTS.split(command):
        for found in _SETTING.finditer(_TAIL.sub("", part)):
            name = found["name"].strip("-= \t")
            if not NO_SETTING.search(name):
                out[name] = found["value"]
    return out
