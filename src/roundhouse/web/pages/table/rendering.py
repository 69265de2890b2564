"""What somebody sees of a table: through which seat they look, the page of it, and its parts that follow the game."""
from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from roundhouse.engine.contract import WATCHER
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.games.drawn import Ground
from roundhouse.games.markup import Markup
from roundhouse.web.live.announcer import Pictures
from roundhouse.web.live.broadcast import Viewer
from roundhouse.web.pages.lesson_index import readable_lessons
from roundhouse.web.pages.render import house_address, page, rendered
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.delta import DeltaCache, Key
from roundhouse.web.pages.table.parts.log import Entry
from roundhouse.web.pages.table.parts.sidebar import around
from roundhouse.web.pages.table.view import Curtain, Refusal, TableView
from roundhouse.web.people.player import Player
from roundhouse.web.tables import roles
from roundhouse.web.tables.chat import HOUSE
from roundhouse.web.tables.model.info import ChatLine, Moment, VisitorInfo
from roundhouse.web.tables.model.table import Table, owns
from roundhouse.web.tables.personal import play_settings
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.services import Tables

NOTE_PART = 1000    # beyond the sentences of any step


@lru_cache(maxsize=64)
def ground_of(setup: Setup) -> Ground:
    """The parts of a board that never change, drawn once for each setup."""
    return find_title(setup.title).room.drawing.ground(setup.game())


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


def with_house(now: TableView, talk: Sequence[ChatLine]) -> TableView:
    """A view with the lines of the house among the steps of its log, where they were said."""
    steps = now.moment.course.steps[: now.moment.step]
    latest = time.time() if now.moment.newest or not steps else steps[-1].at
    notes = []
    for one in talk:
        number = sum(step.at <= one.at for step in steps)
        if one.seat == HOUSE and one.at <= latest and number >= now.log_from - 1:
            notes.append(Entry(number, NOTE_PART + one.number, Markup.escape(one.words), "", True, one.at))
    return replace(now, log=tuple(sorted([*now.log, *notes], key=lambda entry: (entry.step, entry.part))))


def fragment(now: TableView) -> str:
    """The parts of a table's page that follow the game, as HTML."""
    return rendered("regions.html", now=now, ground=ground_of(now.moment.course.setup), oob=True)


def changed(request: Request, player: Player | None, table: Table, text: str, status: int = 200) -> Response:
    """What a player sees of a table, told as what is new to the page that asks."""
    deltas: DeltaCache = request.app.state.deltas
    return deltas.answer(request, _key(table, player), text, status)


def _key(table: Table, player: Player | None) -> Key:
    return table.id, player and player.identity


def whole(request: Request, now: TableView, player: Player | None, status: int = 200) -> HTMLResponse:
    """The whole page of a table."""
    return page(
        "table.html", status, now=now, ground=ground_of(now.moment.course.setup), oob=False,
        beat=round(1000 * request.app.state.settings.beat), lessons=readable_lessons(now.title.name), player=player,
        house=house_address(request), due=now.around.due + int(now.table.my_turn),
        confirm=_confirms(request, now, player), confirm_words=play_settings.CONFIRMS,
        review=now.table.status == "over" and "review" in request.query_params, cup=_tournament(request, now),
    )


def _tournament(request: Request, now: TableView) -> tuple[str, str, int] | None:
    """The tournament of a table, by address, name and round; None for a table of nobody's but its players."""
    if not now.table.rated or not request.app.state.parts.others:
        return None
    found: tuple[str, str, int] | None = request.app.state.tournaments.of_table(now.table.id)
    return found


def _confirms(request: Request, now: TableView, player: Player | None) -> str:
    """Which moves of a player wait for a second press at this table."""
    if player is None or not now.seated:
        return "always"
    with request.app.state.database.reading() as connection:
        return play_settings.confirms(connection, player.id, now.table.game)


def chosen_seat(request: Request) -> int | None:
    """The seat through which a page looks, as its address says; None where it names none."""
    value = request.query_params.get("as", "")
    return int(value) if value.isdecimal() and len(value) < 3 else None


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


def pictures(tables: Tables, sent: DeltaCache, table: Table, viewers: Sequence[Viewer]) -> Pictures:
    """What each of these viewers sees of a table that has changed, for a page that has what they were sent before.

    It is the next thing to be shown to a page that has come to step `after`. A viewer who may not look gets nothing.
    """
    people = [viewer for viewer in viewers if viewer is not None and not watches(table, viewer)]
    visits = tables.repository.visitors(table.id, people) if people else {}
    found = {}
    for viewer in viewers:
        visit = None if viewer is None else visits.get(viewer.identity)
        text = _drawn(tables, sent, table, None if visit is None else viewer, visit or VisitorInfo())
        if text:
            found[viewer] = {"now": text, "after": view.beat_before(table.course, table.step)}
    return found


def _drawn(tables: Tables, sent: DeltaCache, table: Table, viewer: Viewer, visit: VisitorInfo) -> str:
    """The difference to what that viewer was sent last; "" where there is none to be told."""
    key = _key(table, viewer)
    before = sent.newest(key)
    if before is None or not roles.may(viewer, table, Action.SEE):
        return ""
    if viewer is None:
        if not watches(table, None):
            return ""
        text = for_watchers(tables, WatcherView(table.id, table.revision, None, table))
    elif eyes(table, viewer, None) == (None, None):
        text = fragment(seen(tables, viewer, (table, visit)))
    else:
        return ""       # people share this screen: which of them looks, the page says when it asks
    return sent.told(key, before, text)


def moment_of(
    tables: Tables, player: Player | None, table: Table, request: Request, at: int | None = None,
    action: Action = Action.SEE,
) -> Moment:
    """A moment for the smaller questions that a page asks."""
    seat, _ = eyes(table, player, chosen_seat(request))
    return tables.viewing.moment(player, table, at, seat, action)
