"""How Irish Gauge looks in a browser: what its choices and scenes tell, and that the sums are those of the rules."""
from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import WATCHER, Dice, State, games
from roundhouse.engine.facts import Fact
from roundhouse.games.irish_gauge import drawing
from roundhouse.games.irish_gauge.dividends import mean_per_share
from roundhouse.games.irish_gauge.position import Position
from roundhouse.games.irish_gauge.rules import IrishGauge, IrishGaugeState
from roundhouse.games.markup import Markup
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.editions import changed
from tests.games.drawn import NAMES, check_choices, check_page, check_step, parsed
from tests.games.irish_gauge.positions import RAILWAYS, new, opened, play, position
from tests.walks import over_games, walk


def effect(state: IrishGaugeState, line: str) -> str:
    mine = sight(state, int(state.to_act))
    return next(plain(c.effect, NAMES) for c in drawing.choices(mine) if c.line == line)


def scene(state: State, facts: list[Fact]) -> Markup:
    assert isinstance(state.game, IrishGauge)
    return drawing.scene(state.game, facts, NAMES[: state.game.seats])


@over_games(6)
@given(st.integers(3, 5), st.integers(0, 10**6))
def test_scenes_tell_what_everybody_really_got(seats: int, seed: int) -> None:
    for state, code in walk(games.game("irish-gauge", seats), seed, kinds_first=True):
        after = state.copy()
        shown = scene(state, after.tell(code))
        if state.game.text(code).startswith("draw"):
            check_totals(state, after, shown)
    assert all(f"£{score}</b>" in shown for score in after.scores())


def check_totals(before: State, after: State, shown: str) -> None:
    """The last line of a dividend says what everybody really got."""
    assert isinstance(before, Position) and isinstance(after, Position)
    gains = [new - old for new, old in zip(after.cash, before.cash)]
    foot = parsed(shown).find("section/table/tfoot/tr")
    assert foot is not None and [cell.text for cell in foot.findall("td")] == [
        f"+£{gain}" if gain else "£0" for gain in gains
    ]


def test_averages_are_those_of_all_draws() -> None:
    state = position(shares={"WLW": [0, 1], "GSW": [0]}, track={"WLW": "K3", "GSW": "G11 F11"}, bag=(2, 5, 1))
    called = play(state.copy(), "dividends")
    gains, ways = 0.0, 0
    for code, weight in called.outcomes():
        after = called.copy()
        after.apply(code)
        gains += weight * int(after.cash[0] - called.cash[0])
        ways += weight
    held = [RAILWAYS.index(railway) for railway in ("WLW", "GSW")]
    assert sum(mean_per_share(state, r, state.sold[r]) for r in held) == pytest.approx(gains / ways)


def test_building_tells_its_price_and_its_gain() -> None:
    state = position(shares={"WLW": [0, 1]}, cubes={"L4": "pink"}, track={"GSW": "M4"})
    assert effect(state, "track WLW K3").startswith(
        "1 of 3 points; reaches Shannon: +£3 for each WLW share if all its Cities pay, +£")
    assert effect(state, "track WLW K5") == "2 of 3 points, as the ground is difficult; Kilkenny is then 3 hexes away"
    assert effect(state, "track WLW M4") == "1.5 of 3 points, shared with GSW; Cork is then 2 hexes away"
    assert effect(play(state, "track WLW L5"), "done") == "2 points unused; Brian <b> is next"


def test_joining_the_major_cities_tells_what_it_pays() -> None:
    to_belfast = "H10 H9 H8 H7 H6 H5 H4 H3 G11 F11 F10 E10 D11"
    state = position(shares={"MGW": [0, 0, 1]}, track={"MGW": to_belfast + " C11"})
    assert "joins the major cities, £4 a share at once: +£8 for you" in effect(state, "track MGW C12")
    shown = scene(state, state.tell(state.game.parse("track MGW C12")))
    assert "£12 over 3 shares, £4 each." in "".join(parsed(shown).itertext()) and "Aoife <b>+£8</b>" in shown


