"""Whatever is sent to the JSON interface, the answer is never that the server went wrong."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.web.house import Client, Running, running

EXAMPLES = 8
ENDLESS = "text/event-stream"
"""An answer that goes on until whoever listens has heard enough."""
UNSAID = (405, 413)
"""What stands before every operation: an address by another method, and a body that is too large."""
NUL, SURROGATE = "%00", "\\ud800"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    file = tmp_path_factory.mktemp("fuzz") / "tables.sqlite"
    url = f"sqlite:///{file}" if request.param == "sqlite" else f"{request.getfixturevalue('postgres')}"
    with running(url, limits=False) as one:
        yield one


def test_no_answer_is_500(server: Running) -> None:
    """Every operation of the description, with what fits it and what does not, at a table that is there or is not; and
    every answer is one that the description tells of."""
    ann = Client(server.address)
    id = ann.create("narrow-gauge", "me", "me", public=True)["id"]
    described = schemathesis.openapi.from_dict(server.app.openapi())
    tried: dict[str, int] = {}
    for found in described.get_all_operations():
        operation = found.ok()      # type: ignore[union-attr]
        responses = operation.definition.raw["responses"]
        if any(ENDLESS in response.get("content", {}) for response in responses.values()):
            continue
        cases = operation.as_strategy()

        @seed(1)
        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=cases, known=st.booleans())
        def send(case: Case[Any], known: bool) -> None:
            if known and "id" in (case.path_parameters or {}):
                case.path_parameters["id"] = id
            answer = case.call(base_url=server.address, headers={"authorization": f"Bearer {ann.token}"})
            assert answer.status_code < 500, (case.as_curl_command(), answer.text)
            said = {*map(int, case.operation.definition.raw["responses"].keys() - {"default"}), *UNSAID}
            assert answer.status_code in said, (case.as_curl_command(), answer.text)
            case.validate_response(answer, checks=[response_schema_conformance])
            tried[case.operation.label] = tried.get(case.operation.label, 0) + 1

        send()
    assert len(tried) >= 20 and sum(tried.values()) >= 20 * EXAMPLES / 2, tried


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", f"/api/tables/ID/chat?after={10**30}", ""),
        ("GET", f"/api/tables/ID/view?at={10**30}&seat={10**30}", ""),
        ("GET", f"/games/ID?at={10**30}", ""),
        ("GET", f"/games/ID/now?after={10**30}", ""),
        ("POST", f"/api/tables/ID/seats/{10**30}/bot", '{"level": "level-1"}'),
        ("POST", "/api/tables/ID/seats/0/bot", f'{{"level": "{SURROGATE}"}}'),
        ("POST", "/api/tables/ID/act", f'{{"line": "{SURROGATE}", "version": {10**30}}}'),
        ("POST", "/api/tables/ID/chat", f'{{"words": "{SURROGATE}"}}'),
        ("POST", "/api/records", f'{{"record": "{SURROGATE}"}}'),
        ("POST", "/api/records", '{"record": "{\\"format\\": \\"\\\\ud800\\"}"}'),
        ("POST", "/api/players", f'{{"name": "{SURROGATE}"}}'),
        ("POST", "/api/tables", f'{{"game": "{SURROGATE}", "seats": ["me", "{SURROGATE}"]}}'),
        ("POST", "/api/tables", '{"game": "narrow-gauge", "seats": ["me", "me"], "edition": "\\u0000"}'),
        ("GET", f"/api/tables/{NUL}", ""),
        ("GET", f"/games/{NUL}", ""),
        ("GET", f"/join/{NUL}", ""),
        ("POST", f"/api/join/{NUL}", ""),
        ("GET", f"/rules/{NUL}", ""),
        ("GET", f"/static/{NUL}", ""),
        ("GET", f"/games/ID/preview?line={NUL}", ""),
        ("POST", "/login", f"name={NUL}&password={NUL}"),
        ("POST", "/login", f"name={'%C3%9F' * 24}&password=a+good+password"),
        ("POST", "/claim", f"name={'%C3%9F' * 24}&password=a+good+password"),
        ("POST", "/claim", f"name={'%EF%B7%BA' * 24}&password=a+good+password"),
        ("POST", "/claim", f"name=Ann{NUL}&password={NUL * 8}"),
        ("POST", "/games/ID/act", "version=1&line=%ED%A0%80"),
        ("POST", "/new/narrow-gauge", f"seat=%ED%A0%80&pace={NUL}&edition={NUL}&option-x={NUL}"),
    ],
)
def test_what_once_went_wrong(server: Running, method: str, path: str, body: str) -> None:
    ann = Client(server.address)
    id = ann.create("narrow-gauge", "me", "me")["id"]
    kind = "application/json" if body.startswith("{") else "application/x-www-form-urlencoded"
    headers: dict[str, Any] = {"authorization": f"Bearer {ann.token}", "content-type": kind}
    answer = httpx.request(method, server.address + path.replace("ID", id), content=body, headers=headers)
    assert answer.status_code < 500, answer.text
