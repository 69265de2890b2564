"""The search that an evaluator guides: honest, repeatable, and batches of leaves are no more than that."""
from __future__ import annotations

import pytest

from roundhouse import CHANCE, Dice, State
from roundhouse.bots import Seat
from roundhouse.bots.evaluator import Evaluator, Leaf, LookEvaluator, OwnEvaluator
from roundhouse.bots.guided import GuidedSearch
from roundhouse.bots.thinkers import Guidance, GuidedBot, guided_search
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import HIDDEN
from roundhouse.games import Setup, titles
from roundhouse.records import Course
from tests.games.narrow_gauge.test_auction import auction
from tests.walks import game, tables


class Even:
    """Everything is worth the same to all; it notes what it was asked."""

    def __init__(self, batch: int = 1) -> None:
        self.batch = batch
        self.asked: list[int] = []
        self.choices: list[int] = []

    def evaluate(self, leaves: list[Leaf]) -> None:
        self.asked.append(len(leaves))
        for leaf in leaves:
            self.choices.append(len(leaf.codes))
            leaf.answer([1] * leaf.state.game.seats)


def look(name: str) -> LookEvaluator:
    return LookEvaluator(valuer(name), 1)


class Stubborn:
    """Sure that one action is the one to follow; all positions are worth the same to it."""

    def __init__(self, action: str) -> None:
        self.action = action

    def evaluate(self, leaves: list[Leaf]) -> None:
        for leaf in leaves:
            texts = [leaf.state.game.text(code) for code in leaf.codes]
            leaf.answer([1] * leaf.state.game.seats, [1.0 if text == self.action else 1e-9 for text in texts])


def grown(state: State, evaluator: Evaluator, iterations: int, how: Guidance | None = None) -> GuidedSearch:
    seat = int(state.to_act)
    search = guided_search(evaluator, state.game, seat, how or Guidance())
    dice = Dice(1)
    for _ in range(iterations):
        search.iterate(state.imagine(seat, dice), dice)
    search.settle(dice)
    return search


