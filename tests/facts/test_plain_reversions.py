"""Plain ways to take a change back: what was done, what takes it back, and which message's change that undoes, and whether in part.
A message of 0 is the one that takes back what it did itself; None is work from before the session."""

import pytest

from sessionlens.facts import changes, reversions, verifications
from sessionlens.facts.trace import closely
from tests.story import tell

N: list[tuple[int | None, bool]] = []
# prelude (msgs 1..), undo text (one message), expected list of [of_msg offset or None, partial]
EDIT = "edit src/pool.c: size = 16; => size = 64;"
TWO = "edit src/pool.c: size = 16; => size = 64;\nedit src/page.c: zero(p); => skip(p);"
SED = "say: Bigger.\n$ sed -i 's/size = 16/size = 64/' src/pool.c"
PYE = "say: Bigger.\n$ python3 - <<'P'\n$| p='src/pool.c'; t=open(p).read()\n$| open(p,'w').write(t.replace('size = 16','size = 64'))\n$| P"
COMMIT = "\nsay: Commit.\n$ git commit -qam 'pool: 64' && git log --oneline | head -1\n> 9f8e7d6 pool: 64"
NEW = "write src/cache.c: int cache;"
WORK = "say: A worktree.\n$ git worktree add -q ../base 1a2b3c4"
BACK: list[tuple[str, str, list[tuple[int | None, bool]]]] = []
for pre, name in ((EDIT, "edit"), (SED, "sed"), (PYE, "py")):
    for undo in (
        "$ git checkout src/pool.c",
        "$ git checkout -- src/pool.c",
        "$ git restore src/pool.c",
        "$ git checkout .",
        "$ git restore .",
        "$ git reset --hard",
        "$ git reset -q --hard HEAD",
        "$ git stash",
        "$ git stash push -q src/pool.c",
        "edit src/pool.c: size = 64; => size = 16;",
        "$ sed -i 's/size = 64/size = 16/' src/pool.c",
        "$ sed -i 's/size = [0-9]*/size = 16/' src/pool.c",
        "$ perl -pi -e 's/size = 64/size = 16/' src/pool.c",
        "$ python3 -c \"p='src/pool.c'; t=open(p).read(); open(p,'w').write(t.replace('size = 64','size = 16'))\"",
        "$ git show HEAD:src/pool.c > src/pool.c",
        "$ git diff | git apply -R",
        "$ git stash -q && make && git stash pop -q",
        "$ git stash -q; go test ./...; git stash pop -q",
    ):
        if name != "edit" and undo.startswith(("$ git reset", "$ git restore", "$ git stash push", "$ git show")):
            continue
        BACK.append((pre, undo, [(1, False)]))
