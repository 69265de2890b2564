"""Tournaments: played to their end on the model level, their laws over many sizes, and who may do what."""
from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select, update

from roundhouse.web.competition.scoring import RoundResult, standings, table_points
from roundhouse.web.competition.tournaments.pairing import Past, circle, pair, rounds_for_all, sizes
from roundhouse.web.competition.tournaments.rows import MOST_ENTRANTS, Tournament
from roundhouse.web.competition.tournaments.tournaments import Plan, Tournaments, absent
from roundhouse.web.delivery import endpoints, messages, notifications, preferences
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.holdings import FORMER
from roundhouse.web.people.moderation import blocks
from roundhouse.web.people.player import Player
from roundhouse.web.people.programs.accounts import BotAccounts
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import Clock
from tests.web.house import House, house, running
from tests.web.test_ratings import account, play_out

SLOW = Clock(86400.0, 0.0, "bot")
TITLES = {2: (2, 2), 3: (2, 3), 4: (3, 5), 5: (3, 6)}


def plan(game: str = "irish-gauge", system: str = "swiss", size: int = 3, rounds: int = 3, **more: Any) -> Plan:
    return Plan("Winter cup", game, system, size, rounds, "days", SLOW, **more)


def test_who_is_forgotten_is_in_no_round_to_come_and_named_nowhere(made: House) -> None:
    tournaments = Tournaments(made.tables)
    ann, bob, cleo, dora = (account(made, name) for name in ("Anna", "Bobby", "Cleo", "Dora"))
    open_, own, begun = (tournaments.create(owner, plan()) for owner in (ann, bob, ann))
    for id in (open_, own, begun):
        for player in (ann, bob, cleo, dora):
            with contextlib.suppress(Refused):
                tournaments.join(player, id)
    tournaments.start(ann, begun)
    cleo = made.accounts.rename(cleo, "Cleopatra", "a good password")
    assert "Cleopatra" in {one.name for one in tournaments.find(begun).entrants}
    assert made.accounts.delete(bob, "a good password")
    assert tournaments.find(own).status == "cancelled"
    assert bob.id not in {one.player for one in tournaments.find(open_).entrants}
    gone = next(one for one in tournaments.find(begun).entrants if one.player == bob.id)
    assert gone.withdrawn and gone.name == FORMER


def test_everybody_hears_that_a_round_has_begun_not_only_whoever_is_first_to_act(made: House) -> None:
    people = [account(made, name) for name in ("Anna", "Bobby", "Cleo")]
    with made.database.writing() as connection:
        for player in people:
            endpoints.add(connection, player.id, "hook", "https://hook.example/")
    tournaments = Tournaments(made.tables)
    id = tournaments.create(people[0], plan())
    for player in people:
        tournaments.join(player, id)
    tournaments.start(people[0], id)
    with made.database.reading() as connection:
        told = connection.execute(select(at.news.c.player).where(at.news.c.kind == "round")).scalars().all()
    assert sorted(told) == [player.id for player in people]


# ---- sums ------------------------------------------------------------------------------------------------------------


def test_everybody_sits_once_at_tables_that_the_game_allows() -> None:
    for size, (least, most) in TITLES.items():
        for players in range(3, 40):
            tables, byes = sizes(players, size, least, most)
            assert sum(tables) + byes == players
            assert all(least <= one <= most and abs(one - size) <= 1 for one in tables)
            if size > 2 and players >= 2 * size * size:
                assert byes == 0, (players, size)
    assert sizes(13, 3, 3, 5) == ([4, 3, 3, 3], 0) and sizes(13, 4, 3, 5) == ([4, 3, 3, 3], 0)
    assert sizes(8, 3, 3, 5) == ([4, 4], 0) and sizes(13, 2, 2, 2) == ([2] * 6, 1) and sizes(2, 3, 3, 5) == ([], 2)


