"""A rulebook as text: what a rule's id looks like, and the passages that state one rule or make a chapter."""
from __future__ import annotations

import re
from difflib import get_close_matches

from roundhouse.errors import UserError

RULE = re.compile(r"\b[A-Z]{2}-[A-Z]{2,6}-(?:\d+[a-z]?|[A-Z]{2})\b")
"""A rule's id wherever one is cited: AT-TRL-4, NG-CON-GA."""
STATED = re.compile(rf"`({RULE.pattern})`")
"""An id where its rule is stated: at its end, set as code."""
HEADING = re.compile(r"^(#+) +(.+)$", re.MULTILINE)


def stated_rules(rulebook: str) -> list[str]:
    """The ids of all rules, in the order of the book."""
    return list(dict.fromkeys(STATED.findall(rulebook)))


def passage(rulebook: str, wanted: str) -> str:
    """What a rulebook says of one rule, by its id in any case, or a chapter, by words of its heading.
    UserError, with the nearest of both, for what is neither."""
    rule = wanted.upper()
    if rule in stated_rules(rulebook):
        return _paragraph(rulebook, rule)
    chapters = {found[2].strip(): found for found in HEADING.finditer(rulebook)}
    meant = sorted(chapters, key=lambda name: not name.lower().startswith(wanted.lower()))
    name = next((name for name in meant if wanted.lower() in name.lower()), None)
    if name is not None:
        return _chapter(rulebook, chapters[name])
    known = {known.lower(): known for known in (*stated_rules(rulebook), *chapters)}
    near = [known[one] for one in get_close_matches(wanted.lower(), known, n=3, cutoff=0.5)]
    hint = f"did you mean {' or '.join(near)}?" if near else f"its chapters are {', '.join(chapters)}"
    raise UserError(f"the rulebook has no rule or chapter '{wanted}'; {hint}")


def _paragraph(rulebook: str, rule: str) -> str:
    """The list item or paragraph that states a rule, with the items within it."""
    lines = rulebook.splitlines()
    first = next(number for number, line in enumerate(lines) if f"`{rule}`" in line)
    while first and lines[first].startswith(" "):
        first -= 1
    last = first + 1
    while last < len(lines) and lines[last].startswith(" "):
        last += 1
    return "\n".join(lines[first:last])


def _chapter(rulebook: str, heading: re.Match[str]) -> str:
    """A chapter with the smaller ones in it."""
    rest = HEADING.finditer(rulebook, heading.end())
    end = next((found.start() for found in rest if len(found[1]) <= len(heading[1])), len(rulebook))
    return rulebook[heading.start() : end].rstrip()
