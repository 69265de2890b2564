"""The commands of the lab: `roundhouse lab GAME`, `lab compare`, `lab sweep`, `lab report`."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from typer.core import TyperGroup

from roundhouse.cli.common import (
    LARGEST_SEED,
    Edition,
    GameName,
    Options,
    Seats,
    chosen,
    err,
    listed,
    out,
    print_faults,
    processes,
    progress_bar,
    seat_bots,
)
from roundhouse.games import Setup
from roundhouse.lab.cluster import cores
from roundhouse.lab.cluster import spread as spread_on_cluster
from roundhouse.lab.folder import Folder, Spread
from roundhouse.lab.metrics import KNOWN
from roundhouse.lab.study import RUNGS, Study
from roundhouse.lab.workers import spread

if TYPE_CHECKING:
    from roundhouse.lab.findings import Finding

Out = Annotated[Path | None, typer.Option("--out", help="The folder of the study.", metavar="DIR")]
Games = Annotated[int, typer.Option(help="How many games.", min=1)]
Seed = Annotated[
    int,
    typer.Option(help="The same seed gives the same data, whatever the number of jobs.", min=0, max=LARGEST_SEED),
]
Jobs = Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)]
Scheduler = Annotated[
    str | None, typer.Option(help="Play on a Dask cluster instead: the address of its scheduler.", metavar="ADDRESS")
]
Slips = Annotated[int, typer.Option(
    help="Of a hundred moves, how many are made without thinking: bots without chance would repeat themselves.",
    min=0, max=100,
)]
LabBots = Annotated[str, typer.Option(help="A bot for all seats, or one for each, separated by commas.")]
Metrics = Annotated[
    list[str] | None, typer.Option("--metric", help="A metric of your own; may be repeated.", metavar="FILE.py:CLASS")
]
SIGNS = {"good": "[green]✓[/]", "warn": "[red]![/]", "open": "[yellow]?[/]", "note": "[dim]·[/]"}


class GameOrCommand(TyperGroup):
    """`lab irish-gauge` is short for `lab study irish-gauge`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """The arguments, with `study` before the name of a game."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["study", *args]
        return super().parse_args(ctx, args)


lab = typer.Typer(
    cls=GameOrCommand, no_args_is_help=True, rich_markup_mode="rich",
    help="Thousands of games, and a report to look at. Begin with [bold]roundhouse lab irish-gauge[/].",
)


@lab.command("study")
def study_command(
    game: GameName,
    games: Games = 1000,
    seats: Seats = None,
    bots: LabBots = "level-2",
    rotate: Annotated[bool, typer.Option("--rotate", help="The bots move on by a seat after each game.")] = False,
    slips: Slips = 3,
    edition: Edition = None,
    option: Options = None,
    seed: Seed = 1,
    metric: Metrics = None,
    skill: Annotated[int, typer.Option(help="Games for each rung of the skill ladder; 0 for none.", min=0)] = 40,
    rungs: Annotated[str, typer.Option(help="The skill ladder, weakest first.")] = ",".join(RUNGS),
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
    folder: Out = None,
) -> None:
    """Play many games and write a report. Interrupted? The same command goes on where it was.

    `study` may be left out: [bold]roundhouse lab irish-gauge --games 2000[/].
    """
    one = make_study(game, games, seats, bots, edition, option, seed)
    own = tuple(name for name in metric or () if name not in KNOWN)
    one = replace(one, rotate=rotate, slips=slips, metrics=own, skill=skill, rungs=tuple(listed(rungs)))
    kept = Folder(folder or Path("studies") / game)
    play_study(kept, one, jobs, scheduler)
    tell(kept)


def make_study(
    game: str, games: int, seats: int | None, bots: str, edition: str | None, option: list[str] | None, seed: int
) -> Study:
    """A study as it is typed. An edition of one's own is taken along whole."""
    setup = Setup.of(game, seats, edition, chosen(option))
    return Study(setup, tuple(seat_bots(bots, setup.seats)), games, seed)


def play_study(folder: Folder, study: Study, jobs: int, scheduler: str | None, title: str = "") -> None:
    """Play what is missing of a study, with a bar that says how long it will take."""
    study.check()
    folder.open(study)
    jobs = cores(scheduler) if scheduler else processes(jobs, (*study.bots, *study.rungs))
    hands: Spread = partial(spread_on_cluster, address=scheduler) if scheduler else partial(spread, jobs=jobs)
    done = 0
    with progress_bar() as progress:
        task = progress.add_task(title or f"playing {study.game}", total=len(study.numbers))
        try:
            for done in folder.run(study, jobs, hands):
                progress.update(task, completed=done)
        except KeyboardInterrupt:
            progress.stop()
            err.print(f"interrupted: {done:,} of {len(study.numbers):,} games are kept in {escape(str(folder.path))}; "
                      "the same command goes on from there", soft_wrap=True)
            raise typer.Exit(130) from None


