"""The addresses that are asked again and again while people play, as plain routes of the same router.

Each is the endpoint of a route of FastAPI, by the same parameters: those are read here once for all, which is half the
work of a request. See `benchmarks/web_load.py` for what that gains.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from inspect import Parameter, signature
from typing import Any
from urllib.parse import parse_qsl

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError, create_model
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundhouse.web.errors import SessionsChanged
from roundhouse.web.people.authentication import player, recent_visitor, visitor
from roundhouse.web.people.players import Players
from roundhouse.web.threads import RequestThreads

Endpoint = Callable[..., Response]
HotRoutes = Iterable[tuple[str, str, Endpoint]]
"""Method, address with its `{id}`, and endpoint of each."""
GIVEN = ("request", "id", "tables", "player", "who")
"""What an endpoint is given that is not said in the query or the body."""
MOST_FIELDS = 20
FORM, JSON = "application/x-www-form-urlencoded", "application/json"


def add(app: FastAPI, routes: HotRoutes) -> None:
    """Put them before all other routes."""
    for method, path, endpoint in routes:
        app.router.routes.insert(0, Route(path, HotRoute(endpoint, method != "GET").answer, methods=[method]))


class HotRoute:
    """A plain route of the router for an endpoint that is asked again and again, with its parameters read without
    FastAPI."""

    def __init__(self, endpoint: Endpoint, acts: bool) -> None:
        """A request that `acts` may come from somebody who is not known yet; its parameters are in its body."""
        parameters = signature(endpoint, eval_str=True).parameters
        said = {name: one for name, one in parameters.items() if name not in GIVEN}
        fields: Any = {name: (one.annotation, _default(one)) for name, one in said.items()}
        self._endpoint = endpoint
        self._acts = acts
        self._names = [name for name in GIVEN if name in parameters]
        self._in_json = "body" in said
        self._model: type[BaseModel] = said["body"].annotation if self._in_json else create_model("Said", **fields)

    async def answer(self, request: Request) -> Response:
        """The answer of the endpoint, in a thread; RequestValidationError for what is not plainly right."""
        said = self._read(request, await request.body() if self._acts else b"")
        state = request.app.state
        threads: RequestThreads = state.threads
        players: Players = state.players
        for who in (recent_visitor, visitor):
            known = await who(request)
            asks = await player(request, known) if self._acts else known
            there = {"request": request, "id": request.path_params["id"], "tables": state.tables}
            there |= {"player": asks, "who": asks}
            call = partial(self._endpoint, **{name: there[name] for name in self._names}, **said)
            with suppress(SessionsChanged):     # before anything was written; whoever asks is looked up again
                answer = await (threads.act(call) if self._acts else threads.look(call))
                if self._acts or known is None or players.is_current(known):
                    return answer
        raise SessionsChanged

    def _read(self, request: Request, body: bytes) -> dict[str, Any]:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        try:
            if self._in_json:
                return {"body": self._model.model_validate_json(body if kind == JSON else b"")}
            text = request.scope["query_string"] if not self._acts else body if kind == FORM else b""
            pairs = parse_qsl(text.decode("latin-1"), max_num_fields=MOST_FIELDS, keep_blank_values=not self._acts)
            said = self._model.model_validate(dict(pairs))
        except ValidationError as error:
            loc = "body" if self._acts else "query"
            raise RequestValidationError([{**one, "loc": (loc, *one["loc"])} for one in error.errors()]) from None
        except ValueError as error:
            raise RequestValidationError([{"loc": (), "msg": str(error)}]) from None
        return {name: getattr(said, name) for name in type(said).model_fields}


def _default(parameter: Parameter) -> Any:
    return ... if parameter.default is Parameter.empty else parameter.default
