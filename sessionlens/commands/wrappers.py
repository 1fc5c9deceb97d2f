"""Programs that only start another one: `sudo`, `timeout 60`, `uv run`, `bash -lc '...'`. They are peeled, so that what runs is seen.

`peel` takes the words of a command to those of the program that does the work; where the work is given as shell text, that
text is handed back to be read in its turn.
"""

from collections.abc import Sequence

from sessionlens.commands.vocabulary import words as vocabulary

_SHELLS = vocabulary("bash sh zsh dash ash ksh fish")
_FLAGS_WITH_VALUE: dict[str, frozenset[str]] = {
    "sudo": vocabulary("-u -g -h -p -C -D -r -t -U"),
    "doas": frozenset(("-u", "-C")),
    "time": vocabulary("-f -o --format --output"),
    "gtime": vocabulary("-f -o --format --output"),
    "timeout": vocabulary("-s -k --signal --kill-after"),
    "gtimeout": vocabulary("-s -k --signal --kill-after"),
    "env": vocabulary("-u -C --unset --chdir"),
    "nice": frozenset(("-n", "--adjustment")),
    "ionice": vocabulary("-c -n -p"),
    "numactl": vocabulary("-C -N -m -p -i"),
    "stdbuf": vocabulary("-i -o -e"),
    "strace": vocabulary("-e -o -s -p -P -S -I -a -E -u -O -X"),
    "ltrace": vocabulary("-e -o -s -p -l -x -n -u -a -A"),
    "perf stat": vocabulary("-e -r -o -x -C -I -p -t -M --event --repeat --output"),
    "perf record": vocabulary(
        "-e -F -o -c -C -p -t -m --event --freq --output --call-graph"
    ),
    "xargs": vocabulary("-I -n -P -L -d -a -s -E"),
    "flock": frozenset(("-w", "-E")),
    "uv run": vocabulary(
        "--with --python -p --extra --group --project --directory --env-file --package --from -m --module"
    ),
    "uvx": vocabulary("--from --with --python -p"),
    "npx": vocabulary("-p --package -c --call -w --workspace"),
    "conda run": vocabulary("-n -p --name --prefix --cwd"),
    "mise exec": frozenset(("-C", "-j")),
    "docker exec": vocabulary("-e -u -w --env --user --workdir"),
    "docker run": vocabulary(
        "-e -u -w -v -p --env --user --workdir --volume --publish --name --mount --network --cpus -m --memory "
        "--platform --entrypoint --env-file"
    ),
    "kubectl exec": vocabulary("-n -c --namespace --container"),
    "coverage run": vocabulary("--source --rcfile --omit --include --data-file"),
    "hatch run": frozenset(),
}  # fmt: skip
_OPERANDS = {
    "timeout": 1,
    "gtimeout": 1,
    "taskset": 1,
    "flock": 1,
    "chrt": 1,
    "uvx": 0,
    "docker exec": 1,
    "docker run": 1,
    "kubectl exec": 1,
}
"""Words that stand between a wrapper's flags and the program it starts."""
_PLAIN = vocabulary(
    "sudo doas time gtime timeout gtimeout env nice ionice taskset numactl nohup stdbuf setsid chrt caffeinate exec "
    "command builtin unbuffer strace ltrace valgrind xvfb-run xargs chronic flock npx bunx uvx dotenv catchsegv "
    "rlwrap watch"
)
_PAIRS = frozenset(
    (
        ("perf", "stat"), ("perf", "record"), ("uv", "run"), ("poetry", "run"), ("pdm", "run"), ("pipenv", "run"), ("rye", "run"),
        ("hatch", "run"), ("conda", "run"), ("mamba", "run"), ("micromamba", "run"), ("bundle", "exec"), ("npm", "exec"),
        ("pnpm", "exec"), ("pnpm", "dlx"), ("yarn", "exec"), ("yarn", "dlx"), ("mise", "exec"), ("direnv", "exec"),
        ("coverage", "run"), ("docker", "exec"), ("docker", "run"), ("podman", "exec"), ("podman", "run"), ("kubectl", "exec"),
        ("composer", "exec"), ("opam", "exec"), ("stack", "exec"), ("cabal", "exec"), ("nix", "develop"), ("nix", "shell"),
        ("dotenv", "run"), ("doppler", "run"), ("asdf", "exec"), ("pixi", "run"),
    )
)  # fmt: skip


_HEADS = (
    _SHELLS
    | _PLAIN
    | {first for first, _ in _PAIRS}
    | vocabulary("ssh su script cmd nix-shell pwsh powershell docker-compose py cargo cmd.exe")
)
"""Words that a command with something to peel begins with."""


def base(word: str) -> str:
    """The program's name without folder and `.exe`: `/usr/bin/time` is `time`."""
    name = word.rsplit("/", 1)[-1] if "/" in word else word
    name = name.rsplit("\\", 1)[-1] if "\\" in name else name
    return name[:-4] if name[-4:].lower() == ".exe" else name


