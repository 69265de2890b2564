"""Bots of others: their accounts and tokens, what those are good for, one stream of events, and a client that plays."""
from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert, select, update

from roundhouse.client import Client, ClientError, Event, Moved, NotAllowed, Refused, Table
from roundhouse.engine.dice import Dice
from roundhouse.web.errors import Forbidden
from roundhouse.web.errors import Refused as HouseRefused
from roundhouse.web.http.route_rights import AT_TOURNAMENTS, IN_THE_HOUSE, ROUTES
from roundhouse.web.live import program_events
from roundhouse.web.people.names import not_for_people
from roundhouse.web.people.player import Player
from roundhouse.web.people.programs.scopes import ALLOWED, SCOPES, require_scope
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import SeatRequest
from tests.web.house import ME, OPEN, Running, running
from tests.web.test_matrix import routes_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "web_bot.py"
SAME_SITE = {"sec-fetch-site": "same-origin"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('bots') / 'tables.sqlite'}", limits=False) as one:
        yield one


class Keeper:
    """Somebody with an account and a bot."""

    def __init__(self, server: Running, name: str) -> None:
        state = server.app.state
        self.server = server
        self.player, self.token = state.players.claim(state.players.guest()[0], name, "a good password")
        self.page = httpx.Client(
            base_url=server.address, cookies={"roundhouse": self.token}, headers=SAME_SITE, follow_redirects=True
        )
        self.bot: int = state.bot_accounts.create(self.player, f"{name}s engine", "Draws lots.")

    @cache      # noqa: B019
    def client(self, *scopes: str) -> Client:
        token = self.server.app.state.bot_accounts.new_token(self.player, self.bot, "test", scopes or tuple(SCOPES))
        return Client(self.server.address, token)


@pytest.fixture(scope="module")
def ann(server: Running) -> Keeper:
    return Keeper(server, "Ann")


@pytest.fixture(scope="module")
def bob(server: Running) -> Keeper:
    return Keeper(server, "Bob")


def until(events: Iterator[Event], kind: str, table: str) -> Table:
    return next(event.table for event in events if (event.kind, event.table.id) == (kind, table))


def test_a_bot_is_made_and_retired_by_its_keeper_alone(server: Running, ann: Keeper) -> None:
    made = ann.page.post("/me/bots", data={"name": "Old Engine", "about": "Steam."})
    assert "Old Engine" in made.text and "has an account" in made.text
    bot = next(one for one in server.app.state.bot_accounts.of(ann.player) if one.name == "Old Engine [bot]")
    told = ann.page.post(f"/me/bots/{bot.id}", data={"do": "token", "scope": ["play"], "label": "home"}).text
    token = told.split('<code class="token">')[1].split("<")[0]
    assert token.startswith("rhbot_") and token not in ann.page.get("/me/bots").text
    client = Client(server.address, token)
    assert (client.account().name, client.account().bot) == ("Old Engine [bot]", True)
    assert client.account().scopes == ("play",)
    stranger = httpx.Client(base_url=server.address, headers=SAME_SITE)
    page = stranger.get(f"/people/{bot.id}").text
    assert 'A program of <a href="/people/' in page and 'class="tag program"' in page
    assert f"/people/{bot.id}" in stranger.get("/people").text
    other = Keeper(server, "Zoe")
    for do in ({"do": "retire", "sure": "yes"}, {"do": "end", "token": "1"}, {"do": "token", "scope": "play"}):
        assert other.page.post(f"/me/bots/{bot.id}", data=do).status_code == 404
        assert stranger.post(f"/me/bots/{bot.id}", data=do).status_code == 403
    assert ann.page.post(f"/me/bots/{bot.id}", data={"do": "token"}).status_code == 422, "no scope"
    (one,) = next(one for one in server.app.state.bot_accounts.of(ann.player) if one.id == bot.id).tokens
    ann.page.post(f"/me/bots/{bot.id}", data={"do": "end", "token": one.id})
    with pytest.raises(NotAllowed):
        client.account()
    assert ann.page.post(f"/me/bots/{bot.id}", data={"do": "retire"}).status_code == 422
    for wrong in ({}, {"password": "another password"}):
        assert ann.page.post(f"/me/bots/{bot.id}", data={"do": "retire", "sure": "yes", **wrong}).status_code == 401
    assert "Old Engine" in stranger.get(f"/people/{bot.id}").text, "a browser that was left open retires no bot"
    ann.page.post(f"/me/bots/{bot.id}", data={"do": "retire", "sure": "yes", "password": "a good password"})
    assert "Old Engine" not in ann.page.get("/me/bots").text + stranger.get(f"/people/{bot.id}").text


