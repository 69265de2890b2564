"""What counts and who belongs: ratings forged, groups and tournaments entered, private names, hidden tables.

Tables taken along, tokens of bots, and a browser that a host has left open are tried too.

    python -m benchmarks.attacks.competition        (its own server only: it makes somebody a host in its file)
"""
from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing

import httpx

from benchmarks.attacks.accounts import SECRET, sign_up
from benchmarks.attacks.seats import seated, to_the_end
from benchmarks.attacks.target import OK, Target, run

CLOCK = {"each": 60, "bank": 600, "rated": True}
FORM = {"name": "Cup", "system": "swiss", "size": "3", "rounds": "2", "pace": "days 86400 259200"}


def number_of(browser: httpx.Client) -> str:
    found = re.search(r'/people/(\d+)', browser.get("/me").text)
    assert found, "the page of an account leads to its history"
    return found[1]


def api(target: Target, browser: httpx.Client) -> httpx.Client:
    """The same player as a program."""
    return target.client(headers={"authorization": f"Bearer {browser.cookies['roundhouse']}"})


def ratings(target: Target) -> None:
    """Whoever is about to win makes the bots stronger."""
    with closing(sign_up(target, "Anna")) as browser, closing(api(target, browser)) as ann:
        id = target.new_table(ann, "irish-gauge", "me", "level-1", "level-1", **CLOCK)["id"]
        changed = [ann.post(f"/api/tables/{id}/seats/{seat}/bot", json={"level": "level-5"}) for seat in (1, 2)]
        target.promise("bots of a rated game that were made others", sum(a.is_success for a in changed), "", 0)
        told = "".join(ann.get(f"/api/tables/{id}{path}").text for path in ("", "/view", "/record"))
        target.promise("secrets of luck that are told before the end", told.count('"secret"'), "", 0)
        asked = [ann.get(f"/games/{id}/{page}").status_code for page in ("luck", "table")]
        target.promise("of the luck and the file of a rated game, given", asked.count(OK), "", 0)


def groups(target: Target) -> None:
    """Somebody who was shown out comes in again by the link that all members know."""
    with closing(sign_up(target, "Berta")) as owner, closing(sign_up(target, "Carlo")) as other:
        group = owner.post("/groups", data={"name": "Club"}).url.path
        link = re.search(r'data-copy="(/groups/join/[^"]+)"', owner.get(group).text)
        assert link
        assert other.post(link[1]).url.path == group
        mine = [other.post(group, data={"do": do, "who": number_of(owner)}) for do in ("remove", "owner", "renew")]
        target.promise("of 3 deeds of the owner, done by a member", sum(a.is_success for a in mine), "", 0)
        owner.post(group, data={"do": "remove", "who": number_of(other)})
        other.post(link[1])
        target.promise("members who came in again after they were shown out", other.get(group).status_code == OK, "", 0)


def tournaments(target: Target) -> None:
    with closing(sign_up(target, "Dieter")) as owner, closing(sign_up(target, "Edith")) as other:
        path = owner.post("/tournaments/new/irish-gauge", data=FORM).url.path
        owner.post(path, data={"do": "join"})
        others = ({"do": "start"}, {"do": "cancel"}, {"do": "bot", "level": "level-1"}, {"do": "no-bot", "number": "0"},
                  {"do": "withdraw"})
        done = [other.post(path, data=form).is_success for form in others]
        with closing(target.player("Guest")) as guest:
            done += [owner.post(path, data={"do": "join"}).is_success, guest.post(path, data={"do": "join"}).is_success]
        target.promise(f"of {len(done)} things that are not theirs at a tournament, done", sum(done), "", 0)


def private(target: Target) -> None:
    """The name of somebody who is private, asked for by number."""
    with closing(sign_up(target, "Nepomuk")) as one, closing(sign_up(target, "Frieda")) as other:
        number = number_of(one)
        one.post("/me/private", data={"private": "yes"})
        told = [other.get(path).text for path in (f"/people/{number}", f"/api/players/{number}", "/people?q=nepo")]
        told.append(other.post(f"/people/{number}/ask", data={"game": "narrow-gauge"}).text)
        named = sum("Nepomuk<" in text or '"Nepomuk"' in text for text in told)
        target.promise("private names that are told", named, "", 0)


def pictures(target: Target) -> None:
    """The pictures of two hidden tables at which others sit."""
    shown = set()
    for names in (("Annabelle", "Bobberson"), ("Xaver", "Yvonne")):
        for game in ("narrow-gauge", "appalachian-trail"):
            hidden, _ = seated(target, game, *names, *["Zoe"] * (game == "appalachian-trail"), watched=False)
            with target.client("127.0.0.88") as eve:
                shown.add(target.patiently(lambda: eve.get(f"/games/{hidden}/picture.png")).content)  # noqa: B023
    target.promise("pictures of hidden tables beyond one of each game", len(shown) - 2, "", 0)


