"""The file of a net, and the net for a game that is made of it.

One net serves a title with an edition at every number of seats it was trained for: its inputs and actions are those of
the largest table, known by their names, and a smaller table takes what it has of them.

The file is a line of JSON, the head, and after it the weights, compressed: 16-bit numbers layer by layer, then 32-bit
biases, the low byte first.
"""
from __future__ import annotations

import json
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from typing import Any

from roundhouse._compiled import kernel_fingerprint
from roundhouse.bots.net import (
    BIDS,
    FastKernel,
    Kernel,
    Layers,
    Net,
    PlainKernel,
    Reader,
    exponentials,
    logarithms,
)
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import Game
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.errors import UserError
from roundhouse.games import Setup, title

FORMAT = "roundhouse-net/1"
BLOCKS_OF_FEATURES = 4      # of a number for each seat; see `net.features`


@dataclass(frozen=True)
class NetFile:
    """A net as it is kept: what it is for, its shape and scales, and its weights."""

    head: dict[str, Any]
    weights: dict[str, array[int]]
    biases: dict[str, array[int]]

    @property
    def seats(self) -> list[int]:
        """The numbers of seats that it was trained for."""
        return list(self.head["seats"])

    def dumps(self) -> bytes:
        """The bytes of the file."""
        names = layer_names(self.head["shape"]["blocks"])
        parts = [little(self.weights[name]) for name in names[0]] + [little(self.biases[name]) for name in names[1]]
        return json.dumps(self.head).encode() + b"\n" + zlib.compress(b"".join(parts), 9)


def layer_names(blocks: int) -> tuple[list[str], list[str]]:
    """The layers that have weights, and those that have biases, in the order of the file."""
    inner = [f"{one}{block}" for block in range(blocks) for one in "ac"]
    return ["seen", "felt", *inner, "head", "embedding"], ["first", *inner, "head", "embedding"]


def sizes(shape: dict[str, int]) -> tuple[list[int], list[int]]:
    """How many weights and biases each layer has."""
    width, outputs = shape["width"], shape["seats"] + 2 + shape["query"]
    inner = 2 * shape["blocks"]
    weights = [shape["seen"] * width, shape["felt"] * width, *[width * width] * inner]
    return [*weights, outputs * width, shape["rows"] * shape["query"]], [*[width] * (inner + 1), outputs, shape["rows"]]


def little(numbers: array[int]) -> bytes:
    """The numbers, the low byte first."""
    if sys.byteorder == "little":
        return numbers.tobytes()
    turned = numbers[:]
    turned.byteswap()
    return turned.tobytes()


def loads(data: bytes) -> NetFile:
    """A net from the bytes of its file; UserError if that is not what they are."""
    line, _, packed = data.partition(b"\n")
    try:
        head = json.loads(line)
        if head["format"] != FORMAT:
            raise ValueError(f"its format is {head['format']}, and not {FORMAT}")
        return _unpacked(head, zlib.decompress(packed))
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise UserError(f"this is no net that can be read: {error}") from error


def _unpacked(head: dict[str, Any], data: bytes) -> NetFile:
    names, counts = layer_names(head["shape"]["blocks"]), sizes(head["shape"])
    at, found = 0, []
    for kind, layers, many in zip("hi", names, counts):
        made: dict[str, array[int]] = {}
        for name, count in zip(layers, many, strict=True):
            numbers = array(kind)
            numbers.frombytes(data[at:at + count * numbers.itemsize])
            if len(numbers) != count:
                raise ValueError("it is cut off")
            if sys.byteorder != "little":
                numbers.byteswap()
            at += count * numbers.itemsize
            made[name] = numbers
        found.append(made)
    return NetFile(head, *found)


# ---- how names become numbers ----------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def layout(setup: Setup) -> tuple[list[str], list[str]]:
    """What a game's inputs and its actions that are no bids are called."""
    game = setup.game()
    parts = encoder(game).parts
    return [part.label(part.start + n) for part in parts for n in range(part.size)], list(game.lines)


def encoder(game: Game) -> Encoder:
    """What writes down what a seat sees."""
    return title(game.name).room.observer.make(game)


