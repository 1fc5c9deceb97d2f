"""Presence: a search of a binary, a tree or a path that found something or nothing.

The last stage of a pipeline decides: `strings app | grep -i name` with lines is "found"; with none, "absent"; `which tool` likewise.
A string in a binary shows that it is there, not that it is used, and its absence is not proof; checks say so, not this parser.
"""

from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Action, Outcome
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "presence"
LITERALS: tuple[str, ...] = ()
TOOLS = frozenset({"grep", "egrep", "fgrep", "rg", "ag", "which", "type", "command", "whereis", "ls", "test", "pgrep", "find", "fd"})

_SEARCH = frozenset({"grep", "egrep", "fgrep", "rg", "ag", "pgrep"})
_PASSING = frozenset({"head", "tail", "sort", "uniq", "cat", "less", "cut", "sed", "tr", "column"})
_LOOK = frozenset({"which", "type", "command", "whereis"})
_COMPARE = frozenset({"diff", "cmp"})
_SPEAKING = _SEARCH | _LOOK | _COMPARE
"""Programs whose silence is an answer."""
_QUIET = frozenset({"cd", "export", "set", "mkdir", "sleep", "true", "source", "rm", "cp", "mv"})
_MISSING = regex(
    r"(?m)^(?:ls: (?:cannot access )?'?(?P<ls>[^':\n]+)'?: No such file|.*?(?:which: )?no (?P<which>\S+) in \(|(?P<type>\S+) not found$)"
)
_VALUED = frozenset({"-A", "-B", "-C", "-m", "-f", "--include", "--exclude", "-g", "-t", "-T", "--max-count", "--type", "--glob"})


def parse(page: Page) -> None:
    for m in page.matches(_MISSING, "No such file", " no ", "not found"):
        page.outcome("presence", "fail", m.start(), m.end(), subject=m["ls"] or m["which"] or m["type"] or "")
    last = _ends(page)
    if len(last) != 1:
        return
    action = _search(page, last[0])
    if action is not None and not _counts(action):
        page.outcome("presence", "pass", 0, len(page.text), subject=pattern(action))
    elif last[0].command.tool in _LOOK:
        _which(page, last[0])


def _search(page: Page, last: Action) -> Action | None:
    """The search whose lines were shown: the last stage of its pipeline, what only cuts or sorts them aside."""
    stages = [a for a in page.actions if a.command.group == last.command.group and a.command.nesting == last.command.nesting]
    while stages and stages[-1].command.tool in _PASSING and stages[-1].command.stage > 0:
        stages.pop()
    return stages[-1] if stages and stages[-1].command.tool in _SEARCH else None


def searched(output: str, call: ToolCall) -> tuple[Outcome, ...]:
    """What an agent's own search tool answered: "No matches found", "No files found", or lines."""
    if call.kind != "search" or call.status == "error":
        return ()
    text = output.strip()
    nothing = not text or (len(text) < 80 and text.startswith(("No matches", "No files", "Found 0")))
    subject = str(call.input.get("pattern", "") or call.input.get("query", ""))
    return (Outcome("presence", "fail" if nothing else "pass", NAME, subject, {}, 0, len(output)),)


def silent(page: Page) -> tuple[Outcome, ...]:
    """A search that printed nothing: absent, where nothing else in the call could have printed."""
    page.parser = NAME
    if page.ran.isdisjoint(_SPEAKING):
        return ()
    last = _ends(page)
    search = _search(page, last[0]) if len(last) == 1 else None
    if search is not None and not _counts(search) and "-q" not in search.command.argv:
        page.outcome("presence", "fail", 0, 0, subject=pattern(search))
    elif len(last) == 1 and last[0].command.tool in _COMPARE and last[0].command.exit_visible and page.call.exit_code in (0, None):
        page.outcome("equal", "pass", 0, 0, subject=" ".join(w for w in last[0].command.argv[1:] if not w.startswith("-")))
    elif last and all(a.command.tool in _LOOK for a in last):
        for action in last:
            for name in action.command.argv[1:]:
                if not name.startswith("-"):
                    page.outcome("presence", "fail", 0, 0, subject=name)
    return tuple(page.outcomes)


def _ends(page: Page) -> list[Action]:
    """The commands whose output was shown: the last stage of each pipeline, those that print nothing by nature left out."""
    return [
        a
        for a in page.actions
        if a.command.stage == a.command.stages - 1
        and a.command.tool not in _QUIET
        and not any(n in ("substitution", "function") for n in a.command.nesting)
        and not any(r.op in (">", ">>", "&>") for r in a.command.redirects)
    ]


def _which(page: Page, action: Action) -> None:
    names = [w for w in action.command.argv[1:] if not w.startswith("-")]
    found = {line.strip().rsplit("/", 1)[-1] for line in page.text.split("\n")}
    for name in names:
        here = name in found or f"{name} is " in page.text
        page.outcome("presence", "pass" if here else "fail", 0, len(page.text), subject=name)


def pattern(action: Action) -> str:
    """What a search looked for: the first word that is no option, or `-e`'s."""
    words = action.command.argv[1:]
    skip = False
    for i, word in enumerate(words):
        if skip:
            skip = False
        elif word in ("-e", "--regexp") and i + 1 < len(words):
            return words[i + 1]
        elif word in _VALUED:
            skip = True
        elif not word.startswith("-"):
            return word
    return ""


def _counts(action: Action) -> bool:
    """Whether a search printed a count (`-c`) and not the lines themselves."""
    return any(
        w in ("--count", "--count-matches") or (len(w) > 1 and w[0] == "-" and w[1] != "-" and "c" in w) for w in action.command.argv[1:]
    )
