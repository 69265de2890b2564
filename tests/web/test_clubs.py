"""Groups: who sees and does what, their tables, and standings whose sums are made again here."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import httpx
import pytest
from sqlalchemy import select

from roundhouse.web.competition import clubs as club_rows
from roundhouse.web.competition.clubs import Clubs, season_of, span_of
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.seats.rated import RULES
from tests.web.house import BOT, ME, OPEN, House, house, running
from tests.web.test_cost_of_lists import asked, plan
from tests.web.test_moderation import THE_MODERATOR
from tests.web.test_ratings import account, play_out
from tests.web.test_upgrade import back_to

RATED = RULES.partition(".")[0]


def club(made: House, *names: str) -> tuple[Clubs, str, list[Player]]:
    clubs, people = Clubs(made.database), [account(made, name) for name in names]
    id = clubs.create(people[0], "Thursday club")
    for person in people[1:]:
        clubs.join(person, clubs.find(people[0], id).invite)
    return clubs, id, people


def points_of(made: House) -> dict[tuple[str, int], float | None]:
    r = at.results.c
    with made.database.reading() as connection:
        return {(row.table, row.seat): row.points for row in connection.execute(select(r.table, r.seat, r.points))}


def test_standings_and_debts_are_the_sums_of_the_groups_own_tables(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(url) as made:
        clubs, id, people = club(made, "Ann", "Bob", "Cleo")
        points: dict[int, float] = defaultdict(float)
        for seed, group in ((1, id), (2, id), (3, None)):
            table = made.tables.creation.create(people[0], "irish-gauge", [ME, OPEN, OPEN], club=group)
            if group:
                (waiting,) = clubs.find(people[1], id).tables
                assert (waiting.id, waiting.free, waiting.invite) == (table.id, 2, table.invite)
            for person in people[1:]:
                made.tables.seating.accept(person, table.invite or "")
            table = play_out(made, made.tables.repository.table(table.id), people, seed)
            assert table.result is not None
            if group is None:
                continue
            latest = [-10**9 if seat in table.result.winners else -score
                      for seat, score in enumerate(table.result.scores)]
            for seat, person in enumerate(people):
                others = [rank for n, rank in enumerate(latest) if n != seat]
                points[person.id] += sum((latest[seat] < o) + (latest[seat] == o) / 2 for o in others) / 2
        made.tables.creation.create(people[0], "irish-gauge", [ME, OPEN, OPEN], club=id)
        with asked(made) as questions:
            found = clubs.find(people[0], id)
        assert found.tables and len(questions) <= 5, "and one more, for who looks"
        assert found.games == 2 and {one.member.player: one.points for one in found.standings} == pytest.approx(points)
        assert [one.points for one in found.standings] == sorted(points.values(), reverse=True)
        owed = {(debt.who.player, debt.whom.player) for debt in found.debts}
        ranks = dict(zip((person.id for person in people), latest))
        assert owed == {(a, b) for a in ranks for b in ranks if ranks[a] < ranks[b]}
        assert clubs.find(people[0], id, "1999-1").standings == ()
        monkeypatch.setattr(club_rows, "LATEST", 3)
        fewer = clubs.find(people[0], id)
        assert fewer.standings == found.standings and len(fewer.debts) <= 3, "only debts look at the latest games alone"
        kept = points_of(made)
        assert sum(one is not None for one in kept.values()) == 6
        back_to(made.database, "0023")
        made.database.migrate()
        assert points_of(made) == kept, "an upgrade sums up what was played before it"
        again = made.tables.creation.rematch(people[0], table.id)
        assert again.club is None
        with made.database.reading() as connection:
            for statement, given in questions:
                told = plan(made, connection, statement, given)
                assert not any(bad in told for bad in ("SCAN results", "SCAN tables", "SCAN players", "Seq Scan")), told


def test_who_sees_and_does_what(made: House) -> None:
    clubs, id, (ann, bob, cleo) = club(made, "Ann", "Bob", "Cleo")
    zoe, guest = account(made, "Zoe"), made.guest("Yan")
    token = Player(ann.id, "Ann", False, only=("abc", 0))
    invite = clubs.find(ann, id).invite
    for stranger in (None, zoe, guest, token):
        with pytest.raises(NotFound):
            clubs.find(stranger, id)
    for who in (guest, token):
        with pytest.raises((Refused, Forbidden)):
            clubs.join(who, invite)
        with pytest.raises((Refused, Forbidden)):
            clubs.create(who, "Another")
    attempts: list[Callable[[], None]] = [
        lambda: clubs.remove(bob, id, cleo.id), lambda: clubs.set_role(bob, id, cleo.id, "manager"),
        lambda: clubs.renew(bob, id), lambda: clubs.remove(ann, id, ann.id),
        lambda: clubs.set_role(ann, id, ann.id, "member"),
    ]
    for attempt in attempts:
        with pytest.raises(Forbidden):
            attempt()
    clubs.set_role(ann, id, bob.id, "manager")
    with pytest.raises(Forbidden):
        clubs.remove(bob, id, ann.id)
    clubs.renew(bob, id)
    with pytest.raises(NotFound):
        clubs.join(zoe, invite)
    known_to_all = clubs.find(cleo, id).invite
    clubs.remove(bob, id, cleo.id)
    with pytest.raises(NotFound):
        clubs.join(cleo, known_to_all)
    clubs.leave(ann, id)
    assert [(one.player, one.role) for one in clubs.find(bob, id).members] == [(bob.id, "owner")]
    with pytest.raises(Refused):
        clubs.find(bob, id, "yesterday")
    assert clubs.of(bob) == [(id, "Thursday club")] and clubs.of(ann) == clubs.of(guest) == []


def test_nobody_rises_by_playing_alone_and_who_was_shown_out_makes_no_more_tables_for_the_group(made: House) -> None:
    clubs, id, (ann, bob) = club(made, "Ann", "Bob")
    create = made.tables.creation.create
    play_out(made, create(ann, "irish-gauge", [ME, BOT, BOT], club=id), [ann, ann, ann])
    assert (clubs.find(ann, id).games, clubs.find(ann, id).standings) == (0, ())
    table = create(ann, "irish-gauge", [ME, OPEN, BOT], club=id)
    made.tables.seating.accept(bob, table.invite or "")
    play_out(made, made.tables.repository.table(table.id), [ann, bob, ann])
    assert clubs.find(ann, id).games == 1 and len(clubs.find(ann, id).standings) == 2
    clubs.remove(ann, id, bob.id)
    assert made.tables.creation.rematch(bob, table.id).club is None


def test_a_table_that_lets_nobody_watch_names_nobody_to_the_other_members(made: House) -> None:
    clubs, id, (ann, bob, cleo) = club(made, "Ann", "Bob", "Cleo")
    table = made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN], club=id, watched=False)
    assert [(one.names, one.free, one.invite) for one in clubs.find(cleo, id).tables] == [(("Ann",), 1, table.invite)]
    made.tables.seating.accept(bob, table.invite or "")
    assert clubs.find(bob, id).tables[0].names == ("Ann", "Bob")
    assert clubs.find(cleo, id).tables[0].names == ("Seat 1", "Seat 2")
    waiting = made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN], club=id)
    made.tables.closing.hide(THE_MODERATOR, waiting.id, True)
    (hidden,) = [one for one in clubs.find(cleo, id).tables if one.id == waiting.id]
    assert (hidden.names, hidden.free, hidden.invite) == (("Seat 1", "Seat 2"), 0, None)


def test_seasons_are_quarters_without_gaps() -> None:
    ends = [span_of(f"{year}-{quarter}") for year in (2026, 2027) for quarter in (1, 2, 3, 4)]
    assert all(before[1] == after[0] for before, after in zip(ends, ends[1:]))
    assert all(season_of(began) == f"{2026 + n // 4}-{n % 4 + 1}" for n, (began, _) in enumerate(ends))


def test_a_group_in_the_browser(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False) as server:
        players = server.app.state.players
        tokens = [players.claim(players.guest("Zeno")[0], name, "a good password")[1] for name in ("Ann", "Bob")]
        def browser(token: str) -> httpx.Client:
            same_site = {"sec-fetch-site": "same-origin"}
            return httpx.Client(base_url=server.address, headers=same_site, cookies={"roundhouse": token},
                                follow_redirects=True, timeout=30)

        with browser(tokens[0]) as ann, browser(tokens[1]) as bob, browser(players.guest("Zoe")[1]) as zoe:
            page = ann.post("/groups", data={"name": "Thursday <club>"})
            address, invite = page.url.path, page.text.split("/groups/join/")[1].split('"')[0]
            assert "Thursday &lt;club&gt;" in page.text
            assert bob.get(address).status_code == zoe.get(address).status_code == 404
            assert "You are invited" in bob.get(f"/groups/join/{invite}").text
            assert "2 members" in bob.post(f"/groups/join/{invite}").text
            form = {"seat": ["open", "open"], "group": address.rpartition("/")[2]}
            made = bob.post("/new/irish-gauge", data=form)
            assert made.status_code == 200 and made.url.path in ann.get(address).text
            assert zoe.post("/new/irish-gauge", data=form).status_code in (404, 422)
            new = f"/new/irish-gauge?group={form['group']}"
            assert 'value="ask:Bob"' in ann.get(new).text and 'value="ask:' not in zoe.get(new).text
            made = ann.post("/new/irish-gauge", data={**form, "seat": ["ask:Bob", "open"]})
            assert f"{made.url.path}" in bob.get("/").text.split("A seat is kept for you")[1].split("</section>")[0]
            two = {**form, "seat": ["ask:Bob", "open"], "rated": "yes", "pace": "live 60 600"}
            shown = ann.post("/new/irish-gauge", data=two).text
            assert RATED in shown and "Allow hints" not in shown and "1 seat free" in ann.get(address).text
            assert "2 seats free" in bob.get(address).text, "one of them is kept for him"
            link = shown.split('data-copy="/join/')[1].split('"')[0]
            assert RATED in bob.get(f"/join/{link}").text and "Sit down" in bob.get(f"/join/{link}").text
            shown = zoe.get(f"/join/{link}").text
            assert RATED in shown and "Sit down" not in shown and f'href="/login?back=/join/{link}"' in shown


def test_who_has_no_account_yet_comes_back_to_the_invitation_when_they_have_one(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False) as server:
        players = server.app.state.players
        ann = players.claim(players.guest("Zeno")[0], "Ann", "a good password")[0]
        clubs = server.app.state.clubs
        join = f"/groups/join/{clubs.find(ann, clubs.create(ann, 'Club')).invite}"
        said = {"sec-fetch-site": "same-origin"}
        new = {"name": "Zoe", "password": "a good password"}
        for back, there in ((join, join), ("/groups", "/groups"), ("//evil.example", "/me"), ("/me?x", "/me"),
                            (f"{join}/../../x", "/me"), ("https://evil.example/", "/me"), ("", "/me")):
            with httpx.Client(base_url=server.address, headers=said, follow_redirects=True, timeout=30) as zoe:
                if back == join:
                    assert f'href="/login?back={join}"' in zoe.get(join).text
                page = zoe.get("/login", params={"back": back})
                assert (f'name="back" value="{back}"' in page.text) is (there == back)
                assert zoe.post("/claim", data={**new, "password": "short", "back": back}).status_code != 200
                page = zoe.post("/claim", data={**new, "back": back})
                assert page.url.path == there
                zoe.post("/logout")
                assert zoe.post("/login", data={**new, "back": back}).url.path == there.replace("/me", "/my")
                new["name"] += "x"
