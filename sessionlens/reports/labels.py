"""What a measurement's label says: its parts, and what is missing from it because it stands in the command.

A tool that is run once for each variant often prints the same label each time; then the words in which its commands differ tell the
runs apart ("./series.sh pool" and "./series.sh plain").
"""

import re
from collections.abc import Sequence

from sessionlens.checks.claims.words import BASE, tokens
from sessionlens.model.facts import Measurement
from sessionlens.text.regex import regex

_NUMBERED = regex(r"\d+\Z")
_MEASURED = regex(r"[-+]?\d[\d.,]*(?:s|ms|us|µs|ns|min|[kKMGT]?i?B|%)\Z")
_TAIL = regex(r"\s*(?:\||\d?>|<|&>|;\s*(?:echo|done)).*", re.S)
_SUFFIX = regex(r"\w\.[A-Za-z]\w{0,4}\Z")
_ASSIGNMENT = regex(r"\w+=\S*\Z")
WORDS_AT_MOST = 3


def names_base(variant: str) -> bool:
    """Whether a label's part names the thing compared against; a number behind it is nothing ("base2"). A file does only by its whole
    name: "baseline.db" does, "FETCH_HEAD" in a directory does not."""
    return not parts_of(variant).isdisjoint(BASE)


def parts_of(variant: str) -> frozenset[str]:
    """The words of a label's part, without numbers behind them; of a file its whole name is the one."""
    if is_path(variant):
        return frozenset((variant.rpartition("/")[2].partition(".")[0].lower(),))
    return frozenset(_NUMBERED.sub("", t) for t in tokens(variant))


def numbered(variant: str) -> bool:
    """Whether a number stands behind a label's word: "new50" is something made from "new"."""
    return any(_NUMBERED.search(t) and not t.isdigit() for t in tokens(variant))


def is_number(part: str) -> bool:
    return part.replace(".", "").isdigit()


def is_path(part: str) -> bool:
    return "/" in part or _SUFFIX.search(part) is not None


def slots_of(label: str, command: str = "") -> dict[str, str]:
    """A label's parts: "k=v" under its key, others under their place. "decode n=500" is {"0": "decode", "n": "n=500"}.

    A value with a unit of measure ("rest=0.2s") is another result of the same line, and no part of the label, unless the command gives it.
    """
    out: dict[str, str] = {}
    place = 0
    for word in label.split():
        name, equals, value = word.partition("=")
        if equals and name:
            if not _MEASURED.match(value) or value in command:
                out[name] = word
        else:
            out[str(place)] = word
            place += 1
    return out


def label_of(measured: Sequence[Measurement]) -> dict[str, tuple[str, str]]:
    """Each measurement's full label and program, by id: its configuration, with the command's own words where the configuration does
    not tell runs apart; then the program counts, too (else it is "")."""
    groups: dict[tuple[str, str, str], list[Measurement]] = {}
    for m in measured:
        groups.setdefault((m.metric, m.unit, m.parser), []).append(m)
    labels = {m.id: (m.config, "") for m in measured}
    for group in groups.values():
        by_msg: dict[int, set[str]] = {}
        for m in group:
            by_msg.setdefault(m.msg, set()).add(m.config)
        if len(by_msg) > 1 and all(len(configs) == 1 for configs in by_msg.values()):
            for m, program, words in _told_by_command(group):
                labels[m.id] = (" ".join([*m.config.split(), *(w for w in words if w not in m.config.split())]), program)
    return labels


def _told_by_command(group: Sequence[Measurement]) -> list[tuple[Measurement, str, list[str]]]:
    """The words of each command that not all commands of the same program have."""
    programs: dict[tuple[str, str], list[tuple[Measurement, list[str]]]] = {}
    for m in group:
        words = _words(m.command or "")
        programs.setdefault((m.config, words[0] if words else ""), []).append((m, words))
    out = []
    for (_, program), members in programs.items():
        common = set.intersection(*(set(w) for _, w in members))
        for m, words in members:
            own = [w for w in dict.fromkeys(words) if w not in common]
            out.append((m, program, own if len(own) <= WORDS_AT_MOST else []))
    return out


def program_of(command: str | None) -> str:
    """The program that a shell text runs in the end, by its base name: "cd x && ./target/bench --all | tail" runs "bench"."""
    words = _words(command or "")
    return words[0].rpartition("/")[2] if words else ""


def _words(command: str) -> list[str]:
    """The words of the last simple command before any pipe or redirection, variables set before it aside."""
    text = command.rsplit("&&", 1)[-1]
    words = _TAIL.sub("", text.strip().split("\n", 1)[0]).split()
    while words and _ASSIGNMENT.match(words[0]):
        words.pop(0)
    return words


def short(label: str, most: int = 60) -> str:
    """A label for a table cell: long ones lose their middle."""
    return label if len(label) <= most else f"{label[: most * 2 // 3]}…{label[-(most // 3) :]}"


_PATHLIKE = regex(r"(?<![\w.])(?:\.{0,2}/)?(?:[\w.@+-]+/)+([\w.@+-]+)")


def tidy(label: str) -> str:
    """A label with each path in it as its last name: "bench ../../data/in.json" is "bench in.json"."""
    return _PATHLIKE.sub(r"\1", label)


def apart(labels: Sequence[str]) -> list[str]:
    """Labels for the rows of one table: tidied and shortened, unless that would make two of them one."""
    short_ones = [short(tidy(label)) for label in labels]
    return short_ones if len(set(short_ones)) == len(set(labels)) else list(labels)


def comparable(m: Measurement) -> bool:
    """Whether values of its metric may be set against each other: counts of different things under one metric ("matches") are no
    comparison, unless the tool said which way is better; nor are shares of one whole, as a profile lists them."""
    return m.direction != "unknown" or m.unit not in ("", "%")
