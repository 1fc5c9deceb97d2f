"""Sessions and facts as JSON text and back.

All are dataclasses, which orjson writes by itself. What it reads are dictionaries and lists; they become records again by the fields'
types: some two microseconds per fact, so that a session of 100 MB is back within a report's patience.
"""

from collections.abc import Callable
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, cast, get_args, get_origin

import orjson

from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.frozen import Frozen
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
    """A message as JSON."""
    return _json(message)


def _json(data: Any) -> bytes:
    """Dataclasses as JSON. Half a surrogate pair, which JSON text may name and UTF-8 may not hold, becomes U+FFFD."""
    try:
        return orjson.dumps(data)
    except TypeError:
        import json

        plain = [asdict(x) for x in data] if isinstance(data, tuple) else asdict(data)
        return json.dumps(plain, ensure_ascii=False).encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


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


def write_all(kind: type[Fact] | type[Verdict] | type[Finding], items: tuple[Any, ...]) -> bytes:
    """Models of one class as a JSON list."""
    return _json(items)


def read_all(kind: Any, body: str | bytes) -> tuple[Any, ...]:
    """The models of a class that `write_all` wrote."""
    made = record(kind)
    return tuple([made(data) for data in orjson.loads(body)])


@cache
def record(kind: Any) -> Callable[[dict[str, Any]], Any]:
    """What makes a dataclass of its fields' values as JSON has them: lists become tuples, dictionaries the records that they were.
    It raises TypeError, KeyError or AttributeError for values of something else."""
    needed = [(f.name, convert) for f in fields(kind) if (convert := _converter(f.type)) is not None]

    def make(data: dict[str, Any]) -> Any:
        for name, convert in needed:
            data[name] = convert(data[name])
        return take(data)

    take = kind.taking if issubclass(kind, Frozen) else lambda data: kind(**data)
    return make


def _converter(hint: Any) -> Callable[[Any], Any] | None:
    """What makes of a JSON value one of that type; None where it is one already."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple:
        inner = _converter(parts[0])
        return tuple if inner is None else lambda values: tuple([inner(v) for v in values])
    if origin is UnionType:
        some = [c for p in parts if (c := _converter(p)) is not None]
        return (lambda value: None if value is None else some[0](value)) if some else None
    made: Any = hint
    return record(made) if is_dataclass(hint) else None
