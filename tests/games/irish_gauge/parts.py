"""The parts of the game, which mypy checks here against what the house asks for."""
from roundhouse.games.irish_gauge import books, claims, drawing, gestures, observer, texts, valuer
from roundhouse.games.irish_gauge.rules import IrishGauge, IrishGaugeState
from roundhouse.games.room import Parts

PARTS: Parts[IrishGauge, IrishGaugeState] = Parts(texts, drawing, books, valuer, observer, gestures, claims)
