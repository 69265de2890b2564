"""A client for programs that play at a house on the web: typed, and with nothing beside Python.

    from roundhouse.client import Client

    for turn in Client("https://club.example.org", token).turns():
        turn.act(turn.legal[0])
"""
from roundhouse.client.client import Client, Turn
from roundhouse.client.connection import ClientError, Moved, NotAllowed, Refused, Unreachable
from roundhouse.client.models import Account, ChatLine, Event, GameInfo, Seat, Table, View

__all__ = [
    "Account", "ChatLine", "Client", "ClientError", "Event", "GameInfo", "Moved", "NotAllowed", "Refused", "Seat",
    "Table", "Turn", "Unreachable", "View",
]