def test_nobody_else_has_a_name_like_a_bots(server: Running, ann: Keeper) -> None:
    assert all(map(not_for_people, ("Ann [bot]", "Ann bot", "Ann [B0T]", "x-bot", "[bot]")))
    assert not any(map(not_for_people, ("Robot", "Abbot", "Talbot Ann")))
    for name in ("level-3", "Ann", "moderator", "x [bot] bot", "far too long for a bot", ""):
        with pytest.raises(HouseRefused):
            server.app.state.bot_accounts.create(ann.player, name)
    with pytest.raises(Forbidden):
        server.app.state.bot_accounts.create(server.app.state.players.guest()[0], "Of a guest")


def test_a_token_is_good_for_its_scopes_and_no_other_address(server: Running, ann: Keeper) -> None:
    """All routes of the house, by the table of scopes; and the house asks that table."""
    there = {" ".join(route.split(" ")[:2]) for route in (*ROUTES, *IN_THE_HOUSE, *AT_TOURNAMENTS)}
    plain = {re.sub(r"{[a-z]+}", "{id}", route) for route in there}
    assert set(ALLOWED) <= plain and plain >= {re.sub(r"{[a-z]+}", "{id}", one) for one in routes_of(server.app.routes)}
    for route in plain:
        method, path = route.replace("{id}", "x1").split(" ")
        for scope in SCOPES:
            if ALLOWED.get(route) == scope:
                require_scope(frozenset({scope}), method, path)
            else:
                with pytest.raises(Forbidden):
                    require_scope(frozenset({scope}), method, path)
    chat = ann.client("chat")
    for asked in (chat.account, partial(chat.view, "none"), partial(chat.join, "none"), lambda: list(chat.tables())):
        with pytest.raises(NotAllowed, match="lacks the scope 'play'"):
            asked()
    token = ann.client()._house._headers["authorization"]
    http = httpx.Client(base_url=server.address, headers={"authorization": token, **SAME_SITE})
    for path in ("/", "/me", "/me/bots", "/my", "/events?due=1", "/me/export"):
        assert "his is not for bots" in http.get(path).text, path
    assert "his is not for bots" in http.post("/groups", data={"name": "Engines"}).text
    cookie = {"cookie": f"roundhouse={token.split()[1]}"}
    assert "his is not for bots" in httpx.get(f"{server.address}/me", headers=cookie).text


def test_a_challenge_is_accepted_and_declined_and_all_is_heard_of(server: Running, ann: Keeper, bob: Keeper) -> None:
    engine, other = ann.client(), bob.client()
    heard, told = engine.events(), other.events()
    made = other.create("narrow-gauge", ["me", "@Anns engine [bot]"])
    assert until(heard, "challenge", made.id).seats[1].kept and until(told, "table", made.id).mine == (0,)
    engine.decline(made.id)
    declined = until(told, "table", made.id)
    assert declined.status == "waiting" and "has declined" in other.chat(made.id)[-1].words
    with pytest.raises(NotAllowed):
        engine.decline(made.id)
    with pytest.raises(NotAllowed):
        engine.join(made.id)
    again = other.create("narrow-gauge", ["me", "@Anns engine [bot]"])
    assert until(heard, "challenge", again.id)
    engine.join(again.id)
    turn = until(told, "turn", again.id)
    view = other.view(turn.id)
    assert turn.my_turn and view.legal
    other.act(view, "bid 1")
    assert until(heard, "turn", again.id).to_act == 1
    with pytest.raises(Moved):
        other.act(view, "bid 1")
    with pytest.raises(Refused) as why:
        engine.act(engine.view(again.id), "bid 99")
    assert why.value.rule.startswith("NG-")
    engine.leave(again.id)
    assert again.id not in [table.id for table in engine.tables("mine")]
    third = other.create("narrow-gauge", ["me", "@Anns engine [bot]"])
    until(heard, "challenge", third.id)
    server.tables.closing.cancel(Player(bob.bot, "x", False), third.id)
    assert until(heard, "withdrawn", third.id).status == "closed" and until(told, "over", third.id)


