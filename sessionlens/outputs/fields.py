"""Values that a program of the project prints itself: `min=114.41 ms`, `build 5523.7 ms, save 5.4 ms`, `nodes: 647538`,
`110 parcels  1623.3 kg`, `faults 3900`.

The most general parser, so the most careful: it runs only where the call ran a benchmark, a script or a built program, and reads only
what has a unit of measure, or a name joined by `=` or `:`, or stands in rows of one shape. Parameters (`n=844444`, `rounds=15`, whatever
the command's own words say) are the configuration; versions, dates, hashes, code, compiler and log lines are left alone.
"""

import itertools
import re
from collections import Counter

from sessionlens.outputs import directions
from sessionlens.outputs.configs import join
from sessionlens.outputs.labels import COUNTED, LISTED, PARAMETER, QUANTITY, RUN, label_of, leading, metric_of, names_config, per
from sessionlens.outputs.lines import is_code, segments
from sessionlens.outputs.naming import PAIRS, SENTENCE, Field, fields
from sessionlens.outputs.page import Page
from sessionlens.outputs.readers import picks
from sessionlens.outputs.rows import PARAMETERS, REPEATS, counts, leading_words, numbered, paired
from sessionlens.text import units
from sessionlens.text.regex import regex

NAME = "fields"
LITERALS: tuple[str, ...] = ()
TOOLS: frozenset[str] = frozenset()

