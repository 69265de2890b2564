"""Errors as answers: in words, as JSON for programs and as a page for people."""
from __future__ import annotations

import html
import logging
from collections.abc import Callable

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from sqlalchemy.exc import DataError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from roundhouse.base import at
from roundhouse.errors import UserError
from roundhouse.web.errors import Busy, Refused, Stale, TooManyRequests, TooSlow, as_sentence, sendable

log = logging.getLogger(__name__)
UNKEEPABLE = "there is something in it that can't be kept or looked up"
ErrorPage = Callable[[Request, int, str, str], Response]
"""What makes a page for people of a request, a status, a sentence that says why, and the id of a rule or ""."""


def say_no(request: Request, error: Exception) -> Response:
    """Every error in words. What a person can mend says how; anything else says that it is not their fault."""
    match error:
        case Stale():
            return answer(request, error.status, error.why, more={"step": error.step, "version": error.version})
        case TooManyRequests():
            return answer(request, error.status, error.why, after=error.seconds)
        case Refused():
            return answer(request, error.status, error.why, error.rule, {"rule": error.rule} if error.rule else {})
        case UserError():
            return answer(request, 422, str(error))
        case RequestValidationError():
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"] if part != "body")
            return answer(request, 422, f"{where}: {first['msg']}" if where else str(first["msg"]))
        case OperationalError() | InterfaceError() | PoolTimeout():
            log.warning("the database can't be reached: %s", str(getattr(error, "orig", error)).strip())
            return answer(request, 503, "the games can't be reached at this moment, and none is lost. Please try again")
        case DataError():
            return answer(request, 422, UNKEEPABLE)
        case OverflowError() if "SQLite" in str(error):     # what PostgreSQL calls a DataError
            return answer(request, 422, UNKEEPABLE)
        case HTTPException(__cause__=Refused() as cause):
            return say_no(request, cause)       # the body was refused while it was read
        case HTTPException(status_code=404):
            return answer(request, 404, "there is nothing at this address")
        case HTTPException():
            return answer(request, error.status_code, str(error.detail))
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(request, 500, "something went wrong here; nothing that was played is lost. Please try again")


async def say_no_later(request: Request, error: Exception) -> Response:
    """The same, as FastAPI calls it."""
    return say_no(request, error)


def answer(
    request: Request, status: int, why: str, rule: str = "", more: dict[str, object] | None = None, after: int = 2
) -> Response:
    """An error as JSON for programs, as a page for people. `after` says in how many seconds it is worth asking again,
    where too much was asked."""
    why = sendable(why)
    if request.url.path.startswith("/api/"):
        response: Response = JSONResponse({"error": why, **(more or {})}, status)
    else:
        page: ErrorPage = request.app.state.error_page
        try:
            response = page(request, status, why, rule)
        except Exception:
            log.exception("the error page failed")
            response = plain_error_page(request, status, why, rule)
    if status in (TooManyRequests.status, Busy.status):
        response.headers["retry-after"] = str(after)
    if status == TooSlow.status:
        response.headers["connection"] = "close"    # what comes later is no part of another request
    return response


def plain_error_page(request: Request, status: int, why: str, rule: str) -> Response:
    """The error page of a house without pages."""
    words = html.escape(as_sentence(f"{why} ({rule})" if rule else why))
    return HTMLResponse(
        f'<!doctype html><html lang="en"><title>Roundhouse</title><h1>Roundhouse</h1><p>{words}</p>'
        f'<p><a href="{at("/")}">Go to the games</a></p></html>',
        status,
    )
