"""JUnit XML, which every build server reads: a claim or a finding is a test case; what does not hold has failed."""

from xml.sax.saxutils import escape, quoteattr

from sessionlens.graph.export._diagnostic import LEVEL, Diagnostic, diagnostics
from sessionlens.graph.export._text import printable
from sessionlens.graph.view import View


def render(view: View) -> str:
    """One test suite. What is contradicted has failed, and so has a finding of medium or high confidence; a conclusion that is not borne
    out or cannot be decided, and a finding of low confidence, are skipped cases: `check` does not fail for them either."""
    found = list(diagnostics(view))
    failed = sum(_failed(d) for d in found)
    skipped = sum(d.level != "none" and not _failed(d) for d in found)
    name = quoteattr(printable(f"sessionlens {view.session.id}"))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name={name} tests="{len(found)}" failures="{failed}" errors="0" skipped="{skipped}">',
        *(_case(d) for d in found),
        "</testsuite>",
    ]
    return "\n".join(lines) + "\n"


def _failed(d: Diagnostic) -> bool:
    return d.level == "error" or (d.level == "warning" and d.rule not in LEVEL)


def _case(d: Diagnostic) -> str:
    head = f"  <testcase classname={quoteattr(f'msg{d.span.msg}')} name={quoteattr(printable(f'{d.id} {d.name}: {d.text}'))}"
    says = quoteattr(printable(f"{d.rule}: {d.text}"))
    detail = escape(printable(d.detail))
    if d.level == "none":
        return head + "/>"
    if not _failed(d):
        return f"{head}><skipped message={says}/></testcase>"
    return f'{head}><failure type="{d.rule}" message={says}>{detail}</failure></testcase>'
