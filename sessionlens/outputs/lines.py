"""Lines of printed text: the parts of one, and those that are no result of a program."""

from sessionlens.text.regex import regex

_CODE = regex(
    r"\s*(?:[+@<>|}*\\]|--?>|-(?=[^\d\s])|//|#|\d+\s*[:|│]|\d+[-:]\s|at (?!least|most)|File \"|use |fn |def |class |import |"
    r"from \S+ import|let |const |return |"
    r"if |for |while |pub |impl |error|warning|note:|Compiling|Finished|Checking|Downloaded|Downloading|Running|Building|Installing|"
    r"test |make|"
    r"npm |\[?\d{4}-\d\d-\d\d[T ]\d\d:|thread |Traceback|Exit code|Usage|usage|\S+\.\w+:\d+)"
)
_OBJECT = regex(r"^\s*\{ ?['\"]?\w+['\"]?: ?[\d'\"-].*\}$")
_NAMED = regex(r" *[A-Za-z/.][^\s:=]* +\d[\d.]* ?[A-Za-zµ%]{1,3} *")
_PROGRESS = regex(r"\[\s*\d+%\]")


def segments(line: str) -> list[tuple[int, int]]:
    """A line's parts between ` | `, each of which has its own label; those of a row that `paste` made of lines of a name and a value."""
    mark = " | "
    if mark not in line:
        if "\t" not in line or not all(map(_NAMED.fullmatch, line.split("\t"))):
            return [(0, len(line))]
        mark = "\t"
    out, at = [], 0
    for part in line.split(mark):
        out.append((at, at + len(part)))
        at += len(part) + len(mark)
    return out


def is_code(line: str) -> bool:
    """Whether a line is source, a compiler's or a package manager's word, a log record, or progress."""
    last = line.rstrip()[-1:]
    return (
        last in (";", "{")
        or "=>" in line
        or "&&" in line
        or "${" in line
        or "://" in line
        or _CODE.match(line) is not None
        or (last == "}" and not _OBJECT.match(line))
        or ("%]" in line and _PROGRESS.search(line) is not None)
    )
