"""What templates may use is all listed, and every field says what it means."""

from collections.abc import Iterator

import pytest

from sessionlens.reports import KINDS
from sessionlens.reports.catalogue import Field, catalogue, fields_of
from sessionlens.reports.context import SECTIONS, Sections
from sessionlens.reports.scope import of_message, of_session
from tests.reports.made_investigation import investigation


def everything(fields: tuple[Field, ...], path: str) -> Iterator[tuple[str, Field]]:
    for field in fields:
        yield f"{path}.{field.name}", field
        yield from everything(field.fields, f"{path}.{field.name}")


def test_all_kinds_and_sections_are_listed_with_a_meaning() -> None:
    known = catalogue()
    assert {k.name for k in known.kinds} == set(KINDS) and all(k.meaning and k.parts for k in known.kinds)
    assert tuple(s.name for s in known.sections) == SECTIONS and all(s.meaning and s.fields for s in known.sections)


def test_every_field_has_a_meaning() -> None:
    known = catalogue()
    fields = [*everything(known.scope, "scope"), *everything(known.form, "f")]
    for section in known.sections:
        fields += everything(section.fields, section.name)
    assert [path for path, field in fields if not field.meaning] == []


def test_a_section_is_what_the_catalogue_says() -> None:
    view = investigation()
    built = [Sections(of_session(view, "methodology", None)), Sections(of_message(view, "message", 45))]
    for section in catalogue().sections:
        for made in (b[section.name] for b in built):
            if made is not None:
                assert fields_of(type(made)) == section.fields


def test_no_template_is_left_over_or_missing() -> None:
    used = {part for kind in catalogue().kinds for part in kind.parts}
    assert set(SECTIONS) - used == set()


@pytest.mark.parametrize("name", ["claims", "measurements"])
def test_fields_of_what_a_section_holds_are_listed(name: str) -> None:
    section = next(s for s in catalogue().sections if s.name == name)
    assert any(field.fields for field in section.fields)


def test_a_users_kind_comes_with_its_comment(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "standup.j2").write_text("{# Three lines for the morning. #}\n{% include 'shared/title.j2' %}\n")
    kind = next(k for k in catalogue(tmp_path).kinds if k.name == "standup")
    assert kind.meaning == "Three lines for the morning." and kind.parts == ("title",)
