"""What the print states and leaves open: each with our rule, its tests, and a ruling that says that it is one."""
from __future__ import annotations

import pytest

from roundhouse.games import title as find_title
from roundhouse.games import titles
from roundhouse.games.rulebook import RULE, passage, stated_rules
from roundhouse.records.book import book, summary
from roundhouse.records.statements import NOT_MEASURED, rule_tests, rulings_of, statements_of
from scripts.rule_tests import found, target, written

HOUSE = ("irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail")


@pytest.mark.parametrize("name", HOUSE)
def test_every_statement_of_the_print_has_a_rule_of_ours_and_that_a_test(name: str) -> None:
    stated, tests = set(stated_rules(find_title(name).rulebook)), rule_tests(name)
    assert len(statements_of(name)) > 15
    for one in statements_of(name):
        assert one.place and one.says and set(one.rules) <= stated, one
        assert all(tests[rule] for rule in one.rules), one
    assert sum(not one.rules for one in statements_of(name)) <= 1


@pytest.mark.parametrize("name", HOUSE)
def test_every_ruling_is_listed_and_marked_where_it_stands(name: str) -> None:
    rulebook = find_title(name).rulebook
    listed = {rule for one in rulings_of(name) for rule in one.rules}
    assert len(rulings_of(name)) == sum(
        line.startswith("- ") and RULE.search(line) is not None for line in passage(rulebook, "Rulings").splitlines()
    )
    marked = {rule for rule in stated_rules(rulebook) if "**Ruling" in passage(rulebook, rule)}
    options = {rule for rule in marked if "-OPT-" in rule}
    assert sorted(marked - listed - options) == [], "rulings that the chapter does not list"
    assert sorted(rule for rule in listed if "**Ruling" not in passage(rulebook, rule)) == []
    optional = [one for one in rulings_of(name) if "option" in one.says or any("-OPT-" in rule for rule in one.rules)]
    assert [one for one in optional if one.matters == NOT_MEASURED] == [], "the lab can say how much it matters"


@pytest.mark.parametrize("game", sorted(name.replace("-", "_") for name in HOUSE))
def test_the_tests_of_each_rule_are_written_down_as_they_are(game: str) -> None:
    assert target(game).read_text(encoding="utf-8") == written(game), "run python -m scripts.rule_tests"
    assert len(found(game)) > 20


@pytest.mark.parametrize("name", HOUSE)
def test_the_rules_on_a_page_are_short_and_have_the_numbers_of_the_edition(name: str) -> None:
    short = summary(find_title(name))
    assert short.startswith(f"# {find_title(name).title.partition(':')[0]}") and "{" not in short and len(short) < 3000
    assert len(short) < len(book(find_title(name))) / 5


def test_a_game_that_nobody_has_gone_through_states_nothing() -> None:
    other = next(name for name in titles() if name not in HOUSE)
    assert (statements_of(other), summary(find_title(other)), dict(rule_tests(other))) == ([], "", {})
