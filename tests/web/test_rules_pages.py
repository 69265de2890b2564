"""What a rulebook leads to in the browser: its examples as pages and pictures."""
from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from roundhouse.games import titles
from roundhouse.records.example import examples_of
from tests.web.house import running


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A visitor of a house: nothing here changes anything in it."""
    database = f"sqlite:///{tmp_path_factory.mktemp('rules') / 'house.db'}"
    with running(database, limits=False) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        yield client


def test_an_example_is_opened_from_the_rules_and_walked_through(client: httpx.Client) -> None:
    rules = client.get("/rules/irish-gauge").text
    block = rules.partition('<blockquote id="example-hills">')[2].partition("</blockquote>")[0]
    assert 'href="/rules/irish-gauge/examples/hills"' in block and 'href="#IG-TRK-4"' in block
    picture = client.get(re.findall(r'<img src="([^"]+)"', block)[0])
    assert picture.headers["content-type"] == "image/svg+xml" and "max-age" in picture.headers["cache-control"]
    assert "MGW" in client.get("/rules/irish-gauge/examples/hills").text
    walked = client.get("/rules/irish-gauge/examples/hills?step=3").text
    assert "Not allowed:" in walked and "difficult and already has a railway" in walked
    assert 'data-changed="J12"' in client.get("/rules/irish-gauge/examples/hills?step=2").text
    for nothing in ("nowhere", "hills?step=9", "nowhere.svg"):
        assert client.get(f"/rules/irish-gauge/examples/{nothing}").status_code == 404


def test_a_book_is_read_with_one_edition_that_comes_with_the_game(client: httpx.Client) -> None:
    both, one = (client.get(f"/rules/age-of-rail{asked}").text for asked in ("", "?edition=allegheny"))
    assert "Johannesburg | " not in one and "Lourenco Marques" in both
    assert 'href="/rules/age-of-rail/examples/late?edition=allegheny"' in one
    assert "This happened with another edition, south-africa" in one and "another edition" not in both
    assert client.get("/rules/age-of-rail/examples/allegheny-late?edition=allegheny&step=2").status_code == 200
    assert client.get("/rules/age-of-rail?edition=none").status_code == 404


def test_the_rules_on_a_page_and_what_the_print_says_are_open_to_all(client: httpx.Client) -> None:
    for game in ("irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"):
        book = client.get(f"/rules/{game}").text
        assert f'href="/rules/{game}/summary"' in book and f'href="/rules/{game}/print"' in book
        short, printed = client.get(f"/rules/{game}/summary").text, client.get(f"/rules/{game}/print").text
        assert "on one page" in short and "::test_" in printed and "How much it matters" in printed
    assert "any of 6 neighbours" not in client.get("/rules/age-of-rail/summary?edition=allegheny").text
    assert [client.get(f"/rules/night-mail/{one}").status_code for one in ("summary", "print")] == [404, 404]


@pytest.mark.parametrize("game", [name for name in titles() if examples_of(name)])
def test_every_example_has_its_page_when_all_is_done(client: httpx.Client, game: str) -> None:
    for name, example in examples_of(game).items():
        page = client.get(f"/rules/{game}/examples/{name}?step={len(example.do)}")
        assert page.status_code == 200 and f"/rules/{game}#example-{name}" in page.text
