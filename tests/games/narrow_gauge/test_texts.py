"""The game in words: what is in sight, what a seat may not see, and a log that explains every payment."""
from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from roundhouse import WATCHER, Dice
from roundhouse.games import title
from roundhouse.games.narrow_gauge.facts_rounds import GameEnded
from roundhouse.games.sight import sight
from roundhouse.games.words import Words, plain
from tests.games.narrow_gauge.positions import (
    COMPANIES,
    dealt,
    do,
    last_turn,
    refilled,
    set_certificates,
    table,
    turn,
)
from tests.walks import walk

TEXTS = title("narrow-gauge").room.texts
NAMES = ["Ada", "Ben"]


def read(words: Words) -> str:
    return plain(words, NAMES)


def told(state: Any, line: str, seat: int | None = None) -> list[str]:
    """What the log says of a line to a seat when it happens, with the rules."""
    facts = state.tell(state.game.parse(line))
    seen = [fact if seat is None else fact.seen_by(seat) for fact in facts]
    return [f"{read(said)} {fact.rule}" for fact in seen if fact is not None and (said := TEXTS.tell(state.game, fact))]


def board(state: Any, seat: int | None) -> str:
    return read(TEXTS.board(sight(state, seat)))


def prompt(state: Any, seat: int | None = WATCHER) -> str:
    return read(TEXTS.prompt(sight(state, seat)))


# ---- the board -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NG-PEN-5", "NG-SET-1", "NG-COM-2")
def test_the_legend_the_dividends_and_the_market_are_always_in_sight() -> None:
    for state in (dealt(), turn(take="blue"), dealt(hidden_cities="on")):
        shown = board(state, 0)
        assert "^ difficult $2   ~ water $3" in shown
        assert "each other company's $1" in shown
        assert re.search("market     north ─+┤ X ├─+ south", shown)
        for company, dividend in zip(COMPANIES, (4, 4, 3, 3, 2)):
            assert re.search(rf"{company}, .* \${dividend} ", shown)


def test_the_board_says_that_it_is_reconstructed_and_fits_80_columns() -> None:
    for state in (dealt(hidden_cities="on"), turn("T01 T19 T43 T41 T38", seat=1, contracts="ohio", take="blue")):
        lines = board(state, None).splitlines()
        assert lines[0].startswith("Edition reconstruction-1: reconstructed;")
        texts = [line for line in lines if not re.match(r"  (Ada|Ben|turned|dealt)", line)]
        assert max(map(len, texts)) <= 80


def test_terrain_cities_and_locomotives_are_told_without_colour() -> None:
    shown = board(do(turn(take="blue", tiles={"H3": "green"}), "play T03 G5"), 0)
    for mark in ("D7~", "B4^", "H3▲", "G5+"):
        assert mark in shown
    assert len({line[0] for line in board(dealt(), 0).splitlines() if ", " in line and "$" in line}) >= 5


def test_a_hand_is_drawn_for_its_owner() -> None:
    state = turn("T03 T17 T19 T33 T43")
    assert "T43" in board(state, 0)
    assert "T43" not in board(state, 1)
    assert "hand of Ada" in board(state, 0)
    picture = board(state, 0).split("upside down\n")[1].splitlines()
    assert picture[0].split() == ["T03", "T17", "T19", "T33", "T43"]
    assert [row[:6].rstrip() for row in picture[1:5]] == ["  #", "#", "", "o"]


@pytest.mark.rule("NG-HID-1", "NG-HID-2", "NG-HID-5")
def test_a_seat_never_reads_what_it_may_not_see() -> None:
    """The table and the prompt are the same for all that the seat, or a watcher, can't tell apart."""
    for options in ({"hidden_money": "on"}, {"order": "random-order", "hidden_cities": "on", "more_power": "on"}):
        for step, (state, _) in enumerate(walk(table(**options), 5, kinds_first=True)):
            for seat in (0, 1, WATCHER) if step % 8 == 0 else ():
                twin = state.imagine(seat, Dice(step))
                assert board(twin, seat) == board(state, seat)
                assert prompt(twin, seat) == prompt(state, seat)


# ---- what happened ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("NG-PEN-1", "NG-PEN-2", "NG-PEN-3", "NG-PEN-4", "NG-CONN-1", "NG-CON-PA", "NG-COM-1")
def test_a_card_is_told_item_by_item_with_reasons() -> None:
    state = turn("T33 T03 T01 T05 T17", contracts="pennsylvania", tiles={"H3": "green"}, track={"red": "H4"})
    do(state, "take blue")
    assert told(state, "play T33 G5") == [
        "Ada plays T33 from G5: the blue line builds on H4, H3 and I3. NG-CARD-8",
        "Ada pays $6: $2 for difficult ground on H4, $1 for the locomotive of the red line on H4, $3 for water on I3. "
        "NG-PEN-4",
        "Ada connects H3 to the blue line: the marker goes from 0 to 1 and pays 1 × $2 + $1 by Pennsylvania = $3. "
        "NG-CONN-1",
        "The die of green goods moves 1 space for 1 certificate of the blue line, from X to Ada's $1 row. NG-COM-1",
    ]


