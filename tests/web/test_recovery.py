"""Recovery codes: a guest whose browser has forgotten them comes back, once a code, and nobody else does."""
from __future__ import annotations

import re

import httpx
import pytest
from sqlalchemy import select

from roundhouse.web.delivery import feeds
from roundhouse.web.errors import NotFound, NotSignedIn, Refused
from roundhouse.web.people.email import links
from roundhouse.web.people.recovery import Recovery
from roundhouse.web.storage import schema as at
from tests.web.house import BOT, ME, House, running


def test_a_guest_comes_back_with_a_code_and_whoever_had_the_cookie_is_out(made: House) -> None:
    table, (_, bob) = made.table("narrow-gauge", "Ann", "Bob")
    link = made.tables.seating.own_link(bob, table.id)
    phone = made.guest("Phone")
    made.tables.seating.accept(phone, link)
    recovery = Recovery(made.database, made.players)
    assert recovery.made(bob) is None
    code = recovery.make(bob)
    assert re.fullmatch(r"([A-Z2-9]{4}-){3}[A-Z2-9]{4}", code) and recovery.made(bob) is not None
    with made.database.reading() as connection:
        kept = connection.execute(select(at.recovery_codes.c.code)).scalar_one()
    assert kept not in (code, code.replace("-", "")), "it is kept hashed"
    back, token, new = recovery.use(f" {code.lower().replace('-', ' ')} ", None)
    assert back.id == bob.id and made.players.of_token(token) == bob
    after = made.tables.repository.table(table.id)
    assert after.held_by(bob) == (1,) and after.held_by(phone) == () and made.players.of_token(link) is None
    with pytest.raises(NotSignedIn):
        recovery.use(code, None)
    assert recovery.use(new, None)[0].id == bob.id
    assert made.players.of_token(token) is None, "the session before has ended"
    with made.database.writing() as connection:
        feed = feeds.make(connection, bob.id)
        letter = links.make(connection, bob.id, links.ENTER, "/", 3600.0)
    _, token, new = recovery.use(recovery.make(bob), None)
    with made.database.reading() as connection, pytest.raises(NotFound):
        feeds.reader(connection, feed)
    with made.database.reading() as connection, pytest.raises(NotFound):
        links.find(connection, letter.rpartition("/")[2])
    made.accounts.end_others(bob, token)
    with pytest.raises(NotSignedIn):
        recovery.use(new, None)         # whoever was here may have written it down
    assert made.players.of_token(token) == bob


def test_codes_are_for_guests_and_nobody_loses_games_by_one(made: House) -> None:
    recovery = Recovery(made.database, made.players)
    ann, bob = made.guest("Ann"), made.guest("Bob")
    code = recovery.make(ann)
    made.tables.creation.create(bob, "narrow-gauge", [ME, BOT])
    with pytest.raises(Refused, match="games of its own"):
        recovery.use(code, bob)
    account, _ = made.players.claim(ann, "Ann", "a good password")
    with pytest.raises(NotSignedIn):
        recovery.use(code, None)
    with pytest.raises(Refused, match="for guests"):
        recovery.make(account)


def test_the_page_tells_a_code_once_and_lets_few_be_tried(sqlite_url: str) -> None:
    with running(sqlite_url, rounds=0) as server:
        origin = {"origin": server.address}
        with httpx.Client(base_url=server.address, headers=origin) as first:
            first.post("/new/narrow-gauge", data={"seat": "level-1"})
            assert '"/recover"' in first.get("/me").text
            told = re.search(r'id="code">([^<]+)<', first.post("/recover/new").text)
            assert told is not None and told[1] not in first.get("/recover").text
            with httpx.Client(base_url=server.address, headers=origin) as second:
                assert "Recovery code" in second.get("/recover").text
                assert "Welcome back" in second.post("/recover", data={"code": told[1]}).text
                assert len(second.get("/api/tables?which=mine").json()) == 1
                assert first.get("/api/tables?which=mine").json() == []
                answers = [second.post("/recover", data={"code": "AAAA"}).status_code for _ in range(12)]
                assert answers.count(401) < 11 and answers[-1] == 429
