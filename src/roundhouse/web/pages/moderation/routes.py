"""For hosts and moderators: what was reported, and what they do about it. Each action is shown before it is done."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.web.errors import Forbidden, Refused, as_sentence
from roundhouse.web.http.monitoring.request_log import security
from roundhouse.web.pages.render import house_address, page
from roundhouse.web.people.activity import network_of
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.moderation import audit, reports, sign_ups
from roundhouse.web.people.moderation.audit import Actor
from roundhouse.web.people.moderation.moderation import LARGEST, Moderation
from roundhouse.web.people.moderation.rights import HOUSE_RIGHTS, HouseAction
from roundhouse.web.people.moderation.statistics import statistics
from roundhouse.web.people.player import Player
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import ThreadQueue, in_thread

router = APIRouter()
Form = Mapping[str, str]
MOST_FIELDS = 20
ASKED_AGAIN = ("role", "reset-password", "merge", "remove")
"""What takes an account or a game from somebody: whoever does it is asked for their own password, so that a browser
that a host has left open is not enough."""


def actor_of(request: Request, player: Player | None) -> Actor:
    """The player who asks, with their role in the house; Forbidden for a player without one."""
    if player is None or player.only is not None or not player.role:
        raise Forbidden("this is for the hosts and moderators of the house")
    host = request.client.host if request.client else ""
    return Actor(player.name, player.role, player.id, network_of(host))


def may(actor: Actor) -> frozenset[str]:
    """The names of what this person may do, for templates."""
    return frozenset(action.name.lower() for action, roles in HOUSE_RIGHTS.items() if actor.role in roles)


# ---- looking ---------------------------------------------------------------------------------------------------------


@router.get("/moderation")
def overview(
    request: Request, player: OptionalPlayer, done: Annotated[str, Query(max_length=400)] = "",
    before: Annotated[int | None, Query(ge=0, le=LARGEST)] = None, who: Annotated[str, Query(max_length=60)] = "",
) -> Response:
    """What waits for a moderator, and what was done; or the page of a player who is looked for."""
    actor = actor_of(request, player)
    if who.strip():
        return RedirectResponse(f"/moderation/people/{request.app.state.moderation.find(who.strip())}", 303)
    return _overview(request, player, actor, said=done, before=before)


def _overview(
    request: Request, player: Player | None, actor: Actor, status: int = 200, said: str = "", refusal: str = "",
    link: str = "", before: int | None = None,
) -> HTMLResponse:
    database: Database = request.app.state.database
    with database.reading() as connection:
        mode = sign_ups.mode(connection)
    log = audit.page(database, actor, before=before)
    further = log[-1].id if len(log) == audit.LINES_ON_A_PAGE else None
    return page(
        "moderation.html", status, player=player, reports=reports.waiting(database, actor), log=log, further=further,
        may=may(actor), mode=mode, modes=sign_ups.MODES, said=said, refusal=refusal, link=link,
    )


@router.get("/moderation/statistics")
def figures(request: Request, player: OptionalPlayer) -> HTMLResponse:
    """What there is in the house, counted."""
    counted = statistics(request.app.state.database, actor_of(request, player))
    return page("moderation_figures.html", player=player, figures=counted)


@router.get("/moderation/people/{number}")
def person(
    request: Request, number: int, player: OptionalPlayer, done: Annotated[str, Query(max_length=400)] = ""
) -> HTMLResponse:
    """One player as moderators see them: reports, sessions, what was done, and what can be done."""
    return _person(request, player, actor_of(request, player), min(abs(number), LARGEST), said=done)


def _person(
    request: Request, player: Player | None, actor: Actor, number: int, status: int = 200, said: str = "",
    refusal: str = "", link: str = "",
) -> HTMLResponse:
    moderation: Moderation = request.app.state.moderation
    database: Database = request.app.state.database
    return page(
        "moderation_person.html", status, player=player, found=moderation.person(actor, number), may=may(actor),
        sessions=moderation.sessions(actor, number), reports=reports.about(database, actor, number),
        log=audit.page(database, actor, audit.about_player(number)), said=said, refusal=refusal, link=link,
    )


# ---- doing -----------------------------------------------------------------------------------------------------------


class _FormActions:
    """What a form of these pages asks for, by its name: each does it, or tries it, and says so in words."""

    def __init__(self, request: Request, actor: Actor, form: Form) -> None:
        state = request.app.state
        self._moderation: Moderation = state.moderation
        self._tables: Tables = state.tables
        self._database: Database = state.database
        self._actor = actor
        self._form = form
        self.link = ""
        """The path of a link that was made, to be shown this once."""

    def do(self, dry: bool) -> str:
        """Do what the form asks for, or try it. Refused for what nobody knows."""
        known: Mapping[str, Callable[[bool], str]] = {
            "role": self._role, "ban": self._ban, "lift": self._lift, "rename": self._rename, "merge": self._merge,
            "reset-password": self._reset, "end-sessions": self._end_sessions, "hide": self._hide, "show": self._show,
            "remove": self._remove, "settle": self._settle, "sign-ups": self._sign_ups, "invite": self._invite,
        }
        if (action := known.get(self._form.get("do", ""))) is None:
            raise Refused("nothing like that can be done here")
        return action(dry)

    def number(self, name: str, usual: float | None = None) -> float:
        """A number from the form. Refused for what is none."""
        try:
            found = float(self._form.get(name) or ("" if usual is None else usual))
        except ValueError:
            raise Refused(f"{name} is a number") from None
        if not isfinite(found):
            raise Refused(f"{name} is a number")
        return found

    @property
    def who(self) -> int:
        """The player whom the form is about; 0 for none."""
        named = self._form.get("who", "")
        return int(named) if named.isascii() and named.isdecimal() and int(named) <= LARGEST else 0

    def _role(self, dry: bool) -> str:
        return self._moderation.set_role(self._actor, self.who, self._form.get("role", ""), dry)

    def _ban(self, dry: bool) -> str:
        days = None if self._form.get("days") == "" else self.number("days")
        return self._moderation.ban(self._actor, self.who, days, self._form.get("why", ""), dry)

    def _lift(self, dry: bool) -> str:
        return self._moderation.lift(self._actor, self.who, dry)

    def _rename(self, dry: bool) -> str:
        self._actor.require(HouseAction.RENAME)
        return self._moderation.rename(self._actor, self.who, self._form.get("name", ""), dry)

    def _merge(self, dry: bool) -> str:
        self._actor.require(HouseAction.MERGE)
        return self._moderation.merge(self._actor, self.who, self._moderation.find(self._form.get("into", "")), dry)

    def _reset(self, dry: bool) -> str:
        said, self.link = self._moderation.reset_password(self._actor, self.who, dry)
        return said

    def _end_sessions(self, dry: bool) -> str:
        return self._moderation.end_sessions(self._actor, self.who, self._form.get("id", ""), dry)

    def _table(self) -> str:
        """A table's id, also from the whole of its address."""
        return self._form.get("table", "").strip().rstrip("/").rpartition("/")[2]

    def _hide(self, dry: bool) -> str:
        return self._tables.closing.hide(self._actor, self._table(), True, dry)

    def _show(self, dry: bool) -> str:
        return self._tables.closing.hide(self._actor, self._table(), False, dry)

    def _remove(self, dry: bool) -> str:
        return self._tables.closing.remove(self._actor, self._table(), dry)

    def _settle(self, dry: bool) -> str:
        named = self._form.get("report", "")
        report = int(named) if named.isascii() and named.isdecimal() and int(named) <= LARGEST else 0
        return reports.settle(self._database, self._actor, report, self._form.get("outcome", ""), dry)

    def _sign_ups(self, dry: bool) -> str:
        return sign_ups.set_mode(self._database, self._actor, self._form.get("mode", ""), dry)

    def _invite(self, dry: bool) -> str:
        uses, days = self.number("uses", 1), self.number("days", 14)
        said, self.link = sign_ups.invite(
            self._database, self._actor, round(min(uses, 1e6)), days, self._form.get("note", ""), dry
        )
        return said


