"""Bots of a user's own, good and bad: a tournament goes on whatever they do."""
from __future__ import annotations

import signal
import sys
from importlib import import_module
from pathlib import Path
from threading import Event, Thread

import pytest

from roundhouse import Dice
from roundhouse.bots import Bot, Seat, bot, match
from roundhouse.bots.match import BotTimeout, Player, bot_of, within
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.sim import Order, Outcome, run
from roundhouse.records import Course

BOTS = """
import os, sys, time

class Clever:
    def choose(self, seat, dice):
        return seat.legal()[-1]

class Crashes:
    def choose(self, seat, dice):
        raise KeyError("oh")

class Exits:
    def choose(self, seat, dice):
        sys.exit()

class Nonsense:
    def choose(self, seat, dice):
        return "the third one"

class Agrees(int):
    def __eq__(self, other):
        return True
    __hash__ = int.__hash__

class Equal:
    def choose(self, seat, dice):
        return Agrees(-7)

class Speechless:
    def choose(self, seat, dice):
        class Mute(Exception):
            def __str__(self):
                raise ValueError
        raise Mute

class Chatty:
    def choose(self, seat, dice):
        raise ValueError("so much " * 1000)

class Peeks:
    def choose(self, seat, dice):
        seat.number = 1 - seat.number

class Rewrites:
    def choose(self, seat, dice):
        seat.history[-1] = 0

class Loses:
    def choose(self, seat, dice):
        dice.a = dice.b = dice.c = dice.counter = 0
        del dice.counter
        raise ValueError("lost my dice")

class Wanders:
    def __init__(self):
        os.chdir("/")
    def choose(self, seat, dice):
        os.chdir("/")
        return seat.legal()[0]

class Prints:
    print("loaded")
    def __init__(self):
        print("made")
    def choose(self, seat, dice):
        print("asked")
        return seat.legal()[0]

def dawdle():
    for _ in range(2000):
        time.sleep(0.001)

class Stalls:
    def choose(self, seat, dice):
        dawdle()

class Swallows:
    def choose(self, seat, dice):
        for _ in range(10):
            try:
                dawdle()
            except Exception:
                pass

class SwallowsAll:
    def choose(self, seat, dice):
        for _ in range(2):
            try:
                dawdle()
            except:
                pass

class Late:
    def choose(self, seat, dice):
        try:
            dawdle()
        except:
            return seat.legal()[0]

class LateToo:
    def choose(self, seat, dice):
        try:
            dawdle()
        except:
            sys.exit()

class Breaks:
    def __init__(self):
        raise RuntimeError("no fuel")

    def choose(self, seat, dice):
        ...

class Wants:
    def __init__(self, depth):
        ...

    def choose(self, seat, dice):
        ...

class Leaves:
    def __init__(self):
        sys.exit(0)

    def choose(self, seat, dice):
        ...

class Nothing:
    pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mybot.py"
    path.write_text(BOTS)
    return path


def outcomes(*bots: str) -> list[Outcome]:
    return [one for batch in run(Order(Setup.of("irish-gauge"), bots, seed=1), 2) for one in batch]


def test_a_bot_from_a_file_plays(file: Path) -> None:
    for outcome in outcomes(f"{file}:Clever", "random", "random"):
        assert outcome.faults == ()


# ---- in a game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "fault"), [
    ("Crashes", "raised KeyError: 'oh'"),
    ("Exits", "raised SystemExit"),
    ("Nonsense", "answered 'the third one', which is not legal"),
    ("Equal", "answered -7, which is not legal"),
    ("Speechless", "raised Mute: no message"),
    ("Chatty", "raised ValueError: so much so much"),
    ("Peeks", "raised AttributeError"),
    ("Rewrites", "raised TypeError"),
    ("Loses", "raised "),
])
def test_a_bot_that_fails_forfeits_its_move_and_the_game_goes_on(file: Path, name: str, fault: str) -> None:
    for outcome in outcomes(f"{file}:{name}", "random", "random"):
        assert outcome.winners
        assert outcome.faults
        for said in outcome.faults:
            assert said.startswith(f"{file}:{name} (seat 0, step ")
            assert f") {fault}" in said
            assert len(said) < len(str(file)) + 260


def test_whatever_a_bot_does_wrong_the_same_random_moves_are_made(file: Path) -> None:
    """Also when it has thrown its own dice on the way, or lost them."""
    plays = [[(one.scores, one.steps) for one in outcomes(f"{file}:{name}", "random", "random")]
             for name in ("Crashes", "Nonsense", "Loses")]
    assert plays[0] == plays[1] == plays[2]


def test_the_keyboard_interrupts_a_bot_and_everything_else() -> None:
    class Interrupted:
        def choose(self, seat: Seat, dice: Dice) -> int:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.play(Setup.of("irish-gauge", 3), ["x"] * 3, [Interrupted()] * 3, 1)


def test_a_seat_keeps_to_its_player() -> None:
    course = Course(Setup.of("irish-gauge", 3))
    seat = Seat(course, 1)
    with pytest.raises(AttributeError):
        seat.number = 0     # type: ignore[misc]
    with pytest.raises(AttributeError):
        seat.history = ()   # type: ignore[misc]
    with pytest.raises(AttributeError):
        seat.other = 0      # type: ignore[attr-defined]
    assert not hasattr(seat, "_course")
    seat.legal().clear()
    assert seat.legal()
    course.roll(Dice(1))
    assert seat.history == tuple(course.codes())


def test_what_a_bot_prints_stays_out_of_our_output(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcomes(f"{file}:Prints", "random", "random")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert {"loaded", "made", "asked"} == set(printed.err.split())


def test_a_bot_does_not_take_us_to_another_folder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    assert all(one.faults == () for one in outcomes("mybot.py:Wanders", "random", "random"))
    assert Path.cwd() == file.parent.resolve()


# ---- stalls ----------------------------------------------------------------------------------------------------------


alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on this platform")

@alarms
@pytest.mark.parametrize("name", ["Stalls", "Swallows", "SwallowsAll", "Late", "LateToo"])
def test_a_bot_that_stalls_is_interrupted_and_not_waited_for_for_ever(
    file: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(match, "STALL_SECONDS", 0.01)
    for outcome in outcomes(f"{file}:{name}", "random", "random"):
        assert outcome.winners
        # On a busy machine the others may be late too.
        *first, last = [fault for fault in outcome.faults if bot_of(fault) == f"{file}:{name}"]
        assert len(first) == match.STALLS - 1
        assert all(fault.endswith("made no move in 0.01 seconds") for fault in first)
        assert last.endswith("made no move in 0.01 seconds, 3 times now: the rest of its moves in this game are random")


@alarms
def test_the_alarm_is_off_when_the_work_is_done() -> None:
    before = signal.getsignal(signal.SIGALRM)
    assert within(50, lambda: 7) == 7
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    with pytest.raises(BotTimeout):
        within(0.01, Event().wait)
    with pytest.raises(ZeroDivisionError):
        within(50, lambda: 1 // 0)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is before


@alarms
def test_the_alarm_rings_again_and_is_no_exception_that_one_catches() -> None:
    caught: list[str] = []

    def deaf() -> None:
        for kind in (BaseException, BaseException, Exception):
            try:
                Event().wait(5)
            except kind:
                caught.append(kind.__name__)

    with pytest.raises(BotTimeout):
        within(0.2, deaf)
    assert caught == ["BaseException", "BaseException"]


def test_in_another_thread_there_is_no_alarm_but_all_else_holds() -> None:
    class Exits:
        def choose(self, seat: Seat, dice: Dice) -> int:
            raise SystemExit

    seat = Seat(started(), 0)
    faults: list[str] = []
    moves: list[int] = []
    thread = Thread(target=lambda: moves.append(Player(Exits(), "x", Dice(1), faults).move(seat, Dice(2))))
    thread.start()
    thread.join()
    assert moves[0] in seat.legal()
    assert faults == [f"x (seat 0, step {len(seat.history) + 1}) raised SystemExit"]


def started() -> Course:
    course = Course(Setup.of("irish-gauge", 3))
    course.roll(Dice(1))
    return course


# ---- a bot that can't be had -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "message"), [
    ("nowhere.py:Bot", "which is not there"),
    ("{file}:Missing", "has no class 'Missing' with a method choose"),
    ("{file}:Nothing", "has no class 'Nothing' with a method choose"),
    ("{file}:Breaks", "mybot.py:Breaks can't be made: RuntimeError: no fuel"),
    ("{file}:Wants", "mybot.py:Wants can't be made: TypeError: .*'depth'"),
    ("{file}:Leaves", "mybot.py:Leaves can't be made: SystemExit: 0"),
    ("{broken}:Bot", "can't be run: SyntaxError"),
    ("{leaving}:Bot", "leaving.py can't be run: SystemExit: 3"),
    ("grredy", "did you mean 'greedy'"),
    ("search-0", "there is no bot 'search-0'"),
])
def test_a_bot_that_can_not_be_had_is_named(file: Path, name: str, message: str) -> None:
    broken, leaving = file.parent / "broken.py", file.parent / "leaving.py"
    broken.write_text("class Bot(:\n")
    leaving.write_text("import sys\nsys.exit(3)\n")
    with pytest.raises(UserError, match=message):
        bot(name.format(file=file, broken=broken, leaving=leaving))


# ---- files as people write them --------------------------------------------------------------------------------------


def test_a_dataclass_is_a_bot(tmp_path: Path) -> None:
    (tmp_path / "data.py").write_text("""
