"""Shell text to syntax for plain lines: words, quotes, `&&`, `||`, `|`, `;`, newlines and redirections. Anything else is left to `grammar`.

Most commands of agents are of this kind, and a lexer reads them several times faster than a grammar does; a property test holds
the two to the same result.
"""

import re

from sessionlens.commands.syntax import Draft, Node
from sessionlens.commands.vocabulary import words
from sessionlens.commands.words import unquote
from sessionlens.model.trace import Redirect

_TOKEN = re.compile(
    r"""[ \t]*(?:
    (?P<redirect>(?:[012]|&)?>>?(?!&)|[012]?>&(?=[012](?![\w.])))
    |(?P<word>(?:[\w./:=@%+,~^*?-]+|'[^'@]*'|"[^"$`\\@!]*")+)
    |(?P<op>&&|\|\||\|(?!&)|;(?![;&])|\n)
    )""",
    re.X,
)
_HEREDOC = re.compile(r"[ \t]*<(@+)")
_KEYWORDS = words(
    "if then else elif fi for while until do done case esac in select function time coproc export declare local "
    "readonly typeset unset let unsetenv"
)
_LIMIT = 20_000


def parse(text: str, heredocs: dict[int, str]) -> Node | None:
    """The syntax of a plain text, or None if any of it is not plain."""
    if len(text) > _LIMIT:
        return None
    statements: list[Node] = []
    chain: Node | None = None
    stages: list[Node] = []
    join = ""
    draft: Draft | None = None
    at, end = 0, len(text.rstrip())
    op = ""
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            here = _HEREDOC.match(text, at)
            if here is None or draft is None or here.start(1) not in heredocs:
                return None
            draft.heredoc = heredocs[here.start(1)]
            at = here.end()
            continue
        kind = token.lastgroup
        at = token.end()
        if kind == "word":
            word = token["word"]
            if draft is None:
                if word in _KEYWORDS or "=" in word or word[0] in "~^%@+,:-=":
                    return None
                draft = Draft([], token.start("word"), at)
                op = ""
            elif draft.redirects and draft.end < 0:
                return None
            draft.words.append(word)
            if not draft.redirects and draft.heredoc is None:
                draft.end = at
        elif kind == "redirect":
            if draft is None:
                return None
            sign = token["redirect"]
            target = _TOKEN.match(text, at)
            if target is None or target.lastgroup != "word" or (sign == "&" and not target):
                return None
            at = target.end()
            word = target["word"]
            if sign.endswith(">&"):
                draft.redirects.append(Redirect(sign + word, word))
            else:
                draft.redirects.append(Redirect(sign, unquote(word)))
        else:
            op = token["op"]
            if draft is None:
                if op == "\n" and (stages or join or not chain):
                    continue
                if op == "\n":
                    continue
                return None
            stages.append(Node("command", draft=draft))
            draft = None
            if op == "|":
                continue
            chain, stages = _link(chain, join, stages), []
            join = op if op in ("&&", "||") else ""
            if not join and chain is not None:
                statements.append(chain)
                chain = None
    if draft is None:
        if stages or join:
            return None
    else:
        stages.append(Node("command", draft=draft))
        statements.append(_link(chain, join, stages))
    return statements[0] if len(statements) == 1 else Node("sequence", statements)


def _link(chain: Node | None, join: str, stages: list[Node]) -> Node:
    right = stages[0] if len(stages) == 1 else Node("pipe", stages)
    if chain is None:
        return right
    return Node("or" if join == "||" else "and", [chain, right])