_SUMS = frozenset(["digest", "hash", "sha", "checksum"])
_BAD_NAME = regex(
    r"(?i)(?:^|[\s_-])(?:exit|code|status|line|pid|port|step|id|seed|version|v|at|in|on|after|of|for|to|from|by|and|is|the|a|than|"
    r"with|column|python|node|rustc|gcc|clang|npm|pip|section|chapter)$"
)
_COUNTS = frozenset(["n", "N", "count"])
"""What says beside a mean and its extremes of how many runs they are; elsewhere it is a size."""
_STATISTIC = regex(r"(?i)^(?:mean|avg|average|median|min|max|best|worst|sd|std|stdev|stddev|p\d\d+)(?:$|[_ ])")
_NAME = regex(r"(?!(?:ok|yes|no|true|false|none|null|nan|inf|pass|fail|done)$|[0-9a-f]{7,}$)[A-Za-z][\w.+-]{0,30}", re.I)
_ALONE = regex(r"\s*(?:[\w./-]+ +)?[A-Za-z_][\w./-]* +-?\d[\d,.]*\s*$")
"""One name and its number, behind a label or none: `3fa9c1e kept -29`, `sort 0.0156`."""
_CLOCKS = frozenset(["real", "user", "sys"])
"""What a shell prints in seconds, whether it says so or not: `real 1.002 user 0.901`."""
_CASE = regex(r"\s*[A-Za-z][\w.-]*(?:[ =:#]+\d{1,6}(?:/\d+)?)?\s*")
_MOVING = regex(
    r"(?i)time(?:d)? ?out|deadline|retry|sleep|interval|every \d|"
    r"\b(?:updating|downloading|receiving|resolving|counting|compressing|progress|remaining|eta)\b"
)
_DIGIT = regex(r"\d")
_N = regex(
    r"\s*(?:(?:over|of|from|across)\s*(\d+) [a-z]|in\s*(\d+) (?:runs|rounds|reps|repeats|samples|trials|iterations|iters|times|passes)\b"
    r"|\(n ?= ?(\d+)\))"
)
_OF_ALL = regex(r"\(n ?= ?(\d+)\)\s*$")
_WORDS = regex(r"[\s\"'=;,()]+")
_NUMBERS = regex(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
_SHAPE = regex(r"^\s*[\d-]*\s*\S+|-?[\d.,]+|\s+")
_SPOKEN_FOR = frozenset(
    [
        "hyperfine",
        "fio",
        "wrk",
        "wrk2",
        "ab",
        "hey",
        "oha",
        "k6",
        "vegeta",
        "pgbench",
        "sysbench",
        "redis-benchmark",
        "valgrind",
        "perf",
        "dd",
        "golangci-lint",
    ]
)
_STARTERS = frozenset(["npm", "npx", "yarn", "pnpm", "bunx", "pip", "uvx"])
"""Package tools: what they start prints, and so do they; only a benchmark is worth the doubt."""
"""Tools whose output a family of its own reads whole; what that leaves is no value."""
_LONG = 240


def parse(page: Page) -> None:
    """Read the lines that are left."""
    own = [a for a in page.programs if a.command.tool not in _SPOKEN_FOR and not (a.command.tool in _STARTERS and a.intent == "run")]
    results = bool(own or page.counters or any(map(picks, page.actions)) or page.shows_results)
    if not results and not page.shows_log and not page.locals:
        return
    command = page.call.command or ""
    said = frozenset(_NUMBERS.findall(command)).union(w for w in _WORDS.split(command) if w[:1].isdigit())
    rows = [(at, line) for at, line in page.free() if line and len(line) <= _LONG and _DIGIT.search(line) and not is_code(line)]
    shapes: Counter[str] = Counter()
    lead_of: dict[int, str] = {}
    found: list[tuple[int, str, tuple[int, int], list[Field]]] = []
    for at, line in rows:
        parts = segments(line)
        if len(parts) > 1 and _CASE.fullmatch(line, *parts[0]):
            lead_of[at] = line[: parts[0][1]].strip()
        for part in parts:
            fielded = [f for f in fields(line, *part) if not f.unit or f.raw not in command or not _given(f, command, said)]
            alike = 0
            if fielded and (fielded[-1].joined == "after" or (len(fielded) == 1 and fielded[0].joined == "before" and not fielded[0].unit)):
                shapes = shapes or Counter(_SHAPE.sub("", other) for _, other in rows if PAIRS.search(other) or _ALONE.match(other))
                alike = shapes[_SHAPE.sub("", line)]
            kept = _measured(page, line[: part[1]], fielded, said, alike) if results or _only_values(line, part, fielded) else []
            if kept:
                found.append((at, line, part, kept))
    words = _words(page, found) if own or page.counters else page.each(list(page.locals), len(found))
    lead = Counter(kept[0].name for *_, kept in found if kept[0].joined == "=" and kept[0].raw.isdigit())
    values = {(kept[0].name, kept[0].raw) for *_, kept in found}
    series = frozenset(name for name, n in lead.items() if n > 1 and sum(key == name for key, _ in values) > 1)
    serial = numbered(kept for *_, kept in found)
    found = [(at, line, part, kept[1:] if kept[0].name in serial and len(kept) > 1 else kept) for at, line, part, kept in found]
    labels = page.loop_words | leading_words(kept[0] for *_, kept in found)
    for (at, line, part, kept), about in zip(found, words, strict=True):
        _add(page, at, line, part, kept, said, about, series, labels, lead_of.get(at, ""))


def _given(f: Field, command: str, said: frozenset[str]) -> bool:
    """Whether a value with a unit is one that the command gives: `echo "work_mem=$m ..."` of a loop over `4MB 16MB`."""
    return f"{f.raw} {f.unit}" in command or (f.joined == "=" and f"{f.raw}{f.unit}" in said)


def _words(page: Page, found: list[tuple[int, str, tuple[int, int], list[Field]]]) -> list[str]:
    """The words of the command that printed each part: of the only program, or, where several ran one after the other and the
    parts repeat themselves as often, of each in turn; else nobody can say."""
    shown = [a for a in page.programs if not any(r.op in (">", ">>", "&>") for r in a.command.redirects)]
    told = page.each(shown or list(page.programs), len(found))
    if len(set(told)) < 2:
        return told
    names = [tuple(f.name for f in kept) for _, _, _, kept in found]
    size = sum(1 for _ in itertools.takewhile(lambda words: words == told[0], told))
    if names == names[:size] * (len(names) // size):
        return told
    return [""] * len(found)


def _measured(page: Page, line: str, found: list[Field], said: frozenset[str], alike: int) -> list[Field]:
    """The candidates that were measured: not parameters, ordinals or parts of a sentence."""
    measures = [f for f in found if f.unit]
    if measures and _MOVING.search(line):
        return []
    whole = SENTENCE.match(line) if not measures else None
    if whole is not None:
        return [Field(*whole.span("num"), whole.end("num"), whole["num"], "", whole["noun"], "after", whole.start("num"))]
    shared = not measures or {"share"}.issuperset([f.joined for f in measures])
    lists = {f.named for f in found if f.joined == "list"}
    if measures and len(found) > 1 and all(f.joined in (":", "=") for f in found):
        shared = True  # `rss: 12 MB kept: 840 rows`: a line of nothing but named values
    row = paired(line, found)
    return [
        f
        for f in found
        if (f.unit and (f.joined != "none" or len(found) <= 4 or "/" in f.unit))
        or (not f.unit and _bare(page, f, found, said, alike, shared, lists, row))
    ]


def _only_values(line: str, part: tuple[int, int], found: list[Field]) -> bool:
    """Whether a part of a line consists of named values with units: `parse=1.2 s emit=0.4 s`."""
    if len(found) == 1 and found[0].unit and found[0].joined == "none":  # `bin/old 3.7 ms`
        return len(line[part[0] : found[0].start].split()) == 1 and not line[found[0].after : part[1]].strip()
    if not found or not all(f.unit and (f.joined in ("=", ":") or (f.joined == "before" and f.name)) for f in found):
        return False
    at, rest = part[0], []
    for f in found:
        rest.append(line[at : f.named])
        at = f.after
    return not any(c.isalnum() for c in "".join([*rest, line[at : part[1]]]))


def _bare(page: Page, f: Field, found: list[Field], said: frozenset[str], alike: int, alone: bool, lists: set[int], row: bool) -> bool:
    """Whether a number without a unit is a value. `alone` says that no other number of the line has one, shares aside; `lists` are the
    places of names that several values go by."""
    word = f.name.rpartition(" ")[2]
    if f.joined == "spread":
        return True
    if f.named in lists:
        return any(g.named == f.named and (g.unit or g.joined in ("=", ":")) for g in found)
    if f.joined == "=" and counts(f, word, found):
        return True
    if f.raw[0] == "+" or not f.name or word in PARAMETERS or word.lower() in PARAMETERS:
        return False
    if f.raw.replace(",", "") in said and not row:
        return False
    if row and f.joined in ("before", "after"):
        return True
    if _BAD_NAME.search(f.name if f.joined == "before" else word) and not (f.joined == ":" and (" " in f.name or len(word) == 1)):
        return False
    if f.joined == ":":
        return alone or bool(COUNTED.search(f.name)) or directions.direction(f.name, "") != "unknown"
    if f.joined == "of":
        return any(g.joined in ("=", ":") and not g.unit for g in found)
    if f.joined == "after":
        return alike > 1 and sum(g.joined == "after" for g in found) > 1
    if f.joined == "before" and word in _CLOCKS and "." in f.raw:
        return True
    if f.joined == "before" and alike > 1 and (len(found) == 1 and ("." in f.raw or f.named)) and not page.only_reads:
        return True
    return f.joined == "=" or (f.joined == "before" and len(found) <= 4 and (bool(page.counters) or bool(COUNTED.search(f.name))))


def _add(
    page: Page,
    at: int,
    line: str,
    part: tuple[int, int],
    kept: list[Field],
    said: frozenset[str],
    words: str,
    series: frozenset[str],
    leads: frozenset[str],
    case: str,
) -> None:
    """Add the values of one part of a line, with the label that stands before the first of them. What `series` names leads several
    rows with other values each: what the rows are about, and no value. `case` is the part that a line of several begins with:
    `epoch 3 | ...`."""
    label = join(case, label_of(line, part[0], kept[0])) if case else label_of(line, part[0], kept[0])
    measured = {f.name for f in kept}
    given = [(m[1], m[2]) for m in PARAMETER.finditer(line, *part) if line[m.start() - 1 : m.start()] != "("]
    counted = REPEATS
    if REPEATS.isdisjoint(k for k, _ in given) and sum(bool(_STATISTIC.search(name)) for name in measured) > 1:
        counted = _COUNTS
    repeats = next((int(v) for k, v in given if k in counted and k not in measured and v.isdecimal()), None)
    settings = [(k, v) for k, v in given if k not in measured and k not in counted - REPEATS]
    parameters = " ".join(
        f"{k}={v}" for k, v in settings if (k in PARAMETERS and k not in _SUMS) or v in said or (_NAME.fullmatch(v) and k not in _SUMS)
    )
    led = leading(given, kept) if counted is REPEATS else ""
    parameters = join(led, parameters)
    whole = _OF_ALL.search(line, *part)
    repeats = int(whole[1]) if whole else repeats
    heading = page.heading(at)
    config = join(label, parameters) or heading or words
    elsewhere = page.heading_words.difference(heading.split())
    labels = (*config.split(), *heading.split(), *[w for w in words.split() if w not in elsewhere], page.shown_file)
    head = kept[0]
    if led and head.name in series:
        kept = kept[1:]
    lists = {f.named for f in kept if f.joined == "list"}
    first, sampled = (
        len(page.readings),
        [i for i, f in enumerate(g for g in kept if g.joined != "spread") if f.named in lists] if lists else [],
    )
    spreads = {g.named: g for g in kept if g.joined == "spread"}
    whose = ""
    for i, f in enumerate(kept):
        if f.joined == "spread":
            continue
        count = _N.match(line, spreads[f.named].after if f.named in spreads else f.after, part[1])
        name, suffixed = units.suffix(f.name) if f.joined == "=" and not f.unit and "." in f.raw else (f.name, "")
        f = f._replace(name=name) if suffixed else f
        unit = (
            f.unit
            or suffixed
            or ("s" if f.name in _CLOCKS and f.joined == "before" and "." in f.raw else "")
            or (next((g.unit for g in kept[i:] if g.named == f.named and g.unit), "") if f.named in lists or f.named in spreads else "")
        )
        metric, about = metric_of(f, unit, label), config
        if led and f is head:
            about = config.replace(led, "").strip() or heading or words
        if f.named in lists and (kept[0].joined == "before" or (f.joined in (":", "list") and names_config(f.name))):
            about = join(label, f.name if f.name not in ("in", "took", "takes", "at") else "", parameters)
            metric = QUANTITY.get(units.dimension(unit), "value")
        first_word, _, other = f.name.partition(" ")
        if first_word in leads and f.joined in (":", "=", "before"):
            metric, about = other or _unnamed(page, line, f, unit), join(label, first_word, parameters)
            whose = first_word if f is head else whose
        elif whose and about == config:
            about = join(label, whose, parameters)
        elif f.named in lists and other and LISTED.search(f.name):
            metric, about = (
                QUANTITY.get(units.dimension(unit), f.name.rpartition(" ")[2]),
                join(label, f.name.rpartition(" ")[0], parameters),
            )
        spread = float(spreads[f.named].raw.replace(",", "")) if f.named in spreads and f.joined != "list" else None
        metric, unit = per(metric, unit)
        page.reading(
            metric,
            f.raw,
            unit,
            at + f.start,
            config=about,
            value=f.value,
            labels=(*labels, f.name) if RUN.match(f.name) else labels,
            n=int(count[1] or count[2] or count[3]) if count else repeats,
            spread=spread,
            spread_kind="unknown" if spread is not None else None,
            samples=tuple(first + k for k in sampled) if len(sampled) > 1 and f.named not in lists and _AGGREGATE.search(metric) else (),
            exact=not f.unit and f.raw.lstrip("+-").replace(",", "").isdigit(),
        )


def _unnamed(page: Page, line: str, f: Field, unit: str) -> str:
    """What a value measures that only a loop's variable stands before: `old: 48112 instructions`, `old 9` of a count."""
    noun = _NOUN.match(line, f.after)
    counted = {"wc": "lines"}.get(page.counters[0].command.tool, "matches") if page.counters else "value"
    return noun["noun"] if noun is not None and noun["noun"] != f.unit else QUANTITY.get(units.dimension(unit), counted)


_NOUN = regex(r"[ ,](?P<noun>[A-Za-z][\w:.-]*)\s*$")
_AGGREGATE = regex(r"(?i)\b(?:mean|avg|average|median|min|max|best|worst|fastest|slowest|geomean|sum|total)\b")
