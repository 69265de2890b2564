"""What a game has that brings only rules and an edition, proved on all games: hexes, networks, cards, secrets."""
from __future__ import annotations

from array import array
from collections.abc import Iterator
from importlib import import_module

import pytest
from librt.vecs import vec
from mypy_extensions import i32

from roundhouse import OVER, WATCHER, Dice, State
from roundhouse.engine.contract import Edition, Game
from roundhouse.engine.facts import Happened
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.games import title, titles
from roundhouse.games.defaults import board, reading
from roundhouse.games.defaults.observer import View
from roundhouse.games.defaults.valuer import ScoreValuer, spread
from roundhouse.games.drawn import Panel
from roundhouse.games.sight import sight
from roundhouse.games.title import Title
from roundhouse.games.words import plain
from tests.games.drawn import check_choices, check_page, check_picture, check_secrets, check_step, names
from tests.walks import game, tables, walk

SPARSE = 37


@pytest.fixture(params=sorted(titles()))
def one(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Title:
    """Each title, as if it had no texts and no drawing."""
    found = title(request.param)
    for part in ("texts", "drawing"):
        plain_one = import_module(f"roundhouse.games.defaults.{part}").make(found)
        monkeypatch.setitem(found.room.__dict__, part, plain_one)
    return found


def positions(one: Title) -> Iterator[tuple[State, int]]:
    """A few of one random game with the most players."""
    for step, (state, code) in enumerate(walk(game(tables(one.name)[-1]), 4, kinds_first=True)):
        after = state.copy()
        after.apply(code)
        if step % SPARSE == 0 or after.to_act == OVER:
            yield state.copy(), code


@pytest.mark.compiled
def test_any_game_is_drawn_whole_and_keeps_its_secrets(one: Title) -> None:
    for state, code in positions(one):
        for seat in (0, WATCHER, None):
            check_page(state, seat)
        check_choices(state)
        check_secrets(state, Dice(1))
        after = state.copy()
        after.apply(code)
        if not any(fact.spots for fact in state.copy().tell(code)):     # a game's own facts know its own drawing
            check_step(state, code, Dice(2))
    check_picture(one.name)


def test_any_game_is_told_in_sentences(one: Title) -> None:
    texts = one.room.texts
    for state, code in positions(one):
        called = names(state.game)
        for fact in state.copy().tell(code):
            said = plain(texts.tell(state.game, fact), called)
            assert not said or (said[0].isupper() and said.endswith(".")), said
        for seat in (*range(state.game.seats), WATCHER):
            assert plain(texts.prompt(sight(state, seat)), called).endswith(".")
            assert len(plain(texts.board(sight(state, seat)), called).splitlines()) > 4


@pytest.mark.compiled
def test_any_game_is_observed_and_nothing_is_told_that_the_seat_cannot_see(one: Title) -> None:
    encoder = View(game(tables(one.name)[-1])).encoder
    assert encoder.size == sum(part.size for part in encoder.parts)
    for state, _ in positions(one):
        for seat in range(state.game.seats):
            numbers = observed(encoder, state, seat)
            assert min(numbers) >= 0 and max(numbers) <= 1
            assert observed(encoder, state.imagine(seat, Dice(7)), seat) == numbers


def observed(encoder: Encoder, state: State, seat: int) -> list[float]:
    numbers = vec[i32]([i32(0)] * encoder.size)
    encoder.encode(state, seat, numbers, 0)
    return list(array("f", bytes(memoryview(numbers))))


def test_any_game_is_valued_by_its_scores(one: Title) -> None:
    valuer = ScoreValuer([])
    for state, _ in positions(one):
        assert sum(valuer.shares(state)) == pytest.approx(1)
        guess = list(valuer.estimate(state))
        assert guess == [*map(float, state.scores()), spread(state.game)]


# ---- what is read off a game -----------------------------------------------------------------------------------------


def test_which_board_it_is_follows_from_the_edition() -> None:
    kinds = {name: board.board(title(name).game()).kind for name in titles()}
    assert kinds == {
        "irish-gauge": board.HEXES, "narrow-gauge": board.HEXES, "age-of-rail": board.NETWORK,
        "night-mail": board.NETWORK, "appalachian-trail": board.OPEN_TABLE,
    }
    rails = board.board(title("age-of-rail").game())
    assert len(rails.links) == 88
    assert rails.called("aliwal-north") == "Aliwal North"
    assert rails.colours["CDFM"] == "black"


@pytest.mark.parametrize("link", [["a", "b"], "a~b", {"id": "x", "between": ["a", "b"]}, {"from": "a", "to": "b"}])
def test_a_link_may_be_written_in_several_ways(link: object) -> None:
    places = [{"id": "a", "x": 0, "y": 0}, {"id": "b", "x": 9, "y": 3}, {"id": "c", "x": 3, "y": 9}]
    data = {"game": "g", "edition": "e", "places": places, "links": [link], "rivers": [["a", "z"], 7, None]}
    found = board.board(Bare(Edition("e", "d", data), 2, {}, ["pass"]))
    (only,) = found.links.values()
    assert only.ends == ("a", "b")


class Bare(Game):
    name = "bare"
    rules_version = 1


def test_lists_by_seat_are_told_from_others() -> None:
    found = reading.by_seat(title("appalachian-trail").game(2))
    assert {("hands",), ("goals",), ("areas",)} <= found
    assert ("display",) not in found      # which has two cards too, as a rule


def test_hidden_letters_are_hidden_in_panels_and_log() -> None:
    one = title("night-mail")
    state = one.game(2).start()
    for line in ("deal hub", "deal pine", "deal ford", "deal mill", "deal quay", "deal moor", "seal pine"):
        state.do(line)
    told = state.copy().tell(state.game.parse("seal quay"))[0]
    assert told == Happened("", 1, "seal quay", (1,))
    assert told.seen_by(0) == Happened("", 1, "seal ?", (1,))
    state.do("seal quay")
    mine, other = one.room.drawing.panels(sight(state, 0))
    assert mine == Panel("", "0", (), (("Hand", "2 cards"), ("Letter", "1 card")))
    assert other == Panel("", "", (), (("Hand", "2 cards"), ("Letter", "1 card")))
    aside = one.room.drawing.aside(sight(state, 0), ["Ann", "Ben"])
    assert "Pine Gap" in aside and "Quayside" not in aside
