"""Shell text to syntax with tree-sitter-bash: loops, branches, substitutions, whatever bash allows; broken text does not stop it."""

import tree_sitter_bash
from tree_sitter import Language, Parser
from tree_sitter import Node as Leaf

from sessionlens.commands.syntax import Draft, Node, joined, pipe, redirected
from sessionlens.commands.words import unquote
from sessionlens.model.trace import Redirect

_PARSER = Parser(Language(tree_sitter_bash.language()))
_LOOPS = {"for_statement": "for", "c_style_for_statement": "for", "while_statement": "while"}
_BRANCHES = {
    "if_statement": "if", "elif_clause": "if", "else_clause": "if", "case_statement": "case", "case_item": "case",
    "function_definition": "function",
}  # fmt: skip
_SUBSTITUTIONS = {"command_substitution", "process_substitution"}
_DEPTH = 60
"""Nesting below this many constructs is not followed; nobody writes it, and a hostile text must not exhaust the stack."""


class _Reader:
    def __init__(self, text: str, heredocs: dict[int, str]) -> None:
        self.text = text
        self.source = text.encode("utf-8", "surrogatepass")
        self.plain = len(self.source) == len(text)
        self.heredocs = heredocs
        self.comment = ""
        self.last: Draft | None = None

    def at(self, offset: int) -> int:
        return offset if self.plain else len(self.source[:offset].decode("utf-8", "surrogatepass"))

    def words(self, leaf: Leaf) -> str:
        piece = self.source[leaf.start_byte : leaf.end_byte]
        return piece.decode("utf-8", "surrogatepass")

    def sequence(self, leaves: list[Leaf], depth: int) -> Node:
        """Statements one after the other; a `&` makes the one before it a background job."""
        parts: list[Node] = []
        for leaf in leaves:
            kind = leaf.type
            if kind == "&" and parts:
                parts[-1] = Node("background", [parts[-1]])
            elif kind == "comment":
                self.remark(leaf)
            elif leaf.is_named and (node := self.statement(leaf, depth)) is not None:
                parts.append(node)
        return parts[0] if len(parts) == 1 else Node("sequence", parts)

    def remark(self, leaf: Leaf) -> None:
        words = self.words(leaf).lstrip("#! ")
        start = self.at(leaf.start_byte)
        if self.last is not None and "\n" not in self.text[self.last.end : start]:
            self.last.comment = f"{self.last.comment} {words}".strip()
        else:
            self.comment = f"{self.comment} {words}".strip()

    def statement(self, leaf: Leaf, depth: int) -> Node | None:
        kind = leaf.type
        if depth > _DEPTH:
            return None
        if kind == "command":
            return self.command(leaf, depth)
        children = leaf.children
        if kind == "pipeline":
            stages = [n for c in children if c.is_named and (n := self.statement(c, depth + 1)) is not None and n.kind != "assign"]
            return pipe(stages) if len(stages) > 1 else (stages[0] if stages else None)
        if kind == "list":
            return self.joined(children, depth)
        if kind == "redirected_statement":
            return self.redirected(children, depth)
        if kind == "negated_command":
            inner = self.sequence(children, depth + 1)
            return Node("not", [inner])
        if kind in ("subshell", "compound_statement"):
            name = "subshell" if kind == "subshell" else "braces"
            return Node("group", [self.sequence(children, depth + 1)], name=name)
        if kind == "test_command":
            return self.test(leaf)
        if kind == "declaration_command":
            return self.declaration(leaf, depth)
        if kind in ("variable_assignment", "variable_assignments"):
            found = self.substitutions(leaf, depth)
            return found[0] if len(found) == 1 else Node("sequence", found) if found else Node("assign", name=self.words(leaf))
        if kind in _LOOPS or kind in _BRANCHES:
            name = _LOOPS.get(kind) or _BRANCHES[kind]
            return Node("opaque", self.inside(children, depth + 1), name=name)
        if kind in _SUBSTITUTIONS:
            return Node("opaque", [self.sequence(children, depth + 1)], name="substitution")
        if kind == "comment":
            self.remark(leaf)
            return None
        if not children:
            return None
        inner_node = self.sequence(children, depth + 1)
        return inner_node if inner_node.parts or inner_node.draft else None

    def inside(self, leaves: list[Leaf], depth: int) -> list[Node]:
        parts: list[Node] = []
        for leaf in leaves:
            if leaf.type == "do_group":
                parts.append(self.sequence(leaf.children, depth))
            elif leaf.type == "&" and parts:
                parts[-1] = Node("background", [parts[-1]])
            elif leaf.type == "comment":
                self.remark(leaf)
            elif leaf.is_named and (node := self.statement(leaf, depth)) is not None and node.kind != "assign":
                parts.append(node)
        return parts

    def joined(self, children: list[Leaf], depth: int) -> Node | None:
        left: Node | None = None
        op = ""
        for child in children:
            kind = child.type
            if kind in ("&&", "||"):
                op = kind
            elif kind == "&" and left is not None:
                left = Node("background", [left])
            elif kind == "comment":
                self.remark(child)
            elif child.is_named and (right := self.statement(child, depth + 1)) is not None:
                left = right if left is None or left.kind == "assign" else joined(left, op, right)
        return left

    def redirected(self, children: list[Leaf], depth: int) -> Node | None:
        node: Node | None = None
        redirects: tuple[Redirect, ...] = ()
        heredoc = None
        behind: list[str] = []
        for child in children:
            kind = child.type
            if kind == "file_redirect":
                redirect, body = self.redirect(child)
                heredoc = body if body is not None else heredoc
                redirects += redirect
                behind += self.behind(child)
            elif kind == "herestring_redirect" or kind == "heredoc_redirect":
                heredoc = unquote(self.words(child)[3:].strip()) if kind[4] == "s" else heredoc
            elif child.is_named and node is None:
                node = self.statement(child, depth + 1)
        if node is None or node.kind == "assign":
            if not redirects:
                return None
            draft = Draft((), self.at(children[0].start_byte), self.at(children[-1].end_byte))
            node = Node("command", draft=draft)
        redirected(node, redirects, heredoc)
        last = node
        while last.draft is None and last.parts and last.kind in ("and", "or", "pipe", "not"):
            last = last.parts[-1]
        if behind and last.draft is not None:
            last.draft.words += tuple(behind)
        return node

    def behind(self, leaf: Leaf) -> list[str]:
        """Words behind a redirection's target, which the grammar takes for more targets: `src` in `grep -rn x 2>/dev/null src`."""
        return [self.words(child) for child in leaf.named_children if child.type != "file_descriptor"][1:]

    def redirect(self, leaf: Leaf) -> tuple[tuple[Redirect, ...], str | None]:
        op = ""
        target = ""
        for child in leaf.children:
            if child.type == "file_descriptor":
                op = self.words(child)
            elif not child.is_named:
                op += child.type
            else:
                start = self.at(child.start_byte)
                target = self.words(child)
                if target[:1] == "@" and start in self.heredocs:
                    return (), self.heredocs[start]
                break
        if op.endswith(">&") and target.isdigit():
            return (Redirect(f"{op}{target}", target),), None
        return (Redirect(op, unquote(target)),), None

    def command(self, leaf: Leaf, depth: int) -> Node:
        draft = Draft((), self.at(leaf.start_byte), self.at(leaf.end_byte), comment=self.comment)
        self.comment = ""
        said: list[str] = []
        inner: list[Node] = []
        for child in leaf.children:
            kind = child.type
            if kind == "variable_assignment":
                name, _, value = self.words(child).partition("=")
                draft.env += ((name, unquote(value)),)
                inner += self.substitutions(child, depth)
                continue
            if kind == "herestring_redirect":
                draft.heredoc = unquote(self.words(child)[3:].strip())
                continue
            if kind == "file_redirect":
                redirect, body = self.redirect(child)
                draft.heredoc = body if body is not None else draft.heredoc
                draft.redirects += redirect
                continue
            words = self.words(child)
            said.append(words)
            if "$(" in words or "`" in words or "<(" in words:
                inner += self.substitutions(child, depth)
        draft.words = tuple(said)
        self.last = draft
        return Node("command", inner, draft)

    def substitutions(self, leaf: Leaf, depth: int) -> list[Node]:
        """Commands inside `$(...)`, backticks and `<(...)`, wherever they stand in a word."""
        if depth > _DEPTH:
            return []
        if leaf.type in _SUBSTITUTIONS:
            node = self.statement(leaf, depth)
            return [node] if node is not None else []
        return [n for child in leaf.children if child.children for n in self.substitutions(child, depth + 1)]

    def test(self, leaf: Leaf) -> Node:
        words = self.words(leaf)
        draft = Draft(tuple(words.split()), self.at(leaf.start_byte), self.at(leaf.end_byte), comment=self.comment)
        self.comment = ""
        self.last = draft
        return Node("command", self.substitutions(leaf, 1) if "$(" in words else [], draft)

    def declaration(self, leaf: Leaf, depth: int) -> Node:
        words = tuple([self.words(c) for c in leaf.children])
        draft = Draft(words, self.at(leaf.start_byte), self.at(leaf.end_byte), comment=self.comment)
        self.comment = ""
        self.last = draft
        return Node("command", self.substitutions(leaf, depth), draft)


def parse(text: str, heredocs: dict[int, str]) -> Node:
    """The syntax of a text whose here-documents are set aside (`words.set_aside`). Broken text gives what could be read of it."""
    reader = _Reader(text, heredocs)
    return reader.sequence(_PARSER.parse(reader.source).root_node.children, 0)
