"""The exit status of several commands in one line is that of the last: it says nothing of the ones before it.

Fires:

    ```sh
    pg_isready -q; grep -c ERROR server.log | head -1
    ```

    The call exited with 0, so the server accepts connections.

Quiet:

    ```sh
    pg_isready -q && grep -c ERROR server.log
    ```

    The call exited with 0, so the server accepts connections.
"""

from collections.abc import Iterator

from sessionlens.audit import code
from sessionlens.audit.base import Hit
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D024"
ISSUE: Issue = "masked-exit-code"
HELP = "look at the status of the command that is meant: set -o pipefail, &&, or one call each"
_ASIDE = frozenset(("cd", "echo", "printf", "export", "set"))
_ZERO = regex(
    r"(?i)\b(?:exit(?:ed|s)?|returned|finished|ended)\b[^.;]{0,30}?\b(?:0|zero|success(?:fully)?)\b[^.;]{0,20}?"
    r"(?:,\s*(?:so|thus|hence|therefore|which (?:shows|proves|confirms|means))\b|\b(?:so|thus|hence|therefore)\b)"
)
_SINCE = regex(r"(?i)\b(?:since|because|as)\b[^.;]{0,40}\b(?:exit(?:ed|s)?|returned)\b[^.;]{0,30}?\b(?:0|zero)\b")


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        texts = code.shown(document)
        if len(texts) != 1:
            continue
        actions = [a for line in code.pipelines(texts[0]) for a in line]
        hidden = [a for a in actions if not a.command.exit_visible and not a.command.status_printed and a.command.tool not in _ASIDE]
        if not hidden or not actions[-1].command.exit_visible:
            continue
        for s in document.sentences:
            m = _ZERO.search(s.text) or _SINCE.search(s.text)
            if m is not None and not document.quotes(s.place.start, s.place.end):
                start = s.place.start
                why = f"the status is that of `{actions[-1].command.text[:60]}`, not of `{hidden[0].command.text[:60]}`"
                yield Hit(document.place(start + m.start(), start + m.end()), why, "medium")
