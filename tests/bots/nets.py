"""Small nets for tests, with weights at random."""
from __future__ import annotations

from array import array
from random import Random

from roundhouse.bots.netfile import FORMAT, NetFile, layer_names, layout, layout_digest, sizes
from roundhouse.bots.netfile import reference as largest_of
from roundhouse.games import Setup


def random_net(title: str, seats: list[int], width: int = 16, blocks: int = 2, query: int = 8) -> NetFile:
    random = Random(1)
    setup = largest_of(Setup.of(title, seats[0]), seats)
    inputs, lines = layout(setup)
    shape = {"seen": len(inputs), "felt": 4 * max(seats) + 1, "width": width, "blocks": blocks, "seats": max(seats),
             "query": query, "rows": len(lines) + 256}
    names, counts = layer_names(blocks), sizes(shape)
    weights = {name: array("h", drawn(random, 900, n)) for name, n in zip(names[0], counts[0])}
    biases = {name: array("i", drawn(random, 9000, n)) for name, n in zip(names[1], counts[1])}
    head = {"format": FORMAT, "title": title, "edition": setup.edition, "seats": seats, "layout": layout_digest(setup),
            "shape": shape, "shifts": [8, *[11, 11] * blocks, 9], "scales": [8, 11, 3300, 400]}
    return NetFile(head, weights, biases)


def drawn(random: Random, most: int, count: int) -> list[int]:
    return [random.randint(-most, most) for _ in range(count)]
