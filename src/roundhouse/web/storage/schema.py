"""The tables of the database. A game is its steps; all else says who may make them and where it stands."""
from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players", metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),       # the name in lower case; guests have none
    Column("password", Text),                       # argon2
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
)

sessions = Table(
    "sessions", metadata,
    Column("token", String(64), primary_key=True),  # its hash: who reads the database can't sit down with it
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("created", Double, nullable=False),
)

tables = Table(
    "tables", metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("edition", String(80), nullable=False),
    Column("edition_digest", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),        # JSON
    Column("public", Boolean, nullable=False),
    Column("pace", String(8), nullable=False),
    Column("owner", ForeignKey("players.id"), nullable=False),
    Column("secret", String(64), nullable=False),   # what chance is drawn from; never leaves the server
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("stamp", Integer, nullable=False),       # rises with every change; told to nobody
    Column("revision", Integer, nullable=False),    # rises with every change that everybody may know of
    Column("version", Integer, nullable=False),     # rises with every change of the log
    Column("talk", Integer, nullable=False),        # how many lines of chat there are
    Column("rematch", String(16)),
    # What follows from the steps and seats, so that tables can be listed without rebuilding them.
    Column("status", String(8), nullable=False),
    Column("step", Integer, nullable=False),
    Column("to_act", Integer, nullable=False),
    Column("auto", Boolean, nullable=False),        # whether the server acts next, for a bot or an intention
    Column("result", Text),                         # JSON
    # Which server lets the bot think, and until when it is trusted to do so.
    Column("lease_by", String(32)),
    Column("lease_until", Double, nullable=False),
    Index("ix_tables_listing", "public", "status", "changed"),
    Index("ix_tables_auto", "auto", "lease_until"),
)

editions = Table(
    "editions", metadata,                           # whatever becomes of ours, a table keeps the one it was begun with
    Column("digest", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)

seats = Table(
    "seats", metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("player", ForeignKey("players.id"), index=True),
    Column("bot", String(20)),
    Column("invite", String(64), unique=True),      # for an open seat; the owner may see it again
    Column("key", String(64), unique=True),         # the hash of the seat's own link
    Column("reserved", ForeignKey("players.id")),   # who may sit down without an invitation
    PrimaryKeyConstraint("table", "number"),
)

holders = Table(
    "holders", metadata,                            # who may act for a seat: a player on one device or several
    Column("table", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    PrimaryKeyConstraint("table", "seat", "player"),
)

steps = Table(
    "steps", metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("by", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table", "number"),        # of two that act at once, one is acknowledged
)

undone = Table(
    "undone", metadata,                             # steps taken back: nothing that happened is thrown away
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("by", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table", "version", "number"),
)

asks = Table(
    "asks", metadata,                               # wishes to take back steps, until the others have answered
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("agreed", Text, nullable=False),         # JSON: the seats that have agreed
    Column("at", Double, nullable=False, server_default="0"),
)

intentions = Table(
    "intentions", metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("auction", String(80), nullable=False),
    Column("wish", String(80), nullable=False),
    PrimaryKeyConstraint("table", "seat"),
)

chat = Table(
    "chat", metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("words", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table", "number"),
)

mutes = Table(
    "mutes", metadata,                              # whose words a player does not wish to read
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("table", "player", "seat"),
)
