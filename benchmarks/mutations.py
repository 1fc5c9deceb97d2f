"""How many false conclusions pass: numbers inside supported conclusions are changed, and the changed ones are judged again.

    python benchmarks/mutations.py [--seed 1] [--json] [--every 10] [--limit 90] [TRANSCRIPT ...]

Each conclusion that is supported and has a number in it gives up to one mutant of each sort, all of them false by construction:

    value      a number becomes 1.4 to 3 times as large or small, with the decimals that it had
    unit       ms for s, KB for MB: off by 1000
    direction  faster for slower, +8 % for -8 %, "B -> A" for "A -> B"
    base       a percentage of the other value; a multiple less one
    count      how many there were: 4 for 3, five for four

One stretch of one message's text is changed, nothing that a tool printed. A mutant survives if a conclusion over the changed place is still
called supported. Each survivor is printed with the derivation that let it pass. A mutant over which no conclusion is found any more is
not called supported either; those are counted apart. `--every N` judges each Nth mutant by the whole pipeline as well, and each message
unchanged: verdicts must be the same by both ways, and unchanged conclusions keep theirs.

Without arguments: the samples, the recorded investigations of tests/cases/sessions, and those with a reference standard beside the
repository. Exit 1 if fewer than `--limit` per cent of the mutants are caught, or an unchanged conclusion has another verdict.
"""

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from sessionlens import checks, facts, formats, pipeline, prose  # noqa: E402
from sessionlens.facts import conclusions, trace  # noqa: E402
from sessionlens.graph.build import build, judged  # noqa: E402
from sessionlens.graph.view import View  # noqa: E402
from sessionlens.model.facts import Conclusion  # noqa: E402
from sessionlens.model.session import Session  # noqa: E402
from sessionlens.model.trace import Trace, Turn  # noqa: E402

SHARED = ROOT.parent / "shared"
NUMBER = re.compile(r"(?<![\w.,:/#`-])(?P<sign>[+\-−~]?)(?P<digits>\d+(?:,\d{3})*(?:\.\d+)?)(?!\w*[_=]|[.,]\d|-\w|[0-9a-f]*[a-f]\d)")
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
REFERENCE = re.compile(rf"\b(?:msgs?|messages?|step|run|line|version|issue|PR|{MONTHS})\s*\[?$|O\($", re.I)
ABOVE = re.compile(r"(?:\b(?:above|over|more than|at least|exceeds?|exceeding|longer than|beyond)|[>≥]|>=)\s*[~≈]?$")
BELOW = re.compile(r"(?:\b(?:below|under|less than|fewer than|at most|up to|within|shorter than)|[<≤]|<=)\s*[~≈]?$")
COUNTED = re.compile(
    r"\s(?:of the |separate |other |different )?(?:tests?|cases?|runs?|rows?|files?|bytes|times|entries|lists?|messages?|sizes?|"
    r"rounds?|errors?|failures?|requests?|records?|queries|workers?|threads?|cores?|items?|calls?|symbols?|mentions?|lines?|events?|"
    r"passed|failed|skipped|[a-z]{4,}s)\b"
)
TIMES = {
    "ns": "us",
    "us": "ms",
    "µs": "ms",
    "ms": "s",
    "s": "ms",
    "KB": "MB",
    "MB": "KB",
    "KiB": "MiB",
    "MiB": "GiB",
    "GB": "MB",
    "GiB": "MiB",
    "kB": "MB",
}
UNIT = re.compile(rf"(?<=\d)(\s?)({'|'.join(sorted(TIMES, key=len, reverse=True))})(?![\w/])")
WORDS = {
    "two": "five",
    "three": "five",
    "four": "six",
    "five": "eight",
    "six": "nine",
    "seven": "four",
    "eight": "five",
    "nine": "six",
    "ten": "seven",
}
WORD = re.compile(rf"(?<![\w-])({'|'.join(WORDS)})(?![\w-])", re.I)
PAIRS = (
    ("faster", "slower"), ("more", "less"), ("larger", "smaller"), ("higher", "lower"), ("up", "down"), ("rises", "falls"),
    ("rose", "fell"), ("grows", "shrinks"), ("grew", "shrank"), ("saves", "costs"), ("saved", "cost"), ("gains", "loses"),
    ("better", "worse"), ("fastest", "slowest"), ("increases", "decreases"), ("increased", "decreased"),
    ("longer", "shorter"), ("bigger", "smaller"), ("improves", "worsens"), ("adds", "removes"),
    ("fewer", "more"),
)  # fmt: skip
TURNED = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}
TURN = re.compile(rf"(?<![\w-])({'|'.join(TURNED)})(?![\w-])")
SIDES = re.compile(r"(?<![\w-])(above|below|over|under)(?= [~≈]?\d)")
OTHER = {"above": "below", "below": "above", "over": "under", "under": "over"}
DIFFER = re.compile(r"\bdiffer|\bapart\b|\bgap\b")
ARROW = re.compile(r"(\d[\d,.]*(?:\s?[A-Za-zµ%]+)?) ?(->|→) ?(\d[\d,.]*(?:\s?[A-Za-zµ%]+)?)")
SIGNED = re.compile(r"(?<![\w.])([+\-−])(?=(?:0?[.,0]*[1-9])[\d.,]*\s?(?:%|ms\b|s\b|x\b|KB\b|MB\b|bytes\b))")
PERCENT = re.compile(r"(?<![\w.])([+\-−]?)(\d+(?:\.\d+)?)(?=\s?%(?! (?:of|faster|quicker)))")
MULTIPLE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?=\s?[x×](?!\w)|\s?times (?:faster|slower|as|larger|smaller|more))")


