"""Compilers, type checkers and linters: their error lines and their summaries.

`src/a.c:3:5: error: ...`, `error[E0382]: ...` with ` --> src/lib.rs:3:5`, `a.ts(3,5): error TS2322:`, `Found 3 errors in 1 file`,
`All checks passed!`,
`Success: no issues found in 4 source files`, `✖ 3 problems (2 errors, 1 warning)`, `0 issues.`,
`warning: 7 warnings emitted`.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "compiler"
LITERALS = ("error", "Found ", "checks passed", "ssues found", " problem", " issues", "warning", ": undefined")
WORDS = frozenset(["error", "errors", "Found", "checks", "issues", "problem", "problems", "warning", "warnings", "undefined"])
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?P<file>[^\s:()]+\.\w+)[:(](?P<line>\d+)(?:[:,]\d+)?\)?: (?:fatal )?error(?: TS\d+)?: .*$"
    r"|(?P<go>\.{0,2}/?[\w./-]+\.go):\d+:\d+: (?P<gotext>.*)$"
    r"|(?P<rust>error(?:\[E\d+\])?: (?!failed to push|pathspec|Your local|unable to).*)$"
    r"|(?P<clean>All checks passed!|Success: no issues found.*|0 issues\.|No issues found.*|no issues found|Found 0 (?:errors|warnings).*)$"
    r"|(?P<found>Found (?P<n>\d+) errors?(?: in .*)?\.?)$|(?P<eslint>✖ (?P<problems>\d+) problems? \((?P<errors>\d+) errors?, "
    r"(?P<warnings>\d+) warnings?\))"
    r"|(?P<issues>[1-9]\d*) issues?[:.]"
    r"|(?P<warned>warning: (?:`[^`]+` \([^)]*\) generated )?(?P<w>\d+) warnings?(?: emitted)?.*)$"
)


def parse(page: Page) -> None:
    if page.only_reads:
        return
    for m in page.matches(_LINE, *LITERALS):
        if m["clean"]:
            page.outcome("lint", "pass", m.start(), m.end(), counts={"errors": 0})
            if m["clean"] == "0 issues.":
                page.reading("issues", "0", "", m.start(), exact=True, way="lower")
        elif m["found"]:
            page.outcome("lint", "fail", m.start(), m.end(), counts={"errors": int(m["n"])})
        elif m["eslint"]:
            errors = int(m["errors"])
            page.outcome(
                "lint", "fail" if errors else "pass", m.start(), m.end(), counts={"errors": errors, "warnings": int(m["warnings"])}
            )
        elif m["issues"]:
            page.outcome("lint", "fail", m.start(), m.end(), counts={"errors": int(m["issues"])})
            page.reading("issues", m["issues"], "", m.start("issues"), exact=True, way="lower")
        elif m["warned"]:
            page.outcome("warnings", "inconclusive", m.start(), m.end(), counts={"warnings": int(m["w"])})
        else:
            page.outcome("error", "fail", m.start(), m.end(), subject=m["file"] or m["go"] or "")
