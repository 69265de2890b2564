"""The edition: what was printed, that the board is the same from both sides, and editions that can't be played."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from roundhouse import games
from roundhouse.games.data import EditionError

DATA: dict[str, Any] = games.title("narrow-gauge").edition().data


def test_the_edition_has_what_was_printed() -> None:
    assert (len(DATA["cards"]), len(DATA["contracts"])) == (48, 9)
    assert sum(sum(company["certificates"]) for company in DATA["companies"]) == 34
    assert [company["locomotives"] for company in DATA["companies"]] == [20, 20, 30, 30, 40]
    assert [commodity["tiles"] for commodity in DATA["commodities"]] == [3, 3, 5, 5]
    terrain = [h["terrain"] for h in DATA["hexes"] if not h.get("city") and not h.get("start")]
    assert [terrain.count(kind) for kind in ("plain", "difficult", "water")] == [52, 24, 14]
    assert [len(card["hexes"]) for card in DATA["cards"]].count(3) == 24
    assert DATA["status"].startswith("reconstructed")


@pytest.mark.rule("NG-SET-1")
def test_both_seats_look_at_the_same_board() -> None:
    kinds = {(h["q"], h["r"]): (h["terrain"], h.get("city"), h.get("start")) for h in DATA["hexes"]}
    assert {(12 - q, 2 - r): kind for (q, r), kind in kinds.items()} == kinds


def changed(change: dict[str, object], path: Path) -> Path:
    """A copy of the edition with the values at some paths changed ('' removes)."""
    data = json.loads(json.dumps(DATA))
    data["edition"] = "mine"
    for place, value in change.items():
        *steps, last = (int(step) if step.isdecimal() else step for step in place.split("."))
        node = data
        for step in steps:
            node = node[step]
        if value == "":
            del node[last]
        else:
            node[last] = value
    path.write_text(json.dumps(data, indent=1))
    return path


def test_the_designers_own_data_is_played_in_its_place(tmp_path: Path) -> None:
    change: dict[str, object] = {
        "starting_cash": 30, "hand_size": 4, "rounds": 2, "contracts.1.effect": {"die_move": 1}, "connection_max": 3,
        "commodity_rows": [2, 3], "companies.0.dividends": [5, 6], "companies.0.certificates": [3, 3],
    }
    for n in range(1, 5):
        change |= {f"companies.{n}.dividends": [2, 3], f"companies.{n}.certificates": [2, 2]}
    game = games.game("narrow-gauge", 2, changed(change, tmp_path / "mine.json"), {"more-power": "on"})
    state = game.start()
    assert state.view(None)["cash"] == [30, 30]
    while state.legal():
        state.apply(state.legal()[0])
    assert state.view(None)["round"] == 2
    assert game.parse("flip kentucky pink") >= 0


@pytest.mark.parametrize(("change", "message"), [
    ({"game": "chess"}, 'game: expected an edition of "narrow-gauge", found "chess"'),
    ({"starting_cash": -1}, "starting_cash: expected a whole number from 0 to 1000, found -1"),
    ({"hand_size": 0}, "hand_size: expected a whole number from 1"),
    ({"hand_sise": 5}, "hand_sise: expected one of the keys"),
    ({"status": ""}, 'the file: expected an object with the key "status"'),
    ({"die_max": 0}, "die_max: expected a whole number from 1"),
    ({"penalties.water": "3"}, 'penalties.water: expected a whole number from 0 to 100, found "3"'),
    ({"penalties.swamp": 3}, "penalties.swamp: expected one of the keys other_locomotive, difficult, water"),
    ({"commodity_rows": []}, "commodity_rows: expected a list of 1 or more values of rows"),
    ({"commodities.0.tiles": 2}, "commodities: expected a tile for each of the 16 cities"),
    ({"commodities.1.id": "purple"}, "commodities[1].id: expected an id that is not used above"),
    ({"commodities.1.icon": ""}, 'commodities[1]: expected an object with the key "icon"'),
    ({"companies.0.locomotives": 2}, "companies[0].locomotives: expected a whole number from 3"),
    ({"companies.0.dividends": [4, 4]}, "companies[0].dividends: expected a list of 3 or more numbers, one a round"),
    ({"companies.0.dividends": [4, 4, 4, 4]}, "companies[0].dividends: expected one number for each of the 3 rounds"),
    ({"companies.0.id": "b w"}, "companies[0].id: expected an id: letters, digits and dashes"),
    ({"certificates_left_at_round_end": 10}, "companies: expected more than 10 certificates in round 1"),
    ({"companies.4": ""}, "companies: expected as many companies as hexes that are a start, 5"),
    ({"contracts.8": ""}, "contracts: expected 9 to 59 contracts"),
    ({"contracts.0.effect": {"speed": 2}}, "contracts[0].effect: expected one effect of hand_size"),
    ({"contracts.0.effect": {"water": 2, "difficult": 1}}, "contracts[0].effect: expected one effect of hand_size"),
    ({"contracts.0.flip": True}, "contracts[0].flip: expected false, since it works all the time"),
    ({"contracts.1.flip": False}, "contracts[1].flip: expected true, since it works once in a round"),
    ({"contracts.1.effect": {"mirror": 1}}, "contracts[1].effect.mirror: expected true, found 1"),
    ({"contracts.6.effect": {"extra_card": 2}}, "contracts[6].effect.extra_card: expected a whole number from 1 to 1"),
    ({"contracts.0.state": "Ohio"}, "contracts[4].state: expected a state that is not used above"),
    ({"cards.3.hexes": []}, "cards[3].hexes: expected a list of 1 or more hexes"),
    ({"cards.3.hexes": [[1]]}, "cards[3].hexes[0]: expected a list of 2 or more numbers: [q, r]"),
    ({"cards.3.hexes": [[1, 2, 3]]}, "cards[3].hexes[0]: expected two numbers: [q, r]"),
    ({"cards.3.hexes": [[0, 0]]}, "cards[3].hexes[0]: expected a hex other than the start"),
    ({"cards.3.hexes": [[0, 1], [0, 1]]}, "cards[3].hexes[1]: expected a hex that is not used above"),
    ({"cards.3.hexes": [[0, n] for n in range(1, 9)]}, "cards[3].hexes: expected at most 7 hexes"),
    ({"cards.3.id": "T01"}, "cards[3].id: expected an id that is not used above"),
    ({"hand_size": 20, "cards": DATA["cards"][:39]}, "cards: expected a list of 40 or more track cards: two hands"),
    ({"hexes.3.terrain": "swamp"}, "hexes[3].terrain: expected one of plain, difficult, water"),
    ({"hexes.3.id": "A1"}, "hexes[3].id: expected an id that is not used above"),
    ({"hexes.3.q": 0, "hexes.3.r": 0}, "hexes[3]: expected a hex at a place q, r of its own"),
    ({"hexes.3.q": 900}, "hexes[3]: expected a hex that touches another hex"),
    ({"hexes.3.city": False}, 'hexes[3].city: expected true, or no "city" at all'),
    ({"hexes.2.start": True}, "hexes[2]: expected a hex that is not both a city and a start"),
    ({"edition": "reconstruction-1", "starting_cash": 21}, "edition: expected a name of its own"),
])
def test_a_broken_edition_is_refused_with_the_place_and_what_was_expected(
    change: dict[str, object], message: str, tmp_path: Path
) -> None:
    file = changed(change, tmp_path / "mine.json")
    with pytest.raises(EditionError) as error:
        games.game("narrow-gauge", 2, file)
    assert message in str(error.value)
    assert str(error.value).startswith(f"{file}, line ")
