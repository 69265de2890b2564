"""The search: it keeps its tree, is honest, gives the same move for the same seed, and finds what is plain to see."""
from __future__ import annotations

import json
from importlib import import_module

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse import OVER, Dice, Game, State, games
from roundhouse.bots import Seat, bot
from roundhouse.bots.match import play
from roundhouse.bots.search import TIE_NOISE, Search, with_tie_noise
from roundhouse.bots.thinkers import GreedyBot, LevelBot, SearchBot
from roundhouse.bots.tree import contains
from roundhouse.bots.values import tuned, valuer
from roundhouse.engine.value import Valuer
from roundhouse.games import Setup, titles
from roundhouse.records import Course
from tests.walks import game, tables, under_way, walk


def tree(state: State, seat: int, iterations: int, playout: int = 0) -> Search:
    search = Search(valuer(state.game.name), seat, state.game.seats, playout, 0.3, 0.6, 0.05, 24)
    dice = Dice(1)
    for _ in range(iterations):
        search.iterate(state.imagine(seat, dice), dice)
    return search


def live(one: Game, steps: int, seed: int = 1) -> Course:
    return under_way(Setup.of_game(one), steps, seed)


def test_tie_noise_decides_little_and_nothing_when_all_is_lost() -> None:
    dice = Dice(1)
    assert all(0.5 <= with_tie_noise(0.5, dice) <= 0.5 + TIE_NOISE for _ in range(100))
    assert len({with_tie_noise(0.5, dice) for _ in range(100)}) > 50
    assert all(with_tie_noise(1e-9, dice) < 1.1e-9 for _ in range(100))
    assert with_tie_noise(0.0, dice) == 0.0 and with_tie_noise(1.0, dice) == 1.0


def test_a_search_by_time_ends_and_gives_a_legal_move() -> None:
    begun = live(games.game("irish-gauge", 3), 20)
    thinker = bot("search-0.02s")
    assert isinstance(thinker, SearchBot) and (thinker.iterations, thinker.seconds) == (None, 0.02)
    assert thinker.choose(Seat(begun, begun.to_act), Dice(1)) in begun.state.legal()


@pytest.mark.parametrize("name", sorted(titles()))
def test_each_level_searches_longer_than_the_one_below(name: str) -> None:
    levels = tuned(name)[1].levels
    assert len(levels) == 3 and sorted(set(levels)) == list(levels)
    begun = live(games.game(name), 40)
    for level, iterations in zip((3, 4), levels):
        thinker = LevelBot(level)
        thinker.seconds = None      # however slow this machine is
        found = thinker.think(Seat(begun, begun.to_act), Dice(1)).root_actions()
        assert sum(visits for _, visits, _ in found) == iterations


@pytest.mark.parametrize("name", sorted(titles()))
def test_the_same_seed_and_iterations_give_the_same_move(name: str) -> None:
    begun = live(game(tables(name)[0]), 40)
    seat = Seat(begun, begun.to_act)
    choices = {SearchBot(15).choose(seat, Dice(5)) for _ in range(2)}
    assert len(choices) == 1
    assert choices <= set(seat.legal())


@pytest.mark.parametrize("name", sorted(titles()))
def test_a_search_does_not_change_the_game(name: str) -> None:
    begun = live(game(tables(name)[0]), 60)
    before = begun.state.view(None)
    SearchBot(12).choose(Seat(begun, begun.to_act), Dice(5))
    assert begun.state.view(None) == before


@pytest.mark.parametrize("name", sorted(titles()))
def test_chances_to_win_add_up_to_one(name: str) -> None:
    begun = live(game(tables(name)[0]), 50)
    search = tree(begun.state, begun.to_act, 30)
    assert sum(search.root_value()) == pytest.approx(1)
    for _, visits, chances in search.root_actions():
        assert visits > 0
        assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("name", sorted(titles()))
