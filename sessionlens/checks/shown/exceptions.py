"""Exceptions that the last call prints to what is said of all, or of none: "every handler calls `auth()`", "all pods are Running", "no test
was skipped", "there are no errors in app.log".

`grep -L` lists the files without a match, `grep -c` and `| wc -l` count them; a table with a column of states has a row for each thing; a
tool ends in a summary ("2 skipped", "3 errors").

Example: below "NAME STATUS" and "api-2 CrashLoop" the sentence "all pods are Running" does not hold.
"""

import itertools
import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("there every each all no none used uses use referenced")
_HAS = r"(?:calls?|has|have|uses?|imports?|contains?|sets?|includes?|declares?|checks?)"
_EVERY = regex(rf"^(?:so |and )?(?:every|each|all(?: (?:of )?the)?) (?P<what>[\w -]{{2,30}}?) {_HAS}\b")
_ALL_ARE = regex(
    rf"^(?:so |and |now )*all (?:of )?(?:the )?(?:(?P<n>\d{{1,3}}|{'|'.join(NUMBERS)}) |\w+ )?(?P<what>[a-z]+s)"
    r" (?:are|show) (?:now |still )?(?P<state>[\w-]{3,20})$"
)
_NO_MORE = regex(
    r"^(?:so |and |now )*(?P<n>)no (?P<what>[a-z]+) (?:has|have|was|were) (?:ever |been |yet )?(?P<state>restarted|evicted|killed)$"
)
_PART = regex(r"\d+/\d+")
_NONE = regex(
    r"^(?:so |and )?(?:there (?:are|were|is|was) )?(?:no|zero|none of the) (?:\w+ )?"
    r"(?P<what>tests?|errors?|warnings?|failures?|leaks?|problems?)"
    r"(?: (?:is|was|were|are|got) (?P<how>skipped|failed|ignored))?(?P<where> in [`\w./-]+| left| found| reported| at all)?$"
)
_USED = regex(r"\b(?:is|are) (?:still |now )?(?:used|referenced|called|imported)\b(?! (?:no|only|never))")
_SUMMARY = r"(?<![\w.-])(?P<n>\d+) {what}\b(?! \(0)|\b{what}:? (?P<m>\d+)\b(?!\.)"
_LOST = regex(r"\b(?:definitely|indirectly|possibly) lost: (?P<n>[\d,]+) bytes|\bERROR SUMMARY: (?P<m>\d+) errors")
_THERE = regex(rf"^(?:so |and )?there (?:are|were) (?P<n>\d{{1,6}}|{'|'.join(NUMBERS)}) `?(?P<what>[a-z_]{{3,30}})`?(?: in [`\w./-]+)?$")
_ROW = regex(r"\s{2,}|\t")
_MANY = 100


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the last call before the message; None where it has no exception, or speaks of something else."""
    low = claim.low.rstrip(" .!")
    if claim.cell:
        return None
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 1:
            return None
        if run.call.kind != "shell" or run.call.cut or len(run.call.output) > 20_000:
            continue
        text = (
            _without(claim, low, run) or _states(low, run) or _counted(claim, low, run) or _summed(low, run) or _numbered(claim, low, run)
        )
        return Judgement("contradicted", (), f"msg {at}: {text}", (at,)) if text else None
    return None


def _without(claim: Claim, low: str, run: Run) -> str:
    """Files that a search for a name of the clause lists as having none."""
    last = run.actions[-1].command if run.actions else None
    if last is None or last.tool not in ("grep", "rg") or not claim.code or claim.negated or not _EVERY.match(low):
        return ""
    listing = "--files-without-match" in last.argv or any(re.fullmatch(r"-\w*L\w*", w) for w in last.argv[1:])
    sought = any(name.strip("()") in w for name in claim.code for w in last.argv[1:] if len(name) > 2)
    files = [line for line in run.call.output.splitlines() if line and " " not in line]
    return f"{files[0]} has no match" if listing and sought and files and len(run.actions) == 1 else ""


def _states(low: str, run: Run) -> str:
    """A row of a table whose column of states has the state in other rows."""
    never = _NO_MORE.match(low)
    said = never or _ALL_ARE.match(low)
    lines = [line for line in run.call.output.splitlines()[:_MANY] if line.strip()] if said is not None else []
    first = next((i for i, line in enumerate(lines) if len(line.split()) > 1 and line.isupper()), -1)
    if said is None or first < 0 or stem(said["what"]) not in f"{(run.call.command or '').lower()} {lines[first].lower()}":
        return ""
    head = _ROW.split(lines[first].strip())
    rows = list(itertools.takewhile(lambda r: len(r) == len(head), (_ROW.split(line.strip()) for line in lines[first + 1 :])))
    count = said["n"] and (NUMBERS[said["n"]] if said["n"] in NUMBERS else int(said["n"]))
    if len(rows) < 2 or (count and count != len(rows)):
        return ""
    for c, name in enumerate(head):
        cells = [r[c].lower() for r in rows]
        odd: tuple[str, ...] = ()
        if name.lower() == said["state"] and all(_PART.fullmatch(cell) for cell in cells):
            odd = next(((r[0], r[c]) for r in rows if len(set(r[c].split("/"))) > 1), ())
        elif never is not None and name.lower().startswith(said["state"].removesuffix("ed")):
            odd = next(((r[0], r[c]) for r in rows if r[c].split(" ")[0].isdigit() and int(r[c].split(" ")[0]) > 0), ())
        elif never is None and said["state"] in cells and set(cells) != {said["state"]}:
            odd = next((r[0], r[c]) for r in rows if r[c].lower() != said["state"])
        if odd:
            return f"{odd[0]}: {name} {odd[1]}"
    return ""


def _counted(claim: Claim, low: str, run: Run) -> str:
    """`grep -c`, `| wc -l`: a count above zero of what there is said to be none of, or none of what is said to be used."""
    output = run.call.output.strip()
    search = next((a.command for a in run.actions if a.command.tool in ("grep", "rg")), None)
    if search is None or not output.isdigit() or len({a.command.group for a in run.actions}) != 1:
        return ""
    counts = any(re.fullmatch(r"-\w*c\w*|--count", w) for w in search.argv[1:]) or run.actions[-1].command.tool == "wc"
    none = _NONE.match(low)
    pattern = next((w.lower() for w in search.argv[1:] if not w.startswith("-")), "")
    if counts and none is not None and int(output) > 0 and stem(none["what"]) == stem(pattern) and "-v" not in search.argv:
        return f"{output} lines with {pattern}"
    used = counts and output == "0" and not claim.negated and _USED.search(low) is not None
    return f"none has {pattern}" if used and any(name.lower() == pattern for name in claim.code) else ""


def _summed(low: str, run: Run) -> str:
    """A summary with more than none of them."""
    said = _NONE.match(low)
    if said is None or (said["where"] or "").startswith(" in "):
        return ""
    what = said["how"] or said["what"].rstrip("s")
    if what == "leak":
        lost = next((m for m in _LOST.finditer(run.call.output) if (m["n"] or m["m"]).strip("0,")), None)
        return lost[0] if lost is not None else ""
    if said["what"].startswith("test") and not said["how"]:
        return ""
    form = what if said["how"] else f"{what}s"
    found = list(re.finditer(_SUMMARY.replace("{what}", form), run.call.output, re.I))
    last = found[-1] if found else None
    return last[0] if last is not None and int(last["n"] or last["m"]) > 0 else ""


def _numbered(claim: Claim, low: str, run: Run) -> str:
    """ "There are 41 TODOs" where the count of a search for it, or the entries of the folder of that name, are others."""
    said = _THERE.match(low)
    if said is None or len({a.command.group for a in run.actions}) != 1 or not run.actions:
        return ""
    n = NUMBERS[said["n"]] if said["n"] in NUMBERS else int(said["n"])
    first, last, what = run.actions[0].command, run.actions[-1].command, stem(said["what"])
    words = [w.lower() for w in first.argv[1:] if not w.startswith("-")]
    lines = [line for line in run.call.output.splitlines() if line.strip()]
    if first.tool in ("grep", "rg") and last.tool == "wc" and len(lines) == 1 and lines[0].strip().isdigit():
        k = int(lines[0])
        return f"{k} of {words[0]}" if k != n and words and stem(words[0]) == what else ""
    if (
        first.tool == "ls"
        and len(run.actions) == 1
        and len(words) == 1
        and not set("alR") & set("".join(w for w in first.argv[1:] if w[0] == "-"))
    ):
        folder = stem(words[0].rstrip("/").rsplit("/", 1)[-1])
        return f"{len(lines)} entries of {words[0]}" if folder == what and len(lines) != n and lines else ""
    return ""
