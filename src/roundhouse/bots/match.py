"""One game between bots."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.bots.bot import Bot
from roundhouse.bots.live import LiveGame
from roundhouse.engine.contract import CHANCE, Game
from roundhouse.engine.dice import Dice
from roundhouse.records.record import Record

STREAMS = 8   # chance, and a stream for each of up to seven seats


def play(game: Game, names: Sequence[str], bots: Sequence[Bot], seed: int, number: int = 0) -> Record:
    """Game `number` of `seed`. Chance and every seat have dice of their own: no bot can change the others' luck."""
    dice = [Dice(seed, number * STREAMS + stream) for stream in range(game.seats + 1)]
    live = LiveGame(Record(game, list(names)))
    while not live.over:
        seat = live.to_act
        if seat == CHANCE:
            live.roll(dice[-1])
        else:
            live.do(bots[seat].choose(live.seat(seat), dice[seat]))
    return live.record
