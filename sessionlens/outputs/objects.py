"""JSON that a program prints about itself: `{"name": "heap", "total_seconds": 4.5}`, one object per line, or a whole document; also as
Python prints a dict.

The words of an object (`"name": "heap"`), its parameters (`"n": 1000`) and the keys that lead to it are the configuration. A number is
a value where its key ends in a unit (`total_seconds`, `peak_bytes`, `opsPerSec`) or names something measured (`mean`, `p99`, `hits`).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import orjson

from sessionlens.outputs import directions
from sessionlens.outputs.configs import join
from sessionlens.outputs.labels import COUNTED
from sessionlens.outputs.page import Page
from sessionlens.outputs.readers import is_snippet
from sessionlens.outputs.rows import PARAMETERS, REPEATS
from sessionlens.text import loops, units
from sessionlens.text.regex import regex

NAME = "json"
LITERALS = ('":', "':")
TOOLS: frozenset[str] = frozenset()

_TOKEN = regex(r'"(?P<text>(?:[^"\\]|\\.)*)"|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<mark>[{}\[\],:])')
_IDENTIFIES = regex(
    r"(?i)(?:^|_)(?:id|ids|pid|port|timestamp|date|created|updated|epoch|version|line|column|offset|code|status|seed|hash)$"
)
_BLOCK = regex(r"(?ms)^\{$.*?^\}$")
"""One of several documents that stand one after the other, as jq prints them."""
_LABELLED = regex(r"(?P<label>[\w./@=+-]+(?: [\w./@=+-]+){0,3}:?) (?=\{\")")
_UNIT_KEYS = frozenset(["unit", "units", "time_unit"])
_SERVED = frozenset({"curl", "wget", "http", "gh", "kubectl", "docker", "aws", "gcloud", "az"})
"""What these print is a service's data."""
_SECONDS = frozenset({"mean", "stddev", "median", "user", "system", "min", "max"})
_SETS = PARAMETERS - REPEATS
_MOST = 400
"""A document with more numbers is data, not results."""
_WORD = 60


class Number(NamedTuple):
    """A number with the keys that lead to it, the innermost last, its place, and the object it stands in."""

    keys: tuple[str, ...]
    raw: str
    start: int
    owner: int


class Told(NamedTuple):
    """All numbers of a document, and the words of each of its objects."""

    numbers: list[Number]
    words: dict[int, list[tuple[str, str]]]


