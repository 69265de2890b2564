"""The command `roundhouse`."""
from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

import roundhouse
from roundhouse.bots import bot as find_bot
from roundhouse.bots.advice import hint as give_hint
from roundhouse.bots.advice import review as give_review
from roundhouse.bots.live import LiveGame
from roundhouse.bots.values import tuned
from roundhouse.cli_common import (
    Bots,
    Edition,
    GameName,
    Options,
    Seats,
    Seed,
    any_seed,
    chosen,
    err,
    out,
    progress_bar,
    seat_bots,
)
from roundhouse.cli_lab import lab
from roundhouse.games import title as find_title
from roundhouse.games import titles
from roundhouse.games.data import EditionError
from roundhouse.games.title import ChoiceError, Title, spelled
from roundhouse.lab import bench as speed
from roundhouse.lab import calibration
from roundhouse.lab import ladder as rungs
from roundhouse.lab.folder import StudyError
from roundhouse.lab.plots import draw_chances
from roundhouse.lab.sim import Order, Outcome, run
from roundhouse.lab.tune import keep as keep_weights
from roundhouse.lab.tune import tune as tune_rounds
from roundhouse.lab.workers import WorkersError
from roundhouse.records import Record, RecordError, read
from roundhouse.records import replay as steps_of
from roundhouse.terminal import TerminalTable

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(lab, name="lab")


def main() -> None:
    """Run a command; what a person can mend is said in one line, without a stack trace."""
    try:
        app()
    except (ChoiceError, EditionError, RecordError, StudyError, WorkersError) as error:
        err.print(f"[bold red]roundhouse:[/] {escape(str(error))}", soft_wrap=True)
        raise SystemExit(2) from None
    except BrokenPipeError:
        # The reader of our output has gone away, as `head` does: nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def _version(wanted: bool) -> None:
    if wanted:
        out.print(f"roundhouse {roundhouse.__version__}, engine {roundhouse.ENGINE}: {roundhouse.ENGINE_WHY}")
        raise typer.Exit


@app.callback()
def roundhouse_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version, and which engine runs.")
    ] = False,
) -> None:
    """A home for rail and trail board games. Begin with [bold]roundhouse play irish-gauge[/]."""


# ---- games and rules -------------------------------------------------------------------------------------------------


