"""What no number of runs can show, said after a few of them. A part of the rule `overgeneralised`.

"No input changes the totals" after two files; "there are no data races in the code" where a detector saw nothing in the runs it was given;
"the two accept exactly the same lines" after a fuzzer found no difference; "holds for every window size" where one was tried. What the
sentence itself keeps to its runs ("in 200 runs", "none was reported", "on the files at hand") is no such thing.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.rules.base import Hit, at_fact, holds
from sessionlens.text.regex import regex

_THINGS = (
    r"(?:inputs?|requests?|quer(?:y|ies)|workloads?|patterns?|loads?|clients?|callers?|users?|files?|keys?|orders?|sequences?|platforms?"
    r"|machines?|rows?|lines?|values?|paths?|calls?|settings?|data|traffic|messages?|packets?|events?|timings?|schedules?|interleavings?)"
)
_NOTHING_CAN = regex(
    rf"\b(?:no|not a single|none of the) (?:possible |other |such )?(?:[a-z]+ )?{_THINGS} "
    r"(?:can|could|will|would|changes?|breaks?|triggers?|exceeds?"
    r"|slips?|escapes?|gets?|reach(?:es)?|loses?|lose|ever)\b(?! (?:in|of|was|were|left))",
    re.I,
)
_FREE = regex(r"\b(?:no|free of|without)(?: any)? (?:data )?(?:races|leaks|deadlocks|memory errors|undefined behaviou?r|overflows)\b", re.I)
_SAME = regex(r"\b(?:exactly|precisely) (?:the same|equal|alike)\b|\bequivalent\b|\bnever differ\b", re.I)
_FOR_EVERY = regex(
    r"\b(?:for|at|in|on|with|under|over) (?:every|any|all) (?:possible )?(?P<of>[a-z]+ )?(?P<n>sizes?|inputs?|workloads?|loads?|zones?"
    r"|timezones?|platforms?|compilers?|versions?|kernels?|locales?|formats?|lengths?|widths?|depths?|limits?|seeds?|browsers?|devices?|regions?"
    r"|boards?|architectures?|distros?|languages?|time ?zones?|encodings?|shells?)\b",
    re.I,
)
_KEPT = regex(
    r"\d|\b(?:found|reported?|reports|seen|saw|detected|showed|shown|tried|tested|measured|ran|runs?|here|today|at hand|these|those|this"
    r"|so far|if|whether|should|would|might|may|could|expect\w*|yet)\b|\?",
    re.I,
)
_DETECTS = ("-race", "sanitize", "tsan", "asan", "valgrind", "helgrind", "miri", "loom")
_RANDOM = ("fuzz", "random", "quickcheck", "proptest", "hypothesis", "rand(")
_LITERALS = (
    "no ",
    "No ",
    "ot a single",
    "one of",
    "free of",
    "without",
    "ctly the same",
    "cisely the same",
    "equivalent",
    "never differ",
    " every ",
    " any ",
    " all ",
)
_NEAR = 3


def find(view: View) -> Iterator[Hit]:
    told: set[int] = set()
    for conclusion in view.conclusions:
        quote = conclusion.quote
        if conclusion.statement.table is None and conclusion.msg not in told and holds(quote, _LITERALS):
            why = too_far(view, conclusion)
            if why:
                told.add(conclusion.msg)
                yield at_fact(conclusion, why, "medium")


def too_far(view: View, conclusion: Conclusion) -> str | None:
    """What makes a conclusion one that no run can show, or None."""
    quote = conclusion.quote
    nothing = _NOTHING_CAN.search(quote)
    if nothing and not _KEPT.search(quote):
        return f"{nothing[0]!r}: said of all of them, from those that were tried"
    if _FREE.search(quote) and not _KEPT.search(quote) and ran(view, conclusion.msg, _DETECTS):
        return "a detector shows what happened in its runs: that it saw nothing does not show that there is nothing"
    same = _SAME.search(quote)
    if same and not _KEPT.search(quote[quote.rfind(", ", 0, same.start()) + 1 :]) and ran(view, conclusion.msg, _RANDOM):
        return "that random cases showed no difference does not show that there is none: it holds of the cases that were tried"
    every = _FOR_EVERY.search(quote)
    if every and not varied(view, conclusion.msg, (every["of"] or every["n"]).strip().rstrip("s").lower()):
        verdict = view.verdict(conclusion.id)
        if verdict is not None and verdict.verdict == "unsupported" and not any(map(str.isdigit, quote)):
            return f"{every[0]!r}: no run before it goes through several"
    return None


def ran(view: View, msg: int, words: tuple[str, ...]) -> bool:
    """Whether a call shortly before a message ran one of these tools, by its command."""
    return any(n <= msg and any(map((run.call.command or "").lower().__contains__, words)) for n, run in view.runs(msg - _NEAR))


def varied(view: View, msg: int, noun: str) -> bool:
    """Whether calls before a message show several of a thing: a loop over it, or two numbers behind its name."""
    numbered = re.compile(rf"\b{re.escape(noun)}s?\b\W{{0,3}}(\d+)", re.I)
    seen: set[str] = set()
    for n, run in view.runs():
        if n > msg:
            break
        command = run.call.command or ""
        if noun in command.lower() and ("for " in command or "while " in command):
            return True
        seen.update(numbered.findall(command), numbered.findall(run.call.output[:4000]) if noun in run.call.output else ())
        if len(seen) > 1:
            return True
    return False
