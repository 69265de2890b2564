"""A small net that says what a position is worth and which actions are worth following, in whole numbers throughout.

It reads the observation of the seat to act and what the game's value function says (now, and after the best action one
step ahead), and learns what to add to that. Weights are whole numbers, sums are exact and so are the tables for
logarithm and exponential: the same position gives the same answer on every processor, compiled and plain.

A number written as `n` of 2 ** k stands for n / 2 ** k; `FINE` and the other constants below are such k.
"""
from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from roundhouse.bots.evaluator import Evaluator, Leaf, look
from roundhouse.engine.contract import State
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.engine.value import Valuer

SEEN: Final[i64] = 6            # numbers of the observation, which are 0 to 1
FELT: Final[i64] = 8            # features, and what a unit of the net passes on
FINE: Final[i64] = 12           # logarithms, logits
MOST_FELT: Final[i64] = 2047    # a feature, either way
MOST_PASSED: Final[i64] = 4095  # what a unit passes on; it passes on nothing below 0
MOST_ASKED: Final[i64] = 32767  # a number of the query, either way
BIDS: Final[i64] = 256          # bids have a row of embeddings each up to here; higher ones share the last


# ---- tables ----------------------------------------------------------------------------------------------------------


@cache
def logarithms() -> vec[i64]:
    """The natural logarithm of n / 4096, n from 0 on, in FINE; of 0 that of 1 / 4096."""
    return vec[i64]([i64(int((Decimal(max(n, 1)) / 4096).ln() * 4096)) for n in range(4097)])


@cache
def exponentials() -> vec[i64]:
    """exp(-n / 16) for n below 384, and after them exp(-n / 4096) for n below 256, of 2 ** 30."""
    one = Decimal(2) ** 30
    coarse = [int((Decimal(-n) / 16).exp() * one) for n in range(384)]
    return vec[i64]([i64(n) for n in coarse + [int((Decimal(-n) / 4096).exp() * one) for n in range(256)]])


def softmax(logits: vec[i64]) -> vec[float]:
    """Chances that add up to 1, of logits in FINE."""
    table = exponentials()
    highest = logits[0]
    for logit in logits:
        if logit > highest:
            highest = logit
    total: i64 = 0
    weights = vec[i64](capacity=len(logits))
    for logit in logits:
        below = highest - logit
        step = below >> 8
        weight = (table[step] * table[384 + (below & 255)]) >> 30 if step < 384 else 0
        weights = append(weights, weight)
        total += weight
    chances = vec[float](capacity=len(logits))
    for weight in weights:
        chances = append(chances, float(weight) / float(total))
    return chances


# ---- what the net reads ----------------------------------------------------------------------------------------------


class Description:
    """What the value function says of a leaf, for the net to read. Seats come in turn order from the one to act."""

    def __init__(self, valuer: Valuer, leaf: Leaf) -> None:
        seen = look(valuer, leaf)
        self.best: vec[i64] = logs(seen[0], leaf.seat)     # of the shares after the best action, in FINE
        self.now: vec[i64] = logs(seen[1], leaf.seat)
        self.features: vec[i64] = features(self.best, self.now, leaf.guess, leaf.seat)
        self.guess: vec[float] = leaf.guess
        self.codes: vec[i64] = leaf.codes
        self.shortfalls: vec[i64] = vec[i64](capacity=len(leaf.codes))     # of 65536
        for shortfall in leaf.shortfalls:
            self.shortfalls = append(self.shortfalls, i64(shortfall * 65536.0))


def describe(valuer: Valuer, state: State) -> Description:
    """A description of a position that no search asks about."""
    return Description(valuer, Leaf(state, valuer.candidates(state), 0, 0, vec[i64]()))


def logs(shares: vec[float], seat: i64) -> vec[i64]:
    """The logarithms of shares of the win, in FINE, the seat's own first."""
    table = logarithms()
    seats: i64 = len(shares)
    found = vec[i64](capacity=seats)
    for n in range(seats):
        one = seat + n if seat + n < seats else seat + n - seats
        found = append(found, table[i64(shares[one] * 4096.0 + 0.5)])
    return found


def features(best: vec[i64], now: vec[i64], guess: vec[float], seat: i64) -> vec[i64]:
    """In FELT: logarithms of shares now and after the best action, expected scores against the best one in spreads,
    and as they are, a block each; then the spread."""
    seats: i64 = len(best)
    spread = guess[seats] if guess[seats] > 0.001 else 0.001
    top = guess[0]
    for one in range(seats):
        if guess[one] > top:
            top = guess[one]
    found = vec[i64](capacity=4 * seats + 1)
    for n in range(seats):
        found = append(found, now[n] >> 6)
    for n in range(seats):
        found = append(found, best[n] >> 6)
    for n in range(seats):
        one = seat + n if seat + n < seats else seat + n - seats
        behind = (top - guess[one]) / spread
        found = append(found, -i64((behind if behind < 8.0 else 8.0) * 64.0))
    for n in range(seats):
        one = seat + n if seat + n < seats else seat + n - seats
        found = append(found, within(guess[one] * 2.56))
    return append(found, within(spread * 12.8))


