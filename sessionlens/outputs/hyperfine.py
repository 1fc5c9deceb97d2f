"""hyperfine's report, Markdown export and comparison. ± is the sample standard deviation; `runs` is n.

`  Time (mean ± σ):     893.8 ms ±  14.1 ms    [User: 80.1 ms, System: 9.0 ms]`
`  Range (min … max):   117.0 ms … 536.8 ms    5 runs`
The ratio's ± in "1.84 ± 0.98 times faster" is that deviation carried through the ratio, no confidence interval.
"""

from dataclasses import replace

from sessionlens.outputs.configs import join
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "hyperfine"
LITERALS = ("± σ", "abs ≡", "in … max", "| Mean [", "times faster than", "times slower than")
WORDS = frozenset(["Time", "Range", "Mean", "faster", "slower"])
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?m)^(?:Benchmark (?:#)?\d+: (?P<name>.+?)\s*$"
    r"|\s*Time \((?:mean ± σ|abs ≡)\):\s+(?P<mean>\d+(?:\.\d+)?) (?P<unit>µs|us|ms|s|ns)(?: ±\s+(?P<sd>\d+(?:\.\d+)?) "
    r"(?P<sdunit>µs|us|ms|s|ns))?"
    r"(?:\s+\[User: (?P<user>\d+(?:\.\d+)?) (?P<userunit>µs|us|ms|s), System: (?P<sys>\d+(?:\.\d+)?) (?P<sysunit>µs|us|ms|s)\])?"
    r"|\s*Range \(min … max\):\s+(?P<min>\d+(?:\.\d+)?) (?P<minunit>µs|us|ms|s|ns) …\s+(?P<max>\d+(?:\.\d+)?) (?P<maxunit>µs|us|ms|s|"
    r"ns)\s+(?P<runs>\d+) runs"
    r"|\s+(?P<ratio>\d+(?:\.\d+)?)(?: ± (?P<ratiosd>\d+(?:\.\d+)?))? times (?P<word>faster|slower) than (?P<other>.+?)\s*$)"
)
_MARKDOWN = regex(r"(?m)^\| Command \| Mean \[(?P<unit>\w+)\] \| Min \[\w+\] \| Max \[\w+\] \| Relative \|$")
_CELL = regex(r"\d+(?:\.\d+)?")


def parse(page: Page) -> None:
    blocks = page.text.count("Time (")
    actions, names = page.commands("hyperfine"), [w for a in page.commands("hyperfine") for w in _commands(a.command.argv)]
    block, name, pending = -1, "", -1
    for m in page.matches(_LINE, "Benchmark ", "Time (", "Range (", "times faster", "times slower"):
        if m["name"]:
            name = m["name"]
            page.claim(m.start("name"))
        elif m["mean"]:
            block += 1
            if not name:
                action = page.of(actions, block, blocks)
                inner = _commands(action.command.argv) if action else ()
                name = inner[0] if len(inner) == 1 else names[block] if len(names) == blocks else ""
            scale = _in(m["sdunit"], m["unit"])
            page.reading(
                "mean",
                m["mean"],
                m["unit"],
                m.start("mean"),
                config=name,
                spread=float(m["sd"]) * scale if m["sd"] else None,
                spread_kind="sd" if m["sd"] else None,
                n=None if m["sd"] else 1,
            )
            pending = len(page.readings) - 1
            for key in ("user", "sys"):
                if m[key]:
                    page.reading(key.replace("sys", "system"), m[key], m[key + "unit"], m.start(key), config=name)
        elif m["min"]:
            runs = int(m["runs"])
            if pending >= 0:
                _set_n(page, pending, runs)
            page.reading("min", m["min"], m["minunit"], m.start("min"), config=name, n=runs)
            page.reading("max", m["max"], m["maxunit"], m.start("max"), config=name, n=runs)
            name, pending = "", -1
        elif m["ratio"]:
            sd = float(m["ratiosd"]) if m["ratiosd"] else None
            page.reading(
                f"times {m['word']}",
                m["ratio"],
                "x",
                m.start("ratio"),
                config=join("than", m["other"].strip("'")),
                spread=sd,
                spread_kind="sd" if sd else None,
                way="higher" if m["word"] == "faster" else "lower",
            )
    _tables(page)


def _tables(page: Page) -> None:
    """The Markdown export: a row per command, mean ± standard deviation."""
    for header in _MARKDOWN.finditer(page.text):
        at = header.end() + 1
        page.claim(header.start())
        for line in page.text[at:].split("\n"):
            cells = line.split("|")
            if len(cells) < 7:
                break
            page.claim(at)
            offset, name = at, cells[1].strip(" `")
            for i, cell in enumerate(cells[:6]):
                numbers = list(_CELL.finditer(cell)) if i > 1 else []
                if numbers:
                    metric = ("mean", "min", "max", "relative")[i - 2]
                    spread = float(numbers[1][0]) if len(numbers) > 1 else None
                    page.reading(
                        metric,
                        numbers[0][0],
                        header["unit"] if i < 5 else "x",
                        offset + numbers[0].start(),
                        config=name,
                        spread=spread,
                        spread_kind="sd" if spread is not None else None,
                        way="lower",
                    )
                offset += len(cell) + 1
            at += len(line) + 1


def _commands(argv: tuple[str, ...]) -> tuple[str, ...]:
    """The commands that hyperfine was told to time."""
    out, skip = [], False
    for word in argv[1:]:
        if skip:
            skip = False
        elif word.startswith("-"):
            skip = "=" not in word and word in _VALUED
        else:
            out.append(word)
    return tuple(out)


_VALUED = frozenset(
    [
        "-w",
        "--warmup",
        "-r",
        "--runs",
        "-m",
        "--min-runs",
        "-M",
        "--max-runs",
        "-p",
        "--prepare",
        "-s",
        "--setup",
        "-c",
        "--cleanup",
        "-n",
        "--command-name",
        "-S",
        "--shell",
        "-u",
        "--time-unit",
        "--export-json",
        "--export-markdown",
        "--export-csv",
        "--style",
        "--input",
        "--output",
        "-L",
        "--parameter-list",
        "--reference",
        "--conclude",
    ]
)
_SCALE = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def _in(unit: str | None, target: str | None) -> float:
    return _SCALE[unit] / _SCALE[target] if unit and target else 1.0


def _set_n(page: Page, index: int, runs: int) -> None:
    """Give the mean its n, which the next line told."""
    page.readings[index] = replace(page.readings[index], n=runs)
