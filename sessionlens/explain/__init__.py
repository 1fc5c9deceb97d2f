"""What a word of a verdict or finding means, with an example and what to do: from the docstrings of rules and checks, and `words.toml`."""

import textwrap
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from sessionlens import checks, rules
from sessionlens.audit import rules as audit_rules
from sessionlens.audit.base import DEFECTS
from sessionlens.model import words
from sessionlens.reports import advice
from sessionlens.text.regex import regex


class UnknownWordError(LookupError):
    """No such word; `nearest` are some to choose from."""

    def __init__(self, word: str, nearest: list[str]) -> None:
        super().__init__(f"no such issue, caveat, claim or verdict: {word}")
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class Explanation:
    """`kind` is what the word is ("issue", "caveat", "claim", "verdict", "defect"); `rule` the number of the one that reports it."""

    word: str
    kind: str
    means: str
    example: str
    do: str
    rule: str = ""


def known() -> tuple[str, ...]:
    """Every word that can be explained, and every rule's number."""
    numbers = tuple(r.number for r in _all_rules())
    return tuple(dict.fromkeys((*words.VERDICTS, *words.CAVEATS, *words.CLAIMS, *words.ISSUES, *DEFECTS, *numbers)))


def explain(word: str) -> tuple[Explanation, ...]:
    """What a word means; several entries where it is a caveat and an issue, or several rules report it. Raises `UnknownWordError`.

    Example: `explain("stale")[0].do == "something was changed after this evidence; run it again on the present state"`.
    """
    asked = word.strip().lower()
    found = [*_plain(asked), *_claims(asked), *_rules(asked, word.strip().upper())]
    if not found:
        raise UnknownWordError(word, get_close_matches(asked, known(), 3, 0.4))
    return tuple(found)


def _plain(word: str) -> list[Explanation]:
    out = []
    if word in words.VERDICTS:
        entry = _data()["verdict"][word]
        out.append(Explanation(word, "verdict", entry["means"], entry["example"], entry["do"]))
    if word in words.CAVEATS:
        entry = _data()["caveat"][word]
        out.append(Explanation(word, "caveat", entry["means"], entry["example"], advice.CAVEAT[word]))
    return out


def _claims(word: str) -> list[Explanation]:
    kind = next((k for k in checks.CHECKS if word == k.KIND), None)
    if kind is None:
        return []
    head, _, _ = (kind.__doc__ or "").strip().partition("\n\n")
    title, _, says = " ".join(head.split()).partition(": ")
    example, _, computed = says.partition(". ") if says.startswith('"') else ("", "", says)
    means = f"{title}. {computed}" if computed else title
    return [Explanation(word, "claim", " ".join(means.split()), example, _data()["claim"][word])]


class _Rule(NamedTuple):
    """What a rule of either kind says of itself."""

    number: str
    issue: str
    doc: str
    help: str


def _all_rules() -> list[_Rule]:
    """The rules of sessions, then those of documents."""
    own = [_Rule(r.NUMBER, r.ISSUE, r.__doc__ or "", r.HELP) for r in rules.all_rules()]
    return own + [_Rule(r.NUMBER, r.ISSUE, r.__doc__ or "", r.HELP) for r in audit_rules.all_rules()]


def _rules(word: str, number: str) -> list[Explanation]:
    out = [_of_rule(r) for r in _all_rules() if word == r.issue or number == r.number]
    if not out and word in words.ISSUES:
        entry = _data()["issue"].get(word, _data()["issue"]["no-rule"])
        out.append(Explanation(word, "issue", entry["means"], entry["example"], entry["do"]))
    return out


def _of_rule(rule: _Rule) -> Explanation:
    said, *stories = _STORY.split(rule.doc)
    example = textwrap.dedent(stories[0]).strip() if stories else ""
    return Explanation(rule.issue, "defect" if rule.issue in DEFECTS else "issue", " ".join(said.split()), example, rule.help, rule.number)


_STORY = regex(r"\n(?:Fires|Quiet)[^:\n]*:\n")
"""The head of a story in a rule's docstring; one that needs a session says so: "Fires (with a session in which ...):"."""


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files(__name__).joinpath("words.toml").read_text(encoding="utf-8"))
