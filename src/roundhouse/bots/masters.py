"""The house's own nets, and the level of those that were shown to beat the level below.

A net lies in its title's folder as `nets/EDITION.net`, with its card beside it (`nets/EDITION.md`). Its head may say at
which tables it is a master, and for how many iterations: as many as take no longer than level-5 does.
"""
from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from roundhouse.bots.bot import Seat
from roundhouse.bots.net import Net
from roundhouse.bots.netfile import NetFile, fitted, loads
from roundhouse.bots.thinkers import PATIENCE, Guidance, GuidedBot, SearchBot
from roundhouse.bots.tree import Tree
from roundhouse.bots.values import tuned
from roundhouse.engine.contract import Game
from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.games import title as find_title

MASTER = "level-6"
FIRST_SEED = 1 << 22    # of the games in which a net was shown to be a master, where its head names no other
HOUSE_NET = "net"       # as in search-800@net


def net_path(setup: Setup) -> Path:
    """Where the net of a title and edition would be."""
    return find_title(setup.title).folder / "nets" / f"{setup.edition}.net"


@lru_cache(maxsize=16)
def _file(path: Path) -> NetFile | None:
    return loads(path.read_bytes()) if path.exists() else None


@lru_cache(maxsize=16)
def _head(path: Path) -> dict[str, Any] | None:
    """What a net says of itself: to know that takes none of its weights."""
    if not path.exists():
        return None
    with path.open("rb") as file:
        found: dict[str, Any] = json.loads(file.readline())
        return found


def look_again() -> None:
    """Nets have come since they were looked for."""
    _file.cache_clear()
    _head.cache_clear()
    house_net.cache_clear()


def iterations_at(setup: Setup) -> int | None:
    """How long the master thinks at a table; None where there is none."""
    head = _head(net_path(setup))
    found: int | None = None if head is None else head.get("iterations", {}).get(str(setup.seats))
    return found


def match_seed(setup: Setup) -> int:
    """The first seed of the games in which the master was shown to be one: it was not trained or chosen by any."""
    head = _head(net_path(setup))
    return FIRST_SEED if head is None else int(head.get("seed", {}).get(str(setup.seats), FIRST_SEED))


def mastered(title: str, edition: str | None = None) -> list[int]:
    """The numbers of players with which there is a master, on the usual edition or another one."""
    least, most = find_title(title).players
    return [seats for seats in range(least, most + 1) if iterations_at(Setup.of(title, seats, edition)) is not None]


@lru_cache(maxsize=16)
def house_net(game: Game) -> Net:
    """The net that plays a game; UserError where there is none."""
    setup = Setup.of_game(game)
    file = _file(net_path(setup))
    if file is None or setup.seats not in file.seats:
        raise UserError(f"there is no net for {setup.title} ({setup.edition}) with {setup.seats} players")
    return fitted(file, game)


def _guidance(setup: Setup) -> Guidance:
    head = _head(net_path(setup))
    return Guidance() if head is None else Guidance(**head.get("guidance", {}))


def advising_bot(game: Game, iterations: int, thorough: bool = True) -> SearchBot:
    """The strongest player that there is for a game, to be asked for its opinion: the master, or the search alone. Who
    wants to know chances only, after few iterations, spends none of them on being `thorough`."""
    setup = Setup.of_game(game)
    if iterations_at(setup) is None:
        return SearchBot(iterations)
    how = _guidance(setup)
    return GuidedBot(house_net, iterations, guidance=replace(how, thorough=how.thorough and thorough))


def temperature(game: Game) -> float:
    """The temperature by which the chances that the strongest player sees are calibrated; see
    `roundhouse.bots.advice.scaled`."""
    setup = Setup.of_game(game)
    head = _head(net_path(setup))
    if head is None or iterations_at(setup) is None:
        return tuned(game.name)[1].temperature
    found: float = head.get("temperature", {}).get(str(setup.seats), 1.0)
    return found


def require_player(name: str, setup: Setup) -> None:
    """UserError if a bot of ours can't play at a table, since it needs a net that there is not."""
    if name == MASTER and iterations_at(setup) is None:
        raise UserError(f"there is no {MASTER} for {setup.title} ({setup.edition}) with {setup.seats} players yet")
    if name.endswith(f"@{HOUSE_NET}"):
        house_net(setup.game())


class MasterBot(GuidedBot):
    """The net of the game at hand, for as long as its head says for this table."""

    def __init__(self) -> None:
        super().__init__(house_net, seconds=PATIENCE, hasty=True)

    def think(self, seat: Seat, dice: Dice) -> Tree:
        """Search with the net of this game, as long as the game's master does. UserError for a game without one."""
        setup = Setup.of_game(seat.game)
        require_player(MASTER, setup)
        head = _head(net_path(setup))
        assert head is not None
        self.iterations = iterations_at(setup)
        self.work = head.get("work", {}).get(str(setup.seats))
        self.guidance = _guidance(setup)
        return super().think(seat, dice)


def net_mark(setup: Setup, *bots: str) -> str:
    """A word that is another one when a net by which one of these bots plays has changed; empty if none does."""
    path = net_path(setup)
    if not path.exists() or not any(name == MASTER or name.endswith(f"@{HOUSE_NET}") for name in bots):
        return ""
    line, _, packed = path.read_bytes().partition(b"\n")
    head = json.loads(line)
    for name in ("iterations", "work"):     # what is said of another table changes no move at this one
        head[name] = head.get(name, {}).get(str(setup.seats))
    for name in ("temperature", "seed"):    # nor does how chances are shown, or where a match began
        head.pop(name, None)
    return sha256(json.dumps(head).encode() + packed).hexdigest()
