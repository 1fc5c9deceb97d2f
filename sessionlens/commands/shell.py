"""Shell text to simple commands: what ran, joined how, where, and whose exit status was visible."""

import posixpath
from dataclasses import dataclass, field, replace
from functools import lru_cache

from sessionlens.commands import grammar, quick, status
from sessionlens.commands.syntax import Draft, Known, Node
from sessionlens.commands.words import set_aside, unquote
from sessionlens.commands.wrappers import base, peel
from sessionlens.model.trace import SimpleCommand
from sessionlens.text.regex import regex

_ABSOLUTE = regex(r"[/~$]|[A-Za-z]:[\\/]")
_BRANCHES = frozenset(("if", "case", "while", "function"))
LONGEST = 32 * 1024
"""Characters of a shell text that are read: grammars take quadratic time over text that is none."""
_DEEP = 4
"""Shells inside shells (`ssh h 'bash -c "..."'`) that are followed."""


@dataclass(slots=True)
class _Place:
    """Where the walk is: the construct, the folder, what joins the next command to what stands before."""

    nesting: tuple[str, ...] = ()
    wrappers: tuple[str, ...] = ()
    conditional: bool = False
    op: str = ""
    group: int = -1
    stage: int = 0
    stages: int = 1
    cwd: str | None = None
    span: tuple[int, int] | None = None


@dataclass(slots=True)
class _Walk:
    """Emits the commands below a node in order, with where they stand."""

    text: str
    depth: int = 0
    groups: int = 0
    out: list[SimpleCommand] = field(default_factory=list)

    def node(self, node: Node, place: _Place) -> None:
        """`place.cwd` and `place.op` move on for what follows in the same shell."""
        kind = node.kind
        if kind == "command":
            self.command(node, place, place.op, place.group, place.stage, place.stages)
        elif kind == "pipe":
            self.pipe(node, place)
        elif kind == "and" or kind == "or":
            self.node(node.parts[0], place)
            before, place.conditional = place.conditional, True
            place.op = "&&" if kind == "and" else "||"
            self.node(node.parts[1], place)
            place.conditional = before
        elif kind == "sequence":
            for part in node.parts:
                if part.kind != "assign":
                    self.node(part, place)
                    place.op = "&" if part.kind == "background" else ";"
        elif kind == "not" or kind == "background":
            self.node(node.parts[0], place)
        elif kind != "assign":
            self.enclosed(node, place)

    def enclosed(self, node: Node, place: _Place) -> None:
        branch = node.name in _BRANCHES
        inner = _Place((*place.nesting, node.name), place.wrappers, place.conditional or branch, place.op, cwd=place.cwd, span=place.span)
        for i, part in enumerate(node.parts):
            inner.conditional = place.conditional or (branch and i > 0)
            self.node(part, inner)
            inner.op = ";"
        if node.name == "braces":
            place.cwd = inner.cwd

    def pipe(self, node: Node, place: _Place) -> None:
        """The stages of a pipeline, each in a shell of its own."""
        self.groups += 1
        group, folder, op, stages = self.groups, place.cwd, place.op, len(node.parts)
        for i, part in enumerate(node.parts):
            if part.kind == "command":
                self.command(part, place, op, group, i, stages)
                place.cwd = folder
            else:
                self.node(part, _Place(place.nesting, place.wrappers, place.conditional, op, group, i, stages, folder, place.span))
            op = "|"

    def command(self, node: Node, place: _Place, op: str, group: int, stage: int, stages: int) -> None:
        draft = node.draft
        if draft is None:
            return
        if group < 0:
            self.groups += 1
            group = self.groups
        argv, tool, wrappers, inner, env = _program(draft.words)
        if place.wrappers:
            wrappers = place.wrappers + wrappers
        if inner is not None and self.depth < _DEEP:
            self.script(draft, inner, place, wrappers, (op, group, stage, stages))
        else:
            start, end = place.span or (draft.start, draft.end)
            on_zero = draft.on_zero
            self.out.append(
                SimpleCommand(
                    argv, tool, self.text[draft.start : draft.end], start, end, wrappers, draft.env + env, op, group, stage, stages,
                    on_zero == "ok" or on_zero == "failed", place.conditional, place.nesting, draft.redirects, draft.heredoc, place.cwd,
                    draft.comment, on_zero, draft.on_failure, draft.printed,
                )
            )  # fmt: skip
        for part in node.parts:
            self.enclosed(part, _Place(place.nesting, cwd=place.cwd, span=place.span))
        if tool == "cd" or tool == "pushd":
            place.cwd = _entered(place.cwd, argv)

    def script(self, draft: Draft, text: str, place: _Place, wrappers: tuple[str, ...], where: tuple[str, int, int, int]) -> None:
        """Shell text inside a word, read in its turn; its commands stand where the word's command does (operator, group, stage, stages)."""
        tree, shell = _syntax(text)
        if any(w in ("-ec", "-lec", "-euc") or w == "pipefail" for w in draft.words):
            shell.errexit |= any(w[:1] == "-" and "e" in w for w in draft.words[1:2])
            shell.pipefail |= "pipefail" in draft.words
        if draft.on_zero == "ok":
            status.infer(tree, True, shell, "on_zero")
        if draft.on_failure == "failed":
            status.infer(tree, False, shell, "on_failure")
        status.printed(tree)
        op, group, stage, stages = where
        walk = _Walk(text, self.depth + 1, self.groups)
        span = place.span or (draft.start, draft.end)
        walk.node(tree, _Place(place.nesting, wrappers, place.conditional, op, cwd=place.cwd, span=span))
        if stages > 1 and len(walk.out) == 1 and "cmd -c" not in wrappers and "ssh" not in wrappers:
            walk.out = [replace(walk.out[0], group=group, stage=stage, stages=stages)]
        self.groups = walk.groups
        self.out += walk.out


