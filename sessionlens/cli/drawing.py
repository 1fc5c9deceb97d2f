"""The report's picture as a file of its own: the same swimlane, with the few styles that the report's page would give it."""

from typing import TYPE_CHECKING

from sessionlens.cli.common import CommandError

if TYPE_CHECKING:
    from sessionlens.graph.view import View

STYLE = """<style>
svg { background: #fff; font: 12px sans-serif; } text { fill: #555; } .tick { font-size: 10px; }
.lane { stroke: #ddd; } .edge { fill: none; stroke: #888; opacity: .45; } .edge.opposes, .edge.reverts { stroke: #b42318; }
.edge.supports { stroke: #1a7f37; } .edge.tests, .edge.verifies { stroke-dasharray: 3 3; } .node { fill: #777; stroke: #fff; }
.node.contradicted, .node.refuted, .node.fail, .node.reverted { fill: #b42318; }
.node.supported, .node.confirmed, .node.pass { fill: #1a7f37; }
.node.unsupported, .node.inconclusive, .node.partial, .node.abandoned { fill: #9a6700; } .node.undecidable, .node.open { fill: #0969da; }
</style>"""


def svg(view: "View", hypothesis: str | None) -> str:
    """One SVG document; its nodes' links point to a report beside it. Raises `CommandError` where there is too little to draw."""
    from sessionlens.reports.context import picture
    from sessionlens.reports.scope import of_session
    from sessionlens.reports.slices import Unknown

    try:
        drawn = picture.build(of_session(view, "methodology", hypothesis))
    except Unknown as unknown:
        raise CommandError(str(unknown)) from unknown
    if drawn is None:
        raise CommandError("fewer than two facts: there is nothing to draw")
    head, _, rest = drawn.svg.partition(">")
    return f"{head}>{STYLE}{rest}\n"
