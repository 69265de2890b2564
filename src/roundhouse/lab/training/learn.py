"""Learning: a net is fitted to samples, made into whole numbers and written to a file.

It needs torch and NumPy and nothing else of Roundhouse, so any Python that has them can run this file:

    python learn.py

It reads orders from standard input, a line of JSON each, and tells how it goes on standard output in the same way. The
samples that it has read stay in memory from order to order.
"""
from __future__ import annotations

import json
import sys
import time
import zlib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

SEEN, FELT, FINE = 6, 8, 12             # as in roundhouse.bots.net
MOST_FELT, MOST_PASSED = 2047, 4095
MOST_WEIGHT = 2047
MOST_SUM = 1 << 30
QUERY = 10                              # the places of the query after its shift
CEILING = (MOST_PASSED + 1) / (1 << FELT)       # what a unit passes on at most
KINDS = {"B": "u1", "h": "<i2", "H": "<u2", "I": "<u4", "f": "<f4"}
COLUMNS = {
    "seen": "B", "felt": "h", "best": "h", "now": "h", "count": "H", "rows": "H", "shortfalls": "H", "visits": "H",
    "root": "f", "result": "f", "surprise": "f", "full": "B", "game": "I",
}
HELD_OUT = 20                           # one game of so many is not learned from, but judges what was learned


@dataclass
class Recipe:
    """How a net is fitted."""

    width: int = 256
    blocks: int = 2
    query: int = 64
    epochs: int = 5
    batch: int = 4096
    rate: float = 0.002
    decay: float = 0.02
    dropout: float = 0.1
    input_dropout: float = 0.15
    value_weight: float = 1.5
    value_part: float = 0.35
    """The part of all positions whose value is learned in an epoch: those of one game all have the same result."""
    root_part: float = 0.6
    """How much of the value to be learned is the search's mean value; the rest is the result."""
    surprise_weight: float = 0.3
    seed: int = 1


# ---- what is learned from --------------------------------------------------------------------------------------------


class Data:
    """All samples on the device, as the largest table has them."""

    def __init__(self, layout: dict[str, Any], device: str) -> None:
        self.layout = layout
        self.device = device
        self.read_files: set[str] = set()
        self.parts: list[dict[str, Tensor]] = []
        self.games = 0

    def read(self, files: list[str]) -> None:
        """Read those of the files that were not read before."""
        for name in files:
            if name not in self.read_files:
                self.read_files.add(name)
                self._add(Path(name).read_bytes())

    def _add(self, data: bytes) -> None:
        line, _, packed = data.partition(b"\n")
        head = json.loads(line)
        raw = zlib.decompress(packed)
        at, columns = 0, {}
        for name, kind in COLUMNS.items():
            columns[name] = np.frombuffer(raw, KINDS[kind], head["sizes"][name], at)
            at += columns[name].nbytes
        if head["positions"]:
            self.parts.append(self._laid_out(columns, head["positions"], head["seats"], head["inputs"]))
            self.games += head["games"]

    def _laid_out(self, c: dict[str, Any], n: int, seats: int, inputs: int) -> dict[str, Tensor]:
        most = self.layout["most"]
        seen = np.zeros((n, self.layout["inputs"]), np.uint8)
        seen[:, self.layout["seen_rows"][str(seats)]] = c["seen"].reshape(n, inputs)
        felt = np.zeros((n, 4 * most + 1), np.int16)
        felt[:, self.layout["felt_rows"][str(seats)]] = c["felt"].reshape(n, -1)
        out = {"seen": seen, "felt": felt, "count": c["count"].astype(np.int16), "full": c["full"] > 0,
               "game": c["game"].astype(np.int64) + self.games, "seats": np.full(n, seats, np.int8)}
        for name in ("best", "now", "root", "result", "surprise"):
            out[name] = padded(c[name].reshape(n, seats).astype(np.float32), most)
        mask = np.arange(self.layout["candidates"]) < np.minimum(out["count"], self.layout["candidates"])[:, None]
        whole = np.arange(int(out["count"].max())) < out["count"][:, None]
        for name in ("rows", "shortfalls", "visits"):
            ragged = np.zeros(whole.shape, np.int32)
            ragged[whole] = c[name]
            out[name] = padded(ragged, self.layout["candidates"])
        out["mask"] = mask
        return {name: torch.from_numpy(np.ascontiguousarray(one)).to(self.device) for name, one in out.items()}

    def all(self) -> dict[str, Tensor]:
        """All examples, by the names of their fields."""
        return {name: torch.cat([part[name] for part in self.parts]) for name in self.parts[0]}


