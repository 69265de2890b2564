"""Nobody gets into somebody else's account: changes are asked again, told and undone; links and sessions end."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import insert, select, update

from roundhouse.web.delivery import endpoints, feeds
from roundhouse.web.errors import NotSignedIn, TooManyRequests
from roundhouse.web.http import rate_limits
from roundhouse.web.people import activity, passwords
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.people.email import links
from roundhouse.web.people.holdings import FORMER
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from tests.web.house import ME, OPEN, House, Running, house, running
from tests.web.receivers import Mailbox, mail_server, text_of
from tests.web.timelapse import DAY, HOUR, Timelapse, lapse

__all__ = ["lapse"]
HASHER = passwords.hasher()
WIDE = {letter: letter - 0x20 + 0xFF00 for letter in range(0x21, 0x7F)}
"""Letters as wide as Chinese ones."""
SECRET, OTHER = "a long secret", "quite another secret"
ANN, NEW, EVE = "ann@players.example", "new@players.example", "eve@players.example"


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
    headers = {"origin": server.address, "user-agent": "Mozilla (Linux) Firefox"}
    return httpx.Client(base_url=server.address, cookies=cookies, headers=headers, follow_redirects=True, timeout=30)


def sent(server: Running, box: Mailbox) -> list[tuple[str, str]]:
    """To whom the new letters went, and their links."""
    before = len(box.letters)
    server.app.state.sender.send_due()
    found = [(str(letter["to"]), re.search(r"house.example(/enter/\S+)", text_of(letter))) for letter in box.letters]
    return [(to, "" if link is None else link[1]) for to, link in found[before:]]


@contextmanager
def account(server: Running, box: Mailbox, name: str, email: str | None = None) -> Iterator[httpx.Client]:
    with browser(server) as client:
        assert client.post("/claim", data={"name": name, "password": SECRET}).url.path == "/me"
        if email is not None:
            client.post("/me/email", data={"email": email, "password": SECRET})
            ((_, path),) = sent(server, box)
            client.post(path)
        yield client


@pytest.fixture
def ann(server: Running, box: Mailbox) -> Iterator[httpx.Client]:
    with account(server, box, "Ann", ANN) as client:
        yield client


def id_of(server: Running, name: str) -> int:
    with server.app.state.database.reading() as connection:
        return int(connection.execute(select(at.players.c.id).where(at.players.c.name == name)).scalar_one())


def email_of(server: Running, name: str) -> str | None:
    with server.app.state.database.reading() as connection:
        found: str | None = connection.execute(select(at.players.c.email).where(at.players.c.name == name)).scalar()
        return found


def signs_in(server: Running, password: str, name: str = "Ann") -> bool:
    with browser(server) as client:
        return client.post("/login", data={"name": name, "password": password}).url.path == "/my"


# ---- an address and another --------------------------------------------------------------------------------------


def test_an_open_browser_is_not_enough(server: Running, box: Mailbox, ann: httpx.Client) -> None:
    """What could lose an account asks for the password: address, name, password, and its end."""
    for path, data in (
        ("/me/email", {"email": EVE}), ("/me/email", {"email": ""}), ("/me/name", {"name": "Eve"}),
        ("/me/password", {"new": OTHER}), ("/me/delete", {"sure": "yes"}),
    ):
        field = "old" if path == "/me/password" else "password"
        for tried in ({}, {field: "not the password"}):
            assert ann.post(path, data={**data, **tried}).status_code == 401, path
            passwords_tried_anew(server.app.state.database)
    assert sent(server, box) == [] and email_of(server, "Ann") == ANN and signs_in(server, SECRET)


def passwords_tried_anew(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(at.password_tries.delete())


def test_the_old_address_hears_of_another_and_undoes_it(
    server: Running, box: Mailbox, ann: httpx.Client, lapse: Timelapse
) -> None:
    """From a browser whose password somebody knows too, an account is not lost: its owner undoes it for a week."""
    with browser(server) as eve:
        eve.post("/login", data={"name": "Ann", "password": SECRET})
        eve.post("/me/email", data={"email": EVE, "password": SECRET})
        ((to, path),) = sent(server, box)
        assert to == EVE and email_of(server, "Ann") == ANN, "nothing has changed yet"
        with browser(server) as elsewhere:
            assert "Nobody was signed in" in elsewhere.post(path).text and COOKIE not in elsewhere.cookies
        ((to, undo),) = sent(server, box)
        assert to == ANN and email_of(server, "Ann") == EVE
        eve.post("/me/email", data={"email": NEW, "password": SECRET})
        ((_, path),) = sent(server, box)
        eve.post(path)
        ((to, undo_of_eve),) = sent(server, box)
        assert to == EVE
        assert "changed" in eve.post("/me/password", data={"old": SECRET, "new": OTHER}).text
        lapse.pass_by(6 * DAY)
        with browser(server) as owner:
            assert "New password" in owner.get(undo).text
            assert owner.post(undo).status_code == 422, "the password until now is known to somebody else"
            assert "Put back" in owner.post(undo, data={"password": "the third secret"}).text
        assert email_of(server, "Ann") == ANN and eve.get("/me").url.path == "/login"
        assert eve.post(undo_of_eve, data={"password": SECRET}).status_code == 404
    assert not signs_in(server, SECRET) and not signs_in(server, OTHER) and signs_in(server, "the third secret")


def test_an_undo_ends_after_a_week(server: Running, box: Mailbox, ann: httpx.Client, lapse: Timelapse) -> None:
    ann.post("/me/email", data={"email": "", "password": SECRET})
    ((to, undo),) = sent(server, box)
    assert to == ANN and email_of(server, "Ann") is None
    lapse.pass_by(7 * DAY + 1)
    assert ann.post(undo, data={"password": OTHER}).status_code == 404


def test_sign_in_links_end_with_the_address_and_with_the_password(
    server: Running, box: Mailbox, ann: httpx.Client
) -> None:
    database, player = server.app.state.database, id_of(server, "Ann")

    def link(purpose: str) -> str:
        with database.writing() as connection:
            return links.make(connection, player, purpose, "/me", HOUR)

    def change_address() -> None:
        ann.post("/me/email", data={"email": NEW, "password": SECRET})
        ann.post(sent(server, box)[0][1])

    def change_password() -> None:
        ann.post("/me/password", data={"old": SECRET, "new": OTHER})

    for change in (change_address, change_password):
        before = [link(purpose) for purpose in (links.ENTER, links.LOGIN)]
        with browser(server) as other:
            assert [other.get(path).status_code for path in before] == [200, 200]
            change()
            assert [other.post(path).status_code for path in before] == [404, 404], change.__name__
    assert ann.get("/me").url.path == "/me", "the browser in which it was changed stays signed in"


def test_a_player_without_a_password_is_asked_at_the_address_until_now(server: Running, box: Mailbox) -> None:
    guest, token = server.app.state.players.guest("Gus")
    with browser(server, token) as gus:
        gus.post("/me/email", data={"email": ANN})
        gus.post(sent(server, box)[0][1])
        assert email_of(server, "Gus") == ANN
        assert "old address" in gus.post("/me/email", data={"email": EVE}).text
        ((to, path),) = sent(server, box)
        assert to == ANN and email_of(server, "Gus") == ANN
        gus.post(path)
        ((to, path),) = sent(server, box)
        assert to == EVE and email_of(server, "Gus") == ANN
        gus.post(path)
        assert email_of(server, "Gus") == EVE
        ((_, undo),) = sent(server, box)
        gus.post("/me/delete", data={"sure": "yes"})
        ((to, forget),) = sent(server, box)
        assert to == EVE and gus.get("/me").url.path == "/me", "not forgotten before the link was used"
        assert "forgotten" in gus.post(forget).text
        assert gus.post(undo).status_code == 404
    assert guest.name == "Gus" and email_of(server, "Gus") is None


# ---- links that are pressed elsewhere ----------------------------------------------------------------------------


def test_confirming_an_address_does_nothing_else(server: Running, box: Mailbox, ann: httpx.Client) -> None:
    """Pressed by a victim, or where another guest plays: nobody is signed in, nobody loses games or an address, and the
    answer to who asked is the same whether the address is somebody's."""
    _, token = server.app.state.players.guest("Anne")
    bob, bobs = server.app.state.players.guest("Bob")
    table = server.tables.creation.create(bob, "irish-gauge", [ME, OPEN, OPEN])
    with browser(server, token) as eve, browser(server, bobs) as other:
        free = eve.post("/me/email", data={"email": EVE})
        ((_, path),) = sent(server, box)
        other.post(path)
        assert other.cookies[COOKIE] == bobs and table.id in other.get("/my").text
        gone = eve.post("/me/email", data={"email": ""})
        other.post(sent(server, box)[0][1])
        assert [to for to, _ in sent(server, box)] == [EVE], "the address until now hears of it"
        taken = eve.post("/me/email", data={"email": ANN})
        assert gone.status_code == 200 and (free.status_code, free.url) == (taken.status_code, taken.url)
        ((to, link),) = sent(server, box)
        assert to == ANN and link == "" and email_of(server, "Ann") == ANN, "there is no link to press"
        with server.app.state.database.writing() as connection:
            forged = links.make(connection, id_of(server, "Anne"), links.CONFIRM, "/me", HOUR, ANN)
        assert "another account" in ann.post(forged).text
    assert email_of(server, "Ann") == ANN and email_of(server, "Anne") is None


