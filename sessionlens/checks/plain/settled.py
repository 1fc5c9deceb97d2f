"""What a line says of a named thing beside it: what is done to it ("will be created"), what a switch stands at, what a setting is.

`# aws_rule.db will be created` refutes "the rule is destroyed"; `CONFIG_SPI is not set` refutes "`CONFIG_SPI` is enabled"; the line
`maxmemory-policy` above `noeviction` bears out "the eviction policy is noeviction".
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import STOP, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.plain.lines import has
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_DEEDS = {
    **dict.fromkeys(("created", "added", "creates", "adds"), "created"),
    **dict.fromkeys(("destroyed", "deleted", "removed", "dropped", "destroys", "deletes", "removes"), "destroyed"),
    **dict.fromkeys(("replaced", "recreated"), "replaced"),
    **dict.fromkeys(("updated", "modified", "updated in-place"), "updated"),
    **dict.fromkeys(("renamed", "moved"), "renamed"),
    **dict.fromkeys(("skipped", "ignored"), "skipped"),
}
_DOES = {k: v for k, v in _DEEDS.items() if k.endswith("d")}
_ON = frozenset(("enabled", "on", "set", "true", "yes", "y", "active", "m"))
_OFF = frozenset(("disabled", "off", "unset", "false", "no", "n", "inactive", "none", "null"))
WORDS = (
    frozenset(_DEEDS) | (_ON | _OFF) - {"no", "y", "n", "m", "active", "inactive", "none", "null"} | word_set("is built compiled without")
)
_DEED = regex(
    rf"(?:so |and |but |now )?(?:the |this |that )?(?P<name>(?![Nn]o |[Nn]one |[Nn]othing|[Oo]nly |[Aa]ll )[\w `./:-]{{2,60}}?)"
    r" (?:is|are|was|were|will be|would be|gets?|got|has been)"
    rf"(?P<no> not|n['’]t)? (?:only |just |also |to be )*(?P<deed>{'|'.join(_DOES)})(?: in[- ]place)?"
)
_SWITCH = regex(
    r"`?(?P<key>[\w.-]*[A-Z_.][\w.-]*)`? (?:is|was)(?P<no> not|n['’]t)? (?:now |still |turned |switched |set to )*"
    r"(?P<state>[Ee]nabled|[Dd]isabled|ON|on|OFF|off|set|unset|true|false)(?: (?:in|on|for) (?:the|this|that) [\w ./`-]{2,40})?"
)
_BUILT = regex(
    r"(?:[Tt]he |[Tt]his |[Ii]t )?(?:[\w-]+ )?(?:is|was) (?:built|compiled|configured) (?P<how>with|without)"
    r" `?(?P<key>[\w.-]*[A-Z_][\w.-]*)`?"
)
_VALUE = regex(
    r"(?:so |and |but |now )?(?:the |its )(?P<key>[a-z][a-z _-]{2,40}) (?:is|was)(?P<no> not|n['’]t)? (?:now |still |set to )*"
    r"`?(?P<value>[\w./:-]*[-_/.A-Z\d][\w./:-]*|[\w-]{5,})`?"
)
_LINES = regex(
    r"^[\s#*+|~-]*(?:\d+[:-])?\s*[\"'`]?(?P<key>[A-Za-z][\w.-]*)[\"'`]?(?::[A-Z]+)?(?:\s*(?:=>|=|:)\s*|\s{1,}is\s|\s{2,})(?P<value>\S.*?)[\s;,]*$"
)
_LATELY, _MOST, _LONGEST, _LONG, _WIDE = 2, 6, 110, 12_000, 300


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported or contradicted by the one line of the last calls that is of the thing; None where none or several are."""
    if claim.cell or claim.quantities or claim.words.isdisjoint(WORDS) or len(claim.text) > _LONGEST:
        return None
    text = claim.text.strip(" .!")
    text = text[:1].lower() + text[1:] if text[:4] in ("The ", "So t", "It i") else text
    for form, told in ((_DEED, _deed), (_SWITCH, _switch), (_BUILT, _switch), (_VALUE, _value)):
        said = form.fullmatch(text)
        if said is None:
            continue
        for at, run in _near(claim, evidence):
            found = told(said, run)
            if found is None:
                continue
            if overtaken(evidence, at, claim.msg) is not None:
                return None
            return Judgement("supported" if found[0] else "contradicted", (), f'msg {at}: "{" ".join(found[1].split())[:90]}"', (at,))
    return None