@pytest.mark.rule("NG-CON-OH", "NG-CON-NC", "NG-CON-MD")
def test_contracts_that_set_a_price_are_named_where_they_do() -> None:
    state = turn("T33 T03 T01 T05 T17", contracts="ohio north-carolina maryland", more_power="on", track={"red": "H4"})
    do(state, "take blue")
    assert told(state, "play T33 G5")[1] == (
        "Ada pays $1: nothing by Ohio for difficult ground on H4, nothing by Maryland for the locomotive of the red "
        "line on H4, $1 by North Carolina for water on I3. NG-PEN-4"
    )


@pytest.mark.rule("NG-COM-1", "NG-COM-4", "NG-COM-5")
def test_a_die_is_told_with_whose_row_it_is_and_that_it_grows() -> None:
    state = turn("T03 T33 T01 T05 T17", seat=1, tiles={"H3": "blue"}, dice={"blue": (3, 1)})
    assert told(do(state, "take blue"), "play T03 G5")[-1] == (
        "The die of blue goods moves 1 space for 1 certificate of the blue line, from Ada's $1 row to Ben's $1 row; "
        "it grows from 3 to 4. NG-COM-1"
    )
    state = turn("T03 T33 T01 T05 T17", tiles={"H3": "green"}, dice={"green": (2, 4)})
    set_certificates(state, "blue", 2, 0)
    assert told(do(state, "take blue"), "play T03 G5")[-1] == (
        "The die of green goods moves 1 space for 3 certificates of the blue line, from Ada's $4 row to Ada's $5 row; "
        "2 more spaces would lead off the track. NG-COM-1"
    )


@pytest.mark.rule("NG-CON-VA", "NG-CON-KY", "NG-CON-TN")
def test_flips_are_told_with_what_they_do() -> None:
    state = turn("T03 T33 T01 T05 T17", contracts="virginia", tiles={"H3": "green"})
    do(state, "take blue", "play T03 G5")
    assert told(state, "flip virginia green") == [
        "Ada flips Virginia: a die moves once more. NG-CON-VA",
        "The die of green goods moves 2 spaces for Virginia, from Ada's $1 row to Ada's $3 row. NG-CON-VA",
    ]
    state = turn("T03 T33 T01 T05 T17", contracts="kentucky", take="blue")
    assert told(state, "flip kentucky") == ["Ada flips Kentucky: the next card is laid as its mirror image. NG-CON-KY"]


@pytest.mark.rule("NG-RND-2", "NG-RND-3", "NG-RND-4", "NG-RND-5", "NG-END-1")
def test_the_last_pay_day_is_told_company_by_company_and_die_by_die_and_explains_all_money() -> None:
    state = last_turn(dice={"purple": (2, 4), "pink": (3, -2)}, round_=3)
    do(state, "play T01 G5", "end", "draw")
    assert told(state, "card T20") == [
        "Ada draws T20. NG-HAND-1",
        "Round 3 is over, with 2 certificates left: dividends. NG-RND-2",
        "The blue line: Ada holds 1, Ben holds 0. For the majority Ada gets $5. NG-RND-3",
        "The die of purple goods stands on Ada's $4 row: Ada gets 2 × $4 = $8. NG-RND-4",
        "The die of pink goods stands on Ben's $2 row: Ben gets 3 × $2 = $6. NG-RND-4",
        "The die of blue goods stands on X and pays nobody. NG-RND-4",
        "The die of green goods stands on X and pays nobody. NG-RND-4",
        "Together: Ada $5 for majorities + $8 for commodities = $13; "
        "Ben $0 for majorities + $6 for commodities = $6. NG-RND-5",
        "The game is over. Ada: $20 at the start, −$3 for penalties, +$5 for majorities, +$8 for commodities = $30; "
        "Ben: $20 at the start, +$6 for commodities = $26. Ada wins. NG-END-1",
    ]


@pytest.mark.rule("NG-END-1")
def test_the_final_count_tells_every_account_by_itself() -> None:
    for seed in range(3):
        accounts: Counter[tuple[str, int]] = Counter()
        for state, code in walk(table(), seed, kinds_first=True):
            for fact in state.copy().tell(code):
                accounts.update({(fact.account, seat): amount for seat, amount in fact.money})
        assert isinstance(fact, GameEnded)
        for seat in (0, 1):
            assert accounts["connections", seat] == fact.connections[seat] > 0
            assert accounts["penalties", seat] == -fact.penalties[seat] < 0
            assert accounts["bids for the first turn", seat] == -fact.bids[seat]


@pytest.mark.rule("NG-CON-WV", "NG-RND-3")
def test_holdings_and_votes_are_told_apart_and_the_proxy_is_named() -> None:
    state = last_turn(contracts="west-virginia")
    set_certificates(state, "black", 1, 0)
    set_certificates(state, "red", 1, 2)
    do(state, "play T01 G5", "end", "draw")
    mine = "Ada holds 1, which counts 2 by West Virginia"
    assert told(state, "card T20")[2:4] == [
        f"The black line: {mine}, Ben holds 0. For the majority Ada gets $5. NG-RND-3",
        f"The red line: {mine}, Ben holds 2; a tie pays nobody. NG-RND-3",
    ]


