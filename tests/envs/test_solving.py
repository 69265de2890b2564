"""Small editions are solved: the values that the docs tell are the exact ones, and OpenSpiel finds no better answer."""
from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms.best_response import BestResponsePolicy

import roundhouse.envs.openspiel  # noqa: F401  (registers the games)
from roundhouse.envs.solving import Policy, Solution, Tree
from roundhouse.errors import UserError
from roundhouse.games import Setup
from tests.editions import changed

DOCS = Path(__file__).parents[2] / "docs" / "envs"
WALK = DOCS / "editions" / "appalachian-trail-short-walk.json"
HEXES = DOCS / "editions" / "narrow-gauge-four-hexes.json"
ROW = re.compile(
    r"^\| `(?P<game>[\w-]+)` \| \[.*?\]\((?P<file>.*?)\) \| (?P<options>.*?) \| (?P<nodes>[\d,]+) \| (?P<sets>[\d,]+) "
    r"\| (?P<value>\S+) \| (?P<random>\S+) \|$", re.MULTILINE,
)
ROWS = list(ROW.finditer((DOCS / "solved.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-{row['options']}")
def test_the_values_in_the_docs_are_the_exact_ones(row: re.Match[str]) -> None:
    options = dict(one.split("=") for one in re.findall(r"`(\S+?)`", row["options"]))
    tree = Tree(Setup.of(row["game"], 2, DOCS / row["file"], options))
    solved = tree.solve()
    assert (f"{tree.nodes:,}", f"{tree.information_sets:,}") == (row["nodes"], row["sets"])
    assert solved.value == pytest.approx(float(Fraction(row["value"])), abs=1e-9)
    assert tree.worst_case(solved.policy) == pytest.approx(solved.value, abs=1e-9)
    assert f"{tree.worst_case({}):.4f}" == row["random"].replace("−", "-")


def test_there_are_values_to_check() -> None:
    assert {row["game"] for row in ROWS} == {"appalachian-trail", "narrow-gauge"}


@pytest.fixture(scope="module")
def walk() -> tuple[Tree, Solution]:
    tree = Tree(Setup.of("appalachian-trail", 2, WALK, {"length": 5, "first": 0}))
    return tree, tree.solve()


class OurPolicy(policies.Policy):  # type: ignore[misc]
    """A policy of ours, as OpenSpiel asks for it."""

    def __init__(self, game: Any, ours: Policy) -> None:
        super().__init__(game, [0, 1])
        self.ours = ours

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return dict(self.ours[tuple(state.past.seen(state.current_player()))])


def test_openspiel_finds_the_same_best_answer(walk: tuple[Tree, Solution]) -> None:
    _, solved = walk
    game = pyspiel.load_game("roundhouse_appalachian_trail", {"edition": str(WALK), "length": 5, "first": "0"})
    best = BestResponsePolicy(game, 1, OurPolicy(game, solved.policy))
    assert -best.value(game.new_initial_state()) == pytest.approx(solved.value, abs=1e-9)


def test_what_is_played_is_a_chance_for_each_action(walk: tuple[Tree, Solution]) -> None:
    _, solved = walk
    for chances in solved.policy.values():
        assert sum(chances.values()) == pytest.approx(1)
        assert all(chance >= -1e-9 for chance in chances.values())


def test_in_narrow_gauge_no_land_makes_one_seat_better(tmp_path: Path) -> None:
    """What the lab takes for granted when it calls a seat that wins more a fault of the bots."""
    data = json.loads(HEXES.read_text(encoding="utf-8"))
    lopsided = changed(data, {"hexes.1.terrain": "water", "hexes.0.city": ""}, tmp_path / "lopsided.json")
    assert Tree(Setup.of("narrow-gauge", 2, lopsided, {"order": "random-order"})).solve().value == pytest.approx(0)


def test_what_can_not_be_solved_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="only games for two are solved"):
        Tree(Setup.of("irish-gauge"))
    monkeypatch.setattr("roundhouse.envs.solving.MOST_NODES", 500)
    with pytest.raises(UserError, match="more than 500 nodes"):
        Tree(Setup.of("narrow-gauge", 2, HEXES))
