"""The board: the worked checks of distances and costs, counts, and editions that can't be played."""
from __future__ import annotations

import heapq
import itertools
from pathlib import Path
from typing import Any

import pytest

from roundhouse import games
from roundhouse.games.data import EditionError
from tests.editions import changed
from tests.games.irish_gauge.positions import new, play, position, view

DATA: dict[str, Any] = games.title("irish-gauge").edition().data
GRID = new().board.grid
TERRAIN = {h["id"]: h["terrain"] for h in DATA["hexes"]}
NAME = {h["name"]: h["id"] for h in DATA["hexes"] if "name" in h}
NEIGHBOURS = {name: [GRID.ids[n] for n in GRID.neighbours[h]] for h, name in enumerate(GRID.ids)}


def cheapest(start: str, goal: str) -> tuple[int, int]:
    """Build points and locomotives of the cheapest way on an empty board."""
    heap, seen = [(0, 0, NAME[start])], set()
    while heap:
        points, locomotives, here = heapq.heappop(heap)
        if here == NAME[goal]:
            return points, locomotives
        if here not in seen:
            seen.add(here)
            for near in NEIGHBOURS[here]:
                heapq.heappush(heap, (points + (2 if TERRAIN[near] == "difficult" else 1), locomotives + 1, near))
    raise AssertionError


def locomotives_for_major_cities(home: str) -> int:
    """The fewest hexes beyond home that join it with all major cities: a Steiner tree, by subsets of the cities."""
    cities = DATA["major_cities"]
    best: dict[tuple[int, str], int] = {(1 << n, city): 0 for n, city in enumerate(cities)}
    for mask in range(1, 1 << len(cities)):
        for part, here in itertools.product(range(1, mask), TERRAIN):
            if part & mask == part and (part, here) in best and (mask ^ part, here) in best:
                joined = best[part, here] + best[mask ^ part, here]
                best[mask, here] = min(best.get((mask, here), joined), joined)
        heap = [(cost, here) for (m, here), cost in best.items() if m == mask]
        heapq.heapify(heap)
        while heap:
            cost, here = heapq.heappop(heap)
            for near in NEIGHBOURS[here]:
                if cost + 1 < best.get((mask, near), 999):
                    best[mask, near] = cost + 1
                    heapq.heappush(heap, (cost + 1, near))
    return best[(1 << len(cities)) - 1, home]


@pytest.mark.parametrize(("start", "goal", "points", "locomotives"), [
    ("Cork", "Limerick", 4, 3), ("Limerick", "Shannon", 1, 1), ("Belfast", "Dublin", 6, 6), ("Dublin", "Galway", 8, 8),
    ("Dublin", "Wicklow", 3, 2),
])
def test_the_cheapest_ways_on_an_empty_board(start: str, goal: str, points: int, locomotives: int) -> None:
    assert cheapest(start, goal) == (points, locomotives)


@pytest.mark.rule("IG-TRK-6")
def test_cbsc_can_never_be_paid_the_major_city_dividend() -> None:
    """It needs 20 locomotives beyond its home and has 18: on no position can it stand on all three cities."""
    needed = {r["id"]: locomotives_for_major_cities(r["home"]) for r in DATA["railways"]}
    assert needed == {"BCD": 14, "GSW": 14, "MGW": 14, "WLW": 17, "CBSC": 20}
    beyond_home = {r["id"]: r["locomotives"] - 1 for r in DATA["railways"]}
    assert [name for name in needed if needed[name] > beyond_home[name]] == ["CBSC"]


@pytest.mark.rule("IG-DIV-4")
def test_the_printed_example_pays_6_for_each_of_three_shares() -> None:
    """Purple on towns and on pink and white Cities, £16 in all; black pays nothing."""
    state = position(
        cash=[0, 0, 0], shares={"WLW": [0, 1, 2]}, track={"WLW": "K3 L9 L8 M9 H3"},
        cubes={"L4": "pink", "L8": "white", "M9": "pink", "H3": "black"},
    )
    play(state, "dividends, draw white pink pink")
    assert view(state)["cash"] == [6, 6, 6]


def test_the_board_has_what_was_printed() -> None:
    assert [list(TERRAIN.values()).count(t) for t in ("easy", "difficult", "urban")] == [88, 33, 18]
    assert sum(h.get("site") == "city" for h in DATA["hexes"]) == 8
    assert sorted(v for r in DATA["railways"] for v in r["shares"]) == list(range(4, 20))
    assert all(here in NEIGHBOURS[near] for here in NEIGHBOURS for near in NEIGHBOURS[here])


