"""Players, their games and the ratings, for programs: the same services as the pages, with the same rights."""
from __future__ import annotations

from operator import attrgetter
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import Field

from roundhouse.games import title as find_title
from roundhouse.web.competition.history import Filter, Histories
from roundhouse.web.competition.standings import Standings
from roundhouse.web.http.api_models import FromService
from roundhouse.web.people.authentication import OptionalPlayer

router = APIRouter(tags=["people"], generate_unique_id_function=attrgetter("name"))
Number = Annotated[int, Path(description="The player's number.", ge=1, le=2**31 - 1)]


class RatingOut(FromService):
    """A rating in one game."""

    points: int = Field(description="Level 3 has 1000.")
    give_or_take: int = Field(description="In 19 of 20 cases the true rating is no further off.")
    provisional: bool
    games: int


class TotalOut(FromService):
    """Games and wins in one title with one number of seats."""

    game: str
    seats: int
    games: int
    wins: float = Field(description="A shared win counts in parts.")


class PersonOut(FromService):
    """A player, and how well they play."""

    id: int
    name: str
    guest: bool
    former: bool
    ratings: dict[str, RatingOut] = Field(description="By the name of the game.")
    totals: list[TotalOut]
    reliability: float | None = Field(description="The part of all games played to the end without a bot.")


class OpponentOut(FromService):
    """Another seat at a game that was played."""

    name: str
    player: int | None
    bot: str | None


class GameResultOut(FromService):
    """What came of one game for a player."""

    table: str
    game: str
    seats: int
    place: int
    share: float = Field(description="Of the win.")
    score: int
    stood_in: float = Field(description="The part of the moves that a bot made for the player.")
    hints: int
    rated: bool
    points: int | None = Field(description="The rating afterwards, of a rated game.")
    ended: float
    others: list[OpponentOut]


class StandingOut(FromService):
    """A line of a table of ratings."""

    name: str
    player: int | None = Field(description="None for a level.")
    rating: RatingOut


@router.get("/players/{number}", summary="About a player")
def person(request: Request, number: Number, who: OptionalPlayer) -> PersonOut:
    """Name, ratings and totals over the games that you may see: those open to all, and all of your own."""
    histories: Histories = request.app.state.histories
    return PersonOut.model_validate(histories.of(who, number))


@router.get("/players/{number}/games", summary="The games of a player")
def games_of(
    request: Request, response: Response, number: Number, who: OptionalPlayer,
    game: Annotated[str, Query(max_length=40, description="Only this title.")] = "",
    seats: Annotated[int, Query(ge=0, le=8, description="Only with so many players.")] = 0,
    rival: Annotated[int, Query(ge=0, le=2**31 - 1, description="Only where this player sat, too.")] = 0,
    after: Annotated[str, Query(max_length=60, description="Where the page begins: from the `Link` before it.")] = "",
) -> list[GameResultOut]:
    """Ended games, the latest first. The header `Link` leads to the next page, and is not there with the last."""
    histories: Histories = request.app.state.histories
    found = histories.games(who, number, Filter(game, seats, rival, after))
    if found.further:
        response.headers["link"] = f'<?game={game}&seats={seats}&rival={rival}&after={found.further}>; rel="next"'
    return [GameResultOut.model_validate(one) for one in found.games]


@router.get("/ratings/{game}", summary="Who is rated how")
def rated(request: Request, game: str) -> list[StandingOut]:
    """The first hundred, and the levels among them, by what they are worth at least."""
    standings: Standings = request.app.state.standings
    return [StandingOut.model_validate(one) for one in standings.of(find_title(game).name)]
