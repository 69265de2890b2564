"""A net against a level: at equal time, with a number of games that is fixed beforehand.

At a table of an even number the net has every other seat; at the others it sits alone. Each deal is played with every
such seating. The processor time of every answer is noted, of both.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from statistics import fmean, median
from time import process_time
from typing import Any

from roundhouse.bots import unhurried
from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.match import play, play_course
from roundhouse.bots.netfile import net_for
from roundhouse.bots.thinkers import Guidance, GuidedBot
from roundhouse.engine.contract import CHANCE, share_of_win
from roundhouse.engine.dice import Dice
from roundhouse.games import Setup
from roundhouse.lab.statistics import Estimate, proportion
from roundhouse.records.course import Course

PACED_STEPS = 24        # of one game; long enough that trees are kept from answer to answer
MARGIN = 0.95           # of the rival's time, which the net is given, for times are never quite the same twice
LONGEST_MARGIN = 0.75   # of its longest answer


@dataclass(frozen=True)
class NetGame:
    """One game to be played: the net on some seats, a level on the others."""

    setup: Setup
    net: bytes
    guidance: Guidance
    iterations: int
    work: int | None
    rival: str
    seats: tuple[int, ...]
    seed: int


@dataclass(frozen=True)
class NetGameResult:
    """The share of the win that the net's seats had together, the final scores, who won, and the microseconds of
    processor time that each answer took, where there was something to decide."""

    seats: tuple[int, ...]
    seed: int
    share: float
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    net_answers: tuple[int, ...]
    rival_answers: tuple[int, ...]

    @staticmethod
    def of(line: dict[str, Any]) -> NetGameResult:
        """As it was written down."""
        lists = {name: tuple(line[name]) for name in ("seats", "scores", "winners", "net_answers", "rival_answers")}
        return NetGameResult(seed=line["seed"], share=line["share"], **lists)


@dataclass
class TimedBot:
    """A bot, and how long its answers take."""

    bot: Bot
    answers: list[int] = field(default_factory=list)

    def choose(self, seat: Seat, dice: Dice) -> int:
        """What the bot chooses; how long it took is noted where there was a choice."""
        begun = process_time()
        code = self.bot.choose(seat, dice)
        if len(seat.legal()) > 1:
            self.answers.append(round(1e6 * (process_time() - begun)))
        return code


def seatings(seats: int) -> list[tuple[int, ...]]:
    """Every other seat, both ways; or each seat alone where the table is odd."""
    if seats % 2 == 0:
        return [tuple(range(first, seats, 2)) for first in (0, 1)]
    return [(seat,) for seat in range(seats)]


def games(one: NetGame, count: int) -> list[NetGame]:
    """So many games at least, every deal with every seating."""
    ways = seatings(one.setup.seats)
    deals = -(-count // len(ways))
    return [replace(one, seats=way, seed=one.seed + deal) for deal in range(deals) for way in ways]


def play_net(one: NetGame) -> NetGameResult:
    """Play a game of the net against its rival, and tell how it went and how long it thought."""
    setup = one.setup
    net_for(one.net, setup.game())      # made before the clock runs
    nets = {seat: TimedBot(net_bot(one)) for seat in one.seats}
    rivals = {seat: TimedBot(unhurried(one.rival)) for seat in range(setup.seats) if seat not in nets}
    players = {**nets, **rivals}
    names = ["net" if seat in nets else one.rival for seat in range(setup.seats)]
    result = play(setup, names, [players[seat] for seat in range(setup.seats)], one.seed).result
    assert result is not None
    share = sum(share_of_win(seat, result.winners) for seat in one.seats)
    return NetGameResult(one.seats, one.seed, share, tuple(result.scores), tuple(result.winners), _answers(nets),
                     _answers(rivals))


def _answers(players: dict[int, TimedBot]) -> tuple[int, ...]:
    return tuple(chain.from_iterable(player.answers for player in players.values()))


def net_bot(one: NetGame) -> GuidedBot:
    """The bot that plays with the net."""
    return GuidedBot(partial(net_for, one.net), one.iterations, guidance=one.guidance, work=one.work, hasty=True)


def outcome(played: Sequence[NetGameResult]) -> Estimate:
    """The net's share of the wins, with its interval."""
    return proportion(sum(one.share for one in played), len(played))


# ---- equal time ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Times:
    """How long answers take: the mean, the median and the longest, in microseconds of processor time."""

    mean: float
    middle: float
    longest: float

    @staticmethod
    def of(answers: Sequence[int]) -> Times:
        """Mean, median and longest of some times."""
        return Times(round(fmean(answers), 1), float(median(answers)), float(max(answers)))


@dataclass(frozen=True)
class AnswerTimes:
    """Microseconds of the answers of both in the same positions, and the work of each of the net's."""

    net: tuple[int, ...]
    rival: tuple[int, ...]
    worked: tuple[int, ...]

    @staticmethod
    def together(paced: Sequence[AnswerTimes]) -> AnswerTimes:
        """All of them as one."""
        parts = zip(*((one.net, one.rival, one.worked) for one in paced))
        return AnswerTimes(*(tuple(chain.from_iterable(part)) for part in parts))


def pace(one: NetGame, seconds: float) -> AnswerTimes:
    """How long net and rival take over the same positions of many games; each makes the moves of every other seat."""
    net_for(one.net, one.setup.game())
    found = AnswerTimes((), (), ())
    until = process_time() + seconds
    seed = one.seed
    while not found.net or process_time() < until:
        found = AnswerTimes.together([found, _paced_game(one, seed, until)])
        seed += 1
    return found


def somewhere(setup: Setup, dice: Dice) -> Course:
    """A game between greedy bots, somewhere on its way: in some parts of it iterations take longer than in others."""
    seats = setup.seats
    bots = [unhurried("greedy") for _ in range(seats)]
    whole = play_course(setup, ["greedy"] * seats, bots, int(dice.below(1 << 30)))
    return whole.back_to(dice.below(len(whole.steps)))


def _paced_game(one: NetGame, seed: int, until: float) -> AnswerTimes:
    """Some steps of a game."""
    dice = Dice(seed)
    course = somewhere(one.setup, dice)
    last = len(course.steps) + PACED_STEPS
    seats = range(one.setup.seats)
    thinkers = [net_bot(one) for _ in seats]
    nets, rivals = [TimedBot(thinker) for thinker in thinkers], [TimedBot(unhurried(one.rival)) for _ in seats]
    worked: list[int] = []
    while not course.over and len(course.steps) < last and (not worked or process_time() < until):
        if course.to_act == CHANCE:
            course.roll(dice)
            continue
        seat = Seat(course, course.to_act)
        answers = rivals[seat.number].choose(seat, dice), nets[seat.number].choose(seat, dice)
        if len(seat.legal()) > 1:
            worked.append(thinkers[seat.number].worked)
        course.apply(answers[seat.number % 2])
    return AnswerTimes(_answers(dict(enumerate(nets))), _answers(dict(enumerate(rivals))), tuple(worked))


def equal_time(one: NetGame, paced: AnswerTimes) -> NetGame:
    """The game with as many iterations of the net as take the rival's time, in the mean and in the middle, and with no
    more work for a move than takes its longest answer."""
    net, rival = Times.of(paced.net), Times.of(paced.rival)
    iterations = one.iterations * min(rival.mean / net.mean, rival.middle / net.middle) * MARGIN
    rate = sum(paced.net) / max(1, sum(paced.worked))       # of all: what took long by chance must not decide
    return replace(one, iterations=max(1, int(iterations)), work=max(1, int(LONGEST_MARGIN * rival.longest / rate)))
