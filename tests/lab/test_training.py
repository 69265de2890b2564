"""Training: samples say what was played, whole numbers say what the learner does, and a run goes on where it was."""
from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roundhouse.bots.evaluator import Evaluator, Leaf, OwnEvaluator
from roundhouse.bots.net import describe
from roundhouse.bots.netfile import fitted, loads, net_for, reference
from roundhouse.bots.thinkers import Guidance, guided_search
from roundhouse.bots.values import valuer
from roundhouse.cli.training import _asked, _spent
from roundhouse.engine.contract import OVER
from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.statistics import proportion
from roundhouse.lab.training import rounds
from roundhouse.lab.training.finish import Table, card, tables, with_levels, write
from roundhouse.lab.training.games import Harvest, Order, Pace, Pitch, play_order
from roundhouse.lab.training.layout import bid_words, learner_layout, words
from roundhouse.lab.training.learner import Learner
from roundhouse.lab.training.match import AnswerTimes, NetGame, Times, equal_time, games, play_net, seatings, somewhere
from roundhouse.lab.training.rounds import Plan, Round, Run
from roundhouse.lab.training.samples import COLUMNS, Samples
from roundhouse.lab.workers import spread
from tests.bots.nets import random_net

torch = pytest.importorskip("torch")
learn = pytest.importorskip("roundhouse.lab.training.learn")
SHORT = Pace(4, 2, 0.5)


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.set_num_threads(1)
    monkeypatch.setattr("roundhouse.lab.training.games.FIRST", SHORT)


def order(title: str, seats: int, tables: tuple[int, ...], net: bytes = b"", count: int = 1) -> Order:
    return Order(reference(Setup.of(title, seats), [seats]), tables, net, Guidance(), 5, 600.0, count, SHORT)


def data(title: str, tables: tuple[int, ...], *harvests: Harvest) -> Any:
    layout = json.loads(json.dumps(learner_layout(Setup.of(title, tables[0]), list(tables))))
    found = learn.Data(layout, "cpu")
    for harvest in harvests:
        found._add(harvest.samples)
    return found


@pytest.mark.parametrize(("title", "seats"), [("irish-gauge", 3), ("narrow-gauge", 2), ("appalachian-trail", 2)])
def test_the_same_order_gives_the_same_samples(title: str, seats: int) -> None:
    first, again = (play_order(order(title, seats, (seats,))) for _ in range(2))
    assert first == again
    assert first.games == 1 and first.positions > 10
    every = data(title, (seats,), first).all()
    assert len(every["game"]) == first.positions
    assert torch.allclose(every["result"].sum(1), torch.ones(first.positions))
    assert torch.allclose(every["root"].sum(1), torch.ones(first.positions), atol=1e-5)
    assert (every["visits"].sum(1) > 0).all()


def test_a_net_plays_games_to_learn_from_too_at_the_pace_that_is_asked_for() -> None:
    asked = order("irish-gauge", 3, (3, 4), random_net("irish-gauge", [3, 4]).dumps())
    for pace in (SHORT, Pace(9, 6, 0.5)):
        harvest = play_order(replace(asked, pace=pace))
        every = data("irish-gauge", (3, 4), harvest).all()
        for full, iterations in ((True, pace.long), (False, pace.short)):
            # The first iteration asks of the root itself, and a forced answer is not followed by any.
            assert every["visits"].sum(1)[every["full"] == full].max() == iterations - 1


def test_a_game_that_was_left_leaves_nothing() -> None:
    pitch = Pitch(order("irish-gauge", 3, (3,)))
    pitch.play(0, 0.0)
    assert pitch.samples.games == 0
    assert json.loads(pitch.samples.dumps("irish-gauge").partition(b"\n")[0])["sizes"] == dict.fromkeys(COLUMNS, 0)


def test_smaller_tables_lie_in_the_largest() -> None:
    small, large = (play_order(order("irish-gauge", seats, (3, 4))) for seats in (3, 4))
    every = data("irish-gauge", (3, 4), small, large).all()
    assert every["seen"].shape[1] == learner_layout(Setup.of("irish-gauge", 3), [3, 4])["inputs"]
    assert set(every["seats"].tolist()) == {3, 4}
    assert (every["result"][every["seats"] == 3][:, 3] == 0).all()


