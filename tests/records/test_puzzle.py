"""Puzzles as lines of a file: those of the house can all be asked, and what is none is refused in words."""
from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from roundhouse.games import titles
from roundhouse.records.puzzle import (
    CLEAR,
    Puzzle,
    PuzzleError,
    is_clear,
    played_on,
    puzzles_of,
    read_puzzles,
    right_of,
)

SHIPPED = {name: title.folder / "puzzles.jsonl" for name, title in titles().items()}
PUZZLED = [name for name, file in SHIPPED.items() if file.exists()]
GAMES_OF_THE_HOUSE = ["age-of-rail", "appalachian-trail", "irish-gauge", "narrow-gauge"]
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def line() -> str:
    return SHIPPED["narrow-gauge"].read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.parametrize("game", GAMES_OF_THE_HOUSE)
def test_every_game_of_the_house_has_thirty_puzzles_from_a_beginners_to_a_masters(game: str) -> None:
    found = puzzles_of(game)
    assert len(found) >= 30
    levels = [len(one.missed) for one in found]
    assert set(levels) == {1, 2, 3, 4} and min(levels.count(level) for level in levels) > 1, "several for each level"


@pytest.mark.parametrize("game", PUZZLED)
def test_every_puzzle_of_the_house_can_be_asked(game: str) -> None:
    """They are read as strictly as those of anybody; here is what is promised of ours besides."""
    found = read_puzzles(SHIPPED[game])
    assert [one.dumps() for one in found] == SHIPPED[game].read_text(encoding="utf-8").splitlines()
    for one in found:
        course = one.course
        assert course.setup.title == game and course.to_act == one.seat
        assert not course.state.sealed()
        assert "level-2" in one.missed
        chances = dict(one.moves)
        assert max(chances, key=chances.__getitem__) == one.best and one.best in one.right
        assert is_clear(one.moves) and not set(one.right) & set(one.missed.values())
        assert one.kind in import_module(f"roundhouse.games.{game.replace('-', '_')}.proofs").PROOFS
        assert len(played_on(course, (one.best, *one.then)).steps) == len(one.record.log) + 1 + len(one.then)
    assert len({one.mark for one in found}) == len(found)


@pytest.mark.parametrize("game", PUZZLED)
def test_the_easiest_come_first(game: str) -> None:
    found = puzzles_of(game)
    levels = [len(one.missed) for one in found]
    assert levels == sorted(levels) and len(levels) == len(read_puzzles(SHIPPED[game]))


def test_a_game_without_a_file_has_none() -> None:
    assert "night-mail" not in PUZZLED and puzzles_of("night-mail") == []


def _set(key: str, value: object) -> Change:
    return lambda data: data.update({key: value})


def _worse(data: dict[str, Any]) -> None:
    data["moves"][0][1] = data["moves"][1][1] + CLEAR / 2


@pytest.mark.parametrize(("change", "why"), [
    (_set("format", "roundhouse-record/1"), 'this is no puzzle: expected "format": "roundhouse-puzzle/1"'),
    (lambda data: data.pop("then"), '"then" is missing'),
    (_set("hint", "none"), '"hint" is not a part of a puzzle'),
    (_set("moves", "take red"), '"moves" is not a list'),
    (_set("moves", [["take red", 1.5]]), "expected a move and a chance from 0 to 1"),
    (_set("from", {"seed": 1}), '"from" is not'),
    (_set("missed", {"level-2": 3}), "are lines of the notation"),
    (lambda data: data["moves"].append(["fly", 0.0]), "'fly' is not allowed here"),
    (lambda data: data["moves"].append(data["moves"][1]), "each named once"),
    (lambda data: data["moves"].pop(), "it does not say how good 'take "),
    (_worse, "of its moves up to 3, and half of them at most, are within 2.5% of the best"),
    (_set("kind", ""), '"kind" is the kind of its reason'),
    (lambda data: data["moves"].reverse(), "stands first and is not the best move"),
    (lambda data: data["missed"].update({"level-5": data["moves"][0][0]}), "has not missed it"),
    (lambda data: data["then"].insert(0, "bid 1000"), "the game can't go on with 'bid 1000'"),
    (lambda data: data["record"]["log"].insert(0, [0, "pass"]), '"record": step 1: '),
    (lambda data: data["record"].pop("seats"), '"record": the record has no "seats"'),
    (lambda data: data["record"].update(log=[]), "it is nobody's move"),
])
def test_what_is_no_puzzle_is_refused_in_words(line: str, change: Change, why: str) -> None:
    data = json.loads(line)
    change(data)
    with pytest.raises(PuzzleError) as refused:
        Puzzle.loads(json.dumps(data))
    assert why in str(refused.value)


def test_a_broken_line_is_told_with_its_file_and_number(line: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(f"{line}\n{line[:200]}\n", encoding="utf-8")
    with pytest.raises(PuzzleError, match=r"mine\.jsonl, line 2: this is not whole JSON"):
        read_puzzles(file)
    with pytest.raises(PuzzleError, match="can't be read"):
        read_puzzles(tmp_path / "nowhere.jsonl")


def test_moves_that_are_as_good_are_right_too_if_they_are_few() -> None:
    moves = [("a", 0.6), ("b", 0.575), ("c", 0.54), ("d", 0.2)]
    assert right_of(moves) == ("a", "b") and is_clear(moves)
    assert right_of([("a", 0.6), ("b", 0.574), ("c", 0.54)]) == ("a",)
    assert not is_clear([("a", 0.6), ("b", 0.57), ("c", 0.2)]), "neither as good nor clearly worse"
    assert not is_clear([("a", 0.6), ("b", 0.59), ("c", 0.2)]), "most moves are right"


def test_a_line_is_read_without_a_replay_and_checked_with_one(line: str) -> None:
    data = json.loads(line)
    data["moves"].append(["fly", 0.0])
    puzzle = Puzzle.parsed(json.dumps(data))
    with pytest.raises(PuzzleError, match="'fly' is not allowed here"):
        puzzle.check()
