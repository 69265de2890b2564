"""Every kind of news is looked at again right before it goes: is it still so, still wished, still that player's?"""
from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy import Table as Rows

import roundhouse.web
from roundhouse.web.delivery import endpoints, kinds, messages, outbox, preferences
from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from tests.web.delivering import listen
from tests.web.house import House
from tests.web.timelapse import DAY, Timelapse, lapse

__all__ = ["lapse"]
ALL = {**kinds.KINDS, **kinds.OWN_KINDS}
MINE, OTHER, THIRD = 0, 1, 2


class Stage:
    """A table of three, looked at by Ann on the first seat, whose rows a test sets as it likes."""

    def __init__(self, made: House, lapse: Timelapse, connection: Connection, table: str, ann: Player) -> None:
        self.made = made
        self.lapse = lapse
        self.connection = connection
        self.table = table
        self.ann = ann
        self.endpoint = endpoints.add(connection, ann.id, "hook", "https://hook.example/")
        self.wish("games chat")

    def set(self, **values: object) -> None:
        self.connection.execute(update(at.tables).where(at.tables.c.id == self.table).values(values))

    def seat(self, number: int, **values: object) -> None:
        s = at.seats.c
        self.connection.execute(update(at.seats).where(s.table == self.table, s.number == number).values(values))

    def add(self, rows: Rows, **values: object) -> None:
        self.connection.execute(insert(rows).values(table=self.table, **values))

    def clear(self, rows: Rows) -> None:
        self.connection.execute(delete(rows))

    def prefer(self, **values: object) -> None:
        self.connection.execute(update(at.preferences).values(values))

    def ask(self, seat: int, agreed: str) -> None:
        self.clear(at.asks)
        self.add(at.asks, seat=seat, step=1, agreed=agreed)

    def claim(self, **answer: object) -> None:
        self.connection.execute(update(at.knocks).values(answer))

    def visit(self, talk: int = 0) -> None:
        self.clear(at.visits)
        self.add(at.visits, player=self.ann.id, step=0, talk=talk, at=time.time() + 1, notes="")

    def lose_the_seat(self) -> None:
        """It and the table are another's."""
        other = self.connection.execute(select(at.players.c.id).where(at.players.c.id != self.ann.id)).scalars().first()
        self.connection.execute(delete(at.holders).where(at.holders.c.player == self.ann.id))
        self.set(owner=other)

    def keep_a_seat(self) -> None:
        """At a table that waits."""
        self.lose_the_seat()
        self.seat(MINE, player=None, reserved=self.ann.id)
        self.set(status="waiting")

    def wish(self, also: str) -> None:
        preferences.keep(self.connection, self.ann.id, Preferences(also=also))

    def drop(self, dropped: float | None) -> None:
        self.connection.execute(update(at.endpoints).values(dropped=dropped))

    def withdraw(self) -> None:
        """From a tournament, as absent."""
        self.connection.execute(insert(at.tournaments).values(
            id=CONTEST, name="Winter Cup", owner=self.ann.id, game="irish-gauge", system="swiss", size=3, rounds=2,
            round=1, status="playing", pace="live", each=0.0, bank=0.0, public=True, created=1.0,
        ))
        self.connection.execute(insert(at.entrants).values(
            tournament=CONTEST, number=0, name="Ann", player=self.ann.id, withdrawn=True, absent=True,
        ))

    def enter(self, **how: object) -> None:
        self.connection.execute(update(at.entrants).values(how))

    def contest(self, **how: object) -> None:
        self.connection.execute(update(at.tournaments).values(how))

    def write_news(self, kind: str, seat: int, words: str = "") -> None:
        table = None if kind in kinds.OWN_KINDS else self.table
        outbox.add(self.connection, self.ann.id, kind, time.time(), table=table, seat=seat, words=words)

    def told(self) -> list[str]:
        """The kinds of what would be sent now."""
        player, _ = messages.player_of(self.connection, self.ann.id)
        chosen = preferences.of(self.connection, player.id)
        news = self.connection.execute(at.news.select()).mappings().all()
        return [item.kind for item in messages.compose(self.connection, player, chosen, news, time.time())]