def test_a_guests_games_come_along_with_consent_and_webhooks_never(
    server: Running, box: Mailbox, ann: httpx.Client
) -> None:
    database, players = server.app.state.database, server.app.state.players
    for bring in (False, True):
        guest, token = players.guest("Gus")
        table = server.tables.creation.create(guest, "irish-gauge", [ME, OPEN, OPEN])
        with database.writing() as connection:
            endpoints.add(connection, guest.id, "hook", "https://hooks.example/eve")
            connection.execute(update(at.players).where(at.players.c.email == "gus@players.example").values(email=None))
            named = update(at.players).where(at.players.c.id == guest.id)
            connection.execute(named.values(email="gus@players.example"))
        with browser(server, token) as other:
            assert "The games of Gus" in other.get("/login").text
            consent = {"bring": "yes"} if bring else {}
            other.post("/login", data={"name": "Ann", "password": SECRET, **consent})
            assert (table.id in other.get("/my").text) == bring
            other.post("/logout")
            assert (table.id in other.get("/my").text) != bring, "the guest is there again, if they have not come along"
        with database.reading() as connection:
            assert not [one for one in endpoints.of(connection, id_of(server, "Ann")) if one.kind == "hook"]
            assert len(endpoints.of(connection, guest.id)) == (0 if bring else 1)
            mine = connection.execute(select(at.players.c.email).where(at.players.c.id == guest.id)).scalar_one()
            assert mine == (None if bring else "gus@players.example"), "the address is free for the account"


