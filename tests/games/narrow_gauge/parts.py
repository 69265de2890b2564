"""The parts of the game, which mypy checks here against what the house asks for."""
from roundhouse.games.narrow_gauge import books, claims, drawing, gestures, observer, texts, valuer
from roundhouse.games.narrow_gauge.rules import NarrowGauge, NarrowGaugeState
from roundhouse.games.room import Parts

PARTS: Parts[NarrowGauge, NarrowGaugeState] = Parts(texts, drawing, books, valuer, observer, gestures, claims)
