"""What was looked at in place of what is spoken of: a few of a list, a copy of the code. A part of the rule `overgeneralised`."""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Change
from sessionlens.model.session import FileEdit
from sessionlens.model.trace import Run
from sessionlens.rules.base import Hit, at_statement, talking
from sessionlens.rules.index import Calls, Judged, Speech, cues
from sessionlens.text.regex import regex

_FIRST_OF = regex(r"\bhead -(?:n ?)?(\d+) (\S+)\s*\|\s*(?:while|xargs|parallel)\b|\$\(head -(?:n ?)?(1) (\S+)\)")
_ALL = regex(
    r"\s*(?:interesting\W+|good\W+|so\s+|ok\W+)?(?:no\b|none\b|nothing\b|not in any\b|all (?:of )?(?:them|these|the)\b"
    r"|every\b|neither\b|they(?:['’]re| are) all\b"
    r"|(?:these|they) are\b)",
)
_HASH = regex(r"\b[0-9a-f]{12,64}\b")
_OPENING = 60
_MANY = 8
_SCRATCH = regex(r"(?:^|[/\\\\])(?:tmp|temp|scratch\w*)[/\\\\]|\$\{?(?:TEMP|TMP|TMPDIR)\b", re.I)
_DEFINED = regex(r"[dfsFS](?<!\w.)(?:unction|ef|n|unc|ub)\s+(?:global:)?([\w:.-]+)")
_OLD = regex(r"(?:^|[^a-z])(?:old|orig(?:inal)?|reference|legacy|before)(?:[^a-z]|$)|[a-z]Old[A-Z]|-Old[A-Z]|^old[A-Z]")
_NEW = regex(r"(?:^|[^a-z])(?:new|fixed|patched|after)(?:[^a-z]|$)|[a-z]New[A-Z]|-New[A-Z]|^new[A-Z]")
_OLD_WORDS = ("old", "orig", "reference", "legacy", "before")
_NEW_WORDS = ("new", "fixed", "patched", "after")
_LOADS = regex(
    r"(?:from\s+([\w.]+)\s+import|import\s+[\"'(]?([\w./-]+)|(?:local\s+\w+\s*=\s*)?(?:require|dofile|loadfile)\b"
    r"|(?:source|\.)\s+\S|Import-Module|#include\s+\"|use\s+\w+::|const\s+.*require\()"
)
_CAUSE_OF = regex(
    r"\bcause of (?:the |your |our |this |that )?([\w -]{3,50}?)(?:['’]s)? "
    r"(?:slowdown|slowness|regression|lag|latency|delay|leak|crash(?:es)?|hangs?|stutter)\b",
    re.I,
)
_LETTERS = regex(r"[a-z]{3,}")
_PLAIN = frozenset(("the", "your", "our", "this", "that", "whole", "entire", "real", "observed", "reported", "performance", "speed"))
_CHANGES = ("delta", "percent", "ratio")
_LOADERS = ("from", "import", "local", "require", "dofile", "loadfile", "source", ".", "Import-Module", "#include", "use", "const")
_LIBRARY = frozenset(
    """io os re sys time json math random string collections itertools functools timeit pathlib typing subprocess tempfile threading
    statistics struct hashlib decimal dataclasses fs path crypto perf_hooks""".split()  # noqa: SIM905  (a list of words reads better)
)
_PIECEWISE = regex(r"\b(instruction|byte|bit|line|word|symbol|token) (?:for|by) \1\b", re.I)
_PIECES = cues(*(f"{w} {by} {w}" for w in ("instruction", "byte", "bit", "line", "word", "symbol", "token") for by in ("for", "by")))
_COMPARERS = frozenset(("diff", "cmp", "comm", "colordiff"))
_EXCERPT = regex(r"^/[^/\n]+/,/[^/\n]*/|^\$?\d*,?/<?\w+>?:/")
"""A range of lines for awk or sed: from one pattern to the next."""
_LATELY = 3
_OPEN_PIECES = regex(r"\b(?:might|may|could|would|should|whether|if|probably|likely|expect\w*|not|n['’]t)\b|\?", re.I)


def copies(view: View) -> Iterator[tuple[int, Run, str]]:
    """Runs of scratch scripts that hold an old and a new version of the code themselves and load nothing of the project."""
    scripts: dict[str, int] = {}
    changes: dict[tuple[int, int], Change] = {(c.msg, c.part): c for c in view.changes}
    starts = [c.msg for c in view.changes if any(_SCRATCH.search(e.path) for e in c.edits)][:1]
    starts += [msg for msg, run in view.once(Calls).tools.get("cat", ()) if any(_SCRATCH.search(e.path) for e in typed_in(run))][:1]
    first = min(starts, default=None)
    for msg, run in view.runs(first) if first is not None else ():
        change = changes.get((msg, run.part))
        for edit in change.edits if change is not None else typed_in(run):
            if not scripts and not _SCRATCH.search(edit.path):
                continue
            name = edit.path.replace("\\", "/").rpartition("/")[2]
            text = edit.new or ""
            if edit.old is None and _SCRATCH.search(edit.path) and holds_both(text) and not loads_project(text):
                scripts[name] = msg
            else:
                scripts.pop(name, None)
        command = run.call.command or ""
        if scripts and run.call.output.strip() and run.call.exit_code in (0, None):
            name = next((n for n in scripts if n and n in command and executed(run, n)), "")
            if name:
                yield msg, run, f"{name} tests its own copies of the old and the new code, not the code itself in its place"
                del scripts[name]