# ---- signing out -------------------------------------------------------------------------------------------------


def push(client: httpx.Client, name: str) -> None:
    keys = {"p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
            "auth": "tBHItJI5svbpez7KI4CCXg"}
    body = {"endpoint": f"https://push.example/{name}", "keys": keys}
    assert client.post("/push", json=body).status_code == 201


def pushed(server: Running) -> set[tuple[int, str]]:
    with server.app.state.database.reading() as connection:
        rows = connection.execute(select(at.endpoints.c.player, at.endpoints.c.address))
        return {(row.player, row.address.rpartition("/")[2]) for row in rows}


def test_push_ends_with_the_session_of_its_browser(server: Running, box: Mailbox, ann: httpx.Client) -> None:
    me = id_of(server, "Ann")
    with browser(server) as phone, browser(server) as tablet, account(server, box, "Bob") as bob:
        for client, name in ((ann, "desk"), (phone, "phone"), (tablet, "tablet")):
            if client is not ann:
                client.post("/login", data={"name": "Ann", "password": SECRET})
            push(client, name)
        phone.post("/logout")
        assert pushed(server) == {(me, "desk"), (me, "tablet")}
        push(bob, "tablet")
        assert pushed(server) == {(me, "desk"), (id_of(server, "Bob"), "tablet")}, "a browser is one player's"
        (number,) = re.findall(r'name="id" value="(\w+)"', ann.get("/me").text)
        ann.post("/me/sessions", data={"id": number})
        ann.post("/logout", data={"everywhere": "yes"})
        assert pushed(server) == {(id_of(server, "Bob"), "tablet")}


