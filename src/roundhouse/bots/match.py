"""One game between bots."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.bots.bot import Bot, Seat
from roundhouse.engine.contract import CHANCE, OVER, Game
from roundhouse.engine.dice import Dice
from roundhouse.records.record import Record

STREAMS = 8   # chance, and a stream for each of up to seven seats


def play(game: Game, names: Sequence[str], bots: Sequence[Bot], seed: int, number: int = 0) -> Record:
    """Game `number` of `seed`. Chance and every seat have dice of their own: no bot can change the others' luck."""
    dice = [Dice(seed, number * STREAMS + stream) for stream in range(game.seats + 1)]
    record = Record(game, list(names))
    state = game.start()
    while state.to_act != OVER:
        seat = int(state.to_act)
        if seat == CHANCE:
            record.add(state, state.random(dice[-1]))
        else:
            record.add(state, bots[seat].choose(Seat(state, seat), dice[seat]))
    return record
