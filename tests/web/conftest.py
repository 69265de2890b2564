"""Databases for the tests, a SQLite file or a real PostgreSQL that is started for them, and a house on one."""
from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from sqlalchemy import Connection, create_engine, inspect, text

from roundhouse.web.people import passwords
from roundhouse.web.storage import migrating
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.personal import play_settings
from roundhouse.web.tables.seats import creation
from tests.web.house import House, house

numbers = count(1)

# A machine may have much else to do: what asks a server of ours in a test waits longer than the five seconds of httpx.
for phase in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, phase, 120.0)


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance decides at the tables of a test as it did the last time, so that whatever fails can be repeated. With
    DEALS=2, 3 and so on in the environment, it decides otherwise."""
    tables = count(1)

    def drawn() -> str:
        told = f"{os.environ.get('DEALS', '1')} {request.node.name} {next(tables)}"
        return hashlib.sha256(told.encode()).hexdigest()

    monkeypatch.setattr(creation, "new_secret", drawn)


@pytest.fixture(scope="session", autouse=True)
def quick_migrations() -> Iterator[None]:
    """An empty file gets at once what the migrations have made of the first one."""
    migrate, made = migrating.upgrade, list[str]()

    def upgrade(connection: Connection) -> None:
        empty = connection.dialect.name == "sqlite" and not inspect(connection).get_table_names()
        for statement in made if empty else ():
            connection.exec_driver_sql(statement)
        if not (empty and made):
            migrate(connection)
        if empty and not made:
            made.extend(connection.connection.driver_connection.iterdump())     # type: ignore[union-attr]
            made[:] = made[1:-1]        # without its transaction

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrating, "upgrade", upgrade)
        yield


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed at little cost in the servers of this process."""
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(passwords, "hasher", lambda: quick)


@pytest.fixture(autouse=True)
def one_press(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the tables of a test one press does it, unless the test is about what waits for a second one."""
    if request.node.get_closest_marker("confirms") is None:
        monkeypatch.setattr(play_settings, "confirms", lambda connection, player, game: "never")


def _programs() -> Path | None:
    found = shutil.which("pg_ctl")
    known = [Path(found).resolve().parent] if found else []
    known += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in known if (folder / "initdb").exists()), None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, listening on a socket in a folder that goes away with it."""
    programs = _programs()
    if programs is None:
        pytest.skip("there is no PostgreSQL here; scripts/services.sh installs one where it can")
    # PostgreSQL refuses to be run by root.
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-postgres-"))
    if user is not None:
        shutil.chown(folder, user)

    def run(program: str, *words: str) -> None:
        # Its output goes nowhere: the server would keep a pipe open for ever.
        subprocess.run(
            [programs / program, *words], check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL, timeout=60
        )

    data = str(folder / "data")
    run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
    options = f"-k {folder} -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200"
    run("pg_ctl", "-D", data, "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """The name of a database that has the schema of this version and nobody in it."""
    with maintaining(postgres) as connection:
        connection.execute(text("CREATE DATABASE ready"))
    database = Database(on(postgres, "ready"))
    database.migrate()
    database.close()
    return "ready"


@pytest.fixture
def postgres_url(postgres: str, postgres_template: str) -> Iterator[str]:
    """A database of its own on it, as it is when a server of this version has been started there once."""
    yield from copied(postgres, postgres_template)


@pytest.fixture
def empty_postgres_url(postgres: str) -> Iterator[str]:
    """One on which no server has been yet."""
    yield from copied(postgres, "template0")


def copied(postgres: str, template: str) -> Iterator[str]:
    name = f"test_{next(numbers)}"
    with maintaining(postgres) as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
        yield on(postgres, name)
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def on(postgres: str, name: str) -> str:
    return postgres.replace("/postgres?", f"/{name}?")


@contextmanager
def maintaining(postgres: str) -> Iterator[Connection]:
    """A connection to the server that makes and drops databases, for which there must be no transaction."""
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture
def made(sqlite_url: str) -> Iterator[House]:
    """The services of the house, on a SQLite file."""
    with house(sqlite_url) as one:
        yield one


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """Each kind of database in turn."""
    found: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest) -> str:
    """The same before any server has been there."""
    found: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "empty_postgres_url")
    return found