def files(target: Target) -> None:
    """A table taken along: by another, where others play, and forged."""
    ann, eve = target.player("Ann"), target.player("Eve")
    id = target.new_table(ann, "narrow-gauge", "me", "level-1")["id"]
    two, people = seated(target, "narrow-gauge", "Ann", "Bob")
    given = [eve.get(f"/games/{id}/table"), *(one.get(f"/games/{two}/table") for one in people)]
    target.promise("tables taken along by whom they are not", sum(a.is_success for a in given), "", 0)
    whole = ann.get(f"/games/{id}/table").json()
    origin = {"origin": target.address}
    forged = [
        {**whole, "bots": ["level-1"]}, {**whole, "bots": ["Clever", None]}, {**whole, "bots": [None, "level-1"] * 500},
        {**whole, "bots": [[], None]}, {**whole, "record": "x" * 400_000}, {**whole, "record": 7},
        {**whole, "hints": 1},
        {**whole, "bots": ["level-1", "level-1"]}, [], {"format": whole["format"]},
    ]
    texts = [json.dumps(one) for one in forged] + [f'{{"format": "{whole["format"]}", "x": {"[" * 9000}{"]" * 9000}}}']
    answers = [
        target.patiently(lambda: ann.post("/upload", files={"file": ("t.json", text)}, headers=origin))  # noqa: B023
        for text in texts
    ]
    target.promise(f"of {len(texts)} forged tables, taken", sum(a.is_success or a.is_redirect for a in answers), "", 0)
    target.promise("answers of 500", sum(a.status_code >= 500 for a in answers), "", 0)


def bots(target: Target) -> None:
    """A token of a bot, made in a browser that was left open."""
    with closing(sign_up(target, "Gustav")) as owner:
        owner.post("/me/bots", data={"name": "Engine"})
        bot = re.search(r"/me/bots/(\d+)", owner.get("/me/bots").text)
        assert bot
        page = owner.post(f"/me/bots/{bot[1]}", data={"do": "token", "scope": "play", "label": "x"}).text
        token = re.search(r"rhbot_[\w-]+", page)
        assert token
        with target.client(headers={"authorization": f"Bearer {token[0]}"}) as program:
            assert program.get("/api/account").status_code == OK
            beyond = [program.get("/me"), program.get("/me/export"), program.post("/api/tables", json={
                "game": "narrow-gauge", "seats": ["me", "level-1"]}), program.post("/groups", data={"name": "x"})]
            target.promise("things done beyond a token's scopes", sum(a.status_code == OK for a in beyond), "", 0)
            owner.post("/me/password", data={"old": SECRET, "new": "another long secret"})
            target.promise("tokens that outlive a new password", program.get("/api/account").status_code == OK, "", 0)


def host(target: Target) -> None:
    """A browser that a host has left open: roles and other people's accounts."""
    assert target.file is not None
    with closing(sign_up(target, "Hanna")) as owner, closing(sign_up(target, "Igor")) as other:
        with closing(sqlite3.connect(target.file)) as database:
            database.execute("UPDATE players SET role = 'host' WHERE name = 'Hanna'")
            database.execute("DELETE FROM sessions WHERE token = ''")
            database.execute("UPDATE house_settings SET value = 'changed' WHERE name = 'sessions'")
            database.commit()
        deeds: tuple[dict[str, str], ...] = (
            {"do": "role", "role": "host"}, {"do": "reset-password"}, {"do": "merge", "into": "Hanna"},
        )
        who = number_of(other)
        done = [owner.post("/moderation", data={**deed, "who": who, "sure": "yes"}) for deed in deeds]
        assert all("Are you sure" in answer.text for answer in done), [answer.status_code for answer in done]
        target.promise("links into accounts that were told", sum("/enter/" in a.text for a in done), "", 0)
        target.promise("accounts that were lost by it", other.get("/me").url.path != "/me", "", 0)
        hidden(target, owner)


def hidden(target: Target, moderator: httpx.Client) -> None:
    """A finished game that a moderator has hidden, looked for in the histories of those who played it."""
    id, people = seated(target, "narrow-gauge", "Xena", "Yorick", public=True)
    to_the_end(target, id, people)
    numbers = [seat["player"] for seat in people[0].get(f"/api/tables/{id}").json()["seats"]]

    def told(eve: httpx.Client) -> int:
        answers = [target.patiently(lambda: eve.get(f"/api/players/{one}/games")) for one in numbers]   # noqa: B023
        return sum(answer.text.count(id) for answer in answers)

    with target.client() as eve:
        assert told(eve) == len(numbers)
        moderator.post("/moderation", data={"do": "hide", "table": id, "sure": "yes"})
        target.promise("histories in which a hidden game is told", told(eve), "", 0)


def attack(target: Target) -> None:
    for part in (ratings, groups, tournaments, private, pictures, files, bots, host):
        part(target)


if __name__ == "__main__":
    run(attack, __doc__)
