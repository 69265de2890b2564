"""Why something asked of the server is not done, in words for the one who asked."""
from __future__ import annotations

CLOSING = "the house is closing; nothing that was played is lost. Please try again in a moment"
CROWDED = "many things are being written at this moment; nothing has changed. Please try again"


def sendable(words: str) -> str:
    """Half a letter, as JSON can hold it, can be sent to nobody; what repeats it shows a question mark."""
    return words.encode("utf-8", "replace").decode()


def as_sentence(words: str) -> str:
    """Words with a capital letter, and with a full stop where they have no end of their own."""
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!')) else '.'}"


class Refused(Exception):
    """What was asked can't be. Nothing has changed."""

    status = 422

    def __init__(self, why: str, rule: str = "") -> None:
        super().__init__(why)
        self.why = sendable(why)
        self.rule = rule
        """The id of the rule of the game that forbids it, if one does."""

    @property
    def sentence(self) -> str:
        """Why, as a sentence."""
        return as_sentence(self.why)


class NotFound(Refused):
    """There is no such thing: a table, a link, a page."""

    status = 404


class Forbidden(Refused):
    """It is never for the player who asks, whatever the state of the table."""

    status = 403


class NotSignedIn(Refused):
    """It is for somebody who is known here."""

    status = 401


class TooManyRequests(Refused):
    """It was asked too often, and may be asked again after some seconds."""

    status = 429

    def __init__(self, why: str, seconds: int = 2) -> None:
        super().__init__(why)
        self.seconds = seconds
        """The seconds after which it is worth asking again."""


class Busy(Refused):
    """It can't be done at this moment, and may be at another."""

    status = 503


class SessionsChanged(Busy):
    """A session has ended somewhere since the one who asks was looked up: it may have been theirs. Whoever can looks
    them up anew and asks again."""

    def __init__(self) -> None:
        super().__init__("the house is looking up again who is here; please try again")


class Stale(Refused):
    """The table has moved on since the page was drawn: look again. Double clicks end here too."""

    status = 409

    def __init__(self, step: int, version: int) -> None:
        super().__init__("the table has moved on since you looked; here is how it stands now")
        self.step = step
        self.version = version


class TooLarge(Refused):
    """More was sent than is taken."""

    status = 413


class TooSlow(Refused):
    """The body of a request did not come in time: its connection is good for nothing else."""

    status = 408
