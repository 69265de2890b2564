"""How Age of Rail looks in a browser: what its choices and scenes tell, and that the sums are those of the rules."""
from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse import Dice, games
from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail import drawing
from roundhouse.games.age_of_rail.facts import DividendDue
from roundhouse.games.age_of_rail.map import printed
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.sheet import CLEAR, sheet_of
from roundhouse.games.markup import Markup
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.editions import changed
from tests.games.age_of_rail.positions import ALLEGHENY, SOUTH_AFRICA, Line, do, start, table
from tests.games.drawn import NAMES, check_page, check_step, parsed
from tests.walks import Choice, over_games, tables, walk
from tests.walks import game as game_of


def effect(s: Position, line: str) -> str:
    shown = drawing.choices(sight(s, int(s.to_act)))
    return plain(next(choice.effect for choice in shown if choice.line == line), NAMES)


def scene(s: Position, facts: list[Fact]) -> Markup:
    assert isinstance(s.game, AgeOfRail)
    return drawing.scene(s.game, facts, NAMES[: s.game.seats])


@over_games(6)
@given(st.sampled_from(tables("age-of-rail")), st.integers(0, 10**6))
def test_scenes_tell_what_everybody_really_got(choice: Choice, seed: int) -> None:
    for state, code in walk(game_of(choice), seed, kinds_first=True):
        assert isinstance(state, Position)
        after = state.copy()
        facts = after.tell(code)
        if any(isinstance(fact, DividendDue) for fact in facts):
            check_totals(state, code, after, scene(state, facts))
    assert all(f"<b>${score}</b>" in scene(after, facts) for score in after.scores())


def check_totals(before: Position, code: int, after: Position, shown: str) -> None:
    """The last line of a dividend says what everybody really got, and the effect told it before."""
    foot = parsed(shown).find("section[@class='scene dividend']/table/tfoot/tr")
    assert foot is not None
    paid = [int((cell.text or "").removeprefix("+").removeprefix("$")) for cell in foot.findall("td")]
    if before.game.text(code) == "dividends":
        assert paid == [new - old for new, old in zip(after.cash, before.cash)]
    if code < before.game.first_bid:
        mine = paid[before.to_act]
        assert f": {'+' if mine else ''}${mine} for you" in effect(before, before.game.text(code))


def test_a_link_tells_its_price_and_its_gain() -> None:
    s = table(PRR=Line("lancaster~philadelphia harrisburg~lancaster altoona~harrisburg", 20))
    assert effect(s, "link PRR altoona~pittsburgh") == (
        "$5 of its Treasury of $20; Income +3 (1 + 2), Value +5; a share pays $3, now $2; "
        "no second link may follow: a double link does not go through Pittsburgh; reaches Pittsburgh: P&LE opens")
    assert effect(s, "link PRR allentown~philadelphia").endswith("a second link from Allentown may follow for $10")
    do(s, "link PRR allentown~philadelphia")
    assert effect(s, "done") == "the Treasury keeps $15"
    assert effect(s, "link PRR allentown~pottsville").startswith("$10 of its Treasury of $15; Income +2 (1 + 1)")


def test_the_first_link_is_free() -> None:
    s = start()
    do(s, "start 0", "bid 15", "pass", "pass")
    assert effect(s, "link CO charlottesville~richmond") == (
        "free; Income +4 (1 + 3), Value +5; a share pays $1, now $0")


def test_a_connection_tells_its_bonus() -> None:
    line = Line("boston~springfield albany~springfield albany~burlington", 25, (2, 1))
    s = table(BM=line)
    assert effect(s, "connect BM montreal") == "$20 of its Treasury of $25; $2 a share at once, +$4 for you"
    shown = scene(s, s.copy().tell(s.game.parse("connect BM montreal")))
    assert "Income 10 / 5 is $2 a share" in shown and "Aoife <b>+$4</b>" in shown


def test_a_development_tells_who_gains() -> None:
    s = table(NYC=Line("new-york~poughkeepsie", 0, (2,)), PRR=Line("allentown~new-york", 0, (0, 1)))
    assert effect(s, "develop new-york") == (
        "free; it grows from 3 to 6; Income of NYC +3 and PRR +3; a dividend brings you $4, now $2")
    do(s, "develop new-york")
    assert effect(s, "auto") == "Pittsburgh grows by itself from 2 to 3"
    assert effect(s, "develop allentown").startswith("$3 of your $80; it grows from 1 to 2; Income of PRR +1")
    auto = next(c for c in drawing.choices(sight(s, 0)) if c.line == "auto")
    assert not auto.spots


