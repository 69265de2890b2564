"""Commands that play many games between bots: which is stronger, how fast, and how to tune them."""
from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from roundhouse.bots import bot as find_bot
from roundhouse.bots import masters
from roundhouse.bots.values import weights_file
from roundhouse.cli.common import (
    LARGEST_SEED,
    Bots,
    Edition,
    GameName,
    Options,
    Seats,
    Seed,
    any_seed,
    app,
    check_writable,
    chosen,
    err,
    listed,
    out,
    print_faults,
    processes,
    progress_bar,
    seat_bots,
)
from roundhouse.engine.contract import share_of_win
from roundhouse.errors import UserError
from roundhouse.games import Setup, titles
from roundhouse.games import title as find_title
from roundhouse.lab import bench as speed
from roundhouse.lab import calibration, rating
from roundhouse.lab import ladder as rungs
from roundhouse.lab.results_file import ResultsFile
from roundhouse.lab.sim import Order, Outcome, run
from roundhouse.lab.tune import keep as keep_weights
from roundhouse.lab.tune import read_weights
from roundhouse.lab.tune import tune as tune_rounds

# ---- many games ------------------------------------------------------------------------------------------------------


@app.command()
def sim(
    game: GameName,
    seats: Seats = None,
    bots: Bots = "random",
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    seed: Seed = None,
    records: Annotated[Path | None, typer.Option(help="A folder for the records.", metavar="DIR")] = None,
    jobs: Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)] = 1,
    edition: Edition = None,
    option: Options = None,
    as_json: Annotated[bool, typer.Option("--json", help="The results as JSON.")] = False,
) -> None:
    """Let bots play many games. The same seed gives the same games, whatever the number of jobs."""
    setup = Setup.of(game, seats, edition, chosen(option))
    seed = any_seed() if seed is None else seed
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"the folder {records} can't be made: {error.strerror}") from error
    order = Order(setup, tuple(seat_bots(bots, setup.seats)), seed, str(records) if records else None)
    outcomes: list[Outcome] = []
    with progress_bar() as progress:
        task = progress.add_task(f"playing {game}", total=games)
        for batch in run(order, games, processes(jobs, order.bots)):
            outcomes += batch
            progress.advance(task, len(batch))
    outcomes.sort(key=lambda outcome: outcome.number)
    print_faults([(f"game {outcome.number}", fault) for outcome in outcomes for fault in outcome.faults])
    if as_json:
        print(json.dumps({"seed": seed, "games": [asdict(outcome) for outcome in outcomes]}))
        return
    _print_results(order, outcomes)
    if records is not None:
        out.print(f"{games} record{'' if games == 1 else 's'} in {escape(str(records))}", soft_wrap=True)


def _print_results(order: Order, outcomes: list[Outcome]) -> None:
    games = len(outcomes)
    many = "1 game" if games == 1 else f"{games} games"
    table = Table(title=f"{find_title(order.setup.title).title}: {many}, seed {order.seed}", title_justify="left")
    for heading in ("seat", "bot", "wins", "share of wins", "mean score", "lowest", "highest"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat, name in enumerate(order.bots):
        scores = [outcome.scores[seat] for outcome in outcomes]
        wins = [share_of_win(seat, outcome.winners) for outcome in outcomes if seat in outcome.winners]
        table.add_row(
            str(seat), name, str(len(wins)), f"{sum(wins) / games:.1%}", f"{sum(scores) / games:.1f}",
            str(min(scores)), str(max(scores)),
        )
    lengths = [outcome.steps for outcome in outcomes]
    out.print(table)
    mean = sum(lengths) / games
    out.print(f"{min(lengths)} to {max(lengths)} steps a game, {mean:.1f} on average. A tie counts in parts.")


@app.command()
def ladder(
    game: GameName,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(help="The bots that meet, by commas.")] = "random,greedy,level-3,level-4",
    rounds: Annotated[int, typer.Option(help="Seeds for each pair, played with every seating.", min=1)] = 20,
    neighbours: Annotated[bool, typer.Option("--neighbours", help="Only neighbours in the list meet.")] = False,
    every_other: Annotated[
        bool, typer.Option("--every-other", help="A bot has every other seat, and not one among all others.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The first seed.", min=0, max=LARGEST_SEED)] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)] = 0,
    keep: Annotated[
        Path | None, typer.Option(help="Keep results here, and go on from them.", metavar="FILE.jsonl")
    ] = None,
    write: Annotated[Path | None, typer.Option(help="Write the tables here too.", metavar="FILE.md")] = None,
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Find out which bot is stronger: all pairs, all seatings, paired seeds, with intervals for every claim."""
    names = listed(bots)
    for name in names:
        find_bot(name)
    if len(set(names)) < max(2, len(names)):
        raise UserError("a ladder needs two different bots or more, each named once")
    setup = Setup.of(game, seats, edition, chosen(option))
    kept = None if keep is None else ResultsFile(keep)
    if write is not None:
        check_writable(write)
    if every_other and setup.seats % 2:
        raise UserError(f"--every-other needs an even number of players, not {setup.seats}")
    todo = rungs.matches(setup, names, rounds, seed, neighbours, 2 if every_other else 0)
    played = []
    with progress_bar() as progress:
        task = progress.add_task(f"{game}, {setup.seats} players", total=len(todo))
        for match in rungs.run(setup, todo, kept, processes(jobs, names)):
            played.append(match)
            progress.advance(task)
    print_faults([(f"seed {one.match.seed}", fault) for one in played for fault in one.faults])
    if kept is not None and kept.outdated:
        err.print(f"{kept.outdated} games in {keep} were played by other bots than those of today, and don't count")
    text = rungs.Ladder(setup, names, played).markdown()
    print_markdown(text)
    if write is not None:
        write.write_text(text, encoding="utf-8")


def print_markdown(text: str) -> None:
    """Set for a terminal, as it is for a file."""
    from rich.markdown import Markdown

    out.print(Markdown(text)) if out.is_terminal else print(text)


@app.command()
def rate(
    agent: Annotated[str, typer.Argument(help="Your agent, or one of our bots.", metavar="FILE.py:CLASS")],
    game: GameName,
    jobs: Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The results as JSON.")] = False,
) -> None:
    """Rate an agent by the protocol that is the same for everybody; `roundhouse docs envs/baselines` has
    others beside it."""
    find_bot(agent)
    setup = Setup.of(game)
    todo = rating.plan(agent, setup)
    timed = []
    with progress_bar() as progress:
        task = progress.add_task(f"rating {agent}", total=len(todo))
        for one in rating.run(setup, todo, processes(jobs, [agent])):
            timed.append(one)
            progress.advance(task)
    print_faults([(f"seed {one.played.match.seed}", fault) for one in timed for fault in one.played.faults])
    found = rating.rows(timed)
    if as_json:
        told = {"protocol": rating.PROTOCOL, "agent": agent, "game": game, "rows": [asdict(row) for row in found]}
        print(json.dumps(told, indent=1))
    else:
        print_markdown(rating.markdown(agent, setup, found))


@app.command()
def tune(
    game: GameName,
    rounds: Annotated[int, typer.Option(help="How many changes to try.", min=1)] = 50,
    games: Annotated[int, typer.Option(help="Games for each change.", min=2)] = 200,
    seed: Annotated[int, typer.Option(help="The same seed tries the same changes.", min=0, max=LARGEST_SEED)] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)] = 0,
    start: Annotated[
        Path | None, typer.Option(help="Begin with the weights of this file, not the bots' own.", metavar="FILE.json")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(help="Write them here, not where the bots find them.", metavar="FILE.json")
    ] = None,
) -> None:
    """Tune the weights of a game's value function by play. Each change that is kept is written down at once."""
    name = find_title(game).name
    first = read_weights(name, start)
    check_writable(into or weights_file(name))
    command = f"roundhouse tune {name} --rounds {rounds} --games {games} --seed {seed}"
    changed = False
    for one in tune_rounds(game, first, rounds, games, seed, jobs or os.cpu_count() or 1):
        out.print(f"{one.number:4} {one.share:.3f} {'kept' if one.kept else '    '} {list(one.weights)}")
        if one.kept:
            changed = True
            keep_weights(name, one.weights, command, first, into)
    if not changed:
        out.print("No change won often enough: the weights stay as they are.")


