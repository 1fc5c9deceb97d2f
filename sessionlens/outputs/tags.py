"""What a script printed on the line before a test runner's summary: a loop's round, the clocks of the shell, how often a line came up.

`old:  41 passed in 2.1s` and `seed=3 exit 1 1 failed, 40 passed in 2.2s` name the round; `[-n 4] real 1.50 user 1.24  90 passed in 1.2s`
has the shell's own clocks besides; `     12 46 passed` is one summary that came up twelve times, which `uniq -c` counted.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

_CLOCK = regex(r"\b(?P<key>real|user|sys)[ =:]+(?P<value>\d+\.\d+)s?(?=$|[\s,;])")
_STATUS = regex(r"(?i)\b(?:exit(?: ?(?:code|status))?|rc|status)[ =:]+\d{1,3}(?=$|[\s,;:])")
_TIMES = regex(r"\s*\d+\s+")
_FAULT = ("FAILED", "ERROR", "E ")
"""What a failed test's own line begins with, which a pipe may have joined to the summary: it names the test, not the round."""


def label(page: Page, start: int, end: int) -> str:
    """The name of the round in a part of a line, "" where it names none. The clocks in that part become readings of the round."""
    text = page.text[start:end]
    if "uniq" in page.tools and (m := _TIMES.match(text + " ")) is not None:
        start, text = start + m.end(), text[m.end() :]
    if text.startswith(_FAULT):
        return ""
    clocks = list(_CLOCK.finditer(text)) if "real" in text or "user" in text else []
    name = _STATUS.sub(" ", _CLOCK.sub(" ", text) if clocks else text)
    name = " ".join(name.split()).strip(" []():=|,;").strip()
    for m in clocks:
        page.reading(m["key"], m["value"], "s", start + m.start("value"), config=name)
    return name
