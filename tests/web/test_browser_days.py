"""A game over days: three browsers and a phone, told by e-mail, webhook and push, and a clock that runs out."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from roundhouse.engine.contract import OVER
from roundhouse.web.delivery import endpoints
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.table import Table
from tests.web.browsing import DESK, PHONE, House, act, browser, patient, wait_for_turn
from tests.web.house import ME, OPEN, until
from tests.web.receivers import Mailbox, Posted, Receiver, Subscriber, mail_server, receiver, text_of
from tests.web.timelapse import DAY, HOUR, Timelapse, lapse

__all__ = ["browser", "lapse"]
CLOCK = Clock(DAY, DAY / 2)


@dataclass
class Person:
    name: str
    page: Page
    told: Callable[[], int]
    """How often they have been told something, outside the house."""
    acted: int = 0
    heard: int = field(default=0)


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as started:
        yield started


@pytest.fixture
def post() -> Iterator[Receiver]:
    with receiver() as started:
        yield started


@pytest.fixture
def home(tmp_path: Path, lapse: Timelapse, box: Mailbox) -> Iterator[House]:
    """Makes its rounds when the test says so."""
    made = House(tmp_path, rounds=0.0, inside=True, mail=box.url, mail_from="games@house.example")
    made.start()
    made.app.state.sender.base = made.address
    yield made
    made.stop()


def make_rounds(home: House) -> None:
    home.app.state.tables.timekeeper.run_due()
    home.app.state.sender.send_due()


def open_page(browser: Browser, home: House, token: str, phone: bool = False) -> Page:
    context = patient(browser.new_context(
        base_url=home.address, viewport=PHONE if phone else DESK, has_touch=phone, reduced_motion="reduce"
    ))
    context.add_cookies([{"name": COOKIE, "value": token, "url": home.address}])
    return context.new_page()


def sit_down(page: Page, invite: str) -> None:
    page.goto(f"/join/{invite}")
    expect(page.locator("main")).to_contain_text("1 day for each turn")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#table")
    page.goto("about:blank")


def take_turn(person: Person, table: Table, number: int) -> None:
    """Finds the game in a list, each time in another one, and acts there, and leaves the house again."""
    page = person.page
    page.goto(("/", "/my", "/my?sort=turn")[number % 3])
    expect(page.locator(f".tables a[href='/games/{table.id}'] .turn")).to_be_visible()
    assert page.title().startswith("(1)")
    expect(page.locator(f".tables a[href='/games/{table.id}'] .left")).to_contain_text("left")
    page.click(f".tables a[href='/games/{table.id}']")
    wait_for_turn(page)
    expect(page.locator("[data-until]")).to_have_text(re.compile(r"\d+ [dh]"))
    act(page, number)
    person.acted += 1
    page.goto("about:blank")


def test_four_people_play_over_days(
    browser: Browser, home: House, lapse: Timelapse, box: Mailbox, post: Receiver
) -> None:
    tables, players = home.app.state.tables, home.app.state.players
    known = {name: players.guest(name) for name in ("Ann", "Bob", "Cleo", "Dora")}
    table = tables.creation.create(known["Ann"][0], "irish-gauge", [ME, OPEN, OPEN, OPEN], pace="days", clock=CLOCK)
    phone = Subscriber(post, home.app.state.sender.signer.public_key)

    def pushed() -> list[Posted]:
        return [one for one in post.got if one.path.startswith("/push/")]

    ways = {
        "Ann": lambda: len([one for one in box.letters if one["to"] == "ann@players.example"]),
        "Bob": lambda: len([one for one in post.got if one.path == "/hook"]),
        "Cleo": lambda: len(pushed()),
        "Dora": lambda: len([one for one in box.letters if one["to"] == "dora@players.example"]),
    }
    people = {
        name: Person(name, open_page(browser, home, token, phone=name == "Cleo"), ways[name])
        for name, (_, token) in known.items()
    }
    for name in ("Bob", "Cleo", "Dora"):
        sit_down(people[name].page, table.invite)
    with home.app.state.database.writing() as connection:
        for name in ("Ann", "Dora"):
            endpoints.add(connection, known[name][0].id, "mail", f"{name.lower()}@players.example")
    people["Bob"].page.goto("/me")
    people["Bob"].page.fill("#hook", f"{post.url}/hook")
    people["Bob"].page.locator("#hook + button").click()
    expect(people["Bob"].page.locator("#told")).to_contain_text("127.0.0.1")
    people["Cleo"].page.goto("/me")
    answer = people["Cleo"].page.evaluate(
        """async (made) => (await fetch("/push", {
          method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(made)
        })).status""",
        phone.subscription,
    )
    assert answer == 201
    for person in people.values():
        person.page.goto("about:blank")

    ran_out = False
    first = lapse.time()
    while lapse.time() < first + 4 * DAY and not (ran_out and all(person.acted > 1 for person in people.values())):
        lapse.pass_by(6 * HOUR)
        make_rounds(home)
        table = tables.repository.table(table.id)
        if table.to_act == OVER:
            break
        person = people[table.seats[table.to_act].name]
        if person.acted or person.name != "Ann":
            assert person.told() > person.heard or not sum(one.acted for one in people.values()), person.name
        person.heard = person.told()
        if person.name == "Dora" and person.acted == 1 and not ran_out:
            ran_out = let_the_clock_run_out(home, lapse, table, person)
            continue
        take_turn(person, table, person.acted)
    assert ran_out, "a clock has run out"
    assert all(person.acted >= 1 and person.told() >= 1 for person in people.values())
    assert phone.read(pushed()[0])["title"].startswith("Your turn: Irish Gauge")
    come_back_by_letter(browser, home, box, table)


def let_the_clock_run_out(home: House, lapse: Timelapse, table: Table, person: Person) -> bool:
    """Somebody is reminded, does not come, and a bot makes their turn."""
    before = person.told()
    lapse.pass_by(table.deadline - lapse.time() - HOUR if table.deadline else 0)
    make_rounds(home)
    lapse.pass_by(10 * 60)
    make_rounds(home)
    assert person.told() == before + 1, "a reminder"
    lapse.pass_by(HOUR)
    make_rounds(home)
    tables = home.app.state.tables
    until(lambda: tables.repository.table(table.id).version > table.version)
    lapse.pass_by(10 * 60)
    make_rounds(home)
    assert person.told() == before + 2, "that it happened"
    said = [line.words for line in tables.chat.heard(None, table.id) if line.seat < 0]
    assert said == ["Dora's time is up. A bot makes this turn."]
    person.heard = person.told()
    return True


def come_back_by_letter(browser: Browser, home: House, box: Mailbox, table: Table) -> None:
    """A letter's link opens the game on a device that has never been here, and shows what has happened."""
    letter = next(one for one in reversed(box.letters) if one["to"] == "ann@players.example")
    found = re.search(r"(/enter/\S+)", text_of(letter))
    assert found
    page = patient(browser.new_context(base_url=home.address, viewport=PHONE, reduced_motion="reduce")).new_page()
    page.goto(found[1])
    page.get_by_role("button", name="To the game").click()
    page.wait_for_url(f"**/games/{table.id}")
    expect(page.locator("#log")).to_contain_text("Dora's time is up")
