"""PROV-JSON (W3C member submission of 2013): the session in the words of the provenance standard.

Facts are entities and messages activities: a fact `wasGeneratedBy` its message, a message `wasInformedBy` the one before it, the
agent's program is the `agent`. What PROV has a word for is said in it; the rest stays readable in `sl:` attributes.
"""

from typing import Any

import orjson

from sessionlens.graph.export._order import edges, kind_of, nodes
from sessionlens.graph.view import View
from sessionlens.text.visible import in_json

DERIVED = {"derives_from": "sl:derivation", "supports": "sl:support", "opposes": "sl:opposition", "supersedes": "prov:Revision"}
"""Edges that PROV calls a derivation, with its type. `supports` and `opposes` run from evidence to statement: it derives from them."""


def render(view: View) -> str:
    """One PROV-JSON document."""
    document: dict[str, Any] = {
        "prefix": {"sl": "urn:sessionlens:", "prov": "http://www.w3.org/ns/prov#"},
        "agent": {"sl:agent": {"prov:type": "prov:SoftwareAgent", "sl:name": view.session.agent, "sl:model": view.session.model}},
        "entity": {f"sl:{n.id}": {"prov:type": f"sl:{kind_of(n.id)}", "prov:label": " ".join(n.text.split())} for n in nodes(view)},
        "activity": {},
    }
    for number, (source, target, kind) in enumerate(edges(view)):
        for end in (source, target):
            if end.startswith("msg"):
                document["activity"].setdefault(f"sl:{end}", {"prov:type": "sl:message"})
        name, entry = _relation(f"sl:{source}", f"sl:{target}", kind)
        document.setdefault(name, {})[f"_:r{number}"] = entry
    document["wasAssociatedWith"] = {f"_:a{n}": {"prov:activity": a, "prov:agent": "sl:agent"} for n, a in enumerate(document["activity"])}
    return in_json(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()) + "\n"


def _relation(source: str, target: str, kind: str) -> tuple[str, dict[str, str]]:
    """PROV's name of an edge and its ends."""
    if kind == "stated_in":
        return "wasGeneratedBy", {"prov:entity": source, "prov:activity": target}
    if kind == "precedes":
        return "wasInformedBy", {"prov:informed": target, "prov:informant": source}
    if kind == "reverts":
        return "wasInvalidatedBy", {"prov:entity": target, "prov:activity": source, "prov:type": "sl:reversion"}
    if kind in DERIVED:
        made, used = (target, source) if kind in ("supports", "opposes") else (source, target)
        return "wasDerivedFrom", {"prov:generatedEntity": made, "prov:usedEntity": used, "prov:type": DERIVED[kind]}
    return "wasInfluencedBy", {"prov:influencee": target, "prov:influencer": source, "prov:type": f"sl:{kind}"}
