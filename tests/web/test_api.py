"""The JSON interface, over a real connection."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from roundhouse.games import titles
from roundhouse.records import Record, replay
from roundhouse.web.tables import lists
from tests.web.house import Client, running, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('api') / 'tables.sqlite'}", limits=False) as one:
        yield one.address


def two(server: str, game: str = "narrow-gauge", **more: Any) -> tuple[str, Client, Client]:
    ann, bob = Client(server, "Ann"), Client(server, "Bob")
    table = ann.create(game, "me", "open", **more)
    bob.good(bob.post(f"/join/{table['seats'][1]['invite']}"))
    return table["id"], ann, bob


def test_games_are_listed(server: str) -> None:
    games = httpx.get(f"{server}/api/games").json()
    assert [game["name"] for game in games] == list(titles())
    assert games[2]["options"][0] == {
        "name": "order", "values": ["auction", "random-order"], "help": games[2]["options"][0]["help"],
    }


def test_make_find_and_join_a_table(server: str) -> None:
    ann, bob = Client(server, "Ann"), Client(server, "Bob")
    table = ann.create("narrow-gauge", "me", "open", public=True, options={"hidden-money": "on"})
    listed = bob.good(bob.http.get("/tables", params={"which": "waiting"}))
    assert table["id"] in [one["id"] for one in listed]
    joined = bob.good(bob.post(f"/tables/{table['id']}/join"))
    assert (joined["status"], joined["mine"]) == ("playing", [1])
    assert [one["id"] for one in bob.good(bob.http.get("/tables", params={"which": "mine"}))] == [table["id"]]
    assert table["options"]["hidden-money"] == "on"


def test_every_game_of_a_long_list_is_reached_page_by_page(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MOST_LISTED", 3)
    ann = Client(server, "Ann")
    made = [ann.create("narrow-gauge", "me", "open", public=True)["id"] for _ in range(7)]
    for which in ("mine", "waiting"):
        found, url = [], f"/tables?which={which}"
        while url:
            answer = ann.http.get(url)
            page = ann.good(answer)
            assert len(page) <= 3
            found += [one["id"] for one in page]
            url = f"/tables{answer.links['next']['url']}" if "next" in answer.links else ""
        assert [id for id in found if id in made] == made[::-1] and len(found) == len(set(found))
    assert ann.http.get("/tables?which=waiting&after=nonsense").status_code == 422
    assert ann.good(ann.http.get("/tables?which=ended")) == []


def test_act_and_be_refused_in_words(server: str) -> None:
    id, ann, bob = two(server)
    view = ann.view(id)
    assert view["legal"][:2] == ["bid 0", "bid 1"] and bob.view(id)["legal"] == []
    again = ann.act(view, "bid 2"), ann.act(view, "bid 2")
    assert [answer.status_code for answer in again] == [200, 409]
    assert again[1].json()["version"] == again[0].json()["table"]["version"] == view["table"]["version"] + 1
    assert again[1].json()["step"] == view["step"] + 1
    refused = bob.act(bob.view(id), "bid 99")
    assert refused.status_code == 422 and refused.json()["rule"].startswith("NG-")
    assert ann.act(ann.view(id), "bid 3").status_code == 403
    assert bob.act(bob.view(id), "nonsense").json()["error"].startswith("'nonsense' is not a move")


def test_a_whole_game_is_played_and_its_record_holds(server: str) -> None:
    id, *people = two(server, "appalachian-trail")
    view = people[0].view(id)
    while view["table"]["status"] != "over":
        who = people[view["table"]["to_act"]]
        answer = who.act(who.view(id))
        assert answer.status_code == 200, answer.text
        view = answer.json()
    text = httpx.get(f"{server}/api/tables/{id}/record").text
    assert replay(Record.loads(text)).state.scores() == view["table"]["scores"]
    uploaded = people[0].good(people[0].post("/records", record=text, public=True))
    assert uploaded["status"] == "over" and uploaded["scores"] == view["table"]["scores"]
    assert people[0].post("/records", record=text.replace("chance", "chants")).status_code == 422
    again = people[1].good(people[1].post(f"/tables/{id}/rematch"))
    assert people[0].view(id)["table"]["rematch"] == again["id"]


def test_any_moment_and_the_log(server: str) -> None:
    id, ann, bob = two(server)
    ann.act(ann.view(id), "bid 2")
    assert ann.view(id)["log"][-1]["line"] == "bid 2"
    assert bob.view(id)["log"][-1] == {"number": ann.view(id)["step"], "by": 0, "line": "bid ?"}
    earlier = ann.view(id, at=10, log=3)
    assert (earlier["step"], earlier["legal"], [step["number"] for step in earlier["log"]]) == (10, [], [8, 9, 10])
    assert ann.http.get(f"/tables/{id}/view", params={"at": 9999}).status_code == 404


def test_take_back_ask_and_agree(server: str) -> None:
    id, ann, bob = two(server)
    before = ann.view(id)
    version = ann.act(before, "bid 2").json()["table"]["version"]
    back = ann.good(ann.post(f"/tables/{id}/undo", version=version))
    assert back["step"] == before["step"] and back["version"] == version + 1
    ann.act(ann.view(id), "bid 3")
    bob.act(bob.view(id), "bid 1")
    version = ann.view(id)["table"]["version"]
    ann.good(ann.post(f"/tables/{id}/undo", version=version))
    assert ann.post(f"/tables/{id}/undo/answer", version=version - 1, agree=True).status_code == 409
    back = bob.good(bob.post(f"/tables/{id}/undo/answer", version=version, agree=True))
    assert back["step"] == before["step"]


def test_word_is_left_and_done(server: str) -> None:
    id, ann, bob = two(server)
    assert bob.good(bob.post(f"/tables/{id}/intend", wish="bid 1"))["wish"] == "bid 1"
    assert ann.view(id)["wish"] is None
    step = ann.act(ann.view(id), "bid 2").json()["step"]
    view = until(lambda: (seen := ann.view(id))["step"] > step and seen)
    assert view["log"][-1]["line"] != "bid 2"


def test_chat(server: str) -> None:
    id, ann, bob = two(server)
    ann.good(ann.post(f"/tables/{id}/chat", words="hello"))
    assert [said["words"] for said in bob.good(bob.http.get(f"/tables/{id}/chat"))] == ["hello"]


def test_a_seats_own_token_is_a_bearer_token(server: str) -> None:
    id, ann, _ = two(server)
    token = ann.good(ann.post(f"/tables/{id}/seats/0/key"))["token"]
    program = Client(server, token=token)
    assert program.act(program.view(id), "bid 2").status_code == 200
    assert program.post("/tables", game="narrow-gauge", seats=["me", "level-1"]).status_code == 403


def test_bots_play_on_in_a_seat_and_give_it_back(server: str) -> None:
    ann = Client(server, "Ann")
    id = ann.create("appalachian-trail", "me", "level-1")["id"]
    ann.good(ann.post(f"/tables/{id}/seats/0/bot", level="level-1"))
    until(lambda: ann.view(id)["table"]["status"] == "over")
    assert ann.view(id)["table"]["seats"][0]["mine"]


def test_the_stream_tells_every_change(server: str) -> None:
    id, ann, bob = two(server)
    with httpx.stream("GET", f"{server}/api/tables/{id}/events", timeout=20) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        told = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
        first = next(told)
        ann.act(ann.view(id), "bid 2")
        second = next(told)
        assert (second["step"], second["to_act"]) == (first["step"] + 1, 1)
        bob.post(f"/tables/{id}/chat", words="hm")
        assert next(told)["talk"] == 1
    assert httpx.get(f"{server}/api/tables/nosuch/events").status_code == 404


def test_the_docs_need_nothing_from_elsewhere(server: str) -> None:
    page = httpx.get(f"{server}/api/docs")
    assert page.status_code == 200
    assert not re.search(r"(src|href)=.https?:", page.text)
    spec = httpx.get(f"{server}/api/openapi.json").json()
    for path in spec["paths"]:
        assert path in page.text
    assert all(one.get("summary") for methods in spec["paths"].values() for one in methods.values())


def test_a_player_may_look_as_a_watcher_does(server: str) -> None:
    ann, bob = Client(server, "Ann"), Client(server, "Bob")
    made = ann.create("narrow-gauge", "me", "open")
    bob.good(bob.post(f"/join/{made['seats'][1]['invite']}"))
    own, public = ann.view(made["id"]), ann.view(made["id"], seat=-1)
    assert (own["seat"], public["seat"]) == (0, -1)
    assert isinstance(own["state"]["hands"][0], list) and isinstance(public["state"]["hands"][0], int)
    assert public == {**bob.view(made["id"], seat=-1), "table": public["table"]}
    assert "?" in ann.http.get(f"/tables/{made['id']}/record", params={"seat": -1}).text
