"""Coming in by a link from an e-mail."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from roundhouse.web.errors import Refused
from roundhouse.web.pages.render import page
from roundhouse.web.pages.site.settings import require_mail
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.authentication import OptionalPlayer, device_of, keep_cookie
from roundhouse.web.threads import ThreadQueue

router = APIRouter()
Password = Annotated[str, Form(max_length=400)]


@router.post("/login/link")
def send_link(request: Request, email: Annotated[str, Form(max_length=300)], player: OptionalPlayer) -> Response:
    accounts: Accounts = request.app.state.accounts
    try:
        require_mail(request)
        accounts.send_link(email)
    except Refused as error:
        words = f"{error.why[:1].upper()}{error.why[1:]}."
        mails = request.app.state.sender.post is not None
        return page("sign_in.html", error.status, player=player, refusal=words, mails=mails)
    return page("sign_in.html", player=player, refusal="", mails=True, sent=True)


@router.get("/enter/{token}")
def look(request: Request, token: str, player: OptionalPlayer) -> Response:
    """A link is used by a button: programs that look into letters only open it, and must not use it up."""
    accounts: Accounts = request.app.state.accounts
    link, called = accounts.behind(token)
    if link.purpose == "enter" and player is not None and player.id == link.player:
        return RedirectResponse(link.leads_to, 303)
    return page("sign_in_link.html", player=player, link=link, called=called, token=token)


@router.post("/enter/{token}")
async def enter(request: Request, token: str, player: OptionalPlayer, password: Password = "") -> Response:
    accounts: Accounts = request.app.state.accounts
    passwords: ThreadQueue = request.app.state.password_queue
    session, leads_to = await passwords.do(accounts.enter, token, player, password)
    accounts.note_device(session, device_of(request))
    keep_cookie(request, session)
    return RedirectResponse(leads_to, 303)
