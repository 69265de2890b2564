"""Puzzles as they are sent: the question says nothing of the answer, the answer says all that was thought."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from html import unescape

import httpx
import pytest

from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.records.puzzle import Puzzle, PuzzleError
from roundhouse.web.pages.puzzles import collection as collections
from roundhouse.web.pages.puzzles.answer import LISTED, glanced
from roundhouse.web.pages.puzzles.collection import PuzzleView, collection, listed, of_the_day, puzzle_view, themes_of
from roundhouse.web.pages.puzzles.routes import Attempt, show
from tests.walks import secretive
from tests.web.house import Running, running

PUZZLED = [name for name in titles() if collection(name)]
ALL = [(game, number) for game in PUZZLED for number in range(1, len(collection(game)) + 1)]
SOME = [(game, number) for game, number in ALL if number % 6 == 1]
"""Enough of them for what a page costs."""
HIDDEN = [game for game in PUZZLED if game in secretive()]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('house') / 'tables.sqlite'}", limits=False) as one:
        yield one


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=30) as browser:
        yield browser


def text(page: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", page)))


def answer(page: str) -> str:
    return text(page.partition('<section id="answer"')[2].partition("</section>")[0])


def test_home_and_the_lists_lead_to_every_puzzle(client: httpx.Client) -> None:
    home, found = client.get("/").text, client.get("/puzzles").text
    led = []
    for game in PUZZLED:
        assert f'href="/puzzles/{game}"' in home and f'id="{game}"' in found and f'href="/puzzles/{game}"' in found
        led += re.findall(r'href="/puzzles/([\w-]+)/(\d+)"', client.get(f"/puzzles/{game}").text)
    assert led == [(game, str(number)) for game, number in ALL]
    assert 'href="/puzzles/night-mail"' not in home and client.get("/puzzles/night-mail").status_code == 404


@pytest.mark.parametrize("game", PUZZLED)
def test_no_two_puzzles_of_a_game_are_called_the_same(game: str) -> None:
    names = [one.name for one in listed(game)]
    assert len(set(names)) == len(names) == len(collection(game)) and all(names)


@pytest.mark.parametrize("game", PUZZLED)
def test_puzzles_are_found_by_what_they_are_about(client: httpx.Client, game: str) -> None:
    counts = []
    for theme in themes_of(game):
        page = client.get(f"/puzzles/{game}", params={"theme": theme}).text
        counts.append(len(re.findall(r"<li data-puzzle=", page)))
    assert all(counts) and sum(counts) == len(collection(game)) and len(counts) >= 3
    assert client.get(f"/puzzles/{game}", params={"theme": "the weather"}).status_code == 404


def test_every_day_has_a_puzzle_and_none_comes_again_before_all_have_come(client: httpx.Client) -> None:
    first = date(2026, 7, 1)
    fewest = min(len(collection(one)) for one in PUZZLED)
    days = [of_the_day(first + timedelta(days=n)) for n in range(len(PUZZLED) * fewest)]
    urls = [one.url for one in days if one]
    assert len(set(urls)) == len(urls) == len(days)
    assert {one.game for one in days[:len(PUZZLED)] if one} == set(PUZZLED)
    today = of_the_day(date.today())
    assert today and f'href="{today.url}"' in client.get("/").text


@pytest.mark.parametrize(("game", "number"), SOME)
def test_a_question_offers_every_move_and_has_no_answer(client: httpx.Client, game: str, number: int) -> None:
    puzzle = collection(game)[number - 1]
    page = client.get(f"/puzzles/{game}/{number}")
    assert page.status_code == 200 and "set-cookie" not in page.headers
    offered = {unescape(line) for line in re.findall(r'name="line" value="([^"]+)"', page.text)}
    assert {line for line in puzzle.course.state.lines() if not line.startswith("bid ")} == {
        line for line in offered if not line.startswith("bid")}
    assert 'id="answer"' not in page.text


@pytest.mark.parametrize(("game", "number"), SOME)
def test_a_question_is_the_same_whatever_the_answer_is(game: str, number: int) -> None:
    asked = puzzle_view(game, number)
    moves = tuple(reversed([(line, 1 - chance) for line, chance in asked.puzzle.moves]))
    other = replace(asked.puzzle, moves=moves, then=("what", "ever"))

    def shown(one: PuzzleView) -> bytes:
        return bytes(show(one, None, Attempt()).body).replace(one.puzzle.mark.encode(), b"")

    assert shown(asked) == shown(replace(asked, puzzle=other))


@pytest.mark.parametrize("game", HIDDEN)
def test_a_question_shows_nothing_that_its_seat_can_not_see(client: httpx.Client, game: str) -> None:
    """Other cards in place of those that are hidden change nothing."""
    hidden = 0
    for number, puzzle in list(enumerate(collection(game), 1))[::6]:
        course, real = puzzle.course, puzzle.course.state
        addresses = [f"/puzzles/{game}/{number}", f"/puzzles/{game}"]
        listed.cache_clear()
        before = [client.get(address).text for address in addresses]
        listed.cache_clear()
        course.state = real.imagine(puzzle.seat, Dice(5))
        try:
            hidden += course.state.view(None) != real.view(None)
            assert [client.get(address).text for address in addresses] == before
        finally:
            course.state = real
    assert hidden, "there was something to be seen"


@pytest.mark.parametrize("game", PUZZLED)
def test_there_are_two_tries_and_then_all_is_told(client: httpx.Client, game: str) -> None:
    for number in (1, len(collection(game))):
        puzzle = collection(game)[number - 1]
        address, bad = f"/puzzles/{game}/{number}", glanced(puzzle)
        again = client.get(address, params={"line": bad}).text
        assert "One more try." in answer(again) and "How often" not in again and 'name="first"' in again
        assert f"{puzzle.moves[0][1]:.0%}" not in answer(again), "the chance of the best move"
        right = answer(client.get(address, params={"line": puzzle.best, "first": bad}).text)
        wrong = answer(client.get(address, params={"line": bad, "first": bad}).text)
        assert "Correct." in right and "There is a better move." not in right and "Try again" not in right
        assert "There is a better move." in wrong and "Correct." not in wrong and "Try again" in wrong
        for told in (right, wrong):
            shown = re.findall(r"\d+%", told.partition("How often each move wins")[2])
            assert shown[:LISTED] == [f"{chance:.0%}" for _, chance in puzzle.moves[:LISTED]]
            assert f"{len(puzzle.moves) - len(shown)} more," in told or len(shown) == len(puzzle.moves)
            assert told.count("Show it") == 1 + len(puzzle.then)
            assert all(level.replace("-", " ") in told for level in puzzle.missed)


def test_a_move_that_is_as_good_passes(client: httpx.Client) -> None:
    """Any of them, also at the first try."""
    found = [(game, number) for game, number in ALL if len(collection(game)[number - 1].right) > 1]
    for game, number in found[::5]:
        other = collection(game)[number - 1].right[1]
        assert "as good as the best" in answer(client.get(f"/puzzles/{game}/{number}", params={"line": other}).text)
    assert found


def test_the_worst_move_is_listed_if_it_was_chosen(client: httpx.Client) -> None:
    game, number = max(ALL, key=lambda one: len(collection(one[0])[one[1] - 1].moves))
    line, chance = collection(game)[number - 1].moves[-1]
    page = client.get(f"/puzzles/{game}/{number}", params={"line": line, "first": line}).text
    (chosen,) = re.findall(r'<li class=" chosen">(.*?)</li>', page, re.S)
    assert f"{chance:.0%}" in text(chosen)


def test_a_bid_is_typed_too(client: httpx.Client) -> None:
    game, number = ALL[0]
    asked = f"/puzzles/{game}/{number}?line=bid&amount=100000"
    assert client.get(asked).status_code == 422


@pytest.mark.parametrize("game", PUZZLED)
def test_the_board_is_shown_as_it_might_go_on(client: httpx.Client, game: str) -> None:
    puzzle = collection(game)[0]
    address = f"/puzzles/{game}/1"
    now = client.get(address, params={"line": puzzle.best}).text
    later = client.get(address, params={"line": puzzle.best, "on": 1 + len(puzzle.then)}).text
    drawn = [re.search(r'<svg id="pieces".*?</svg>|id="aside".*', page, re.S) for page in (now, later)]
    assert drawn[0] is not None and drawn[1] is not None
    assert "Back to the position" in later and "Back to the position" not in now
    assert text(now).count("How it might go on") < text(later).count("How it might go on")
    places = [re.findall(r'data-text="([^"]*)"', page) for page in (now, later)]
    assert places[0] and places[0] != places[1]


def test_one_goes_from_each_to_the_next(client: httpx.Client) -> None:
    game = PUZZLED[0]
    last = len(collection(game))
    first = client.get(f"/puzzles/{game}/1").text
    assert f'href="/puzzles/{game}/2"' in first and "The puzzle before" not in first
    end = client.get(f"/puzzles/{game}/{last}").text
    assert f'href="/puzzles/{game}/{last - 1}"' in end and "The next puzzle" not in end


def test_its_board_answers_as_one_at_a_table_does(client: httpx.Client) -> None:
    for game, number in SOME:
        address = f"/puzzles/{game}/{number}"
        page = client.get(address).text
        assert "data-place=" in page
        drawn = re.search(r'value="([^"]+)"[^>]*data-preview', page)
        if drawn is not None:
            preview = client.get(f"{address}/preview", params={"line": unescape(drawn[1])})
            assert preview.headers["content-type"] == "image/svg+xml" and len(preview.text) > 60


@pytest.mark.parametrize("address", [
    "/puzzles/irish-gauge/0", "/puzzles/irish-gauge/1000", "/puzzles/nowhere/1", f"/puzzles/irish-gauge/{10**30}",
    "/puzzles/irish-gauge/1?line=pass&first=fly",
    "/puzzles/irish-gauge/one", "/puzzles/irish-gauge/1?line=fly", f"/puzzles/irish-gauge/1?line={'x' * 700}",
    "/puzzles/irish-gauge/1?line=%ED%A0%80", f"/puzzles/irish-gauge/1?line=bid&amount={10**30}",
    "/puzzles/irish-gauge/1/preview", "/puzzles/irish-gauge/1/note?amount=x",
])
def test_what_can_not_be_is_said_as_a_page(client: httpx.Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in (404, 422) and "Roundhouse" in answer.text


def test_a_file_that_can_not_be_read_shuts_nothing_else(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(title: str) -> list[Puzzle]:
        raise PuzzleError("line 1: this is not whole JSON")

    collection.cache_clear()
    monkeypatch.setattr(collections, "puzzles_of", broken)
    try:
        assert client.get("/").status_code == 200
        assert "There are none here yet." in client.get("/puzzles").text
        assert "line 1: this is not whole JSON" in caplog.text
    finally:
        collection.cache_clear()
