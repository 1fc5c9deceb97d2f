"""A command is called so many lines long, and the only one that the document shows has another number of lines.

What lists as many commands on one line as the number says is left alone: "three-line" is then loose, not wrong.

Fires:

    The agent's five-line check was enough:

    ```bash
    ls -l build/scan
    sha256sum build/scan
    ```

Quiet:

    The agent's short check was enough, and so is the three-line loop of the test:

    ```bash
    ls -l build/scan
    cmp build/scan bin/scan; sha256sum build/scan
    ```
"""

import re
from collections.abc import Iterator

from sessionlens.audit import code, lists
from sessionlens.audit.base import Hit
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D013"
ISSUE: Issue = "self-contradiction"
HELP = "count the lines that are shown, or say what else is counted"
_LINED = regex(
    r"\b(?P<n>one|" + "|".join(lists.WORDS) + r"|\d{1,2})[- ]line(?:r)?\s+(?:[\w-]+\s+){0,2}?"
    r"(?:command|probe|script|snippet|check|verification|query|invocation|loop|one-liner|call)\b",
    re.I,
)


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        texts = code.shown(document)
        if len(texts) != 1:
            continue
        [text] = texts
        counted = code.lines(text)
        for m in _LINED.finditer(document.unfenced):
            said = 1 if m["n"].lower() == "one" else lists.value(m["n"])
            if said not in (counted, code.steps(text)):
                plural = "line" if counted == 1 else "lines"
                yield Hit(document.place(*m.span()), f"{said} lines said, and the command that is shown has {counted} {plural}", "low")
