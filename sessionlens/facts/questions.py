"""Whether a call was made to answer a question, by what the agent said before it."""

import re

from sessionlens.text.regex import regex

_STRONG = regex(
    r"\b(?:verif(?:y|ies|ied|ying)|confirm(?:s|ing)?|make sure|making sure|double[- ]check|sanity|ensure|validate|prove|"
    r"(?:check|see|test|find out|tell)(?: (?:that|whether|if|who|which|what|when|how|why))|"
    r"check (?:this|it|the|for|both|all|on)|re-?check|"
    r"compare (?:what|(?:the|both|all|their) (?:outputs?|results?|reports?|digests?|contents?|answers?))|"
    r"let(?:'s| us| me) (?:now )?(?:also )?(?:check|test|see (?:if|whether|who)))\b"
)
_ORIENTS = regex(
    r"\b(?:project|director(?:y|ies)|folder|repo(?:sitory)?|current|existing|code|src|source|module|package)\b[^.:?!]{0,20}"
    r"\b(?:structure|layout)\b"
    r"|\b(?:codebase|overview|get a (?:sense|feel|picture) of)\b"
    r"|\bhow (?:[\w`'-]+ ){0,7}(?:others?|elsewhere|existing|similar)\b"
)
_SURE = regex(r"\b(?:verif|confirm|make sure|making sure|ensur|validat|sanity|final|created)")
_ORIENTING = ("structure", "layout", "codebase", "overview", " sense", " feel", " picture", "other", "elsewhere", "how ")
"""Words of reading to find one's way, which asks nothing that could be answered by yes or no."""
_FINDS_ALL = regex(
    r"^(?:find|list|search for) (?:all|existing|main|relevant|available|related) "
    r"(?:(?!(?:us(?:e|es|age|ages)|calls?|callers|references?|occurrences?|containing|that|which|with)\b)[\w./-]+ ){0,4}files?\b",
    re.I,
)
_ALOUD = regex(r"\W*(?:is|are|was|were|does|do|did|has|have|can|any|which|who|what|where|when)\b.{3,160}\?\W*$", re.I)
_CLAUSES = regex(r"(?<=[.!?:;])\s+|\n+")
_STEMS = ("verif", "confirm", "sure", "check", "sanity", "ensure", "validate", "prove", "see ", "test ", "find out", "tell ", "compare ")
_QUESTION = regex(
    r"(?:^|[.;:!?\n]\s*|, |- |— )(?:(?:but|and|so|now|hm+|wait),? )*(?:is|are|was|were|am|does|do|did|has|have|can|could|will"
    r"|would|which)\b[^.!?\n]{3,160}\?"
)
_PUT = regex(
    r"(?:^|[.;:!?\n,]\s*|\b(?:and|but|so) )(?:do|does|did|is|are|was|were|has|have|had)(?:n['’]?t)? "
    r"(?!you (?:think|want|mean|know|see|understand|able)|there (?:a|any|another) (?:way|chance|option))[^.!?\n]{3,200}\?",
    re.I,
)
_CONFIRMING = regex(r"^(?:re-?)?(?:confirm|verify|validate|make sure|ensure)\b", re.I)
_ASKING = regex(
    r"^(?:re-?)?(?:check|verify|confirm|validate|ensure|find|search|compare|count|review|test|diagnose|inspect whether|see if"
    r"|see whether|look for|syntax-check|parse-check|type-?check|sanity)\b",
    re.I,
)
_REMARK = regex(r"\b(?:check|verify|confirm|validate|make sure|sanity)\b", re.I)
_CONTROL = regex(
    r"\b(?:(?:is|be|as) (?:my|our|a|the) control\b(?! \w)|"
    r"noise[- ]?floor|same (?:binary|program|build|executable|file) (?:under|twice|against)|control (?:run|group|experiment)|A/A"
    r"|null (?:test|experiment)|against itself|two names|negative control|positive control)\b",
    re.I,
)
_REMARKS = ("check", "verify", "confirm", "validate", "make sure", "sanity")
_FAILURE = regex(
    r"\b(?:does|do|will|would|should) (?:that|the|this|these|my|our|it|both)? ?(?:new )?(?:tests?|it)? ?"
    r"(?:catch|fail|detect|notice|go red)\b"
    r"|\b(?:does|do|did|will|would|should|must|whether|if|sure|that|check|verify|confirm|see|expect\w*|want)\b[^.?!;\n]{0,60}"
    r"\b(?:fails?|red) (?:with|without)\b|\b(?:fails?|red) (?:with|without)\b[^.!;\n]{0,60}\?|\bexpected to fail\b"
    r"|\b(?:must|should|needs? to|has to|have to|ought to|had better) (?:now )?fail\b|\bsee (?:it|them|that) fail\b"
    r"|\b(?:sure|that|whether|if) (?:it|the test|they) fails?\b"
    r"|\b(?:confirm|verify|ensure|show|see|watch|prove)(?:ing)? (?:that )?(?:it|they|th(?:is|at|e|ese|ose)(?: new)? tests?|both|all) "
    r"(?:now |do |does |currently |actually |indeed |still )?fails?\b",
    re.I,
)
_ABSENCE = regex(
    r"\b(?:is|are|does|do|has|have) (?:any|anything|anybody|anyone|somebody|someone|something|there any\w*)\b[^.?\n]{0,60}"
    r"\b(?:left|remain(?:s|ing)?|still)\b|\b(?:is|does|has) (?:any(?:thing|body|one)|some(?:thing|body|one)) still\b"
    r"|\bno \w+(?: \w+)? (?:is |are )?(?:left|remains?)\b"
    r"|\b(?:should|must|ought to) (?:have )?"
    r"(?:be gone|been removed|disappear(?:ed)?|vanish(?:ed)?|no longer|not (?:be|have|contain|appear))\b"
    r"|\b(?:sure|check|verify|confirm|ensure)(?: that| whether| if)? (?:there (?:is|are) )?(?:no|none|nothing|nobody)\b"
    r"(?! (?:\w+ ){0,2}(?:missing|lost|dropped|fail\w*|skipped|empty)\b)"
    r"|\b(?:sure|check|verify|confirm|ensure) (?:that )?[^.?\n]{1,60}"
    r"\b(?:is|are|does|do)(?:n['’]t| not) (?:in|there|contain|have|include|use|link(?:ed)?|call(?:ed)?|appear|mention)\b"
    r"|\b(?:is|are) (?:[\w`'./-]+ ){0,5}gone\b|\bno longer (?:there|in|present|contains?|used)\b",
    re.I,
)
_REFUSES = regex(
    r"\b(?:should|must|ought to|expect\w*|supposed to|hope\w*|want\w*)\b[^.?!\n]{0,60}"
    r"\b(?:refuse|reject|fail|exit|status|die|abort|error|complain|non-?zero|[1-9]\d*)|"
    r"\b(?:exit(?:s| code| status)?|status|rc)\W{0,3}(?:with )?[1-9]|non-?zero|\b(?:refuses?|rejects?|complains?|dies|aborts?)\b",
    re.I,
)
_HOW = regex(r"\b(?:how|why|when|where|which)(?: \w+)?\s*$", re.I)
"""What before a failure asks about one that is known."""
_FAILURES = ("catch", "fail", "detect", "notice", "red")
_ABSENCES = ("left", "remain", "still", "gone", "longer", "should", "must", "ought", " no", "n't", "n’t")
_SAME = regex(
    r"\b(?:same(?= *(?:[.,;:?!)]|$|(?:as|in|for|with|again|after|on|both|across|every|before|now|everywhere)\b"
    r"|(?:\w+ )?(?:digest|hash|sum|checksum|output|binar|file|content|byte|image|result|report|tree|archive|build|answer|bundle)))"
    r"|equals?|identical(?:ly)?|exactly(?! (?:wh|how))|unchanged|bit for bit|byte for byte|match(?:es)?|reproducible)\b",
    re.I,
)
_OTHER = regex(
    r"\b(?:differ(?:s|ent|ently|ence|ences)?|distinct|unequal)\b"
    r"|(?:\bnot|n['’]t|\bnever|\bno longer)(?: \w+){0,2} (?:same|equal|identical|unchanged|match)\b",
    re.I,
)
_NEW = regex(r"\b(?:is|are|was|were)\b[^.?!\n]{1,60}\b(?:new|rebuilt|recompiled|fresh|changed|updated|replaced)\b[^.?!\n]{0,30}\?", re.I)
"""What asks whether something is another than before."""
_STATED = regex(r"\b(?:is|are|was|were)\b", re.I)
_HOPED = regex(
    r"\?|\b(?:should|must|ought|whether|if|sure|check|verif\w*|confirm\w*|expect\w*|want|need|keep|stays?|compare|see|prove)\b", re.I
)
"""What a sentence on sameness says that does not state it as found: "the base copy is byte-equal" looks back."""
_LEAVES = regex(
    r"\b(?:only|just|part(?:ly|ial|ially)?|half|stays?|keep(?:s|ing)?|kept|rest|leav(?:e|es|ing)|remains?|except|but not|one of)\b", re.I
)
_OPEN = regex(r"\b(?:what|which|where|how)\b[^.?!\n]{0,80}(?:\?|\bdiffer|\bchang)|\bdifferences?\b|\bchanges?\b", re.I)
_POLAR = regex(
    r"(?:^|[.;:!?\n]\s*|, |- |— )(?:(?:but|and|so|now|hm+|wait|still),? )*"
    r"(?:is|are|was|were|am|does|do|did|has|have|had|can|could|will|would|should)(?:n['’]t)? [^.!?\n]{2,160}\?"
    r"|\b(?:check|verify|confirm|sure|see|test|tell|find out) (?:whether|if|that)\b",
    re.I,
)
_SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_EXPECTED = regex(
    rf"\b(?:all|exactly|should (?:be|have|see|find|list|contain|give|print|match)|expect(?:ing|ed|s)?|must be) "
    rf"(?:the |these |to (?:be|see|find) )?"
    rf"(\d{{1,5}}|{'|'.join(_SMALL[2:])})\b(?![.,]\d|\s?%|[-\w]|\s?(?:ns|us|µs|ms|s|sec\w*|min\w*|[kKMG]i?B)\b)",
    re.I,
)
_VALUE = regex(
    r"\b(?:where (?:do|does|did|is|are|was) [^.?!\n]{0,40}\b(?:time|memory|heap|cycles) (?:all )?(?:now )?(?:go|gone|spent|lost|come)|"
    r"what (?:do|does|did|would|is|are|was|were)\b[^.?!\n]{0,60}\b(?:costs?|takes?|gains?|saves?|shares?|times?|rates?|speeds?)"
    r"|how (?:much|many|long|fast|slow|big|large|often|high|far))\b[^.?!\n]{0,100}\?",
    re.I,
)
_EITHER = regex(
    r"\b(?:other|else|no|not|none|nothing|nobody|never|without|un(?:used|needed|wanted)|dead|stale|obsolete|removed|free of|clean)\b"
    r"|n['’]t\b",
    re.I,
)
_CLEAN = regex(
    r"\b(?:check|verify|confirm|ensure|sure|is|are)\b[^.?!\n]{0,60}"
    r"\b(?:clean(?! up)|untouched|unmodified|nothing (?:is )?changed|no changes)\b",
    re.I,
)