@dataclass(frozen=True)
class Mutant:
    """One change of a message's text: at [start, end) stands `new` where `old` stood."""

    msg: int
    sort: str
    start: int
    end: int
    old: str
    new: str
    quote: str
    claim: str


def other_value(token: str, before: str, dice: random.Random) -> str:
    """A number far from the given one, with its decimals and commas; behind "over" a larger one, behind "under" a smaller, so that the
    claim is false."""
    digits = token.replace(",", "")
    value = Decimal(digits)
    place = Decimal(1).scaleb(int(value.as_tuple().exponent))
    larger, smaller = [Decimal("1.4"), Decimal("1.8"), Decimal("3")], [Decimal("0.62"), Decimal("0.35")]
    by = dice.choice([Decimal(30)] if ABOVE.search(before) else [Decimal("0.03")] if BELOW.search(before) else larger + smaller)
    new = (value * by).quantize(place)
    if abs(new - value) < 2 * place:
        new = value + 2 * place
    return f"{new:,}" if "," in token else str(new)


def other_base(sign: str, digits: str, said: str) -> str | None:
    """A percentage of the other value, None where both are the same at this precision, or too near."""
    share = Decimal(digits)
    down = sign in ("-", "−") or re.search(r"\b(?:less|smaller|lower|fewer|drop|fell|shrank|cut|saves?|shorter|down)\b", said)
    if (down and share >= 100) or not share:
        return None
    new = share / (1 - share / 100 if down else 1 + share / 100)
    place = Decimal(1).scaleb(int(share.as_tuple().exponent))
    new = new.quantize(place)
    hedged = re.search(r"~|about|around|roughly|approx|nearly|almost", said)
    enough = max(2 * place, share / 4 if hedged else Decimal(0))
    return str(new) if abs(new - share) > enough else None


def numbers(quote: str) -> list[re.Match[str]]:
    """The numbers of a quote that are values: no versions, names, dates, references or code."""
    return [m for m in NUMBER.finditer(quote) if not REFERENCE.search(quote[: m.start()]) and quote.count("`", 0, m.start()) % 2 == 0]


def looser(quote: str, unit: re.Match[str]) -> bool:
    """Whether another unit would only make a bound easier to meet: "over 2 s" to "over 2 ms"."""
    number = re.search(r"[~≈]?[\d.,]+\s?$", quote[: unit.start(2)])
    before = quote[: number.start()] if number else ""
    smaller = TIMES[unit[2]] in ("ms", "KB", "MB", "MiB") and unit[2] in ("s", "MB", "GB", "GiB")
    return bool((ABOVE.search(before) and smaller) or (BELOW.search(before) and not smaller))


