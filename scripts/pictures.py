"""Takes the pictures of the tables in docs/pictures anew, of games that greedy bots have begun.

    PYTHONPATH=. .venv/bin/python scripts/pictures.py
"""
from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from roundhouse.bots import Seat, bot
from roundhouse.engine.dice import Dice
from roundhouse.web.people.authentication import COOKIE
from tests.web.browsing import BROWSERS, DESK, PHONE, House, wait_for_turn
from tests.web.house import ME, OPEN

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = "Ada", "Boris", "Clara", "Daniel"


@dataclass(frozen=True)
class Picture:
    file: str
    game: str
    seats: int
    moves: int
    phone: bool = False
    dark: bool = False


WANTED = [
    Picture("irish-gauge-table", "irish-gauge", 4, 66),
    Picture("irish-gauge-phone", "irish-gauge", 4, 66, phone=True),
    Picture("age-of-rail-table", "age-of-rail", 4, 190),
    Picture("age-of-rail-lamp-light", "age-of-rail", 4, 190, dark=True),
    Picture("narrow-gauge-table", "narrow-gauge", 2, 52),
    Picture("narrow-gauge-phone", "narrow-gauge", 2, 52, phone=True),
    Picture("appalachian-trail-table", "appalachian-trail", 2, 58),
]


def begin(house: House, picture: Picture) -> tuple[str, str]:
    """A game under way: its address, and the cookie of whose turn it is."""
    tables, players = house.app.state.tables, house.app.state.players
    people = [players.guest(name) for name in NAMES[:picture.seats]]
    table = tables.seating.create(people[0][0], picture.game, [ME] + [OPEN] * (picture.seats - 1))
    for seat, (person, _) in zip(table.seats[1:], people[1:]):
        table, _ = tables.seating.accept(person, seat.invite)
    thinker, dice = bot("greedy"), Dice(8)
    for _ in range(picture.moves):
        code = thinker.choose(Seat(table.course, table.to_act), dice)
        table = tables.moves.act(people[table.to_act][0], table.id, table.game.text(code), table.version)
    return f"/games/{table.id}", people[table.to_act][1]


def take(browser: Browser, house: House, picture: Picture) -> None:
    address, cookie = begin(house, picture)
    context = browser.new_context(
        base_url=house.address, viewport=PHONE if picture.phone else DESK, has_touch=picture.phone,
        device_scale_factor=2 if picture.phone else 1, color_scheme="dark" if picture.dark else "light",
        reduced_motion="reduce",
    )
    context.add_init_script("Storage.prototype.getItem = (get => function (key) { return key.startsWith('guide:') "
                            "? 'seen' : get.call(this, key); })(Storage.prototype.getItem)")
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": house.address}])
    page = context.new_page()
    page.goto(address)
    wait_for_turn(page)
    file = PICTURES / f"{picture.file}.png"
    page.screenshot(path=file)
    Image.open(file).quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
    context.close()


def main() -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)))
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        house.start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for picture in WANTED:
            take(browser, house, picture)
            print(picture.file)
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
