"""Whose exit status a call shows: what each simple command did, given how the whole text ended.

The status of `a | tail` is tail's; of `a; b` it is b's; after a failure in `a && b`, b never ran; `a || true` hides a's failure;
`set -e` and `pipefail` bring statuses back. Bash Reference Manual, sections 3.2.3 (Pipelines), 3.2.4 (Lists), 4.3.1 (set).
"""

from dataclasses import dataclass
from typing import Literal

from sessionlens.commands.syntax import Draft, Node, drafts
from sessionlens.commands.vocabulary import words
from sessionlens.text.regex import regex

Field = Literal["on_zero", "on_failure"]
_ALWAYS = words("true : echo printf")
_PREPARING = words("set cd pushd export source . : true shopt umask ulimit mkdir")
"""Commands that stand before the ones that count; options set later than these do not hold for what ran before."""
_VARIABLE = regex(r"\$\{?[A-Za-z_]\w*\}?")
_STATUS = regex(r'"?\$(?:(\?)|\{\?\}|\{?PIPESTATUS(?:\[(\d+)\])?\}?|\{?([A-Za-z_]\w*)\}?)"?\Z')
"""A word that is an exit status: `$?`, `${PIPESTATUS[0]}`, or a variable that may hold one."""


@dataclass(slots=True)
class Shell:
    """Options in force: `errexit` and `pipefail`, with the ids of the drafts from which on they hold."""

    errexit: bool = False
    pipefail: bool = False


def options(node: Node) -> Shell:
    """The options that the text sets for all that follows (`set -e`, `set -euo pipefail`), if it does so before anything that counts."""
    shell = Shell()
    for draft in drafts(node):
        if draft.words and draft.words[0] not in _PREPARING:
            break
        if draft.words and draft.words[0] == "set":
            _set(shell, draft.words[1:])
    return shell


def _set(shell: Shell, said: tuple[str, ...]) -> None:
    for at, word in enumerate(said):
        on = word[:1] == "-"
        if word[:1] not in ("-", "+") or word.startswith("--"):
            continue
        named = said[at + 1] if word.endswith("o") and at + 1 < len(said) else ""
        if "e" in word or named == "errexit":
            shell.errexit = on
        if named == "pipefail":
            shell.pipefail = on


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
    elif node.kind == "background" or node.kind == "assign":
        return True
    return None


def infer(node: Node, zero: bool, shell: Shell, known: Field) -> None:
    """Notes on each draft, in the field named, what follows if the node ended with status zero or not; the rest stays unknown."""
    kind = node.kind
    if kind == "command":
        if node.draft is not None:
            setattr(node.draft, known, "ok" if zero else "failed")
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
                _survived(part, shell, known)


def _list(node: Node, zero: bool, shell: Shell, known: Field) -> None:
    left, right = node.parts
    through = node.kind == "and"
    if zero == through:
        infer(left, through, shell, known)
        infer(right, through, shell, known)
        return
    if constant(right) is through:
        infer(left, not through, shell, known)
        for draft in drafts(right):
            setattr(draft, known, "not-run")
    elif constant(left) is through:
        infer(left, through, shell, known)
        infer(right, zero, shell, known)
    elif not through and constant(right) is False:
        infer(left, True, shell, known)


def _sequence(node: Node, zero: bool, shell: Shell, known: Field) -> None:
    if not node.parts:
        return
    if shell.errexit and zero:
        for part in node.parts[:-1]:
            _survived(part, shell, known)
        infer(node.parts[-1], True, shell, known)
    elif not shell.errexit:
        infer(node.parts[-1], zero, shell, known)
        passed = _passed_on(node.parts)
        if passed is not None:
            infer(passed, zero, shell, known)


def _passed_on(parts: list[Node]) -> Node | None:
    """The command whose status the last statement hands on: `make | tee log; exit ${PIPESTATUS[0]}`, `make; rc=$?; tail log; exit $rc`,
    `...; [ $rc -eq 0 ]`."""
    draft = parts[-1].draft
    said = draft.words if draft is not None else ()
    if len(said) == 2 and said[0] in ("exit", "return"):
        return status_of(said[1], parts[:-1])
    if len(said) >= 4 and said[0] in ("[", "[[", "test") and said[2] in ("-eq", "=", "==") and said[3].strip("\"'") == "0":
        return status_of(said[1], parts[:-1])
    return None


def status_of(word: str, before: list[Node]) -> Node | None:
    """The node whose exit status a word is, behind these statements: the last one, a stage of it, or what a variable was given, if nothing
    stands between that may give it another value.

    >>> status_of("$?", [make, grep]) is grep
    True
    """
    match = _STATUS.match(word)
    if match is None or not before:
        return None
    if match[3] is not None and match[3] != "PIPESTATUS":
        for at in range(len(before) - 1, 0, -1):
            if before[at].kind not in ("assign", "command", "pipe"):
                return None
            name, _, value = before[at].name.partition("=") if before[at].kind == "assign" else ("", "", "")
            if name == match[3]:
                return status_of(value, before[:at]) if "?" in value or "PIPESTATUS" in value else None
        return None
    last = before[-1]
    if match[1] is not None or "?" in word:
        return None if last.kind == "assign" else last
    stages = last.parts if last.kind == "pipe" else [last] if last.kind == "command" else []
    stage = int(match[2] or 0)
    return stages[stage] if stage < len(stages) else None


def _survived(node: Node, shell: Shell, known: Field) -> None:
    """A statement behind which a shell with `errexit` went on: it succeeded, unless it is one whose failure does not end the shell
    (`a && b` where a fails, `! a`)."""
    if node.kind == "sequence":
        for part in node.parts:
            _survived(part, shell, known)
    elif node.kind not in ("and", "not"):
        infer(node, True, shell, known)


def printed(node: Node) -> None:
    """Marks the drafts whose status the text itself prints: `a; echo $?`, `a; rc=$?; ...; echo $rc`, `a && echo yes || echo no`,
    `${PIPESTATUS[0]}`."""
    if node.kind == "sequence":
        for at, (before, after) in enumerate(zip(node.parts, node.parts[1:], strict=False), 1):
            echo = _echo(after)
            if echo is not None and "PIPESTATUS" in echo:
                _mark(drafts(before))
            elif echo is not None and "$?" in echo:
                _mark(_last(before))
            elif echo is not None and "$" in echo:
                for variable in _VARIABLE.findall(echo):
                    told = status_of(variable, node.parts[:at])
                    _mark(_last(told) if told is not None else [])
    elif node.kind in ("and", "or") and _echo(node.parts[1]) is not None:
        _mark(_last(node.parts[0]))
    for part in node.parts:
        printed(part)


def _mark(found: list[Draft]) -> None:
    for draft in found:
        draft.printed = True


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
