"""The room of Narrow Gauge."""
from roundhouse.games.narrow_gauge import books, drawing, texts
from roundhouse.games.narrow_gauge.drawing_routes import routes
from roundhouse.games.narrow_gauge.rules import NarrowGauge, NarrowGaugeState
from roundhouse.games.room import Room

ROOM: Room[NarrowGauge, NarrowGaugeState] = Room(texts, drawing, books, routes)