@pytest.mark.parametrize(("title", "tables", "seats"), [
    ("irish-gauge", (3, 4), 3), ("narrow-gauge", (2,), 2), ("age-of-rail", (3, 4), 4),
])
def test_whole_numbers_say_what_the_learner_does(title: str, tables: tuple[int, ...], seats: int) -> None:
    setup = reference(Setup.of(title, seats), [seats])
    layout = json.loads(json.dumps(learner_layout(setup, list(tables))))
    torch.manual_seed(1)
    recipe = learn.Recipe(width=32, query=16)
    net = learn.Net(layout, recipe)
    with torch.no_grad():       # as large as weights become
        net.head.weight.mul_(3)
        net.own.mul_(20)
    net.eval()
    whole = fitted(loads(learn.file_of(net, layout, recipe)), setup.game())
    pitch = Pitch(order(title, seats, tables))
    state, dice = setup.game().start(), Dice(5)
    for _ in range(60):
        if state.to_act == OVER:
            break
        if state.to_act >= 0 and len(pitch.valuer.candidates(state)) > 1:
            compare(net, layout, whole, pitch, state)
        state.apply(state.random_by_kind(dice))


def compare(net: Any, layout: dict[str, Any], whole: Evaluator, pitch: Pitch, state: Any) -> None:
    seats, seat = state.game.seats, int(state.to_act)
    said = describe(pitch.valuer, state)
    samples = Samples(seats, pitch.samples.inputs)
    samples.begin()
    visits = {int(said.codes[0]): 1}
    rows = pitch._rows(list(said.codes))
    samples.add(seat, pitch.reader.sheet(state, seat), said, rows, visits, [1 / seats] * seats, True)
    samples.finish([1 / seats] * seats, [0] * seats)
    found = learn.Data(layout, "cpu")
    found._add(samples.dumps(pitch.game.name))
    with torch.no_grad():
        logits, values, _ = net(found.all())
    noted: list[tuple[list[float], list[float]]] = []

    class Listens:
        def evaluate(self, leaves: list[Leaf]) -> None:
            whole.evaluate(leaves)
            noted.extend((list(leaf.value), list(leaf.priors)) for leaf in leaves)

    tree = guided_search(OwnEvaluator(pitch.valuer, Listens()), state.game, seat, Guidance())
    tree.iterate(state.copy(), Dice(1))
    value, priors = noted[0]
    wanted = torch.softmax(values[0, :seats], 0).tolist()
    assert [*value[seat:], *value[:seat]] == pytest.approx(wanted, abs=0.002)
    assert priors == pytest.approx(torch.softmax(logits[0, :len(rows)], 0).tolist(), abs=0.01)


def test_learning_goes_on_from_a_net_that_was_written() -> None:
    layout = json.loads(json.dumps(learner_layout(Setup.of("irish-gauge", 3), [3])))
    recipe = learn.Recipe(width=16, query=8)
    torch.manual_seed(1)
    first, second = learn.Net(layout, recipe), learn.Net(layout, recipe)
    written = learn.file_of(first, layout, recipe)
    learn.begin_at(second, written)
    for one, other in ((first.seen.weight, second.seen.weight), (first.embedding(), second.embedding()),
                       (first.head.bias, second.head.bias), (first.a[0].bias, second.a[0].bias)):
        assert torch.allclose(one, other, atol=0.002)


def test_weights_too_large_for_whole_numbers_are_refused() -> None:
    layout = json.loads(json.dumps(learner_layout(Setup.of("irish-gauge", 3), [3])))
    recipe = learn.Recipe(width=16, query=8)
    net = learn.Net(layout, recipe)
    with torch.no_grad():
        net.head.weight.mul_(1e6)
    with pytest.raises(ValueError, match="too large"):
        learn.file_of(net, layout, recipe)


def test_words_of_actions() -> None:
    assert words("track BCD H4") == ["track", "BCD", "H4", "track/0/BCD", "track/1/H4"]
    assert bid_words(13) == ["bid", "bid=13", "bid4=3", "bid10=1"]


# ---- rounds ----------------------------------------------------------------------------------------------------------


class Teacher:
    """Writes nets without learning; it notes what it was given."""

    ready = {"device": "a desk", "torch": "none"}

    def __init__(self) -> None:
        self.given: list[tuple[int, bool]] = []

    def learn(self, layout: Path, samples: list[Path], out: Path, recipe: object, start: Path | None) -> dict[str, Any]:
        self.given.append((len(samples), start is not None))
        out.write_bytes(random_net("irish-gauge", [3, 4]).dumps())
        names = ("value", "value by now", "value by best", "value by root", "policy", "top")
        return {"curve": [dict.fromkeys(names, 0.5)]}


