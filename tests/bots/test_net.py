"""The net in whole numbers: the same on every engine and for every table; what is no net is not taken for one."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from array import array
from pathlib import Path
from struct import pack, unpack

import pytest
from mypy_extensions import i32

from roundhouse import CHANCE, OVER, Dice, State
from roundhouse._compiled import HOUSE
from roundhouse.bots import Seat, bot, masters, netfile
from roundhouse.bots.advice import calibrated, hint, win_chances
from roundhouse.bots.evaluator import Evaluator
from roundhouse.bots.match import play
from roundhouse.bots.net import (
    FastKernel,
    Layers,
    PlainKernel,
    Reader,
    describe,
    exponentials,
    logarithms,
    seen_number,
    softmax,
)
from roundhouse.bots.netfile import encoder, fitted, kernel_module, loads
from roundhouse.bots.thinkers import Guidance, GuidedBot, SearchBot, guided_search
from roundhouse.bots.values import tuned, valuer
from roundhouse.errors import UserError
from roundhouse.games import Setup
from tests.bots.nets import random_net
from tests.walks import under_way

ROOT = Path(__file__).parent.parent.parent
needs_kernel = pytest.mark.skipif(kernel_module() is None, reason="no compiled kernel runs here")


def decisions(setup: Setup, count: int) -> list[State]:
    """Positions of a random game where there is something to decide."""
    found: list[State] = []
    state, dice = setup.game().start(), Dice(7)
    while len(found) < count:
        if state.to_act == OVER:
            state = setup.game().start()
        if state.to_act != CHANCE and len(valuer(setup.title).candidates(state)) > 1:
            found.append(state.copy())
        state.apply(state.random_by_kind(dice))
    return found


def grown(evaluator: Evaluator, state: State, iterations: int = 1) -> list[float]:
    """The mean value and the visits at the root, of a search that begins at a state."""
    tree = guided_search(evaluator, state.game, int(state.to_act), Guidance())
    dice = Dice(3)
    for _ in range(iterations):
        tree.iterate(state.copy(), dice)
    return [*tree.root_value(), *(float(visits) for _, visits, _ in tree.root_actions())]


def test_the_tables_are_what_they_say() -> None:
    assert [logarithms()[n] for n in (4096, 2048, 1)] == [0, -2839, -34069]
    assert exponentials()[0] == exponentials()[384] == 1 << 30
    assert exponentials()[16] / (1 << 30) == pytest.approx(0.36788, abs=1e-5)


def test_a_softmax_of_whole_numbers() -> None:
    from librt.vecs import vec
    from mypy_extensions import i64

    chances = list(softmax(vec[i64]([0, 4096, 8192])))
    assert chances == pytest.approx([0.0900, 0.2447, 0.6652], abs=1e-4)
    assert list(softmax(vec[i64]([0, -4096 * 50]))) == [1.0, 0.0]


def test_numbers_of_an_observation_are_read_in_64ths() -> None:
    for number in (0.0, 1.0, 0.5, 3 / 64, 5 / 128, 1 / 16384, 127 / 128):
        bits = unpack("<i", pack("<f", number))[0]
        assert seen_number(i32(bits)) == int(number * 64)


@needs_kernel
@pytest.mark.parametrize(("title", "seats"), [("irish-gauge", 3), ("narrow-gauge", 2), ("age-of-rail", 5)])
@pytest.mark.parametrize(("width", "loud"), [(16, 1), (40, 36), (80, 1)])
def test_the_kernel_in_c_adds_up_what_the_plain_one_does(title: str, seats: int, width: int, loud: int) -> None:
    """A loud net asks for more than a query may hold."""
    setup = Setup.of(title, seats)
    file = random_net(title, [seats], width)
    file.weights["head"] = array("h", [loud * weight for weight in file.weights["head"]])
    layers = netfile._layers(file, setup, setup)
    plain, fast = PlainKernel(layers), FastKernel(kernel_module(), layers)
    net = fitted(file, setup.game())
    for state in decisions(setup, 8):
        said = describe(net.valuer, state)
        given = net.reader.read(state, state.to_act), said.features, net._rows(said.codes)
        assert list(plain.run(*given)) == list(fast.run(*given))


@needs_kernel
def test_weights_that_do_not_fit_are_refused() -> None:
    setup = Setup.of("irish-gauge", 3)
    layers = netfile._layers(random_net("irish-gauge", [3]), setup, setup)
    layers.weights["head"] = array("h", layers.weights["head"][1:])
    with pytest.raises(ValueError, match="do not fit"):
        FastKernel(kernel_module(), layers)


def test_one_net_serves_every_table_of_its_title() -> None:
    """A smaller table has the weights of what it has; who is not there has no say."""
    file = random_net("irish-gauge", [3, 4, 5])
    for seats in (3, 4, 5):
        setup = Setup.of("irish-gauge", seats)
        net = fitted(file, setup.game())
        for state in decisions(setup, 3):
            assert sum(grown(net, state)[:seats]) == pytest.approx(1)
    small, large = Setup.of("irish-gauge", 3), Setup.of("irish-gauge", 5)
    names, more = netfile.layout(small)[0], netfile.layout(large)[0]
    assert [more[n] for n in netfile.seen_rows(small, large)] == names
    lines = netfile.layout(small)[1]
    rows = netfile.action_rows(small, large)
    assert [netfile.layout(large)[1][n] for n in rows[:len(lines)]] == lines


def test_a_file_is_read_as_it_was_written() -> None:
    file = random_net("irish-gauge", [3])
    again = loads(file.dumps())
    assert (again.head, again.weights, again.biases) == (file.head, file.weights, file.biases)


@pytest.mark.parametrize("data", [b"", b"{}\n", b"nonsense", random_net("irish-gauge", [3]).dumps()[:5000]])
def test_what_is_no_net_is_refused(data: bytes) -> None:
    with pytest.raises(UserError, match="no net that can be read"):
        loads(data)


def test_a_net_of_another_game_or_of_other_rules_is_refused() -> None:
    file = random_net("irish-gauge", [3])
    with pytest.raises(UserError, match="irish-gauge with 3 players, not irish-gauge with 4"):
        fitted(file, Setup.of("irish-gauge", 4).game())
    with pytest.raises(UserError, match="not narrow-gauge"):
        fitted(file, Setup.of("narrow-gauge", 2).game())
    file.head["layout"] = "another"
    with pytest.raises(UserError, match="other observations or actions"):
        fitted(file, Setup.of("irish-gauge", 3).game())


def test_sheets_are_observations_in_64ths() -> None:
    setup = Setup.of("irish-gauge", 3)
    reader = Reader(encoder(setup.game()))
    state = decisions(setup, 1)[0]
    numbers = memoryview(reader.read(state, state.to_act)).cast("B").cast("f")
    assert list(reader.sheet(state, state.to_act)) == [int(number * 64) for number in numbers]


SAME = """
import json
from tests.bots.test_net import decisions, grown
from tests.bots.nets import random_net
from tests.walks import under_way
from roundhouse.bots.netfile import fitted
from roundhouse.games import Setup
for title, seats in (("irish-gauge", 3), ("narrow-gauge", 2), ("appalachian-trail", 2)):
    setup = Setup.of(title, seats)
    net = fitted(random_net(title, [seats]), setup.game())
    print(json.dumps([grown(net, state, 12) for state in decisions(setup, 5)]))
