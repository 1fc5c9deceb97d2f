"""Shell text to simple commands: what ran, joined how, where, and whose exit status was visible."""

import posixpath
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from sessionlens.commands import grammar, quick, status
from sessionlens.commands.syntax import Draft, Node
from sessionlens.commands.words import set_aside, unquote
from sessionlens.commands.wrappers import base, peel
from sessionlens.model.trace import SimpleCommand

_ABSOLUTE = re.compile(r"[/~$]|[A-Za-z]:[\\/]")
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
    text: str
    on_zero: dict[int, status.Known]
    on_failure: dict[int, status.Known]
    printed: set[int]
    depth: int = 0
    groups: int = 0
    out: list[SimpleCommand] = field(default_factory=list)

    def node(self, node: Node, place: _Place) -> None:
        """Emits the commands below a node in order; `place.cwd` and `place.op` move on for what follows in the same shell."""
        kind = node.kind
        if kind == "command":
            self.command(node, place)
        elif kind == "pipe":
            self.pipe(node, place)
        elif kind in ("and", "or"):
            self.node(node.parts[0], place)
            before, place.conditional = place.conditional, True
            place.op = "&&" if kind == "and" else "||"
            self.node(node.parts[1], place)
            place.conditional = before
        elif kind == "sequence":
            for part in node.parts:
                self.node(part, place)
                place.op = "&" if part.kind == "background" else ";"
        elif kind in ("not", "background"):
            self.node(node.parts[0], place)
        else:
            self.enclosed(node, place)

    def enclosed(self, node: Node, place: _Place) -> None:
        branch = node.name in ("if", "case", "while", "function")
        inner = _Place((*place.nesting, node.name), place.wrappers, place.conditional or branch, place.op, cwd=place.cwd, span=place.span)
        for i, part in enumerate(node.parts):
            inner.conditional = place.conditional or (branch and i > 0)
            self.node(part, inner)
            inner.op = ";"
        if node.name == "braces":
            place.cwd = inner.cwd

    def pipe(self, node: Node, place: _Place) -> None:
        self.groups += 1
        group = self.groups
        folder = place.cwd
        for i, part in enumerate(node.parts):
            stage = _Place(
                place.nesting, place.wrappers, place.conditional, place.op if i == 0 else "|", group, i, len(node.parts), folder,
                place.span,
            )  # fmt: skip
            self.node(part, stage)

    def command(self, node: Node, place: _Place) -> None:
        draft = node.draft
        if draft is None:
            return
        if place.group < 0:
            self.groups += 1
            group = self.groups
        else:
            group = place.group
        words = [unquote(w) for w in draft.words]
        argv, peeled, inner = peel(words) if words else ([], [], None)
        if peeled and argv[0][:1] == "(" and argv[-1][-1:] == ")":
            inner = " ".join(argv)[1:-1]
        if "env" in peeled or "sudo" in peeled:
            draft.env += [(n, v) for n, _, v in (w.partition("=") for w in words[1:]) if v and n.isidentifier()]
        wrappers = (*place.wrappers, *peeled)
        if inner is not None and self.depth < _DEEP:
            self.script(draft, inner, place, wrappers)
        else:
            self.emit(draft, argv, wrappers, place, group)
        for part in node.parts:
            self.enclosed(part, _Place(place.nesting, cwd=place.cwd, span=place.span))
        if argv and argv[0] in ("cd", "pushd"):
            place.cwd = _entered(place.cwd, argv)

    def emit(self, draft: Draft, argv: list[str], wrappers: tuple[str, ...], place: _Place, group: int) -> None:
        start, end = place.span or (draft.start, draft.end)
        known = self.on_zero.get(id(draft))
        self.out.append(
            SimpleCommand(
                tuple(argv), base(argv[0]) if argv else "", self.text[draft.start : draft.end], start, end, wrappers,
                tuple(draft.env), place.op, group, place.stage, place.stages, known == "ok" or known == "failed",
                place.conditional, place.nesting, tuple(draft.redirects), draft.heredoc, place.cwd, draft.comment,
                self.on_zero.get(id(draft), "unknown"), self.on_failure.get(id(draft), "unknown"), id(draft) in self.printed,
            )
        )  # fmt: skip

    def script(self, draft: Draft, text: str, place: _Place, wrappers: tuple[str, ...]) -> None:
        """Shell text inside a word, read in its turn; its commands stand where the word's command stands."""
        tree, plain, shell = _syntax(text)
        if any(w in ("-ec", "-lec", "-euc") or w == "pipefail" for w in draft.words):
            shell.errexit |= any(w[:1] == "-" and "e" in w for w in draft.words[1:2])
            shell.pipefail |= "pipefail" in draft.words
        walk = _Walk(plain, {}, {}, set(), self.depth + 1, self.groups)
        outer = self.on_zero.get(id(draft))
        if outer == "ok":
            status.infer(tree, True, shell, walk.on_zero)
        if self.on_failure.get(id(draft)) == "failed":
            status.infer(tree, False, shell, walk.on_failure)
        status.printed(tree, walk.printed)
        span = place.span or (draft.start, draft.end)
        walk.node(tree, _Place(place.nesting, wrappers, place.conditional, place.op, cwd=place.cwd, span=span))
        if "cmd -c" not in wrappers and "ssh" not in wrappers and place.stages > 1 and len(walk.out) == 1:
            only = walk.out[0]
            walk.out = [_staged(only, place)]
        self.groups = walk.groups
        self.out += walk.out


def _staged(command: SimpleCommand, place: _Place) -> SimpleCommand:
    return replace(command, group=place.group, stage=place.stage, stages=place.stages)


def _entered(cwd: str | None, argv: list[str]) -> str | None:
    target = argv[-1] if len(argv) > 1 else "~"
    if target == "-" or "$(" in target:
        return None
    if _ABSOLUTE.match(target):
        return posixpath.normpath(target)
    return posixpath.normpath(posixpath.join(cwd, target)) if cwd else posixpath.normpath(target)


def _syntax(text: str) -> tuple[Node, str, status.Shell]:
    """The tree, the text with its here-documents set aside, and the options that it sets."""
    plain, heredocs = set_aside(text)
    tree = quick.parse(plain, heredocs)
    if tree is None:
        tree = grammar.parse(plain, heredocs)
    return tree, text, status.options(tree) if "set " in text else status.Shell()


@lru_cache(maxsize=8192)
def simple_commands(text: str, cwd: str | None = None) -> tuple[SimpleCommand, ...]:
    """The simple commands of a shell text in its order, wrappers peeled: `cd a && time make test 2>&1 | tail -3` gives `cd`,
    `make` (wrapped by `time`, in folder `a`, stage 0 of 2, its exit status hidden) and `tail` (its status is the call's).

    Bash syntax, by the grammar of tree-sitter-bash; text of other shells gives what can be read of it.
    """
    tree, plain, shell = _syntax(text)
    walk = _Walk(plain, {}, {}, set())
    status.infer(tree, True, shell, walk.on_zero)
    status.infer(tree, False, shell, walk.on_failure)
    if "echo" in text or "printf" in text:
        status.printed(tree, walk.printed)
    walk.node(tree, _Place(cwd=cwd))
    return tuple(walk.out)


def known(command: SimpleCommand, exit_code: int | None) -> status.Known:
    """What a call's exit code tells of one of its commands: `ok`, `failed`, `not-run` (it stood behind a failure) or `unknown`."""
    if exit_code is None:
        return "unknown"
    return command.on_zero if exit_code == 0 else command.on_failure
