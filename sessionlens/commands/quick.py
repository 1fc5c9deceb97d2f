"""Shell text to syntax for plain text: words, quotes, variables, lists, pipelines, redirections, comments, loops, branches and simple
substitutions. Subshells, functions, `case`, arrays and whatever else is not plain are left to `grammar`.

Most commands of agents are plain, and are read here several times faster than by a grammar. Property tests hold the two readers to the
same result.
"""

from sessionlens.commands.plain import PIECE, said, sent
from sessionlens.commands.syntax import Draft, Node, redirected

_Token = Node | str
"""A simple command, or an operator, or a word that begins or ends a construct."""
_NO_END: frozenset[str] = frozenset()
_DO, _DONE, _THEN, _FI = (frozenset((word,)) for word in ("do", "done", "then", "fi"))
_BRANCHES = frozenset(("elif", "else", "fi"))
_CLOSED = (("done",), ("fi",))
"""Behind these words redirections may stand without a command."""
_NO_STAGE = ("sequence", "assign")
_DEPTH = 20
_LONGEST = 200
"""Tokens of a list; it is read into a tree that is as deep."""


class _HardError(Exception):
    """The text is not plain."""


def parse(text: str, heredocs: dict[int, str]) -> Node | None:
    """The syntax of a plain text, or None if any of it is not plain."""
    lexer = _Lexer(text, heredocs)
    try:
        node = lexer.part(0, len(text))
    except _HardError:
        return None
    return node if lexer.left == 0 else None


class _Lexer:
    """Cuts a text into tokens. `left` here-documents have not been met."""

    def __init__(self, text: str, heredocs: dict[int, str]) -> None:
        self.text = text
        self.heredocs = heredocs
        self.left = len(heredocs)

    def part(self, start: int, end: int) -> Node:
        """The syntax of a part of the text: all of it, or what stands in a substitution."""
        tokens = self.tokens(start, end)
        if len(tokens) == 1 and isinstance(tokens[0], Node):
            return tokens[0]
        tokens.append("")
        parts = _Reader(tokens).sequence(_NO_END, 0)
        return parts[0] if len(parts) == 1 else Node("sequence", parts)

    def tokens(self, at: int, end: int) -> list[_Token]:
        """Its simple commands and operators; comments are given to the commands that they stand with."""
        tokens: list[_Token] = []
        last: Draft | None = None
        remark = ""
        for piece in PIECE.finditer(self.text, at, end):
            words, redirections, comment, op = piece.groups()
            if op is None:
                raise _HardError
            at = piece.end()
            if words or redirections:
                draft = self.command(tokens, words, redirections, piece.start(1), remark)
                if draft is not None:
                    last, remark = draft, ""
            if comment is not None:
                told = comment.lstrip("#! ")
                if last is not None and "\n" not in self.text[last.end : piece.start(3)]:
                    last.comment = f"{last.comment} {told}".strip()
                else:
                    remark = f"{remark} {told}".strip()
            if op:
                tokens.append(op)
        if at != end:
            raise _HardError
        return tokens

    def command(self, tokens: list[_Token], words: str, redirections: str, offset: int, remark: str) -> Draft | None:
        """Adds a simple command's tokens; returns its draft if it has one (an assignment has none)."""
        read = said(words)
        if read is None:
            raise _HardError
        heads, spoken, start, end, env, inner = read
        tokens += heads
        parts = [Node("opaque", [self.part(offset + a, offset + b)], name="substitution") for a, b in inner] if inner else []
        if redirections:
            if not spoken and heads[-1:] not in _CLOSED:
                raise _HardError
            draft = self.redirected(Draft(spoken, offset + start, offset + end, env, comment=remark), redirections, offset + len(words))
        elif spoken:
            draft = Draft(spoken, offset + start, offset + end, env, comment=remark)
        else:
            if heads[-1:] == ("for",):
                tokens += parts
            elif env:
                given = words[start:end]
                tokens.append(parts[0] if len(parts) == 1 else Node("sequence", parts) if parts else Node("assign", name=given))
            return None
        tokens.append(Node("command", parts, draft))
        return draft

    def redirected(self, draft: Draft, redirections: str, offset: int) -> Draft:
        read = sent(redirections)
        if read is None or (not draft.words and (read.words or draft.env)):
            raise _HardError
        draft.redirects = read.redirects
        draft.words += read.words
        if read.here >= 0:
            if offset + read.here not in self.heredocs:
                raise _HardError
            draft.heredoc = self.heredocs[offset + read.here]
            self.left -= 1
        return draft


