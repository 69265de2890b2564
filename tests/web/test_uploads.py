"""Uploaded records: what is refused costs nothing and is not kept."""
from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from roundhouse.engine.contract import Edition, Game
from roundhouse.errors import UserError
from roundhouse.games import Setup, title
from roundhouse.games import setup as setups
from roundhouse.records import Course, Record, replay
from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.info import SeatRequest
from tests.web.house import ME, House, Running, running
from tests.web.test_upgrade import back_to


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('uploads') / 'tables.sqlite'}", limits=False, rounds=0) as one:
        yield one


def record(**changed: Any) -> str:
    data = json.loads(Record.of(Course(Setup.of("irish-gauge", 3)), ["Ann", "Bob", "Cleo"]).dumps())
    return json.dumps({**data, **changed})


def large_edition(number: int) -> dict[str, Any]:
    """One's own with many hexes, as everything else in it is in order."""
    data = json.loads(title("irish-gauge").edition().text)
    own = {"edition": f"mine-{number}", "hexes": [*data["hexes"], *(
        {"id": f"Z{n}", "q": 1000 + n % 160, "r": 1000 + n // 160, "terrain": "open"} for n in range(26_000)
    )]}
    return {**data, **own}


def test_what_was_refused_is_not_kept(made: House) -> None:
    """Neither an edition of somebody's own nor a game with options written otherwise, nor what was read of them."""
    ann = made.guest()
    for text in (record(), record(options={})):
        made.tables.creation.upload(ann, text)
    gc.collect()
    games, objects = setups._game.cache_info().currsize, len(gc.get_objects())
    for number in range(3):
        own = json.dumps(large_edition(number))
        assert len(own) > 1024 * 1024
        for text in (own, json.dumps({**json.loads(own), "hexes": []})):
            with pytest.raises((UserError, Refused)):
                made.tables.creation.upload(ann, record(edition=f"mine-{number}", edition_text=text))
    odd: list[dict[str, Any]] = [{"x": []}, {"x": {}}, {"no-such": 1}]
    for options in odd:
        with pytest.raises((UserError, Refused)):
            made.tables.creation.upload(ann, record(options=options))
    gc.collect()
    assert setups._game.cache_info().currsize == games
    assert len(gc.get_objects()) < objects + 2_000, "an edition of 26,000 hexes is 26,000 objects and more"
    assert not any(isinstance(one, Edition | Game) and "mine" in str(one) for one in gc.get_objects())


def test_sizes_are_looked_at_before_anything_is_read(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(Refused, match="too large for a record"):
        made.tables.creation.upload(made.guest(), "[" * 600_000)
    with pytest.raises(UserError, match="too large for an edition"):
        title("irish-gauge").edition_from("[" * 1_200_000, "mine.json")


def test_an_edition_with_too_many_hexes_is_refused_before_its_board_is_made() -> None:
    text = json.dumps({**large_edition(0), "hexes": large_edition(0)["hexes"][:3000]})
    with pytest.raises(UserError, match="a list of hexes, 500 at most"):
        title("irish-gauge").edition_from(text, "mine.json")


ODD: list[dict[str, Any]] = [
    {"options": {"first": []}}, {"options": {"first": {"a": [1]}}}, {"options": []}, {"options": [["a", 1]]},
    {"edition": "e" * 5000}, {"edition_digest": "d" * 5000}, {"edition": "a\0b"}, {"edition": "../../x"},
    {"edition": "", "edition_digest": ""}, {"rules_version": 10**30}, {"rules_version": -1}, {"seats": []},
    {"seats": ["a"] * 9000}, {"log": [[10**40, "pass"]]}, {"log": [["chance", "x" * 50_000]]}, {"log": [[0, ""]]},
    {"options": {"x" * 50_000: 1}}, {"game": ["irish-gauge"]}, {"game": "g" * 50_000}, {"edition_text": "{"},
    {"edition_text": "[" * 50_000}, {"result": {"scores": [1e999], "winners": []}}, {"log": [[True, "pass"]]},
]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: next(iter(odd)))
def test_odd_uploads_are_refused_in_a_sentence(server: Running, odd: dict[str, Any]) -> None:
    with httpx.Client(base_url=server.address) as http:
        text = record(**odd)
        paged = http.post("/upload", files={"file": ("game.json", text)})
        sent = http.post("/api/records", json={"record": text})
        assert paged.status_code == sent.status_code == 422
        assert len(sent.json()["error"]) < 1000


def test_an_upload_is_told_from_what_was_played_here(made: House) -> None:
    """It is in no public list, and says under which names it came; sitting down, a seat has one's own."""
    ann, zoe = made.guest("Ann"), made.guest("Zoe")
    table = made.tables.creation.upload(ann, record(seats=["Zoe", "admin", " " * 9]))
    assert table.uploaded and not table.public
    assert table.names == ["'Zoe' (in the file)", "'admin' (in the file)", "'Somebody' (in the file)"]
    assert [seat.player for seat in table.seats] == [None] * 3
    played = made.play(*made.table("irish-gauge", "Ann", "Bob", "Cleo", public=True), 5000)
    finished = made.tables.creation.upload(zoe, played.record().dumps())
    for player in (None, ann, zoe):
        lists = made.tables.lists
        listed = [*lists.waiting(player), *lists.playing(player), *lists.finished(player)]
        front = lists.front(player, 20)
        assert [info.id for info in [*listed, *front.waiting, *front.watch] if info.uploaded] == []
    assert played.id in {info.id for info in made.tables.lists.finished(None)}
    again = made.tables.creation.upload(ann, finished.record().dumps())
    assert again.names == finished.names, "once in a file is enough"
    assert table.seats[0].invite is not None
    sat, _ = made.tables.seating.accept(zoe, table.seats[0].invite)
    assert sat.names == ["Zoe", "'admin' (in the file)", "'Somebody' (in the file)"]
    assert made.tables.viewing.info(None, sat).uploaded


def test_uploads_from_before_are_told_too(made: House) -> None:
    """By the time of their steps: all just before the table was made."""
    ann = made.guest()
    played, people = made.table("irish-gauge", "Ann", "Bob", "Cleo", public=True)
    ended = made.play(played, people, 5000)
    tried = made.tables.creation.branch(people[0], ended.id, 9, 0)
    upload = made.tables.creation.upload(ann, ended.record().dumps())
    with made.database.writing() as connection:
        long_ago = at.steps.c.table.in_([ended.id, tried.id])
        connection.execute(update(at.steps).where(long_ago).values(at=at.steps.c.at - 1000))
        connection.execute(update(at.tables).where(at.tables.c.id == ended.id).values(created=ended.created - 1001))
        connection.execute(update(at.tables).where(at.tables.c.id == upload.id).values(public=True))
    back_to(made.database, "0011")
    made.database.migrate()
    with made.database.reading() as connection:
        rows = connection.execute(select(at.tables.c.id, at.tables.c.uploaded, at.tables.c.public)).all()
    assert {row.id: (row.uploaded, row.public) for row in rows} == {
        ended.id: (False, True), tried.id: (False, False), upload.id: (True, False),
    }


def test_a_record_with_hidden_cards_is_refused_in_words_that_help(made: House) -> None:
    table, people = made.table("appalachian-trail", "Ann", "Bob")
    table = made.play(table, people, 3)
    saved = made.tables.viewing.record(people[0], table.id)
    assert "?" in saved
    with pytest.raises(UserError, match=r"was hidden from .* once the game is over") as refused:
        made.tables.creation.upload(people[0], saved)
    assert "did you mean" not in str(refused.value)


def test_a_table_goes_on_in_another_house_with_all_that_is_hidden(made: House) -> None:
    """Bots sit where they sat, whoever brings it everywhere else. Nobody takes along what others would hide."""
    ann, zoe = made.guest("Ann"), made.guest("Zoe")
    creation, viewing = made.tables.creation, made.tables.viewing
    wishes = [SeatRequest(bot="level-3"), ME, SeatRequest(me=True, name="Bob")]
    table = creation.create(ann, "appalachian-trail", wishes)
    course = replay(Record.of(made.play(*made.table("appalachian-trail", "A", "B", "C"), 6).course, ["a", "b", "c"]))
    with made.tables.repository.change(table.id) as change:
        change.after = table.with_course(course)
    saved = viewing.table_file(ann, table.id)
    assert "Ann" not in saved and str(course.log()[-1][1]) not in saved, "it is packed"
    taken = creation.upload(zoe, saved)
    assert taken.course.log() == course.log() and taken.status == "playing" and taken.hints
    assert taken.names == ["Level 3", "Zoe", "'Bob' (in the file)"] and taken.seats[0].bot == "level-3"
    assert taken.held_by(zoe) == (1, 2) and taken.uploaded and not taken.public
    for text in (saved[:-30], saved.replace("level-3", "level-9"), saved.replace('"level-3"', "7"),
                 saved.replace("null", '"level-1"'), saved.replace('"record": "', '"record": "AAAA')):
        with pytest.raises((UserError, Refused)):
            creation.upload(zoe, text)
    shared, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    with pytest.raises(Refused, match="others play here too"):
        viewing.table_file(people[0], shared.id)


def test_editions_from_a_file_are_played_where_the_house_takes_them(tmp_path: Path) -> None:
    data = json.loads(title("narrow-gauge").edition().text)
    mine = json.dumps({**data, "edition": "mine", "starting_cash": 25})
    seats = ["level-1"] * (title("narrow-gauge").players[0] - 1)
    for own, told in ((True, "mine"), (False, data["edition"])):
        file = f"sqlite:///{tmp_path / str(own)}"
        with (
            running(file, limits=False, rounds=0, own_editions=own) as house,
            httpx.Client(base_url=house.address, headers={"sec-fetch-site": "same-origin"}) as http,
        ):
            assert ("A board of your own" in http.get("/new/narrow-gauge").text) is own
            sent: dict[str, Any] = {"data": {"seat": seats}, "files": {"own-edition": ("mine.json", mine)}}
            made = http.post("/new/narrow-gauge", **sent)
            table = house.tables.repository.table(made.headers["location"].rpartition("/")[2])
            assert table.course.setup.edition == told
            rules = f"/games/{table.id}/rules" if own else "/rules/narrow-gauge"
            assert f'hx-get="{rules}/beside"' in http.get(f"/games/{table.id}").text
            for page in (rules, f"{rules}/beside"):
                assert f"Each player gets ${25 if own else 20}." in http.get(page).text
            assert f'href="{rules}/examples/laying?step=1"' in http.get(f"{rules}/examples/laying").text
            assert "<svg" in http.get(f"{rules}/examples/laying.svg").text
            again = http.post("/upload", files={"file": ("game.json", table.record().dumps())})
            assert again.status_code == 303
            sent["files"] = {"own-edition": ("other.json", json.dumps({**data, "status": "of another name"}))}
            assert http.post("/new/narrow-gauge", **sent).status_code == (422 if own else 303)