@app.command()
def calibrate(
    game: GameName,
    seats: Seats = None,
    player: Annotated[str, typer.Option("--bots", help="The bot that plays the games.")] = "greedy",
    games: Annotated[int, typer.Option(help="Games, with a forecast for one position of each.", min=1)] = 300,
    iterations: Annotated[int, typer.Option(help="How long to think about it; 0: by value alone.", min=0)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.", min=0, max=LARGEST_SEED)] = 1,
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Find out whether chances to win mean what they say: what was predicted, and what was observed."""
    setup = Setup.of(game, seats, edition, chosen(option))
    find_bot(player)
    made = []
    with err.status(f"playing {games} games") as status:
        for forecast in calibration.forecasts(setup, player, games, iterations, seed):
            made.append(forecast)
            status.update(f"playing {games} games: {len(made)} played")
    temperature = masters.temperature(setup.game())
    bins = calibration.reliability(made, temperature)
    heading = f"{setup.title}, {setup.seats} players"
    table = Table("predicted", "observed", "forecasts", title=heading, title_justify="left")
    for bin_ in bins:
        table.add_row(f"{bin_.predicted:.1%}", f"{bin_.observed:.1%}", str(bin_.count))
    out.print(table)
    off = calibration.expected_calibration_error(bins)
    out.print(f"off by {off:.1%} on average, with temperature {temperature:g}; "
              f"these games would be told best with {calibration.best_temperature(made):g}")


# ---- speed -----------------------------------------------------------------------------------------------------------


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="The games to measure; all if not said.")] = None,
    seconds: Annotated[float, typer.Option(help="Processor time to measure each number for.", min=0.01)] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Measure each game, plain and compiled: random moves a second, playouts a second, the time for a copy."""
    names = [find_title(name).name for name in games] if games else list(titles())
    found: list[speed.Speed] = []
    with err.status("measuring") as status:
        for name in names:
            for engine in ("compiled", "plain"):
                status.update(f"measuring {name}, {engine}")
                found += speed.measure_elsewhere(engine, [name], seconds) or []
    if as_json:
        print(json.dumps([asdict(one) for one in found], indent=1))
        return
    table = Table(title="On one core, by processor time", title_justify="left")
    for heading in ("game", "players", "engine", "random moves/s", "playouts/s", "copy"):
        table.add_column(heading, justify="left" if heading in ("game", "engine") else "right")
    for one in found:
        figures = f"{one.moves:,.0f}", f"{one.playouts:,.0f}", f"{one.copy:.2f} µs"
        table.add_row(one.game, str(one.seats), one.engine, *figures)
    out.print(table)
    if not any(one.engine.startswith("compiled") for one in found):
        out.print("There is no compiled engine here: see `roundhouse --version`.")
