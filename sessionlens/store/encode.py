"""Sessions and facts as JSON text and back.

All are dataclasses, which orjson writes by itself. What it reads are dictionaries and lists; they become records again by the fields'
types: some two microseconds per fact, so that a session of 100 MB is back within a report's patience.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, cast, get_args, get_origin

import orjson

from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.frozen import Frozen
from sessionlens.model.session import Child, FileEdit, Message, Session, ToolCall
from sessionlens.model.span import Problem

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

        return json.dumps(data, ensure_ascii=False, default=asdict).encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


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


def write_all(kind: Any, items: tuple[Any, ...]) -> bytes:
    """Models of one class as JSON, a list for each field: half as long as an object for each model, and read in a fifth of the time,
    because no dictionary is made for each."""
    return _json(_columns(kind, items))


def _columns(kind: Any, items: Sequence[Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for f in fields(kind):
        values = list(map(attrgetter(f.name), items))
        out[f.name] = _columns(f.type, values) if is_dataclass(f.type) else values
    return out


def read_all(kind: Any, body: str | bytes) -> tuple[Any, ...]:
    """The models of a class that `write_all` wrote."""
    return tuple(_records(kind, orjson.loads(body)))


def _records(kind: Any, columns: dict[str, Any]) -> Iterator[Any]:
    values = [_values(f.type, columns[f.name]) for f in fields(kind)]
    return map(kind.in_order if issubclass(kind, Frozen) else kind, *values)


def _values(hint: Any, column: Any) -> Iterable[Any]:
    """One field's values; few tuples hold anything."""
    if is_dataclass(hint):
        return _records(hint, column)
    convert = _converter(hint)
    if convert is tuple:
        return map(tuple, column)  # in C, and most are empty
    return column if convert is None else [convert(value) if value else () if value == [] else value for value in column]


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
