"""A string or symbol in a binary shows that code is linked, not that it is used; it may come from elsewhere.

The same search over a build without the change (a negative control) would tell; one in the same message keeps the rule quiet, and so
does the name of a file that the session itself has added: nothing else can bring it. That something is used, on every call even, does
not follow from a symbol in any case.

Fires:

    say: Is the new allocator in the binary?
    $ strings target/release/server | grep -i rpmalloc | head -3
    > rpmalloc-2.1.7/src/init.c

Quiet:

    say: The old marker should be gone.
    $ strings target/release/server | grep -c OLD_MARK
    > 0

Quiet:

    say: The old marker should be gone from the stripped build, and its hash?
    $ nm -C bin/server | grep -ci old_mark; sha256sum bin/server
    > 0
    > 0a1b2c3d4e5f60718293a4b5c6d7e8f9  bin/server

Quiet:

    say: Is the new timer called?
    $ objdump -d bin/server | grep -B2 'call.*read_clock'
    >   193f8:  mov    $0x3,%edi
    >   19400:  call   60ba8 <read_clock@LIBTIME>

Nor is a count of 0 over the listing of one function absence, where nothing shows that the binary still has that function.

Fires:

    say: Does the hot loop still call the hash?
    $ objdump -d build/lto | awk '/<queue_push>:/,/^$/' | grep -c 'call.*mix64'
    > 0
    say: With LTO queue_push no longer calls mix64.

Quiet:

    say: Does the hot loop still call the hash?
    $ nm build/lto | grep queue_push; objdump -d build/lto | awk '/<queue_push>:/,/^$/' | grep -c 'call.*mix64'
    > 0000000000001c00 t queue_push
    > 0
    say: With LTO queue_push no longer calls mix64.

Quiet:

    say: Is the new allocator in the binary, and not in the old one?
    $ strings target/release/server | grep -ci rpmalloc; strings old/server | grep -ci rpmalloc
    > 14
    > 0

Quiet:

    say: A cache of its own.
    write src/geocache.rs: pub struct Cache;
    $ cargo build --release 2>&1 | tail -1
    >     Finished `release` profile [optimized] target(s) in 2.0s
    say: Is it in?
    $ strings target/release/router | grep -c geocache.rs; nm -C target/release/router | grep -ci geocache
    > 1
    > 3

Fires:

    say: Both variants.
    $ for v in simd plain; do echo "$v decode_avx: $(nm -C out/thumb-$v | grep -c decode_avx)"; done
    > simd decode_avx: 1
    > plain decode_avx: 0
    say: simd has it, plain has not. So each picture now goes through decode_avx.

Quiet:

    say: Both variants.
    $ for v in simd plain; do echo "$v decode_avx: $(nm -C out/thumb-$v | grep -c decode_avx)"; done
    > simd decode_avx: 1
    > plain decode_avx: 0
    say: simd has decode_avx, plain has not. Whether every picture goes through decode_avx, a profile must show.

Quiet:

    say: Is the inlined build free of it?
    $ nm build/inlined | grep -c lookup
    > 0
    say: And without the flag?
    $ nm build/plain | grep -c lookup
    > 2
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run, at_statement
from sessionlens.rules.index import Calls
from sessionlens.rules.signs import listed_indexes
from sessionlens.text.regex import regex

NUMBER = "R006"
ISSUE: Issue = "presence-not-use"
HELP = "run the same search over a build without the change, or look for a symbol that only the change brings"
READERS = frozenset(("strings", "nm", "objdump", "readelf", "ldd", "otool"))
SEARCHES = frozenset(("grep", "egrep", "rg", "ag"))
_LISTERS = frozenset(("objdump", "otool", "gdb"))
_FUNCTION = regex(r"/<(\w+)>:/")
_ZERO = regex(r"(?<![\w.,:])0(?![\w.:]|,\d)")
_LACKS = regex(r"\b(?:not|no longer|no|never|none|without|n['’]t|gone|0)\b", re.I)
_COUNTS = regex(r"(?<!\S)-\w*c\w*\b|--count\b")
_SHORT, _NEAR = 3, 12
_CALLS = regex(r"\b(?:call\w*|bl|blr|jal|jalr|invoke)\b")
_USED = regex(
    r"\b(?:(?:go(?:es)?|run(?:s|ning)?|pass(?:es)?|flows?|routed?) through"
    r"|(?:is|are|gets?) (?:now |really |always )?(?:used|called|taken|hit)"
    r"|(?:now |really |always )?(?:uses?|calls?|takes?)|in use|active)\b",
    re.I,
)
_OPEN = regex(r"\b(?:if|whether|should|would|could|may|might|not|n['’]t|no|never|does)\b|\?", re.I)


def searched(run: Run) -> list[str]:
    """The files that a call's commands read symbols or strings from, for those that are then searched."""
    files = []
    for action in run.actions:
        command = action.command
        if command.tool in READERS and (
            command.stages > 1 and any(a.command.group == command.group and a.command.tool in SEARCHES for a in run.actions)
        ):
            files += [w for w in command.argv[1:] if not w.startswith("-")][-1:]
    return files


