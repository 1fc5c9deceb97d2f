"""Programs of which another part was built, and copies of scripts that were edited since: a part of the rule `stale_build`.

`cargo build --bin router` leaves `target/release/bench` as it was, though both are made of the library that was edited. A copy of a
script, put aside to be run in several trees, does not follow the edits of the script. A copy kept as the old one is meant to lag behind.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion
from sessionlens.model.trace import Action, Run
from sessionlens.rules.base import Hit, at_fact, at_run
from sessionlens.rules.index import Calls, Judged
from sessionlens.rules.signs.runs import compiled_source
from sessionlens.text.regex import regex

_SCRIPTS = (".py", ".js", ".mjs", ".cjs", ".ts", ".sh", ".rb", ".pl", ".lua", ".php", ".r")
_KEPT = regex(r"(?<![a-z])(?:old|base(?:line)?|before|orig\w*|prev\w*|bak|backup|main|master|ref\w*|v\d+)(?![a-z])", re.I)
_OWN = regex(r"(?:^|/)src/(?:main\.rs$|bin/)")
_RUNS = frozenset(("benchmark", "run", "profile", "test"))
_ONE = {"cargo": ("--bin",), "cmake": ("--target", "-t")}
_ALL = frozenset(("all", "install"))
_TWO = 2
_OLDER = "is of an older run"


def find(view: View) -> Iterator[Hit]:
    edited: dict[tuple[int, int], Change] = {(c.msg, c.part): c for c in view.changes if c.edits}
    calls = view.once(Calls)
    if edited and any(tool in calls.tools for tool in _ONE):
        yield from other_part(view, edited)
    if edited and "cp" in calls.tools:
        yield from lagging(view, edited)
    for conclusion, why in view.once(older_values).values():
        yield at_fact(conclusion, f"the value of a run before the last change: {why}", "high")


def older_value(view: View, conclusion: Conclusion) -> bool:
    """Whether a value that the message still has is of an older run: then what is worked out from it is old, too."""
    return conclusion.msg in view.once(older_values)


def older_values(view: View) -> dict[int, tuple[Conclusion, str]]:
    """By message, the first value that was printed anew since the run that it is of."""
    found: dict[int, tuple[Conclusion, str]] = {}
    for conclusion, verdict in view.once(Judged).verdicts["contradicted"]:
        if _OLDER in verdict.derivation:
            found.setdefault(conclusion.msg, (conclusion, verdict.derivation))
    return found


def other_part(view: View, edited: dict[tuple[int, int], Change]) -> Iterator[Hit]:
    """Runs of a build product whose library was edited, where only another product was built since."""
    source = ""
    only: tuple[int, str] | None = None
    for msg, run in view.runs():
        for action in run.actions:
            if action.intent == "build" and source:
                name = one_of(action)
                if name is None or (only and only[1] != name):
                    source, only = "", None  # all of it was built, or the parts one by one
                else:
                    only = (msg, name)
            elif only and action.intent in _RUNS and run.readings and action.command.argv:
                folder, _, name = action.command.argv[0].rpartition("/")
                if folder.endswith(("target/release", "target/debug", "build", "build/bin")) and name != only[1] and "$" not in name:
                    why = f"`{name}` was run after the edit of {source}, and msg {only[0]} built only `{only[1]}`"
                    yield at_run(view, msg, run, why, "high")
                    source, only = "", None
        change = edited.get((msg, run.part))
        shared = next((f for f in change.files if compiled_source(f) and not _OWN.search(f)), "") if change else ""
        if shared:
            source, only = shared, None


def one_of(action: Action) -> str | None:
    """The one product that a build is asked for, None where it is all of them or cannot be told."""
    words = action.command.argv
    options = _ONE.get(action.command.tool, ())
    named = [words[i + 1] for i, w in enumerate(words[:-1]) if w in options] + [
        w.partition("=")[2] for w in words if w.partition("=")[0] in options and "=" in w
    ]
    return named[0] if len(named) == 1 and named[0] not in _ALL else None


def lagging(view: View, edited: dict[tuple[int, int], Change]) -> Iterator[Hit]:
    """Runs of a script's copy that was made before the script was edited."""
    copies: dict[str, str] = {}
    stale: dict[str, tuple[int, str]] = {}
    for msg, run in view.runs():
        for action in run.actions:
            words = [w for w in action.command.argv[1:] if w[:1] != "-"]
            if action.command.tool == "cp" and len(words) == _TWO:
                made, of = plain(words[1]), plain(words[0])
                stale.pop(made, None)
                if made.lower().endswith(_SCRIPTS) and of.lower().endswith(_SCRIPTS) and not _KEPT.search(made.rpartition("/")[2]):
                    copies[made] = of
            for redirect in action.command.redirects:
                stale.pop(plain(redirect.target), None)
            found = ran(action, run, stale)
            if found:
                edit, of = stale.pop(found)
                why = f"`{found}` is a copy of {of} from before the edit of msg {edit}: what was run is the old code"
                yield at_run(view, msg, run, why, "high")
        change = edited.get((msg, run.part))
        for path in change.files if change and copies else ():
            for made, of in copies.items():
                if f"/{path}".endswith(f"/{of}"):
                    stale[made] = (msg, of)


def ran(action: Action, run: Run, stale: dict[str, tuple[int, str]]) -> str | None:
    """The lagging copy that a command runs and prints readings of, unless the script itself is run beside it."""
    if not stale or not run.readings or action.intent not in _RUNS:
        return None
    words = {plain(w) for w in action.command.argv}
    beside = {plain(w) for a in run.actions for w in a.command.argv if a.intent in _RUNS}
    return next((made for made, (_, of) in stale.items() if made in words and of not in beside), None)


def plain(path: str) -> str:
    """A path without the dots that it begins with: the same copy from two folders."""
    while path.startswith(("./", "../")):
        path = path.partition("/")[2]
    return path
