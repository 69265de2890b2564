"""The room of Irish Gauge."""
from roundhouse.games.irish_gauge import books, drawing, texts
from roundhouse.games.irish_gauge.drawing_routes import routes
from roundhouse.games.irish_gauge.rules import IrishGauge, IrishGaugeState
from roundhouse.games.room import Room

ROOM: Room[IrishGauge, IrishGaugeState] = Room(texts, drawing, books, routes)
