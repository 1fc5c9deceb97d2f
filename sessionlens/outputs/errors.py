"""Lines by which programs of any kind say that they failed: tracebacks, panics, `command not found`, `No such file`, timeouts."""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "errors"
LITERALS = (
    "Error",
    "Exception",
    "panicked at",
    "not found",
    "No such file",
    "Permission denied",
    "timed out",
    "Segmentation fault",
    "Killed",
    "Aborted",
    "Interrupt",
    "Exit: ",
)
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?P<py>[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit)): (?P<text>.*)$"
    r"|thread '(?P<thread>[^']*)'.* panicked at .*$"
    r"|(?:[\w./-]+: )?(?:line \d+: )?(?P<missing>[\w./+-]+): (?:command )?not found$"
    r"|(?P<tool>[\w./-]+): (?:cannot [^:]+: |error: )?(?P<why>.*(?:No such file or directory|Permission denied))$"
    r"|(?P<signal>Segmentation fault.*|Killed|Command timed out after .*|Aborted.*)$"
)


def parse(page: Page) -> None:
    if page.only_reads:
        return
    for m in page.matches(_LINE, *LITERALS):
        if page.line_at(m.start()) not in page.claimed:
            subject = m["missing"] or m["py"] or m["tool"] or m["thread"] or m["signal"] or ""
            page.outcome("error", "fail", m.start(), m.end(), subject=subject)
