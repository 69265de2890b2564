"""The documentation of the JSON interface as one plain page, made from its OpenAPI description."""
from __future__ import annotations

from html import escape
from typing import Any

from roundhouse.base import at

Spec = dict[str, Any]


def page_of(spec: Spec) -> str:
    """An HTML page of an OpenAPI description, without any script."""
    about = "".join(f"<p>{_words(part)}</p>" for part in spec["info"]["description"].split("\n\n"))
    operations = "".join(
        _operation(spec, method, path, operation)
        for path, methods in spec["paths"].items()
        for method, operation in methods.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<title>Roundhouse: the JSON interface</title>'
        f'{_styled("base.css")}{_styled("pages.css")}</head>'
        f'<body><main class="api"><h1>The JSON interface</h1>{about}'
        f'<p>The whole description for tools: <a href="{at("/api/openapi.json")}">openapi.json</a></p>'
        f"{operations}</main></body></html>"
    )


def _styled(file: str) -> str:
    return f'<link rel="stylesheet" href="{at(f"/static/{file}")}">'


def _operation(spec: Spec, method: str, path: str, operation: Spec) -> str:
    given = [
        (p["name"], p["in"], _type(p["schema"]), p.get("description", ""), p.get("required", False))
        for p in operation.get("parameters", [])
    ]
    given += _fields(spec, _schema(operation.get("requestBody")), "body")
    good: Spec = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    answered = _fields(spec, _schema(good), "answer")
    return (
        f"<section><h2>{escape(operation['summary'])}</h2><p><code>{method.upper()} {escape(path)}</code></p>"
        f"<p>{_words(operation.get('description', ''))}</p>"
        f"{_listing('Send', given)}{_listing('Answer', answered)}{_refusals(operation)}</section>"
    )


def _refusals(operation: Spec) -> str:
    """The statuses by which it may refuse, with what they mean."""
    answers = [(status, one) for status, one in operation["responses"].items() if status.startswith("4")]
    told = "".join(f"<li><code>{status}</code> {_words(one['description'])}</li>" for status, one in answers)
    return f"<h3>Refusals</h3><ul>{told}</ul>" if told else ""


def _schema(content: Spec | None) -> Spec:
    schema: Spec = (content or {}).get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _fields(spec: Spec, schema: Spec, where: str) -> list[tuple[str, str, str, str, bool]]:
    """The parts of an object, or of the objects in a list."""
    if schema.get("type") == "array":
        where, schema = f"{where}, a list", schema["items"]
    if "$ref" in schema:
        schema = spec["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    needed = schema.get("required", [])
    return [
        (name, where, _type(part), part.get("description", ""), name in needed)
        for name, part in schema.get("properties", {}).items()
    ]


def _type(schema: Spec) -> str:
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("const", schema.get("type", "anything")))


def _listing(heading: str, fields: list[tuple[str, str, str, str, bool]]) -> str:
    if not fields:
        return ""
    items = "".join(
        f"<li><code>{escape(name)}</code> "
        f"<small>({escape(where)}, {escape(kind)}{'' if needed else ', optional'})</small> {_words(about)}</li>"
        for name, where, kind, about, needed in fields
    )
    return f"<h3>{heading}</h3><ul>{items}</ul>"


def _words(text: str) -> str:
    """Text with `code` marked."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))
