"""The contract of `sessionlens.audit/1`: a schema as new as the words, and audits that fit it."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import orjson
import pytest

from sessionlens.audit import Document, audit, schema
from sessionlens.audit.export import as_data, entries
from sessionlens.model import words
from sessionlens.pipeline import investigate
from tests.story import tell

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "audit.schema.json"
CASES = sorted((ROOT / "tests" / "cases" / "audit").glob("*.md"))
VALID = jsonschema.Draft202012Validator(schema.schema())


def data(*documents: Document, session: str = "") -> Any:
    report = audit(documents, investigate(tell(session)) if session else None)
    return json.loads(orjson.dumps(as_data(report, entries(report))))


def test_the_file_in_docs_is_made_from_the_words() -> None:
    assert DOCS.read_text() == schema.text(), "run: python -m sessionlens.audit.schema > docs/audit.schema.json"


def test_the_schema_is_a_schema_and_takes_the_words_of_sessions() -> None:
    jsonschema.Draft202012Validator.check_schema(schema.schema())
    claims = schema.schema()["properties"]["claims"]["items"]["properties"]
    assert claims["verdict"]["enum"] == list(words.VERDICTS) and claims["claim"]["enum"] == list(words.CLAIMS)


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.name)
def test_an_audit_fits_the_schema(path: Path) -> None:
    found = data(Document(path.name, path.read_text(encoding="utf-8")))
    VALID.validate(found)
    assert found["claims"]


def test_an_audit_against_a_session_fits_the_schema() -> None:
    story = "say: Old.\n$ ./bench --config old\n> total: 46.9 ms\nsay: New.\n$ ./bench --config new\n> total: 20.4 ms"
    note = 'This is message [msg 2]. It took 46.9 ms, and 46.9 ms again. They said "it is never slower than that" in [msg 99].'
    found = data(Document("note.md", note), session=story)
    VALID.validate(found)
    assert found["findings"] and found["documents"] == [{"name": "note.md", "subject": 2}]


def test_what_is_no_audit_does_not_fit() -> None:
    found = data(Document("note.md", "The build went from 40.0 s to 50.0 s, 30 % slower."))
    for field in ("claims", "coverage", "schema"):
        with pytest.raises(jsonschema.ValidationError):
            VALID.validate({k: v for k, v in found.items() if k != field})
    found["claims"][0]["verdict"] = "wrong"
    with pytest.raises(jsonschema.ValidationError):
        VALID.validate(found)
