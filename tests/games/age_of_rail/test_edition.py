"""A map is a file: a user's own is played like the two that come with the game, and a broken one is refused."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from roundhouse import Dice, game, games
from roundhouse.engine.play import playout
from roundhouse.games.age_of_rail import edition
from roundhouse.games.data import EditionError
from tests.editions import changed
from tests.games.age_of_rail.positions import ALLEGHENY, SOUTH_AFRICA, at, do, numbers

ALLEGHENY_DATA: dict[str, Any] = games.title("age-of-rail").edition(ALLEGHENY).data
SOUTH_AFRICA_DATA: dict[str, Any] = games.title("age-of-rail").edition(SOUTH_AFRICA).data
PLACES = {place["id"]: n for n, place in enumerate(ALLEGHENY_DATA["places"])}
LINKS = {link: n for n, link in enumerate(ALLEGHENY_DATA["links"])}

SMALL: dict[str, Any] = {
    **ALLEGHENY_DATA,
    "name": "A small map",
    "railroads": [
        {"id": "A", "short": "A", "name": "Ay", "color": "red", "base": "ax", "order": 2},
        {"id": "B", "short": "B", "name": "Bee", "color": "blue", "base": "bx", "order": 1},
        {"id": "Z", "short": "Z", "name": "Zed", "color": "black", "base": "hub", "order": None},
    ],
    "places": [
        {"id": "ax", "name": "Ax", "class": "base", "steps": [3, 6], "x": 1, "y": 1},
        {"id": "bx", "name": "Bx", "class": "base", "steps": [3, 6], "x": 9, "y": 1},
        {"id": "mid", "name": "Mid", "class": "station", "steps": [1, 2], "x": 4, "y": 3},
        {"id": "east", "name": "East", "class": "station", "steps": [1, 2], "x": 8, "y": 5},
        {"id": "hub", "name": "Hub", "class": "metro", "steps": [1, 4, 9], "x": 5, "y": 5},
        {"id": "west", "name": "West", "class": "station", "steps": [1, 2], "x": 2, "y": 6},
    ],
    "links": ["ax~mid", "bx~east", "east~hub", "east~mid", "hub~mid", "ax~east", "bx~mid", "hub~west", "ax~west"],
    "externals": [],
    "late_railroad": "Z",
    "late_trigger": "hub",
    "no_double_through": ["hub"],
    "automatic_metros": ["hub"],
    "develop_without_track": ["hub"],
}


def test_south_africa_in_the_colours_of_2024_is_the_same_board() -> None:
    data: dict[str, Any] = games.title("age-of-rail").edition("south-africa-2024").data
    colours = [railroad["color"] for railroad in data["railroads"]]
    assert sorted(colours) == ["black", "blue", "orange", "purple", "red", "yellow"]
    assert "our choice" in data["status"]
    railroads = [new | {"color": old["color"]} for new, old in zip(data["railroads"], SOUTH_AFRICA_DATA["railroads"])]
    labels = {key: SOUTH_AFRICA_DATA[key] for key in ("edition", "name", "status")}
    assert data | labels | {"railroads": railroads} == SOUTH_AFRICA_DATA


def test_options_have_words_where_people_choose_and_records_keep_their_values() -> None:
    shown = {option.label: [option.shown(value) for value in option.values] for option in edition.OPTIONS}
    assert shown == {
        "Offer Stock with six players": ["3 slots", "2 slots"],
        "Selling own shares": ["allowed", "not allowed"],
        "Developing Johannesburg": ["also without track", "only with track"],
        "Colours of C&O and B&O": ["C&O red, B&O blue", "C&O blue, B&O red"],
    }
    assert game("age-of-rail", 3, options={"own_shares": "false"}).options["own_shares"] is False


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_third_map_is_one_more_file(seats: int, tmp_path: Path) -> None:
    one = game("age-of-rail", seats, changed(SMALL, {}, tmp_path / "mine.json"), {"johannesburg_without_track": False})
    state = one.start()
    assert state.view()["map"] == "mine"
    assert one.edition.name == "mine"
    state.do("start 0")
    auction = state.view()["auction"]
    assert isinstance(auction, dict) and auction["railroad"] == "B"
    for seed in range(20):
        playout(one.start(), Dice(seed))


def test_prices_are_data(tmp_path: Path) -> None:
    change: dict[str, object] = {"starting_cash.3": 33, "link_cost": 7, "second_link_cost": 11, "action_track_limit": 5}
    state = game("age-of-rail", 3, changed(SMALL, change, tmp_path / "mine.json")).start()
    assert state.view()["cash"] == [33, 33, 33]
    do(state, "start 0", "bid 18", "pass", "pass", "link B bx~mid", "pass", "pass", "pass", "link A ax~east")
    do(state, "link B ax~mid", "link B ax~west")
    assert (numbers(state, "B"), at(state, "dividends_paid")) == ((12, 15, 0), 0)
    do(state, "develop mid", "auto")
    assert at(state, "dividends_paid") == 1


@pytest.mark.parametrize(("change", "message"), [
    ({"game": "chess"}, 'game: expected an edition of "age-of-rail", found "chess"'),
    ({"edition": "my map"}, "edition: expected an id"),
    ({"edition": "allegheny", "link_cost": 6}, "edition: expected a name of its own"),
    ({"linkcost": 5}, "linkcost: expected one of the keys"),
    ({"status": ""}, 'the file: expected an object with the key "status"'),
    ({"players": [2, 6]}, "players: expected [3, 6], found [2, 6]"),
    ({"starting_cash.4": -1}, "starting_cash.4: expected a whole number from 0 to 1000, found -1"),
    ({"starting_cash.7": 40}, "starting_cash.7: expected one of the keys 3, 4, 5, 6"),
    ({"starting_cash.5": ""}, 'starting_cash: expected an object with the key "5"'),
    ({"shares_per_railroad": 0}, "shares_per_railroad: expected a whole number from 1"),
    ({"link_cost": "5"}, "link_cost: expected a whole number"),
    ({"link_value": True}, "link_value: expected a whole number"),
    ({"externals_add_value": 0}, "externals_add_value: expected true or false"),
    ({"action_advance.build": 0}, "action_advance.build: expected a whole number from 1"),
    ({"action_advance.pass": 1}, "action_advance.pass: expected one of the keys build, offer, develop, dividends"),
    ({"slots.build": {"3": 1}}, "slots.build: expected null: Build Track is open to everybody"),
    ({"slots.offer.3": 0}, "slots.offer.3: expected a whole number from 1 to 6"),
    ({"slots.develop": {"3": 2}}, 'slots.develop: expected an object with the key "4"'),
    ({"class_steps.base": [3]}, "class_steps.base: expected a list of 2 or more values"),
    ({"class_steps.station": [2, 1]}, "class_steps.station: expected two steps, each higher than the one before"),
    ({"class_steps.city": [1, 2]}, "class_steps.city: expected one of the keys"),
    ({"places.0.class": "village"}, "places[0].class: expected one of station, railhead, mercantile, base, metro"),
    ({"places.0.steps": [1, 2]}, "places[0].steps: expected the steps of a mercantile, [2, 4]"),
    ({"places.0.id": "allentown"}, "places[1].id: expected an id that is not used above"),
    ({"places.0.id": "al~bany"}, "places[0].id: expected an id: letters, digits and dashes"),
    ({"places.0.name": ""}, 'places[0]: expected an object with the key "name"'),
    ({"places.0.x": 5000}, "places[0].x: expected a whole number from 0 to 1800"),
    ({f"places.{PLACES['pittsburgh']}.steps": [2]}, "steps: expected a list of 2 or more values"),
    ({"links.0": "albany-binghamton"}, "links[0]: expected a link: two place ids joined by ~"),
    ({"links.0": "albany~atlantis"}, "links[0]: expected a link between two places of this board"),
    ({"links.0": "binghamton~albany"}, "links[0]: expected a link with its lower place id first"),
    ({"links.0": "albany~albany"}, "links[0]: expected a link with its lower place id first"),
    ({"links.1": "albany~binghamton"}, "links[1]: expected a link that is not used above"),
    ({"links.0": "albany~bradford"}, "expected a railhead with one link: it is a dead end"),
    ({f"links.{LINKS['bradford~olean']}": "olean~syracuse"}, "expected a place with a link"),
    ({"externals.0.gate": "atlantis"}, "externals[0].gate: expected the id of a place"),
    ({"externals.0.price": -5}, "externals[0].price: expected a whole number"),
    ({"externals.0.id": "toronto"}, "externals[3].id: expected an id that is not used above"),
    ({"late_railroad": "XX"}, "late_railroad: expected the id of a railroad"),
    ({"late_railroad": "CO"}, "railroads[0].order: expected null for the late railroad"),
    ({"late_trigger": "atlantis"}, "late_trigger: expected the id of a place"),
    ({"late_trigger": "detroit"}, "railroads[5].base: expected the late trigger, detroit"),
    ({"railroads.5.base": "detroit", "late_trigger": "detroit"}, "late_trigger: expected a place with at least 3"),
    ({"railroads.0.base": "altoona"}, "late_trigger: expected a place that no free link from a base reaches"),
    ({"railroads.0.base": "atlantis"}, "railroads[0].base: expected the id of a place"),
    ({"railroads.0.base": "bradford", "railroads.1.base": "olean"},
     "railroads[0].base: expected a place with a link left when rivals have taken 1"),
    ({"railroads.0.order": 9}, "railroads[0].order: expected a whole number from 1 to 5"),
    ({"railroads.0.order": 2}, "railroads[1].order: expected an order that is not used above"),
    ({"railroads.1.id": "CO"}, "railroads[1].id: expected an id that is not used above"),
    ({"railroads.1.colour": "red"}, "railroads[1].colour: expected one of the keys"),
    ({"automatic_metros.0": "albany"}, "automatic_metros[0]: expected the id of a metro"),
    ({"automatic_metros.1": "pittsburgh"}, "automatic_metros[1]: expected an id that is not used above"),
    ({"no_double_through": ["atlantis"]}, "no_double_through[0]: expected the id of a place"),
    ({"no_paid_second": "pittsburgh"}, "no_paid_second: expected a list of 0 or more ids"),
])
def test_a_broken_map_is_refused_with_the_place_and_what_was_expected(
    change: dict[str, object], message: str, tmp_path: Path
) -> None:
    file = changed(ALLEGHENY_DATA, change, tmp_path / "mine.json")
    with pytest.raises(EditionError) as error:
        game("age-of-rail", 3, file)
    assert message in str(error.value)
    assert str(error.value).startswith(f"{file}, line ")


@pytest.mark.parametrize("data", [ALLEGHENY_DATA, SOUTH_AFRICA_DATA], ids=lambda data: str(data["edition"]))
def test_the_maps_have_what_was_counted(data: dict[str, Any]) -> None:
    classes = [place["class"] for place in data["places"]]
    counted = [classes.count(kind) for kind in ("station", "railhead", "mercantile", "base", "metro")]
    assert counted == {ALLEGHENY: [43, 19, 6, 5, 4], SOUTH_AFRICA: [39, 21, 4, 5, 2]}[data["edition"]]
    metros = {place["id"]: place["steps"] for place in data["places"] if place["class"] == "metro"}
    assert metros == {
        ALLEGHENY: {
            "pittsburgh": [2, 3, 4, 5, 6], "cincinnati": [3, 4, 5, 6], "detroit": [3, 4, 5, 6],
            "chicago": [4, 5, 6, 7, 8],
        },
        SOUTH_AFRICA: {"johannesburg": [2, 3, 4, 5, 6, 7, 8, 9, 10], "bloemfontein": [3, 4, 5, 6]},
    }[data["edition"]]
    externals = {e["id"]: (e["gate"], e["price"], e["value"]) for e in data["externals"]}
    assert externals == {
        ALLEGHENY: {
            "montreal": ("burlington", 20, 0), "toronto": ("buffalo", 20, 0), "st-louis": ("terre-haute", 20, 0),
            "atlanta": ("lynchburg", 20, 0),
        },
        SOUTH_AFRICA: {"bechuanaland": ("mafeking", 30, 40), "matabeleland": ("zoekmakaar", 40, 30)},
    }[data["edition"]]
