"""A shorter way for what is asked again and again while people play: to look, and to act.

The endpoints are those of the routes. Only what is plainly right comes this way; all else goes the long way, where it
is looked at closely, and told in words what is wrong with it.
"""
from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from inspect import signature
from typing import Any
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.web.errors import CROWDED, Busy
from roundhouse.web.people.authentication import player, visitor

LONGEST_ID = 16
LOOKERS, ACTORS, MOST_ACTING = 3, 8, 40
"""Threads for those who look and for those who act, and how many may be acting or wait for it.

More threads would only stand in each other's way; and who waits for the disk keeps nobody from looking.
"""
NUMBER = re.compile("[0-9]{1,4}")
Given = dict[str, Any]
"""What an endpoint is given, by name."""
Read = Callable[[Request, bytes], Given | None]
"""What a request and its body say; None if that is not plain."""


class FastRoute:
    def __init__(self, endpoint: Callable[..., Response], read: Read, acts: bool = False) -> None:
        """Of what a route gives the endpoint it takes what it has names for; who acts may be somebody new."""
        self.endpoint = endpoint
        self.read = read
        self.acts = acts
        self._names = signature(endpoint).parameters

    async def answer(self, request: Request, id: str, said: Given, threads: Executor) -> Response:
        known = await visitor(request)
        asks = await player(request, known) if self.acts else known
        there = {"request": request, "id": id, "tables": request.app.state.tables, "player": asks, "who": asks}
        given = {name: value for name, value in there.items() if name in self._names}
        call = partial(copy_context().run, self.endpoint, **given, **said)
        return await asyncio.get_running_loop().run_in_executor(threads, call)


FastRouteTable = Mapping[tuple[str, str, str], FastRoute]
"""By the method, and what stands before and after the id of a table in the address."""


class FastRoutes:
    def __init__(self, app: ASGIApp, ways: FastRouteTable) -> None:
        self._app = app
        self._ways = ways
        self._lookers = ThreadPoolExecutor(LOOKERS, thread_name_prefix="look")
        self._actors = ThreadPoolExecutor(ACTORS, thread_name_prefix="act")
        self._acting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        before, _, last = scope.get("path", "").rpartition("/")
        place, _, id = before.rpartition("/")
        way = self._ways.get((scope.get("method", ""), place, last))
        if way is None or not 0 < len(id) <= LONGEST_ID:
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        sent = await request.body() if way.acts else b""
        said = way.read(request, sent)
        if said is None:
            await self._app(scope, _again(sent, receive) if way.acts else receive, send)
        else:
            response = await self._answer(way, request, id, said)
            await response(scope, receive, send)

    async def _answer(self, way: FastRoute, request: Request, id: str, said: Given) -> Response:
        if not way.acts:
            return await way.answer(request, id, said, self._lookers)
        if self._acting >= MOST_ACTING:
            raise Busy(CROWDED)
        self._acting += 1
        try:
            return await way.answer(request, id, said, self._actors)
        finally:
            self._acting -= 1


def _again(body: bytes, receive: Receive) -> Receive:
    """For who reads a body that was read before."""
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return unread.pop() if unread else await receive()

    return replayed


# ---- what is plain ---------------------------------------------------------------------------------------------------


def numbers(*names: str, besides: Collection[str] = ()) -> Read:
    """A query of whole numbers under these names, and of what the endpoint reads itself."""

    def read(request: Request, _: bytes) -> Given | None:
        pairs = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        return _as_numbers([pair for pair in pairs if pair[0] not in besides], names)

    return read


def form(*names: str, line: int) -> Read:
    """A form of a `line` of at most so many letters and of whole numbers, of which the first must be there.

    What was left empty was not said.
    """

    def read(request: Request, body: bytes) -> Given | None:
        if request.headers.get("content-type") != "application/x-www-form-urlencoded" or not body.isascii():
            return None
        pairs = parse_qsl(body.decode())
        said = [value for name, value in pairs if name == "line" and len(value) <= line]
        given = _as_numbers([pair for pair in pairs if pair[0] != "line"], names)
        return None if given is None or names[0] not in given or len(said) != 1 else {**given, "line": said[0]}

    return read


def json_of(model: type[BaseModel]) -> Read:
    """JSON of that model, which the endpoint takes as its `body`."""

    def read(request: Request, body: bytes) -> Given | None:
        if request.headers.get("content-type") != "application/json":
            return None
        try:
            return {"body": model.model_validate_json(body)}
        except ValidationError:
            return None

    return read


def _as_numbers(pairs: Sequence[tuple[str, str]], names: Collection[str]) -> Given | None:
    found = {name: int(value) for name, value in pairs if name in names and NUMBER.fullmatch(value)}
    return found if len(found) == len(pairs) else None
