"""Links from e-mails: signing in by one, and what else is agreed to by one."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from roundhouse.web.errors import Refused
from roundhouse.web.http.middleware import address_of
from roundhouse.web.http.rate_limits import NetworkLimits
from roundhouse.web.pages.render import page
from roundhouse.web.pages.site.settings import require_mail
from roundhouse.web.pages.site.sign_in import begin_session, sign_in_page
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.authentication import COOKIE, OptionalPlayer, keep_cookie, known_origin, origin_of
from roundhouse.web.people.email import links
from roundhouse.web.people.email.addresses import EmailAddresses
from roundhouse.web.people.email.letters import checked_address
from roundhouse.web.threads import ThreadQueue

router = APIRouter()
Word = Annotated[str, Form(max_length=400)]


@router.post("/login/link")
def send_link(request: Request, email: Annotated[str, Form(max_length=300)], player: OptionalPlayer) -> Response:
    """Send a link that signs in. The answer is the same whether anybody has that address."""
    accounts: Accounts = request.app.state.accounts
    limits: NetworkLimits = request.app.state.network_limits
    try:
        require_mail(request)
        address = checked_address(email)
        limits.letter(address_of(request))
        accounts.send_link(address)
    except Refused as error:
        return sign_in_page(request, player, error)
    return sign_in_page(request, player, sent=True)


@router.get("/enter/{token}")
def look(request: Request, token: str, player: OptionalPlayer) -> Response:
    """A link is used by a button: programs that look into letters only open it, and must not use it up."""
    accounts: Accounts = request.app.state.accounts
    link, owner = accounts.behind(token)
    if link.purpose == links.ENTER and player is not None and player.id == link.player:
        return RedirectResponse(link.leads_to, 303)
    return page("sign_in_link.html", player=player, link=link, owner=owner, token=token)


@router.post("/enter/{token}")
async def enter(
    request: Request, token: str, player: OptionalPlayer, password: Word = "", bring: Word = ""
) -> Response:
    """Use a link. With `bring`, the games of the guest in this browser come along where it signs in."""
    passwords: ThreadQueue = request.app.state.password_queue
    accounts: Accounts = request.app.state.accounts
    addresses: EmailAddresses = request.app.state.email_addresses
    origin = origin_of(request)
    link, owner = await passwords.do(accounts.behind, token)
    match link.purpose:
        case links.CONFIRM:
            await passwords.do(addresses.confirm, token, origin)
            if player is not None and player.id == owner.id:
                return RedirectResponse("/me?done=email", 303)
        case links.CHANGE:
            await passwords.do(addresses.consent, token, origin)
        case links.UNDO:
            await passwords.do(addresses.undo, token, password, origin)
        case links.FORGET:
            await passwords.do(accounts.delete_by_link, token)
            if player is not None and player.id == owner.id:
                keep_cookie(request, None, COOKIE)
            return page("account_deleted.html")
        case _:
            origin = known_origin(request)
            guest = player if bring else None
            session, leads_to = await passwords.do(accounts.enter, token, guest, password, origin)
            begin_session(request, None if bring else player, session)
            return RedirectResponse(leads_to, 303)
    return page("email_link_used.html", player=player, link=link, owner=owner)