def test_signing_out_everywhere_ends_every_way_in(server: Running, ann: httpx.Client) -> None:
    """Links of seats with those who came by them, the feed, links in letters, other browsers; not one's games."""
    player = server.app.state.players.sign_in("Ann", SECRET)[0]
    table = server.tables.creation.create(player, "irish-gauge", [ME, OPEN, OPEN])
    key = server.tables.seating.own_link(player, table.id)
    thief = server.app.state.players.guest("Thief")[0]
    server.tables.seating.accept(thief, key)
    feed = re.findall(r"https://house.example(/feed/\S+)\.ics", ann.post("/me/feed").text)[0]
    with server.app.state.database.writing() as connection:
        letter = links.make(connection, player.id, links.ENTER, f"/games/{table.id}", HOUR)
    seat = {"authorization": f"Bearer {key}"}
    with browser(server) as other:
        assert other.get(f"/api/tables/{table.id}/view", headers=seat).json()["seat"] == 0
        ann.post("/me/sessions")
        assert other.get(f"{feed}.ics").status_code == 404 and other.get(letter).status_code == 404
        assert other.get(f"/api/tables/{table.id}/view", headers=seat).json()["seat"] == -1
    assert server.tables.repository.table(table.id).seats[0].holders == {player.id}
    assert ann.get("/me").url.path == "/me"


def test_a_feed_is_switched_off_and_renewed(server: Running, ann: httpx.Client) -> None:
    first = re.findall(r"https://house.example(/feed/\S+)\.ics", ann.post("/me/feed").text)[0]
    page = ann.post("/me/feed", data={"do": "end"}).text
    assert "The feed has been switched off" in page and "Make a private feed" in page
    assert ann.get(f"{first}.ics").status_code == 404
    second = re.findall(r"https://house.example(/feed/\S+)\.rss", ann.post("/me/feed").text)[0]
    assert ann.get(f"{second}.rss").status_code == 200 and "Switch the feed off" in ann.get("/me").text
    with server.app.state.database.reading() as connection:
        assert feeds.exists(connection, id_of(server, "Ann"))


# ---- what was done, and the end ----------------------------------------------------------------------------------


def test_the_owner_sees_what_was_done_and_from_where(
    server: Running, box: Mailbox, ann: httpx.Client, lapse: Timelapse
) -> None:
    ann.post("/me/email", data={"email": NEW, "password": SECRET})
    ann.post(sent(server, box)[0][1])
    ann.post("/me/endpoints", data={"kind": "hook", "address": "https://hooks.example/very/secret"})
    with browser(server) as other:
        for wrong in ("wrong password", "wrong passwords", "not this one"):
            other.post("/login", data={"name": "Ann", "password": wrong})
        other.post("/login", data={"name": "Ann", "password": SECRET})
    page = ann.get("/me").text
    for words in (
        "The account was made", "Another e-mail was asked for: n…@players.example",
        "Another e-mail: n…@players.example", "A webhook was added: hooks.example",
        "3 of them", "Signed in with the password", "Firefox on Linux, 127.0.0.*",
        f"for {activity.KEPT_DAYS} days",
    ):
        assert words in page, words
    assert "very/secret" not in page and "127.0.0.1" not in ann.get("/me/export").text
    kinds = {event["kind"] for event in ann.get("/me/export").json()["activity"]}
    assert {"made", "email", "sign-in", "wrong", "hook", "export"} <= kinds
    lapse.pass_by(activity.KEPT_SECONDS + 1)
    server.app.state.accounts.clear_away()
    with server.app.state.database.reading() as connection:
        assert connection.execute(select(at.activity)).all() == []


