"""What a page says of itself, and its JSON twin: the same findings for programs, inlined so that one file is enough."""

from dataclasses import asdict
from typing import Any

import orjson

from sessionlens import __version__
from sessionlens.model.frozen import Record
from sessionlens.reports.context import Sections
from sessionlens.reports.context.common import first_line, name_of
from sessionlens.reports.lines import listed
from sessionlens.reports.scope import Scope
from sessionlens.text.visible import in_json, visible

SUBJECTS = {
    "methodology": "What the session believed, changed, measured and concluded, and whether that holds",
    "postmortem": "What it cost, how it came about, how it was found, what was done about it, and what is left",
    "decision": "What was weighed, what was chosen, and what that rests on",
    "ledger": "Every claim of the session with its verdict and what it rests on",
    "brief": "What whoever goes on from here needs to know",
}
"""What a report on a whole session says it is about, by kind."""


class About(Record):
    """`title` heads the report, `subject` says what it is about, `session` names the session; `message` is set in a
    close reading; `sliced` says that the report is on one hypothesis."""

    title: str
    subject: str
    session: str
    kind: str
    message: int | None
    sliced: bool
    version: str


def about(scope: Scope) -> About:
    session = scope.whole.session
    named = scope.clip(session.title or session.id, 80)
    if scope.message is not None:
        title = f"Message {scope.message}: {_hook(scope)}"
        subject = f"Close reading of one message of the session “{named}”, as of that message"
    elif scope.sliced:
        names = list(dict.fromkeys(name_of(h) for h in scope.hypotheses))
        title, subject = f"{scope.clip(listed(names[:3]), 80)}: what was tried and what holds", f"One question of the session “{named}”"
    else:
        title, subject = named, SUBJECTS.get(scope.kind, SUBJECTS["methodology"])
    return About(title, subject, named, scope.kind, scope.message, scope.sliced, __version__)


def _hook(scope: Scope) -> str:
    """What the message is, in a line: its first command that looks or measures, else its first words."""
    message = scope.whole.message(scope.message or 0)
    for run in scope.whole.turns[message.number].runs:
        if any(a.intent not in ("navigate", "other") for a in run.actions) and run.call.command:
            return scope.clip(run.call.command, 70)
    if message.text.strip():
        return scope.clip(first_line(message.text), 70)
    return ", ".join(dict.fromkeys(c.name for c in message.calls)) or "no text"


def inline(scope: Scope, sections: Sections) -> str:
    """The report's data as JSON that cannot end the script element it stands in: `<`, `>`, `&` are escaped, and so is
    what an editor would obey."""
    built = {name: data for name, data in sections.built().items() if data is not None and name != "picture"}
    twin = {"schema": "sessionlens.report/1", "about": _clean(asdict(about(scope)), scope), "sections": _cleaned(built, scope)}
    text = orjson.dumps(twin, option=orjson.OPT_SORT_KEYS).decode()
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return in_json(text)


def _cleaned(data: Any, scope: Scope) -> Any:
    """Plain lists, dicts and strings; strings without secrets and with control characters written out. orjson makes plain data of
    dataclasses in less time than they can be walked through."""
    return _clean(orjson.loads(orjson.dumps(data, default=_plain, option=orjson.OPT_NON_STR_KEYS)), scope)


def _plain(value: Any) -> Any:
    """What orjson does not write by itself."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, str):
        return str(value)
    raise TypeError(type(value).__name__)


def _clean(data: Any, scope: Scope) -> Any:
    kind = type(data)
    if kind is str:
        return "" if data.startswith("<svg") else visible(scope.redact(data))
    if kind is list:
        return [_clean(x, scope) for x in data]
    return {name: _clean(x, scope) for name, x in data.items()} if kind is dict else data
