"""Whose exit status a call shows: what each simple command did, given how the whole text ended.

The status of `a | tail` is tail's; of `a; b` it is b's; after a failure in `a && b`, b never ran; `a || true` hides a's failure;
`set -e` and `pipefail` bring statuses back. Bash Reference Manual, sections 3.2.3 (Pipelines), 3.2.4 (Lists), 4.3.1 (set).
"""

from dataclasses import dataclass
from typing import Literal

from sessionlens.commands.syntax import Draft, Node, drafts
from sessionlens.commands.vocabulary import words

Known = Literal["ok", "failed", "not-run", "unknown"]
_ALWAYS = words("true : echo printf")


@dataclass(slots=True)
class Shell:
    """Options in force: `errexit` and `pipefail`, with the ids of the drafts from which on they hold."""

    errexit: bool = False
    pipefail: bool = False


def options(node: Node) -> Shell:
    """The options that the text itself sets (`set -e`, `set -euo pipefail`)."""
    shell = Shell()
    for draft in drafts(node):
        if draft.words and draft.words[0] == "set":
            flags = [w for w in draft.words[1:] if w.startswith("-") and not w.startswith("--")]
            shell.errexit |= any("e" in f for f in flags) or "errexit" in draft.words
            shell.pipefail |= "pipefail" in draft.words
    return shell


def constant(node: Node) -> bool | None:
    """True for what always succeeds (`true`, `echo`), False for what always fails (`false`, `exit 1`), else None."""
    if node.kind == "command" and node.draft is not None and node.draft.words:
        first = node.draft.words[0]
        if first in _ALWAYS:
            return True
        if first == "false":
            return False
        if first in ("exit", "return") and len(node.draft.words) > 1 and node.draft.words[1].isdigit():
            return node.draft.words[1] == "0"
    elif node.kind in ("sequence", "pipe", "group") and node.parts:
        return constant(node.parts[-1])
    elif node.kind == "background":
        return True
    return None


def infer(node: Node, zero: bool, shell: Shell, known: dict[int, Known]) -> None:
    """What follows for each command (by `id` of its draft) if the node ended with status zero or not; what does not follow is left out."""
    kind = node.kind
    if kind == "command":
        if node.draft is not None:
            known[id(node.draft)] = "ok" if zero else "failed"
    elif kind == "not":
        infer(node.parts[0], not zero, shell, known)
    elif kind == "group":
        infer(node.parts[0], zero, shell, known)
    elif kind == "pipe":
        if shell.pipefail and zero:
            for part in node.parts:
                infer(part, True, shell, known)
        elif not shell.pipefail:
            infer(node.parts[-1], zero, shell, known)
    elif kind in ("and", "or"):
        _list(node, zero, shell, known)
    elif kind == "sequence":
        _sequence(node, zero, shell, known)
    elif kind == "opaque" and zero and shell.errexit and node.name in ("for", "while"):
        for part in node.parts:
            if part is not node.parts[0] or node.name == "for":
                infer(part, True, shell, known)


def _list(node: Node, zero: bool, shell: Shell, known: dict[int, Known]) -> None:
    left, right = node.parts
    through = node.kind == "and"
    if zero == through:
        infer(left, through, shell, known)
        infer(right, through, shell, known)
        return
    if constant(right) is through:
        infer(left, not through, shell, known)
        for draft in drafts(right):
            known[id(draft)] = "not-run"
    elif constant(left) is through:
        infer(left, through, shell, known)
        infer(right, zero, shell, known)
    elif not through and constant(right) is False:
        infer(left, True, shell, known)


def _sequence(node: Node, zero: bool, shell: Shell, known: dict[int, Known]) -> None:
    if not node.parts:
        return
    if shell.errexit and zero:
        for part in node.parts:
            infer(part, True, shell, known)
    elif not shell.errexit:
        infer(node.parts[-1], zero, shell, known)


def printed(node: Node, found: set[int]) -> None:
    """Ids of drafts whose status the text itself prints: `a; echo $?`, `a && echo yes || echo no`, `${PIPESTATUS[0]}`."""
    if node.kind == "sequence":
        for before, after in zip(node.parts, node.parts[1:], strict=False):
            echo = _echo(after)
            if echo is not None and "PIPESTATUS" in echo:
                found.update(id(d) for d in drafts(before))
            elif echo is not None and "$?" in echo:
                found.update(id(d) for d in _last(before))
    elif node.kind in ("and", "or") and _echo(node.parts[1]) is not None:
        found.update(id(d) for d in _last(node.parts[0]))
    for part in node.parts:
        printed(part, found)


def _echo(node: Node) -> str | None:
    draft = node.draft
    if node.kind != "command" or draft is None or not draft.words or draft.words[0] not in ("echo", "printf") or draft.redirects:
        return None
    return " ".join(draft.words)


def _last(node: Node) -> list[Draft]:
    if node.kind == "command":
        return [node.draft] if node.draft is not None else []
    if node.kind in ("and", "or"):
        return [d for part in node.parts for d in _last(part)]
    return _last(node.parts[-1]) if node.parts and node.kind != "opaque" else []