def _near(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > _LATELY or place > _MOST:
            return
        if run.call.output and len(run.call.output) < _LONG and not run.call.cut:
            yield at, run


def _words(text: str) -> list[str]:
    return [w for w in re.findall(r"[a-z0-9][\w./-]*", CODE.sub(lambda m: m[1], text).lower()) if w not in STOP]


def _deed(said: re.Match[str], run: Run) -> tuple[bool, str] | None:
    """The one line that has the thing says one thing done, which is that or another."""
    names = _words(said["name"].removeprefix("the "))
    if not names:
        return None
    told = []
    for line in run.call.output.split("\n"):
        deeds = {_DEEDS[w] for w in re.findall(r"[a-z-]+", line.lower()) if w in _DOES}
        if len(deeds) == 1 and len(line) < _WIDE and all(has(b" " + folded(line) + b" ", w) for w in names):
            told.append((deeds.pop(), line))
    if len({d for d, _ in told}) != 1:
        return None
    return (told[0][0] == _DEEDS[said["deed"]]) != bool(said["no"]), told[0][1]


def _switch(said: re.Match[str], run: Run) -> tuple[bool, str] | None:
    """The one line that begins with the name says on or off."""
    groups = said.groupdict()
    key, on = said["key"], groups.get("how") == "with" or (groups.get("state") or "").lower() in _ON
    if groups.get("no"):
        on = not on
    lines = [x for x in run.call.output.split("\n") if key in x and len(x) < _WIDE]
    found = []
    for line in lines:
        behind = line.partition(key)[2]
        if re.match(r"\W+is not set\b", behind):
            found.append((False, line))
        elif (match := re.match(r"(?::[A-Z]+)?[\"']?\s*[=:]\s*[\"']?(\w+)[\"']?\s*[,;]?\s*(?:#.*)?$", behind)) is not None:
            value = match[1].lower()
            if value in _ON or value == "1":
                found.append((True, line))
            elif value in _OFF or value == "0":
                found.append((False, line))
    if len({state for state, _ in found}) != 1:
        return None
    return found[0][0] == on, found[0][1]


def _value(said: re.Match[str], run: Run) -> tuple[bool, str] | None:
    """The value behind a key that has the words of it, on its line or, where the call asked for just that, on the next."""
    keys = _words(said["key"])
    value = said["value"].lower()
    if not keys or len(keys) > 3:
        return None
    lines = [x for x in run.call.output.split("\n") if x.strip()]
    found = [
        (m["value"], line) for line in lines if len(line) < _WIDE and (m := _LINES.match(line)) is not None and _is_key(keys, m["key"])
    ]
    if not found and len(lines) == 2 and _is_key(keys, lines[0].strip()):
        found = [(lines[1].strip(), f"{lines[0].strip()} {lines[1].strip()}")]
    whole = all(_whole(keys, line) for _, line in found)
    values = {v.strip("\"'`;,").lower() for v, _ in found}
    if len(values) != 1:
        return None
    printed = values.pop()
    if printed == value or printed.split()[0].strip("\"'") == value:
        return not said["no"], found[0][1]
    apart = re.fullmatch(r"[\w./:-]+", printed) is not None and not printed[0].isdigit() and not value[0].isdigit()
    return (bool(said["no"]), found[0][1]) if apart and whole and value not in printed and printed not in value else None


def _whole(words: list[str], line: str) -> bool:
    """Whether a line's key has no part that the clause does not name: `mountPath` is not "the mount"."""
    match = _LINES.match(line)
    key = match["key"] if match is not None else line.split()[0]
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", key)
    return all(any(has(b" " + folded(w) + b" ", part.lower()) or has(b" " + folded(part) + b" ", w) for w in words) for part in parts)


def _is_key(words: list[str], key: str) -> bool:
    bare = b" " + folded(key) + b" "
    return (
        re.fullmatch(r"[\w. -]{2,50}", key) is not None and has(bare, words[-1]) and sum(not has(bare, w) for w in words) <= len(words) // 2
    )
