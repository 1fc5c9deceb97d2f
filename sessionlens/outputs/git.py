"""What git answers: commits, reverts, checkouts, a clean or dirty tree, change counts, rejected pushes, conflicts.

`[main 4be11c0] text`, `[main 77ac3d1] Revert "text"`, ` 1 file changed, 1 insertion(+)`, `HEAD is now at ...`, `nothing to commit`,
`Updated 1 path from the index`, ` ! [rejected]`, `CONFLICT (content): ...`. `git checkout -- f` and `git restore f` print nothing.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "git"
LITERALS: tuple[str, ...] = ()
_SAID = (
    "file changed",
    "files changed",
    "working tree clean",
    "HEAD is now at",
    " from the index",
    "[rejected]",
    "CONFLICT",
    "fatal: ",
    "Already up to date",
    "Everything up-to-date",
    "Switched to",
    "Saved working directory",
    "Dropped ",
    "count: ",
    "Changes not staged",
    "Untracked files",
    "Changes to be committed",
    "nothing added",
    "up-to-date",
    "error: ",
    " -> ",
    "] ",
)
TOOLS = frozenset({"git", "gh"})

_LINE = regex(
    r"\[(?P<branch>[^\]\n]+?) (?:\(root-commit\) )?(?P<hash>[0-9a-f]{7,40})\] (?P<subject>.*)$"
    r"|\s(?P<files>\d+) files? changed(?:, (?P<plus>\d+) insertions?\(\+\))?(?:, (?P<minus>\d+) deletions?\(-\))?\s*$"
    r"|(?P<clean>nothing to commit, working tree clean|nothing added to commit.*)$"
    r"|(?P<dirty>Changes not staged for commit:|Changes to be committed:|Untracked files:)$"
    r"|(?P<head>HEAD is now at [0-9a-f]+.*|Updated \d+ paths? from .*|Switched to .*|Saved working directory.*|Dropped .*)$"
    r"|(?P<pushed>\s*\*?\s*(?:\[new branch\]|[0-9a-f]{7,}\.\.\.?[0-9a-f]{7,})\s+\S+ -> \S+.*|Everything up-to-date|Already up to date\.)$"
    r"|(?P<bad>\s*! \[(?:remote )?rejected\].*|CONFLICT .*|fatal: .*|error: failed to push .*|error: (?:could not|pathspec|Your "
    r"local changes).*)$"
)
_OBJECTS = regex(
    r"(?m)^(?P<key>count|size|in-pack|packs|size-pack|prune-packable|garbage|size-garbage): (?P<value>\d+(?:\.\d+)?)(?: (?P<unit>\w+))?$"
)


_SHOWS = frozenset(["diff", "show", "log", "blame", "grep", "ls-files", "ls-tree", "cat-file", "rev-parse", "config"])
"""What prints texts and history: of git's own words only counts of changes and complaints are among them."""
_COUNTED = ("file changed", "files changed", "fatal: ", "error: ")


def parse(page: Page) -> None:
    shows = all(not _SHOWS.isdisjoint(a.command.argv[1:4]) for a in page.actions if a.command.tool == "git")
    for m in page.matches(_LINE, *_COUNTED) if shows and "git" in page.tools else page.matches(_LINE, *_SAID):
        if m["hash"]:
            counts: dict[str, int] = {}
            page.outcome("commit", "pass", m.start(), m.end(), subject=f"{m['hash']} {m['subject']}", counts=counts)
        elif m["files"]:
            counts = {"files": int(m["files"]), "insertions": int(m["plus"] or 0), "deletions": int(m["minus"] or 0)}
            page.outcome("diffstat", "inconclusive", m.start(), m.end(), counts=counts)
        elif m["clean"]:
            page.outcome("clean", "pass", m.start(), m.end(), subject="tree")
        elif m["dirty"]:
            page.outcome("clean", "fail", m.start(), m.end(), subject="tree")
        elif m["bad"]:
            page.outcome("git", "fail", m.start(), m.end(), subject=m["bad"].strip())
        else:
            page.outcome("git", "pass", m.start(), m.end(), subject=m[0].strip())
    if "count-objects" in (page.call.command or ""):
        _objects(page)


def _objects(page: Page) -> None:
    """`git count-objects -v`: sizes are KiB unless `-H` wrote the unit."""
    for m in _OBJECTS.finditer(page.text):
        if "garbage" in m["key"] and m["value"] == "0":
            page.claim(m.start())
            continue
        unit = m["unit"] or ("KiB" if m["key"].startswith("size") else "")
        page.reading(m["key"], m["value"], unit, m.start("value"), config=page.heading(m.start()), exact=True)
