"""Tuning: the same games for old and new weights, and nothing written but what was found."""
from __future__ import annotations

import json
from pathlib import Path

from roundhouse import Dice
from roundhouse.bots.values import valuer, weights_file
from roundhouse.lab.tune import Table, Trial, _moved, keep, tune

TABLE = Table("appalachian-trail", 2, "reconstruction-1")
WEIGHTS = tuple(valuer("appalachian-trail").weights)


def test_the_same_weights_win_the_same_games() -> None:
    trial = Trial((TABLE,), WEIGHTS, (WEIGHTS,), 3)
    assert trial.win_share(range(2)) == trial.win_share(range(2))


def test_a_trial_is_the_sum_of_its_parts() -> None:
    trial = Trial((TABLE,), WEIGHTS, (WEIGHTS,), 3)
    assert trial.win_share(range(2)) == trial.win_share(range(1)) + trial.win_share(range(1, 2))


def test_a_change_moves_some_weights_by_up_to_a_factor_of_two() -> None:
    moved = _moved(WEIGHTS, Dice(5))
    assert len(moved) == len(WEIGHTS)
    assert moved != WEIGHTS
    assert all(0.49 * old <= new <= 2.01 * old for old, new in zip(WEIGHTS, moved))
    assert any(old == new for old, new in zip(WEIGHTS, moved))


def test_what_is_kept_says_how_it_was_made_and_leaves_the_settings(tmp_path: Path) -> None:
    before = weights_file("irish-gauge").read_bytes()
    keep("irish-gauge", (1.5, 2.0), "roundhouse tune irish-gauge", tmp_path / "new.json")
    made = json.loads((tmp_path / "new.json").read_text())
    assert made["weights"] == [1.5, 2.0]
    assert made["made_by"] == "roundhouse tune irish-gauge"
    known = json.loads(before)
    assert {key: made[key] for key in known if key not in ("weights", "made_by")} == {
        key: known[key] for key in known if key not in ("weights", "made_by")
    }
    assert weights_file("irish-gauge").read_bytes() == before


def test_rounds_tell_what_was_tried() -> None:
    rounds = list(tune("appalachian-trail", rounds=1, games=2, seed=1, jobs=1))
    assert [one.number for one in rounds] == [0]
    assert rounds[0].kept or rounds[0].weights == WEIGHTS
