"""A transcript in a dozen lines, for docstring examples and case files.

    user: Is the new parser faster?
    say: Benchmark both.
    $ ./bench --config old
    > total: 12.1 ms
    say: Make the buffer bigger.
    edit src/buf.c: 64 => 4096
    $ make
    ! 2

`say:` begins a message of the agent (an empty one where a call stands without it), `$` is a shell command, `$|` continues it
on a new line, `>` is a line of its output, `! N` its exit status (0 if none is given), `edit FILE: OLD => NEW` and
`write FILE: TEXT` are edits. `say|` continues the text on a new line.
"""

from dataclasses import replace

from sessionlens.model.session import FileEdit, Message, Session, ToolCall


def tell(story: str, first: int = 1) -> Session:
    """The session that the lines of `story` tell, its messages numbered from `first`."""
    messages: list[Message] = []

    def agent(text: str) -> None:
        messages.append(Message(first + len(messages), "assistant", text))

    def call(made: ToolCall) -> None:
        if not messages or messages[-1].role == "user":
            agent("")
        last = messages[-1]
        messages[-1] = replace(last, calls=(*last.calls, made))

    def amend(**fields: object) -> None:
        last = messages[-1]
        messages[-1] = replace(last, calls=(*last.calls[:-1], replace(last.calls[-1], **fields)))  # type: ignore[arg-type]

    for line in (raw.strip() for raw in story.strip().splitlines()):
        head, _, rest = line.partition(" ")
        if head == "user:":
            messages.append(Message(first + len(messages), "user", rest))
        elif head == "say:":
            agent(rest)
        elif head == "say|":
            messages[-1] = replace(messages[-1], text=messages[-1].text + "\n" + rest)
        elif head == "$":
            made = ToolCall(f"call{len(messages)}", "bash", "shell", {"command": rest}, command=rest, exit_code=0, status="ok")
            call(made)
        elif head == "$|":
            amend(command=f"{messages[-1].calls[-1].command}\n{rest}")
        elif head == ">":
            amend(output=messages[-1].calls[-1].output + rest + "\n")
        elif head == "!":
            amend(exit_code=int(rest), status="ok" if rest == "0" else "error")
        elif head in ("edit", "write"):
            path, _, text = rest.partition(": ")
            old, arrow, new = text.partition(" => ")
            edit = FileEdit(path, "update", old, new) if arrow else FileEdit(path, "add", None, text)
            call(ToolCall("call", head, "edit" if arrow else "write", {"file_path": path}, edits=(edit,), status="ok", exit_code=0))
        elif line:
            raise ValueError(f"not a line of a story: {line!r}")
    return Session("story", "story", "story", tuple(messages), cwd="/home/dev/project")
