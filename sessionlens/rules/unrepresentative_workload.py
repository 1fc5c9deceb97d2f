"""What a small, artificial load gave is said of the real one.

A micro-benchmark, a database in memory, a mock or generated data shows what it measures. A number for production, for users or for
"the real world" needs a run there, or the words that it is a guess.

Fires:

    say: The micro-benchmark of the parser.
    $ go test -run=^$ -bench=BenchmarkParse -count=5 .
    > BenchmarkParse-8   812345   1510 ns/op
    > BenchmarkParse-8   812311   1120 ns/op
    say: The parser is 25 % faster, so requests in production are 25 % faster as well.

Fires:

    say: A micro-benchmark of the queue.
    $ python -m timeit -s "import q" "q.run()"
    > 1000 loops, best of 5: 210 usec per loop
    say: Our users will see 30 % lower latency in production.

Quiet:

    say: The micro-benchmark of the parser.
    $ go test -run=^$ -bench=BenchmarkParse -count=5 .
    > BenchmarkParse-8   812345   1510 ns/op
    > BenchmarkParse-8   812311   1120 ns/op
    say: The parser is 25 % faster here; that is not what you'll see in production.

Quiet:

    say: Replay a day of production traffic.
    $ ./replay --trace production-0312.log
    > p99: 41.0 ms
    say: In production the p99 is 41.0 ms.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_statement, holds, talking
from sessionlens.rules.index import Calls, Judged, cues
from sessionlens.rules.signs.runs import measuring
from sessionlens.text.regex import regex

NUMBER = "R023"
ISSUE: Issue = "unrepresentative-workload"
HELP = "measure the real load, or say what was measured and leave the rest open"
_REAL = regex(
    r"\b(?:in (?:production|prod|practice|the field|real life|real use)|(?:for|to) (?:(?:all |our |your |real "
    r"|most )*)(?:users|customers)|real[- ]world|on real (?:data|hardware|traffic)"
    r"|end[- ]to[- ]end|production (?:load|traffic|latency|throughput|requests))\b",
    re.I,
)
_WORDS = ("production", "prod", "practice", "the field", "users", "customers", "real", "end-to-end", "end to end")
_CUES = cues(*(word.replace("-", " ") for word in _WORDS))
_SMALL = regex(
    r"[Bb]ench|micro|synthetic|:memory:|\bmock|\bfake|\btoy\b|\bdummy\b|\btiny\b|timeit|criterion|hyperfine|\bseed\b|\brandom\b|generated",
    re.I,
)
_AMOUNT = regex(r"\d\s?(?:%|x\b|×|ms\b|s\b|us\b|µs\b|times\b|[KMG]i?B\b)|\b(?:half|halved|twice|doubled|tripled)\b", re.I)
_OPEN = regex(
    r"\b(?:not|n['’]t|never|may|might|could|would|should|expect\w*|estimat\w*|guess\w*|about to|if|unless|whether|likely"
    r"|probably|need to|must|unknown|differ\w*)\b",
    re.I,
)


_DEBUG = regex(r"(?:^|/)(?:target/debug|cmake-build-debug|bin/Debug|Debug|\.build/debug)/")
_FAST = regex(r"\b(?:faster|slower|quicker|speed\w*|less time|more time|fastest|slowest)\b", re.I)
_SAID = regex(r"\b(?:debug build|unoptimi[sz]ed|without optimi[sz]ation|in debug)\b", re.I)
_SPEEDS = ("percent", "ratio", "delta", "vague", "ranking", "no-difference")


def debug_builds(view: View) -> Iterator[Hit]:
    """Comparisons of speed that rest on a build without optimisation."""
    slow = {msg for msg, run in view.once(Calls).runs if run.readings and any(unoptimised(a) for a in run.actions)}
    told: set[int] = set()
    judged = view.once(Judged).claims if slow else {}
    for conclusion, verdict in (pair for claim in _SPEEDS for pair in judged.get(claim, ())):
        resting = slow & set(verdict.evidence)
        if (
            resting
            and conclusion.msg not in told
            and _FAST.search(conclusion.quote)
            and not _SAID.search(view.message(conclusion.msg).text)
        ):
            told.add(conclusion.msg)
            yield at_fact(conclusion, f"measured in a debug build (msg {min(resting)}): the compiler optimised nothing", "medium")


def unoptimised(action: Action) -> bool:
    """Whether a command runs a product of a debug build."""
    words = action.command.argv
    return action.intent in ("benchmark", "run", "profile") and (
        (bool(words) and _DEBUG.search(words[0]) is not None)
        or (action.runner in ("cargo run", "swift run") and not {"--release", "-r", "-c"} & set(words))
    )


def find(view: View) -> Iterator[Hit]:
    yield from debug_builds(view)
    claims = [
        (msg, said)
        for msg, turn in talking(view, _CUES)
        for said in turn.statements
        if holds(said.text, _WORDS) and _REAL.search(said.text) and _AMOUNT.search(said.text) and not _OPEN.search(said.text)
    ]
    runs = [(msg, run) for msg, run in view.once(Calls).runs if run.readings and measuring(run)] if claims else []
    for at, said in claims:
        before = [run for msg, run in runs if msg < at]
        real = any(
            _REAL.search(run.call.command or "") or "prod" in (run.call.command or "") or "trace" in (run.call.command or "")
            for run in before
        )
        if before and not real and all(_SMALL.search(run.call.command or "") for run in before):
            yield at_statement(view, at, said, "said of the real load; only artificial ones were measured", "medium")