def test_who_meets_first_is_drawn_by_lot_and_not_by_the_order_in_which_they_came() -> None:
    draws = [pair(range(12), dict.fromkeys(range(12), 0.0), Past(), (4, 3, 5), f"cup {n}")[0] for n in range(20)]
    together = Counter(two for draw in draws for table in draw for two in combinations(sorted(table), 2))
    assert together[0, 1] < 12 and len(together) == 12 * 11 / 2, "everybody may meet everybody"


@pytest.mark.parametrize("players", [8, 13])
def test_at_tables_of_two_all_meet_all_once_and_sit_alike(players: int) -> None:
    met = Counter(
        tuple(sorted(two)) for round in range(1, rounds_for_all(players, 2, 2, 2) + 1)
        for two in circle(range(players), round) if len(two) == 2
    )
    assert met == Counter(combinations(range(players), 2))


@pytest.mark.parametrize(("players", "size", "twice"), [(8, 2, 0), (7, 2, 0), (13, 3, 0), (16, 4, 0), (12, 4, 9)])
def test_a_swiss_lets_as_few_meet_again_as_can_be(players: int, size: int, twice: int) -> None:
    """The stronger always wins. Of twelve at three tables of four, some must meet again in every round."""
    past, rows = Past(), list[RoundResult]()
    shape = (size, 2 if size == 2 else 3, 2 if size == 2 else 5)
    rounds = 3
    for round in range(1, rounds + 1):
        lines = standings(range(players), rows)
        points = {line.entrant: line.points for line in lines}
        order = [line.entrant for line in lines]
        tables, idle = pair(order, points, past, shape, f"cup {round}")
        assert (tables, idle) == pair(order, points, past, shape, f"cup {round}"), "the same again"
        assert sorted([one for table in tables for one in table] + idle) == list(range(players))
        for board, table in enumerate(tables):
            places = [1 + sum(other < one for other in table) for one in table]
            won = table_points(places)
            rows += [RoundResult(round, one, board, won[n], float(places[n] == 1), 1.0) for n, one in enumerate(table)]
            past.add(table)
        rows += [RoundResult(round, one, None, 0.5, 0.0, 0.0) for one in idle]
        for one in idle:
            past.byes[one] += 1
    assert max(past.byes.values(), default=0) <= 1
    again = sum(count - 1 for count in past.met.values() if count > 1)
    assert again <= twice
    seats = [[past.sat[one, seat] for seat in range(size)] for one in range(players)]
    assert max(map(max, seats)) <= 2, "nobody has the first seat every time"
    assert standings(range(players), rows)[0].entrant == 0


def test_points_and_tie_breaks_are_as_they_are_said_to_be() -> None:
    assert table_points([1, 2, 3]) == [1.0, 0.5, 0.0] and table_points([1, 1]) == [0.5, 0.5]
    assert table_points([1, 2, 2, 4]) == pytest.approx([1.0, 0.5, 0.5, 0.0])
    rows = [
        RoundResult(1, 0, 0, 1.0, 1.0, 1.0), RoundResult(1, 1, 0, 0.0, 0.0, 0.9), RoundResult(1, 2, 1, 1.0, 1.0, 1.0),
        RoundResult(1, 3, 1, 0.0, 0.0, 0.5), RoundResult(2, 0, 0, 0.0, 0.0, 0.2), RoundResult(2, 3, 0, 1.0, 1.0, 1.0),
        RoundResult(2, 2, None, 0.5, 0.0, 0.0), RoundResult(2, 1, None, None, 0.0, 0.0),
    ]
    lines = standings(range(5), rows)
    assert [line.entrant for line in lines] == [2, 3, 0, 1, 4] and lines[0].points == 1.5
    by = {line.entrant: line for line in lines}
    assert (by[0].opponents, by[3].opponents) == (1.0, 2.5) and by[3].wins == by[0].wins == 1.0
    assert [line.place for line in lines] == [1, 2, 3, 4, 5]


# ---- played to the end -----------------------------------------------------------------------------------------------