def plan(seed: int = 1) -> Plan:
    return Plan(Setup.of("irish-gauge", 4), (3, 4), seed, 1.5, 1.5, SHORT)


def played(work: Any, orders: Any) -> Any:
    return spread(work, orders, 1)


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    teacher: Any = Teacher()
    first = next(Run(tmp_path, plan()).go_on(100.0, 2, played, teacher))
    assert (first.number, len(Run(tmp_path, plan()).samples(0))) == (0, 2)
    (tmp_path / "round-001-0000.samples").write_bytes(b"kept")      # as if it had been ended in the middle of round 1
    second = next(Run(tmp_path, plan()).go_on(100.0, 2, played, teacher))
    assert second.number == 1
    assert (tmp_path / "round-001-0000.samples").read_bytes() == b"kept"
    assert teacher.given == [(2, False), (4, False)]
    assert [one.number for one in Run(tmp_path, plan()).rounds()] == [0, 1]


def test_rounds_too_short_for_any_game_are_told_and_the_learner_lives(tmp_path: Path) -> None:
    learner = Learner(None, tmp_path / "learner.log")
    try:
        for _ in range(2):
            with pytest.raises(UserError, match="no game was finished"):
                next(Run(tmp_path, replace(plan(), first_seconds=1e-6)).go_on(100.0, 1, played, learner))
    finally:
        learner.end()


def test_time_that_was_spent_is_counted(tmp_path: Path) -> None:
    teacher: Any = Teacher()
    done = list(Run(tmp_path, plan()).go_on(0.5, 1, played, teacher))
    assert len(done) == 1
    assert list(Run(tmp_path, plan()).go_on(0.5, 1, played, teacher)) == []


def test_what_was_spent_is_told_with_its_learning() -> None:
    done = [Round(number, 9, 99, 90.0, 45.0, []) for number in range(2)]
    assert _spent(done, 3) == "3.0 minutes of games and 1.5 of learning, of 3 asked for"


def test_another_run_does_not_take_over_a_folder(tmp_path: Path) -> None:
    Run(tmp_path, plan())
    with pytest.raises(UserError, match="holds another run"):
        Run(tmp_path, plan(seed=2))


def test_with_a_net_to_start_from_no_game_is_played_without(tmp_path: Path) -> None:
    run = Run(tmp_path, plan())
    run.start.write_bytes(random_net("irish-gauge", [3, 4]).dumps())
    teacher: Any = Teacher()
    next(run.go_on(100.0, 1, played, teacher))
    assert teacher.given == [(1, True)]


def test_training_seeds_are_not_those_of_matches(tmp_path: Path) -> None:
    run = Run(tmp_path, plan())
    orders = run._orders(3, b"", 1.0, 5)
    assert min(one.seed for one in orders) >= rounds.TRAINING_SEEDS
    assert len({one.seed for one in orders}) == 5
    assert {one.setup.seats for one in orders} == {3, 4}


def test_every_deal_is_played_with_every_seating() -> None:
    assert seatings(4) == [(0, 2), (1, 3)]
    assert seatings(2) == [(0,), (1,)]
    assert seatings(3) == [(0,), (1,), (2,)]
    one = NetGame(Setup.of("irish-gauge", 3), b"", Guidance(), 1, None, "random", (), 10)
    assert [(game.seats, game.seed) for game in games(one, 4)] == [((n,), seed) for seed in (10, 11) for n in range(3)]