@pytest.fixture
def stage(made: House, lapse: Timelapse) -> Iterator[Stage]:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    with made.database.writing() as connection:
        yield Stage(made, lapse, connection, table.id, people[0])


Step = Callable[[Stage], object]


@dataclass(frozen=True)
class Scene:
    """What makes a kind of news so, and all that makes it so no more."""

    seat: int
    so: Step
    no_more: Mapping[str, Step]
    words: Callable[[Stage], str] = field(default=lambda stage: "")


CONTEST = "cup"
RESULT = '{"scores": [1, 2, 3], "winners": [2]}'
OVER: dict[str, Step] = {"the game is over": lambda s: s.set(status="over", result=RESULT)}
LOST: dict[str, Step] = {"the seat is somebody else's": Stage.lose_the_seat}
UNWISHED: dict[str, Step] = {"it is wished no more": lambda s: s.wish("")}
KEPT_NO_MORE: dict[str, Step] = {
    "the player has sat down": lambda s: s.seat(MINE, player=s.ann.id, reserved=None),
    "the game has begun": lambda s: s.set(status="playing"), "it was cancelled": lambda s: s.set(status="closed"),
}
TURN = {"at_zero": "move", "overdue": False, "to_act": MINE, "deadline": None}
SCENES = {
    "turn": Scene(MINE, lambda s: s.set(**TURN), {
        "it was made": lambda s: s.set(to_act=OTHER), "a bot has the seat": lambda s: s.seat(MINE, bot="level-3"),
        "a bot makes it": lambda s: s.set(overdue=True), **OVER, **LOST,
    }),
    "reminder": Scene(MINE, lambda s: s.set(**TURN | {"deadline": time.time() + 99, "each": 900.0}), {
        "it was made": lambda s: s.set(to_act=OTHER), "more time was given": lambda s: s.set(remind=time.time() + 50),
        "the time is up": lambda s: s.set(overdue=True), "no clock runs": lambda s: s.set(deadline=None),
        **OVER, **LOST,
    }),
    "clock": Scene(MINE, lambda s: s.set(to_act=MINE, overdue=True, at_zero="table"), {
        "more time was given": lambda s: s.set(overdue=False), "they are back": Stage.visit,
        "they have their seat back": lambda s: s.set(at_zero="bot", overdue=False), **OVER, **LOST,
    }),
    "decide": Scene(OTHER, lambda s: s.set(to_act=OTHER, overdue=True, at_zero="table"), {
        "it was decided": lambda s: s.set(overdue=False), "they have moved": lambda s: s.set(to_act=THIRD),
        **OVER, **LOST,
    }),
    "ask": Scene(OTHER, lambda s: s.ask(OTHER, "[1]"), {
        "it was answered": lambda s: s.clear(at.asks), **LOST,
        "the player has agreed": lambda s: s.ask(OTHER, "[1, 0]"),
        "another asks": lambda s: s.ask(THIRD, "[2]"),
    }),
    "knock": Scene(OTHER, lambda s: s.add(at.knocks, seat=OTHER, player=s.ann.id + 1, at=1.0), {
        "it was answered": lambda s: s.clear(at.knocks), **LOST,
        "it was refused": lambda s: s.claim(refused=True), "the player has agreed": lambda s: s.claim(agreed="[0]"),
    }),
    "rematch": Scene(OTHER, Stage.keep_a_seat, KEPT_NO_MORE),
    "challenge": Scene(OTHER, Stage.keep_a_seat, KEPT_NO_MORE),
    "round": Scene(-1, lambda s: s.set(status="playing"), {**OVER, **LOST}),
    "begun": Scene(-1, lambda s: s.set(status="playing"), {**OVER, **LOST, **UNWISHED}),
    "over": Scene(-1, OVER["the game is over"], {
        "the last move was taken back": lambda s: s.set(status="playing"), **LOST, **UNWISHED,
    }),
    "chat": Scene(OTHER, lambda s: s.set(talk=3), {
        "it was read": lambda s: s.visit(talk=3), **LOST, **UNWISHED,
        "the seat is muted": lambda s: s.add(at.mutes, player=s.ann.id, seat=OTHER),
    }),
    kinds.TEST: Scene(-1, lambda s: None, {"it was asked for long ago": lambda s: s.lapse.pass_by(8 * DAY)}),
    kinds.DROPPED: Scene(-1, lambda s: s.drop(1.0), {
        "it is used again": lambda s: s.drop(None), "it was taken away": lambda s: s.clear(at.endpoints),
    }, words=lambda s: str(s.endpoint)),
    kinds.ABSENT: Scene(-1, Stage.withdraw, {
        "they have come back": lambda s: s.enter(absent=False), "it is over": lambda s: s.contest(status="over"),
        "it is no more": lambda s: s.clear(at.entrants),
    }, words=lambda s: CONTEST),
}


