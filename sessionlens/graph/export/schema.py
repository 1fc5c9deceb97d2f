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


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def word(vocabulary: object) -> Schema:
    return {"enum": list(get_args(vocabulary))}


def object_of(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


OF: dict[str, Schema] = {
    "quote": TEXT,
    "aliases": list_of(TEXT),
    "prediction": or_null(TEXT),
    "status": word(words.Status),
    "decided_at": or_null(INTEGER),
    "decided_by": list_of(INTEGER),
    "files": list_of(TEXT),
    "command": or_null(TEXT),
    "result": word(words.Result),
    "metric": TEXT,
    "config": TEXT,
    "value": NUMBER,
    "unit": TEXT,
    "raw": TEXT,
    "direction": word(words.Direction),
    "samples": list_of(ID),
    "n": or_null(INTEGER),
    "spread": or_null(NUMBER),
    "spread_kind": or_null(word(words.SpreadKind)),
    "parser": TEXT,
    "of": or_null(ID),
    "of_msg": or_null(INTEGER),
    "partial": TRUTH,
    "verified": TRUTH,
    "at": INTEGER,
    "row": or_null(TEXT),
    "claim": or_null(word(words.ClaimKind)),
    "verdict": or_null(word(words.VerdictWord)),
    "caveats": list_of(word(words.Caveat)),
    "evidence": list_of(INTEGER),
    "derivation": or_null(TEXT),
    "overturned_by": list_of(INTEGER),
    "issue": word(words.Issue),
    "rule": TEXT,
    "confidence": word(words.Confidence),
    "why": TEXT,
    "help": TEXT,
}


def _kind(kind: str) -> Schema:
    """One kind of node, with the letter of its ids."""
    own_id = {"type": "string", "pattern": f"^{words.LETTER[kind]}[0-9]+\\.[0-9]+$"}
    span = object_of({"source": TEXT, "part": INTEGER, "start": INTEGER, "end": INTEGER})
    fields = FIELDS[kind] + (JUDGED if kind == "conclusion" else ())
    head = {"id": own_id, "kind": {"const": kind}, "msg": INTEGER, "text": TEXT, "span": span, "amended": or_null(TEXT)}
    return object_of({**head, **{f: OF[f] for f in fields}})


def schema() -> Schema:
    """JSON Schema, draft 2020-12."""
    session = {
        "id": TEXT,
        "format": TEXT,
        "title": TEXT,
        "agent": TEXT,
        "model": TEXT,
        "messages": INTEGER,
        "started": or_null(TEXT),
        "ended": or_null(TEXT),
        "problems": list_of(object_of({"record": TEXT, "why": TEXT})),
        "children": list_of(object_of({"id": TEXT, "msg": or_null(INTEGER), "report": TEXT})),
        "parent": or_null(TEXT),
        "notes": list_of(TEXT),
    }
    top = object_of(
        {
            "schema": {"const": SCHEMA},
            "session": object_of(session),
            "nodes": list_of({"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in words.KINDS]}),
            "edges": list_of(object_of({"source": END, "target": END, "kind": word(words.Edge)})),
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
