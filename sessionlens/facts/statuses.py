"""What a call itself prints of a run whose output went elsewhere: its exit status (`echo "exit $?"`), and how often the words of a failure
stand in the file it was sent to (`grep -c 'DATA RACE' race.txt`)."""

import re
from functools import lru_cache

from sessionlens.model.trace import Action, Outcome, Run
from sessionlens.model.words import Result
from sessionlens.text.regex import regex

FAILURES = regex(r"fail|race|panic|error|not ok|flak|broken|leak|timeout", re.I)
"""Words of which a test's output has none if all is well."""
_ECHOES = frozenset(("echo", "printf"))
_GREPS = frozenset(("grep", "egrep", "rg"))
_SAY_NO = _GREPS | _ECHOES | frozenset(
    ("cmp", "diff", "colordiff", "test", "[", "[[", "which", "command", "type", "pgrep", "kill", "pkill", "git diff", "git grep",
     "git merge-base", "ls", "stat", "rm", "cd")
)  # fmt: skip
_STATUS = r"\$\?|\$\{\?\}"
_FIRST = r"\$\{PIPESTATUS\[0\]\}|\$\{pipestatus\[1\]\}"
_KEPT = regex(r"\b([A-Za-z_]\w*)=(?:\$\?|\$\{PIPESTATUS\[0\]\})")
_WORD = regex(rf"({_STATUS}|{_FIRST})|(\$\((?:[^()]|\([^()]*\))*\))|\$\{{?(\w+)[^\s}}]*\}}?")


def told(run: Run, action: Action) -> Result | None:
    """Pass for a status of 0 that a call echoes behind a command, fail for another; else by the counts of the words of a failure in the
    file that the command's output went to. None where the call tells neither.

    Example: `go test ./... > t.txt 2>&1; echo "exit $?"; grep -c FAIL t.txt` that printed "exit 1" and "2" is a fail.
    """
    command, output = action.command, run.call.output
    if "$?" in (run.call.command or "") or "PIPESTATUS" in (run.call.command or "") or "pipestatus" in (run.call.command or ""):
        codes = _codes(run, action)
        if codes:
            return "pass" if not any(codes) else "fail"
    into = next((r.target for r in command.redirects if r.op in (">", "1>", "&>", ">|", ">>")), "")
    if not into or into.startswith("/dev/") or not output.strip():
        return None
    counts = _counts(run, action, into)
    return None if not counts else "fail" if any(counts) else "pass"


def ill(run: Run) -> bool:
    """Whether a call prints a status other than 0 of something that it ran, which is no search or comparison: those say 1 for "none".

    Example: `./serve --check new.toml; echo "rc=$?"` that printed "rc=3".
    """
    given = run.call.command or ""
    if "$?" not in given and "PIPESTATUS" not in given and "pipestatus" not in given:
        return False
    return any(any(_codes(run, a)) for a in run.actions if a.command.tool not in _SAY_NO and a.runner not in _SAY_NO)


def none_found(run: Run) -> bool:
    """Whether a call prints the status 1 of a search: `grep -rn 'retries' src; echo "grep: $?"` that printed "grep: 1"."""
    return "$?" in (run.call.command or "") and any(_codes(run, a) == [1] for a in run.actions if a.command.tool in _GREPS)


def echoed(run: Run, action: Action) -> bool:
    """Whether the call itself prints the exit status of a command, and the output has it."""
    return "?" in (run.call.command or "") and bool(_codes(run, action))


def _codes(run: Run, action: Action) -> list[int]:
    """The statuses that are printed of a command: by the first echo behind its pipeline that has one."""
    command = action.command
    last = command.stage == command.stages - 1
    for after in run.actions[run.actions.index(action) + 1 :]:
        if after.command.group == command.group or "substitution" in after.command.nesting:
            continue
        words = " ".join(after.command.argv[1:])
        if after.command.tool not in _ECHOES:
            if after.command.op in ("&&", "|") or _KEPT.search(run.call.command or "") is not None:
                continue
            return []
        kept = tuple(m[1] for m in _KEPT.finditer(run.call.command or ""))
        whole = last or "pipefail" in (run.call.command or "")
        line = _template(words, kept, whole)
        if line is not None:
            return [int(m[1]) for m in re.finditer(line, run.call.output)]
        if not kept:
            return []
    return []


@lru_cache(maxsize=1024)
def _template(words: str, kept: tuple[str, ...], whole: bool) -> str | None:
    """A line that an echo prints, as an expression whose first group is the status; None if it prints none of that command. `whole`: `$?`
    is that command's own, and not of what it is piped into."""
    parts: list[str] = []
    at, status = 0, False
    for m in _WORD.finditer(words):
        parts.append(re.escape(words[at : m.start()]))
        own = (m[1] is not None and (whole or "$?" not in m[1])) or (m[3] in kept and m[3] is not None)
        parts.append(r"(\d{1,3})" if own and not status else r"[^\n]*?")
        status = status or own
        at = m.end()
    text = "".join([*parts, re.escape(words[at:])]).replace(r"\\n", "")
    return rf"(?m)^{text.strip()}\s*$" if status else None


def _counts(run: Run, action: Action, into: str) -> list[int]:
    """How often words of a failure stand in a file, as far as the call counts them and prints it: alone on a line, or in an echoed one."""
    found: list[int] = []
    for at, after in enumerate(run.actions):
        argv = after.command.argv
        if after.command.tool not in _GREPS or into not in argv or not _counting(argv) or "-v" in argv:
            continue
        sought = next((w for w in argv[1:] if w[:1] != "-" or " " in w), "") if "--" not in argv else argv[argv.index("--") + 1]
        if not FAILURES.search(sought):
            continue
        if "substitution" not in after.command.nesting:
            alone = [line.strip() for line in run.call.output.split("\n") if line.strip().isdigit()]
            found += [int(alone[0])] if len(alone) == 1 else []
            continue
        echo = next((a for a in (*reversed(run.actions[:at]), *run.actions[at:]) if _prints(a, after.command.text)), None)
        if echo is not None:
            found += _printed(" ".join(echo.command.argv[1:]), after.command.text, run.call.output)
    return found


def _counting(argv: tuple[str, ...]) -> bool:
    return any(w == "--count" or (w[:1] == "-" and w[1:2] != "-" and "c" in w[1:] and len(w) < 5) for w in argv[1:])


def _prints(action: Action, text: str) -> bool:
    return action.command.tool in _ECHOES and f"$({text})" in " ".join(action.command.argv[1:])


def _printed(words: str, text: str, output: str) -> list[int]:
    """The numbers that stand in an echoed line where a substitution's text stands in its words."""
    before, _, behind = words.partition(f"$({text})")
    line = "".join((_open(before), r"(\d+)", _open(behind)))
    return [int(m[1]) for m in re.finditer(rf"(?m)^{line}\s*$", output)]


def _open(words: str) -> str:
    at, parts = 0, []
    for m in _WORD.finditer(words):
        parts += [re.escape(words[at : m.start()]), r"[^\n]*?"]
        at = m.end()
    return "".join([*parts, re.escape(words[at:])])


def skipped(outcomes: list[Outcome]) -> bool:
    """Whether each test that is named was skipped, so that a package's "ok" says nothing."""
    named = [o for o in outcomes if o.kind == "test"]
    return bool(named) and all(o.result == "inconclusive" for o in named)