def padded(numbers: Any, width: int) -> Any:
    """As many columns as asked for, cut off or filled with 0."""
    out = np.zeros((len(numbers), width), numbers.dtype)
    keep = min(width, numbers.shape[1])
    out[:, :keep] = numbers[:, :keep]
    return out


# ---- the net ---------------------------------------------------------------------------------------------------------


class Net(nn.Module):
    """The network in PyTorch, whose weights are rounded into a file of `bots/netfile.py`."""

    def __init__(self, layout: dict[str, Any], recipe: Recipe) -> None:
        super().__init__()
        self.most: int = layout["most"]
        width, query = recipe.width, recipe.query
        self.seen = nn.Linear(layout["inputs"], width)
        self.felt = nn.Linear(4 * self.most + 1, width, bias=False)
        self.a = nn.ModuleList(nn.Linear(width, width) for _ in range(recipe.blocks))
        self.c = nn.ModuleList(nn.Linear(width, width) for _ in range(recipe.blocks))
        self.head = nn.Linear(width, self.most + 2 + query)
        self.surprise = nn.Linear(width, self.most)
        self.register_buffer("words", words_of(layout), persistent=False)
        self.word = nn.Parameter(torch.randn(layout["words"], query) * 0.05)
        self.own = nn.Parameter(torch.randn(layout["rows"], query) * 0.01)
        self.liking = nn.Parameter(torch.zeros(layout["rows"]))
        self.trust = nn.Parameter(torch.tensor([0.8, 0.1]))
        self.dropout, self.input_dropout = nn.Dropout(recipe.dropout), nn.Dropout(recipe.input_dropout)
        with torch.no_grad():
            for layer in layers(self.c):
                nn.init.normal_(layer.weight, std=0.02)
                nn.init.zeros_(layer.bias)
            self.head.weight[:self.most + 2] *= 0.1
            self.head.bias.zero_()
            self.head.bias[self.most], self.head.bias[self.most + 1] = 1.5, 0.3

    def embedding(self) -> Tensor:
        """A row for each action: its own numbers and those of the words of its line."""
        added: Tensor = torch.sparse.mm(self.words, self.word)
        return self.own + added

    def forward(self, one: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of the candidates, logits of the seats, and the surprise of the final scores."""
        seen = one["seen"].float() / (1 << SEEN)
        x = self.seen(self.input_dropout(seen)) + self.felt(one["felt"].float() / (1 << FELT))
        x = self.dropout(x.clamp(0, CEILING))
        for a, c in zip(self.a, self.c):
            x = (x + c(a(x).clamp(0, CEILING))).clamp(0, CEILING)
        x = self.dropout(x)
        out = self.head(x)
        fine = 1 << FINE
        value = out[:, :self.most] + (one["best"] * self.trust[0] + one["now"] * self.trust[1]) / fine
        absent = torch.arange(self.most, device=out.device) >= one["seats"][:, None]
        logits = (out[:, self.most + 2:] @ self.embedding().T + self.liking).gather(1, one["rows"].long())
        short = one["shortfalls"].float() / 65536
        gains = out[:, self.most:self.most + 2]
        logits = logits - gains[:, :1] * 5 * short - gains[:, 1:] * (25 * short).clamp(max=2.5)
        return logits.masked_fill(~one["mask"], -1e9), value.masked_fill(absent, -1e9), self.surprise(x)


def layers(found: nn.ModuleList) -> list[nn.Linear]:
    """The linear layers of a list of modules."""
    return [layer for layer in found if isinstance(layer, nn.Linear)]


def words_of(layout: dict[str, Any]) -> Tensor:
    """Which words each row has, as a sparse matrix of 1."""
    pairs = [(row, word) for row, words in enumerate(layout["words_of"]) for word in words]
    where = torch.tensor(pairs).T
    shape = layout["rows"], layout["words"]
    return torch.sparse_coo_tensor(where, torch.ones(len(pairs)), shape, check_invariants=True).coalesce()


# ---- fitting ---------------------------------------------------------------------------------------------------------


def losses(net: Net, one: dict[str, Tensor], recipe: Recipe, valued: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Cross-entropies of policy and value, and how far off the surprise is; `valued`: whose value counts."""
    logits, value, surprise = net(one)
    visits = one["visits"].float() * one["mask"]
    learned = (one["full"] & (visits.sum(1) > 0)).float()
    wanted = visits / visits.sum(1, keepdim=True).clamp(min=1)
    policy = -((wanted * functional.log_softmax(logits, 1)).sum(1) * learned).sum() / learned.sum().clamp(min=1)
    target = recipe.root_part * one["root"] + (1 - recipe.root_part) * one["result"]
    each = -(target * functional.log_softmax(value, 1).clamp(min=-30)).sum(1)
    present = (torch.arange(net.most, device=value.device) < one["seats"][:, None]).float()
    off = functional.smooth_l1_loss(surprise, one["surprise"].clamp(-4, 4), reduction="none") * present
    count = valued.sum().clamp(min=1)
    return policy, (each * valued).sum() / count, (off.mean(1) * valued).sum() / count


@torch.no_grad()
def judged(net: Net, data: dict[str, Tensor], where: Tensor) -> dict[str, float]:
    """How good value and policy are on games that were not learned from, beside value function and search."""
    net.eval()
    sums: dict[str, list[float]] = {}

    def add(name: str, numbers: Tensor, weight: Tensor) -> None:
        had = sums.setdefault(name, [0.0, 0.0])
        had[0] += float((numbers * weight).sum())
        had[1] += float(weight.sum())

    for some in torch.split(where, 8192):
        one = {name: column[some] for name, column in data.items()}
        logits, value, _ = net(one)
        visits = one["visits"].float() * one["mask"]
        learned = (one["full"] & (visits.sum(1) > 0)).float()
        wanted = visits / visits.sum(1, keepdim=True).clamp(min=1)
        found = functional.log_softmax(logits, 1).clamp(min=-30)
        entropy = -(wanted * wanted.clamp(min=1e-9).log()).sum(1)
        add("policy", -(wanted * found).sum(1) - entropy, learned)
        add("top", (found.argmax(1) == wanted.argmax(1)).float(), learned)
        every = torch.ones_like(learned)
        seats = torch.arange(net.most, device=value.device) < one["seats"][:, None]
        add("value", -(one["result"] * functional.log_softmax(value, 1).clamp(min=-30)).sum(1), every)
        root = one["root"].clamp(min=1e-3).log()
        for name, log in (("now", one["now"] / 4096), ("best", one["best"] / 4096), ("root", root)):
            known = functional.log_softmax(log.masked_fill(~seats, -1e9), 1).clamp(min=-30)
            add(f"value by {name}", -(one["result"] * known).sum(1), every)
    net.train()
    return {name: total / max(weight, 1.0) for name, (total, weight) in sums.items()}


def fitted(data: Data, recipe: Recipe, device: str, start: str | None) -> tuple[Net, list[dict[str, float]]]:
    """A net, as it was after its best epoch, and the curve. It begins anew, or at a `start` with smaller steps: then it
    may stay as it was."""
    torch.manual_seed(recipe.seed)
    every = data.all()
    held = every["game"] % HELD_OUT == 7
    learned, judges = (~held).nonzero()[:, 0], held.nonzero()[:, 0][:60_000]
    net = Net(data.layout, recipe).to(device)
    rate = recipe.rate
    if start is not None:
        begin_at(net, Path(start).read_bytes())
        rate /= 2
    free = {"own", "word"}
    decayed = [p for name, p in net.named_parameters() if p.ndim == 2 and name not in free]
    others = [p for name, p in net.named_parameters() if p.ndim != 2 or name in free]
    groups = [{"params": decayed, "weight_decay": recipe.decay}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=rate)
    batch = min(recipe.batch, max(32, len(learned) // 20))
    steps = recipe.epochs * max(1, len(learned) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + 1, pct_start=0.15)
    curve: list[dict[str, float]] = []
    best: tuple[float, dict[str, Tensor]] | None = None
    for epoch in range(0 if start is not None else 1, recipe.epochs + 1):
        if epoch:
            train_epoch(net, every, learned, batch, recipe, optimizer, schedule)
        found = judged(net, every, judges if len(judges) else learned)
        curve.append({"epoch": epoch, **{name: round(number, 4) for name, number in found.items()}})
        score = found["policy"] + 2 * found["value"]
        if best is None or score < best[0]:
            best = score, {name: one.clone() for name, one in net.state_dict().items()}
    assert best is not None
    net.load_state_dict(best[1])
    return net, curve


def train_epoch(
    net: Net, every: dict[str, Tensor], learned: Tensor, batch: int, recipe: Recipe, optimizer: Any, schedule: Any
) -> None:
    """Go through the examples once, in a random order, and move the weights after every batch."""
    order = learned[torch.randperm(len(learned), device=learned.device)]
    for some in torch.split(order, batch):
        if len(some) < batch and len(order) >= batch:
            break
        one = {name: column[some] for name, column in every.items()}
        valued = (torch.rand(len(some), device=some.device) < recipe.value_part).float()
        policy, value, surprise = losses(net, one, recipe, valued)
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(policy + recipe.value_weight * value + recipe.surprise_weight * surprise)
        optimizer.step()
        schedule.step()


# ---- whole numbers ---------------------------------------------------------------------------------------------------


def places(rows: Any, most_in: Any, most_weight: int = MOST_WEIGHT, sum_: int = MOST_SUM) -> int:
    """The most places that weights may have: none is too large, and no sum of a row leaves its room."""
    found = 14
    while found > 0 and (
        np.abs(rows).max() * 2**found > most_weight or (np.abs(rows) @ most_in).max() * 2**found > sum_
    ):
        found -= 1
    return found


def whole(numbers: Any, shift: int) -> Any:
    """Numbers as whole ones, after that many doublings."""
    return np.rint(numbers * 2.0**shift)


def quantised(net: Net, recipe: Recipe) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """Shifts and scales, weights, and biases, in the order of the file; see roundhouse.bots.netfile."""
    def t(one: Tensor) -> Any:
        return one.detach().float().cpu().numpy().astype(np.float64)

    seen, felt = t(net.seen.weight), t(net.felt.weight)
    width = np.full(recipe.width, float(MOST_PASSED))
    inputs = np.concatenate([np.full(seen.shape[1], 64.0), np.full(felt.shape[1], MOST_FELT / 4.0)])
    first = places(np.concatenate([seen, felt], 1), inputs)
    weights = [whole(seen.T, first), whole(felt.T, first - 2)]
    biases = [whole(t(net.seen.bias), first + SEEN) + 2 ** max(first - 3, 0)]
    shifts = [first - 2]
    for one in [layer for pair in zip(layers(net.a), layers(net.c)) for layer in pair]:
        shift = places(t(one.weight), width, sum_=MOST_SUM // 2)
        weights.append(whole(t(one.weight), shift))
        biases.append(whole(t(one.bias), shift + FELT) + 2 ** max(shift - 1, 0))
        shifts.append(shift)
    head = places(t(net.head.weight), width)
    weights.append(whole(t(net.head.weight), head))
    biases.append(whole(t(net.head.bias), head + FELT))
    embedding = t(net.embedding())
    rows = places(embedding, np.full(recipe.query, 32767.0))
    weights.append(whole(embedding, rows))
    biases.append(whole(t(net.liking), QUERY + rows))
    shifts.append(head + FELT - QUERY)
    if min(first - 2, head - 4, rows - 2, *shifts) < 0:
        raise ValueError("weights have grown too large to be made into whole numbers")
    trust = [round(float(one) * (1 << FINE)) for one in net.trust.detach()]
    scales = [head + FELT - FINE, QUERY + rows - FINE, *trust]
    return {"shifts": shifts, "scales": scales}, weights, biases


def file_of(net: Net, layout: dict[str, Any], recipe: Recipe) -> bytes:
    """The bytes of a file with the net, its numbers rounded."""
    numbers, weights, biases = quantised(net, recipe)
    shape = {"seen": layout["inputs"], "felt": 4 * layout["most"] + 1, "width": recipe.width, "blocks": recipe.blocks,
             "seats": layout["most"], "query": recipe.query, "rows": layout["rows"]}
    head = {"format": "roundhouse-net/1", **layout["net"], "shape": shape, **numbers}
    parts = [one.astype("<i2").tobytes() for one in weights] + [one.astype("<i4").tobytes() for one in biases]
    return json.dumps(head).encode() + b"\n" + zlib.compress(b"".join(parts), 9)


def shaped(recipe: Recipe, start: Path) -> Recipe:
    """The recipe for a net of the shape of the one that it begins at."""
    shape = json.loads(start.read_bytes().partition(b"\n")[0])["shape"]
    return replace(recipe, width=shape["width"], blocks=shape["blocks"], query=shape["query"])


@torch.no_grad()
def begin_at(net: Net, data: bytes) -> None:
    """Give a net the weights of a file, as far as whole numbers tell them."""
    line, _, packed = data.partition(b"\n")
    head, raw = json.loads(line), zlib.decompress(packed)
    at = 0

    def take(into: Tensor, kind: str, shift: int, half: int = 0) -> None:
        nonlocal at
        numbers = (np.frombuffer(raw, kind, into.numel(), at) - half) / 2.0**shift
        at += into.numel() * np.dtype(kind).itemsize
        into.copy_(torch.from_numpy(numbers).float().reshape(into.shape))

    shifts, scales = head["shifts"], head["scales"]
    first, last, rows = shifts[0] + 2, scales[0] + FINE - FELT, scales[1] + FINE - QUERY
    inner = [layer for pair in zip(layers(net.a), layers(net.c)) for layer in pair]
    seen, felt = torch.empty_like(net.seen.weight.T), torch.empty_like(net.felt.weight.T)
    take(seen, "<i2", first)
    take(felt, "<i2", first - 2)
    net.seen.weight.copy_(seen.T)
    net.felt.weight.copy_(felt.T)
    for layer, shift in zip(inner, shifts[1:]):
        take(layer.weight, "<i2", shift)
    take(net.head.weight, "<i2", last)
    take(net.own, "<i2", rows)
    net.word.zero_()
    take(net.seen.bias, "<i4", first + SEEN, 2 ** max(first - 3, 0))
    for layer, shift in zip(inner, shifts[1:]):
        take(layer.bias, "<i4", shift + FELT, 2 ** max(shift - 1, 0))
    take(net.head.bias, "<i4", last + FELT)
    take(net.liking, "<i4", QUERY + rows)
    net.trust.copy_(torch.tensor(scales[2:]) / (1 << FINE))


# ---- orders ----------------------------------------------------------------------------------------------------------


def say(**what: Any) -> None:
    """Write one line of JSON to the process that has started this one."""
    print(json.dumps(what), flush=True)


def main() -> None:
    """Take orders from the standard input, a line of JSON each, until it ends."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    say(ready=True, device=torch.cuda.get_device_name() if device == "cuda" else "cpu", torch=torch.__version__)
    data: Data | None = None
    for line in sys.stdin:
        order = json.loads(line)
        begun = time.monotonic()
        if data is None:
            data = Data(json.loads(Path(order["layout"]).read_text()), device)
        data.read(order["samples"])
        if not data.parts:
            say(error="there is nothing to learn from: no game was finished; give the rounds more seconds")
            continue
        known = {field.name for field in fields(Recipe)}
        recipe = Recipe(**{name: given for name, given in order.get("recipe", {}).items() if name in known})
        recipe = recipe if order.get("start") is None else shaped(recipe, Path(order["start"]))
        net, curve = fitted(data, recipe, device, order.get("start"))
        Path(order["out"]).write_bytes(file_of(net, data.layout, recipe))
        positions = sum(len(part["game"]) for part in data.parts)
        say(done=order["out"], curve=curve, games=data.games, positions=positions,
            seconds=round(time.monotonic() - begun, 1), parameters=sum(p.numel() for p in net.parameters()))


if __name__ == "__main__":
    main()
