"""Commands for a game as a file: replay it, ask for advice, look back on it."""
from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from roundhouse.bots.advice import hint as give_hint
from roundhouse.bots.advice import review as give_review
from roundhouse.bots.live import LiveGame
from roundhouse.charts import chance_lines
from roundhouse.cli.common import Edition, app, check_writable, err, out
from roundhouse.engine.contract import CHANCE
from roundhouse.errors import UserError
from roundhouse.games import title as find_title
from roundhouse.records import Record, read
from roundhouse.records import replay as steps_of

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
        for step in steps_of(record):
            print(json.dumps(step.as_json(seat), ensure_ascii=False))
        return
    _print_story(record, seat, board)


def _print_story(record: Record, seat: int | None, board: bool) -> None:
    title = find_title(record.game.name)
    names = unique_names(record.seats)
    out.print(f"[bold]{title.title}[/], edition {record.game.edition.name}: {', '.join(names)}")
    step = None
    for step in steps_of(record):
        if step.number == 0:
            continue
        story = title.table.tell(step.before, step.code, step.state, names, seat)
        notation = f"[dim]{escape(step.before.shown(step.code, seat))}[/]"
        for n, sentence in enumerate(story):
            number, line = (f"{step.number:5}", f"{notation}  ") if n == 0 else (" " * 5, "")
            out.print(f"[dim]{number}[/]  {sentence.text}  {line}[dim]{sentence.rule}[/]", soft_wrap=True)
    assert step is not None
    if board:
        out.print(title.table.board(step.state, seat))
    out.print(f"[bold]{title.table.prompt(step.state, names, seat)}[/]")


def unique_names(seats: Iterable[str]) -> list[str]:
    """Names that tell the seats apart: three random bots are random 0, random 1, random 2."""
    given = [escape(name) for name in seats]
    return [f"{name} {seat}" if given.count(name) > 1 else name for seat, name in enumerate(given)]


@app.command()
def hint(
    file: Annotated[Path, typer.Argument(help="A record of a game that goes on.", metavar="FILE")],
    seat: Annotated[int | None, typer.Option(help="Whom to advise; whoever is to act if not said.", min=0)] = None,
    iterations: Annotated[int, typer.Option(help="How long to think.", min=1)] = 3000,
    edition: Edition = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Say what every seat's chance to win is, and which moves are best, from what one seat may know."""
    live = LiveGame(read(file, edition))
    seat = max(0, live.to_act) if seat is None else seat
    if seat >= live.record.game.seats:
        raise UserError(f"the seats of this game are 0 to {live.record.game.seats - 1}, not {seat}")
    advice = give_hint(live, seat, iterations)
    if as_json:
        print(json.dumps(asdict(advice)))
        return
    names = unique_names(live.record.seats)
    out.print("chance to win now: " + ", ".join(f"{n} [bold]{c:.0%}[/]" for n, c in zip(names, advice.chances)))
    if not advice.moves:
        acts = "chance decides" if live.to_act == CHANCE else f"{names[live.to_act]} is to act"
        out.print("The game is over." if live.over else f"As {names[seat]} sees it; {acts}.")
        return
    table = Table("move", *names, "looked at")
    for move in advice.moves[:10]:
        table.add_row(escape(move.line), *(f"{c:.0%}" for c in move.chances), str(move.visits))
    out.print(table)


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
    names = unique_names(record.seats)
    with err.status(f"looking at {len(record.log)} steps"):
        reviewed = give_review(record, iterations)
    table = Table("step", "who", "move", *names, "change")
    for step in reviewed:
        who = "chance" if step.by < 0 else names[step.by]
        change = "" if abs(step.gain) < 0.005 else f"{step.gain:+.0%}"
        table.add_row(str(step.number), who, step.line, *(f"{c:.0%}" for c in step.after), change)
    out.print(table)
    out.print("[bold]What changed most[/]")
    for step in sorted(reviewed, key=lambda step: -abs(step.gain))[:8]:
        who = "chance" if step.by < 0 else names[step.by]
        out.print(f"  step {step.number}: {who}, {escape(step.line)}: {step.gain:+.0%}")
    if plot is not None:
        plot.write_text(chance_lines([step.after for step in reviewed], names, alone=True), encoding="utf-8")
        out.print(f"drawn in {escape(str(plot))}", soft_wrap=True)
