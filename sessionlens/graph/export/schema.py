"""The JSON Schema of the findings contract, made from the closed vocabularies.

`python -m sessionlens.graph.export.schema > docs/findings.schema.json` writes it; a test fails while the file is older than the words.
"""

from typing import Any, get_args

from sessionlens.graph.export.json import FIELDS, JUDGED, SCHEMA
from sessionlens.model import words

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TRUTH: Schema = {"type": "boolean"}
ID: Schema = {"type": "string", "pattern": "^[hevmrcf][0-9]+\\.[0-9]+$"}
END: Schema = {"type": "string", "pattern": "^([hevmrcf][0-9]+\\.[0-9]+|msg[0-9]+)$"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _word(vocabulary: object) -> Schema:
    return {"enum": list(get_args(vocabulary))}


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


OF: dict[str, Schema] = {
    "quote": TEXT,
    "aliases": _list(TEXT),
    "prediction": _or_null(TEXT),
    "status": _word(words.Status),
    "decided_at": _or_null(INTEGER),
    "decided_by": _list(INTEGER),
    "files": _list(TEXT),
    "command": _or_null(TEXT),
    "result": _word(words.Result),
    "metric": TEXT,
    "config": TEXT,
    "value": NUMBER,
    "unit": TEXT,
    "raw": TEXT,
    "direction": _word(words.Direction),
    "samples": _list(ID),
    "n": _or_null(INTEGER),
    "spread": _or_null(NUMBER),
    "spread_kind": _or_null(_word(words.SpreadKind)),
    "parser": TEXT,
    "of": _or_null(ID),
    "of_msg": _or_null(INTEGER),
    "partial": TRUTH,
    "verified": TRUTH,
    "at": INTEGER,
    "row": _or_null(TEXT),
    "claim": _or_null(_word(words.ClaimKind)),
    "verdict": _or_null(_word(words.VerdictWord)),
    "caveats": _list(_word(words.Caveat)),
    "evidence": _list(INTEGER),
    "derivation": _or_null(TEXT),
    "overturned_by": _list(INTEGER),
    "issue": _word(words.Issue),
    "rule": TEXT,
    "confidence": _word(words.Confidence),
    "why": TEXT,
    "help": TEXT,
}


def _kind(kind: str) -> Schema:
    """One kind of node, with the letter of its ids."""
    own_id = {"type": "string", "pattern": f"^{words.LETTER[kind]}[0-9]+\\.[0-9]+$"}
    span = _object({"source": TEXT, "part": INTEGER, "start": INTEGER, "end": INTEGER})
    fields = FIELDS[kind] + (JUDGED if kind == "conclusion" else ())
    head = {"id": own_id, "kind": {"const": kind}, "msg": INTEGER, "text": TEXT, "span": span, "amended": _or_null(TEXT)}
    return _object({**head, **{f: OF[f] for f in fields}})


def schema() -> Schema:
    """JSON Schema, draft 2020-12."""
    session = {
        "id": TEXT,
        "format": TEXT,
        "title": TEXT,
        "agent": TEXT,
        "model": TEXT,
        "messages": INTEGER,
        "started": _or_null(TEXT),
        "ended": _or_null(TEXT),
        "problems": _list(_object({"record": TEXT, "why": TEXT})),
        "children": _list(_object({"id": TEXT, "msg": _or_null(INTEGER), "report": TEXT})),
        "parent": _or_null(TEXT),
        "notes": _list(TEXT),
    }
    top = _object(
        {
            "schema": {"const": SCHEMA},
            "session": _object(session),
            "nodes": _list({"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in words.KINDS]}),
            "edges": _list(_object({"source": END, "target": END, "kind": _word(words.Edge)})),
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What sessionlens found in a session",
        **top,
        "$defs": {kind: _kind(kind) for kind in words.KINDS},
    }


def text() -> str:
    """The schema as it stands in `docs/`."""
    import json

    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(text())
