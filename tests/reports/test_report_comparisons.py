"""What a report sets side by side: what the session compares, the same name before and after, and never two names of a list."""

from dataclasses import replace

from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Hypothesis, Measurement, Verification
from sessionlens.model.span import Span
from sessionlens.model.trace import Statement
from sessionlens.model.verdict import Verdict
from sessionlens.reports import compare, numbers, render, tables
from sessionlens.reports.context import Sections, factors
from sessionlens.reports.lines import plain
from sessionlens.reports.scope import of_session
from sessionlens.reports.settings import told_apart
from sessionlens.reports.slices import slice_of
from tests.reports.made_investigation import SOURCE, investigation, with_text
from tests.reports.test_report_sections import measured, with_facts


def value(i: str, msg: int, metric: str, shown: str, unit: str = "s", at: int = 0, config: str = "", **given: str) -> Measurement:
    m = measured(i, msg, metric, shown, unit, at, config, given.pop("direction", "lower"))
    return m.model_copy(update=given)


def said(i: str, msg: int, text: str) -> Conclusion:
    span = Span(source=SOURCE, msg=msg, part=0, start=0, end=len(text))
    return Conclusion(id=i, msg=msg, text=text, span=span, quote=text, at=0, statement=Statement("sentence", text, 0, len(text)))


def shown(view: View, hypothesis: str | None = None):  # type: ignore[no-untyped-def]
    return Sections(of_session(view, "methodology", hypothesis)).measurements


def compared(view: View) -> list[tuple[str, str, str, str, str]]:
    made = shown(view)
    return [(p.base, p.was, p.new, p.now, p.percent) for p in (*made.pairs, *made.more_pairs)]


def verdict(i: str, *nodes: str, claim: str = "percent", word: str = "supported") -> Verdict:
    return Verdict(conclusion=i, claim=claim, verdict=word, nodes=nodes, evidence=(41, 46))  # type: ignore[arg-type]


def test_a_comparison_of_a_conclusion_is_a_row() -> None:
    log, run = value("m41.7", 41, "total", "40.2"), value("m46.7", 46, "total", "50.3", config="serve cold")
    claim = said("c47.9", 47, "The cold start takes 25 % longer.")
    view = with_facts(investigation(), log, run, claim, verdicts=(verdict("c47.9", "m41.7", "m46.7"),))
    assert compared(view) == [("", "40.2 s", "serve cold", "50.3 s", "+25.1 %")] and shown(view).others == ()
    loose = with_facts(investigation(), log, run, claim, verdicts=(verdict("c47.9", "m41.7", "m46.7", word="unsupported"),))
    assert compared(loose) == [] and len(shown(loose).others) == 2


def test_two_metrics_of_one_script_and_two_labels_of_one_loop() -> None:
    was, now = value("m46.1", 46, "slow", "8.5", "ms"), value("m46.2", 46, "quick", "1.7", "ms", 9)
    claim = said("c47.9", 47, "8.5 ms became 1.7 ms.")
    view = with_facts(investigation(), was, now, claim, verdicts=(verdict("c47.9", "m46.1", "m46.2", claim="delta"),))
    assert compared(view) == [("slow", "8.5 ms", "quick", "1.7 ms", "−80.0 %")]
    runs = [value(f"m46.{i}", 46, "steps", str(90 + i), "", i, "wide" if i % 2 else "slim") for i in range(1, 5)]
    ids = [m.id for m in runs]
    view = with_facts(investigation(), *runs, claim, verdicts=(verdict("c47.9", *ids, claim="delta"),))
    assert [row[:4] for row in compared(view)] == [("wide", "92 (n = 2)", "slim", "93 (n = 2)")]


def test_three_sizes_are_no_pair() -> None:
    runs = [value(f"m46.{i}", 46, "time", str(i), at=i, config=f"sort n={i}0") for i in (1, 2, 4)]
    claim = said("c47.9", 47, "Twice the size takes twice the time.")
    view = with_facts(investigation(), *runs, claim, verdicts=(verdict("c47.9", *(m.id for m in runs), claim="ratio"),))
    assert compared(view) == [] or all("n=" in new for _, _, new, _, _ in compared(view))