def test_a_game_that_ends_before_it_was_told_of_is_told_as_it_stands(server: Running, bob: Keeper) -> None:
    table = server.tables.creation.create(bob.player, "narrow-gauge", [ME, OPEN], public=True)
    server.tables.closing.cancel(bob.player, table.id)
    news = partial(program_events._news, server.tables, bob.player, table.id)
    found = news(None, table.created - 1)
    assert found is not None and found[0] == "over" and news(found[2], table.created - 1) is None
    assert news(None, table.created + 1) is None, "it had ended when the stream began"


def test_a_bot_sits_down_only_where_it_was_asked_to(server: Running, ann: Keeper, bob: Keeper) -> None:
    engine = ann.client()
    public = server.tables.creation.create(bob.player, "narrow-gauge", [ME, OPEN], public=True)
    with pytest.raises(NotAllowed, match="asked to"):
        engine.join(public.id)
    assert engine.join_by(f"{server.address}/join/{public.seats[1].invite}").status == "playing"
    own = engine.create("narrow-gauge", ["me", "open"], public=True)
    assert own.status == "waiting"
    with pytest.raises(NotAllowed):
        bob.client("play").create("narrow-gauge", ["me", "open"])


def test_who_is_asked_too_often_or_does_not_wish_to_be_is_left_alone(server: Running, bob: Keeper) -> None:
    cleo = Keeper(server, "Cleo")
    engine = bob.client()
    for wrong in (["me", "@Nobody at all"], ["me", "@Bobs engine [bot]"], ["me", "@Cleo", "@cleo"]):
        with pytest.raises((Refused, ClientError)):
            engine.create("irish-gauge" if len(wrong) > 2 else "narrow-gauge", wrong)
    for _ in range(3):
        engine.create("narrow-gauge", ["me", "@CLEO"])
    with pytest.raises(Refused, match="wait for an answer"):
        engine.create("narrow-gauge", ["me", "@Cleo"])
    listed = cleo.page.get("/my").text
    assert listed.count("Bobs engine [bot]") >= 3
    kept = server.tables.lists.kept(cleo.player)
    page = cleo.page.get(f"/games/{kept[0].id}").text
    assert "Kept for you" in page and 'value="decline"' in page
    cleo.page.post(f"/games/{kept[0].id}/care", data={"do": "decline"})
    assert len(server.tables.lists.kept(cleo.player)) == 2
    with server.app.state.database.writing() as connection:
        connection.execute(insert(at.blocks).values(player=cleo.player.id, other=bob.bot, at=1.0))
    with pytest.raises(Refused, match="does not want"):
        engine.create("narrow-gauge", ["me", "@Cleo"])
    with pytest.raises(HouseRefused, match="need an account"):
        server.tables.creation.create(
            server.app.state.players.guest()[0], "narrow-gauge", [ME, SeatRequest(asked="Cleo")]
        )


def test_a_bot_is_rated_like_people_but_not_against_its_own(server: Running, ann: Keeper, bob: Keeper) -> None:
    tables, clock = server.tables, Clock(3600.0, 0.0, "bot")
    engine, other = ann.client(), bob.client()
    own = tables.creation.create(
        ann.player, "narrow-gauge", [ME, SeatRequest(asked="Anns engine [bot]")], clock=clock, rated=True
    )
    with pytest.raises(Refused, match="against its keeper"):
        engine.join(own.id)
    asked = bob.page.post(f"/people/{ann.bot}/ask", data={"game": "narrow-gauge", "rated": "yes"})
    id = str(asked.url).rpartition("/")[2]
    assert engine.join(id).rated
    table = tables.repository.table(id)
    for seed in range(10_000):
        if table.status == "over":
            break
        line = table.game.text(int(table.course.state.random_by_kind(Dice(seed))))
        if table.to_act == 1:
            engine.act(engine.view(id), line)
            table = tables.repository.table(id)
        else:
            table = tables.moves.act(bob.player, id, line, table.version)
    page = bob.page.get(f"/people/{ann.bot}").text
    assert "provisional" in page and "rated" in page
    listed = bob.page.get("/ratings/narrow-gauge").text
    assert "Anns engine <span" in listed
    assert other.account().bot