_Program = tuple[tuple[str, ...], str, tuple[str, ...], str | None, tuple[tuple[str, str], ...]]


@lru_cache(maxsize=4096)
def _program(said: tuple[str, ...]) -> _Program:
    """What source words start: the program's words and name, the wrappers peeled off, shell text to read in its place, if any, and
    variables that the wrappers set."""
    words = [unquote(w) if "'" in w or '"' in w or "\\" in w else w for w in said]
    if not words:
        return (), "", (), None, ()
    argv, peeled, inner = peel(words)
    if peeled and argv[0][:1] == "(" and argv[-1][-1:] == ")":
        inner = " ".join(argv)[1:-1]
    env: tuple[tuple[str, str], ...] = ()
    if "env" in peeled or "sudo" in peeled:
        env = tuple([(n, v) for n, _, v in (w.partition("=") for w in words[1:]) if v and n.isidentifier()])
    tool = base(argv[0])
    return tuple(argv), tool.partition("@")[0] if peeled and "@" in tool[1:] else tool, tuple(peeled), inner, env


def _entered(cwd: str | None, argv: tuple[str, ...]) -> str | None:
    target = argv[-1] if len(argv) > 1 else "~"
    if target == "-" or "$(" in target:
        return None
    if _ABSOLUTE.match(target):
        return posixpath.normpath(target)
    return posixpath.normpath(posixpath.join(cwd, target)) if cwd else posixpath.normpath(target)


def readable(plain: str, heredocs: dict[int, str]) -> int:
    """How many characters of a text are read: all, or about `LONGEST` besides the bodies of its here-documents, up to a line's end."""
    most = LONGEST + sum(map(len, heredocs.values()))
    if len(plain) <= most:
        return len(plain)
    ends = [plain.rfind(end, most // 2, most) for end in ("\n", ";", " && ", " | ", " ")]
    return max(ends[:-1]) + 1 or ends[-1] + 1 or most


def unread(text: str) -> int:
    """How many characters at the end of a shell text are not read, because it is far longer than anything that people run."""
    return len(text) - readable(*set_aside(text)) if len(text) > LONGEST else 0


def _syntax(text: str) -> tuple[Node, status.Shell]:
    """The tree, and the options that the text sets."""
    plain, heredocs = set_aside(text)
    if len(plain) > LONGEST:
        plain = plain[: readable(plain, heredocs)]
    tree = quick.parse(plain, heredocs)
    if tree is None:
        tree = grammar.parse(plain, heredocs)
    return tree, status.options(tree) if "set " in text else status.Shell()


@lru_cache(maxsize=8192)
def simple_commands(text: str, cwd: str | None = None) -> tuple[SimpleCommand, ...]:
    """The simple commands of a shell text in its order, wrappers peeled: `cd a && time make test 2>&1 | tail -3` gives `cd`,
    `make` (wrapped by `time`, in folder `a`, stage 0 of 2, its exit status hidden) and `tail` (its status is the call's).

    Bash syntax, by the grammar of tree-sitter-bash; text of other shells gives what can be read of it.
    """
    tree, shell = _syntax(text)
    status.infer(tree, True, shell, "on_zero")
    status.infer(tree, False, shell, "on_failure")
    if ("echo" in text or "printf" in text) and ("$" in text or "&&" in text or "||" in text):
        status.printed(tree)
    walk = _Walk(text)
    walk.node(tree, _Place(cwd=cwd))
    return tuple(walk.out)


def known(command: SimpleCommand, exit_code: int | None) -> Known:
    """What a call's exit code tells of one of its commands: `ok`, `failed`, `not-run` (it stood behind a failure) or `unknown`."""
    if exit_code is None:
        return "unknown"
    return command.on_zero if exit_code == 0 else command.on_failure
