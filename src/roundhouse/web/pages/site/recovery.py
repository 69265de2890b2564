"""Recovery codes of guests: made and told once, and entered in a browser that knows nobody."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from roundhouse.web.errors import Refused
from roundhouse.web.http.middleware import address_of
from roundhouse.web.http.monitoring.request_log import security
from roundhouse.web.http.rate_limits import NetworkLimits
from roundhouse.web.pages.render import page
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer, keep_cookie, origin_of
from roundhouse.web.people.player import Player
from roundhouse.web.people.recovery import Recovery

router = APIRouter()
Code = Annotated[str, Form(max_length=100)]


@router.get("/recover")
def recovery_page(request: Request, player: OptionalPlayer) -> HTMLResponse:
    """The page at which a recovery code is made or entered."""
    return _page(request, player)


def _page(request: Request, player: Player | None, code: str = "", back: bool = False, refusal: str = "",
          status: int = 200) -> HTMLResponse:
    recovery: Recovery = request.app.state.recovery
    made = None if player is None or not player.guest or player.id == 0 else recovery.made(player)
    return page("recover.html", status, player=player, code=code, made=made, back=back, refusal=refusal)


@router.post("/recover")
def recover(request: Request, player: OptionalPlayer, code: Code) -> Response:
    """The guest of a code, in this browser. The code is used up, and a new one told."""
    recovery: Recovery = request.app.state.recovery
    limits: NetworkLimits = request.app.state.network_limits
    try:
        limits.recovery(address_of(request))
        guest, token, new = recovery.use(code, player, origin_of(request))
    except Refused as error:
        security(request, "recovery", "failed", error.why)
        return _page(request, player, refusal=error.sentence, status=error.status)
    security(request, "recovery", "done", f"player {guest.id}")
    keep_cookie(request, token)
    return _page(request, guest, new, back=True)


@router.post("/recover/new")
def make(request: Request, player: CurrentPlayer) -> Response:
    """A new code, told this once."""
    recovery: Recovery = request.app.state.recovery
    return _page(request, player, recovery.make(player))