def test_names_of_a_suite_or_of_a_profile_are_not_compared() -> None:
    for parser, metric in (("go", "time"), ("fields", "cum"), ("pytest-benchmark", "mean")):
        listed = [
            value(f"m41.{i}", 41, metric, shown, at=i, config=name, parser=parser)
            for i, (name, shown) in enumerate((("BenchmarkOpen", "3.1"), ("BenchmarkClose", "4.8"), ("BenchmarkSeek", "0.7")))
        ]
        assert compared(with_facts(investigation(), *listed)) == [] and shown(with_facts(investigation(), *listed)).tables == ()
    again = value("m50.1", 50, "time", "1.5", config="BenchmarkOpen", parser="go")
    first = [m.model_copy(update={"metric": "time", "parser": "go"}) for m in listed]
    rows = [(p.workload, p.was, p.now) for p in shown(with_facts(investigation(), *first, again)).pairs]
    assert rows == [("BenchmarkOpen", "3.1 s", "1.5 s")]


def test_two_files_are_not_compared() -> None:
    sizes = [
        value(f"m{n}.7", n, "size", v, "B", config=name, parser="sizes") for n, name, v in ((41, "NEXT_HEAD", "31"), (50, "table", "99"))
    ]
    made = shown(with_facts(investigation(), *sizes))
    assert not (made.tables or made.pairs) and len(made.others) == 2


def test_two_of_a_suite_that_the_session_tried_are_compared() -> None:
    pair = [
        value(f"m41.{i}", 41, "time", v, at=i, config=f"parse/{n}", parser="go") for i, (n, v) in enumerate((("box", "2"), ("arena", "3")))
    ]
    assert compared(with_facts(investigation(), *pair))[0][1::2] == ("2 s", "3 s")


def test_a_load_average_is_no_result() -> None:
    loads = [
        value(f"m{n}.1", n, "load average", v, "", config="5 min", parser="load", direction="unknown")
        for n, v in ((41, "0.4"), (50, "7.9"))
    ]
    made = shown(with_facts(investigation(), *loads))
    assert not (made.tables or made.pairs) and [o.value for o in made.others] == ["0.4", "7.9"]


def test_what_is_a_mean_is_called_one() -> None:
    text = render(investigation(), "methodology", "md")
    assert "values of several runs (n above 1) are means" in text and "Every value is what a tool printed" not in text


LOOP = 'for k in 16 512; do echo "-- $k --"; ./bench -width=${k} | grep op; done'


def looped(view: View, command: str) -> list[str]:
    output = view.message(45).calls[0].output
    runs = [value(f"m45.{i}", 45, "time", v, at=output.index(v), config="Pack", command=command) for i, v in enumerate(("21.5", "704.5"))]
    return [m.config for m in told_apart(of_session(view, "methodology", None), runs)]


def test_rounds_of_a_loop_over_sizes_are_not_averaged() -> None:
    output = "-- 16 --\nPack 21.5 s/op\n-- 512 --\nPack 704.5 s/op\n"
    assert looped(with_text(45, "Sizes.", output), LOOP) == ["Pack width=16", "Pack width=512"]
    repeated = 'for k in 16 512; do echo "-- $k --"; ./bench > $k.log; tail -1 $k.log; done'
    assert looped(with_text(45, "Sizes.", "Pack 21.5 s/op\nPack 704.5 s/op\n"), repeated) == ["Pack", "Pack"]
    assert looped(with_text(45, "Sizes.", "Pack 21.5 s/op\nPack 704.5 s/op\n"), LOOP) == ["Pack width=16", "Pack width=512"]


def in_rounds(command: str, *shown: tuple[str, str]) -> list[str]:
    scope = of_session(investigation(), "methodology", None)
    runs = [value(f"m45.{i}", 45, "time", v, at=i, config=label, command=command) for i, (label, v) in enumerate(shown)]
    return [m.config.partition(" ")[2] for m in told_apart(scope, runs)]


