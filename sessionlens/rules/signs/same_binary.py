"""Variants that are one and the same program: a part of the rule `stale_build`, with no number of its own."""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.rules.base import Hit, at_run
from sessionlens.rules.index import Calls
from sessionlens.rules.signs.runs import varies
from sessionlens.text.regex import regex

_LOOP = regex(r"\bfor (\w+) in ([^;\n]+?)\s*[;\n]")
_SPECIAL = regex(r"(?<!\\)[\[\]*^]|\\[+?(|dsw]|\.[*+]|\$$")
_HASHED = regex(r"^([0-9a-f]{8,64})[ -]+\*?(\S*[^\s:/])\s*$", re.M)
_BARE = regex(r"^([0-9a-f]{7,64})\s*$", re.M)
_HASHERS = ("sha256sum", "sha1sum", "md5sum", "b2sum", "shasum", "cksum", "sha512sum")
_WORDS = regex(r"[A-Za-z0-9]+")


def find(view: View) -> Iterator[Hit]:
    """Loops whose `sed` matches in the first round only, and measured variants that a later hash shows to be equal."""
    for msg, run in view.once(Calls).runs:
        command = run.call.command or ""
        if "sed" in command and "for " in command:
            pattern = spent(run, command)
            if pattern:
                why = f"`{pattern}` matches in the first round of the loop only: what the later rounds build is the first variant again"
                yield at_run(view, msg, run, why, "high")
        if "sum" in command and any(h in command for h in _HASHERS):
            yield from equal_hashes(view, msg, run, command)


def spent(run: Run, command: str) -> str | None:
    """The literal pattern of a `sed -i` in a loop over values that no longer matches once the first value stands there."""
    loops = dict(_LOOP.findall(command))
    for action in run.actions:
        words = action.command.argv
        if action.command.tool != "sed" or "for" not in action.command.nesting or not any(w.startswith("-i") for w in words):
            continue
        for script in words[1:]:
            parts = substitution(script)
            if parts is None:
                continue
            old, new = parts
            for name, items in loops.items():
                values = items.split()
                if len(values) > 1 and f"${name}" not in old and f"${name}" in new and not _SPECIAL.search(old):
                    left = new.replace(f"${{{name}}}", values[0]).replace(f"${name}", values[0])
                    if old.replace("\\", "") not in left and not restored(run, action):
                        return script.strip("\"'")
    return None


def substitution(script: str) -> tuple[str, str] | None:
    """Pattern and replacement of a `s/old/new/`."""
    script = script.strip("\"'")
    if len(script) < 4 or script[0] != "s" or script[1].isalnum() or script[1] == "\\":
        return None
    parts = re.split(rf"(?<!\\){re.escape(script[1])}", script[2:])
    return (parts[0], parts[1]) if len(parts) == 3 else None


def restored(run: Run, edit: Action) -> bool:
    """Whether each round puts the file back: by git, or by copying over it."""
    path = edit.command.argv[-1]
    for action in run.actions:
        if action is edit or "for" not in action.command.nesting:
            continue
        words = action.command.argv
        if action.intent == "revert" or (words[0] == "git" and {"checkout", "restore", "stash"} & set(words[1:3])):
            return True
        if action.command.tool in ("cp", "mv", "git") and words[-1] == path:
            return True
    return False


def equal_hashes(view: View, msg: int, run: Run, command: str) -> Iterator[Hit]:
    """The latest measuring call that told two files apart which this call shows to be equal."""
    first: dict[str, str] = {}
    for digest, path in _HASHED.findall(run.call.output) or unnamed(run):
        other = first.setdefault(digest, path)
        names = apart(other, path)
        if names is None or copied(view, msg, other, path):
            continue
        for number, earlier in reversed([(n, r) for n, r in view.runs() if n <= msg and r.readings]):
            if number == msg and not any(varies(r.parser, r.metric, r.unit) for r in earlier.readings):
                continue  # a look at what they are, beside the hashes
            labels = {word for reading in earlier.readings for label in (*reading.labels, reading.config) for word in label.split()}
            if names[0] in labels and names[1] in labels:
                why = f"{other} and {path} are the same file (hash in msg {msg}): {names[0]} and {names[1]} were one program"
                yield at_run(view, number, earlier, why, "high")
                break


def unnamed(run: Run) -> Iterator[tuple[str, str]]:
    """Digests whose files a `cut` took away, each with the file that was given in its place: `sha256sum a b | cut -c1-12`."""
    hashing = [a for a in run.actions if a.command.tool in _HASHERS]
    files = [w for a in hashing for w in a.command.argv[1:] if not w.startswith("-")]
    digests = _BARE.findall(run.call.output)
    if len(hashing) == 1 and len(files) == len(digests) and not any("$" in w or "*" in w for w in files):
        yield from zip(digests, files, strict=True)


def apart(one: str, other: str) -> tuple[str, str] | None:
    """The words that tell two file names apart, None where one of them has none of its own."""
    a, b = (_WORDS.findall(p.rpartition("/")[2]) for p in (one, other))
    own_a, own_b = [w for w in a if w not in b], [w for w in b if w not in a]
    return (own_a[-1], own_b[-1]) if own_a and own_b else None


def copied(view: View, until: int, one: str, other: str) -> bool:
    """Whether the session itself made both from one file, so that they are meant to be equal."""
    sources: dict[str, str] = {}
    for msg, run in view.runs():
        if msg > until:
            break
        for action in run.actions:
            words = [w for w in action.command.argv[1:] if not w.startswith("-")]
            if action.command.tool == "cp" and len(words) == 2 and not action.command.nesting:
                sources[words[1].rpartition("/")[2]] = words[0]
            elif action.intent == "build":
                sources = {k: f"{v}@" for k, v in sources.items()} if sources else sources
    a, b = (sources.get(p.rpartition("/")[2]) for p in (one, other))
    return a is not None and a == b
