"""What a reversion left standing: files of the session's own in the tree, and a service that still runs with the old setting.

"Nothing of it is left" beside a `git status` that lists a file of the session is not so. A setting that took a restart to come into
force is still in force after its file was put back, until the service is started again. Parts of the rule `unverified_reversion`.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Reversion
from sessionlens.model.trace import Run
from sessionlens.rules.base import Hit, at_statement, shorten, talking
from sessionlens.rules.index import Calls, cues
from sessionlens.text.regex import regex

_NOTHING = regex(
    r"\bnothing (?:else )?(?:of (?:it|them|this|that|these|those) )?(?:(?:is|was|has been) )?(?:still )?(?:left|remains)\b"
    r"|\b(?:tree|checkout|repository|repo|everything) (?:is|are) (?:exactly |all )?(?:\S+ )?(?:again|as (?:it was|before|at first))",
    re.I,
)
_OPEN = regex(r"\b(?:if|once|when|until|should|would|will|must|make sure|not|wrong|said)\b|n['’]t|\?", re.I)
_GONE = regex(
    r"\b(?:is|are) (?:all |both |now )?(?:gone|out|removed|reverted|undone|withdrawn|taken (?:out|back))\b(?! of| from| in)", re.I
)
_CUES = cues("nothing left", "nothing of", "nothing is", "nothing remains", "tree is", "everything is", "checkout is", "repo is")
_LISTED = regex(r"^(?:\?\?| [MD]|[MADR][ MD]) (\S+)$", re.M)
_SETTINGS = (".conf", ".cfg", ".cnf", ".ini", ".toml", ".yaml", ".yml", ".env", ".properties", ".json", ".service")
_IN_FORCE = frozenset(("restart", "--force-recreate", "daemon-reload", "apply"))
_BACK = regex(r"\b(?:again|back|reverted|undone|restored|as before)\b", re.I)
_NEAR = 3


def still_listed(view: View) -> Iterator[Hit]:
    """Statements that nothing is left of what was taken back, against a `git status` that lists files of the session's own."""
    if not view.reversions:
        return
    taken = [r.msg for r in view.reversions if not r.restored]
    for msg, turn in talking(view, _CUES):
        last = max((n for n in taken if n < msg), default=None)
        if last is None:
            continue
        said = next((s for s in turn.statements if s.kind != "code" and _NOTHING.search(s.text) and not _OPEN.search(s.text)), None)
        listed = own_files(view, last, msg) if said is not None else ()
        if said is not None and listed:
            yield at_statement(view, msg, said, f"{shorten(said.text, 60)!r}, and git status lists {', '.join(listed[:3])}")


def stands_elsewhere(view: View) -> Iterator[Hit]:
    """Statements that something is gone right after a part of its change was taken back: other files of it were left as they are."""
    made = {c.id: c for c in view.changes}
    for taken in view.reversions:
        change = made.get(taken.of or "")
        if not taken.partial or taken.restored or change is None or not taken.files:
            continue
        for number in (taken.msg, taken.msg + 1):
            turn = view.turns.get(number)
            if turn is None or turn.message.role == "user" or (view.until is not None and number > view.until):
                break
            back = {f for r in view.reversions if change.msg <= r.msg <= number for f in r.files}
            back |= {f for c in view.changes if change.msg < c.msg < number for f in c.files}
            rest = [f for f in change.files if f not in back]
            said = next((s for s in turn.statements if s.table is None and _GONE.search(s.text) and not _OPEN.search(s.text)), None)
            if number > taken.msg and said is not None and rest:
                only = ", ".join(f.rpartition("/")[2] for f in taken.files)
                others = ", ".join(f.rpartition("/")[2] for f in rest[:3])
                first = f"{shorten(said.text, 50)!r}: msg {taken.msg} took back {only}"
                why = f"{first}; what msg {change.msg} changed in {others} was not looked at"
                yield at_statement(view, number, said, why)
                break


def own_files(view: View, since: int, until: int) -> tuple[str, ...]:
    """The files that the latest `git status` between two messages lists and that the session wrote, as they stood since `since`."""
    shown: Run | None = None
    at = since
    for msg, run in view.once(Calls).tools.get("git", ()):
        if since <= msg <= until and any(a.command.argv[1:2] == ("status",) for a in run.actions):
            shown, at = run, msg
    if shown is None or any(at < c.msg < until for c in view.changes):
        return ()
    listed = _LISTED.findall(shown.call.output)
    written = {f.rpartition("/")[2] for c in view.changes if c.msg <= until for f in c.files} if listed else set()
    if listed and not all(f.rpartition("/")[2] in written for f in listed):
        written |= {
            r.target.rpartition("/")[2] for msg, run in view.runs() if msg <= until for a in run.actions for r in a.command.redirects
        }
    return tuple(f for f in listed if f.rpartition("/")[2] in written)


def still_in_force(view: View, reversion: Reversion) -> Iterator[Hit]:
    """The statement that a setting is back, where its change was followed by a restart and taking it back was not."""
    if reversion.of_msg is None or not any(f.endswith(_SETTINGS) for f in reversion.files):
        return
    turns = view.turns
    changed = turns.get(reversion.of_msg)
    if changed is None or not any(starts(run) for run in changed.runs):
        return
    for number in range(reversion.msg, reversion.msg + _NEAR + 1):
        turn = turns.get(number)
        if turn is None or turn.message.role == "user" or (view.until is not None and number > view.until):
            return
        if number > reversion.msg:
            said = next((s for s in turn.statements if _BACK.search(s.text) and not _OPEN.search(s.text)), None)
            if said is not None:
                why = f"the change of msg {reversion.of_msg} took a restart to come into force; there was none since msg {reversion.msg}"
                yield at_statement(view, number, said, why)
                return
        if any(starts(run) for run in turn.runs):
            return


def starts(run: Run) -> bool:
    """Whether a call starts a service anew, so that it reads its settings."""
    return any(not _IN_FORCE.isdisjoint(a.command.argv[1:4]) for a in run.actions)