"""


@pytest.mark.compiled
@pytest.mark.skipif(HOUSE.library() is None, reason="nothing is compiled here")
def test_both_engines_search_alike_with_a_net() -> None:
    said = []
    for engine in ("plain", "compiled"):
        environment = {**os.environ, "ROUNDHOUSE_ENGINE": engine, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        done = subprocess.run([sys.executable, "-c", SAME], cwd=ROOT, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        said.append([json.loads(line) for line in done.stdout.splitlines()])
    assert said[0] == said[1]


# ---- the house's nets ------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A net of the house for Irish Gauge with three players, who are masters there for 12 iterations."""
    file = random_net("irish-gauge", [3])
    file.head.update(iterations={"3": 12}, guidance={"exploration": 0.5, "urgency": 0.1, "lean": 1.0})
    path = tmp_path / "irish.net"
    path.write_bytes(file.dumps())
    monkeypatch.setattr(masters, "net_path", lambda setup: path)
    masters.house_net.cache_clear()
    return path


def test_a_master_plays_where_there_is_one(kept: Path) -> None:
    setup = Setup.of("irish-gauge", 3)
    names = ["level-6", "search-4@net", "random"]
    games = {play(setup, names, [bot(name) for name in names], 3).dumps() for _ in range(2)}
    assert len(games) == 1


