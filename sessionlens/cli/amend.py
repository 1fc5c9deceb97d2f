"""`sessionlens amend`: a person's corrections."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sessionlens.cli.amending import amendments_path, read_amendments, unmet
from sessionlens.cli.common import CommandError, choices, clip, notice, opened, plural, print_json, project, room
from sessionlens.cli.options import AsFormat, Listing, SessionId, StorePath

if TYPE_CHECKING:
    from sessionlens.amendments import Amendment
    from sessionlens.graph.view import View

Two = Annotated[tuple[str, str] | None, typer.Option("--merge", metavar="FROM INTO", help="Two hypotheses are one.")]
Renamed = Annotated[tuple[str, str] | None, typer.Option("--rename", metavar="HYPOTHESIS TEXT", help="Say it in other words.")]
Called = Annotated[tuple[str, str] | None, typer.Option("--alias", metavar="HYPOTHESIS NAME", help="It also goes by this name.")]
Base = Annotated[str | None, typer.Option("--baseline", metavar="CONFIG", help="What was measured under this name is the baseline.")]
Reject = Annotated[str | None, typer.Option("--reject", metavar="CONCLUSION", help="This is no conclusion, or not to be judged.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for those who read the reports.")]
Undo = Annotated[int | None, typer.Option("--undo", metavar="N", min=1, help="Take the N-th correction back.")]
File = Annotated[Path | None, typer.Option("--amendments", metavar="FILE", help="The file (default: beside the store).")]


def command(
    merge: Two = None,
    rename: Renamed = None,
    alias: Called = None,
    baseline: Base = None,
    reject: Reject = None,
    why: Why = "",
    undo: Undo = None,
    amendments: File = None,
    format: AsFormat = Listing.text,
    session: SessionId = None,
    store: StorePath = None,
) -> None:
    """Correct what was found: merge or rename hypotheses, set an alias or a baseline, reject a conclusion. Without options, list."""
    from sessionlens.amendments import Amendment, AmendmentsError, write
    from sessionlens.pipeline import Extra, again

    with opened(store) as keeper:
        view = keeper.load(session or project().session)
        id = view.session.id
        known = read_amendments(amendments, store, new=True)
        new: list[Amendment] = []
        if merge is not None:
            new.append(Amendment(id, "merge", _hypothesis(view, merge[0]), _hypothesis(view, merge[1]), why))
        if rename is not None and not rename[1].strip():
            raise CommandError("a hypothesis needs words: --rename HYPOTHESIS TEXT")
        if merge is not None and new[-1].target == new[-1].value:
            raise CommandError("a hypothesis cannot be merged with itself")
        if rename is not None:
            new.append(Amendment(id, "rename", _hypothesis(view, rename[0]), rename[1], why))
        if alias is not None:
            new.append(Amendment(id, "alias", _hypothesis(view, alias[0]), _free(view, _hypothesis(view, alias[0]), alias[1]), why))
        if baseline is not None:
            new.append(Amendment(id, "baseline", "", _config(view, baseline), why))
        if reject is not None:
            new.append(Amendment(id, "reject", _conclusion(view, reject), "", why))
        if not new and undo is None:
            _list(known, id, format)
            return
        after = _without(known, id, undo) if undo is not None else known
        after = (*after, *new)
        path = amendments_path(amendments, store)
        try:
            write(path, after)
        except AmendmentsError as error:
            raise CommandError(str(error)) from error
        view = again(view, Extra(after))
        keeper.save(view)
    for line in unmet(view, after):
        notice(line)
    notice(f"{plural(len([a for a in after if a.session == id]), 'amendment')} of session {id} in {path}")


def _hypothesis(view: "View", name: str) -> str:
    """The id that a name means; one only."""
    from sessionlens.reports.slices import Unknown, find_hypotheses

    try:
        found = find_hypotheses(view, name)
    except Unknown as unknown:
        raise CommandError(str(unknown)) from unknown
    if len(found) > 1:
        raise CommandError(f"{name!r} names {len(found)} hypotheses: {', '.join(h.id for h in found)}")
    return found[0].id


def _free(view: "View", own: str, name: str) -> str:
    """A name that no other hypothesis goes by: it would mean both."""
    taken = [h.id for h in view.hypotheses if h.id != own and name.casefold() in (h.id.casefold(), *map(str.casefold, h.aliases))]
    if taken:
        raise CommandError(f"{name!r} is a name of {taken[0]} already (`amend --merge` makes two hypotheses one)")
    return name


def _config(view: "View", name: str) -> str:
    configs = sorted({m.config for m in view.measurements if m.config})
    if name not in configs:
        from difflib import get_close_matches

        raise CommandError(
            f"nothing was measured under the name {name!r}{choices(get_close_matches(name, configs, 3, 0.3) or configs[:3])}"
        )
    return name


def _conclusion(view: "View", id: str) -> str:
    known = [c.id for c in view.conclusions]
    if id not in known:
        from difflib import get_close_matches

        raise CommandError(f"no conclusion {id!r}{choices(get_close_matches(id, known, 3, 0.3))}")
    return id


def _without(known: tuple["Amendment", ...], session: str, number: int) -> tuple["Amendment", ...]:
    own = [a for a in known if a.session == session]
    if number > len(own):
        raise CommandError(f"this session has {plural(len(own), 'amendment')}, no number {number}")
    place = [k for k, a in enumerate(known) if a.session == session][number - 1]
    return (*known[:place], *known[place + 1 :])


def _list(known: tuple["Amendment", ...], session: str, format: Listing) -> None:
    from dataclasses import asdict

    own = [a for a in known if a.session == session]
    if format is Listing.json:
        print_json([asdict(a) for a in own])
        return
    for number, a in enumerate(own, 1):
        what = " ".join(w for w in (a.do, a.target, a.value) if w)
        print(clip(f"{number:>3} {what}" + (f" ({a.why})" if a.why else ""), room(100)))
    if not own:
        notice("nothing has been amended in this session")
