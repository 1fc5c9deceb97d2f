"""The package knows nothing of the sessions, cases and write-ups that it is tried on: no name and no number of theirs stands in it.

The forbidden words are counted out, not listed: a word that an agent coined stands often in one source and nowhere else, so what is
looked for is every identifier, every hyphenated name and every number with decimals or thousands' separators, of four significant digits
at least, of the material beside this checkout. Those that the tools, Python or plain English bring in are allowed by name, with the reason.
A few are known by heart and looked for with or without the material.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
OURS = sorted([*ROOT.glob("sessionlens/**/*.py"), *ROOT.glob("templates/**/*.*")])
BY_HEART = (
    "smallvec", "cuzk", "bellpepper", "supraseal", "sppark", "gadgetlc", "keygen", "cudahostregister", "linearcombination",
    "shipment_code", "event_code", "o15sv1", "veco15", "add_lc", "ravi", "tomasz", "mimalloc", "with-b1", "synth-only",
    "88.9", "55.4", "56.6", "59.8", "61.1", "54.7", "54.8", "4034.0", "4386.3", "13.72", "32.42", "40.30", "30.90",
)  # fmt: skip
IDENTIFIER = re.compile(r"(?<![\w-])[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+(?![\w-])|(?<!\w)[A-Z][a-z]+(?:[A-Z][a-z]+)+(?!\w)")
NUMBER = re.compile(r"(?<![\w.,:-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w,:-]|\.\d)")
TOOLS = (
    "branch-misses cg_annotate file_path new_string old_string page-faults task-clock perf_counter perf_event_paranoid process_time "
    "unicodedecodeerror"
)
SQLITE = "isolation_level page_size sqlite_master"
ENGLISH = "made-up mixed-case re-run trade-off utf-8"
PROGRAMS = "size_of"
ALLOWED = {
    **dict.fromkeys(TOOLS.split(), "what a tool prints or takes, in every session with that tool"),
    **dict.fromkeys(SQLITE.split(), "the store's own database"),
    **dict.fromkeys(ENGLISH.split(), "English"),
    **dict.fromkeys(PROGRAMS.split(), "a language's own word"),
}
"""Words of the material that the package has for another reason, with that reason."""


def texts() -> list[str]:
    """What the recorded sessions, the cases and the write-ups say and print."""
    found = [p.read_text(encoding="utf-8") for p in sorted(SHARED.glob("seeds/*.txt"))]
    for path in sorted(SHARED.glob("sessions/*/session.json")):
        for message in json.loads(path.read_text(encoding="utf-8"))["messages"]:
            tool = message.get("tool") or {}
            found += [message.get("text") or "", tool.get("output") or "", json.dumps(tool.get("input", {}))]
    cases = SHARED / "cases" / "claims.json"
    if cases.exists():
        for case in json.loads(cases.read_text(encoding="utf-8")):
            found += [case["claim"], *(part for step in case["steps"] for part in (step["cmd"], step["out"]))]
    return found


@cache
def ours() -> dict[Path, str]:
    return {p: p.read_text(encoding="utf-8").lower() for p in OURS}


def standing(word: str) -> list[str]:
    """Where a word stands in the package, as file:line."""
    pattern = re.compile(rf"(?<![\w.]){re.escape(word.lower())}(?![\w]|\.\d)")
    return [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"
        for path, text in ours().items()
        if word.lower() in text and (match := pattern.search(text))
    ]


def test_the_package_is_read() -> None:
    assert len(OURS) > 100


@pytest.mark.parametrize("word", BY_HEART)
def test_known_word(word: str) -> None:
    assert standing(word) == []


@pytest.mark.skipif(not SHARED.exists(), reason="the shared material is not beside this checkout")
def test_no_identifier_and_no_number_of_the_material() -> None:
    said = texts()
    words = {w.lower() for text in said for w in IDENTIFIER.findall(text)}
    words |= {n for text in said for n in NUMBER.findall(text) if ("." in n or "," in n) and len(re.sub("[.,]", "", n).strip("0")) >= 4}
    found = {w: where for w in sorted(words - ALLOWED.keys()) if (where := standing(w))}
    assert not found, "\n".join(f"{w}: {', '.join(where[:4])}" for w, where in found.items())
