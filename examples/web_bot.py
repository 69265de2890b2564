"""A bot that plays at a house on the web: python examples/web_bot.py https://house.example TOKEN

The token comes from the house's page "Your bots". It accepts every challenge and plays all its games at once. With
--ask NAME it asks an account or a level to a game first, and with --games 1 it stops after one. Replace `choose` by
something clever: `view.state` is all that your seat may know.
"""
import argparse
import random

from roundhouse.client import Client, Table, View


def choose(view: View) -> str:
    """Anything but a high bid."""
    bids = [line for line in view.legal if line.startswith("bid ")]
    return random.choice([line for line in view.legal if line not in bids[2:]])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("house")
    options.add_argument("token")
    options.add_argument("--ask", metavar="NAME", help="an account, or level-1 to level-5")
    options.add_argument("--game", default="narrow-gauge")
    options.add_argument("--games", type=int, default=0, help="stop after so many")
    given = options.parse_args()
    client, played = Client(given.house, given.token), list[Table]()
    print("playing as", client.account().name)
    if given.ask:
        asked = given.ask if given.ask.startswith("level-") else f"@{given.ask}"
        least = next(game.players[0] for game in client.games() if game.name == given.game)
        client.create(given.game, ["me", asked, *["level-1"] * (least - 2)])

    def ended(table: Table) -> bool:
        print(table.id, "scores", table.scores, "winners", [table.seats[seat].name for seat in table.winners])
        played.append(table)
        return bool(len(played) == given.games)

    for turn in client.turns(ended=ended):
        turn.act(choose(turn.view))


if __name__ == "__main__":
    main()
