"""Things said to be the same that the last call shows apart: "both outputs are identical", "all three files have the same hash".

`cmp` and `diff` say which two files differ; a list of digests has one for each file; lines of one label have a value each.

Example: after "etag: a1" and "etag: b2", "both hosts send the same ETag" is not so.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("identical same equal agree match alike")
_N = r"(?P<n>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)"
_SAID = regex(
    rf"^(?:so |and |now )*(?P<all>both|all (?:of )?(?:the )?{_N}|the two|all) (?P<what>[\w -]{{2,40}}?)"
    r" (?:are|were|is|have|has|send|sends|give|gives|show|shows|print|prints|return|returns|produce|produces|agree|match)\b"
    r"(?P<rest>.*)$"
)
_ALIKE = regex(r"\b(?:identical|byte-identical|the same|equal|alike)\b|^$|^ on\b")
_DIGEST = regex(r"^([0-9a-f]{32,128})[ *]+(\S+)$", re.M)
_DIFFER = regex(r"^(?:Files )?(\S+) (?:and )?(\S+) differ\b", re.M)
_VALUE = regex(r"^(?:\S+[: ]+)?(?P<label>[A-Za-z][\w-]{2,20}): +(?P<value>\S.*?)\s*$", re.M)
_FILES = word_set(
    "file files output outputs binary binaries build builds copies report reports archive archives image images result results artifact"
    " artifacts"
)


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the last call before the message; None where it compares something else, or as many as the clause says are alike."""
    said = _SAID.match(claim.low.rstrip(" .!"))
    if said is None or claim.cell or claim.negated or not _ALIKE.search(said["rest"]):
        return None
    n = 2 if said["all"] in ("both", "the two") else int(said["n"]) if (said["n"] or "").isdigit() else COUNTS.get(said["n"] or "", 0)
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 1:
            return None
        if run.call.kind == "shell" and not run.call.cut:
            return _apart(n, said["what"] + said["rest"], claim, at, run)
    return None


def _apart(n: int, what: str, claim: Claim, at: int, run: Run) -> Judgement | None:
    words = frozenset(re.findall(r"[a-z]+", what))
    differ, digests = _DIFFER.findall(run.call.output), _DIGEST.findall(run.call.output)
    if len(differ) == 1 and n == 2 and words & _FILES and len(run.actions) == 1:
        return Judgement("contradicted", (), f"msg {at}: {differ[0][0]} and {differ[0][1]} differ", (at,))
    if (
        digests
        and (not n or n == len(digests))
        and len(run.actions) == 1
        and words & (_FILES | {"hash", "digest", "checksum", "md", "sha"})
    ):
        odd = next((f for f in digests if f[0] != digests[0][0]), None)
        return (
            None
            if odd is None
            else Judgement("contradicted", (), f"msg {at}: {odd[1]} has {odd[0][:8]}, {digests[0][1]} {digests[0][0][:8]}", (at,))
        )
    labelled = [(m["label"].lower(), m["value"]) for m in _VALUE.finditer(run.call.output) if m["label"].lower() in words]
    if len(labelled) == n > 1 and len({label for label, _ in labelled}) == 1 and len({value for _, value in labelled}) > 1:
        text = " and ".join(value[:20] for _, value in labelled[:2])
        return Judgement("contradicted", (), f"msg {at} prints {labelled[0][0]} {text}", (at,))
    return None