def begun(made: House, people: int, bots: int, wanted: Plan) -> tuple[Tournaments, str, list[Player]]:
    tournaments = Tournaments(made.tables)
    players = [account(made, f"Member {number}") for number in range(people)]
    id = tournaments.create(players[0], wanted)
    for player in players:
        tournaments.join(player, id)
    for number in range(bots):
        tournaments.add_bot(players[0], id, f"level-{number % 4 + 1}")
    tournaments.start(players[0], id)
    return tournaments, id, players


def play_round(made: House, found: Tournament, players: list[Player], seed: int = 1) -> None:
    """All tables of the round, to their end."""
    known = {player.id: player for player in players}
    for board in found.boards[found.round]:
        if board.table is not None:
            table = made.tables.repository.table(board.table)
            sitting = [known.get(seat.player or 0) for seat in table.seats]
            assert table.rated and table.status == "playing" and not table.hints
            assert [seat.player or seat.bot for seat in table.seats] == [
                entrant.player or entrant.bot for entrant, _ in board.entrants
            ]
            play_out(made, table, sitting, seed)     # type: ignore[arg-type]


def check(made: House, found: Tournament) -> None:
    """The standings are the sums of what the tables say, made anew here."""
    points: dict[int, float] = defaultdict(float)
    for boards in found.boards.values():
        for board in boards:
            if board.table is None:
                for entrant, _ in board.entrants:
                    points[entrant.number] += 0.5 if found.system == "swiss" else 0
                continue
            result = made.tables.repository.table(board.table).result
            assert result is not None
            ranks = [-10**9 if seat in result.winners else -score for seat, score in enumerate(result.scores)]
            for seat, (entrant, told) in enumerate(board.entrants):
                others = [rank for n, rank in enumerate(ranks) if n != seat]
                won = sum(ranks[seat] < one for one in others) + sum(ranks[seat] == one for one in others) / 2
                assert told == pytest.approx(won / len(others))
                points[entrant.number] += won / len(others)
    assert {line.entrant: line.points for line in found.standings} == pytest.approx(
        {entrant.number: points[entrant.number] for entrant in found.entrants}
    )


def test_eight_play_a_swiss_to_its_end(url: str) -> None:
    with house(url) as made:
        tournaments, id, players = begun(made, 4, 4, plan("appalachian-trail", size=2, rounds=3))
        for round in (1, 2, 3):
            found = tournaments.find(id)
            assert (found.status, found.round) == ("playing", round)
            tournaments.go_on()
            assert tournaments.find(id).round == round, "not before all games are over"
            play_round(made, found, players, round)
            tournaments.go_on()
        found = tournaments.find(id)
        assert found.status == "over" and len(found.boards) == 3
        check(made, found)
        met = Counter(
            frozenset(entrant.number for entrant, _ in board.entrants)
            for boards in found.boards.values() for board in boards
        )
        assert max(met.values()) == 1, "nobody met twice"
        assert sum(line.points for line in found.standings) == pytest.approx(3 * 4)
        tournaments.go_on()
        assert tournaments.find(id) == found


def test_thirteen_play_and_one_leaves_and_one_withdraws(made: House) -> None:
    tournaments, id, players = begun(made, 6, 7, plan(rounds=2))
    found = tournaments.find(id)
    assert sorted(len(board.entrants) for board in found.boards[1]) == [3, 3, 3, 4]
    board = next(one for one in found.boards[1] if any(entrant.player == players[1].id for entrant, _ in one.entrants))
    seat = [entrant.player for entrant, _ in board.entrants].index(players[1].id)
    made.tables.closing.leave_game(players[1], board.table or "", seat, "level-5")
    tournaments.withdraw(players[2], id)
    play_round(made, found, players)
    tournaments.go_on()
    found = tournaments.find(id)
    (gone,) = [points for one in found.boards[1] for entrant, points in one.entrants if entrant.player == players[1].id]
    assert gone == 0.0, "whoever leaves is last, however the bot went on"
    sitting = [entrant.player for one in found.boards[2] for entrant, _ in one.entrants]
    assert players[2].id not in sitting and players[1].id in sitting and len(sitting) == 12
    play_round(made, found, players, 2)
    tournaments.go_on()
    assert tournaments.find(id).status == "over"


