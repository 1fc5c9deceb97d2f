"""HTML reports: one file, no request, no script of the transcript's, links that land, data that cannot end its element."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from sessionlens.reports import render
from tests.reports.made_investigation import investigation, with_text
from tests.reports.test_report_markdown import HOSTILE, REPORTS

VOID = {"meta", "link", "input", "br", "hr", "img", "path", "line", "rect", "circle"}


class Page(HTMLParser):
    """Collects what a browser would act on; complains of tags that do not nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append((self.tags[-1][1], data))


@pytest.mark.parametrize(("kind", "options"), REPORTS)
def test_a_page_nests_and_its_links_land(kind, options) -> None:  # type: ignore[no-untyped-def]
    page = Page(render(investigation(), kind, "html", **options))
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) == len(set(ids))
    links = [a["href"] for t, a in page.tags if t == "a"]
    assert links and all(href.startswith("#") and href[1:] in ids for href in links if href)


@pytest.mark.parametrize(("kind", "options"), REPORTS)
def test_no_request_leaves_the_page_and_no_attribute_runs(kind, options) -> None:  # type: ignore[no-untyped-def]
    text = render(with_text(47, HOSTILE), kind, "html", **options)
    page = Page(text)
    tags = {t for t, _ in page.tags}
    assert not tags & {"img", "iframe", "object", "embed", "link", "form", "base", "audio", "video", "use", "image"}
    for _, attributes in page.tags:
        assert not [a for a in attributes if a.startswith("on") or a in ("style", "src", "srcset", "action")]
    assert sum(t == "script" for t, _ in page.tags) == 2 and "url(" not in text


def test_the_policy_names_the_inline_style_and_script() -> None:
    text = render(investigation(), "methodology", "html")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy and "default-src 'none'" in policy.group(1)
    for tag in ("style", "script"):
        inline = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.S)
        assert inline
        digest = base64.b64encode(hashlib.sha256(inline.group(1).encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy.group(1)


def test_the_json_twin_holds_the_data_and_cannot_end_its_element() -> None:
    text = render(with_text(47, HOSTILE), "message", "html", message=47)
    raw = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert raw and "<" not in raw.group(1)
    twin = json.loads(raw.group(1))
    assert twin["schema"] == "sessionlens.report/1" and twin["about"]["message"] == 47
    assert "<script>alert(1)</script>" in twin["sections"]["verbatim"]["text"]


def test_every_landmark_is_there_and_headings_do_not_skip() -> None:
    page = Page(render(investigation(), "methodology", "html"))
    tags = [t for t, _ in page.tags]
    assert all(tags.count(t) == 1 for t in ("main", "nav", "header", "footer", "h1"))
    levels = [int(t[1]) for t in tags if re.fullmatch(r"h[1-6]", t)]
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_secrets_are_nowhere_in_the_page() -> None:
    secret = "ghp_" + "aB3d" * 9
    view = with_text(45, f"export GH={secret}", f"token {secret}\n")
    for kind, message in (("message", 45), ("methodology", None)):
        for form in ("md", "html"):
            assert secret not in render(view, kind, form, message=message)
