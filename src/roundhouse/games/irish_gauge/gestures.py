"""Track by the route: a whole build of a railway to a hex farther off, in one gesture (IG-TRK-2, IG-TRK-4)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from roundhouse.engine.facts import Fact
from roundhouse.games.drawn import Route
from roundhouse.games.hexmap import steps_from
from roundhouse.games.irish_gauge.choices import Effects, engines_laid
from roundhouse.games.irish_gauge.facts import TrackLaid
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from roundhouse.games.irish_gauge.things import line, named
from roundhouse.games.kit.shares import engine_spot
from roundhouse.games.sight import Sight
from roundhouse.games.words import joined, listed, words

LONGEST = 3
"""So many hexes at most: a locomotive costs a point or more."""


@dataclass(frozen=True)
class Build:
    """Track laid hex by hex, each beside the last, and where the game stands then."""

    codes: tuple[int, ...]
    told: tuple[Fact, ...]
    after: IrishGaugeState

    @property
    def laid(self) -> tuple[TrackLaid, ...]:
        """The facts of its track, in the order of placing."""
        return tuple(fact for fact in self.told if isinstance(fact, TrackLaid))

    @property
    def cost(self) -> float:
        """Its build points in all."""
        return sum(one.cost for one in self.laid)


def routes(sight: Sight[IrishGaugeState], to: str, by: Sequence[str] = ()) -> list[Route]:
    """The cheapest way of each railway to a hex that takes two or three locomotives; of what a pointer was drawn over,
    as much as can be laid, by a railway that is where it began."""
    s = sight.state
    if not sight.acts or to not in s.board.grid.index:
        return []
    goal = s.board.grid.index[to]
    near = steps_from(s.board.grid, goal, LONGEST - 1)
    found: dict[str, Build] = {}
    builds = [build for build in _builds(s, goal, near) if not by or _along(s, build, by)]
    for build in sorted(builds, key=lambda one: (-len(one.codes) if by else 0, one.cost, len(one.codes))):
        found.setdefault(build.laid[0].company, build)
    effects = Effects(s)
    return [_told(effects, build) for build in found.values() if len(build.codes) > 1]


def _along(s: IrishGaugeState, build: Build, by: Sequence[str]) -> bool:
    """Whether the build follows a line that a pointer has drawn, from where its railway is or begins."""
    hexes, first, board = [one.hex for one in build.laid], build.laid[0], s.board
    here = s.hexes_of(board.railway_ids.index(first.company))
    begun = by[0] == first.hex or board.grid.index.get(by[0]) in here
    return begun and hexes == [spot for spot in by if spot in hexes]


def _builds(s: IrishGaugeState, goal: int, near: dict[int, int]) -> Iterator[Build]:
    """All that lead to the goal, as far as they can still come there."""
    open_ = [Build((), (), s)]
    for build in open_:
        for code, hex_ in _next(build):
            if near.get(hex_, LONGEST) >= LONGEST - len(build.codes):
                continue
            after = build.after.copy()
            longer = Build((*build.codes, code), (*build.told, *after.tell(code)), after)
            if hex_ == goal:
                yield longer
            elif len(longer.codes) < LONGEST and after.to_act == s.to_act:
                open_.append(longer)


def _next(build: Build) -> Iterator[tuple[int, int]]:
    """The track that may come next: its code and hex."""
    board = build.after.board
    first, last = int(board.track_code), int(board.track_code + board.railways * board.hexes)
    beside = board.grid.neighbours[board.grid.index[build.laid[-1].hex]] if build.laid else None
    for code in map(int, build.after.legal()):
        hex_ = (code - first) % int(board.hexes)
        if first <= code < last and (beside is None or hex_ in beside):
            yield code, hex_


def _told(effects: Effects, build: Build) -> Route:
    board, game, laid = effects.board, effects.s.game, build.laid
    *via, end = [named(board, one.hex) for one in laid]
    railway = line(board, laid[0].company)
    label = words("{line} by {via} to {end}", line=railway, via=listed(via), end=end)
    whole = laid[0].cost + laid[0].left
    # What it reaches last is told, though the track may go on beyond it.
    reached = next((one for one in reversed(laid) if one.hex in board.names), laid[-1])
    cost = words("{parts} = {cost} of {whole|# point|# points}", parts=" + ".join(f"{one.cost:g}" for one in laid),
                 cost=f"{build.cost:g}", whole=whole)
    effect = joined([cost, *effects.arrival(reached, build.after, build.told)], "; ")
    return Route(
        tuple(game.text(code) for code in build.codes), label, effect, tuple(one.hex for one in laid),
        engines_laid(effects.s, laid), (engine_spot(laid[0].company),),
    )
