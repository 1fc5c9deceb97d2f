"""Sessions in the making: mutable drafts that a format fills, record by record, and freezes at the end."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

from sessionlens.formats.records import Troubles
from sessionlens.formats.tools import as_input, describe
from sessionlens.model.session import CallStatus, Child, Message, Session, ToolCall
from sessionlens.text.regex import regex
from sessionlens.text.terminal import clean

_RECONSTRUCTED = regex(
    r"\b(?:transcript|session|excerpt|recording|log|conversation|run)\b[^.]*\breconstruct(?:ed|ion)\b"
    r"|\breconstruct(?:ed|ion)\b[^.]*\b(?:transcript|session|excerpt|recording|log|conversation|run)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r".{16,76}?[^.\s][.?!](?=\s)")
NOTHING = frozenset({"(no output)", "(Bash completed with no output)", "[No output]", "<no output>"})
"""What agents' programs write where a command printed nothing."""


@dataclass(slots=True)
class Call:
    """A tool call on its way; `output` None until a result has come."""

    id: str
    name: str
    given: dict[str, Any]
    record: str = ""
    started: str | None = None
    ended: str | None = None
    output: str | None = None
    exit_code: int | None = None
    status: CallStatus = "unknown"
    cut: bool = False
    background: bool = False
    child: str | None = None
    cwd: str | None = None

    def append(self, text: str) -> None:
        """Adds what a later poll of the running command printed."""
        self.output = f"{self.output.rstrip()}\n{text}" if self.output and self.output.strip() else text

    def freeze(self) -> ToolCall:
        """The call as data. Line ends at the output's end go: formats disagree about them, and they say nothing.

        An exit code is a shell's; for any other tool it becomes the status. An edit has the name of its kind and the input of an
        edit, so that it is the same call whether the agent's program has a tool for it or goes through a shell.
        """
        kind, command, edits = describe(self.name, self.given)
        name, given = (kind, as_input(edits)) if edits else (self.name, self.given)
        output = clean(self.output).rstrip() if self.output else ""
        if len(output) < 40 and output.strip() in NOTHING:
            output = ""
        status, code = self.status, self.exit_code
        if kind != "shell" and code is not None:
            status, code = ("ok" if code == 0 and status in ("ok", "unknown") else "error"), None
        description = self.given.get("description")
        return ToolCall(
            self.id, name, kind, given, command, description if isinstance(description, str) else "", self.cwd, edits, output,
            code, status, self.cut, self.background, self.child, self.started, self.ended, self.record,
        )  # fmt: skip


@dataclass(slots=True)
class Draft:
    """A message on its way: its texts in order, its calls, what a person said while they ran.

    A message of which nothing can be read (thinking only) is one all the same: the format marks it as one.
    """

    role: Literal["user", "assistant"]
    texts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    time: str | None = None
    record: str = ""
    closed: bool = False
    asides: list[str] = field(default_factory=list)

    def add_text(self, text: str) -> None:
        """Adds a text block; one that repeats or extends a block already there (a record written again) takes its place."""
        if not text.strip():
            return
        for at, known in enumerate(self.texts):
            if text == known or (len(text) > 20 and known.startswith(text)):
                return
            if len(known) > 20 and text.startswith(known):
                self.texts[at] = text
                return
        self.texts.append(text)


