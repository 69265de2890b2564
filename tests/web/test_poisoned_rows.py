"""What is kept beside the tables: a row that makes no sense takes no page of others away, and stops nothing."""
from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from math import inf
from typing import Any

import httpx
import sqlalchemy
from sqlalchemy import insert, update

from roundhouse.web.competition.tournaments.tournaments import Plan
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.table import Table
from tests.web.house import ME, OPEN, Running, running
from tests.web.test_ratings import CLOCK, play_out

HISTORY = ("/people/{ann}", "/people/{bob}", "/people/{ann}/year/{year}", "/api/players/{ann}/games", "/groups/{group}")
RATINGS = ("/ratings/irish-gauge", "/api/ratings/irish-gauge", "/people/{ann}", "/me/study")
TOURNAMENTS = ("/tournaments", "/tournaments/{cup}")
EXPLORER = ("/explore", "/explore/irish-gauge", "/explore/irish-gauge?at=1", "/games/{table}/like?at=3")
OWN = ("/me/study", "/puzzles", "/practice/1", "/me", "/me/export")
HOUSE = ("/", "/my", "/moderation", "/moderation/people/{ann}", "/me/bots", "/api/tables?which=kept", "/status")
POISONED: tuple[tuple[sqlalchemy.Table, dict[str, object], tuple[str, ...]], ...] = (
    (at.results, {"game": "not-installed"}, HISTORY), (at.results, {"seats": 0}, HISTORY),
    (at.results, {"share": inf}, HISTORY), (at.results, {"ended": 1e18}, HISTORY),
    (at.results, {"mu": 1e300, "sigma": 1.0}, HISTORY), (at.results, {"bot": "none", "player": None}, HISTORY),
    (at.ratings, {"game": "not-installed"}, RATINGS), (at.ratings, {"mu": inf}, RATINGS),
    (at.forecasts, {"seats": 0}, RATINGS), (at.forecasts, {"won": inf}, RATINGS),
    (at.tournaments, {"game": "not-installed"}, TOURNAMENTS), (at.tournaments, {"status": "strange"}, TOURNAMENTS),
    (at.tournaments, {"system": "strange"}, TOURNAMENTS), (at.pairings, {"entrant": 77}, TOURNAMENTS),
    (at.pairings, {"points": inf}, TOURNAMENTS), (at.entrants, {"bot": "none", "player": None}, TOURNAMENTS),
    (at.clubs, {"name": "\x01<b>"}, ("/groups", "/groups/{group}")), (at.club_members, {"role": "none"}, HISTORY),
    (at.studies, {"told": "{cut"}, OWN), (at.practice, {"step": 9999}, OWN), (at.practice, {"better": "none"}, OWN),
    (at.seats, {"reserved": 987654}, HOUSE), (at.program_tokens, {"scopes": "none play"}, HOUSE),
    (at.reports, {"table": "gone"}, HOUSE), (at.house_settings, {"value": "strange"}, HOUSE),
    (at.explored, {"game": "not-installed"}, EXPLORER), (at.openings, {"games": 0}, EXPLORER),
    (at.likenesses, {"sketch": "no hex"}, EXPLORER), (at.rule_counts, {"games": 0}, EXPLORER),
)
"""A kind of row, what it is made to say, and the pages that read it."""


def filled(server: Running) -> dict[str, Any]:
    """Something of everything: rated games, a group, tournaments, a bot, a challenge, a review, a report. Names for
    addresses, and the tokens of whoever asks and of their bot."""
    state: Any = server.app.state
    tables = server.tables
    made = [state.players.claim(state.players.guest("New")[0], name, "a good password")
            for name in ("Annabel", "Bobby", "Cleo")]
    people, cookie = [player for player, _ in made], made[0][1]
    ann, bob, _ = people
    group = state.clubs.create(ann, "Club")
    ended: list[Table] = []
    wanted: tuple[dict[str, Any], ...] = ({"public": True, "clock": CLOCK, "rated": True}, {"club": group})
    for chosen in wanted:
        table = tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN], **chosen)
        for player, seat in zip(people[1:], table.seats[1:]):
            table, _ = tables.seating.accept(player, seat.invite or "")
        ended.append(play_out(state, table, people))
    rated, cups = ended[0], list[str]()
    for _ in range(2):
        plan = Plan("Cup", "irish-gauge", "swiss", 3, 2, "days", Clock(86400.0, 0.0, "bot"))
        cups.append(state.tournaments.create(bob, plan))
        for player in people:
            state.tournaments.join(player, cups[-1])
    state.tournaments.start(bob, cups[0])
    token = state.bot_accounts.new_token(ann, state.bot_accounts.create(ann, "Engine"), "x", ["play"])
    tables.creation.create(bob, "narrow-gauge", [ME, SeatRequest(asked="Annabel")])
    told = {"phases": [[1, 1, 0.1]] * 3, "auctions": {}, "kinds": {}}
    with state.players.forgetting() as connection:
        connection.execute(update(at.players).where(at.players.c.id == ann.id).values(role="host"))
        connection.execute(insert(at.studies).values(
            table=rated.id, seat=0, player=ann.id, game="irish-gauge", ended=1e9, made=1e9, moves=5, good=3,
            told=json.dumps(told),
        ))
        connection.execute(insert(at.practice).values(
            player=ann.id, table=rated.id, step=3, seat=0, better="pass", found=1.0, asked=0, right=0, due=2.0,
        ))
        connection.execute(insert(at.reports).values(at=1.0, by=bob.id, about=ann.id, table=rated.id, words="x"))
        connection.execute(insert(at.house_settings).values(name="sign-ups", value="open"))
    while state.exploring.go_on():
        pass
    return {"ann": ann.id, "bob": bob.id, "group": group, "cup": cups[0], "table": rated.id, "cookie": cookie,
            "token": token, "year": datetime.now(UTC).year}


def test_each_page_is_there_or_says_why_not(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False, rounds=0) as server:
        names = filled(server)
        file, kept = sqlite3.connect(sqlite_url.removeprefix("sqlite:///")), sqlite3.connect(":memory:")
        file.backup(kept)
        browser = {"cookie": f"roundhouse={names['cookie']}", "sec-fetch-site": "same-origin"}
        wrong, bot = [], {"authorization": f"Bearer {names['token']}"}
        with httpx.Client(base_url=server.address, timeout=30) as http:
            for rows, values, pages in POISONED:
                sets = ", ".join(f'"{name}" = ?' for name in values)
                some = f'(SELECT min(rowid) FROM "{rows.name}")'
                done = file.execute(f'UPDATE "{rows.name}" SET {sets} WHERE rowid = {some}', list(values.values()))
                assert done.rowcount == 1, rows.name
                file.commit()
                for path in pages:
                    status = http.get(path.format(**names), headers=browser).status_code
                    if status not in (200, 404, 422):
                        wrong.append(f"{rows.name} {values}: {path} is answered {status}")
                if http.get("/api/account", headers=bot).status_code != 200:
                    wrong.append(f"{rows.name} {values}: a bot is not known")
                server.app.state.tournaments.go_on()
                kept.backup(file)
        file.close()
        assert not wrong, "\n".join(wrong)
