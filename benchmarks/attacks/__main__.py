"""The attacks that this house has been through, by number. Each tries a server of its own, or one of yours.

    python -m benchmarks.attacks                                   lists them
    python -m benchmarks.attacks 4 14                              tries these
    python -m benchmarks.attacks all --address http://..           tries all, those that can on a server of yours
"""
from __future__ import annotations

import subprocess
import sys

ATTACKS = {
    1: ("memory", "bots of all levels play for ten minutes: server and workers do not grow"),
    2: ("tokens", "long bearer tokens, each another: the memory of who asks is bounded"),
    3: ("watchers", "2,000 watchers of one table come and go, and nobody else waits"),
    4: ("bots", "37 tables of the strongest bots and 10 reviews; others' bots answer within a second"),
    5: ("visitors", "requests to nothing, parallel logins, idle and half-sent connections"),
    6: ("locked", "hints and reviews while the database is locked: nothing waits in the event loop"),
    7: ("locked", "who only looks does not notice that nothing can be written"),
    8: ("rights", "the chat is filled by one; pages, limits and mute"),
    9: ("fuzz", "whatever the interface allows and forbids: no answer is 500, no command a traceback"),
    10: ("undo", "moves of others taken back while a bot stands in for them"),
    11: ("rights", "a token from before signing in; sessions that end, one and all"),
    12: ("rights", "a rival's hand on another's bot, a stranger on two seats"),
    13: ("rights", "a leaked link, the name of somebody else, the pause of a secret limit"),
    14: ("undo", "chance looked at and taken back"),
    15: ("deaths", "a second server on one file, a killed lab, a server that dies while its bot thinks"),
    16: ("installing", "a lock file of exact versions and hashes"),
    17: ("installing", "a name in the public index that is nobody else's"),
    18: ("proxies", "proxies named and not named, our samples, health and logs"),
    19: ("seats", "the table of rights, a seat taken by knocking, hidden tables, finished games, a flood of knocks"),
    20: ("accounts", "an open browser, links pressed elsewhere, passwords from many addresses, names, floods"),
    21: ("receivers", "hooks that drip, a mail server that never answers, addresses that lead inside, two servers"),
    22: ("house", "unreadable rows, a bot that hangs, a file moved away, refused uploads, floods, tricked clocks"),
    23: ("pages", "costly pages all at once, lines that take nothing, all that is kept downloaded again and again"),
    24: ("competition", "ratings forged, groups entered, private names, hidden tables, files, bots, hosts"),
}
OWN = ("accounts", "competition", "deaths", "house", "installing", "locked", "proxies", "receivers")
"""These need a server of their own, or none: they kill it, lock its file or read its log."""


def listed() -> None:
    print((__doc__ or "").strip(), end="\n\n")
    for number, (name, what) in ATTACKS.items():
        print(f"{number:3}  {name:10}  {what}")


def chosen(words: list[str]) -> list[str]:
    """The scripts of these numbers, each once."""
    numbers = ATTACKS if words == ["all"] else [int(word) for word in words if word.isdecimal()]
    if len(numbers) < len(words) or not set(numbers) <= set(ATTACKS):
        raise SystemExit(f"an attack is 1 to {max(ATTACKS)}, or all")
    return list(dict.fromkeys(ATTACKS[number][0] for number in numbers))


def attempt(names: list[str], options: list[str]) -> None:
    broken = []
    for name in names:
        given = [] if name in OWN else options
        if subprocess.run([sys.executable, "-m", f"benchmarks.attacks.{name}", *given], check=False).returncode:
            broken.append(name)
    if broken:
        raise SystemExit(f"not held: {', '.join(broken)}")
    print("all held")


def main() -> None:
    words = sys.argv[1:]
    options = next((n for n, word in enumerate(words) if word.startswith("-")), len(words))
    if words[:options]:
        attempt(chosen(words[:options]), words[options:])
    else:
        listed()


if __name__ == "__main__":
    main()
