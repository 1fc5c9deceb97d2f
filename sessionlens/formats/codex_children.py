"""Codex's subagents: `spawn_agent` starts one and gives its id; its report comes back by `wait_agent` (`wait` before), by `close_agent`, or
as a notification in the user's name. A subagent's file names its parent in its `session_meta`.

Shapes as in Codex 0.9x to 0.14x (`core/src/tools/handlers/multi_agents.rs`, `core/src/session_prefix.rs`).
"""

import orjson

from sessionlens.formats.draft import Call, SessionDraft
from sessionlens.formats.records import Record, as_dict, as_text

TOOLS = frozenset({"spawn_agent", "wait_agent", "wait", "close_agent", "resume_agent"})
_OPEN, _CLOSE = "<subagent_notification>", "</subagent_notification>"


def told(session: SessionDraft, call: Call) -> None:
    """Takes from a result which subagent a call started, or what one reported."""
    result = _object(call.output or "")
    if call.name.rpartition(".")[2] == "spawn_agent":
        agent = as_text(result.get("agent_id"))
        if agent:
            call.child, call.background, call.output = agent, True, ""
            session.children[agent] = (call, "")
        return
    status = result.get("status", result.get("previous_status"))
    target = as_text(call.given.get("target") or call.given.get("id"))
    for agent, state in {**as_dict(status), target: status}.items():
        _reported(session, agent, state)


def notified(session: SessionDraft, text: str) -> None:
    """Takes the report of a subagent from `<subagent_notification>{"agent_id": ..., "status": {"completed": ...}}`."""
    start, end = text.find(_OPEN), text.rfind(_CLOSE)
    if 0 <= start < end:
        told = _object(text[start + len(_OPEN) : end])
        _reported(session, as_text(told.get("agent_id") or told.get("agent_path")), told.get("status"))


def _reported(session: SessionDraft, agent: str, state: object) -> None:
    """The last report counts: an agent may be spoken to again."""
    state = as_dict(state)
    report = as_text(state.get("completed")) or as_text(state.get("errored"))
    if report and agent in session.children:
        session.children[agent] = (session.children[agent][0], report)


def _object(text: str) -> Record:
    try:
        return as_dict(orjson.loads(text))
    except orjson.JSONDecodeError:
        return {}
