"""Whether a call was made to answer a question, by what the agent said before it."""

import re

_STRONG = re.compile(
    r"\b(?:verif(?:y|ies|ied|ying)|confirm(?:s|ing)?|make sure|making sure|double[- ]check|sanity|ensure|validate|prove|"
    r"(?:check|see|test|find out|tell)(?: (?:that|whether|if|who|which|what|when|how|why))|"
    r"check (?:this|it|the|for|both|all|on)|re-?check|"
    r"let(?:'s| us| me) (?:also )?(?:check|see (?:if|whether|who)))\b"
)
_STEMS = ("verif", "confirm", "sure", "check", "sanity", "ensure", "validate", "prove", "see ", "test ", "find out", "tell ")
_QUESTION = re.compile(
    r"(?:^|[.;:!?\n]\s*|, |- |— )(?:(?:but|and|so|now|hm+|wait),? )*(?:is|are|was|were|am|does|do|did|has|have|can|could|will"
    r"|would|which|who|what|where|why|how)\b[^.!?\n]{3,160}\?"
)
_PUT = re.compile(
    r"(?:^|[.;:!?\n,]\s*|\b(?:and|but|so) )(?:do|does|did|is|are|was|were|has|have|had)(?:n['’]?t)? "
    r"(?!you (?:think|want|mean|know|see|understand|able)|there (?:a|any|another) (?:way|chance|option))[^.!?\n]{3,200}\?",
    re.I,
)
_CONFIRMING = re.compile(r"^(?:re-?)?(?:confirm|verify|validate|make sure|ensure)\b", re.I)
_ASKING = re.compile(
    r"^(?:re-?)?(?:check|verify|confirm|validate|ensure|find|search|compare|count|review|test|diagnose|inspect whether|see if"
    r"|see whether|look for|syntax-check|parse-check|type-?check|sanity)\b",
    re.I,
)
_REMARK = re.compile(r"\b(?:check|verify|confirm|validate|make sure|sanity)\b", re.I)
_CONTROL = re.compile(
    r"\b(?:noise[- ]?floor|same (?:binary|program|build|executable|file) (?:under|twice|against)|control (?:run|group|experiment)|A/A"
    r"|null (?:test|experiment)|against itself|two names|negative control|positive control)\b",
    re.I,
)
_REMARKS = ("check", "verify", "confirm", "validate", "make sure", "sanity")
_FAILURE = re.compile(
    r"\b(?:does|do|will|would|should) (?:that|the|this|these|my|our|it|both)? ?(?:new )?(?:tests?|it)? ?"
    r"(?:catch|fail|detect|notice|go red)\b"
    r"|\b(?:fails?|red) without\b|\bexpected to fail\b|\bmust fail\b|\bsee (?:it|them|that) fail\b"
    r"|\b(?:sure|that|whether|if) (?:it|the test|they) fails?\b",
    re.I,
)
_ABSENCE = re.compile(
    r"\b(?:is|are) (?:any|anything|there any)\b[^.?\n]{0,60}\b(?:left|remain(?:s|ing)?|still)\b"
    r"|\bno \w+(?: \w+)? (?:is |are )?(?:left|remains?)\b"
    r"|\b(?:should|must|ought to) (?:have )?"
    r"(?:be gone|been removed|disappear(?:ed)?|vanish(?:ed)?|no longer|not (?:be|have|contain|appear))\b"
    r"|\b(?:is|are) (?:really |all |now )?gone\b|\bno longer (?:there|in|present|contains?|used)\b",
    re.I,
)
_FAILURES = ("catch", "fail", "detect", "notice", "red")
_ABSENCES = ("left", "remain", "still", "gone", "longer", "should", "must", "ought")
_SAME = re.compile(
    r"\b(?:same|equals?|identical(?:ly)?|exactly(?! (?:wh|how))|unchanged|bit for bit|byte for byte|match(?:es)?|reproducible)\b", re.I
)


_PROMPT = 1000
"""Characters at the end of a person's message that are looked at for a question."""
_NEAR = 320
"""Characters before a call in which its reason stands."""


def lead(text: str) -> str:
    """What leads to the calls of a message: the end of its text."""
    return text[-_NEAR:]


def _holds(text: str, words: tuple[str, ...]) -> bool:
    """Whether a text has one of the words. A plain loop: it runs for every call."""
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False


def asks(text: str) -> bool:
    """Whether the words before a call put a question: "Is the timer really in that binary?", "Let me verify the sizes"."""
    if not text:
        return False
    low = text.lower()
    if _holds(low, _STEMS) and _STRONG.search(low) is not None:
        return True
    return "?" in low and _QUESTION.search(low) is not None


def put(text: str) -> bool:
    """Whether a person's message puts a question of yes or no that can be looked up: "Do the other parsers have that bug?"; not "Can you
    look into it?", which is a request."""
    return "?" in text and _PUT.search(text[-_PROMPT:]) is not None


def confirms(description: str) -> bool:
    """Whether a call's description says what is expected: "Confirm the order of the commits"; to "check" leaves open what may come."""
    return _CONFIRMING.match(description) is not None


def described(description: str) -> bool:
    """Whether a call's own description says that it checks: "Verify tree is clean", "Count missing objects"; not "Check node version"."""
    if not description or len(description) > _NEAR:
        return False
    low = description.lower()
    if "version" in low:
        return False
    return _ASKING.match(description) is not None or (_holds(low, _REMARKS) and _REMARK.search(description) is not None)


def controls(text: str) -> bool:
    """Whether a run is a control: one program against itself, a noise floor."""
    return bool(text) and _CONTROL.search(text) is not None


def expects_failure(text: str) -> bool:
    """Whether a failure is what a test is hoped to show: "Does that test catch the loss?", "make sure that it fails without the fix"."""
    return _holds(text, _FAILURES) and _FAILURE.search(text) is not None


def expects_absence(text: str) -> bool:
    """Whether finding nothing is the answer hoped for: "Is any call left?", "the old string should have disappeared"."""
    return _holds(text, _ABSENCES) and _ABSENCE.search(text) is not None


def expects_same(text: str) -> bool:
    """Whether two things are expected to be equal (a restored tree) rather than to differ (variants that were built)."""
    return _SAME.search(text) is not None
