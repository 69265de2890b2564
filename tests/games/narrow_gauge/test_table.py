"""The table as text: what is in sight, what a seat may not see, and a log that explains every payment."""
from __future__ import annotations

import re
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from roundhouse import Dice, State
from roundhouse.games import title
from tests.games.narrow_gauge.positions import COMPANIES, dealt, do, last_turn, refilled, table, turn
from tests.walks import walk

LOOK = title("narrow-gauge").table
NAMES = ["Ada", "Ben"]


def plain(markup: str) -> str:
    return Text.from_markup(markup).plain


def told(state: Any, line: str, seat: int | None = None) -> list[str]:
    """What the log says of a line, with the rules."""
    before = state.copy()
    state.do(line)
    stories = LOOK.tell(before, state.game.parse(line), state, NAMES, seat)
    return [f"{plain(story.text)} {story.rule}" for story in stories]


@pytest.mark.rule("NG-PEN-5", "NG-SET-1", "NG-COM-2")
def test_the_legend_the_dividends_and_the_market_are_always_in_sight() -> None:
    for state in (dealt(), turn(take="blue"), dealt(hidden_cities="on")):
        shown = plain(LOOK.board(state, 0))
        assert "^ difficult $2   ~ water $3" in shown
        assert "each other company's $1" in shown
        assert "seat 1 ───" in shown
        assert "0 south" in shown
        for company, dividend in zip(COMPANIES, (4, 4, 3, 3, 2)):
            assert re.search(rf"{company}, .* \${dividend} ", shown)


def test_the_board_says_that_it_is_reconstructed_and_fits_80_columns() -> None:
    for state in (dealt(hidden_cities="on"), turn("T01 T19 T43 T41 T38", seat=1, contracts="ohio", take="blue")):
        lines = plain(LOOK.board(state, None)).splitlines()
        assert lines[0].startswith("Edition reconstruction-1: reconstructed;")
        texts = [line for line in lines if not re.match(r"  (seat|turned|dealt)", line)]
        assert max(map(len, texts)) <= 80


def test_terrain_cities_and_locomotives_are_told_without_colour() -> None:
    shown = plain(LOOK.board(do(turn(take="blue", tiles={"H3": "green"}), "play T03 G5"), 0))
    for mark in ("D7~", "B4^", "H3▲", "G5+"):
        assert mark in shown
    assert len({plain(line)[0] for line in LOOK.board(dealt(), 0).splitlines() if ", " in line and "$" in line}) >= 5


def test_a_seat_never_sees_what_it_may_not_see() -> None:
    """The table, the log and the prompt are the same for all that the seat can't tell apart."""
    dice = Dice(3)
    for options in ({"hidden_money": "on"}, {"order": "random-order", "hidden_cities": "on", "more_power": "on"}):
        for step, (state, code) in enumerate(walk(table(**options), 5, kinds_first=True)):
            for seat in (0, 1) if step % 8 == 0 else ():
                twin = state.imagine(seat, dice)
                assert LOOK.board(twin, seat) == LOOK.board(state, seat)
                assert LOOK.prompt(twin, NAMES, seat) == LOOK.prompt(state, NAMES, seat)
                assert LOOK.prompt(twin, NAMES) == LOOK.prompt(state, NAMES)
            for seat in (0, 1):
                check_log(state, code, seat)


def check_log(state: State, code: int, seat: int) -> None:
    """What the seat is not shown in a line is in none of its sentences either."""
    if "?" not in state.shown(code, seat):
        return
    after = state.copy()
    after.apply(code)
    secret = state.game.text(code).split()[1]
    for story in LOOK.tell(state, code, after, NAMES, seat):
        assert secret not in re.findall(r"[\w-]+", plain(story.text))


def test_every_line_has_a_story_with_its_rule_and_every_markup_is_sound() -> None:
    console = Console(file=None, width=100, quiet=True)
    for options in ({}, {"order": "random-order", "more_power": "on", "hidden_cities": "on"}):
        for seed in range(2):
            for state, code in walk(table(**options), seed, kinds_first=True):
                after = state.copy()
                after.apply(code)
                stories = LOOK.tell(state, code, after, NAMES, None)
                assert stories
                for story in stories:
                    assert re.fullmatch(r"NG-[A-Z]+-\w+", story.rule)
                    console.print(story.text)
                assert LOOK.prompt(after, NAMES)
            console.print(LOOK.board(state, None))


