"""A second reading of Night Mail, slow and by lines: what is held, sealed and passed is kept as words."""
from __future__ import annotations

from collections import Counter
from typing import Any


class Reference:
    def __init__(self, data: dict[str, Any], seats: int, options: dict[str, object]) -> None:
        self.data, self.seats = data, seats
        self.ids = [one["id"] for one in data["stations"]]
        self.dealt: list[str] = []
        self.sealed: list[str] = []
        self.runs: list[str] = []

    @property
    def phase(self) -> str:
        if len(self.dealt) < self.seats * self.data["hand_size"]:
            return "deal"
        if len(self.sealed) < self.seats:
            return "seal"
        return "run" if len(self.runs) < self.data["runs"] else "over"

    @property
    def to_act(self) -> int | None:
        waiting = {"seal": len(self.sealed), "run": len(self.runs) % self.seats}
        return waiting.get(self.phase)

    def hand(self, seat: int) -> list[str]:
        size = self.data["hand_size"]
        cards = self.dealt[seat * size:(seat + 1) * size]
        if seat < len(self.sealed):
            cards.remove(self.sealed[seat])
        return sorted(cards, key=self.ids.index)

    def outcomes(self) -> list[tuple[str, int]]:
        if self.phase != "deal":
            return []
        gone = Counter(self.dealt)
        left = {id: self.data["cards_per_station"] - gone[id] for id in self.ids}
        return [(f"deal {id}", n) for id, n in left.items() if n]

    def legal(self) -> list[str]:
        if self.phase == "seal":
            return [f"seal {id}" for id in dict.fromkeys(self.hand(len(self.sealed)))]
        if self.phase != "run":
            return []
        here = self.runs[-1] if self.runs else self.data["depot"]
        ends = [set(line) for line in self.data["lines"] if here in line]
        return [f"run {id}" for id in self.ids if any(end - {here} == {id} for end in ends)]

    def apply(self, line: str) -> None:
        kind, id = line.split()
        {"deal": self.dealt, "seal": self.sealed, "run": self.runs}[kind].append(id)

    def scores(self) -> list[int]:
        return [self.runs.count(letter) for letter in self.sealed] or [0] * self.seats

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def view(self, seat: int | None) -> dict[str, object]:
        over = self.phase == "over"
        scores = [*self.scores(), *[0] * self.seats][:self.seats]
        letters = [*self.sealed, *[None] * self.seats][:self.seats]
        seen = [seat in (None, who) for who in range(self.seats)]
        opened = [seen[who] or (over and letters[who] in self.runs) for who in range(self.seats)]
        return {
            "phase": self.phase,
            "to_act": self.to_act,
            "train": self.runs[-1] if self.runs else self.data["depot"],
            "visits": {id: self.runs.count(id) for id in self.ids if id in self.runs},
            "runs_left": self.data["runs"] - len(self.runs),
            "hands": [self.hand(who) if seen[who] else len(self.hand(who)) for who in range(self.seats)],
            "letters": [letters[who] if opened[who] or letters[who] is None else "?" for who in range(self.seats)],
            "deck": self.data["cards_per_station"] * len(self.ids) - len(self.dealt),
            "scores": [scores[who] if seen[who] or over else None for who in range(self.seats)],
        }
