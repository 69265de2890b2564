"""A tiny game in which a choice may stay secret for ever. It needs the plain engine."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse import OVER, Game, State
from roundhouse.engine.contract import Edition

LINES = ["pick left", "pick right", "guess left", "guess right", "show", "keep-quiet"]
ORDER = ((0, "pick"), (1, "pick"), (0, "guess"), (1, "guess"), (0, "show keep-quiet"))


class Secretive(Game):
    name = "secretive"
    rules_version = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        super().__init__(edition, seats, options, LINES)

    def start(self) -> State:
        return SecretiveState(self)


class SecretiveState(State):
    """Both pick a side in secret, both guess aloud; then the first may show what both have picked, or not."""

    __slots__ = ("done",)

    def __init__(self, game: Game, done: tuple[int, ...] = ()) -> None:
        super().__init__(game)
        self.done = done
        self.to_act = ORDER[len(done)][0] if len(done) < len(ORDER) else OVER

    def legal(self) -> vec[i64]:
        words = ORDER[len(self.done)][1].split() if self.to_act != OVER else []
        return vec[i64]([code for code, line in enumerate(LINES) if line.split()[0] in words])

    def apply(self, code: i64) -> None:
        self.__init__(self.game, (*self.done, code))    # type: ignore[misc]

    def copy(self) -> State:
        return SecretiveState(self.game, self.done)

    def sees(self, seat: i64, code: i64) -> bool:
        return not LINES[code].startswith("pick") or seat == self.to_act

    def opens(self, code: i64) -> list[tuple[int, str]]:
        return [(0, "pick"), (1, "pick")] if LINES[code] == "show" else []