def within(number: float) -> i64:
    """A feature, no larger than there is room for."""
    if number > 2047.0:
        return MOST_FELT
    return -MOST_FELT if number < -2047.0 else i64(number)


def seen_number(bits: i32) -> i64:
    """A number of an observation, which is the bits of a 32-bit float from 0 to 1, in SEEN."""
    if bits == 0:
        return 0
    places = 144 - (i64(bits) >> 23)
    return ((i64(bits) & 0x7FFFFF) | 0x800000) >> places if places < 60 else 0


class Reader:
    """Observations as the net reads them, and as it learns from them."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder: Encoder = encoder
        self.blank: vec[i32] = vec[i32]([i32(0)] * encoder.size)

    def read(self, state: State, seat: i64) -> vec[i32]:
        """What a seat sees in a state, as the numbers that the net takes."""
        numbers = self.blank[:]
        self.encoder.encode(state, seat, numbers, 0)
        return numbers

    def sheet(self, state: State, seat: i64) -> bytes:
        """The same, a byte for each number."""
        numbers = self.read(state, seat)
        small = vec[u8](capacity=len(numbers))
        for bits in numbers:
            small = append(small, u8(seen_number(bits)))
        return bytes(memoryview(small))


# ---- the sums --------------------------------------------------------------------------------------------------------


class Layers:
    """The weights of a net for one number of seats, layer by layer; each weight times the most that can come in stays
    within 31 bits when a row of them is added up.

    `seen` and `felt` have a row for each input, all others one for each output. Biases have the half in them that makes
    a shift round.
    """

    def __init__(
        self, shape: dict[str, int], shifts: list[int], weights: dict[str, Any], biases: dict[str, Any]
    ) -> None:
        self.width: i64 = shape["width"]
        self.blocks: i64 = shape["blocks"]
        self.outputs: i64 = shape["outputs"]        # of the head: seats, two gains, the query
        self.query: i64 = shape["query"]
        self.seats: i64 = shape["seats"]
        self.shifts: vec[i64] = vec[i64]([i64(shift) for shift in shifts])   # first layer, two a block, the query
        self.weights: dict[str, Any] = weights      # arrays of 16-bit numbers by layer
        self.biases: dict[str, Any] = biases        # arrays of 32-bit numbers


class Kernel:
    """Adds up a net's sums."""

    def run(self, numbers: vec[i32], felt: vec[i64], rows: vec[i64]) -> vec[i64]:
        """The outputs of the head for seats and gains, and the product of query and embedding for each row."""
        raise NotImplementedError


class PlainKernel(Kernel):
    """The sums in Python, compiled or not: slow, and the measure of what is right."""

    def __init__(self, layers: Layers) -> None:
        self.layers: Layers = layers
        names = ["seen", "felt", "head", "embedding"]
        for block in range(layers.blocks):
            names += [f"a{block}", f"c{block}"]
        self.weights: dict[str, vec[i16]] = {name: vec[i16](layers.weights[name]) for name in names}
        names = ["first", "head", "embedding", *names[4:]]
        self.biases: dict[str, vec[i32]] = {name: vec[i32](layers.biases[name]) for name in names}

    def run(self, numbers: vec[i32], felt: vec[i64], rows: vec[i64]) -> vec[i64]:
        """What `Kernel.run` gives, added up in Python."""
        layers = self.layers
        passed = self._first(numbers, felt)
        for block in range(layers.blocks):
            passed = self._block(passed, block)
        head = self._product("head", passed, layers.outputs)
        out = vec[i64](capacity=layers.seats + 2 + len(rows))
        for n in range(layers.seats + 2):
            out = append(out, head[n])
        shift = layers.shifts[1 + 2 * layers.blocks]
        query = vec[i64](capacity=layers.query)
        for n in range(layers.query):
            asked = head[layers.seats + 2 + n] >> shift
            asked = MOST_ASKED if asked > MOST_ASKED else asked
            query = append(query, -MOST_ASKED if asked < -MOST_ASKED else asked)
        for row in rows:
            out = append(out, self._row("embedding", query, row))
        return out

    def _first(self, numbers: vec[i32], felt: vec[i64]) -> vec[i64]:
        width = self.layers.width
        bias = self.biases["first"]
        sums = vec[i64](capacity=width)
        for n in range(width):
            sums = append(sums, i64(bias[n]))
        seen = self.weights["seen"]
        for at in range(len(numbers)):
            number = seen_number(numbers[at])
            if number:
                for n in range(width):
                    sums[n] += number * i64(seen[at * width + n])
        weights = self.weights["felt"]
        for at in range(len(felt)):
            for n in range(width):
                sums[n] += felt[at] * i64(weights[at * width + n])
        shift = self.layers.shifts[0]
        for n in range(width):
            sums[n] = passed_on(sums[n], shift)
        return sums

    def _block(self, passed: vec[i64], block: i64) -> vec[i64]:
        """relu(x + C relu(A x))"""
        width = self.layers.width
        shift = self.layers.shifts[1 + 2 * block]
        inner = self._product(f"a{block}", passed, width)
        for n in range(width):
            inner[n] = passed_on(inner[n], shift)
        outer = self._product(f"c{block}", inner, width)
        shift = self.layers.shifts[2 + 2 * block]
        scale = i64(1 << int(shift))
        for n in range(width):
            outer[n] = passed_on(passed[n] * scale + outer[n], shift)
        return outer

    def _product(self, name: str, numbers: vec[i64], rows: i64) -> vec[i64]:
        out = vec[i64](capacity=rows)
        for row in range(rows):
            out = append(out, self._row(name, numbers, row))
        return out

    def _row(self, name: str, numbers: vec[i64], row: i64) -> i64:
        weights = self.weights[name]
        at: i64 = row * len(numbers)
        sum_ = i64(self.biases[name][row])
        for n in range(len(numbers)):
            sum_ += numbers[n] * i64(weights[at + n])
        return sum_


