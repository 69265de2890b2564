"""Checks an edition of Narrow Gauge: every id, count, card, contract and price."""
from __future__ import annotations

from roundhouse.games.data import Node, all_different, hexes_of, touching
from roundhouse.games.narrow_gauge.board import TERRAINS

# What a contract may do, with the least and most that it may set or add; a flip is used once in a round.
LASTING = {
    "hand_size": (1, 40), "other_locomotive": (0, 100), "water": (0, 100), "difficult": (0, 100),
    "connection_bonus": (1, 100), "majority": (1, 10),
}
FLIPS = {"mirror": (1, 1), "extra_card": (1, 1), "die_move": (1, 20)}
# Sets of cards and contracts are one machine word, hexes are numbered in a byte, and those of a card are one word.
MOST_CARDS = 59
MOST_HEXES = 255
MOST_HEXES_OF_A_CARD = 7
MOST_COMPANIES = 20


def check(root: Node) -> None:
    """Refuse, with an EditionError, an edition whose data is missing, of the wrong kind or out of bounds."""
    root.only(
        "game", "edition", "status", "printed", "reconstructed", "grid", "starting_cash", "hand_size", "rounds",
        "certificates_left_at_round_end", "majority_bonus", "penalties", "connection_max", "die_start", "die_max",
        "commodity_rows", "commodities", "companies", "contracts", "cards", "hexes",
    )
    root.text("status")
    root.number("starting_cash", most=1000)
    hand_size = root.number("hand_size", least=1, most=20)
    rounds = root.number("rounds", least=1, most=10)
    left = root.number("certificates_left_at_round_end", most=100)
    root.number("majority_bonus", most=1000)
    root.number("connection_max", least=1, most=100)
    root.number("die_max", least=root.number("die_start", least=1, most=100), most=100)
    root["penalties"].only("other_locomotive", "difficult", "water")
    for price in ("other_locomotive", "difficult", "water"):
        root["penalties"].number(price, most=100)
    cities, starts = _check_hexes(root["hexes"])
    _check_companies(root["companies"], rounds, left, starts)
    _check_market(root["commodity_rows"], root["commodities"], cities)
    _check_contracts(root["contracts"], rounds)
    _check_cards(root["cards"], hand_size)


def _check_hexes(hexes: Node) -> tuple[int, int]:
    """How many cities and company starts there are."""
    every = hexes_of(hexes, 2, "terrain", "city", "start")
    for hex_ in every:
        hex_["terrain"].one_of(TERRAINS, f"one of {', '.join(TERRAINS)}")
        for kind in ("city", "start"):
            if hex_.has(kind):
                hex_[kind].expect(hex_[kind].value is True, f'true, or no "{kind}" at all')
        hex_.expect(not (hex_.has("city") and hex_.has("start")), "a hex that is not both a city and a start")
    hexes.expect(len(every) <= MOST_HEXES, f"at most {MOST_HEXES} hexes")
    touching(every)
    cities = sum(hex_.has("city") for hex_ in every)
    hexes.expect(cities > 0, "at least one city")
    return cities, sum(hex_.has("start") for hex_ in every)


def _check_companies(companies: Node, rounds: int, left: int, starts: int) -> None:
    nodes = companies.list_of(2, "companies")
    companies.expect(len(nodes) <= MOST_COMPANIES, f"at most {MOST_COMPANIES} companies")
    companies.expect(len(nodes) == starts, f"as many companies as hexes that are a start, {starts}")
    for company in nodes:
        company.only("id", "name", "locomotives", "certificates", "dividends")
        company.word("id")
        company.text("name")
        company.number("locomotives", least=3)
        for chart in ("certificates", "dividends"):
            values = [value.as_number(most=100) for value in company[chart].list_of(rounds, "numbers, one a round")]
            company[chart].expect(len(values) == rounds, f"one number for each of the {rounds} rounds")
    all_different([company["id"] for company in nodes], "an id")
    for n in range(rounds):
        offered = sum(company["certificates"].value[n] for company in nodes)
        companies.expect(offered > left, f"more than {left} certificates in round {n + 1}")


def _check_market(rows: Node, commodities: Node, cities: int) -> None:
    for row in rows.list_of(1, "values of rows, from the centre outwards"):
        row.as_number(most=1000)
    nodes = commodities.list_of(1, "commodities")
    commodities.expect(len(nodes) <= 10, "at most 10 commodities")
    for commodity in nodes:
        commodity.only("id", "tiles", "icon")
        commodity.word("id")
        commodity.number("tiles", most=MOST_HEXES)
        commodity.text("icon")
    all_different([commodity["id"] for commodity in nodes], "an id")
    tiles = sum(commodity["tiles"].value for commodity in nodes)
    commodities.expect(tiles >= cities, f"a tile for each of the {cities} cities")


def _check_contracts(contracts: Node, rounds: int) -> None:
    nodes = contracts.list_of(1, "contracts")
    # Three leave the deck in each auction; in random order four are dealt, and with more-power two a round stay out.
    needed = max(3 * rounds, 2 * rounds + 2)
    contracts.expect(needed <= len(nodes) <= MOST_CARDS, f"{needed} to {MOST_CARDS} contracts")
    for contract in nodes:
        contract.only("id", "state", "value", "name", "flip", "effect", "text")
        contract.word("id")
        contract.number("value", most=1000)
        for text in ("state", "name", "text"):
            contract.text(text)
        _check_effect(contract)
    all_different([contract["id"] for contract in nodes], "an id")
    all_different([contract["state"] for contract in nodes], "a state")


def _check_effect(contract: Node) -> None:
    known = LASTING | FLIPS
    effects = list(contract["effect"].items())
    contract["effect"].expect(len(effects) == 1 and effects[0][0] in known, f"one effect of {', '.join(known)}")
    name, effect = effects[0]
    if name == "mirror":
        effect.expect(effect.value is True, "true")
    else:
        effect.as_number(*known[name])
    flips = name in FLIPS
    kind = "true, since it works once in a round" if flips else "false, since it works all the time"
    contract["flip"].expect(contract["flip"].value is flips, f"{kind}: {name}")


def _check_cards(cards: Node, hand_size: int) -> None:
    nodes = cards.list_of(2 * hand_size, "track cards: two hands")
    cards.expect(len(nodes) <= MOST_CARDS, f"at most {MOST_CARDS} track cards")
    for card in nodes:
        card.only("id", "shape", "hexes")
        card.word("id")
        card.text("shape")
        hexes = card["hexes"].list_of(1, "hexes, as steps [q, r] from the start")
        card["hexes"].expect(len(hexes) <= MOST_HEXES_OF_A_CARD, f"at most {MOST_HEXES_OF_A_CARD} hexes")
        for hex_ in hexes:
            step = hex_.list_of(2, "numbers: [q, r]")
            hex_.expect(len(step) == 2, "two numbers: [q, r]")
            for number in step:
                number.as_number(-99, 99)
            hex_.expect(hex_.value != [0, 0], "a hex other than the start")
        for n, hex_ in enumerate(hexes):
            hex_.expect(hex_.value not in card["hexes"].value[:n], "a hex that is not used above")
    all_different([card["id"] for card in nodes], "an id")
