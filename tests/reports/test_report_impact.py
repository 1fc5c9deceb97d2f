"""What a report tells as impact: the first and the last value of one task, by the nearest base, without runs that were void."""

from sessionlens.pipeline import investigate
from sessionlens.reports.context import attribution, impact, measurements
from sessionlens.reports.lines import plain
from sessionlens.reports.scope import of_session
from tests.story import tell


def told(story: str) -> impact.Impact | None:
    return impact.build(of_session(investigate(tell(story)), "methodology", None))


PARTS = """
user: Import is slow.
say: Where does it go?
$ ./load --times parcels.csv
> parse 80.0 ms  sort 120.0 ms  write 50.0 ms  total 250.0 ms
say: The sort.
edit src/sort.c: bubble(v) => quick(v)
$ make -s
say: Again.
$ ./load --times {file}
> parse 8.0 ms  sort 10.0 ms  write 4.0 ms  total 22.0 ms
say: The run above is with the new sort.
"""


def test_a_run_on_another_input_is_no_impact_and_no_account() -> None:
    story = PARTS.format(file="tiny.csv")
    found = told(story)
    assert found is not None and not found.rows
    why = [plain(line) for line in found.unlike]
    assert any("different inputs or arguments" in line and "parcels.csv" in line and "tiny.csv" in line for line in why)
    assert attribution.build(of_session(investigate(tell(story)), "methodology", None)) is None


def test_a_run_on_the_same_input_is_told_with_its_parts() -> None:
    story = PARTS.format(file="data/parcels.csv")
    found = told(story)
    assert found is not None and found.rows and found.rows[0].change == "−91.2 %"
    account = attribution.build(of_session(investigate(tell(story)), "methodology", None))
    assert account is not None and [p.amount for p in account.accounts[0].parts] == ["−72.0 ms", "−110.0 ms", "−46.0 ms"]


def test_the_one_called_new_is_the_last_and_the_base_is_the_nearest_one() -> None:
    found = told("""
    say: Both.
    $ ./race.sh 5 base quick
    > base   best  90.0 ms
    > quick  best  70.0 ms
    edit src/sort.c: a => b
    say: Again.
    $ make -s; cp load bin/new; cp load bin/new50
    $ ./race.sh 7 base new
    > base   best  80.0 ms
    > new    best  40.0 ms
    $ ./race.sh 7 new new50
    > new    best  39.0 ms
    > new50  best  44.0 ms
    """)
    assert found is not None
    assert found.rows[0].baseline.startswith("base: 80.0 ms") and found.rows[0].last.startswith("new: ")


def test_a_base_that_was_measured_again_is_the_nearer_one() -> None:
    found = told("""
    say: The state.
    $ ./load parcels.csv
    > elapsed: 2.00 s
    say: Another sort.
    edit src/sort.c: bubble(v) => quick(v)
    $ make -s && ./load parcels.csv
    > elapsed: 1.90 s
    say: No gain, back.
    $ git checkout src/sort.c && make -s && ./load parcels.csv
    > elapsed: 2.60 s
    say: The machine is busier now. A buffer.
    edit src/read.c: 64 => 4096
    $ make -s && ./load parcels.csv
    > elapsed: 1.30 s
    """)
    assert found is not None
    assert found.rows[0].baseline.startswith("2.60 s") and found.rows[0].last.startswith("1.30 s")


def test_a_run_of_two_names_for_one_binary_is_in_no_table() -> None:
    found = told("""
    say: Base.
    $ ./race base old
    > base   best=90.1 ms
    > old    best=90.3 ms
    say: The queue.
    edit src/queue.c: lock => new
    $ make -s; cp srv bin/srv-new; ./race base new
    > base   best=99.0 ms
    > new   best=12.0 ms
    say: Too good.
    $ sha256sum bin/srv-base bin/srv-new | cut -c1-12
    > ab12cd34ef56
    > ab12cd34ef56
    say: Now for real.
    $ make -B; cp srv bin/srv-new; ./race base new
    > base   best=91.0 ms
    > new   best=85.0 ms
    """)
    assert found is not None
    assert all("12.0" not in cell for row in found.rows for cell in (row.baseline, row.worst, row.last))


def test_a_run_without_its_input_is_in_no_mean() -> None:
    found = told("""
    say: Both inputs.
    $ ./gen wide.csv; for b in base new; do ./load $b wide.csv; done
    > base total 0.0 ms  rss 1540 KB
    > new total 0.0 ms  rss 1540 KB
    say: gen was gone. Again.
    $ make -s gen && ./gen wide.csv; for b in base new; do ./load $b wide.csv; done
    > base total 375.5 ms  rss 110052 KB
    > new total 129.5 ms  rss 93076 KB
    """)
    assert found is not None and {r.baseline.partition(" [")[0] for r in found.rows} == {"base: 375.5 ms", "base: 110\u202f052 kB"}


def test_a_setting_with_a_unit_keeps_runs_apart() -> None:
    view = investigate(
        tell("""
    say: Three sizes.
    $ for m in 1MB 16MB; do echo "buf=$m $(./load --buf $m)"; done
    > buf=1MB elapsed=9.0 s
    > buf=16MB elapsed=4.5 s
    say: And again.
    $ for m in 1MB 16MB; do echo "buf=$m $(./load --buf $m)"; done
    > buf=1MB elapsed=9.2 s
    > buf=16MB elapsed=4.4 s
    """)
    )
    groups = measurements.all_groups(of_session(view, "methodology", None))
    assert sorted(sorted(m.value for m in row.measured) for g in groups for row in g.rows) == [[4.4, 4.5], [9.0, 9.2]]
