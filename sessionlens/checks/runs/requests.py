"""A request sent again: the HTTP status that the same call of curl, wget or httpie printed before a change and after it (RFC 9110,
section 15: 4xx and 5xx are failures, 2xx is success)."""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

_CLIENTS = ("curl", "wget", "http", "https", "xh")
_PASSIVE = frozenset({"cd", "head", "tail", "grep", "cat", "echo", "sleep"})
_CODE = regex(r"%\\?\{(?:http_code|response_code)\\?\}")
_HEADER = regex(r"(?m)^\s*<? ?HTTP/\d(?:\.\d)? (?P<code>[1-5]\d\d)\b")
_VARIABLE = regex(r"%\\?\{\w+\\?\}")
_SAID = regex(r"(?<![\w.:/-])[1-5]\d\d(?![\w.%-]|\.\d)")
_PATH = regex(r"https?://[^/\s]+(?P<path>/[^\s?\"'#]*)")
_REFUSED = word_set("gone away removed rejected rejects refused refuses blocked blocks denied denies disabled forbidden")
"""What is meant to fail now."""
_MOST = 60


def recovered(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Works now", "fixed": supported where one request failed, something changed, and the same request succeeds; contradicted where the
    clause names the request's path and its newest answer, with nothing changed since, is a failure. None where no request tells."""
    if not _REFUSED.isdisjoint(claim.words):
        return None
    newest: dict[tuple[str, ...], tuple[int, int]] = {}
    said = {int(n) for n in _SAID.findall(claim.whole)}
    for at, run in evidence.runs_of(claim.msg, _CLIENTS, _MOST):
        found = status(run)
        if found is None:
            continue
        action, code = found
        key = action.command.argv
        path = next((m["path"] for w in key if (m := _PATH.search(w)) is not None), "")
        if key not in newest:
            newest[key] = (at, code)
            changed = any(at < c.msg < claim.msg for c in evidence.changes)
            if code >= 500 and len(path) > 1 and path in claim.low and not changed and code not in said:
                return Judgement("contradicted", (), f"msg {at}: {path} still answers {code}", (at,))
            continue
        later, now = newest[key]
        if code < 400 or now >= 400 or (said and not said <= {code, now}):
            continue
        if len(newest) > 1 and not (len(path) > 1 and path in claim.low):
            continue
        if any(at <= c.msg <= later for c in evidence.changes):
            text = f"{path or key[-1]} answered {code} in msg {at} and {now} in msg {later}, after a change"
            return Judgement("supported", (), text, (at, later))
    return None


def status(run: Run) -> tuple[Action, int] | None:
    """The one request of a call and the status that it printed, the last where it was led elsewhere."""
    asked = [a for a in run.actions if a.command.tool not in _PASSIVE]
    if len(asked) != 1 or asked[0].command.tool not in _CLIENTS:
        return None
    form = next((w for w in asked[0].command.argv[1:] if _CODE.search(w)), "")
    if form:
        code = _in_form(form, run.call.output)
    else:
        headers = _HEADER.findall(run.call.output)
        code = int(headers[-1]) if headers else 0
    return (asked[0], code) if code else None


def _in_form(form: str, output: str) -> int:
    """The status that a `-w` format printed, by the text around it."""
    lines = [line for line in re.split(r"\\n|\n", form.strip("\"'")) if _CODE.search(line)]
    pattern = _CODE.sub("\x00", lines[0].removeprefix("-w").strip("\"'"))
    pattern = re.escape(_VARIABLE.sub("\x01", pattern)).replace("\x00", r"(\d{3})").replace("\x01", r"\S*?")
    found = re.findall(pattern + r"\s*$", output, re.M)
    return int(found[-1]) if found else 0
