"""GraphML, for Gephi, yEd, igraph and the like. Written by hand: networkx's writer would print Python objects for facts."""

from xml.sax.saxutils import escape, quoteattr

from sessionlens.graph.export._order import edges, kind_of, nodes
from sessionlens.graph.export._text import printable
from sessionlens.graph.view import View

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="kind" for="node" attr.name="kind" attr.type="string"/>
  <key id="msg" for="node" attr.name="msg" attr.type="int"/>
  <key id="text" for="node" attr.name="text" attr.type="string"/>
  <key id="verdict" for="node" attr.name="verdict" attr.type="string"/>
  <key id="edge" for="edge" attr.name="kind" attr.type="string"/>"""


def render(view: View) -> str:
    """One directed graph with messages as nodes too: kind, message, text, and a conclusion's verdict."""
    lines = [HEAD, f"  <graph id={quoteattr(printable(view.session.id))} edgedefault='directed'>"]
    links = edges(view)
    for message in sorted({int(e[3:]) for s, t, _ in links for e in (s, t) if e.startswith("msg")}):
        lines.append(f"    <node id='msg{message}'><data key='kind'>message</data><data key='msg'>{message}</data></node>")
    for node in nodes(view):
        verdict = view.verdict(node.id)
        judged = f"<data key='verdict'>{verdict.verdict}</data>" if verdict else ""
        data = f"<data key='kind'>{kind_of(node.id)}</data><data key='msg'>{node.msg}</data>"
        text = escape(printable(" ".join(node.text.split())))
        lines.append(f"    <node id='{node.id}'>{data}<data key='text'>{text}</data>{judged}</node>")
    for number, (source, target, kind) in enumerate(links):
        lines.append(f"    <edge id='{number}' source='{source}' target='{target}'><data key='edge'>{kind}</data></edge>")
    return "\n".join([*lines, "  </graph>", "</graphml>"]) + "\n"
