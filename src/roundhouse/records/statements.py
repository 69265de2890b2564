"""What the printed rules of a game state, in our own words, with our rules that say so; and what they leave open.

A room's `statements.txt` has a statement a line, `PLACE | WORDS | RULES`, and `measured RULE | WORDS` for what the lab
has found about a ruling. `rule_tests.json`, written by scripts/rule_tests.py, has the tests of each rule.
"""
from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from roundhouse.errors import UserError
from roundhouse.games import title as find_title
from roundhouse.games.rulebook import RULE, passage

FILE, TESTS = "statements.txt", "rule_tests.json"
MEASURED = "measured "
RULING = re.compile(r"^- (?P<named>(?:\*\*)?[A-Z]{2}-[^:.]+?[:.](?:\*\*)?) (?P<words>.+)$", re.MULTILINE)
NOT_MEASURED = "Not measured: no option plays it otherwise."


class StatementError(UserError):
    """A line of the file that is no statement, and why."""


@dataclass(frozen=True)
class Statement:
    """One thing that the print says."""

    place: str
    """Where it says so: the heading."""
    says: str
    """In our own words."""
    rules: tuple[str, ...]
    """Ours, which say the same; none for what nobody plays by, such as where to put the box."""


@dataclass(frozen=True)
class Ruling:
    """What we play where the print is silent or unclear."""

    rules: tuple[str, ...]
    says: str
    matters: str
    """What the lab has found, or that there is no option with which it could be measured."""


@lru_cache(maxsize=16)
def _lines(title: str) -> tuple[tuple[str, ...], ...]:
    file = find_title(title).folder / FILE
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return tuple(tuple(part.strip() for part in line.split("|")) for line in text.splitlines() if line.strip())


def statements_of(title: str) -> list[Statement]:
    """All that the print of a game states, in its order; nothing where nobody has gone through it yet.
    StatementError for a line that is none."""
    found = []
    for line in _lines(title):
        if line[0].startswith(MEASURED):
            continue
        if len(line) != 3:
            raise StatementError(f"{title}, {FILE}: “{' | '.join(line)}” is not PLACE | WORDS | RULES")
        found.append(Statement(line[0], line[1], tuple(line[2].split())))
    return found


def rulings_of(title: str) -> list[Ruling]:
    """Those listed in the rulebook's chapter of rulings, with what is known of each."""
    measured = {line[0].removeprefix(MEASURED): line[1] for line in _lines(title) if line[0].startswith(MEASURED)}
    try:
        chapter = passage(find_title(title).rulebook, "Rulings")
    except UserError:
        return []
    found = []
    for one in RULING.finditer(chapter):
        rules = tuple(RULE.findall(one["named"]))
        matters = next((measured[rule] for rule in rules if rule in measured), NOT_MEASURED)
        found.append(Ruling(rules, one["words"], matters))
    return found


@lru_cache(maxsize=16)
def rule_tests(title: str) -> Mapping[str, tuple[str, ...]]:
    """By rule the tests that name it, as pytest calls them."""
    file = find_title(title).folder / TESTS
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {rule: tuple(tests) for rule, tests in known.items()}
