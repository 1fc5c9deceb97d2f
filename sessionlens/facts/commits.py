"""Revisions and commits as commands name them."""

from sessionlens.facts.effects import Effect
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_HASH = regex(r"[0-9a-f]{7,40}")
_BACK = regex(r"^(?:HEAD|@)(?:[~^](\d*))+$")
_ANSWER = regex(r"(?m)^\[[^\]\n]*\b([0-9a-f]{7,40})\]|^([0-9a-f]{7,40}) (?!\d)")


def revision(effect: Effect, run: Run) -> tuple[str, list[str]]:
    """The revision that `git checkout` or `git restore` takes files from ("" for the index), and the files."""
    words, files = effect.words, list(effect.files)
    if effect.how == "git show":
        return ("" if words[0] in ("", "HEAD") else words[0]), files
    said = run.actions[effect.action].targets
    for i, word in enumerate(words):
        if word in ("-s", "--source") and i + 1 < len(words):
            return words[i + 1], [f for f, w in zip(files, said, strict=False) if w != words[i + 1]]
        if word.startswith("--source="):
            return word[9:], files
    if effect.how != "git checkout":
        return "", files
    if "--" in words:
        before = words[words.index("--") - 1]
        named = before[:1] != "-" and before != "checkout"
        return (before, files[1:]) if named and said[:1] == (before,) else ("", files)
    if len(said) > 1 and (_BACK.match(said[0]) or said[0] in ("HEAD", "@") or _HASH.fullmatch(said[0])):
        return said[0], files[1:]
    return "", files


def digest(run: Run) -> str:
    """The hash of the commit that a call made, from git's answer or from the log it prints; "" if neither shows it."""
    for outcome in run.outcomes:
        if outcome.kind == "commit":
            return outcome.subject.split(" ", 1)[0]
    found = _ANSWER.search(run.call.output)
    return (found[1] or found[2]) if found else ""