def test_all_meet_all_at_tables_of_three(made: House) -> None:
    """As many rounds as it takes."""
    tournaments, id, players = begun(made, 1, 6, plan("appalachian-trail", "all", 3))
    for seed in range(15):
        found = tournaments.find(id)
        if found.status == "over":
            break
        with made.database.writing() as connection:      # played elsewhere: who meets is what matters here
            connection.execute(at.pairings.update().values(points=0.5))
        tournaments.go_on()
    met = {
        frozenset(two) for boards in found.boards.values() for board in boards if board.table
        for two in combinations([entrant.number for entrant, _ in board.entrants], 2)
    }
    assert found.status == "over" and len(met) == 7 * 6 / 2 and len(found.boards) <= 8
    assert players


# ---- who may ---------------------------------------------------------------------------------------------------------


def test_who_may_do_what_and_what_is_refused(made: House) -> None:
    tournaments = Tournaments(made.tables)
    ann, bob, guest = account(made, "Ann"), account(made, "Bob"), made.guest("Zoe")
    token = Player(ann.id, "Ann", False, only=("abc", 0))
    id = tournaments.create(ann, plan())
    with pytest.raises(Refused):
        tournaments.create(guest, plan())
    for wrong in (plan(size=9), plan(rounds=99), plan(system="knockout"), plan("narrow-gauge", size=3)):
        with pytest.raises(Refused):
            tournaments.create(ann, wrong)
    tournaments.join(bob, id)
    refused: list[Callable[[], None]] = [
        lambda: tournaments.join(bob, id), lambda: tournaments.join(guest, id), lambda: tournaments.start(ann, id)
    ]
    for attempt in refused:
        with pytest.raises(Refused):
            attempt()
    forbidden: list[Callable[[Player], None]] = [
        lambda who: tournaments.start(who, id), lambda who: tournaments.cancel(who, id),
        lambda who: tournaments.add_bot(who, id, "level-1"), lambda who: tournaments.remove_bot(who, id, 0),
    ]
    for who in (bob, guest, token):
        for act in forbidden:
            with pytest.raises(Forbidden):
                act(who)
    with pytest.raises(Forbidden):
        tournaments.withdraw(ann, id)
    with pytest.raises(Refused):
        tournaments.add_bot(ann, id, "some-program")
    tournaments.remove_bot(ann, id, 0)
    assert [one.player for one in tournaments.find(id).entrants] == [bob.id], "people are taken out by nobody"
    tournaments.withdraw(bob, id)
    tournaments.cancel(ann, id)
    with pytest.raises(Refused):
        tournaments.join(bob, id)
    for _ in range(5):
        tournaments.create(ann, plan())
    with pytest.raises(Refused, match="5 tournaments already"):
        tournaments.create(ann, plan())
    for number in range(4):
        tournaments.cancel(ann, tournaments.listed(ann)[0]["id"])
        tournaments.create(ann, plan())
    tournaments.cancel(ann, tournaments.listed(ann)[0]["id"])
    with pytest.raises(Refused, match="10 tournaments a day"):
        tournaments.create(ann, plan())
    with made.database.reading() as connection:
        assert connection.execute(select(at.pairings)).first() is None