def peel(argv: Sequence[str]) -> tuple[list[str], list[str], str | None]:
    """The words of what really runs, the wrappers taken off (outermost first), and shell text to read in its place, if any.

    `["timeout", "60", "uv", "run", "pytest", "-q"]` gives `["pytest", "-q"]` with `timeout`, `uv run`.
    """
    words = list(argv)
    peeled: list[str] = []
    if words[0] not in _HEADS and "/" not in words[0] and "\\" not in words[0] and words[0][:6] != "python":
        return words, peeled, None
    while words:
        tool = base(words[0])
        text = _script(tool, words)
        if text is not None:
            peeled.append(_script_name(tool, words))
            return words, peeled, text
        rest = _inner(tool, words)
        if rest is None:
            break
        name, words = rest
        peeled.append(name)
    return words, peeled, None


def _script(tool: str, words: list[str]) -> str | None:
    """Shell text that a command carries as one word (`bash -lc TEXT`, `ssh host TEXT`, `su -c TEXT`)."""
    if tool in _SHELLS or tool in ("su", "script", "cmd", "nix-shell", "pwsh", "powershell"):
        for i, word in enumerate(words[1:-1], 1):
            low = word.lower()
            if tool in _SHELLS and word[:1] == "-" and word[1:2] != "-" and word.endswith("c"):
                return words[i + 1]
            if tool == "cmd" and low in ("/c", "/k", "//c"):
                return " ".join(words[i + 1 :])
            if (
                (tool in ("su", "script") and word.startswith("-") and word.endswith("c"))
                or low in ("--run", "-command")
                or (tool in ("pwsh", "powershell") and low == "-c")
            ):
                return words[i + 1]
    if tool == "ssh":
        operands = _operands(words[1:], vocabulary("-p -i -l -o -F -J -L -R -D -c -E"))
        if len(operands) > 1:
            return " ".join(operands[1:])
    return None


def _script_name(tool: str, words: list[str]) -> str:
    return "ssh" if tool == "ssh" else f"{tool} -c"


def _operands(words: list[str], with_value: frozenset[str]) -> list[str]:
    """What is left from the first word on that is no flag (nor a flag's value)."""
    i = 0
    while i < len(words):
        word = words[i]
        if word == "--":
            return words[i + 1 :]
        if word[:1] not in ("-", "+") or word == "-":
            break
        i += 2 if word in with_value else 1
    return words[i:]


def _inner(tool: str, words: list[str]) -> tuple[str, list[str]] | None:
    """One wrapper taken off: its name and the words it starts; None if the command is no wrapper, or starts nothing."""
    if len(words) < 2:
        return None
    if tool in ("python", "python3", "py") or tool.startswith("python3."):
        return _module(words)
    pair = f"{tool} {words[1]}"
    if tool in ("docker", "podman", "docker-compose") and "compose" in (words[1], tool[7:]):
        return _composed(words)
    if (tool, words[1]) in _PAIRS:
        name, rest = pair, words[2:]
    elif tool in _PLAIN:
        name, rest = tool, words[1:]
    elif tool == "cargo" and words[1] == "flamegraph" and "--" not in words:
        return None
    else:
        return None
    flags = _FLAGS_WITH_VALUE.get(name, frozenset())
    if name == "uv run" and (flag := next((f for f in ("-m", "--module") if f in rest), None)) is not None:
        inner = rest[rest.index(flag) + 1 :]
        return (name, inner) if inner else None
    if name == "docker exec" or name == "docker run" or name == "kubectl exec":
        inner = _operands(rest, flags)[1:]
        inner = inner[1:] if inner[:1] == ["--"] else inner
        return (name, inner) if inner else None
    if name in ("nix develop", "nix shell"):
        at = next((i for i, w in enumerate(rest) if w in ("-c", "--command")), -1)
        return (name, rest[at + 1 :]) if at >= 0 and rest[at + 1 :] else None
    if name == "coverage run" and "-m" in rest:
        return (name, rest[rest.index("-m") + 1 :])
    if name == "direnv exec":
        rest = rest[1:]
    rest = _operands(rest, flags)
    if name in ("env", "sudo", "doas"):
        while rest and "=" in rest[0] and not rest[0].startswith("/"):
            rest = rest[1:]
    rest = rest[_OPERANDS.get(name, 0) :]
    if name == "command" and "-v" in words[1:3]:
        return None
    return (name, rest) if rest else None


def _composed(words: list[str]) -> tuple[str, list[str]] | None:
    """`docker compose run --rm web pytest -q` starts `pytest -q`."""
    at = next((i for i, w in enumerate(words) if w in ("run", "exec")), 0)
    inner = _operands(words[at + 1 :], _FLAGS_WITH_VALUE["docker run"])[1:] if at else []
    return ("docker compose", inner) if inner else None


def _module(words: list[str]) -> tuple[str, list[str]] | None:
    for i, word in enumerate(words[1:], 1):
        if word == "-m":
            return ("python -m", words[i + 1 :]) if words[i + 1 :] else None
        if word[:1] != "-" or word in ("-c", "-"):
            return None
    return None
