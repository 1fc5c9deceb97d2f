"""Markdown reports: sound when parsed again, every number cited, every citation resolved, the same bytes twice."""

import pytest

from sessionlens.reports import TemplateFault, Unknown, render
from tests.reports import report_lint
from tests.reports.made_investigation import investigation, with_text

REPORTS = [
    ("methodology", {}),
    ("methodology", {"hypothesis": "arena"}),
    *[(kind, options) for kind in ("postmortem", "decision", "ledger", "brief") for options in ({}, {"hypothesis": "arena"})],
    *[("message", {"message": n}) for n in (40, 42, 43, 45, 46, 47, 48, 50, 52)],
]
HOSTILE = (
    "# heading\n\n| a | b |\n|---|---|\n| `x|y` | <script>alert(1)</script> |\n\n````\nfence\n```\n- [ ] box\n1. one\n"
    "<details open><img src=x onerror=y> [link](javascript:alert(1)) ![i](http://t/?q) **bold** ~~gone~~ $x$ "
    ":tada: @someone &amp; \x1b]8;;http://e\x07 \u202e "
    "The arena costs time +5.8 % The cause is cache pressure. {{ 7*7 }} {% raw %}"
)


@pytest.mark.parametrize(("kind", "options"), REPORTS)
def test_a_report_is_sound_markdown(kind, options):  # type: ignore[no-untyped-def]
    assert report_lint.faults(render(investigation(), kind, "md", **options)) == []


@pytest.mark.parametrize(("kind", "options"), REPORTS)
def test_every_sentence_with_a_number_cites_a_message(kind, options):  # type: ignore[no-untyped-def]
    assert report_lint.uncited(render(investigation(), kind, "md", **options)) == []


@pytest.mark.parametrize(("kind", "options"), REPORTS)
def test_every_citation_lands_on_a_message_of_the_session(kind, options):  # type: ignore[no-untyped-def]
    view = investigation()
    text = render(view, kind, "md", **options)
    cited = report_lint.citations(text)
    assert all(shown == linked for shown, linked in cited)
    assert {n for n, _ in cited} == report_lint.anchors(text) <= set(view.turns)


@pytest.mark.parametrize(("kind", "options"), REPORTS)
@pytest.mark.parametrize("form", ["md", "html"])
def test_the_same_view_gives_the_same_bytes(kind, options, form):  # type: ignore[no-untyped-def]
    assert render(investigation(), kind, form, **options) == render(investigation(), kind, form, **options)


@pytest.mark.parametrize("kind", ["methodology", "message"])
def test_text_of_a_transcript_never_becomes_markup(kind: str) -> None:
    view = with_text(47, HOSTILE)
    text = render(view, kind, "md", message=47 if kind == "message" else None)
    assert report_lint.faults(text) == []
    kinds = {}
    for token in report_lint.PARSER.parse(text):
        for child in (token, *(token.children or ())):
            kinds.setdefault(child.type, []).append(child.content or str(child.attrs))
    assert not [x for x in kinds.get("link_open", []) if "#msg-" not in x]
    assert "image" not in kinds and "s_open" not in kinds
    allowed = ("<details>", "</details>", "<summary>", "<code>", "</code>")
    assert all(any(a in x for a in allowed) for x in kinds.get("html_block", []) + kinds.get("html_inline", []))
    assert not any("<script" in x or "<img" in x or "open>" in x for x in kinds.get("html_block", []) + kinds.get("html_inline", []))
    assert "\x1b" not in text and "\u202e" not in text and "\\x1b" in text and "\\u202e" in text


def test_a_fence_is_longer_than_any_inside_it() -> None:
    text = render(with_text(45, "Look:", "before\n````\ninside\n```\n# not a heading\n"), "message", "md", message=45)
    assert "\n`````text\nbefore\n````\ninside\n```\n# not a heading\n`````\n" in text


def test_nothing_later_than_the_message_is_told_outside_the_hindsight_box() -> None:
    text = render(investigation(), "message", "md", message=45)
    body, _, rest = text.partition("> **Hindsight")
    told = body + rest.partition("\n\n")[2].partition("\n## Messages cited")[0]
    assert {n for n, _ in report_lint.citations(told)} <= set(range(40, 46))
    assert "refuted" not in told and "reverted" not in body
    assert "**open**" in body and "was reverted" in rest


def test_a_hypothesis_is_named_by_alias_and_not_by_chance() -> None:
    text = render(investigation(), "methodology", "md", hypothesis="p1")
    assert text.startswith("# P1: what was tried and what holds\n")
    with pytest.raises(Unknown, match="arena"):
        render(investigation(), "methodology", "md", hypothesis="arenna")


@pytest.mark.parametrize("bad", [{"kind": "message"}, {"kind": "message", "message": 7}, {"kind": "poem"}, {"form": "pdf"}])
def test_what_is_not_there_is_said(bad) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Unknown):
        render(investigation(), **bad)


def test_a_users_folder_comes_first(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "source.j2").write_text("{{ f.para('Ours: ' ~ s.source.rows[0].value) }}\n")
    assert "\nOurs: arena-1\n" in render(investigation(), templates=tmp_path)


def test_a_misspelt_field_in_a_users_template_names_its_line(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "source.j2").write_text("first\n{{ s.source.tittle }}\n")
    with pytest.raises(TemplateFault, match=r"shared/source\.j2:2: .*tittle"):
        render(investigation(), templates=tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("one\n\n{% if %}", r"methodology\.j2:3: "),
        ("{{ s.no_such_section }}", r"methodology\.j2:1: .*no_such_section"),
        ("a\n{% include 'shared/gone.j2' %}", r"methodology\.j2:2: there is no template .*gone"),
        ("a\n{{ f.heading() }}", r"methodology\.j2:2: .*title"),
        ("{{ nothing }}", r"methodology\.j2:1: 'nothing' is undefined"),
    ],
)
def test_a_fault_in_a_users_template_names_its_line(tmp_path, text, said) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "methodology.j2").write_text(text)
    with pytest.raises(TemplateFault, match=said):
        render(investigation(), templates=tmp_path)


def test_a_users_folder_may_hold_kinds_of_its_own(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "standup.j2").write_text("{# Three lines. #}\n{% include 'shared/title.j2' %}\n{{ f.items(s.brief.tried) }}\n")
    assert render(investigation(), "standup", templates=tmp_path).startswith("# An arena for the parser\n")
