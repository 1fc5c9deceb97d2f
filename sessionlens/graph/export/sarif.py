"""SARIF 2.1.0 (OASIS), which code hosts show beside a change.

A result's place is the line of the record in the transcript, which code hosts need for showing it, and, as a logical location, the
message. A transcript that is no file of lines is shown at its first one. The
fingerprint is made of what was said and not of where, so that a result is the same after the session has gone on.
"""

import hashlib
from typing import Any
from urllib.parse import quote

import orjson

from sessionlens import __version__
from sessionlens.graph.export._diagnostic import Diagnostic, diagnostics
from sessionlens.graph.view import View
from sessionlens.model.span import Span
from sessionlens.text.regex import regex
from sessionlens.text.visible import in_json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

_LINE = regex(r"line (\d+)\b")


def render(view: View) -> str:
    """One run with a result per diagnostic; claims that hold are results of kind "pass"."""
    found = list(diagnostics(view))
    rules = {d.rule: {"id": d.rule, "name": d.name if d.rule[:1] == "R" else d.rule} for d in found}
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "sessionlens", "version": __version__, "rules": [rules[r] for r in sorted(rules)]}},
                "results": [_result(d, _line(view, d.span)) for d in found],
            }
        ],
    }
    return in_json(orjson.dumps(log, option=orjson.OPT_INDENT_2).decode()) + "\n"


def _line(view: View, span: Span) -> int:
    """The line of the transcript on which a message, or the call that printed it, begins."""
    if span.source != view.session.source or span.msg not in view.turns:
        return 1
    message = view.message(span.msg)
    call = message.calls[span.part - 1] if 0 < span.part <= len(message.calls) else None
    for record in (call.record if call is not None else "", message.record):
        found = _LINE.match(record)
        if found is not None:
            return int(found[1])
    return 1


def _result(d: Diagnostic, line: int) -> dict[str, Any]:
    where = f"msg{d.span.msg}" + (f".call{d.span.part}" if d.span.part else "")
    said = hashlib.sha256(f"{d.name}\0{d.text}".encode("utf-8", "replace")).hexdigest()[:16]
    return {
        "ruleId": d.rule,
        "kind": "pass" if d.level == "none" else "fail",
        "level": d.level,
        "message": {"text": f"{d.name}: {d.text}" + (f" ({d.detail})" if d.detail else "")},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": quote(d.span.source)}, "region": {"startLine": line}},
                "logicalLocations": [{"name": where, "kind": "message"}],
            }
        ],
        "partialFingerprints": {"said/v1": said},
        "properties": {"id": d.id},
    }
