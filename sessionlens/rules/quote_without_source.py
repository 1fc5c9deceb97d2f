"""Words are quoted as somebody's, and nothing in the session says them.

A log line, an error, a comment or a document that is quoted must have been printed, read or said before. Quotations of fewer than four
words, and words in quotation marks that are nobody's, are left alone.

Fires:

    say: Look at the manual.
    $ man ringbuf | head -3
    > ringbuf - a ring buffer
    > The buffer is fixed in size.
    say: The manual says "the buffer is safe for concurrent writers by default", so no lock is needed.

Quiet:

    say: Look at the manual.
    $ man ringbuf | head -3
    > ringbuf - a ring buffer
    > The buffer is fixed in size.
    say: The manual says "The buffer is fixed in size", so it cannot grow.

Quiet:

    say: I would call that "good enough for the first release of it"; the manual says nothing.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_statement, holds, shorten
from sessionlens.rules.index import Speech

NUMBER = "R022"
ISSUE: Issue = "quote-without-source"
HELP = "print the place that says so, or say it in your own words"
_QUOTED = re.compile(
    r"\b(?P<who>(?:error|log|output|message|comment|docs?|documentation|manual|man page|readme|changelog|spec|issue"
    r"|commit message|user|you|code|file|header|license|warning)\b"
    r"[^.\"“”\n]{0,40}?\b(?:says?|said|states?|stated|reads?|prints?|printed|reports?|reported|wrote|writes|warns?"
    r"|notes?|noted|claims?|claimed))\b"
    r"[^.\"“”\n]{0,20}[\"“](?P<words>[^\"“”\n]{12,300})[\"”]",
    re.I,
)
_SAY = ("say", "said", "state", "read", "print", "report", "wrote", "write", "warn", "note", "claim")
_WORD = re.compile(r"[a-z0-9_]+")
_LEAST = 4
_RUN = 3
_HELD = 0.6


def find(view: View) -> Iterator[Hit]:
    sources: dict[int, str] = {}
    for msg, turn in view.once(Speech).turns:
        if '"' not in turn.message.text and "“" not in turn.message.text:
            continue
        for said in turn.statements:
            found = _QUOTED.search(said.text) if ('"' in said.text or "“" in said.text) and holds(said.text, _SAY) else None
            if found is None:
                continue
            words = _WORD.findall(found["words"].lower())
            if len(words) >= _LEAST and "…" not in found["words"] and "..." not in found["words"] and not held(view, msg, words, sources):
                why = (
                    f"quoted as what the {found['who'].split()[0].lower()} says, and nothing before it says {shorten(found['words'], 50)!r}"
                )
                yield at_statement(view, msg, said, why, "medium")


def held(view: View, until: int, words: list[str], sources: dict[int, str]) -> bool:
    """Whether some earlier message, command, file or output has the words, most of them in their order."""
    runs = [" ".join(words[i : i + _RUN]) for i in range(len(words) - _RUN + 1)]
    need = max(1, round(_HELD * len(runs)))
    for message in view.session.messages:
        if message.number > until:
            return False
        if message.number not in sources:
            parts = [message.aside] if message.number == until else [message.text, message.aside]
            for call in message.calls:
                parts += [call.output, call.command or "", *(f"{e.old or ''} {e.new or ''}" for e in call.edits), str(call.input)]
            sources[message.number] = " ".join(_WORD.findall(" ".join(parts).lower())) if message.number < until else ""
        if sum(run in sources[message.number] for run in runs) >= need:
            return True
    return False
