"""The table: its page, the fragment that follows the game, and everything that is done there."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.engine.contract import WATCHER
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.games.drawn import Ground
from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.http.hot_routes import HotRoutes
from roundhouse.web.pages.render import by_script, page, rendered
from roundhouse.web.pages.site.rulebook import rulebook
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.delta import DeltaCache, Key
from roundhouse.web.pages.table.log_notices import with_house
from roundhouse.web.pages.table.sidebar import around
from roundhouse.web.pages.table.view import Curtain, Refusal, TableView
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.people.rights import Action
from roundhouse.web.tables.model.info import Moment, VisitorInfo
from roundhouse.web.tables.model.table import Table, owns
from roundhouse.web.tables.services import Tables

router = APIRouter()


@lru_cache(maxsize=64)
def ground_of(setup: Setup) -> Ground:
    return find_title(setup.title).room.drawing.ground(setup.game())


# ---- looking ---------------------------------------------------------------------------------------------------------


def eyes(table: Table, player: Player | None, chosen: int | None) -> tuple[int | None, Curtain | None]:
    """Through which seat a page looks. Where people share a screen and have secrets, a curtain falls between turns."""
    mine = table.held_by(player)
    state = table.course.state
    if len(mine) < 2 or table.status != "playing" or all(state.view(seat) == state.view(mine[0]) for seat in mine):
        return None, None
    acting = table.to_act if table.to_act in mine else None
    if chosen in mine and acting in (None, chosen):
        return chosen, None
    return WATCHER, None if acting is None else Curtain(acting, table.names[acting])


def seen(
    tables: Tables, player: Player | None, found: tuple[Table, VisitorInfo], *, at: int | None = None,
    after: int | None = None, chosen: int | None = None, refusal: Refusal | None = None, replay: bool = False,
) -> TableView:
    """What somebody sees of a table as it was found: now, at a step of the past, or at the next beat after one.

    `replay` tells that they look back, and do not follow what has just happened.
    """
    table, caller = found
    seat, curtain = eyes(table, player, chosen)
    since = after if at is None and after is not None and after < table.step else None
    step = at if since is None else view.next_beat(table.course, since)
    moment = tables.viewing.moment(player, table, step, seat)
    talk = [said for said in table.said if player is None or (player.id, said.seat) not in table.mutes]
    now = view.see(
        moment, since=since, replay=(replay or at is not None) and not moment.newest, talk=talk, refusal=refusal,
        curtain=curtain,
    )
    return replace(with_house(now, talk), around=around(player, table, moment.table, caller))


def fragment(now: TableView) -> str:
    return rendered("regions.html", now=now, ground=ground_of(now.moment.course.setup), oob=True)


def changed(request: Request, player: Player | None, table: Table, text: str, status: int = 200) -> Response:
    """What a player sees of a table, told as what is new to the page that asks."""
    deltas: DeltaCache = request.app.state.deltas
    return deltas.answer(request, _key(table, player), text, status)


def _key(table: Table, player: Player | None) -> Key:
    return table.id, player and (player.id, player.only)


def whole(request: Request, now: TableView, player: Player | None, status: int = 200) -> HTMLResponse:
    pointers = [{"at": p.at, "text": p.text, "rule": p.rule} for p in now.title.room.drawing.POINTERS]
    return page(
        "table.html", status, now=now, ground=ground_of(now.moment.course.setup), oob=False,
        beat=round(1000 * request.app.state.settings.beat), pointers=pointers, player=player,
        base=str(request.base_url).rstrip("/"), due=now.around.due + int(now.table.my_turn),
        review=now.table.status == "over" and "review" in request.query_params,
    )


def chosen_seat(request: Request) -> int | None:
    value = request.query_params.get("as", "")
    return int(value) if value.isdecimal() and len(value) < 3 else None


@router.get("/games/{id}")
def table_page(
    id: str, request: Request, tables: TablesDependency, player: OptionalPlayer, at: int | None = None
) -> HTMLResponse:
    found = tables.repository.called_at(player, id)
    return whole(request, seen(tables, player, found, at=at, chosen=chosen_seat(request)), player)


@router.get("/games/{id}/now")
def now_fragment(
    id: str,
    request: Request,
    tables: TablesDependency,
    player: OptionalPlayer,
    at: int | None = None,
    after: int | None = None,
    replay: bool = False,
) -> Response:
    table, _ = found = tables.repository.called_at(player, id)
    if at is None and not replay and watches(table, player):
        return changed(request, None, table, for_watchers(tables, WatcherView(id, table.revision, after, table)))
    chosen = chosen_seat(request)
    now = seen(tables, player, found, at=at, after=after, chosen=chosen, replay=replay)
    return changed(request, player, table, fragment(now))


def watches(table: Table, player: Player | None) -> bool:
    """Whether somebody only watches a game that is going on: all who do see the very same."""
    return table.status == "playing" and not table.held_by(player) and not owns(player, table.owner)


@dataclass(frozen=True)
class WatcherView:
    """What all who watch a table see of it. The revision rises with every change that they can see."""

    id: str
    revision: int
    after: int | None
    table: Table = field(compare=False)


@lru_cache(maxsize=500)
def for_watchers(tables: Tables, shown: WatcherView) -> str:
    """The fragment for all of them."""
    return fragment(seen(tables, None, (shown.table, VisitorInfo()), after=shown.after))


def picture(tables: Tables, sent: DeltaCache, table: Table) -> dict[str, object]:
    """What all who watch see of a table that has changed, for who has seen what was there before.

    It is the next thing to be shown to a page that has come to step `after`. Nothing, where somebody may not look, or
    sees more than the others do.
    """
    key = _key(table, None)
    before = sent.newest(key)
    if before is None or not table.watched or not watches(table, None):
        return {}
    text = for_watchers(tables, WatcherView(table.id, table.revision, None, table))
    return {"now": sent.told(key, before, text), "after": view.beat_before(table.course, table.step)}


# ---- doing -----------------------------------------------------------------------------------------------------------


def done(
    request: Request, tables: Tables, player: Player, id: str, *, found: tuple[Table, VisitorInfo] | None = None,
    after: int | None = None, seat: int | None = None, refused: Refused | None = None,
) -> Response:
    """The answer to something done at a table: what is new, for the page that asked; else the page again.

    `found` is the table as it was left, where that is known.
    """
    found = tables.repository.called_at(player, id) if found is None else found
    if refused is None and not by_script(request):
        shared = seat is not None and len(found[0].held_by(player)) > 1
        return RedirectResponse(f"/games/{id}?as={seat}" if shared else f"/games/{id}", 303)
    refusal = None if refused is None else _in_words(found[0], refused)
    now = seen(tables, player, found, after=after, chosen=seat, refusal=refusal)
    status = 200 if refused is None else refused.status
    if by_script(request):
        return changed(request, player, found[0], fragment(now), status=status)
    return whole(request, now, player, status)


def _in_words(table: Table, refused: Refused) -> Refusal:
    """A refusal, with the words of the rule behind it."""
    title = find_title(table.game.name)
    why = f"{refused.why[:1].upper()}{refused.why[1:]}{'' if refused.why.endswith(('.', '?', '!')) else '.'}"
    return Refusal(why, refused.rule, rulebook(title).words(refused.rule))


Number = Annotated[int, Form()]
SomeNumber = Annotated[int | None, Form()]
LONGEST_WORD = 600
Word = Annotated[str, Form(max_length=LONGEST_WORD)]


@router.post("/games/{id}/act")
def act(
    request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, version: Number, line: Word,
    seat: SomeNumber = None, amount: SomeNumber = None,
) -> Response:
    """A move. The bid of one's own choice comes as "bid" with the amount beside it."""
    if line == "bid" and amount is not None:
        line = f"bid {amount}"
    try:
        found = tables.moves.moved(player, id, line, version, seat)
    except Refused as error:
        return done(request, tables, player, id, seat=seat, refused=error)
    mine = found[0].course.last_by(found[0].held_by(player))
    return done(request, tables, player, id, found=found, after=None if mine is None else mine - 1, seat=seat)


