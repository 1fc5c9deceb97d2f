"""What an answer rests on, in one word: what the call printed, as far as that can be read.

A result alone misleads: that a text is *not* in a file can be what was hoped for, and so can be that two files differ. A report says both,
the result and this word. "read" stands where a person must read the output; "" where nothing was looked at.
"""

import re
from dataclasses import dataclass, field

from sessionlens.facts.answers import bare, follows, misused, seen
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Result
from sessionlens.text.regex import regex

GREPS = frozenset(("grep", "egrep", "fgrep", "rg", "ag", "ack"))
FINDERS = GREPS | {"find", "fd", "pgrep"}
_NAMES = frozenset(("which", "where", "whereis", "command", "type"))
_DIGEST = regex(r"(?m)^\\?([0-9a-f]{8,128})\b(?:  ?\*?(\S+))?")
_LAST = regex(r"(?:^|[\s:])(\d+)$")
_COUNTED = regex(r"(\d{1,7})$")
_SHORT = regex(r"(?m)^([ MTADRCU?!]{2}) \S")
_SOUGHT = regex(r"[a-z][a-z0-9_.]{3,}")
_FOUND = regex(r"(?:[\w.+-]+: *)?(?:/[\w.+-]+){2,}$")
_LACKING = regex(r"^[\w.+-]+: *(?:missing|no|none|absent|not (?:found|installed))\b|<not supported>|\bnot found\b", re.I)
_ECHOES = frozenset(("echo", "printf"))
_SPARES = frozenset(("-n", "-e", "\\n"))
_COMPLAINTS = 600
_NOWHERE = ("No such file or directory", "cannot find the ", "Cannot find path", "does not exist")
_ITSELF = regex(r"total \d+\S*|d[\w-]{9}\S? .* \.\.?")
"""What `ls -la` prints of every folder."""
_SHORTEST = 8
"""Characters of a digest that two must share."""


def counts(run: Run) -> tuple[int, ...]:
    """The numbers that a counting search printed, one a line (`3`, `src/a.c:0`, `arm 9`); nothing if a line has none."""
    if not any((a.command.tool in GREPS and _counting(a)) or (a.command.tool == "wc" and "-l" in a.command.argv) for a in run.actions):
        return ()
    found = [_LAST.search(line.strip()) for line in bare(run).split("\n")]
    return tuple([int(m[1]) for m in found if m]) if all(found) else ()


def last_count(run: Run) -> int | None:
    """The one number that a call's last command counted, whatever was listed before it: `ls src; find src -name '*.c' | wc -l`."""
    last = run.actions[-1]
    counts_all = last.command.tool == "wc" and "-l" in last.command.argv
    if not counts_all and not (last.command.tool in GREPS and _counting(last)):
        return None
    lines = seen(run.call.output).strip().split("\n")
    alone = len(lines) == 1 or not _COUNTED.match(lines[-2].strip())
    return int(m[1]) if alone and (m := _COUNTED.match(lines[-1].strip())) else None


def asked_count(run: Run, said: str) -> int | None:
    """The number that the one counting search of a call printed among what others listed (`nm a | grep init; nm b | grep -c old_init`), or
    the one for what is asked about: `nm a | grep -c pool; nm b | grep -c main` by "is there still a pool?"."""
    searches = [a for a in run.actions if a.command.tool in GREPS and _counting(a)]
    numbers = [line.strip() for line in seen(run.call.output).split("\n") if line.strip().isdigit()]
    if len(numbers) == 1 and len({a.command.group for a in searches}) == 1:
        return int(numbers[0])
    low = said.lower()
    named = [i for i, a in enumerate(searches) if any(w in low for w in _SOUGHT.findall(" ".join(a.command.argv[1:]).lower()))]
    alone = len(named) == 1 and len(numbers) == len(searches) and not any(a.command.nesting for a in searches)
    return int(numbers[named[0]]) if alone else None


def inventory(run: Run, said: str) -> bool:
    """Whether a call looks for several programs or counters, none of which the words before it name, and prints that some are there and
    others are not: no answer of yes or no."""
    named = {w for a in run.actions if a.command.tool in _NAMES for w in a.command.argv[1:]}
    if not named.isdisjoint(_SOUGHT.findall(said.lower())):
        return False
    lines = [line.strip() for line in seen(run.call.output).split("\n")]
    return any(_FOUND.match(line) for line in lines) and any(_LACKING.search(line) for line in lines)


