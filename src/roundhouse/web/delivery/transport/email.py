"""E-mail by SMTP. A letter about a game holds a link that signs in the one to whom it is sent, and nobody else."""
from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from aiosmtplib import SMTP, SMTPException, SMTPRecipientsRefused

from roundhouse.errors import UserError
from roundhouse.web.delivery.transport.http_client import CONNECT_SECONDS, MOST_ADDRESSES, SECONDS, DeliveryFailed
from roundhouse.web.delivery.transport.resolver import Resolve, resolve
from roundhouse.web.people.email.letters import ADDRESS

ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True)
class MailServer:
    """A mail server, as `smtp://user:password@host:587` (with TLS where it is offered) or `smtps://..`."""

    url: str
    sender: str
    seconds: float = SECONDS
    """For all of a letter: the lookup, the connection, TLS, and every word of the mail server."""
    resolve: Resolve = field(default=resolve, repr=False)

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            known = parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
        except ValueError:
            known = False
        if not known:
            raise UserError(f"a mail server is smtp://host:port or smtps://.., not '{self.url}'")
        if not ADDRESS.fullmatch(self.sender):
            raise UserError(f"letters need the address of a sender, as games@example.org, not '{self.sender}'")

    async def send(self, to: str, subject: str, text: str, name: str, headers: Mapping[str, str] | None = None) -> None:
        """Hand a letter over to the mail server. It bears the same id whenever it is sent under the same name, so that
        one that comes twice is known to be the same. DeliveryFailed where the server did not take it."""
        if not ADDRESS.fullmatch(to):
            raise DeliveryFailed("this is no address of e-mail", for_ever=True)
        domain = self.sender.rpartition("@")[2]
        try:
            letter = EmailMessage()
            letter["From"] = f"Roundhouse <{self.sender}>"
            letter["To"] = to
            letter["Subject"] = subject
            letter["Date"] = formatdate()
            letter["Message-ID"] = f"<{name}@{domain}>"
            letter["Auto-Submitted"] = "auto-generated"
            for header, value in (headers or {}).items():
                letter[header] = value
            letter.set_content(text)
            async with asyncio.timeout(self.seconds):
                await self._hand_over(letter, domain)
        except SMTPRecipientsRefused as error:
            first = error.recipients[0]
            raise DeliveryFailed(f"{first.code} {first.message}", for_ever=500 <= first.code < 600) from error
        except (SMTPException, OSError, ValueError) as error:
            raise DeliveryFailed(f"the mail server did not take it: {error or type(error).__name__}") from error

    async def _hand_over(self, letter: EmailMessage, domain: str) -> None:
        parts = urlsplit(self.url)
        host, secure = parts.hostname or "", parts.scheme == "smtps"
        connection = await self._connect(host, parts.port or PORTS[parts.scheme])
        line = SMTP(
            hostname=host, sock=connection, use_tls=secure, start_tls=False, timeout=self.seconds, local_hostname=domain
        )
        try:
            await line.connect()
            await line.ehlo()
            if not secure and line.supports_extension("starttls"):
                await line.starttls()
                await line.ehlo()
            elif not secure and parts.username and host not in ON_THIS_MACHINE:
                raise SMTPException("the server offers no TLS, and a password is not sent without")
            if parts.username:
                await line.login(unquote(parts.username), unquote(parts.password or ""))
            await line.send_message(letter)
        finally:
            # Without a goodbye, which could take as long as all else: the letter has been taken, or not.
            line.close()
            connection.close()

    async def _connect(self, host: str, port: int) -> socket.socket:
        loop = asyncio.get_running_loop()
        failure = OSError(f"{host} has no address")
        for address in (await self.resolve(host, port))[:MOST_ADDRESSES]:
            family = socket.AF_INET6 if ip_address(address.partition("%")[0]).version == 6 else socket.AF_INET
            connection = socket.socket(family, socket.SOCK_STREAM)
            connection.setblocking(False)
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    await loop.sock_connect(connection, (address, port))
                return connection
            except OSError as error:
                connection.close()
                failure = error
            except BaseException:
                connection.close()
                raise
        raise failure