def test_offers_tell_what_the_share_brings() -> None:
    s = table(NYC=Line("new-york~poughkeepsie", 7, (1, 1)))
    assert effect(s, "offer NYC") == (
        "you open, $1 or more of your $80, or pass; it pays $1 a dividend now, $3 if the game ended now; "
        "the price goes into its Treasury of $7")
    assert effect(s, "offer-own NYC") == (
        "Brian <b> opens, $1 or more, and the price is yours; it pays $1 a dividend now, $5 if the game ended now; "
        "you would keep none")


def test_a_full_action_track_tells_the_dividend() -> None:
    s = table(action_track=33, NYC=Line("new-york~poughkeepsie", 0, (1,)))
    assert effect(s, "build-nothing").endswith("dividend 1 of 6 is paid: +$1 for you")


def test_a_track_that_stands_at_its_start_does_not_go_back() -> None:
    s = table(action_track=0, NYC=Line("new-york~poughkeepsie", 0, (1,)))
    assert effect(s, "dividends").startswith("the Action Track stays at 0; ")
    s.action_track = 7
    assert effect(s, "dividends").startswith("the Action Track goes back from 7 to 0; ")


def test_passing_and_bidding_tell_what_follows() -> None:
    s = start()
    do(s, "start 0")
    assert effect(s, "pass") == "you are out of this auction; Brian <b> is next"
    do(s, "bid 5", "pass")
    assert effect(s, "pass") == "the share of C&O goes for $5 to Aoife"
    assert plain(drawing.bid_note(sight(s, int(s.to_act)), 6), NAMES) == (
        "Leaves you $74; the price goes into its Treasury, now $0. The share pays $0 a dividend now, $0 if the game "
        "ended now, and you lay its first link free. With 1 share you would control it alone.")
    offered = table(NYC=Line("new-york~poughkeepsie", 0, (1, 1)))
    do(offered, "offer NYC", "pass", "pass")
    assert effect(offered, "pass") == "nobody bids, and the share of NYC is not sold"


def test_a_place_tells_what_is_there() -> None:
    s = table(NYC=Line("new-york~poughkeepsie"), levels={"new-york": 1})
    words = {spot.id: plain(spot.text) for spot in drawing.spots(sight(s, 0))}
    assert words["new-york"] == "New York, base of NYC, value 6, fully grown, NYC here"
    assert words["pittsburgh"] == "Pittsburgh, metro, base of P&LE, value 2, can grow to 3, 4, 5 and 6"
    assert words["new-york~poughkeepsie"] == "New York to Poughkeepsie, built by NYC"
    assert words["to:montreal"] == "Montreal from Burlington, $20, not built"
    assert words["share:PLE"] == "P&LE shares: not yet open"


@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
def test_links_pass_clear_of_other_places(edition: str) -> None:
    s = start(edition)
    at = sheet_of(s)
    for link, way in zip(s.board.link_ids, at.links):
        for place, (x, y) in zip(s.board.place_ids, at.places):
            if place not in link.split("~"):
                near = min(((way.at(n / 12)[0] - x) ** 2 + (way.at(n / 12)[1] - y) ** 2) ** 0.5 for n in range(1, 12))
                assert near >= CLEAR, f"{link} at {place}"


def test_both_editions_of_south_africa_lie_on_the_same_land() -> None:
    old, new = (printed(cast(AgeOfRail, start(edition).game)) for edition in (SOUTH_AFRICA, "south-africa-2024"))
    assert old.count("ar-water-") == new.count("ar-water-") > 0


@pytest.mark.compiled
def test_another_board_with_any_names_can_be_drawn(tmp_path: Path) -> None:
    data = games.game("age-of-rail", 3).edition.data
    railroads = [one | {"short": "<&>", "name": 'A "B" <i>', "color": '"><script>'} for one in data["railroads"]]
    places = [one | {"name": "<b>&", "x": 5, "y": 5 + n} for n, one in enumerate(data["places"])]
    change: dict[str, object] = {"railroads": railroads, "places": places, "externals": [], "name": "<&>"}
    game = games.game("age-of-rail", 6, changed(data, change, tmp_path / "mine.json"))
    for n, (state, code) in enumerate(walk(game, 3)):
        if n % 10 == 0:
            check_page(state, None)
            check_step(state, code, Dice(n))
