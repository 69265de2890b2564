"""Lessons as they are sent: every step asks, answers and leads on, and nobody needs to be known for it."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import httpx
import pytest

from roundhouse.games import titles
from roundhouse.records.lesson import Lesson, Scene
from roundhouse.records.lesson_words import answered, asked
from roundhouse.web.pages.lesson_index import readable_lessons
from roundhouse.web.pages.site import lessons
from tests.web.house import running

LESSONS = [lesson for name in titles() for lesson in readable_lessons(name)]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("house")
    with (
        running(f"sqlite:///{folder / 'tables.sqlite'}", limits=False) as server,
        httpx.Client(base_url=server.address, timeout=30) as browser,
    ):
        yield browser


def words(page: httpx.Response) -> str:
    """What the lesson says on a page."""
    assert page.status_code == 200 and "set-cookie" not in page.headers
    section = page.text.partition('<section id="lesson"')[2].partition("</section>")[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", section)))


def offered(page: httpx.Response) -> set[str]:
    lines = {unescape(line) for line in re.findall(r'name="line" value="([^"]+)"', page.text)}
    return {line for line in lines if not line.startswith("bid")}


def first_wrong(scene: Scene) -> str | None:
    return next((line for line in scene.allowed if line not in scene.right), None)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.title}-{one.name}")
def test_every_step_asks_and_answers_and_leads_to_the_next(client: httpx.Client, lesson: Lesson) -> None:
    for scene in lesson.scenes:
        url = f"/learn/{lesson.title}/{lesson.name}/{scene.number}"
        page = client.get(url)
        assert asked(scene) in words(page)
        allowed = {line for line in scene.allowed if not line.startswith("bid ")}
        assert offered(page) == allowed, "what may be tried is offered, and nothing else"
        shown = client.get(url, params={"shown": 1} if scene.step.reads else {"line": scene.right[0]})
        assert answered(scene, scene.watched) in words(shown) and not offered(shown)
        assert f'/learn/{lesson.title}/{lesson.name}/{scene.number + 1}"' in shown.text
        wrong = first_wrong(scene)
        if wrong is not None:
            said = client.get(url, params={"line": wrong})
            assert "There is better" in words(said) and answered(scene, scene.tried(wrong)) in words(said)
            page = client.get(url, params={"shown": 1})
            assert scene.step.head in words(page) and "Well done" not in words(page)
            assert f'href="{url}">Try again' in said.text and f'href="{url}?shown=1">Show me' in said.text


def test_the_coach_says_why_where_a_lesson_has_no_words_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = next(one for one in LESSONS if one.title == "irish-gauge")
    weighed = next(number for number, step in enumerate(whole.steps, 1) if step.chances)
    silent = replace(whole, steps=tuple(replace(step, wrong=()) for step in whole.steps))
    monkeypatch.setattr(lessons, "readable_lessons", lambda title: (silent,))
    step = lessons.given(silent, weighed, "dividends", False)
    assert step.said == "" and [round(move.chance, 2) for move in step.weighed] == [0.42, 0.25]
    assert any(move.why for move in step.weighed)


def test_a_move_that_is_as_good_passes_with_its_reason(client: httpx.Client) -> None:
    lesson = next(one for one in LESSONS if one.title == "narrow-gauge")
    scene = next(one for one in lesson.scenes if one.step.id == "second")
    given = lessons.given(lesson, scene.number, "play T16 K3", False)
    assert given.verdict and given.verdict.right and given.goes_on_with == "Play T15 from K3 to L3 and L4"
    assert re.sub(r"<[^>]+>", "", unescape(str(given.good_for))) == "It brings the orange line into L4: $8 at once."
    assert not lessons.given(lesson, scene.number, scene.right[0], False).good_for
    before = lessons.given(lesson, scene.number - 1, "play T16 K3", False)
    assert str(before.good_for).endswith(lessons.REST), "the turn is played on in it, and that is said"
    own = next(one for one in LESSONS[0].scenes if one.step.id == "own")
    said = client.get(f"/learn/irish-gauge/first-railway/{own.number}", params={"line": "auction GSW"})
    assert "the share is yours for £9" in words(said) and "as good as any" not in words(said)
    assert f'/learn/irish-gauge/first-railway/{own.number + 1}"' in said.text, "it goes on with what was done"


@pytest.mark.parametrize(("lesson", "asks"), [
    (LESSONS[0], "A game against two bots of level 1"),
    (next(one for one in LESSONS if one.title == "appalachian-trail"), "A game against a bot of level 1"),
], ids=lambda one: getattr(one, "name", ""))
def test_the_end_of_a_lesson_leads_to_a_game_against_the_easiest_bots(
    client: httpx.Client, lesson: Lesson, asks: str,
) -> None:
    end = client.get(f"/learn/{lesson.title}/{lesson.name}/{len(lesson.scenes) + 1}")
    assert lesson.ending in words(end) and asks in words(end)
    form = end.text.partition(f'<form method="post" action="/new/{lesson.title}"')[2].partition("</form>")[0]
    seats = re.findall(r'name="seat" value="([\w-]+)"', form)
    made = client.post(f"/new/{lesson.title}", data={"seat": seats}, headers={"sec-fetch-site": "same-origin"})
    assert made.status_code == 303
    table = client.get(made.headers["location"]).text
    assert table.count(">level 1</span>") == seats.count("level-1") >= 1


def test_a_lesson_is_found_on_home_beside_play_now_and_in_the_list(client: httpx.Client) -> None:
    client.cookies.clear()
    home, found = client.get("/").text, client.get("/learn").text
    for lesson in LESSONS:
        first = f"/learn/{lesson.title}/{lesson.name}/1"
        assert f'href="{first}"' in found and f'href="{first}"' in client.get(f"/new/{lesson.title}").text
        assert f'href="/learn/{lesson.title}/{readable_lessons(lesson.title)[0].name}/1"' in home
        assert client.get(f"/learn/{lesson.title}").headers["location"].endswith(
            f"/learn/{lesson.title}/{readable_lessons(lesson.title)[0].name}/1")
    assert "/learn/night-mail" not in home + found


@pytest.mark.parametrize(("address", "status", "why"), [
    ("/learn/chess", 404, "There is no game"), ("/learn/night-mail", 404, "has no lesson"),
    ("/learn/irish-gauge/second-railway/1", 404, "has no lesson 'second-railway'"),
    ("/learn/irish-gauge/first-railway/0", 404, "has no step 0"),
    ("/learn/irish-gauge/first-railway/99", 404, "has no step 99"),
    ("/learn/irish-gauge/first-railway/2?line=dividends", 422, "can't be tried in this step"),
    ("/learn/irish-gauge/first-railway/2?line=bid&amount=999", 422, "can't be tried in this step"),
])
def test_an_address_that_leads_nowhere_says_why(client: httpx.Client, address: str, status: int, why: str) -> None:
    page = client.get(address)
    assert page.status_code == status and why in unescape(page.text)
