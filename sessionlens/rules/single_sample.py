"""A comparison rests on one run of a noisy quantity.

One run says nothing of the spread. Counts of instructions, bytes or rows do not vary and need no repetition; times, rates, page faults
and resident memory do. A minimum or a mean that the program took over several rounds is no single run, and a second run that agrees
within 5 % repeats the first. A loop over sizes or configurations is one run of each; a loop whose variable the command does not use
repeats it, also where an `echo` numbers the rounds. A script of the session that keeps the best of several rounds repeats as well.

Fires:

    say: Old first.
    $ ./bench --config old
    > config: old
    > total: 46.9 ms
    say: Now new.
    $ ./bench --config new
    > config: new
    > total: 20.4 ms
    say: The new config is 2.3x faster than the old one.

Fires:

    say: Does the cost grow with the size?
    $ for n in 100 1000 10000; do go test -run=^$ -bench=Lookup -benchtime=${n}x . | grep Benchmark; done
    > BenchmarkLookup-8     100    1520 ns/op
    > BenchmarkLookup-8    1000    3010 ns/op
    > BenchmarkLookup-8   10000    9020 ns/op
    say: BenchmarkLookup goes from 1520 ns/op to 9020 ns/op.

Fires:

    say: What does the lock cost? Each mode once.
    $ for m in all some none; do echo "mode=$m"; ./load --mode $m; done
    > mode=all
    > elapsed: 2.214 s
    > mode=some
    > elapsed: 1.630 s
    > mode=none
    > elapsed: 0.447 s
    say: Without the lock the run takes 0.447 s, a fifth of the 2.214 s.

Quiet:

    say: Both releases, three rounds.
    $ for r in 1 2 3; do echo "# old round $r"; ./old; echo "# new round $r"; ./new; done
    > # old round 1
    > elapsed: 2.214 s
    > # new round 1
    > elapsed: 1.630 s
    > # old round 2
    > elapsed: 2.302 s
    > # new round 2
    > elapsed: 1.447 s
    > # old round 3
    > elapsed: 2.871 s
    > # new round 3
    > elapsed: 1.511 s
    say: In the median new takes 1.511 s and old 2.302 s, -34.4 %.

Quiet:

    say: The two hashes, each the best of five.
    $ python3 - <<'P'
    $| for name, f in (("crc", crc), ("fnv", fnv)):
    $|     best = 9
    $|     for _ in range(5):
    $|         t = clock(); f(data); best = min(best, clock() - t)
    $|     print(f"{name}: {size / best:.1f} MB/s")
    $| P
    > crc: 812.4 MB/s
    > fnv: 203.9 MB/s
    say: crc is 4.0 times as fast as fnv.

Fires:

    say: Peak memory of both.
    $ for b in old new; do /usr/bin/time -f "$b %M KB max RSS" ./$b >/dev/null; done
    > old 42388 KB max RSS
    > new 47772 KB max RSS
    say: Peak RSS goes up from 42388 to 47772 KB (+12.7 %).

A limit below which differences are noise needs more than one comparison of two equal things.

Fires:

    say: How much does one file vary under two names?
    $ ./race copy-a copy-b
    > copy-a   best=14.37 ms
    > copy-b   best=15.86 ms
    say: One file differs from itself by 10.4 %. Below about 10 % I won't call anything a difference.

Fires:

    say: The same program under two names, to see the noise.
    $ ./race copy-a copy-b
    > copy-a   best=14.37 ms
    > copy-b   best=14.96 ms
    say: So differences under 5 % are noise here.

Quiet:

    say: The same program under two names, to see the noise, four times.
    $ for i in 1 2 3 4; do ./race copy-a copy-b; done
    > copy-a   best=14.37 ms
    > copy-b   best=14.96 ms
    > copy-a   best=14.51 ms
    > copy-b   best=14.40 ms
    > copy-a   best=14.77 ms
    > copy-b   best=14.32 ms
    > copy-a   best=14.57 ms
    > copy-b   best=14.80 ms
    say: So differences under 5 % are noise here.

Quiet:

    say: Ten runs each.
    $ hyperfine ./old ./new
    > Benchmark 1: ./old
    >   Time (mean ± σ):     731.0 ms ±   4.0 ms    [User: 1.0 ms, System: 0.5 ms]
    >   Range (min … max):   719.5 ms … 742.5 ms    10 runs
    > Benchmark 2: ./new
    >   Time (mean ± σ):     365.6 ms ±   2.5 ms    [User: 1.0 ms, System: 0.5 ms]
    >   Range (min … max):   359.2 ms … 372.0 ms    10 runs
    say: new is twice as fast as old.

Quiet:

    say: Instructions, which do not depend on the neighbours.
    $ for b in old new; do echo "$b $(valgrind --tool=cachegrind ./bench-$b 2>&1 | grep -E 'I +refs' | sed 's/==[0-9]*== //')"; done
    > old I   refs:      130,400,310
    > new I   refs:      94,903,220
    say: new executes 27 % fewer instructions than old.

Quiet:

    say: Three runs of each.
    $ for i in 1 2 3; do ./bench --config old; ./bench --config new; done
    > config: old
    > total: 46.9 ms
    > config: new
    > total: 20.4 ms
    > config: old
    > total: 46.1 ms
    > config: new
    > total: 20.9 ms
    > config: old
    > total: 47.3 ms
    > config: new
    > total: 20.2 ms
    say: The new config is 2.3x faster than the old one (medians).
"""

