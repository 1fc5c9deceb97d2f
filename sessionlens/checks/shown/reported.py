"""What the last call reported in a line: a value that was asked for, what was done with the thing, a log's events, the whole of a list.

`redis-cli CONFIG GET k` and `SHOW k` answer with a key and its value, `alembic heads` with a revision; a flasher prints "written and
verified"; a search of a log prints the events that "never" happened; a query for the indexes of a table prints all of them.

Example: `sysctl vm.swappiness` with "vm.swappiness = 60" contradicts "vm.swappiness is set to `10`".
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_NOUNS = word_set("index key constraint trigger policy column listener rule")
_NEWEST = word_set("head latest newest")
WORDS = _NOUNS | _NEWEST | {"never"}
"""One of these, a value in backticks, or two participles joined by "and" stand in each wording."""
_VALUE = regex(
    r"\b(?:runs? with|running with|uses?|using|set to|configured (?:with|as|to)|has|is) (?:the |a |an )?`(?P<value>[\w.:%/+-]{2,40})`"
)
_LED = regex(r"^(?:so |and |but |confirmed: )+", re.I)
_WHO = 70
"""Characters within which the thing is named."""
_KEYED = regex(r"^\s*(?:\d+\) )?\"?([A-Za-z][\w.-]*)\"?\s*(?:[:=]\s*|\s)\"?([\w.:%/+-]+)\"?\s*$")
_HEAD = regex(
    r"\b(?:is|are|sits?|stands?) (?:now |already )?at (?:the )?(?:head|latest|newest)\b|\bis (?:on|at) the (?:latest|newest"
    r"|head) (?:revision|migration|version)\b"
)
_DONE = regex(
    r"\b(?:is|are|was|were|has been|have been|got) (?:now |successfully |both )*(?P<a>[a-z]{4,}(?:ed|en"
    r"|t))(?:,? and (?P<b>[a-z]{4,}(?:ed|en|t)))?\b"
)
_NEVER = regex(
    r"\bnever (?:once )?(?:ran into|hit|saw|got|threw|logged|reported|printed|raised|had|encountered|received) (?:an? |any "
    r"|the )?`?(?P<what>[\w.]*[A-Z_]\w{3,}|[A-Z]{3,}\w*)`?"
)
_LOG = regex(r"[\w./-]*\.(?:log|out|err|jsonl)(?:\.\d+)?(?:\.gz)?\b|\b(?:journalctl|kubectl logs|docker logs|logs)\b")
_STAMP = regex(r"\d{2}:\d{2}:\d{2}")
_LISTED = regex(
    r"\b(?:there (?:is|'s) (?:already |now |still )?an?|has (?:already |now )?an?|already has an?) (?P<noun>index|key|constraint"
    r"|trigger|policy|column|listener|rule)(?: already)? (?:on|for|over|named|called) `?(?P<of>\w+)\.(?P<col>\w+)`?"
)
_BAD = regex(r"\b(?:error|fatal|failed|failure|mismatch|timed out|not verified|aborted)\b", re.I)
_LATELY = 4
_NEAR = 2


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause is none of these, or the last calls printed nothing of the kind."""
    if claim.cell:
        return None
    if "never" in claim.words:
        match = _NEVER.search(claim.text)
        return _logged(match["what"], claim, evidence) if match is not None else None
    if claim.negated:
        return None
    if not claim.words.isdisjoint(_NOUNS) and (listed := _LISTED.search(claim.low)) is not None:
        return _listed(listed, claim, evidence)
    if not claim.words.isdisjoint(_NEWEST) and _HEAD.search(claim.low):
        return _at_head(claim, evidence)
    if "`" in claim.conclusion.quote and (said := _VALUE.search(claim.conclusion.quote)) is not None:
        who = _LED.sub("", claim.conclusion.quote[: said.start()])
        return _asked(who, said["value"], claim, evidence) if len(who) <= _WHO else None
    done = _DONE.search(claim.low) if "and" in claim.words else None
    return _line(done, claim, evidence) if done is not None and done["b"] else None


def _last(claim: Claim, evidence: Evidence, near: int = _LATELY) -> Iterator[tuple[int, Run]]:
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > near or place > 3 * near:
            return
        if run.call.kind == "shell" and run.actions and run.call.output.strip() and not run.call.cut:
            yield at, run


def _answer(run: Run) -> tuple[str, str]:
    """Key and value of an output that is one answer; the key is "" where only a value was printed."""
    lines = [x.strip() for x in run.call.output.splitlines() if x.strip() and not re.match(r"^[-+=\s]+$|^\(\d+ rows?\)$", x.strip())]
    if len(lines) == 1:
        match = _KEYED.match(lines[0])
        return (match[1], match[2]) if match is not None else ("", lines[0].strip("\"'"))
    if len(lines) == 2:
        bare = [re.sub(r"^\d+\) ", "", x).strip("\"'") for x in lines]
        if all(re.fullmatch(r"[\w.:%/+-]+", x) for x in bare) and bare[0].lower() in (run.call.command or "").lower():
            return bare[0], bare[1]
    return "", ""


