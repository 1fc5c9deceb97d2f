"""What templates may use: kinds of report, sections, and every field with its meaning, read from the code that makes them.

A kind's meaning is the comment that opens its template, a section's the first line of its module, a field's the clause of its class's
docstring that names it; names that mean the same everywhere are explained once, in `COMMON`.
"""

import dataclasses
import inspect
import re
import types
import typing
from importlib import import_module
from pathlib import Path
from typing import Any

from sessionlens.model.frozen import Record
from sessionlens.reports.context import SECTIONS
from sessionlens.reports.forms.base import Form
from sessionlens.reports.page_data import About
from sessionlens.reports.rendering import folders
from sessionlens.text.regex import regex

COMMON = {
    "id": "the fact's id, as in the export (`c914.2`)",
    "msg": "the number of the message that it stands in",
    "messages": "the numbers of the messages that it rests on",
    "rows": "the rows, in the order of the session",
    "lines": "finished sentences; `f.line`, `f.para` and `f.items` write them",
    "line": "a finished sentence",
    "items": "the rows, in order",
    "more": "how many more there are that are left out",
    "name": "what it is called",
    "title": "its heading",
    "text": "its words, secrets taken out",
    "time": "when, as the transcript says",
    "role": "user or assistant",
    "command": "the command, on one line",
    "cwd": "the directory that it ran in",
    "files": "the files concerned",
    "verdict": "supported, contradicted, unsupported or undecidable",
    "caveats": "the caveats that the verdict carries",
    "evidence": "the messages that the verdict rests on",
    "derivation": "how the verdict was computed, in one line",
    "metric": "what was measured",
    "unit": "its unit",
    "value": "the value with its unit",
    "n": "how many runs it is of, None where that is not known",
    "spread": "the spread of the runs, in words",
    "config": "the label of what was measured",
    "workload": "the part of the label that all rows share",
    "against": "what it is compared with",
    "percent": "the difference from that in per cent",
    "absolute": "the difference from that in the value's unit",
    "bounds": "what the rounding of the printed values leaves open of the percentage",
    "interval": "what the runs leave open of the percentage, at 95 %",
    "reading": "what to make of the difference, in a word",
    "status": "confirmed, refuted, open or abandoned",
    "state": "what is left of it",
    "result": "pass, fail or inconclusive",
    "kind": "what kind it is of",
    "quote": "the exact words of the transcript",
    "question": "what was asked",
    "topic": "the kind of check",
    "svg": "the picture as SVG",
    "number": "the message's number",
    "hits": "the places, each as a sentence",
    "count": "how many there are",
    "help": "what to do about it",
    "issue": "the issue's name, as `sessionlens explain` takes it",
    "rule": "the rule's number",
    "confidence": "high, medium or low",
    "output": "what it printed, shortened",
    "session": "the session's name",
    "version": "this program's version",
    "was": "the base's value",
    "now": "the value compared with it",
    "others": "the others",
    "hypothesis": "the hypothesis that it was made for",
    "commit": "the commit that recorded it",
    "tables": "tables of measurements, each with its rows and deltas",
    "hypotheses": "hypotheses, each as a sentence",
    "caveat": "the caveat's name",
    "why": "the reason",
    "found": "what was found",
    "shows": "what a passed check shows",
    "limits": "why it carries less far than it looks",
    "aliases": "other names",
    "prediction": "what was predicted, in its words",
    "decided_by": "the messages that decided it",
    "by": "who said it first",
}  # fmt: skip
"""Names that mean the same in every section."""
_COMMENT = regex(r"\{#\s*(.*?)\s*#\}", re.S)
_INCLUDE = regex(r"include [\"']shared/(\w+)\.j2[\"']")


class Field(Record):
    """One field: `type` in a template writer's words, `fields` those of the objects that it holds."""

    name: str
    type: str
    meaning: str
    fields: tuple["Field", ...] = ()


class Section(Record):
    """One section: found in templates as `s.NAME`, None where the session has nothing for it."""

    name: str
    meaning: str
    fields: tuple[Field, ...]


class Kind(Record):
    """One kind of report with its template's folder and the shared parts that it is made of."""

    name: str
    meaning: str
    parts: tuple[str, ...]
    folder: str


