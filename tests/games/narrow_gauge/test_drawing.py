"""The table in the browser: what is drawn, what each choice is said to do, and what stays hidden."""
from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from roundhouse import WATCHER, Dice, games
from roundhouse.games.drawn import Choice
from roundhouse.games.narrow_gauge import drawing
from roundhouse.games.narrow_gauge.rules import NarrowGauge, NarrowGaugeState
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.editions import changed
from tests.games.drawn import NAMES as EVERY_NAME
from tests.games.drawn import check_page, check_secrets, check_step, parsed, told
from tests.games.narrow_gauge.positions import dealt, do, last_turn, set_certificates, table, turn
from tests.games.narrow_gauge.test_hidden import CHOICES
from tests.walks import finished, walk

DATA = games.title("narrow-gauge").edition().data
NAMES = EVERY_NAME[:2]


def choice(state: NarrowGaugeState, line: str) -> Choice:
    return next(one for one in drawing.choices(sight(state, int(state.to_act))) if one.line == line)


def effect(state: NarrowGaugeState, line: str) -> str:
    return plain(choice(state, line).effect, NAMES)


def aside(state: NarrowGaugeState, seat: int | None) -> str:
    return drawing.aside(sight(state, seat), NAMES)


# ---- what is hidden --------------------------------------------------------------------------------------------------


@pytest.mark.rule("NG-HID-1", "NG-HID-2", "NG-HID-5")
@pytest.mark.parametrize("options", [CHOICES[0], CHOICES[-1]])
def test_nothing_hidden_is_drawn(options: dict[str, str]) -> None:
    for step, (state, code) in enumerate(walk(table(**options), 8, kinds_first=True)):
        if step % 7 == 0:
            check_secrets(state, Dice(step))
        if drawing.scene(cast(NarrowGauge, state.game), told(state, code, WATCHER), NAMES):
            check_step(state, code, Dice(step))


@pytest.mark.rule("NG-HID-5")
def test_hidden_money_is_not_in_the_panel_of_the_other() -> None:
    state = turn(cash=(33, 44), take="blue", hidden_money="on")
    assert [panel.cash for panel in drawing.panels(sight(state, 0))] == ["$33", ""]
    assert [panel.worth for panel in drawing.panels(sight(state, WATCHER))] == ["", ""]
    assert "44" not in aside(state, 0)
    assert [panel.cash for panel in drawing.panels(sight(state, None))] == ["$33", "$44"]


@pytest.mark.rule("NG-HID-5")
def test_hidden_money_is_not_in_the_dividends_of_the_other() -> None:
    """What a seat could work out from all that was paid, it is still not told."""
    for state, code in walk(table(hidden_money="on"), 6):
        game = cast(NarrowGauge, state.game)
        shown = [drawing.scene(game, told(state, code, seat), NAMES) for seat in (0, WATCHER, None)]
        if "Money" in shown[0] and "The final count" not in shown[0]:
            assert [words.count("<td>hidden</td>") for words in shown] == [1, 2, 0]


def test_a_finished_game_shows_both_hands() -> None:
    state = cast(NarrowGaugeState, finished(table(), 4))
    assert aside(state, None).count('class="hand"') == 2
    assert aside(state, WATCHER).count('class="hand"') == 0


# ---- what a choice is said to do -------------------------------------------------------------------------------------


@pytest.mark.rule("NG-CONN-1", "NG-COM-1")
def test_a_play_tells_its_price_its_city_and_its_die() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue", tiles={"H3": "green"})
    free = choice(state, "play T03 G5")
    assert (free.group, plain(free.label)) == ("Play T03", "from G5 to G4 and H3")
    assert plain(free.effect, NAMES) == "free; reaches H3: +$2; die of green goods to Aoife's $1 row"
    assert (free.by, free.spots) == (("card-T03",), ("G4", "H3"))
    assert effect(state, "play T17 G5 turned") == "costs $3: $3 for water on F4"
    do(state, "play T03 G5")
    assert choice(state, "play T33 G5").preview.count("ng-new-4") == 2


@pytest.mark.rule("NG-TOK-2", "NG-PEN-2")
def test_difficult_ground_tells_its_price_the_second_card_of_the_next_turn() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue")
    assert effect(state, "play T33 G5").endswith("difficult ground: if you play a second card, only one card next turn")
    do(state, "play T03 G5")
    costs = "costs $5: $2 for difficult ground on H4, $3 for water on I3"
    assert effect(state, "play T33 G5") == f"{costs}; your build token will turn dark: one card next turn"
    assert "next turn" not in effect(state, "play T17 G5")


