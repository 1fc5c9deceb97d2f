"""Every kind of report in a real browser: nothing is requested, nothing fails, links land, filter and theme work, axe is content.

Needs Chromium with its driver, selenium, and axe-core (a file named by AXE_CORE, or installed under `.axe` as `.ci/run` does). Where
something is missing the tests are skipped with the reason; with CI=true that is a failure.
"""

import json
import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sessionlens.pipeline import investigate
from sessionlens.reports import KINDS, render

ROOT = Path(__file__).parents[2]
AXE = Path(os.environ.get("AXE_CORE") or ROOT / ".axe" / "node_modules" / "axe-core" / "axe.min.js")
SAMPLE = ROOT / "samples" / "cuzk-phase4" / "transcript.jsonl"
WIDTHS = (400, 1280)
WHOLE_PAGE = 3000
FAULTS = ("serious", "critical")


def missing() -> str:
    """Why the tests cannot run here, "" where they can."""
    if not (shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")):
        return "no Chromium"
    if not shutil.which("chromedriver"):
        return "no chromedriver"
    if not AXE.is_file():
        return "no axe-core"
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "no selenium"
    return ""


def test_the_browser_is_there_in_ci() -> None:
    reason = missing()
    if reason and os.environ.get("CI") != "true":
        pytest.skip(reason)
    assert reason == ""


needs_browser = pytest.mark.skipif(missing() != "", reason=missing() or "all there")
pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@cache
def page(kind: str) -> str:
    return render(investigate(SAMPLE), kind, "html", message=1037 if kind == "message" else None)


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, browser: Any, tmp_path: Path) -> Any:
    """The browser with one kind of report loaded, in its light theme at the wider width."""
    file = tmp_path / f"{request.param}.html"
    file.write_text(page(request.param), encoding="utf-8")
    browser.set_window_size(WIDTHS[1], 900)
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(file.as_uri())
    return browser


@needs_browser
def test_it_opens_without_errors_or_requests(opened: Any) -> None:
    assert [entry for entry in opened.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []
    events = (json.loads(entry["message"])["message"] for entry in opened.get_log("performance"))
    asked = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    assert len(asked) == 1 and asked[0].startswith("file://")


@needs_browser
def test_every_internal_link_lands(opened: Any) -> None:
    lost = opened.execute_script(
        "return [...document.querySelectorAll('a')].map(a => a.getAttribute('href'))"
        ".filter(h => !h || h[0] !== '#' || !document.getElementById(decodeURIComponent(h.slice(1))))"
    )
    assert lost == []


@needs_browser
def test_a_link_opens_what_hides_its_target(opened: Any) -> None:
    opened.execute_script("document.querySelectorAll('details').forEach(d => d.open = false); location.hash = ''")
    number = opened.execute_script("return document.querySelector('article.message').id")
    opened.execute_script(f"location.hash = '#{number}'")
    shown = opened.execute_async_script(
        "const done = arguments[0]; setTimeout(() => done(document.getElementById(location.hash.slice(1)).checkVisibility()), 60)"
    )
    assert shown


@needs_browser
def test_the_filter_hides_what_does_not_match(opened: Any) -> None:
    count = "return [...document.querySelectorAll('main tbody tr, main li')].filter(e => !e.hidden).length"
    everything = opened.execute_script(count)
    field = opened.find_element("id", "filter")
    field.send_keys("no such words anywhere")
    assert opened.execute_script(count) == 0 < everything
    opened.execute_script("const f = arguments[0]; f.value = ''; f.dispatchEvent(new Event('input'))", field)
    assert opened.execute_script(count) == everything


@needs_browser
def test_the_theme_changes_and_is_told(opened: Any) -> None:
    background = "return getComputedStyle(document.body).backgroundColor"
    button = opened.find_element("id", "theme")
    before, pressed = opened.execute_script(background), button.get_attribute("aria-pressed")
    button.click()
    assert opened.execute_script(background) != before and button.get_attribute("aria-pressed") != pressed


@needs_browser
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_sideways(opened: Any, width: int) -> None:
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    wide = opened.execute_script("return document.documentElement.scrollWidth")
    if folder := os.environ.get("SCREENSHOTS"):
        name = opened.current_url.rpartition("/")[2].removesuffix(".html")
        opened.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": WHOLE_PAGE, "deviceScaleFactor": 1, "mobile": False}
        )
        Path(folder).mkdir(parents=True, exist_ok=True)
        opened.save_screenshot(str(Path(folder) / f"{name}-{width}.png"))
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide <= width


@needs_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(opened: Any, theme: str) -> None:
    opened.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
    opened.execute_script("document.querySelectorAll('details').forEach((d, i) => d.open = i < 3)")
    opened.execute_script(AXE.read_text(encoding="utf-8"))
    opened.set_script_timeout(120)
    found = opened.execute_async_script("const done = arguments[0]; axe.run({resultTypes: ['violations']}).then(r => done(r.violations))")
    bad = [(v["id"], v["impact"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in FAULTS]
    assert bad == []
