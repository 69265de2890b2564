"""Every rule that a player can read has a test that names it, and no test names a rule that there is not."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from roundhouse.games import titles

ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-[A-Z0-9]+\b")


def ids_in_rulebook(name: str) -> set[str]:
    """Ids in backticks: the place where a rule is stated."""
    return set(re.findall(rf"`({ID.pattern})`", titles()[name].rulebook))


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