def absent(run: Run) -> bool:
    """Whether the search found nothing: it counted 0, or an outcome says so."""
    if any(o.kind == "presence" and o.result == "fail" for o in run.outcomes):
        return True
    counted = [line.strip() for line in run.call.output.splitlines() if line.strip().isdigit()]
    counting = any(a.command.tool in SEARCHES and _COUNTS.search(" ".join(a.command.argv)) for a in run.actions)
    return all(word == "0" for word in run.call.output.split()) or (counting and bool(counted) and set(counted) == {"0"})


def shows_use(run: Run) -> bool:
    """Whether the search looks for the place of use: a call in the disassembly, or an instruction, counted there in two builds."""
    if not any(a.command.tool == "objdump" and "-d" in a.command.argv for a in run.actions):
        return False
    return len(set(searched(run))) > 1 or any(a.command.tool in SEARCHES and _CALLS.search(" ".join(a.command.argv)) for a in run.actions)


def patterns(run: Run) -> set[str]:
    """What the call's searches behind a reader of symbols look for."""
    reading = {a.command.group for a in run.actions if a.command.tool in READERS}
    searches = [a.command for a in run.actions if a.command.tool in SEARCHES and a.command.group in reading]
    return {w for command in searches for w in command.argv[1:] if w[:1] != "-" and not w.isdecimal()}


def contrasted(view: View, msg: int, run: Run, file: str) -> bool:
    """Whether the same pattern was searched for in another binary before."""
    wanted = patterns(run)
    return any(
        number < msg and wanted & patterns(other) and any(f != file for f in searched(other))
        for number, other in view.once(Calls).of_tools(READERS)
    )


def empty_listings(view: View) -> Iterator[Hit]:
    """Statements that a function does not have something, from a count of 0 over a listing that may have been empty."""
    for msg, run in view.once(Calls).of_tools(_LISTERS):
        name = _FUNCTION.search(run.call.command or "")
        output = run.call.output
        if name is None or "grep -c" not in (run.call.command or "") or not _ZERO.search(output):
            continue
        if re.search(rf"<{name[1]}>:|\b[tTwW] {name[1]}\b", output):
            continue
        for number in (msg + 1, msg + 2):
            turn = view.turns.get(number)
            if turn is None or (view.until is not None and number > view.until) or turn.message.role == "user":
                break
            said = next((s for s in turn.statements if name[1] in s.text and _LACKS.search(s.text) and not s.text.endswith("?")), None)
            if said is not None:
                why = f"a count of 0 over the listing of {name[1]}, and nothing shows that the binary has a function of that name"
                yield at_statement(view, number, said, why)
                break


def own(view: View, msg: int, run: Run) -> bool:
    """Whether all that is searched for is named after files that the session itself added before."""
    added = {
        edit.path.rpartition("/")[2].partition(".")[0].lower()
        for change in view.changes
        if change.msg <= msg
        for edit in change.edits
        if edit.old is None
    }
    wanted = {w.strip("\"'^$").rpartition("/")[2].partition(".")[0].replace("\\", "").lower() for w in patterns(run)}
    return bool(wanted) and wanted <= added


def taken_as_used(view: View, msg: int, run: Run) -> Hit | None:
    """What the next message says of the use of something of which the call only saw the symbol."""
    turn = view.turns.get(msg + 1)
    if turn is None or turn.message.role == "user" or (view.until is not None and msg + 1 > view.until) or shows_use(run):
        return None
    named = {w.strip("\"'") for w in patterns(run)}
    for said in turn.statements if any(name in turn.message.text for name in named) else ():
        used = next((n for n in named if len(n) > _SHORT and n in said.text and _USED.search(said.text.replace(n, ""))), None)
        if used and not _OPEN.search(said.text) and not calls_seen(view, msg, used):
            return at_statement(view, msg + 1, said, f"msg {msg} found a symbol {used}: it is linked; what calls it was not looked at")
    return None


def calls_seen(view: View, msg: int, name: str) -> bool:
    """Whether another call near it looks for the place of use of the same name."""
    return any(
        abs(n - msg) <= _NEAR and shows_use(run) and name in (run.call.command or "") for n, run in view.once(Calls).of_tools(READERS)
    )


def find(view: View) -> Iterator[Hit]:
    yield from empty_listings(view)
    yield from listed_indexes.find(view)
    for msg, run in view.once(Calls).of_tools(READERS):
        used = taken_as_used(view, msg, run) if not absent(run) else None
        if used:
            yield used
            continue
        files = searched(run)
        if not files or not run.call.output.strip() or len(set(files)) > 1:
            continue
        if absent(run) or shows_use(run) or "$" in files[0]:
            continue  # nothing found, or a loop that searches several builds
        if contrasted(view, msg, run, files[0]) or own(view, msg, run):
            continue
        yield at_run(
            view, msg, run, f"found in {files[0]}: that shows it is linked, not that it is used, and no build without it was searched"
        )
