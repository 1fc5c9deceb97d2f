"""Plain statements about a test run: how many fail, are skipped or pass, whether the suite does, and what a named test or package did.

They are held against the newest run that was seen whole, if the code is still what it ran. Another earlier run with the claimed count
leaves the statement as it is.

Example: after "2 failed, 23 passed, 1 skipped" each of "three tests fail", "no test fails", "24 of 26 pass" is refuted.
"""

import itertools
import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import PAST, Suite, overtaken, suites
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_TALK = word_set(
    "test suite case spec check unit run all every whole full entire pass passe passed passing green fail failed failing failure red "
    "broken "
    "skip skipped out still now again currently there nothing none no zero everything package module only just exactly two three"
)
_CUES = word_set(
    "test tests suite fail fails failed failing failure failures red pass passes passed passing green skipped package packages"
)
_NUMBER = rf"(?P<n>\d{{1,5}}|no|none|zero|one|{'|'.join(COUNTS)})"
_OF = r"(?: (?:of|out of) (?:the )?(?P<of>\d{1,5}))?"
_FAIL = regex(
    rf"\b(?<!\bof )(?<!\bof the ){_NUMBER}{_OF}(?: (?:unit |integration )?(?:tests?|cases?|specs?))?(?: (?:is|are|was|were))?"
    r"(?: still| now)? (?:fails?|failed|failing|failures?|red)\b"
)
_PASS = regex(
    rf"\b{_NUMBER}{_OF}(?: (?:unit |integration )?(?:tests?|cases?|specs?))?(?: (?:is|are|was|were))?(?: still| now)? "
    r"(?:pass|passes|passed|passing|green)\b"
)
_SKIP = regex(rf"\b{_NUMBER}(?: tests?)?(?: (?:is|are|was|were))? skipped\b")
_PACKAGES = regex(rf"\b(?P<n>all|every|no|\d{{1,4}}|one|{'|'.join(COUNTS)}) packages? (?P<how>pass|fail)\w*")
_NAME = regex(r"`?\b(test_\w+|\w+_test|Test[A-Z]\w*|\w+(?:::\w+)+)\b`?")
_DOES = regex(r"\b(?:(?P<bad>fails|fail|failed|is failing|are failing|is red|are red)|(?P<good>passes|pass|passed|is green|are green))\b")
_ILL_LINE = regex(r"^(?:FAILED |\s*--- FAIL: |test .* \.\.\. FAILED|\S+ FAILED\b|\s*[✗✘×] |not ok )")
_WELL_LINE = regex(r"^(?:\s*--- PASS: |test .* \.\.\. ok|\S+ PASSED\b|\s*[✓✔√] |ok \d)")
_PACKAGE = regex(r"^(?P<how>ok|FAIL)\s+(?P<path>[\w./-]+)\s", re.M)
_LONGEST = 120


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The contradiction of a plain statement; None for any other."""
    if claim.cell or claim.words.isdisjoint(_CUES) or len(claim.text) > _LONGEST or PAST.search(claim.low) or "not" in claim.words:
        return None
    runs = list(itertools.islice((s for s in suites(evidence, claim.msg) if not s.cut and not s.filtered), 6))
    if not runs or runs[0].result not in ("pass", "fail") or overtaken(evidence, runs[0].msg, claim.msg) is not None:
        return None
    names = _NAME.findall(claim.text)
    found = _counted(claim, runs) if not names or "fail" in claim.low else ""
    found = found or (_named(claim, names, runs[0]) if len(names) == 1 else _packages(claim, runs[0]) if not names else "")
    found = found or ("" if names else _whole(claim, runs[0]))
    return Judgement("contradicted", (), f"msg {runs[0].msg}: {found}", (runs[0].msg,)) if found else None


def _number(word: str) -> int:
    return int(word) if word.isdigit() else 1 if word == "one" else COUNTS.get(word, 0)


def _counted(claim: Claim, runs: list[Suite]) -> str:
    """What the run counted, where the clause counts otherwise; each of its counts must be of one run."""
    last = runs[0]
    if not last.summaries or last.passed + last.failed == 0 or last.each >= 0 or _strange(claim, frozenset()):
        return ""
    for pattern, count in ((_FAIL, "failed"), (_SKIP, "skipped"), (_PASS, "passed")):
        for told in pattern.finditer(claim.low):
            n = _number(told["n"])
            if count == "passed" and (told["n"] in ("no", "none", "zero") or not told["of"]):
                continue
            known = {getattr(s, count) for s in runs}
            if n not in known and not (count == "failed" and n in {_ill_packages(s) for s in runs}):
                return f"{last.passed} passed, {last.failed} failed, {last.skipped} skipped; claimed {n} {count}"
    return ""


def _ill_packages(s: Suite) -> int:
    return sum(1 for m in _PACKAGE.finditer(s.run.call.output) if m["how"] == "FAIL")


def _named(claim: Claim, names: list[str], last: Suite) -> str:
    """A test that the run lists on the other side."""
    does = _DOES.search(claim.low)
    if does is None or _strange(claim, tokens(names[0])):
        return ""
    ill: set[str] = set()
    well: set[str] = set()
    for line in last.run.call.output.splitlines():
        side = ill if _ILL_LINE.match(line) else well if _WELL_LINE.match(line) else None
        if side is not None and re.search(rf"(?<![\w-]){re.escape(names[0])}(?![\w-])", line):
            side.add(line.strip()[:90])
    wrong, right = (ill, well) if does["good"] else (well, ill)
    return f"it prints {min(wrong)!r}" if wrong and not right else ""


def _packages(claim: Claim, last: Suite) -> str:
    """Packages of a run that prints a line for each."""
    lines = {m["path"]: m["how"] for m in _PACKAGE.finditer(last.run.call.output)}
    if not lines:
        return ""
    ill = [p for p, how in lines.items() if how == "FAIL"]
    if told := _PACKAGES.search(claim.low):
        if _strange(claim, frozenset()):
            return ""
        if told["n"] in ("all", "every"):
            wrong = (told["how"] == "pass") == bool(ill)
        else:
            wrong = _number(told["n"]) != (len(ill) if told["how"] == "fail" else len(lines) - len(ill))
        return f"{len(ill)} of {len(lines)} packages failed" if wrong else ""
    by_last = {path.rpartition("/")[2]: how for path, how in lines.items()}
    said = list(claim.tokens & by_last.keys())
    does = _DOES.search(claim.low)
    if len(said) != 1 or does is None or _strange(claim, frozenset(said)):
        return ""
    return f"{said[0]}: {by_last[said[0]]}" if (by_last[said[0]] == "FAIL") != bool(does["bad"]) else ""


def _whole(claim: Claim, last: Suite) -> str:
    """The suite said to be red, where the whole of it passed."""
    does = re.search(r"\b(?:fails|fail|failing|red|broken)\b", claim.low)
    if last.result != "pass" or does is None or claim.quantities or not claim.words.isdisjoint(("no", "none", "nothing", "never", "only")):
        return ""
    if not claim.words.isdisjoint(("pass", "passes", "passed", "passing", "green")):
        return ""  # what failed once passes
    if _strange(claim, frozenset()) or claim.words.isdisjoint(("suite", "tests", "test")):
        return ""
    return f"{last.passed} passed, {last.failed} failed" if last.summaries and last.passed else ""


def _strange(claim: Claim, more: frozenset[str]) -> bool:
    """Whether the clause has a word that says something else."""
    left = claim.tokens - _TALK - STOP - more - frozenset(COUNTS)
    return any(w.isalpha() and len(w) > 1 for w in left)