@app.command("games")
def games_command(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """List the games: titles, players, editions, options."""
    if as_json:
        print(json.dumps([_facts(title) for title in titles().values()], indent=1, ensure_ascii=False))
        return
    for title in titles().values():
        least, most = title.players
        players = f"{least} players" if least == most else f"{least} to {most} players"
        out.print(f"[bold]{title.title}[/]  [cyan]{title.name}[/]")
        out.print(f"  {title.summary}")
        out.print(f"  {players}, {title.minutes} minutes. Design: {title.designer}. Publisher: {title.publisher}.")
        for name in title.editions:
            out.print(f"  edition [cyan]{name}[/]: {title.edition(name).data['status']}")
        for option in title.options:
            first, *others = map(spelled, option.values)
            out.print(f"  option [cyan]{option.name}[/]: [bold]{first}[/] or {', '.join(others)}. {option.help}")
        out.print("" if title.options else "  no options\n")


def _facts(title: Title) -> dict[str, object]:
    return {
        "name": title.name,
        "title": title.title,
        "players": list(title.players),
        "minutes": title.minutes,
        "designer": title.designer,
        "publisher": title.publisher,
        "summary": title.summary,
        "editions": {name: title.edition(name).data["status"] for name in title.editions},
        "options": {option.name: list(option.values) for option in title.options},
    }


@app.command()
def rules(game: GameName) -> None:
    """Read the rulebook of a game."""
    book = Markdown(find_title(game).rulebook.read_text(encoding="utf-8"))
    if out.is_terminal:
        with out.pager(styles=True):
            out.print(book)
    else:
        out.print(book)


# ---- playing ---------------------------------------------------------------------------------------------------------


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="A game, as `roundhouse games` lists it.")] = None,
    seats: Seats = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.", min=0)] = 0,
    bots: Annotated[str, typer.Option(help="A bot for all other seats, or one for each, by commas.")] = "level-2",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "human",
    edition: Edition = None,
    option: Options = None,
    seed: Seed = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")] = None,
) -> None:
    """Play in the terminal, against bots. Type [bold]?[/] for what you may do."""
    if resume is not None:
        record = read(resume, edition)
        if game not in (None, record.game.name):
            raise ChoiceError(f"{resume} is a game of {record.game.name}, not of {game}")
        if name not in record.seats:
            raise ChoiceError(f"nobody called '{name}' sits there: {', '.join(record.seats)}; choose with --name")
        seed = any_seed() if seed is None else seed
        TerminalTable(record, record.seats.index(name), seed, out, resume, edition).run()
        return
    title = find_title(game) if game else next(iter(titles().values()))
    one = title.game(seats, edition, chosen(option))
    if seat >= one.seats:
        raise ChoiceError(f"with {one.seats} players the seats are 0 to {one.seats - 1}, not {seat}")
    others = seat_bots(bots, one.seats - 1)
    names = [*others[:seat], name, *others[seat:]]
    TerminalTable(Record(one, names), seat, any_seed() if seed is None else seed, out, edition=edition).run()


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
        raise ChoiceError(f"the seats of this game are 0 to {record.game.seats - 1}, not {seat}")
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
    out.print(f"[bold]{title.table.prompt(step.state, names)}[/]")


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
        raise ChoiceError(f"the seats of this game are 0 to {live.record.game.seats - 1}, not {seat}")
    advice = give_hint(live, seat, iterations)
    if as_json:
        print(json.dumps(asdict(advice)))
        return
    names = unique_names(live.record.seats)
    out.print("chance to win now: " + ", ".join(f"{n} [bold]{c:.0%}[/]" for n, c in zip(names, advice.chances)))
    if not advice.moves:
        out.print("The game is over." if live.over else f"{names[seat]} is not to act.")
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
    names = unique_names(record.seats)
    with err.status(f"looking at {len(record.log)} steps"):
        moments = give_review(record, iterations)
    table = Table("step", "who", "move", *names, "change")
    for moment in moments:
        who = "chance" if moment.by < 0 else names[moment.by]
        change = "" if abs(moment.gain) < 0.005 else f"{moment.gain:+.0%}"
        table.add_row(str(moment.step), who, moment.line, *(f"{c:.0%}" for c in moment.after), change)
    out.print(table)
    out.print("[bold]What changed most[/]")
    for moment in sorted(moments, key=lambda m: -abs(m.gain))[:8]:
        who = "chance" if moment.by < 0 else names[moment.by]
        out.print(f"  step {moment.step}: {who}, {escape(moment.line)}: {moment.gain:+.0%}")
    if plot is not None:
        draw_chances(moments, names, plot)
        out.print(f"drawn in {escape(str(plot))}", soft_wrap=True)


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
    one = find_title(game).game(seats, edition, chosen(option))
    seed = any_seed() if seed is None else seed
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ChoiceError(f"the folder {records} can't be made: {error.strerror}") from error
    folder = str(records) if records else None
    order = Order(game, tuple(seat_bots(bots, one.seats)), seed, edition, tuple(one.options.items()), folder)
    outcomes: list[Outcome] = []
    with progress_bar() as progress:
        task = progress.add_task(f"playing {game}", total=games)
        for batch in run(order, games, jobs or os.cpu_count() or 1):
            outcomes += batch
            progress.advance(task, len(batch))
    outcomes.sort(key=lambda outcome: outcome.number)
    if as_json:
        print(json.dumps({"seed": seed, "games": [asdict(outcome) for outcome in outcomes]}))
        return
    _print_results(order, outcomes)
    if records is not None:
        out.print(f"{games} record{'' if games == 1 else 's'} in {escape(str(records))}", soft_wrap=True)


def _print_results(order: Order, outcomes: list[Outcome]) -> None:
    games = len(outcomes)
    many = "1 game" if games == 1 else f"{games} games"
    table = Table(title=f"{find_title(order.game).title}: {many}, seed {order.seed}", title_justify="left")
    for heading in ("seat", "bot", "wins", "share of wins", "mean score", "lowest", "highest"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat, name in enumerate(order.bots):
        scores = [outcome.scores[seat] for outcome in outcomes]
        wins = [1 / len(outcome.winners) for outcome in outcomes if seat in outcome.winners]
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
    seed: Annotated[int, typer.Option(help="The first seed.", min=0)] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)] = 0,
    keep: Annotated[
        Path | None, typer.Option(help="Keep results here, and go on from them.", metavar="FILE.jsonl")
    ] = None,
    write: Annotated[Path | None, typer.Option(help="Write the tables here too.", metavar="FILE.md")] = None,
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Find out which bot is stronger: all pairs, all seatings, paired seeds, with intervals for every claim."""
    names = bots.split(",")
    for name in names:
        find_bot(name)
    if len(set(names)) < max(2, len(names)):
        raise ChoiceError("a ladder needs two different bots or more, each named once")
    one = find_title(game).game(seats, edition, chosen(option))
    setup = rungs.Setup(game, one.seats, edition or one.edition.name, tuple(one.options.items()))
    todo = rungs.matches(setup, names, rounds, seed, neighbours)
    played = []
    with progress_bar() as progress:
        task = progress.add_task(f"{game}, {one.seats} players", total=len(todo))
        for match in rungs.run(setup, todo, keep, jobs or os.cpu_count() or 1):
            played.append(match)
            progress.advance(task)
    for fault in [fault for match in played for fault in match.faults][:10]:
        err.print(f"[yellow]{escape(fault)}[/]; a random move was made in its place")
    text = rungs.Ladder(setup, names, played).markdown()
    out.print(Markdown(text)) if out.is_terminal else print(text)
    if write is not None:
        write.write_text(text, encoding="utf-8")


@app.command()
def tune(
    game: GameName,
    rounds: Annotated[int, typer.Option(help="How many changes to try.", min=1)] = 50,
    games: Annotated[int, typer.Option(help="Games for each change.", min=2)] = 200,
    seed: Annotated[int, typer.Option(help="The same seed tries the same changes.", min=0)] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes; 0 for one a core.", min=0)] = 0,
    into: Annotated[
        Path | None, typer.Option(help="Write them here, not where the bots find them.", metavar="FILE.json")
    ] = None,
) -> None:
    """Tune the weights of a game's value function by play, and keep the best."""
    name = find_title(game).name
    best = None
    changed = False
    for one in tune_rounds(game, rounds, games, seed, jobs or os.cpu_count() or 1):
        best = one
        changed |= one.kept
        out.print(f"{one.number:4} {one.share:.3f} {'kept' if one.kept else '    '} {list(one.weights)}")
    if best is None or not changed:
        out.print("No change won often enough: the weights stay as they are.")
        return
    keep_weights(name, best.weights, f"roundhouse tune {name} --rounds {rounds} --games {games} --seed {seed}", into)