def _silent(run: Run, action: Action, printed: int) -> bool:
    """Whether a search that counts nothing itself printed nothing: all the numbers that were printed are the counts of other commands."""
    if any(a.command.tool == "wc" for a in follows(run, action)) or action.command.nesting:
        return False
    last = [a for a in run.actions if a.command.stage == a.command.stages - 1 and a.command.group != action.command.group]
    return printed == len([a for a in last if (a.command.tool in GREPS and _counting(a)) or a.command.tool == "wc"])


def _counting(action: Action) -> bool:
    return any(w == "--count" or (w.startswith("-") and not w.startswith("--") and "c" in w) for w in action.command.argv[1:])


def by_search(run: Run, action: Action | None, doubted: bool = True) -> str:
    """ "found", "none", "some" (of several counts some are zero), or "read" where the command does not search; "refused"
    where the tool did not understand, which is looked for only where that is `doubted`."""
    if action is None:
        output = run.call.output.strip()
        return "none" if not output or output.lower().startswith(("no files found", "no matches found")) else "found"
    if doubted and misused(seen(run.call.output)):
        return "refused"
    numbers = counts(run)
    if numbers and action.command.tool in GREPS and not _counting(action) and _silent(run, action, len(numbers)):
        return "none"
    if numbers:
        return "none" if not any(numbers) else "found" if all(numbers) else "some"
    if action.command.tool in FINDERS or action.runner == "git grep" or any(a.command.tool in GREPS for a in follows(run, action)):
        alone = len({a.command.group for a in run.actions if a.intent not in ("navigate", "other")}) == 1
        return "none" if not bare(run) else "found" if alone else "read"
    return "read" if run.call.output.strip() else "silent"


def absent(run: Run) -> bool:
    """Whether all that was printed is that a path is not there: `ls: cannot access 'out/': No such file or directory`, or that a folder is
    empty: `ls -la out` lists `.` and `..`."""
    if len(run.call.output) > _COMPLAINTS:
        return False
    if " ..\n" in f"{run.call.output}\n" and all(_ITSELF.fullmatch(line.strip()) for line in bare(run).split("\n")):
        return True
    if not any(words in run.call.output for words in _NOWHERE):
        return False
    lines = [line for line in bare(run).split("\n") if line.strip()]
    return bool(lines) and all(any(words in line for words in _NOWHERE) for line in lines)


def otherwise(run: Run, action: Action) -> str:
    """Of `ls x || echo "no x"`: "held" if x was listed, "not held" if the words behind it were printed alone, "" where none stand there."""
    command = action.command
    after = next((a for a in run.actions[run.actions.index(action) + 1 :] if a.command.group != command.group), None)
    if after is None or after.command.op != "||" or after.command.tool not in _ECHOES or after.command.redirects:
        return ""
    words = " ".join(w for w in after.command.argv[1:] if w not in _SPARES).strip()
    if not words or "$" in words or "`" in words:
        return ""
    if words not in run.call.output or words not in [line.strip() for line in run.call.output.split("\n")]:
        return "held" if bare(run) else ""
    return "" if bare(run) else "not held"


def by_name(run: Run, action: Action) -> str:
    """Of the programs asked for: "installed" if each was printed, "some" if not each, "read" otherwise."""
    tool, names = action.command.tool, [w for w in action.command.argv[1:] if not w.startswith(("-", "$"))]
    if tool == "pgrep":
        return "running" if bare(run) else "read"
    if tool not in _NAMES or not names:
        return "read"
    printed = {re.split(r"[/\\]", line.strip())[-1].removesuffix(".exe") for line in run.call.output.split("\n")}
    there = [n for n in names if n.removesuffix(".exe") in printed]
    return "read" if not there else "installed" if len(there) == len(names) else "some"


