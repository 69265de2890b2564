"""Commands for a game as a file: replay it, ask for advice, look back on it."""
from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from roundhouse.bots.advice import ReviewedStep
from roundhouse.bots.advice import review as give_review
from roundhouse.bots.coach import ITERATIONS, advise
from roundhouse.bots.mistakes import mistakes
from roundhouse.charts import chance_lines
from roundhouse.cli.common import Edition, app, check_writable, err, out, progress_bar
from roundhouse.engine.contract import CHANCE
from roundhouse.errors import UserError
from roundhouse.games import title as find_title
from roundhouse.games.sight import sight
from roundhouse.games.words import Words, plain, styled, words
from roundhouse.records import Record, read
from roundhouse.records import replay as course_of
from roundhouse.records.course import Course
from roundhouse.records.luck import verify as check_luck
from roundhouse.records.replay import moments as moments_of
from roundhouse.spoken import rich
from roundhouse.terminal import advice_told

# ---- records ---------------------------------------------------------------------------------------------------------


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record.", metavar="FILE")],
    states: Annotated[bool, typer.Option("--states", help="One line of JSON a step instead of the story.")] = False,
    seat: Annotated[int | None, typer.Option(help="Only what this seat may know.", min=0)] = None,
    edition: Edition = None,
    board: Annotated[bool, typer.Option("--board", help="Draw the board at the end.")] = False,
) -> None:
    """Check a record and print the game. What the rules don't allow is refused, with the step and the reason."""
    record = read(file, edition)
    if seat is not None and seat >= record.game.seats:
        raise UserError(f"the seats of this game are 0 to {record.game.seats - 1}, not {seat}")
    if states:
        for moment in moments_of(course_of(record), seat):
            print(json.dumps(moment, ensure_ascii=False))
        return
    _print_story(record, seat, board)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record of a game that was played at a table.", metavar="RECORD")],
    edition: Edition = None,
) -> None:
    """Check a record, and that all its luck follows from the secret to which the table had committed."""
    record = read(file, edition)
    if record.luck is None:
        raise UserError(f"{file} does not lay open its luck: only games that were played at a table to their end do")
    draws = check_luck(course_of(record), record.luck)
    out.print(f"{draws} draws, each as the secret says.")
    out.print(f"The commitment that the table showed before the first: {record.luck.commitment}", soft_wrap=True)


def _print_story(record: Record, seat: int | None, board: bool) -> None:
    title, course = find_title(record.game.name), course_of(record)
    texts, names = title.room.texts, unique_names(record.seats)
    known = sight(course.state, seat)
    out.print(rich(words("{title}, edition {edition}: {names}", title=styled(title.title, "bold"),
                         edition=record.setup.edition, names=", ".join(names))))
    for step in course.passed():
        told = [(texts.tell(course.game, fact), fact.rule) for fact in step.facts(seat)]
        for n, (said, by) in enumerate([(said, by) for said, by in told if said]):
            number, notation = (f"{step.number:5}", f"{step.line(seat)}  ") if n == 0 else (" " * 5, "")
            line = (styled(f"{number}  ", "dim"), *said, styled(f"  {notation}{by}", "dim"))
            out.print(rich(line, names), soft_wrap=True)
    if board:
        out.print(rich(texts.board(known), names))
    who = "" if course.to_act < 0 else f"{names[course.to_act]}: "
    out.print(rich((styled(who + plain(texts.prompt(known), names), "bold"),)))


def unique_names(seats: Iterable[str]) -> list[str]:
    """Names that tell the seats apart: three random bots are random 0, random 1, random 2."""
    given = list(seats)
    return [f"{name} {seat}" if given.count(name) > 1 else name for seat, name in enumerate(given)]


