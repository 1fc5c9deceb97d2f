"""Names of programs that look, move files or administer, and of those that run another."""

from collections.abc import Sequence

_NAMES = """
cat head tail sed less more nl bat grep rg egrep fgrep zgrep ag git gh find fd ls tree cd pwd echo printf true mkdir cp mv rm
touch chmod ln which type command test [ export set source sort uniq cut tr wc diff cmp file stat du df strings nm objdump readelf
ldd jq yq xxd od tee env uname nproc date whoami hostname ps kill sleep curl wget ssh scp tar unzip zip apt apt-get brew pip pip3
sha256sum sha1sum md5sum md5 top vmstat free uptime lscpu id exit wait read local return for while if do done then fi docker
kubectl xargs man help basename dirname realpath readlink column rev tac paste comm join split install rsync patch trap ulimit
lsof netstat ss dig ping systemctl journalctl crontab sudo base64 openssl gpg open pkill pgrep sqlite3
"""
READERS = frozenset(_NAMES.split())
_RUNS = """
python python3 node bun deno ruby perl php bash sh zsh java go cargo npx uv pwsh awk
"""
INTERPRETERS = frozenset(_RUNS.split())
"""Programs that run another, whose name then says more than theirs."""


def by_path(tool: str, argv: Sequence[str]) -> bool:
    """Whether a command runs a program or a script of the project's own by its path.

    >>> by_path("smoke", ["./smoke"]), by_path("python", ["python", "tools/migrate.py"]), by_path("make", ["make", "all"])
    (True, True, False)
    """
    if tool in INTERPRETERS and len(argv) > 1:
        return (argv[1][:1].isalpha() and "." in argv[1]) or argv[1].startswith(("./", "../"))
    return bool(argv) and argv[0].startswith(("./", "../"))
