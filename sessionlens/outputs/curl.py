"""curl's `-w`: the variables of the format that the command gives, read back from what it printed.

`curl -s -o /dev/null -w 'total %{time_total}' URL` prints `total 0.184602`: times are seconds, sizes bytes, speeds bytes per second.
Status codes and names are no measurement.
"""

import re
from functools import lru_cache

from sessionlens.model.trace import Action
from sessionlens.outputs.page import Page
from sessionlens.text import loops
from sessionlens.text.regex import regex

NAME = "curl"
LITERALS: tuple[str, ...] = ()
TOOLS = frozenset({"curl"})

_VARIABLE = regex(r"%\{(\w+)\}")
_SHELL = regex(r"\$\w+|\$\{\w+\}|\$\([^()]*\)")
_UNITS = (("time_", "s"), ("speed_", "B/s"), ("size_", "B"))
_NAMED = regex(r"(?m)^\s*(?P<name>(?:time|speed|size)_\w+)\s*[:=]\s*(?P<value>\d+(?:\.\d+)?)s?\s*$")
_WRITE = ("-w", "--write-out")


def parse(page: Page) -> None:
    calls = [(a, form) for a in page.commands("curl") if (form := _format(a)) and "%{" in form]
    if not calls:
        for named in _NAMED.finditer(page.text) if any(_format(a).startswith("@") for a in page.commands("curl")) else ():
            unit = next(unit for head, unit in _UNITS if named["name"].startswith(head))
            page.reading(named["name"], named["value"], unit, named.start("value"), config=page.heading(named.start()))
        return
    for form in dict.fromkeys(form for _, form in calls):
        actions = [a for a, f in calls if f == form]
        for template in _templates(form):
            found = [(at, m) for at, line in page.lines if line and (m := template.search(line)) is not None]
            names = [name for name in template.groupindex if not name.startswith("shell")]
            for (at, m), words in zip(found, _targets(page, actions, len(found)), strict=True):
                given = " ".join(text for name, text in m.groupdict().items() if name.startswith("shell") and text)
                for name in names:
                    unit = next(unit for head, unit in _UNITS if name.startswith(head))
                    page.reading(name, m[name], unit, at + m.start(name), config=f"{given} {words}".strip() or page.heading(at))


def _format(action: Action) -> str:
    """The text after `-w`, also where it is one word with the flag or the last letter of several flags."""
    argv = action.command.argv
    for i, word in enumerate(argv[1:], 1):
        if word in _WRITE or (word[:1] == "-" and word[1:2] != "-" and word.endswith("w")):
            return argv[i + 1] if i + 1 < len(argv) else ""
        if word.startswith("--write-out="):
            return word.partition("=")[2]
        if word.startswith("-w") and "%{" in word:
            return word[2:]
    return ""


@lru_cache(maxsize=64)
def _templates(form: str) -> tuple[re.Pattern[str], ...]:
    """One pattern for each line of the format that has a measured variable, its groups named after the variables."""
    out = []
    for line in form.strip("\"'").replace("\\n", "\n").replace("\\t", "\t").split("\n"):
        parts: list[str] = []
        at, seen = 0, set[str]()
        for m in _VARIABLE.finditer(line):
            parts.append(_literal(line[at : m.start()], len(parts)))
            measured = m[1] not in seen and m[1].isidentifier() and any(m[1].startswith(head) for head, _ in _UNITS)
            parts.append(rf"(?P<{m[1]}>\d+(?:\.\d+)?)" if measured else r"\S*?")
            seen |= {m[1]} if measured else set()
            at = m.end()
        if seen:
            out.append(re.compile("".join([*parts, _literal(line[at:].rstrip(), len(parts)), r"\s*$"])))
    return tuple(out)


def _literal(text: str, number: int) -> str:
    """A pattern for a format's own text, in which the shell puts its variables: `$name %{time_total}`. Their groups are `shell...`."""
    parts = _SHELL.split(text)
    return re.escape(parts[0]) + "".join(rf"(?P<shell{number}_{i}>.*?){re.escape(part)}" for i, part in enumerate(parts[1:]))


def _targets(page: Page, actions: list[Action], blocks: int) -> list[str]:
    """What each line is about: the address that was asked for, with a loop's variables put in."""
    told = page.each(actions, blocks)
    rounds = loops.rounds(page.call.command or "") or ({},)
    addresses = [[w for w in a.command.argv[1:] if "://" in w or w.startswith("localhost")] for a in actions]
    if not all(addresses):
        return told
    turns = [loops.filled(words[-1], given).strip("\"'") for given in rounds for words in addresses]
    if not turns or blocks % len(turns):
        turns = turns[:1] if len(set(turns)) == 1 else [""]
    return [turns[i // (blocks // len(turns))] for i in range(blocks)]
