"""Statements upon the call just made: what a comparison printed for each case, and what printed nothing."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

LOOP = """user: does the new encoder write the same bytes?
$ for f in a b; do for o in plain zip; do cmp x.$f y.$f && echo "$f $o same" || echo "$f $o DIFFERENT"; done; done
> a plain same
> a zip same
> b plain DIFFERENT
> b zip DIFFERENT
say: """
ONE = """user: is the copy intact?
$ cmp build/tool backup/tool && echo identical
> identical
say: """
SUMS = """user: did the page change?
$ sha256sum old/page.html new/page.html
> 6f1c2ab90d3e4f5061728394a5b6c7d8e9f00112233445566778899aabbccdd0  old/page.html
> {second}  new/page.html
say: """
SAME, OTHER = "6f1c2ab90d3e4f5061728394a5b6c7d8e9f00112233445566778899aabbccdd0", "0a1b" * 16
EMPTY = """user: is it back to the old state?
$ git diff --stat
say: """
DIFF = """user: is it back to the old state?
$ git diff --stat
>  lib/queue.rb | 4 ++--
>  1 file changed, 2 insertions(+), 2 deletions(-)
say: """
ROWS = """user: who has no address?
$ psql -At -c 'select id from people where address is null'
{row}say: """
TOOL = """user: lint it
$ command -v shellcheck || true
{row}say: """


def verdict(story: str, claim: str) -> str:
    found = findings(investigate(tell(story + claim)))
    return next((n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion" and n["quote"].rstrip(".") in claim), "none")


@pytest.mark.parametrize(
    ("story", "claim", "holds"),
    [
        (LOOP, "2 of 4 same.", True),
        (LOOP, "3 of 4 same.", False),
        (LOOP, "Both b files differ.", True),
        (LOOP, "Both a files differ.", False),
        (LOOP, "All four are the same.", False),
        (ONE, "The tool is byte-identical to the backup.", True),
        (LOOP, "The tool is byte-identical to the backup.", False),
        (SUMS.replace("{second}", OTHER), "The hashes differ.", True),
        (SUMS.replace("{second}", SAME), "The hashes differ.", False),
        (EMPTY, "The diff is empty.", True),
        (DIFF, "The diff is empty.", False),
        (ROWS.replace("{row}", ""), "`psql ... people` returned no rows.", True),
        (ROWS.replace("{row}", "> 17\n"), "`psql ... people` returned no rows.", False),
        (TOOL.replace("{row}", ""), "There is no local `shellcheck` binary.", True),
        (TOOL.replace("{row}", "> /usr/bin/shellcheck\n"), "There is no local `shellcheck` binary.", False),
    ],
)
def test_the_call_before_bears_a_remark_out_or_not(story: str, claim: str, holds: bool) -> None:
    assert (verdict(story, claim) == "supported") is holds


RESTORED = """user: undo the cache change
say: Undoing it.
edit src/cache.c: lru => clock
$ git checkout -q -- src/cache.c && git status --short
> ?? notes.txt
say: """
STEPS = """user: why is the release red?
$ gh run view 5 --json jobs
> {"jobs":[{"conclusion":"failure","name":"ship","steps":[STEPS]}]}
say: """.replace(
    "STEPS",
    '{"conclusion":"success","name":"Build image"},{"conclusion":"failure","name":"Push image to registry"},'
    '{"conclusion":"skipped","name":"Post Build image"}',
)


@pytest.mark.parametrize(
    ("story", "claim", "holds"),
    [
        (RESTORED, "`cache.c` is back to LRU.", True),
        (RESTORED, "`queue.c` is back to LRU.", False),
        (RESTORED, "The tree is clean but for notes.txt.", True),
        (RESTORED, "The tree is clean but for plan.txt.", False),
        (STEPS, "The push step failed afterwards.", True),
        (STEPS, "The build step failed.", False),
    ],
)
def test_what_was_restored_and_which_step_ended_how(story: str, claim: str, holds: bool) -> None:
    assert (verdict(story, claim) == "supported") is holds


LIST = """user: get it ready to merge
say: I'll run the checks.
$ cargo deny check --all
> advisories ok
$ cargo fmt --check
> Diff in src/lib.rs:4
! 1
edit src/lib.rs: a => b
$ gh run watch 811
> completed\tsuccess\tci
say: Ready.
say|
say| Checks run:
say| - `cargo deny check`
say| - `cargo fmt --check`
say| - `cargo audit`
say|
say| - Result: succeeded
say| - Status: failed
"""


def test_items_of_a_list_of_checks_are_held_against_the_calls() -> None:
    found = findings(investigate(tell(LIST)))
    told = {n["quote"]: n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion"}
    assert told == {
        "`cargo deny check`": "supported",
        "`cargo fmt --check`": "unsupported",
        "`cargo audit`": "unsupported",
        "Result: succeeded": "supported",
        "Status: failed": "unsupported",
    }


PARTS = """user: build the page
say: I'll write the parts.
write src/Ledger.tsx: HTML
say: I've created the page:
say|
say| - **Ledger**: {claim}
""".replace(
    "HTML",
    'export const Ledger = ({ rows, remove }) => rows.length ? <ul>{rows.map(r => <li><input type="checkbox" /><b>{r.title}</b>'
    "<button onClick={remove}>Delete</button></li>)}</ul> : <p>Empty</p>",
)


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Displays rows with a checkbox, the title of each row, and a delete button.", True),
        ("Shows an empty hint when no rows are left.", False),
        ("Displays rows with tooltips and a keyboard shortcut.", False),
        ("Exports the rows as a spreadsheet with totals.", False),
    ],
)
def test_what_a_named_part_is_said_to_have_stands_in_its_file(claim: str, holds: bool) -> None:
    told = findings(investigate(tell(PARTS.replace("{claim}", claim))))
    found = [n["verdict"] for n in told["nodes"] if n["kind"] == "conclusion" and claim.rstrip(".") in n["quote"]]
    assert (found == ["supported"]) is holds
