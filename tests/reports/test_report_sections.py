"""What the sections of the larger kinds say: impact, what a difference is made of, lessons, options, environment, and one page."""

import re
from dataclasses import replace
from itertools import pairwise

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Hypothesis, Measurement, Reversion
from sessionlens.model.span import Span
from sessionlens.model.trace import Statement
from sessionlens.model.verdict import Verdict
from sessionlens.reports import plots
from sessionlens.reports.context import Sections, attribution, environment, impact, reproduce
from sessionlens.reports.lines import plain
from sessionlens.reports.parameters import labelled
from sessionlens.reports.scope import of_session
from tests.reports.made_investigation import SOURCE, investigation, with_text


def sections(view: View | None = None) -> Sections:
    return Sections(of_session(view or investigation(), "postmortem", None))


def with_facts(view: View, *facts: Measurement | Conclusion, verdicts: tuple[Verdict, ...] = ()) -> View:
    """The view with other measurements or more conclusions."""
    table = dict(view.graph.graph["facts"])
    for kind in {type(f) for f in facts}:
        own = tuple(f for f in facts if isinstance(f, kind))
        table[kind] = (*table[kind], *own) if kind is Conclusion else own
    for fact in facts:
        view.graph.add_node(fact.id, fact=fact)
    view.graph.graph["facts"] = table
    return replace(view, verdicts={**view.verdicts, **{v.conclusion: v for v in verdicts}})


def measured(
    i: str, msg: int, metric: str, value: str, unit: str = "s", at: int = 0, config: str = "", direction: str = "lower"
) -> Measurement:
    span = Span(source=SOURCE, msg=msg, part=1, start=at, end=at + 1)
    return Measurement(
        id=i, msg=msg, text=metric, span=span, metric=metric, config=config, value=float(value), unit=unit, raw=f"{value} {unit}".strip(),
        direction=direction, part=1, command="bench --all",
    )  # fmt: skip


def test_impact_sets_the_last_value_against_its_base() -> None:
    made = sections().impact
    row = made.rows[0]
    assert row.baseline == "plain: 32.0 ms [31.95, 32.05]" and row.worst == "arena: 33.2 ms [33.15, 33.25], +3.8 %"
    assert not row.last and row.messages == (41, 46), "the arena was taken out again"


def test_what_a_stated_account_leaves_unexplained() -> None:
    text = "The pool (4.0 s) and parsing (3.5 s) account for the 10.0 s regression."
    view = with_text(47, text)
    span = Span(source=SOURCE, msg=47, part=0, start=0, end=len(text))
    said = Conclusion(id="c47.9", msg=47, text=text, span=span, quote=text, at=0, statement=Statement("sentence", text, 0, len(text)))
    verdict = Verdict(conclusion="c47.9", claim="sum", verdict="contradicted", derivation="4.0 s + 3.5 s = 7.5 s")
    account = sections(with_facts(view, said, verdicts=(verdict,))).attribution.accounts[0]
    assert [(p.name, p.amount, p.share) for p in account.parts] == [("pool", "+4.0 s", "40 %"), ("parsing", "+3.5 s", "35 %")]
    assert (account.rest.amount, account.rest.interval, account.closed) == ("+2.5 s", "[2.35, 2.65]", False)
    assert "unexplained +2.5 s" in account.svg and "25 % of the whole" in account.label


def runs_with_parts() -> View:
    """Two runs that print three parts and their total."""
    facts = []
    for msg, values in ((41, ("5.0", "3.0", "0.5", "8.5")), (46, ("5.2", "4.9", "0.5", "10.6"))):
        names = ("load", "parse", "rest", "total")
        facts += [measured(f"m{msg}.{i}", msg, n, v, at=i) for i, (n, v) in enumerate(zip(names, values, strict=True))]
    return with_facts(investigation(), *facts)


def test_what_a_measured_difference_is_made_of() -> None:
    scope = of_session(runs_with_parts(), "postmortem", None)
    account = attribution.build(scope).accounts[0]
    assert account.whole == "+2.1 s" and account.messages == (41, 46) and account.closed
    assert [(p.name, p.amount) for p in account.parts] == [("load", "+0.2 s"), ("parse", "+1.9 s"), ("rest", "±0.0 s")]
    total = impact.build(scope).rows[0]
    assert (total.metric, total.baseline[:5], total.last[:6], total.change) == ("total", "8.5 s", "10.6 s", "+24.7 %")


def test_a_trigger_is_what_stood_between_and_blames_nothing() -> None:
    made = sections(runs_with_parts()).factors
    told = plain(made.trigger)
    assert "P1" in told and "because" not in told and "caused" not in told
    assert "The first value worse than its base is one of total: 10.6 s against 8.5 s (+24.7 %)" in plain(made.detection)


def test_lessons_cite_their_messages() -> None:
    made = sections().lessons
    told = [plain(x) for x in (*made.well, *made.poorly, *made.lucky)]
    assert all(re.search(r"\[msg \d+", x) for x in told)
    assert any("prediction stood before the result" in x for x in told)
    assert any("contradicted by what the tools had printed" in x for x in told)


def test_what_was_rejected_has_what_spoke_against_it() -> None:
    row = sections().rejected.rows[0]
    assert (row.name, row.fate, row.undone) == ("P1", "refuted", (48, 49))