def parse(page: Page) -> None:
    if not page.programs and not page.shows_results and not any(map(is_snippet, page.locals)):
        return
    served = not page.tools.isdisjoint(_SERVED)
    found = list(_documents(page))
    rounds = loops.rounds(page.call.command or "") if len(found) > 1 else ()
    each = len(found) // len(rounds) if rounds and not len(found) % len(rounds) else 0
    for i, (start, text, label) in enumerate(found):
        about = " ".join(rounds[i // each].values()) if each else ""
        told = read(text)
        if len(told.numbers) > _MOST:
            continue
        for number in told.numbers if not served else ():
            _value(page, start, number, told, about, label)
        page.claimed.update(at for at, _ in page.lines if start - len(label) - 2 < at < start + len(text))


def _documents(page: Page) -> Iterator[tuple[int, str, str]]:
    """The JSON texts of an output: every line that is one, or a label and one (`new {"phase": "scan"}`), else what stands
    between the first bracket and the last. Each with its place and its label."""
    single = False
    for at, line in page.free():
        if line[:1] in ("{", "[") and line.rstrip()[-1:] in ("}", "]"):
            text = line if '":' in line else line.replace("'", '"') if '"' not in line else ""
            if '":' in text and _valid(text):
                single = True
                yield at, text, ""
        elif line[-1:] == "}" and ' {"' in line and (label := _LABELLED.match(line)) is not None and _valid(line[label.end() :]):
            single = True
            yield at + label.end(), line[label.end() :], label["label"].rstrip(":")
    start = min((i for i in (page.text.find("{"), page.text.find("[")) if i >= 0), default=-1)
    if single or start < 0 or page.line_at(start) in page.claimed:
        return
    text = page.text[start : max(page.text.rfind("}"), page.text.rfind("]")) + 1]
    if '":' in text and _valid(text):
        yield start, text, ""
    elif "}\n{\n" in text:
        yield from ((m.start(), m[0], "") for m in _BLOCK.finditer(page.text, start) if '":' in m[0] and _valid(m[0]))


def _valid(text: str) -> bool:
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return True


def read(text: str) -> Told:
    """The numbers of a valid JSON text with their places, by one pass over its tokens."""
    told = Told([], {})
    keys: list[str] = []
    owners: list[int] = []
    objects: list[bool] = []
    key, count, named = "", 0, False
    for m in _TOKEN.finditer(text):
        mark = m["mark"]
        if mark in ("{", "["):
            keys.append(key)
            objects.append(mark == "{")
            count += mark == "{"
            owners.append(count if mark == "{" else (owners[-1] if owners else 0))
            key, named = "", False
        elif mark in ("}", "]"):
            keys.pop()
            objects.pop()
            owners.pop()
            key, named = "", False
        elif mark == ":":
            named = True
        elif mark == ",":
            named = False
        elif m["number"] is not None:
            told.numbers.append(
                Number(
                    (*(k for k in keys if k), *([key] if key and objects and objects[-1] else [])),
                    m["number"],
                    m.start(),
                    owners[-1] if owners else 0,
                )
            )
            named = False
        elif objects and objects[-1] and not named:
            key = m["text"]
        else:
            if owners and objects[-1] and 0 < len(m["text"]) <= _WORD:
                told.words.setdefault(owners[-1], []).append((key, m["text"]))
            named = False
    return told


def _exported(page: Page) -> bool:
    """Whether jq showed parts of what hyperfine exported in the same call, whose times are seconds (hyperfine's manual, --export-json)."""
    if "jq" not in page.tools or "hyperfine" not in page.tools:
        return False
    files = {
        b for a in page.commands("hyperfine") for w, b in zip(a.command.argv, a.command.argv[1:], strict=False) if w == "--export-json"
    }
    return any(w in files for a in page.commands("jq") for w in a.command.argv[1:])


def _leads(key: str) -> bool:
    """Whether a whole number that an object begins with says what the object is about: `{"drivers": 8, "wait_ms": 4.1}`."""
    return not (
        key in REPEATS
        or _IDENTIFIES.search(key)
        or COUNTED.search(re.split(r"[_\s.-]", key)[-1])
        or units.suffix(key)[1]
        or units.known(key)
        or directions.direction(key.replace("_", " "), "") != "unknown"
    )


def _value(page: Page, start: int, number: Number, told: Told, about: str, label: str) -> None:
    """Add a number if it is a value. `about` are the words of the loop's round that printed the document, `label` those before it."""
    if not number.keys:
        return
    key = number.keys[-1]
    metric, unit = units.suffix(key)
    said = told.words.get(number.owner, [])
    if not unit:
        unit = next((v for k, v in said if k in _UNIT_KEYS and units.known(v)), "")
    if not unit and key in _SECONDS and _exported(page):
        unit = "s"
    if units.known(key) and len(key) > 2:
        unit = key
    last = re.split(r"[_\s.-]", key)[-1]
    if not unit and (
        _IDENTIFIES.search(key)
        or (key in PARAMETERS and number.raw.isdigit())
        or not (COUNTED.search(last) or directions.direction(key.replace("_", " "), "") != "unknown" or "." in number.raw)
    ):
        return
    words = [v for k, v in said if k not in _UNIT_KEYS and not _IDENTIFIES.search(k) and (" " not in v.strip()[:40] or len(said) == 1)]
    beside = [n for n in told.numbers if n.owner == number.owner and n.keys]
    runs = next((int(n.raw) for n in beside if n.keys[-1] in REPEATS and n.raw.isdigit()), None)
    given = [
        f"{n.keys[-1]}={n.raw}" for i, n in enumerate(beside) if n.raw.isdigit() and (n.keys[-1] in _SETS or (not i and _leads(n.keys[-1])))
    ]
    path = [k for k in number.keys[:-1] if k not in ("results", "benchmarks", "data", "metrics", "stats")]
    config = join(label, " ".join(path), " ".join(words[:4]), " ".join(given[:4])) or about or page.about(start)
    exact, n = number.raw.lstrip("-").isdigit(), runs if COUNTED.search(metric) else None
    page.reading(metric, number.raw, unit, start + number.start, config=config, value=float(number.raw), exact=exact, n=n)