def typed_in(run: Run) -> tuple[FileEdit, ...]:
    """The files that a call writes from the text in it: `cat > /tmp/try.py <<'E'`."""
    return tuple(
        FileEdit(r.target, "add", None, a.command.heredoc)
        for a in run.actions
        if a.command.heredoc is not None
        for r in a.command.redirects
        if r.op == ">" and not r.target.startswith("/dev/")
    )


def executed(run: Run, name: str) -> bool:
    """Whether a command of the call runs the file (and does not only write or delete it)."""
    return any(
        a.command.tool not in ("cat", "rm", "tee", "cp", "mv", "ls") and any(name in w for w in a.command.argv) for a in run.actions
    ) or (run.call.kind == "shell" and not run.actions)


def holds_both(text: str) -> bool:
    """Whether a script defines an old and a new version of something."""
    low = text.lower()
    if not any(map(low.__contains__, _OLD_WORDS)) or not any(map(low.__contains__, _NEW_WORDS)):
        return False
    names = _DEFINED.findall(text)
    return any(_OLD.search(n) for n in names) and any(_NEW.search(n) for n in names)


def loads_project(text: str) -> bool:
    """Whether a script loads anything beyond the standard library of its language."""
    for line in map(str.lstrip, text.split("\n")):
        found = _LOADS.match(line) if line.startswith(_LOADERS) else None
        if found and (found[1] or found[2] or "").split(".")[0].split("/")[0] not in _LIBRARY:
            return True
    return False


def excerpts(view: View) -> Iterator[Hit]:
    """Statements that two things are the same piece by piece, where only an excerpt of each was compared."""
    for msg, turn in talking(view, _PIECES):
        said = next((s for s in turn.statements if s.kind in ("sentence", "item") and _PIECEWISE.search(s.text)), None)
        if said is None or _OPEN_PIECES.search(said.text):
            continue
        compared = [run for n, run in view.once(Calls).of_tools(_COMPARERS) if msg - _LATELY <= n <= msg]
        if compared and all(any(_EXCERPT.search(w) for a in run.actions for w in a.command.argv) for run in compared):
            yield at_statement(view, msg, said, "only an excerpt of each was compared, as the command's own pattern says")


def samples(view: View) -> Iterator[Hit]:
    """Statements about all of a list that follow a look at the first few, or at one, of it."""
    for number, turn in view.once(Speech).turns:
        last = run_before(view, number) if _ALL.match(turn.message.text[:_OPENING].lower()) and turn.statements else None
        few = few_of(view, number, last) if last is not None else None
        if few:
            yield at_statement(view, number, turn.statements[0], few, "medium")


def run_before(view: View, number: int) -> Run | None:
    """The last tool call before a message, since a person last spoke."""
    for earlier in range(number - 1, -1, -1):
        turn = view.turns.get(earlier)
        if turn is None:
            continue
        if turn.message.role == "user":
            return None
        if turn.runs:
            return turn.runs[-1]
    return None


def few_of(view: View, until: int, run: Run) -> str | None:
    """What part of a list a call looked at, or None where it looked at all of it."""
    command = run.call.command or ""
    first = _FIRST_OF.search(command) if "head -" in command else None
    if first:
        return f"says it of all; the call before looked at the first {first[1] or first[3]} of {first[2] or first[4]}"
    tokens = set(_HASH.findall(command)) if "for " in command or "grep" in command else set()
    if len(tokens) != 1:
        return None
    token = tokens.pop()
    for msg, earlier in view.runs():
        if msg < until and earlier is not run and token in earlier.call.output:
            line = next(li for li in earlier.call.output.splitlines() if token in li)
            shape = _HASH.sub("#", line)
            if "#" in shape and len(shape) > 3:
                like = sum(1 for li in earlier.call.output.splitlines() if _HASH.sub("#", li) == shape)
                if like >= _MANY:
                    return f"says it of all; the call before looked at one of at least {like} (msg {msg})"
    return None


def elsewhere(view: View) -> dict[str, str]:
    """By conclusion, what it calls the cause of, where its message gives a measured change of something else only.

    "Parsing goes from 46.9 to 20.4 ms. This was the root cause of the checkout's slowdown" rests on the parser alone.
    """
    judged = view.once(Judged)
    changed = {c.msg for claim in _CHANGES for c, verdict in judged.claims.get(claim, ()) if verdict.verdict == "supported"}
    found = {}
    for conclusion, verdict in judged.claims.get("causal", ()):
        said = _CAUSE_OF.search(conclusion.quote) if verdict.verdict == "unsupported" and conclusion.msg in changed else None
        about = {w for w in _LETTERS.findall(said[1].lower()) if w not in _PLAIN} if said else set()
        if said and about and not any(w in _measured(view, conclusion.msg) for w in about):
            found[conclusion.id] = said[1].strip()
    return found


def _measured(view: View, until: int) -> str:
    """The names of all that was measured up to a message, and the commands that measured it."""
    seen = [m for m in view.measurements if m.msg <= until]
    return " ".join({*(m.metric for m in seen), *(m.config for m in seen), *(m.command or "" for m in seen)}).lower()
