"""Names under other names: one replacement each, in whatever spelling a name stands (`SmallTree`, `SMALL_TREE`, `small-trees`).

A name is a word that the project, and not the language or a tool, gave: a file, a configuration, a metric, a type, a label such as `H1`.
Those of a known source are listed by hand in `tests/cases/renaming/names.yaml`; of an unknown one the names of its edited files, its
scripts and its labels are taken. Seed 1 uses the replacements of that list, any other seed makes words up, so that no replacement can
be in a word list by luck. Hashes are turned digit by digit.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sessionlens.model.session import Session

HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
HASH = r"(?<![\w.])(?P<hash>(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,64})(?!\w)"
SCRIPT = re.compile(r"(?:^|[\s;&|(])(?:\./|python3? |sh |bash )([\w/]*?)([A-Za-z][A-Za-z]+)(?:\.(?:py|sh|rs|js|go))?(?=[\s;&|)]|$)")
LABEL = re.compile(r"\*\*([A-Z])\d\*\*|^\s*[-*] ([A-Z])\d:", re.M)
ONSETS = tuple("b br d dr f g gl h j k kl m n p pl r s sk t tr v z".split())  # noqa: SIM905
VOWELS = "aeiou"
PLAIN = frozenset(
    "test tests main lib src mod index setup conftest init readme cargo makefile package config build bench".split()  # noqa: SIM905
)
TECHNICAL = frozenset("L E")
"""Letters that are not a project's when a digit follows: caches (`L1`), error codes (`E0433`)."""


def spellings(name: str) -> Iterator[str]:
    """How a name may be written: joined, in humps, in capitals, with underscores or hyphens."""
    parts = HUMP.findall(name)
    if not parts:
        yield name
        return
    low = [p.lower() for p in parts]
    yield "".join(low)
    yield "".join(p.capitalize() for p in low)
    yield "".join(low).upper()
    yield "".join(low).capitalize()
    if len(low) > 1:
        yield low[0] + "".join(p.capitalize() for p in low[1:])
        for joint in "_-":
            yield joint.join(low)
            yield joint.join(low).upper()


def coined(seed: int) -> Iterator[str]:
    """Words that no language has, in an order that the seed decides; never two the same."""
    dice, given = random.Random(seed), set[str]()
    while True:
        word = "".join(dice.choice(ONSETS) + dice.choice(VOWELS) for _ in range(3)).capitalize()
        if word not in given:
            given.add(word)
            yield word


def found(session: Session) -> dict[str, None]:
    """The project's names in a session of which nothing is known: stems of edited files, scripts that were run, letters of labels."""
    names: dict[str, None] = {}
    for message in session.messages:
        for one, other in LABEL.findall(message.text):
            if (letter := one or other) not in TECHNICAL:
                names[f"{letter}#"] = None
        for call in message.calls:
            stems = [edit.path.rpartition("/")[2].partition(".")[0] for edit in call.edits]
            stems += [match[2] for match in SCRIPT.finditer(call.command or "")]
            names.update((s, None) for s in stems if len(s) > 3 and s.isalpha() and s.lower() not in PLAIN)
    return names


def renamer(names: Mapping[str, str | None], seed: int) -> Callable[[str], str]:
    """A function that renames in a text. `names` maps a name to its replacement for seed 1; `X#` is a letter before a digit."""
    fresh = coined(seed)
    letters = iter(random.Random(seed).sample("JKQUWYZ", 7))
    table: dict[str, str] = {}
    labels: dict[str, str] = {}
    for name, given in names.items():
        if name.endswith("#"):
            new = given[0] if given and seed == 1 else next(letters)
            labels |= {name[0].upper(): new.upper(), name[0].lower(): new.lower()}
            continue
        new = given if given and seed == 1 else next(fresh)
        # a spelling with underscores is given one even where the new name is one word
        for old, spelt in zip(spellings(name), _like(name, new), strict=True):
            table.setdefault(old, spelt)
    patterns = []
    if table:
        words = "|".join(map(re.escape, sorted(table, key=len, reverse=True)))
        joined = "".join(sorted(labels))
        label = rf"|(?=[{joined}]\d)" if joined else ""
        patterns.append(rf"(?<![A-Za-z])(?P<word>{words})(?=s?(?![A-Za-z])|s?[A-Z](?!\w*-){label})")
        humps = "|".join(sorted((re.escape(w) for w in table if w[0].isupper()), key=len, reverse=True))
        patterns.append(rf"(?<=[a-z])(?P<hump>{humps})(?![a-z])")
    if labels:
        patterns.append(rf"(?<![A-Za-z0-9-])(?P<label>[{''.join(sorted(labels))}])(?=\d)")
    every = re.compile("|".join((HASH, *patterns)))

    def put(match: re.Match[str]) -> str:
        if match.lastgroup == "hash":
            return "".join(f"{(int(c, 16) + 3 * seed) % 16:x}" for c in match[0])
        return labels[match[0]] if match.lastgroup == "label" else table[match[0]]

    return partial(every.sub, put)


def _like(name: str, new: str) -> Iterator[str]:
    """The new name in the spellings of the old one."""
    parts = [p.lower() for p in HUMP.findall(new)]
    yield "".join(parts)
    yield "".join(p.capitalize() for p in parts)
    yield "".join(parts).upper()
    yield "".join(parts).capitalize()
    if len(HUMP.findall(name)) > 1:
        yield parts[0] + "".join(p.capitalize() for p in parts[1:])
        for joint in "_-":
            yield joint.join(parts)
            yield joint.join(parts).upper()