def test_a_match_goes_on_and_the_card_tells_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundhouse.lab.training.finish.PACE_SECONDS", 0.01)
    monkeypatch.setattr("roundhouse.lab.training.finish.PACE_ITERATIONS", 2)
    monkeypatch.setattr("roundhouse.lab.training.finish.equal_time", lambda one, paced: replace(one, work=9))
    run = Run(tmp_path, plan())
    teacher: Any = Teacher()
    next(run.go_on(100.0, 1, played, teacher))
    asked = []

    def hands(work: Any, batches: Any) -> Any:
        asked.append(len(batches))
        return spread(work, batches, 1)

    found = list(tables(run, "level-3", 3, 1, hands))
    again = list(tables(run, "level-3", 3, 1, hands))
    assert [one.won for one in found] == [one.won for one in again]
    assert asked == [1, 3, 1, 4, 0, 0]      # the pace and the games of both tables, and nothing a second time
    text = card("roundhouse train", run.plan, run.rounds(), found, "level-3", "on a desk")
    assert "| 4 | 2, 9 |" in text and "| 50.0% |" in text
    file = write(tmp_path, "named", run.net(0).read_bytes(), text, run.rounds())
    assert file.with_suffix(".md").read_text(encoding="utf-8") == text
    assert file.with_suffix(".svg").read_text(encoding="utf-8").count("<polyline") == 3
    quick, slow = Times(1.0, 1.0, 9.0), Times(1.0, 2.0, 9.0)
    won = [Table(3, 80, 900, proportion(90, 120), 1 / 3, quick, slow), Table(4, 70, 800, None, 0.5, quick, slow)]
    head = loads(with_levels(run.net(0).read_bytes(), run.plan, won)).head
    assert (head["iterations"], head["work"]) == ({"3": 80}, {"3": 900})
    learning, winning = run.plan.guidance, head["guidance"]
    assert winning["thorough"] and not learning.thorough and winning["exploration"] == learning.exploration / 2
    assert head["seed"]["3"] == min(json.loads(line)["seed"] for line in next(tmp_path.glob("**/match-3-*")).open())


def test_a_master_has_won_for_certain_and_thinks_no_longer() -> None:
    quick, slow = Times(5.0, 1.0, 8.0), Times(1.0, 2.0, 9.0)
    one = Table(4, 1, 1, proportion(120, 200), 0.5, quick, slow)
    assert one.mastered
    assert not replace(one, won=proportion(110, 200)).mastered      # 55%, of which the interval holds 50%
    assert not replace(one, net=replace(quick, middle=2.1)).mastered
    assert not replace(one, net=replace(quick, longest=9.1)).mastered
    assert not replace(one, won=None).mastered


def test_equal_time_is_that_of_the_mean_and_of_the_middle_and_bounds_the_longest() -> None:
    one = NetGame(Setup.of("irish-gauge", 3), b"", Guidance(), 100, None, "level-5", (), 1)
    paced = AnswerTimes((10,) * 9 + (100,), (20,) * 9 + (300,), (5,) * 9 + (50,))
    equal = equal_time(one, paced)
    assert equal.iterations == 190                  # twice as many in the middle, 2.5 times in the mean; a margin
    assert equal.work == 112                        # 300 microseconds at 2 a unit of work, and a margin


def test_a_match_is_the_same_whoever_plays_it() -> None:
    net = random_net("irish-gauge", [3]).dumps()
    one = NetGame(Setup.of("irish-gauge", 3), net, Guidance(), 3, None, "greedy", (1,), 9)
    first, second = play_net(one), play_net(one)
    assert (first.share, first.scores) == (second.share, second.scores)
    assert len(first.net_answers) == len(second.net_answers) > 0 < len(first.rival_answers)
    assert net_for(one.net, one.setup.game()).valuer is valuer("irish-gauge")


def test_a_card_tells_the_command_with_all_that_is_not_as_usual() -> None:
    assert _asked(Plan(Setup.of("narrow-gauge", 2), (2,))) == "narrow-gauge --seats 2 --seed 1"
    setup = Setup.of("age-of-rail", 4, "allegheny")
    other = Plan(setup, (3, 4), 2, 9.0, 7.5, Pace(200, 24, 0.3), recipe={"width": 128})
    assert _asked(other) == (
        "age-of-rail --edition allegheny --seats 3,4 --seed 2 --first 9 --each 7.5 --long 200 --short 24 "
        "--recipe width=128")


def test_the_pace_is_taken_all_over_games() -> None:
    setup = Setup.of("irish-gauge", 3)
    begun = [len(somewhere(setup, Dice(seed)).steps) for seed in range(12)]
    assert min(begun) < 40 and max(begun) > 80


@pytest.mark.parametrize("cut", ["", "{", '{"title": "irish-gau', "[1, 2]", "\0"])
def test_a_plan_that_was_cut_is_told_in_a_sentence(tmp_path: Path, cut: str) -> None:
    Run(tmp_path, plan())
    (tmp_path / "plan.json").write_text(cut)
    with pytest.raises(UserError, match=r"plan\.json is not"):
        Run(tmp_path, plan())
    (tmp_path / "rounds.jsonl").write_text('{"number": 0, "gam')
    (tmp_path / "plan.json").unlink()
    with pytest.raises(UserError, match=r"rounds\.jsonl is not whole"):
        Run(tmp_path, plan()).rounds()
