"""Words are quoted as somebody's, and nothing in the session says them.

A log line, an error, a comment or a document that is quoted must have been printed, read or said before. Quotations of fewer than four
words, and words in quotation marks that are nobody's, are left alone.

Fires:

    say: Look at the manual.
    $ man ringbuf | head -3
    > ringbuf - a ring buffer
    > The buffer is fixed in size.
    say: The manual says "the buffer is safe for concurrent writers by default", so no lock is needed.

Fires:

    say: Read the parser.
    $ cat src/clock.c
    > return now_ns() / 1000;
    say: The vendor docs say the clock may stand still for a tick, so the retry is needed.

A number of a document is its author's, not the session's.

Fires:

    say: What is there?
    $ cat README.md
    > Version 2.1 reached 18.4 MB/s on the old host.
    say: On your host it should be near the 18.4 MB/s that 2.1 reaches there.

Quiet:

    say: What is there?
    $ cat README.md
    > Version 2.1 reached 18.4 MB/s on the old host.
    say: The README gives 18.4 MB/s for 2.1; it reaches 17.9 MB/s here.

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
from sessionlens.model.trace import Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_statement, holds, shorten, talking
from sessionlens.rules.index import Calls, Speech, cues
from sessionlens.rules.signs import taken_figures
from sessionlens.text.regex import regex

NUMBER = "R022"
ISSUE: Issue = "quote-without-source"
HELP = "print the place that says so, or say it in your own words"
_DOCUMENTS = ("docs", "doc", "documentation", "manual", "man page", "spec", "specification", "release notes")
_VERBS = ("say", "says", "state", "states", "guarantee", "guarantees", "note", "notes", "warn", "warns", "promise", "promises", "recommend")
_QUOTED = regex(
    r"\b(?P<who>(?:error|log|output|message|comment|docs?|documentation|manual|man page|readme|changelog|spec|issue"
    r"|commit message|user|you|code|file|header|license|warning)\b"
    r"[^.\"“”\n]{0,40}?\b(?:says?|said|states?|stated|reads?|prints?|printed|reports?|reported|wrote|writes|warns?"
    r"|notes?|noted|claims?|claimed))\b"
    r"[^.\"“”\n]{0,20}[\"“](?P<words>[^\"“”\n]{12,300})[\"”]",
    re.I,
)
_DOCS_SAY = regex(
    r"\b(?:docs?|documentation|manual|man page|spec(?:ification)?|RFC ?\d*|release notes) (?:clearly |explicitly |also )?"
    r"(?:says?|states?|guarantees?|notes?|warns?|promises?|recommends?)\b(?! nothing)|\baccording to (?:the )?(?:[\w.]+ ){0,2}"
    r"(?:docs?|documentation|manual|man page|spec(?:ification)?|RFC ?\d*)\b",
    re.I,
)
_DOCS_CUES = cues("according to", *(f"{d} {v}" for d in _DOCUMENTS for v in _VERBS))
_OWN = regex(r"\b(?:our|your|my|its|this|these|project|repo\w*|if|should|whether|readme|n['’]t|not|let me|check|comment)\b|\?", re.I)
_OPENS = regex(r"\bman \w|://|readme|docs?[/\\]|manual|\bspec\b|--help\b|\bhelp \w|pydoc|godoc|go doc|rustdoc|perldoc|\binfo \w", re.I)
_FIGURE = regex(r"\b\d+\.\d+ ?(?:[KMG]?i?B/s|[KMG]?(?:rec|op|req|row|item|msg|ev)\w*/s|ms|s|[µμ]s|ns|[KMG]i?B)\b")
_PERFORMS = regex(
    r"\b(?:reach\w*|t(?:akes?|ook)|runs? at|ran at|gets?|needs?|delivers?|achiev\w+|does|sustains?|measured|manages?|handles?|costs?)\b",
    re.I,
)
_NAMED = regex(
    r"\b(?:readme|docs?|document\w*|changelog|according|says?|states?|stated|gives?|promis\w+|claim\w*|quot\w+|lists?|notes?|spec\w*"
    r"|target|budget|limit|goal|plan\w*|published)\b",
    re.I,
)
_READERS = frozenset(("cat", "head", "tail", "less", "more", "bat", "cd", "ls", "echo", "nl", "wc"))
_OPENERS = _READERS - {"cd", "ls", "echo", "wc"}
_DOCUMENT = regex(r"readme|changelog|\.(?:md|rst|adoc|txt)\b", re.I)
_DOC_WORDS = ("doc", "Doc", "manual", "Manual", "man page", "spec", "Spec", "RFC", "elease notes")
_SAY = ("say", "said", "state", "read", "print", "report", "wrote", "write", "warn", "note", "claim")
_WORD = regex(r"[a-z0-9_]+")
_LEAST = 4
_RUN = 3
_HELD = 0.6


def find(view: View) -> Iterator[Hit]:
    yield from unopened(view)
    yield from of_documents(view)
    yield from taken_figures.find(view)
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


def unopened(view: View) -> Iterator[Hit]:
    """What "the docs say" in a session in which no document, page or manual was opened."""
    for msg, turn in talking(view, _DOCS_CUES):
        found = (
            (s, m)
            for s in turn.statements
            if holds(s.text, _DOC_WORDS) and s.kind in ("sentence", "item") and (m := _DOCS_SAY.search(s.text))
        )
        said, says = next(found, (None, None))
        if said is None or says is None or _QUOTED.search(said.text) or _OWN.search(said.text, 0, says.end()) or said.text.endswith("?"):
            continue
        if not any(number <= msg and opened(run) for number, run in view.once(Calls).runs) and not asked_with(view, msg):
            yield at_statement(view, msg, said, "what documents say is given, and none was opened before it")


def opened(run: Run) -> bool:
    """Whether a call opens a document: a page, a manual, a file of documentation."""
    call = run.call
    if call.kind in ("fetch", "web", "browse") or "web" in call.name.lower() or "fetch" in call.name.lower():
        return True
    where = f"{call.command or ''} {' '.join(str(v) for v in call.input.values())[:400] if isinstance(call.input, dict) else ''}"
    return _OPENS.search(where) is not None


def asked_with(view: View, until: int) -> bool:
    """Whether a person spoke of documents before a message."""
    return any(
        m.number < until and m.role == "user" and ("docs" in m.text or "ocumentation" in m.text or "manual" in m.text)
        for m in view.session.messages
    )


def of_documents(view: View) -> Iterator[Hit]:
    """Numbers given as results that stand only in a document that was read."""
    calls = view.once(Calls)
    reads = [(msg, run) for msg, run in (*calls.kinds.get("read", ()), *calls.of_tools(_OPENERS)) if run.call.output and document(run)]
    first: dict[str, int] = {}
    for msg, run in reads:
        for token in _FIGURE.findall(run.call.output, 0, 20000):
            first.setdefault(token, msg)
    if not first:
        return
    for msg, turn in view.once(Speech).turns:
        near = [t for t in first if t in turn.message.text and first[t] < msg]
        for said in turn.statements if near else ():
            token = next((t for t in near if t in said.text), None)
            if token is None or said.table is not None or not _PERFORMS.search(said.text) or _NAMED.search(f"{said.lead} {said.text}"):
                continue
            if not printed_elsewhere(view, msg, token):
                yield at_statement(
                    view, msg, said, f"{token} stands only in a document that msg {first[token]} read; nothing measured it", "low"
                )
                break


def document(run: Run) -> bool:
    """Whether a call only reads, a document among what it reads."""
    if run.call.kind == "shell":
        return all(a.command.tool in _READERS for a in run.actions) and any(
            _DOCUMENT.search(w) for a in run.actions for w in a.command.argv[1:]
        )
    return run.call.kind == "read" and bool(_DOCUMENT.search(str(run.call.input)[:400]))


def printed_elsewhere(view: View, until: int, token: str) -> bool:
    """Whether something else than the reading of a document printed a figure, or a person gave it."""
    number = token.split()[0].rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZµμ/%")
    if any(n <= until and number in run.call.output and not document(run) for n, run in view.once(Calls).runs):
        return True
    return any(m.number < until and m.role == "user" and number in m.text for m in view.session.messages)


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
