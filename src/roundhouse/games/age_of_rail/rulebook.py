"""What the rulebook of Age of Rail says of its maps: places, railroads, prices, and how far the game goes."""
from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.markdown import in_words, listed, ordinal, part, table

ACTIONS = {"build": "Build Track", "offer": "Offer Stock", "develop": "Develop Locations", "dividends": "Pay Dividends"}
WORTH_KNOWING = {"base": "Bases", "mercantile": "Mercantiles", "railhead": "Railheads"}
IN_WORDS = {"railhead": "Railhead, always a dead end"}
METRO = "metro"

Data = Mapping[str, Any]


def says(games: Sequence[AgeOfRail]) -> Mapping[str, str]:
    """By the names that the rulebook has for them, for each map of these games."""
    maps = _different(games)
    data = games[0].edition.data
    turns = -(-(data["action_track_limit"] + 1) // data["action_advance"]["build"])
    return {
        "kinds": _kinds(maps), "metros": _metros(maps), "settlements": _settlements(maps),
        "externals": _externals(maps), "railroads": "\n\n".join(_railroads(*one) for one in maps.items()),
        "railroads_count": _once(maps, lambda one: in_words(len(one["railroads"]))), "actions": _actions(data),
        "cash_by_players": listed(f"${cash} with {n} players" for n, cash in data["starting_cash"].items()),
        "last_opened": _on_each(maps, lambda one: f"{_opening(one)[-1]['short']}'s"),
        "late": _on_each(maps, lambda one: f"{_late(one)['short']} in {_called(one, one['late_trigger'])}"),
        "through": listed(_called(data, place) for place in data["no_double_through"]) or "any place",
        "double": f"${data['link_cost'] + data['second_link_cost']}", "part": part(data["shares_per_railroad"]),
        "final": ordinal(data["dividends_before_final"] + 1),
        "turns_a_dividend": str(turns), "turns_a_game": str(turns * (data["dividends_before_final"] + 1)),
    }


def _different(games: Sequence[AgeOfRail]) -> dict[str, Data]:
    """The editions by the names of their maps; of several with one map the first."""
    found: dict[str, Data] = {}
    for game in games:
        if all(game.edition.data["links"] != other["links"] for other in found.values()):
            found[_map(game.edition.data)] = game.edition.data
    return found


def _map(data: Data) -> str:
    """What a map is called: what follows the name of the game."""
    return str(data["name"]).rpartition(": ")[2]


def _called(data: Data, place: str) -> str:
    return next(str(one["name"]) for one in data["places"] if one["id"] == place)


def _opening(data: Data) -> list[Data]:
    return sorted((one for one in data["railroads"] if one["order"] is not None), key=lambda one: int(one["order"]))


def _late(data: Data) -> Data:
    return next(one for one in data["railroads"] if one["id"] == data["late_railroad"])


def _once(maps: Mapping[str, Data], find: Callable[[Data], object]) -> str:
    """What holds for each map, or what each has."""
    found = list(dict.fromkeys(str(find(data)) for data in maps.values()))
    return found[0] if len(found) == 1 else " or ".join(found)


def _on_each(maps: Mapping[str, Data], find: Callable[[Data], str]) -> str:
    if len(maps) == 1:
        return find(next(iter(maps.values())))
    return listed(f"{find(data)} on {name}" for name, data in maps.items())


def _kinds(maps: Mapping[str, Data]) -> str:
    first = next(iter(maps.values()))
    rows: list[list[object]] = []
    for kind, steps in first["class_steps"].items():
        name = IN_WORDS.get(kind, kind.capitalize())
        rows.append([name, *steps[:2], *(_count(data, kind) for data in maps.values())])
    rows.append(["Metro", "step by step, see next table", "", *(_count(data, METRO) for data in maps.values())])
    rows.append(["All places", "", "", *(len(data["places"]) for data in maps.values())])
    rows.append(["Links", "", "", *(len(data["links"]) for data in maps.values())])
    return table(["Kind of place", "Value at the start", "Value when developed", *maps], rows)


def _count(data: Data, kind: str) -> int:
    return sum(one["class"] == kind for one in data["places"])


def _metros(maps: Mapping[str, Data]) -> str:
    rows = [
        (one["name"], ", ".join(map(str, one["steps"])), name)
        for name, data in maps.items() for one in _automatic_first(data) if one["class"] == METRO
    ]
    return table(("Metro", "Values, step by step", "Map"), rows)


def _automatic_first(data: Data) -> list[Data]:
    order = list(data["automatic_metros"])
    return sorted(data["places"], key=lambda one: order.index(one["id"]) if one["id"] in order else len(order))


def _settlements(maps: Mapping[str, Data]) -> str:
    def names(data: Data, kind: str) -> str:
        return ", ".join(sorted(one["name"] for one in data["places"] if one["class"] == kind)) or "none"

    return table(["", *maps], [
        [called, *(names(data, kind) for data in maps.values())] for kind, called in WORTH_KNOWING.items()
    ])


def _externals(maps: Mapping[str, Data]) -> str:
    rows = [
        (one["name"], _called(data, one["gate"]), f"${one['price']}", one["value"] * data["externals_add_value"], name)
        for name, data in maps.items() for one in data["externals"]
    ]
    return table(("External", "Gate", "Price", "Adds to Value", "Map"), rows)


def _railroads(name: str, data: Data) -> str:
    late = _called(data, data["late_trigger"])
    rows = [
        (one["order"] or "late", f"{one['short']}, {one['name']}", one["color"], _called(data, one["base"]),
         _first_links(data, one["base"]), _distance(data, one["base"], data["late_trigger"]) or "")
        for one in [*_opening(data), _late(data)]
    ]
    return table(("Order", name, "Colour", "Base", "First link leads to", f"Links to {late}"), rows)


def _first_links(data: Data, base: str) -> str:
    near = _neighbours(data)[base]
    return " or ".join(_called(data, one) for one in near) if len(near) < 5 else f"any of {len(near)} neighbours"


def _neighbours(data: Data) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {one["id"]: [] for one in data["places"]}
    for link in data["links"]:
        start, end = str(link).split("~")
        found[start].append(end)
        found[end].append(start)
    return {place: sorted(near) for place, near in found.items()}


def _distance(data: Data, start: str, end: str) -> int:
    """The links on the shortest way."""
    near, far = _neighbours(data), {start: 0}
    left = deque([start])
    while left and end not in far:
        here = left.popleft()
        for place in near[here]:
            if place not in far:
                far[place] = far[here] + 1
                left.append(place)
    return far.get(end, 0)


def _actions(data: Data) -> str:
    rows = []
    for box, called in ACTIONS.items():
        again = "yes" if data["slots"][box] is None else "no"
        rows.append((called, data["action_advance"][box], _slots(data["slots"][box]), again))
    return table(("Action", "Action Track moves", "Markers it can hold", "Again next turn?"), rows)


def _slots(slots: Mapping[str, int] | None) -> str:
    if slots is None:
        return "any number"
    counts = set(slots.values())
    if len(counts) == 1:
        return str(counts.pop())
    return ", ".join(f"{count} with {players} players" for players, count in slots.items())
