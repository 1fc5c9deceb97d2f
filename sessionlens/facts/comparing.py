"""What a comparison says: of two files, by the words that stand behind it; of two runs of one program, by what they measured."""

from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Result
from sessionlens.text.regex import regex

_WORD = r"(?:(?:echo|printf)\s+)?[\"']?(?:\w+=)?[\"']?"
_BRANCHES = regex(rf"\s*&&\s*{_WORD}(?P<yes>[\w-]+)(?:[^|&;\n]{{0,60}}\|\|\s*{_WORD}(?P<no>[\w-]+))?")
_AGREE = 1.2
_QUIET = frozenset(("-s", "-q", "--quiet", "--silent", "--brief"))


def by_branches(run: Run, action: Action, output: str) -> str:
    """What a silent comparison says by the words behind it: of `cmp -s a b && r=same || r=OTHER; echo "$n $r"`
    "differ" if a line has OTHER, "equal" if lines have only `same`, or of `cmp a b && echo same` that alone; "" if none stands there."""
    command, text = run.call.command or "", action.command.text
    at = command.find(text) if "&&" in command else -1
    m = _BRANCHES.match(command, at + len(text)) if at >= 0 else None
    if m is None or m["yes"] == m["no"] or (m["no"] and not _QUIET.intersection(action.command.argv)):
        return ""
    lines = [line.split() for line in output.split("\n")]
    if not m["no"]:
        return "equal" if [m["yes"]] in lines else ""
    return "differ" if any(m["no"] in words for words in lines) else "equal" if any(m["yes"] in words for words in lines) else ""


def by_agreement(run: Run, action: Action) -> Result:
    """A control run, one program under two names: do the two agree? Within a fifth they do.

    The very same value twice of a quantity that varies says that the measuring is broken, and decides nothing.
    """
    arms = [t for t in dict.fromkeys(action.targets) if not t.replace(".", "").isdigit()][-2:]
    pairs: dict[tuple[str, ...], list[float]] = {}
    for reading in run.readings:
        tokens = reading.config.split()
        if sum(arm in tokens for arm in arms) == 1:
            pairs.setdefault((reading.metric, *(w for w in tokens if w not in arms)), []).append(reading.value)
    both = [(min(v), max(v)) for v in pairs.values() if len(v) == 2]
    if not both or any(low == high for low, high in both):
        return "inconclusive"
    return "pass" if all(high <= _AGREE * low for low, high in both) else "fail"


def hunked(output: str) -> bool:
    """Whether `diff` shows places where two files differ: `3c3`, `@@ -1,4 +1,5 @@`."""
    return _HUNK.search(output) is not None


_HUNK = regex(r"(?m)^(?:\d+(?:,\d+)?[acd]\d+(?:,\d+)?$|@@ -\d)")