def test_two_states_that_look_the_same_to_a_seat_get_the_same_move(name: str) -> None:
    """Honest: the choice depends on nothing that the seat can't see, nor does anything that a bot is given."""
    for steps in (45, 60, 75, 90):
        begun = live(game(tables(name)[0]), steps)
        seat = begun.to_act
        searched, greedy, given = set(), set(), set()
        for stream in range(3):
            other = begun.copy()
            other.state = begun.state.imagine(seat, Dice(9, stream))
            shown = Seat(other, seat)
            searched.add(SearchBot(12).choose(shown, Dice(5)))
            greedy.add(GreedyBot().choose(shown, Dice(5)))
            everything = shown.view(), shown.imagine(Dice(5)).view(None), shown.legal(), list(shown.history)
            given.add(json.dumps(everything))
        assert len(searched) == len(greedy) == len(given) == 1


def test_the_tree_is_kept_between_moves() -> None:
    """The others make moves that the tree has looked at: the next search goes on from there with what it knows."""
    begun = live(games.game("irish-gauge", 3), 9)
    me = begun.to_act
    thinker = SearchBot(300)
    thinker.choose(Seat(begun, me), Dice(3))
    first = thinker._search
    assert first is not None
    node, code = first.root, int(first.most_visited())
    while True:
        begun.apply(code)
        node = first._find(node, code)
        if begun.to_act == me:
            break
        followed = [int(code) for code in begun.state.legal() if first._find(node, code) >= 0]
        code = max(followed, key=lambda code: int(first.visits[first._find(node, code)]))
    known = first.visits[node]
    assert known > 0
    thinker.iterations = 10
    thinker.choose(Seat(begun, me), Dice(3))
    assert thinker._search is first
    assert first.root == node
    assert first.visits[node] == known + 10


def test_another_game_is_not_mistaken_for_the_one_before() -> None:
    thinker = SearchBot(50)
    for seed in (1, 2):
        begun = live(games.game("irish-gauge", 3), 40, seed)
        assert thinker.choose(Seat(begun, begun.to_act), Dice(1)) in begun.state.legal()


def test_it_sees_a_win_in_one() -> None:
    """Calling for the last dividends wins at once: the search finds it, and so does greedy."""
    from tests.games.irish_gauge.positions import position

    state = position(cash=[10, 12, 0], shares={"GSW": [0]}, track={"GSW": "F11"}, bag=(3, 0, 0), cubes={"H11": "white"})
    code, _, chances = tree(state, 0, 60).root_actions()[0]
    assert state.game.text(code) == "dividends"
    assert chances[0] > 0.9


def test_a_game_without_a_value_function_is_played_by_its_scores() -> None:
    one = games.game("irish-gauge", 3)
    shares = Valuer([]).shares(one.start())
    assert list(shares) == pytest.approx([1 / 3] * 3)
    plain = import_module("roundhouse.games.defaults.valuer").make(games.title("irish-gauge"))
    *guess, spread = plain.make([]).estimate(one.start())
    assert guess == [20, 20, 20]
    assert spread > 0


def test_when_it_is_over_the_shares_are_the_result() -> None:
    one = games.game("irish-gauge", 3)
    for state, _ in walk(one, 3):
        last = state
    assert last.to_act == OVER
    won = last.winners()
    assert list(valuer("irish-gauge").shares(last)) == [1 / len(won) if seat in won else 0 for seat in range(3)]


@pytest.mark.compiled
def test_search_beats_random() -> None:
    one = Setup.of("irish-gauge", 3)
    won = 0.0
    for number in range(6):
        bots = [bot("random"), bot("random"), bot("random")]
        bots[number % 3] = bot("search-5")
        result = play(one, ["x"] * 3, bots, 1, number).result
        assert result is not None
        won += number % 3 in result.winners
    assert won >= 4


def test_small_parts() -> None:
    codes = vec[i64]([2, 5, 9])
    assert [contains(codes, n) for n in (1, 2, 5, 6, 9, 10)] == [False, True, True, False, True, False]
    assert not contains(vec[i64](), 3)
