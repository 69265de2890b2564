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
    false,
    true,
)

SKETCH_PARTS = ("first", "second", "third", "fourth", "fifth", "sixth")
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
    Column("email", String(254)),                   # one that has been answered from
    Column("deleted", Double),                      # when they asked to be forgotten
    # What an account's name looks like. None for a guest, and for an older account that looks like an earlier one.
    Column("look", String(80)),
    Column("private", Boolean, nullable=False, server_default=false()),     # shows its history to nobody
    # How they play: which moves wait for a second press, None for what suits the occasion; and whether they make
    # themselves the moves to which there is no other.
    Column("confirms", String(8)),
    Column("forced", Boolean, nullable=False, server_default=false()),
    Column("role", String(10), nullable=False, server_default=""),      # "host" or "moderator" of the house
    Column("banned", Double),                       # since when; None for those who are not
    Column("banned_until", Double),                 # None for good
    Column("banned_why", String(200), nullable=False, server_default=""),
    Column("keeper", Integer, index=True),          # of a bot: whose program it is; None for people
    Column("about", String(400), nullable=False, server_default=""),    # what its keeper says of it
    Index("ix_players_email", "email", unique=True),
    Index("ix_players_look", "look", unique=True),
)

sessions = Table(
    "sessions", metadata,
    Column("token", String(64), primary_key=True),  # its hash: who reads the database can't sit down with it
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("created", Double, nullable=False),
    Column("device", String(80)),                   # in words, so that its owner knows it again
)

program_tokens = Table(
    "program_tokens", metadata,                     # by which bots are known; they have no sessions
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False),    # its hash
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("scopes", String(60), nullable=False),   # those in people/programs/scopes.py, words apart by spaces
    Column("created", Double, nullable=False),
    Index("ix_program_tokens_token", "token", unique=True),
)

known_devices = Table(
    "known_devices", metadata,                      # browsers on which an account has been signed in
    Column("token", String(64), nullable=False),    # its hash
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("used", Double, nullable=False),
    PrimaryKeyConstraint("token", "player"),
)