def test_an_interest_tells_what_it_changes() -> None:
    state = position(shares={"WLW": [0]}, track={"WLW": "K3"}, bag=(0, 0, 3))
    assert effect(state, "interest K3 black") == (
        "£4 when black is drawn (2 of 2 in the bag), not £2; "
        "a call brings you £0 on average, now £0")
    last = position(shares={"WLW": [0]}, track={"WLW": "K3"}, bag=(0, 0, 1))
    assert effect(last, "interest K3 black").endswith("the bag is then empty, and the game is over")


def test_passing_tells_who_has_the_share() -> None:
    state = play(opened(), "bid 7, pass")
    assert effect(state, "pass") == "Aoife has the CBSC share for £7"
    assert effect(play(opened(), "pass, pass"), "pass") == "Aoife has the CBSC share free, since nobody bid"
    assert effect(play(opened(), "bid 7"), "pass") == "you are out of this auction; Ciara & Co is next"


def test_a_bid_tells_what_is_left() -> None:
    assert plain(drawing.bid_note(sight(opened(), 0), 9)) == (
        "Leaves you £11. The share counts £7 at the end, £2 less than the bid; with 1 share sold, a call for "
        "dividends pays it £0 on average, £0 at most.")
    assert drawing.bid_note(sight(new(), 0), 9) == drawing.bid_note(sight(opened(), 1), 9) == ()


def test_engines_stand_where_the_track_is() -> None:
    state = position(seats=5, track={"CBSC": "N5", "WLW": "N5"})
    watched = sight(state, WATCHER)
    assert drawing.pieces(watched, NAMES).count('href="#ig-engine-0"') == 2       # Cork and N5
    spot = next(spot for spot in drawing.spots(watched) if spot.id == "N5")
    assert plain(spot.text) == "N5, easy, CBSC and WLW here"
    assert spot.neighbours == {"left": "N4", "right": "N6", "up": "M5", "down": "O4"}


@pytest.mark.rule("IG-DIV-2")
def test_the_cities_that_pay_are_pointed_at() -> None:
    state = play(position(shares={"WLW": [0]}, cubes={"L4": "pink", "O4": "black"}), "dividends")
    drawn = state.tell(state.game.parse("draw pink pink black"))[0]
    assert set(drawn.spots) == {"L4", "O4"}


@pytest.mark.rule("IG-DIV-4")
def test_a_dividend_shows_what_was_rounded_up() -> None:
    state = play(position(shares={"WLW": [0, 1, 1, 2], "GSW": [0]}, track={"WLW": "K3", "GSW": "J12"}), "dividends")
    shown = scene(state, state.tell(state.game.parse("draw white white white")))
    rows = parsed(shown).findall("section/table/tbody/tr")
    shares = {"".join(row[0].itertext()): "".join(row[3].itertext()) for row in rows}
    assert shares == {"CBSC": "–", "WLW": "£2 rounded up", "BCD": "–", "GSW": "£6", "MGW": "–"}


def test_another_board_with_any_names_can_be_drawn(tmp_path: Path) -> None:
    data = games.game("irish-gauge", 3).edition.data
    hexes = [
        {"id": "x1", "q": -3, "r": 9, "terrain": "urban", "name": '<i>"Ends" & Co', "site": "city"},
        {"id": "x2", "q": -2, "r": 9, "terrain": "difficult"},
        {"id": "x3", "q": -1, "r": 9, "terrain": "urban", "name": "B", "site": "town"},
    ]
    railway = {"name": "<b>A & B", "color": '"><script>', "home": "x1", "shares": [3, 4], "locomotives": 5}
    railways = [railway | {"id": f"R{n}"} for n in range(20)]
    file = changed(data, {"hexes": hexes, "railways": railways, "major_cities": ["x1"]}, tmp_path / "mine.json")
    game = games.game("irish-gauge", 5, file)
    for state, code in walk(game, 3):
        after = state.copy()
        after.apply(code)
        check_step(state, code, Dice(3))
        check_choices(after)
    check_page(after, None)
