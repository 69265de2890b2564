"""Results of a ladder in a file, line by line as they come, so that an interrupted one goes on where it was.

A line says by which bots it was played: when a game's weights, its edition, its rules, the iterations of a level or a
user's own bot have changed since, it counts no more.
"""
from __future__ import annotations

import json
from dataclasses import asdict, astuple, dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from roundhouse._compiled import rooms
from roundhouse.bots import BOTS
from roundhouse.bots.masters import net_mark
from roundhouse.bots.thinkers import LevelBot
from roundhouse.bots.values import Settings, tuned
from roundhouse.engine.contract import share_of_win
from roundhouse.errors import UserError
from roundhouse.games import Setup, title
from roundhouse.plugins import is_own, source

BEGIN = '{"setup":'


@cache
def mark(setup: Setup, *bots: str) -> str:
    """A short word that is another one when these bots, or the game that they play, have changed."""
    weights, settings = tuned(setup.title)
    own = [source(name) for name in bots if is_own(name)]
    made = [BOTS[name]() for name in bots if name in BOTS]
    levels = [one.iterations_in(setup.title) for one in made if isinstance(one, LevelBot)]
    # How chances are shown changes no move, nor do the names of settings; slips are made by one level only.
    *search, slips = astuple(replace(settings, levels=(), temperature=1.0))
    known: tuple[object, ...] = weights, tuple(search), levels, own, setup.version, setup.digest
    if "level-1" in bots and slips != Settings.slips:
        known = *known, slips
    if net := net_mark(setup, *bots):
        known = *known, net
    return sha256(repr(known).encode()).hexdigest()[:12]


def code_of(setup: Setup, *bots: str) -> str:
    """The fingerprint of the compiled sources of a title and of the house, if a net is among these bots: what a net
    does is not in its weights alone. It stands in the name of the library that is made of them."""
    folder = title(setup.title).folder
    groups = (group for group in rooms() if group.folder == folder)
    return next((group.fingerprint for group in groups), "") if net_mark(setup, *bots) else ""


def key_of(setup: Setup) -> dict[str, object]:
    """By what a line is found again: the table, with those options that are not as usual. `mark` tells the rest."""
    options = [list(option) for option in setup.options]
    return _short({"game": setup.title, "seats": setup.seats, "edition": setup.edition, "options": options})


def _short(key: dict[str, Any]) -> dict[str, object]:
    """The same, whether options that are as usual are written down or not."""
    return {**key, "options": [option for option in key["options"] if option not in _usual(key["game"])]}


@cache
def _usual(game: str) -> list[list[object]]:
    return [list(option) for option in title(game).choose({}).items()]


@dataclass(frozen=True)
class Match:
    """One game: `one` on a seat, or on every `step`th seat from there on, `field` on all others."""

    one: str
    field: str
    seat: int
    seed: int
    step: int = 0

    def seats(self, count: int) -> range:
        """Where `one` sits, of so many seats."""
        return range(self.seat, count, self.step) if self.step else range(self.seat, self.seat + 1)


@dataclass(frozen=True)
class MatchResult:
    """A match and how it ended."""

    match: Match
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    faults: tuple[str, ...]
    code: str = field(default="", compare=False)
    """With which compiled sources a master played; nothing is said of others, whose mark tells all."""

    def share(self) -> float:
        """What the seats of `one` won together: 1, or part of a shared win, or 0."""
        return sum(share_of_win(seat, self.winners) for seat in self.match.seats(len(self.scores)))

    def places(self) -> list[int]:
        """Of each seat: 1 for the winner, by whatever breaks ties, then by scores."""
        return [1 if seat in self.winners else max(2, self._rank(seat)) for seat in range(len(self.scores))]

    def _rank(self, seat: int) -> int:
        return 1 + sum(score > self.scores[seat] for score in self.scores)

    def place(self) -> int:
        """The place of `one`; of its best seat, where it has more of them."""
        places = self.places()
        return min(places[seat] for seat in self.match.seats(len(self.scores)))

    def names(self) -> list[str]:
        """Who sits where."""
        return seated(self.match, len(self.scores))


def seated(match: Match, seats: int) -> list[str]:
    """Who sits where."""
    own = match.seats(seats)
    return [match.one if seat in own else match.field for seat in range(seats)]


class ResultsFile:
    """The file. It is made at once, so that a wrong path is told before hours of play."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.outdated = 0
        """Lines passed over, as they were played by other bots or on another edition."""
        try:
            file.open("ab").close()
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"results can't be kept in {file}: {error}") from error
        self.lines = text.splitlines()
        if not text.startswith(BEGIN) and not BEGIN.startswith(text):
            raise UserError(f"{file} holds something else than results of a ladder; nothing was changed in it")
        if text and not text.endswith("\n"):       # cut off by a crash: that game is played again
            with file.open("a", encoding="utf-8") as opened:
                opened.write("\n")

    def read(self, setup: Setup) -> dict[Match, MatchResult]:
        """The games of this table that still count."""
        found = {}
        same = key_of(setup)
        for line in self.lines:
            try:
                data = json.loads(line)
            except ValueError:
                continue
            key = data.get("setup") if isinstance(data, dict) else None
            if not isinstance(key, dict) or key.get("game") != setup.title or _short(key) != same:
                continue
            match = Match(**data["match"])
            if data.get("mark") != mark(setup, match.one, match.field):
                self.outdated += 1
                continue
            ended = tuple(data["scores"]), tuple(data["winners"]), tuple(data["faults"])
            found[match] = MatchResult(match, *ended, data.get("code", ""))
        return found

    def add(self, setup: Setup, played: MatchResult) -> None:
        """Keep a game that was played, as a line of the file."""
        bots = played.match.one, played.match.field
        result = {name: value for name, value in asdict(played).items() if name != "code"}
        code = {"code": code} if (code := code_of(setup, *bots)) else {}
        line = json.dumps({"setup": key_of(setup), "mark": mark(setup, *bots), **result, **code})
        with self.file.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self.lines.append(line)
