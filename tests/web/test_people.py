"""A player's page: sums that are made elsewhere here, who may see what, and what it costs among many games."""
from __future__ import annotations

import json
import re
from collections import Counter, namedtuple
from collections.abc import Callable
from math import erfc, sqrt
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select, update

from benchmarks.web_people import fill
from roundhouse.records import Record, replay
from roundhouse.web.competition.form import forms
from roundhouse.web.competition.history import ON_A_PAGE, Filter, Histories, History
from roundhouse.web.competition.ratings import Rating
from roundhouse.web.competition.standings import Standings
from roundhouse.web.competition.year import Years
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.pages.competition.year import year_png
from roundhouse.web.people import sessions
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import DAY
from tests.web.house import House, house, running
from tests.web.test_cost_of_lists import asked, plan

OFTEN = "Always here"
BESIDE = re.compile("^BEGIN|tables.auto = ")      # what no page asks: the house looks for its bots' turns


def filled(made: House, games: int = 400) -> Player:
    often, _ = made.players.claim(made.guest(), OFTEN, "a good password")
    fill(made.database, often, games, 60)
    return often


def rows_of(made: House) -> list[dict[str, Any]]:
    with made.database.reading() as connection:
        return [dict(row) for row in connection.execute(select(at.results)).mappings()]


def test_the_sums_of_a_history_are_right(made: House) -> None:
    """Counted from the rows in plain Python, over all and with each filter."""
    often = filled(made)
    histories, rows = Histories(made.database), rows_of(made)
    mine = sorted((row for row in rows if row["player"] == often.id), key=lambda row: (-row["ended"], row["table"]))
    for viewer, seen in ((often, mine), (None, [row for row in mine if row["open"]])):
        found = histories.of(viewer, often.id)
        assert found.games == len(seen) and found.wins == pytest.approx(sum(row["share"] for row in seen))
        by_kind = Counter((row["game"], row["seats"]) for row in seen)
        assert {(total.game, total.seats): total.games for total in found.totals} == by_kind
        alone = sum(row["stood_in"] == 0 for row in seen)
        assert found.reliability == pytest.approx(alone / len(seen))
        assert [game.table for game in found.page.games] == [row["table"] for row in seen[:ON_A_PAGE]]
        assert found.course.beyond[-1] == pytest.approx(sum(row["share"] - 1 / row["seats"] for row in seen))
        wins = "".join("x" if row["share"] else " " for row in seen)
        assert found.course.longest == max(map(len, wins.split()))
        assert found.course.streak == len(wins) - len(wins.lstrip("x"))
        check_rivals(found, often.id, rows, {row["table"]: row["place"] for row in seen})
    rival = next(one.other.player for one in histories.of(often, often.id).rivals if one.other.player)
    met = {row["table"] for row in rows if row["player"] == rival}
    for wanted, fits in (
        (Filter(game="irish-gauge"), lambda row: row["game"] == "irish-gauge"),
        (Filter(seats=3), lambda row: row["seats"] == 3), (Filter(rival=rival), lambda row: row["table"] in met),
    ):
        page = histories.games(often, often.id, wanted)
        assert [g.table for g in page.games] == [r["table"] for r in mine if fits(r)][:ON_A_PAGE]


def check_rivals(found: History, me: int, rows: list[dict[str, Any]], places: dict[str, int]) -> None:
    met: dict[object, list[tuple[int, int]]] = {}
    for row in rows:
        if row["table"] in places and row["player"] != me:
            met.setdefault(row["player"] or row["bot"], []).append((places[row["table"]], row["place"]))
    for one in found.rivals:
        pairs = met[one.other.player or one.other.bot]
        assert one.games == len(pairs) and one.ahead == sum(mine < theirs for mine, theirs in pairs)
        assert one.behind == sum(mine > theirs for mine, theirs in pairs)
    most = sorted(map(len, met.values()), reverse=True)
    assert [one.games for one in found.rivals] == most[: len(found.rivals)]


def test_every_game_is_on_one_page(made: House) -> None:
    often = filled(made, 2500)
    histories, shown, after = Histories(made.database), [], ""
    while True:
        page = histories.games(often, often.id, Filter(after=after))
        shown += [game.table for game in page.games]
        if not (after := page.further):
            break
    assert len(shown) == len(set(shown)) == histories.of(often, often.id).games > 2 * ON_A_PAGE
    with pytest.raises(Refused):
        histories.games(often, often.id, Filter(after="nonsense"))


