"""Measuring does not stumble over what it measures."""
from __future__ import annotations

import httpx
import pytest

from benchmarks import mutants, web_lists


@pytest.mark.parametrize(("pages", "label"), [
    (0, "0 pages down, the last"), (3, "3 pages down, the last"), (99, "40 pages down"),
])
def test_a_list_is_followed_as_far_as_it_goes(pages: int, label: str) -> None:
    def page(request: httpx.Request) -> httpx.Response:
        here = int(request.url.params.get("from", "0"))
        further = f'<a rel="next" href="/my?x=1&amp;from={here + 1}">'
        return httpx.Response(200, text=further if here < pages else "the end")

    client = httpx.Client(transport=httpx.MockTransport(page), base_url="http://lists")
    assert web_lists.far(client, "/my") == (label, f"/my?x=1&from={min(pages, web_lists.FAR)}" if pages else "/my")


def test_every_line_that_is_to_be_broken_is_there_and_so_are_the_tests_that_notice() -> None:
    for mutant in mutants.MUTANTS:
        text = (mutants.ROOT / "src" / "roundhouse" / mutant.file).read_text(encoding="utf-8")
        assert mutant.right in text, mutant.room
        assert all((mutants.ROOT / place).exists() for place in mutant.tests.split()), mutant.room
