"""Accounts: e-mail, links that sign in, names, passwords, devices, all that is kept, and being forgotten."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import select

from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.people.holdings import FORMER
from roundhouse.web.storage import schema as at
from tests.web.house import ME, OPEN, Running, running
from tests.web.receivers import Mailbox, mail_server, text_of
from tests.web.timelapse import Timelapse, lapse

__all__ = ["lapse"]
SECRET = "a long secret"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as started:
        yield started


@pytest.fixture
def server(sqlite_url: str, box: Mailbox) -> Iterator[Running]:
    chosen = {"mail": box.url, "mail_from": "games@house.example", "address": "https://house.example"}
    with running(sqlite_url, limits=False, rounds=0.0, inside=True, **chosen) as started:
        yield started


def browser(server: Running, token: str | None = None) -> httpx.Client:
    cookies = {COOKIE: token} if token else {}
    headers = {"origin": server.address}
    return httpx.Client(base_url=server.address, cookies=cookies, headers=headers, follow_redirects=True, timeout=30)


@pytest.fixture
def ann(server: Running) -> Iterator[httpx.Client]:
    with browser(server) as client:
        assert client.post("/claim", data={"name": "Ann", "password": SECRET}).url.path == "/me"
        yield client


def link_in(server: Running, box: Mailbox) -> str:
    """The link of the latest letter, once what is queued has been sent."""
    server.app.state.sender.send_due()
    found = re.search(r"https://house.example(/enter/\S+)", text_of(box.letters[-1]))
    assert found
    return found[1]


def confirm(server: Running, client: httpx.Client, box: Mailbox, email: str = "ann@players.example") -> None:
    client.post("/me/email", data={"email": email, "password": SECRET})
    client.post(link_in(server, box))


def test_an_address_is_ones_own_once_it_was_answered_from(server: Running, ann: httpx.Client, box: Mailbox) -> None:
    ann.post("/me/email", data={"email": "Ann@Players.Example", "password": SECRET})
    assert 'value="ann@players.example"' not in ann.get("/me").text.lower()
    path = link_in(server, box)
    assert "Is this you?" in ann.get(path).text, "to look at a link does not use it up"
    assert "Ann@players.example" in ann.post(path).text
    assert ann.post(path).status_code == 404, "a link is good once"
    assert "Tell me by e-mail" in ann.get("/me").text
    ann.post("/me/endpoints", data={"kind": "mail"})
    assert "Ann@players.example" in ann.get("/me").text
    assert "no e-mail address" in ann.post("/me/email", data={"email": "nonsense", "password": SECRET}).text


def test_signing_in_by_a_link_and_a_new_password(server: Running, ann: httpx.Client, box: Mailbox) -> None:
    confirm(server, ann, box)
    count = len(box.letters)
    with browser(server) as other:
        unknown = other.post("/login/link", data={"email": "nobody@players.example"}).text
        server.app.state.sender.send_due()
        assert len(box.letters) == count
        assert other.post("/login/link", data={"email": "ann@players.example"}).text == unknown, "it tells nothing"
        done = other.post(link_in(server, box), data={"password": "an even longer secret"})
        assert done.url.path == "/me" and "Ann" in done.text
        assert ann.get("/me").url.path == "/login", "a new password signs out all others"
        assert ann.post("/login", data={"name": "Ann", "password": SECRET}).status_code == 401
        assert ann.post("/login", data={"name": "Ann", "password": "an even longer secret"}).url.path == "/my"


def test_links_grow_old(server: Running, ann: httpx.Client, box: Mailbox, lapse: Timelapse) -> None:
    confirm(server, ann, box)
    with browser(server) as other:
        other.post("/login/link", data={"email": "ann@players.example"})
        lapse.pass_by(2 * 3600)
        assert other.post(link_in(server, box)).status_code == 404


def test_a_letter_about_a_turn_leads_to_the_game_and_signs_in(
    server: Running, ann: httpx.Client, box: Mailbox, lapse: Timelapse
) -> None:
    confirm(server, ann, box)
    ann.post("/me/endpoints", data={"kind": "mail"})
    player = server.app.state.players.sign_in("Ann", SECRET)[0]
    table = server.tables.creation.create(player, "irish-gauge", [ME, ME, ME])
    lapse.pass_by(600)
    assert server.app.state.sender.send_due() == 1
    with browser(server) as phone:
        done = phone.post(link_in(server, box), data={"password": "of somebody else"})
        assert done.url.path == f"/games/{table.id}" and phone.get("/me").status_code == 200
    assert ann.post("/login", data={"name": "Ann", "password": SECRET}).url.path == "/my", "the password stays"


def test_a_guests_games_come_along_by_a_link(server: Running, ann: httpx.Client, box: Mailbox) -> None:
    confirm(server, ann, box)
    guest, token = server.app.state.players.guest("Somebody else")
    table = server.tables.creation.create(guest, "irish-gauge", [ME, OPEN, OPEN])
    with browser(server, token) as other:
        other.post("/login/link", data={"email": "ann@players.example"})
        path = link_in(server, box)
        assert "The games of Somebody else become those of Ann" in other.get(path).text.replace("\n", " ")
        other.post(path, data={"bring": "yes"})
        assert table.id in other.get("/my").text
        assert server.tables.repository.table(table.id).seats[0].name == "Ann"


def test_another_name_and_another_password(server: Running, ann: httpx.Client) -> None:
    player = server.app.state.players.sign_in("Ann", SECRET)[0]
    table = server.tables.creation.create(player, "irish-gauge", [ME, OPEN, OPEN])
    server.app.state.players.claim(server.app.state.players.guest("Bob")[0], "Bob", SECRET)
    assert "taken" in ann.post("/me/name", data={"name": "bob", "password": SECRET}).text
    assert ann.post("/me/name", data={"name": "Annabel", "password": SECRET}).status_code == 200
    assert server.tables.repository.table(table.id).seats[0].name == "Annabel"
    assert ann.post("/me/password", data={"old": "wrong", "new": "something new"}).status_code == 401
    assert "been changed" in ann.post("/me/password", data={"old": SECRET, "new": "something new"}).text
    with browser(server) as other:
        assert other.post("/login", data={"name": "annabel", "password": "something new"}).url.path == "/my"


def test_a_guests_device_has_its_name(server: Running) -> None:
    agent = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1"}
    with httpx.Client(base_url=server.address, headers=agent, follow_redirects=True) as guest:
        guest.post("/api/tables", json={"game": "narrow-gauge", "seats": ["me", "me"]})
        assert "Safari on iPhone, since" in guest.get("/me").text


def test_devices_are_listed_and_ended(server: Running, ann: httpx.Client) -> None:
    with browser(server) as phone, browser(server) as tablet:
        for other, agent in ((phone, "Mozilla (iPhone) Safari"), (tablet, "Mozilla (Linux; Android) Firefox")):
            other.post("/login", data={"name": "Ann", "password": SECRET}, headers={"user-agent": agent})
        page = ann.get("/me").text
        assert "Safari on iPhone" in page and "Firefox on Android" in page and page.count("this one") == 1
        ids = re.findall(r'name="id" value="(\w+)"', page)
        assert len(ids) == 2
        ann.post("/me/sessions", data={"id": ids[0]})
        assert sorted(other.get("/me").url.path for other in (phone, tablet)) == ["/login", "/me"]
        ann.post("/me/sessions")
        assert {other.get("/me").url.path for other in (phone, tablet)} == {"/login"}
    assert ann.get("/me").url.path == "/me"


def test_all_that_is_kept_can_be_had_less_what_opens_doors(server: Running, ann: httpx.Client, box: Mailbox) -> None:
    confirm(server, ann, box)
    player, token = server.app.state.players.sign_in("Ann", SECRET)
    table = server.tables.creation.create(player, "irish-gauge", [ME, ME, ME])
    server.tables.chat.say(player, table.id, "Good luck")
    server.tables.visits.note(player, table.id, "my plan")
    told = ann.get("/me/export").text
    assert all(words in told for words in ("ann@players.example", "Good luck", "my plan", table.id))
    with server.app.state.database.reading() as connection:
        row = connection.execute(select(at.players.c.password).where(at.players.c.id == player.id)).scalar_one()
        hashes = connection.execute(select(at.sessions.c.token)).scalars().all()
    assert not any(secret in told for secret in (row, token, *hashes))
    assert set(json.loads(told)) == {
        "player", "devices", "known_devices", "activity", "preferences", "endpoints", "visits", "practice", "seats",
        "studies",        "chat", "results", "ratings", "records", "groups", "tournaments", "bots", "bot_tokens",
    }


def test_who_is_forgotten_leaves_games_that_can_be_read(server: Running, ann: httpx.Client, box: Mailbox) -> None:
    confirm(server, ann, box)
    player = server.app.state.players.sign_in("Ann", SECRET)[0]
    bob = server.app.state.players.guest("Bob")[0]
    table = server.tables.creation.create(player, "irish-gauge", [ME, OPEN, OPEN])
    own = server.tables.creation.create(player, "irish-gauge", [ME, OPEN, OPEN])
    assert table.invite is not None
    cleo = server.app.state.players.guest("Cleo")[0]
    for other in (bob, cleo):
        table, _ = server.tables.seating.accept(other, table.invite)
    server.tables.chat.say(player, table.id, "Good luck")
    server.tables.chat.say(bob, table.id, "Thanks")
    assert ann.post("/me/delete", data={"password": "wrong", "sure": "yes"}).status_code == 401
    assert "forgotten" in ann.post("/me/delete", data={"password": SECRET, "sure": "yes"}).text
    now = server.tables.repository.table(table.id)
    assert now.names == [FORMER, "Bob", "Cleo"] and now.seats[0].bot is not None and now.status == "playing"
    assert server.tables.repository.table(own.id).status == "closed"
    assert [(one.name, one.words) for one in server.tables.chat.heard(None, table.id)][:2] == [
        (FORMER, "Good luck"), ("Bob", "Thanks")
    ]
    assert server.tables.viewing.look(bob, table.id).seat == 1
    with server.app.state.database.reading() as connection:
        kept = [str(row) for name in at.metadata.sorted_tables for row in connection.execute(select(name)).all()]
    assert not any(word in row for row in kept for word in ("'Ann'", "ann@players.example", "$argon2"))
    with browser(server) as other:
        assert other.post("/login", data={"name": "Ann", "password": SECRET}).status_code == 401
        assert other.post("/claim", data={"name": "Ann", "password": SECRET}).url.path == "/me", "the name is free"


def test_how_and_when_one_is_told(server: Running, ann: httpx.Client) -> None:
    bad = ann.post("/me/endpoints", data={"kind": "hook", "address": "ftp://x.example"})
    assert bad.status_code == 422 and "begins with https" in bad.text
    ann.post("/me/endpoints", data={"kind": "hook", "address": "https://hooks.example/very/secret/path"})
    page = ann.get("/me").text
    assert "hooks.example" in page and "very/secret" not in page
    chosen = {"zone": "Europe/Dublin", "quiet_from": "22:30", "quiet_until": "07:00", "digest": "3600", "also": "chat"}
    page = ann.post("/me/when", data={**chosen, "away_from": "2030-07-01", "away_until": "2030-07-10"}).text
    assert all(f'value="{word}"' in page for word in ("Europe/Dublin", "22:30", "07:00", "2030-07-10"))
    for wrong in ({"zone": "Nowhere"}, {"quiet_until": ""}, {"digest": "7"}, {"quiet_from": "late"},
                  {"away_from": "2030-01-01", "away_until": "2030-12-31"}):
        assert ann.post("/me/when", data={**chosen, **wrong}).status_code == 422
    (number,) = re.findall(r"/me/endpoints/(\d+)/remove", page)
    ann.post(f"/me/endpoints/{number}/remove")
    assert f"/me/endpoints/{number}/remove" not in ann.get("/me").text


def test_the_private_feed(server: Running, ann: httpx.Client) -> None:
    player = server.app.state.players.sign_in("Ann", SECRET)[0]
    table = server.tables.creation.create(player, "irish-gauge", [ME, ME, ME])
    (address,) = re.findall(r"https://house.example(/feed/\S+)\.ics", ann.post("/me/feed").text)
    with browser(server) as reader:
        calendar, news = reader.get(f"{address}.ics"), reader.get(f"{address}.rss")
        assert calendar.headers["content-type"].startswith("text/calendar")
        assert f"https://house.example/games/{table.id}" in calendar.text.replace("\r\n ", "") + news.text
        assert "SUMMARY:Your turn: Irish Gauge" in calendar.text and "<item>" in news.text
        ann.post("/me/feed")
        assert reader.get(f"{address}.ics").status_code == 404, "a new feed ends the old"


def test_the_app_can_be_installed(server: Running) -> None:
    manifest = httpx.get(f"{server.address}/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert httpx.get(server.address + icon["src"]).content.startswith(b"\x89PNG")
    worker = httpx.get(f"{server.address}/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript") and "showNotification" in worker.text
    assert "What the house keeps" in httpx.get(f"{server.address}/privacy").text


def test_no_link_outlives_who_is_forgotten(server: Running, ann: httpx.Client, box: Mailbox) -> None:
    ann.post("/me/email", data={"email": "other@players.example", "password": SECRET})
    path = link_in(server, box)
    ann.post("/me/delete", data={"password": SECRET, "sure": "yes"})
    assert ann.post(path).status_code == 404


def test_who_is_no_longer_told_learns_it_in_the_house(server: Running, ann: httpx.Client, lapse: Timelapse) -> None:
    server.app.state.sender.failure_seconds = 0
    ann.post("/me/endpoints", data={"kind": "hook", "address": "http://127.0.0.1:9/closed"})
    ann.post("/me/test")
    for _ in range(40):
        server.app.state.sender.send_due()
        lapse.pass_by(3 * 3600)
    assert "No longer used" in ann.get("/me").text and "no longer told at 127.0.0.1" in ann.get("/my").text
    ann.post("/me/endpoints", data={"kind": "hook", "address": "http://127.0.0.1:9/closed"})
    assert "No longer used" not in ann.get("/me").text, "added again, it is tried again"