@pytest.mark.parametrize("kind", ALL)
def test_news_that_is_so_no_more_is_not_told(stage: Stage, kind: str) -> None:
    """A new kind needs a scene here, and a check that tells each of its ends."""
    scene = SCENES[kind]
    assert scene.no_more, "what can't become untrue needs no check, and there is no such news"
    scene.so(stage)
    stage.write_news(kind, scene.seat, scene.words(stage))
    for end, step in scene.no_more.items():
        assert stage.told() == [kind]
        before = stage.connection.begin_nested()
        step(stage)
        assert stage.told() == [], f"{kind} is told although {end}"
        before.rollback()


def test_every_kind_that_is_written_down_is_known_and_documented() -> None:
    written = set()
    room = Path(roundhouse.web.__file__).parent
    for file in (*(room / "tables").rglob("*.py"), room / "delivery" / "notifications.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                at_place = {"notify": 0, "put": 2}.get(name)
                if at_place is not None and len(node.args) > at_place:
                    kind = node.args[at_place]
                    written |= {one.value for one in ast.walk(kind) if isinstance(one, ast.Constant)}
    written = {one for one in written if isinstance(one, str) and one not in ("playing",)}
    assert {"turn", "knock", "begun", "over"} <= written <= set(kinds.KINDS)
    page = (Path(__file__).parents[2] / "docs" / "notifications.md").read_text(encoding="utf-8")
    assert all(f"`{kind}`" in page for kind in ALL) and set(SCENES) == set(ALL)
    assert {kind.wish for kind in kinds.KINDS.values()} - {""} == set(preferences.ALSO)


# ---- what can't be told ----------------------------------------------------------------------------------------------

POISONED: dict[str, Step] = {
    "news of a kind that is not known": lambda s: s.write_news("telegram", MINE),
    "news of a seat that is not there": lambda s: s.write_news("turn", 9),
    "a table of a game that is not installed": lambda s: s.set(game="lost-game"),
    "a table whose options are garbled": lambda s: s.set(options="{"),
    "a table whose result is garbled": lambda s: s.set(result="[]"),
    "a request that is garbled": lambda s: s.ask(OTHER, "{"),
    "a zone that is none": lambda s: s.prefer(zone="Nowhere/Land"),
    "quiet hours without an end": lambda s: s.prefer(quiet_from=5),
    "a digest that is not offered": lambda s: s.prefer(digest=7),
    "holidays before all calendars": lambda s: s.prefer(away_from=-6e10, away_until=-6e10),
}


@pytest.mark.parametrize("poison", POISONED)
def test_a_poisoned_row_stops_no_other_news(stage: Stage, poison: str) -> None:
    for kind, seat in ((kinds.TEST, -1), ("turn", MINE), ("ask", OTHER)):
        stage.write_news(kind, seat)
    stage.set(**TURN)
    POISONED[poison](stage)
    assert kinds.TEST in stage.told()


def test_endpoints_that_are_poisoned_show_themselves_all_the_same(made: House) -> None:
    ann: Player = made.guest()
    for address in ("https://[::1/", "nonsense", ""):
        listen(made, ann, "hook", address)
    with made.database.reading() as connection:
        assert [one.shown for one in endpoints.of(connection, ann.id)] == ["", "", ""]
        assert preferences.of(connection, ann.id) == Preferences()
