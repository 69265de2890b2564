"""Checks an edition of Spur Line: every id, number and place can be played, or an error names the line of the file."""
from __future__ import annotations

from roundhouse.games.data import Node, all_different, hexes_of

MOST_PLAYERS = 4
NUMBERS = {"cash": 99, "orders_each": 9, "order_pays": 20, "least_bid": 20, "hill_cost": 20, "calls": 30}


def check(root: Node) -> None:
    root.only("game", "edition", "status", "companies", "hexes", *NUMBERS)
    root.text("status")
    for name, most in NUMBERS.items():
        root.number(name, 1, most)
    hexes = hexes_of(root["hexes"], 7, "terrain", "name", "value")
    for one in hexes:
        if one.has("terrain"):
            one["terrain"].one_of(("hills",), "hills, or nothing where the country is open")
        if one.has("value"):
            one.text("name")
            one.number("value", 1, 20)
    companies, country = root["companies"].list_of(1, "companies"), [one for one in hexes if not one.has("value")]
    for one in companies:
        one.only("id", "name", "color", "home", "shares")
        for key in ("id", "name", "color"):
            one.text(key)
        one["home"].one_of([hex_.word("id") for hex_ in country], "a hex that is no town")
        one.number("shares", 1, 9)
    for key, what in (("id", "an id"), ("home", "a home")):
        all_different([one[key] for one in companies], what)
    towns, each = len(hexes) - len(country), root.number("orders_each", 1, 9)
    root["orders_each"].expect(each * MOST_PLAYERS <= towns, f"orders for {MOST_PLAYERS} players out of {towns} towns")
