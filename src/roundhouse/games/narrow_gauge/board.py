"""The board and cards of an edition as tables, and the action codes that they give."""
from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from roundhouse.engine.bits import BIT, packed
from roundhouse.engine.contract import NOBODY
from roundhouse.engine.hexes import HexGrid

SEATS: Final[i64] = 2
CONTRACTS_OFFERED: Final[i64] = 3   # turned up for an auction (NG-BID-1)
CONTRACTS_DEALT: Final[i64] = 2     # to each player in random order (NG-ORD-1)

# The ways to lay a card: as printed, turned, mirrored, mirrored and turned (NG-CARD-2, NG-CON-KY).
WAYS: Final[i64] = 4
TURNED: Final[i64] = 1
MIRRORED: Final[i64] = 2

# What a flip does.
MIRROR: Final[i64] = 0
EXTRA_CARD: Final[i64] = 1
DIE_MOVE: Final[i64] = 2
FLIPS: Final = ["mirror", "extra_card", "die_move"]

# What lies on a hex.
TERRAINS: Final = ["plain", "difficult", "water"]
DIFFICULT: Final[u8] = 1
WATER: Final[u8] = 2

# The price of one locomotive on a hex, as an item of a bill: DOLLAR for each dollar, and 1 for the locomotive itself.
# So one sum over the hexes of a card, at most seven, tells both how many locomotives are new and what they cost. All of
# a price fits in 16 bits: there is at most $100 for the ground and for each of 20 companies.
DOLLAR: Final[i64] = 8
DOLLAR_BITS: Final[i64] = 3

# The hexes that a laid card covers are one word, in the card's order: a byte for each, one more than its number, the
# first lowest. So they are read without looking up how many they are.
BYTE: Final[i64] = 8
IN_BYTE: Final[i64] = 255


def locomotives(bill: i64) -> i64:
    """How many new locomotives a bill is for."""
    return bill & (DOLLAR - 1)


def dollars(bill: i64) -> i64:
    """What all penalties on a bill cost together."""
    return bill >> DOLLAR_BITS


def hexes_in(covered: i64) -> list[i64]:
    """The hexes that a laid card covers."""
    found: list[i64] = []
    while covered:
        found.append((covered & IN_BYTE) - 1)
        covered >>= BYTE
    return found


Face = tuple[tuple[int, int], ...]


