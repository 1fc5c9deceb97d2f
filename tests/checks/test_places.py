"""What stands in the body, the line or the search that a statement names, how a call went, and what is of another row."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

BODY = """user: why does the driver lose frames?
$ sed -n 40,60p drivers/net/ring.c
> static int ring_open(struct ring *r, int depth)
> {
> \tr->depth = depth;
> \tr->slots = kcalloc(depth, sizeof(*r->slots), GFP_KERNEL);
> \treturn 0;
> }
>
> static void ring_close(struct ring *r)
> {
> \tkfree(r->slots);
say: """
FILE = """user: what does the image do?
$ cat Dockerfile
> FROM node:20-alpine
> WORKDIR /app
> RUN npm ci --omit=dev
> CMD ["node", "server.js"]
say: """
HEAD = FILE.replace("cat Dockerfile", "head -3 Dockerfile")
SEARCH = """user: who uses the old client?
$ grep -rnE "LegacyClient|HttpClient" src
> src/api/user.ts:12:const c = new HttpClient(base)
> src/api/order.ts:9:const c = new HttpClient(base)
say: """
YAML = """user: fine?
say: Validate the workflow file.
$ python -c "import yaml; yaml.safe_load(open('.github/workflows/ship.yml')); print('ok')"
> {printed}
! {status}
say: """
GOOD, BAD = YAML.format(printed="ok", status=0), YAML.format(printed="yaml.scanner.ScannerError: not allowed here", status=1)
RACE = """user: check the race
say: Run the race detector over both packages.
$ go test -race -count=1 ./queue ./pool
> ok  \tsvc/queue\t0.9s
> ok  \tsvc/pool\t1.2s
say: """
HIDDEN = """user: lint
$ npx eslint src | tail -1
> 4 problems (1 error, 3 warnings)
say: """
PODS = """user: is it up?
$ kubectl get pods -n shop
> NAME          READY   STATUS             RESTARTS   AGE
> cart-5f7      1/1     Running            0          3d
> pay-7c9       0/1     CrashLoopBackOff   14         3d
> web-1a2       1/1     Running            2          3d
say: """
SETTINGS = """user: what is set?
$ psql -Atc "select name, setting from pg_settings where name ~ 'wal'"
> max_wal_size|1024
> wal_compression|off
say: """
LOAD = """user: what did it load?
$ python load.py --date 2024-03-01
> read orders.csv: 120331 rows
> skipped 17 rows without customer id
say: """
PORTS = """user: what listens?
$ ss -ltnp
> State  Recv-Q Send-Q Local Address:Port Peer Address:Port Process
> LISTEN 0 511 127.0.0.1:6379 0.0.0.0:* users:(("redis-server",pid=812,fd=6))
say: """
STATUS = """user: state?
$ git status
> On branch fix
> Changes not staged for commit:
>   modified:   src/retry.rs
say: """
LISTED = """user: where is it?
$ grep -n "retry\\|defaults" cfg/load.go
> 6:\tretry: 3, // defaults of the client
> 9:\tdefaults := load()
say: """
PASSED = """user: test
$ go test ./net
> ok  \tsvc/net\t0.9s
say: """
BUILD = """user: error?
$ cargo build
> error[E0382]: borrow of moved value: `cfg`
>   --> src/main.rs:41:18
> error: could not compile `agentd`
! 101
say: """


@pytest.mark.parametrize(
    ("story", "claim", "holds"),
    [
        (BODY, "`ring_open` does not set `irq_mask`.", True),
        (BODY, "`ring_open` never sets `depth`.", False),
        (BODY, "`ring_open` doesn't use `GFP_KERNEL`.", False),
        (BODY, "`ring_close` does not call `kfree`.", False),
        (BODY, "`ring_close` does not call `iounmap`.", False),  # its end was not seen
        (FILE, "There is no `HEALTHCHECK` in the Dockerfile.", True),
        (HEAD, "There is no `HEALTHCHECK` in the Dockerfile.", False),
        (FILE, "There is no `WORKDIR` in the Dockerfile.", False),
        (FILE, "It runs `npm install`, not `npm ci`.", False),
        (SEARCH, "`LegacyClient` is not used.", True),
        (SEARCH, "`HttpClient` is not used.", False),
        (SEARCH, "Line 12 of user.ts uses `HttpClient`, not `LegacyClient`.", True),
        (SEARCH, "Line 9 of user.ts uses `HttpClient`, not `LegacyClient`.", False),
        (GOOD, "The YAML parsing passes.", True),
        (GOOD, "The workflow file is valid.", True),
        (GOOD, "The schema validation passes.", False),
        (GOOD, "YAML parsing fails.", False),
        (BAD, "The YAML parsing passes.", False),
        (BAD, "YAML parsing fails.", True),
        (RACE, "The race run is clean for queue and pool.", True),
        (RACE, "The race run is clean for queue and cache.", False),
        (HIDDEN, "The eslint check passes.", False),
        (HIDDEN, "eslint is clean.", False),
        (HIDDEN, "eslint finds 4 problems.", True),
        (HIDDEN, "eslint finds 3 problems.", False),
        (PODS, "The pay pod is in CrashLoopBackOff.", True),
        (PODS, "The cart pod is in CrashLoopBackOff.", False),
        (PODS, "pay has restarted 14 times.", True),
        (PODS, "web has restarted 14 times.", False),
        (SETTINGS, "WAL compression is off.", True),
        (SETTINGS, "WAL compression is on.", False),
        (LOAD, "17 rows were skipped for a missing customer id.", True),
        (LOAD, "No rows were skipped.", False),
        (PORTS, "Nothing listens on 6379.", False),
        (BUILD, "The build fails with E0382.", True),
        (BUILD, "The build fails with E0499.", False),
        (BUILD, "The error is in `src/lib.rs`.", False),
        (STATUS, "The changes are staged but not committed.", False),
        (LISTED, "There are 6 lines of defaults.", False),
        (LISTED, "The retry stands at cfg/load.go:19.", False),
        (PASSED, "The tests pass because they never open the socket.", False),
    ],
)
def test_a_place_bears_a_statement_out_or_not(story: str, claim: str, holds: bool) -> None:
    found = findings(investigate(tell(story + claim)))
    verdict = next((n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion" and n["quote"].rstrip(".") in claim), "none")
    assert (verdict == "supported") is holds


MEMORY = """user: how is memory?
$ free -m
>                total        used        free      shared  buff/cache   available
> Mem:           15887        9120        1204         310        5562        6102
> Swap:           2047         512        1535
say: """
TRAINED = """user: how did it go?
$ python train.py --epochs 2
> epoch 1 train_loss 0.912 val_loss 0.880 acc 0.61
> epoch 2 train_loss 0.701 val_loss 0.742 acc 0.70
say: """
LOG = """user: history?
$ git log --format='%h %an %s' -4
> 9f1c2ab Mira cache: evict by age
> 44d0e1b Tom api: return 409 on conflict
> 7720cc3 Mira cache: count misses
> 1b2c3d4 Ana docs: fix typo
say: """
CURSOR = """user: rename it
edit src/api.ts: fetchAll(limit: number) => fetchAll(limit: number, cursor?: string)
edit README.md: Call `fetchAll(50)` => Call `fetchAll(50, cursor)`
say: """
LEVEL = """user: what is set?
$ psql -Atc "select name, setting from pg_settings where name ~ 'wal'"
> max_wal_size|1024
> wal_level|replica
say: """


@pytest.mark.parametrize(
    ("story", "claim", "wanted"),
    [
        (MEMORY, "9120 MB of memory are used.", "not contradicted"),
        (MEMORY, "Swap usage is 310 MB.", "not supported"),
        (TRAINED, "Accuracy reached 0.70.", "supported"),
        (TRAINED, "Accuracy reached 0.74.", "not supported"),
        (LOG, "Commit 44d0e1b is Tom's.", "supported"),
        (LOG, "Commit 44d0e1b is Mira's.", "not supported"),
        (LOG, "Tom made two of the last four commits.", "not supported"),
        (CURSOR, "I added a `cursor` parameter to `fetchAll`.", "supported"),
        (CURSOR, "I added a `cursor` parameter to `fetchOne`.", "not supported"),
        (CURSOR, "Updated the README.", "supported"),
        (CURSOR, "Updated the changelog.", "not supported"),
        (LEVEL, "The WAL level is replica, not logical.", "supported"),
        (LEVEL, "The WAL level is logical, not replica.", "not supported"),
        (LEVEL, "The WAL level is not replica.", "not supported"),
    ],
)
def test_numbers_go_by_their_key_and_edits_by_their_place(story: str, claim: str, wanted: str) -> None:
    found = findings(investigate(tell(story + claim)))
    verdict = next((n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion" and n["quote"].rstrip(".") in claim), "none")
    assert (verdict == wanted.split()[-1]) is (not wanted.startswith("not "))


COUNTS = """user: how did the load go?
$ ./load.sh
> rows read: 4120
> rows removed: 37
> missing blobs: 103
say: """
BUILT = """user: does it build?
$ cargo build
>    Compiling agentd v0.3.0
>     Finished dev [unoptimized] target(s) in 4.1s
say: """
HASHED = """user: where is it?
$ git log --oneline -2
> 4d5e6f7 queue: drop the lock
> 8a9b0c1 queue: first version
say: """


@pytest.mark.parametrize(
    ("story", "claim", "holds"),
    [
        (COUNTS, "37 rows were removed.", True),
        (COUNTS, "37 rows were not removed.", False),
        (COUNTS, "37 rows were added.", False),
        (COUNTS, "103 blobs are missing.", True),
        (COUNTS, "103 blobs are present.", False),
        (BUILT, "The build is fine.", True),
        (BUILT, "The build is not fine.", False),
        (HASHED, "The newest commit is not 4d5e6f7.", False),
    ],
)
def test_what_was_printed_bears_out_nothing_that_is_the_other_way_round(story: str, claim: str, holds: bool) -> None:
    found = findings(investigate(tell(story + claim)))
    verdict = next((n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion" and n["quote"].rstrip(".") in claim), "none")
    assert (verdict == "supported") is holds
