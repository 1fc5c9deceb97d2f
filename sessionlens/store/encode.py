"""Sessions and facts as JSON text and back.

Messages are dataclasses, which orjson writes by itself; facts are pydantic models, which pydantic writes and reads without Python
in between: some two microseconds per fact, so that a session of 100 MB is back within a report's patience.
"""

from functools import cache
from typing import Any, cast

import orjson
from pydantic import TypeAdapter

from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.session import Child, FileEdit, Message, Session, ToolCall
from sessionlens.model.span import Problem
from sessionlens.model.verdict import Finding, Verdict

KINDS: dict[str, type[Fact]] = {
    "hypothesis": Hypothesis,
    "change": Change,
    "verification": Verification,
    "measurement": Measurement,
    "reversion": Reversion,
    "conclusion": Conclusion,
}
_KEPT_APART = ("id", "messages")
"""Fields of a session that have a place of their own in the store."""


def write_message(message: Message) -> bytes:
    """A message as JSON. Half a surrogate pair, which JSON text may name and UTF-8 may not hold, becomes U+FFFD."""
    try:
        return orjson.dumps(message)
    except TypeError:
        import json
        from dataclasses import asdict

        text = json.dumps(asdict(message), ensure_ascii=False)
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def read_message(body: str | bytes) -> Message:
    """The message that `write_message` wrote."""
    data = orjson.loads(body)
    for call in data["calls"]:
        call["edits"] = tuple(FileEdit(**e) for e in call["edits"])
    data["calls"] = tuple(ToolCall(**c) for c in data["calls"])
    return Message(**data)


def write_session(session: Session) -> bytes:
    """All of a session but its messages."""
    data = {name: getattr(session, name) for name in session.__dataclass_fields__ if name not in _KEPT_APART}
    data["problems"] = [(p.record, p.why) for p in session.problems]
    return orjson.dumps(data)


def read_session(id: str, body: str | bytes, messages: object) -> Session:
    """The session that `write_session` wrote, with the given sequence of messages."""
    data: dict[str, Any] = orjson.loads(body)
    data["problems"] = tuple(Problem(record=r, why=w) for r, w in data["problems"])
    data["children"] = tuple(Child(**c) for c in data["children"])
    data["notes"] = tuple(data["notes"])
    return Session(id=id, messages=cast(tuple[Message, ...], messages), **data)


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(tuple[kind, ...])  # type: ignore[valid-type]


def write_all(kind: type[Fact] | type[Verdict] | type[Finding], items: tuple[Any, ...]) -> bytes:
    """Models of one class as a JSON list."""
    return _adapter(kind).dump_json(items)


def read_all(kind: type[Fact] | type[Verdict] | type[Finding], body: str | bytes) -> tuple[Any, ...]:
    """The models that `write_all` wrote."""
    return cast(tuple[Any, ...], _adapter(kind).validate_json(body))
