"""A number that was only estimated is stated as a result.

It was announced as an estimate before, or no tool ever printed it and nothing that was printed gives it: a change "from 35 % to below
15 %" of which neither end was measured, an exact-looking figure that stands in no output.

Fires:

    say: Swapping the allocator should save about 12 s.
    $ cargo build --release
    >     Finished `release` profile [optimized] target(s) in 31.20s
    say: Done. The allocator swap saves 12 s.

Fires:

    user: The profile shows 35 % in locks.
    say: Measure the new layout.
    $ ./bench --layouts
    > rows     46.9 ms
    > columns  60.9 ms
    say: The share of locks goes from 35 % to below 15 % with this.

Fires:

    say: The size with and without the index.
    $ ls -l with.db without.db | awk '{print $5, $9}'
    > 21000192 with.db
    > 20316160 without.db
    say: Compaction alone gives 20,480,512-ish, so nearly all of it is the index.

Fires:

    say: Old against new.
    $ hyperfine ./old ./new
    > Benchmark 1: ./old
    >   Time (mean ± σ):     731.0 ms ±   4.0 ms    [User: 1.0 ms, System: 0.5 ms]
    >   Range (min … max):   719.5 ms … 742.5 ms    10 runs
    > Benchmark 2: ./new
    >   Time (mean ± σ):     365.6 ms ±   2.5 ms    [User: 1.0 ms, System: 0.5 ms]
    >   Range (min … max):   359.2 ms … 372.0 ms    10 runs
    say: new is twice as fast. Memory use is 30 % lower.

Quiet:

    say: Swapping the allocator should save about 12 s.
    $ cargo build --release
    >     Finished `release` profile [optimized] target(s) in 31.20s
    say: Built; now I'll measure whether it does.

Quiet:

    say: The size with and without the index.
    $ ls -l with.db without.db | awk '{print $5, $9}'
    > 21000192 with.db
    > 20316160 without.db
    say: The index takes 684032 bytes of 21,000,192, so the file goes from 21.0 MB to 20.3 MB.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_statement, shorten
from sessionlens.rules.signs import causes, elsewhere, foretold
from sessionlens.text import quantities
from sessionlens.text.regex import regex
from sessionlens.text.units import dimension, factor

NUMBER = "R008"
ISSUE: Issue = "estimate-as-measured"
HELP = "measure it, or say that it is an estimate"
_ENDS = regex(
    r"\bfrom\s+(?:about |around |roughly |~)?(\d[\d.,]*)\s?(%|percent\b)\s+(?:down |up )?to\s+(below |under |above "
    r"|over |about |around |roughly |~|less than |more than )?"
    r"(\d[\d.,]*)\s?(?:%|percent\b)",
    re.I,
)
_EXACT = regex(r"\d(?<![\w.,#/-].)(?:\d{0,2}(?:,\d{3}){2,}|\d{5,9})(?![\w.,]*\d|[\w/])")
_USE = regex(
    r"\b(memory|RAM|RSS|heap|CPU|energy|power|bandwidth|disk)\b[^.;]{0,30}?\d[\d.]*\s?%\s(?:lower|less|smaller|higher|more|down|up)\b", re.I
)
_SHARE = regex(
    r"\b(?:took|takes|accounts? for|accounted for|spends?|spent)\s(?:about\s|around\s|roughly\s|some\s|~)?(\d[\d.]*)\s?% of\b", re.I
)
_WORD = regex(r"[A-Za-z]{4,}")
_NUMBER = regex(r"\d(?<!\w.)(?:\d{0,2}(?:,\d{3})+\b|\d{2,11}\b)")
_LAST = 60
_COMMON = frozenset(("from", "below", "under", "above", "over", "with", "this", "that", "share", "percent", "goe", "total", "time", "rate"))
_HEDGED = regex(r"-?\s?(?:ish|or so)\b")
_FUTURE = regex(r"\b(?:would|should|could|will|expect\w*|estimat\w*|predict\w*|guess\w*|assum\w*|if|target|goal|budget)\b", re.I)


def find(view: View) -> Iterator[Hit]:
    for given in view.once(causes.given):
        if given.again:
            why = f"what was left over in msg {given.again} is given again as the price of {given.blamed[:40]!r}, which was never measured"
            yield at_statement(view, given.msg, given.said, why)
    yield from foretold.find(view)
    for msg, said, place, counted in view.once(elsewhere.told):
        if counted:
            yield at_statement(view, msg, said, f"{shorten(said.text, 60)!r}: nothing was run on {place}; its numbers are of this machine")
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if (
            verdict
            and "estimate" in verdict.caveats
            and verdict.verdict in ("unsupported", "contradicted")
            and not verdict.derivation.lstrip("+-").startswith("0000")  # a zone of time
        ):
            yield at_fact(conclusion, f"stated as a result, but only estimated before: {verdict.derivation}", "high")
            continue
        quote = conclusion.quote
        if "%" in quote and verdict and verdict.verdict == "unsupported" and not verdict.evidence:
            unseen = never_measured(view, conclusion)
            if unseen:
                yield at_fact(conclusion, unseen, "medium")
                continue
        if "from " in quote and (ends := _ENDS.search(quote)) and not _FUTURE.search(quote):
            if ends[3] and not share_measured(view, conclusion):
                yield at_fact(conclusion, f"{ends.group(0)!r}: neither end was printed by any tool", "medium")
        elif ("," in quote or "ish" in quote) and not (verdict and verdict.verdict == "supported"):
            number = _EXACT.search(quote)
            if number and not _FUTURE.search(quote) and not came_from(view, conclusion, number.group(0)):
                exact = "" if _HEDGED.match(quote[number.end() :]) else "exact-looking, "
                yield at_fact(conclusion, f"{number.group(0)}: {exact}but it was found in no output, nor what gives it", "medium")


def never_measured(view: View, conclusion: Conclusion) -> str | None:
    """What a percentage is of that no tool ever measured: memory where only times were printed, a share without a profile."""
    quote = conclusion.quote
    if _FUTURE.search(quote):
        return None
    used = _USE.search(quote)
    if used:
        name = used[1].lower()
        sizes = name in ("memory", "ram", "rss", "heap")
        if not any(
            m.msg < conclusion.msg and (name in f"{m.metric} {m.config}".lower() or (sizes and dimension(m.unit) == "size"))
            for m in view.measurements
        ):
            return f"{used.group(0)!r}: no tool printed any {name} before it"
    share = _SHARE.search(quote)
    if share and not share_measured(view, conclusion) and not quotient(view, conclusion, share[1]):
        return f"{share.group(0)!r}: what gives this share was found in no output"
    return None


def quotient(view: View, conclusion: Conclusion, number: str) -> bool:
    """Whether two values of one dimension that were printed or stated so far give the percentage."""
    places = len(number.partition(".")[2])
    half = 0.5 * 10**-places
    values = [m.value * float(factor(m.unit)) for m in view.measurements if m.msg < conclusion.msg][-_LAST:]
    values += [float(q.value * q.si) for q in quantities.find(view.message(conclusion.msg).text)][:_LAST]
    want = float(number)
    return any(b and abs(abs(p) - want) <= half for a in values for b in values if b for p in (a / b * 100, (a - b) / b * 100))


def share_measured(view: View, conclusion: Conclusion) -> bool:
    """Whether a tool printed a percentage under a name that the statement uses."""
    words = {w.lower().rstrip("s") for w in _WORD.findall(conclusion.quote)} - _COMMON
    return any(
        m.unit == "%" and m.msg < conclusion.msg and words & {w.lower().rstrip("s") for w in _WORD.findall(f"{m.metric} {m.config}")}
        for m in view.measurements
    )


def came_from(view: View, conclusion: Conclusion, token: str) -> bool:
    """Whether a number was printed or said before, or is the sum or difference of two numbers printed near it."""
    plain = token.replace(",", "")
    near: set[int] = set()
    for message in view.session.messages:
        if message.number >= conclusion.msg:
            break
        if plain in message.text or token in message.text or plain in message.aside:
            return True
    for msg, run in view.runs():
        if msg >= conclusion.msg:
            break
        if plain in run.call.output or token in run.call.output or (run.call.command and plain in run.call.command):
            return True
        if msg >= conclusion.msg - 6:
            near.update(int(n.replace(",", "")) for n in _NUMBER.findall(run.call.output, 0, 20000))
    own = {int(n.replace(",", "")) for n in _NUMBER.findall(conclusion.statement.text)} - {int(plain)}
    value = int(plain)
    numbers = near | own
    return len(numbers) > 500 or any(value + n in numbers or value - n in numbers for n in numbers)