def test_values_as_many_as_a_loop_has_rounds_are_of_these_rounds() -> None:
    nested = "for d in old new; do for n in 30 90; do ./$d/serve --keep $n; done; done"
    four = [("old", "1.5"), ("old", "6.5"), ("new", "1.2"), ("new", "5.2")]
    assert [label.rpartition(" ")[2] for label in in_rounds(nested, *four)] == ["keep=30", "keep=90", "keep=30", "keep=90"]
    turns = "for i in 1 2; do for b in ./slim.test ./wide.test; do $b -bench Pack; done; done"
    assert in_rounds(turns, *[("Pack", v) for v in ("1.5", "2.5", "1.6", "2.6")]) == ["b=./slim.test", "b=./wide.test"] * 2
    assert in_rounds(turns, *[("Pack", v) for v in ("1.5", "2.5", "1.6")]) == ["", "", ""]
    words = 'for a in "seek 8" "pack 4"; do ./load $a; done'
    assert in_rounds(words, ("seek width= 8", "1.5"), ("pack width= 4", "2.5")) == ["width= 8", "width= 4"]
    assert in_rounds("for i in 1 2 3; do ./b; done", *[("Pack", v) for v in ("1.5", "2.5", "1.6")]) == ["", "", ""]


def test_runs_of_a_call_that_changed_something_are_none_of_the_runs_before_or_after() -> None:
    change = next(c for c in investigation().changes if c.msg == 43)
    runs = [value(f"m{n}.9", n, "time", shown, "ms", config="seek") for n, shown in ((42, "80"), (43, "9"), (44, "8"), (45, "7"))]
    table = shown(with_facts(investigation(), *runs, change)).tables[0]
    assert [r.messages for r in table.rows] == [(42,), (43,), (44, 45)] and [r.n for r in table.rows] == [1, 1, 2]


def test_runs_of_an_old_build_are_averaged_with_none() -> None:
    runs = [value(f"m{n}.9", n, "time", shown, "ms", config="seek") for n, shown in ((41, "80"), (44, "81"), (45, "7"))]
    groups = compare.grouped(runs, [], frozenset(), void=frozenset([44]))
    assert [([m.msg for m in r.measured], r.lost) for r in groups[0].rows] == [([41, 45], False), ([44], True)]


def test_an_interval_over_powers_of_ten_is_not_printed() -> None:
    def of(*runs: float) -> numbers.Value:
        return numbers.value_of([value(f"m41.{i}", 41, "time", str(r)) for i, r in enumerate(runs)])

    wide = numbers.delta(of(62.5, 94.5), of(84.5, 14840.5))
    assert wide is not None and wide.scattered and wide.interval == ""
    assert tables.reading_of(of(62.5, 94.5), of(84.5, 14840.5), wide, "lower") == "the values scatter too much"
    near = numbers.delta(of(62.5, 64.5, 63.5), of(84.5, 88.5, 85.5))
    assert near is not None and not near.scattered and near.interval.endswith("%")


def test_sizes_stand_in_the_order_of_their_numbers() -> None:
    runs = [value(f"m{n}.{k}", n, "time", f"{k}.{n}", at=k, config=f"sort width={k}") for n in (41, 50) for k in (8, 64, 512)]
    assert [p.workload for p in shown(with_facts(investigation(), *runs)).pairs] == [f"sort width={k}" for k in (8, 64, 512)]