@pytest.mark.rule("NG-RND-3")
def test_a_majority_for_which_an_edition_pays_nothing_is_no_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    state = do(last_turn(), "play T01 G5", "end", "draw")
    monkeypatch.setattr(state.board, "majority_bonus", 0)
    notes = [holding.note for panel in title("narrow-gauge").room.drawing.panels(sight(state, 0))
             for holding in panel.holdings]
    assert notes == ["ahead 1 to 0; a connection moves a die by 1 space"]
    assert told(state, "card T20")[2] == "The blue line: Ada holds 1, Ben holds 0; a majority pays nothing. NG-RND-3"


@pytest.mark.rule("NG-RND-6")
def test_certificates_that_nobody_took_are_counted_by_company() -> None:
    state = do(last_turn(), "play T01 G5", "end", "draw")
    assert "Certificates that nobody took leave the game: 2 of the blue line. NG-RND-6" in told(state, "card T20")


@pytest.mark.rule("NG-BID-2", "NG-BID-3", "NG-BID-4", "NG-BID-8")
def test_sealed_bids_are_told_when_both_are_in() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal maryland")
    for seat in (1, WATCHER):
        assert told(state.copy(), "bid 3", seat) == ["Ada has made a bid, in secret. NG-BID-2"]
    assert told(state, "bid 3", 0) == ["Ada has made a bid of $3, in secret. NG-BID-2"]
    assert told(state, "bid 5", 0) == [
        "The bids: Ada $3, Ben $5. Both pay. NG-BID-3",
        "Ben has bid more, has the first turn, and chooses a contract first. NG-BID-4",
    ]
    assert told(state, "contract ohio") == ["Ben takes Ohio, $3 Powder Crew, with a bid of $5. NG-BID-4"]
    assert told(state, "no-contract") == [
        "Ada takes no contract. NG-BID-5", "Georgia and Maryland went to nobody and leave the game. NG-BID-8",
    ]


@pytest.mark.rule("NG-BID-6", "NG-BID-7")
def test_why_lots_are_drawn_is_told() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal maryland")
    assert told(do(state.copy(), "bid 0"), "bid 0")[1] == (
        "Nobody bids anything: the first player is drawn, and nobody gets a contract. NG-BID-7"
    )
    assert told(do(state, "bid 3"), "bid 3")[1] == "A tie at $3: both bid again, once. NG-BID-6"
    assert told(do(state, "bid 2"), "bid 2")[1].startswith("A second tie: the first player is drawn")
    spent = do(dealt(), "deal ohio", "deal georgia", "deal maryland")
    assert told(do(spent, "bid 20"), "bid 20")[1:] == [
        "A tie at $20. NG-BID-6",
        "Nobody has any money: the first player is drawn, and nobody gets a contract. NG-BID-7",
    ]


@pytest.mark.rule("NG-ORD-2", "NG-ORD-3", "NG-ORD-4")
def test_kept_contracts_are_told_when_both_are_in() -> None:
    state = do(dealt(order="random-order"), "deal ohio", "deal georgia", "deal maryland", "deal kentucky")
    assert told(state.copy(), "keep ohio", 1) == ["Ada keeps one of two contracts, in secret. NG-ORD-2"]
    assert told(do(state, "keep ohio"), "keep kentucky", 0) == [
        "Ada has kept Ohio, $3 Powder Crew; Ben has kept Kentucky, $1 Switchback Permit. "
        "The two others go back unseen. NG-ORD-2",
        "Kentucky comes first in the alphabet: Ben has the first turn. NG-ORD-3",
    ]


# ---- what may be done ------------------------------------------------------------------------------------------------


def test_prompts_name_the_step() -> None:
    state = turn("T33 T03 T01 T05 T17")
    assert prompt(state) == "take a certificate (Step 1); you will build for its company."
    assert prompt(do(state, "take blue")) == "play a track card for the blue line (Step 2)."
    assert prompt(do(state, "play T03 G5")) == "play another card or end the building (Step 3), for the blue line."
    assert prompt(do(state, "end")) == "discard what you like, then draw (Step 4)."
    over = refilled(do(last_turn(round_=3), "play T01 G5", "end"))
    assert prompt(over) == "The game is over: Ada $22, Ben $20; Ada wins."
    assert "play T17 G5" in read(TEXTS.help())


@pytest.mark.rule("NG-BID-4", "NG-BID-5")
def test_prompts_are_in_words_not_in_the_notation() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal maryland", "bid 3", "bid 0")
    assert prompt(state, 0) == "take a contract worth at most your bid of $3, or take no contract."
    assert prompt(do(state, "no-contract"), 1) == "take no contract: your bid of $0 is enough for none."
