"""Text that the agent drafts for somebody else to send: a reply between two rules (`---`) under a line that announces it.

What it states is what the person would say, and no result of the session.
"""

import re
from dataclasses import replace

from sessionlens.model.trace import Statement

RULED = re.compile(
    r"^[^\n]*\b(?:draft\w*|repl(?:y|ies)|respon(?:se|d)|comment|message|post|e-?mail|mail|description|announcement|wording|body)\b[^\n]*\n"
    r"\s*^(?P<rule>-{3,}|\*{3,}|_{3,})[ \t]*\n(?P<body>.*?)(?:^(?P=rule)[ \t]*$|\Z)",
    re.I | re.M | re.S,
)
ANNOUNCES = re.compile(r":[*_ \t]*$|\bdraft", re.I)


def quoted(text: str, read: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The statements of a message with those of a drafted text turned into quotes."""
    if "\n---" not in text and "\n***" not in text and "\n___" not in text:
        return read
    spans = [m.span("body") for m in RULED.finditer(text) if ANNOUNCES.search(m[0].split("\n", 1)[0])]
    if not spans:
        return read
    return tuple(replace(s, kind="quote") if any(a <= s.start < b for a, b in spans) else s for s in read)
