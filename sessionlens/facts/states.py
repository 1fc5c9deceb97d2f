"""What a command printed of a state that tells by itself whether it is well: HTTP status codes, containers and pods, a single number
against the one that was hoped for, and tests whose failures alone are printed or counted."""

import re

from sessionlens.commands import known
from sessionlens.facts import answers, printed, questions
from sessionlens.facts.statuses import FAILURES
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Result
from sessionlens.text.regex import regex

_CODES = regex(r"(?m)^\D{0,40}\b([1-5]\d\d)\b")
_SICK = regex(
    r"\b(?:CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|Evicted|ContainerCreating|Pending|Terminating|Error|Exited \([1-9]\d*\)"
    r"|Restarting \(\d+\)|unhealthy)\b"
)
_READY = regex(r"(?m)^\S+ +(\d+)/(\d+) ")
_NUMBER = regex(r"(?<![\w.:/-])\d+(?![\w.:/-]*\d)")
_GREPS = frozenset(("grep", "egrep", "rg"))
_ECHOES = frozenset(("echo", "printf"))
_LISTS = frozenset(("docker ps", "podman ps", "docker compose", "kubectl get"))
_SHORT = 400


def told(run: Run, action: Action, said: str) -> Result | None:
    """What a look at a state comes to; None where the output does not tell by itself.

    `curl -w '%{http_code}'` that printed 503 is a fail, as is a pod that is 0/1 ready, and 12 where "any left?" was asked.
    """
    output = answers.bare(run)
    asked = next((a for a in reversed(run.actions) if a.command.tool == "curl"), None)
    if asked is not None and (asked is action or action.intent in ("run", "edit", "benchmark")):
        return _answered(run, asked, output, said)
    if action.runner in _LISTS or (action.runner == "kubectl rollout" and "status" in action.command.argv):
        return _listed(action, output, said)
    numbers = _NUMBER.findall(output) if len(output) < _SHORT else []
    if len(numbers) == 1 and "\n" not in output and not questions.either_way(said):
        hoped = questions.expected(said)
        if hoped is not None:
            return "pass" if int(numbers[0]) == hoped else "fail"
    if len(numbers) == 1 and "\n" not in output and questions.expects_absence(said):
        return "pass" if int(numbers[0]) == 0 else "fail"
    return None


def _answered(run: Run, action: Action, output: str, said: str) -> Result | None:
    if printed.otherwise(run, action) == "not held":
        return "fail"
    if not output:
        return "fail" if run.call.exit_code in (6, 7, 22, 28, 35, 52, 56) and action.command.exit_visible else None
    if not any("http_code" in w or "response_code" in w for w in action.command.argv):
        return None
    codes = [int(m[1]) for m in _CODES.finditer(output)]
    if len(codes) != len(output.split("\n")):
        return None
    hoped = [int(m[1]) for m in _HOPED.finditer(said)]
    if len(set(hoped)) == 1:
        return "pass" if all(code == hoped[0] for code in codes) else "fail"
    return "fail" if any(code >= _BAD for code in codes) else "pass"


_BAD = 400
_HOPED = regex(
    r"\b(?:gets?|got|returns?|gives?|answers?(?: with)?|responds?(?: with)?|expect(?:s|ed|ing)?|should be|must be|see|becomes?)"
    r" (?:an? )?(?:http )?([1-5]\d\d)\b(?![.,]\d| ?(?:ms|s|%|[kKMG]?i?B)\b)",
    re.I,
)
"""The status code that is hoped for: "Does a bad date get 400?"."""


def _listed(action: Action, output: str, said: str) -> Result | None:
    if action.runner == "kubectl rollout":
        return "pass" if "successfully rolled out" in output else "fail" if "error: " in output else None
    if not output:
        return "fail" if questions.polar(said) and not questions.either_way(said) and not questions.expects_absence(said) else None
    if questions.expects_absence(said):
        return None
    short = [m for m in _READY.finditer(output) if m[1] != m[2]]
    return "fail" if short or _SICK.search(output) else None


def counted(run: Run, action: Action) -> Result | None:
    """What tests come to of which only the failures are shown: `go test -race ./... | grep -c 'DATA RACE'` that printed 0, and
    `go test ./... >/dev/null || echo "failed $i"` that printed nothing."""
    output = answers.bare(run) if len(run.call.output) < _SHORT else run.call.output[:_SHORT]
    last = [a for a in answers.follows(run, action) if a.command.tool in _GREPS][-1:]
    if last:
        argv = last[0].command.argv
        sought = next((w for w in argv[1:] if w[:1] != "-"), "")
        counts = any(w == "--count" or (w[:1] == "-" and w[1:2] != "-" and "c" in w) for w in argv[1:])
        if counts and FAILURES.search(sought) and output.strip().isdigit():
            return "pass" if int(output) == 0 else "fail"
        clear = not counts and not output.strip() and "-v" not in argv and FAILURES.search(sought)
        return "pass" if clear and run.call.exit_code == 1 and known(last[0].command, 1) == "failed" else None
    place = run.actions.index(action)
    after = next((a for a in run.actions[place + 1 :] if a.command.group != action.command.group), None)
    if (
        after is None
        or after.command.op != "||"
        or after.command.tool not in _ECHOES
        or not any(r.op.startswith((">", "&>")) for r in action.command.redirects)
    ):
        return None
    words = next((w for w in " ".join(after.command.argv[1:]).split() if "$" not in w and len(w) > 2), "")
    if not words or run.call.status in ("error", "interrupted"):
        return None
    return "fail" if words in run.call.output else "pass" if not run.call.output.strip() else None
