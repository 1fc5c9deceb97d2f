"""The last item of a list and the paragraph after it have run together.

Fires:

    Its plan:

    1. Check the cache
    2. Run the benchmark
    3. Keep or drop the change This is sound practice, because a number that nobody can trace to a build is worth nothing at all.

Quiet:

    Its plan:

    1. Check the cache
    2. Run the benchmark
    3. Keep or drop the change

    This is sound practice, because a number that nobody can trace to a build is worth nothing at all.
"""

from collections.abc import Iterator
from statistics import median

from sessionlens.audit.base import Defect, Hit
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import word_set
from sessionlens.text.regex import regex

NUMBER = "D107"
ISSUE: Defect = "fused-item"
HELP = "end the list with a blank line before the paragraph"
_ITEM = regex(r"(?m)^[ \t]*(?:[*+-]|\d{1,3}[.)])[ \t]+(?P<body>\S.*)$")
_OPENERS = (
    "This|That|These|Those|The|It|In|We|They|There|Here|However|But|And|So|When|While|After|Before|As|A|An|I|Each|All|Its|Our|For|If|Only|"
    "Such|Some|Most|Many|Once|Since|Because|Although|Both|Every|Any|No|Not|Now|Then|To|At|On|By|From|With|Without|One|Two|Having"
)
_JOINT = regex(r"(?P<word>[a-z0-9)`]+)(?P<at> )(?=(?:" + _OPENERS + r"|[A-Z][a-z]+ing) [a-z])")
_BINDING = word_set("a an the of on in at to for with from by and or as is are called named")
"""Words that tie a capitalised word to what stands before it."""
FAR = 3
"""How many times longer than the other items the last one is."""


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        for block in document.blocks:
            items = list(_ITEM.finditer(block.text))
            if len(items) < 2:
                continue
            last = items[-1]
            usual = median(len(m["body"]) for m in items[:-1])
            joint = next((m for m in _JOINT.finditer(last["body"]) if m["word"] not in _BINDING), None)
            if joint and document.quotes(
                block.start + last.start("body") + joint.start("at"), block.start + last.start("body") + joint.end()
            ):
                continue
            if joint and len(last["body"]) > FAR * usual and joint.start("at") < 2 * usual + 40:
                at = block.start + last.start("body")
                rest = at + joint.end("at")
                yield Hit(document.place(rest, min(rest + 60, at + len(last["body"]))), "a paragraph goes on in a list's last item", "high")
