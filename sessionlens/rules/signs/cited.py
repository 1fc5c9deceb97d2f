"""Documentation that is cited though its text is not in the session: shared by the rule `evidence_not_shown`.

"The vendor's docs explicitly say that the name is checked" can be true; but where no page, manual or file with those words was printed,
a reader can only believe it. A web search whose results were not kept is such a case. What a session did read speaks for itself: a page
fetched, `man`, `--help`, a README, as long as it has words of the sentence.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Run, Statement
from sessionlens.rules.base import Hit, at_statement, shorten, talking
from sessionlens.rules.index import Calls, cues
from sessionlens.text.regex import regex

_CITES = regex(
    r"\b(?:docs?|documentation|(?:reference )?manual|man ?pages?|rfc ?\d+|specification|release notes)\b(?:['’]s)?\s+"
    r"(?:(?:also|even|explicitly|clearly|specifically|only|themselves|itself|do|does|for [\w`'-]+)\s+){0,3}"
    r"(?:says?|states?|calls? (?:this |that |it )?out|warns?|requires?|recommends?|advises?|guarantees?|promises?|forbids?|allows?"
    r"|confirms?|mentions?|describes?|specif(?:y|ies)|notes?|makes?|lists?)\b"
    r"|\b(?:according to|as per|per) (?:the |their |its )?"
    r"(?:[\w.'’-]+ ){0,2}(?:docs|documentation|manual|man page|rfc ?\d+|specification)\b"
    r"|\bis documented (?:as|to)\b",
    re.I,
)
_CUES = cues("docs", "documentation", "manual", "man page", "man pages", "rfc", "specification", "release notes", "is documented")
_OPEN = regex(r"\?\s*$|\b(?:if|whether|let me|check|should|todo|could)\b", re.I)
_OWN = regex(r"\b(?:our|my|this (?:repo|project|package)['’]s|the (?:repo|project|package)['’]s)\b", re.I)
_FETCH = regex(r"web|fetch|browse|url|docs|context7", re.I)
_PAGE = regex(
    r"\.(?:md|mdx|rst|adoc|txt|html?|[1-8])\b|\bdocs?/|--help\b|\b(?:man|help|info|tldr|curl|wget|lynx|godoc|pydoc|perldoc)\b",
    re.I,
)
_WORD = regex(r"[A-Za-z_][\w.-]{4,}")
_PLAIN = frozenset(
    (
        *("documentation", "manual", "specification", "release", "notes", "explicitly", "clearly", "according", "official", "exactly"),
        *("states", "requires", "allows", "describes", "mentions", "recommends", "confirms", "guarantees"),
        *("which", "where", "there", "their", "about", "would", "could", "should", "these", "those", "because"),
    )
)
_SHORT, _ENOUGH = 40, 2


def find(view: View) -> Iterator[Hit]:
    for number, turn in talking(view, _CUES):
        for said in turn.statements:
            if said.kind == "code" or not _CITES.search(said.text) or _OPEN.search(said.text) or _OWN.search(said.text):
                continue
            if not seen(view, number, said):
                why = f"{shorten(said.text, 60)!r}: documentation is cited, and none with these words was printed before"
                yield at_statement(view, number, said, why)
                break


def seen(view: View, number: int, said: Statement) -> bool:
    """Whether something that a session reads documentation with printed words of the sentence by then, or a person gave them."""
    words = {w.lower().strip(".-") for w in _WORD.findall(said.text)} - _PLAIN
    need = min(_ENOUGH, len(words))
    texts = (run.call.output for msg, run in view.once(Calls).runs if msg < number and reads(run))
    asked = (turn.message.text for n, turn in view.turns.items() if n < number and turn.message.role == "user")
    return any(len(text) >= _SHORT and sum(w in low for w in words) >= need for text in (*texts, *asked) for low in (text.lower(),))


def reads(run: Run) -> bool:
    """Whether a call reads pages: fetches or searches the web, opens a manual or a document, or asks a sub-agent that may have."""
    call = run.call
    if not call.output:
        return False
    if call.kind == "task" or (call.kind != "shell" and _FETCH.search(call.name)):
        return True
    path = call.input.get("file_path") or call.input.get("path") or ""
    return bool(_PAGE.search(call.command or "") or _PAGE.search(str(path)))
