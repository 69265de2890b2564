"""What docs/notebook.md shows of positions and views comes out, and boards are drawn as they may be seen.

All of its cells are run where they belong, in a browser's Python: `make test-site`."""
from __future__ import annotations

import contextlib
import io
import xml.etree.ElementTree
from pathlib import Path

import pytest

import roundhouse
from roundhouse import picture
from roundhouse.errors import UserError
from roundhouse.site.notebook import CELL

PAGE = Path(__file__).parent.parent / "docs" / "notebook.md"


def test_the_page_shows_a_position_and_what_a_seat_may_know() -> None:
    position, _, view, _ = CELL.findall(PAGE.read_text(encoding="utf-8"))
    known: dict[str, object] = {}
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(position, known)
        exec(view, known)
    lines, mine, theirs = out.getvalue().splitlines()
    assert lines == "['pass', 'bid 7', 'bid 8', 'bid 9']"
    assert mine.endswith("{'?': 5}]") and theirs.startswith("[{'?': 5}")


def test_a_board_is_drawn_as_a_seat_may_see_it() -> None:
    state = roundhouse.game("appalachian-trail", seats=2).start()
    dice = roundhouse.Dice(7)
    while state.to_act == roundhouse.CHANCE:
        state.apply(state.random(dice))
    watched, mine, everything = (picture.board(state, seat).svg for seat in (roundhouse.WATCHER, 0, None))
    assert len({watched, mine, everything}) > 1
    assert xml.etree.ElementTree.fromstring(mine).tag.endswith("svg")
    assert "Ann" in picture.board(state, names=["Ann", "Ben"]).svg
    with pytest.raises(UserError, match="no seat 2"):
        picture.board(state, 2)
    with pytest.raises(UserError, match="1 names were given"):
        picture.board(state, names=["Ann"])
