"""Files and commands of a call that only serve what the same call runs."""

from sessionlens.model.trace import Action, Run

_AIMLESS = frozenset(("navigate", "other", "inspect"))
_PRINTS = frozenset(("echo", "printf", "cat", "sed", "head", "tail", "jq", "awk"))
_SCRATCH = ("/tmp/", "/var/tmp/", "/dev/shm/")


def tried(run: Run, i: int, files: tuple[str, ...], session_cwd: str | None) -> bool:
    """Whether a file outside the project is a line or a filtered copy that the same call puts to use, or a script in scratch space that it
    runs: `echo 'depth = 0' > ../odd.toml; ./serve --config ../odd.toml`, `cat > /tmp/probe.js <<E ... E; node /tmp/probe.js`."""
    command = run.actions[i].command
    if not session_cwd or command.tool not in _PRINTS:
        return False
    root = session_cwd.replace("\\", "/").rstrip("/") + "/"
    if any(f.startswith(root) or f[:1] != "/" for f in files):
        return False
    if command.heredoc and not all(f.startswith(_SCRATCH) for f in files):
        return False
    names = {f.rsplit("/", 1)[-1] for f in files}
    return any(w.rsplit("/", 1)[-1] in names for a in run.actions[i + 1 :] if a.intent not in _AIMLESS for w in a.command.argv)


def may_not_have_run(until: tuple[Action, ...]) -> bool:
    """Whether, in a call that failed, the last of these stood behind something that fails often: `make check && sed -i ...`."""
    for before, action in zip(reversed(until[:-1]), reversed(until), strict=False):
        if action.command.op not in ("&&", "|"):
            return False
        if before.intent in ("test", "build", "lint", "benchmark", "run", "probe"):
            return True
    return False
