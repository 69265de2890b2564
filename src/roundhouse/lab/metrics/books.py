"""What is kept of a game besides its numbers: everything taken with its price and pay, spots, actions, rules."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from roundhouse.engine.facts import TurnBegan
from roundhouse.games.books import Brought, Built, Earned, Sold, Took
from roundhouse.lab.metrics.metric import WatchedStep
from roundhouse.records import Result

PARTS = 20      # a game's course is kept at so many moments, evenly spread


@dataclass
class Lot:
    """One thing that a seat took, and what it brought while the seat held it."""

    took: Took
    paid: float = 0.0
    held: bool = True


class Books:
    """A game's books, written step by step."""

    def __init__(self) -> None:
        self.lots: list[Lot] = []
        self.built: Counter[tuple[str, str]] = Counter()
        self.earned: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.rules: set[str] = set()
        self.path: list[list[float]] = []
        self.opener: int | None = None
        self.starter: int | None = None

    def watch(self, watched: WatchedStep) -> None:
        """Write down what a step did."""
        for entry in watched.entries:
            self._write(entry)
        if watched.chosen:
            self.opener = watched.by if self.opener is None else self.opener
            self.path.append(watched.chances)
            self.taken[watched.line.split(" ")[0]] += 1
            self.offered.update(watched.legal_words)
        for fact in watched.facts:
            self.rules.update({fact.rule} if fact.rule else ())
            if isinstance(fact, TurnBegan) and self.starter is None:
                self.starter = fact.seat

    def _write(self, entry: object) -> None:
        if isinstance(entry, Took):
            self.lots.append(Lot(entry))
        elif isinstance(entry, Brought):
            held = self._held(entry)
            for lot in held:
                lot.paid += entry.amount / len(held)
        elif isinstance(entry, Sold):
            lot = self._held(entry)[0]
            lot.paid += entry.price
            lot.held = False
        elif isinstance(entry, Built):
            self.built[entry.spot, entry.by] += 1
        elif isinstance(entry, Earned):
            self.earned[entry.spot] += entry.amount

    def _held(self, entry: Brought | Sold) -> list[Lot]:
        wanted = entry.kind, entry.item, entry.seat
        return [one for one in self.lots if one.held and (one.took.kind, one.took.item, one.took.seat) == wanted]

    def columns(self, result: Result) -> dict[str, Any]:
        """The columns of a game's row that come from its books."""
        return {
            "opener": self.opener,
            "starter": self.starter,
            "path": self._winners_path(result),
            "actions": [
                {"action": word, "taken": self.taken[word], "offered": times}
                for word, times in sorted(self.offered.items())
            ],
            "takes": [
                {
                    "kind": lot.took.kind, "item": lot.took.item, "of": lot.took.of, "seat": lot.took.seat,
                    "price": lot.took.price, "paid": round(lot.paid, 4),
                }
                for lot in self.lots
            ],
            "built": [{"spot": spot, "by": by, "times": n} for (spot, by), n in sorted(self.built.items())],
            "earned": [{"spot": spot, "amount": n} for spot, n in sorted(self.earned.items())],
            "rules": sorted(self.rules),
        }

    def _winners_path(self, result: Result) -> list[float]:
        """The later winner's chance at even moments of the game; several winners count together."""
        if not self.path:
            return []
        moments = [self.path[min(len(self.path) - 1, n * len(self.path) // PARTS)] for n in range(PARTS + 1)]
        return [round(sum(chances[seat] for seat in result.winners), 4) for chances in moments]
