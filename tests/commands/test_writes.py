"""Which files a command writes."""

import pytest

from sessionlens.commands import actions
from sessionlens.commands.writes import written

CASES = {
    "sed -i 's/a/b/' x.c y.c": ("x.c", "y.c"),
    "sed -i -e s/a/b/ -e s/c/d/ x.c": ("x.c",),
    "sed -n 1,3p x.c": (),
    "perl -pi -e 's/a/b/' x.c": ("x.c",),
    "cat > a.txt <<E\nhi\nE": ("a.txt",),
    "echo x >> log/a.txt": ("log/a.txt",),
    "make 2> err.txt > /dev/null": (),
    "printf hi | tee a b": ("a", "b"),
    "mv a b": ("b",),
    "rm -rf a b": ("a", "b"),
    "gofmt -w a.go": ("a.go",),
    "patch a.c < fix.diff": ("a.c",),
    'sqlite3 a.db "drop index i"': ("a.db",),
    'sqlite3 a.db "select 1"': (),
    "python3 - <<P\np='a.py'; t=open(p).read()\nopen(p,'w').write(t)\np='b.py'\nopen(p, 'w').write(t)\nP": ("a.py", "b.py"),
    "python3 - <<P\nfrom pathlib import Path\nPath('c.txt').write_text('x')\nP": ("c.txt",),
    "python3 - <<P\nfor f in ['a.py', 'b.py']:\n    open(f, 'w').write('')\nP": ("a.py", "b.py"),
    "python3 - <<P\nimport sys\nopen(sys.argv[1], 'w')\nP": ("?",),
    "python3 - <<P\nprint(open('a').read())\nP": (),
    "node -e \"require('fs').writeFileSync('o.json', '1')\"": ("o.json",),
}


@pytest.mark.parametrize("text", CASES)
def test_written(text: str) -> None:
    assert tuple(f for a in actions(text) for f in written(a.command)) == CASES[text]


def test_a_log_of_a_programs_output_is_no_edit() -> None:
    assert [a.intent for a in actions("./app | tee log")] == ["run", "other"]
    assert [a.intent for a in actions("printf hi | tee a.conf")] == ["other", "edit"]
