"""How a plain chat transcript frames a tool's result.

The chat format itself has no exit code; what there is stands in the harness's own frame: a JSON object `{"returncode", "output"}`
(mini-swe-agent), `<returncode>` tags (its first version), or a first line such as "[exit code 1]". A harness that marks its failures this
way leaves a success unmarked, as Claude Code does, so an unmarked result of a shell is a success; a session without any mark
carries a note that says so. A frame that shows a prompt and no status (SWE-agent) says nothing: the exit code is unknown.
"""

import re

import orjson

from sessionlens.formats.codex_outputs import failed
from sessionlens.formats.draft import Call, SessionDraft
from sessionlens.formats.records import as_dict
from sessionlens.formats.tools import kind_of
from sessionlens.text.regex import regex

NOTE = (
    "This transcript records no exit codes: a command whose result shows no sign of failure is taken to have succeeded, "
    "which the transcript itself does not say."
)
_SAYS = r"(?:command |process )?(?:exit(?:ed)?(?: with)?(?: exit)?[ _]?(?:code|status)|return ?code)\s*[:=]?\s*(-?\d+)"
_LINE = regex(rf"\A\s*[\[(<]?{_SAYS}[\])>]?[.:]?[ \t]*(?:\n|\Z)", re.IGNORECASE)
_LAST = regex(rf"(?:\A|\n)[\[(<]{_SAYS}[\])>]\s*\Z", re.IGNORECASE)
_TAGS = regex(r"\A\s*<returncode>(-?\d+)</returncode>\s*(?:<output>\n?(.*?)\n?</output>)?\s*", re.DOTALL)
_PROMPT = regex(r"(?:\n\(Open file: [^\n]*\)\n\(Current directory: [^\n]*\))?\n?bash-\$\s*\Z")
_CODES = ("returncode", "exit_code", "exitCode", "exit_status", "return_code")
_TEXTS = ("output", "stdout", "result", "content")


def fold(session: SessionDraft, call: Call, text: str, time: str | None) -> None:
    """Folds a result into its call; counts in `session.injected` whether exit codes were marked."""
    call.ended = time
    shell = kind_of(call.name, call.given) == "shell"
    framed = _framed(call, text)
    if framed:
        session.injected["exit codes"] += 1
    elif shell and text.rstrip().endswith("bash-$"):
        call.output = _PROMPT.sub("", text.replace("\r\n", "\n"))
        session.injected["results without a status"] += 1
    else:
        call.output = text
        if shell:
            call.exit_code = 0
            session.injected["results without a mark"] += 1
        elif failed(text):
            call.status = "error"
            return
    if call.exit_code is not None:
        call.status = "ok" if call.exit_code == 0 else "error"
    elif call.status == "unknown":
        call.status = "ok"


def conclude(session: SessionDraft) -> None:
    """Adds the note about unmarked results where no result was marked, and takes the counts away."""
    marked = session.injected.pop("exit codes", 0)
    unmarked = session.injected.pop("results without a mark", 0)
    session.injected.pop("results without a status", 0)
    if unmarked and not marked:
        session.notes.append(NOTE)


def _framed(call: Call, text: str) -> bool:
    """Takes exit code and output from a frame, if there is one."""
    if text.startswith("{") and any(f'"{key}"' in text for key in _CODES):
        try:
            value = as_dict(orjson.loads(text))
        except orjson.JSONDecodeError:
            value = {}
        code = next((value[key] for key in _CODES if isinstance(value.get(key), int)), None)
        if code is not None:
            call.exit_code = int(code)
            parts = [value[key] for key in _TEXTS if isinstance(value.get(key), str)][:1]
            for key in ("stderr", "exception_info"):
                if isinstance(value.get(key), str):
                    parts.append(value[key])
            call.output = "\n".join(p.rstrip("\n") for p in parts if p)
            return True
    tags = _TAGS.match(text) if text.lstrip().startswith("<returncode>") else None
    if tags is not None:
        call.exit_code, call.output = int(tags[1]), tags[2] if tags[2] is not None else text[tags.end() :]
        return True
    line = _LINE.match(text)
    if line is not None:
        call.exit_code, call.output = int(line[1]), text[line.end() :]
        return True
    last = _LAST.search(text[-80:]) if text.rstrip().endswith(("]", ")", ">")) else None
    if last is not None:
        call.exit_code = int(last[1])
        call.output = text[: len(text) - len(text[-80:]) + last.start()]
        return True
    return False
