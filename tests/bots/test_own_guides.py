"""What users bring to guide a search: an evaluator or a value function, from a file or from a package."""
from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.bots.thinkers import GuidedBot, SearchBot
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.results_file import mark
from roundhouse.lab.sim import Order, run
from roundhouse.plugins import is_own, offered, source

FILE = '''
from librt.vecs import vec
from roundhouse.engine.value import Valuer

class Guide:
    """Likes whatever comes last, and thinks that seat 0 wins."""
    batch = 8

    def __init__(self, game):
        self.seats = game.seats

    def evaluate(self, leaves):
        for leaf in leaves:
            leaf.answer([1] + [0] * (self.seats - 1), [n ** 4 for n, _ in enumerate(leaf.codes)])

class Silent:
    def __init__(self, game):
        pass

    def evaluate(self, leaves):
        pass

class Breaks:
    def __init__(self, game):
        raise RuntimeError("not today")

    def evaluate(self, leaves):
        pass

class Values(Valuer):
    def estimate(self, state):
        return vec[float]([float(score) for score in state.scores()] + [5.0])

class Guesses:
    def estimate(self, state):
        return []

    def __init__(self, weights):
        pass

class Chooses:
    def choose(self, seat, dice):
        return seat.legal()[0]

class Nothing:
    pass
'''


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return str(path)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that offers a bot."""
    (tmp_path / "ownpackage.py").write_text(FILE)
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("lastly", "ownpackage:Guide", "roundhouse.bots")
    monkeypatch.setattr("roundhouse.plugins.entry_points", lambda group: [entry])
    offered.cache_clear()
    yield
    offered.cache_clear()


def moves(name: str, games: int = 1) -> list[str]:
    """The records of some games in which all seats are played by one bot."""
    setup = Setup.of("irish-gauge", 3)
    faults: list[str] = []
    found = [play(setup, [name] * 3, [bot(name) for _ in range(3)], 1, n, faults).dumps() for n in range(games)]
    assert not faults
    return found


def test_an_evaluator_guides_a_search(file: str) -> None:
    guided = bot(f"search-10@{file}:Guide")
    assert isinstance(guided, GuidedBot) and guided.iterations == 10
    timed = bot(f"search-0.5s@{file}:Guide")
    assert isinstance(timed, GuidedBot) and (timed.iterations, timed.seconds) == (None, 0.5)
    plain = bot(f"{file}:Guide")
    assert isinstance(plain, GuidedBot) and plain.iterations == 400
    assert moves(f"search-10@{file}:Guide") == moves(f"search-10@{file}:Guide")


def test_its_priors_and_values_are_what_is_searched_by(file: str) -> None:
    """Who likes the last action plays otherwise than who asks our value function."""
    assert moves(f"search-4@{file}:Guide") != moves("search-4")


def test_a_value_function_of_ones_own_is_asked_one_step_ahead(file: str) -> None:
    searching = bot(f"search-5@{file}:Values")
    assert isinstance(searching, SearchBot) and searching.iterations == 5
    assert moves(f"search-5@{file}:Values")


def test_a_package_may_offer_one(package: None) -> None:
    assert is_own("lastly") and is_own("search-10@lastly")
    assert isinstance(bot("search-10@lastly"), GuidedBot)
    assert source("search-10@lastly") == b"ownpackage:Guide "
    assert moves("search-6@lastly")
    with pytest.raises(UserError, match="did you mean 'lastly'"):
        bot("lastyl")


def test_one_that_a_package_can_not_open_is_named(package: None, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("gone", "nowhere_at_all:Guide", "roundhouse.bots")
    monkeypatch.setattr("roundhouse.plugins.entry_points", lambda group: [entry])
    offered.cache_clear()
    with pytest.raises(UserError, match="the bot 'gone' can't be loaded"):
        bot("gone")


@pytest.mark.parametrize(("name", "why"), [
    ("search-5@FILE:Nothing", "no class 'Nothing' with a method choose"),
    ("FILE:Absent", "no class 'Absent'"),
    ("search-5@FILE:Chooses", "chooses by itself"),
    ("FILE:Guesses", "no subclass of roundhouse.engine.value.Valuer"),
    ("search-5@nowhere.py:Guide", "which is not there"),
    ("search-5@lost", "which is not there"),
])
def test_what_can_not_guide_is_told(file: str, name: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        bot(name.replace("FILE", file))


@pytest.mark.parametrize(("kind", "why"), [("Silent", "has not answered all"), ("Breaks", "can't be made")])
def test_one_that_fails_costs_its_moves_and_no_more(file: str, kind: str, why: str) -> None:
    order = Order(Setup.of("irish-gauge", 3), (f"search-5@{file}:{kind}", "random", "random"), 1, None)
    (outcome,) = [one for batch in run(order, 1, 2) for one in batch]
    assert outcome.faults and all(why in fault for fault in outcome.faults)


def test_results_of_another_program_count_no_more(file: str) -> None:
    setup, name = Setup.of("irish-gauge", 3), f"search-5@{file}:Guide"
    before = mark(setup, name)
    Path(file).write_text(FILE + "\n# changed\n")
    mark.cache_clear()
    assert mark(setup, name) != before
