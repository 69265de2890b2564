"""The table in the browser: what is drawn, what each choice is said to do, and what stays hidden."""
from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from roundhouse import Dice, State, games
from roundhouse.engine.contract import WATCHER
from roundhouse.games.drawing import Choice
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.editions import changed
from tests.games.drawn import NAMES as EVERY_NAME
from tests.games.drawn import check_page, check_secrets, check_step, parsed
from tests.games.narrow_gauge.positions import dealt, do, table, turn
from tests.games.narrow_gauge.test_hidden import CHOICES
from tests.walks import finished, walk

DRAWING = games.title("narrow-gauge").drawing
DATA = games.title("narrow-gauge").edition().data
NAMES = EVERY_NAME[:2]


def choice(state: State, line: str) -> Choice:
    return next(one for one in DRAWING.choices(state, NAMES) if one.line == line)


# ---- what is hidden --------------------------------------------------------------------------------------------------


@pytest.mark.rule("NG-HID-1", "NG-HID-2", "NG-HID-5")
@pytest.mark.parametrize("options", [CHOICES[0], CHOICES[-1]])
def test_nothing_hidden_is_drawn(options: dict[str, str]) -> None:
    for step, (state, code) in enumerate(walk(table(**options), 8, kinds_first=True)):
        if step % 7 == 0:
            check_secrets(state, Dice(step))
        after = state.copy()
        after.apply(code)
        if DRAWING.scene(state, code, after, NAMES, WATCHER):
            check_step(state, code, after, Dice(step))


@pytest.mark.rule("NG-HID-5")
def test_hidden_money_is_not_in_the_panel_of_the_other() -> None:
    state = turn(cash=(33, 44), take="blue", hidden_money="on")
    assert [panel.cash for panel in DRAWING.panels(state, 0)] == ["$33", ""]
    assert [panel.worth for panel in DRAWING.panels(state, WATCHER)] == ["", ""]
    assert "44" not in DRAWING.aside(state, 0, NAMES)
    assert [panel.cash for panel in DRAWING.panels(state, None)] == ["$33", "$44"]


@pytest.mark.rule("NG-HID-5")
def test_hidden_money_is_not_in_the_dividends_of_the_other() -> None:
    """What a seat could work out from all that was paid, it is still not told."""
    for state, code in walk(table(hidden_money="on"), 6):
        after = state.copy()
        after.apply(code)
        shown = [DRAWING.scene(state, code, after, NAMES, seat) for seat in (0, -1, None)]
        if "Dividends of round" in shown[0]:
            assert [words.count("<td>hidden</td>") for words in shown] == [1, 2, 0]


def test_a_finished_game_shows_both_hands() -> None:
    state = finished(table(), 4)
    assert DRAWING.aside(state, None, NAMES).count('class="hand"') == 2
    assert DRAWING.aside(state, -1, NAMES).count('class="hand"') == 0


# ---- what a choice is said to do -------------------------------------------------------------------------------------


@pytest.mark.rule("NG-CONN-1", "NG-COM-1")
def test_a_play_tells_its_price_its_city_and_its_die() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue", tiles={"H3": "green"})
    free = choice(state, "play T03 G5")
    assert (free.group, free.label) == ("Play T03", "from G5 to G4, H3")
    assert free.effect == "free; reaches H3: +$2; green die to your $1 row"
    assert free.spots == ("G4", "H3", "card-T03")
    assert choice(state, "play T17 G5 turned").effect == "costs $3"
    do(state, "play T03 G5")
    assert choice(state, "play T33 G5").effect == "costs $5"
    assert choice(state, "play T33 G5").preview.count("ng-new-4") == 2


@pytest.mark.rule("NG-COM-5")
def test_a_die_that_crosses_is_told_with_its_new_number() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue", tiles={"H3": "green"}, dice={"green": (3, -1)})
    assert choice(state, "play T03 G5").effect.endswith("green die to your $1 row, now 4")


@pytest.mark.rule("NG-COM-7")
def test_a_city_face_down_keeps_its_secret() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue", hidden_cities="on")
    assert choice(state, "play T03 G5").effect == "free; reaches H3: +$2; its tile is turned up then"
    assert "ng-face-down" in DRAWING.pieces(state, 0)


def test_the_best_play_of_a_card_comes_first() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue")
    plays = [one for one in DRAWING.choices(state, NAMES) if one.group == "Play T03"]
    assert plays[0].line == "play T03 G5"
    assert len(plays) > 1


@pytest.mark.rule("NG-SHR-1", "NG-RND-3")
def test_a_certificate_tells_what_it_brings() -> None:
    effect = choice(turn(), "take black").effect
    assert effect.startswith("1 to 0, majority +$5; a connection pays $4;")


