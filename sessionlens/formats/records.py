"""Reading records from a line-by-line transcript, whatever state it is in.

Lines end at the byte "\\n" and nowhere else: U+2028 inside a JSON string is no line end. A line that orjson refuses is given to the
standard library's decoder, which takes NaN, several records glued to one line, and (once mended here) bad UTF-8 and lone surrogates.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import orjson

from sessionlens.model.span import Problem
from sessionlens.text.regex import regex

Record = dict[str, Any]
MOST_PROBLEMS = 500
"""After so many problems of one transcript only their number is kept: a wrecked file must not fill the memory with complaints."""

_LONE = regex(r"(?<!\\)((?:\\\\)*)(?:\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F][0-9a-fA-F]{2})")
_ESCAPE = regex(r'(?<!\\)((?:\\\\)*)\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})')
_SURROGATE = regex("[\ud800-\udfff]")
_DECODER = json.JSONDecoder(strict=False)
_TYPE = b'"type":"'


class Troubles:
    """The problems of one transcript, in order, at most `MOST_PROBLEMS` of them in words."""

    def __init__(self, found: list[Problem] | None = None) -> None:
        self.found: list[Problem] = found if found is not None else []
        self.more = 0

    def add(self, record: str, why: str) -> None:
        if len(self.found) < MOST_PROBLEMS:
            self.found.append(Problem(record=record, why=why))
        else:
            self.more += 1

    def all(self) -> tuple[Problem, ...]:
        if not self.more:
            return tuple(self.found)
        return (*self.found, Problem(record="file", why=f"{self.more} more problems of this kind are not listed"))


def decode(line: bytes) -> tuple[list[Any], str]:
    """The JSON values of a line and what is wrong with it ("" if nothing); values before the fault are kept.

    >>> decode(b'{"a": 1}{"a": NaN}')
    ([{'a': 1}, {'a': nan}], '')
    """
    try:
        return [orjson.loads(line)], ""
    except orjson.JSONDecodeError:
        pass
    text = _LONE.sub(r"\1\\ufffd", line.decode("utf-8", "replace"))
    values: list[Any] = []
    at, end, mended = 0, len(text), ""
    while True:
        while at < end and text[at] in " \t\r\n\x00\ufeff":
            at += 1
        if at == end:
            return values, mended
        try:
            value, at = _DECODER.raw_decode(text, at)
            values.append(_mended(value))
        except json.JSONDecodeError as error:
            if not mended and "escape" in error.msg:
                text, mended = _ESCAPE.sub(r"\1\\\\", text), "a backslash that escapes nothing was read as a backslash"
                values, at, end = [], 0, len(text)
                continue
            return values, f"not valid JSON ({error.msg.lower()} at character {error.pos + 1})"
        except RecursionError:
            return values, "nested too deeply to be read"


def _mended(value: Any) -> Any:
    """The value without lone surrogates, which no UTF-8 text can hold: they become U+FFFD."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_mended(k): _mended(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_mended(v) for v in value]
    return value


def kind_at_top(line: bytes) -> bytes:
    """The record's own "type" if the bytes before it show that no inner object has begun, else b"".

    Only compact JSON is looked at. One opening brace before the key means that the key is the record's own: a prefilter that is
    never wrong, because anything doubtful is parsed.

    >>> kind_at_top(b'{"uuid":"1","type":"progress","data":{}}')
    b'progress'
    """
    at = line.find(_TYPE)
    if at < 0 or line.count(b"{", 0, at) != 1:
        return b""
    return line[at + 8 : line.find(b'"', at + 8)]


NO_KINDS: frozenset[bytes] = frozenset()


def read_lines(
    stream: Iterable[bytes], troubles: Troubles, bookkeeping: frozenset[bytes] = NO_KINDS, skip: Callable[[str], None] | None = None
) -> Iterator[tuple[int, Record]]:
    """(line number, record) of every record; faulty lines become problems. Whole lines whose record is of a `bookkeeping` type are not
    parsed: `skip` is told the type."""
    number = 0
    loads, broken = orjson.loads, orjson.JSONDecodeError
    for number, line in enumerate(stream, 1):
        if skip is not None:
            at = line.find(_TYPE)
            kind = line[at + 8 : line.find(b'"', at + 8)]
            if kind in bookkeeping and kind_at_top(line) and line.endswith(b"}\n") and line.find(b"}{") < 0:
                skip(kind.decode())
                continue
        try:
            value = loads(line)
        except broken:
            yield from _slowly(number, line, troubles)
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            troubles.add(f"line {number}", f"a record must be a JSON object, not {_what(value)}")


def _slowly(number: int, line: bytes, troubles: Troubles) -> Iterator[tuple[int, Record]]:
    values, why = decode(line.removeprefix(b"\xef\xbb\xbf"))
    for value in values:
        if isinstance(value, dict):
            yield number, value
        else:
            troubles.add(f"line {number}", f"a record must be a JSON object, not {_what(value)}")
    if why.startswith("not") and not line.endswith(b"\n"):
        why = f"the last record is cut off: {why}"
    if why:
        troubles.add(f"line {number}", why)


def _what(value: object) -> str:
    names = {list: "a list", str: "a string", bool: "a truth value", int: "a number", float: "a number"}
    return names.get(type(value), "null")


def as_dict(value: object) -> Record:
    """The value if it is a JSON object, else an empty one: shapes are never trusted."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is a JSON list, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """The value if it is a string, else ""."""
    return value if isinstance(value, str) else ""


def as_time(value: object) -> str | None:
    """A time as ISO 8601 text: such a text as it stands, or epoch milliseconds (or seconds) as UTC; None for anything else.

    >>> as_time(1700000000000)
    '2023-11-14T22:13:20.000Z'
    """
    if isinstance(value, str):
        return value or None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    seconds = value / 1000 if value > 1e11 else float(value)
    if not 0 <= seconds < 253402300800:
        return None
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def texts(content: object, kinds: frozenset[str] = frozenset({"text", "input_text", "output_text", "Text"})) -> list[str]:
    """The texts of a message's or a result's content: a string, or a list of blocks, of which those of `kinds` count."""
    if isinstance(content, str):
        return [content]
    found = []
    for block in as_list(content):
        if isinstance(block, str):
            found.append(block)
        elif isinstance(block, dict) and as_text(block.get("type")) in kinds and isinstance(block.get("text"), str):
            found.append(block["text"])
    return found