class Catalogue(Record):
    """`scope` are the fields of `scope`, what the page says of itself; `form` the methods of `f`, which write everything."""

    kinds: tuple[Kind, ...]
    sections: tuple[Section, ...]
    scope: tuple[Field, ...]
    form: tuple[Field, ...]


def catalogue(user: Path | None = None) -> Catalogue:
    """Everything a template may use; `user` is a folder of one's own, whose kinds come first."""
    return Catalogue(_kinds(user), tuple(map(section, SECTIONS)), fields_of(About), _methods())


def section(name: str) -> Section:
    """A section with its fields, from the module that builds it."""
    module = import_module(f"sessionlens.reports.context.{name}")
    made = _classes(typing.get_type_hints(module.build)["return"])
    return Section(name, _first(module.__doc__), fields_of(made[0]) if made else ())


def fields_of(cls: type, above: tuple[type, ...] = ()) -> tuple[Field, ...]:
    """A dataclass's fields and properties, and those of what they hold."""
    hints = typing.get_type_hints(cls)
    out = []
    for field in dataclasses.fields(cls):
        inner = [c for c in _classes(hints[field.name]) if c not in above and c.__module__.startswith("sessionlens.reports")]
        held = fields_of(inner[0], (*above, cls)) if inner else ()
        out.append(Field(field.name, _worded(hints[field.name]), meaning_of(cls, field.name), held))
    for name, member in vars(cls).items():
        if isinstance(member, property) and member.fget is not None:
            out.append(Field(name, _worded(typing.get_type_hints(member.fget).get("return", str)), _first(member.__doc__)))
    return tuple(out)


def meaning_of(cls: type, name: str) -> str:
    """The clause of a class's docstring that names the field, else what the name means everywhere, else ""."""
    doc = " ".join((cls.__doc__ or "").split())
    for sentence in re.split(r"(?<=[.;])\s", "" if doc.startswith(f"{cls.__name__}(") else doc):
        if f"`{name}`" in sentence:
            return sentence.rstrip(".;")
    return COMMON.get(name, "")


def _first(doc: str | None) -> str:
    return " ".join((doc or "").strip().split("\n\n")[0].split()).rstrip(".")


def _classes(hint: Any) -> list[type]:
    """The dataclasses that a type speaks of, pieces of lines aside."""
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return [] if hint.__module__ == "sessionlens.reports.lines" else [hint]
    return [c for part in typing.get_args(hint) for c in _classes(part)]


def _worded(hint: Any) -> str:
    """A type in the words of somebody who writes a template."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if "sessionlens.reports.lines." in str(hint):
        return "sentences" if str(hint).count("tuple") > 1 else "sentence"
    if origin is tuple:
        return f"list of {_worded(parts[0])}"
    if origin is dict:
        return f"{_worded(parts[1])} by name"
    if origin in (types.UnionType, typing.Union):
        return " or ".join("None" if p is type(None) else _worded(p) for p in parts)
    return {str: "text", int: "number", bool: "yes or no", float: "number"}.get(hint, getattr(hint, "__name__", str(hint)))


def _kinds(user: Path | None) -> tuple[Kind, ...]:
    """Every template that is not shared, the user's first; a kind that is in several folders is the first's."""
    found: dict[str, Kind] = {}
    for folder in folders(user):
        for path in sorted(folder.glob("*.j2")):
            if path.name.endswith(".html.j2") or path.stem in found:
                continue
            text = path.read_text(encoding="utf-8")
            comment = _COMMENT.match(text.lstrip())
            meaning = " ".join(comment.group(1).split()) if comment else ""
            found[path.stem] = Kind(path.stem, meaning, tuple(dict.fromkeys(_INCLUDE.findall(text))), folder.name)
    return tuple(found[name] for name in sorted(found))


def _methods() -> tuple[Field, ...]:
    """The public methods of a form, with their arguments."""
    out = []
    for name, member in sorted(vars(Form).items()):
        if not name.startswith("_") and inspect.isfunction(member):
            arguments = [p for p in inspect.signature(member).parameters if p not in ("self", "caller")]
            out.append(Field(name, f"({', '.join(arguments)})", _first(member.__doc__)))
    return tuple(out)
