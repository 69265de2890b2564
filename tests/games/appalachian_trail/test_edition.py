"""The edition file: what it holds, and what is said of files that can't be played."""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundhouse.games import game, title
from roundhouse.games.data import EditionError

FILE = title("appalachian-trail").folder / "reconstruction-1.json"


def data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def test_the_cards_are_those_that_are_printed() -> None:
    cards = data()
    counts = [sum(cards["trail"].values()), len(cards["obstacle_improvement"]), cards["ranger"], len(cards["goals"])]
    assert (counts, sum(counts)) == ([32, 12, 4, 4], 52)
    halves = [letter for kind, n in cards["trail"].items() for letter in kind * n]
    assert {letter: halves.count(letter) for letter in "FGRW"} == dict.fromkeys("FGRW", 16)
    for side in ("obstacle", "improvement"):
        sides = [card[side] for card in cards["obstacle_improvement"]]
        assert [one["set"] for one in sides].count("wildlife") == 6
        assert sorted(abs(one["points"]) for one in sides) == [1] * 6 + [2] * 6
    assert cards["status"].startswith("reconstructed")


def change(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def edit(cards: dict[str, Any]) -> None:
        node: Any = cards
        for step in path[:-1]:
            node = node[step]
        node[path[-1]] = to

    return edit


def many() -> list[dict[str, Any]]:
    """More two-sided cards than can be played with."""
    return [{**data()["obstacle_improvement"][0], "id": f"O{n}"} for n in range(49)]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (change("status", to=""), "status: expected a text"),
        (change("colour", to=1), "colour: expected one of the keys game, edition"),
        (change("players", to=[2, 4]), "players: expected [2, 3]"),
        (change("area", "goal", to="6,0"), 'area.goal: expected "7,0"'),
        (change("area", "start", to="1,0"), 'area.start: expected "0,0"'),
        (change("area", "columns", to=[0, 7]), "area.columns: expected [0, 8]"),
        (change("area", "min_cards", to=8), "area.min_cards: expected 7"),
        (change("area", "rows", to=[1, 4]), "area.rows: expected the lowest row and the highest, with row 0 between"),
        (change("area", "rows", to=[-7, 7]), "area.rows: expected the lowest row and the highest, with row 0 between"),
        (change("area", "rows", to=[-4]), "area.rows: expected a list of 2 or more rows"),
        (change("terrains", "FO", to="Fog"), "terrains.FO: expected a terrain named by one capital letter"),
        (change("terrains", to={"F": "Forest"}), "terrains: expected 2 to 8 terrains"),
        (change("terrains", "F", to=""), "terrains.F: expected a text"),
        (change("goals", to=["F", "G"]), "goals: expected a list of 3 or more terrains"),
        (change("goals", 1, to="X"), "goals[1]: expected one of the terrains F, G, R, W"),
        (change("trail", "FX", to=1), "trail.FX: expected a kind of two letters of F, G, R, W"),
        (change("trail", "GF", to=1), "trail.GF: expected no GF beside FG, which is the same card turned"),
        (change("trail", "FF", to=0), "trail.FF: expected a whole number from 1 to 99"),
        (change("trail", to={}), "trail: expected at least one kind of Trail card"),
        (change("ranger", to=-1), "ranger: expected a whole number from 0 to 99"),
        (change("obstacle_improvement", to=[]), "obstacle_improvement: expected a list of 1 or more two-sided cards"),
        (change("obstacle_improvement", 1, "id", to="O01"), "[1].id: expected an id that is not used above"),
        (change("obstacle_improvement", 0, "id", to="FG"), "[0].id: expected an id that no other kind of card has"),
        (change("obstacle_improvement", 0, "id", to="ranger"), "[0].id: expected an id that no other kind of card has"),
        (change("obstacle_improvement", 0, "id", to="O 1"), "obstacle_improvement[0].id: expected an id: letters"),
        (change("obstacle_improvement", 0, "obstacle", "set", to="birds"), ".set: expected wildlife or scenery"),
        (change("obstacle_improvement", 0, "obstacle", "points", to=2), "expected a whole number from -99 to 0"),
        (change("obstacle_improvement", 0, "improvement", "points", to=-2), "expected a whole number from 0 to 99"),
        (change("obstacle_improvement", 0, "improvement", "name", to=""), "improvement.name: expected a text"),
        (change("obstacle_improvement", to=many()), "obstacle_improvement: expected at most 59 kinds of card in all"),
        (change("hand_size", to=16), "hand_size: expected hands for 3 and a display out of the 48 cards there are"),
        (change("hand_size", to=0), "hand_size: expected a whole number from 1 to 99"),
        (change("face_up", to=0), "face_up: expected a whole number from 1 to 99"),
        (change("cards_per_turn", to=True), "cards_per_turn: expected a whole number from 1 to 99"),
        (change("scoring", "set_size", to=0), "scoring.set_size: expected a whole number from 1 to 99"),
        (change("scoring", "not_completed", to=2), "scoring.not_completed: expected a whole number from -99 to 0"),
        (change("scoring", "longest_terrain", to="3"), "scoring.longest_terrain: expected a whole number from 0 to 99"),
    ],
)
def test_what_is_wrong_with_a_file(edit: Callable[[dict[str, Any]], None], message: str, tmp_path: Path) -> None:
    cards = data()
    edit(cards)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(cards, indent=1), encoding="utf-8")
    with pytest.raises(EditionError) as error:
        game("appalachian-trail", edition=file)
    assert message in str(error.value)


def test_another_deck_can_be_played(tmp_path: Path) -> None:
    """Equal Goals weigh by count; kinds come in the order of the file."""
    cards = data()
    cards.update(edition="mine", goals=["W", "W", "F", "W"], trail={"WF": 20, "FF": 4}, ranger=0)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(cards), encoding="utf-8")
    state = game("appalachian-trail", 2, edition=file).start()
    state.do("start 0")
    assert [(state.game.text(code), weight) for code, weight in state.outcomes()] == [("goal F", 1), ("goal W", 3)]
    state.do("goal W")
    assert [(state.game.text(code), weight) for code, weight in state.outcomes()] == [("goal F", 1), ("goal W", 2)]
    state.do("goal F")
    for _ in range(12):
        state.do("card WF")
    assert state.lines() == ["done", "discard WF", "trail WF 0,0 turned"]
