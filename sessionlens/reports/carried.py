"""What an answered question shows, and what it does not: in words that follow the topic, the result and what was printed."""

from sessionlens.model.facts import Verification

READ = "an answer was printed, for a person to judge"
_UNREAD = {
    "read": "an answer was printed that no rule reads",
    "found": "something was found, for a person to judge",
    "refused": "the tool did not take the command",
    "silent": "nothing was printed",
}
_ELSEWHERE = "that it is nowhere else"
SHOWS: dict[str, tuple[str, str]] = {
    "presence": ("the text is in the file: linked, not used", "that the code behind it runs"),
    "tool": (READ, "that it works for the purpose, or may read what it needs"),
    "tests": ("the tests that ran passed", "what no test covers"),
    "build": ("it compiles", "that it runs, or that the built file is the one used later"),
    "lint": ("the linter accepts it", "that it does what it should"),
    "state": ("the tree was in that state at that moment", "what was done to it afterwards"),
    "review": (READ, "what was not looked at"),
    "check": (READ, "what was not looked at"),
    "equal": (READ, "other inputs"),
    "database": ("the database answered this query", "other data, or another plan"),
    "control": ("the two runs agree within a fifth", "anything by itself"),
}
"""By topic: what a passed check shows, and what it does not, where nothing more is known of what was printed."""

_PRINTED: dict[tuple[str, str], str] = {
    ("presence", "none"): "the text is not in the file",
    ("presence", "some"): "the text is in some of the files and not in others",
    ("presence", "read"): "what is in the file was printed, for a person to judge",
    ("tool", "installed"): "the program is installed",
    ("tool", "some"): "some of the programs are installed, not all",
    ("tool", "running"): "a process of that name runs",
    ("tests", "failed"): "tests failed, which was wanted",
    ("tests", "passed"): "the tests passed, though a failure was wanted",
    ("lint", "stopped"): "a check in front of the tests failed; the tests did not run",
    ("build", "stopped"): "a check in front of the tests failed; the tests did not run",
    ("state", "read"): READ,
    ("state", "silent"): "nothing was printed",
    ("check", "silent"): "nothing was printed",
    ("state", "clean"): "no change was listed at that moment",
    ("state", "dirty"): "changes were listed at that moment",
    ("state", "untracked"): "only new files were listed at that moment",
    ("review", "report"): "the report names no fault",
    ("equal", "equal"): "both sides are equal for what was compared",
    ("equal", "differ"): "what was compared differs",
    ("equal", "mixed"): "some of what was compared is equal, some differs",
    ("equal", "unchanged"): "the same as when it was last printed",
    ("equal", "changed"): "not the same as when it was last printed",
    ("equal", "several"): "hashes were printed, for a later comparison",
    ("equal", "one"): "one hash was printed, with nothing to compare it with",
}
_CONDITIONS = {
    "held": "the condition held",
    "not held": "the condition did not hold",
    "held in part": "the condition held for some, not for all",
}
_SEARCHED = {
    "found": "what was looked for is there",
    "none": "nothing was found where was looked",
    "some": "found in some places, not in others",
    "error": "a failure, an error or damage was printed",
}
_FAILED = {
    "build": "it did not compile",
    "tests": "tests failed",
    "lint": "the linter found faults",
    "equal": "what was compared is not as wanted",
    "presence": "the text was not found",
    "tool": "a program or a feature was not found",
    "state": "an error was printed, or git failed",
    "review": "faults were reported",
    "database": "the answer was none, or an error",
    "control": "the two runs differ by more than a fifth",
}
_UNDECIDED = "nothing either way"


def shown(v: Verification) -> str:
    """What a verification's answer shows. Example: a search that was hoped to find nothing passes with "the text is not in the file"."""
    printed = _printed(v)
    if v.result == "inconclusive":
        if v.topic == "control":
            return "a run to compare with"
        return _UNREAD.get(v.printed) or printed or _UNDECIDED
    if v.topic == "tests":
        counts = ", ".join(f"{n} {word}" for word, n in v.counts.items() if n)
        said = printed or (SHOWS["tests"][0] if v.result == "pass" else _FAILED["tests"])
        return said + (f" ({counts})" if counts and v.result == "pass" else "")
    if v.result == "pass":
        return printed or SHOWS.get(v.topic, ("", ""))[0]
    if v.topic == "presence" and v.printed == "found":
        return "the text is still in the file"
    if v.topic == "review" or (v.topic == "tool" and v.printed == "installed"):
        return _FAILED[v.topic]
    return printed or _FAILED.get(v.topic, "no, by what was printed")


def not_shown(v: Verification) -> str:
    """What a passed verification does not show; "" where nothing is to be said."""
    if v.result != "pass":
        return ""
    return _ELSEWHERE if v.topic == "presence" and v.printed == "none" else SHOWS.get(v.topic, ("", ""))[1]


def by_presence_alone(v: Verification) -> bool:
    """Whether a check passed because a text is somewhere, which is not the use of it."""
    return v.topic == "presence" and v.result == "pass" and v.printed != "none"


def _printed(v: Verification) -> str:
    if v.printed in _CONDITIONS:
        return _CONDITIONS[v.printed]
    if v.topic in ("check", "review", "state") and v.printed in _SEARCHED:
        return _SEARCHED[v.printed]
    return _PRINTED.get((v.topic, v.printed), "")
