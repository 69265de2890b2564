"""The rules of Night Mail, for 2 to 4 players.

- `NM-SET-1`  Everybody is dealt three cards, unseen by the others. A card names a station; there are two of each.
- `NM-SEAL-1` In turn, everybody seals one card of the hand as a letter. Nobody else sees which.
- `NM-RUN-1`  In turn, a player drives the train along a line to the next station. After twelve runs the game is over.
- `NM-END-1`  A letter counts a point for each run that ended at its station. One that counts is opened; one that was
  never reached stays sealed for ever, and so do the cards in hand.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse import CHANCE, OVER, Dice, Game, IllegalAction, State
from roundhouse.engine.contract import Edition
from roundhouse.games.data import Node, all_different

DEAL, SEAL, RUN, ENDED = "deal", "seal", "run", "over"
KINDS = RUN, SEAL, DEAL           # in the order of their codes


def check(root: Node) -> None:
    """Every id and number of an edition can be played."""
    root.only(
        "game", "edition", "status", "hand_size", "cards_per_station", "runs", "depot", "stations", "lines",
    )
    root.text("status")
    stations = root["stations"].list_of(4, "stations")
    ids = [one.word("id") for one in stations]
    all_different([one["id"] for one in stations], "an id")
    for one in stations:
        one.only("id", "name", "x", "y")
        one.text("name")
        one.number("x")
        one.number("y")
    root["depot"].one_of(ids, "one of the stations")
    reached = {end.one_of(ids, "a station") for line in root["lines"].list_of(3, "lines") for end in line}
    root["lines"].expect(reached == set(ids), "a line to every station")
    cards = root.number("cards_per_station", 1, 9) * len(ids)
    root["hand_size"].expect(4 * root.number("hand_size", 1, 9) <= cards, f"hands for four out of {cards} cards")
    root.number("runs", 1, 40)


class NightMail(Game):
    name = "night-mail"
    rules_version = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        data: dict[str, Any] = edition.data
        self.stations: list[str] = [one["id"] for one in data["stations"]]
        ends = [(self.stations.index(a), self.stations.index(b)) for a, b in data["lines"]]
        self.beside = [
            sorted({b for a, b in ends if a == here} | {a for a, b in ends if b == here})
            for here in range(len(self.stations))
        ]
        self.depot = self.stations.index(data["depot"])
        self.hand_size: int = data["hand_size"]
        self.copies: int = data["cards_per_station"]
        self.runs: int = data["runs"]
        lines = [f"{kind} {id}" for kind in KINDS for id in self.stations]
        super().__init__(edition, seats, options, lines)

    def start(self) -> NightMailState:
        return NightMailState(self)

    def code(self, kind: str, station: int) -> int:
        return KINDS.index(kind) * len(self.stations) + station


class NightMailState(State):
    """Hands and the deck are counted by station; a letter is a station, or None before it is sealed."""

    def __init__(self, game: NightMail) -> None:
        super().__init__(game)
        stations = len(game.stations)
        self.rules = game
        self.deck = [game.copies] * stations
        self.hands = [[0] * stations for _ in range(game.seats)]
        self.letters: list[int | None] = [None] * game.seats
        self.visits = [0] * stations
        self.train = game.depot

    def copy(self) -> NightMailState:
        other = NightMailState(self.rules)
        other.to_act = self.to_act
        other.deck, other.letters, other.visits, other.train = self.deck[:], self.letters[:], self.visits[:], self.train
        other.hands = [hand[:] for hand in self.hands]
        return other

    # ---- what may happen ---------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        if self.to_act == OVER:
            return ENDED
        if self.to_act == CHANCE:
            return DEAL
        return SEAL if None in self.letters else RUN

    def _open_to(self, phase: str) -> Iterable[int]:
        """The stations that the lines of a phase may name."""
        if phase == DEAL:
            return [station for station, left in enumerate(self.deck) if left]
        if phase == SEAL:
            return [station for station, held in enumerate(self.hands[self.to_act]) if held]
        return self.rules.beside[self.train] if phase == RUN else []

    def legal(self) -> vec[i64]:
        phase = self.phase
        return vec[i64]([self.rules.code(phase, station) for station in self._open_to(phase)])

    def weight(self, code: i64) -> i64:
        kind, station = self._meaning(code)
        return self.deck[station] if kind == DEAL and self.to_act == CHANCE else 0

    def _meaning(self, code: int) -> tuple[str, int]:
        kind, station = divmod(int(code), len(self.rules.stations))
        return KINDS[kind], station

    def apply(self, code: i64) -> None:
        if not 0 <= code < self.rules.codes:
            raise IllegalAction("NM-RUN-1", f"{code} is no move")
        kind, station = self._meaning(code)
        phase = self.phase
        rule = {DEAL: "NM-SET-1", SEAL: "NM-SEAL-1", RUN: "NM-RUN-1"}[kind]
        if kind != phase:
            raise IllegalAction(rule, f"it is not the time to {kind}")
        if station not in self._open_to(phase):
            raise IllegalAction(rule, f"{self.rules.stations[station]} can't be named now")
        {DEAL: self._deal, SEAL: self._seal, RUN: self._run}[kind](station)

    # ---- the rules ---------------------------------------------------------------------------------------------------

    @property
    def receiver(self) -> int:
        """Who is dealt the next card: everybody in turn, all cards at once."""
        return sum(map(sum, self.hands)) // self.rules.hand_size

    def _deal(self, station: int) -> None:
        """NM-SET-1."""
        self.hands[self.receiver][station] += 1
        self.deck[station] -= 1
        if self.receiver == self.rules.seats:
            self.to_act = 0

    def _seal(self, station: int) -> None:
        """NM-SEAL-1."""
        self.hands[self.to_act][station] -= 1
        self.letters[self.to_act] = station
        self.to_act = (self.to_act + 1) % self.rules.seats

    def _run(self, station: int) -> None:
        """NM-RUN-1."""
        self.train = station
        self.visits[station] += 1
        self.to_act = OVER if sum(self.visits) == self.rules.runs else (self.to_act + 1) % self.rules.seats

    def scores(self) -> list[int]:
        """NM-END-1."""
        return [0 if letter is None else self.visits[letter] for letter in self.letters]

    # ---- what is hidden ----------------------------------------------------------------------------------------------

    def sees(self, seat: i64, code: i64) -> bool:
        kind, _ = self._meaning(code)
        if kind == RUN:
            return True
        return bool(seat == (self.receiver if kind == DEAL else self.to_act))

    def opens(self, code: i64) -> list[tuple[int, str]]:
        """NM-END-1: the last run opens every letter that counts."""
        kind, station = self._meaning(code)
        if kind != RUN or sum(self.visits) + 1 < self.rules.runs:
            return []
        return [
            (seat, SEAL) for seat, letter in enumerate(self.letters)
            if letter is not None and (self.visits[letter] or letter == station)
        ]

    def secrets(self, seat: int) -> list[int]:
        held = [self.rules.code(DEAL, station) for station, n in enumerate(self.hands[seat]) for _ in range(n)]
        letter = self.letters[seat]
        return held if letter is None else [*held, self.rules.code(SEAL, letter)]

    def _shown(self, seat: int | None, owner: int) -> bool:
        return seat is None or seat == owner

    def _opened(self, owner: int) -> bool:
        letter = self.letters[owner]
        return self.to_act == OVER and letter is not None and self.visits[letter] > 0

    def imagine(self, seat: int, dice: Dice) -> NightMailState:
        """Other hands and letters redrawn from all cards unseen. After the end a sealed letter names an unreached
        station."""
        other = self.copy()
        others = [who for who in range(self.rules.seats) if who != seat]
        sealed = [who for who in others if self.letters[who] is not None and not self._opened(who)]
        pool = self.deck[:]
        for who in others:
            pool = [a + b for a, b in zip(pool, self.hands[who])]
        for who in sealed:
            pool[self._letter(who)] += 1
        for who in sealed:
            over = self.to_act == OVER
            fit = [s for s, left in enumerate(pool) for _ in range(left) if not (over and self.visits[s])]
            other.letters[who] = fit[dice.below(len(fit))]
            pool[other._letter(who)] -= 1
        for who in others:
            other.hands[who] = [0] * len(pool)
            for _ in range(sum(self.hands[who])):
                cards = [s for s, left in enumerate(pool) for _ in range(left)]
                card = cards[dice.below(len(cards))]
                other.hands[who][card] += 1
                pool[card] -= 1
        other.deck = pool
        return other

    def _letter(self, seat: int) -> int:
        letter = self.letters[seat]
        assert letter is not None
        return letter

    # ---- as JSON -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, object]:
        ids = self.rules.stations
        known = [who for who in range(self.rules.seats) if self._shown(seat, who)]
        return {
            "phase": self.phase,
            "to_act": int(self.to_act) if self.to_act >= 0 else None,
            "train": ids[self.train],
            "visits": {ids[s]: n for s, n in enumerate(self.visits) if n},
            "runs_left": self.rules.runs - sum(self.visits),
            "hands": [
                [ids[s] for s, n in enumerate(hand) for _ in range(n)] if who in known else sum(hand)
                for who, hand in enumerate(self.hands)
            ],
            "letters": [self._letter_shown(who, who in known) for who in range(self.rules.seats)],
            "deck": sum(self.deck),
            "scores": [
                score if who in known or self.to_act == OVER else None for who, score in enumerate(self.scores())
            ],
        }

    def _letter_shown(self, who: int, known: bool) -> str | None:
        letter = self.letters[who]
        if letter is None:
            return None
        return self.rules.stations[letter] if known or self._opened(who) else "?"


