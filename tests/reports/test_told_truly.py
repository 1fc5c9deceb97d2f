"""What reports say of things taken out and put back, of controls, and of what was decided."""

from sessionlens.pipeline import examine
from sessionlens.reports import render
from tests.story import tell

KEPT = """
user: Make the sender faster.
say: Both at once: a ring for the packets (C1) and one flush per batch (C2).
edit lib/ring.c: take(one_packet) => take(many_packets)
edit app/send.c: flush(each_one) => flush(last_one)
say: Now one without the other.
$ cp -r . /tmp/whole && git checkout -q lib/ring.c && make && ./bench; cp /tmp/whole/lib/ring.c lib/
$ git checkout -q app/send.c && make && ./bench; cp /tmp/whole/app/send.c app/ && make
say: Both pay.
$ git commit -qam "ring and batch"
"""


def test_what_was_taken_out_for_one_build_is_not_rejected() -> None:
    view = examine(tell(KEPT))
    brief = render(view, "brief")
    assert "Tried and rejected" not in brief
    assert "C1 and C2, 1 edit" in brief
    told = render(view, "postmortem")
    assert "takes lib/ring.c, app/send.c out for a trial and puts it back" in told
    assert "for a trial, and put back in the same message" in told


def test_what_was_broken_to_see_a_test_fail_is_not_rejected() -> None:
    story = """
user: Is the queue bounded?
say: Does the test notice a queue without a bound?
$ sed -i 's/if full:/if False:/' core/queue.py; python -m pytest -q; git checkout -q core/queue.py
> 1 failed, 8 passed
"""
    assert "Tried and rejected" not in render(examine(tell(story)), "brief")


def test_what_was_tried_in_one_message_and_was_slower_is_rejected() -> None:
    story = """
user: Is the queue fast?
say: A larger ring, as a trial.
$ sed -i 's/RING = 8/RING = 64/' core/queue.py; ./bench; git checkout -q core/queue.py
> total: 12.5 ms
"""
    assert "A larger ring, as a trial" in render(examine(tell(story)), "brief").partition("Tried and rejected")[2]


def test_a_change_that_was_stashed_for_a_while_stands() -> None:
    story = """
user: Make the loader faster.
edit etl/load.py: rows() => list(rows())
say: Without it.
$ git stash -q && ./bench
> total: 12.5 ms
say: And with it again.
$ git stash pop -q && ./bench
> total: 9.5 ms
"""
    view = examine(tell(story))
    assert "Tried and rejected" not in render(view, "brief")
    assert "it was put back in message 4" in render(view, "postmortem")


CONTROL = """
user: Find out why the index is slow.
say: Noise floor: the same binary under two names.
$ cp index bin/base; cp index bin/base2; ./cmp.sh base base2
> base   total  median  77.8 ms  (n=9)
> base2  total  median 118.5 ms  (n=9)
say: Next.
$ ls
"""


def test_a_control_of_one_program_is_no_trigger() -> None:
    told = render(examine(tell(CONTROL)), "postmortem")
    assert "The worse" not in told
    assert "The first value worse" not in told


def test_a_recommendation_is_no_result() -> None:
    story = """
user: Which is faster?
$ ./bench ring
> total: 12.5 ms
say: The ring takes 12.5 ms. Recommendation unchanged: merge, then time it once on staging.
"""
    told = render(examine(tell(story)), "brief")
    assert "Recommendation" not in told.partition("Messages cited")[0]


def test_a_push_is_no_edit_of_a_file() -> None:
    story = """
user: Fix the release.
say: The tag is taken from the branch now.
edit .ci/release.yml: tag: none => tag: branch
say: I push it, and then I dispatch the workflow.
$ git push -u origin fix/release
> * [new branch] fix/release -> fix/release
"""
    told = render(examine(tell(story)), "brief")
    assert "git push -u origin fix/release, 1 time, outside the working copy" in told
    assert "I push it" not in told.partition("Messages cited")[0]