def test_actions_are_quoted_or_marked_as_suggested() -> None:
    made = sections().actions
    assert all(plain(x).startswith("Suggested by rule R") for x in made.suggested) and made.suggested


def test_options_show_each_variant_against_the_base() -> None:
    made = sections().options
    by_name = {o.name: o for o in made.options}
    assert made.metrics == ("time",) and by_name["plain"].results[0].endswith("(base)") and "+3.8 %" in by_name["arena"].results[0]


def test_the_environment_is_read_from_outputs() -> None:
    output = (
        "Linux forge 6.1.0-13-amd64 #1 SMP x86_64 GNU/Linux\nmodel name\t: Some CPU 9000\n"
        "platform linux -- Python 3.12.1, pytest-8.3.2, pluggy-1.5\n"
    )
    made = environment.build(of_session(with_text(52, "Look.", output), "postmortem", None))
    rows = {r.name: r.value for r in made.rows}
    assert rows["Host"] == "forge" and rows["Kernel"] == "6.1.0-13-amd64" and rows["Processor"] == "Some CPU 9000"
    assert rows["Python"] == "3.12.1" and rows["pytest"] == "8.3.2" and all(r.msg == 52 for r in made.rows)


def test_a_number_that_names_a_case_is_a_label() -> None:
    output = "lines=10 hits=4\nlines=20 hits=9\n"
    view = with_text(45, "Look.", output)
    facts = []
    for i, (text, name, value) in enumerate(
        (("lines=10", "lines", "10"), ("hits=4", "hits", "4"), ("lines=20", "lines", "20"), ("hits=9", "hits", "9"))
    ):
        facts.append(measured(f"m45.{i}", 45, name, value, "", output.index(text), "run", "unknown"))
    told = labelled(of_session(view, "methodology", None), facts)
    assert [(m.metric, m.config) for m in told] == [("hits", "run lines=10"), ("hits", "run lines=20")]


def test_the_brief_keeps_to_a_page() -> None:
    made = sections().brief
    lists = (made.tried, made.refuted, made.stands, made.changed, made.open, made.avoid)
    assert all(len(x) <= 6 for x in lists) and made.tried and made.refuted and made.stands


def test_plots_are_the_same_bytes_and_have_words() -> None:
    dots = [plots.Dot("a", 1.0, 0.9, 1.1, "1.0 s", base=True), plots.Dot("<b>", 1.4, 1.3, 1.5, "1.4 s")]
    drawn = plots.dot_plot("time (s)", dots)
    assert drawn == plots.dot_plot("time (s)", dots) and "<title>time (s)</title>" in drawn and 'role="img"' in drawn
    assert "a 1.0 s; &lt;b&gt; 1.4 s" in drawn and "<b>" not in drawn and "style=" not in drawn
    assert plots.dot_plot("time", dots[:1]) == "" and plots.waterfall("w", []) == ""


def test_a_waterfall_comes_down_to_what_is_left() -> None:
    steps = [plots.Step("all", 0, 10, "10", "whole"), plots.Step("x", 10, 4, "6", "part"), plots.Step("unexplained", 4, 0, "4", "rest")]
    bars = [
        (float(x), float(w))
        for x, w in re.findall(r'<rect class="bar \w+" x="([\d.]+)" y="\d+" width="([\d.]+)"', plots.waterfall("w", steps))
    ]
    assert all(abs(a[0] - (b[0] + b[1])) < 0.2 for a, b in pairwise(bars[1:])) and abs(bars[0][1] - sum(w for _, w in bars[1:])) < 0.3


def test_what_a_person_corrected_is_told() -> None:
    view = investigation()
    facts = view.graph.graph["facts"]
    first, *others = view.hypotheses
    view.graph.graph["facts"] = {
        **facts,
        Hypothesis: (first.model_copy(update={"amended": "renamed from 'pool' by a person: clearer"}), *others),
    }
    told = sections(replace(view)).corrections
    assert [plain(line) for line in told.items] == [f"Hypothesis {first.text}: renamed from 'pool' by a person: clearer [msg {first.msg}]."]
    assert sections().corrections is None


def test_a_change_that_only_clears_away_puts_no_belief_to_work() -> None:
    view = investigation()
    facts = view.graph.graph["facts"]
    changed = view.changes[0]
    span = Span(source=SOURCE, msg=changed.msg, part=1)
    undone = Reversion(id=f"r{changed.msg}.9", msg=changed.msg, text="rm", span=span, of="e1.1", files=changed.files)
    hypothesis = view.hypotheses[0]
    assert changed in of_session(view, "methodology", None).changes_of(hypothesis)
    later = replace(view)
    later.graph.graph["facts"] = {**facts, Reversion: (*view.reversions, undone)}
    assert changed not in of_session(later, "methodology", None).changes_of(hypothesis)


def test_what_is_left_out_of_an_output_is_counted() -> None:
    scope = of_session(investigation(), "methodology", None)
    output = "zero\none\n\ntwo\nthree\nfour\nfive\nsix\n"
    assert reproduce.excerpt(scope, output, ["two", "four"]) == (
        "… 2 lines left out …",
        "two",
        "three",
        "four",
        "… 2 lines left out …",
    )
    shown = reproduce.excerpt(scope, output, ["one", "two", "three", "four", "five"])
    assert shown == ("zero", "one", "two", "three", "four", "five", "six")
    assert reproduce.excerpt(scope, output, []) == ()
