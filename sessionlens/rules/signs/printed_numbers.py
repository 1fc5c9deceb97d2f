"""Which numbers a session has printed, typed or written, as words of their own. Part of the rule `evidence_not_shown`."""

from bisect import bisect_left
from functools import lru_cache
from operator import itemgetter

from sessionlens.graph.view import View
from sessionlens.rules.index import Calls
from sessionlens.text.regex import regex

_BINARY = 256
_INTEGER = regex(r"\d(?<![\w.]\d)\d{0,8}(?![\w.])")
"""It begins with the digit, and looks behind it, so that the search can leap from digit to digit."""


def round_binary(number: int) -> bool:
    """Whether a number is a power of two, as sizes and limits are: nothing has to print it."""
    return number >= _BINARY and number & (number - 1) == 0


@lru_cache(maxsize=128)
def integers(output: str) -> frozenset[int]:
    """The whole numbers that an output prints as words of their own."""
    return frozenset(map(int, _INTEGER.findall(output, 0, 20000)))


def printed_before(view: View, until: int, token: str) -> bool:
    """Whether any output, command or edit before the message has the token as a word; the newest are looked at first."""
    runs = view.once(Calls).runs
    for at in range(bisect_left(runs, until, key=itemgetter(0)) - 1, -1, -1):
        call = runs[at][1].call
        if token in call.output and alone(token, call.output):
            return True
        if call.command and token in call.command and alone(token, call.command):
            return True
        if call.edits and any(edit.new and alone(token, edit.new) for edit in call.edits):
            return True
    return False


def alone(token: str, text: str) -> bool:
    """Whether a token stands in a text and is no part of a longer word or number."""
    at = text.find(token)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(token) : at + len(token) + 1]
        if not any(c.isalnum() or c in "_." for c in around):
            return True
        at = text.find(token, at + 1)
    return False
