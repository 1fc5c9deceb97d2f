"""Edits that are written as text: apply_patch envelopes, and files written by a shell's heredoc.

The envelope's grammar is that of Codex's `apply_patch` tool (`*** Begin Patch`, `*** Update File: x`, `@@`, ` `, `-`, `+`).
"""

from sessionlens.model.session import FileEdit
from sessionlens.text.regex import regex

_HEAD = regex(r"^\*\*\* (Add|Update|Delete) File: (.+)$")
_HEREDOC = regex(
    r"\s*(?:cat\s*>\s*(?P<a>[^\s;&|<>]+)\s*<<|cat\s*<<(?=[^\n]*>)|tee\s+(?P<c>[^\s;&|<>-][^\s;&|<>]*)\s*<<|(?P<patch>apply_?patch)\s*<<)"
    r"(?P<dash>-?)\s*(?P<q>['\"]?)(?P<end>\w+)(?P=q)[ \t]*(?:>\s*/dev/null|>\s*(?P<b>[^\s;&|<>]+))?[ \t]*\n"
)


def parse(text: str) -> tuple[FileEdit, ...]:
    """The edits of an apply_patch envelope, one per hunk; `old` and `new` hold the hunk's lines with their context, no line end at the end.

    >>> parse("*** Begin Patch\\n*** Update File: a.py\\n@@\\n x = 1\\n-y = 2\\n+y = 3\\n*** End Patch")
    (FileEdit(path='a.py', op='update', old='x = 1\\ny = 2', new='x = 1\\ny = 3'),)
    """
    edits: list[FileEdit] = []
    path, op = "", ""
    old: list[str] = []
    new: list[str] = []

    def flush() -> None:
        if op == "Add" and path:
            edits.append(FileEdit(path, "add", None, whole("\n".join(new))))
        elif op == "Update" and (old or new):
            edits.append(FileEdit(path, "update", "\n".join(old), "\n".join(new)))
        old.clear()
        new.clear()

    for line in text.split("\n"):
        if line.startswith("*** "):
            head = _HEAD.match(line)
            if line.startswith("*** Move to: "):
                edits.append(FileEdit(path, "move", None, line[13:].strip()))
                continue
            if line.startswith("*** End of File"):
                continue
            flush()
            path, op = (head[2].strip(), head[1]) if head else ("", "")
            if op == "Delete":
                edits.append(FileEdit(path, "delete"))
        elif line.startswith("@@"):
            flush()
        elif line.startswith("+"):
            new.append(line[1:])
        elif op == "Update" and line.startswith("-"):
            old.append(line[1:])
        elif op == "Update" and line.startswith(" "):
            old.append(line[1:])
            new.append(line[1:])
        elif op == "Update" and line == "" and (old or new):
            old.append("")
            new.append("")
    flush()
    return tuple(edits)


def whole(content: str) -> str:
    """A whole file's content with exactly one line end at its end (none if it is empty).

    Formats write the same file with one line end more or less (a heredoc adds one), so the end says nothing.
    """
    content = content.rstrip("\n")
    return content + "\n" if content else ""


def hidden(command: str) -> tuple[FileEdit, ...]:
    """The edits of a shell text that does nothing but hand a heredoc to `apply_patch`, `cat > FILE` or `tee FILE`; else none.

    Such a call is an edit in a shell's clothes (Codex itself takes it out of the shell), and other formats of the same session show it as
    one. A text that does anything more, appends, or expands variables in the heredoc stays what it is: a command.

    >>> hidden("cat > a.txt <<'X'\\none\\nX")
    (FileEdit(path='a.txt', op='update', old=None, new='one\\n'),)
    """
    if "<<" not in command[:300]:
        return ()
    head = _HEREDOC.match(command)
    if head is None:
        return ()
    body, mark, rest = command[head.end() - 1 :].rpartition(f"\n{head['end']}")
    if not mark or rest.strip() or f"\n{head['end']}\n" in body + "\n":
        return ()
    body = body.removeprefix("\n")
    if not head["q"] and ("$" in body or "`" in body):
        return ()
    if head["patch"]:
        return parse(body)
    path = head["a"] or head["b"] or head["c"]
    if not path or "$" in path or head["dash"]:
        return ()
    return (FileEdit(path.strip("'\""), "update", None, whole(body)),)