def test_nobody_pushes_a_sign_in_out_of_the_list(server: Running, ann: httpx.Client) -> None:
    """By doing again and again what is noted too, from an open browser."""
    with browser(server) as other:
        other.post("/login", data={"name": "Ann", "password": SECRET})
        with server.app.state.database.writing() as connection:
            for number in range(2 * activity.MOST_SHOWN):
                activity.note(connection, id_of(server, "Ann"), "hook", activity.NOWHERE, f"{number}.example")
        for _ in range(5):
            other.get("/me/export")
    page = ann.get("/me").text
    assert "Signed in with the password" in page and "The account was made" in page
    assert page.count("All that is kept was downloaded") == 1, "the same again within an hour is one line"


def test_a_network_is_an_address_without_its_last_part() -> None:
    hosts = {"192.0.2.77": "192.0.2.*", "2001:db8:1:2::3": "2001:db8:1::*", "::ffff:192.0.2.7": "192.0.2.*", "test": ""}
    assert {host: activity.network_of(host) for host in hosts} == hosts


def test_who_is_forgotten_is_named_nowhere(server: Running, ann: httpx.Client) -> None:
    """Not where they got up again, not under an earlier name, and not in what the house said of them."""
    state, seating, chat = server.app.state, server.tables.seating, server.tables.chat
    player = state.players.sign_in("Ann", SECRET)[0]
    bob = state.players.guest("Bob")[0]
    table = server.tables.creation.create(bob, "irish-gauge", [ME, OPEN, OPEN])
    assert table.invite is not None
    _, number = seating.accept(player, table.invite)
    chat.say(player, table.id, "I come later")
    seating.leave(player, table.id, number)
    older = server.tables.creation.create(player, "irish-gauge", [ME, OPEN, OPEN])
    chat.say(player, older.id, "Hello")
    server.tables.visits.mark_seen(player, older.id, 0, 0)
    again = server.tables.creation.create(bob, "irish-gauge", [ME, OPEN, OPEN])
    with server.tables.repository.change(again.id) as change:       # as for a rematch
        change.after = again.with_seat(replace(again.seats[1], name="Ann", reserved=player.id))
    with state.database.writing() as connection:
        connection.execute(update(at.chat).where(at.chat.c.table == older.id).values(player=None))
    ann.post("/me/name", data={"name": "Annabel", "password": SECRET})
    player = state.players.sign_in("Annabel", SECRET)[0]
    server.tables.closing.cancel(player, older.id)
    with state.database.writing() as connection:
        words = {"table": older.id, "number": 9, "seat": -1, "name": "The house", "words": "Ann and Annabel, not Anna",
                 "at": 0.0}
        connection.execute(insert(at.chat).values(words))
    assert "forgotten" in ann.post("/me/delete", data={"password": SECRET, "sure": "yes"}).text
    assert not {"Ann", "Annabel"} & set(server.tables.repository.table(again.id).names)
    with state.database.reading() as connection:
        lines = connection.execute(select(at.chat.c.name, at.chat.c.words).order_by(at.chat.c.at)).all()
        assert (FORMER, "I come later") in lines and (FORMER, "Hello") in lines
        assert ("The house", f"{FORMER} has cancelled the table.") in lines
        assert not [line for line in lines if "Annabel" in line.words or "Annabel" in line.name or line.name == "Ann"]
        for rows in (at.activity, at.known_devices, at.sessions):
            assert connection.execute(select(rows).where(rows.c.player == player.id)).all() == []