class Board:
    """Everything printed. Built once for a game from checked data, then only read."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.status: str = data["status"]
        self.starting_cash: i64 = data["starting_cash"]
        self.hand_size: i64 = data["hand_size"]
        self.rounds: i64 = data["rounds"]
        self.left_over: i64 = data["certificates_left_at_round_end"]
        self.majority_bonus: i64 = data["majority_bonus"]
        self.connection_max: i64 = data["connection_max"]
        self.die_start: i64 = data["die_start"]
        self.die_max: i64 = data["die_max"]
        self.other_price: i64 = data["penalties"]["other_locomotive"]
        self.difficult_price: i64 = data["penalties"]["difficult"]
        self.water_price: i64 = data["penalties"]["water"]
        self._lay_out_the_map(data["hexes"])
        self._found_the_companies(data["companies"])
        self._open_the_market(data["commodities"], data["commodity_rows"])
        self._print_the_cards(data["cards"])
        self._write_the_contracts(data["contracts"])
        self._number_the_actions()

    def _lay_out_the_map(self, hexes: list[dict[str, Any]]) -> None:
        grid = HexGrid([h["id"] for h in hexes], [(h["q"], h["r"]) for h in hexes])
        self.grid = grid
        self.hexes: i64 = len(grid)
        self.words: i64 = grid.words
        self.word: vec[i64] = grid.word
        self.bit: vec[i64] = grid.bit
        self.difficult: vec[i64] = packed([_where(hexes, "terrain", "difficult")], grid.words)
        self.water: vec[i64] = packed([_where(hexes, "terrain", "water")], grid.words)
        self.terrains: list[str] = [h["terrain"] for h in hexes]
        self.terrain: vec[u8] = vec[u8]([u8(TERRAINS.index(name)) for name in self.terrains])
        prices = {"plain": 0, "difficult": self.difficult_price, "water": self.water_price}
        self.ground: vec[i64] = vec[i64]([prices[h["terrain"]] for h in hexes])
        self.cities: vec[i64] = vec[i64](_where(hexes, "city", True))       # in the data's order
        self.starts: vec[i64] = vec[i64](_where(hexes, "start", True))
        cities = list(self.cities)
        self.city_of: vec[i64] = vec[i64]([cities.index(h) if h in cities else NOBODY for h in range(len(grid))])

    def _found_the_companies(self, companies: list[dict[str, Any]]) -> None:
        self.company_ids: list[str] = [c["id"] for c in companies]
        self.company_names: list[str] = [c["name"] for c in companies]
        self.companies: i64 = len(companies)
        # One locomotive stands on the company's tile and one is its marker on the connection track (NG-SET-5).
        self.supply: vec[i64] = vec[i64]([c["locomotives"] - 2 for c in companies])
        # By round, then company: round * companies + company.
        rounds = range(self.rounds)
        self.certificates: vec[i64] = vec[i64]([c["certificates"][n] for n in rounds for c in companies])
        self.dividend: vec[i64] = vec[i64]([c["dividends"][n] for n in rounds for c in companies])

    def _open_the_market(self, commodities: list[dict[str, Any]], rows: list[int]) -> None:
        self.commodity_ids: list[str] = [c["id"] for c in commodities]
        self.icons: list[str] = [c["icon"] for c in commodities]
        self.commodities: i64 = len(commodities)
        self.tiles: vec[i64] = vec[i64]([c["tiles"] for c in commodities])
        self.last_row: i64 = len(rows)
        self.row_value: vec[i64] = vec[i64]([0] + rows)   # by distance from X

    # ---- track cards -------------------------------------------------------------------------------------------------

    def _print_the_cards(self, cards: list[dict[str, Any]]) -> None:
        """Cards of the same shape, however they are laid, share one face and its tables."""
        self.card_ids: list[str] = [c["id"] for c in cards]
        self.cards: i64 = len(cards)
        self.all_cards: i64 = BIT[len(cards)] - 1
        self.faces: list[Face] = []
        face_of: list[int] = []         # card * WAYS + way
        for card in cards:
            for way in range(WAYS):
                face = laid([(a, b) for a, b in card["hexes"]], way)
                if face not in self.faces:
                    self.faces.append(face)
                face_of.append(self.faces.index(face))
        self.face_of: vec[i64] = vec[i64](face_of)
        self.longest: i64 = max(map(len, self.faces))
        self._lay_every_face()

    def _lay_every_face(self) -> None:
        words = self.grid.words
        places = [[self._cells(face, start) for start in range(self.hexes)] for face in self.faces]
        # What a face covers when it is laid from a start: face * hexes + start.
        self.covers: vec[i64] = vec[i64]([
            sum(h + 1 << 8 * n for n, h in enumerate(cells or [])) for row in places for cells in row
        ])
        # Where a face may be laid from, for a company at home on start k: on the board and on no other company's tile
        # (NG-CARD-5): (face * starts + k) * words.
        homes = list(self.starts)
        self.fits: vec[i64] = packed(
            [
                [h for h, cells in enumerate(row) if cells and not set(cells) & (set(homes) - {home})]
                for row in places for home in homes
            ],
            words,
        )

    def _cells(self, face: Face, start: int) -> list[int] | None:
        """The hexes that a face covers, or None where it leaves the board."""
        q, r = self.grid.axial[start]
        cells = [self.grid.at.get((q + a, r + b)) for a, b in face]
        on_board = [h for h in cells if h is not None]
        return on_board if len(on_board) == len(face) else None

    # ---- contracts ---------------------------------------------------------------------------------------------------

    def _write_the_contracts(self, contracts: list[dict[str, Any]]) -> None:
        effects: list[dict[str, Any]] = [c["effect"] for c in contracts]
        self.contract_ids: list[str] = [c["id"] for c in contracts]
        self.contract_names: list[str] = [c["name"] for c in contracts]
        self.contracts: i64 = len(contracts)
        self.value: vec[i64] = vec[i64]([c["value"] for c in contracts])
        self.states: list[str] = [c["state"] for c in contracts]
        alphabet = sorted(self.states)
        self.alphabet: vec[i64] = vec[i64]([alphabet.index(state) for state in self.states])
        # What a contract sets; where it sets nothing, what holds without it: Georgia, Maryland, North Carolina and Ohio
        # in the reconstruction (NG-CON-GA, NG-CON-MD, NG-CON-NC, NG-CON-OH).
        self.draws_to: vec[i64] = _effect(effects, "hand_size", self.hand_size)
        self.pays_other: vec[i64] = _effect(effects, "other_locomotive", self.other_price)
        self.pays_water: vec[i64] = _effect(effects, "water", self.water_price)
        self.pays_difficult: vec[i64] = _effect(effects, "difficult", self.difficult_price)
        # What a contract adds: Pennsylvania, West Virginia and Virginia (NG-CON-PA, NG-CON-WV, NG-CON-VA).
        self.adds_connection: vec[i64] = _effect(effects, "connection_bonus", 0)
        self.adds_majority: vec[i64] = _effect(effects, "majority", 0)
        self.adds_spaces: vec[i64] = _effect(effects, "die_move", 0)
        # A line for each flip; one that moves a die has a line for each commodity.
        flips = [
            (c, FLIPS.index(kind), commodity)
            for c, effect in enumerate(effects) for kind in effect if kind in FLIPS
            for commodity in (range(len(self.commodity_ids)) if kind == "die_move" else [NOBODY])
        ]
        self.flips: i64 = len(flips)
        self.flipping: i64 = sum(1 << c for c in {c for c, _, _ in flips})     # the contracts that flip, as a set
        self.flip_contract: vec[i64] = vec[i64]([c for c, _, _ in flips])
        self.flip_kind: vec[i64] = vec[i64]([kind for _, kind, _ in flips])
        self.flip_commodity: vec[i64] = vec[i64]([commodity for _, _, commodity in flips])

    # ---- action codes ------------------------------------------------------------------------------------------------

    def _number_the_actions(self) -> None:
        """Lines of the notation, in the order of their codes, and the first code of each kind."""
        ids = self.grid.ids
        lines = ["no-card", "end", "draw", "no-contract"]
        self.contract_code: i64 = len(lines)    # + contract
        lines += [f"contract {c}" for c in self.contract_ids]
        self.keep_code: i64 = len(lines)        # + contract
        lines += [f"keep {c}" for c in self.contract_ids]
        self.take_code: i64 = len(lines)        # + company
        lines += [f"take {c}" for c in self.company_ids]
        self.flip_code: i64 = len(lines)        # + flip
        lines += [
            f"flip {self.contract_ids[c]}" + (f" {self.commodity_ids[commodity]}" if commodity != NOBODY else "")
            for c, commodity in zip(self.flip_contract, self.flip_commodity)
        ]
        self.discard_code: i64 = len(lines)     # + card
        lines += [f"discard {c}" for c in self.card_ids]
        self.play_code: i64 = len(lines)        # + (card * 2 + turned) * hexes + start
        lines += [f"play {c} {h}{turned}" for c in self.card_ids for turned in ("", " turned") for h in ids]
        self.tile_code: i64 = len(lines)        # + city * commodities + commodity
        lines += [f"tile {ids[h]} {c}" for h in self.cities for c in self.commodity_ids]
        self.home_code: i64 = len(lines)        # + company * companies + start
        lines += [f"home {c} {ids[h]}" for c in self.company_ids for h in self.starts]
        self.card_code: i64 = len(lines)        # + card
        lines += [f"card {c}" for c in self.card_ids]
        self.deal_code: i64 = len(lines)        # + contract
        lines += [f"deal {c}" for c in self.contract_ids]
        self.first_code: i64 = len(lines)       # + seat
        lines += [f"first {seat}" for seat in range(SEATS)]
        self.lines: list[str] = lines

    def top_bid(self) -> int:
        """More than anybody can hold when the last round begins: every connection and all dividends for one player."""
        companies, rounds = range(self.companies), range(self.rounds)
        steps = sum(min(n, self.connection_max) for n in range(1, len(self.cities) + 1))
        bonus = len(self.cities) * sum(self.adds_connection)
        best = [max(self.dividend[n * self.companies + c] for n in rounds) for c in companies]
        market = self.commodities * self.die_max * max(self.row_value)
        a_round = self.companies * self.majority_bonus + market
        return self.starting_cash + sum(steps * d + bonus for d in best) + (self.rounds - 1) * a_round


def laid(hexes: list[tuple[int, int]], way: int) -> Face:
    """NG-CARD-2, NG-CON-KY: a card's hexes mirrored, then turned."""
    if way & MIRRORED:
        hexes = [(-a, a + b) for a, b in hexes]
    if way & TURNED:
        hexes = [(-a, -b) for a, b in hexes]
    return tuple(hexes)


def _where(hexes: list[dict[str, Any]], key: str, value: object) -> list[int]:
    return [h for h, one in enumerate(hexes) if one.get(key) == value]


def _effect(effects: list[dict[str, Any]], name: str, without: int) -> vec[i64]:
    return vec[i64]([effect.get(name, without) for effect in effects])
