"""One vocabulary for the tools of all agents: what kind of tool it is, its command, its edits.

The names are those of the agents' own tools (Claude Code, Codex, opencode, Gemini and Qwen, Cline and Roo, Cursor, OpenHands, SWE-agent)
and of the model makers' reference tools; a name that is not listed is judged by its input.
"""

import shlex
from typing import Any

from sessionlens.formats import patches
from sessionlens.formats.records import as_dict, as_list, as_text
from sessionlens.model.session import FileEdit, ToolKind

_SHELLS = (
    "bash shell sh zsh pwsh powershell cmd terminal shell_command exec exec_command local_shell local_shell_call container.exec run_command"
    " run_shell run_shell_command execute_command execute_bash execute_shell run_terminal_cmd run_in_terminal run_bash"
)
SHELLS = frozenset(_SHELLS.split())
_KINDS: dict[str, ToolKind] = dict.fromkeys(SHELLS, "shell")
_LISTS: tuple[tuple[ToolKind, str], ...] = (
    ("edit", "edit multiedit replace edit_file search_replace str_replace apply_diff notebookedit replace_in_file insert_edit_into_file"),
    ("write", "write write_file write_to_file create_file create save_file"),
    ("patch", "apply_patch applypatch patch"),
    ("read", "read read_file view cat open open_file notebookread view_image webfetch fetch web_fetch read_many_files readmcpresource"),
    ("search", "grep glob ls list list_directory list_dir find search codebase_search search_files grep_search file_search"
     " websearch web_search web_search_call google_web_search tool_search tool_search_call toolsearch lsp"
     " find_file search_dir search_file list_files"),
    ("task", "task agent spawn_agent dispatch_agent delegate new_task subagent"),
    ("todo", "todowrite todoread todo update_plan write_todos taskcreate taskupdate tasklist taskget update_todo_list exitplanmode"),
)  # fmt: skip
for _kind, _names in _LISTS:
    _KINDS.update(dict.fromkeys(_names.split(), _kind))

_PATHS = ("file_path", "filePath", "path", "filename", "file", "notebook_path", "target_file", "absolute_path", "TargetFile")
_OLD = ("old_string", "oldString", "old_str", "search", "old_text", "oldText")
_NEW = ("new_string", "newString", "new_str", "replace", "new_text", "newText", "new_source", "replacement")
_CONTENT = ("content", "contents", "file_text", "text", "file_content")
_EDITOR: dict[str, ToolKind] = {"view": "read", "create": "write", "str_replace": "edit", "insert": "edit", "undo_edit": "edit"}
_INTERPRETERS = frozenset({"bash", "sh", "zsh", "dash", "pwsh", "powershell", "cmd"})


def describe(name: str, given: dict[str, Any]) -> tuple[ToolKind, str | None, tuple[FileEdit, ...]]:
    """(kind, shell text if it is a shell, edits of files) of a call, from its tool's name and input.

    An edit's kind follows from what it does, so that the same edit has one kind in every format: "edit" replaces a part of a file,
    "write" gives a whole file, "patch" is anything more (several files, a deletion, a move).
    """
    kind = kind_of(name, given)
    if kind == "shell":
        command = shell_text(given)
        if command is not None and "<<" in command:
            edits = patches.hidden(command)
            if edits:
                return _by_edits(edits), None, edits
        return kind, command, ()
    if kind in ("edit", "write", "patch"):
        edits = edits_of(kind, given)
        return (_by_edits(edits) if edits else kind), None, edits
    return kind, None, ()


def kind_of(name: str, given: dict[str, Any]) -> ToolKind:
    """The kind of a tool by its name, its prefix of a server or namespace aside; an unknown name with a command in its input is a shell."""
    short = name.lower()
    if short in _KINDS:
        return _KINDS[short]
    if short.startswith(("str_replace_", "text_editor")) or short == "editor":
        return _EDITOR.get(as_text(given.get("command")), "other")
    if short.startswith("mcp__"):
        short = short.rpartition("__")[2]
        return "shell" if short in SHELLS and shell_text(given) is not None else "other"
    for mark in (".", "/", ":"):
        short = short.rpartition(mark)[2]
    if short in _KINDS:
        return _KINDS[short]
    if any(word in short for word in ("bash", "shell", "command", "terminal", "exec")) and shell_text(given) is not None:
        return "shell"
    return "other"


def shell_text(given: dict[str, Any]) -> str | None:
    """The shell text of a call: a string as it stands, an argument list as a shell would be given it (`["bash", "-lc", X]` is X)."""
    for key in ("command", "cmd", "CommandLine", "script", "commands"):
        value = given.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, list) and value and all(isinstance(v, str) for v in value):
            tool = value[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
            if len(value) == 3 and tool in _INTERPRETERS and value[1].lower() in ("-c", "-lc", "-ic", "-command", "/c"):
                return str(value[2])
            return shlex.join(value)
    return None


def edits_of(kind: ToolKind, given: dict[str, Any]) -> tuple[FileEdit, ...]:
    """The edits in the input of an editing tool, paths as written; none where the input does not say."""
    if kind == "patch":
        for key in ("input", "patch", "patchText", "patch_text", "diff"):
            if isinstance(given.get(key), str):
                return patches.parse(given[key])
        return ()
    path = _first(given, _PATHS)
    if path is None:
        return ()
    if kind == "write":
        return (FileEdit(path, "update", None, patches.whole(_first(given, _CONTENT) or "")),)
    many = [as_dict(e) for e in as_list(given.get("edits"))]
    if many:
        return tuple(FileEdit(path, "update", _first(e, _OLD), _first(e, _NEW)) for e in many)
    old, new = _first(given, _OLD), _first(given, _NEW)
    if old == "" and new:
        return (FileEdit(path, "update", None, patches.whole(new)),)
    return (FileEdit(path, "update", old, new),)


def as_input(edits: tuple[FileEdit, ...]) -> dict[str, Any]:
    """The input of an edit under one set of names: `file_path` with `content`, or `old_string` and `new_string`; of several, `edits`."""
    shown = []
    for edit in edits:
        one: dict[str, Any] = {"file_path": edit.path}
        if edit.op in ("delete", "move"):
            one["op"] = edit.op
        if edit.old is None and edit.new is not None:
            one["content"] = edit.new
        elif edit.op == "update":
            one |= {"old_string": edit.old, "new_string": edit.new}
        shown.append(one)
    return shown[0] if len(shown) == 1 else {"edits": shown}


def _first(given: dict[str, Any], keys: tuple[str, ...]) -> str | None:
    for key in keys:
        value = given.get(key)
        if isinstance(value, str):
            return value
    return None


def _by_edits(edits: tuple[FileEdit, ...]) -> ToolKind:
    if len({e.path for e in edits}) > 1 or any(e.op in ("delete", "move") for e in edits):
        return "patch"
    return "write" if len(edits) == 1 and edits[0].old is None and edits[0].new is not None else "edit"
