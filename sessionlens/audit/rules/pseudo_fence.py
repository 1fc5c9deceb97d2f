"""A block of code between pairs of backticks, where three were meant: it runs on as text of one line.

Two backticks are right around code that holds one.

Fires:

    It ran ``bash make bench 2>&1 | tail -3 `` and looked at the end.

Quiet:

    Write ``a ` b`` for a backtick, and `make bench` for a command.
"""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Defect, Hit
from sessionlens.audit.library import Library
from sessionlens.text.regex import regex

NUMBER = "D103"
ISSUE: Defect = "pseudo-fence"
HELP = "fence a block with three backticks on lines of their own"
_DOUBLE = regex(r"(?<!`)``(?!`)([^`]+?)``(?!`)", re.S)
_LANGUAGE = regex(r"(?:bash|shell|sh|zsh|console|text|txt|python|py|rust|go|c|cpp|java|js|ts|json|yaml|toml|diff|sql|xml|html)\s", re.I)


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        if "``" not in document.text:
            continue
        for m in _DOUBLE.finditer(document.unfenced):
            body = m[1]
            alone = not document.text[document.text.rfind("\n", 0, m.start()) + 1 : m.start()].strip(" >")
            padded = alone and body[:1].isspace() and body[-1:].isspace() and len(body) > 24
            if padded or (_LANGUAGE.match(body) and len(body) > 8):
                first = m[0].split("\n", 1)[0]
                yield Hit(document.place(m.start(), m.start() + len(first)), "a code block stands between pairs of backticks", "high")
