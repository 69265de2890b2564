"""One game between bots."""
from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.live import LiveGame
from roundhouse.engine.contract import CHANCE, Game
from roundhouse.engine.dice import Dice
from roundhouse.records.record import Record

STALL_SECONDS = 30.0
STREAMS = 8   # chance, and a stream for each of up to seven seats


def play(
    game: Game, names: Sequence[str], bots: Sequence[Bot], seed: int, number: int = 0, faults: list[str] | None = None
) -> Record:
    """Game `number` of `seed`. Chance and every seat have dice of their own: no bot can change the others' luck.

    A bot that crashes, stalls or answers with nonsense forfeits that move to a random one; `faults` tells of it.
    """
    dice = [Dice(seed, number * STREAMS + stream) for stream in range(game.seats + 1)]
    live = LiveGame(Record(game, list(names)))
    while not live.over:
        seat = live.to_act
        if seat == CHANCE:
            live.roll(dice[-1])
        else:
            live.do(ask(bots[seat], live.seat(seat), dice[seat], faults))
    return live.record


def ask(bot: Bot, seat: Seat, dice: Dice, faults: list[str] | None = None) -> int:
    """The bot's move, or a random one if it gives none that is legal."""
    legal = seat.legal()
    try:
        with time_limit(STALL_SECONDS):
            choice = bot.choose(seat, dice)
        if choice in legal:
            return int(choice)
        fault = f"answered {choice!r}, which is not legal"
    except Exception as error:
        fault = f"raised {type(error).__name__}: {error}"
    if faults is not None:
        faults.append(f"seat {seat.number}, step {len(seat.history) + 1}: {type(bot).__name__} {fault}")
    return legal[dice.below(len(legal))]


class Stalled(Exception):
    """A bot has thought for too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what runs for longer, where the platform has an alarm and this is the main thread; else waits."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Stalled(f"no move in {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
