"""`free`: memory and swap, by its columns. `-h` cuts to the unit that it prints (23.9 GiB is shown as `23Gi`); plain `free` counts KiB
(procps-ng, free(1)).

`Mem:  24041  9318  5120` of `free -m` gives "total memory" 24041 MiB, "used memory" 9318 MiB, "free memory" 5120 MiB.
"""

from sessionlens.model.trace import Action
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "memory"
LITERALS = ("Mem:",)
TOOLS = frozenset({"free"})

_ROW = regex(r"^(?P<row>Mem|Swap|Total|Low|High):\s")
_CELL = regex(r"(?P<value>\d+(?:\.\d+)?)(?P<unit>[BKMGTP]i?)?(?=\s|$)")
_LETTER = {"B": "B", "K": "kB", "M": "MB", "G": "GB", "T": "TB", "Ki": "KiB", "Mi": "MiB", "Gi": "GiB", "Ti": "TiB"}
_LONG = {
    "--bytes": "B", "--kibi": "KiB", "--mebi": "MiB", "--gibi": "GiB", "--tebi": "TiB",
    "--kilo": "kB", "--mega": "MB", "--giga": "GB", "--tera": "TB",
}  # fmt: skip
_SHORT = {"b": "B", "k": "KiB", "m": "MiB", "g": "GiB"}
_ROWS = {"Mem": "memory", "Swap": "swap"}


def parse(page: Page) -> None:
    asked = page.commands("free")
    unit = _unit(asked[-1]) if asked else "KiB"
    heads: list[str] = []
    for at, line in page.free():
        words = line.split()
        if "total" in words[:1] and "used" in words:
            heads = words
        elif heads and (row := _ROW.match(line)) is not None:
            for head, cell in zip(heads, _CELL.finditer(line, row.end()), strict=False):
                name = _ROWS.get(row["row"], f"{row['row'].lower()} memory")
                metric = f"{head} {name}" if "/" not in head else head
                printed = _LETTER[cell["unit"]] if cell["unit"] else unit
                page.reading(metric, cell["value"], printed, at + cell.start("value"), config="", way="unknown", exact=printed == "B")


def _unit(action: Action) -> str:
    unit = "KiB"
    for word in action.command.argv[1:]:
        if word in _LONG:
            unit = _LONG[word]
        elif word[:1] == "-" and word[1:2] != "-":
            unit = next((_SHORT[c] for c in word[1:] if c in _SHORT), unit)
    return unit
