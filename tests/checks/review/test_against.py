"""Plain statements that the call just before shows to be otherwise, each with a twin that the same call does not speak against."""

import pytest

from sessionlens.pipeline import investigate
from tests.story import tell

LAPS = "old: 812 req/s  p50 3.10 ms  p99 9.70 ms\nnew: 1022 req/s  p50 2.40 ms  p99 11.20 ms"
ORDERS = " status | count\n--------+-------\n paid   |  8123\n open   |   411\n failed |    39"
CASES = [
    ("git status --short", " M src/b.py\n?? notes.txt", "Everything is committed.", True),
    ("git status --short", "?? notes.txt", "Everything is committed.", False),
    ("git diff --stat", " src/b.py | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)", "The diff is empty.", True),
    (
        "git diff --stat; git checkout src/b.py; git diff --stat",
        " src/b.py | 4 ++--\n 1 file changed, 4 insertions(+)",
        "The diff is empty.",
        False,
    ),
    ("git worktree list", "/home/dev/mill  a1b2c3d [main]\n/home/dev/new   d4e5f6a (detached HEAD)", "Both worktrees are gone.", True),
    ("git worktree list", "/home/dev/mill  a1b2c3d [main]", "Both worktrees are gone.", False),
    ("cmp out/a.bin out/b.bin", "out/a.bin out/b.bin differ: byte 142, line 2", "Both outputs are identical.", True),
    ("cmp out/a.bin out/b.bin", "", "Both outputs are identical.", False),
    ("md5sum o/*", f"{'a' * 32}  o/a\n{'a' * 32}  o/b\n{'c' * 32}  o/c", "All three files have the same hash.", True),
    ("md5sum o/*", f"{'a' * 32}  o/a\n{'a' * 32}  o/b\n{'a' * 32}  o/c", "All three files have the same hash.", False),
    ("for h in a b; do curl -sI $h/x | grep -i etag; done", 'etag: "2mq3jp"\netag: "i0Ai6x"', "Both hosts send the same ETag.", True),
    ("for h in a b; do curl -sI $h/x | grep -i etag; done", 'etag: "2mq3jp"\netag: "2mq3jp"', "Both hosts send the same ETag.", False),
    ('grep -L "auth(" handlers/*.go', "handlers/health.go", "Every handler calls `auth()`.", True),
    ('grep -l "auth(" handlers/*.go', "handlers/health.go", "Every handler calls `auth()`.", False),
    ("kubectl get pods", "NAME   READY  STATUS\napi-1  1/1  Running\napi-2  0/1  CrashLoopBackOff", "All pods are Running.", True),
    ("kubectl get pods", "NAME   READY  STATUS\napi-1  1/1  Running\napi-2  1/1  Running", "All pods are Running.", False),
    ("pytest -q", "40 passed, 2 skipped in 2.10s", "No test was skipped.", True),
    ("pytest -q", "40 passed in 2.10s", "No test was skipped.", False),
    ("grep -c ERROR app.log", "7", "There are no errors in app.log.", True),
    ("grep -c ERROR app.log", "0", "There are no errors in app.log.", False),
    ('grep -rn "old_mode" src/ | wc -l', "0", "`old_mode` is still used in src/.", True),
    ('grep -rn "old_mode" src/ | wc -l', "3", "`old_mode` is still used in src/.", False),
    ("valgrind ./a.out", "==1==    definitely lost: 64 bytes in 2 blocks", "No leaks.", True),
    ("valgrind ./a.out", "==1==    definitely lost: 0 bytes in 0 blocks", "No leaks.", False),
    ("curl -s -o /dev/null -w '%{http_code}' localhost/health", "503", "The health endpoint returns 200.", True),
    ("curl -s -o /dev/null -w '%{http_code}' localhost/health", "200", "The health endpoint returns 200.", False),
    ("cat app.toml", 'level = 6\njournal = "wal"', "The level is set to 3.", True),
    ("cat app.toml", 'level = 6\njournal = "wal"', "The level is set to 6.", False),
    ("./bench", "list   12.1 ms\nring    9.4 ms\ntree    8.8 ms", "The ring is the fastest of the three.", True),
    ("./bench", "list   12.1 ms\nring    9.4 ms\ntree    8.8 ms", "The tree is the fastest of the three.", False),
    ("./lap --old; ./lap --new", LAPS, "Throughput rose from 812 to 1002 req/s.", True),
    ("./lap --old; ./lap --new", LAPS, "Throughput rose from 812 to 1022 req/s.", False),
    ("./lap --old; ./lap --new", LAPS, "p99 got 15.5 % better with the new build.", True),
    ("./lap --old; ./lap --new", LAPS, "p99 got 15.5 % worse with the new build.", False),
    ("./lap --old; ./lap --new", LAPS, "The new build's p99 is 9.70 ms.", True),
    ("./lap --old; ./lap --new", LAPS, "The new build's p99 is 11.20 ms.", False),
    ("psql -f count.sql", ORDERS, "39 orders are open and 411 failed.", True),
    ("psql -f count.sql", ORDERS, "411 orders are open and 39 failed.", False),
    ("grep -rn TODO src/ | wc -l", "14", "There are 41 TODOs in src/.", True),
    ("grep -rn TODO src/ | wc -l", "14", "There are 14 TODOs in src/.", False),
    ("ls migrations/", "0001_a.sql\n0002_b.sql\n0003_c.sql\n0004_d.sql", "There are five migrations.", True),
    ("ls migrations/", "0001_a.sql\n0002_b.sql\n0003_c.sql\n0004_d.sql", "There are four migrations.", False),
    ("psql -f q.sql", " Planning Time: 0.210 ms\n Execution Time: 183.442 ms", "The query takes 18.3 ms.", True),
    ("psql -f q.sql", " Planning Time: 0.210 ms\n Execution Time: 183.442 ms", "The query takes 183 ms.", False),
]


