"""The rulebook of a game that has none yet."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundhouse.games.title import Title


def no_rulebook(title: Title) -> str:
    """A page that says so, with what the title tells of itself."""
    return f"# {title.title}\n\n{title.summary}\n\nThere is no rulebook of this game here yet.\n"
