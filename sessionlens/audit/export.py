"""An audit as JSON, SARIF 2.1.0 and JUnit XML. Unlike a session, a document has lines, so places are lines and columns.

`sessionlens.audit/1`: fields are only ever added, lists are in the order of the documents and their text.
"""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import orjson

from sessionlens import __version__
from sessionlens.audit import Claim, Finding, Note, Place, Report
from sessionlens.graph.export._text import printable
from sessionlens.model import words
from sessionlens.model.fingerprint import fingerprint, numbered

SCHEMA = "sessionlens.audit/1"
_LEVEL = {"contradicted": "error", "unsupported": "warning", "undecidable": "note", "supported": "none"} | {
    "high": "error",
    "medium": "warning",
    "low": "note",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A claim or a finding with its fingerprint."""

    item: Claim | Finding
    fingerprint: str

    @property
    def word(self) -> str:
        """The verdict or the issue."""
        return self.item.verdict if isinstance(self.item, Claim) else self.item.issue

    @property
    def level(self) -> str:
        """error, warning, note or none (a claim that holds)."""
        return _LEVEL[self.item.verdict if isinstance(self.item, Claim) else self.item.confidence]


def entries(report: Report) -> tuple[Entry, ...]:
    """Claims, then findings, each with its fingerprint."""
    items: list[Claim | Finding] = [*report.claims, *report.findings]
    prints = numbered(fingerprint(i.kind if isinstance(i, Claim) else i.issue, f"{_file(i)}\0{i.place.text}") for i in items)
    return tuple(Entry(i, p) for i, p in zip(items, prints, strict=True))


def _file(item: Claim | Finding) -> str:
    """The file's name without its folders, which differ from machine to machine."""
    return PurePath(item.place.document.name).name


def as_data(report: Report, shown: tuple[Entry, ...]) -> dict[str, Any]:
    """The report as plain data; `shown` are the entries to list."""
    return {
        "schema": SCHEMA,
        "documents": [{"name": d.name, "subject": d.subject} for d in report.documents],
        "claims": [_claim(e) for e in shown if isinstance(e.item, Claim)],
        "findings": [_finding(e) for e in shown if isinstance(e.item, Finding)],
        "coverage": coverage(report),
    }


def coverage(report: Report) -> dict[str, int]:
    """How many claims were found, judged by the document's own numbers, by the session, and each way."""
    counts = {"claims": len(report.claims)}
    for basis in ("document", "session"):
        counts[basis] = sum(c.basis == basis for c in report.claims)
    return counts | {w: sum(c.verdict == w for c in report.claims) for w in words.VERDICTS} | {"findings": len(report.findings)}


def _place(place: Place) -> dict[str, Any]:
    return {
        "file": place.document.name,
        "line": place.line,
        "column": place.column,
        "start": place.start,
        "end": place.end,
        "quote": place.text,
    }


def _notes(also: tuple[Note, ...]) -> list[dict[str, Any]]:
    return [{**_place(n.place), "label": n.label} for n in also]


def _claim(entry: Entry) -> dict[str, Any]:
    c = entry.item
    assert isinstance(c, Claim)
    return {
        **_place(c.place), "claim": c.kind, "verdict": c.verdict, "caveats": list(c.caveats), "derivation": c.derivation,
        "help": c.help, "basis": c.basis, "messages": list(c.messages), "also": _notes(c.also), "fingerprint": entry.fingerprint,
    }  # fmt: skip


def _finding(entry: Entry) -> dict[str, Any]:
    f = entry.item
    assert isinstance(f, Finding)
    return {
        **_place(f.place), "issue": f.issue, "rule": f.rule, "confidence": f.confidence, "why": f.why, "help": f.help,
        "also": _notes(f.also), "fingerprint": entry.fingerprint,
    }  # fmt: skip


def _said(item: Claim | Finding) -> str:
    if isinstance(item, Claim):
        return f"{item.kind} {item.verdict}: {' '.join(item.place.text.split())}" + (f" ({item.derivation})" if item.derivation else "")
    return f"{item.issue}: {item.why}; {item.help}"


def sarif(shown: tuple[Entry, ...]) -> str:
    """One run; a claim that holds is a result of kind "pass"."""
    rules = {e.item.rule if isinstance(e.item, Finding) else e.item.verdict: e.word for e in shown}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "sessionlens", "version": __version__, "rules": [{"id": r, "name": rules[r]} for r in sorted(rules)]}
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(e) for e in shown],
            }
        ],
    }
    return orjson.dumps(log, option=orjson.OPT_INDENT_2).decode() + "\n"


def _result(entry: Entry) -> dict[str, Any]:
    item = entry.item
    return {
        "ruleId": item.rule if isinstance(item, Finding) else item.verdict,
        "kind": "pass" if entry.level == "none" else "fail",
        "level": entry.level,
        "message": {"text": _said(item)},
        "locations": [{"physicalLocation": _physical(item.place)}],
        "relatedLocations": [{"physicalLocation": _physical(n.place), "message": {"text": n.label}} for n in item.also],
        "partialFingerprints": {"said/v1": entry.fingerprint},
    }


def _physical(place: Place) -> dict[str, Any]:
    end = Place(place.document, max(place.start, place.end - 1), place.end)
    region = {"startLine": place.line, "startColumn": place.column, "endLine": end.line, "endColumn": end.column + 1}
    return {"artifactLocation": {"uri": place.document.name}, "region": region}


def junit(shown: tuple[Entry, ...]) -> str:
    """One test suite: errors and warnings are failures, notes are skipped cases."""
    failed = sum(e.level in ("error", "warning") for e in shown)
    skipped = sum(e.level == "note" for e in shown)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="sessionlens audit" tests="{len(shown)}" failures="{failed}" errors="0" skipped="{skipped}">',
        *(_case(e) for e in shown),
        "</testsuite>",
    ]
    return "\n".join(lines) + "\n"


def _case(entry: Entry) -> str:
    place, said = entry.item.place, printable(_said(entry.item))
    name = quoteattr(printable(f"line {place.line}: {entry.word}: {' '.join(place.text.split())}"))
    head = f"  <testcase classname={quoteattr(printable(place.document.name))} name={name}"
    if entry.level == "none":
        return head + "/>"
    if entry.level == "note":
        return f"{head}><skipped message={quoteattr(said)}/></testcase>"
    return f"{head}><failure type={quoteattr(entry.word)} message={quoteattr(said)}>{escape(said)}</failure></testcase>"