@pytest.mark.parametrize(("command", "output", "claim", "against"), CASES, ids=[f"{c[2]}-{c[3]}" for c in CASES])
def test_the_call_before(command: str, output: str, claim: str, against: bool) -> None:
    printed = "\n".join(f"> {line}" for line in output.splitlines())
    view = investigate(tell(f"user: How is it?\nsay: Look.\n$ {command}\n{printed}\nsay: {claim}"))
    said = {c.id for c in view.conclusions if c.msg == 3}
    found = [v.verdict for v in view.verdicts.values() if v.conclusion in said]
    assert found
    assert ("contradicted" in found) is against, found


TREES = "oak: p99 72.71 ms rss 23500 KB took 0.814 s\nelm: p99 48.87 ms rss 23348 KB took 0.721 s"
TABLE = "| value | v1 | v2 | now |\nsay| |---|---|---|---|\nsay| | RSS | 56.4 MB | 58.8 MB | {now} |\nsay|\nsay| "
STORIES = [
    (f"say: Lap.\n$ ./lap oak; ./lap elm\n{TREES}\nsay: It goes 0.814 → 0.721 s. The p99 got worse with it, 48.87 → 72.71 ms.", True),
    (f"say: Lap.\n$ ./lap oak; ./lap elm\n{TREES}\nsay: It goes 0.814 → 0.721 s. The p99 fell with it, 72.71 → 48.87 ms.", False),
    (f"say: {TABLE.format(now='59.6 MB')}Memory is back where it was before v2, RSS included.", True),
    (f"say: {TABLE.format(now='56.5 MB')}Memory is back where it was before v2, RSS included.", False),
    ("edit a.py: x => y\nsay: A1 does not pay.\n$ git checkout a.py\nsay: A1 is reverted.\nsay: - A1 (log): handle kept open", True),
    ("edit a.py: x => y\nsay: A1 pays.\n$ cat a.py\n> y\nsay: A1 is good.\nsay: - A1 (log): handle kept open", False),
    ("edit a.py: x => y\nsay: Partial back-out of C1, the name stays.\n$ git checkout a.py\nsay: C1 is reverted.", True),
    ("edit a.py: x => y\nsay: Back-out of C1.\n$ git checkout a.py\nsay: C1 is reverted.", False),
]


@pytest.mark.parametrize(("story", "against"), STORIES)
def test_the_session_itself(story: str, against: bool) -> None:
    lines = [f"> {line}" if line.startswith(("oak:", "elm:")) else line for line in story.split("\n")]
    view = investigate(tell("\n".join(["user: How is it?", "say: Look.", *lines])))
    last = max(c.msg for c in view.conclusions)
    said = {c.id for c in view.conclusions if c.msg == last}
    assert any(v.verdict == "contradicted" for v in view.verdicts.values() if v.conclusion in said) is against