@router.post("/moderation")
async def act(request: Request, player: OptionalPlayer) -> Response:
    """Say what an action would do, and with `sure` do it. What makes a link shows it this once."""
    actor = actor_of(request, player)
    async with request.form(max_fields=MOST_FIELDS, max_files=0) as sent:
        form = {name: str(value) for name, value in sent.items()}
    sure, password, wrong = form.pop("sure", "") == "yes", form.pop("password", ""), None
    if sure and form.get("do") in ASKED_AGAIN:
        passwords: ThreadQueue = request.app.state.password_queue
        try:
            await passwords.do(request.app.state.accounts.require_password, player, password)
        except Refused as error:
            sure, wrong = False, error
    return await in_thread(_act, request, player, actor, form, sure, wrong)


def _act(
    request: Request, player: Player | None, actor: Actor, form: dict[str, str], sure: bool, wrong: Refused | None
) -> Response:
    actions = _FormActions(request, actor, form)
    about = actions.who
    again: dict[str, Any] = {}
    try:
        said = actions.do(not sure)
    except Forbidden:
        raise
    except Refused as error:
        again = {"status": error.status, "refusal": error.sentence}
        return _person(request, player, actor, about, **again) if about else _overview(request, player, actor, **again)
    if sure:
        security(request, form["do"], "done", f"by player {actor.player}: {said}")
    if not sure:
        back = f"/moderation/people/{about}" if about else "/moderation"
        refusal = wrong.sentence if wrong else ""
        return page(
            "moderation_sure.html", wrong.status if wrong else 200, player=player, said=said, form=form, back=back,
            wrong=refusal, asked_again=form.get("do") in ASKED_AGAIN,
        )
    if actions.link:
        shown: dict[str, Any] = {"said": as_sentence(said), "link": house_address(request) + actions.link}
        return _person(request, player, actor, about, **shown) if about else _overview(request, player, actor, **shown)
    return RedirectResponse(f"{'/moderation/people/' + str(about) if about else '/moderation'}?{_query(said)}", 303)


def _query(said: str) -> str:
    return urlencode({"done": as_sentence(said)[:400]})