@dataclass(slots=True)
class SessionDraft:
    """A session on its way: ordered drafts, calls by id, running background commands by theirs, what is known about the whole."""

    id: str = ""
    drafts: list[Draft] = field(default_factory=list)
    calls: dict[str, tuple[Draft, Call]] = field(default_factory=dict)
    processes: dict[str, Call] = field(default_factory=dict)
    injected: Counter[str] = field(default_factory=Counter)
    troubles: Troubles = field(default_factory=Troubles)
    notes: list[str] = field(default_factory=list)
    children: dict[str, tuple[Call | None, str]] = field(default_factory=dict)
    title: str = ""
    agent: str = ""
    model: str = ""
    cwd: str | None = None
    parent: str | None = None
    first: int | None = None
    records: int = 0

    def prompt(self, text: str, time: str | None, record: str) -> Draft:
        """A person's message."""
        draft = Draft("user", [text] if text.strip() else [], time=time, record=record, closed=True)
        self.drafts.append(draft)
        return draft

    def open_call(self, draft: Draft, call: Call) -> Call:
        """Adds a call to a message; a call that is already there (a record written again) stays as it is."""
        known = self.calls.get(call.id) if call.id else None
        if known is not None:
            return known[1]
        draft.calls.append(call)
        if call.id:
            self.calls[call.id] = (draft, call)
        return call

    def interrupt(self) -> None:
        """A person stopped the agent: calls that have no result yet will get none."""
        for draft in self.drafts[-3:]:
            for call in draft.calls:
                if call.output is None:
                    call.status = "interrupted"

    def take_back(self, start: int, record: str, how: str) -> None:
        """A person went back to before the message at `start`: it and what came after it, up to here, is no part of the story.

        The messages are counted, and a problem says how many and how the first one began: what they ran and wrote did happen.
        """
        gone = self.drafts[start:]
        if not gone:
            return
        del self.drafts[start:]
        self.injected["taken back"] += len(gone)
        many = f"{len(gone)} messages were" if len(gone) > 1 else "a message was"
        self.troubles.add(gone[0].record or record, f"{many} taken back ({how} at {record}) and left out: {headline(gone) or 'no text'}")

    def note(self, record: dict[str, Any]) -> bool:
        """Takes a transcript's own numbering and remarks from a record before its first message: `first_message`, and a text (also
        under `note` or `notes`) that says that the transcript is reconstructed. True if the record had a remark.
        """
        if self.drafts:
            return False
        first = record.get("first_message")
        if isinstance(first, int) and not isinstance(first, bool) and first > 0 and self.first is None:
            self.first = first
        told = False
        for key in ("content", "summary", "note", "notes"):
            values = record.get(key)
            for value in values if isinstance(values, list) else [values]:
                if isinstance(value, str) and _RECONSTRUCTED.search(value, 0, 2000) and value not in self.notes:
                    self.notes.append(value)
                    told = True
        return told

    def freeze(self, *, form: str, source: str, first_message: int = 1) -> Session:
        """The session as data, its messages numbered in order from the caller's first number, else the transcript's own, else 1."""
        first = first_message if first_message != 1 else (self.first or 1)
        drafts = self.drafts
        numbers: dict[int, int] = {}
        messages = []
        for number, draft in enumerate(drafts, first):
            for call in draft.calls:
                numbers[id(call)] = number
            calls = tuple([call.freeze() for call in draft.calls])
            text, aside = "\n\n".join(draft.texts), "\n\n".join(draft.asides)
            messages.append(Message(number, draft.role, text, calls, draft.time, draft.record, aside))
        children = tuple(
            Child(key, numbers.get(id(call)) if call is not None else None, report) for key, (call, report) in self.children.items()
        )
        times = [d.time for d in drafts if d.time]
        return Session(
            id=self.id or made_id(source, messages), format=form, source=source, messages=tuple(messages),
            title=self.title or headline(drafts),
            agent=self.agent, model=self.model, cwd=self.cwd, started=min(times, default=None), ended=self._ended(times),
            problems=self.troubles.all(), injected=dict(self.injected), notes=tuple(self.notes), children=children,
            parent=self.parent, records=self.records,
        )  # fmt: skip

    def _ended(self, times: list[str]) -> str | None:
        ends = [call.ended for draft in self.drafts[-3:] for call in draft.calls if call.ended]
        return max(times + ends, default=None)


def made_id(source: str, messages: list[Message]) -> str:
    """An id for a session that records none: the file's name, and a digest of how it begins, the same each time it is read."""
    begin = "\0".join(m.text[:2000] for m in messages[:2])
    return f"{source.split('.')[0]}-{hashlib.blake2b(begin.encode('utf-8', 'replace'), digest_size=4).hexdigest()}"


def headline(drafts: list[Draft]) -> str:
    """A title for a session that records none: the first line of the first prompt, or its first sentence where the line is long; at most
    100 characters, cut between words."""
    for draft in drafts:
        if draft.role == "user" and draft.texts:
            line = draft.texts[0].strip().split("\n", 1)[0].strip()
            if len(line) <= 100:
                return line
            sentence = _SENTENCE.match(line)
            return sentence[0] if sentence else (line[:99].rpartition(" ")[0] or line[:99]).rstrip(" ,;:(") + "…"
    return ""
