"""E-mail by SMTP. A letter about a game holds a link that signs in the one to whom it is sent, and nobody else."""
from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

from roundhouse.errors import UserError
from roundhouse.web.delivery.http_client import DeliveryFailed
from roundhouse.web.people.letters import ADDRESS

SECONDS = 20.0
ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class MailServer:
    """A mail server, as `smtp://user:password@host:587` (with TLS where it is offered) or `smtps://..`."""

    url: str
    sender: str

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise UserError(f"a mail server is smtp://host:port or smtps://.., not '{self.url}'")
        if not ADDRESS.fullmatch(self.sender):
            raise UserError(f"letters need the address of a sender, as games@example.org, not '{self.sender}'")

    def send(self, to: str, subject: str, text: str, name: str) -> None:
        """Hand a letter over to the mail server. It bears the same id whenever it is sent under the same name, so that
        one that comes twice is known to be the same. DeliveryFailed where the server did not take it."""
        letter = EmailMessage()
        letter["From"] = f"Roundhouse <{self.sender}>"
        letter["To"] = to
        letter["Subject"] = subject
        letter["Date"] = formatdate()
        letter["Message-ID"] = f"<{name}@{self.sender.rpartition('@')[2]}>"
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        try:
            self._hand_over(letter)
        except smtplib.SMTPRecipientsRefused as error:
            code, words = next(iter(error.recipients.values()))
            raise DeliveryFailed(f"{code} {words.decode(errors='replace')}", for_ever=500 <= code < 600) from error
        except (smtplib.SMTPException, OSError) as error:
            raise DeliveryFailed(f"the mail server did not take it: {error}") from error

    def _hand_over(self, letter: EmailMessage) -> None:
        parts = urlsplit(self.url)
        host, secure = parts.hostname or "", ssl.create_default_context()
        if parts.scheme == "smtps":
            line: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=SECONDS, context=secure)
        else:
            line = smtplib.SMTP(host, parts.port or 587, timeout=SECONDS)
        with line:
            line.ehlo()
            if parts.scheme == "smtp" and line.has_extn("starttls"):
                line.starttls(context=secure)
                line.ehlo()
            elif parts.scheme == "smtp" and parts.username and host not in ON_THIS_MACHINE:
                raise smtplib.SMTPException("the server offers no TLS, and a password is not sent without")
            if parts.username:
                line.login(unquote(parts.username), unquote(parts.password or ""))
            line.send_message(letter)
