"""One game between bots."""
from __future__ import annotations

import operator
import signal
from collections.abc import Callable, Sequence
from threading import current_thread, main_thread
from types import FrameType
from typing import TypeVar

from roundhouse.bots import lastwords
from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.masters import require_player
from roundhouse.engine.contract import CHANCE
from roundhouse.engine.dice import Dice
from roundhouse.games import Setup
from roundhouse.plugins import brief, foreign_code, is_own, told
from roundhouse.records.course import Course
from roundhouse.records.record import Record

STALL_SECONDS = 30.0
STALLS = 3          # in one game; who has stalled so often is not waited for again
RING_AGAIN = 1.0    # seconds between alarms to a bot that does not heed the first
STREAMS = 8         # chance, and a stream for each of up to seven seats
Answer = TypeVar("Answer")


def play(
    setup: Setup, names: Sequence[str], bots: Sequence[Bot], seed: int, number: int = 0, faults: list[str] | None = None
) -> Record:
    """The record of a game, as `play_course` plays it."""
    return Record.of(play_course(setup, names, bots, seed, number, faults), names)


def play_course(
    setup: Setup, names: Sequence[str], bots: Sequence[Bot], seed: int, number: int = 0, faults: list[str] | None = None
) -> Course:
    """Game `number` of `seed`. Chance and every seat have dice of their own: no bot can change the others' luck.

    A bot that crashes, stalls or answers with nonsense forfeits that move to a random one; `faults` tells of it.
    """
    for name in names:
        require_player(name, setup)
    dice = [Dice(seed, number * STREAMS + stream) for stream in range(setup.seats + 1)]
    players = [
        Player(bot, name, Dice(seed, number * STREAMS + seat), faults, f"{seed} {number} {seat}")
        for seat, (name, bot) in enumerate(zip(names, bots, strict=True))
    ]
    course = Course(setup)
    seats = [Seat(course, seat) for seat in range(setup.seats)]
    while not course.over:
        seat = course.to_act
        if seat == CHANCE:
            course.roll(dice[-1])
        else:
            course.apply(players[seat].move(seats[seat], dice[seat]))
    return course


def ask(bot: Bot, seat: Seat, dice: Dice, faults: list[str] | None = None) -> int:
    """The bot's move, or a random one if it gives none that is legal."""
    return Player(bot, type(bot).__name__, dice, faults).move(seat, dice)


def bot_of(fault: str) -> str:
    """The name of the bot that a fault is about."""
    return fault.partition(" (seat ")[0]


class Player:
    """A bot in one game. Whatever it does wrong costs it a move, which is made at random, and is told in `faults`.

    The random moves are drawn from `spare` dice, which the bot does not hold: they are the same for the same seed,
    however it has used its own. `game` tells this game and seat from others, for when a process does not survive it.
    """

    def __init__(self, bot: Bot, name: str, spare: Dice, faults: list[str] | None = None, game: str = "") -> None:
        self.bot = bot
        self.name = name
        self.spare = spare
        self.faults = faults
        self.game = game
        self.house = bool(game) and not is_own(name)
        """Whether it is one of ours, which needs less watching."""
        self.stalls = 0
        self.gone = False
        """Whether it is not asked again: all its moves are random from now on."""

    def move(self, seat: Seat, dice: Dice) -> int:
        """The code of its move, or of a random one in its place."""
        legal = seat.legal()
        if not self.gone:
            answer = self._answer(seat, dice, legal)
            if isinstance(answer, int):
                return answer
            if self.faults is not None:
                self.faults.append(f"{self.name} (seat {seat.number}, step {len(seat.history) + 1}) {answer}")
        return legal[self.spare.below(len(legal))]

    def _answer(self, seat: Seat, dice: Dice, legal: list[int]) -> int | str:
        """The code of its move, or what it did wrong."""
        if not self.house and not lastwords.about_to(self.game):
            self.gone = True
            return "ended the process that it ran in: all its moves in this game are random"
        try:
            if self.house:      # it thinks for as long as it was asked to
                return chosen(self.bot.choose(seat, dice), legal)
            with foreign_code():
                return within(STALL_SECONDS, lambda: chosen(self.bot.choose(seat, dice), legal))
        except KeyboardInterrupt:
            raise
        except BotTimeout:
            self.stalls += 1
            self.gone = self.stalls == STALLS
            rest = f", {STALLS} times now: the rest of its moves in this game are random" if self.gone else ""
            return f"made no move in {STALL_SECONDS:g} seconds{rest}"
        except Nonsense as nonsense:
            return f"answered {nonsense}, which is not legal"
        except BaseException as error:      # sys.exit() too: a bot ends nothing but its own thoughts
            return f"raised {told(error)}"
        finally:
            if not self.house:
                lastwords.survived()


class Nonsense(Exception):
    """Something that is not the code of a legal action."""


def chosen(answer: object, legal: list[int]) -> int:
    """The legal code that an answer is: a number by its value, never by what its class says of being equal."""
    try:
        code = int.__index__(operator.index(answer))    # type: ignore[arg-type]
    except TypeError:
        code = -1
    if code not in legal:
        raise Nonsense(brief(repr(answer)))
    return code


class BotTimeout(BaseException):
    """A bot has thought for too long. No Exception, so that a bot that catches those does not catch this."""


def within(seconds: float, work: Callable[[], Answer]) -> Answer:
    """What `work` returns; BotTimeout if that takes longer than so many seconds, and once more each second after.

    Some things can't be interrupted: one long call of C code, which sees no alarm before it returns; a program that
    catches BaseException again and again. And where there is no alarm, which is on platforms without SIGALRM and in
    all threads but the main one, it is waited for.
    """
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        return work()
    listening, late = True, False

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal late
        late = True
        if listening:
            raise BotTimeout

    before = signal.signal(signal.SIGALRM, ring)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, min(seconds, RING_AGAIN))
            answer = work()
        finally:
            listening = False
    except KeyboardInterrupt:
        raise
    except BaseException:
        if late:    # whatever the bot has made of the alarm
            raise BotTimeout from None
        raise
    finally:
        listening = False   # also when it rang just before this was said above
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if late:
        raise BotTimeout
    return answer
