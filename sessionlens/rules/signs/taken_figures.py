"""Figures that only a person or a document gave, told as findings. A part of the rule `quote_without_source`.

"Staging does 41000 rows/s" where the person who asked wrote that number and no tool printed it. Where the sentence says whose figure it is,
it is told as what it is.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_fact
from sessionlens.rules.index import Judged
from sessionlens.text.regex import regex

_STATES = regex(
    r"\b(?:does|do|takes?|runs? at|stays? at|sits? at|is at|are at|reach(?:es)?|handles?|serves?|needs?|uses?|manages?|peaks? at)\b"
)
_WHOSE = regex(
    r"\b(?:your?s?|you|readme|says?|said|told|reported|according|claim\w*|wrote|manual|docs?|asked|target|goal|limit|budget|wanted"
    r"|of \w+['’]s"
    r"|should|would|must|may|might|could|no|not|none|never|if)\b|n['’]t\b|\b(?!it)[A-Za-z]\w+['’]s\b|\?",
    re.I,
)
_UNSEEN = "no tool printed it"
_ELSEWHERE = "said of another machine"
_VALUES = frozenset(("level", "size", "duration", "mean", "threshold"))


def find(view: View) -> Iterator[Hit]:
    told: set[int] = set()
    for conclusion, verdict in view.once(Judged).verdicts["unsupported"]:
        if "foreign-number" not in verdict.caveats or verdict.claim not in _VALUES or conclusion.msg in told:
            continue
        why = verdict.derivation
        if not (why.endswith(_UNSEEN) or why.startswith(_ELSEWHERE)) or not _STATES.search(conclusion.quote):
            continue
        if conclusion.statement.table is None and not _WHOSE.search(conclusion.quote):
            told.add(conclusion.msg)
            yield at_fact(conclusion, f"told as a finding: {why}", "medium")