# ---- editions --------------------------------------------------------------------------------------------------------


def broken(change: dict[str, object], file: Path) -> Path:
    return changed(DATA, change, file)


def test_a_users_own_edition_is_played_in_its_place(tmp_path: Path) -> None:
    game = games.game("irish-gauge", 3, broken({"starting_cash": 50, "cubes.per_color": 5}, tmp_path / "mine.json"))
    assert game.edition.name == "mine"
    assert game.start().view(None)["cash"] == [50, 50, 50]
    assert game.start().view(None)["bag"] == {"white": 5, "pink": 5, "black": 5}


@pytest.mark.parametrize(("change", "message"), [
    ({"game": "chess"}, 'game: expected an edition of "irish-gauge", found "chess"'),
    ({"starting_cash": -1}, "starting_cash: expected a whole number from 0 to 10000, found -1"),
    ({"starting_cash": True}, "starting_cash: expected a whole number"),
    ({"starting_cash": ""}, 'the file: expected an object with the key "starting_cash"'),
    ({"build_pionts": 3}, "build_pionts: expected one of the keys"),
    ({"major_cities.1": "Z9"}, 'major_cities[1]: expected the id of an urban hex, found "Z9"'),
    ({"major_cities.1": "C12"}, "major_cities[1]: expected a city that is not used above"),
    ({"railways.2.home": "A5"}, 'railways[2].home: expected the id of an urban hex, found "A5"'),
    ({"railways.2.id": "WLW"}, "railways[2].id: expected an id that is not used above"),
    ({"railways.2.id": "B C"}, "railways[2].id: expected an id: letters, digits and dashes"),
    ({"railways.0.shares": [7, 7, 17]}, "railways[0].shares: expected share values that rise"),
    ({"railways.0.shares": []}, "railways[0].shares: expected a list of 1 or more share values"),
    ({"railways.0.locomotives": 1}, "railways[0].locomotives: expected a whole number from 2"),
    ({"hexes.3.terrain": "swamp"}, "hexes[3].terrain: expected one of easy, difficult, urban"),
    ({"hexes.3.id": "A5"}, "hexes[3].id: expected an id that is not used above"),
    ({"hexes.3.q": 4, "hexes.3.r": -2}, "hexes[3]: expected a hex at a place q, r of its own"),
    ({"hexes.3.q": 900}, "hexes[3]: expected a hex that touches another hex"),
    ({"hexes.3.site": "town"}, 'hexes[3]: expected no "site" on a hex that is not urban'),
    ({"hexes.11.site": "port"}, "hexes[11].site: expected city or town"),
    ({"hexes.11.name": ""}, 'hexes[11]: expected an object with the key "name"'),
    ({"cubes.colors": ["white"]}, "cubes.colors: expected a list of 2 or more colours"),
    ({"cubes.seed_pool_per_color": 2}, "cubes.seed_pool_per_color: expected enough cubes for the 8 Cities"),
    ({"cubes.per_color": 3}, "cubes.per_color: expected a whole number from 4"),
    ({"edition": "capstone-2019", "starting_cash": 21}, "edition: expected a name of its own"),
])
def test_a_broken_edition_is_refused_with_the_place_and_what_was_expected(
    change: dict[str, object], message: str, tmp_path: Path
) -> None:
    file = broken(change, tmp_path / "mine.json")
    with pytest.raises(EditionError) as error:
        games.game("irish-gauge", 3, file)
    assert message in str(error.value)
    assert str(error.value).startswith(f"{file}, line ")


def test_the_error_names_the_line(tmp_path: Path) -> None:
    file = broken({"railways.2.home": "A5"}, tmp_path / "mine.json")
    line = next(n for n, text in enumerate(file.read_text().splitlines(), 1) if '"home": "A5"' in text)
    with pytest.raises(EditionError, match=f"line {line}: "):
        games.game("irish-gauge", 3, file)


@pytest.mark.parametrize(("text", "message"), [
    ("", "is not JSON"), ("[1, 2]", "expected an edition: a JSON object"), ('{"game": 1, "game": 2}', "stands twice"),
    ("[" * 100_000, "nested too deeply"),
])
def test_a_file_that_is_no_edition_is_refused(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(text)
    with pytest.raises(EditionError, match=message):
        games.game("irish-gauge", 3, file)