from __future__ import annotations
from dataclasses import dataclass, field

@dataclass
class Data:
    seen: list[int] = field(default_factory=list)

    def choose(self, seat, dice):
        return seat.legal()[0]
""")
    assert all(one.faults == () for one in outcomes(f"{tmp_path / 'data.py'}:Data", "random", "random"))


IMPORTING = """
import helper_of_mine
from pack_of_mine.inner import NAME

class Mine:
    name = helper_of_mine.NAME + NAME
    def choose(self, seat, dice):
        import late_of_mine
        return late_of_mine.pick(seat)
"""


def neighbours(folder: Path, name: str) -> str:
    """A bot whose file imports others of its folder."""
    (folder / "pack_of_mine").mkdir(parents=True)
    (folder / "mine.py").write_text(IMPORTING)
    (folder / "helper_of_mine.py").write_text(f"NAME = {name!r}\n")
    (folder / "late_of_mine.py").write_text("def pick(seat):\n    return seat.legal()[0]\n")
    (folder / "pack_of_mine" / "__init__.py").write_text("")
    (folder / "pack_of_mine" / "inner.py").write_text(f"NAME = {name!r}\n")
    return f"{folder / 'mine.py'}:Mine"


def test_a_file_imports_its_neighbours_and_not_those_of_another(tmp_path: Path) -> None:
    one, two = neighbours(tmp_path / "a", "a"), neighbours(tmp_path / "b", "b")
    assert [name_of(bot(one)), name_of(bot(two)), name_of(bot(one))] == ["aa", "bb", "aa"]
    assert all(outcome.faults == () for outcome in outcomes(one, two, "random"))


def name_of(made: Bot) -> str:
    return str(vars(type(made))["name"])


def test_a_file_hides_nothing_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    (tmp_path / "colorsys.py").write_text("raise ValueError")
    (tmp_path / "plain.py").write_text("class Plain:\n    def choose(self, seat, dice):\n        return 0\n")
    bot(f"{tmp_path / 'plain.py'}:Plain")
    assert Path(str(import_module("colorsys").__file__)).parent != tmp_path
