"""Numbers that only a document or a comment says: "README.md: handles 40k rows/s". Somebody wrote them; nobody measured them here.

A limit or a default is for a document to say, and what a document says may be claimed of it ("the README promises 40k rows/s"). Any
other time, size or rate that stands nowhere but in prose or in a comment of a source is a foreign number.
"""

import itertools
import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_READERS = word_set("cat bat head tail sed less more grep egrep rg ag awk nl tac fold cut sort find xargs git")
_MOVES = word_set("cd pushd popd true echo printf pwd set export wc ls")
_MEASURED = ("time", "size", "rate", "power")
_PROSE = regex(
    r"\.(?:md|markdown|rst|adoc|mdx|org|html?)$|(?:^|/)(?:readme|notes?|changelog|news|history|faq|design|todo)(?:\.\w+)?$", re.I
)
_CODE = regex(
    r"\.(?:c|cc|cpp|cxx|h|hh|hpp|rs|go|py|pyi|js|jsx|mjs|ts|tsx|java|kt|scala|rb|php|cs|swift|m|mm|zig|nim|lua|pl|r|jl|ex|exs|erl|hs|ml|clj"
    r"|sh|bash|zsh|fish|sql|toml|ya?ml|ini|cfg|conf|cmake|mk|gradle|vue|svelte|css|proto|asm|s)$|(?:^|/)(?:makefile|dockerfile)$",
    re.I,
)
_WHERE = regex(r"^([\w./+-]+\.\w+|[\w./+-]*(?:README|NOTES|CHANGELOG|Makefile|Dockerfile))[:-]")
_COMMENT = regex(r"//|(?:^|\s)#|(?:^|\s)--\s|/\*|^\s*\*|<!--|(?:^|\s);|^\s*(?:\"\"\"|''')|(?:^|\s)%\s")
_SPECIFIED = regex(
    r"\b(?:limit|default|time-?out|max(?:imum)?|min(?:imum)?|threshold|interval|ttl|budget|quota|cap|capacity|target|requires?d?|needs?|buffer"
    r"|window|delay|sleeps?|wait|retry|expir\w+|grace|poll\w*|debounce|chunk|block|page|heartbeat|set to|configured|lifetime|retention"
    r"|every|period|slo|sla|goal|deadline|must|should|allowed|reserved|alignment|width|stack|header)s?\b",
    re.I,
)
"""Words for what somebody decided: that a document says best."""
_ABOUT = regex(
    r"\b(?:readme|docs?|documentation|documented|documents|comments?|manual|changelog|release notes|notes|says?|said|claims?|claimed"
    r"|according|promises?|advertis\w+|states?|stated|quotes?|quoted|mentions?|lists?|spec\w*|written)\b|\.(?:md|rst|adoc)\b",
    re.I,
)
_SUFFIX = regex(r"[\w./+-]*[\w+-]$")


def says(claim: Claim, quantity: Quantity, line: str, run: Run, evidence: Evidence, at: int) -> str:
    """The document or source whose prose or comment a printed line is, where that is no measurement of the claimed value; else ""."""
    if quantity.dimension not in _MEASURED or (paths := _read(run)) is None:
        return ""
    if _SPECIFIED.search(line) or _SPECIFIED.search(claim.text) or _ABOUT.search(claim.text):
        return ""
    prefix = _WHERE.match(line)
    if prefix is not None:
        paths = [prefix[1]]
    if not paths:
        return ""
    for path in paths:
        written = _PROSE.search(path) is not None or (_CODE.search(path) is not None and _in_comment(line, quantity))
        if not written or _made(path, at, evidence):
            return ""
    return paths[0]


def only(claim: Claim, quantity: Quantity, evidence: Evidence) -> tuple[int, str] | None:
    """The newest message that printed a claimed value out of a document, and the document."""
    digits = re.sub(r"[^\d.]", "", quantity.raw)
    if quantity.dimension not in _MEASURED or not digits:
        return None
    for at, line, _, _, run in itertools.islice(evidence.printed_numbers(digits, claim.msg), 20):
        if path := says(claim, quantity, line, run, evidence, at):
            return at, path
    return None


def _read(run: Run) -> list[str] | None:
    """The files that a call printed, if all that it did was to print files; None for any other call, and none where they are not named."""
    if run.call.kind == "read":
        given = next((run.call.input[k] for k in ("file_path", "path", "filePath", "filename") if run.call.input.get(k)), "")
        return [str(given)] if given else None
    if run.call.kind == "search":
        return []
    if not run.actions or any(a.command.tool not in _READERS | _MOVES for a in run.actions):
        return None
    if any(a.command.tool == "git" and a.command.argv[1:2] not in (("show",), ("grep",)) for a in run.actions):
        return None
    words = [w for a in run.actions if a.command.tool in _READERS for w in a.command.argv[1:] if not w.startswith("-")]
    return [w.rpartition(":")[2] for w in words if _SUFFIX.match(w) and (_PROSE.search(w) or _CODE.search(w))]


def _in_comment(line: str, quantity: Quantity) -> bool:
    mark, number = _COMMENT.search(line), line.find(quantity.raw.split(" ")[0])
    return mark is not None and (number < 0 or mark.start() < number)


def _made(path: str, before: int, evidence: Evidence) -> bool:
    """Whether an earlier command that did more than print files names the file: it may have written its results there."""
    name = path.rsplit("/", 1)[-1]
    return any(name in (run.call.command or "") and _read(run) is None for _, run in evidence.runs_before(before))
