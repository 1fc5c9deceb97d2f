"""Complaints that were seen again, versions in a registry, trees that hold only some files, verdicts on beliefs."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

SLOW = """user: version 3 got slower, can you see that?
$ for v in two three; do ./bench $v; done
> two total: {a} ms
> three total: {b} ms
say: """
BROKEN = """user: the export crashes for me
$ ./export --all
> {line}
! {status}
say: """
REGISTRY = """user: is it out?
$ npm view @acme/kit@2.1.0 version --json && npm view @acme/kit dist-tags --json
> "2.1.0"
> {
>   "latest": "2.0.4",
>   "next": "2.1.0"
> }
say: """
TREE = """user: what did you touch?
$ git status --short
>  M lib/parser.rb
>  M lib/lexer.rb
say: """


DIFF = """user: how much did you change?
$ git diff --stat HEAD~1
>  lib/lexer.rb | 6 +++---
>  1 file changed, 4 insertions(+), 2 deletions(-)
say: """


def verdict(story: str, claim: str) -> str:
    found = findings(investigate(tell(story + claim)))
    return next((n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion" and n["quote"].rstrip(".") in claim), "none")


@pytest.mark.parametrize(
    ("story", "claim", "holds"),
    [
        (SLOW.format(a="40.1", b="62.7"), "Reproduced.", True),
        (SLOW.format(a="40.1", b="40.4"), "Reproduced.", False),
        (BROKEN.format(line="segfault", status=139), "Reproduced.", True),
        (BROKEN.format(line="done", status=0), "Reproduced.", False),
        (REGISTRY, "`@acme/kit@2.1.0` published, `next` -> `2.1.0`", True),
        (REGISTRY, "`@acme/kit@2.1.0` published, `latest` -> `2.1.0`", False),
        (REGISTRY, "`@acme/kit@2.2.0` published, `next` -> `2.1.0`", False),
        (REGISTRY, "`@acme/core@2.1.0` published, `next` -> `2.1.0`", False),
        (TREE, "The working tree contains only the parser and lexer files from this change.", True),
        (TREE, "The working tree contains only the parser files from this change.", False),
        (DIFF, "It is one file, +4 −2 lines.", True),
        (DIFF, "It is one file, 4 lines in and 2 out.", True),
        (DIFF, "It is one file, 2 lines in and 4 out.", False),
    ],
)
def test_what_the_last_call_shows_again(story: str, claim: str, holds: bool) -> None:
    assert (verdict(story, claim) == "supported") is holds
