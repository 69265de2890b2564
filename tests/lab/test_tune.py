"""Tuning: the same games for old and new weights, and nothing written but what was found."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from roundhouse import Dice
from roundhouse.bots.values import tuned, weights_file
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.tune import Trial, _moved, keep, read_weights, tune

TABLE = Setup.of("appalachian-trail", 2)
WEIGHTS = tuned("appalachian-trail")[0]
BAD = tuple(-weight for weight in WEIGHTS)


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
    keep("irish-gauge", (1.5, 2.0), "roundhouse tune irish-gauge", (1.0, 2.0), tmp_path / "new.json")
    made = json.loads((tmp_path / "new.json").read_text())
    assert made["weights"] == [1.5, 2.0]
    assert made["made_by"] == "roundhouse tune irish-gauge"
    assert made["made_from"] == [1.0, 2.0]
    known = json.loads(before)
    assert {key: made[key] for key in known if key not in ("weights", "made_by", "made_from")} == {
        key: known[key] for key in known if key not in ("weights", "made_by", "made_from")
    }
    assert weights_file("irish-gauge").read_bytes() == before


def test_a_change_is_kept_when_it_wins_more_and_only_then() -> None:
    """From weights that want the contrary of what is good nearly every change is one for the better, and no worse."""
    rounds = list(tune("appalachian-trail", BAD, rounds=3, games=4, seed=1, jobs=1))
    assert [one.number for one in rounds] == [0, 1, 2]
    best = BAD
    for one in rounds:
        assert one.kept == (one.weights != best)
        best = one.weights
    assert list(tune("appalachian-trail", BAD, rounds=1, games=4, seed=1, jobs=2)) == rounds[:1]


def test_weights_are_read_from_a_file_or_refused(tmp_path: Path) -> None:
    assert read_weights("appalachian-trail") == WEIGHTS
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"weights": list(BAD)}))
    assert read_weights("appalachian-trail", file) == BAD
    for text in ("no JSON", "[]", '{"weights": ["a"]}', '{"weights": [1.0]}'):
        file.write_text(text)
        with pytest.raises(UserError, match="weights"):
            read_weights("appalachian-trail", file)
    with pytest.raises(UserError):
        read_weights("appalachian-trail", tmp_path / "none.json")