from collections import defaultdict
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Measurement
from sessionlens.model.trace import Run
from sessionlens.model.verdict import Verdict
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run, shorten
from sessionlens.rules.index import Calls
from sessionlens.rules.signs import flaky_once, memory_once, noise_limits
from sessionlens.rules.signs.repeats import beside_repeated, items, once, repeated, repeating, unnumbered, variants
from sessionlens.rules.signs.runs import noisy
from sessionlens.text.regex import regex

NUMBER = "R004"
ISSUE: Issue = "single-sample"
HELP = "repeat each configuration, alternating them, and give the spread with the mean"
COMPARES = frozenset(("delta", "percent", "ratio", "vague", "ranking", "no-difference", "trend", "points", "attribution", "range"))
_BESIDE = regex(r"->|→|\b(?:vs\.?|against|instead of|half|third|quarter|fifth|tenth|times|twice)\b")
_ONCE = regex(r"(?i)\b(?:run|ran|measured?|timed?|tried)\b[^.\n]{0,14}\b(?:only once|once only|just once|a single time)\b")
Key = tuple[int, int, str, str]
"""Message, part, metric, configuration."""
_TWO = 2
_COLD = 3.0


def find(view: View) -> Iterator[Hit]:
    yield from flaky_once.find(view)
    if not view.measurements:
        return
    yield from noise_limits.find(view)
    yield from memory_once.find(view)
    runs = {(msg, run.part): run for msg, run in view.once(Calls).runs if run.readings}
    groups: dict[Key, list[Measurement]] = defaultdict(list)
    elsewhere: dict[tuple[str, str], list[Measurement]] = defaultdict(list)
    kinds: dict[tuple[str, str, str, str | None], bool] = {}
    for one in view.measurements:
        kind = (one.parser, one.metric, one.unit, one.command if one.metric == "size" else None)
        if one.value and (kinds[kind] if kind in kinds else kinds.setdefault(kind, noisy(one))):
            config, metric = unnumbered(one.config), unnumbered(one.metric)
            groups[(one.msg, one.part, metric, config)].append(one)
            elsewhere[(metric, config)].append(one)
    single: dict[str, Measurement] = {}
    each = {place: variants(run) for place, run in runs.items()}
    set_by = {place: items(run) for place, run in runs.items()}
    configs: dict[tuple[int, int, str], set[str]] = defaultdict(set)
    for msg, part, metric, config in groups:
        configs[(msg, part, metric)].add(config)
    rounds = {place: repeating(runs[place]) for place in {key[:2] for key in groups} & runs.keys()}
    for (msg, part, metric, config), group in groups.items():
        told_apart = configs[(msg, part, metric)]
        rest = variants(runs[(msg, part)], told_apart) if len(told_apart) > 1 < len(group) and (msg, part) in runs else 1
        if once(group, rest if len(told_apart) > 1 else each.get((msg, part), 1)) and (
            group[0].n == 1 or group[0].parser == "time" or not rounds.get((msg, part))
        ):
            own = {one.id for one in group}
            taken = set_by.get((msg, part), frozenset())
            same = elsewhere[(metric, config)]
            single |= {one.id: one for one in group if not repeated(one, same, own) and one.raw.split()[0] not in taken}
    single = {key: one for key, one in single.items() if not beside_repeated(one, single, groups)}
    cited = citations(view, {msg for msg, _ in runs})
    told: set[tuple[int, int]] = set()
    by_msg: dict[int, list[Measurement]] = defaultdict(list)
    for one in single.values():
        by_msg[one.msg].append(one)
    for conclusion, verdict in cited if single else ():
        for one in lone(conclusion, verdict, single, by_msg):
            if (one.msg, one.part) not in told and (one.msg, one.part) in runs:
                told.add((one.msg, one.part))
                names = "size or configuration" if each[(one.msg, one.part)] > 1 else "configuration"
                why = f"one run for each {names}, and msg {conclusion.msg} compares them: {shorten(conclusion.text, 60)!r}"
                yield at_run(view, one.msg, runs[(one.msg, one.part)], why, "medium", (conclusion.id,))
    yield from seen_once(view, runs, groups, [c for c, _ in cited], told)