def layout_digest(setup: Setup) -> str:
    """A word that is another one when inputs or actions have changed their meaning."""
    return sha256(json.dumps(layout(setup)).encode()).hexdigest()[:16]


def reference(setup: Setup, seats: list[int]) -> Setup:
    """The largest of some tables, whose inputs and actions a net has."""
    return Setup(setup.title, max(seats), setup.edition, setup.digest, setup.version, setup.options, setup.text)


def seen_rows(setup: Setup, largest: Setup) -> list[int]:
    """For each input of a table, which input of the largest one it is."""
    places = {label: n for n, label in enumerate(layout(largest)[0])}
    return [places[label] for label in layout(setup)[0]]


def felt_rows(seats: int, most: int) -> list[int]:
    """The same for features."""
    blocks = [block * most + seat for block in range(BLOCKS_OF_FEATURES) for seat in range(seats)]
    return [*blocks, BLOCKS_OF_FEATURES * most]


def action_rows(setup: Setup, largest: Setup) -> list[int]:
    """The same for the rows of embeddings: actions, then bids."""
    places = {line: n for n, line in enumerate(layout(largest)[1])}
    bids = range(len(places), len(places) + int(BIDS))
    return [*(places[line] for line in layout(setup)[1]), *bids]


# ---- a net for a game ------------------------------------------------------------------------------------------------


@cache
def kernel_module() -> Any:
    """The sums in C, if they were compiled from the source that lies here."""
    try:
        module = import_module("roundhouse.bots._kernel")
    except ImportError:
        return None
    return module if kernel_fingerprint() == module.FINGERPRINT else None


@lru_cache(maxsize=8)
def net_for(data: bytes, game: Game) -> Net:
    """The net of a file's bytes for a game, made once."""
    return fitted(loads(data), game)


def fitted(file: NetFile, game: Game) -> Net:
    """The net for a game. One that was trained for something else raises UserError."""
    setup = Setup.of_game(game)
    largest = _checked(file, setup)
    layers = _layers(file, setup, largest)
    module = kernel_module()
    kernel: Kernel = PlainKernel(layers) if module is None else FastKernel(module, layers)
    reader = Reader(encoder(game))
    for table in (logarithms, exponentials):
        table()     # made with the net, so that no answer waits for them
    return Net(valuer(game.name), reader, kernel, game.seats, game.first_bid, file.head["scales"])


def _checked(file: NetFile, setup: Setup) -> Setup:
    """The largest table of the net, if it is one for this game."""
    if file.head["title"] != setup.title or setup.seats not in file.seats:
        known = f"{file.head['title']} with {', '.join(map(str, file.seats))} players"
        raise UserError(f"this net plays {known}, not {setup.title} with {setup.seats}")
    largest = reference(setup, file.seats)
    if file.head["layout"] != layout_digest(largest):
        raise UserError(f"this net was trained for other observations or actions than {setup.edition} has now")
    return largest


def _layers(file: NetFile, setup: Setup, largest: Setup) -> Layers:
    """The weights that this table needs, in its order."""
    shape, weights, biases = file.head["shape"], dict(file.weights), dict(file.biases)
    width, query = shape["width"], shape["query"]
    actions = action_rows(setup, largest)
    head = [*range(setup.seats), *range(largest.seats, largest.seats + 2 + query)]
    weights["seen"] = _rows(weights["seen"], width, seen_rows(setup, largest))
    weights["felt"] = _rows(weights["felt"], width, felt_rows(setup.seats, largest.seats))
    weights["head"] = _rows(weights["head"], width, head)
    weights["embedding"] = _rows(weights["embedding"], query, actions)
    biases["head"] = _rows(biases["head"], 1, head)
    biases["embedding"] = _rows(biases["embedding"], 1, actions)
    smaller = {**shape, "seats": setup.seats, "outputs": len(head)}
    return Layers(smaller, file.head["shifts"], weights, biases)


def _rows(numbers: array[int], width: int, rows: list[int]) -> array[int]:
    out = array(numbers.typecode)
    for row in rows:
        out.extend(numbers[row * width:(row + 1) * width])
    return out
