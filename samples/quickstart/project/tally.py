"""Tells which kinds of message a log holds: numbers are replaced by #, equal messages are counted."""

import re
from collections import Counter


def template(line: str) -> str:
    """The message of a log line without its time stamp, numbers replaced by #."""
    message = re.sub(r"^\S+ ", "", line)
    return re.sub(r"\d+", "#", message)


def kinds(lines):
    """Every kind of message once, in the order in which the kinds first appear."""
    return list(dict.fromkeys(template(line) for line in lines))


def top(lines, n):
    """The n most frequent kinds with their counts, the most frequent first."""
    counts = Counter(template(line) for line in lines)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:n]
