"""Claude Code's subagents: which session a sidechain record belongs to, which call started it, what it reported.

From 2.0 on a subagent has an id and a file of its own (`<session>/subagents/agent-<id>.jsonl`); before, its records stood in the session's
file, marked `isSidechain`, and nothing but its first prompt tells which call started it.
"""

import re

from sessionlens.formats.draft import Call, SessionDraft
from sessionlens.formats.records import Record, as_list, as_text, texts
from sessionlens.text.regex import regex

_FRAME = regex(r"\n*^agentId: \w+ \([^\n]*\)(?:\n<usage>.*</usage>)?\s*\Z", re.DOTALL | re.MULTILINE)


class Children:
    """The child sessions written in one file."""

    def __init__(self) -> None:
        self.drafts: dict[str, SessionDraft] = {}
        self._of: dict[str, str] = {}

    def session(self, record: Record, uuid: str) -> SessionDraft:
        """The child session that a sidechain record belongs to: by its agent's id, else by the chain of parents."""
        key = as_text(record.get("agentId")) or self._of.get(as_text(record.get("parentUuid")), "")
        if not key:
            key = f"side-{len(self.drafts) + 1}"
        self._of[uuid] = key
        if key not in self.drafts:
            self.drafts[key] = SessionDraft(id=key, agent="Claude Code", parent=as_text(record.get("sessionId")) or None)
        return self.drafts[key]

    def link(self, main: SessionDraft) -> None:
        """Ties children without an id of their own to the call whose prompt is their first message."""
        used: set[int] = set()
        tasks = [c for _, c in main.calls.values() if c.child is None and isinstance(c.given.get("prompt"), str)]
        for key, side in self.drafts.items():
            if key in main.children:
                continue
            side.id = f"{main.id}/{key}" if key.startswith("side-") and main.id else side.id
            prompt = side.drafts[0].texts[0].strip() if side.drafts and side.drafts[0].texts else ""
            for call in tasks:
                if id(call) not in used and prompt and as_text(call.given.get("prompt")).strip() == prompt:
                    used.add(id(call))
                    call.child = side.id
                    main.children[side.id] = (call, call.output or "")
                    break
            else:
                if main.drafts:
                    main.children[side.id] = (None, "")


def started(session: SessionDraft, call: Call, details: Record) -> None:
    """Notes the subagent that a call started, by its result: its id, and its report if it has come back."""
    agent = as_text(details.get("agentId"))
    if not agent:
        return
    call.child = agent
    call.output = _FRAME.sub("", call.output or "")
    if as_text(details.get("status")).endswith("launched"):
        call.background, call.output = True, ""
        session.children[agent] = (call, "")
    else:
        report = "\n\n".join(texts(as_list(details.get("content"))))
        session.children[agent] = (call, _FRAME.sub("", report) or call.output)


def notified(session: SessionDraft, text: str) -> None:
    """Notes the report of an agent that ran in the background, which a notification tells when it is done."""
    call = session.calls.get(tag(text, "tool-use-id"))
    report = tag(text, "result")
    if call is not None and call[1].child and report:
        session.children[call[1].child] = (call[1], report)


def tag(text: str, name: str) -> str:
    """What stands between a tag of that name and its end, "" if there is none."""
    start, end = text.find(f"<{name}>"), text.rfind(f"</{name}>")
    return text[start + len(name) + 2 : end].strip() if 0 <= start < end else ""
