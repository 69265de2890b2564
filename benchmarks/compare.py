"""Random games here, in OpenSpiel and in catanatron, measured in one run on one core.

    make bench-compare

Every program is driven in two ways where it has both: by a loop in Python (list the legal actions, choose, apply), and
by its own fastest loop (ours compiled by mypyc, OpenSpiel's random bots in C++).
"""
from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

import pyspiel
from catanatron import Color, Game, RandomPlayer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import roundhouse
from roundhouse import CHANCE, OVER, Dice
from roundhouse.engine.play import copies, playout
from roundhouse.games import titles

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
# Board and card games whose random games have a length like ours.
OPENSPIEL = ["hex(board_size=11)", "backgammon", "havannah(board_size=6)", "othello", "gin_rummy"]
CATAN_SEATS = [Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE]


@dataclass
class Row:
    program: str
    driven: str
    length: float
    moves: float
    playouts: float
    copy: float | None = None


def timed(one: Callable[[], int]) -> tuple[float, float, float]:
    """Steps in a game, steps a second, games a second."""
    steps = games = 0
    begin = perf_counter()
    while perf_counter() - begin < SECONDS:
        steps += one()
        games += 1
    took = perf_counter() - begin
    return steps / games, steps / took, games / took


def copy_time(copy: Callable[[], object]) -> float:
    """Microseconds."""
    times = 0
    begin = perf_counter()
    while perf_counter() - begin < SECONDS / 4:
        for _ in range(100):
            copy()
        times += 100
    return (perf_counter() - begin) / times * 1e6


# ---- here ------------------------------------------------------------------------------------------------------------


def ours(name: str) -> Iterator[Row]:
    title = titles()[name]
    game = title.game(title.players[1])
    dice = Dice(1)
    middle = game.start()
    for _ in range(60):
        middle.apply(middle.random(dice))

    def in_python() -> int:
        state, steps = game.start(), 0
        while state.to_act != OVER:
            if state.to_act == CHANCE:
                code = state.random(dice)
            else:
                codes = state.legal()
                code = codes[dice.below(len(codes))]
            state.apply(code)
            steps += 1
        return steps

    label = f"Roundhouse {title.title}, {game.seats} players"
    yield Row(label, roundhouse.ENGINE, *timed(lambda: playout(game.start(), dice)))
    yield Row(label, "Python", *timed(in_python), copy_time(lambda: copies(middle, 1)))


# ---- OpenSpiel -------------------------------------------------------------------------------------------------------


def openspiel(name: str) -> Iterator[Row]:
    game = pyspiel.load_game(name)
    chooser = random.Random(1)

    def in_python() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                action = chooser.choices(outcomes, weights)[0]
            else:
                action = chooser.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
        return steps

    python = timed(in_python)
    start = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def in_cpp() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, chooser.randrange(1 << 30))
        return 1

    _, _, rollouts = timed(in_cpp)
    label = f"OpenSpiel {name.split('(')[0]}"
    yield Row(label, "C++", python[0], rollouts * python[0], rollouts)
    yield Row(label, "Python", *python, copy_time(start.clone))


# ---- catanatron ------------------------------------------------------------------------------------------------------


def catan() -> Iterator[Row]:
    def one() -> int:
        game, steps = Game([RandomPlayer(color) for color in CATAN_SEATS]), 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            steps += 1
        return steps

    begun = Game([RandomPlayer(color) for color in CATAN_SEATS])
    yield Row("catanatron, 4 players", "Python", *timed(one), copy_time(begun.copy))


def main() -> None:
    console = Console(width=120)
    jobs: list[Callable[[], Iterator[Row]]] = [lambda name=name: ours(name) for name in titles()]  # type: ignore[misc]
    jobs += [lambda name=name: openspiel(name) for name in OPENSPIEL]  # type: ignore[misc]
    jobs.append(catan)
    rows = [row for job in track(jobs, "measuring", console=Console(stderr=True), transient=True) for row in job()]
    base = dict(zip(("own", "Python"), (row.moves for row in rows)))
    table = Table(title=f"Random games, one core, {SECONDS:g} s each", title_justify="left")
    headings = "program", "driven by", "steps a game", "moves/s", "playouts/s", "copy, µs", "Irish Gauge is faster by"
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("program", "driven by") else "right")
    for row in rows:
        ratio = base["Python" if row.driven == "Python" else "own"] / row.moves
        copy = "" if row.copy is None else f"{row.copy:.2f}"
        figures = f"{row.length:.0f}", f"{row.moves:,.0f}", f"{row.playouts:,.0f}", copy, f"{ratio:.1f}x"
        table.add_row(row.program, row.driven, *figures)
    console.print(table)
    console.print("The ratio is of moves/s, Python loop to Python loop and own loop to own loop.")


if __name__ == "__main__":
    main()
