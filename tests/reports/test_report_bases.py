"""What a report holds other values against: known by a person's word, a name, the session's own comparisons or a version; else said so."""

import pytest

from sessionlens.model.facts import Measurement
from sessionlens.reports import bases, compare
from sessionlens.reports.context import Sections
from sessionlens.reports.lines import plain
from sessionlens.reports.scope import of_session
from tests.reports.made_investigation import investigation
from tests.reports.test_report_comparisons import said, value, verdict
from tests.reports.test_report_sections import with_facts


def run(id: str, msg: int, shown: str, config: str, at: int = 9) -> Measurement:
    return value(id, msg, "elapsed", shown, "s", at, config, command=f"./bench {config}")


def runs(*configs: str, amended: str = "") -> list[Measurement]:
    """One run of each, in order; `amended` is the one that a person calls the baseline."""
    made = [run(f"m46.{i}", 46, f"{10 + i}.0", c, i) for i, c in enumerate(configs, 1)]
    return [m.model_copy(update={"amended": "baseline, named by a person"}) if m.config == amended else m for m in made]


def base_of(measured: list[Measurement], slow: frozenset[str] = frozenset()) -> tuple[str, int]:
    [group] = compare.grouped(measured, (), frozenset(), slow)
    [base] = [r.variant or r.config for r in group.rows if r.is_base]
    return base, group.known


@pytest.mark.parametrize(
    ("configs", "base", "known"),
    [
        (("lean", "baseline", "fat"), "baseline", bases.NAME),
        (("main", "v2.3.0"), "v2.3.0", bases.VERSION),
        (("now", "../v140", "step"), "../v140", bases.VERSION),
        (("v1.10.0", "v1.9.2"), "v1.9.2", bases.VERSION),
        (("lean", "main"), "main", bases.BRANCH),
        (("lean", "fat", "slim"), "lean", bases.FIRST),
        (("v7", "lean"), "v7", bases.FIRST),
    ],
)
def test_the_base_and_how_it_is_known(configs: tuple[str, ...], base: str, known: int) -> None:
    assert base_of(runs(*configs)) == (base, known)


def test_a_branch_that_people_call_slow_is_none() -> None:
    slow = bases.called_slow(["Since Monday main is a lot slower than it was. Can you find out why?"])
    assert slow == {"main"} and base_of(runs("rel", "main"), slow) == ("rel", bases.FIRST)
    assert not bases.called_slow(["The new parser is slow. Work on main, please."])


def test_a_person_s_word_stands_above_a_name() -> None:
    assert base_of(runs("baseline", "lean", amended="lean")) == ("lean", bases.PERSON)


def impact(*facts: object, verdicts: tuple[object, ...] = ()):  # type: ignore[no-untyped-def]
    return Sections(of_session(with_facts(investigation(), *facts, verdicts=verdicts), "postmortem", None)).impact  # type: ignore[arg-type]


def rows_of(made, metric: str = "elapsed"):  # type: ignore[no-untyped-def]
    return [r for r in (made.rows if made else ()) if r.metric.startswith(metric)]


def test_what_is_not_known_is_said_and_not_guessed() -> None:
    made = impact(*runs("lean", "fat", "now"))
    [row] = rows_of(made)
    assert row.reading == "base not known" and not row.worst and made.unbased == 1
    made = impact(*runs("lean", "fat", "slim"))
    assert made is None or not rows_of(made), "variants that nobody compared are no impact"


def test_what_the_session_holds_all_others_against_is_the_base() -> None:
    measured = runs("fat", "lean", "slim")
    said_of = (said("c47.8", 47, "fat takes 9 % less than lean."), said("c47.9", 47, "slim takes 8 % more than lean."))
    judged = (verdict("c47.8", "m46.1", "m46.2"), verdict("c47.9", "m46.3", "m46.2"))
    [row] = rows_of(impact(*measured, *said_of, verdicts=judged))
    assert row.baseline.startswith("lean") and row.reading != "base not known"


def test_a_session_that_ends_with_an_experiment_has_no_last_value() -> None:
    tried = run("m46.9", 46, "19.0", "trick")
    base = run("m41.9", 41, "10.0", "baseline")
    assert not rows_of(impact(base, tried)), "what was only tried befell nobody"
    told = said("c47.9", 47, "The trick takes 90 % more than the baseline.")
    [row] = rows_of(impact(base, tried, told, verdicts=(verdict("c47.9", "m41.9", "m46.9"),)))
    assert not row.last and row.worst.startswith("trick")
    now = run("m46.8", 46, "9.0", "now")
    [row] = rows_of(impact(run("m41.9", 41, "10.0", "baseline"), now, tried))
    assert row.last.startswith("now: 9.0 s") and not row.worst and row.reading.startswith("better")


def test_a_value_that_stands_for_none_is_no_worst() -> None:
    none = run("m46.9", 46, "1000000000.0", "trick")
    made = impact(run("m41.9", 41, "10.0", "baseline"), none, run("m46.8", 46, "12.0", "now"))
    [row] = rows_of(made)
    assert not row.worst and row.last.startswith("now")


def test_a_session_s_detection_names_the_words_for_the_same_values() -> None:
    low, high = run("m41.9", 41, "10.0", "baseline"), run("m46.9", 46, "15.0", "now")
    other = said("c47.8", 47, "The queue got 37 % shorter.")
    own = said("c47.9", 47, "It takes 50 % longer.")
    judged = (verdict("c47.8", "m46.5"), verdict("c47.9", "m41.9", "m46.9"))
    view = with_facts(investigation(), low, high, other, own, verdicts=judged)  # type: ignore[arg-type]
    found = Sections(of_session(view, "postmortem", None)).factors
    told = plain(found.detection) if found and found.detection else ""
    assert "37 %" not in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Root cause pinned.", 0),
        ("The root cause looks pinned via the history.", 0),
        ("The reason is known.", 0),
        ("Root cause found: the pool is too small.", 1),
        ("The cause is the pool, which is too small.", 1),
    ],
)
def test_that_a_cause_was_found_is_none(text: str, told: int) -> None:
    claim = said("c47.9", 47, text)
    judged = (verdict("c47.9", claim="causal", word="unsupported"),)
    found = Sections(of_session(with_facts(investigation(), claim, verdicts=judged), "postmortem", None)).factors  # type: ignore[arg-type]
    assert len([line for line in found.suspected if text[:20] in plain(line)]) == told
