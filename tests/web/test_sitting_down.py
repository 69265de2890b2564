"""Forms that make tables keep what was chosen, and everybody keeps their name."""
from __future__ import annotations

import json
import re
from html import unescape

import httpx

from roundhouse.web.pages.table.parts.names import called
from roundhouse.web.tables.model.info import SeatRequest
from tests.web.house import BOT, ME, OPEN, House, Running, running
from tests.web.test_pages import around_one_screen, client, make_table

__all__ = ["client"]


def chosen(page: str) -> dict[str, list[str]]:
    """What the form of a page stands at, field by field."""
    found: dict[str, list[str]] = {}
    for name, options in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', page, re.S):
        values = re.findall(r'<option value="([^"]*)"\s+selected', options)
        found.setdefault(name, []).append(values[0] if values else "")
    for name, value in re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', page):
        if re.search(rf'<input type="(?:checkbox|radio)" name="{name}"', page):
            continue
        found[name] = [unescape(value)]
    for name in re.findall(r'<input type="checkbox" name="([^"]+)"[^>]* checked', page):
        found[name] = ["on"]
    return found


def test_a_refused_form_keeps_what_was_chosen(client: httpx.Client) -> None:
    sent = {
        "name": "Aoife", "seat": ["level-4", "me", "none", "none"], "name-3": "x" * 40, "pace": "days 86400 259200",
        "at_zero": "bot", "public": "yes", "hidden": "yes",
    }
    answer = client.post("/new/irish-gauge", data=sent)
    assert answer.status_code == 422
    page = chosen(answer.text)
    assert page["seat"] == sent["seat"]
    assert page["name"] == ["Aoife"] and page["name-3"] == ["x" * 40]
    assert page["pace"] == [sent["pace"]] and page["at_zero"] == ["bot"]
    assert page["public"] == page["hidden"] == ["on"]


def test_a_refused_form_keeps_edition_and_options(client: httpx.Client) -> None:
    sent = {"seat": ["level-1"] * 5, "edition": "allegheny", "name-2": "", "name": "y" * 60}
    answer = client.post("/new/age-of-rail", data=sent)
    assert answer.status_code == 422
    assert chosen(answer.text)["edition"] == ["allegheny"]


def test_a_person_keeps_their_name_while_a_bot_plays_for_them(made: House) -> None:
    ann = made.guest()
    table = made.tables.creation.create(ann, "irish-gauge", [BOT, SeatRequest(me=True, name="Level two"), BOT])
    table = made.tables.substitutes.sit_bot(ann, table.id, 1, "level-3")
    assert [*map(str, called(made.tables.viewing.info(ann, table).seats))] == ["Trevithick", "Level two", "Brunel"]


def test_an_uploaded_record_keeps_the_names(client: httpx.Client) -> None:
    record = json.loads(client.get(f"{around_one_screen(client, 'irish-gauge')}/record").text)
    record["seats"][1] = "Wilhelmina von Sonnborn"
    page = client.post("/upload", files={"file": ("game.json", json.dumps(record))}).text
    assert "Wilhelmina von Sonnborn" in page


def test_a_new_table_begins_as_the_form_says(client: httpx.Client) -> None:
    table = make_table(client, "age-of-rail", "level-1", "level-1", edition="allegheny")
    assert json.loads(client.get(f"{table}/record").text)["edition"] == "allegheny"


def test_a_late_friend_is_shown_the_way(sqlite_url: str) -> None:
    """To the table, whichever link they came by, and to a seat that they may have; of a hidden one, to no name."""
    same_site = {"sec-fetch-site": "same-origin"}
    with running(sqlite_url) as server, httpx.Client(base_url=server.address, headers=same_site) as client:
        come_late(server, client)


def come_late(server: Running, client: httpx.Client) -> None:
    tables, players = server.tables, server.app.state.players
    ann, bob = players.guest("Ann")[0], players.guest("Bob")[0]
    table = tables.creation.create(ann, "narrow-gauge", [ME, OPEN])
    tables.seating.accept(bob, table.seats[1].invite or "")
    for token in (table.invite, table.seats[1].invite):
        page = client.get(f"/join/{token}")
        assert page.status_code == 200 and "All seats are taken" in page.text and "Bob" in page.text
        assert f'href="/games/{table.id}"' in page.text and "/seats/" not in page.text
        assert client.post(f"/join/{token}").headers["location"] == f"/join/{token}"
        assert client.post(f"/api/join/{token}").status_code == 404
    tables.closing.let_watch(ann, table.id, False)
    hidden = client.get(f"/join/{table.invite}").text
    assert "Bob" not in hidden and f'href="/games/{table.id}"' not in hidden
    wide = tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN], public=True)
    tables.seating.accept(bob, wide.seats[1].invite or "")
    assert f'action="/games/{wide.id}/seats/2"' in client.get(f"/join/{wide.seats[1].invite}").text
    assert tables.viewing.info(ann, tables.repository.table(table.id)).seats[1].invite is None
