"""Irish Gauge as text: it fits a terminal, the log adds up, and the end is told."""
from __future__ import annotations

import re
from typing import cast

from rich.text import Text

from roundhouse import State, games
from roundhouse.games.irish_gauge import table
from tests.games.irish_gauge.positions import play, position
from tests.walks import walk

NAMES = ["Ann", "Ben", "Cat", "Dai", "Eve"]


def plain(markup: str) -> str:
    return Text.from_markup(markup).plain


def cash(state: State) -> list[int]:
    return cast(list[int], state.view(None)["cash"])


def test_it_fits_80_columns_and_the_log_adds_up() -> None:
    """Every sum in the log is a change of cash, and every change is in the log."""
    for seats in (3, 5):
        one = games.game("irish-gauge", seats)
        names = NAMES[:seats]
        for step, (state, code) in enumerate(walk(one, 7, kinds_first=True)):
            after = state.copy()
            after.apply(code)
            told = "".join(story.text for story in table.tell(state, code, after, names))
            if "£" in told and "bids" not in told and "buys" not in told and "auction" not in told:
                paid = [sum(map(int, re.findall(rf"{name} \+£(\d+)", told))) for name in names]
                assert paid == [now - then for now, then in zip(cash(after), cash(state))]
            if step % 20 == 0:
                drawn = plain(table.board(after))
                widest = [line for line in drawn.splitlines() if not line.startswith(("Cities:", "Towns:"))]
                assert max(map(len, widest)) <= 80
                assert plain(table.prompt(after, names))


def test_the_board_says_whose_it_is_and_shows_pieces_by_letters() -> None:
    drawn = plain(table.board(position(shares={"GSW": [0]}, track={"GSW": "H10"}, cubes={"C12": "black"})))
    assert drawn.startswith("Edition capstone-2019: sourced")
    assert "wGM" in drawn       # Dublin: a white cube, GSW and MGW
    assert "bB" in drawn        # Belfast: a black cube, BCD
    assert "1xGSW" in drawn


def test_the_end_is_told_with_every_score() -> None:
    state = position(cash=[3, 7, 0], shares={"GSW": [0]}, bag=(0, 0, 1))
    play(state, "dividends")
    after = state.copy()
    after.do("draw black")
    told = [story.text for story in table.tell(state, int(state.legal()[0]), after, NAMES)]
    assert told[-1] == "Ann and Ben share the win."
    assert "Ann: £3 cash + £4 in shares = £7." in told