password_tries = Table(
    "password_tries", metadata,                     # wrong ones; gone with the next right one, or after a day
    Column("name", String(64), primary_key=True),   # the hash of what they were tried for
    Column("tries", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("until", Double, nullable=False),        # when the next one may be tried
)

activity = Table(
    "activity", metadata,                           # what was done with an account, for its owner
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("at", Double, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("detail", String(120), nullable=False),
    Column("device", String(80), nullable=False),
    Column("network", String(64), nullable=False),  # an address without its last part
    Index("ix_activity_player", "player", "at"),
    Index("ix_activity_at", "at"),
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
    Column("closed", String(12)),                   # why it was ended before its end
    Column("invite", String(64)),                   # a link to any seat that is open
    Column("watched", Boolean, nullable=False, server_default=true()),
    Column("hidden", Boolean, nullable=False, server_default=false()),  # by a moderator: its people alone see it
    Column("hints", Boolean, nullable=False, server_default=true()),    # whether those who play may ask for hints
    # The clock: seconds for each turn, and in each seat's bank at the start. None for none.
    Column("each", Double),
    Column("bank", Double),
    Column("at_zero", String(8), nullable=False, server_default="move"),
    Column("since", Double, nullable=False, server_default="0"),    # when the turn began
    Column("deadline", Double),                     # when the clock of the seat to act runs out
    Column("remind", Double),                       # when that seat is to be reminded
    Column("overdue", Boolean, nullable=False, server_default=false()),  # that clock has run out
    Column("spent", Double, nullable=False, server_default="0"),    # of its own time, by the turn before
    Column("spent_by", Integer),                    # whose turn that was
    Column("uploaded", Boolean, nullable=False, server_default=false()),    # made of a file that somebody sent
    Column("branched", Boolean, nullable=False, server_default=false()),    # goes on from the middle of another
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("club", String(16), index=True),         # the group for which it was made
    # What follows from the steps and seats, so that tables can be listed without rebuilding them.
    Column("status", String(8), nullable=False),
    Column("step", Integer, nullable=False),
    Column("to_act", Integer, nullable=False),
    Column("auto", Boolean, nullable=False),        # whether the server acts next, for a bot or an intention
    Column("result", Text),                         # JSON
    # Which server lets the bot think, and until when it is trusted to do so.
    Column("lease_by", String(32)),
    Column("lease_until", Double, nullable=False),
    Index("ix_tables_listing", "public", "status", "changed", "id"),
    Index("ix_tables_auto", "auto", "lease_until"),
    Index("ix_tables_deadline", "deadline"),
    Index("ix_tables_remind", "remind"),
    Index("ix_tables_invite", "invite", unique=True),
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
    Column("invite", String(64), unique=True),      # while the seat is open, the owner may see it again
    Column("key", String(64), unique=True),         # the hash of the seat's own link
    Column("reserved", ForeignKey("players.id"), index=True),   # who may sit down without an invitation
    Column("bank", Double),                         # seconds left beyond those of each turn
    Column("ends", Boolean, nullable=False, server_default=false()),    # agrees that the game ends here
    Column("hints", Integer, nullable=False, server_default="0"),       # how many it has asked for
    Column("hinted", Integer, nullable=False, server_default="-1"),     # at which version of the log it did so last
    Column("stood_in", Integer, nullable=False, server_default="0"),    # how many of its moves a bot made for somebody
    Column("unseat", Integer, nullable=False, server_default="0"),      # who agrees that a bot plays here, as bits
    PrimaryKeyConstraint("table", "number"),
)

results = Table(
    "results", metadata,                            # a row for each seat of a game that was played here to its end
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(80), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("player", ForeignKey("players.id")),     # None for a bot, and for one of several people at one screen
    Column("bot", String(20)),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("share", Double, nullable=False),        # of the win
    Column("stood_in", Double, nullable=False),     # the part of its moves that a bot made for somebody
    Column("hints", Integer, nullable=False),
    Column("seconds", Double, nullable=False),      # on turn
    Column("opening", String(80), nullable=False),  # its first move
    Column("steps", Integer, nullable=False),       # of the whole game
    Column("open", Boolean, nullable=False),        # whether everybody may see it
    Column("rated", Boolean, nullable=False),
    # Of a rated game: the share that was foretold, and the rating afterwards.
    Column("expected", Double),
    Column("mu", Double),
    Column("sigma", Double),
    Column("ended", Double, nullable=False),
    Column("club", String(16)),
    # In the standings of that group: the part of the others who were left behind. None where nothing counts there.
    Column("points", Double),
    PrimaryKeyConstraint("table", "seat"),
    # What standings are summed up from stands in the index.
    Index("ix_results_club", "club", "ended", "table", "player", "points", "share", "place"),
    Index("ix_results_player", "player", "ended", "table"),
    Index("ix_results_player_game", "player", "game", "ended", "table"),
)

# ---- the explorer: all games that everybody may see (competition/explorer) -------------------------------------------

to_explore = Table(
    "to_explore", metadata,                         # games that have ended and wait to be taken in
    Column("table", ForeignKey("tables.id"), primary_key=True),
)

explored = Table(
    "explored", metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("edition", String(80), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("best", Integer, nullable=False),        # the highest score
    Column("rated", Boolean, nullable=False),
    Column("ended", Double, nullable=False),
    # What is asked for besides the title stands in the indexes, so that no row is looked up that is not shown.
    Index("ix_explored_game", "game", "ended", "table", "seats", "steps", "best", "edition"),
    Index("ix_explored_ended", "ended", "table", "seats", "steps", "best", "edition"),
)

openings = Table(
    "openings", metadata,                           # what people did first, as a tree
    Column("id", Integer, primary_key=True),
    Column("parent", Integer, nullable=False),      # 0 for the beginning of an edition with so many players
    Column("line", String(140), nullable=False),    # the move; of a beginning its title, edition and number of players
    Column("game", String(40), nullable=False),
    Column("edition", String(80), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("by", Integer, nullable=False),          # the seat that moved
    Column("games", Integer, nullable=False),
    Column("share", Double, nullable=False),        # of the win that came to that seat: a sum over the games
    Column("score", Double, nullable=False),        # and the score
    Index("ix_openings_parent", "parent", "line", "by", unique=True),
    Index("ix_openings_most", "parent", "games"),
)

opening_games = Table(
    "opening_games", metadata,
    Column("opening", Integer, nullable=False),
    Column("ended", Double, nullable=False),
    Column("table", String(16), nullable=False),
    PrimaryKeyConstraint("opening", "ended", "table"),
    sqlite_with_rowid=False,
)

rule_counts = Table(
    "rule_counts", metadata,                        # in how many games a rule came up; "" stands for all games
    Column("game", String(40), nullable=False),
    Column("rule", String(40), nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("game", "rule"),
)

rule_games = Table(
    "rule_games", metadata,                         # of rules that do not come up in most games: in which they did
    Column("game", String(40), nullable=False),
    Column("rule", String(40), nullable=False),
    Column("ended", Double, nullable=False),
    Column("table", String(16), nullable=False),
    PrimaryKeyConstraint("game", "rule", "ended", "table"),
    sqlite_with_rowid=False,
)

likenesses = Table(
    "likenesses", metadata,                         # some positions of each game, as sketches of them
    Column("table", String(16), nullable=False),
    Column("step", Integer, nullable=False),
    Column("sketch", String(16), nullable=False),
    *(Column(part, Integer, nullable=False, index=True) for part in SKETCH_PARTS),      # by which it is found
    PrimaryKeyConstraint("table", "step"),
)

ratings = Table(
    "ratings", metadata,                            # how well a player plays a title, after their last rated game
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("sure", Double, nullable=False),         # what the player is worth at least: the order of the list
    Column("changed", Double, nullable=False),
    PrimaryKeyConstraint("player", "game"),
    Index("ix_ratings_list", "game", "sure", "player"),
)

clubs = Table(
    "clubs", metadata,                              # groups of people who play together
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("invite", String(64), nullable=False),
    Column("created", Double, nullable=False),
    Index("ix_clubs_invite", "invite", unique=True),
)

club_members = Table(
    "club_members", metadata,
    Column("club", ForeignKey("clubs.id"), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("role", String(8), nullable=False),      # one of those in competition/clubs.py
    Column("joined", Double, nullable=False),
    PrimaryKeyConstraint("club", "player"),
    Index("ix_club_members_player", "player", "club"),
)

tournaments = Table(
    "tournaments", metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("owner", ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("system", String(8), nullable=False),    # one of those in competition/tournaments
    Column("size", Integer, nullable=False),        # of a table
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),       # the one that is played; 0 before the first
    Column("status", String(10), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("each", Double, nullable=False),         # the clock of its tables
    Column("bank", Double, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("ended", Double),
    Index("ix_tournaments_status", "status"),
    Index("ix_tournaments_owner", "owner", "status"),
    Index("ix_tournaments_created", "created", "id"),
)

entrants = Table(
    "entrants", metadata,                           # who takes part in a tournament
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("player", ForeignKey("players.id")),
    Column("bot", String(20)),
    Column("withdrawn", Boolean, nullable=False),
    # Withdrawn by the owner, since they were not here: they may come back.
    Column("absent", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("tournament", "number"),
    Index("ix_entrants_player", "player", "tournament", unique=True),
)

pairings = Table(
    "pairings", metadata,                           # an entrant's part in a round: a seat at a table, or a bye
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("entrant", Integer, nullable=False),
    Column("board", Integer),
    Column("seat", Integer, nullable=False),
    Column("table", ForeignKey("tables.id")),
    Column("points", Double),                       # None while the game goes on
    Column("share", Double, nullable=False),        # of the win
    Column("part", Double, nullable=False),         # of the best score at the table
    PrimaryKeyConstraint("tournament", "round", "entrant"),
    Index("ix_pairings_table", "table", "seat"),
)

forecasts = Table(
    "forecasts", metadata,                          # what ratings foretold and what came: sums over rated seats
    Column("game", String(40), nullable=False),
    Column("tenth", Integer, nullable=False),       # of the chance that was foretold
    Column("seats", Integer, nullable=False),
    Column("expected", Double, nullable=False),
    Column("won", Double, nullable=False),
    Column("loss", Double, nullable=False),
    Column("even", Double, nullable=False),         # the loss of giving every seat the same chance
    PrimaryKeyConstraint("game", "tenth"),
)

holders = Table(
    "holders", metadata,                            # who may act for a seat: a player on one device or several
    Column("table", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    # What the player's list of games is read from, without a look at any table that is not shown.
    Column("game", String(40), nullable=False, server_default=""),
    Column("names", Text, nullable=False, server_default=""),   # of all seats, in one case, for a search
    # Kept by triggers: its sort (on turn, going on, not begun, ended) and its place among those, the smallest first.
    # Both are None where another seat of the same player stands for the table.
    Column("sort", Integer),
    Column("place", Double),
    PrimaryKeyConstraint("table", "seat", "player"),
    Index("ix_holders_own", "player", "sort", "place", "table", "game"),
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
    # Who spoke, where that is known: not in lines of the house, nor in those from before it was written down.
    Column("player", Integer, index=True),
    Column("words", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table", "number"),
)

visits = Table(
    "visits", metadata,                             # what a player has seen of a table, and noted about it
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("step", Integer, nullable=False),
    Column("talk", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("notes", Text, nullable=False),
    PrimaryKeyConstraint("player", "table"),
)

practice = Table(
    "practice", metadata,                           # a player's own mistakes, which come back as puzzles
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("step", Integer, nullable=False),        # the mistake; the puzzle is the position before it
    Column("seat", Integer, nullable=False),
    Column("better", String(80), nullable=False),   # what would have been better than that step
    Column("found", Double, nullable=False),
    Column("asked", Integer, nullable=False),       # how often it came back and was answered
    Column("right", Integer, nullable=False),       # how often of these at the first try
    Column("due", Double),                          # when it comes back; None when it has been right often enough
    Index("ix_practice_step", "player", "table", "step", unique=True),
    Index("ix_practice_due", "player", "due", "id"),
)

studies = Table(
    "studies", metadata,                            # what a review found of a player's moves in one game
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("ended", Double, nullable=False),
    Column("made", Double, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("good", Integer, nullable=False),        # those that cost next to nothing
    Column("told", Text, nullable=False),           # JSON: phases, auctions, kinds of reasons that were missed
    PrimaryKeyConstraint("table", "seat"),
    Index("ix_studies_player", "player", "ended"),
    Index("ix_studies_game", "player", "game", "moves", "good"),
)

reviews_asked = Table(
    "reviews_asked", metadata,                      # games that their players wish to have reviewed, until they are
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("place", Integer, nullable=False),       # among those of the same player: all first ones come first
    Column("asked", Double, nullable=False),
    Column("tries", Integer, nullable=False),       # how often a server has begun with it
    Column("lease_until", Double, nullable=False),  # until when that server is trusted to be at it
    PrimaryKeyConstraint("player", "table"),
    Index("ix_reviews_asked_place", "place", "asked"),
)

knocks = Table(
    "knocks", metadata,                             # claims of guests who say that a seat is theirs, its cookie lost
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("at", Double, nullable=False),
    Column("agreed", Text, nullable=False, server_default="[]"),        # JSON: the seats that have agreed
    Column("refused", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("table", "seat", "player"),
)

recovery_codes = Table(
    "recovery_codes", metadata,                     # by which a guest comes back who has lost the cookie
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("code", String(64), nullable=False, unique=True),            # its hash
    Column("created", Double, nullable=False),
)

links = Table(
    "links", metadata,                              # sent by e-mail, each good for one use and for a while
    Column("token", String(64), primary_key=True),  # its hash
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("purpose", String(8), nullable=False),   # one of those in people/email/links.py
    Column("leads_to", String(80), nullable=False),
    Column("email", String(254)),                   # the address that the link is about
    Column("until", Double, nullable=False),
)

preferences = Table(
    "preferences", metadata,                        # how a player wishes to be told, and when not
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer),                  # minutes of the day there
    Column("quiet_until", Integer),
    Column("digest", Integer, nullable=False),      # seconds between two messages to one address, at least
    Column("also", String(40), nullable=False),     # what besides turns, words apart by spaces
    Column("away_from", Double),                    # holidays
    Column("away_until", Double),
    Column("rested", Text, nullable=False, server_default=""),  # JSON: earlier holidays, as they were used
    Column("feed", String(64)),                     # the hash of the private feed's token
    Index("ix_preferences_feed", "feed", unique=True),
)

endpoints = Table(
    "endpoints", metadata,                          # where to tell a player; each is its own place in the queue
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),      # "mail", "hook" or "push"
    Column("address", Text, nullable=False),
    Column("keys", Text),                           # what a push is encrypted with (JSON), or a hook signed with
    Column("session", String(64)),                  # of the browser that is pushed to, by its stored token
    Column("created", Double, nullable=False),
    Column("told", Integer, nullable=False),        # the latest news that was sent there
    Column("sent", Double),                         # when it was
    Column("due", Double),                          # when the next message goes out; None when there is no news
    Column("lease_by", String(32)),                 # which server is sending there
    Column("lease_until", Double, nullable=False),  # and until when it is trusted to
    Column("tries", Integer, nullable=False),       # that failed since the last that did not
    Column("failing_since", Double),
    Column("dropped", Double),
    Column("hour_began", Double),                   # the hour in which messages are counted
    Column("hour_sent", Integer, nullable=False, server_default="0"),
    Column("host", String(255), nullable=False, server_default=""),     # who gets it; none for "mail"
    Index("ix_endpoints_due", "due"),
)

letters = Table(
    "letters", metadata,                            # to any address; what one says is gone once it has been sent
    Column("id", Integer, primary_key=True),
    Column("recipient", String(64), nullable=False),    # the address's hash, by which letters to it are counted
    Column("address", String(254)),
    Column("subject", Text),
    Column("text", Text),                           # JSON: paragraphs, without the link
    Column("link", String(64)),                     # which link goes with it, by its stored name
    Column("notice", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("until", Double, nullable=False),        # when it is worth nothing any more
    Column("due", Double),                          # None once it has been sent or given up
    Column("lease_by", String(32)),
    Column("lease_until", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Index("ix_letters_due", "due"),
    Index("ix_letters_recipient", "recipient", "created"),
)

news = Table(
    "news", metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("table", ForeignKey("tables.id")),
    Column("seat", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("words", Text, nullable=False),          # for kinds that are about no table
    Column("at", Double, nullable=False),
    Index("ix_news_player", "player", "id"),
)

house_keys = Table(
    "house_keys", metadata,                         # what all servers on this database sign with
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

mutes = Table(
    "mutes", metadata,                              # whose words a player does not wish to read
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("table", "player", "seat"),
)

house_settings = Table(
    "house_settings", metadata,                     # what hosts have set from within: names in people/moderation
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

audit = Table(
    "audit", metadata,                              # what hosts and moderators did; triggers refuse to change a line
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("by", Integer),                          # a player; None for whoever ran the command
    Column("by_name", String(40), nullable=False),
    Column("action", String(24), nullable=False),
    Column("about", String(40), nullable=False),    # "player 17", "table abc..", or "" for the house
    Column("detail", String(400), nullable=False),
    Column("network", String(64), nullable=False),
    Column("digest", String(64), nullable=False),   # of this line and the one before it
    Index("ix_audit_about", "about", "id"),
)

sign_up_invitations = Table(
    "sign_up_invitations", metadata,                # by which somebody new comes in where not everybody may
    Column("token", String(64), primary_key=True),  # its hash
    Column("note", String(80), nullable=False),
    Column("by", Integer),                          # None for whoever ran the command
    Column("created", Double, nullable=False),
    Column("until", Double, nullable=False),
    Column("uses", Integer, nullable=False),        # how many may still come by it
)

reports = Table(
    "reports", metadata,                            # what players tell the moderators of
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("by", ForeignKey("players.id"), nullable=False),
    Column("about", ForeignKey("players.id")),
    Column("table", String(16)),
    Column("words", String(1000), nullable=False),
    Column("settled", Double),
    Column("settled_by", Integer),
    Column("outcome", String(200), nullable=False, server_default=""),
    Index("ix_reports_open", "settled", "id"),
    Index("ix_reports_by", "by", "at"),
    Index("ix_reports_about", "about"),
)

blocks = Table(
    "blocks", metadata,                             # with whom a player does not wish to play
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("other", ForeignKey("players.id"), nullable=False, index=True),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("player", "other"),
)
