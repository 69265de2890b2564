"""Everything about people among many games: python benchmarks/web_people.py [--games 100000 --database URL --season]

Fills a database with results of games that were never played, one player in the house having played far more than the
others, and asks a server in this process for pages. Reported are the median and the worst time in the server until an
answer is whole, in milliseconds, the median of this process's own processor time in that, and the statements that each
page asks of the database. With `--season` the season of tests/web/test_season.py is played there first, a club's
Swiss of five rounds, and its sums are made again.
"""
from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, event, insert, select, update

from roundhouse.games import titles
from roundhouse.web.app import create_app
from roundhouse.web.competition.explorer.exploring import DEEPEST, ExploredGame, beginning, worth_a_list
from roundhouse.web.competition.explorer.sketches import keys
from roundhouse.web.competition.scoring import table_points
from roundhouse.web.people.player import Player
from roundhouse.web.settings import Settings
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

AT_ONCE, ASKED, OFTEN = 10_000, 30, 25
CLUB_GAMES, STUDIED = 2_000, 20_000
LEVELS = ("level-1", "level-2", "level-3", "level-4")


def fill(database: Database, often: Player, games: int, players: int, seed: int = 1) -> None:
    """Results of so many games. Every 25th has the one who plays often; a seat in five is a bot's."""
    drawn = random.Random(seed)
    with database.writing() as connection:
        people = [often.id, *_people(connection, players)]
        for first in range(0, games, AT_ONCE):
            made = [_game(drawn, people, number) for number in range(first, min(games, first + AT_ONCE))]
            connection.execute(insert(at.tables), [table for table, _, _ in made])
            connection.execute(insert(at.seats), [seat for _, seats, _ in made for seat in seats])
            connection.execute(insert(at.results), [row for _, _, rows in made for row in rows])
            take_in_all(connection, [explored_as(drawn, rows) for _, _, rows in made if rows[0]["open"]])
        _club_and_cup(connection, people)
        _studied(connection, people)
        rated = {(player, game) for player in people for game in titles()}
        connection.execute(insert(at.ratings), [
            {"player": player, "game": game, "mu": 20 + number % 90 / 10, "sigma": 1 + number % 7, "games": 9,
             "sure": 20 + number % 90 / 10 - 2 - 2 * (number % 7), "changed": 1.0}
            for number, (player, game) in enumerate(sorted(rated))
        ])


def _club_and_cup(connection: Connection, people: list[int]) -> None:
    """A group of twelve with two thousand games, and a tournament of theirs whose five rounds are over."""
    members, r = people[:12], at.results.c
    connection.execute(insert(at.clubs).values(id="club", name="Club", invite="invite", created=1.0))
    connection.execute(insert(at.club_members), [
        {"club": "club", "player": one, "role": "member" if number else "owner", "joined": 1.0 + number}
        for number, one in enumerate(members)
    ])
    played = select(r.table).where(r.player == members[0]).order_by(r.ended.desc()).limit(CLUB_GAMES)
    connection.execute(update(at.results).where(r.table.in_(played.scalar_subquery())).values(club="club"))
    connection.execute(insert(at.tournaments).values(
        id="cup", name="Cup", owner=members[0], game="irish-gauge", system="swiss", size=4, rounds=5, round=5,
        status="over", pace="days", each=86400.0, bank=0.0, public=True, created=1.0, ended=2.0,
    ))
    connection.execute(insert(at.entrants), [
        {"tournament": "cup", "number": n, "name": f"{n}", "player": one, "bot": None, "withdrawn": False}
        for n, one in enumerate(members)
    ])
    connection.execute(insert(at.pairings), [
        {"tournament": "cup", "round": round, "entrant": n, "board": n // 4, "seat": n % 4, "points": n % 4 / 3,
         "share": float(n % 4 == 3), "part": 0.5, "table": f"game{3 * round + n // 4:07}"}
        for round in range(1, 6) for n in range(len(members))
    ])


def _studied(connection: Connection, people: list[int]) -> None:
    """Reviews of a tenth of all that people have played lately."""
    r, told = at.results.c, json.dumps({"phases": [[20, 15, 0.4]] * 3, "auctions": {}, "kinds": {"rank": [2, 0.1]}})
    latest = select(r.table, r.seat, r.player, r.game, r.ended).where(r.player.is_not(None), r.seat < 2)
    rows = connection.execute(latest.order_by(r.ended.desc()).limit(STUDIED)).mappings().all()
    connection.execute(insert(at.studies), [
        {**row, "made": 1.0, "moves": 60, "good": 45, "told": told} for row in rows
    ])


