"""A game that is over, looked back on: everyone's chance to win over time, and the moves that decided it."""
from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from roundhouse.bots import advice
from roundhouse.web.access import TheTables, Visitor
from roundhouse.web.errors import Refused
from roundhouse.web.pages import view
from roundhouse.web.pages.plot import plot
from roundhouse.web.pages.render import page
from roundhouse.web.pages.table import seen
from roundhouse.web.players import Player
from roundhouse.web.tables import Tables

router = APIRouter()
REMEMBERED = 200
TURNING_POINTS = 10
_reviews: OrderedDict[str, list[advice.Moment]] = OrderedDict()


@dataclass(frozen=True)
class Turn:
    """A step that changed somebody's chances much."""

    step: int
    gain: float
    text: Markup


@router.get("/games/{id}/review")
async def review(id: str, request: Request, tables: TheTables, player: Visitor) -> HTMLResponse:
    table = await run_in_threadpool(tables.table, id)
    if table.status != "over":
        raise Refused("a game is reviewed when it is over")
    if id not in _reviews:
        _reviews[id] = await request.app.state.brains.review(table)
        if len(_reviews) > REMEMBERED:
            _reviews.popitem(last=False)
    return await run_in_threadpool(_review_page, tables, player, id, _reviews[id])


def _review_page(tables: Tables, player: Player | None, id: str, moments: list[advice.Moment]) -> HTMLResponse:
    now = seen(tables, player, id)
    chances = [[round(100 * share) for share in moment.after] for moment in moments]
    drawn = plot(chances, now.names, "Everyone's chance to win from start to end", "%")
    return page("review.html", now=now, plot=drawn, turns=_turns(now, moments), player=player)


def _turns(now: view.Now, moments: list[advice.Moment]) -> list[Turn]:
    """The steps that moved chances most, in the order in which they were made."""
    most = sorted(moments, key=lambda moment: -abs(moment.gain))[:TURNING_POINTS]
    return [
        Turn(
            moment.step,
            moment.gain,
            view.entries(now.moment, list(now.moment.passed(moment.step, moment.step)))[0].text,
        )
        for moment in sorted(most, key=lambda moment: moment.step)
    ]
