"""Counts that stand alone on a line: `wc`, `grep -c`, `sort | uniq -c` totals and one-number answers of `sqlite3` and `psql -t`.

A bare number says nothing by itself, so the command that printed it names it. `wc` without an option prints lines, words, bytes.
"""

from sessionlens.model.trace import Action
from sessionlens.outputs.page import Page
from sessionlens.outputs.presence import pattern
from sessionlens.outputs.readers import SOURCE
from sessionlens.text.regex import regex

NAME = "counts"
LITERALS: tuple[str, ...] = ()
TOOLS = frozenset({"wc", "uniq", "grep", "egrep", "rg", "sqlite3", "psql", "duckdb", "mysql"})

_TALLY = regex(r" +(?P<value>\d+) (?P<what>\S.{0,60})")
_BARE = regex(r"^\s*(?P<value>-?\d+(?:\.\d+)?)\s*$")
_FILED = regex(r"^\s*(?P<value>\d+)\s+(?P<file>[^\s\d]\S*)$")
_THREE = regex(r"^\s*(?P<lines>\d+)\s+(?P<words>\d+)\s+(?P<bytes>\d+)(?:\s+(?P<file>\S+))?$")
_GREP = regex(r"^(?P<file>[^:\s]+):(?P<value>\d+)$")
_GREPS = frozenset({"grep", "egrep", "rg"})
_SQL = frozenset({"sqlite3", "psql", "duckdb", "mysql"})
_ONLY = frozenset({"wc", "ls", "cd", "echo", "find", "sort", "pwd"})
_FEW = 12
_WORDS = {"-l": "lines", "-w": "words", "-c": "bytes", "-m": "characters"}


def _tallied(page: Page) -> None:
    """What `uniq -c` counts."""
    counting = [a for a in page.actions if a.command.tool == "uniq" and any(w[:1] == "-" and "c" in w for w in a.command.argv[1:])]
    for at, line in page.free() if counting else ():
        if line[:1] == " " and (m := _TALLY.match(line)) is not None:
            page.reading("count", m["value"], "", at + m.start("value"), config=m["what"].strip(), exact=True, way="unknown")


def parse(page: Page) -> None:
    _tallied(page)
    printers = [a for a in page.actions if _counts(a)]
    if not printers:
        return
    looped = any(n in ("for", "while", "until") for a in printers for n in a.command.nesting) or any(
        a.command.tool in _SQL for a in printers
    )
    unnamed = [a for a in printers if a.command.tool != "wc" or not _files(a)]
    bare = [(at, m) for at, line in page.free() if line and len(line) < 40 and (m := _BARE.match(line)) is not None]
    if not unnamed or (len(bare) > len(printers) and not looped):
        bare = []
    for i, (at, m) in enumerate(bare):
        action = page.of(printers, i, len(bare)) or (printers[-1] if len({_what(a) for a in printers}) == 1 else None)
        metric, config = _what(action) if action else ("count", "")
        page.reading(
            metric,
            m["value"],
            "B" if metric == "bytes" else "",
            at + m.start("value"),
            config=" ".join(x for x in (config, page.heading(at)) if x),
            exact=True,
            way="unknown",
        )
    counting = {a.command.tool for a in printers}
    words, greps = "wc" in counting, not counting.isdisjoint(_GREPS)
    for at, line in page.free():
        if words and len(line) < 300 and line.lstrip()[:1].isdigit():
            _wc(page, at, line, printers)
        elif greps and ":" in line and (m := _GREP.match(line)) is not None:
            page.reading("matches", m["value"], "", at + m.start("value"), config=m["file"], exact=True, way="unknown")


def _wc(page: Page, at: int, line: str, printers: list[Action]) -> None:
    m = _FILED.match(line)
    if m is not None and SOURCE.search(m["file"]) and not _asked(page, m["file"], printers):
        page.claim(at)
        return
    if m is not None:
        flags = [w for a in printers if a.command.tool == "wc" for w in a.command.argv[1:] if w in _WORDS]
        metric = _WORDS[flags[0]] if flags else "lines"
        page.reading(
            metric, m["value"], "B" if metric == "bytes" else "", at + m.start("value"), config=m["file"], exact=True, way="unknown"
        )
        return
    three = _THREE.match(line)
    if three is not None:
        for key in ("lines", "words", "bytes"):
            page.reading(
                key, three[key], "B" if key == "bytes" else "", at + three.start(key), config=three["file"] or "", exact=True, way="unknown"
            )


def _files(action: Action) -> bool:
    """Whether `wc` was given files, whose names it prints beside its numbers."""
    return any(w and w[0] != "-" for w in action.command.argv[1:]) and not any(r.op == "<" for r in action.command.redirects)


def _asked(page: Page, file: str, printers: list[Action]) -> bool:
    """Whether a source file's size was asked for: its bytes, where it is named, or its lines in a call that does nothing else with a
    few files. Before sources are shown, the number of their lines is for orientation."""
    counted = [a for a in printers if a.command.tool == "wc"]
    if any(file in a.command.argv and not {"-c", "-m"}.isdisjoint(a.command.argv) for a in counted):
        return True
    return page.tools <= _ONLY and len(page.lines) <= _FEW


def _counts(action: Action) -> bool:
    command = action.command
    if command.tool not in TOOLS or command.stage != command.stages - 1 or any(r.op in (">", ">>", "&>") for r in command.redirects):
        return False
    if command.tool in _GREPS:
        return any(
            w in ("--count", "--count-matches") or (len(w) > 1 and w[0] == "-" and w[1] != "-" and "c" in w) for w in command.argv[1:]
        )
    if command.tool == "wc":
        return True
    text = " ".join(command.argv).lower()
    return any(w in text for w in ("count(", "sum(", "max(", "min(", "avg(", "pragma"))


def _what(action: Action) -> tuple[str, str]:
    """The metric's name and the configuration that a counting command gives to its bare number."""
    command = action.command
    if command.tool == "wc":
        flags = [w for w in command.argv[1:] if w in _WORDS]
        files = [w for w in command.argv[1:] if not w.startswith("-") and "$" not in w] or [
            r.target for r in command.redirects if r.op == "<"
        ]
        return (_WORDS[flags[0]] if flags else "lines"), " ".join(files)
    if command.tool in _GREPS:
        return "matches", pattern(action)
    return "result", " ".join(w for w in command.argv[1:3] if not w.startswith("-"))[:80]