def explored_as(drawn: random.Random, rows: list[dict[str, Any]]) -> ExploredGame:
    """What the explorer would keep of such a game: a few common openings, some rare rules, positions by lot."""
    first, seats, number = rows[0], len(rows), drawn.randrange(2)
    opening = [((n + number) % seats, f"bid {min(drawn.randrange(9), drawn.randrange(9))}") for n in range(DEEPEST)]
    rules = {f"R-{n}" for n in range(25) if drawn.random() < 1 / (1 + n / 4)}
    sketches = [(9 * n + 1, drawn.getrandbits(48) * 65537 & (1 << 64) - 1) for n in range(8)]
    return ExploredGame(
        first["table"], first["game"], first["edition"], seats, first["steps"], first["rated"], first["ended"],
        tuple(row["score"] for row in rows), tuple(row["share"] for row in rows), tuple(opening), frozenset(rules),
        tuple(sketches),
    )


def take_in_all(connection: Connection, games: list[ExploredGame]) -> None:
    """The same rows as the house's own `take_in`, many at once; it goes on from what is there."""
    nodes, rows = _nodes(connection), list[dict[str, Any]]()
    counts = {(row.game, row.rule): row.games for row in connection.execute(select(at.rule_counts))}
    listed, known = list[dict[str, Any]](), dict(counts)
    for one in games:
        passed, node = list[int](), 0
        for by, line in ((-1, beginning(one.game, one.edition, one.seats)), *one.opening):
            found = nodes.setdefault((node, line, by), {
                "id": len(nodes) + 1, "parent": node, "line": line, "game": one.game, "edition": one.edition,
                "seats": one.seats, "by": by, "games": 0, "share": 0.0, "score": 0.0,
            })
            found["games"] += 1
            found["share"] += one.shares[by] if by >= 0 else 0.0
            found["score"] += one.scores[by] if by >= 0 else 0.0
            node = found["id"]
            passed.append(node)
        rows += [{"opening": id, "ended": one.ended, "table": one.table} for id in passed]
        here = {rule: n for (game, rule), n in counts.items() if game == one.game}
        listed += [{"game": one.game, "rule": rule, "ended": one.ended, "table": one.table}
                   for rule in worth_a_list(here, one.rules)]
        for rule in ("", *one.rules):
            counts[one.game, rule] = counts.get((one.game, rule), 0) + 1
    connection.execute(insert(at.explored), [
        {"table": one.table, "game": one.game, "edition": one.edition, "seats": one.seats, "steps": one.steps,
         "best": max(one.scores), "rated": one.rated, "ended": one.ended} for one in games
    ])
    connection.execute(delete(at.openings))
    connection.execute(insert(at.openings), list(nodes.values()))
    connection.execute(insert(at.opening_games), rows)
    connection.execute(delete(at.rule_counts))
    connection.execute(insert(at.rule_counts), [
        {"game": game, "rule": rule, "games": n} for (game, rule), n in (known | counts).items()
    ])
    connection.execute(insert(at.rule_games), listed)
    connection.execute(insert(at.likenesses), [
        {"table": one.table, "step": step, "sketch": f"{sketch:016x}", **keys(one.game, one.seats, sketch)}
        for one in games for step, sketch in one.sketches
    ])


def _nodes(connection: Connection) -> dict[tuple[int, str, int], dict[str, Any]]:
    rows = connection.execute(select(at.openings)).mappings()
    return {(row["parent"], row["line"], row["by"]): dict(row) for row in rows}


def _people(connection: Connection, players: int) -> list[int]:
    rows = [{"id": 1000 + n, "name": f"Player {n}", "login": f"player {n}", "created": 1.0, "seen": 1.0}
            for n in range(players)]
    connection.execute(insert(at.players), rows)
    return [row["id"] for row in rows]       # type: ignore[misc]


def _game(drawn: random.Random, people: list[int], number: int) -> tuple[dict[str, Any], list[Any], list[Any]]:
    title = list(titles().values())[number % len(titles())]
    least, most = title.players
    seats = drawn.randint(least, most)
    sitting = drawn.sample(people[1:], seats)
    if number % OFTEN == 0:
        sitting[0] = people[0]
    won, rated, id = drawn.randrange(seats), number % 3 == 0, f"game{number:07}"
    scores = [drawn.randint(20, 90) + 100 * (seat == won) for seat in range(seats)]
    table = {
        "id": id, "game": title.name, "edition": title.editions[0], "edition_digest": "", "rules_version": 1,
        "options": "{}", "public": True, "pace": "live", "owner": sitting[0], "secret": "00" * 32,
        "created": number, "changed": number + 0.5, "stamp": 1, "revision": 1, "version": 1, "talk": 0,
        "status": "over", "step": 90, "to_act": -2, "auto": False, "lease_until": 0.0, "rated": rated,
        "result": f'{{"scores": {scores}, "winners": [{won}]}}',
    }
    chairs, rows = [], list[dict[str, Any]]()
    for seat, player in enumerate(sitting):
        bot = drawn.choice(LEVELS) if seat and drawn.random() < 0.2 else None
        who = None if bot else player
        name = bot or f"Player {player - 1000}"
        chairs.append({"table": id, "number": seat, "name": name, "player": who, "bot": bot})
        rows.append({
            "table": id, "seat": seat, "game": title.name, "edition": title.editions[0], "seats": seats, "player": who,
            "bot": bot, "place": 1 if seat == won else 1 + sum(one > scores[seat] for one in scores),
            "score": scores[seat], "share": float(seat == won), "stood_in": 0.25 * (drawn.random() < 0.1), "hints": 0,
            "seconds": 300.0, "opening": f"bid {drawn.randint(1, 9)}", "steps": 90, "open": drawn.random() < 0.8,
            "rated": rated, "expected": 1 / seats if rated else None, "ended": number + 0.5,
            "mu": 20 + drawn.random() * 9 if rated and who else None, "sigma": 1.5 if rated and who else None,
        })
    open_to_all, points = rows[0]["open"], table_points([row["place"] for row in rows])
    return table, chairs, [{**row, "open": open_to_all, "points": won} for row, won in zip(rows, points)]