def _asked(who: str, value: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A setting, by the one answer of a call that was asked about the thing."""
    named = [w for w in re.findall(r"[\w.-]+", who.lower()) if re.search(r"[\d._-]", w)] or [w for w in tokens(who) - STOP if len(w) > 3]
    for at, run in _last(claim, evidence):
        key, printed = _answer(run)
        command = (run.call.command or "").lower()
        if not printed or len(printed) > 40 or not named or not all(w in command for w in named):
            continue
        if overtaken(evidence, at, claim.msg) is not None:
            return None
        text = f"msg {at} prints {key + ' ' if key else ''}{printed}"
        if printed == value:
            return Judgement("supported", (), text, (at,))
        if value.isdigit() != printed.isdigit() or value in run.call.output:
            return None
        told = f"{command} {run.call.output} {' '.join(s.text for s in evidence.statements(at))}".lower()
        roots = {ROOTS[w].decode() for w in content(claim.whole) - STOP - tokens(value) - tokens(" ".join(named)) if len(w) > 4}
        mine = key and (key.lower() in claim.low or not (tokens(key) & content(claim.text)).isdisjoint(tokens(key)))
        if mine or any(len(r) > 3 and r in told for r in roots):
            return Judgement("contradicted", (), f"{text}, claimed {value}", (at,))
        return None
    return None


def _at_head(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "The schema is at head" by the revision that is current and the one that is marked as the head."""
    current: tuple[int, str] | None = None
    head: tuple[int, str] | None = None
    for at, run in _last(claim, evidence):
        lines = [x.split() for x in run.call.output.splitlines() if x.strip()]
        words = set(run.actions[-1].command.argv[1:]) | {w for a in run.actions for w in a.command.argv[1:]}
        if len(lines) != 1 or len(lines[0]) > 2 or not re.fullmatch(r"[\w.-]{3,}", lines[0][0]):
            continue
        if "current" in words and current is None:
            current = (at, " ".join(lines[0]))
        elif words & {"heads", "head"} and head is None:
            head = (at, lines[0][0])
    if current is None:
        return None
    if "(head)" in current[1] or (head is not None and current[1].split()[0] == head[1]):
        return Judgement("supported", (), f"msg {current[0]} prints {current[1]}", (current[0],))
    if head is None or overtaken(evidence, min(current[0], head[0]), claim.msg) is not None:
        return None
    return Judgement("contradicted", (), f"msg {current[0]} prints {current[1]}, msg {head[0]} the head {head[1]}", (current[0], head[0]))


def _line(done: re.Match[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "The image is signed and pushed": a line of the last call that has both, where the call ended well and was of the thing."""
    roots = [ROOTS[done[k]] for k in ("a", "b")]
    subject = content(claim.low[: done.start()] + claim.low[done.end() :]) - STOP
    for at, run in _last(claim, evidence, _NEAR):
        if run.call.exit_code != 0 or _BAD.search(run.call.output):
            return None
        asked = tokens(run.call.command or "").union(*(tokens(s.text) for s in evidence.statements(at)))
        for line in run.call.output.splitlines():
            bare = b" " + folded(line) + b" "
            if all(holds(bare, needle(r)) for r in roots) and subject & (asked | tokens(line)):
                return Judgement("supported", (), f"msg {at} prints {' '.join(line.split())[:90]}", (at,))
    return None


def _logged(what: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Never ran into a TimeoutError" by a search of a log of the thing that found lines with it, each of its own time."""
    subject = {w for w in tokens(claim.text) - STOP - tokens(what) if len(w) > 3}
    for at, run in _last(claim, evidence):
        command = run.call.command or ""
        if not _LOG.search(command) or not subject & tokens(command):
            continue
        hits = [line for line in run.call.output.splitlines() if what in line and _STAMP.search(line)]
        if hits:
            return Judgement(
                "contradicted", (), f"msg {at}: {len(hits)} line(s) of the log, first: {' '.join(hits[0].split())[:80]}", (at,)
            )
        return None
    return None


def _listed(said: re.Match[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "There is an index on orders.day" by the list of all indexes of that table."""
    noun, of, column = said["noun"], said["of"], said["col"]
    for at, run in _last(claim, evidence):
        command = (run.call.command or "").lower()
        rows = re.search(r"^\((\d+) rows?\)\s*$", run.call.output, re.M)
        if rows is None or noun not in command or not re.search(rf"['\"\s=.]{re.escape(of)}\b", command) or column in command:
            continue
        if any(a.command.stage for a in run.actions) or " limit " in command or overtaken(evidence, at, claim.msg) is not None:
            return None
        lines = [x for x in run.call.output.lower().splitlines() if "|" in x and noun in x][1:]
        hit = next((x for x in lines if re.search(rf"\b{re.escape(column)}\b", x)), "")
        if hit:
            return Judgement("supported", (), f"msg {at} lists {' '.join(hit.split())[:90]}", (at,))
        if len(lines) == int(rows[1]) and column not in run.call.output.lower():
            return Judgement("contradicted", (), f"msg {at} lists {rows[1]}, none of them on {column}", (at,))
        return None
    return None
