"""What a server is told when it starts."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network

from roundhouse.errors import UserError
from roundhouse.web.logs import LogSettings

ON_THIS_MACHINE = ("127.0.0.1", "::1")


class Proxies:
    """Addresses and networks of web servers before this one. Their word on where a visitor comes from is taken."""

    def __init__(self, names: Iterable[str]) -> None:
        try:
            self._networks = [ip_network(name, strict=False) for name in names]
        except ValueError as error:
            raise UserError(f"a proxy is an address as 172.18.0.2 or a network as 172.18.0.0/16: {error}") from None

    @property
    def names(self) -> list[str]:
        """As everybody reads them: 172.18.0.2/16 is the network 172.18.0.0/16."""
        return [str(network) for network in self._networks]

    def __contains__(self, host: object) -> bool:
        try:
            address = ip_address(str(host))
        except ValueError:
            return False
        return any(address in network for network in self._networks)


@dataclass(frozen=True)
class Settings:
    """All that a host decides about a server, as options of `serve` or in the environment."""

    database: str
    """An SQLAlchemy address: sqlite:///FILE or postgresql://.."""
    bots: int = 1
    """How many worker processes the bots think in; 0 lets them think in the server, for tests."""
    moves_bots: bool = True
    """Whether bots' moves are made here; if not, by `roundhouse bots` on other machines. Hints and reviews are."""
    house_bots: tuple[str, ...] = ()
    """Bots beside the levels that may be put on seats: FILE.py:CLASS, one of a package, search-400@net."""
    pause: float = 2.5
    """How many seconds a seat's secret limit usually waits before it bids, as a person would."""
    beat: float = 0.9
    """How many seconds a page shows a bot's move before it goes on to the next; 0 shows only where they lead."""
    proxies: tuple[str, ...] = ON_THIS_MACHINE
    """Web servers before this one, by address or network: see `Proxies`."""
    address: str = ""
    """The house's own address as others reach it, for links: https://games.example.org. Where that has a path,
    https://club.example.org/roundhouse, all addresses begin with it."""
    mail: str = ""
    """The mail server, as smtp://user:password@host:587; without one, no e-mail is sent."""
    mail_from: str = ""
    """Whose address the letters bear."""
    inside: bool = False
    """Whether messages may go to addresses on the server's own network, as a house at home may wish."""
    rounds: float = 5.0
    """Every how many seconds the house looks at its clocks and at what is to be sent; 0 leaves that to tests."""
    limits: bool = True
    """Whether players and addresses that ask too often are told to wait."""
    framed: bool = False
    """Whether a page of the house's own origin may show its pages in a frame, as the house without a server does."""
    own_editions: bool = False
    """Whether tables are made on editions that players bring as files: where each has a machine of their own."""
    largest: int = 2 * 1024 * 1024
    """How many bytes a request may have at most."""
    log: LogSettings = field(default_factory=LogSettings)
    """What the server writes of itself, and how."""
    metrics: bool = False
    """Whether `/metrics` answers."""
    metrics_token: str = ""
    """Who has this token reads the metrics from anywhere; without one they are for programs on this machine."""
    journal: str = "WAL"
    """How a SQLite file keeps what is being written; see `storage.database`."""
