"""Expressions compiled late: the same as compiled at once, and every one of the package is one."""

import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

import sessionlens
from sessionlens.text.regex import compile_all, regex


def test_it_is_what_re_compile_gives() -> None:
    late, at_once = regex(r"(?P<n>\d+)\s(ms|s)", re.I), re.compile(r"(?P<n>\d+)\s(ms|s)", re.I)
    text = "3 MS, then 4 s"
    assert late.pattern == at_once.pattern
    assert [m.groupdict() for m in late.finditer(text)] == [m.groupdict() for m in at_once.finditer(text)]
    assert late.sub(r"\2", text) == at_once.sub(r"\2", text)
    assert late.findall(text) == at_once.findall(text)
    assert (late.groups, late.groupindex, late.flags) == (at_once.groups, at_once.groupindex, at_once.flags)
    assert late.pattern == at_once.pattern, "also after its first use"


def test_a_mistake_shows_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sessionlens.text.regex._made", [])
    late = regex("(")
    with pytest.raises(re.error):
        late.search("")


def test_what_no_expression_has_is_missed_at_once() -> None:
    with pytest.raises(AttributeError):
        _ = regex("a").serach  # type: ignore[attr-defined]


def test_every_expression_of_the_package_can_be_compiled() -> None:
    for module in walk_packages(sessionlens.__path__, "sessionlens."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    compile_all()
