"""Track by the route: a whole build of a railway to a hex farther off, in one gesture (IG-TRK-2, IG-TRK-4)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from roundhouse.games.drawn import Route
from roundhouse.games.hexmap import steps_from
from roundhouse.games.irish_gauge.choices import Effects, engines_laid
from roundhouse.games.irish_gauge.facts import TrackLaid
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from roundhouse.games.kit.choices import Preview
from roundhouse.games.kit.shares import engine_spot
from roundhouse.games.sight import Sight
from roundhouse.games.words import joined, listed, words

LONGEST = 3
"""So many hexes at most: a locomotive costs a point or more."""
Build = tuple[Preview[IrishGaugeState], ...]
"""Track laid hex by hex, each beside the last."""


def laid(build: Build) -> list[TrackLaid]:
    """The facts of its track, in the order of placing."""
    return [step.the(TrackLaid) for step in build]


def cost(build: Build) -> float:
    """Its build points in all."""
    return sum(one.cost for one in laid(build))


def routes(sight: Sight[IrishGaugeState], to: str, by: Sequence[str] = ()) -> list[Route]:
    """The cheapest way of each railway to a hex that takes two or three locomotives; of what a pointer was drawn over,
    as much as can be laid, by a railway that is where it began."""
    s = sight.state
    if not sight.acts or to not in s.board.grid.index:
        return []
    goal = s.board.grid.index[to]
    near = steps_from(s.board.grid, goal, LONGEST - 1)
    found: dict[str, Build] = {}
    builds = [build for build in _builds(s, goal, near) if not by or _along(s, laid(build), by)]
    for build in sorted(builds, key=lambda one: (-len(one) if by else 0, cost(one), len(one))):
        found.setdefault(laid(build)[0].company, build)
    effects = Effects(s)
    return [_told(effects, build) for build in found.values() if len(build) > 1]


def _along(s: IrishGaugeState, track: Sequence[TrackLaid], by: Sequence[str]) -> bool:
    """Whether the build follows a line that a pointer has drawn, from where its railway is or begins."""
    hexes, first, board = [one.hex for one in track], track[0], s.board
    here = s.hexes_of(board.railway_ids.index(first.company))
    begun = by[0] == first.hex or board.grid.index.get(by[0]) in here
    return begun and hexes == [spot for spot in by if spot in hexes]


def _builds(s: IrishGaugeState, goal: int, near: dict[int, int]) -> Iterator[Build]:
    """All that lead to the goal, as far as they can still come there."""
    open_: list[Build] = [()]
    for build in open_:
        for code, hex_ in _next(s, build):
            if near.get(hex_, LONGEST) >= LONGEST - len(build):
                continue
            longer = (*build, Preview(build[-1].after if build else s, code))
            if hex_ == goal:
                yield longer
            elif len(longer) < LONGEST and longer[-1].after.to_act == s.to_act:
                open_.append(longer)


def _next(s: IrishGaugeState, build: Build) -> Iterator[tuple[int, int]]:
    """The track that may come next: its code and hex."""
    board, now = s.board, build[-1].after if build else s
    first, last = int(board.track_code), int(board.track_code + board.railways * board.hexes)
    beside = board.grid.neighbours[board.grid.index[laid(build)[-1].hex]] if build else None
    for code in map(int, now.legal()):
        hex_ = (code - first) % int(board.hexes)
        if first <= code < last and (beside is None or hex_ in beside):
            yield code, hex_


def _told(effects: Effects, build: Build) -> Route:
    at, game, track = effects.at, effects.s.game, laid(build)
    *via, end = [at.place(one.hex) for one in track]
    label = words("{line} by {via} to {end}", line=at.company(track[0].company), via=listed(via), end=end)
    # What it reaches last is told, though the track may go on beyond it.
    reached = next((one for one in reversed(track) if one.hex in at.places), track[-1])
    spent = words("{parts} = {cost} of {whole|# point|# points}", parts=" + ".join(f"{one.cost:g}" for one in track),
                  cost=f"{cost(build):g}", whole=track[0].whole)
    told = [fact for step in build for fact in step.told]
    effect = joined([spent, *effects.arrival(reached, build[-1].after, told)], "; ")
    return Route(
        tuple(game.text(step.code) for step in build), label, effect, tuple(one.hex for one in track),
        engines_laid(effects.s, track), (engine_spot(track[0].company),),
    )
