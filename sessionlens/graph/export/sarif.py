"""SARIF 2.1.0 (OASIS), which code hosts show beside a change.

A transcript has no lines that a person would count, so a result's place is the file and, as a logical location, the message. The
fingerprint is made of what was said and not of where, so that a result is the same after the session has gone on.
"""

import hashlib
from typing import Any
from urllib.parse import quote

import orjson

from sessionlens import __version__
from sessionlens.graph.export._diagnostic import Diagnostic, diagnostics
from sessionlens.graph.view import View
from sessionlens.text.visible import in_json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


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
                "results": [_result(d) for d in found],
            }
        ],
    }
    return in_json(orjson.dumps(log, option=orjson.OPT_INDENT_2).decode()) + "\n"


def _result(d: Diagnostic) -> dict[str, Any]:
    where = f"msg{d.span.msg}" + (f".call{d.span.part}" if d.span.part else "")
    said = hashlib.sha256(f"{d.name}\0{d.text}".encode("utf-8", "replace")).hexdigest()[:16]
    return {
        "ruleId": d.rule,
        "kind": "pass" if d.level == "none" else "fail",
        "level": d.level,
        "message": {"text": f"{d.name}: {d.text}" + (f" ({d.detail})" if d.detail else "")},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": quote(d.span.source)}},
                "logicalLocations": [{"name": where, "kind": "message"}],
            }
        ],
        "partialFingerprints": {"said/v1": said},
        "properties": {"id": d.id},
    }
