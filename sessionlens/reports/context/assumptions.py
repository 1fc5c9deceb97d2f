"""Assumptions behind a message's commands: a check list per kind of command, each item met, unmet or unknown, with why."""

from collections.abc import Iterator

from sessionlens.model.frozen import Record
from sessionlens.model.trace import Action, Run
from sessionlens.reports.lines import Line, listed, say
from sessionlens.reports.scope import Scope
from sessionlens.rules.signs.runs import cut_by


class Item(Record):
    """One precondition: `state` is met, unmet or unknown, as of the message. `assumption` is what had to be so."""

    assumption: str
    state: str
    why: Line


class Assumptions(Record):
    items: tuple[Item, ...]


BINARY_TOOLS = frozenset(("strings", "nm", "objdump", "readelf", "otool", "ldd"))
LOOKED_AT = ("build", "test", "benchmark", "probe", "profile", "run")


def build(scope: Scope) -> Assumptions | None:
    number = scope.message
    if number is None:
        return None
    items: dict[str, Item] = {}
    for run in scope.whole.turns[number].runs:
        for item in _of_run(scope, number, run):
            old = items.get(item.assumption)
            if old is None or (old.state == "met" and item.state != "met"):
                items[item.assumption] = item
    return Assumptions(tuple(items.values())) if items else None


def _of_run(scope: Scope, number: int, run: Run) -> Iterator[Item]:
    looked = [a for a in run.actions if a.intent in LOOKED_AT or a.command.tool in BINARY_TOOLS]
    if not looked:
        return
    yield _exit_status(number, looked)
    yield _complete(number, run, looked)
    if any(a.command.tool in BINARY_TOOLS for a in looked):
        yield _control(scope, number)
    if any(a.command.tool in BINARY_TOOLS or a.intent in ("benchmark", "run") for a in looked):
        yield _built(scope, number)
    if any(a.command.tool == "perf" or "perf" in " ".join(a.command.wrappers) for a in looked):
        yield _permission(number, run)
    if any(a.intent == "benchmark" for a in looked):
        yield _repeated(scope, number)
        yield _baseline(scope, number)
    if any(a.intent == "test" for a in looked):
        yield _whole(number, looked)


def _exit_status(number: int, looked: list[Action]) -> Item:
    hidden = list(dict.fromkeys(a.command.tool for a in looked if not a.command.exit_visible))
    what = "A failure would be seen"
    if not hidden:
        return Item(what, "met", say("the exit status is the command's own", cites=(number,)))
    return Item(what, "unmet", say(f"the exit status of {', '.join(hidden[:4])} is not the call's", cites=(number,)))


def _complete(number: int, run: Run, looked: list[Action]) -> Item:
    what = "The output is complete"
    if run.call.cut:
        return Item(what, "unmet", say("the agent's program shortened it", cites=(number,)))
    cuts = [" ".join(c.command.argv[:3]) for a in run.actions if a.command.stage == 0 and (c := cut_by(run, a)) is not None]
    if cuts:
        return Item(what, "unmet", say(f"{listed(dict.fromkeys(cuts))} may have cut it", cites=(number,)))
    return Item(what, "met", say("nothing cut it", cites=(number,)))


def _control(scope: Scope, number: int) -> Item:
    what = "The check would answer differently without the change"
    controls = [v for v in scope.view.verifications if v.topic == "control" and v.msg <= number]
    if controls:
        return Item(what, "met", say("a control was run", cites=(controls[-1].msg,)))
    return Item(what, "unmet", say("no negative control was run up to here", cites=(number,)))


def _built(scope: Scope, number: int) -> Item:
    """Whether anything was changed since the last build that succeeded."""
    what = "The binary is built from the present code"
    builds = [v for v in scope.view.verifications if v.topic == "build" and v.msg <= number]
    runs = [n for n, r in scope.runs(scope.near, number) if any(a.intent == "build" for a in r.actions)]
    edits = [f.msg for f in (*scope.view.changes, *scope.view.reversions) if f.msg <= number]
    if not runs and not builds:
        return Item(what, "unknown", say("no build is in the transcript before this", cites=(number,)))
    last_build = max([*runs, *(v.msg for v in builds)])
    later = [m for m in edits if m > last_build]
    if later:
        return Item(what, "unmet", say("code was changed after the last build", cites=(last_build, *later)))
    if any(v.msg == last_build and v.result == "fail" for v in builds):
        return Item(what, "unmet", say("the last build failed", cites=(last_build,)))
    return Item(what, "met", say("no edit since the last build; its file's time or hash was not compared", cites=(last_build,)))


def _permission(number: int, run: Run) -> Item:
    what = "Counters may be read here"
    out = run.call.output
    if "not supported" in out or "No permission" in out or "not counted" in out or "Permission denied" in out:
        return Item(what, "unmet", say("the output says that they may not, or are not supported", cites=(number,)))
    if "perf_event_paranoid" in (run.call.command or ""):
        return Item(what, "met", say("the setting was read", cites=(number,)))
    return Item(what, "unknown", say("neither the setting nor a counted event was shown", cites=(number,)))


def _repeated(scope: Scope, number: int) -> Item:
    here = [m for m in scope.view.measurements if m.msg == number]
    n = max([m.n or 0 for m in here] + [sum(x.config == m.config and x.metric == m.metric for x in here) for m in here], default=0)
    what = "Noise can be told from effect"
    if n > 1:
        return Item(what, "met", say(f"up to {n} runs of one configuration", cites=(number,)))
    return Item(
        what,
        "unmet" if here else "unknown",
        say("one run of each configuration" if here else "no value was read from the output", cites=(number,)),
    )


def _baseline(scope: Scope, number: int) -> Item:
    here = {(m.metric, m.unit) for m in scope.view.measurements if m.msg == number}
    before = [m for m in scope.view.measurements if (m.metric, m.unit) in here and m.msg < number]
    what = "There is something to compare with"
    if before:
        return Item(what, "met", say("the same metric was measured before", cites=(before[-1].msg,)))
    configs = {m.config for m in scope.view.measurements if m.msg == number}
    if len(configs) > 1:
        return Item(what, "met", say(f"{len(configs)} configurations were measured together", cites=(number,)))
    return Item(what, "unmet", say("this metric was not measured before", cites=(number,)))


def _whole(number: int, looked: list[Action]) -> Item:
    part = [a for a in looked if a.intent == "test" and a.filtered]
    what = "All tests were run"
    if part:
        return Item(what, "unmet", say(f"only a part: {part[0].command.text[:80]}", cites=(number,)))
    return Item(what, "met", say("no filter was given", cites=(number,)))
