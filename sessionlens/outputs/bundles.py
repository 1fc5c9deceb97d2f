"""Sizes that bundlers print of what they built: vite, webpack, esbuild and its analysis of a bundle.

`dist/assets/index-B1fGq0aZ.js  120.4 kB │ gzip: 38.1 kB`; `asset main.3fa9c1.js 84 KiB [emitted] ... (name: main)`;
`  out/app.js  310.2kb` and below it `   ├ src/table.tsx  41.3kb  13.3%`. The hash in a file's name changes with its contents and is no
part of what it is called.
"""

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "bundle"
LITERALS = (" gzip:", "[emitted]", "kb", "mb", "[compared for emit]")
WORDS = frozenset(["gzip", "emitted", "emit", "kb", "mb"])
TOOLS: frozenset[str] = frozenset()

_SIZE = rf"(?P<value>{NUMBER}) ?(?P<unit>bytes|B|[kKM]i?[bB])"
_LINE = regex(
    rf"(?:asset (?P<asset>\S+) {_SIZE} \[[^\]\n]+\](?P<rest>.*)$"
    r"|(?P<file>\S+\.\w{1,5})\s+" + _SIZE.replace("value", "fvalue").replace("unit", "funit") + r"\s+│ gzip:\s+"
    rf"(?P<gzip>{NUMBER}) (?P<gunit>k?B)\b.*$"
    r"|\s+(?P<tree>[├└] )?(?P<part>\S+\.\w{1,5}|\S+/\S+)\s+(?P<pvalue>\d+(?:\.\d+)?)(?P<punit>[km]?b)(?: ⚠️)?"
    r"(?:\s+(?P<share>\d+\.\d+)%)?\s*$)"
)
_HASH = regex(r"[-.](?=[\w-]*[\dA-Z])[\w-]{6,20}(?=\.\w{1,5}$)")
_NAMED = regex(r"\(name: ([\w./-]+)\)")
_UNITS = {"b": "B", "kb": "kB", "mb": "MB"}


def parse(page: Page) -> None:
    for m in page.matches(_LINE, " gzip:", "[emitted]", "[compared for emit]", "kb", "mb"):
        if page.line_at(m.start()) in page.claimed:
            continue
        if m["asset"]:
            named = _NAMED.search(m["rest"])
            page.reading("size", m["value"], m["unit"], m.start("value"), config=named[1] if named else called(m["asset"]))
        elif m["file"]:
            page.reading("size", m["fvalue"], _UNITS.get(m["funit"].lower(), m["funit"]), m.start("fvalue"), config=called(m["file"]))
            page.reading("gzip size", m["gzip"], m["gunit"], m.start("gzip"), config=called(m["file"]))
        elif m["tree"] or m["share"] or page.commands("esbuild", "npx", "npm", "pnpm", "yarn"):
            page.reading("size", m["pvalue"], _UNITS[m["punit"]], m.start("pvalue"), config=m["part"])


def called(file: str) -> str:
    """A file's name without its folders and the hash of its contents.

    >>> called("dist/assets/panel-C9xT20ab.js"), called("main.3fa9c1.js"), called("src/main.js")
    ('panel.js', 'main.js', 'main.js')
    """
    return _HASH.sub("", file.rsplit("/", 1)[-1])