def test_nobody_who_is_private_is_named_by_their_number_or_their_bot(server: Running, bob: Keeper) -> None:
    eve = Keeper(server, "Evelina")
    server.app.state.histories.set_private(eve.player, True)
    before = len(server.tables.lists.page_of(bob.player, "mine", "")[0])
    asked = bob.page.post(f"/people/{eve.player.id}/ask", data={"game": "narrow-gauge"})
    assert asked.status_code == 403 and "Evelina" not in asked.text
    assert len(server.tables.lists.page_of(bob.player, "mine", "")[0]) == before
    page = bob.page.get(f"/people/{eve.bot}").text
    assert "Draws lots." in page and "Evelina<" not in page and f"/people/{eve.player.id}\"" not in page
    for far in (10**30, 2**31, 0):
        assert bob.page.post(f"/people/{far}/ask", data={"game": "narrow-gauge"}).status_code == 404
        assert bob.page.post(f"/me/bots/{far}", data={"do": "retire", "sure": "yes"}).status_code in (404, 422)
        assert bob.page.post(f"/me/bots/{bob.bot}", data={"do": "end", "token": far}).status_code == 404
    assert bob.page.post(f"/people/{eve.bot}/ask", data={"game": "nowhere"}).status_code in (404, 422)


def test_tokens_of_bots_end_with_every_other_way_in_of_their_keeper(server: Running) -> None:
    """They may have been made in a browser that somebody left open; their keeper reads of them."""
    dan = Keeper(server, "Daniel")
    dan.page.post("/me/bots", data={"name": "Second"})
    dan.page.post(f"/me/bots/{dan.bot}", data={"do": "token", "scope": ["play"], "label": "x"})
    client = dan.client()
    assert client.account().bot
    page = dan.page.get("/me").text
    assert "A bot was made: Second [bot]" in page and "A bot was given a token: Daniels engine [bot]" in page
    dan.page.post("/me/password", data={"old": "a good password", "new": "a better password"})
    with pytest.raises(NotAllowed):
        client.account()


def test_a_keeper_who_is_banned_or_forgotten_takes_the_bots_along(server: Running) -> None:
    dora = Keeper(server, "Dora")
    client = dora.client()
    assert client.account().bot
    with server.app.state.players.forgetting() as connection:
        connection.execute(update(at.players).where(at.players.c.id == dora.player.id).values(banned=1.0))
    with pytest.raises(NotAllowed):
        client.account()
    with server.app.state.players.forgetting() as connection:
        connection.execute(update(at.players).where(at.players.c.id == dora.player.id).values(banned=None))
    assert client.account().bot
    told = server.app.state.accounts.export(dora.player)
    assert [one["name"] for one in told["bots"]] == ["Doras engine [bot]"] and "token" not in told["bot_tokens"][0]
    assert server.app.state.accounts.delete(dora.player, "a good password")
    with pytest.raises(NotAllowed):
        client.account()
    with server.app.state.database.reading() as connection:
        assert connection.execute(select(at.players.c.login).where(at.players.c.id == dora.bot)).scalar() is None


def test_the_example_asks_and_is_asked(server: Running) -> None:
    assert sum(1 for line in EXAMPLE.read_text().splitlines() if line.strip()) <= 40
    ann, bob = Keeper(server, "Eve"), Keeper(server, "Finn")      # with no other games
    bots = server.app.state.bot_accounts
    tokens = [bots.new_token(one.player, one.bot, "example", ("play", "challenge")) for one in (ann, bob)]
    words = [sys.executable, str(EXAMPLE), server.address]
    asker = subprocess.Popen([*words, tokens[1], "--games", "1", "--ask", "Eves engine [bot]"], stdout=subprocess.PIPE,
                             text=True)
    games = [*words, tokens[0], "--games", "1"]
    asked = subprocess.run(games, capture_output=True, text=True, timeout=300, check=False)
    said, _ = asker.communicate(timeout=300)
    assert asked.returncode == 0, asked.stderr
    assert "playing as Eves engine [bot]" in asked.stdout
    assert asked.stdout.splitlines()[-1] == said.splitlines()[-1] and "winners" in said


def test_what_is_no_house_is_told_in_words(server: Running) -> None:
    with pytest.raises(ClientError, match="http://"):
        Client("somewhere", "x")
    with pytest.raises(ClientError, match="no answer"):
        Client("http://127.0.0.1:9", "x", timeout=1).account()
    with pytest.raises(NotAllowed, match="not known"):
        next(Client(server.address, "rhbot_nobody").events())
