"""One answer said, another one printed: "the health endpoint returns 200" after 503, "the level is set to 3" after "level = 6".

Only the last call before the message counts, and only where it printed one such answer.

Example: after `cat app.toml` printed "workers = 8", "the number of workers is set to 4" is not so.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("returns return answers answer responds gives is set are")
_STATUS = regex(
    r"\b(?:returns?|answers?|responds?|gives?)(?: with)?(?: an?| http| status| code| the)* (?P<code>[1-5]\d\d)\b"
    r"(?! ?(?:ms|s|kb|mb|b|%|bytes|rows|lines|items|results)\b)"
)
_CODES = regex(r"^(?:HTTP/[\d.]+ |http_code[:=] ?|status[:=] ?)?(?P<code>[1-5]\d\d)(?: [A-Z][\w ]*)?\s*$", re.M)
_TOLD = r"(?P<value>\d[\d.]*|true|false|on|off|yes|no)"
_SET = regex(
    r"^(?:so |and |now )*(?:the |its )?`?(?P<key>[a-z][\w.-]{2,30})`? (?:is|are)(?: now| still)? (?:set to|configured (?:as|to)|=)"
    rf" `?{_TOLD}`?$"
)
_LINE = regex(rf"^\s*[\"']?(?P<key>[A-Za-z][\w.-]*)[\"']?\s*[:=]\s*[\"']?{_TOLD}[\"']?,?\s*(?:#.*)?$", re.M | re.I)
_READS = word_set("cat head tail sed grep rg jq bat less awk")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by the one answer of the last call; None where it is the same, or there is none or several."""
    if claim.cell or claim.negated:
        return None
    low = claim.low.rstrip(" .!")
    status, setting = _STATUS.search(low), _SET.match(low)
    for at, run in evidence.runs_before(claim.msg) if status or setting else ():
        if claim.msg - at > 1:
            return None
        if run.call.kind != "shell" or run.call.cut:
            continue
        text = _coded(status["code"], run) if status is not None else _keyed(setting, run) if setting is not None else ""
        return Judgement("contradicted", (), f"msg {at} prints {text}", (at,)) if text else None
    return None


def _coded(code: str, run: Run) -> str:
    if len(run.actions) != 1 or run.actions[0].command.tool not in ("curl", "http", "wget"):
        return ""
    found = {m["code"] for m in _CODES.finditer(run.call.output)}
    return found.pop() if len(found) == 1 and code not in found else ""


def _keyed(said: re.Match[str], run: Run) -> str:
    if len(run.actions) != 1 or run.actions[0].command.tool not in _READS:
        return ""
    key = said["key"].lower()
    found = [m for m in _LINE.finditer(run.call.output) if m["key"].lower() == key or (stem(m["key"].lower()) == stem(key) and tokens(key))]
    if len(found) != 1 or found[0]["value"].lower() == said["value"] or found[0]["value"].isalpha() != said["value"].isalpha():
        return ""
    return found[0][0].strip()