def print_findings(found: Iterable[Finding]) -> None:
    """Each in a line, with a sign for what to make of it."""
    for finding in found:
        out.print(f"{SIGNS[finding.verdict]} {escape(finding.text)}", soft_wrap=True)


def tell(folder: Folder) -> None:
    """Write the report, and say the most important of it."""
    from roundhouse.lab.analysis import Analysis
    from roundhouse.lab.findings import findings
    from roundhouse.lab.report.page import write_report
    study = Analysis(folder)
    print_faults([(f"game {number}", fault) for number, fault in study.faults])
    print_findings(findings(study))
    file = folder.path / "report.html"
    write_report(study, file)
    out.print(f"\nreport: {escape(str(file))}", soft_wrap=True)


@lab.command("report")
def report_command(folder: Annotated[Path, typer.Argument(help="The folder of a study.", metavar="DIR")]) -> None:
    """Write the report of a finished study again."""
    tell(Folder(folder))


@lab.command("metrics")
def metrics_command() -> None:
    """List the metrics, with their definitions."""
    from roundhouse.lab.metrics import BUILT_IN
    for one in BUILT_IN:
        out.print(f"[bold]{one.name}[/] {one.title}: {one.words}")


@lab.command("compare")
def compare_command(
    first: Annotated[Path, typer.Argument(help="The folder of a study.", metavar="A")],
    second: Annotated[Path, typer.Argument(help="The folder of another.", metavar="B")],
    file: Annotated[Path | None, typer.Option("--out", help="The report; compare.html in B if not said.")] = None,
) -> None:
    """Say what changed between two studies of a game: editions, options or bots, with intervals."""
    from roundhouse.lab.analysis import Analysis
    from roundhouse.lab.compare import compare, summary, write_comparison
    one = compare(Analysis(Folder(first)), Analysis(Folder(second)))
    print_findings(summary(one))
    file = file or second / "compare.html"
    write_comparison(one, file)
    out.print(f"\nreport: {escape(str(file))}", soft_wrap=True)


@lab.command("sweep")
def sweep_command(
    game: GameName,
    vary: Annotated[list[str], typer.Option(
        "--vary", metavar="NAME=VALUES", help="What to vary; may be repeated. A number of the edition by its place "
        "(starting_cash=15,20,25 or contracts.0.value=1..5), or an option (option:length=5,6,7).",
    )],
    metric: Annotated[list[str] | None, typer.Option(
        "--metric", help="What to look at; may be repeated. See `roundhouse lab metrics`.",
    )] = None,
    points: Annotated[int, typer.Option("--random", help="So many points at random instead of the whole grid.")] = 0,
    games: Annotated[int, typer.Option(help="Games for each point.", min=2)] = 200,
    seats: Seats = None,
    bots: LabBots = "level-2",
    slips: Slips = 3,
    edition: Edition = None,
    option: Options = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
    folder: Out = None,
) -> None:
    """Vary numbers of an edition, or options, over a grid or at random, and show what each does to chosen metrics."""
    from roundhouse.lab.analysis import Analysis
    from roundhouse.lab.report.sweeping import findings
    from roundhouse.lab.sweep import Sweep, print_sweep, read_vary, write_sweep
    base = replace(make_study(game, games, seats, bots, edition, option, seed), slips=slips)
    where = folder or Path("studies") / f"{game}-sweep"
    sweep = Sweep.plan(base, [read_vary(one) for one in vary], points, tuple(metric or ("margin", "decided", "turns")))
    for n, point in enumerate(sweep.points, 1):
        play_study(Folder(where / point.folder), point.study, jobs, scheduler, f"point {n} of {len(sweep.points)}")
    studies = [Analysis(Folder(where / point.folder)) for point in sweep.points]
    print_sweep(sweep, studies, out)
    print_findings(findings(sweep, studies))
    write_sweep(sweep, studies, where / "sweep.html")
    out.print(f"\nreport: {escape(str(where / 'sweep.html'))}", soft_wrap=True)


__all__ = ["lab"]
