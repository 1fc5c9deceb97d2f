"""Counter-tests: what a call runs on another state of the files than the one it leaves, to see the tests fail there.

    pytest -q; git stash -q; pytest -q; git stash pop -q

The second run is to fail. So are tests before an edit that the same call makes, and those of a worktree beside the one the session is in.
"""

import itertools
from collections.abc import Sequence

from sessionlens.model.trace import Action, Run

_TESTS = frozenset(("tests", "test"))
_TAKES_UP = frozenset(("git stash pop", "git stash apply"))
_SETS_ASIDE = frozenset(("git stash", "git stash push", "git stash save"))
_RESTORES = frozenset(("git checkout", "git restore", "git switch", "git reset", "git revert"))
_NOT_A_REVISION = frozenset(("HEAD", "--", "-", "."))


def as_expected(run: Run) -> bool:
    """Whether tests passed on the files as the call leaves them and failed only where these were otherwise, or several worktrees beside
    the session's were told apart."""
    passed = [o.result == "pass" for o in run.outcomes if o.kind in _TESTS and o.result != "inconclusive"]
    if all(passed) or not any(passed):
        return False
    left = _left(run.actions)
    if not any(left):
        return len(left) > 1
    return not all(left) and _turns(passed) == _turns(left)


def _turns(flags: Sequence[bool]) -> list[bool]:
    """Flags without repetitions: a loop runs the tests of one state several times."""
    return [flag for flag, _ in itertools.groupby(flags)]


def _left(actions: Sequence[Action]) -> list[bool]:
    """For each command that runs tests, whether it saw the files as the call leaves them.

    A state is the list of steps that led to it; taking up a stash, restoring an edited file and putting a copy back leave a step again.
    """
    steps: list[tuple[int, str]] = []
    copies: dict[str, tuple[str, int]] = {}
    tested: list[tuple[str | None, tuple[tuple[int, str], ...]]] = []
    for at, action in enumerate(actions):
        runner, argv = action.runner, action.command.argv
        if action.intent == "test":
            tested.append((action.command.cwd, tuple(steps)))
        elif runner in _TAKES_UP:
            _back_to(steps, next((i for i, (_, what) in reversed(list(enumerate(steps))) if what == "aside"), len(steps)))
        elif runner in _SETS_ASIDE:
            steps.append((at, "aside"))
        elif runner in _RESTORES:
            _restore(steps, at, [w for w in argv[2:] if w[:1] != "-" and w not in _NOT_A_REVISION])
        elif action.intent == "copy" and len(argv) > 2:
            source, target = argv[-2], argv[-1]
            if copies.get(source, ("", 0))[0] == target:
                _back_to(steps, copies[source][1])
            elif not target.startswith(("/", "~", "..", "$")):
                copies[target] = (source, len(steps))
        elif action.intent == "edit":
            steps.append((at, "edit"))
    home = {actions[0].command.cwd} if len({cwd for cwd, _ in tested}) > 1 else {cwd for cwd, _ in tested}
    return [state == tuple(steps) and cwd in home for cwd, state in tested]


def _restore(steps: list[tuple[int, str]], at: int, words: list[str]) -> None:
    """Files as they were before the steps of this kind, or, where nothing was done to them in this call, as they were at another time."""
    first = len(steps)
    while first and steps[first - 1][1] != "aside":
        first -= 1
    if first < len(steps):
        _back_to(steps, first)
    elif words:
        steps.append((at, "earlier"))


def _back_to(steps: list[tuple[int, str]], length: int) -> None:
    del steps[length:]