def citations(view: View, messages: set[int]) -> list[tuple[Conclusion, Verdict]]:
    """The conclusions that rest on what those messages measured: comparisons, levels, tables."""
    found = []
    given = view.verdicts
    for conclusion in view.conclusions:
        verdict = given.get(conclusion.id)
        if verdict is None or "ambiguous-binding" in verdict.caveats or messages.isdisjoint(verdict.evidence):
            continue
        if verdict.claim in COMPARES or verdict.claim in ("level", "duration", "size") or conclusion.statement.table is not None:
            found.append((conclusion, verdict))
    return found


def lone(
    conclusion: Conclusion, verdict: Verdict, single: dict[str, Measurement], by_msg: dict[int, list[Measurement]]
) -> list[Measurement]:
    """The readings taken once that a comparison rests on: at least two, or none."""
    table = conclusion.statement.table is not None
    if not table and (beside := both_shown(conclusion, verdict, by_msg)):
        return beside
    unsure = verdict.verdict == "undecidable" and len(set(verdict.evidence)) > 1  # which runs are meant
    if not table and (unsure or verdict.claim not in COMPARES):
        return []
    nodes = [n for n in verdict.nodes if n.startswith("m")] if verdict.claim != "range" else []
    if nodes:
        alone = [single[n] for n in nodes if n in single]
        return alone if len(alone) >= 2 or (table and alone) else []
    near = [one for msg in verdict.evidence for one in by_msg.get(msg, ())]
    if len(near) < _TWO:
        return []
    text = (conclusion.row or conclusion.quote).replace(",", "")
    shown = [one for one in near if len(one.raw) > 2 and one.raw.split()[0].replace(",", "") in text]
    return shown if (table or len(shown) >= 2) else []


def both_shown(conclusion: Conclusion, verdict: Verdict, by_msg: dict[int, list[Measurement]]) -> list[Measurement]:
    """Two single readings of one metric that a sentence itself sets beside each other: "0.175 → 0.107 s"; empty if it does not."""
    text = conclusion.quote
    if not _BESIDE.search(text):
        return []
    shown: dict[tuple[int, str], dict[str, Measurement]] = defaultdict(dict)
    for msg in verdict.evidence:
        for one in by_msg.get(msg, ()):
            raw = one.raw.split()[0]
            if len(raw) > 3 and raw in text:
                shown[(msg, one.metric)].setdefault(one.config, one)
    return next((list(found.values()) for found in shown.values() if len({o.raw for o in found.values()}) >= _TWO), [])


def seen_once(
    view: View,
    runs: dict[tuple[int, int], Run],
    groups: dict[Key, list[Measurement]],
    cited: list[Conclusion],
    told: set[tuple[int, int]],
) -> Iterator[Hit]:
    """Values seen once that are given as results: a first run far apart from the others, and what the agent says it ran once."""
    for (msg, part, _, _), group in groups.items():
        rest = [one.value for one in group[1:]]
        if (msg, part) in told or len(rest) < 2 or not 0 < max(rest) <= 1.5 * min(rest) or group[0].value < _COLD * max(rest):
            continue
        raw = group[0].raw.split()[0]
        by = next((c for c in cited if c.msg > msg and raw in c.quote), None)
        if by is not None:
            told.add((msg, part))
            why = f"the first run ({raw}) stands far apart from the others and was seen once; msg {by.msg} gives it as a result"
            yield at_run(view, msg, runs[(msg, part)], why, "low", (by.id,))
    timed = {(msg, part) for msg, part, _, _ in groups} - told
    for msg, part in sorted(timed & runs.keys()):
        text = view.message(msg).text
        said = _ONCE.search(text) if "once" in text else None
        if said:
            yield at_run(view, msg, runs[(msg, part)], f"measured once, as the message says: {shorten(said.group(0), 60)!r}", "low")