def test_what_a_profile_counts_of_a_function_is_no_trigger() -> None:
    story = """
user: Why is the heap so large?
$ go tool pprof -top before.pprof
>       flat  flat%   sum%        cum   cum%
>   3324.48kB 40.14% 40.14%  3324.48kB 40.14%  index.New
say: Clone it.
edit index/index.go: remember(e.Raw) => remember(clone(e.Raw))
say: Again.
$ go tool pprof -top after.pprof
>       flat  flat%   sum%        cum   cum%
>   3574.53kB 41.14% 41.14%  3574.53kB 41.14%  index.New
say: Smaller pieces.
$ ls
"""
    told = render(examine(tell(story)), "postmortem")
    assert "The first value worse" not in told


def test_a_quotation_is_cut_between_words() -> None:
    words = " ".join(["The loader reads its rows one by one"] * 12)
    story = f"user: Fix it.\n$ ./bench\n> total: 12.5 ms\nsay: {words} and takes 12.5 ms."
    told = render(examine(tell(story)), "methodology")
    assert not [w for w in told.split() if w.endswith("…”") and w[:-2].strip("“") not in words.split()]


def test_a_revert_is_named_as_one_and_a_part_undone_is_told() -> None:
    story = """
user: Which commit made it slow?
say: C1: the cache of quotes, since 1d8a61a. It never hits, so C1 goes by a plain revert.
$ git revert --no-edit 1d8a61a
> [main 059f84a] Revert "Cache quotes"
say: Both sides of the pool.
edit src/pool.c: take(one) => take(many)
edit src/page.c: zero(page) => skip(page)
say: The page goes back.
$ git checkout src/page.c
"""
    brief = render(examine(tell(story)), "brief")
    assert "the revert of C1, 1 edit" in brief
    assert "pool.c and page.c, 1 edit, undone in part" in brief


OPTIONS = """
user: Which of them is faster?
say: Noise floor: the same binary under two names.
$ make && cp serve bin/base && cp serve bin/base2 && ./cmp.sh 9 base base2
> base   total  best  40.3 ms  median  54.5 ms  (n=9)
> base2  total  best  39.8 ms  median  61.5 ms  (n=9)
say: A larger ring.
$ sed -i 's/ring = 8/ring = 64/' src/ring.c && make && cp serve bin/ring && ./cmp.sh 9 base ring
> base   total  best  40.1 ms  median  54.0 ms  (n=9)
> ring   total  best  48.1 ms  median  66.0 ms  (n=9)
say: Slower, so back.
$ git checkout src/ring.c
say: A queue per worker.
$ sed -i 's/queue one/queue each/' src/queue.c && make && cp serve bin/queue && ./cmp.sh 9 base queue
> base   total  best  40.2 ms  median  54.1 ms  (n=9)
> queue  total  best  30.1 ms  median  36.0 ms  (n=9)
say: It stays.
$ git commit -qam "a queue per worker"
"""


def test_an_option_has_the_fate_of_the_change_that_it_was_built_with() -> None:
    told = render(examine(tell(OPTIONS)), "decision").partition("## Options")[2].partition("\n## ")[0]
    rows = {line.split("|")[1].strip(): line for line in told.splitlines() if line.startswith("| ")}
    assert "**reverted**" in rows["ring"]
    assert "**stands**" in rows["queue"]
    assert "base" in rows and "base2" not in rows


def test_what_a_call_lists_is_no_option() -> None:
    story = """
user: Where does the time go?
$ strace -c ./load
> % time     seconds  usecs/call     calls    errors syscall
> ------ ----------- ----------- --------- --------- ----------------
>  61.20    0.000713          71        10           fdatasync
>  38.80    0.000453          11        40           pwrite64
> ------ ----------- ----------- --------- --------- ----------------
> 100.00    0.001166          23        50           total
say: The flushes.
$ ls
"""
    assert "fdatasync" not in render(examine(tell(story)), "decision").partition("## Options")[2].partition("\n## ")[0]


def test_an_undoing_is_told_by_the_line_that_did_it() -> None:
    story = """
user: Make it faster.
edit feed/dedup.py: seen = [] => seen = set()
say: Wrong, so off with it.
$ git checkout -q feed/dedup.py && python3 - <<'P'
$| p='feed/other.py'; t=open(p).read()
$| open(p,'w').write(t.replace('one(two)', 'one(three)'))
$| P
$| cat feed/dedup.py; python3 -m feed data.csv
"""
    told = render(examine(tell(story)), "postmortem").partition("## Reversions")[2].partition("\n## ")[0]
    assert "by `git checkout -q feed/dedup.py`" in told
