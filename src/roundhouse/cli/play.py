"""Commands for those who play: which games there are, their rules, a table in the terminal or in the browser."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from roundhouse import manual
from roundhouse.cli.common import (
    Edition,
    GameName,
    Options,
    Seats,
    Seed,
    any_seed,
    app,
    chosen,
    out,
    seat_bots,
)
from roundhouse.errors import UserError
from roundhouse.games import Setup, faults, titles
from roundhouse.games import title as find_title
from roundhouse.games.rulebook import passage
from roundhouse.games.title import Option, Title, origin, spelled
from roundhouse.records import Record, read
from roundhouse.records.book import book, summary
from roundhouse.terminal import TerminalTable

if TYPE_CHECKING:
    from roundhouse.web.logs import LogSettings

DATABASE_FILE = "tables.sqlite"
LogLevel = Annotated[
    str, typer.Option(help="debug, info, warning or error: what is less is left out.", envvar="ROUNDHOUSE_LOG_LEVEL")
]
LogFormat = Annotated[str, typer.Option(help="text, or json: a line of JSON each.", envvar="ROUNDHOUSE_LOG_FORMAT")]

# ---- games and rules -------------------------------------------------------------------------------------------------


@app.command("games")
def games_command(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """List the games: titles, players, editions, options."""
    if as_json:
        print(json.dumps([_facts(title) for title in titles().values()], indent=1, ensure_ascii=False))
        return
    for title in titles().values():
        _list(title)
    for where, why in faults().items():
        out.print(f"[bold]{escape(where)}[/] can't be opened: {escape(why)}\n")


def _list(title: Title) -> None:
    least, most = title.players
    players = f"{least} players" if least == most else f"{least} to {most} players"
    out.print(f"[bold]{title.title}[/]  [cyan]{title.name}[/]")
    out.print(f"  {title.summary}")
    designer = f" Design: {title.designer}." if title.designer else ""
    publisher = f" Publisher: {title.publisher}." if title.publisher else ""
    out.print(f"  {players}, {title.time}.{designer}{publisher}")
    for name in title.editions:
        out.print(f"  edition [cyan]{name}[/]: {origin(title.edition(name))}")
    for option in title.options:
        out.print(f"  option [cyan]{option.name}[/]: {_values(option)}. {option.help}")
    out.print("" if title.options else "  no options\n")


def _values(option: Option) -> str:
    """As they are typed, the usual one bold, and what that means where it does not say so itself."""
    typed = [(spelled(value), option.shown(value)) for value in option.values]
    first, *others = [word if word in said.split() else f"{word} ({said})" for word, said in typed]
    return f"[bold]{first}[/] or {', '.join(others)}"


def _facts(title: Title) -> dict[str, object]:
    return {
        "name": title.name,
        "title": title.title,
        "players": list(title.players),
        "time": title.time,
        "designer": title.designer,
        "publisher": title.publisher,
        "summary": title.summary,
        "editions": {name: origin(title.edition(name)) for name in title.editions},
        "options": {option.name: list(option.values) for option in title.options},
    }


@app.command()
def rules(
    game: GameName,
    what: Annotated[
        list[str] | None, typer.Argument(help="A rule, such as NG-CON-GA, or a chapter by words of its heading.")
    ] = None,
    edition: Edition = None,
    short: Annotated[bool, typer.Option("--short", help="The rules on one page.")] = False,
) -> None:
    """Read the rulebook of a game, or one rule or chapter of it; with `--edition` as it is for an edition of your own.

    Its numbers and tables are those of the edition, and its examples are played by the rules as you read.
    """
    title = find_title(game)
    with_edition = title.edition(edition) if edition else None
    rulebook = (summary(title, with_edition) if short else "") or book(title, with_edition)
    _read(passage(rulebook, " ".join(what)) if what else rulebook)


@app.command()
def docs(
    page: Annotated[str | None, typer.Argument(help="A page, as `roundhouse docs` lists it.")] = None,
) -> None:
    """Read the docs: a page of them, or the list of all pages."""
    if page is not None:
        _read(manual.page(page))
        return
    for name in manual.pages():
        out.print(f"[cyan]{name:<24}[/] {escape(manual.heading(name))}", soft_wrap=True)


def _read(text: str) -> None:
    from rich.markdown import Markdown

    if out.is_terminal:
        with out.pager(styles=True):
            out.print(Markdown(text))
    else:
        out.print(Markdown(text))


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
            raise UserError(f"{resume} is a game of {record.game.name}, not of {game}")
        if name not in record.seats:
            raise UserError(f"nobody called '{name}' sits there: {', '.join(record.seats)}; choose with --name")
        seed = any_seed() if seed is None else seed
        TerminalTable(record, record.seats.index(name), seed, out, resume).run()
        return
    title = find_title(game) if game else next(iter(titles().values()))
    setup = Setup.of(title.name, seats, edition, chosen(option))
    if seat >= setup.seats:
        raise UserError(f"with {setup.seats} players the seats are 0 to {setup.seats - 1}, not {seat}")
    others = seat_bots(bots, setup.seats - 1)
    names = [*others[:seat], name, *others[seat:]]
    TerminalTable(Record(setup, names), seat, any_seed() if seed is None else seed, out).run()


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
    workers: Annotated[
        int, typer.Option(help="Server processes on this port, for a machine with many cores; with PostgreSQL.", min=1)
    ] = 1,
    house_bot: Annotated[
        list[str] | None,
        typer.Option(
            help="A bot of your own that may be put on seats, as FILE.py:CLASS; may be repeated.",
            metavar="BOT", envvar="ROUNDHOUSE_HOUSE_BOTS",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="A web server before this one, by address or network (172.18.0.0/16); may be repeated. Those on this "
            "machine if not said.",
            metavar="ADDRESS", envvar="ROUNDHOUSE_PROXY",
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open-browser", help="Open the page in a browser.")] = False,
    address: Annotated[
        str,
        typer.Option(help="Its own address as others reach it.", metavar="URL", envvar="ROUNDHOUSE_ADDRESS"),
    ] = "",
    mail: Annotated[
        str,
        typer.Option(help="A mail server: smtp://user:password@host:587.", metavar="URL", envvar="ROUNDHOUSE_MAIL"),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(help="The address that its letters bear.", metavar="ADDRESS", envvar="ROUNDHOUSE_MAIL_FROM")
    ] = "",
    inside: Annotated[
        bool, typer.Option("--inside", help="Let webhooks go to addresses on this machine's own network.")
    ] = False,
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="Whether those who ask too often are told to wait.")
    ] = True,
    no_bots: Annotated[
        bool, typer.Option("--no-bots", help="Make no moves of bots here; `roundhouse bots` does so, on PostgreSQL.")
    ] = False,
    log_level: LogLevel = "warning",
    log_format: LogFormat = "text",
    access_log: Annotated[bool, typer.Option("--access-log", help="Write a line for each request.")] = False,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Answer /metrics, for Prometheus, to programs on this machine.")
    ] = False,
    metrics_token: Annotated[
        str,
        typer.Option(
            help="Answer /metrics to whoever sends this token, from anywhere.", metavar="TOKEN",
            envvar="ROUNDHOUSE_METRICS_TOKEN",
        ),
    ] = "",
) -> None:
    """Open the house: all games in a browser, for yourself, friends by a link, and programs (see /api/docs)."""
    try:
        from roundhouse.web.bots.house_bots import load_house_bots
        from roundhouse.web.server import serve as run_server
        from roundhouse.web.settings import ON_THIS_MACHINE, Proxies, Settings
    except ModuleNotFoundError as error:
        raise UserError(f"the web table needs {error.name}: pip install 'roundhouse-games[web]'") from error
    proxies = tuple(proxy or ON_THIS_MACHINE)
    Proxies(proxies)    # what is none is said before anything else is done
    load_house_bots(house_bot or ())
    settings = Settings(
        database or default_database(), spare_cores() if bots is None else bots, address=address, mail=mail,
        mail_from=mail_from, inside=inside, limits=limits, proxies=proxies, house_bots=tuple(house_bot or ()),
        moves_bots=not no_bots, log=logging_as(log_level, log_format, access_log),
        metrics=metrics or bool(metrics_token), metrics_token=metrics_token,
    )
    if no_bots and settings.database.startswith("sqlite"):
        raise UserError("a SQLite file has one server, which makes its bots' moves; --no-bots is for a PostgreSQL")
    run_server(settings, host, port, open_browser, workers)


def logging_as(level: str, format: str, access: bool = False) -> LogSettings:
    """How a server writes its log. UserError for a level or format that there is not."""
    from roundhouse.web.logs import FORMATS, LEVELS, LogSettings

    for given, known, name in ((level, LEVELS, "--log-level"), (format, FORMATS, "--log-format")):
        if given not in known:
            raise UserError(f"{name} is one of {', '.join(known)}, not '{given}'")
    return LogSettings(level, format, access)


@app.command()
def bots(
    database: Annotated[
        str, typer.Option(help="The PostgreSQL of the servers.", metavar="URL", envvar="ROUNDHOUSE_DATABASE")
    ] = "",
    workers: Annotated[int | None, typer.Option(help="Worker processes; one for each core if not said.", min=1)] = None,
    house_bot: Annotated[
        list[str] | None,
        typer.Option(help="A bot of your own, as for `serve`.", metavar="BOT", envvar="ROUNDHOUSE_HOUSE_BOTS"),
    ] = None,
    log_level: LogLevel = "warning",
    log_format: LogFormat = "text",
) -> None:
    """Make the moves of bots for servers on the same PostgreSQL that were started with --no-bots."""
    try:
        from roundhouse.web import logs, others
        from roundhouse.web.bots import standalone
        from roundhouse.web.settings import Settings
    except ModuleNotFoundError as error:
        raise UserError(f"this needs {error.name}: pip install 'roundhouse-games[web]'") from error
    if not database:
        raise UserError("name the PostgreSQL of the servers with --database")
    logs.set_up(logging_as(log_level, log_format))
    settings = Settings(database, workers or os.cpu_count() or 1, house_bots=tuple(house_bot or ()))
    standalone.run(settings, others.tables, lambda where: print(f"Bots think for {where}", flush=True))


def default_database() -> str:
    """A SQLite file where this platform keeps the data of a program."""
    folder = Path(typer.get_app_dir("roundhouse"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / DATABASE_FILE}"


def spare_cores() -> int:
    """Workers for the bots, so that one core is left for the pages."""
    return max(1, (os.cpu_count() or 1) - 1)
