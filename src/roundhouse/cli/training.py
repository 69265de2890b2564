"""The command that trains nets."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from roundhouse.bots import bot as find_bot
from roundhouse.bots.netfile import loads
from roundhouse.cli.common import LARGEST_SEED, Edition, GameName, app, chosen, listed, out, processes
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.lab import cluster, workers
from roundhouse.lab.training.finish import Hands, Table, card, tables, with_levels, write
from roundhouse.lab.training.games import LATER
from roundhouse.lab.training.learner import Learner
from roundhouse.lab.training.rounds import Plan, Round, Run


@app.command()
def train(
    game: GameName,
    seats: Annotated[str | None, typer.Option(help="Numbers of players, by commas; all that the game takes.")] = None,
    minutes: Annotated[
        float,
        typer.Option(
            help="How long to play and learn, in all runs together. A round that has begun is learned to its end, and "
            "the match against --rival comes on top.", min=0.1,
        ),
    ] = 30.0,
    into: Annotated[Path | None, typer.Option(help="The folder of the run; it goes on from what is there.")] = None,
    seed: Annotated[int, typer.Option(help="Another seed plays other games.", min=0, max=LARGEST_SEED >> 32)] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)] = 0,
    scheduler: Annotated[
        str | None, typer.Option(help="Play on a Dask cluster: the address of its scheduler.", metavar="ADDRESS")
    ] = None,
    rival: Annotated[str, typer.Option(help="The level that the net meets at the end.")] = "level-5",
    games: Annotated[int, typer.Option(help="Games against it at each table; 0 for none.", min=0)] = 200,
    edition: Edition = None,
    torch: Annotated[str | None, typer.Option(help="Another Python that has torch.", metavar="PYTHON")] = None,
    first: Annotated[float, typer.Option(help="Seconds of the first round, by search alone.", min=1)] = 110.0,
    each: Annotated[float, typer.Option(help="Seconds of each later round.", min=1)] = 75.0,
    long: Annotated[int, typer.Option(help="Iterations of the net's moves from which visits are learned.", min=2)] = 96,
    short: Annotated[int, typer.Option(help="Iterations of its other moves.", min=2)] = 16,
    start: Annotated[
        Path | None, typer.Option(help="A net to go on from, instead of games by search.", metavar="FILE.net")
    ] = None,
    recipe: Annotated[list[str] | None, typer.Option(help="A number of the recipe.", metavar="NAME=N")] = None,
) -> None:
    """Train a net for a game: games by search, then rounds of games against itself, and learning after each round."""
    find_bot(rival)
    title = find_title(game)
    numbers = [int(n) for n in listed(seats)] if seats else list(range(title.players[0], title.players[1] + 1))
    setup = Setup.of(game, max(numbers), edition)
    for n in numbers:
        Setup.of(game, n, edition)
    given = {name: _number(str(value)) for name, value in chosen(recipe).items()}
    pace = replace(LATER, long=long, short=short)
    plan = Plan(setup, tuple(sorted(numbers)), seed, first, each, pace, recipe=given)
    folder = into or Path(f"train-{setup.title}-{setup.edition}")
    run = Run(folder, plan)
    if start is not None and not run.start.exists():
        run.start.write_bytes(_net(start))
    cores = cluster.cores(scheduler) if scheduler else processes(jobs)
    hands: Hands = partial(cluster.spread, address=scheduler) if scheduler else partial(workers.spread, jobs=cores)
    learner = Learner(torch, folder / "learner.log")
    try:
        for one in run.rounds():
            out.print(_told(one))
        for one in run.go_on(60 * minutes, cores, hands, learner):
            out.print(_told(one))
        out.print(_spent(run.rounds(), minutes))
        made = f"on {cores} processes, learned on {learner.ready['device']} with torch {learner.ready['torch']}"
    finally:
        learner.end()
    found = []
    for table in tables(run, rival, games, cores, hands):
        found.append(table)
        out.print(f"{table.seats} players: {table.iterations} iterations in the time of {rival}{_won(table)}")
    rounds = run.rounds()
    begun = "" if start is None else f" --start {start.name}"
    command = f"roundhouse train {_asked(plan)} --minutes {minutes:g}{begun}"
    net = with_levels(run.net(rounds[-1].number).read_bytes(), plan, found)
    file = write(folder, setup.edition, net, card(command, plan, rounds, found, rival, made), rounds)
    out.print(f"{escape(str(file))}: {len(net) / 1e6:.2f} MB, with a card beside it", soft_wrap=True)


def _net(file: Path) -> bytes:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} can't be read: {error.strerror}") from error
    loads(data)
    return data


def _number(text: str) -> int | float:
    try:
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    except ValueError:
        raise UserError(f"a number of the recipe is a number, not '{text}'") from None


def _asked(plan: Plan) -> str:
    """What was asked for, as it is typed; what is as usual is left out."""
    setup, usual = plan.setup, Plan(plan.setup, plan.seats)
    edition = "" if setup.edition == find_title(setup.title).editions[0] else f" --edition {setup.edition}"
    lengths = "".join(
        f" {option} {asked:g}" for option, asked, known in (
            ("--first", plan.first_seconds, usual.first_seconds), ("--each", plan.round_seconds, usual.round_seconds),
            ("--long", plan.pace.long, usual.pace.long), ("--short", plan.pace.short, usual.pace.short))
        if asked != known
    )
    recipe = "".join(f" --recipe {name}={number}" for name, number in plan.recipe.items())
    seats = ",".join(map(str, plan.seats))
    return f"{setup.title}{edition} --seats {seats} --seed {plan.seed}{lengths}{recipe}"


def _won(table: Table) -> str:
    won = table.won
    return "" if won is None else f", won {won.value:.1%} ({won.low:.1%} to {won.high:.1%}), fair {table.fair:.1%}"


def _spent(rounds: Sequence[Round], minutes: float) -> str:
    """Where the minutes went, beside those that were asked for."""
    played = sum(one.played_seconds for one in rounds) / 60
    learned = sum(one.learned_seconds for one in rounds) / 60
    return f"{played:.1f} minutes of games and {learned:.1f} of learning, of {minutes:g} asked for"


def _told(one: Round) -> str:
    last = one.kept
    return (
        f"round {one.number}: {one.games:,} games, {one.positions:,} positions in {one.played_seconds:.0f} s, "
        f"learned in {one.learned_seconds:.0f} s; value {last['value']:.3f} (look {last['value by best']:.3f}, search "
        f"{last['value by root']:.3f}), policy {last['policy']:.3f}, most visited {last['top']:.1%}"
    )