@pytest.mark.rule("NG-TOK-2")
def test_a_dark_token_has_no_more_to_lose() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", dark=True, take="blue")
    assert "next turn" not in effect(state, "play T33 G5")


@pytest.mark.rule("NG-COM-5")
def test_a_die_that_crosses_is_told_with_its_new_number() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue", tiles={"H3": "green"}, dice={"green": (3, -1)})
    assert effect(state, "play T03 G5").endswith("die of green goods to Aoife's $1 row; it grows from 3 to 4")


@pytest.mark.rule("NG-COM-7")
def test_a_city_face_down_keeps_its_secret() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue", hidden_cities="on")
    assert effect(state, "play T03 G5") == "free; reaches H3: +$2; its tile is turned up then"
    assert "ng-face-down" in drawing.pieces(sight(state, 0), NAMES)


def test_the_best_play_of_a_card_comes_first() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue")
    plays = [one for one in drawing.choices(sight(state, 0)) if one.group == "Play T03"]
    assert plays[0].line == "play T03 G5"
    assert len(plays) > 1


@pytest.mark.rule("NG-SHR-1", "NG-RND-3")
def test_a_certificate_tells_what_it_brings() -> None:
    assert effect(turn(), "take black").startswith("1 to 0, majority +$5; a connection pays you $4;")


@pytest.mark.rule("NG-CON-PA")
def test_with_pennsylvania_a_certificate_tells_what_a_connection_really_pays() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", contracts="pennsylvania")
    assert "a connection pays you $3;" in effect(state, "take blue")
    cash = int(state.cash[0])
    assert int(do(state, "take blue", "play T03 G5").cash[0]) == cash + 3


@pytest.mark.rule("NG-CON-WV")
def test_with_west_virginia_a_certificate_tells_what_is_held_and_what_it_counts() -> None:
    state = turn(contracts="west-virginia")
    set_certificates(state, "black", 0, 1)
    assert effect(state, "take black").startswith("1 to 1, counted 2 to 1, majority +$5;")


@pytest.mark.rule("NG-TOK-2")
def test_the_end_of_building_tells_what_happens_to_the_token() -> None:
    state = do(turn(hand="T03 T33 T17 T04 T05", take="blue"), "play T03 G5", "play T33 G5")
    assert effect(state, "end") == (
        "you play no more cards; your build token turns dark, for two or more cards and difficult ground: "
        "one card next turn"
    )
    do(state, "end")
    assert effect(state, "draw") == "you draw 2 cards; your turn ends"


@pytest.mark.rule("NG-HAND-1", "NG-CON-GA")
def test_a_discard_tells_whether_another_card_is_drawn_for_it() -> None:
    """After a round with Georgia a hand may hold more than five."""
    state = do(turn(hand="T03 T33 T17 T04 T05", take="blue"), "play T03 G5", "end")
    assert effect(state, "discard T33").endswith("; another is drawn for it")
    state.hand[0] |= 1 << 19 | 1 << 20      # T20 and T21, as if Georgia had brought them
    assert effect(state, "discard T33").endswith("; none is drawn for it, for 5 cards stay in your hand")
    do(state, "discard T33")
    assert effect(state, "discard T17").endswith("; another is drawn for it")


@pytest.mark.rule("NG-BID-3", "NG-BID-4")
def test_a_bid_tells_what_is_left_and_what_it_is_enough_for() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal tennessee")
    mine = sight(state, 0)
    assert drawing.choices(mine) == []
    note = "You pay $3, won or lost, and keep $17. It is enough for Georgia or Ohio."
    assert plain(drawing.bid_note(mine, 3)) == note
    assert "too little for any of the contracts" in plain(drawing.bid_note(mine, 0))


# ---- scenes ----------------------------------------------------------------------------------------------------------


def scene(state: NarrowGaugeState, line: str) -> str:
    facts = state.tell(state.game.parse(line))
    return "".join(parsed(drawing.scene(cast(NarrowGauge, state.game), facts, NAMES)).itertext())


@pytest.mark.rule("NG-BID-2", "NG-BID-3")
def test_bids_are_opened_when_both_are_in() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal tennessee")
    assert scene(state, "bid 3") == ""
    for seat in (1, WATCHER):
        assert "sealed" in aside(state, seat)
        assert 'class="bid"' not in aside(state, seat)
    assert '<span class="bid">$3' in aside(state, 0)
    assert "Aoife $3Brian <b> $1Both pay. Aoife has bid more, has the first turn" in scene(state, "bid 1")


