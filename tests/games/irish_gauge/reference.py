"""Irish Gauge once more: a second, slow and plain reading of the rules, to check the engine against.

Nothing here is clever. The pieces lie in plain dicts and lists, whatever can be worked out is worked out anew each time
it is asked for, and the id of a rule stands beside the line that carries it out.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import Any

# Axial neighbours of a hex, as the edition's "grid" says.
DIRECTIONS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def divide_rounding_up(amount: int, shares: int) -> int:
    """What one share gets of an amount that is split among so many shares."""
    return (amount + shares - 1) // shares


class Reference:
    """One game in progress."""

    def __init__(self, edition: dict[str, Any], seats: int, options: dict[str, Any] | None = None) -> None:
        """Lay out the board as it stands before the first cube is drawn."""
        if not 3 <= seats <= 5:
            raise ValueError("Irish Gauge is for 3 to 5 players")
        if options:
            raise ValueError("the rules of Irish Gauge name no options")
        self.edition = edition
        self.seats = list(range(seats))
        self.colors: list[str] = edition["cubes"]["colors"]
        self.hexes: dict[str, dict[str, Any]] = {hex_["id"]: hex_ for hex_ in edition["hexes"]}
        # The edition lists the railways in payout order (IG-DIV-3); the initial auction has the same (IG-AUC-1).
        self.railways: dict[str, dict[str, Any]] = {railway["id"]: railway for railway in edition["railways"]}
        self.neighbours: dict[str, list[str]] = {h: self.find_neighbours(h) for h in self.hexes}

        self.cash: list[int] = [edition["starting_cash"] for _ in self.seats]  # IG-SET-1
        self.track: dict[str, list[str]] = {r: [self.railways[r]["home"]] for r in self.railways}  # IG-SET-3
        self.certificates: dict[str, list[int]] = {r: [] for r in self.railways}  # owners, first share sold first
        self.cubes: dict[str, str] = {}  # the Special Interest cube on each City
        self.drawn: list[list[str]] = []  # the rows of the Drawn Dividend cubes display
        self.major_city_paid: set[str] = set()

        self.phase = "setup"
        self.turn: int | None = None  # whose turn it is
        self.player: int | None = None  # whose decision it is; None at chance and when over
        self.auction: dict[str, Any] | None = None
        self.building: str | None = None
        self.points_left: float | None = None  # halves are exact as floats

    # ---- What lies where -------------------------------------------------------------------------------------------

    def starting_cities(self) -> list[str]:
        """The urban hexes that get a cube in the set-up, in the order of the data file."""
        return [h for h in self.hexes if self.hexes[h].get("site") == "city"]

    def is_city(self, hex_id: str) -> bool:
        """A City is an urban hex with a cube."""
        return hex_id in self.cubes

    def is_town(self, hex_id: str) -> bool:
        """A Town is an urban hex without a cube."""
        return self.hexes[hex_id]["terrain"] == "urban" and hex_id not in self.cubes

    def bag(self) -> dict[str, int]:
        """How many cubes of each colour are neither on the board nor drawn (IG-SET-2, IG-END-3)."""
        gone = list(self.cubes.values()) + [color for row in self.drawn for color in row]
        return {color: self.edition["cubes"]["per_color"] - gone.count(color) for color in self.colors}

    def cubes_in_bag(self) -> int:
        """How many cubes the bag holds."""
        return sum(self.bag().values())

    def find_neighbours(self, hex_id: str) -> list[str]:
        """The hexes that share an edge with this one."""
        q, r = self.hexes[hex_id]["q"], self.hexes[hex_id]["r"]
        around = [(q + dq, r + dr) for dq, dr in DIRECTIONS]
        return [h for h in self.hexes if (self.hexes[h]["q"], self.hexes[h]["r"]) in around]

    def holds_share(self, seat: int, railway: str) -> bool:
        """Whether the player holds at least one share of the railway."""
        return seat in self.certificates[railway]

    def lowest_unsold_value(self, railway: str) -> int | None:
        """The printed value of the share on top of the railway's pile; None when all are sold."""
        values: list[int] = self.railways[railway]["shares"]
        sold = len(self.certificates[railway])
        return values[sold] if sold < len(values) else None

    def scores(self) -> list[int]:
        """Cash plus the printed value of each share held (IG-END-2)."""
        totals = list(self.cash)
        for railway, owners in self.certificates.items():
            for number, owner in enumerate(owners):
                totals[owner] += self.railways[railway]["shares"][number]
        return totals

    def winners(self) -> list[int]:
        """Whoever has the most; ties share the win (IG-END-2). Nobody while the game goes on."""
        if self.phase != "over":
            return []
        scores = self.scores()
        return [seat for seat in self.seats if scores[seat] == max(scores)]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The state as JSON, the same for everyone because everything is open (IG-END-3)."""
        to_act = "chance" if self.phase in ("setup", "draw") else self.player
        points: float | None = self.points_left
        if points is not None and points == int(points):
            points = int(points)  # 2, not 2.0
        return {
            "phase": self.phase,
            "to_act": to_act,
            "turn": self.turn,
            "cash": list(self.cash),
            "shares": {r: [owners.count(s) for s in self.seats] for r, owners in self.certificates.items()},
            "sold": {r: len(owners) for r, owners in self.certificates.items()},
            "certificates": {r: list(owners) for r, owners in self.certificates.items()},
            "track": {r: sorted(occupied) for r, occupied in self.track.items()},
            "cubes": {h: self.cubes[h] for h in self.hexes if h in self.cubes},
            "bag": self.bag(),
            "drawn": [list(row) for row in self.drawn],
            "major_city_paid": [r for r in self.railways if r in self.major_city_paid],
            "building": self.building,
            "points_left": points,
            "auction": None if self.auction is None else {**self.auction, "in": sorted(self.auction["in"])},
            "scores": self.scores(),
        }

    # ---- What may happen next --------------------------------------------------------------------------------------

    def outcomes(self) -> list[tuple[str, int]]:
        """At chance: each line that can come, with its weight; none has weight 0."""
        if self.phase == "setup":
            return self.setup_outcomes()
        if self.phase == "draw":
            return self.draw_outcomes()
        return []

    def setup_outcomes(self) -> list[tuple[str, int]]:
        """A cube for the next City, or who opens once every City has one."""
        bare_cities = [h for h in self.starting_cities() if h not in self.cubes]
        if not bare_cities:
            return [(f"start {seat}", 1) for seat in self.seats]  # IG-SET-4
        # IG-SET-2: these cubes come from the pool of twelve, not from all thirty.
        placed = list(self.cubes.values())
        pool = {color: self.edition["cubes"]["seed_pool_per_color"] - placed.count(color) for color in self.colors}
        return [(f"cube {bare_cities[0]} {color}", pool[color]) for color in self.colors if pool[color] > 0]

    def draw_outcomes(self) -> list[tuple[str, int]]:
        """IG-DIV-1: three cubes, or all when fewer are there; the weight counts in how many ways the hand can come."""
        bag = self.bag()
        result = []
        for hand in combinations_with_replacement(self.colors, min(3, self.cubes_in_bag())):
            weight = 1
            for color in self.colors:
                weight *= comb(bag[color], hand.count(color))  # 0 when the bag holds too few
            if weight > 0:
                result.append((" ".join(["draw", *hand]), weight))
        return result

    def legal(self) -> list[str]:
        """Every line that the player to act may choose; none at chance or when over."""
        if self.player is None:
            return []
        if self.phase in ("initial-auction", "auction"):
            return self.legal_in_auction(self.player)
        if self.phase == "track":
            assert self.building is not None and self.points_left is not None
            return ["done", *self.track_lines(self.building, self.points_left)]  # IG-TRK-2
        # IG-TURN-1: one of four actions, and no passing.
        return [
            *self.legal_auction_calls(self.player),
            *self.legal_first_locomotives(self.player),
            *self.legal_interests(self.player),
            "dividends",  # IG-DIV-1: with or without shares; the bag holds a cube or the game would be over
        ]

    def legal_in_auction(self, seat: int) -> list[str]:
        """The bids that the player can make, and a pass."""
        assert self.auction is not None
        standing = self.auction["high"]
        lowest = self.auction["value"] if standing is None else standing + 1  # IG-AUC-2
        lines = [f"bid {pounds}" for pounds in range(lowest, self.cash[seat] + 1)]  # IG-AUC-3
        caller_opens = standing is None and not self.auction["initial"]
        if not caller_opens:  # IG-AUC-9: the caller must bid; IG-AUC-6: the opener of an initial auction may pass
            lines.append("pass")
        return lines

    def legal_auction_calls(self, seat: int) -> list[str]:
        """IG-AUC-9: any railway's lowest unsold share whose printed value the caller can pay."""
        lines = []
        for railway in self.railways:
            value = self.lowest_unsold_value(railway)
            if value is not None and value <= self.cash[seat]:
                lines.append(f"auction {railway}")
        return lines

    def legal_first_locomotives(self, seat: int) -> list[str]:
        """IG-TRK-1: one railway of which the player holds a share."""
        held = [railway for railway in self.railways if self.holds_share(seat, railway)]
        return [line for railway in held for line in self.track_lines(railway, self.edition["build_points"])]

    def track_lines(self, railway: str, points: float) -> list[str]:
        """Each next locomotive that the railway can place with so many build points left."""
        if len(self.track[railway]) == self.railways[railway]["locomotives"]:
            return []  # IG-TRK-1: no locomotive left
        touching = {hex_id for occupied in self.track[railway] for hex_id in self.neighbours[occupied]}  # IG-TRK-3
        lines = []
        for hex_id in sorted(touching):
            cost = self.build_cost(railway, hex_id)
            if cost is not None and cost <= points:
                lines.append(f"track {railway} {hex_id}")
        return lines

    def build_cost(self, railway: str, hex_id: str) -> float | None:
        """IG-TRK-4: the build points for a locomotive of the railway in the hex; None where it may not go."""
        if hex_id in self.track[railway]:
            return None  # IG-TRK-5: one locomotive of a railway in a hex
        empty = not any(hex_id in occupied for occupied in self.track.values())
        if self.hexes[hex_id]["terrain"] == "difficult":
            return 2 if empty else None  # IG-TRK-5: it keeps its first railway alone
        return 1 if empty else 1.5

    def legal_interests(self, seat: int) -> list[str]:
        """IG-INT-1: a Town on a railway of which the player holds a share, and any colour still in the bag."""
        held = [railway for railway in self.railways if self.holds_share(seat, railway)]
        towns = [h for h in self.hexes if self.is_town(h) and any(h in self.track[railway] for railway in held)]
        bag = self.bag()
        return [f"interest {town} {color}" for town in towns for color in self.colors if bag[color] > 0]

    # ---- What it does ----------------------------------------------------------------------------------------------

    def apply(self, line: str) -> None:
        """Carry out a line of the notation; ValueError, and nothing changed, when it may not be done now."""
        if line not in self.legal() and line not in [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not legal here: {line!r}")
        word, *rest = line.split(" ")
        if word == "cube":
            self.cubes[rest[0]] = rest[1]
        elif word == "start":
            self.open_initial_auction(int(rest[0]))
        elif word == "bid":
            self.bid(int(rest[0]))
        elif word == "pass":
            self.pass_()
        elif word == "auction":
            self.open_auction(rest[0], initial=False)
        elif word == "track":
            self.place_locomotive(rest[0], rest[1])
        elif word == "done":
            self.end_turn()
        elif word == "interest":
            self.cubes[rest[0]] = rest[1]  # IG-INT-1: out of the bag, and the Town is a City from now on
            self.end_turn()
        elif word == "dividends":
            self.phase, self.player = "draw", None
        elif word == "draw":
            self.drawn.append(rest)
            self.pay_dividends(rest)
            self.end_turn()

    def open_initial_auction(self, opener: int) -> None:
        """The next railway's first share; or the first turn, when all five are sold."""
        unsold = [railway for railway in self.railways if not self.certificates[railway]]
        if unsold:
            self.player = opener
            self.open_auction(unsold[0], initial=True)  # IG-AUC-1
        else:
            self.begin_turn(self.certificates["CBSC"][0])  # IG-AUC-8

    def open_auction(self, railway: str, initial: bool) -> None:
        """Put the railway's lowest unsold share up; the player to act opens."""
        self.phase = "initial-auction" if initial else "auction"
        self.auction = {
            "railway": railway,
            "value": self.lowest_unsold_value(railway),
            "opener": self.player,
            "high": None,
            "leader": None,
            "in": list(self.seats),
            "initial": initial,
        }

    def bid(self, pounds: int) -> None:
        """The player to act now has the standing bid."""
        assert self.auction is not None
        self.auction["high"] = pounds
        self.auction["leader"] = self.player
        self.go_on_bidding()

    def pass_(self) -> None:
        """The player to act leaves this auction for good (IG-AUC-4)."""
        assert self.auction is not None
        self.auction["in"].remove(self.player)
        self.go_on_bidding()

    def go_on_bidding(self) -> None:
        """Knock the share down, or ask the next player clockwise who has not passed."""
        assert self.auction is not None and self.player is not None
        still_in, leader = self.auction["in"], self.auction["leader"]
        if still_in == [leader]:
            self.take_share(leader, self.auction["high"])  # IG-AUC-5: all others have passed
        elif not still_in:
            self.take_share(self.auction["opener"], 0)  # IG-AUC-6: everyone passed
        else:
            # The last one in while nobody has bid is still asked (IG-AUC-6).
            self.player = self.left_of(self.player)  # IG-AUC-2
            while self.player not in still_in:
                self.player = self.left_of(self.player)

    def take_share(self, buyer: int, price: int) -> None:
        """The buyer pays the bank and takes the share."""
        assert self.auction is not None
        initial = self.auction["initial"]
        self.cash[buyer] -= price
        self.certificates[self.auction["railway"]].append(buyer)
        self.auction = None
        if initial:
            self.open_initial_auction(buyer)  # IG-AUC-7
        else:
            self.end_turn()

    def place_locomotive(self, railway: str, hex_id: str) -> None:
        """One locomotive; the turn ends by itself when no other can follow."""
        points: float = self.edition["build_points"] if self.points_left is None else self.points_left  # IG-TRK-2
        cost = self.build_cost(railway, hex_id)
        assert cost is not None
        self.track[railway].append(hex_id)
        if railway not in self.major_city_paid and all(h in self.track[railway] for h in self.edition["major_cities"]):
            self.major_city_paid.add(railway)  # IG-TRK-6: once a railway
            self.pay_shares(railway, self.edition["major_city_dividend"])
        self.phase, self.building, self.points_left = "track", railway, points - cost
        if not self.track_lines(railway, self.points_left):
            self.end_turn()

    def pay_dividends(self, drawn: list[str]) -> None:
        """Each railway in payout order pays for its paying Cities and its Towns."""
        for railway, occupied in self.track.items():  # IG-DIV-3: the order
            paying_cities = len([h for h in occupied if self.is_city(h) and self.cubes[h] in drawn])  # IG-DIV-2
            towns = len([h for h in occupied if self.is_town(h)])
            if (paying_cities >= 1 and towns >= 1) or paying_cities >= 2:  # IG-DIV-3: the condition
                self.pay_shares(railway, 4 * paying_cities + 2 * towns)  # IG-DIV-4

    def pay_shares(self, railway: str, income: int) -> None:
        """Split the income among the shares sold, rounding up: that much to its holder for each share."""
        owners = self.certificates[railway]
        for owner in owners:
            self.cash[owner] += divide_rounding_up(income, len(owners))

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % len(self.seats)

    def begin_turn(self, seat: int) -> None:
        """The player is to choose an action."""
        self.phase, self.turn, self.player = "turn", seat, seat

    def end_turn(self) -> None:
        """The game is over when the bag is empty (IG-END-1, IG-INT-2); else the player on the left has a turn."""
        assert self.turn is not None
        self.building = self.points_left = None  # IG-TRK-2: unused points are lost
        if self.cubes_in_bag() == 0:
            self.phase, self.turn, self.player = "over", None, None
        else:
            self.begin_turn(self.left_of(self.turn))  # the left of whose turn it was, whoever won an auction
