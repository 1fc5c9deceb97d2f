"""What the session's runs varied or tried, by its name. A part of the rule `overgeneralised`."""

from sessionlens.graph.view import View


def tried(view: View, until: int, word: str) -> bool:
    """Whether a command before the message does what the word says: kill, restart, crash."""
    stem = word.lower()[:4]
    return any(msg < until and stem in (run.call.command or "").lower() for msg, run in view.runs())


def quoted(text: str, at: int) -> bool:
    """Whether a place stands between quotation marks: words that are spoken of, not said."""
    return text.count('"', 0, at) % 2 == 1 or text.rfind("“", 0, at) > text.rfind("”", 0, at)


def varied(view: View, name: str) -> bool:
    """Whether readings or the rounds of a loop differ by something of that name: `size` in "n=10 size=20", or a command's flag."""
    stem = name.lower().rstrip("s")
    return any(
        (len(run.readings) > 1 or "for " in (run.call.command or ""))
        and (has_word(stem, (run.call.command or "").lower()) or has_word(stem, run.call.output[:4000].lower()))
        for _, run in view.runs()
    )


def has_word(stem: str, text: str) -> bool:
    """Whether a text has the word or its plural, with no letter beside it."""
    at = text.find(stem)
    while at >= 0:
        end = at + len(stem)
        end += text[end : end + 1] == "s"
        if not text[end : end + 1].isalpha() and not (at and text[at - 1].isalpha()):
            return True
        at = text.find(stem, at + 1)
    return False
