"""Plain checks in plain commands: what is asked, what is run, what is printed, the exit status, and what that comes to (None: no check)."""

# ruff: noqa: E501 (a row is one check)

import pytest

from sessionlens.facts import verifications
from sessionlens.facts.trace import closely
from tests.story import tell

P, F, OPEN, N = "pass", "fail", "inconclusive", None
GO_OK = "ok  \texample.com/pool\t0.412s"
GO_BAD = "--- FAIL: TestDrain (0.01s)|    pool_test.go:31: got 3, want 4|FAIL|FAIL\texample.com/pool\t0.021s|FAIL"
RACE = "==================|WARNING: DATA RACE|Write at 0x00c0001 by goroutine 8:|  pool.(*P).Put()|==================|--- FAIL: TestDrain (0.01s)|    testing.go:1312: race detected during execution of test|FAIL|FAIL\tpool\t0.1s"
PY_OK = "12 passed in 0.31s"
PY_BAD = "FAILED tests/test_q.py::test_drain - assert 3 == 4|1 failed, 11 passed in 0.33s"
CA_OK = "test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s"
CA_BAD = "test drain ... FAILED|test result: FAILED. 8 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out"
RUNS = [  # say, command, output, exit, want
    # plain runs
    ("", "go test ./...", GO_OK, 0, P),
    ("", "go test ./...", GO_BAD, 1, F),
    ("", "go test -race ./...", RACE, 1, F),
    ("", "go test -race ./pool", GO_OK, 0, P),
    ("", 'go test -race -count=5 ./pool > /dev/null 2>&1; echo "exit $?"', "exit 0", 0, P),
    ("", 'go test -race -count=5 ./pool > race.txt 2>&1; echo "exit $?"', "exit 1", 0, F),
    ("", "go test -race -count=5 ./pool > race.txt 2>&1; echo \"exit $?\"; grep -c 'DATA RACE' race.txt", "exit 1|2", 0, F),
    ("", "go test -race -count=5 ./pool > race.txt 2>&1; echo $?; grep -c 'DATA RACE' race.txt", "0|0", 0, P),
    ("", "go test -race ./pool > race.txt 2>&1; grep -c 'DATA RACE' race.txt", "3", 0, F),
    ("", "go test -race ./pool > race.txt 2>&1; grep -c 'DATA RACE' race.txt", "0", 1, P),
    ("", "go test ./... 2>&1 | tail -2", "ok  \tpool\t0.4s|ok  \tqueue\t0.3s", 0, P),
    ("", "go test ./... 2>&1 | tail -2", "FAIL\tpool\t0.4s|FAIL", 0, F),
    ("", "go test ./... 2>&1 | grep -c FAIL", "0", 1, P),
    ("", "go test ./... 2>&1 | grep -c FAIL", "2", 0, F),
    ("", "go test ./... 2>&1 | grep FAIL", "", 1, P),
    ("", "go test ./... 2>&1 | grep FAIL", "--- FAIL: TestDrain (0.01s)", 0, F),
    ("", "go test ./... > /dev/null", "", 0, P),
    ("", "go test ./... > /dev/null; true", "", 0, OPEN),
    ("", "go test ./... | cat > out.txt", "", 0, OPEN),
    (
        "",
        "go test -run Drain -v ./pool",
        "=== RUN   TestDrain|    pool_test.go:9: no data|--- SKIP: TestDrain (0.00s)|PASS|ok  \tpool\t0.003s",
        0,
        OPEN,
    ),
    ("", "go test -run Nothing ./pool", "testing: warning: no tests to run|PASS|ok  \tpool\t0.003s [no tests to run]", 0, OPEN),
    (
        "",
        "go test -count=300 -run 'TestDrain$' ./pool > t.txt 2>&1; echo \"exit $?\"; echo \"$(grep -c -- '^--- FAIL' t.txt) of 300 failed\"",
        "exit 1|41 of 300 failed",
        0,
        F,
    ),
    (
        "",
        "go test -count=300 -run 'TestDrain$' ./pool > t.txt 2>&1; echo \"$(grep -c -- '^--- FAIL' t.txt) of 300 failed\"",
        "0 of 300 failed",
        0,
        P,
    ),
    ("", "for i in 1 2 3; do go test -count=1 ./pool; done", f"{GO_OK}|{GO_OK}|--- FAIL: TestDrain|FAIL\tpool\t0.1s|FAIL", 0, F),
    ("", "go vet ./...", "", 0, P),
    ("", "go vet ./...", "pool/pool.go:12:2: unreachable code", 1, F),
    ("", "gofmt -l .; go vet ./...", "", 0, P),
    ("", "gofmt -l .", "pool/pool.go", 0, F),
    (
        "Does it survive fuzzing?",
        "go test -fuzz=FuzzLine -fuzztime=5s ./parse",
        "fuzz: elapsed: 5s, execs: 64507 (12000/sec), new interesting: 3 (total: 40)|PASS|ok  \tparse\t6.0s",
        0,
        P,
    ),
    (
        "Does it survive fuzzing?",
        "go test -fuzz=FuzzLine -fuzztime=5s ./parse",
        "fuzz: elapsed: 1s, execs: 803|--- FAIL: FuzzLine (0.7s)|    --- FAIL: FuzzLine (0.00s)|        parse_test.go:9: differ|    Failing input written to testdata/fuzz/FuzzLine/1a2b|FAIL|exit status 1|FAIL\tparse\t0.9s",
        1,
        F,
    ),
    ("", "go test -run xxx -bench Line ./parse | grep Bench", "--- FAIL: BenchmarkLine", 0, F),
    ("", "go test -run xxx -bench Line ./parse", "BenchmarkLine-4   1000   1069 ns/op|PASS|ok  \tparse\t2.1s", 0, N),
    ("", "pytest -q", PY_OK, 0, P),
    ("", "pytest -q", PY_BAD, 1, F),
    ("", "pytest -q | tail -1", "1 failed, 11 passed in 0.33s", 0, F),
    ("", "pytest -q -x 2>&1 | grep -c FAILED", "0", 1, P),
    ("", "pytest -q >/dev/null && echo ok", "ok", 0, P),
    ("", "pytest -q >/dev/null || echo broken", "broken", 0, F),
    ("", "pytest -q > out.txt; tail -3 out.txt", PY_BAD, 0, F),
    ("", "pytest -q > out.txt; echo done", "done", 0, OPEN),
    ("", "cargo test", CA_OK, 0, P),
    ("", "cargo test", CA_BAD, 101, F),
    ("", "cargo test 2>&1 | grep 'test result'", CA_OK, 0, P),
    ("", "cargo clippy -- -D warnings", "error: this loop never actually loops|error: could not compile `pool`", 101, F),
    ("", "make check", "PASS: test_a|FAIL: test_b|# TOTAL: 2|# PASS:  1|# FAIL:  1|make: *** [check] Error 1", 2, F),
    ("", "make check", "PASS: test_a|PASS: test_b|# TOTAL: 2|# PASS:  2|# FAIL:  0", 0, P),
    ("", "tests/run.sh", "ok 1 - opens|ok 2 - reads|not ok 3 - closes|1..3", 1, F),
    ("", "tests/run.sh", "ok 1 - opens|ok 2 - reads|1..2", 0, P),
    ("The tests.", "tests/smoke.sh | grep -c '^ok'", "6", 0, OPEN),
    ("", "tests/smoke.sh | grep -c '^not ok'", "0", 1, P),
    ("", "tests/smoke.sh | grep -c '^not ok'", "1", 0, F),
    # several commands in one call
    (
        "Tests, then commit.",
        "go test ./... 2>&1 | tail -1; git add -A && git commit -qm 'pool: drain' && git status --short",
        "ok  \tpool\t0.4s",
        0,
        P,
    ),
    (
        "Tests, then commit.",
        "go test ./... 2>&1 | tail -1; git add -A && git commit -qm 'pool: drain' && git status --short && git log --oneline | head -1",
        "ok  \tpool\t0.4s|f535e02 pool: drain",
        0,
        P,
    ),
    ("", "gofmt -l . ; go vet ./... && go test ./... 2>&1 | tail -1", "ok  \tpool\t0.4s", 0, P),
    (
        "",
        "gofmt -l . ; go vet ./... && go test -race -count=10 ./pool > r.txt 2>&1; echo \"exit $?\"; grep -E 'DATA RACE|^FAIL|^ok' r.txt | sort | uniq -c",
        "exit 0|      1 ok  \tpool\t0.1s",
        0,
        P,
    ),
    (
        "",
        "go test -race -count=10 ./pool > r.txt 2>&1; echo \"exit $?\"; grep -E 'DATA RACE|^FAIL|^ok' r.txt | sort | uniq -c",
        "exit 1|      2 FAIL|      1 FAIL\tpool\t0.07s|      1 WARNING: DATA RACE",
        0,
        F,
    ),
    ("", "sed -i 's/n int/n atomic.Int64/' pool.go && go vet ./... && go test ./pool", "ok  \tpool\t0.4s", 0, P),
    ("", "go build ./... && go test ./...; git status --short", GO_BAD + "| M pool.go", 0, F),
    ("", "pytest -q tests/a; pytest -q tests/b", "4 passed in 0.1s|2 failed, 1 passed in 0.2s", 1, F),
    # built program with race
    (
        "And a run with the race detector.",
        "go build -race -o bin/app-race . && bin/app-race -n 4 > r.txt 2>&1; echo \"exit $?\"; grep -c 'DATA RACE' r.txt",
        "exit 66|2",
        0,
        F,
    ),
    (
        "And a run with the race detector.",
        "go build -race -o bin/app-race . && bin/app-race -n 4 > r.txt 2>&1; echo \"exit $?\"; grep -c 'DATA RACE' r.txt",
        "exit 0|0",
        0,
        P,
    ),
    # presence and absence
    ("Is the timer in the binary?", "nm bin/app | grep -c timer_now", "2", 0, P),
    ("Is the timer in the binary?", "nm bin/app | grep -c timer_now", "0", 1, F),
    ("Is any call of the old one left?", "grep -rn old_now src", "", 1, P),
    ("Is any call of the old one left?", "grep -rn old_now src", "src/a.c:9: old_now();", 0, F),
    ("Is the old parser gone?", "grep -c old_parse src/p.c", "0", 1, P),
    ("Is the old parser gone?", "grep -c old_parse src/p.c", "2", 0, F),
    ("Check that the flag is in the config.", "grep fast_path conf/app.toml", "fast_path = true", 0, P),
    ("Does the file exist?", "ls data/in.csv", "ls: cannot access 'data/in.csv': No such file or directory", 2, F),
    ("Does the file exist?", "test -f data/in.csv && echo yes || echo no", "no", 0, F),
    # equality
    ("Same output as before?", "diff old.txt new.txt", "", 0, P),
    ("Same output as before?", "diff old.txt new.txt", "3c3|< a|---|> b", 1, F),
    ("Same output as before?", "cmp old.bin new.bin && echo same", "same", 0, P),
    ("Same output as before?", "cmp old.bin new.bin", "old.bin new.bin differ: char 9, line 2", 1, F),
    ("Same output?", "md5sum old.txt new.txt", "0cc175b9c0f1b6a831c399e269772661  old.txt|0cc175b9c0f1b6a831c399e269772661  new.txt", 0, P),
    ("Same output?", "md5sum old.txt new.txt", "0cc175b9c0f1b6a831c399e269772661  old.txt|92eb5ffee6ae2fec3ad71c777531578f  new.txt", 0, F),
    (
        "The two builds must differ.",
        "sha256sum bin/a bin/b",
        "11aa22bb33cc44dd55ee66ff778899001122334455667788aabbccddeeff0011  bin/a|22aa22bb33cc44dd55ee66ff778899001122334455667788aabbccddeeff0011  bin/b",
        0,
        P,
    ),
    ("Did the report stay the same?", "./app report > new.txt; cmp old.txt new.txt && echo identical", "identical", 0, P),
    # state
    ("Is the tree clean?", "git status --short", "", 0, P),
    ("Is the tree clean?", "git status --short", " M src/a.c", 0, F),
    # tools
    (
        "What do I have to measure with?",
        "go version; nproc; which hyperfine perf",
        "go version go1.19 linux/amd64|2|/usr/bin/hyperfine|/usr/bin/perf",
        0,
        P,
    ),
    ("Which tools are there?", "which hyperfine perf strace", "/usr/bin/perf", 1, F),
    ("", "which hyperfine perf strace; true", "/usr/bin/perf", 0, P),
    (
        "What is there to measure with?",
        "for t in perf heaptrack; do printf '%s: ' $t; command -v $t || echo missing; done",
        "perf: /usr/bin/perf|heaptrack: missing",
        0,
        OPEN,
    ),
    ("Is jq installed?", "command -v jq", "", 1, F),
    # statuses that the call prints itself
    ("Does it start now?", './serve --check new.toml; echo "rc=$?"', "rc=3", 0, F),
    ("Does it start now?", './serve --check new.toml; echo "rc=$?"', "listening|rc=0", 0, P),
    ("It should refuse an empty key.", "./serve --key ''; echo \"exit $?\"", "empty key|exit 2", 0, None),
    ("Does the option reach the code?", "grep -rn 'max_retries' src; echo \"grep: $?\"", "grep: 1", 0, F),
    (
        "Is there still a ring_push in the image?",
        "nm old.elf | grep -c ring_pop; nm new.elf | grep -c ring_push",
        "2|0",
        0,
        F,
    ),
    # digests of variants, which are to differ
    (
        "Same edits again, one at a time.",
        "for n in 4 8; do make -s -B N=$n && cp app bin/n$n; done; sha256sum bin/n4 bin/n8",
        "1e15a9180022aa3344556677889900aabbccddeeff00112233445566778899aa  bin/n4|7f5695a40022aa3344556677889900aabbccddeeff00112233445566778899aa  bin/n8",
        0,
        P,
    ),
    (
        "Both should have the same digest.",
        "sha256sum bin/n4 bin/n8",
        "1e15a9180022aa3344556677889900aabbccddeeff00112233445566778899aa  bin/n4|7f5695a40022aa3344556677889900aabbccddeeff00112233445566778899aa  bin/n8",
        0,
        F,
    ),
    # how often something fails is asked of what fails
    ("How often does it fail?", 'go test -count=50 ./pool > t.txt 2>&1; echo "exit $?"', "exit 1", 0, F),
    ("Is jq installed?", "which jq", "/usr/bin/jq", 0, P),
    # curl
    ("Is the service up?", "curl -s -o /dev/null -w '%{http_code}' localhost:8080/health", "200", 0, P),
    ("Is the service up?", "curl -s -o /dev/null -w '%{http_code}\\n' localhost:8080/health", "503", 0, F),
    ("Is the service up?", "curl -sf localhost:8080/health", "", 22, F),
    ("Is the service up?", "curl -sf localhost:8080/health || echo down", "down", 0, F),
    ("Does it answer now?", "curl -s localhost:8080/health", '{"status":"ok"}', 0, P),
    ("Does a bad request get 400?", "curl -s -o /dev/null -w '%{http_code}' localhost:8080/x?n=-1", "400", 0, P),
    # asked so that failure means pass
    ("Does the new test fail without the fix?", "pytest -q tests/test_q.py", PY_BAD, 1, P),
    ("Does the new test fail without the fix?", "pytest -q tests/test_q.py", PY_OK, 0, F),
    ("The test should fail on the old code.", "go test ./pool", GO_BAD, 1, P),
    # what is in a binary
    ("Which commit is in bin/app?", "go version -m bin/app | grep vcs", "\tbuild\tvcs.revision=aef6b83f|\tbuild\tvcs.modified=false", 0, P),
    ("Which version is installed?", "pip show requests | grep Version", "Version: 2.31.0", 0, P),
    ("Is it the new build?", "bin/app --version", "app 1.4.2 (f535e02)", 0, P),
    ("Is anybody still connected?", "psql -XAtc 'select count(*) from pg_stat_activity where state is not null'", "0", 0, P),
]


@pytest.mark.parametrize("row", RUNS, ids=lambda r: f"{r[1][:60]} {r[2][:20]}")
def test_what_a_plain_check_comes_to(row: tuple[str, str, str, int, str | None]) -> None:
    said, command, output, code, want = row
    printed = "".join(f"> {line}\n" for line in output.split("|")) if output else ""
    found = verifications.find(closely(tell(f"say: {said}\n$ {command}\n{printed}! {code}")))
    assert [v.result for v in found] == ([] if want is None else [want])