_TIDIED = regex(
    r"\b(?:clean(?:ing|ed)?[- ]?up|tidy(?:ing)?[- ]?up|nothing (?:\w+ ){0,3}left|left[- ]?overs?|left behind|stays? behind"
    r"|lying (?:about|around)"
    r"|what(?: is|['’]s| was)? (?:still )?left)\b",
    re.I,
)

_PROMPT = 1000
"""Characters at the end of a person's message that are looked at for a question."""
_NEAR = 320
"""Characters before a call in which its reason stands."""


def lead(text: str) -> str:
    """What leads to the calls of a message: the end of its text."""
    return text[-_NEAR:]


def holds(text: str, words: tuple[str, ...]) -> bool:
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
    if holds(low, _STEMS) and _STRONG.search(low) is not None:
        if not holds(low, _ORIENTING):
            return True
        low = " ".join(part for part in _CLAUSES.split(low) if not orients(part))
        if _STRONG.search(low) is not None:
            return True
    return "?" in low and _QUESTION.search(low) is not None


def aloud(heading: str) -> bool:
    """Whether a heading that a command echoes over its output asks something: "-- is the cap in v2.1? --"."""
    return _ALOUD.match(heading) is not None


def orients(text: str) -> bool:
    """Whether words lead to reading to find one's way: "check the project structure", "see how other tests do it"; not "verify it"."""
    low = text.lower()
    return holds(low, _ORIENTING) and _ORIENTS.search(low) is not None and _SURE.search(low) is None


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
    if "version" in low or orients(low) or _FINDS_ALL.match(low) is not None:
        return False
    return _ASKING.match(description) is not None or (holds(low, _REMARKS) and _REMARK.search(description) is not None)


