"""Rows of deeds without a subject, each a report of its own: "Committed as 1f2e3d4, pushed, and replied to both reviewers".

A deed that names its object stands by itself ("rebased the 3 commits"); one of a bare word belongs to the deed before it. A row may
also go on with what was found ("Checked by hand, matches the table"), or with who bore it out ("fixed, confirmed by the second run").
"""

import re

from sessionlens.prose.cues import words
from sessionlens.prose.lexicon import TABLE, THIRD
from sessionlens.text.regex import regex

DID = regex(
    r"(?:both\s+|all\s+(?:\w+\s+)?|also\s+|now\s+|already\s+|successfully\s+|then\s+|got\s+)?"
    + words(
        "added updated fixed removed created changed replaced committed pushed merged reverted restored verified confirmed "
        "reproduced measured bisected logged "
        "documented deployed published refactored renamed moved implemented built tested checked closed cancelled resolved "
        "cleaned dropped deleted "
        "installed enabled disabled applied rewritten rewrote wrote ran found switched simplified reduced extracted migrated bumped "
        "rebased stashed unstaged formatted"
    )
    + r"\b(?!\s*:)|"
    r"(?:(?!(?:bas|expect|assum|suppos|suspect|want|hop|prefer|need|relat|seem|appear)ed\b|indeed\b|exceed\b|proceed\b|succeed\b|speed\b|embed\b)[a-z-]{3,}ed|"
    r"built|kept|left|made|put|reran|rebuilt|sent|set|split|swept|took)\s+(?:(?:up|out|off|over|back|down|away)\s+)?"
    r"(?:[`\[*#\"]|(?-i:[A-Z]{2,}\b)|(?:the|an?|all|both|each|every|its?|our|my|this|that|these|those|them|two|three|four|five|six|seven|eight|nine|ten)\b)|"
    r"(?:answered|filed|opened|picked|pinned|posted|pulled|replied|reported|saved|shipped|synced|tagged|uploaded)\s+(?:to|as|from|into|with|on|up)\b",
    re.I,
)
"""A report of what was done leaves out its subject: "Committed as 1f2e3d4", "Added a test". Forms that often describe a thing ("cached
results") need their object: "Cached the results"."""
ONGOING = regex(
    r"(?<=[\w)`])\s+(?:(?:still|now|already)\s+(?:\w+ing\b|open\b|pending\b|there\b|\w+ed\b)|"
    r"running\s+(?:in\s+(?:the\s+)?background|on\s+\S))",
    re.I,
)
"""How things stand, without a verb: "The second job still running, the ticket still open"."""
BORNE_OUT = regex(
    r"(?:verified|confirmed|checked|reviewed|reproduced|tested|measured)\s+(?:by|with|in|on|against|via|through|using|under)\s", re.I
)
"""Who or what bore the clause before out: a claim of its own."""
OBJECT = regex(r"[\w-]+\s+(?!and\b|or\b|but\b|then\b|again\b|now\b|already\b|too\b|successfully\b)\S+", re.I)
ACTED = regex(r"(?:so\s+|then\s+|and\s+)?(?:i|we)(?:['’]ve|\s+have)?\s+(?:(?:now|also|just|then|already|\w+ly)\s+)*\w+ed\s+\S", re.I)
"""A row of deeds with its subject: "I closed the ticket, moved the label, and posted the figures"."""
TO_COME = regex(
    r"(?:will|i['’]ll)\s+(?:report|update|let|post|check|continue|follow|tell|ping|share|add|be)\b|"
    r"report\s+(?:back|when|once)\b",
    re.I,
)
"""What the agent will do, told in the sentence that says how things stand."""
NONE = regex(
    r"(?:no|nothing|none|never|not\s+(?:a\s+single|one|any))\s+[^,;]*?\b(?:anywhere|at\s+all|left|any\s?more|longer|so\s+far|yet)\b",
    re.I,
)
"""What was not found, and where: a claim of its own."""
NO_MORE = regex(r"(?:no\s+more|no\s+longer|nothing\s+(?:left|else|more))\s", re.I)
"""What is over, after a dash: a claim of its own."""
TOLD_OF = regex(r"[\w-]+\s+(?:to|by|in|from|as|with|on|at|for)\b", re.I)
"""Without an "and", this tells of the object before it: "Filed a ticket, linked to the first"."""
MAKES = (
    "(?:added|applied|built|committed|completed|configured|converted|created|delivered|deployed|designed|developed|extended|finished|fixed|generated|"
    "implemented|installed|integrated|introduced|merged|migrated|moved|patched|ported|posted|published|pushed|rebased|refactored|released|removed|renamed|"
    "replaced|reverted|rewrote|rewritten|set\\s+up|shipped|simplified|split|transformed|updated|upgraded|written|wrote)"
)
"""What is done to code or to its records."""
TELLS = regex(
    rf"(?:(?:done|so|and|now|great|perfect)[,:.!]?\s+)*(?:(?:i|we)(?:['’]ve|\s+have)?\s+(?:(?:now|also|just|already|\w+ly)\s+)*{MAKES}\b|"
    rf"[^,:;]{{3,60}}?\s(?:(?:has|have|was|were)(?:\s+been)?\s+(?:(?:now|all|\w+ly)\s+)*{MAKES}\b|{MAKES}\s+(?:cleanly|successfully)\b))",
    re.I,
)
DANGLES = regex(r"\b(?:to|for|with|as|by|and|that|which|into|where|describes|says|reads|covers|shows|has)\W*$")
"""A line that is finished by the list under it."""
WORD = regex(r"[^\W\d_]{3,}")


LINKED = regex(
    r"(?:\w+\s+){0,2}?(?:posted|opened|filed|created|published|pushed|committed|merged|tagged|released|uploaded|deployed|sent|answered|replied|"
    r"commented|submitted)(?:\s+\w+){0,2}\s*:\s*[*<(]*(?:x{12,}|\[|`|#\d|https?:)",
    re.I,
)


def linked(text: str) -> bool:
    """Whether a phrase names what came of a deed by its address: "Posted: https://example.org/42", "Opened: #12"."""
    return LINKED.match(text) is not None


def row(masked: str, m: re.Match[str], at: int, go: int, end: int, left: bool) -> bool:
    """Whether the joint `m` stands between two reports of a row, the left one from `at`, the right one from `go`, in a sentence that ends
    at `end`; `left` is whether the left side has a finite verb."""
    if not (m["comma"] or m["and"]):
        return False
    joint = (m["cand"] or m["and"] or "").lower()
    if joint not in ("", "and", "then"):
        return False
    if m["comma"]:
        first = masked[go : go + 1].lower()
        if first in "crtmv" and BORNE_OUT.match(masked, go):
            return True
        if (first in "irw" and TO_COME.match(masked, go)) or (left and first == "n" and NONE.match(masked, go)):
            return True
    if left and not (m["comma"] and ACTED.match(masked, at)):
        return False
    if not left and (DID.match(masked, at) is None or OBJECT.match(masked, at) is None):
        return False
    if DID.match(masked, go):
        return OBJECT.match(masked, go, end) is not None and (bool(joint) or TOLD_OF.match(masked, go) is None)
    word = WORD.match(masked, go) if m["comma"] else None
    return word is not None and bool(TABLE[word[0].lower()] & THIRD) and OBJECT.match(masked, go, end) is not None


def tells(text: str) -> bool:
    """Whether a line that leads on to a list tells a deed itself: "I've built the importer with the following parts:"."""
    return text.count(" ") > 1 and (TELLS.match(text) is not None or DID.match(text) is not None) and DANGLES.search(text) is None