@pytest.mark.rule("NG-TOK-2")
def test_the_end_of_building_tells_what_happens_to_the_token() -> None:
    state = do(turn(hand="T03 T33 T17 T04 T05", take="blue"), "play T03 G5", "play T33 G5")
    assert choice(state, "end").effect == "you play no more cards; your build token turns dark: one card next turn"
    do(state, "end")
    assert choice(state, "draw").effect == "you draw 2, and your turn ends"


@pytest.mark.rule("NG-BID-3", "NG-BID-4")
def test_a_bid_tells_what_is_left_and_what_it_is_enough_for() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal tennessee")
    assert DRAWING.choices(state, NAMES) == []
    assert DRAWING.bid_note(state, 3, NAMES) == "You pay $3, won or lost, and keep $17. It is enough for Georgia, Ohio."
    assert "none of the contracts" in DRAWING.bid_note(state, 0, NAMES)


# ---- scenes ----------------------------------------------------------------------------------------------------------


def scene(state: NarrowGaugeState, line: str) -> str:
    before = state.copy()
    do(state, line)
    shown = DRAWING.scene(before, state.game.parse(line), state, NAMES, 0)
    return "".join(parsed(shown).itertext())


@pytest.mark.rule("NG-BID-2", "NG-BID-3")
def test_bids_are_opened_when_both_are_in() -> None:
    state = do(dealt(), "deal ohio", "deal georgia", "deal tennessee")
    assert scene(state, "bid 3") == ""
    assert "has bid, sealed" in DRAWING.aside(state, 1, NAMES)
    assert "bids" not in DRAWING.aside(state, 1, NAMES)
    assert 'bids <span class="bid">$3' in DRAWING.aside(state, 0, NAMES)
    assert "Aoife $3Brian <b> $1Both pay. Aoife has the first turn" in scene(state, "bid 1")


@pytest.mark.rule("NG-RND-3", "NG-RND-4", "NG-RND-5", "NG-END-1")
def test_the_dividends_and_the_final_count_are_scenes() -> None:
    scenes = []
    for state, code in walk(table(), 6):
        after = cast(NarrowGaugeState, state.copy())
        after.apply(code)
        if "Dividends" in (shown := DRAWING.scene(state, code, after, NAMES, WATCHER)):
            paid = after.dividends[len(after.dividends) - 4:]
            assert f"<td>+${paid[0] + paid[2]}</td><td>+${paid[1] + paid[3]}</td>" in shown
            assert f"<td>${after.cash[0]}</td><td>${after.cash[1]}</td>" in shown
            scenes.append(shown)
    assert ["Dividends of round" in shown for shown in scenes] == [True, True, False]
    assert "The final count" in scenes[2]
    assert "wins" in scenes[2]


# ---- the board -------------------------------------------------------------------------------------------------------


def test_the_ground_says_where_it_comes_from_and_stays_small() -> None:
    ground = DRAWING.ground(table())
    assert "reconstructed" in ground.svg
    assert len(ground.svg) < 70_000


def test_what_has_changed_is_pointed_at() -> None:
    state = turn(hand="T03 T33 T17 T04 T05", take="blue", tiles={"H3": "green"})
    before = state.copy()
    code = state.game.parse("play T03 G5")
    state.apply(code)
    assert DRAWING.changed(before, code, state, 1) == ["G4", "H3", "company-blue", "market-green"]


def test_contracts_are_told_to_whom_they_are_shown() -> None:
    """NG-ORD-1: those dealt face down are for their owner."""
    state = do(dealt(), "deal ohio", "deal georgia", "deal tennessee")
    words = {spot.id: spot.text for spot in DRAWING.spots(state, WATCHER)}
    assert words["contract-ohio"].startswith("Contract of Ohio, $3, Powder Crew: Difficult spaces cost you nothing.")
    hidden = next(state for state, _ in walk(table(order="random-order"), 1) if state.to_act == 0)
    shown = [sum(spot.id.startswith("contract-") for spot in DRAWING.spots(hidden, seat)) for seat in (0, 1, -1, None)]
    assert shown == [2, 2, 0, 4]


def test_another_edition_is_drawn_by_its_own_coordinates(tmp_path: Path) -> None:
    """Hexes moved far away, other colours, names with signs in them, and a longer connection track."""
    change: dict[str, object] = {
        "companies.0.id": "plaid", "companies.0.name": "Smoke & <Steam> \"Line\"", "connection_max": 40,
        "commodities.0.icon": "anvil", "commodity_rows": [1, 2], "die_max": 9, "companies.0.dividends": [1, 2, 3],
    }
    for n, one in enumerate(DATA["hexes"]):
        change |= {f"hexes.{n}.q": one["q"] - 40, f"hexes.{n}.r": one["r"] + 300}
    game = games.game("narrow-gauge", 2, changed(DATA, change, tmp_path / "mine.json"))
    ground = DRAWING.ground(game)
    assert (ground.width, ground.height) == (DRAWING.ground(table()).width, DRAWING.ground(table()).height)
    for step, (state, _) in enumerate(walk(game, 1)):
        if step % 40 == 0:
            check_page(state, 0)