def mutants(found: Conclusion, claim: str, dice: random.Random) -> Iterator[Mutant]:
    """Up to one mutant of each sort for a conclusion."""
    quote, at = found.quote, found.at

    def made(sort: str, start: int, end: int, new: str) -> Mutant:
        return Mutant(found.msg, sort, at + start, at + end, quote[start:end], new, quote, claim)

    def any_of(matches: list[re.Match[str]]) -> re.Match[str] | None:
        return dice.choice(matches) if matches else None

    values = numbers(quote)
    counts = [m for m in values if "." not in m["digits"] and COUNTED.match(quote, m.end())]
    if match := any_of([m for m in values if m not in counts and Decimal(m["digits"].replace(",", ""))]):
        yield made("value", match.start("digits"), match.end("digits"), other_value(match["digits"], quote[: match.start()], dice))
    if match := any_of([m for m in UNIT.finditer(quote) if not looser(quote, m) and quote.count("`", 0, m.start()) % 2 == 0]):
        yield made("unit", match.start(2), match.end(2), TIMES[match[2]])
    turns = [*TURN.finditer(quote), *SIDES.finditer(quote), *SIGNED.finditer(quote), *ARROW.finditer(quote)]
    if values and (match := any_of([m for m in turns if not (m.re is ARROW and m[1] == m[3])])):
        if match.re is TURN:
            yield made("direction", match.start(), match.end(), TURNED[match[1]])
        elif match.re is SIDES:
            yield made("direction", match.start(), match.end(), OTHER[match[1]])
        elif match.re is SIGNED:
            yield made("direction", match.start(), match.end(), "-" if match[1] == "+" else "+")
        else:
            yield made("direction", match.start(), match.end(), f"{match[3]} {match[2]} {match[1]}")
    if DIFFER.search(f"{quote} {heading(found)}".lower()):
        pass  # a plain difference may be taken of either value
    elif (match := any_of(list(PERCENT.finditer(quote)))) and (new := other_base(match[1], match[2], quote)):
        yield made("base", match.start(2), match.end(2), new)
    elif (match := any_of(list(MULTIPLE.finditer(quote)))) and Decimal(match[1]) > Decimal("1.3"):
        less = Decimal(match[1]) - 1
        if less < Decimal("0.85") * Decimal(match[1]):
            yield made("base", match.start(1), match.end(1), str(less))
    if match := any_of([*counts, *WORD.finditer(quote)]):
        if match.re is WORD:
            word = WORDS[match[1].lower()]
            yield made("count", match.start(), match.end(), word.capitalize() if match[1][0].isupper() else word)
        else:
            number = int(match["digits"].replace(",", ""))
            new = number + dice.choice([1, 2, 3]) if number < 1000 else number * 2
            yield made("count", match.start("digits"), match.end("digits"), f"{new:,}" if "," in match["digits"] else str(new))


def heading(found: Conclusion) -> str:
    """The head of a cell's column."""
    s = found.statement
    return s.table.header[s.column] if s.table is not None and s.column is not None and s.column < len(s.table.header) else ""