@app.command()
def calibrate(
    game: GameName,
    seats: Seats = None,
    player: Annotated[str, typer.Option("--bots", help="The bot that plays the games.")] = "greedy",
    games: Annotated[int, typer.Option(help="Games, with a guess at one moment of each.", min=1)] = 300,
    iterations: Annotated[int, typer.Option(help="How long to think about a guess; 0: by value alone.", min=0)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.", min=0)] = 1,
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Find out whether chances to win mean what they say: what was predicted, and what came true."""
    one = find_title(game).game(seats, edition, chosen(option))
    find_bot(player)
    made = []
    with err.status(f"playing {games} games") as status:
        for guess in calibration.guesses(one, player, games, iterations, seed):
            made.append(guess)
            status.update(f"playing {games} games: {len(made)} played")
    temper = tuned(one.name)[1].temper
    bins = calibration.binned(made, temper)
    table = Table("said", "came true", "guesses", title=f"{one.name}, {one.seats} players", title_justify="left")
    for bin_ in bins:
        table.add_row(f"{bin_.said:.1%}", f"{bin_.came:.1%}", str(bin_.guesses))
    out.print(table)
    out.print(f"off by {calibration.error(bins):.1%} on average, with temper {temper:g}; "
              f"these games would be told best with {calibration.best_temper(made):g}")


# ---- the table in a browser ------------------------------------------------------------------------------------------


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for every one.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for any that is free.", min=0, max=65535)] = 8080,
    database: Annotated[
        str | None,
        typer.Option(
            help="Where games are kept: sqlite:///FILE or postgresql://..", metavar="URL", envvar="ROUNDHOUSE_DATABASE"
        ),
    ] = None,
    bots: Annotated[
        int | None, typer.Option(help="Worker processes for the bots; one less than the cores if not said.", min=0)
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open-browser", help="Open the page in a browser.")] = False,
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="Whether those who ask too often are told to wait.")
    ] = True,
) -> None:
    """Open the house: all games in a browser, for yourself, friends by a link, and programs (see /api/docs)."""
    try:
        from roundhouse.web.server import serve as run_server
        from roundhouse.web.settings import Settings, default_database, spare_cores
    except ModuleNotFoundError as error:
        raise ChoiceError(f"the web table needs {error.name}: pip install 'roundhouse[web]'") from error
    settings = Settings(database or default_database(), spare_cores() if bots is None else bots, limits=limits)
    run_server(settings, host, port, open_browser)


# ---- speed -----------------------------------------------------------------------------------------------------------


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="The games to measure; all if not said.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each number.", min=0.01)] = 2.0,
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
    table = Table(title="On one core", title_justify="left")
    for heading in ("game", "players", "engine", "random moves/s", "playouts/s", "copy"):
        table.add_column(heading, justify="left" if heading in ("game", "engine") else "right")
    for one in found:
        figures = f"{one.moves:,.0f}", f"{one.playouts:,.0f}", f"{one.copy:.2f} µs"
        table.add_row(one.game, str(one.seats), one.engine, *figures)
    out.print(table)
    if not any(one.engine == "compiled" for one in found):
        out.print("There is no compiled engine here: see `roundhouse --version`.")
