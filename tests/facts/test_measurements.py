"""Readings become measurements with ids, places and one line for a reader."""

from sessionlens.facts import measurements
from sessionlens.facts.trace import closely
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.trace import Reading, Run, Trace, Turn
from tests.story import tell


def trace(*readings: Reading, msg: int = 9) -> Trace:
    call = ToolCall("t", "bash", "shell", {}, command="./app", output="x 1.5 ms y 2.5 ms z 2.0 ms")
    message = Message(msg, "assistant", "", (call, call))
    session = Session("s", "claude-code", "s.jsonl", (message,))
    return Trace(session, (Turn(message, (Run(call, 1, readings=readings[:1]), Run(call, 2, readings=readings[1:]))),))


def test_ids_count_within_the_message_and_samples_follow() -> None:
    one = Reading("x", "base", 1.5, "ms", "1.5", "fields", 2, 5)
    two = Reading("y", "base", 2.5, "ms", "2.5", "fields", 11, 14)
    mean = Reading("mean", "base", 2.5, "ms", "2.0", "fields", 20, 23, "lower", 1, 0.3, "sd", samples=(0,))
    found = measurements.find(trace(one, two, mean))
    assert [(m.id, m.part, m.span.start, m.span.end) for m in found] == [("m9.1", 1, 2, 5), ("m9.2", 2, 11, 14), ("m9.3", 2, 20, 23)]
    assert found[2].samples == ("m9.2",)
    assert found[2].text == "base: mean = 2.0 ms ± 0.3 (n = 1)"
    assert found[0].command == "./app" and found[0].parser == "fields"


def test_a_unit_that_was_cut_off_is_the_one_that_the_program_prints_elsewhere() -> None:
    shortened = "$ ./bench.sh --n 5 | cut -d' ' -f1-3\n> full n=5 min=51.40\n"
    whole = tell("user: Go.\n$ ./bench.sh --n 5\n> full n=5 min=51.20 ms max=60.1 ms\n" + shortened)
    found = [m for m in measurements.find(closely(whole)) if m.metric == "min"]
    assert [(m.raw, m.unit, m.direction) for m in found] == [("51.20", "ms", "lower"), ("51.40", "ms", "lower")]
    alone = tell("user: Go.\n" + shortened)
    assert [m.unit for m in measurements.find(closely(alone))] == [""]


def test_a_value_without_a_name_takes_no_unit_from_another_tool() -> None:
    counted = "user: Go.\n$ go test -bench . ./pack ./cmd/feeder\n> BenchmarkPack-2  1000  191.0 ns/op  3 allocs/op\n"
    timed = "$ for b in feeder; do ./cmd/$b | awk '{print $2}'; done\n> feeder: 0.204 0.216 0.320\n"
    found = [m for m in measurements.find(closely(tell(counted + timed))) if m.parser == "fields"]
    assert {m.unit for m in found} <= {""}


def test_a_best_is_in_the_unit_of_the_values_it_is_one_of() -> None:
    single = "user: Go.\n$ ./walk tree.bin\n> parse 12.4 ms  merge 3.1 ms\n"
    race = "$ ./race.sh 5 walk\n> walk   parse  best  12.1  median  12.9  (n=5)\n> walk   merge  best  {}  median  {}  (n=5)\n"
    found = measurements.find(closely(tell(single + race.format("2.9", "3.3"))))
    assert [(m.metric, m.config, m.unit) for m in found[2:4]] == [("best", "walk parse", "ms"), ("median", "walk parse", "ms")]
    far = measurements.find(closely(tell(single + race.format("2900.5", "3300.5"))))
    assert {m.unit for m in far[4:]} == {""}
    assert {m.unit for m in measurements.find(closely(tell("user: Go.\n" + race.format("2.9", "3.3"))))} == {""}