def passed_on(sum_: i64, shift: i64) -> i64:
    """What a unit passes on."""
    if sum_ <= 0:
        return 0
    sum_ >>= shift
    return sum_ if sum_ < MOST_PASSED else MOST_PASSED


class FastKernel(Kernel):
    """The same sums in C (`kernel.c`)."""

    def __init__(self, module: Any, layers: Layers) -> None:
        blocks = [f"{one}{block}" for block in range(layers.blocks) for one in "ac"]
        weights = b"".join([layers.weights[name].tobytes() for name in ["seen", "felt", *blocks, "head", "embedding"]])
        biases = b"".join([layers.biases[name].tobytes() for name in ["first", *blocks, "head", "embedding"]])
        inputs = len(layers.weights["seen"]) // layers.width, len(layers.weights["felt"]) // layers.width
        rows = len(layers.biases["embedding"])
        shape = (*inputs, layers.width, layers.blocks, layers.outputs, layers.query, rows, *layers.shifts)
        self.net: object = module.load(weights, biases, shape)
        self.run_net: Any = module.run

    def run(self, numbers: vec[i32], felt: vec[i64], rows: vec[i64]) -> vec[i64]:
        """What `Kernel.run` gives, added up in C."""
        found: list[int] = self.run_net(self.net, numbers, felt, rows)
        out = vec[i64](capacity=len(found))
        for number in found:
            out = append(out, i64(number))
        return out


# ---- what the net says -----------------------------------------------------------------------------------------------


class Net(Evaluator):
    """A net as an evaluator. `scales`: the places by which value and policy are shifted to FINE, and the two factors of
    the value function's own logarithms, in FINE."""

    def __init__(
        self, valuer: Valuer, reader: Reader, kernel: Kernel, seats: i64, first_bid: i64, scales: list[int]
    ) -> None:
        super().__init__(valuer, 1)
        self.reader: Reader = reader
        self.kernel: Kernel = kernel
        self.seats: i64 = seats
        self.first_bid: i64 = first_bid
        self.value_shift: i64 = scales[0]
        self.policy_shift: i64 = scales[1]
        self.trust_best: i64 = scales[2]
        self.trust_now: i64 = scales[3]

    def evaluate(self, leaves: list[Leaf]) -> None:
        """Answer the leaves with what the net says of them: values and priors."""
        for leaf in leaves:
            said = Description(self.valuer, leaf)
            numbers = self.reader.read(leaf.state, leaf.seat)
            out = self.kernel.run(numbers, said.features, self._rows(leaf.codes))
            leaf.value = self._value(out, said, leaf.seat)
            leaf.priors = self._priors(out, said)

    def _rows(self, codes: vec[i64]) -> vec[i64]:
        """The rows of embeddings that belong to codes."""
        rows = vec[i64](capacity=len(codes))
        last = self.first_bid + BIDS - 1
        for code in codes:
            rows = append(rows, code if code < last else last)
        return rows

    def _value(self, out: vec[i64], said: Description, seat: i64) -> vec[float]:
        logits = vec[i64](capacity=self.seats)
        for n in range(self.seats):
            known = (self.trust_best * said.best[n] + self.trust_now * said.now[n]) >> FINE
            logits = append(logits, (out[n] >> self.value_shift) + known)
        turned = softmax(logits)
        value = vec[float]([0.0] * self.seats)
        for n in range(self.seats):
            value[seat + n if seat + n < self.seats else seat + n - self.seats] = turned[n]
        return value

    def _priors(self, out: vec[i64], said: Description) -> vec[float]:
        """By the query, and by how much an action looked short of the best: coarsely, and finely up to a tenth."""
        coarse = out[self.seats] >> self.value_shift
        fine = out[self.seats + 1] >> self.value_shift
        logits = vec[i64](capacity=len(said.shortfalls))
        for n in range(len(said.shortfalls)):
            short = said.shortfalls[n] >> 4
            near = 25 * short if short < 410 else 10240
            looked = (coarse * 5 * short + fine * near) >> FINE
            logits = append(logits, (out[self.seats + 2 + n] >> self.policy_shift) - looked)
        return softmax(logits)