def test_hints_and_reviews_are_the_masters_where_there_is_one(kept: Path) -> None:
    course = under_way(Setup.of("irish-gauge", 3), 30, 4)
    seat = Seat(course, course.to_act)
    said, search, master = (
        hint(course, seat.number, 20).chances,
        *(list(one.think(seat, Dice(1)).root_value()) for one in (SearchBot(20), GuidedBot(masters.house_net, 20))),
    )
    assert said == pytest.approx(master) != pytest.approx(search)
    known = win_chances(course.state, 20, Dice(1))
    kept.unlink()
    masters.look_again()
    assert win_chances(course.state, 20, Dice(1)) != pytest.approx(known)
    assert hint(course, seat.number, 20).chances == pytest.approx(calibrated(course.game, search))


def test_a_master_has_a_temperature_of_its_own(kept: Path) -> None:
    file = loads(kept.read_bytes())
    file.head["temperature"] = {"3": 1.35}
    other = kept.with_name("other.net")
    other.write_bytes(file.dumps())
    three, four = (Setup.of("irish-gauge", seats).game() for seats in (3, 4))
    assert masters.temperature(three) == 1.0
    kept.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(masters, "net_path", lambda setup: other)
        assert masters.temperature(three) == 1.35
        assert masters.temperature(four) == tuned("irish-gauge")[1].temperature != 1.0


def test_a_kept_game_counts_until_its_net_plays_otherwise(kept: Path) -> None:
    setup = Setup.of("irish-gauge", 3)
    before = masters.net_mark(setup, "level-6")
    file = loads(kept.read_bytes())
    said = file.head["iterations"]
    file.head.update(temperature={"3": 1.2}, seed=77, iterations={**said, "4": 99}, work={"4": 999})
    kept.write_bytes(file.dumps())
    assert masters.net_mark(setup, "level-6") == before != "", "nothing that bears on this table"
    assert masters.net_mark(setup, "level-5") == ""
    file.head["iterations"] = {"3": 13}
    kept.write_bytes(file.dumps())
    assert masters.net_mark(setup, "level-6") != before


def test_where_there_is_none_that_is_said_before_a_game_begins(kept: Path) -> None:
    setup = Setup.of("irish-gauge", 4)
    for name, why in (("level-6", "no level-6 for irish-gauge"), ("search-4@net", "no net for irish-gauge")):
        with pytest.raises(UserError, match=why):
            play(setup, [name] * 4, [bot(name) for _ in range(4)], 1)


def test_every_net_of_the_house_fits_and_has_a_card() -> None:
    found = sorted((ROOT / "src" / "roundhouse" / "games").glob("*/nets/*.net"))
    for path in found:
        file = loads(path.read_bytes())
        assert path.stat().st_size <= 2_000_000
        assert path.with_suffix(".md").exists()
        for seats in file.seats:
            fitted(file, Setup.of(file.head["title"], seats, file.head["edition"]).game())


def test_layers_know_their_shape() -> None:
    setup = Setup.of("irish-gauge", 3)
    layers: Layers = netfile._layers(random_net("irish-gauge", [3, 4]), setup, Setup.of("irish-gauge", 4))
    assert (layers.seats, layers.outputs) == (3, 3 + 2 + 8)
