"""Narrow Gauge: Appalachia, a second and slow reading of the rules, to check the engine against.

It shares nothing with the engine. Nothing is cached or clever: a line is legal when `legal` or `outcomes` lists it, and
these work it out anew from what lies on the table. The ids in the comments are those of the rules.
"""

import json
from typing import Any

# Default first (NG-OPT-1 to NG-OPT-6).
OPTIONS = {
    "order": ["auction", "random-order"],
    "more-power": ["off", "on"],
    "hidden-cities": ["off", "on"],
    "hidden-money": ["off", "on"],
    "rivals": ["locomotive", "hex"],
    "idle-token": ["turns", "stays"],
}
CONTRACTS_TURNED_UP = 3  # NG-BID-1
CONTRACTS_DEALT_EACH = 2  # NG-ORD-1
TOWARDS = [1, -1]  # NG-COM-2: seat 0 moves the dice towards row 5, seat 1 towards row -5


class Reference:
    """One game in progress."""

    def __init__(self, edition: dict[str, Any], seats: int, options: dict[str, Any] | None = None) -> None:
        if seats != 2:
            raise ValueError(f"Narrow Gauge is for 2 players, not {seats}")
        self.edition = edition
        self.options: dict[str, str] = {name: values[0] for name, values in OPTIONS.items()}
        for name, value in (options or {}).items():
            if value not in OPTIONS.get(name, []):
                raise ValueError(f"no such option: {name} {value}")
            self.options[name] = value

        # What the edition says, by id.
        self.companies: dict[str, dict[str, Any]] = {company["id"]: company for company in edition["companies"]}
        self.commodities: list[str] = [commodity["id"] for commodity in edition["commodities"]]
        self.cards: dict[str, list[list[int]]] = {card["id"]: card["hexes"] for card in edition["cards"]}
        self.contract_data: dict[str, dict[str, Any]] = {contract["id"]: contract for contract in edition["contracts"]}
        self.hexes: dict[str, dict[str, Any]] = {space["id"]: space for space in edition["hexes"]}
        self.hex_at: dict[tuple[int, int], str] = {(space["q"], space["r"]): space["id"] for space in edition["hexes"]}
        self.cities: list[str] = [space["id"] for space in edition["hexes"] if space.get("city")]
        self.starts: list[str] = [space["id"] for space in edition["hexes"] if space.get("start")]

        self.phase = "setup"
        self.to_act: int | str | None = "chance"
        self.round = 1
        self.first: int | None = None
        self.cash: list[int] = [edition["starting_cash"]] * 2  # NG-SET-9
        self.certificates: dict[str, list[int]] = {company: [0, 0] for company in self.companies}
        self.available: dict[str, int] = {}
        self.lay_out_certificates()  # NG-SET-2
        self.homes: dict[str, str] = {}
        self.track: dict[str, list[str]] = {company: [] for company in self.companies}
        # NG-SET-5: one locomotive for the tile, one as the marker.
        self.supply: dict[str, int] = {company: data["locomotives"] - 2 for company, data in self.companies.items()}
        self.connections: dict[str, int] = dict.fromkeys(self.companies, 0)
        self.tiles: dict[str, str] = {}
        self.tiles_left: dict[str, int] = {data["id"]: data["tiles"] for data in edition["commodities"]}
        self.dice: dict[str, dict[str, int]] = {  # NG-SET-6
            commodity: {"value": edition["die_start"], "row": 0} for commodity in self.commodities
        }
        self.hands: list[list[str]] = [[], []]
        self.pile: list[str] = list(self.cards)
        self.discard: list[str] = []
        self.token = ["white", "white"]  # NG-SET-7
        self.contracts: list[list[dict[str, Any]]] = [[], []]
        self.contract_deck: list[str] = list(self.contract_data)
        self.offer: list[str] = []
        self.dealt: list[list[str]] = [[], []]
        self.kept: list[str | None] = [None, None]
        self.bids: list[int | None] = [None, None]
        self.tied = False
        self.turn: dict[str, Any] | None = None
        self.reveal: list[str] = []
        self.dividends: list[dict[str, list[int]]] = []
        self.result: int | str | None = None

    # What is seen

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The state as JSON: all of it, or as a seat may see it (NG-HID)."""
        state: dict[str, Any] = {
            "options": self.options, "phase": self.phase, "to_act": self.to_act, "round": self.round,
            "first": self.first, "cash": self.cash, "certificates": self.certificates, "available": self.available,
            "homes": self.homes, "track": {company: sorted(hexes) for company, hexes in self.track.items()},
            "supply": self.supply, "connections": self.connections, "tiles": self.tiles, "tiles_left": self.tiles_left,
            "dice": self.dice, "hands": [sorted(hand) for hand in self.hands], "pile": sorted(self.pile),
            "discard": sorted(self.discard), "token": self.token, "contracts": self.contracts,
            "contract_deck": sorted(self.contract_deck), "offer": sorted(self.offer),
            "dealt": [sorted(dealt) for dealt in self.dealt], "kept": self.kept, "bids": self.bids, "tied": self.tied,
            "turn": self.turn, "reveal": self.reveal, "dividends": self.dividends, "result": self.result,
        }  # fmt: skip
        state = json.loads(json.dumps(state))  # a copy, so that nobody holds the lists of the game itself
        if seat is not None:
            self.hide(state, seat, 1 - seat)
        return state

    def hide(self, state: dict[str, Any], seat: int, other: int) -> None:
        """Cover what this seat may not see (NG-HID-6)."""
        state["hands"][other] = len(state["hands"][other])  # NG-HID-1
        state["pile"] = len(state["pile"])
        state["dealt"][other] = len(state["dealt"][other])  # NG-HID-2
        if self.options["order"] == "random-order" and self.phase in ("deal", "keep"):
            # Who sees the deck and the own two contracts would know the other's two.
            state["contract_deck"] = len(state["contract_deck"])
        for sealed in (state["bids"], state["kept"]):
            if sealed[other] is not None and sealed[seat] is None:
                sealed[other] = "?"
        if self.options["hidden-money"] == "on" and self.phase != "over":
            state["cash"][other] = "?"  # NG-HID-5

    def winners(self) -> list[int]:
        """The seats that won; none while the game goes on."""
        if self.result is None:
            return []
        return [0, 1] if self.result == "shared" else [int(self.result)]

    # What may happen next

    def outcomes(self) -> list[tuple[str, int]]:
        """At chance, every line that may come, with its weight (NG-CHN-1); else nothing."""
        if self.phase == "setup":
            if self.options["hidden-cities"] == "off" and len(self.tiles) < len(self.cities):
                return self.tile_outcomes(self.cities[len(self.tiles)])  # NG-SET-3
            if len(self.homes) < len(self.companies):  # NG-SET-4
                company = list(self.companies)[len(self.homes)]
                return [(f"home {company} {start}", 1) for start in self.starts if start not in self.homes.values()]
            return [(f"card {card}", 1) for card in self.pile]  # NG-SET-8
        if self.phase == "deal":
            return [(f"deal {contract}", 1) for contract in self.contract_deck]  # NG-BID-1, NG-ORD-1
        if self.phase == "first":
            return [("first 0", 1), ("first 1", 1)]  # NG-BID-7
        if self.phase == "reveal":
            return self.tile_outcomes(self.reveal[0])  # NG-COM-7
        if self.phase == "draw":
            return [(f"card {card}", 1) for card in self.pile]  # NG-HAND-1
        return []

    def tile_outcomes(self, city: str) -> list[tuple[str, int]]:
        """Each tile in the stock is equally likely, so a colour weighs as many as are left of it."""
        return [(f"tile {city} {commodity}", left) for commodity, left in self.tiles_left.items() if left > 0]

    def legal(self) -> list[str]:
        """Every legal line of the player to act; none at chance or when the game is over."""
        if not isinstance(self.to_act, int):
            return []
        seat = self.to_act
        if self.phase == "bid":
            return [f"bid {amount}" for amount in range(self.cash[seat] + 1)]  # NG-BID-2
        if self.phase == "contract":
            bid = self.bids[seat] or 0
            payable = [contract for contract in self.offer if self.contract_data[contract]["value"] <= bid]
            return [f"contract {contract}" for contract in payable] + ["no-contract"]  # NG-BID-4, NG-BID-5
        if self.phase == "keep":
            return [f"keep {contract}" for contract in self.dealt[seat]]  # NG-ORD-2
        if self.phase == "take":
            return [f"take {company}" for company, left in self.available.items() if left > 0]  # NG-SHR-1
        if self.phase == "build":
            return self.step_2_lines(seat)
        if self.phase == "more":
            return self.step_3_lines(seat)
        return [f"discard {card}" for card in self.hands[seat]] + ["draw"]  # NG-HAND-1

    def step_2_lines(self, seat: int) -> list[str]:
        """The first card: it must be played if an unmirrored play is legal (NG-TURN-3)."""
        if self.this_turn()["mirror"]:
            return self.plays(seat, mirrored=True)  # NG-CON-KY
        return (self.plays(seat, mirrored=False) or ["no-card"]) + self.mirror_flips(seat)

    def step_3_lines(self, seat: int) -> list[str]:
        """More cards, flips, and `end` (NG-TURN-4)."""
        turn = self.this_turn()
        if turn["mirror"]:
            return self.plays(seat, mirrored=True)  # NG-CON-KY
        lines: list[str] = []
        if turn["cards"] < turn["allowed"]:  # NG-CARD-9
            lines += self.plays(seat, mirrored=False) + self.mirror_flips(seat)
        if turn["extra"]:
            return lines  # NG-CON-TN: that card must be played before anything else
        if turn["cards"] == turn["allowed"] and self.plays(seat, mirrored=False):
            lines += [f"flip {contract}" for contract in self.face_up(seat, "extra_card")]  # NG-CON-TN
        for contract in self.face_up(seat, "die_move"):  # NG-CON-VA
            for commodity in turn["connected"]:
                if self.dice[commodity]["row"] != self.last_row(seat):
                    lines.append(f"flip {contract} {commodity}")
        return [*lines, "end"]

    def mirror_flips(self, seat: int) -> list[str]:
        """NG-CON-KY, where a card may be played: at least one mirrored play must be legal."""
        return [f"flip {contract}" for contract in self.face_up(seat, "mirror") if self.plays(seat, mirrored=True)]

    # Track cards

    def plays(self, seat: int, mirrored: bool) -> list[str]:
        """Every legal play of the hand, from every hex where the company stands (NG-CARD-1)."""
        lines = []
        for card in self.hands[seat]:
            for start in self.track[self.this_turn()["company"]]:
                for turned in (False, True):
                    if self.may_build(seat, self.new_hexes(card, start, turned, mirrored)):
                        lines.append(f"play {card} {start}" + (" turned" if turned else ""))
        return lines

    def new_hexes(self, card: str, start: str, turned: bool, mirrored: bool) -> list[str] | None:
        """The hexes that would get a new locomotive, in the card's order; None if one of them can't have it."""
        offsets = self.cards[card]
        if mirrored:
            offsets = [[-a, a + b] for a, b in offsets]  # NG-CON-KY: first mirrored, then turned
        if turned:
            offsets = [[-a, -b] for a, b in offsets]  # NG-CARD-2
        new = []
        for a, b in offsets:
            space = self.hex_at.get((self.hexes[start]["q"] + a, self.hexes[start]["r"] + b))
            if space in self.track[self.this_turn()["company"]]:
                continue  # NG-CARD-4: skipped
            if space is None or space in self.homes.values():
                return None  # NG-CARD-3, NG-CARD-5
            new.append(space)
        return new

    def may_build(self, seat: int, new: list[str] | None) -> bool:
        """At least one new locomotive, all of them in the supply, all penalties payable (NG-CARD-6, NG-CARD-7)."""
        if not new or len(new) > self.supply[self.this_turn()["company"]]:
            return False
        return sum(self.penalty(seat, space) for space in new) <= self.cash[seat]

    def penalty(self, seat: int, space: str) -> int:
        """What a new locomotive on this hex costs (NG-PEN-1 to NG-PEN-4)."""
        prices = self.edition["penalties"]
        # The building company does not stand here yet, so every locomotive here is another company's.
        others = sum(space in hexes for hexes in self.track.values())
        if self.options["rivals"] == "hex":
            others = min(others, 1)  # NG-OPT-5: a dollar for the hex, however many are there
        cost = others * self.set_by_contract(seat, "other_locomotive", prices["other_locomotive"])  # NG-CON-MD
        terrain = self.hexes[space]["terrain"]
        if terrain in ("difficult", "water"):
            cost += self.set_by_contract(seat, terrain, prices[terrain])  # NG-CON-OH, NG-CON-NC
        return cost

    def play(self, seat: int, card: str, start: str, turned: bool) -> None:
        """A card is played: all of it at once, in the order of NG-CARD-8."""
        turn = self.this_turn()
        company: str = turn["company"]
        new = self.new_hexes(card, start, turned, turn["mirror"]) or []
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.cash[seat] -= sum(self.penalty(seat, space) for space in new)
        self.track[company] += new
        self.supply[company] -= len(new)
        turn["cards"] += 1
        turn["extra"] = turn["mirror"] = False
        turn["difficult"] |= any(self.hexes[space]["terrain"] == "difficult" for space in new)  # NG-TOK-2
        self.phase = "more"
        for city in [space for space in new if space in self.cities]:
            self.connect(seat, company)
            if city in self.tiles:
                self.gain_market_share(seat, self.tiles[city])
            else:
                self.reveal.append(city)  # NG-COM-7: the die waits for the tile
        if self.reveal:
            self.phase, self.to_act = "reveal", "chance"

    def connect(self, seat: int, company: str) -> None:
        """The marker moves and the bonus is paid (NG-CONN-1 to NG-CONN-3)."""
        self.connections[company] = min(self.connections[company] + 1, self.edition["connection_max"])
        dividend = self.companies[company]["dividends"][self.round - 1]
        self.cash[seat] += self.connections[company] * dividend
        self.cash[seat] += self.added_by_contracts(seat, "connection_bonus")  # NG-CON-PA

    # Commodity market

    def gain_market_share(self, seat: int, commodity: str) -> None:
        """The die moves one space for each certificate of the connecting company (NG-COM-1)."""
        turn = self.this_turn()
        self.move_die(seat, commodity, self.certificates[turn["company"]][seat])
        connected = {*turn["connected"], commodity}
        turn["connected"] = [each for each in self.commodities if each in connected]

    def last_row(self, seat: int) -> int:
        """The row at the seat's own edge (NG-COM-2)."""
        return TOWARDS[seat] * len(self.edition["commodity_rows"])

    def move_die(self, seat: int, commodity: str, spaces: int) -> None:
        """Space by space towards the seat's own side."""
        die = self.dice[commodity]
        was_on_other_side = die["row"] * TOWARDS[seat] < 0
        for _ in range(spaces):
            if die["row"] == self.last_row(seat):
                break  # NG-COM-4
            die["row"] += TOWARDS[seat]
            if die["row"] == 0:
                die["row"] += TOWARDS[seat]  # NG-COM-3: X is not a space
        if was_on_other_side and die["row"] * TOWARDS[seat] > 0:
            die["value"] = min(die["value"] + 1, self.edition["die_max"])  # NG-COM-5

    # Contracts

    def face_up(self, seat: int, effect: str) -> list[str]:
        """The contracts before a seat, not flipped, that have this effect (NG-CON-1)."""
        held = [contract["id"] for contract in self.contracts[seat] if not contract["flipped"]]
        return [contract for contract in held if effect in self.contract_data[contract]["effect"]]

    def set_by_contract(self, seat: int, effect: str, otherwise: int) -> int:
        """A number that a contract replaces."""
        for contract in self.face_up(seat, effect):
            otherwise = self.contract_data[contract]["effect"][effect]
        return otherwise

    def added_by_contracts(self, seat: int, effect: str) -> int:
        """A number that contracts add to."""
        return sum(self.contract_data[contract]["effect"][effect] for contract in self.face_up(seat, effect))

    def take_contract(self, seat: int, contract: str) -> None:
        """It lies open before its owner (NG-CON-1)."""
        self.contracts[seat].append({"id": contract, "flipped": False})

    def flip(self, seat: int, contract: str, commodity: str | None) -> None:
        """Use a Flip contract, once in a round (NG-CON-2)."""
        turn = self.this_turn()
        effect = self.contract_data[contract]["effect"]
        if "mirror" in effect:  # NG-CON-KY
            turn["mirror"] = True
        if "extra_card" in effect:  # NG-CON-TN
            turn["allowed"] += effect["extra_card"]
            turn["extra"] = True
        if commodity is not None:  # NG-CON-VA
            self.move_die(seat, commodity, effect["die_move"])
        for held in self.contracts[seat]:
            if held["id"] == contract:
                held["flipped"] = True

    # The start of a round

    def begin_round(self) -> None:
        """Contracts are dealt first, in the auction (NG-BID-1) and without it (NG-ORD-1)."""
        self.phase, self.to_act = "deal", "chance"
        self.first = self.turn = None

    def deal(self, contract: str) -> None:
        """One contract: face up for the auction, else two unseen to seat 0 and then two to seat 1 (NG-ORD-1)."""
        self.contract_deck.remove(contract)
        if self.options["order"] == "auction":
            self.offer.append(contract)
            if len(self.offer) == CONTRACTS_TURNED_UP:
                self.open_bidding()
            return
        seat = 0 if len(self.dealt[0]) < CONTRACTS_DEALT_EACH else 1
        self.dealt[seat].append(contract)
        if len(self.dealt[1]) == CONTRACTS_DEALT_EACH:
            self.phase, self.to_act = "keep", 0

    def open_bidding(self) -> None:
        """Both bid, unless neither has any money (NG-BID-7)."""
        if self.cash == [0, 0]:
            self.draw_first_player()
        else:
            self.phase, self.to_act = "bid", 0

    def settle_bids(self, south: int, north: int) -> None:
        """Both bids are in: both pay, and the higher one makes the first player."""
        self.cash[0] -= south  # NG-BID-3
        self.cash[1] -= north
        if south != north:  # NG-BID-4
            self.first = 0 if south > north else 1
            self.phase, self.to_act = "contract", self.first
        elif south == 0 or self.tied:
            self.draw_first_player()  # NG-BID-7
        else:
            self.tied = True  # NG-BID-6
            self.bids = [None, None]
            self.open_bidding()

    def draw_first_player(self) -> None:
        """Chance makes the first player, and nobody gets a contract (NG-BID-7)."""
        self.phase, self.to_act = "first", "chance"
        self.bids, self.tied = [None, None], False

    def settle_kept(self, south: str, north: str) -> None:
        """Both have chosen: the alphabet gives the first turn, the two others go back (NG-ORD-3, NG-ORD-4)."""
        for seat, contract in enumerate((south, north)):
            self.take_contract(seat, contract)
            self.contract_deck += [other for other in self.dealt[seat] if other != contract]
        self.first = 0 if self.contract_data[south]["state"] < self.contract_data[north]["state"] else 1
        self.dealt, self.kept = [[], []], [None, None]
        self.begin_turns(self.first)

    def begin_turns(self, first: int) -> None:
        """The first player is settled; contracts that nobody took go out of the game (NG-BID-8)."""
        self.first = first
        self.offer, self.bids, self.tied = [], [None, None], False
        self.begin_turn(first)  # NG-TURN-2

    # A turn

    def this_turn(self) -> dict[str, Any]:
        """The turn, where there is one."""
        assert self.turn is not None, "only asked in Steps 1 to 4"
        return self.turn

    def begin_turn(self, seat: int) -> None:
        """Step 1 is next (NG-TURN-1)."""
        self.phase, self.to_act = "take", seat
        self.turn = {
            "seat": seat, "company": None, "cards": 0, "allowed": 2 if self.token[seat] == "white" else 1,  # NG-TOK-1
            "extra": False, "mirror": False, "difficult": False, "connected": [],
        }  # fmt: skip

    def close_building(self, seat: int) -> None:
        """After `end` or `no-card`: the build token, then Step 4 (NG-TOK-2, NG-TOK-3)."""
        turn = self.this_turn()
        without_a_card = turn["cards"] == 0
        if self.token[seat] == "dark" and not (without_a_card and self.options["idle-token"] == "stays"):  # NG-OPT-6
            self.token[seat] = "white"
        elif turn["cards"] >= 2 and turn["difficult"]:
            self.token[seat] = "dark"
        self.phase = "refill"

    def draw_or_end_turn(self, seat: int) -> None:
        """Another card is to be drawn, or the turn is over (NG-HAND-1, NG-HAND-3)."""
        hand_size = self.set_by_contract(seat, "hand_size", self.edition["hand_size"])  # NG-CON-GA
        wanted = len(self.hands[seat]) < hand_size
        if wanted and not self.pile:
            self.pile, self.discard = self.discard, []
        if wanted and self.pile:
            self.phase, self.to_act = "draw", "chance"
        elif sum(self.available.values()) == self.edition["certificates_left_at_round_end"]:
            self.end_round()  # NG-RND-2
        else:
            self.begin_turn(1 - seat)  # NG-TURN-2

    # The end of a round and of the game

    def lay_out_certificates(self) -> None:
        """In round n those of value n; what was unclaimed is gone (NG-RND-1, NG-RND-6)."""
        self.available = {company: data["certificates"][self.round - 1] for company, data in self.companies.items()}

    def end_round(self) -> None:
        """Dividends (NG-RND-5), then the next round or the end."""
        majority = [self.majority_bonus(seat) for seat in (0, 1)]
        commodities = [self.commodities_bonus(seat) for seat in (0, 1)]
        self.dividends.append({"majority": majority, "commodities": commodities})
        for seat in (0, 1):
            self.cash[seat] += majority[seat] + commodities[seat]
        if self.round == self.edition["rounds"]:
            self.end_game()
            return
        self.put_contracts_away()
        self.round += 1
        self.lay_out_certificates()
        self.begin_round()

    def majority_bonus(self, seat: int) -> int:
        """For each company of which the seat holds more certificates than the other (NG-RND-3)."""
        won = sum(self.counted(seat, company) > self.counted(1 - seat, company) for company in self.companies)
        return won * int(self.edition["majority_bonus"])

    def counted(self, seat: int, company: str) -> int:
        """Certificates as they count for a majority (NG-CON-WV)."""
        held = self.certificates[company][seat]
        return held + self.added_by_contracts(seat, "majority") if held else 0

    def commodities_bonus(self, seat: int) -> int:
        """NG-RND-4: each die on the seat's side pays its number times the value of its row."""
        rows: list[int] = self.edition["commodity_rows"]
        return sum(die["value"] * rows[abs(die["row"]) - 1] for die in self.dice_of(seat))

    def dice_of(self, seat: int) -> list[dict[str, int]]:
        """The dice on a seat's side; one on X is on nobody's."""
        return [die for die in self.dice.values() if die["row"] * TOWARDS[seat] > 0]

    def put_contracts_away(self) -> None:
        """Between rounds (NG-CON-3); with more-power they stay and are turned up again (NG-CON-4)."""
        for seat in (0, 1):
            if self.options["more-power"] == "on":
                for contract in self.contracts[seat]:
                    contract["flipped"] = False
            else:
                if self.options["order"] == "random-order":
                    # NG-ORD-4: shuffled again, while the auction's discarded contracts are out of the game.
                    self.contract_deck += [contract["id"] for contract in self.contracts[seat]]
                self.contracts[seat] = []

    def end_game(self) -> None:
        """The most money wins (NG-END-1), then the lower total of dice (NG-END-2), else both (NG-END-3)."""
        self.phase, self.to_act, self.turn = "over", None, None
        south, north = ((self.cash[seat], -sum(die["value"] for die in self.dice_of(seat))) for seat in (0, 1))
        self.result = "shared" if south == north else 0 if south > north else 1

    # Lines

    def apply(self, line: str) -> None:
        """Carry out one line, of chance or of the player to act."""
        if line not in self.legal() and line not in [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"{line!r} is not legal in phase {self.phase}")
        if isinstance(self.to_act, int):
            self.apply_choice(self.to_act, line.split())
        else:
            self.apply_chance(line.split())

    def apply_chance(self, words: list[str]) -> None:
        """A line of chance, known to be possible."""
        match words:
            case ["tile", city, commodity]:
                self.tiles[city] = commodity
                self.tiles_left[commodity] -= 1
                if self.phase == "reveal":  # NG-COM-7
                    self.reveal.remove(city)
                    seat: int = self.this_turn()["seat"]
                    self.gain_market_share(seat, commodity)
                    if not self.reveal:
                        self.phase, self.to_act = "more", seat
            case ["home", company, start]:
                self.homes[company] = start
                self.track[company] = [start]
            case ["card", card]:
                self.pile.remove(card)
                if self.phase == "draw":
                    seat = self.this_turn()["seat"]
                    self.hands[seat].append(card)
                    self.draw_or_end_turn(seat)
                else:  # NG-SET-8
                    hand_size = self.edition["hand_size"]
                    self.hands[0 if len(self.hands[0]) < hand_size else 1].append(card)
                    if len(self.hands[1]) == hand_size:
                        self.begin_round()
            case ["deal", contract]:
                self.deal(contract)
            case ["first", first]:
                self.begin_turns(int(first))

    def apply_choice(self, seat: int, words: list[str]) -> None:
        """A player's line, known to be legal."""
        match words:
            case ["bid", amount]:
                self.bids[seat] = int(amount)
                self.to_act = 1
                if self.bids[0] is not None and self.bids[1] is not None:
                    self.settle_bids(self.bids[0], self.bids[1])
            case ["contract" | "no-contract", *contracts]:
                for contract in contracts:
                    self.offer.remove(contract)
                    self.take_contract(seat, contract)
                if seat == self.first:
                    self.to_act = 1 - seat
                else:
                    self.begin_turns(1 - seat)
            case ["keep", contract]:
                self.kept[seat] = contract
                self.to_act = 1
                if self.kept[0] is not None and self.kept[1] is not None:
                    self.settle_kept(self.kept[0], self.kept[1])
            case ["take", company]:
                self.available[company] -= 1  # NG-SHR-1
                self.certificates[company][seat] += 1
                self.this_turn()["company"] = company
                self.phase = "build"
            case ["play", card, start, *turned]:
                self.play(seat, card, start, bool(turned))
            case ["no-card"] | ["end"]:
                self.close_building(seat)
            case ["flip", contract, *commodity]:
                self.flip(seat, contract, commodity[0] if commodity else None)
            case ["discard", card]:  # NG-HAND-2
                self.hands[seat].remove(card)
                self.discard.append(card)
            case ["draw"]:
                self.draw_or_end_turn(seat)
