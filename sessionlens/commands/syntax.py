"""The syntax of a shell text, small: simple commands as drafts, and a tree that says how they are joined.

Two readers make it: `grammar` (tree-sitter, all of bash) and `quick` (a lexer for the plain lines that most commands are).
`status` and `shell` read it.
"""

from dataclasses import dataclass, field
from typing import Literal

from sessionlens.model.trace import Redirect

Known = Literal["ok", "failed", "not-run", "unknown"]


@dataclass(slots=True, eq=False)
class Draft:
    """A simple command while it is being read. `words` are source words; `start` and `end` are offsets in the text read.
    The last three are `status`'s: what is known of it after a text that ended with zero, or not, and whether the text prints it."""

    words: tuple[str, ...]
    start: int
    end: int
    env: tuple[tuple[str, str], ...] = ()
    redirects: tuple[Redirect, ...] = ()
    heredoc: str | None = None
    comment: str = ""
    on_zero: Known = "unknown"
    on_failure: Known = "unknown"
    printed: bool = False


@dataclass(slots=True, eq=False)
class Node:
    """How commands are joined. `kind` is "command" (`draft`), "pipe", "and", "or", "not", "sequence", "background", "group"
    (a subshell or braces: the status of what is inside) or "opaque" (loops, branches, functions, substitutions: the status
    does not follow from the parts). `name` says which construct a group or opaque node is. "assign" is a statement that only gives a
    variable a value (`rc=$?`, which is its `name`); it stands in sequences and behind `&&` and `||`, and runs nothing."""

    kind: Literal["command", "pipe", "and", "or", "not", "sequence", "background", "group", "opaque", "assign"]
    parts: list["Node"] = field(default_factory=list)
    draft: Draft | None = None
    name: str = ""


def drafts(node: Node) -> list[Draft]:
    """Every simple command below a node, in the order of the text."""
    if node.draft is not None and not node.parts:
        return [node.draft]
    found = [d for part in node.parts for d in drafts(part)]
    return [node.draft, *found] if node.draft is not None else found


def pipe(parts: list[Node]) -> Node:
    """A pipeline of stages, by bash's precedence whatever a grammar made of it: `a && b 2>&1 | c` is a list whose last command is a
    pipeline, and a pipeline within a pipeline is one."""
    if all(part.kind not in ("and", "or", "pipe", "not") for part in parts):
        return Node("pipe", parts)
    items: list[tuple[str, Node]] = []
    for part in parts:
        run = _linear(part)
        items += [("|", run[0][1]), *run[1:]]
    whole: Node | None = None
    join = ""
    stages = [items[0][1]]
    for op, node in [*items[1:], ("", items[0][1])]:
        if op == "|":
            stages.append(node)
            continue
        right = _stages(stages)
        whole = right if whole is None else Node("and" if join == "&&" else "or", [whole, right])
        join, stages = op, [node]
    return whole if whole is not None else parts[0]


def joined(left: Node, op: str, right: Node) -> Node:
    """`left && right` or `left || right`; lists group to the left, also where a grammar grouped them to the right."""
    kind: Literal["and", "or"] = "or" if op == "||" else "and"
    if right.kind in ("and", "or"):
        first, second = right.parts
        return Node(right.kind, [joined(left, op, first), second])
    return Node(kind, [left, right])


def _linear(node: Node) -> list[tuple[str, Node]]:
    if node.kind not in ("and", "or", "pipe"):
        return [("", node)]
    op = {"and": "&&", "or": "||", "pipe": "|"}[node.kind]
    run = _linear(node.parts[0])
    for part in node.parts[1:]:
        rest = _linear(part)
        run += [(op, rest[0][1]), *rest[1:]]
    return run


def _stages(stages: list[Node]) -> Node:
    if len(stages) == 1:
        return stages[0]
    if stages[0].kind == "not":
        return Node("not", [Node("pipe", [*stages[0].parts, *stages[1:]])])
    return Node("pipe", stages)


def redirected(node: Node, redirects: tuple[Redirect, ...], heredoc: str | None) -> None:
    """Gives redirections to the command that has them: of a list or pipeline the last one (`a && b > f`), of a compound each inside."""
    if node.kind == "opaque" or node.kind == "group":
        for draft in drafts(node):
            draft.redirects += redirects
        return
    if node.draft is None and node.parts:
        redirected(node.parts[-1], redirects, heredoc)
    elif node.draft is not None:
        node.draft.redirects += redirects
        node.draft.heredoc = heredoc if heredoc is not None else node.draft.heredoc
