"""Every rule that a player can read has a test that names it, and no test names a rule that there is not."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from roundhouse.errors import UserError
from roundhouse.games import titles
from roundhouse.games.rulebook import passage, stated_rules
from roundhouse.records.example import examples_of, play

ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-[A-Z0-9]+\b")
"""Whatever looks like an id, so that none is overlooked that is not one to the house."""


def ids_in_rulebook(name: str) -> set[str]:
    return set(stated_rules(titles()[name].rulebook))


def ids_in_tests(folder: Path) -> set[str]:
    """The arguments of the `rule` marks of the tests in a folder."""
    found: set[str] = set()
    for file in folder.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found |= {str(ast.literal_eval(argument)) for argument in node.args}
    return found


@pytest.mark.parametrize("name", sorted(titles()))
def test_every_rule_has_a_test_that_names_it(name: str) -> None:
    stated = ids_in_rulebook(name)
    named = ids_in_tests(Path(__file__).parent / titles()[name].folder.name)
    assert stated or not (titles()[name].folder / "rulebook.md").exists()
    assert sorted(stated - named) == [], "rules without a test"
    assert sorted(named - stated) == [], "tests of rules that the rulebook does not have"


@pytest.mark.parametrize("name", sorted(titles()))
def test_the_code_cites_only_rules_that_there_are(name: str) -> None:
    prefixes = {rule[:3] for rule in ids_in_rulebook(name)}
    for file in titles()[name].folder.glob("*.py"):
        cited = {rule for rule in ID.findall(file.read_text(encoding="utf-8")) if rule[:3] in prefixes}
        assert sorted(cited - ids_in_rulebook(name)) == [], file.name


@pytest.mark.parametrize("name", sorted(titles()))
def test_what_is_cited_is_stated_and_found(name: str) -> None:
    """Every id in the rulebook is one of a rule, as the house writes ids, and `passage` finds its words."""
    rulebook = titles()[name].rulebook
    stated = ids_in_rulebook(name)
    cited = {rule for rule in ID.findall(rulebook) if rule[:2] in {known[:2] for known in stated}}
    assert sorted(cited - stated) == []
    assert all(f"`{rule}`" in passage(rulebook, rule.lower()) for rule in stated)


def test_a_rule_or_a_chapter_is_read_by_itself() -> None:
    trail = titles()["appalachian-trail"].rulebook
    rule, chapter = passage(trail, "at-geo-3"), passage(trail, "a ranger")
    assert rule.startswith("- You may lay a card upright") and "\n" not in rule
    assert chapter.startswith("## Using a Ranger") and "## Discarding" not in chapter
    assert "### Obstacle/Improvement cards" in passage(trail, "the cards"), "a chapter holds the smaller ones in it"
    with pytest.raises(UserError, match=r"no rule or chapter 'AT-GEO-99'; did you mean AT-GEO-"):
        passage(trail, "AT-GEO-99")


def test_no_example_ends_a_game_by_passing_while_the_deck_holds_cards() -> None:
    """AT-END-3: what an earlier reading allowed is no example any more."""
    ended = [
        play(example).course.state.view(None) for example in examples_of("appalachian-trail").values()
        if {"rule": "AT-END-3", "why": "stopped"} in example.brings
    ]
    assert ended and all(view["phase"] == "over" and not view["deck"] for view in ended)


def test_where_the_print_is_silent_the_book_says_ruling() -> None:
    for name, rule in (("narrow-gauge", "NG-HAND-3"), ("narrow-gauge", "NG-BID-8"), ("appalachian-trail", "AT-END-3")):
        rulebook = titles()[name].rulebook
        assert "**Ruling" in passage(rulebook, rule) and f"- {rule}: " in passage(rulebook, "Rulings")