def test_who_is_private_shows_nothing_to_others_anywhere(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False) as server, httpx.Client(
        base_url=server.address, headers={"sec-fetch-site": "same-origin"}, follow_redirects=True
    ) as client:
        players = server.app.state.players
        often, token = players.claim(players.guest("Ann")[0], OFTEN, "a good password")
        fill(server.app.state.database, often, 300, 30)
        addresses = [f"/people/{often.id}", f"/api/players/{often.id}", f"/api/players/{often.id}/games"]
        assert [client.get(address).status_code for address in addresses] == [200] * 3
        page = client.get(f"/people/{often.id}").text
        assert "Wins beyond a fair share" in page and 'href="/people/10' in page and "<polyline" in page
        told = client.get("/api/ratings/irish-gauge").json()
        assert any(one["player"] == often.id for one in told) and any(one["player"] is None for one in told)
        mine = {"cookie": f"roundhouse={token}"}
        assert client.post("/me/private", data={"private": "yes"}).status_code == 401
        assert client.post("/me/private", data={"private": "yes"}, headers=mine).status_code == 200
        assert [client.get(address).status_code for address in addresses] == [403] * 3
        assert not any(OFTEN in client.get(address).text for address in addresses)
        assert [client.get(address, headers=mine).status_code for address in addresses] == [200] * 3
        rival = {"cookie": f"roundhouse={players.guest('Zoe')[1]}"}
        assert [client.get(address, headers=rival).status_code for address in addresses] == [403] * 3
        assert all(one["player"] != often.id for one in client.get("/api/ratings/irish-gauge").json())
        assert OFTEN not in client.get("/people?q=always").text
        assert client.get("/people/999999").status_code == client.get("/people/99999999999999").status_code == 404
        assert client.get("/people/1?after=x").status_code in (403, 404, 422)


def test_the_names_of_guests_at_tables_that_are_not_open_are_told_to_nobody(sqlite_url: str) -> None:
    """However many numbers a stranger asks for."""
    with running(sqlite_url, limits=False) as server, httpx.Client(base_url=server.address) as client:
        made, state = House.__new__(House), server.app.state
        made.database, made.tables, made.players = state.database, state.tables, state.players
        hidden, people = made.table("appalachian-trail", "Grandma Rose", "Uncle Tom", watched=False)
        made.play(hidden, people, 5000)
        shown, others = made.table("appalachian-trail", "Ann", "Bob", public=True)
        made.play(shown, others, 5000)
        found = [client.get(f"{page}{one}") for one in range(1, 6) for page in ("/people/", "/api/players/")]
        assert [answer.status_code for answer in found] == [404] * 4 + [200] * 4 + [404] * 2
        assert not any(name in answer.text for answer in found for name in ("Rose", "Uncle"))
        mine = {"authorization": f"Bearer {session(made, people[0])}"}
        own = client.get(f"/api/players/{people[0].id}", headers=mine)
        assert own.json()["name"] == "Grandma Rose"


def session(made: House, player: Player) -> str:
    with made.database.writing() as connection:
        return sessions.begin(connection, player.id)


def test_a_former_players_games_can_be_read_and_all_games_are_downloaded(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False) as server:
        made, state = House.__new__(House), server.app.state
        made.database, made.tables, made.players = state.database, state.tables, state.players
        table, people = made.table("appalachian-trail", "Ann", "Bob", public=True)
        ann, token = made.players.claim(people[0], "Annabel", "a good password")
        table = made.play(table, [ann, people[1]], 5000)
        mine = {"cookie": f"roundhouse={token}", "sec-fetch-site": "same-origin"}
        told = httpx.get(f"{server.address}/me/export", headers=mine).json()
        record = told["records"][table.id]
        record = {key: value for key, value in record.items() if key != "edition_text" or value}
        again = Record.loads(json.dumps(record))
        assert replay(again).log(None) == table.course.log(None)
        assert [row["table"] for row in told["results"]] == [table.id]
        with state.database.writing() as connection:
            broken = at.tables.update().where(at.tables.c.id == table.id)
            connection.execute(broken.values(options="{cut", result="{cut"))
        told = httpx.get(f"{server.address}/me/export", headers=mine).json()
        assert told["records"][table.id]["options"] == "{cut", "what can't be read is told as it is kept"
        state.accounts.delete(ann, "a good password")
        page = httpx.get(f"{server.address}/people/{ann.id}")
        assert page.status_code == 200 and "A former player" in page.text and table.id in page.text
        assert "Annabel" not in page.text
        assert f'href="/people/{people[1].id}"' in httpx.get(f"{server.address}/games/{table.id}").text