def test_who_is_absent_is_withdrawn_by_the_owner_is_told_and_comes_back(made: House) -> None:
    tournaments = Tournaments(made.tables, notifications.tell_absent)
    ann, bob, cleo, dora = (account(made, name) for name in ("Anna", "Bobby", "Cleo", "Dora"))
    id = tournaments.create(ann, plan(rounds=2))
    for player in (ann, bob, cleo, dora):
        tournaments.join(player, id)
    assert absent(ann, tournaments.find(id)) == frozenset()
    with pytest.raises(Refused, match="was here a short time ago"):
        tournaments.withdraw_absent(ann, id, 1)
    with made.database.writing() as connection:
        endpoints.add(connection, bob.id, "hook", "https://hook.example/")
        connection.execute(update(at.players).where(at.players.c.id.in_([bob.id, dora.id])).values(seen=1.0))
        connection.execute(insert(at.preferences).values(
            player=dora.id, zone="UTC", digest=0, also="", away_from=0.0, away_until=1e11))
    found = tournaments.find(id)
    assert absent(ann, found) == {1, 3} and not absent(bob, found) and not absent(None, found)
    with pytest.raises(Refused, match="on holiday"):
        tournaments.withdraw_absent(ann, id, 3)
    tournaments.start(ann, id)
    for who in (bob, cleo):
        with pytest.raises(Forbidden):
            tournaments.withdraw_absent(who, id, 1)
    tournaments.withdraw_absent(ann, id, 1)
    with pytest.raises(NotFound):
        tournaments.withdraw_absent(ann, id, 1)
    gone = tournaments.find(id).entrants[1]
    assert (gone.withdrawn, gone.absent) == (True, True)
    assert told(made, bob) == [("You were not here, and have been withdrawn from the rounds to come of Winter cup;"
                                " you can come back", f"/tournaments/{id}")]
    tournaments.join(bob, id)
    assert not tournaments.find(id).entrants[1].withdrawn and told(made, bob) == [], "what is not so is not told"
    tournaments.withdraw(bob, id)
    with pytest.raises(Refused, match="nobody can join"):
        tournaments.join(bob, id)


def told(made: House, player: Player) -> list[tuple[str, str]]:
    with made.database.reading() as connection:
        news = connection.execute(select(at.news).where(at.news.c.player == player.id)).mappings().all()
        found = messages.compose(connection, player, preferences.of(connection, player.id), news, 2.0)
    return [(item.text, item.path) for item in found if item.kind == "absent"]


def test_a_bot_is_entered_by_its_keeper_alone_and_never_beside_them(made: House) -> None:
    tournaments, bots = Tournaments(made.tables), BotAccounts(made.database, made.players, made.accounts)
    ann, bob, cleo, dora = (account(made, name) for name in ("Anna", "Bobby", "Cleo", "Dora"))
    engine, second = (bots.create(bob, name) for name in ("Engine", "Another"))
    id = tournaments.create(ann, plan())
    with pytest.raises(NotFound):
        tournaments.enter_bot(cleo, id, engine)
    with pytest.raises(Forbidden):
        tournaments.enter_bot(made.guest("Zoe"), id, engine)
    tournaments.enter_bot(bob, id, engine)
    twice: list[Callable[[], None]] = [
        lambda: tournaments.enter_bot(bob, id, engine), lambda: tournaments.enter_bot(bob, id, second),
        lambda: tournaments.join(bob, id),
    ]
    for again in twice:
        with pytest.raises(Refused):
            again()
    tournaments.join(cleo, id)
    tournaments.remove_bot(ann, id, 1)
    tournaments.remove_bot(ann, id, 0)
    assert [one.player for one in tournaments.find(id).entrants] == [cleo.id], "the owner takes out bots, not people"
    blocks.block(made.database, ann, bob.id)
    with pytest.raises(Forbidden, match="not open to you"):
        tournaments.enter_bot(bob, id, engine)
    blocks.unblock(made.database, ann, bob.id)
    tournaments.enter_bot(bob, id, engine)
    tournaments.join(dora, id)
    tournaments.start(ann, id)
    (board,) = tournaments.find(id).boards[1]
    table = made.tables.repository.table(board.table or "")
    assert engine in [seat.player for seat in table.seats] and "Engine [bot]" in [seat.name for seat in table.seats]
    for who in (ann, cleo):
        with pytest.raises(Forbidden):
            tournaments.withdraw_bot(who, id, 0)
    tournaments.withdraw_bot(bob, id, 1)
    assert not any(one.withdrawn for one in tournaments.find(id).entrants), "only one's own"
    tournaments.withdraw_bot(bob, id, 0)
    assert [one.player for one in tournaments.find(id).entrants if one.withdrawn] == [engine]


