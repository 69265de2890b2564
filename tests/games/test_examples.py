"""Every example of every rulebook is played by the rules, and the book has the numbers of the edition at hand."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from roundhouse.games import title as find_title
from roundhouse.games import titles
from roundhouse.games.title import Title
from roundhouse.records.book import EXAMPLE, LINES, book
from roundhouse.records.example import ExampleError, check, examples_of, known_example, play
from roundhouse.records.example_picture import drawn
from tests.games.breaking import HOLDS

ROOT = Path(__file__).parents[2]
WITH = [name for name in titles() if examples_of(name)]


def own_edition(title: Title, **changed: Any) -> Any:
    data = {**title.edition().data, "edition": "mine", **changed}
    return title.edition_from(json.dumps(data), "mine.json")


@pytest.mark.parametrize("name", WITH)
def test_every_example_holds_and_stands_in_the_book(name: str) -> None:
    rulebook = find_title(name).rulebook
    assert sorted(EXAMPLE.findall(rulebook)) == sorted(examples_of(name))
    assert set(LINES.findall(rulebook)) <= set(examples_of(name))
    for example in examples_of(name).values():
        played = check(example)
        assert played.happenings
        assert played.said[:1].isupper() and example.rules
        if example.picture:
            assert drawn(played).startswith("<svg")


@pytest.mark.compiled
@pytest.mark.parametrize("name", WITH)
def test_every_example_turns_red_when_a_rule_that_it_is_about_is_broken(name: str) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "tests.games.breaking", name, "examples"], capture_output=True, text=True, cwd=ROOT,
        check=True,
        env={**os.environ, "ROUNDHOUSE_ENGINE": "plain", "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
    )
    found = [json.loads(line) for line in said.stdout.splitlines()]
    red = {example for example, _, why in found if why.startswith("ExampleError: ")}
    assert sorted(set(examples_of(name)) - red) == []
    assert {why.partition(":")[0] for _, _, why in found} <= {"ExampleError", HOLDS}


@pytest.mark.parametrize("name", WITH)
def test_a_book_is_whole_without_a_brace_or_a_move_in_the_notation_before_the_appendix(name: str) -> None:
    text = book(find_title(name))
    assert "{" not in text
    assert "Example" in text and "Show me" not in text and "Show me" in book(find_title(name), pages=True)
    table_language = text.partition("## Appendix")[0]
    written = [one for one in re.findall(r"`([^`]+)`", table_language) if not re.fullmatch(r"[A-Z]{2}-\w+-\w+", one)]
    assert written == []


def test_an_edition_of_ones_own_has_its_own_numbers_in_rules_and_examples() -> None:
    title = find_title("irish-gauge")
    mine = own_edition(title, starting_cash=25, build_points=4, major_city_dividend=30)
    text = book(title, mine)
    assert "Each player starts with £25." in text and "You have four build points." in text
    assert "MGW pays £30, over 3 shares, £10 each" in text, "the examples are played with it"
    assert "MGW track in I11 for 2 points, as the ground is difficult; 2 points left." in text


def test_an_example_that_an_edition_can_not_play_is_told_with_the_usual_one() -> None:
    title = find_title("irish-gauge")
    railways = [{**one, "shares": [value + 20 for value in one["shares"]]} for one in title.edition().data["railways"]]
    text = book(title, own_edition(title, railways=railways))
    assert "CBSC (£27)" in text
    assert "This happened with another edition, capstone-2019: with the one at hand it can't." in text


def test_an_example_says_what_is_wrong_with_it() -> None:
    hills = known_example("irish-gauge", "hills")
    for change, why in (
        ({"do": ("track MGW A5",)}, "example hills: .* \\(IG-TRK-3\\)"),
        ({"do": ("not track MGW I11",)}, "is allowed, and should be refused"),
        ({"say": "It costs 2."}, "is typed, not looked up"),
        ({"position": {"weather": 1}}, "a position has no 'weather'"),
    ):
        with pytest.raises(ExampleError, match=why):
            play(type(hills)(**{**vars(hills), **change}))
    with pytest.raises(ExampleError, match="did not happen"):
        check(type(hills)(**{**vars(hills), "brings": ({"rule": "IG-TRK-4", "hex": "I11", "cost": 1},)}))
