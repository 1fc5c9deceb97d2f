"""Claude Code: `~/.claude/projects/<project>/<session>.jsonl` and its subagents' files.

Shapes as in Claude Code 1.0.98 to 2.1.217. One message of the model is written as several records with one `message.id`, between which
other records may stand; its blocks are united. Records come in file order, not in order of time. A record whose uuid has been seen is
history appended again (after compaction) and counts once. Inline sidechains (1.0.x) and records with an `agentId` are child sessions.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sessionlens.formats import injected
from sessionlens.formats.base import Source, sample
from sessionlens.formats.claude_children import Children, notified, tag
from sessionlens.formats.claude_results import fold
from sessionlens.formats.draft import Call, Draft, SessionDraft
from sessionlens.formats.records import Record, as_dict, as_list, as_text, as_time, read_lines
from sessionlens.model.session import Session
from sessionlens.model.span import Problem

NAME = "claude-code"

BOOKKEEPING = frozenset(
    b"progress file-history-snapshot file-history-delta attribution-snapshot queue-operation last-prompt mode permission-mode tag"
    b" speculation-accept worktree-state content-replacement marble-origami-snapshot".split()
)
"""Record types that can hold nothing of a message; they are counted by their raw bytes and not parsed."""
_OWN = frozenset({"user", "assistant", "attachment", "system", "progress", "summary", "file-history-snapshot", "queue-operation"})


def sniff(head: bytes, path: Path | None) -> float:
    """Claude's envelope around Anthropic messages; its look-alikes (Qwen's `parts`, pi's and Copilot's envelopes) score 0."""
    score = 0.0
    for record in sample(head):
        kind, message = as_text(record.get("type")), as_dict(record.get("message"))
        if kind in ("user", "assistant") and "content" in message and ("sessionId" in record or "uuid" in record):
            score = 1.0
            break
        if kind in ("user", "assistant", "tool_result") and "parts" in message:
            return 0.0
        if kind in _OWN and ("sessionId" in record or "uuid" in record or "leafUuid" in record or "snapshot" in record):
            score = max(score, 0.6)
        if kind == "system" and "subtype" in record and "content" in record:
            score = max(score, 0.5)
    if not score and b'"message":{' in head and b'"sessionId":"' in head and b'"parentUuid":' in head and b'"parts":' not in head:
        score = 0.6
    return score


def read(source: Source, first_message: int = 1) -> Iterator[Session | Problem]:
    """The session of a file and the child sessions written in it."""
    reader = Reader()
    stream = source.open()
    try:
        for number, record in read_lines(stream, reader.main.troubles, BOOKKEEPING, reader.skip):
            reader.take(number, record)
    finally:
        if source.spooled is None:
            stream.close()
    yield from reader.sessions(source.name, first_message)


class Reader:
    """Takes records in file order; `sessions` freezes what they told."""

    def __init__(self) -> None:
        self.main = SessionDraft(agent="Claude Code")
        self.sides = Children()
        self.by_id: dict[tuple[int, str], Draft] = {}
        self.seen: set[str] = set()
        self.titles: dict[str, str] = {}
        self.summaries: list[tuple[str, str]] = []
        self.prompts: set[str] = set()
        self.last: dict[int, Draft | None] = {}
        self.turns: dict[str, int] = {}
        self.version = ""
        self.command = ""

    def skip(self, kind: str) -> None:
        """One record of bookkeeping."""
        self.main.records += 1
        self.main.injected[kind] += 1

    def take(self, number: int, record: Record) -> None:
        """One record."""
        self.main.records += 1
        kind = as_text(record.get("type"))
        if kind == "assistant" or kind == "user":
            self._message(kind, number, record)
        elif kind == "attachment":
            self._attachment(number, record)
        elif kind == "system":
            self.main.note(record)
            subtype = as_text(record.get("subtype"))
            self.main.injected[subtype or "system"] += 1
            if subtype == "compact_boundary":
                self.turns.clear()
        else:
            self.main.injected[kind or "unknown"] += 1
            if kind == "summary":
                self.summaries.append((as_text(record.get("leafUuid")), as_text(record.get("summary"))))
                self.main.note(record)
            elif kind in ("custom-title", "ai-title"):
                self.titles[kind] = as_text(record.get("customTitle") or record.get("aiTitle") or record.get("title"))
            elif not kind:
                self.main.troubles.add(f"line {number}", 'a record without "type"')
                self.main.note(record)

    def _message(self, kind: str, number: int, record: Record) -> None:
        uuid = as_text(record.get("uuid"))
        if uuid:
            if uuid in self.seen:
                self.main.injected["repeated"] += 1
                return
            self.seen.add(uuid)
        message = record.get("message")
        if not isinstance(message, dict):
            self.main.troubles.add(f"line {number}", f"a record of type {kind} without a message")
            return
        session = self.sides.session(record, uuid) if record.get("isSidechain") else self.main
        if session.cwd is None or not session.id or not self.version:
            self._about(session, record)
        if kind == "assistant":
            self._assistant(session, number, record, message)
        else:
            self._user(session, number, record, message)

    def _about(self, session: SessionDraft, record: Record) -> None:
        if not session.id and session is self.main:
            session.id = as_text(record.get("sessionId"))
        if session.cwd is None:
            session.cwd = as_text(record.get("cwd")) or None
        if not self.version:
            self.version = as_text(record.get("version"))

    def _assistant(self, session: SessionDraft, number: int, record: Record, message: Record) -> None:
        if not session.model:
            model = as_text(message.get("model"))
            session.model = model if model != "<synthetic>" else ""
        time, where = as_time(record.get("timestamp")), f"line {number}"
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}] if isinstance(content, str) else []
        draft = self._draft(session, as_text(message.get("id")), blocks, time, where)
        for block in blocks:
            kind = block.get("type") if isinstance(block, dict) else None
            if kind == "text":
                draft.add_text(as_text(block.get("text")))
            elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
                call = Call(as_text(block.get("id")), as_text(block.get("name")), as_dict(block.get("input")), where, time)
                cwd = record.get("cwd")
                if cwd != session.cwd:
                    call.cwd = as_text(cwd) or None
                session.open_call(draft, call)
            elif isinstance(kind, str) and kind.endswith("tool_result"):
                fold(session, as_dict(block), {}, time)

    def _draft(self, session: SessionDraft, message_id: str, blocks: list[Any], time: str | None, where: str) -> Draft:
        """The message that these blocks belong to; without ids a message begins at its text, or at a call that follows a result."""
        key = (id(session), message_id)
        draft = self.by_id.get(key) if message_id else self.last.get(id(session))
        if draft is not None and not message_id:
            begins = draft.closed or any(isinstance(b, dict) and b.get("type") == "text" for b in blocks)
            draft = None if begins else draft
        if draft is None:
            draft = Draft("assistant", time=time, record=where)
            session.drafts.append(draft)
            self.last[id(session)] = draft
            if message_id:
                self.by_id[key] = draft
        return draft

    def _user(self, session: SessionDraft, number: int, record: Record, message: Record) -> None:
        content, time = message.get("content"), as_time(record.get("timestamp"))
        said, blocks = ([content], []) if isinstance(content, str) else ([], as_list(content))
        answered: Draft | None = None
        for block in blocks:
            kind = block.get("type") if isinstance(block, dict) else None
            if kind == "tool_result":
                known = session.calls.get(as_text(block.get("tool_use_id")))
                if known is not None:
                    answered = known[0]
                    answered.closed = True
                where = fold(session, block, record, time)
                if where:
                    self.main.troubles.add(f"line {number}", where)
            elif kind == "text":
                said.append(as_text(block.get("text")))
            elif kind in ("image", "document"):
                self.main.injected[str(kind)] += 1
        if said:
            self._said(session, number, record, said, time, answered)

    def _said(
        self, session: SessionDraft, number: int, record: Record, said: list[str], time: str | None, answered: Draft | None = None
    ) -> None:
        """Texts in the user's name: a person's prompt, something injected (counted by kind), or with a result: an aside."""
        for flag, kind in (("isCompactSummary", "compaction"), ("isMeta", "meta"), ("isVisibleInTranscriptOnly", "meta")):
            if record.get(flag):
                self.main.injected[kind] += 1
                return
        own = []
        for text in said:
            words, kinds = injected.split(text)
            if words.strip():
                own.append(words)
            if not kinds:
                continue
            self.main.injected.update(kinds)
            if "task-notification" in kinds:
                notified(session, text)
            if "command" in kinds and not self.command:
                self.command = f"{tag(text, 'command-name')} {tag(text, 'command-args')}".strip()
            if "interrupted" in kinds:
                session.interrupt()
        if own and record.get("promptSource") == "system":
            self.main.injected["system-prompt"] += 1
        elif own and answered is not None:
            answered.asides += own
            self.main.injected["aside"] += len(own)
        elif own:
            text = "\n\n".join(own)
            self.prompts.add(text)
            if session is self.main:
                self._went_back(record, number)
            session.prompt(text, time, f"line {number}")
            self.last[id(session)] = None

    def _went_back(self, record: Record, number: int) -> None:
        """A prompt that stands on the same record as an earlier one: a person went back (`/rewind`) and spoke anew.

        Only that says so. A record that is not on the way from the last one to the first need not be dead: results of parallel calls
        are leaves, and chains break at compactions and at records that are gone.
        """
        before = as_text(record.get("parentUuid"))
        if not before or record.get("type") != "user":
            return
        start = self.turns.get(before)
        if start is not None:
            self.main.take_back(start, f"line {number}", "/rewind")
            self.turns = {k: at for k, at in self.turns.items() if at < start}
        self.turns[before] = len(self.main.drafts)

    def _attachment(self, number: int, record: Record) -> None:
        attachment = as_dict(record.get("attachment"))
        kind = as_text(attachment.get("type")) or "attachment"
        prompt = attachment.get("prompt")
        text = prompt if isinstance(prompt, str) else "\n\n".join(as_text(as_dict(b).get("text")) for b in as_list(prompt))
        if kind == "queued_command" and text.strip() and text not in self.prompts and not record.get("isSidechain"):
            uuid = as_text(record.get("uuid"))
            if uuid not in self.seen:
                self.seen.add(uuid)
                self._said(self.main, number, record, [text], as_time(record.get("timestamp")))
                return
        self.main.injected[kind] += 1

    def sessions(self, source: str, first_message: int) -> Iterator[Session | Problem]:
        """The file's own session, then its children; a subagent's file, all of it sidechain, gives the child alone."""
        self._titled()
        self.sides.link(self.main)
        sides = [s for s in self.sides.drafts.values() if s.drafts]
        if sides and not self.main.drafts:
            first = sides[0]
            first.troubles, first.injected, first.records = self.main.troubles, self.main.injected, self.main.records
            first.first, first.notes = self.main.first, self.main.notes
        elif self.main.records or self.main.troubles.found:
            yield self.main.freeze(form=NAME, source=source, first_message=first_message)
        for side in sides:
            yield side.freeze(form=NAME, source=source)

    def _titled(self) -> None:
        main = self.main
        own = [text for leaf, text in self.summaries if leaf in self.seen and text]
        main.title = self.titles.get("custom-title") or self.titles.get("ai-title") or (own[-1] if own else "")
        if not main.title and not any(d.role == "user" and d.texts for d in main.drafts):
            main.title = self.command.split("\n", 1)[0][:100]
        if self.version:
            for session in (main, *self.sides.drafts.values()):
                session.agent = f"Claude Code {self.version}"
