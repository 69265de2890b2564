"""What a house needs when people come to it from elsewhere: accounts, and what goes out to players who are not here."""
from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import State

from roundhouse.web.competition import results
from roundhouse.web.competition.clubs import Clubs
from roundhouse.web.competition.explorer.explorer import Explorer
from roundhouse.web.competition.explorer.exploring import Exploring
from roundhouse.web.competition.history import Histories
from roundhouse.web.competition.standings import Standings
from roundhouse.web.competition.tournaments import tournaments
from roundhouse.web.competition.tournaments.tournaments import Tournaments
from roundhouse.web.competition.year import Years
from roundhouse.web.delivery import notifications, preferences
from roundhouse.web.delivery.letter_queue import LetterQueue
from roundhouse.web.delivery.sender import Sender
from roundhouse.web.delivery.transport.email import MailServer
from roundhouse.web.delivery.transport.http_client import HttpClient
from roundhouse.web.delivery.web_push import Signer
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.email.addresses import EmailAddresses
from roundhouse.web.people.moderation.moderation import Moderation
from roundhouse.web.people.programs.accounts import BotAccounts
from roundhouse.web.people.recovery import Recovery
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import ThreadQueue


def tables(database: Database, bots: Mapping[str, str]) -> Tables:
    """Tables that know of holidays, and note what their players are to be told, and how games end."""
    return Tables(database, bots, preferences.holidays, [notifications.observe, results.observe, tournaments.observe])


def add(state: State) -> None:
    """Accounts, recovery codes and a sender, in the state of an application that has settings, tables and players."""
    settings, database = state.settings, state.database
    post = MailServer(settings.mail, settings.mail_from) if settings.mail else None
    base = settings.address.rstrip("/") or "http://127.0.0.1:8080"
    signer = Signer(database, f"mailto:{settings.mail_from}" if settings.mail_from else base)
    letters = LetterQueue(post is not None)
    state.recovery = Recovery(database, state.players)
    state.password_queue = ThreadQueue()
    state.accounts = Accounts(database, state.players, state.tables.holdings, letters)
    state.bot_accounts = BotAccounts(database, state.players, state.accounts)
    state.email_addresses = EmailAddresses(database, state.players, state.accounts, letters)
    state.histories, state.standings = Histories(database), Standings(database)
    state.moderation = Moderation(database, state.players, state.tables.holdings)
    state.explorer, state.exploring = Explorer(database), Exploring(state.tables.repository)
    state.years, state.year_pictures = Years(database), ThreadQueue()
    state.clubs = Clubs(database)
    state.tournaments = Tournaments(state.tables, notifications.tell_absent)
    state.sender = Sender(database, base, post, signer, HttpClient(settings.inside))