HOT: HotRoutes = [("GET", "/games/{id}/now", now_fragment), ("POST", "/games/{id}/act", act)]
"""What pages ask again and again while people play: see `hot_routes`."""


@router.post("/games/{id}/undo")
def undo(request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, version: Number) -> Response:
    try:
        tables.undo.undo(player, id, version)
    except Refused as error:
        return done(request, tables, player, id, refused=error)
    return done(request, tables, player, id)


@router.post("/games/{id}/restore")
def restore(request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, version: Number) -> Response:
    try:
        tables.undo.restore(player, id, version)
    except Refused as error:
        return done(request, tables, player, id, refused=error)
    return done(request, tables, player, id)


@router.post("/games/{id}/consent")
def consent(
    request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, version: Number, agree: Word
) -> Response:
    try:
        tables.undo.answer(player, id, agree == "yes", version)
    except Refused as error:
        return done(request, tables, player, id, refused=error)
    return done(request, tables, player, id)


@router.post("/games/{id}/intend")
def intend(
    request: Request,
    id: str,
    tables: TablesDependency,
    player: CurrentPlayer,
    wish: Word = "",
    seat: SomeNumber = None,
    amount: SomeNumber = None,
) -> Response:
    """Word left for an auction: a secret limit or a sealed choice. Also the withdrawal of whatever was left."""
    if wish == "up to":
        wish = f"up to {amount}"
    try:
        tables.moves.intend(player, id, wish or None, seat)
    except Refused as error:
        return done(request, tables, player, id, seat=seat, refused=error)
    return done(request, tables, player, id, seat=seat)


@router.post("/games/{id}/chat")
def chat(request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, words: Word) -> Response:
    try:
        tables.chat.say(player, id, words)
    except Refused as error:
        return done(request, tables, player, id, refused=error)
    return done(request, tables, player, id)


@router.post("/games/{id}/rematch")
def rematch(id: str, tables: TablesDependency, player: CurrentPlayer) -> Response:
    return RedirectResponse(f"/games/{tables.creation.rematch(player, id).id}", 303)


@router.post("/games/{id}/seats/{number}")
def sit(id: str, number: int, tables: TablesDependency, player: CurrentPlayer, do: Word) -> Response:
    """Who plays on a seat: somebody sits down or gets up, a bot comes or goes, or the seat's own link is made."""
    if do == "link":
        return page(
            "seat_link.html", id=id, number=number, token=tables.seating.own_link(player, id, number), player=player
        )
    if do in ("mute", "unmute"):
        tables.chat.mute(player, id, number, do == "mute")
    elif do == "unlink":
        tables.seating.end_link(player, id, number)
    elif do == "sit":
        tables.seating.join(player, id, number)
    elif do == "leave":
        tables.seating.leave(player, id, number)
    elif do == "take-back":
        tables.substitutes.take_back(player, id, number)
    else:
        tables.substitutes.sit_bot(player, id, number, do)
    return RedirectResponse(f"/games/{id}", 303)


def moment_of(
    tables: Tables, player: Player | None, table: Table, request: Request, at: int | None = None,
    action: Action = Action.SEE,
) -> Moment:
    """A moment for the smaller questions that a page asks."""
    seat, _ = eyes(table, player, chosen_seat(request))
    return tables.viewing.moment(player, table, at, seat, action)