# ---- passwords that are tried ------------------------------------------------------------------------------------


def attempts(server: Running, name: str, count: int, client: httpx.Client | None = None) -> list[int]:
    found = []
    with browser(server) as other:
        for number in range(count):
            wrong = {"name": name, "password": f"wrong password {number}"}
            found.append((client or other).post("/login", data=wrong).status_code)
    return found


def test_passwords_are_tried_slower_and_slower_and_the_owner_gets_in(
    server: Running, ann: httpx.Client, lapse: Timelapse
) -> None:
    """From however many addresses; and the same for a name that nobody has."""
    ann.post("/logout")
    both = ("Ann", "Nobody here")
    spelled = [attempts(server, name, 3) + attempts(server, name.upper().translate(WIDE), 3) for name in both]
    assert spelled == [[401] * 5 + [429]] * 2, "whatever way the name is written"
    passwords_tried_anew(server.app.state.database)
    assert [attempts(server, name, 7) for name in both] == [[401] * 5 + [429] * 2] * 2
    lapse.pass_by(passwords.FIRST_WAIT)
    assert [attempts(server, name, 2) for name in both] == [[401, 429]] * 2
    lapse.pass_by(passwords.FIRST_WAIT)
    assert [attempts(server, name, 1) for name in both] == [[429]] * 2, "twice as long"
    with browser(server) as stranger:
        refused = stranger.post("/login", data={"name": "Ann", "password": SECRET})
        unknown = stranger.post("/login", data={"name": "Nobody here", "password": SECRET})
        assert refused.status_code == unknown.status_code == 429
        assert re.search("too many wrong passwords were tried here; the next can be tried in [0-9]+ seconds",
                         refused.text, re.I)
    assert ann.post("/login", data={"name": "Ann", "password": SECRET}).url.path == "/my", "the browser is known"
    assert signs_in(server, SECRET), "and then tries are counted anew"
    assert passwords.wait_after(50) == passwords.LONGEST_WAIT
    lapse.pass_by(passwords.FORGOTTEN_SECONDS + 1)
    server.app.state.accounts.clear_away()
    with server.app.state.database.reading() as connection:
        assert connection.execute(select(at.password_tries)).all() == []


def test_servers_on_one_database_count_together(url: str) -> None:
    """And all that concerns what a player holds goes through on both kinds of database."""
    with house(url) as one, house(url) as other:
        guest = one.guest("Ann")
        table, people = one.table("irish-gauge", "Ann", "Bob", "Cleo")
        ann, _ = one.players.claim(people[0], "Anna", SECRET)
        one.tables.chat.say(ann, table.id, "Hello")
        for number in range(5):
            with pytest.raises(NotSignedIn):
                (one, other)[number % 2].players.sign_in("Anna", f"wrong {number}")
        for made in (one, other):
            with pytest.raises(TooManyRequests):
                made.players.sign_in("Anna", SECRET)
        passwords_tried_anew(one.database)
        one.tables.seating.own_link(ann, table.id)
        other.players.sign_in("Anna", SECRET, guest)
        ann = one.accounts.rename(ann, "Annabel", SECRET)
        one.accounts.end_others(ann, None)
        assert one.tables.repository.table(table.id).seats[0].key is None
        assert [line.name for line in one.tables.chat.heard(None, table.id)] == ["Annabel"]
        assert other.accounts.delete(ann, SECRET)
        assert one.tables.chat.heard(None, table.id)[0].name == FORMER
        assert one.tables.repository.table(table.id).names == [FORMER, "Bob", "Cleo"]


def test_a_known_browser_has_no_endless_tries(server: Running, ann: httpx.Client) -> None:
    ann.post("/logout")
    assert attempts(server, "Ann", 7, ann) == [401] * 5 + [429] * 2
    assert signs_in(server, SECRET), "elsewhere none was tried"