BACK += [
    (EDIT + COMMIT, '$ git revert --no-edit HEAD\n> [main 0a1b2c3] Revert "pool: 64"', [(1, False)]),
    (EDIT + COMMIT, '$ git revert --no-edit 9f8e7d6\n> [main 0a1b2c3] Revert "pool: 64"', [(1, False)]),
    (EDIT + COMMIT, "$ git reset --hard HEAD~1", [(1, False)]),
    (EDIT + COMMIT, "$ git reset -q --hard HEAD^", [(1, False)]),
    (EDIT + COMMIT, "$ git checkout HEAD~1 -- src/pool.c", [(1, False)]),
    (EDIT + COMMIT, "$ git checkout -q HEAD~1 -- src/pool.c && make && git checkout -q HEAD -- src/pool.c", [(1, False)]),
    (EDIT + COMMIT, "$ git restore --source=HEAD~1 src/pool.c", [(1, False)]),
    (EDIT + COMMIT, "$ git restore -s HEAD~1 src/pool.c", [(1, False)]),
    (EDIT + COMMIT, "edit src/pool.c: size = 64; => size = 16;", [(1, False)]),
    (EDIT + COMMIT, "$ git show HEAD~1:src/pool.c > src/pool.c", [(1, False)]),
    (EDIT + COMMIT, "$ git branch -D trial", N),
    (EDIT + COMMIT, "$ git commit -q --amend -m 'pool: larger'", N),
    (EDIT + COMMIT, "$ git checkout src/pool.c", N),
    (EDIT + COMMIT, "$ git reset -q --soft HEAD~1", N),
    (TWO, "$ git checkout src/pool.c", [(1, True)]),
    (TWO, "edit src/page.c: skip(p); => zero(p);", [(1, True)]),
    (TWO, "$ sed -i 's/skip(p)/zero(p)/' src/page.c", [(1, True)]),
    (TWO, "$ git stash push -q -- src/pool.c && make && git stash pop -q", [(1, True)]),
    (NEW, "$ rm src/cache.c", [(1, False)]),
    (NEW, "$ rm -f src/cache.c", [(1, False)]),
    (NEW, "$ git clean -fdq", [(1, False)]),
    (NEW + "\n" + EDIT, "$ rm src/cache.c", [(1, True)]),
    (WORK, "$ git worktree remove ../base", [(1, False)]),
    (WORK, "$ git worktree remove --force ../base", [(1, False)]),
    (WORK, "$ rm -rf ../base && git worktree prune", [(1, False)]),
    (
        "say: Branch.\n$ git checkout -q -b trial\n"
        + EDIT
        + "\nsay: Commit.\n$ git commit -qam 'trial' && git log --oneline | head -1\n> 0a1b2c3 trial",
        "$ git checkout -q main && git branch -D trial\n> Deleted branch trial (was 0a1b2c3).",
        [(1, False)],
    ),
    ("say: A dependency.\n$ npm install left-pad", "$ npm uninstall left-pad", [(1, False)]),
    ("say: A dependency.\n$ cargo add rayon", "$ cargo remove rayon", [(1, False)]),
    ("say: A dependency.\n$ uv add numpy", "$ uv remove numpy", [(1, False)]),
    ("say: A dependency.\n$ go get example.com/x@v1.2.0", "$ go get example.com/x@none", [(1, False)]),
    ("say: Set.\n$ psql -c \"alter system set work_mem = '64MB'\"", "$ psql -c 'alter system reset work_mem'", [(1, False)]),
    ("say: Set.\n$ psql -c 'create index i on t (a)'", "$ psql -c 'drop index i'", [(1, False)]),
    ("say: Set.\n$ redis-cli config set maxmemory 1gb", "$ redis-cli config set maxmemory 0", []),
    ("say: Set.\n$ git config core.fsmonitor true", "$ git config --unset core.fsmonitor", [(1, False)]),
    ("say: Set.\n$ echo 0 > /proc/sys/vm/swappiness", "$ echo 60 > /proc/sys/vm/swappiness", []),
    # trials in one call
    ("say: x", "$ sed -i 's/size = 16/size = 8/' src/pool.c && make && ./bench; git checkout -q src/pool.c", [(0, False)]),
    ("say: x", "$ sed -i 's/size = 16/size = 8/' src/pool.c; go test ./pool; sed -i 's/size = 8/size = 16/' src/pool.c", [(0, False)]),
    (
        "say: x",
        "$ cp src/pool.c /tmp/pool.bak; sed -i 's/size = 16/size = 8/' src/pool.c; go test ./pool; cp /tmp/pool.bak src/pool.c",
        [(0, False)],
    ),
    ("say: x", "$ cd ../split && cp ../main/index.go index/ && go build -o a . && git checkout -q .", [(0, False)]),
    ("say: x", "$ sed -i 's/size = 16/size = 8/' src/pool.c; go test ./pool; git stash -q; go test ./pool", [(0, False)]),
    # of older work
    ("say: x", '$ git revert --no-edit 1a2b3c4\n> [main 0a1b2c3] Revert "x"', [(None, False)]),
    ("say: x", "$ git checkout v1.2 -- src/pool.c", [(None, True)]),
    ("say: x", "$ git checkout src/pool.c", N),
    ("say: x", "$ git restore --staged src/pool.c", N),
    ("say: x", "$ git stash -q; make; git stash pop -q", N),
    (EDIT, "$ git stash list", N),
    (EDIT, "$ git stash pop", N),
    (EDIT, "$ git checkout main", N),
    (EDIT, "$ git checkout -b other", N),
    (EDIT, "edit src/pool.c: size = 64; => size = 32;", N),
    (EDIT, "edit src/page.c: size = 64; => size = 16;", N),
    (EDIT, "$ git reset -q src/pool.c", N),
    (EDIT, "$ git checkout src/other.c", N),
    (EDIT, "$ git checkout src/pool.c\n> error: pathspec 'src/pool.c' did not match any file(s) known to git\n! 1", N),
]


@pytest.mark.parametrize("row", BACK, ids=lambda r: f"{r[0][:30]} {r[1][:70]}")
def test_what_a_plain_command_takes_back(row: tuple[str, str, list[tuple[int | None, bool]]]) -> None:
    before, undo, want = row
    session = tell(f"{before}\nsay: Back.\n{undo}\nsay: Next.\n$ ls")
    trace, at = closely(session), len(session.messages) - 1
    found = reversions.find(trace, changes.find(trace, ()), verifications.find(trace))
    assert [(r.of_msg, r.partial) for r in found if r.msg == at] == [(at if of == 0 else of, part) for of, part in want]


@pytest.mark.parametrize("take", ["git stash pop -q", "git stash apply"])
def test_what_is_put_back_in_the_same_message_stands(take: str) -> None:
    trace = closely(tell(f"{EDIT}\nsay: Without it.\n$ git stash -q; make; {take}"))
    (found,) = reversions.find(trace, changes.find(trace, ()), ())
    assert found.restored


@pytest.mark.parametrize(
    ("out", "back"),
    [
        ("sed -i 's/size = 64/size = 16/' src/pool.c", "sed -i 's/size = 16/size = 64/' src/pool.c"),
        ("sed -i 's/size.=.64/size = 16/' src/pool.c", "sed -i 's/size.=.16/size = 64/' src/pool.c"),
        ("sed -i 's/size = 64;/size = 16;/' src/pool.c", "perl -pi -e 's/size = 16;/size = 64;/' src/pool.c"),
    ],
)
def test_what_a_counter_test_takes_out_and_puts_back_stands(out: str, back: str) -> None:
    trace = closely(tell(f"{EDIT}\nsay: It has to fail without.\n$ {out} && make test; {back} && git diff --stat"))
    made = changes.find(trace, ())
    (found,) = reversions.find(trace, made, ())
    assert found.restored
    assert [c.msg for c in made] == [1]


def test_what_is_put_back_otherwise_stays_taken_out() -> None:
    trace = closely(tell(f"{EDIT}\nsay: Back.\n$ sed -i 's/size = 64/size = 16/' src/pool.c; sed -i 's/size = 16/size = 32/' src/pool.c"))
    made = changes.find(trace, ())
    (found,) = reversions.find(trace, made, ())
    assert not found.restored
    assert [c.msg for c in made] == [1, 2]