def by_condition(run: Run, action: Action) -> str:
    """Of `[ a -nt b ] && echo new || echo old`, or of the same as `if`: "held", "not held", "held in part" (in a loop), or "read"."""
    yes, no = _branches(run, action)
    if not yes or yes == no:
        code = run.call.exit_code
        if action.command.exit_visible and code in (0, 1) and not yes:
            return "held" if code == 0 else "not held"
        return "read"
    held = failed = 0
    for line in seen(run.call.output).split("\n"):
        words = set(line.split())
        good, bad = yes <= words, bool(no) and no <= words
        if good and bad:
            good, bad = len(yes) > len(no), len(no) > len(yes)
        held, failed = held + good, failed + bad
    if held and failed:
        return "held in part"
    if failed or (not held and not no and not action.command.nesting):
        return "not held"
    return "held" if held and (no or not action.command.nesting) else "read"


def by_tree(run: Run, action: Action) -> str:
    """What `git status` lists: "clean" (nothing), "dirty" (changes), "untracked" (new files only); "" where it cannot be told."""
    output = seen(run.call.output)
    if action.runner != "git status" or follows(run, action) or len(output) < len(run.call.output):
        return ""
    if run.call.status == "error" and (len(run.actions) == 1 or "fatal: " in output):
        return ""
    marks = {m[1] for m in _SHORT.finditer(output)}
    if "Changes not staged" in output or "Changes to be committed" in output or "Unmerged paths" in output or marks - {"??", "!!"}:
        return "dirty"
    if "Untracked files" in output or marks:
        return "untracked"
    short = any(w.startswith("--porcelain") or w in ("-s", "--short", "-sb") for w in action.command.argv)
    return "clean" if "nothing to commit" in output or (short and run.call.exit_code in (None, 0)) else ""


def _branches(run: Run, action: Action) -> tuple[set[str], set[str]]:
    """The literal words that are echoed if a condition holds, and if it does not."""
    yes: set[str] = set()
    no: set[str] = set()
    depth = action.command.nesting.count("if")
    for after in run.actions[run.actions.index(action) + 1 :]:
        if after.command.tool not in _ECHOES:
            break
        words = {w for w in " ".join(after.command.argv[1:]).split() if "$" not in w and "`" not in w and w not in _SPARES}
        if after.command.op == "||" or after.command.nesting.count("if") > max(depth, 1):
            no = words
            break
        if yes or not (after.command.op == "&&" or depth):
            break
        yes = words
    return yes, no


@dataclass
class Sums:
    """The digests that a session printed so far, by file; `varied` are files that were found to differ, as was wanted."""

    known: dict[str, str] = field(default_factory=dict)
    varied: set[str] = field(default_factory=set)

    def compare(self, run: Run, action: Action, wanted: str) -> tuple[Result, str]:
        """Digests against what is wanted ("same", "differ", ""): against each other, and against what the same files had before."""
        output = seen(run.call.output)
        found = [(m[1], m[2] or "") for m in _DIGEST.finditer(output)]
        if not found:
            return "inconclusive", "read"
        place = action.command.cwd or run.call.cwd or ""
        files = [f"{place}/{name}" for _, name in found if name]
        before = [self.known.get(f, "") for f in files] if len(files) == len(found) else []
        digests = [d for d, _ in found]
        old = all(before) and len(before) == len(digests)
        unchanged = old and all(map(_alike, digests, before))
        self.known.update({f"{place}/{name}": digest for digest, name in found if name})
        if len(digests) == 1:
            return self._alone(digests[0], output, wanted, old, unchanged)
        kinds = len(set(digests))
        word = "equal" if kinds == 1 else "differ" if kinds == len(digests) else "mixed"
        if wanted == "same":
            if unchanged and word != "equal":
                return ("pass" if self.varied.issuperset(files) else "inconclusive"), "unchanged"
            return ("pass" if word == "equal" else "fail" if word == "differ" else "inconclusive"), word
        if not wanted and word != "equal":
            return "pass", "several"
        if word == "differ":
            self.varied.update(files)
            return "pass", word
        return ("inconclusive" if word == "equal" and not wanted else "fail"), word

    def _alone(self, digest: str, output: str, wanted: str, old: bool, unchanged: bool) -> tuple[Result, str]:
        same = unchanged if old else output.count(digest) > 1
        if old or same:
            word = ("unchanged" if unchanged else "changed") if old else "equal"
            return ("pass" if not wanted or same == (wanted == "same") else "fail"), word
        return ("inconclusive" if wanted else "pass"), "one"


def _alike(a: str, b: str) -> bool:
    """Whether two digests are one, of which either may have been cut."""
    size = min(len(a), len(b))
    return size >= _SHORTEST and a[:size] == b[:size]
