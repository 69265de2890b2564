"""The table of rights, asked of the running house: every route, for everybody, in every phase."""
from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import update

from roundhouse.web.bots import thinking
from roundhouse.web.competition.tournaments.rights import TOURNAMENT_RIGHTS, TournamentAction, TournamentRole
from roundhouse.web.competition.tournaments.rights import allowed as may_at_tournament
from roundhouse.web.competition.tournaments.tournaments import Plan
from roundhouse.web.http.route_rights import AT_TOURNAMENTS, IN_THE_HOUSE, NO_TABLE, ROUTES
from roundhouse.web.people.moderation.rights import HOUSE_RIGHTS, HouseAction
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.rights import RIGHTS, Action, Phase, Role, allowed, ever_allowed, sees
from tests.web.matrix import ABSENT, FREE, GAME, HELD, Crowd, actors_at

TABLES = {
    "waiting": (Phase.WAITING, True, True), "waiting, private": (Phase.WAITING, False, True),
    "playing": (Phase.PLAYING, True, True), "playing, hidden": (Phase.PLAYING, False, False),
    "over": (Phase.OVER, True, True), "over, hidden": (Phase.OVER, False, False),
    "closed": (Phase.CLOSED, True, True), "closed, hidden": (Phase.CLOSED, False, False),
}
"""Phase, whether the table is open to all, and whether others may look."""
EXAMPLE = "hills"
"""Of the rulebook of the game here."""
OFTEN_REFUSED = {
    "GET /games/{id}/plan", "POST /games/{id}/plan", "GET /games/{id}/note", "GET /games/{id}/table",
    "POST /games/{id}/seats/{number} do=level-3 (nobody's)", "POST /api/tables/{id}/seats/{seat}/bot (nobody's)",
}
"""What the position of the game here gives nobody a reason for."""


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crowd]:
    made = Crowd.gathered(tmp_path_factory.mktemp("matrix"))
    for name, (phase, public, watched) in TABLES.items():
        made.seat(name, phase, public, watched)
    made.keep()
    yield made
    made.app.state.database.close()


def seat_of(route: str, own: int) -> int:
    """The seat that a route is asked about."""
    if "another's" in route or "mute" in route:
        return ABSENT if own != ABSENT else HELD
    return FREE if "nobody's" in route else own


def asked(route: str, table: Table, own: int, claimant: int) -> tuple[str, str, dict[str, object] | None, object]:
    """Method, address, form and JSON of a route as somebody with that seat would ask it."""
    method, _, rest = route.partition(" ")
    path, _, do = rest.partition(" ")
    number = seat_of(route, own)
    path = path.format(id=table.id, seat=number, number=number, name=EXAMPLE)
    do = do.removeprefix("do=").partition(" ")[0]
    last = path.rpartition("/")[2]
    line = "pass"
    if table.status == "playing":
        line = table.game.text(int(table.course.state.legal()[0]))
    if method == "GET":
        past = table.course.line(4, None) if table.status == "over" else "pass"
        queries: dict[str, str] = {
            "routes": "to=x", "preview": "line=x", "note": "amount=3", "instead": f"at=3&line={past}", "view": "log=1",
        }
        return method, f"{path}?{queries.get(last, '')}".replace(" ", "%20"), None, None
    facts: dict[str, object] = {
        "version": table.version, "line": line, "agree": "yes", "wish": "", "words": "hello", "step": 2,
        "seat": ABSENT if "knock" in route else own, "notes": "x", "who": claimant, "move": line,
    }
    if not path.startswith("/api"):
        return method, path, {**facts, "do": do} if do else {**facts, "seat": own if last != "try" else 0}, None
    body = {**facts, "agree": True, "wish": None, "level": "level-3", "muted": True}
    return method, f"{path}?seat={own}" if last == "join" else path, None, body