@pytest.mark.rule("NG-RND-3", "NG-RND-4", "NG-RND-5", "NG-END-1")
def test_the_dividends_and_the_final_count_are_scenes() -> None:
    scenes = []
    for state, code in walk(table(), 6):
        after = cast(NarrowGaugeState, state.copy())
        facts = after.tell(code)
        if "Dividends" in (shown := drawing.scene(cast(NarrowGauge, state.game), facts, NAMES)):
            paid = after.dividends[len(after.dividends) - 4:]
            assert f"<td>+${paid[0] + paid[2]}</td><td>+${paid[1] + paid[3]}</td>" in shown
            assert f"<td>${after.cash[0]}</td><td>${after.cash[1]}</td>" in shown
            scenes.append(shown)
    assert ["The final count" in shown for shown in scenes] == [False, False, True]
    assert "wins" in scenes[2]


@pytest.mark.rule("NG-END-1")
def test_the_final_count_leaves_the_earlier_rounds_to_the_story_of_the_game() -> None:
    for state, code in walk(table(), 8):
        after = cast(NarrowGaugeState, state.copy())
        shown = drawing.scene(cast(NarrowGauge, state.game), after.tell(code), NAMES)
    assert [row.findtext("th") for row in parsed(shown).iterfind("section/table/tfoot/tr")] == ["Dividends", "Money"]


@pytest.mark.rule("NG-CON-WV", "NG-RND-3")
def test_the_scene_of_a_pay_day_tells_holdings_and_votes_apart() -> None:
    state = last_turn(contracts="west-virginia")
    set_certificates(state, "black", 1, 0)
    do(state, "play T01 G5", "end", "draw")
    assert "Elk Fork Coal & Coke 1 : 0, counted 2 : 0 by West Virginia+$5" in scene(state, "card T20")


# ---- the board -------------------------------------------------------------------------------------------------------


def test_the_ground_says_where_it_comes_from_and_stays_small() -> None:
    ground = drawing.ground(cast(NarrowGauge, table()))
    assert "reconstructed" in ground.svg
    assert len(ground.svg) < 80_000


def test_what_has_changed_is_pointed_at() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue", tiles={"H3": "green"})
    facts = state.tell(state.game.parse("play T03 G5"))
    assert list(dict.fromkeys(spot for fact in facts for spot in fact.spots)) == [
        "G4", "H3", "company-blue", "market-green",
    ]


@pytest.mark.rule("NG-ORD-1")
def test_contracts_are_told_to_whom_they_are_shown() -> None:
    """Those dealt face down are for their owner."""
    state = do(dealt(), "deal ohio", "deal georgia", "deal tennessee")
    words = {spot.id: plain(spot.text) for spot in drawing.spots(sight(state, WATCHER))}
    assert words["contract-ohio"].startswith("Contract of Ohio, $3 Powder Crew: Difficult spaces cost you nothing.")
    hidden = cast(NarrowGaugeState, next(one for one, _ in walk(table(order="random-order"), 1) if one.to_act == 0))
    shown = [
        sum(spot.id.startswith("contract-") for spot in drawing.spots(sight(hidden, seat)))
        for seat in (0, 1, WATCHER, None)
    ]
    assert shown == [2, 2, 0, 4]


def test_another_edition_is_drawn_by_its_own_coordinates(tmp_path: Path) -> None:
    """Hexes moved far away, other colours, names with signs in them, and a longer connection track."""
    change: dict[str, object] = {
        "companies.0.id": "plaid", "companies.0.name": "Smoke & <Steam> \"Line\"", "connection_max": 40,
        "commodities.0.icon": "anvil", "commodity_rows": [1, 2], "die_max": 9, "companies.0.dividends": [1, 2, 3],
    }
    for n, one in enumerate(DATA["hexes"]):
        change |= {f"hexes.{n}.q": one["q"] - 40, f"hexes.{n}.r": one["r"] + 300}
    game = cast(NarrowGauge, games.game("narrow-gauge", 2, changed(DATA, change, tmp_path / "mine.json")))
    ground, usual = drawing.ground(game), drawing.ground(cast(NarrowGauge, table()))
    assert (ground.width, ground.height) == (usual.width, usual.height)
    for step, (state, _) in enumerate(walk(game, 1)):
        if step % 40 == 0:
            check_page(state, 0)