def controls(text: str) -> bool:
    """Whether a run is a control: one program against itself, a noise floor."""
    return bool(text) and _CONTROL.search(text) is not None


def expects_failure(text: str) -> bool:
    """Whether a failure is what a test is hoped to show: "Does that test catch the loss?", "make sure that it fails without the fix"."""
    return holds(text, _FAILURES) and any(_HOW.search(text, 0, m.start()) is None for m in _FAILURE.finditer(text))


def refuses(text: str) -> bool:
    """Whether a program is hoped to end with a status other than 0: "It should refuse that", "expect exit 2"."""
    return expects_failure(text) or _REFUSES.search(text) is not None


def expects_absence(text: str) -> bool:
    """Whether finding nothing is the answer hoped for: "Is any call left?", "the old string should have disappeared"."""
    return holds(text, _ABSENCES) and _ABSENCE.search(text) is not None


def expects_clean(text: str) -> bool:
    """Whether a tree is to hold no change: "Make sure that the tree is clean"; not "Clean the tree"."""
    return _CLEAN.search(text) is not None


def tidies(text: str) -> bool:
    """Whether nothing is to be left over by the work: "Clean up", "What stays behind?", "Nothing of it is left"."""
    return holds(text, ("lean", "idy", "left", "behind", "lying")) and _TIDIED.search(text) is not None