def test_who_comes_and_goes_again_and_again_takes_nobodys_place(made: House) -> None:
    tournaments = Tournaments(made.tables)
    ann, bob, cleo, dora = (account(made, name) for name in ("Anna", "Bobby", "Cleo", "Dora"))
    id = tournaments.create(ann, plan())
    here, gone = bob, cleo
    tournaments.join(here, id)
    for _ in range(MOST_ENTRANTS):
        tournaments.join(gone, id)
        tournaments.withdraw(here, id)
        here, gone = gone, here
    tournaments.join(dora, id)
    entrants = tournaments.find(id).entrants
    assert {one.player for one in entrants} == {here.id, dora.id} and all(one.number < 3 for one in entrants)
    for _ in range(MOST_ENTRANTS - 2):
        tournaments.add_bot(ann, id, "level-1")
    with pytest.raises(Refused, match="can take part"):
        tournaments.join(gone, id)


def test_whom_the_owner_has_blocked_takes_no_part(made: House) -> None:
    tournaments = Tournaments(made.tables)
    ann, bob = account(made, "Anna"), account(made, "Bobby")
    blocks.block(made.database, ann, bob.id)
    with pytest.raises(Forbidden, match="not open to you"):
        tournaments.join(bob, tournaments.create(ann, plan()))
    others = tournaments.create(account(made, "Cleo"), plan())
    for who in (ann, bob):
        tournaments.join(who, others)
    assert len(tournaments.find(others).entrants) == 2, "where another is the owner, both may come"


def test_one_that_can_not_go_on_keeps_no_other_waiting(made: House) -> None:
    tournaments = Tournaments(made.tables)
    ann = account(made, "Ann")
    broken, good = tournaments.create(ann, plan()), tournaments.create(ann, plan())
    for id in (broken, good):
        for _ in range(3):
            tournaments.add_bot(ann, id, "level-1")
    with made.database.writing() as connection:
        t = at.tournaments.c
        connection.execute(update(at.tournaments).where(t.id == broken).values(game="not-installed", created=0.0))
        connection.execute(update(at.tournaments).values(status="playing"))
    for _ in range(2):
        tournaments.go_on()
    assert tournaments.find(good).round == 1 and tournaments.find(broken).round == 0


def test_a_tournament_in_the_browser_from_its_form_to_its_first_round(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False) as server:
        players = server.app.state.players
        token = players.claim(players.guest("Ann")[0], "Annabel", "a good password")[1]
        mine = {"cookie": f"roundhouse={token}", "sec-fetch-site": "same-origin"}
        with httpx.Client(base_url=server.address, headers=mine, follow_redirects=True, timeout=30) as client:
            form = {"name": "Winter <cup>", "system": "swiss", "size": "3", "rounds": "2", "pace": "days 86400 259200"}
            assert client.post("/tournaments/new/irish-gauge", data={**form, "pace": "live"}).status_code == 422
            page = client.post("/tournaments/new/irish-gauge", data=form)
            address = page.url.path
            assert "Winter &lt;cup&gt;" in page.text and "Nobody yet" in page.text
            assert address in client.get("/tournaments").text
            client.post(address, data={"do": "join"})
            for _ in range(2):
                client.post(address, data={"do": "bot", "level": "level-1"})
            page = client.post(address, data={"do": "start"})
            assert "Round 1" in page.text and "Standings" in page.text and 'href="/games/' in page.text
            assert "Level 1 no. 2" in page.text, "bots of one level are told apart"
            table = client.get(address).text.split('">To your table of round 1')[0].rpartition('href="')[2]
            assert f'<a href="{address}">Winter &lt;cup&gt;</a>, round 1' in client.get(table).text
            assert client.post(address, data={"do": "dance"}).status_code == 422
            assert httpx.get(f"{server.address}{address}").status_code == 200
            assert httpx.get(f"{server.address}/tournaments/nowhere").status_code == 404