def test_an_account_without_a_password_is_refused_like_any(server: Running, ann: httpx.Client) -> None:
    for stored in (None, "", "garbled"):
        passwords_tried_anew(server.app.state.database)
        with server.app.state.database.writing() as connection:
            connection.execute(update(at.players).values(password=stored))
        for given in ("None", "null", "", SECRET):
            with browser(server) as other:
                answer = other.post("/login", data={"name": "Ann", "password": given})
            assert answer.status_code == (422 if not given else 401)
    assert ann.post("/me/password", data={"old": "x", "new": OTHER}).status_code == 401


def test_the_same_work_is_done_whether_there_is_an_account(made: House) -> None:
    """A password is compared, and a letter counted, where there is nobody too."""
    compared = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            compared.append(hash)
            return super().verify(hash, password)

    made.players.passwords._hasher = Counting(time_cost=1, memory_cost=64, parallelism=1)
    ann, _ = made.players.claim(made.guest("Ann"), "Ann", SECRET)
    made.players.claim(made.guest("Bob"), "Bob", SECRET)
    with made.database.writing() as connection:
        connection.execute(update(at.players).where(at.players.c.id == ann.id).values(email=ANN))
        connection.execute(update(at.players).where(at.players.c.name == "Bob").values(password=None))
    for name in ("Ann", "Bob", "Nobody"):
        with pytest.raises(NotSignedIn, match="no account with this name and password"):
            made.players.sign_in(name, "wrong password")
    assert len(compared) == 3
    for email in (ANN, EVE):
        for _ in range(9):
            made.accounts.send_link(email)
    with made.database.reading() as connection:
        rows = connection.execute(select(at.letters.c.recipient, at.letters.c.due)).all()
    assert sorted(Counter(row.recipient for row in rows).values()) == [5, 5]
    assert sum(row.due is not None for row in rows) == 5, "and nothing is sent to nobody"


def test_a_try_costs_what_is_told() -> None:
    """The servers of these tests pay less."""
    assert (HASHER.time_cost, HASHER.memory_cost) == (2, 19 * 1024) and passwords.hasher() is not HASHER


# ---- how much from one network -----------------------------------------------------------------------------------


def test_accounts_from_one_network_are_limited_and_a_club_is_not_stopped(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = rate_limits.NetworkLimits()
    for number in range(20):
        with limits.sign_up("192.0.2.7"):
            limits.sign_in(f"192.0.2.{7 + number % 2}")
    monkeypatch.setattr(rate_limits, "SIGN_UPS", (15 / 3600, 2))
    monkeypatch.setattr(rate_limits, "LETTERS", (20 / 3600, 2))
    chosen = {"mail": "smtp://127.0.0.1:9", "mail_from": "games@house.example"}
    with running(sqlite_url, rounds=0.0, **chosen) as server:
        codes = []
        for name in ("Ann", "Ann", "Bob", "Cleo"):
            with browser(server) as client:
                answer = client.post("/claim", data={"name": name, "password": SECRET})
                codes.append(answer.status_code)
        assert codes == [200, 422, 200, 429], "what was refused does not count"
        assert "play as a guest" in answer.text
        with browser(server) as client:
            letters = [client.post("/login/link", data={"email": f"x{n}@players.example"}) for n in range(3)]
            assert [letter.status_code for letter in letters] == [200, 200, 429]


def test_letters_to_one_address_however_it_is_written(server: Running, box: Mailbox) -> None:
    _, token = server.app.state.players.guest("Eve")
    with browser(server, token) as eve:
        for number in range(20):
            address = ("stranger", "str.anger", "Stranger", f"stranger+{number}")[number % 4] + "@players.example"
            assert eve.post("/me/email", data={"email": address}).status_code == 200
    assert len(sent(server, box)) == 5