def begun(name: str, steps: int) -> Course:
    """A game some steps on, at a decision; fewer steps where it would be over by then."""
    course = Course(Setup.of_game(game(tables(name)[0])))
    dice = Dice(1)
    while len(course.steps) < steps or course.to_act == CHANCE or len(valuer(name).candidates(course.state)) < 2:
        if course.over:
            return begun(name, steps // 2)
        course.apply(course.state.random(dice))
    return course


@pytest.mark.parametrize("name", sorted(titles()))
def test_chances_add_up_and_every_iteration_is_a_visit(name: str) -> None:
    course = begun(name, 40)
    search = grown(course.state, look(name), 40)
    assert sum(search.root_value()) == pytest.approx(1)
    found = search.root_actions()
    assert sum(visits for _, visits, _ in found) == 39      # the first has asked about the root
    assert all(sum(chances) == pytest.approx(1) for _, _, chances in found)
    assert search.most_visited() in course.state.legal()


@pytest.mark.parametrize("name", sorted(titles()))
def test_the_choice_depends_on_nothing_that_the_seat_cannot_see(name: str) -> None:
    for steps in (45, 70):
        course = begun(name, steps)
        seat = course.to_act
        chosen = set()
        for stream in range(3):
            other = course.copy()
            other.state = course.state.imagine(seat, Dice(9, stream))
            chosen.add(GuidedBot(lambda one: look(one.name), 15).choose(Seat(other, seat), Dice(5)))
        assert len(chosen) == 1


@pytest.mark.compiled
def test_who_is_hasty_makes_the_same_move_with_fewer_visits() -> None:
    sooner = 0
    for steps in (30, 45, 60, 75):
        seat = Seat(course := begun("irish-gauge", steps), course.to_act)
        bots = [GuidedBot(lambda one: look(one.name), 200, hasty=hasty) for hasty in (False, True)]
        trees = [one.think(seat, Dice(5)) for one in bots]
        assert trees[0].most_visited() == trees[1].most_visited()
        visits = [sum(found[1] for found in tree.root_actions()) for tree in trees]
        assert visits[1] <= visits[0] == 199
        sooner += visits[1] < visits[0]
    assert sooner


def test_a_move_takes_no_more_work_than_allowed() -> None:
    seat = Seat(course := begun("irish-gauge", 30), course.to_act)
    free, bound = (GuidedBot(lambda one: look(one.name), 320, work=work) for work in (None, 900))
    free.think(seat, Dice(5))
    for _ in range(2):      # the second time the tree is kept, and what it took before does not count
        bound.think(seat, Dice(5))
        assert 900 < bound.worked < free.worked / 2


def test_it_sees_a_win_in_one() -> None:
    from tests.games.irish_gauge.positions import position

    state = position(cash=[10, 12, 0], shares={"GSW": [0]}, track={"GSW": "F11"}, bag=(3, 0, 0), cubes={"H11": "white"})
    code, _, chances = grown(state, look("irish-gauge"), 60).root_actions()[0]
    assert state.game.text(code) == "dividends"
    assert chances[0] > 0.9


def test_who_is_thorough_sees_a_win_in_one_that_nobody_looks_for() -> None:
    from tests.games.irish_gauge.positions import position

    state = position(cash=[10, 12, 0], shares={"GSW": [0]}, track={"GSW": "F11"}, bag=(3, 0, 0), cubes={"H11": "white"})
    blind = OwnEvaluator(valuer("irish-gauge"), Stubborn(next(one for one in state.lines() if one.startswith("track"))))
    many = len(valuer("irish-gauge").candidates(state))
    best = {
        thorough: grown(state, blind, many + 200, Guidance(exploration=0.1, thorough=thorough)).root_actions()
        for thorough in (False, True)
    }
    assert "dividends" not in [state.game.text(code) for code, _, _ in best[False]]
    assert len(best[True]) == many
    assert state.game.text(best[True][0][0]) == "dividends"


@pytest.mark.parametrize("batch", [1, 4, 16])
def test_leaves_are_asked_about_many_at_a_time_and_none_is_forgotten(batch: int) -> None:
    course = begun("irish-gauge", 30)
    own = Even(batch)
    search = grown(course.state, OwnEvaluator(valuer("irish-gauge"), own), 300)
    assert not search.waiting
    assert max(own.asked) == batch
    assert own.asked[0] == 1        # a young tree has nothing to be asked beside its root
    assert search.visits[search.root] == 300
    assert sum(search.root_value()) == pytest.approx(1)


def test_leaves_that_wait_count_as_lost_so_that_others_are_followed() -> None:
    """With all priors alike, leaves of one batch are as many different actions."""
    state = begun("irish-gauge", 30).state
    seat = int(state.to_act)
    search = guided_search(OwnEvaluator(valuer("irish-gauge"), Even(100)), state.game, seat, Guidance())
    dice = Dice(1)
    for _ in range(48):
        search.iterate(state.imagine(seat, dice), dice)
    followed = {int(leaf.path[1]) for leaf in search.waiting}
    assert len(search.waiting) > 1
    assert len(followed) == len(search.waiting)


@pytest.mark.parametrize("name", ["irish-gauge", "appalachian-trail"])
def test_it_does_not_ask_where_there_is_nothing_to_choose(name: str) -> None:
    own = Even()
    grown(begun(name, 30).state, OwnEvaluator(valuer(name), own), 100)
    assert min(own.choices) > 1


def test_a_rival_is_one_information_set_to_whatever_was_bid_unseen() -> None:
    state = auction()
    search = guided_search(look("narrow-gauge"), state.game, 0, Guidance())
    dice = Dice(2)
    for _ in range(200):
        imagined = state.imagine(0, dice)
        imagined.unseal()
        search.iterate(imagined, dice)
    rivals = search._find(search.root, HIDDEN)
    own = [search._find(search.root, code) for code, _, _ in search.root_actions()]
    assert search.expansions[rivals] > 0
    assert not any(search.expansions[node] for node in own)


class Wrong:
    def __init__(self, value: list[float], priors: list[float] | None = None) -> None:
        self.given = value, priors

    def evaluate(self, leaves: list[Leaf]) -> None:
        for leaf in leaves:
            leaf.answer(*self.given)


@pytest.mark.parametrize(("value", "priors", "why"), [
    ([1.0, 0.0], None, "value: 2 numbers for 3 seats"),
    ([1.0, -1.0, 1.0], None, "value: -1.0 is no share"),
    ([float("nan"), 1.0, 1.0], None, "value: nan is no share"),
    ([0.0, 0.0, 0.0], None, "value: all are 0"),
    ([1.0, 0.0, 0.0], [1.0], "priors: 1 numbers for"),
])
def test_an_answer_that_is_none_is_refused(value: list[float], priors: list[float] | None, why: str) -> None:
    course = Course(Setup.of("irish-gauge", 3))
    while course.to_act == CHANCE:
        course.roll(Dice(1))
    with pytest.raises(ValueError, match=why):
        grown(course.state, OwnEvaluator(valuer("irish-gauge"), Wrong(value, priors)), 1)


def test_a_leaf_without_an_answer_is_refused() -> None:
    class Silent:
        def evaluate(self, leaves: list[Leaf]) -> None:
            pass

    with pytest.raises(ValueError, match="has not answered all"):
        grown(begun("irish-gauge", 30).state, OwnEvaluator(valuer("irish-gauge"), Silent()), 1)


def test_noise_at_the_root_changes_what_is_followed() -> None:
    state = begun("irish-gauge", 30).state
    search = grown(state, look("irish-gauge"), 1)
    children = []
    child = search.first[search.root]
    while child >= 0:
        children.append(child)
        child = search.next[child]
    before = [search.prior_value[child] for child in children]
    search.stir([1.0] + [0.0] * (len(children) - 1), 0.25)
    after = [search.prior_value[child] for child in children]
    assert after[0] == pytest.approx(0.75 * before[0] + 0.25)
    assert after[1:] == pytest.approx([0.75 * one for one in before[1:]])