class _Reader:
    """Reads tokens, behind which "" stands, by recursive descent; raises `_HardError` where they do not fit."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def word(self, *expected: str) -> str:
        token = self.tokens[self.at]
        if isinstance(token, Node) or token not in expected:
            raise _HardError
        self.at += 1
        return token

    def lines(self) -> None:
        while self.tokens[self.at] == "\n":
            self.at += 1

    def sequence(self, ends: frozenset[str], depth: int) -> list[Node]:
        """Statements up to a word that ends the construct, which is left to the caller."""
        parts: list[Node] = []
        tokens = self.tokens
        while (token := tokens[self.at]) != "":
            if token == "\n":
                self.at += 1
                continue
            if isinstance(token, str) and token in ends:
                break
            node = self.chain(depth)
            op = tokens[self.at]
            if op == ";" or op == "\n":
                self.at += 1
            elif op != "":
                self.word("&")
            parts.append(Node("background", [node]) if op == "&" else node)
        return parts

    def chain(self, depth: int) -> Node:
        """Pipelines joined by `&&` and `||`; what only assigns counts for nothing."""
        node = self.pipeline(depth)
        start = self.at
        while (op := self.tokens[self.at]) == "&&" or op == "||":
            if self.at - start > _LONGEST:
                raise _HardError
            self.at += 1
            self.lines()
            right = self.pipeline(depth)
            node = right if node.kind == "assign" else Node("and" if op == "&&" else "or", [node, right])
        return node

    def pipeline(self, depth: int) -> Node:
        node = self.stage(depth)
        if self.tokens[self.at] != "|":
            return node
        if node.kind in _NO_STAGE:
            raise _HardError
        stages = [node]
        while self.tokens[self.at] == "|":
            self.at += 1
            self.lines()
            stages.append(self.stage(depth))
            if stages[-1].kind in _NO_STAGE:
                raise _HardError
        return Node("pipe", stages)

    def stage(self, depth: int) -> Node:
        token = self.tokens[self.at]
        if isinstance(token, Node):
            self.at += 1
            return token
        return self.construct(depth)

    def construct(self, depth: int) -> Node:
        if depth > _DEPTH:
            raise _HardError
        kind = self.word("for", "while", "until", "if")
        node = self.branch(depth + 1) if kind == "if" else self.loop(kind, depth + 1)
        after = self.tokens[self.at]
        if isinstance(after, Node):
            if after.draft is None or after.draft.words:
                raise _HardError
            self.at += 1
            redirected(node, after.draft.redirects, after.draft.heredoc)
        return node

    def loop(self, kind: str, depth: int) -> Node:
        parts: list[Node] = []
        if kind == "for":
            while isinstance(over := self.tokens[self.at], Node):
                parts.append(over)
                self.at += 1
            self.word(";", "\n")
            self.lines()
        else:
            parts = self.statements(_DO, depth)
        self.word("do")
        inner = self.sequence(_DONE, depth)
        self.word("done")
        parts.append(inner[0] if len(inner) == 1 else Node("sequence", inner))
        return Node("opaque", parts, name="for" if kind == "for" else "while")

    def branch(self, depth: int) -> Node:
        """From behind `if` to behind its `fi`."""
        parts = self.guarded(depth)
        while (word := self.word("elif", "else", "fi")) != "fi":
            inner = self.guarded(depth) if word == "elif" else self.statements(_FI, depth)
            parts.append(Node("opaque", inner, name="if"))
        return Node("opaque", parts, name="if")

    def guarded(self, depth: int) -> list[Node]:
        parts = self.statements(_THEN, depth)
        if not parts:
            raise _HardError
        self.word("then")
        return parts + self.statements(_BRANCHES, depth)

    def statements(self, ends: frozenset[str], depth: int) -> list[Node]:
        return [part for part in self.sequence(ends, depth) if part.kind != "assign"]
