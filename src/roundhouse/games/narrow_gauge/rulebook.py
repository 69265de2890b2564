"""What the rulebook of Narrow Gauge says of an edition: its board, companies, cards and contracts."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.games.markdown import in_words, listed, table
from roundhouse.games.narrow_gauge.rules import NarrowGauge

MARKS = {"plain": ".", "difficult": "^", "water": "~"}
CITY, START = "O", "+"
WAYS = {(0, -1): "N", (1, -1): "NE", (1, 0): "SE", (0, 1): "S", (-1, 1): "SW", (-1, 0): "NW"}
ABSENT = "not in this edition"

Data = Mapping[str, Any]


def says(games: Sequence[NarrowGauge]) -> Mapping[str, str]:
    """By the names that the rulebook has for them."""
    data = games[0].edition.data
    cities = [hex_["id"] for hex_ in data["hexes"] if hex_.get("city")]
    starts = [hex_["id"] for hex_ in data["hexes"] if hex_.get("start")]
    turns = [_certificates(data, n) - data["certificates_left_at_round_end"] for n in range(data["rounds"])]
    rounds = range(1, data["rounds"] + 1)
    return {
        "hexes": str(len(data["hexes"])), "map": _map(data), "kinds": _kinds(data, cities, starts),
        "hex_lists": _hex_lists(data, cities, starts), "companies": _companies(data),
        "companies_count": in_words(len(data["companies"])), "cities_count": str(len(cities)),
        "locomotives_count": str(sum(one["locomotives"] for one in data["companies"])),
        "certificates_count": str(sum(_certificates(data, n) for n in range(data["rounds"]))),
        "certificate_values": listed(rounds),
        "commodities": _commodities(data), "commodities_count": in_words(len(data["commodities"])),
        "cards_count": str(len(data["cards"])), "card_lengths": _lengths(data), "cards": _cards(data),
        "pile": str(len(data["cards"]) - 2 * data["hand_size"]), "contracts_count": in_words(len(data["contracts"])),
        "supply": listed(f"{one['locomotives'] - 2} {one['id']}" for one in data["companies"]),
        "turns": listed(turns), "all_turns": str(sum(turns)), "each_turns": str(-(-sum(turns) // 2)),
        "rows": _rows(data), "last_row": str(len(data["commodity_rows"])),
        **{f"{one}_value": value for one, value in _values(data).items()}, **_effects(data),
    }


def _certificates(data: Data, n: int) -> int:
    return int(sum(one["certificates"][n] for one in data["companies"]))


def _kind(hex_: Data) -> str:
    return "city" if hex_.get("city") else "company start" if hex_.get("start") else str(hex_["terrain"])


def _map(data: Data) -> str:
    """The board in letters: a line for each half row, the columns from the west."""
    marks = {**MARKS, "city": CITY, "company start": START}
    west = min(hex_["q"] for hex_ in data["hexes"])
    lines: dict[int, dict[int, str]] = {}
    for hex_ in data["hexes"]:
        lines.setdefault(2 * hex_["r"] + hex_["q"], {})[hex_["q"] - west] = marks[_kind(hex_)]
    columns = sorted({hex_["q"] - west: hex_["id"][0] for hex_ in data["hexes"]}.items())
    drawn = ["   " + "".join(f" {letter} " for _, letter in columns)]
    for n, y in enumerate(sorted(lines)):
        row = "".join(f" {lines[y].get(column, ' ')} " for column, _ in columns)
        drawn.append(f"{n // 2 + 1 if n % 2 == 0 else '':>2} {row}".rstrip())
    legend = f"{', '.join(f'{mark} {kind}' for kind, mark in MARKS.items())}, {CITY} city, {START} company start"
    return "\n".join(f"    {line}".rstrip() for line in (*drawn, "", legend))


def _kinds(data: Data, cities: Sequence[str], starts: Sequence[str]) -> str:
    count = [_kind(hex_) for hex_ in data["hexes"]].count
    penalties = data["penalties"]
    return table(("kind", "how many", "what it means"), (
        ("plain", count("plain"), "free to build on"),
        ("difficult", count("difficult"), f"${penalties['difficult']}, and it can tire your builders (NG-TOK-2)"),
        ("water", count("water"), f"${penalties['water']}"),
        ("city", len(cities), "free to build on, and pays you a connection"),
        ("company start", len(starts), f"{', '.join(starts)}: a company tile lies here"),
    ))


def _hex_lists(data: Data, cities: Sequence[str], starts: Sequence[str]) -> str:
    found = {"city": cities, "company start": starts}
    for kind in ("difficult", "water"):
        found[kind] = [hex_["id"] for hex_ in data["hexes"] if _kind(hex_) == kind]
    return table(("kind", "hexes"), ((f"{kind} ({len(ids)})", " ".join(ids)) for kind, ids in found.items()))


def _companies(data: Data) -> str:
    rounds = ", ".join(map(str, range(1, data["rounds"] + 1)))
    return table(("company", "locomotives", f"certificates in rounds {rounds}", "dividend"), (
        (f"{one['id']}, {one['name']}", one["locomotives"], ", ".join(map(str, one["certificates"])),
         ", ".join(dict.fromkeys(f"${dollars}" for dollars in one["dividends"])))
        for one in data["companies"]
    ))


def _commodities(data: Data) -> str:
    return ", ".join(f"{one['tiles']} {one['id']} ({one['icon']})" for one in data["commodities"])


def _lengths(data: Data) -> str:
    lengths = [len(card["hexes"]) for card in data["cards"]]
    return ", ".join(f"{lengths.count(n)} cards with {in_words(n)}" for n in sorted(set(lengths)))


def _cards(data: Data) -> str:
    """The cards of each shape, and its steps: those that look alike stand together."""
    shapes: dict[str, list[Data]] = {}
    for card in data["cards"]:
        shapes.setdefault(card["shape"], []).append(card)
    return table(("cards", "shape", "steps"), (
        (" ".join(card["id"] for card in cards), shape, _steps([tuple(at) for at in cards[0]["hexes"]]))
        for shape, cards in shapes.items()
    ))


def _steps(hexes: Sequence[tuple[int, ...]]) -> str:
    """From hex to hex; where a card forks, what lies around the hex before."""
    at: list[tuple[int, ...]] = [(0, 0), *hexes]
    steps: list[str] = []
    for here, to in zip(at, at[1:]):
        step = WAYS.get((to[0] - here[0], to[1] - here[1]))
        if step is None:
            before = at[at.index(here) - 1]
            sides = [WAYS.get((one[0] - before[0], one[1] - before[1]), "?") for one in (here, to)]
            return f"{', '.join(steps[:-1])}, then both {' and '.join(sides)} of it"
        steps.append(step)
    return ", ".join(steps)


def _rows(data: Data) -> str:
    """The rows of a commodity track from the north edge to the south edge."""
    rows = data["commodity_rows"]
    head = {len(rows): "north edge: the last row of the player there", 1: "the first row of the player in the north"}
    foot = {len(rows): "south edge: the last row of the player there", 1: "the first row of the player in the south"}
    lines = [(head.get(n, ""), f"${rows[n - 1]}, row -{n}") for n in range(len(rows), 0, -1)]
    lines += [("centre divide", "X")]
    lines += [(foot.get(n, ""), f"${rows[n - 1]}, row {n}") for n in range(1, len(rows) + 1)]
    return table(("place", "row"), lines)


def _values(data: Data) -> dict[str, str]:
    """What a contract needs as a bid, by its id with _ for -."""
    known = {one["id"]: f"${one['value']}" for one in data["contracts"]}
    usual = ("georgia", "kentucky", "maryland", "north-carolina", "ohio", "pennsylvania", "tennessee", "virginia",
             "west-virginia")
    return {one.replace("-", "_"): known.get(one, ABSENT) for one in dict.fromkeys((*usual, *known))}


def _effects(data: Data) -> dict[str, str]:
    """The numbers of the contracts' effects; as usual where an edition has none such."""
    effects: dict[str, int] = {}
    for one in data["contracts"]:
        effects |= {name: int(value) for name, value in one["effect"].items()}
    return {
        "georgia_hand": in_words(effects.get("hand_size", 7)),
        "maryland_toll": _free(effects.get("other_locomotive", 0)),
        "carolina_water": f"${effects.get('water', 1)}", "ohio_difficult": _free(effects.get("difficult", 0)),
        "pennsylvania_more": f"${effects.get('connection_bonus', 1)}",
        "virginia_move": in_words(effects.get("die_move", 2)),
        "virginia_votes": in_words(effects.get("majority", 1)),
    }


def _free(dollars: int) -> str:
    return f"${dollars}" if dollars else "nothing"
