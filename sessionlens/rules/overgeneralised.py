"""A statement about all cases rests on some of them, on a stand-in, or a case against it stands in the data.

"Regardless of X" where X was never varied, "never" said of a tool after a case or two, "none of them" after the first three of a list,
a copy of the code in a scratch file that is tested in place of the code itself, a benchmark that is to explain what it did not measure.

Fires:

    say: All three sizes.
    $ ./bench --sizes
    > size     old     new
    > small    10.4 ms 12.2 ms
    > medium   20.7 ms 21.3 ms
    > large    30.2 ms 28.4 ms
    say: new is slower than old at every size.

Fires:

    say: Both layouts on our one input.
    $ ./bench --layouts
    > rows     46.9 ms
    > columns  60.9 ms
    say: Rows are best regardless of the input.

Fires:

    say: Three counts of users.
    $ ./load --users 10,100,1000
    > 10    old 38.4 ms  new 42.5 ms
    > 100   old 86.5 ms  new 102.5 ms
    > 1000  old 157.9 ms new 177.8 ms
    say: Minima:
    say|
    say| | users | old | new |
    say| |---|---|---|
    say| | 10 | 38.4 ms | 42.5 ms |
    say| | 100 | 86.5 ms | 102.5 ms |
    say| | 1000 | 157.9 ms | 177.8 ms |
    say|
    say| We stay within 13 % of old at all three sizes.

Fires:

    say: Both pools, full and half full.
    $ ./load --pool
    > plain half 7173 misses 20.1 ms
    say: What it does:
    say|
    say| | build | misses | min |
    say| |---|---|---|
    say| | plain, half | 7173 | 20.1 ms |
    say| | plain, full | 9714 | 22.4 ms |
    say| | pooled, half | 6001 | 19.8 ms |
    say| | pooled, full | 6402 | 21.5 ms |
    say|
    say| The pooled build cuts the cache misses by a third at either fill.

Fires:

    say: Once more.
    $ ./load --soft; ./load --hard
    > soft 92.7 ms
    > hard 95.9 ms
    say: 95.9 vs 92.7 ms by minimum, 103.6 vs 103.0 ms by median. By every measure that is under 3 %.

Fires:

    say: The machine code of the two, as far as the lookup goes.
    $ diff <(objdump -d old | awk '/<lookup>:/,/ret/') <(objdump -d new | awk '/<lookup>:/,/ret/') && echo same
    > same
    say: So new is old again, instruction for instruction.

Fires:

    say: Both pools, three rounds.
    $ for i in 1 2 3; do ./load --pool one; ./load --pool two; done
    > one: p50 4.10 ms p99 9.80 ms
    > two: p50 4.90 ms p99 11.2 ms
    > one: p50 4.32 ms p99 9.10 ms
    > two: p50 4.80 ms p99 8.90 ms
    > one: p50 4.20 ms p99 9.70 ms
    > two: p50 4.71 ms p99 10.9 ms
    say: Its p99 is the lower one in all of them.

Quiet:

    say: The two outputs.
    $ cmp old.out new.out && echo same
    > same
    say: new prints what old prints, byte for byte.

Quiet:

    say: Three counts of users.
    $ ./load --users 10,100,1000
    > 10    old 38.4 ms  new 42.5 ms
    say: Minima:
    say|
    say| | users | old | new |
    say| |---|---|---|
    say| | 10 | 38.4 ms | 42.5 ms |
    say| | 100 | 86.5 ms | 96.5 ms |
    say|
    say| We stay within 13 % of old at both sizes. 95.9 vs 92.7 ms for the rest.

Fires:

    say: Both on our one file.
    $ ./bench --impl old --impl new
    > old 46.9 ms
    > new 40.9 ms
    say: new is faster no matter what the file looks like.

Fires:

    say: Before.
    $ ./bench --parse old
    > parse old: 46.9 ms
    say: With the cache cleared.
    $ ./bench --parse new
    > parse new: 20.4 ms
    say: Parsing goes from 46.9 ms to 20.4 ms. This was the root cause of the checkout slowdown.

Fires:

    say: Is every request in the log?
    $ ./load 10s; wc -l audit.log
    > 98214 requests in 10.01s
    > 98214 audit.log
    say: No request is lost when the process is killed.

Fires:

    say: How many are missing?
    $ git fsck | grep "missing blob" | awk '{print $3}' > /tmp/lost.txt; wc -l /tmp/lost.txt
    > 87 /tmp/lost.txt
    say: Which commits use them?
    $ head -3 /tmp/lost.txt | while read blob; do git log --all --find-object="$blob" --oneline; done
    say: No commits reference them, they are orphaned.

Fires:

    say: Test the new reader against the old one.
    $ cat > /tmp/reader_test.lua <<'P'
    $| local function read_old(path) return io.open(path):read(1) end
    $| local function read_new(path) return io.open(path):read(4096) end
    $| print(read_old("x") == read_new("x") and "ALL CASES MATCH")
    $| P
    $| lua /tmp/reader_test.lua
    > ALL CASES MATCH
    say: The new reader gives the same bytes.

Quiet:

    say: All three sizes.
    $ ./bench --sizes
    > size     old     new
    > small    10.4 ms 12.2 ms
    > medium   20.7 ms 22.6 ms
    > large    30.2 ms 33.8 ms
    say: new is slower than old at every size.

Quiet:

    say: All three sizes.
    $ ./bench --sizes
    > size     old     new
    > small    10.4 ms 12.2 ms
    > large    30.2 ms 33.8 ms
    say: new is slower than old regardless of size. "Regardless of the machine" would be too strong.

Quiet:

    say: Read the first three of them, to see what they look like.
    $ head -3 /tmp/lost.txt | while read blob; do git cat-file -t "$blob"; done
    > blob
    > blob
    > blob
    say: The first three are blobs. Now all of them.

Quiet:

    say: A script that times the real module.
    $ cat > /tmp/time_reader.py <<'P'
    $| import reader
    $| def old(path): return reader.read(path, 1)
    $| def new(path): return reader.read(path, 4096)
    $| P
    $| python3 /tmp/time_reader.py
    > old 4.1 ms
    > new 2.0 ms
    say: Blocks are faster in this run.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.review.every_reading import MARK
from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_run, at_statement, holds, talking
from sessionlens.rules.index import Judged, cues
from sessionlens.rules.signs import agreed, every_case, out_of_reach, own_rows, stand_ins, steps, symptoms, told_samples
from sessionlens.rules.signs.too_wide import QUESTION, WHATEVER, too_wide
from sessionlens.rules.signs.varied import quoted, varied
from sessionlens.text.regex import regex

NUMBER = "R009"
ISSUE: Issue = "overgeneralised"
HELP = "say for which cases it holds, or measure the others"
_WHATEVER_CUES = cues("regardless of", "no matter", "irrespective of", "independent of", "independently of")
_COMPARES = regex(r"\b(?:faster|slower|quicker|smaller|larger|better|worse|best|worst|fastest|slowest|cheaper|wins?|beats?|always)\b", re.I)
_OPEN = regex(r"\b(?:might|may|could|would|should|whether|if|probably|likely|expect\w*|not|n['’]t|unclear|unknown|too strong)\b|\?", re.I)
_WIDE = ("regardless of", "no matter", "irrespective of", "independent of", "independently of", " when ", " if ", "even under")
_RARE = cues(
    *(
        "regardless of",
        "no matter",
        "irrespective of",
        "independent of",
        "independently of",
        "never",
        "always",
        "tried",
        "tested",
        "measured",
    ),
    *("ran", "looked at", "kill", "kills", "killed", "crash", "crashes", "crashed", "restart", "restarts", "restarted", "interrupted"),
    *("disconnect", "disconnects", "disconnected", "overload", "overloaded", "unplugged", "reboot", "reboots", "rebooted"),
)
"""What a statement has that is too wide by its words: a message without any is not looked at."""
_OTHER_RUNS = "the runs spoken of before were"
_WEAK = ("unsupported", "undecidable")


def find(view: View) -> Iterator[Hit]:
    judged = view.once(Judged)
    rare = {msg for msg, _ in talking(view, _RARE)}
    weak = [
        pair
        for word in _WEAK
        for pair in judged.verdicts[word]
        if (pair[0].msg in rare or "partial-domain" in pair[1].caveats) and pair[1].claim != "universal" and holds(pair[0].quote, _WIDE)
    ]
    for conclusion, verdict in (*judged.claims["universal"], *weak):
        if verdict.claim == "universal" and verdict.verdict == "contradicted":
            yield at_fact(conclusion, f"a case against it was measured: {verdict.derivation}", "high")
        elif verdict.verdict == "unsupported" and "partial-domain" in verdict.caveats and verdict.evidence:
            if _OTHER_RUNS in verdict.derivation:
                continue  # how many runs it speaks of is not surely told
            yield at_fact(conclusion, f"only a part of what it speaks of was looked at: {verdict.derivation}", "medium")
        elif verdict.verdict in _WEAK:
            why = too_wide(view, conclusion, verdict)
            if why:
                yield at_fact(conclusion, why, "medium")
    for conclusion, verdict in judged.verdicts["contradicted"]:
        if verdict.claim != "universal" and verdict.derivation.startswith(MARK):
            yield at_fact(conclusion, f"a case against it was measured: {verdict.derivation}", "high")
    yield from regardless(view)
    yield from every_case.find(view)
    yield from steps.find(view)
    yield from own_rows.find(view)
    yield from agreed.find(view)
    yield from out_of_reach.find(view)
    yield from symptoms.find(view)
    yield from stand_ins.excerpts(view)
    other = view.once(stand_ins.elsewhere)
    for conclusion, _ in judged.claims["causal"] if other else ():
        if conclusion.id in other:
            yield at_fact(conclusion, f"nothing of {other[conclusion.id]!r} was measured, only what the message gives numbers of", "medium")
    for msg, run, why in stand_ins.copies(view):
        yield at_run(view, msg, run, why, "medium")
    yield from stand_ins.samples(view)
    yield from told_samples.find(view)


def regardless(view: View) -> Iterator[Hit]:
    """Comparisons that are said to hold whatever something is, where nothing varied it; also where they are no results by their form."""
    for msg, turn in talking(view, _WHATEVER_CUES) if view.measurements else ():
        for said in turn.statements:
            whatever = WHATEVER.search(said.text)
            if whatever is None or said.kind not in ("sentence", "item") or not _COMPARES.search(said.text) or _OPEN.search(said.text):
                continue
            name = whatever[1].lower()
            if name not in QUESTION and not quoted(said.text, whatever.start()) and not varied(view, name):
                yield at_statement(view, msg, said, f"{whatever.group(0)!r}: {whatever[1]} was not varied in any run", "medium")
