"""One page for the next agent or colleague: what was tried, what is refuted, what stands, what is open, what not to do again."""

from sessionlens.model.facts import Change
from sessionlens.model.frozen import Record
from sessionlens.reports.context import questions, rejected
from sessionlens.reports.context.common import called, change_name, quoted, status_at
from sessionlens.reports.context.verdict_box import gravity
from sessionlens.reports.lines import Cite, Line, Piece, Quote, Word, counted, say
from sessionlens.reports.scope import Scope

SHOWN, TRIED_SHOWN, TELLING = 6, 12, 4
WEIGHTY = frozenset(
    (
        "percent",
        "delta",
        "ratio",
        "range",
        "ranking",
        "tests",
        "state",
        "universal",
        "level",
        "sum",
        "attribution",
        "causal",
        "size",
        "count",
    )
)
NUMERIC = frozenset(("percent", "delta", "ratio", "range", "ranking", "threshold", "sum", "attribution"))


class Brief(Record):
    """Lists of at most `SHOWN` lines (`TRIED_SHOWN` hypotheses); `left` says of each longer one how many are missing, by its name. `tried`
    are the hypotheses with their status; `refuted` statements that the tools contradict; `stands` borne-out statements with their evidence;
    `changed` what is left of the changes; `open` what nobody has decided; `avoid` what was tried and rejected."""

    tried: tuple[Line, ...]
    refuted: tuple[Line, ...]
    stands: tuple[Line, ...]
    changed: tuple[Line, ...]
    open: tuple[Line, ...]
    avoid: tuple[Line, ...]
    left: dict[str, int]


def build(scope: Scope) -> Brief:
    lists = {
        "tried": _tried(scope), "refuted": _refuted(scope), "stands": _stands(scope), "changed": _changed(scope), "open": _open(scope),
        "avoid": _avoid(scope),
    }  # fmt: skip
    most = dict.fromkeys(lists, SHOWN) | {"tried": TRIED_SHOWN}
    left = {name: len(lines) - most[name] for name, lines in lists.items() if len(lines) > most[name]}
    return Brief(**{name: tuple(lines[: most[name]]) for name, lines in lists.items()}, left=left)


def _tried(scope: Scope) -> list[Line]:
    order = {"confirmed": 0, "refuted": 1, "abandoned": 2, "open": 3}
    seen = sorted((h for h in scope.hypotheses if scope.sees_message(h.msg)), key=lambda h: (order[status_at(scope, h)[0]], h.msg))
    return [say(*called(scope, h, 130), " ", Word(status_at(scope, h)[0]), cites=(h.msg, *status_at(scope, h)[1])) for h in seen]


def _refuted(scope: Scope) -> list[Line]:
    """Statements that the tools contradict: not to be repeated."""
    wrong = sorted(((c, v) for c, v in scope.judged() if v.verdict == "contradicted"), key=lambda p: gravity(*p))
    return [say(*quoted(scope, c, 130), f": {scope.clip(v.derivation, 150)}", cites=(c.msg, *v.evidence)) for c, v in wrong]


def _stands(scope: Scope) -> list[Line]:
    """The latest borne-out statements that say something by themselves: no cells; comparisons first, of what the session has a name for."""
    good = [
        (c, v)
        for c, v in scope.judged()
        if v.verdict == "supported" and v.nodes and v.claim in WEIGHTY and c.statement.kind != "cell" and len(c.quote.split()) > 3
    ]
    good = [p for p in good if len(p[0].quote.split()) > TELLING] or good
    names = {a for h in scope.hypotheses for a in h.aliases[:2]} | {n for c in scope.view.changes for n in c.names}
    named = {c.id for c, _ in good if any(n in c.quote for n in names)}
    good.sort(key=lambda p: (p[1].claim not in NUMERIC, p[0].id not in named, -p[0].msg, p[0].at))
    chosen = sorted(good[:SHOWN], key=lambda p: (p[0].msg, p[0].at)) + good[SHOWN:]
    return [_resting(scope, c.quote, v.caveats, (c.msg, *v.evidence)) for c, v in chosen]


def _resting(scope: Scope, quote: str, caveats: tuple[str, ...], cites: tuple[int, ...]) -> Line:
    pieces: list[Piece] = [Quote(scope.clip(quote, 160))]
    if caveats:
        pieces.append(f" (caveats: {', '.join(caveats)})")
    return say(*pieces, cites=cites)


def _changed(scope: Scope) -> list[Line]:
    by: dict[tuple[str, bool], list[Change]] = {}
    for c in scope.view.changes:
        if scope.view.state(c.id) != "reverted" and not scope.clears(c):
            by.setdefault((change_name(c), c.outside), []).append(c)
    lines = []
    for (name, outside), made in by.items():
        how = f"{counted(len(made), 'time')}, outside the working copy" if outside else counted(len(made), "edit")
        partly = sum(scope.view.state(c.id) == "partial" for c in made)
        how += (", undone in part" if len(made) == 1 else f", {partly} of them undone in part") if partly else ""
        lines.append(say(f"{name}, {how}", cites=[c.msg for c in made]))
    return lines


def _open(scope: Scope) -> list[Line]:
    asked = questions.build(scope)
    return [*asked.hypotheses, *asked.claims, *asked.asked] if asked else []


def _avoid(scope: Scope) -> list[Line]:
    """What was tried and rejected, with what spoke against it."""
    found = rejected.build(scope)
    lines = []
    for row in found.rows if found else ():
        said_only = not row.what and row.fate != "undone"  # a belief that goes by its own words
        pieces: list[Piece] = [Quote(row.name) if said_only else row.name]
        pieces += [": ", Quote(row.what)] if row.what else []
        pieces.append(f", {row.fate}")
        against = next(iter(row.against), None)
        quote = next((p for p in against if isinstance(p, Quote)), None) if against else None
        said: tuple[int, ...] = ()
        if against is not None and quote is not None:
            pieces += ["; against it: ", quote]
            said = next((p.messages for p in against if isinstance(p, Cite)), ())
        lines.append(say(*pieces, cites=(*row.tried, *row.undone, *said)))
    return lines
