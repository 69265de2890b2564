"""Checks an edition of Spur Line: every id, number and place can be played, or an error names the line of the file."""
from __future__ import annotations

from roundhouse.games.data import Node, all_different

TERRAINS = ("open", "hills")
MOST_PLAYERS = 3


def check(root: Node) -> None:
    root.only("game", "edition", "status", "orders_each", "pieces", "hill_cost", "depot", "hexes")
    root.text("status")
    root.number("pieces", 1, 60)
    root.number("hill_cost", 0, 20)
    hexes = root["hexes"].list_of(7, "hexes")
    for one in hexes:
        one.only("id", "q", "r", "terrain", "name", "value")
        one.word("id")
        one.number("q", -99, 99)
        one.number("r", -99, 99)
        one["terrain"].one_of(TERRAINS, " or ".join(TERRAINS))
        if one.has("value"):
            one.text("name")
            one.number("value", 1, 20)
    all_different([one["id"] for one in hexes], "an id")
    root["depot"].one_of([one.word("id") for one in hexes], "one of the hexes")
    towns = sum(one.has("value") for one in hexes)
    each = root.number("orders_each", 1, 9)
    root["orders_each"].expect(each * MOST_PLAYERS <= towns, f"orders for {MOST_PLAYERS} players out of {towns} towns")
