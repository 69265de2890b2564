"""The pages as they are sent: what is on them, and what they answer to forms. Browsers are tested elsewhere."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from roundhouse.games import titles
from roundhouse.games.rulebook import RULE
from roundhouse.games.sight import sight
from roundhouse.web.pages.rules.rulebook import rulebook
from roundhouse.web.pages.rules.source import Source
from tests.walks import game, secretive, tables, walk
from tests.web.house import running

GAMES = list(titles())
BOOKED = [name for name in GAMES if (titles()[name].folder / "rulebook.md").exists()]
DRAWN = [name for name in GAMES if titles()[name].room.has_own("drawing")]
BY_SCRIPT = {"hx-request": "true"}


@pytest.fixture
def client(sqlite_url: str) -> Iterator[httpx.Client]:
    """A browser without scripts, at a server of its own."""
    same_site = {"sec-fetch-site": "same-origin"}
    with running(sqlite_url) as server, httpx.Client(
        base_url=server.address, headers=same_site, follow_redirects=True, timeout=30
    ) as browser:
        yield browser


def make_table(client: httpx.Client, game: str, *seats: str, **more: str) -> str:
    """A table with the visitor on the first seat; its address."""
    answer = client.post(f"/new/{game}", data={"seat": list(seats), **more}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def around_one_screen(client: httpx.Client, game: str) -> str:
    return make_table(client, game, *["me"] * (titles()[game].players[0] - 1))


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, f"the page has no field {name}"
    return unescape(found[1])


def step(page: str) -> int:
    found = re.search(r'data-step="(\d+)"', page)
    assert found is not None
    return int(found[1])


def test_home_shows_the_games_with_their_makers_and_editions(client: httpx.Client) -> None:
    home = client.get("/").text
    for title in titles().values():
        assert title.title in home
        assert title.designer in home
        assert title.publisher in unescape(home)
    assert home.count("reconstructed edition") == 2


def test_a_table_is_listed_where_it_belongs(client: httpx.Client) -> None:
    table = make_table(client, "appalachian-trail", "open", "none", name="Aoife", public="yes")
    assert f'href="{table}"' in client.get("/").text.partition('id="mine"')[2].partition("</section>")[0]
    client.cookies.clear()
    assert f'href="{table}"' in client.get("/").text.partition('id="open"')[2].partition("</section>")[0]


def test_a_wrong_number_of_seats_is_said_on_the_form(client: httpx.Client) -> None:
    answer = client.post("/new/irish-gauge", data={"seat": ["level-1"]})
    assert answer.status_code == 422
    assert "Irish Gauge is for 3 to 5 players, not 2" in unescape(answer.text)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_page_is_light(client: httpx.Client, game: str) -> None:
    """All that a first visit loads, scripts that scripts ask for included, as it travels."""
    page = client.get(make_table(client, game, *["level-1"] * (titles()[game].players[1] - 1)))
    wanted = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)) | {"/static/fonts/abril-fatface.woff2"}
    sizes: dict[str, int] = {}
    while wanted:
        part = wanted.pop()
        answer = client.get(part)
        sizes[part] = answer.num_bytes_downloaded
        if ".js" in part:
            imported = re.findall(r'^import .*?"([^"]+)"', answer.text, re.M)
            wanted |= {urljoin(part, name) for name in imported} - set(sizes)
    assert sum(sizes.values()) + page.num_bytes_downloaded < 180_000, sizes


def test_a_page_runs_no_script_of_its_own(client: httpx.Client) -> None:
    page = client.get(make_table(client, "narrow-gauge", "level-1")).text
    for script in re.findall(r"<script[^>]*>", page):
        assert "src=" in script or "application/json" in script
    assert not re.search(r'\son\w+="', page)
    menu = page.partition('class="menu"')[2].partition("</nav>")[0]
    assert 'id="next-game"' in menu and page.count('id="next-game"') == 1


def test_question_marks_on_another_board_open_its_rules(client: httpx.Client) -> None:
    """A question mark names a rule, and the rulebook beside the table is that of the board."""
    page = client.get(make_table(client, "age-of-rail", "level-1", "level-1", edition="allegheny")).text
    beside = re.search(r'id="tab-rules"[^>]*hx-get="([^"]+)"', page)
    assert beside and 'id="AL-DEV-5"' in client.get(unescape(beside[1])).text
    assert re.search(r'data-spot="box:develop".*?class="order"', page)


@pytest.mark.parametrize("game", GAMES)
def test_a_form_moves_without_any_script(client: httpx.Client, game: str) -> None:
    table = around_one_screen(client, game)
    page = client.get(table).text
    if "I am " in page:
        page = client.get(table + "?as=" + re.findall(r'\?as=(\d)"', page)[0]).text
    line = re.search(r'name="line" value="([^"]+)"', page)
    assert line is not None
    sent = {"version": field(page, "version"), "seat": field(page, "seat"), "line": unescape(line[1])}
    answer = client.post(f"{table}/act", data=sent)
    assert answer.status_code == 200
    assert answer.url.path == table
    assert step(answer.text) > step(page)


def test_a_double_click_moves_once(client: httpx.Client) -> None:
    table = around_one_screen(client, "irish-gauge")
    page = client.get(table).text
    sent = {"version": field(page, "version"), "line": "pass"}
    first = client.post(f"{table}/act", data=sent, headers=BY_SCRIPT)
    second = client.post(f"{table}/act", data=sent, headers=BY_SCRIPT)
    assert (first.status_code, second.status_code) == (200, 409)
    assert step(second.text) == step(first.text)
    assert "moved on" in second.text


def test_what_the_rules_forbid_is_said_in_their_words(client: httpx.Client) -> None:
    table = around_one_screen(client, "irish-gauge")
    page = client.get(table).text
    answer = client.post(f"{table}/act", data={"version": field(page, "version"), "line": "bid 900"}, headers=BY_SCRIPT)
    assert answer.status_code == 422
    assert "/rules/irish-gauge#IG-AUC-3" in answer.text
    assert "you may not bid more cash than you have" in answer.text
    assert step(answer.text) == step(page)


def test_the_fragment_follows_the_game_move_by_move(client: httpx.Client) -> None:
    table = around_one_screen(client, "irish-gauge")
    start = step(client.get(table).text)
    for _ in range(3):
        page = client.get(table).text
        client.post(f"{table}/act", data={"version": field(page, "version"), "line": "pass"})
    assert step(client.get(f"{table}/now?after={start}").text) == start + 1
    assert step(client.get(f"{table}/now?after={start + 1}").text) == start + 2
    assert step(client.get(f"{table}/now").text) == start + 3


def test_every_moment_has_an_address(client: httpx.Client) -> None:
    table = around_one_screen(client, "irish-gauge")
    now = step(client.get(table).text)
    past = client.get(f"{table}?at=3").text
    assert step(past) == 3
    assert 'class="choice"' not in past
    assert client.get(f"{table}?at={now + 1}").status_code == 404


@pytest.mark.parametrize("game", secretive())
def test_a_curtain_falls_between_people_at_one_screen(client: httpx.Client, game: str) -> None:
    table = around_one_screen(client, game)
    page = client.get(table).text
    assert "Nobody's hand is shown" in unescape(page)
    assert 'class="choice"' not in page and 'class="button main" name="line"' not in page
    acting = re.findall(r'\?as=(\d)"', page)[0]
    assert "Your turn" in client.get(f"{table}?as={acting}").text
    other = "1" if acting == "0" else "0"
    assert "Your turn" not in client.get(f"{table}?as={other}").text


def test_no_curtain_where_nothing_is_hidden(client: httpx.Client) -> None:
    assert "Your turn" in client.get(around_one_screen(client, "irish-gauge")).text


def test_a_stranger_watches_and_cannot_act(client: httpx.Client) -> None:
    table = make_table(client, "irish-gauge", "me", "me")
    version = field(client.get(table).text, "version")
    client.cookies.clear()
    page = client.get(table).text
    assert 'class="choice"' not in page
    assert client.post(f"{table}/act", data={"version": version, "line": "pass"}).status_code == 403


def test_an_invitation_seats_a_friend(client: httpx.Client) -> None:
    table = make_table(client, "narrow-gauge", "open", name="Ada")
    link = re.findall(r'data-copy="(/join/[^"]+)"', client.get(table).text)[0]
    client.cookies.clear()
    assert "Ada" in client.get(link).text
    assert client.post(link, data={"name": "Ben"}).url.path == table
    assert client.get(link).url.path == table, "who sits there already comes to the table"


def two_people(client: httpx.Client, game: str) -> tuple[str, httpx.Client]:
    """A table for the visitor and a friend at another browser; its address, and the friend."""
    table = make_table(client, game, *["open"] * (titles()[game].players[0] - 1), name="Ada")
    friend = httpx.Client(base_url=client.base_url, headers=client.headers, follow_redirects=True, timeout=30)
    friend.post(re.findall(r'data-copy="(/join/[^"]+)"', client.get(table).text)[0], data={"name": "Ben"})
    for number in re.findall(rf'action="{table}/seats/(\d)">\s*<button[^>]*value="sit"', client.get(table).text):
        client.post(f"{table}/seats/{number}", data={"do": "level-1"})
    return table, friend


@pytest.mark.parametrize(("seats", "master"), [(3, True), (2, False)])
def test_a_bot_is_made_a_master_in_the_course_of_a_game_where_there_is_one(
    client: httpx.Client, seats: int, master: bool
) -> None:
    address = make_table(client, "age-of-rail", *["level-1"] * seats, edition="allegheny")
    menu = client.get(address).text.partition('id="level-1"')[2].partition("</select>")[0]
    assert re.findall(r'value="(.*?)"', menu) == [f"level-{n}" for n in range(1, 7 if master else 6)]
    if master:
        again = client.post(f"{address}/seats/1", data={"do": "level-6"}).text
        assert again.count('<option value="level-6" selected>Level 6</option>') == 1


def test_a_move_that_others_have_seen_is_taken_back_when_they_agree(client: httpx.Client) -> None:
    table, friend = two_people(client, "narrow-gauge")
    for person in (client, friend) * 10:
        page = person.get(table).text
        if person is client and "Ask to undo" in page:
            break
        if line := re.search(r'name="line" value="([^"]+)"', page):
            person.post(f"{table}/act", data={"version": field(page, "version"), "line": unescape(line[1])})
    asked = client.post(f"{table}/undo", data={"version": field(page, "version")}, headers=BY_SCRIPT)
    assert "The others are being asked" in asked.text
    page = friend.get(table).text
    assert "Ada would like to go back" in page
    sent = {"version": field(page, "version"), "agree": "yes"}
    answer = friend.post(f"{table}/consent", data=sent, headers=BY_SCRIPT)
    assert step(answer.text) < step(page)
    assert "would like to go back" not in answer.text
    friend.close()


def test_a_secret_limit_is_seen_by_nobody_else(client: httpx.Client) -> None:
    table, friend = two_people(client, "irish-gauge")
    people = [client, friend]
    waiting = next(person for person in people if "Your turn" not in person.get(table).text)
    other = people[1 - people.index(waiting)]
    said = waiting.post(f"{table}/intend", data={"wish": "up to", "amount": "13"}, headers=BY_SCRIPT)
    assert "up to 13" in said.text
    assert "up to 13" not in other.get(table).text
    taken = waiting.post(f"{table}/intend", data={"wish": ""}, headers=BY_SCRIPT)
    assert "up to 13" not in taken.text
    friend.close()


def test_a_record_is_uploaded_watched_and_gone_on_with(client: httpx.Client, tmp_path: Path) -> None:
    table = around_one_screen(client, "irish-gauge")
    text = client.get(f"{table}/record").text
    answer = client.post("/upload", files={"file": ("game.json", text)})
    assert answer.status_code == 200
    assert step(answer.text) == len(json.loads(text)["log"])
    assert "Sit here" in answer.text
    broken = client.post("/upload", files={"file": ("game.json", text.replace("cube", "cub", 1))})
    assert broken.status_code == 422
    assert "step 1" in broken.text


def test_what_people_write_stays_text(client: httpx.Client) -> None:
    name = "<b>Zoë</b> & [bold]x"
    table = make_table(client, "irish-gauge", "me", "me", name=name)
    page = client.get(table).text
    assert "<b>Zoë</b>" not in page
    assert "&lt;b&gt;Zoë" in page
    for _ in range(3):
        page = client.post(f"{table}/act", data={"version": field(page, "version"), "line": "pass"}).text
    assert "[bold]x</span> passes" in unescape(page)
    said = client.post(f"{table}/chat", data={"words": "<img src=x onerror=alert(1)>"}, headers=BY_SCRIPT).text
    assert "<img" not in said and "&lt;img" in said


def test_an_account_keeps_the_games_of_the_guest(client: httpx.Client) -> None:
    table = make_table(client, "irish-gauge", "level-1", "level-1")
    assert client.post("/claim", data={"name": "Aoife", "password": "a long secret"}).url.path == "/me"
    client.post("/logout")
    assert client.post("/login", data={"name": "Aoife", "password": "wrong secret"}).status_code == 401
    assert table in client.post("/login", data={"name": "Aoife", "password": "a long secret"}).text


def test_errors_are_pages_and_never_traces(client: httpx.Client) -> None:
    for address in ("/games/nothing", "/rules/chess", "/new/chess", "/join/no-such-token", "/nowhere"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "To the games" in answer.text
        assert "Traceback" not in answer.text


@pytest.mark.parametrize("game", BOOKED)
def test_every_rule_that_the_log_cites_is_in_the_rulebook(game: str) -> None:
    title = titles()[game]
    book = rulebook(Source(title.name))
    for file in title.folder.glob("*.py"):
        for rule in re.findall(rf'"({RULE.pattern})"', file.read_text(encoding="utf-8")):
            assert f'id="{rule}"' in book.html, f"{file.name} cites {rule}"
    assert "Ruling:" in book.html


@pytest.mark.parametrize("name", DRAWN)
def test_question_marks_open_rules_that_there_are(name: str) -> None:
    """Every kind of move has its rule, and so has every heading that is drawn with one."""
    title = titles()[name]
    known = rulebook(Source(title.name)).rules
    names = ["Ann", "Ben", "Cat", "Dai", "Eve", "Fay"]
    drawing = title.room.drawing
    for choice in tables(name)[::7]:
        for state, code in walk(game(choice), 3, kinds_first=True):
            if state.to_act >= 0:
                assert drawing.RULES[state.game.text(code).split()[0]] in known
            after = state.copy()
            shown = drawing.scene(after.game, after.tell(code), names[:after.game.seats])
            if shown:
                shown += drawing.aside(sight(after, None), names[:after.game.seats])
                asked = re.findall(rf'href="/rules/{name}#([\w-]+)"', shown)
                headings = re.findall("<h2.*?</h2>", shown)
                assert headings and all("/rules/" in heading for heading in headings) and set(asked) <= known.keys()


def test_the_log_of_a_game_over_days_says_when(client: httpx.Client) -> None:
    for pace, dated in (("live", False), ("days", True)):
        sent = {"game": "narrow-gauge", "seats": ["me", "me"], "pace": pace}
        id = client.post("/api/tables", json=sent).json()["id"]
        for address in (f"/games/{id}", f"/games/{id}/log"):
            log = re.search(r'<ol class="entries.*?</ol>', client.get(address).text, re.S)
            assert log is not None and ("<time" in log[0]) == dated


def test_a_plan_is_made_in_words_and_withdrawn(client: httpx.Client) -> None:
    table, friend = two_people(client, "appalachian-trail")
    waiting = friend if "Your turn" in client.get(table).text else client
    seat = 0 if waiting is client else 1
    assert f"{table}/plan?as={seat}" in waiting.get(table).text
    page = waiting.get(f"{table}/plan", params={"as": seat}).text
    move = unescape(re.findall(r'<option value="([^"]+)">', page)[2])
    sent = {"seat": seat, "move": move, "who": "nobody", "other": move, "instead": ""}
    after = waiting.post(f"{table}/plan", data=sent).text
    assert f"{move}, if nobody has played {move} before; else you decide" in unescape(after)
    other = friend if waiting is client else client
    assert "else you decide" not in other.get(table).text
    assert "else you decide" not in waiting.post(f"{table}/intend", data={"wish": "", "seat": seat}).text
    assert waiting.post(f"{table}/plan", data={**sent, "move": "fly"}).status_code == 422
    friend.close()


@pytest.mark.parametrize(("game", "sign"), [("irish-gauge", "£"), ("age-of-rail", "$")])
def test_a_hint_to_bid_says_how_much_money(client: httpx.Client, game: str, sign: str) -> None:
    table = around_one_screen(client, game)
    said = client.post(f"{table}/hint").text
    assert re.search(r'class="reason">[^<]', said)
    answer = client.post(f"/api{table.replace('games', 'tables')}/hint").json()
    chances = [move["chance"] for move in answer["moves"]]
    assert chances == sorted(chances, reverse=True) and answer["sentence"]
    assert "<p>You" in client.get(f"{table}/about").text, "what the prompt is about"
    bids = re.findall(r'data-choice="bid (\d+)".*?class="what">([^<]*)<', said)
    assert bids and all(words == f"Bid {sign}{number}" for number, words in bids)


def test_play_now_is_one_press_against_whom_one_played_last(client: httpx.Client) -> None:
    """The easiest rivals in a first game of a title, and then those of the last one; who wishes chooses them."""
    front = client.get("/").text
    assert 'form="play-irish-gauge" name="at-once"' in front and 'href="/new/irish-gauge"' in front
    first = client.post("/new/irish-gauge", data={"at-once": "yes"})
    assert first.url.path.startswith("/games/") and first.text.count(">level 1</span>") == 2
    make_table(client, "irish-gauge", "level-4", "level-4")
    assert client.post("/new/irish-gauge", data={"at-once": "yes"}).text.count(">level 4</span>") == 2
    assert ">level 1</span>" in client.post("/new/narrow-gauge", data={"at-once": "yes"}).text
