"""Checks an edition of Age of Rail, every id, count, neighbour and price, and the options chosen with it."""
from __future__ import annotations

from roundhouse.engine.contract import Edition
from roundhouse.errors import UserError
from roundhouse.games.age_of_rail.board import BOXES
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.data import Node, all_different
from roundhouse.games.title import Option, spelled

SEATS = ("3", "4", "5", "6")
CLASSES = ("station", "railhead", "mercantile", "base")

OPTIONS = (
    Option(
        "offer_slots_6", (3, 2), "How many markers the Offer Stock box holds in a game of six (AR-OPT-1).",
        title="Offer Stock with six players", called=("3 slots", "2 slots"),
    ),
    Option(
        "own_shares", (True, False), "Whether players may offer shares of their own (AR-OPT-2).",
        title="Selling own shares", called=("allowed", "not allowed"),
    ),
    Option(
        "johannesburg_without_track", (True, False),
        "Whether Johannesburg may be developed before a railroad is there; South Africa only (AR-OPT-3).",
        title="Developing Johannesburg", called=("also without track", "only with track"),
    ),
    Option(
        "co_bo_colours", ("red-blue", "blue-red"), "The print contradicts itself; Allegheny only (AR-OPT-4).",
        title="Colours of C&O and B&O", called=("C&O red, B&O blue", "C&O blue, B&O red"),
    ),
)


def make(edition: Edition, seats: int, options: dict[str, object]) -> AgeOfRail:
    """A game; an option that would change nothing on this map or with so many players keeps its default."""
    railroads = [railroad["id"] for railroad in edition.data["railroads"]]
    idle = {
        "offer_slots_6": seats != 6 and "it is for six players",
        "johannesburg_without_track": not edition.data["develop_without_track"] and "no place of this map is exempt",
        "co_bo_colours": not {"CO", "BO"} <= set(railroads) and "this map has no C&O and B&O",
    }
    for option in OPTIONS:
        why = idle.get(option.name)
        if why and options[option.name] != option.values[0]:
            raise UserError(f"option {option.name} must stay {spelled(option.values[0])}: {why}")
    return AgeOfRail(edition, seats, options)


def check(root: Node) -> None:
    """Raise EditionError unless the numbers, boxes, places, links, externals and railroads can be played."""
    root.only(
        "game", "edition", "name", "status", "players", "starting_cash", "shares_per_railroad", "link_cost",
        "second_link_cost", "link_value", "second_development_cost", "action_track_limit", "action_advance", "slots",
        "dividends_before_final", "late_railroad", "late_trigger", "no_double_through", "automatic_metros",
        "develop_without_track", "no_paid_second", "externals_add_value", "class_steps", "board", "railroads", "places",
        "links", "externals",
    )
    root.word("edition")
    root.text("name")
    root.text("status")
    root["players"].expect(root["players"].value == [3, 6], "[3, 6]")
    _check_numbers(root)
    _check_boxes(root["action_advance"], root["slots"])
    places = _check_places(root)
    neighbours = _check_links(root["links"], places)
    for place in root["places"]:
        near = len(neighbours[place.word("id")])
        place.expect(near > 0, "a place with a link")
        place.expect(near == 1 or places[place.word("id")] != "railhead", "a railhead with one link: it is a dead end")
    _check_externals(root["externals"], places)
    bases = _check_railroads(root, places)
    _check_free_links(root, bases, neighbours)
    metros = [place for place, kind in places.items() if kind == "metro"]
    _check_list(root["automatic_metros"], metros, "the id of a metro")
    for key in ("no_double_through", "develop_without_track", "no_paid_second"):
        _check_list(root[key], list(places), "the id of a place")


def _check_numbers(root: Node) -> None:
    cash = root["starting_cash"]
    cash.only(*SEATS)
    for seats in SEATS:
        cash.number(seats, most=1000)
    root.number("shares_per_railroad", least=1, most=20)
    root.number("link_cost", most=1000)
    root.number("second_link_cost", most=1000)
    root.number("link_value", most=1000)
    root.number("second_development_cost", most=1000)
    root.number("action_track_limit", least=1, most=1000)
    root.number("dividends_before_final", most=20)
    adds = root["externals_add_value"]
    adds.expect(isinstance(adds.value, bool), "true or false")


def _check_boxes(advance: Node, slots: Node) -> None:
    """Every game ends because every action but a dividend moves the Action Track, and Build Track is never full."""
    advance.only(*BOXES)
    slots.only(*BOXES)
    for box in BOXES:
        advance.number(box, least=0 if box == "dividends" else 1, most=1000)
        here = slots[box]
        if box == "build":
            here.expect(here.value is None, "null: Build Track is open to everybody")
        elif here.value is not None:
            here.only(*SEATS)
            for seats in SEATS:
                here.number(seats, least=1, most=6)


