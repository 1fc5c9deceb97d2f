"""What a service's tool lists in columns under a head of capitals: kubectl, docker, helm, nomad. Counts and durations are values of the
row's name; states, ages and names are none.

`NAME  STATUS  RESTARTS  AGE` over `worker-0  Running  6  12m` gives "restarts" 6 of worker-0; DURATION `6m12s` is 372 s.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "listing"
LITERALS = ("NAME", "CONTAINER ID", "IMAGE", "REPOSITORY")
TOOLS = frozenset({"kubectl", "oc", "docker", "podman", "nerdctl", "helm", "nomad", "k3s", "crictl"})

_HEAD = regex(r"[A-Z][A-Z-]*%?(?:\([a-zA-Z]+\))?(?: [A-Z%/][A-Z%/-]*)*")
_UNIT_OF = regex(r"\([a-z]+\)")
_SIZES = frozenset(["SIZE", "DISK USAGE", "CONTENT SIZE"])
_DECIMAL = {"kB": "kB", "KB": "kB", "MB": "MB", "GB": "GB", "B": "B", "TB": "TB"}
"""docker counts an image's megabytes by thousands."""
_COUNTS = frozenset(["RESTARTS", "AVAILABLE", "UP-TO-DATE", "DESIRED", "CURRENT", "READY", "REPLICAS", "REVISION", "DATA"])
_DURATIONS = frozenset(["DURATION"])
_USAGE = regex(r"(?P<value>\d+(?:\.\d+)?)(?P<unit>m|Ki|Mi|Gi|%|[kMG]iB|[kMG]B|B)?$")
_USED = {"CPU(cores)": "CPU", "MEMORY(bytes)": "memory", "CPU%": "CPU", "CPU %": "CPU",
         "MEMORY%": "memory", "MEM %": "memory"}  # fmt: skip
_PART = regex(r"(\d+)(d|h|m|s)")
_SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}
_UNITS = {"Ki": "KiB", "Mi": "MiB", "Gi": "GiB", "m": "mcores"}


def parse(page: Page) -> None:
    heads: list[tuple[str, int]] = []
    for at, line in page.lines:
        if not line or at in page.claimed:
            heads = heads if line else []
            continue
        found = [(m[0], m.start()) for m in _HEAD.finditer(line)]
        if len(found) > 1 and line[0].isupper() and _UNIT_OF.sub("", line).isupper():
            heads = found
        elif heads and not line[0].isspace():
            _row(page, at, line, heads)


def _row(page: Page, at: int, line: str, heads: list[tuple[str, int]]) -> None:
    cells = {}
    for i, (head, start) in enumerate(heads):
        end = heads[i + 1][1] if i + 1 < len(heads) else len(line)
        text = line[start:end]
        cells[head] = (text.strip(), at + start + len(text) - len(text.lstrip()))
    what = "size"
    if "CREATED BY" in cells:
        name, what = cells["CREATED BY"][0], "layer size"
    elif "REPOSITORY" in cells and "TAG" in cells:
        name, what = f"{cells['REPOSITORY'][0]}:{cells['TAG'][0]}", "image size"
    else:
        name = next((cells[h][0] for h in ("NAME", "NAMES", "CONTAINER ID", "ID", "IMAGE") if h in cells), "")
    for head, (text, start) in cells.items():
        if not name or not text[:1].isdigit():
            continue
        if head in _DURATIONS and _PART.sub("", text) == "":
            seconds = sum(int(n) * _SECONDS[unit] for n, unit in _PART.findall(text))
            page.reading(head.lower(), text, "s", start, config=name, value=float(seconds))
        elif head in _COUNTS and text.split(" ")[0].isdigit():
            page.reading(head.lower(), text.split(" ")[0], "", start, config=name, exact=True, way="unknown")
        elif head in _SIZES and (m := _USAGE.match(text)) is not None and m["unit"] in _DECIMAL:
            page.reading(what, m["value"], _DECIMAL[m["unit"]], start, config=name)
        elif head in _USED and (m := _USAGE.match(text.split(" ")[0])) is not None:
            page.reading(_USED[head], m["value"], _UNITS.get(m["unit"] or "", m["unit"] or ""), start, config=name)