LOOKS: dict[str, Callable[[House, Player], object]] = {
    "own": lambda made, often: Histories(made.database).of(often, often.id),
    "others'": lambda made, often: Histories(made.database).of(None, often.id),
    "filtered": lambda made, often: Histories(made.database).of(often, often.id, Filter("irish-gauge", 3, 1003)),
    "further": lambda made, often: Histories(made.database).of(often, often.id, Filter(after="200.5_game0000200")),
    "ratings": lambda made, often: Standings(made.database).of("irish-gauge"),
    "foresight": lambda made, often: Standings(made.database).foresight("irish-gauge"),
    "by name": lambda made, often: Histories(made.database).named("player"),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_history_is_read_by_index(url: str, look: str) -> None:
    with house(url) as made:
        often = filled(made)
        with asked(made) as questions:
            LOOKS[look](made, often)
        assert 1 <= len(questions) <= 5, "and one more, for how many games wait"
        with made.database.reading() as connection:
            for statement, given in questions:
                told = plan(made, connection, statement, given)
                for bad in ("SCAN results", "SCAN tables", "SCAN seats", "SCAN players", "SCAN ratings", "Seq Scan"):
                    assert bad not in told, (statement, told)


def test_a_rating_is_told_with_how_sure_it_is() -> None:
    assert Rating(25.0, 1.0).points == 1000 and Rating(25.0, 1.0).give_or_take == 78
    assert Rating().provisional and not Rating(25.0, 1.0).provisional


def test_nobody_is_found_under_a_number_that_is_none(made: House) -> None:
    with pytest.raises(NotFound):
        Histories(made.database).of(None, 12345)
    token_holder = Player(1, "x", True, only=("abc", 0))
    with pytest.raises(Forbidden):
        Histories(made.database).set_private(token_holder, True)


# ---- a year, and form ------------------------------------------------------------------------------------------------


def test_a_year_is_the_sum_of_its_games(made: House) -> None:
    often = filled(made, 600)
    rows = sorted((row for row in rows_of(made) if row["player"] == often.id), key=lambda row: row["ended"])
    half = rows[len(rows) // 2]["ended"]
    with made.database.writing() as connection:     # the second half a year later
        r = at.results.c
        connection.execute(update(at.results).where(r.ended >= half).values(ended=r.ended + 366 * DAY))
    for year, mine in ((1970, [row for row in rows if row["ended"] < half]),
                       (1971, [row for row in rows if row["ended"] >= half])):
        for viewer, seen in ((often, mine), (None, [row for row in mine if row["open"]])):
            found = Years(made.database).of(viewer, often.id, year)
            assert (found.games, found.months) == (len(seen), (len(seen), *[0] * 11))
            assert found.wins == pytest.approx(sum(row["share"] for row in seen))
            assert found.fair == pytest.approx(sum(1 / row["seats"] for row in seen))
            assert found.hours == pytest.approx(sum(row["seconds"] for row in seen) / 3600)
            assert {(one.game, one.games, one.best) for one in found.titles} == {
                (game, sum(row["game"] == game for row in seen),
                 max(row["score"] for row in seen if row["game"] == game)) for game in {row["game"] for row in seen}
            }
            wins = "".join("x" if row["share"] else " " for row in seen)
            assert found.streak == max(map(len, wins.split()))
            tables = {row["table"]: row["place"] for row in seen}
            met = Counter(row["player"] or row["bot"] for row in rows_of(made)
                          if row["table"] in tables and row["player"] != often.id)
            assert [one.games for one in found.rivals] == sorted(met.values(), reverse=True)[: len(found.rivals)]
            assert found.earlier == (year == 1971)
            assert year_png(found).startswith(b"\x89PNG")
    for year in (1969, 1972, 10**9):
        with pytest.raises(NotFound):
            Years(made.database).of(often, often.id, year)
    Histories(made.database).set_private(often, True)
    with pytest.raises(Forbidden):
        Years(made.database).of(None, often.id, 1970)


def test_the_pages_of_a_player_take_six_statements(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False, rounds=0) as server, httpx.Client(base_url=server.address) as client:
        players = server.app.state.players
        often, token = players.claim(players.guest("Ann")[0], OFTEN, "a good password")
        fill(server.app.state.database, often, 400, 30)
        statements: list[str] = []
        event.listen(server.app.state.database.engine, "before_cursor_execute",
                     lambda *given: None if BESIDE.search(given[2]) else statements.append(given[2]))
        for address, words in (
            (f"/people/{often.id}", "1970 in one page"), (f"/people/{often.id}?game=irish-gauge&rival=1003", OFTEN),
            (f"/people/{often.id}/year/1970", "beyond a fair share"),
            (f"/people/{often.id}/year/1970/picture.png", "PNG"), ("/people/1003/year/1970", "Most often with"),
        ):
            statements.clear()
            answer = client.get(address, headers={"cookie": f"roundhouse={token}"})
            assert answer.status_code == 200 and words in answer.text, address
            assert len(statements) <= 6, "\n".join([address, *(one[:99] for one in statements)])
        assert client.get(f"/people/{often.id}/year/1999").status_code == 404


def test_form_says_what_luck_does_not_explain() -> None:
    row = namedtuple("row", "game share expected")
    won = [row("irish-gauge", float(n % 2 == 0), 0.25) for n in range(40)]
    (found,) = forms([*won[:5], row("age-of-rail", 1.0, None), *won[5:]])
    assert (found.games, found.won, found.foretold) == (30, 15, 7.5) and found.words == "better than foretold"
    assert found.p == pytest.approx(erfc(7.5 / sqrt(30 * 0.25 * 0.75) / sqrt(2)))
    assert forms([row("irish-gauge", 0.0, 0.4)] * 30)[0].words == "worse than foretold"
    assert forms([row("irish-gauge", float(n % 3 == 0), 0.3) for n in range(30)])[0].words == "as foretold"
    assert forms(won[:7]) == ()