def _check_places(root: Node) -> dict[str, str]:
    """The places and their classes."""
    width = root["board"].number("width", least=1)
    height = root["board"].number("height", least=1)
    root["class_steps"].only(*CLASSES)
    steps_of = {kind: _steps(root["class_steps"][kind], "two steps", 2, 2) for kind in CLASSES}
    places: dict[str, str] = {}
    nodes = root["places"].list_of(2, "places")
    for place in nodes:
        place.only("id", "name", "class", "steps", "x", "y")
        place.text("name")
        kind = place["class"].one_of((*CLASSES, "metro"), f"one of {', '.join(CLASSES)}, metro")
        steps = _steps(place["steps"], "two or more steps", 2, 20)
        if kind != "metro":
            place["steps"].expect(steps == steps_of[kind], f"the steps of a {kind}, {steps_of[kind]}")
        place.number("x", most=width)
        place.number("y", most=height)
        places[place.word("id")] = kind
    all_different([place["id"] for place in nodes], "an id")
    return places


def _steps(node: Node, what: str, least: int, most: int) -> list[int]:
    steps = [step.as_number(most=100) for step in node.list_of(least, "values")]
    node.expect(len(steps) <= most and steps == sorted(set(steps)), f"{what}, each higher than the one before")
    return steps


def _check_links(links: Node, places: dict[str, str]) -> dict[str, list[str]]:
    """Which places each place has a link to."""
    neighbours: dict[str, list[str]] = {place: [] for place in places}
    nodes = links.list_of(2, "links")
    for link in nodes:
        link.expect(isinstance(link.value, str) and link.value.count("~") == 1, "a link: two place ids joined by ~")
        a, b = link.value.split("~")
        link.expect(a in places and b in places, "a link between two places of this board")
        link.expect(a.encode() < b.encode(), "a link with its lower place id first")
        neighbours[a].append(b)
        neighbours[b].append(a)
    all_different(nodes, "a link")
    return neighbours


def _check_externals(externals: Node, places: dict[str, str]) -> None:
    nodes = externals.list_of(0, "externals")
    for external in nodes:
        external.only("id", "name", "gate", "price", "value", "x", "y")
        external.word("id")
        external.text("name")
        external["gate"].one_of(places, "the id of a place")
        external.number("price", most=1000)
        external.number("value", most=1000)
        external.number("x")
        external.number("y")
    all_different([external["id"] for external in nodes], "an id")


def _check_railroads(root: Node, places: dict[str, str]) -> dict[str, str]:
    """The opening railroads and their bases. The late one alone has no order, and starts at the city that opens it."""
    nodes = root["railroads"].list_of(2, "railroads")
    root["railroads"].expect(len(nodes) <= 20, "at most 20 railroads")
    late = root["late_railroad"].one_of([node["id"].value for node in nodes], "the id of a railroad")
    trigger = root["late_trigger"].one_of(places, "the id of a place")
    bases: dict[str, str] = {}
    for railroad in nodes:
        railroad.only("id", "short", "name", "color", "base", "order")
        for key in ("short", "name", "color"):
            railroad.text(key)
        base = railroad["base"].one_of(places, "the id of a place")
        if railroad.word("id") == late:
            railroad["order"].expect(railroad["order"].value is None, "null for the late railroad")
            railroad["base"].expect(base == trigger, f"the late trigger, {trigger}")
        else:
            railroad.number("order", least=1, most=len(nodes) - 1)
            bases[railroad.word("id")] = base
    all_different([railroad["id"] for railroad in nodes], "an id")
    all_different([railroad["order"] for railroad in nodes], "an order")
    return bases


def _check_free_links(root: Node, bases: dict[str, str], neighbours: dict[str, list[str]]) -> None:
    """A free link is always left: at a base after all rivals', at the trigger after the build that reached it."""
    for railroad in root["railroads"]:
        name, base = railroad.word("id"), railroad["base"].value
        if name in bases:
            rivals = [r for r, other in bases.items() if r != name and (other == base or other in neighbours[base])]
            enough = len(neighbours[base]) > len(rivals)
            railroad["base"].expect(enough, f"a place with a link left when rivals have taken {len(rivals)}")
    trigger = root["late_trigger"]
    trigger.expect(len(neighbours[trigger.value]) >= 3, "a place with at least 3 links")
    reached = {trigger.value, *neighbours[trigger.value]} & set(bases.values())
    trigger.expect(not reached, "a place that no free link from a base reaches")


def _check_list(node: Node, choices: list[str], what: str) -> None:
    entries = node.list_of(0, "ids")
    for entry in entries:
        entry.one_of(choices, what)
    all_different(entries, "an id")
