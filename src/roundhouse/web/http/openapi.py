"""The OpenAPI description of the JSON interface: what FastAPI knows of its routes, and besides who may ask, how
requests are refused, and what the state of each game looks like."""
from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from roundhouse.base import base
from roundhouse.games import titles
from roundhouse.web.http.api_models import Refusal, StaleTable, TableEvent, View
from roundhouse.web.people.authentication import COOKIE, player, visitor

Schema = dict[str, Any]
SCHEMES: Schema = {
    "token": {
        "type": "http", "scheme": "bearer",
        "description": "The token of `POST /api/players`, or that of a seat's own link, which is good for that seat.",
    },
    "cookie": {
        "type": "apiKey", "in": "cookie", "name": COOKIE,
        "description": "A browser's. One that has none becomes a guest when it makes or joins a table.",
    },
}
BESIDES: tuple[type[BaseModel], ...] = (Refusal, StaleTable, TableEvent)
"""What no route names as its answer."""
SIGNED_IN: list[Schema] = [{"token": []}, {"cookie": []}]
ANYBODY: list[Schema] = [{}, *SIGNED_IN]
REFUSALS: dict[str, tuple[type[BaseModel], str]] = {
    "401": (Refusal, "The token is not known here."),
    "403": (Refusal, "You may not do or see this."),
    "404": (Refusal, "There is no such table, seat, step or invitation."),
    "409": (StaleTable, "The table has moved on since you looked. Nothing has happened: look again."),
    "422": (Refusal, "What was sent can't be read, or a rule of the game forbids it."),
    "default": (
        Refusal, "Too large (413), too often (429; wait as `retry-after` says), busy or closing (503), our fault (500)."
    ),
}


def event_stream(told: str) -> Schema:
    """An answer of server-sent events, each of which is named and has JSON as its data; `told` says which."""
    text = {"type": "string"}
    event = {"type": "object", "properties": {"event": text, "data": text | {"contentMediaType": "application/json"}}}
    return {"content": {"text/event-stream": {
        "schema": event | {"required": ["event", "data"], "description": f"Server-sent events: {told}"}
    }}}


def describe(app: FastAPI, routers: Sequence[APIRouter], prefix: str) -> Schema:
    """The whole description, made once for an application that has the routers at that prefix."""
    if app.openapi_schema is None:
        spec = get_openapi(
            title=app.title, version=app.version, summary=app.summary, description=app.description, routes=app.routes
        )
        schemas: Schema = spec["components"]["schemas"]
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        _, more = models_json_schema(
            [(model, "serialization") for model in BESIDES], ref_template="#/components/schemas/{model}"
        )
        schemas |= more["$defs"]
        state = schemas[View.__name__]["properties"]["state"]
        schemas[View.__name__]["properties"]["state"] = {
            "description": state["description"], "anyOf": list(_states(schemas))
        }
        spec["components"]["securitySchemes"] = SCHEMES
        for route in (route for router in routers for route in router.routes):
            if isinstance(route, APIRoute) and route.include_in_schema:
                for method in route.methods or ():
                    _complete(spec["paths"][prefix + route.path][method.lower()], route, method)
        if base():
            spec["servers"] = [{"url": base()}]
        app.openapi_schema = _without_constants(spec)
    return app.openapi_schema


def install(app: FastAPI, routers: Sequence[APIRouter], prefix: str) -> None:
    """Have the application describe itself this way."""
    app.openapi = partial(describe, app, routers, prefix)        # type: ignore[method-assign]


def _without_constants(schema: Any) -> Any:
    """An enumeration of one in the place of each constant: it means the same, and generators read it rightly as one of
    several choices too."""
    if isinstance(schema, list):
        return [_without_constants(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        **{key: _without_constants(part) for key, part in schema.items() if key != "const"},
        **({"enum": [schema["const"]]} if "const" in schema else {}),
    }


def _complete(operation: Schema, route: APIRoute, method: str) -> None:
    """Who may ask for it, how it says no, and the one name under which it is listed."""
    operation["tags"] = operation["tags"][-1:]
    asked = set(_calls(route.dependant))
    if player in asked:
        operation["security"] = SIGNED_IN
    elif visitor in asked:
        operation["security"] = ANYBODY
    operation["responses"] = {
        **{status: answer for status, answer in operation["responses"].items() if status.startswith("2")},
        **{status: _refusal(status) for status in _statuses(route, method, player in asked)},
    }


def _statuses(route: APIRoute, method: str, signed_in: bool) -> Iterator[str]:
    if signed_in:
        yield "401"
    if method != "GET" or "{id}" in route.path:
        yield "403"
    if "{" in route.path:
        yield "404"
    given = route.dependant
    if any("version" in getattr(body.field_info.annotation, "model_fields", {}) for body in given.body_params):
        yield "409"
    if given.body_params or given.query_params or given.path_params:
        yield "422"
    yield "default"


def _refusal(status: str) -> Schema:
    model, description = REFUSALS[status]
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _calls(dependant: Dependant) -> Iterator[object]:
    """All that an endpoint depends on, and what those depend on."""
    for inner in dependant.dependencies:
        yield inner.call
        yield from _calls(inner)


def _states(schemas: Schema) -> Iterator[Schema]:
    """What the state of each game looks like, as references to what is put among the schemas. A game's folder says it
    in `state.schema.json`; of a game that has none, a state is any object."""
    for title in titles().values():
        file = title.folder / "state.schema.json"
        if not file.exists():
            continue
        schema = json.loads(file.read_text(encoding="utf-8").replace("#/$defs/", "#/components/schemas/"))
        del schema["$schema"]
        schemas |= schema.pop("$defs", {})
        schemas[schema["title"]] = schema
        yield {"$ref": f"#/components/schemas/{schema['title']}"}
    schemas["OtherState"] = {"type": "object", "title": "OtherState", "description": "Of a game from elsewhere."}
    yield {"$ref": "#/components/schemas/OtherState"}
