"""The rulebook of a game that has none yet."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundhouse.games.title import Title


NONE_YET = """\
There is no rulebook of this game here yet: `rulebook.md` in its folder would be this page.

At the table every move that its rules allow is listed, and nothing else can be done.
"""


def no_rulebook(title: Title) -> str:
    """A page that says so, with what the title tells of itself."""
    return f"# {title.title}\n\n{title.summary}\n\n{NONE_YET}"
