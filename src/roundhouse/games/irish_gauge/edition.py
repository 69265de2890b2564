"""Checks an edition of Irish Gauge: every id, count, neighbour and price."""
from __future__ import annotations

from roundhouse.games.data import Node, all_different, hexes_of, touching

TERRAINS = ("easy", "difficult", "urban")


def check(root: Node) -> None:
    """Raise EditionError unless the edition has all that the rules need: hexes, majors, railways and cubes."""
    root.only(
        "game", "edition", "status", "grid", "starting_cash", "build_points", "major_cities", "major_city_dividend",
        "cubes", "railways", "hexes",
    )
    root.text("status")
    root.number("starting_cash")
    root.number("build_points", least=2)
    root.number("major_city_dividend")
    urban, cities = _check_hexes(root["hexes"])
    majors = root["major_cities"].list_of(1, "ids of urban hexes")
    for major in majors:
        major.one_of(urban, "the id of an urban hex")
    all_different(majors, "a city")
    _check_railways(root["railways"], urban)
    _check_cubes(root["cubes"], len(cities))


def _check_hexes(hexes: Node) -> tuple[list[str], list[str]]:
    """The ids of the urban hexes, and of the Cities among them."""
    urban: list[str] = []
    cities: list[str] = []
    every = hexes_of(hexes, 2, "terrain", "name", "site")
    for hex_ in every:
        name = hex_.word("id")
        if hex_["terrain"].one_of(TERRAINS, f"one of {', '.join(TERRAINS)}") != "urban":
            hex_.expect(not hex_.has("site"), 'no "site" on a hex that is not urban')
            continue
        hex_.text("name")
        urban.append(name)
        if hex_["site"].one_of(("city", "town"), "city or town") == "city":
            cities.append(name)
    touching(every)
    hexes.expect(bool(cities), "at least one hex that starts as a city")
    return urban, cities


def _check_railways(railways: Node, urban: list[str]) -> None:
    nodes = railways.list_of(2, "railways")
    railways.expect(len(nodes) <= 20, "at most 20 railways")
    for railway in nodes:
        railway.only("id", "name", "color", "home", "shares", "locomotives")
        railway.word("id")
        railway.text("name")
        railway.text("color")
        railway["home"].one_of(urban, "the id of an urban hex")
        railway.number("locomotives", least=2)
        prices = [share.as_number(least=1) for share in railway["shares"].list_of(1, "share values")]
        railway["shares"].expect(prices == sorted(set(prices)), "share values that rise")
    all_different([railway["id"] for railway in nodes], "an id")


def _check_cubes(cubes: Node, cities: int) -> None:
    cubes.only("colors", "per_color", "seed_pool_per_color")
    colours = cubes["colors"].list_of(2, "colours", 12)
    cubes["colors"].expect(len(colours) <= 6, "at most 6 colours")
    for colour in colours:
        colour.expect(isinstance(colour.value, str) and colour.value.isalpha(), "a colour: one word")
    all_different(colours, "a colour")
    pool = cubes.number("seed_pool_per_color", least=1)
    cubes["seed_pool_per_color"].expect(pool * len(colours) >= cities, f"enough cubes for the {cities} Cities")
    per_colour = cubes.number("per_color", least=pool, most=1000)
    cubes["per_color"].expect(per_colour * len(colours) > cities, "a cube left over for the bag")
