"""The OpenAPI description is true: a client that a tool makes of it plays, and answers are what it says."""
from __future__ import annotations

import importlib
import json
import random
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from roundhouse.records import Record, replay
from tests.web.house import Client, Running, running

GAMES = {
    "irish-gauge": ("IrishGaugeState", 3), "age-of-rail": ("AgeOfRailState", 3),
    "narrow-gauge": ("NarrowGaugeState", 2), "appalachian-trail": ("AppalachianTrailState", 2),
    "night-mail": ("OtherState", 2),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'tables.sqlite'}", limits=False) as one:
        yield one


@pytest.fixture(scope="module")
def made(server: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """The client that openapi-python-client makes of the description, as its modules."""
    folder = tmp_path_factory.mktemp("client")
    description = folder / "openapi.json"
    description.write_text(json.dumps(server.app.openapi()))
    config = Config.from_sources(
        ConfigFile(post_hooks=[]), MetaType.NONE, description, "utf-8", overwrite=True,
        output_path=folder / "made_client",
    )
    assert [error.detail for error in generate(config=config)] == []
    sys.path.insert(0, str(folder))
    yield SimpleNamespace(
        top=importlib.import_module("made_client"), models=importlib.import_module("made_client.models"),
        call=lambda name, group="tables": importlib.import_module(f"made_client.api.{group}.{name}").sync,
    )
    sys.path.remove(str(folder))


def seated(server: Running, made: SimpleNamespace, count: int) -> list[Any]:
    """So many players, each with a token."""
    anybody = made.top.Client(base_url=server.address)
    players = [
        made.call("new_player", "players")(client=anybody, body=made.models.NewPlayer(name=f"Player {n}"))
        for n in range(count)
    ]
    return [made.top.AuthenticatedClient(base_url=server.address, token=player.token) for player in players]


def test_a_made_client_plays_a_whole_game(server: Running, made: SimpleNamespace) -> None:
    models, call = made.models, made.call
    people = seated(server, made, 2)
    table = call("create")(
        client=people[0], body=models.NewTable(game="appalachian-trail", seats=["me", "open"], public=False)
    )
    joined = call("accept")(table.seats[1].invite, client=people[1])
    assert isinstance(joined, models.JoinOut) and joined.seat == 1
    dice = random.Random(1)
    view = call("view")(table.id, client=people[0])
    while view.table.status == "playing":
        who = people[view.table.to_act]
        seen = call("view")(table.id, client=who)
        assert isinstance(seen.state, models.AppalachianTrailState)
        before, line = view, dice.choice(seen.legal)
        view = call("act")(table.id, client=who, body=models.Act(line=line, version=seen.table.version))
        assert isinstance(view, models.View), view
    again = call("act")(table.id, client=people[0], body=models.Act(line=line, version=before.table.version))
    assert isinstance(again, models.StaleTable) and again.version == view.table.version
    record = call("record")(table.id, client=people[0])
    assert record.result.scores == view.table.scores
    assert replay(Record.loads(json.dumps(record.to_dict()))).state.scores() == view.table.scores


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_state_of_its_type(server: Running, made: SimpleNamespace, game: str) -> None:
    name, seats = GAMES[game]
    [ann] = seated(server, made, 1)
    body = made.models.NewTable(game=game, seats=["me"] * seats)
    table = made.call("create")(client=ann, body=body)
    assert type(made.call("view")(table.id, client=ann).state).__name__ == name


def test_refusals_are_typed(server: Running, made: SimpleNamespace) -> None:
    models, call = made.models, made.call
    ann, bob = seated(server, made, 2)
    id = call("create")(client=ann, body=models.NewTable(game="narrow-gauge", seats=["me", "me"])).id
    version = call("view")(id, client=ann).table.version
    forbidden = call("act")(id, client=bob, body=models.Act(line="bid 1", version=version))
    assert isinstance(forbidden, models.Refusal) and forbidden.error == "you have no seat at this table"
    broken = call("act")(id, client=ann, body=models.Act(line="bid 99", version=version))
    assert isinstance(broken, models.Refusal) and broken.rule.startswith("NG-")
    unknown = made.top.AuthenticatedClient(base_url=server.address, token="nobody's")
    assert isinstance(call("join")(id, client=unknown), models.Refusal)
    assert isinstance(call("about")("nosuch", client=ann), models.Refusal)


def test_who_may_ask_is_said_of_every_operation(server: Running) -> None:
    spec = server.app.openapi()
    assert set(spec["components"]["securitySchemes"]) == {"token", "cookie"}
    open_to_all = {("get", "/api/games"), ("post", "/api/players"), ("get", "/api/ratings/{game}")}
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            assert ("security" in operation) == ((method, path) not in open_to_all), path
            assert {"default"} <= set(operation["responses"])
            assert ("401" in operation["responses"]) == ({} not in operation.get("security", [{}])), path
    moved = {path.rpartition("/")[2] for path, methods in spec["paths"].items() if "409" in str(methods)}
    assert moved == {"act", "undo", "answer", "restore"}


def test_what_needs_a_token_refuses_one_that_is_not_known(server: Running) -> None:
    spec = server.app.openapi()
    id = Client(server.address).create("narrow-gauge", "me", "me")["id"]
    http = httpx.Client(base_url=server.address, headers={"authorization": "Bearer nobody's"})
    bodies = {
        "/api/tables": {"game": "narrow-gauge", "seats": ["me", "me"]}, "/api/records": {"record": "{}"},
        "act": {"line": "bid 1", "version": 1}, "undo": {"version": 1}, "answer": {"version": 1, "agree": True},
        "restore": {"version": 1}, "intend": {"wish": None}, "bot": {"level": "level-1"}, "chat": {"words": "hm"},
        "mute": {"muted": True},
    }
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            if "401" in operation["responses"]:
                body = bodies.get(path, bodies.get(path.rpartition("/")[2]))
                address = path.replace("{id}", id).replace("{seat}", "0").replace("{token}", "x")
                assert http.request(method, address, json=body).status_code == 401, path