def explorer_pages(database: Database, often: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The explorer's pages, a few of each kind."""
    with database.reading() as connection:
        o, c = at.openings.c, at.rule_counts.c
        begins = connection.execute(select(o.id, o.game).where(o.parent == 0).order_by(o.games.desc())).first()
        assert begins is not None
        below = connection.execute(select(o.id).where(o.parent == begins.id).order_by(o.games.desc())).scalar()
        few = select(c.rule).where(c.game == begins.game, c.rule != "").order_by(c.games)
        rare = connection.execute(few).scalars().first()
    game = f"/explore?game={begins.game}"
    asked = {
        "explorer": "/explore", "explorer, a title": game, "explorer, far down": "/explore?after=20000.5_game0020000",
        "explorer, a player": f"/explore?who={often}", "explorer, a score": f"{game}&least=185&seats=4",
        "explorer, no such": f"{game}&least=9999", "explorer, a rule": f"{game}&rule={rare}",
        "explorer, both": f"{game}&rule={rare}&who={often}", "explorer, no such length": "/explore?shortest=9000",
        "openings": f"/explore/{begins.game}", "openings, begun": f"/explore/{begins.game}?at={begins.id}",
        "openings, a move": f"/explore/{begins.game}?at={below}",
    }
    return {name: (address, {}) for name, address in asked.items()}


def main() -> None:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--games", type=int, default=100_000)
    told.add_argument("--players", type=int, default=2_000)
    told.add_argument("--database", default="")
    told.add_argument("--season", action="store_true")
    asked = told.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = asked.database or f"sqlite:///{folder}/people.sqlite"
        app = create_app(Settings(url, bots=0, limits=False, rounds=0))
        often, token = app.state.players.claim(app.state.players.guest("Always")[0], "Always here", "a good password")
        begun = time.perf_counter()
        fill(app.state.database, often, asked.games, asked.players)
        print(f"{asked.games} games in {time.perf_counter() - begun:.0f} s")
        if asked.season:
            _play_season(url)
        _measure(app, often.id, token)


def _play_season(url: str) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.web.house import house
    from tests.web.test_season import play_season

    begun = time.perf_counter()
    with house(url) as made:
        play_season(made)
    print(f"a season of a club, right to the last number, in {time.perf_counter() - begun:.0f} s")


def _measure(app: Any, often: int, token: str) -> None:
    from fastapi.testclient import TestClient

    statements: list[str] = []
    event.listen(app.state.database.engine, "before_cursor_execute",
                 lambda *given: None if given[2].startswith("BEGIN") else statements.append(given[2]))
    mine = {"cookie": f"roundhouse={token}"}
    api, rival = f"/api/players/{often}/games?game=irish-gauge", 1007
    pages = {
        "one's own page": (f"/people/{often}", mine), "as others see it": (f"/people/{often}", {}),
        "one title": (f"/people/{often}?game=age-of-rail&seats=4", mine),
        "far down": (f"/people/{often}?after=20000.5_game0020000", mine),
        "against one": (f"/people/{often}?rival={rival}", mine), "another's": (f"/people/{rival}", mine),
        "a year": (f"/people/{often}/year/1970", mine), "a group": ("/groups/club?season=all", mine),
        "a tournament": ("/tournaments/cup", mine), "tournaments": ("/tournaments", mine), "study": ("/me/study", mine),
        "ratings": ("/ratings/irish-gauge", mine), "by name": ("/people?q=player", mine), "programs": (api, mine),
        **explorer_pages(app.state.database, "Always here"),
    }
    with TestClient(app) as client:
        for name, (address, headers) in pages.items():
            times, busy, counts = [], [], []
            for _ in range(ASKED):
                statements.clear()
                begun, worked = time.perf_counter(), time.process_time()
                assert client.get(address, headers=headers).status_code == 200, address
                times.append(1000 * (time.perf_counter() - begun))
                busy.append(1000 * (time.process_time() - worked))
                counts.append(len(statements))      # the server's own duties ask now and then, too
            median, own = statistics.median(times), statistics.median(busy)
            asked = f"processor {own:5.1f}, {statistics.median_low(counts)} statements"
            print(f"{name:18} {median:6.1f} ms, worst {max(times):6.1f}, {asked}")


if __name__ == "__main__":
    main()
