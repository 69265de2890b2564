"""Reports in a real browser: at the width of a small laptop no table is cut."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from roundhouse.lab.report.page import write_report
from roundhouse.lab.study import Study
from tests.lab.studies import SMALL, analysed
from tests.lab.test_report import OTHERS
from tests.web.browsing import browser  # noqa: F401

WIDE = """() => [...document.querySelectorAll(".scroll")]
    .filter(box => box.scrollWidth > box.clientWidth + 1)
    .map(box => box.querySelector("th").textContent)"""


@pytest.mark.parametrize("study", [replace(SMALL, games=30), *(replace(one, games=30) for one in OTHERS)],
                         ids=lambda study: study.game)
def test_no_table_is_cut_at_1280_pixels(study: Study, browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    write_report(analysed(tmp_path, study), tmp_path / "report.html")
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto((tmp_path / "report.html").as_uri())
    assert page.evaluate(WIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.close()