def test_every_payment_is_told_with_its_sum() -> None:
    """The dollars in the log add up to what each player gained and paid."""
    for seed in range(3):
        for state, code in walk(table(order="random-order", more_power="on"), seed, kinds_first=True):
            after = state.copy()
            after.apply(code)
            texts = [plain(story.text) for story in LOOK.tell(state, code, after, NAMES, None)]
            for seat, name in enumerate(NAMES):
                gained = dollars(rf"{name} (?:connects|receives).*= \$(\d+)", texts)
                paid = dollars(rf"{name} pays \$(\d+)", texts)
                assert gained - paid == after.scores()[seat] - state.scores()[seat]


def dollars(pattern: str, texts: list[str]) -> int:
    return sum(int(n) for text in texts for n in re.findall(pattern, text))


def test_a_card_is_told_item_by_item() -> None:
    state = turn("T33 T03 T01 T05 T17", contracts="pennsylvania", tiles={"H3": "green"}, track={"red": "H4"})
    do(state, "take blue")
    assert told(state, "play T33 G5") == [
        "Ada plays T33 from G5: blue on H4, H3, I3. NG-CARD-8",
        "Ada pays $6 (H4 $3 + I3 $3). NG-PEN-4",
        "Ada connects H3: marker on 1, 1 x $2 + $1 by contract = $3. NG-CONN-1",
        "The green die moves by 1 certificate, from X to seat 0's $1 row. NG-COM-1",
    ]


def test_dividends_are_told_company_by_company_and_die_by_die() -> None:
    state = last_turn(dice={"purple": (2, 4), "pink": (3, -2)}, round_=3)
    do(state, "play T01 G5", "end", "draw")
    assert told(state, "card T20") == [
        "Ada draws T20. NG-HAND-1",
        "Round 3 is over: dividends. NG-RND-2",
        "blue 1:0, Ada +$5. NG-RND-3",
        "purple: 2 x $4, Ada +$8. NG-RND-4",
        "pink: 3 x $2, Ben +$6. NG-RND-4",
        "Ada receives $5 + $8 = $13. NG-RND-5",
        "Ben receives $0 + $6 = $6. NG-RND-5",
        "The game is over: Ada $30, Ben $26. Ada wins. NG-END-1",
    ]


def test_sealed_bids_are_told_when_both_are_in() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal maryland")
    assert told(state.copy(), "bid 3", 1) == ["Ada has made a bid. NG-BID-2"]
    assert told(state, "bid 3", 0) == ["Ada has made a bid of $3, in secret. NG-BID-2"]
    assert told(state, "bid 5", 0) == [
        "The bids: Ada $3, Ben $5. Both pay. NG-BID-3",
        "Ben has the first turn and chooses a contract first. NG-BID-4",
    ]


def test_a_hand_is_drawn_for_its_owner() -> None:
    state = turn("T03 T17 T19 T33 T43")
    assert "T43" in plain(LOOK.board(state, 0))
    assert "T43" not in plain(LOOK.board(state, 1))
    picture = plain(LOOK.board(state, 0)).split("upside down\n")[1].splitlines()
    assert picture[0].split() == ["T03", "T17", "T19", "T33", "T43"]
    assert [row[:6].rstrip() for row in picture[1:5]] == ["  #", "#", "", "o"]


def test_prompts_name_the_step() -> None:
    state = turn("T33 T03 T01 T05 T17")
    assert LOOK.prompt(state, NAMES).startswith("Ada: Step 1")
    assert "Step 2" in LOOK.prompt(do(state, "take blue"), NAMES)
    assert "Step 3" in LOOK.prompt(do(state, "play T03 G5"), NAMES)
    assert "Step 4" in LOOK.prompt(do(state, "end"), NAMES)
    over = refilled(do(last_turn(round_=3), "play T01 G5", "end"))
    assert "wins" in LOOK.prompt(over, NAMES)
    assert "play T17 G5" in plain(LOOK.help())
