"""What a rendered Markdown report must keep to, found by parsing it again."""

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
CITED = re.compile(r"\[msg (\d+)\]\(#msg-(\d+)\)")
NEEDS = re.compile(r"\d|\b(?:because|caused|causes|due to|led to|after)\b")
OUR_OWN = re.compile(
    r"at 95 %|“95 % interval”|"
    r"sessionlens \d|left out|are drawn|with facts|in order:|\d+ of \d+ could be tied|conclusions? (?:in|on|up)|hypothes[ie]s: \d|"
    r"not checked|could not be known there"
)
"""Sentences about the report itself or counts of it, which rest on no one message."""


def faults(text: str) -> list[str]:
    """Format defects: each as one line; an empty list for a sound report."""
    found = []
    tokens = PARSER.parse(text)
    lines = text.split("\n")
    said = _said(tokens)
    for i, token in enumerate(tokens):
        if i in said:
            continue
        if token.type == "table_open":
            rows = sum(t.type == "tr_open" for t in tokens[i : _close(tokens, i, "table_close")])
            if rows < 2:
                found.append(f"table without rows: {lines[token.map[0]] if token.map else ''}")
        if token.type == "inline" and re.search(r"\S#{2,} \w", _own_text(token)):
            found.append(f"heading glued to prose: {token.content[:80]}")
        if token.type == "inline" and re.search(r"(?<!\\)\|\s?:?-{3,}", token.content):
            found.append(f"table that is none: {token.content[:80]}")
        if token.type == "paragraph_open" and tokens[i + 1].content.rstrip().endswith(":") and _nothing_after(tokens, i):
            found.append(f"colon with nothing after it: {tokens[i + 1].content[-60:]}")
        if token.type == "heading_open" and (i + 3 >= len(tokens) or _empty_section(tokens, i)):
            found.append(f"heading over nothing: {tokens[i + 1].content[:60]}")
    found += [f"fence that does not close, from line {t.map[0]}" for t in tokens if t.type == "fence" and t.map and not _closed(lines, t)]
    found += [f"blank line doubled at {i}" for i in _doubled(tokens, lines)]
    return found


def _said(tokens: list[Token]) -> set[int]:
    """The tokens inside block quotes that hold words of the transcript; our own boxes begin with a mark like [!NOTE]."""
    inside: set[int] = set()
    for i, token in enumerate(tokens):
        if token.type == "blockquote_open" and not tokens[i + 2].content.startswith("[!"):
            inside.update(range(i, _close(tokens, i, "blockquote_close")))
    return inside


def _nothing_after(tokens: list[Token], i: int) -> bool:
    after = tokens[i + 3 : i + 4]
    return not after or (after[0].type in ("heading_open", "paragraph_open") and after[0].level >= tokens[i].level)


def _own_text(token: Token) -> str:
    return "".join(c.content for c in token.children or () if c.type == "text" and "\\" not in c.content)


def _close(tokens: list[Token], start: int, kind: str) -> int:
    return next(i for i in range(start, len(tokens)) if tokens[i].type == kind)


def _empty_section(tokens: list[Token], i: int) -> bool:
    following = tokens[i + 3]
    return following.type == "heading_open" and int(following.tag[1]) <= int(tokens[i].tag[1])


def _closed(lines: list[str], token: Token) -> bool:
    last = lines[token.map[1] - 1].strip().removeprefix("> ").strip() if token.map else ""
    return set(last) == {token.markup[0]} and len(last) >= len(token.markup)


def _doubled(tokens: list[Token], lines: list[str]) -> list[int]:
    inside = {n for t in tokens if t.type == "fence" and t.map for n in range(*t.map)}
    return [i for i in range(1, len(lines) - 1) if not lines[i] and not lines[i - 1] and i not in inside and i - 1 not in inside]


def uncited(text: str) -> list[str]:
    """Paragraphs and list items of our own with a number or a causal word and no message to back them."""
    body = text.split("\n## Messages cited")[0].split("\n## Reproduce")[0]
    tokens = PARSER.parse(body)
    said_by_others, bare = _said(tokens), []
    for i, token in enumerate(tokens):
        if token.type != "inline" or tokens[i - 1].type != "paragraph_open" or i in said_by_others:
            continue
        said = re.sub(r"`[^`]*`|“[^”]*”", "", token.content)
        if NEEDS.search(CITED.sub("", said)) and not CITED.search(token.content) and not OUR_OWN.search(token.content):
            bare.append(token.content[:140])
    return bare


def citations(text: str) -> list[tuple[int, int]]:
    """Every citation as (number shown, number linked)."""
    return [(int(a), int(b)) for a, b in CITED.findall(text)]


def anchors(text: str) -> set[int]:
    """The messages that have a heading to land on."""
    return {int(n) for n in re.findall(r"^##### msg (\d+)$", text, re.M)}
