"""The slots of a plain verdict: the words for what it is on, for being so, for being true, false or given up, and how they stand together.

The patterns are for text in lower case (`sentences.lowered`).
"""

import re

from sessionlens.text.regex import regex

NOUNS = (
    *("theor", "hypothes", "idea", "guess", "suspicion", "hunch", "worr", "fear", "concern", "assumption", "explanation", "diagnos"),
    *("suspect", "bet", "prediction", "expectation", "candidate", "belief", "instinct", "conjecture", "proposal", "reading", "feeling"),
)
NOUN = (
    r"(?:theor(?:y|ies)|hypothes[ie]s|ideas?|guess(?:es)?|suspicions?|hunch(?:es)?|worr(?:y|ies)|fears?|concerns?|assumptions?|"
    r"explanations?|"
    r"diagnos[ie]s|suspects?|bets?|predictions?|expectations?|candidates?|beliefs?|instincts?|conjectures?|proposals?|reading|feeling)"
)
OF = r"(?:theory|hypothesis|idea|guess|suspicion|hunch|suspect|candidate|experiment|attempt|proposal)"
LABEL = rf"(?:(?:{OF}\s+)?\b[a-z]{{1,3}}\d{{1,2}}[a-z]?\b|{OF}\s+(?:#?\d{{1,2}}|[a-z])(?![\w'’]))"
LABELS = rf"[*_`(]*(?P<label>{LABEL}(?:[*_`]*(?:,\s+and\s+|,\s*|\s+and\s+|\s+or\s+|\s*/\s*|\s+nor\s+)[*_`]*{LABEL})*)[*_`]*"
VERB = (
    r"(?=\s+(?:is|was|are|were|has|have|had|can|cannot|do|does|did|could|will|never|gets?|got|turn(?:s|ed)|prove[sd]?|c[ao]mes?|holds?|held|stands?|"
    r"stood|survive[sd]|check(?:s|ed)|bears?|bore|pann?(?:s|ed)|pa(?:id|ys)|works?|worked|fail(?:s|ed)|f[ae]ll(?:s)?|collapse[sd]|missed|die[sd]|"
    r"play(?:s|ed)|ma(?:kes|de)|stays?|remains?)(?:n['’]t)?\b|[\"”*_)]*\s*(?:$|[.,;?:!—–(=]|->|→))"
)
"""What may come behind the words for what a belief is about."""
NAMED = (
    rf"(?P<noun>the\s+(?:first|second|third|last)\s+one\b|(?:the|my|our|that|this|your|his|both|first|second)\s+(?:(?!(?:is|was|are|"
    rf"were|has|that|which|and|or|but|of|in|the|"
    rf"no)\b)[\w`'’./-]+\s+){{0,5}}?"
    rf"{NOUN}(?![\w-])(?:\s+(?:that|about|on|of|behind|with|for|in)\s+[^,;:.]{{2,70}}?{VERB})?)"
)
IT = r"(?P<it>it|that|this|which|those|these|they)(?=\s|['’])"
ALL = (
    r"(?P<all>(?:all|both|none|neither)(?:\s+(?:of\s+)?(?:the\s+)?(?:them|these|those|two|three|four|five|hypotheses|theories|"
    r"ideas|suspects|guesses)){0,2})(?=\s)"
)
BESIDE = r"(?:\s*\([^()\n]{1,80}\)|,?\s+(?:the|our|an?)\s+[^,;:.()—–]{2,40}(?:,(?=\s))?|\s+[\"“][^\"”\n]{2,50}[\"”])?[*_`]*"
"""What may stand behind a label: its words."""
AND = (
    r"(?:(?:now|indeed|clearly|therefore|thus|hereby|definitely|plainly|simply|also|in\s+fact|after\s+all|just|really|actually|"
    r"finally|all|both|"
    r"again|already|fully|completely|entirely|still|largely|mostly|partly|half|the\s+one\s+that(?:['’]s|\s+is)|only)\s+)*"
)
BE = (
    r"(?:(?:is|was|are|were|gets?|got|stays?|remains?|proved|proves|(?:has|have|had|can|must)\s+(?:now\s+)?(?:be|been)|turn(?:s|"
    r"ed)\s+out|proved|came\s+out|comes\s+out)"
    r"(?P<nt>n['’]t)?|['’](?:s|re))(?:\s+(?P<nt2>not|never|no\s+longer))?\s+" + AND + r"(?:to\s+(?:be|have\s+been)\s+)?" + AND
)
END = (
    r"(?=\s*(?:[.,;:!?()*_`—–\"”|]|-|$)|\s+(?:by|in|for|on|about|with|too|as|and|but|because|since|after|at|from|here|there|then|"
    r"again|so|to|when|"
    r"of\s+(?:this|that|it|the))\b)"
)
TRUE = (
    r"right|correct|true|justified|(?:well[- ])?founded|spot[- ]on|borne\s+out|confirmed|proven|proved|verified|certain|validated|"
    r"warranted|accurate|"
    r"(?:in|real)(?=\s*[.,;:!)]|\s*$)|sound|vindicated|accepted|adopted|established|supported|settled\s+as\s+true|"
    r"(?:the\s+)?(?:right|correct)(?:\s+one)?|no\s+longer\s+a\s+\w+"
)
FALSE = (
    r"wrong|false|mistaken|refuted|disproved|disproven|dead|out|ruled\s+out|unfounded|off\s+the\s+table|incorrect|untrue|rejected|"
    r"busted|gone|invalid|"
    r"invalidated|baseless|discarded|falsified|misplaced|unwarranted|unjustified|(?:a\s+)?(?:red\s+herring|dead\s+end|"
    r"false\s+(?:lead|alarm|trail)|non-starter)|"
    r"contradicted|eliminated|excluded|debunked|killed|nonsense|bogus"
)
LEFT = (
    r"abandoned|dropped|withdrawn|shelved|parked|given\s+up|superseded|replaced|overturned\s+by|set\s+aside|moot|obsolete|"
    r"overtaken|put\s+aside|left\s+aside|postponed|deferred"
)
HOLDS = (
    r"(?:(?P<holds>(?:holds?|held)(?:\s+(?:up|true|good|water|well))?|stands|stood(?:\s+up)?|survive[sd]|check(?:s|ed)\s+out|"
    r"bears?\s+out|bore\s+out|"
    r"pann?(?:s|ed)\s+out|paid\s+off|pays\s+off|came\s+true|comes\s+true|works|worked|do(?:es)?\s+(?:what\s+(?:it|they)\s+should|"
    r"its\s+(?:job|work)|the\s+(?:trick|job))|did\s+the\s+(?:trick|job))|"
    r"(?P<falls>fails|failed|falls|fell|collapse[sd]|missed|die[sd]|backfire[sd]|crumble[sd])(?:\s+(?:apart|flat|over|through|down))?)"
    + END
)
DENIED = (
    r"(?:(?:does|do|did|can|could|will|has|have)(?:n['’]t|\s+not)|cannot|can['’]?t|won['’]?t|never)\s+(?:really\s+|quite\s+|"
    r"actually\s+|even\s+)?"
    r"(?P<not>hold|held|stand|stood|survived?|work(?:ed)?|help(?:ed)?|explain(?:ed)?|pan(?:ned)?\s+out|bear\s+out|fit|match|apply|"
    r"account|fly|check\s+out|add\s+up|"
    r"come\s+true|be\s+(?:it|right|true|the|so)|do\s+it|matter)\b"
)
ROLE = (
    r"(?:(?:the|our|my|a)\s+)?(?:(?:real|actual|main|root|whole|only|true)\s+)*(?:cause|culprit|reason|problem|bug|trigger|"
    r"bottleneck|offender|issue|one|trouble)"
    r"(?=\s*(?:[.,;:!)*_`—–]|$)|\s+(?:here|of|for|behind|and|but|after|i|we|it)\b)|it(?=\s*(?:[.,;:!)*_—–]|$))|(?:what|"
    r"the\s+one)\s+i(?:['’](?:d|ll))?\s+(?:take|pick|choose|keep|recommend|go\s+(?:with|for))\b|to\s+blame|at\s+fault|responsible|"
    r"guilty|what\s+(?:does|did|keeps|kept|made|makes|holds|caused|causes)\b"
)
CLEAR = r"(?:innocent|not\s+guilty|cleared|off\s+the\s+hook|uninvolved)" + END
SOUND = r"(?:harmless|fine|idle|all\s+right|correct|as\s+it\s+should\s+be|healthy|ok(?:ay)?|intact)" + END
"""What is said of a thing that was under suspicion a moment ago."""
NO_PART = (
    r"(?P<none>(?:has|had|have)\s+nothing\s+to\s+do|play(?:s|ed)\s+no\s+(?:role|part)|ma(?:kes?|de)\s+no\s+difference|"
    r"ma(?:kes?|de)\s+(?:the\s+\w+|it|things|everything|them)\s+(?:slower|worse|larger|bigger))\b"
)
PREDICATE = regex(
    rf"\s*(?:{BE}(?:(?P<yes>{TRUE}){END}|(?P<no>{FALSE}){END}|(?P<left>{LEFT}){END}|(?P<role>{ROLE})|(?P<clear>{CLEAR})|"
    rf"(?P<part>(?:involved|relevant){END}))|"
    rf"\b{HOLDS}|\b{DENIED}|\b{NO_PART}|\b(?:is|was|are|were|does|did)(?P<nope>n['’]t|\s+not)(?=\s*(?:[.,;:!)]|$)))"
)
"""What is said of a label, a noun of belief or a pronoun, from the end of its words on."""
BLAMES = regex(
    rf"\s(?:{BE}(?:(?P<role>{ROLE})|(?P<clear>{CLEAR})|(?P<part>(?:involved|relevant){END})|(?P<sound>{SOUND})|"
    rf"(?P<no>(?:ruled\s+out|off\s+the\s+table|out\s+of\s+(?:the\s+)?question|a\s+red\s+herring){END}))|{NO_PART})"
)
"""What is said of a thing that is blamed."""
THING = regex(
    r"(?:(?:^|.*?[\s(])(?P<thing>(?:(?:the|our|your|a|an)\s+)(?:(?!(?:is|was|are|were|the|which|and|but|not|"
    r"that)\b)[\w`'’./()-]+\s+){0,5}[\w`'’./()-]+|`[^`]+`[()]*)|"
    r"(?:^|.*[.,;:!—–(]\s*|.*\b(?:so|but|and|then|that|thus)\s+)(?P<name>(?!(?:it|that|this|which|there|what|here|i|we|you|they|he|"
    r"she|one|so|who|nothing|now|time)\b)[\w./-]{3,}))$",
    re.S,
)
"""A thing at the end of a stretch of text."""
LEAD = (
    r"(?:^|[.;:,!—–(]\s*|->\s*|→\s*|\b(?:so|but|and|then|that|thus|therefore|hence|means|shows|showing|proves|because|since|"
    r"out)\s+)[*_\"“]*"
    r"(?:(?:so|but|and|then|thus|ok(?:ay)?|good|well|now|in\s+short|in\s+the\s+end|also|again|indeed|apparently|clearly|alas)[,:]?\s+)?"
)
SUBJECT = regex(rf"{LEAD}(?:only\s+|both\s+|(?P<neither>neither)\s+)?(?:{LABELS}{BESIDE}|{NAMED}|{ALL}|{IT})")
TOO = regex(rf"\s*(?:[.,;]|\band)\s+{LABELS}{BESIDE}\s*(?:(?:is|are|was|were|does|did)\s+)?(?:too|as\s+well|also|likewise)\b")
"""A label of which the same is said."""
VERDICT_ON = r"(?:(?:the\s+)?(?:verdict|result|status|outcome|fate|answer)\s+(?:on|of|for)\s+)?"
STRAIGHT = regex(
    rf"^\W{{0,4}}{VERDICT_ON}(?:{LABELS}[^:—–|=>?]{{0,60}}?|{NAMED}[^:—–|=>?]{{0,30}}?)[*_`)]*\s*(?::|—|–|\s--?\s|->|→|=>|=|"
    rf"\?)[*_`]*\s*(?P<word>\S.*)",
    re.S,
)
"""A label or a noun, and its verdict behind a colon, a dash, an arrow or a question mark."""
BRACKETED = regex(rf"^\W{{0,4}}(?:{LABELS}|{NAMED})\s*[*_`]*\((?P<word>[^()]*)\)")
IT_IS_THAT = regex(rf"^\W{{0,4}}(?:so\s+)?(?:that|it)(?:['’]s|\s+(?:is|was))\s+{LABELS}\s*[.!]?$")
"""A label at the end: "So that's K2."."""
MARKED = regex(rf"^[\s*_]*(?:(?P<yes>✅|✔|✓)|(?P<no>❌|✗|✘))\ufe0f?[\s*_]*(?:{LABELS}|{NAMED})")
"""The same in brackets, or as a mark before it."""
NEXT = regex(
    rf"{LABELS}\s+(?:(?P<yes>confirmed|proven|verified|accepted|adopted|(?:wins|won)(?=\s*[.,;!)]|\s*$))|(?P<no>refuted|disproved|"
    rf"disproven|rejected|ruled\s+out|falsified|dead)|"
    rf"(?P<left>abandoned|dropped|withdrawn|shelved|parked|superseded)){END}"
)
WORD = regex(
    rf"[\s*_`]*(?:(?:it|that)(?:['’]s|\s+(?:is|was))\s+|(?:is|was|has\s+been|turned\s+out)\s+)?{AND}(?:(?P<neg>not)\s+)?(?:to\s+be\s+)?"
    rf"(?:(?P<yes>{TRUE}|yes|in(?=\s*[.,;:!)|]|\s*$)|true|holds|held|stands|works|worked|kept|keep|stays|was\s+it|"
    rf"(?:the\s+)?(?:root\s+)?(?:cause|culprit)|it|✅|✔|✓|wins|won)|"
    rf"(?P<no>{FALSE}|no|false|nope|fails|failed|falls|does\s+not\s+\w+|doesn['’]t\s+\w+|did\s+not\s+\w+|didn['’]t\s+\w+|"
    rf"no\s+(?:effect|difference|gain)|❌|✗|✘)|"
    rf"(?P<left>{LEFT}))(?=\s*(?:[.,;:!)*_`—–|(-]|\ufe0f|$)|\s+(?:by|in|on|because|since|at|with|and|but)\b|(?<=[✅✔✓❌✗✘]))"
)
"""A verdict by itself, where it stands alone."""
OBJECT = (
    rf"(?:{LABELS}|{NAMED}|(?P<it>it|that|this|them)\b(?=\s*(?:[.,;:!)—–]|$|out\b|too\b|aside\b|again\b))|"
    r"(?P<thing>(?:the|our|your)\s+[\w`'’./-]+(?:\s+[\w`'’./-]+){0,4}?|`[^`]+`[()]*)(?=\s*(?:[.,;:!)—–]|$|as\b|out\b|aside\b|,)))"
)
FIRST = r"(?<=^\s)\W*"
TURNED_ROLE = regex(
    r"(?:(?:^|[.;:,!—–(]\s*|\b(?:so|but|and|then|that|thus)\s+)(?:it|that|this)|(?:the|our|my)\s+(?:(?:real|actual|main|root|only|"
    r"true)\s+)*"
    r"(?:cause|culprit|reason|problem|bottleneck|trigger|offender))(?:\s+(?:is|was)|['’]s)(?P<nt>n['’]t|\s+not)?\s+"
    r"(?:(?:indeed|really|in\s+fact|actually|probably\s+(?P<hedge>)|therefore|just)\s+)*(?P<thing>(?:the|our|"
    r"your)\s+(?:[\w`'’./-]+\s+){0,3}?[\w`'’./-]+|`[^`]+`[()]*)"
    r"(?=\s*(?:[.;:!)—–,]|$)|\s+(?:after\s+all|then|indeed|that|which|itself|again|and\s+not)\b)"
)
"""What is called the cause behind the verb: "it is the proxy", "the culprit is the proxy", "it isn't the proxy"."""
IT_IS = regex(r"(?P<thing>(?:the|our)\s+(?:[\w`'’./-]+\s+){0,2}?[\w`'’./-]+)\s+it\s+(?:is|was)\b")
LABEL_IT_IS = regex(rf"{LABELS}\s+it\s+(?:is|was)\b")
TURNED = regex(
    r"\s(?:(?P<yes>(?:confirm(?:s|ed)|prove[sd]|verif(?:ies|ied)|validate[sd]|vindicate[sd]|bears\s+out|bore\s+out|backs(?:\s+up)?|"
    r"supports|"
    rf"corroborates)|i\s+(?:was|am|had\s+been)\s+(?:\w+\s+)?right\s+(?:about|on|with)|{FIRST}(?:confirmed|proven|verified|accepted):)|"
    r"(?P<no>(?:refute[sd]|disprove[sd]|rule[sd]?\s+out|rule[sd]|kill(?:s|ed)|reject(?:s|ed)|exclude[sd]|contradict(?:s|ed)|"
    r"eliminate[sd]|sinks|"
    r"invalidate[sd]|debunk(?:s|ed)|buries|(?:speaks|argues|counts)\s+against)|i\s+(?:was|am|had\s+been)\s+(?:\w+\s+)?(?:wrong|mistaken)\s+"
    rf"(?:about|on|with)|{FIRST}(?:refuted|rejected|disproved|ruled\s+out):|so\s+much\s+for|"
    rf"(?:{FIRST}|\bi\s+(?:can\s+|(?:['’]ve|have)\s+)?)(?:cross(?:ed|es)?|str(?:ike|uck)|tick(?:ed)?)\s+off|{FIRST}(?:scratch|forget|strike|cross|out\s+with|away\s+with|(?:it(?:['’]s|\s+is|\s+was)\s+)?not))|"
    rf"(?P<left>(?:{FIRST}|(?:i|we)(?:['’](?:ll|m|re|ve))?\s+(?:(?:now|will|am|are|therefore)\s+)?|let['’]?s\s+|(?:so|(?<=,\s)and)\s+)"
    r"(?:drop(?:ping|ped)?|g[ia]v(?:e|ing)\s+up(?:\s+on)?|abandon(?:ing|ed)?|park(?:ing|ed)?|shelv(?:e|ing|ed)|withdr[ae]w(?:ing)?|"
    r"discard(?:ing|ed)?|set(?:ting)?\s+aside|leav(?:e|ing)|left|put(?:ting)?|replac(?:e|ing|ed))))"
    rf"\s+{OBJECT}(?P<tail>\s+(?:out|aside))?"
)
"""A verdict that stands before what it is on, in a text with a space put before it."""
DIGIT = regex(r"[a-z]\d")
NOT_DROPPED = regex(r"\b(?:leav(?:e|ing)|left|put(?:ting)?|set(?:ting)?)\b")
NOT_SO = regex(
    r"\b(?:would|could|might|may|should|will|to|let|need|needs|if|whether|unless|until|once|when|not|never|cannot|probably|perhaps|"
    r"maybe|likely|must|seems?|looks?|want|test|tests|how|[a-z]+['’](?:ll|d)|n['’]t|going)\b[^.;,:]{0,40}$"
)
"""What stands before a verdict that is possible, wished for, or to come."""
MAY = regex(r"\b(?:would|could|might|may|should|likely|probably|perhaps|maybe|if|whether|unless|seems?|yet|until)\b")
ALONE = regex(
    r"(?:(?:so|ok(?:ay)?|and|well|wait|hmm?|then|indeed|ah|oh|good|sadly|alas)[,:.]?\s+)*(?:"
    r"(?P<yes>yes|yep|right|correct|true|exactly(?:\s+(?:that|so|this))?|indeed|bingo|confirmed|proven|it\s+(?:is|was|does|"
    r"did)(?:\s+so)?|so\s+it\s+(?:is|was|does|did)|"
    r"(?:that|it)(?:['’]s|\s+is|\s+was)\s+(?:it|confirmed|right|correct|true|(?:indeed\s+)?the\s+(?:root\s+)?(?:cause|culprit|"
    r"reason|problem|bug)|what\s+(?:happens|happened|it\s+is))|"
    r"(?:just\s+)?as\s+(?:i\s+|we\s+)?(?:feared|thought|guessed|suspected|expected|predicted|hoped)|(?:this|that|"
    r"which)\s+(?:confirms|proves)\s+(?:it|this|that)|"
    r"(?:right|good|correct)\s+guess|(?:guess|hypothesis|theory|suspicion|hunch|prediction|fears?)\s+confirmed)|"
    r"(?P<no>no|nope|wrong|refuted|not\s+(?:that|so|it|true|right|the\s+(?:cause|culprit|reason|problem))|(?:that|it|this)(?:['’]s|"
    r"\s+is|\s+was)\s+(?:wrong|out|refuted|false|(?:not|never)\s+(?:it|that|so|true|right|the\s+\w+))|"
    r"(?:that|it|this)\s+(?:is|was)(?:n['’]t)\s+(?:it|that|so|true|right|the\s+\w+)|it\s+(?:is|was|does|did|has)(?:n['’]t|"
    r"\s+not)(?:\s+so)?|so\s+not\s+(?:that|it)|"
    r"(?:it|that)(?:['’]s|\s+is|\s+was)\s+not|no\s+luck|out\s+with\s+(?:it|that)|(?:that|this|it)\s+(?:does|did|do|wo|can|"
    r"will)\s*(?:n['’]?t|['’]t|\s+not)\s+(?:hold|work|fit|help|fly|explain\s+it|be\s+it)(?:\s+(?:either|up|then|too))?|"
    r"(?:this|that|which)\s+(?:refutes|disproves|contradicts)\s+(?:it|this|that)|(?:this|that|which)\s+rules\s+(?:it|this|that)\s+out|"
    r"(?:bad|wrong)\s+guess|dead\s+end|wrong\s+track|(?:unfortunately|sadly|apparently|obviously)\s+not|ruled\s+out|(?:guess|"
    r"hypothesis|theory|suspicion|hunch|prediction)\s+(?:refuted|wrong)))[*_]*(?P<end>\s*[.!:;—–-]|"
    r",(?=\s+(?:the|it|and|with|that)\b)|\s*$)"
)
"""A verdict that does not say on what."""
BLAMING = (
    *("cause", "culprit", "reason", "problem", "bug", "trigger"),
    *("bottleneck", "offender", "issue", "trouble", "to blame", "at fault", "responsib"),
    *("guilty", "innocent", "cleared", "hook", "involved", "relevant"),
    *("nothing to do", "no role", "no part", "no difference", "slower", "worse"),
    *("larger", "bigger", "ruled out", "off the table", "of the question", "red herring"),
    *("was it", "is it", "was what", "is what", " one", " fine"),
    *("harmless", "idle", "all right", "correct", "healthy", " ok", "intact", "as it should"),
)
"""One of these stands in what is said of a thing that is blamed."""
TURNING = (
    *("confirm", "prove", "verif", "valid", "vindicat", "bears out"),
    *("bore out", "backs", "support", "corrobor", " right ", "proven:", "accepted:"),
    *("refut", "rule", "kill", "reject", "exclud", "contradict", "eliminat"),
    *("sinks", "debunk", "buries", "against", "wrong", "mistaken", "so much"),
    *("scratch", "forget", "strike", "cross", " off ", "out with", "away with", "drop", "giv"),
    *("gave", "abandon", "park", "shelv", "withdr", "discard", "aside", "replac"),
)
"""One of these stands in a verdict that comes before its thing; or the sentence begins with "not"."""