def expected(text: str) -> int | None:
    """The count that the last sentence before a call expects: 12 for "All twelve files should be there:"; None if it names none."""
    sentence = next((s for s in reversed(_CLAUSES.split(text)) if s.strip()), "")
    found = {m[1].lower() for m in _EXPECTED.finditer(sentence)}
    if len(found) != 1:
        return None
    said = found.pop()
    return int(said) if said.isdigit() else _SMALL.index(said)


def measures(text: str) -> bool:
    """Whether a value answers the words before a call, not yes or no: "What does the lock cost?", "How long does a cold start take?"."""
    return "?" in text and _VALUE.search(text) is not None and not polar(text)


def wanted(text: str) -> str:
    """Whether two things are to be the "same" (a restored tree) or to "differ" (built variants), by the last sentence that says so; "" if
    neither is said, or both."""
    if _SAME.search(text) is None and _OTHER.search(text) is None:
        return "differ" if "?" in text and _NEW.search(text) is not None else ""
    for sentence in reversed(_CLAUSES.split(text)):
        if _STATED.search(sentence) is not None and _HOPED.search(sentence) is None:
            continue
        found = _wanted(sentence)
        if found or _SAME.search(sentence) is not None:
            return found
    return ""


def leaves(text: str) -> bool:
    """Whether the words before a taking back say that a part of it is to stay: "Only the cache goes", "the test stays"."""
    return _LEAVES.search(text) is not None


def open_ended(text: str) -> bool:
    """Whether the words before a comparison ask what differs: "Which rows?", "Show me the difference"."""
    return _OPEN.search(text) is not None


def _wanted(text: str) -> str:
    same, other = _SAME.search(text) is not None, _OTHER.search(text) is not None
    if other and same and _SAME.search(_OTHER.sub("", text)) is None:
        return "differ"
    return "" if same == other else "same" if same else "differ"


def polar(text: str) -> bool:
    """Whether yes or no answers the words before a call: "Is the disk still full?", not "How full is it?"."""
    return bool(text) and _POLAR.search(text) is not None


def either_way(text: str) -> bool:
    """Whether "none" may be the answer hoped for: "Does any other caller rely on it?", "Is it unused?"."""
    return _EITHER.search(text) is not None