class Judge:
    """A session whose one message can be judged again with another text."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.trace = trace.closely(session)
        self.facts = facts.find(self.trace)
        view = build(self.trace, self.facts)
        self.view = judged(view, checks.check(view))
        self.turns = {t.message.number: t for t in self.trace.turns}
        self.refuted = [c for c in self.facts.conclusions if self.view.verdicts[c.id].verdict == "contradicted"]

    def again(self, msg: int, text: str) -> View:
        """The message with another text: its statements and conclusions made again, its conclusions judged; the rest stands. With those
        that were contradicted before, since a later message may repeat them."""
        turn = self.turns[msg]
        changed = Turn(replace(turn.message, text=text), turn.runs, prose.statements(text))
        new = Trace(self._session(msg, text), tuple(changed if t is turn else t for t in self.trace.turns))
        said = tuple(c for c in conclusions.find(new, self.facts.hypotheses) if c.msg == msg)
        before = tuple(c for c in self.refuted if c.msg < msg)
        view = build(new, replace(self.facts, conclusions=before + said))
        return judged(view, checks.check(view))

    def wholly(self, msg: int, text: str) -> View:
        """The same by the whole pipeline."""
        return pipeline.investigate(self._session(msg, text))

    def _session(self, msg: int, text: str) -> Session:
        messages = tuple(replace(m, text=text) if m.number == msg else m for m in self.session.messages)
        return replace(self.session, messages=messages)


def over(view: View, msg: int, start: int, end: int) -> list[tuple[str, str, str]]:
    """The conclusions over a stretch of a message: quote, verdict, derivation."""
    found = [c for c in view.conclusions if c.msg == msg and c.at < end and start < c.at + len(c.quote)]
    return [(c.quote, view.verdicts[c.id].verdict, view.verdicts[c.id].derivation) for c in found]


def verdicts(view: View, msg: int) -> list[tuple[str, str]]:
    return [(c.quote, view.verdicts[c.id].verdict) for c in view.conclusions if c.msg == msg]


def transcripts() -> list[Path]:
    """What is measured without arguments."""
    found = sorted([*ROOT.glob("samples/*/transcript.jsonl"), *ROOT.glob("tests/cases/sessions/*/transcript.jsonl")])
    found += sorted(SHARED.glob("sessions/*/claude-code.jsonl"))
    gold = (p.name.removesuffix(".gold.json") for p in sorted(SHARED.glob("corpus/gold/*.gold.json")))
    return found + [p for name in gold if (p := SHARED / "corpus" / "claude-code" / f"{name}.jsonl").exists()]


@dataclass
class Tally:
    """Counts of one source."""

    conclusions: int = 0
    supported: int = 0
    mutants: int = 0
    caught: int = 0
    unfound: int = 0
    unchanged: int = 0
    kept: int = 0
    compared: int = 0
    differing: int = 0


def measure(path: Path, seed: int, every: int) -> tuple[Tally, Counter[tuple[str, bool]], list[tuple[Mutant, str, str]], list[str]]:
    """One transcript: its counts, by sort how many were caught, the survivors with the verdict's derivation, and what differed."""
    dice = random.Random(f"{seed} {path.parent.name} {path.name}")
    judge = Judge(next(s for s in formats.read(path) if isinstance(s, Session)))
    tally, sorts, survivors, faults = Tally(), Counter[tuple[str, bool]](), [], []
    texts = {m.number: m.text for m in judge.session.messages}
    held = [
        c for c in judge.view.conclusions if judge.view.verdicts[c.id].verdict == "supported" and (numbers(c.quote) or WORD.search(c.quote))
    ]
    tally.conclusions, tally.supported = len(judge.view.conclusions), len(held)
    for msg in sorted({c.msg for c in held}):
        before, after = verdicts(judge.view, msg), verdicts(judge.again(msg, texts[msg]), msg)
        tally.unchanged += len(before)
        tally.kept += sum((Counter(before) & Counter(after)).values())
        faults += [f"{path.parent.name} msg {msg} unchanged: {b} became {a}" for b, a in zip(before, after, strict=False) if a != b]
    for found in held:
        text = texts[found.msg]
        for mutant in mutants(found, judge.view.verdicts[found.id].claim, dice):
            changed = text[: mutant.start] + mutant.new + text[mutant.end :]
            place = mutant.start, mutant.start + len(mutant.new)
            left = over(judge.again(mutant.msg, changed), mutant.msg, *place)
            alive = [x for x in left if x[1] == "supported"]
            tally.mutants += 1
            tally.caught += not alive
            tally.unfound += not left
            sorts[mutant.sort, not alive] += 1
            survivors += [(mutant, alive[0][0], alive[0][2])] if alive else []
            if every and tally.mutants % every == 0:
                tally.compared += 1
                whole = over(judge.wholly(mutant.msg, changed), mutant.msg, *place)
                if [x[:2] for x in whole] != [x[:2] for x in left]:
                    tally.differing += 1
                    faults.append(f"{path.parent.name} msg {mutant.msg}: quickly {left}, wholly {whole}")
    return tally, sorts, survivors, faults


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10, help="judge each Nth mutant by the whole pipeline too (0: none)")
    parser.add_argument("--limit", type=float, default=90.0, help="per cent of the mutants that must be caught")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    total, sorts, rows, survivors, faults = Tally(), Counter[tuple[str, bool]](), {}, [], []
    for path in given.paths or transcripts():
        name = path.parent.name if path.stem in ("transcript", "claude-code") else path.stem
        tally, sort, alive, odd = measure(path, given.seed, given.every)
        rows[name] = tally
        total = Tally(*(a + b for a, b in zip(asdict(total).values(), asdict(tally).values(), strict=True)))
        sorts += sort
        survivors += [(name, *s) for s in alive]
        faults += odd
    share = 100 * total.caught / max(1, total.mutants)
    if given.json:
        by_sort = {s: [sorts[s, True], sorts[s, True] + sorts[s, False]] for s in sorted({s for s, _ in sorts})}
        listed = [{"source": n, **asdict(m), "conclusion": q, "derivation": d} for n, m, q, d in survivors]
        whole = {
            "seed": given.seed,
            "caught_percent": share,
            "total": asdict(total),
            "by_sort": by_sort,
            "survivors": listed,
            "faults": faults,
        }
        print(json.dumps(whole | {"sources": {n: asdict(t) for n, t in rows.items()}}, ensure_ascii=False, indent=2))
    else:
        for n, (name, m, quote, derivation) in enumerate(survivors, 1):
            print(f"survivor {n}: {name} msg {m.msg} {m.sort} ({m.claim}): {m.old!r} -> {m.new!r} in {quote!r}\n    {derivation}")
        for fault in faults:
            print(f"differs: {fault}")
        print(
            f"\n{'':<44} {'conclusions':>11} {'supported':>9} {'mutants':>8} {'caught':>7} {'':>7} {'unchanged kept':>15} {'both ways':>10}"
        )
        for name, t in [*rows.items(), ("all", total)]:
            print(
                f"{name:<44} {t.conclusions:>11} {t.supported:>9} {t.mutants:>8} {t.caught:>7} {100 * t.caught / max(1, t.mutants):>5.1f} %"
                f" {f'{t.kept}/{t.unchanged}':>15} {f'{t.compared - t.differing}/{t.compared}':>10}"
            )
        for sort in sorted({s for s, _ in sorts}):
            print(f"  {sort:<10} {sorts[sort, True]:>4} of {sorts[sort, True] + sorts[sort, False]:>4}")
        print(
            f"seed {given.seed}: {total.mutants} mutants, {share:.1f} % not called supported any more ({total.unfound} not found any more)"
        )
    if share < given.limit or total.kept < total.unchanged:
        sys.exit(1)


if __name__ == "__main__":
    main()