@app.command()
def hint(
    file: Annotated[Path, typer.Argument(help="A record of a game that goes on.", metavar="FILE")],
    seat: Annotated[int | None, typer.Option(help="Whom to advise; whoever is to act if not said.", min=0)] = None,
    iterations: Annotated[int, typer.Option(help="How long to think.", min=1)] = ITERATIONS,
    edition: Edition = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Say which move is best and why, and every seat's chance to win, from what one seat may know."""
    record = read(file, edition)
    course = course_of(record)
    seat = max(0, course.to_act) if seat is None else seat
    if seat >= record.setup.seats:
        raise UserError(f"the seats of this game are 0 to {record.setup.seats - 1}, not {seat}")
    advice = advise(course, seat, iterations)
    if as_json:
        print(json.dumps(asdict(advice)))
        return
    names = unique_names(record.seats)
    for sentence in advice_told(advice, names):
        out.print(rich(sentence, names), soft_wrap=True)
    if not advice.moves:
        acts = "chance decides" if course.to_act == CHANCE else f"{escape(names[course.to_act])} is to act"
        out.print("The game is over." if course.over else f"As {escape(names[seat])} sees it; {acts}.")


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A record.", metavar="FILE")],
    iterations: Annotated[int, typer.Option(help="How long to think about each step.", min=1)] = 300,
    plot: Annotated[Path | None, typer.Option(help="Draw the chances over the game.", metavar="FILE.svg")] = None,
    edition: Edition = None,
) -> None:
    """Go through a game: every seat's chance to win at each move, and the moves that changed most."""
    record = read(file, edition)
    if plot is not None:
        check_writable(plot)
    names, course = unique_names(record.seats), course_of(record)
    with err.status(f"looking at {len(record.log)} steps"):
        reviewed = give_review(course, iterations)
    table = Table("step", "who", "move", *map(escape, names), "change")
    for moment in reviewed:
        who = "chance" if moment.by < 0 else escape(names[moment.by])
        change = "" if abs(moment.gain) < 0.005 else f"{moment.gain:+.0%}"
        table.add_row(str(moment.number), who, moment.line, *(f"{c:.0%}" for c in moment.after), change)
    out.print(table)
    out.print("[bold]What changed most[/]")
    for moment in sorted(reviewed, key=lambda step: -abs(step.gain))[:8]:
        gain = styled(f"{moment.gain:+.0%}", "bold")
        said = words("  step {step}, {gain}: {told}", step=moment.number, gain=gain, told=_told(course, moment.number))
        out.print(rich(said, names))
    _print_mistakes(course, reviewed, iterations, names)
    if plot is not None:
        plot.write_text(chance_lines([step.after for step in reviewed], names, alone=True), encoding="utf-8")
        out.print(f"drawn in {escape(str(plot))}", soft_wrap=True)


def _print_mistakes(course: Course, reviewed: list[ReviewedStep], iterations: int, names: list[str]) -> None:
    """Where another move was better, and why."""
    found = mistakes(course, reviewed, iterations)
    out.print("[bold]Where another move was better[/]" if found else "No move cost anybody much.")
    for one in found:
        head = f"  step {one.number}, {names[one.by]}: {one.line}, -{one.cost:.0%}; better {one.better[0]}"
        out.print(rich((styled(head, "bold"),)), soft_wrap=True)
        for said in (one.against, one.answer, one.why):
            if said:
                out.print(rich((styled(f"    to {names[one.by]}: ", "dim"), *said), names), soft_wrap=True)


def _told(course: Course, number: int) -> Words:
    """What a step did, in a sentence."""
    (step,) = course.passed(number, number)
    texts = find_title(course.game.name).room.texts
    return next(filter(None, (texts.tell(course.game, fact) for fact in step.told)), ())


@app.command()
def dataset(
    records: Annotated[list[Path], typer.Argument(help="Records, or folders of them.", metavar="RECORDS...")],
    folder: Annotated[Path, typer.Option("--out", help="The folder of the dataset.", metavar="DIR")] = Path("steps"),
) -> None:
    """Write every decision of many games to Parquet: what was seen, what was legal, what was done and what came of it.

    Interrupted? The same command goes on where it was. `roundhouse docs envs/datasets` says how to
    read it.
    """
    if not find_spec("polars") or not find_spec("numpy"):
        raise UserError("datasets are written with Polars and NumPy: pip install 'roundhouse-games[lab]'")
    from roundhouse.envs.dataset import find_records, write_dataset
    found = find_records(records)
    with progress_bar() as progress:
        task = progress.add_task("writing games", total=len(found))
        for done in write_dataset(found, folder):
            progress.update(task, completed=done)
    out.print(f"{len(found):,} games are in {escape(str(folder))}", soft_wrap=True)