def routes_of(routes: Iterable[Any], prefix: str = "") -> Iterator[str]:
    """All routes of an app, those of included routers too, which FastAPI keeps folded."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from routes_of(inner.routes, prefix + route.include_context.prefix)
        else:
            for method in getattr(route, "methods", None) or ():
                if method not in ("HEAD", "OPTIONS"):
                    yield f"{method} {prefix}{route.path}"


def test_every_route_says_what_it_asks_for(crowd: Crowd) -> None:
    there = set(routes_of(crowd.app.routes))
    assert len(there) > 80, "the walk went down to the included routers"
    others = {*IN_THE_HOUSE, *AT_TOURNAMENTS}
    named = {" ".join(route.split(" ")[:2]) for route in (*ROUTES, *others)}
    assert there - named == set(), "routes that http/route_rights.py does not name"
    assert named - there == set(), "routes that are gone"
    for route in there:
        at_table = route not in NO_TABLE and not any(one.startswith(route) for one in others)
        assert ("{id}" in route and "endpoints" not in route) == at_table, route
    assert set(IN_THE_HOUSE.values()) == set(HouseAction) == set(HOUSE_RIGHTS)
    assert set(AT_TOURNAMENTS.values()) == set(TournamentAction) == set(TOURNAMENT_RIGHTS)
    assert set(ROUTES.values()) - {None} == set(Action), "every right is asked for somewhere"


def test_the_table_has_no_hole() -> None:
    assert set(RIGHTS) == set(Action)
    for action in Action:
        assert RIGHTS[action], action
        assert not any(Role.HOST in roles for roles in RIGHTS[action].values())
        for phase in (Phase.OVER, Phase.CLOSED):
            changing = {Action.SET_BOT, Action.BOT_FOR_SELF, Action.TAKE_BACK, Action.BOT_FOR_ABSENT, Action.LET_WATCH,
                        Action.ACT, Action.UNDO, Action.RESTORE, Action.CLAIM_SEAT, Action.ANSWER_CLAIM, Action.LEAVE}
            assert action not in changing or phase not in RIGHTS[action], "what has ended stays as it was played"


@pytest.mark.parametrize("name", TABLES)
def test_everybody_may_do_what_is_theirs_and_nothing_else(
    crowd: Crowd, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "HINT_ITERATIONS", 20)
    phase, public, watched = TABLES[name]
    wrong = asyncio.run(all_cells(crowd, name, phase, public, watched))
    assert not wrong, "\n".join(wrong)


async def all_cells(crowd: Crowd, name: str, phase: Phase, public: bool, watched: bool) -> list[str]:
    table = crowd.tables[name]
    wrong, done, possible = [], set(), set()
    claimant = crowd.people["claimant"].id
    for route, action in ROUTES.items():
        if action is None:
            continue
        for actor, (roles, own) in actors_at(phase, public).items():
            if action is Action.SIT and actor != "invited":
                own = FREE
            method, path, form, body = asked(route, table, own, claimant)
            status, _ = await crowd.ask(method, path, crowd.headers(actor, table), form, body)
            may = allowed(action, phase, roles) and (action is Action.KNOW or sees(phase, roles, watched))
            never = not ever_allowed(action, roles) or not sees(phase, roles, watched)
            right = status not in (401, 403, 404, 500) if may else status == (403 if never else 422)
            if not right:
                wrong.append(f"{route}: {actor} is answered {status}, may {may}, never {never}")
            if may:
                possible.add(route)
                if status < 400:
                    done.add(route)
            if crowd.touched:
                if not may:
                    wrong.append(f"{route}: {actor} is refused, and something was written")
                crowd.put_back()
    wrong += [f"{route}: nobody could do it" for route in possible - done - OFTEN_REFUSED]
    return wrong


FILLED: dict[str, object] = {
    "name": "Zed", "password": "a good password", "new": "another password", "old": "a good password", "words": "hello",
    "email": "zed@players.example", "code": "AAAA-BBBB", "kind": "hook", "address": "https://hooks.example/",
    "system": "swiss", "size": "3", "rounds": "2", "pace": "days 86400 259200", "do": "join", "sure": "yes",
}
PLACES: dict[str, object] = {
    "game": "irish-gauge", "name": "first", "kind": "rss", "token": "x", "group": "x", "tournament": "x",
}


def test_nothing_waits_for_the_database_in_the_event_loop(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every route is asked once, with a form that is filled in: a locked database would else hold up everybody."""
    waited: list[str] = []
    route = ""

    def watched(method: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            with suppress(RuntimeError):
                asyncio.get_running_loop()
                waited.append(route)
            return method(*given)

        return noted

    for name in ("reading", "glance", "writing"):
        monkeypatch.setattr(Database, name, watched(getattr(Database, name)))
    monkeypatch.setattr(thinking, "HINT_ITERATIONS", 20)
    table, answers = crowd.tables["playing"], Counter[int]()
    for route in (*ROUTES, *IN_THE_HOUSE):
        own, action = crowd.people["account"].id, ROUTES.get(route)
        crowd.give_role("host")
        if action is not None:
            method, path, form, body = asked(route, table, HELD, own)
        else:
            method, _, path = route.partition(" ")
            path, _, do = path.partition(" do=")
            path = path.format_map(defaultdict(lambda: 1, PLACES))
            filled = {**FILLED, "do": do or "join"}
            form, body = (filled, None) if method == "POST" and not path.startswith("/api") else (None, {"name": "Zed"})
        actor = "account" if action is None else "holder"
        status, _ = asyncio.run(crowd.ask(method, path, crowd.headers(actor, table), form, body))
        answers[status] += 1
        if crowd.touched:
            crowd.put_back()
    assert not waited and answers[200] + answers[303] > 60, answers


def test_no_number_in_an_address_or_a_form_is_too_large(crowd: Crowd) -> None:
    far, broken = 10**30, list[str]()
    asked_for = ("at", "after", "amount", "rival", "seats", "log", "step", "seat", "q")
    query = "&".join(f"{name}={far}" for name in asked_for)
    sent_as = ("who", "number", "size", "rounds", "digest", "version", "seat", "step", "amount", "id", "report", "uses")
    form: dict[str, object] = dict.fromkeys(sent_as, far)
    table = crowd.tables["playing"]
    for route in (*ROUTES, *IN_THE_HOUSE):
        method, _, rest = route.partition(" ")
        path, _, do = rest.partition(" do=")
        action = ROUTES.get(route)
        crowd.give_role("host")
        known = {} if action is None else {"id": table.id}
        path = path.partition(" (")[0].format_map(
            defaultdict(lambda: far, {"game": "irish-gauge", **known})
        )
        sent = {**FILLED, **form, **({"do": do.partition(" ")[0]} if do else {})}
        body = None if not path.startswith("/api") else {**form, "level": "level-1", "line": "pass", "words": "x"}
        actor = "account" if action is None else "holder"
        given = (None, None) if method == "GET" else (sent, None) if body is None else (None, body)
        status, _ = asyncio.run(crowd.ask(method, f"{path}?{query}", crowd.headers(actor, table), *given))
        if status >= 500 and path not in ("/health", "/status"):     # these say how the house is
            broken.append(f"{route}: {status}")
        if crowd.touched:
            crowd.put_back()
    assert not broken


@pytest.mark.parametrize("name", [name for name, (_, _, watched) in TABLES.items() if not watched])
def test_of_a_hidden_table_strangers_learn_neither_names_nor_how_it_stands(crowd: Crowd, name: str) -> None:
    table = crowd.tables[name]
    for actor in ("stranger", "former", "token of another table"):
        status, body = asyncio.run(crowd.ask("GET", f"/api/tables/{table.id}", crowd.headers(actor, table)))
        told = json.loads(body)
        assert status == 200 and not any(seat.name in body.decode() for seat in table.seats)
        assert (told["scores"], told["winners"], told["step"], told["to_act"]) == (None, [], 0, None)
        _, seen = asyncio.run(crowd.ask("GET", f"/events?table={table.id}", crowd.headers(actor, table)))
        assert b"event: table" not in seen
    _, body = asyncio.run(crowd.ask("GET", f"/api/tables/{table.id}", crowd.headers("holder", table)))
    assert "Holder" in body.decode()


def test_in_the_house_everybody_may_do_what_their_role_says(crowd: Crowd) -> None:
    """Nothing is written for those who may not."""
    players, account = crowd.app.state.players, crowd.people["account"]
    table, wrong = crowd.tables["playing"], []
    for role in ("", "moderator", "host"):
        with players.forgetting() as connection:
            connection.execute(update(at.players).where(at.players.c.id == account.id).values(role=role))
        crowd.keep()
        for route, action in IN_THE_HOUSE.items():
            method, path, *rest = route.split(" ")
            about = {"who": crowd.people["holder"].id, "table": table.id, "words": "x", "days": "1", "report": 1,
                     "name": "Another", "into": "Accountant", "mode": "open", "role": "moderator", "seat": HELD}
            form = None if method == "GET" else {**about, "do": rest[0].removeprefix("do=") if rest else ""}
            query = f"?table={table.id}" if path == "/report" and form is None else ""
            asked_at = path.format(number=about["who"]) + query
            for actor in ("account", "stranger", "seat token"):
                status, _ = asyncio.run(crowd.ask(method, asked_at, crowd.headers(actor, table), form))
                mine = role if actor == "account" else ""
                may = mine in HOUSE_RIGHTS[action]
                expected = (200, 303, 404, 422) if may and actor == "account" else (401, 403)
                if status not in expected:
                    wrong.append(f"{route}: {actor}, {role or 'no role'}, is answered {status}")
                if crowd.touched and (not may or actor != "account"):
                    wrong.append(f"{route}: {actor}, {role or 'no role'}: something was written")
                if crowd.touched:
                    crowd.put_back()
    assert not wrong, "\n".join(wrong)


def test_at_a_tournament_everybody_may_do_what_they_are_to_it(crowd: Crowd) -> None:
    """In each of its statuses; nothing is written for those who may not."""
    state, people = crowd.app.state, crowd.people
    for name in ("owner", "entrant", "gone", "keeper"):
        people[f"cup {name}"], crowd.tokens[f"cup {name}"] = state.players.claim(
            state.players.guest()[0], f"Cup {name}", "a good password"
        )
    bot = state.bot_accounts.create(people["cup keeper"], "Cup engine")
    own = state.bot_accounts.create(people["account"], "Own engine")
    clock, r = Clock(86400.0, 0.0, "bot"), TournamentRole
    id = state.tournaments.create(people["cup owner"], Plan("Cup", GAME, "swiss", 3, 2, "days", clock))
    for name in ("entrant", "gone", "account"):
        state.tournaments.join(people[name if name == "account" else f"cup {name}"], id)
    state.tournaments.enter_bot(people["cup keeper"], id, bot)
    state.tournaments.withdraw(people["account"], id)
    with state.database.writing() as connection:
        away = at.players.c.id.in_([people["cup entrant"].id, people["cup gone"].id])
        connection.execute(update(at.players).where(away).values(seen=1.0))
    state.tournaments.withdraw_absent(people["cup owner"], id, 1)
    for _ in range(2):
        state.tournaments.add_bot(people["cup owner"], id, "level-1")
    roles = {"cup owner": {r.ACCOUNT, r.OWNER}, "cup entrant": {r.ACCOUNT, r.ENTRANT}, "account": {r.ACCOUNT},
             "cup gone": {r.ACCOUNT, r.ABSENT}, "cup keeper": {r.ACCOUNT, r.KEEPER}, "stranger": set[TournamentRole](),
             "seat token": set[TournamentRole]()}
    state.players.note_seen()
    table, wrong, done = crowd.tables["playing"], [], set()
    for status in ("open", "playing", "over", "cancelled"):
        with state.database.writing() as connection:
            connection.execute(update(at.tournaments).where(at.tournaments.c.id == id).values(status=status))
            connection.execute(update(at.players).where(away).values(seen=1.0))
        crowd.keep()
        for route, action in AT_TOURNAMENTS.items():
            method, path, do = route.split(" ")
            for actor, mine in roles.items():
                number = {"withdraw-bot": 2, "no-bot": 2}.get(do.removeprefix("do="), 0)
                form = {"do": do.removeprefix("do="), "level": "level-1", "number": number,
                        "bot": own if actor == "account" else bot}
                given = crowd.headers(actor, table), form
                status_code, _ = asyncio.run(crowd.ask(method, path.format(tournament=id), *given))
                may = may_at_tournament(action, frozenset(mine), status)
                if status_code not in ((200, 303, 404, 422) if may else (401, 403, 422)):
                    wrong.append(f"{route}, {status}: {actor} is answered {status_code}")
                if status_code == 303:
                    done.add(action)
                if crowd.touched and not may:
                    wrong.append(f"{route}, {status}: {actor}: something was written")
                if crowd.touched:
                    crowd.put_back()
    assert not wrong, "\n".join(wrong)
    assert done == set(TournamentAction), "each was done by somebody"