def test_commands_with_other_settings_are_not_averaged() -> None:
    scope = of_session(investigation(), "methodology", None)

    def configs(*commands: str) -> list[str]:
        runs = [value(f"m{40 + i}.1", 40 + i, "time", "2.5", config="Pack", command=c) for i, c in enumerate(commands, 1)]
        return [m.config for m in told_apart(scope, runs)]

    assert configs("./b -benchtime=300x", "./b -benchtime=900x") == ["Pack benchtime=300x", "Pack benchtime=900x"]
    assert configs("./b --depth 4 | head -n 2", "./b --depth 8 | head -n 3") == ["Pack depth=4", "Pack depth=8"]
    assert configs("N=5 ./b", "./b") == ["Pack N=5", "Pack"]
    for same in (
        ("./b --runs 3", "./b --runs 9"),
        ("./b -count=5", "./b"),
        ("./b --depth 4", "./b --depth 4 | tail -n 1"),
        ("./b -t 2s", "./b -t 9s"),
    ):
        assert configs(*same) == ["Pack", "Pack"]


def test_a_small_difference_is_not_called_nothing() -> None:
    def of(shown: str) -> numbers.Value:
        return numbers.value_of([value("m41.1", 41, "steps", shown, "")])

    assert [numbers.delta(of("200000"), of(x)).percent for x in ("200013", "200000", "230000")] == ["+0.0065 %", "±0.0 %", "+15.0 %"]  # type: ignore[union-attr]


def test_a_slice_has_both_sides_of_its_comparisons() -> None:
    own, other = value("m46.1", 46, "steps", "71", "", config="arena"), value("m46.9", 46, "other", "75", "", 5, "forced")
    claim = said("c47.9", 47, "71 steps against 75.")
    view = with_facts(investigation(), own, other, claim, verdicts=(verdict("c47.9", "m46.1", "m46.9", claim="delta"),))
    assert {"m46.1", "m46.9", "c47.9"} <= slice_of(view, view.hypotheses, ("arena",))


def test_a_report_ends_with_its_last_statement_even_if_short() -> None:
    late, early = said("c52.9", 52, "P1 is reverted"), said("c50.9", 50, "No arena is left in the parser.")
    checked = (verdict("c52.9", "v45.1", claim="change-of-state"), verdict("c50.9", "v45.1", claim="state"))
    view = with_facts(investigation(), late, early, verdicts=checked)
    box = Sections(of_session(view, "methodology", "arena")).verdict_box
    assert any("P1 is reverted" in plain(x) for x in box.ended) and not any("No arena" in plain(x) for x in box.ended)


def confirmed(after: str, quote: str = "") -> factors.Factors:
    """A change that stands and that a confirmed hypothesis asked for, with a value before and one after it."""
    view = investigation()
    table = dict(view.graph.graph["facts"])
    table[Hypothesis] = tuple(h.model_copy(update={"status": "confirmed"}) for h in view.hypotheses)
    table[Change] = tuple(c for c in view.changes if c.id == "e43.1")
    table = {k: v for k, v in table.items() if k.__name__ != "Reversion"}
    view.graph.graph["facts"] = table
    claims = [said("c51.9", 51, quote)] if quote else []
    facts = [value("m41.1", 41, "time", "9.0"), value("m50.1", 50, "time", after), *claims]
    view = with_facts(replace(view), *facts, verdicts=(verdict("c51.9", claim="state"),) if quote else ())
    made = factors.build(of_session(view, "postmortem", None))
    assert made is not None
    return made


def test_a_fix_is_a_change_after_which_the_symptom_was_gone() -> None:
    assert confirmed("4.0").fix and not confirmed("4.0").stand
    worse = confirmed("9.5")
    assert worse.fix == () and "was not found" in plain(worse.stand[0])
    assert confirmed("9.5", "The stall is gone with P1.").fix and not confirmed("9.5", "P1 prints the time of each step.").fix


def test_a_check_that_failed_before_and_passed_after_is_one_too() -> None:
    view = investigation()
    checks = [
        Verification(
            id=f"v{n}.9",
            msg=n,
            text="tests",
            span=Span(source=SOURCE, msg=n, part=1, start=0, end=1),
            command="make check",
            result=r,
            part=1,
        )  # type: ignore[arg-type]
        for n, r in ((41, "fail"), (50, "pass"))
    ]
    scope = of_session(with_facts(view, *checks), "postmortem", None)  # type: ignore[arg-type]
    assert (41, 50) in factors._better(scope)
