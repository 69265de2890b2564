"""What bots do where they think: in a process of their own, or in a worker of a browser."""
from __future__ import annotations

from functools import lru_cache

from roundhouse.bots import bot
from roundhouse.bots.advice import review
from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.coach import Advice, Move
from roundhouse.bots.coach import advise as coach_advise
from roundhouse.bots.match import ask
from roundhouse.bots.mistakes import GameReview, mistakes
from roundhouse.bots.mistakes import weigh as weighed_moves
from roundhouse.bots.values import valuer
from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.records import Record, replay

HINT_ITERATIONS, REVIEW_ITERATIONS = 1500, 60


def wake_up() -> None:
    """Load what bots think with, before the first of them is asked."""
    for name in titles():
        valuer(name)


@lru_cache(maxsize=8)
def thinker(table: str, seat: int, level: str) -> Bot:
    """The bot of a seat, with what it has thought so far: a search keeps its tree while the game goes on from there."""
    return bot(level)


def think(table: str, record: str, seat: int, level: str, seed: int) -> tuple[int, list[str]]:
    """A bot's move from what its seat may know, and what went wrong on the way."""
    faults: list[str] = []
    course = replay(Record.loads(record))
    return ask(thinker(table, seat, level), Seat(course, seat), Dice(seed), faults), faults


def advise(record: str, seat: int) -> Advice:
    """What a strong player would do and why, from what the seat may know."""
    return coach_advise(replay(Record.loads(record)), seat, HINT_ITERATIONS)


def look_back(record: str) -> GameReview:
    """A finished game step by step, with everyone's chances, and where other moves were better."""
    course = replay(Record.loads(record))
    steps = review(course, REVIEW_ITERATIONS)
    return GameReview(steps, mistakes(course, steps, REVIEW_ITERATIONS))


def weigh(record: str, lines: tuple[str, ...]) -> list[Move]:
    """Moves of whoever is to act beside each other, the best first, from what that seat may know."""
    return weighed_moves(replay(Record.loads(record)), lines, HINT_ITERATIONS)
