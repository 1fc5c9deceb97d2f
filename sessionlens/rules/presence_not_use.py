"""A string or symbol in a binary shows that code is linked, not that it is used; it may come from elsewhere.

The same search over a build without the change (a negative control) would tell; one in the same message keeps the rule quiet.

Fires:

    say: Is the new allocator in the binary?
    $ strings target/release/server | grep -i rpmalloc | head -3
    > rpmalloc-2.1.7/src/init.c

Quiet:

    say: The old marker should be gone.
    $ strings target/release/server | grep -c OLD_MARK
    > 0

    say: Is the new allocator in the binary, and not in the old one?
    $ strings target/release/server | grep -ci rpmalloc; strings old/server | grep -ci rpmalloc
    > 14
    > 0
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run

NUMBER = "R006"
ISSUE: Issue = "presence-not-use"
HELP = "run the same search over a build without the change, or look for a symbol that only the change brings"
READERS = frozenset(("strings", "nm", "objdump", "readelf", "ldd", "otool"))
SEARCHES = frozenset(("grep", "egrep", "rg", "ag"))


def searched(run: Run) -> list[str]:
    """The files that a call's commands read symbols or strings from, for those that are then searched."""
    files = []
    for action in run.actions:
        command = action.command
        if command.tool in READERS and (
            command.stages > 1 and any(a.command.group == command.group and a.command.tool in SEARCHES for a in run.actions)
        ):
            files += [w for w in command.argv[1:] if not w.startswith("-")][-1:]
    return files


def absent(run: Run) -> bool:
    """Whether the search found nothing: it printed only zeros, or an outcome says so."""
    if any(o.kind == "presence" and o.result == "fail" for o in run.outcomes):
        return True
    return all(word == "0" for word in run.call.output.split())


def find(view: View) -> Iterator[Hit]:
    for msg, run in view.runs():
        files = searched(run)
        if not files or not run.call.output.strip() or len(set(files)) > 1:
            continue
        if absent(run) or "$" in files[0]:
            continue  # nothing found, or a loop that searches several builds
        yield at_run(
            view, msg, run, f"found in {files[0]}: that shows it is linked, not that it is used, and no build without it was searched"
        )
