"""GPUs: nvidia-smi's table, nsys statistics, Nsight Compute sections, torch's profiler totals.

nsys: head `Time (%)  Total Time (ns)  Instances  Avg (ns) ... Name`, one kernel a row; ncu: `    Duration      us      17.92` under
`Section:`; torch: `Self CUDA time total: 24.551us`. Torch's shares can exceed 100 % and are left out.
"""

from sessionlens.model.words import Direction
from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "gpu"
LITERALS = ("Total Time (ns)", "Section: ", "time total:", "NVIDIA-SMI")
WORDS = frozenset(["Total", "Section", "total", "NVIDIA"])
TOOLS: frozenset[str] = frozenset()

_NSYS = regex(
    rf"\s*(?P<share>\d+(?:\.\d+)?)\s+(?P<total>{NUMBER})\s+(?P<n>{NUMBER})\s+(?P<avg>{NUMBER})\s+(?P<med>{NUMBER})\s+"
    rf"(?P<min>{NUMBER})\s+(?P<max>{NUMBER})\s+"
    rf"(?P<sd>{NUMBER})\s+(?P<name>\S.*?)\s*$"
)
_NCU = regex(rf"    (?P<what>[A-Z][\w ()/.-]*?)\s{{2,}}(?P<unit>\S+)\s+(?P<value>{NUMBER})\s*$")
_TORCH = regex(r"Self (?P<what>CPU|CUDA) time total: (?P<value>\d+(?:\.\d+)?)(?P<unit>us|ms|s)")
_UNITS = {"usecond": "us", "msecond": "ms", "nsecond": "ns", "second": "s", "cycle": "", "block": "", "thread": "", "register/thread": ""}


_SMI_NAME = regex(r"\|\s+(?P<id>\d+)\s{2}(?P<name>[A-Z].*?)\s+(?:On|Off)\s+\|")
_SMI = regex(
    r"\|\s*(?:\d+%|N/A|\[[^]]*\])\s+(?P<temp>\d+)C\s+P\d+\s+(?P<power>\d+)W\s*/\s*\S+\s*\|\s*(?P<used>\d+)MiB\s*/\s*\d+MiB\s*\|"
    r"\s*(?P<util>\d+)%"
)


def _smi(page: Page) -> None:
    """nvidia-smi's table: two lines a device, with its temperature, power, memory and use. How much memory it has is no measurement."""
    device = ""
    for at, line in page.having("|"):
        if (m := _SMI_NAME.match(line)) is not None:
            device = f"GPU {m['id']} {m['name']}"
            page.claim(at)
        elif (m := _SMI.match(line)) is not None:
            for key, metric, unit in (
                ("temp", "temperature", "°C"), ("power", "power", "W"), ("used", "memory used", "MiB"),
                ("util", "utilization", "%"),
            ):  # fmt: skip
                way: Direction = "unknown" if key == "util" else "lower"
                page.reading(metric, m[key], unit, at + m.start(key), config=device, way=way)
        elif device and line.startswith("|"):
            page.claim(at)


def parse(page: Page) -> None:
    if "NVIDIA-SMI" in page.text:
        _smi(page)
    table, section = False, ""
    for at, line in page.free():
        if "Total Time (ns)" in line:
            table = True
        elif table and (m := _NSYS.match(line)) is not None:
            n = int(m["n"].replace(",", ""))
            page.reading("share of time", m["share"], "%", at + m.start("share"), config=m["name"])
            page.reading("total time", m["total"], "ns", at + m.start("total"), config=m["name"])
            spread = float(m["sd"].replace(",", ""))
            page.reading("avg", m["avg"], "ns", at + m.start("avg"), config=m["name"], n=n, spread=spread, spread_kind="sd")
        elif "Section: " in line:
            section = line.partition("Section: ")[2].strip()
        elif section and (m := _NCU.match(line)) is not None:
            page.reading(m["what"].strip(), m["value"], _UNITS.get(m["unit"], m["unit"]), at + m.start("value"), config=section)
        elif "time total:" in line and (m := _TORCH.match(line)) is not None:
            page.reading(f"self {m['what']} time total", m["value"], m["unit"], at + m.start("value"))
