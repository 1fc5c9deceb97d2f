"""The JSON Schema of an audit, `sessionlens.audit/1`, made from the closed vocabularies.

`python -m sessionlens.audit.schema > docs/audit.schema.json` writes it; a test fails while the file is older than the words.
"""

from typing import get_args

from sessionlens.audit.base import DEFECTS, Basis
from sessionlens.audit.export import SCHEMA
from sessionlens.graph.export.schema import INTEGER, TEXT, Schema, list_of, object_of, or_null, word
from sessionlens.model import words

_PLACE: Schema = {
    "file": TEXT,
    "line": {"type": "integer", "minimum": 1},
    "column": {"type": "integer", "minimum": 1},
    "start": {"type": "integer", "minimum": 0},
    "end": {"type": "integer", "minimum": 0},
    "quote": TEXT,
}
"""Characters [start, end) of the file's text, its line ends one character each; lines and columns are counted from 1."""
_NOTE: Schema = {"$ref": "#/$defs/note"}
_FINGERPRINT: Schema = {"type": "string", "pattern": "^[0-9a-f]{16}(-[0-9]+)?$"}


def schema() -> Schema:
    """JSON Schema, draft 2020-12."""
    claim = {
        **_PLACE,
        "claim": word(words.ClaimKind),
        "verdict": word(words.VerdictWord),
        "caveats": list_of(word(words.Caveat)),
        "derivation": TEXT,
        "help": TEXT,
        "basis": word(Basis),
        "messages": list_of(INTEGER),
        "also": list_of(_NOTE),
        "fingerprint": _FINGERPRINT,
    }
    finding = {
        **_PLACE,
        "issue": {"enum": [*words.ISSUES, *DEFECTS]},
        "rule": {"type": "string", "pattern": "^D[0-9]{3}$"},
        "confidence": word(words.Confidence),
        "why": TEXT,
        "help": TEXT,
        "also": list_of(_NOTE),
        "fingerprint": _FINGERPRINT,
    }
    counted = ("claims", *(b for b in get_args(Basis) if b != "none"), *words.VERDICTS, "findings")
    top = object_of(
        {
            "schema": {"const": SCHEMA},
            "documents": list_of(object_of({"name": TEXT, "subject": or_null(INTEGER)})),
            "claims": list_of(object_of(claim)),
            "findings": list_of(object_of(finding)),
            "coverage": object_of(dict.fromkeys(counted, INTEGER)),
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What sessionlens found in documents",
        **top,
        "$defs": {"note": object_of({**_PLACE, "label": TEXT})},
    }


def text() -> str:
    """The schema as it stands in `docs/`."""
    import json

    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(text())
