"""Migrations: databases of every release go on as they were, whatever happens meanwhile; newer ones are not touched."""

import re
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from postgres import Server
from sqlalchemy import make_url

from device.errors import StoreError
from device.library.match_library import Library
from device.library.matches.match_query import MatchQuery
from device.store.log.schema import DELETED, EVENTS, METADATA, REVISION
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.pictures.picture_store import Pictures
from device.store.settings import Settings, parse_settings
from engine.board import Side
from engine.dice import Roll
from engine.records.mat.mat_writer import write_mat
from engine.state.events import Thrown

ROOT = Path(__file__).parents[3]
DATABASES = Path(__file__).parents[1] / "databases"
SHAPES = (
    "first",
    "boot",
    "library",
    "library without heads",
    "library without deleted and heads",
    "first with boot",
    "0.1.0",
)
"""The releases', and what a program that was killed over it made of them before there were migrations."""
PLAYS = """
  1) 32: 8/5 6/4                   61: 24/18 8/7
  2) 51: 6/1* 24/23                51: bar/24* 18/13
  3) 11: bar/24 23/22 8/7 7/6      41: 13/9 6/5
  4) 51: 6/1* 22/21                51: bar/20* 8/7
  5) 62: bar/23 8/2                21: 20/18 8/7
  6) 52: 13/8 8/6                  42: 7/3 13/11
  7) 51: 13/8 8/7*
  1) 65: 24/18 13/8                51: 6/1* 6/5
  2) 62: bar/23 8/2                51: 6/1 6/5
  3) 51: 23/18 8/7                 52: 8/3 8/6
  4) 65: 13/7 7/2                  43: 6/2 8/5
  5) 43: 13/9 8/5
"""
"""The first match in these databases, as the releases that wrote them told it."""


def sql_of(shape: str) -> str:
    release, _, how = shape.partition(" ")
    text = (DATABASES / f"{release}.sql").read_text(encoding="utf-8")
    for table in re.findall("deleted|heads", how):
        text += f"DROP TABLE {table};\n"
    return text + ("ALTER TABLE events ADD COLUMN boot VARCHAR(40);\n" if "boot" in how else "")


def built(shape: str, url: str) -> str:
    """A database as a release left it."""
    parts = make_url(url)
    if parts.drivername == "sqlite":
        connection = sqlite3.connect(parts.database or "")
        connection.executescript(sql_of(shape))
        connection.close()
    else:
        options = {key: value for key, value in parts.query.items() if isinstance(value, str)}
        with psycopg.connect(user=parts.username, dbname=parts.database, **options) as there:
            there.execute(sql_of(shape).encode())
    return url


def rows_of(shape: str) -> list[dict[str, Any]]:
    """What the events of a release's database are, read without any of our code."""
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    connection.executescript(sql_of(shape))
    rows = connection.execute('SELECT * FROM events ORDER BY "table", seq').fetchall()
    connection.close()
    lacking = dict.fromkeys(column.name for column in EVENTS.columns)
    return [{**lacking, **dict(row), "clock_set": bool(row["clock_set"])} for row in rows]


@dataclass
class Log:
    """What a library reads."""

    store: Store
    settings: Settings

    @property
    def storage(self) -> tuple[Store, Pictures | None]:
        return self.store, None


def differences(store: Store) -> list[Any]:
    """In what the tables are not those of the schema, as Alembic sees it."""
    with store.database.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, METADATA))


def schema_of(store: Store) -> tuple[str, str]:
    with store.database.connect() as connection:
        number = connection.exec_driver_sql("SELECT value FROM meta WHERE key = 'schema'").scalar_one()
        return number, connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_database_of_every_release_goes_on_as_it_was(shape: str, database_url: str) -> None:
    store = Store(built(shape, database_url))
    assert list(store.rows()) == rows_of(shape)
    assert [row["match"] for row in store.deleted()] == (
        [1] if shape in ("0.1.0", "library", "library without heads") else []
    )
    assert (schema_of(store), differences(store)) == ((str(REVISION), f"{REVISION:04d}"), [])
    library = Library(Log(store, parse_settings('[table]\nname = "7"')))
    if store.deleted():
        assert [each.head.number for each in library.listing(MatchQuery(), admitted=True).matches] == [2]
        library.restore(1)
    newest, oldest = library.listing(MatchQuery(), admitted=True).matches
    assert (newest.head.number, newest.is_open, newest.head.turns) == (2, True, 8)
    assert (oldest.head.winner, oldest.head.score, oldest.head.games_played) == ("B", (1, 3), 2)
    assert (oldest.head.white, oldest.head.black) == ("Änne Müller", 'Pat O\'Brien "Ace"')
    story = library.story(1, admitted=True)
    assert story is not None
    plays = [line for line in write_mat(story.story.match).splitlines() if re.match(r" *\d+\)", line)]
    assert [line.rstrip() for line in plays] == PLAYS.strip("\n").splitlines()
    library.close()
    later = LogEntry(
        "7",
        76,
        2,
        1,
        1.7e9,
        5.0,
        True,
        Source.PERSON,
        (),
        Thrown(Side.WHITE, Roll.of(2, 1)),
        boot="b",
        who="Zoë",
    )
    store.append([later])
    store.close()
    again = Store(database_url)
    assert (again.load("7", first=76), again.count()) == ((later,), 76)
    again.close()


def test_a_fresh_database_is_as_all_steps_would_make_it(database_url: str, tmp_path: Path) -> None:
    fresh = Store(database_url)
    assert (schema_of(fresh), differences(fresh)) == ((str(REVISION), f"{REVISION:04d}"), [])
    with fresh.database.begin() as connection:
        # What is left where somebody was killed who made the first release's: its empty events.
        for table in METADATA.tables.values():
            if table is not EVENTS:
                table.drop(connection)
    fresh.close()
    finished = Store(database_url)
    assert (schema_of(finished), differences(finished)) == ((str(REVISION), f"{REVISION:04d}"), [])
    finished.close()


@pytest.mark.parametrize("left", ["as it was closed", "as it was killed"])
def test_a_newer_database_is_refused_and_not_touched(tmp_path: Path, left: str) -> None:
    path = tmp_path / "newer" / "log.db"
    path.parent.mkdir()
    Store(sqlite_url(path)).close()
    writer = sqlite3.connect(path)
    writer.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    writer.commit()
    if left == "as it was closed":
        writer.close()
    else:
        # What the writer did lies only in the write-ahead file yet.
        copy = tmp_path / "killed"
        copy.mkdir()
        for each in path.parent.iterdir():
            if not each.name.endswith("-shm"):
                (copy / each.name).write_bytes(each.read_bytes())
        writer.close()
        path = copy / "log.db"
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    with pytest.raises(StoreError, match="written by a newer Tableside .*99.* install the newer version"):
        Store(sqlite_url(path))
    after = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    assert {name: after[name] for name in before} == before
    assert all(not data for name, data in after.items() if name not in before and name.endswith("-wal"))


def test_a_newer_database_of_postgresql_is_refused_and_not_touched(postgresql_url: str) -> None:
    store = Store(postgresql_url)
    with store.database.begin() as connection:
        connection.exec_driver_sql("UPDATE meta SET value = '99' WHERE key = 'schema'")
        DELETED.drop(connection)
    with pytest.raises(StoreError, match="written by a newer Tableside"):
        Store(postgresql_url)
    assert store.deleted() == ()
    store.close()


def test_an_old_database_of_which_somebody_may_only_read_is_read(
    postgresql: Server, postgresql_url: str
) -> None:
    built("first", postgresql_url)
    schema = postgresql_url.rpartition("%3D")[2]
    postgresql.do(
        f"CREATE ROLE reader_{schema} LOGIN; GRANT USAGE ON SCHEMA {schema} TO reader_{schema};"
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO reader_{schema}"
    )
    store = Store(postgresql.url(user=f"reader_{schema}", schema=schema))
    assert (list(store.rows()), store.deleted()) == (rows_of("first"), ())
    store.close()


APART = """
import os, shutil, signal, sqlite3, sys
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.engine import Engine
from device.store.log.store import Store, sqlite_url

old, folder = Path(sys.argv[1]), Path(sys.argv[2])

def born(do):
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        do()
        status = 0
    finally:
        os._exit(status)

def statuses(children):
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]

def opened(path):
    Store(sqlite_url(path)).close()

opened(folder / "new.db")
opened(folder / "new.db")
print("loaded:", sorted({"alembic", "mako"} & set(sys.modules)))

import alembic.command  # so that each child does not
for path, what in ((folder / "fresh.db", "fresh"), (shutil.copy(old, folder / "shared.db"), "old")):
    print(f"{what}, at once:", statuses([born(lambda: opened(path)) for _ in range(4)]))

def killed_over(path, most):
    done = 0
    def count(*_):
        nonlocal done
        done += 1
        if done == most:
            os.kill(os.getpid(), signal.SIGKILL)
    event.listen(Engine, "before_cursor_execute", count)
    opened(path)

def told(path):
    connection = sqlite3.connect(path)
    number = connection.execute("SELECT value FROM meta").fetchone()[0]
    tables = [name for name, in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
    rows = connection.execute("SELECT * FROM events ORDER BY seq").fetchall()
    columns = len(rows[0])
    connection.close()
    return number, tables, columns, [row[:12] for row in rows]

was, most, status = told(old), 0, None
states = set()
while status != 0:
    most += 1 if most < 3 else 3
    path = shutil.copy(old, folder / "killed.db")
    (status,) = statuses([born(lambda: killed_over(path, most))])
    assert status in (0, -signal.SIGKILL), status
    found = told(path)
    assert found[3] == was[3], most
    assert found == was if status else found[0] == "%d", (most, found[:3])
    opened(path)
    assert told(path)[0] == "%d" and told(path)[3] == was[3]
    for each in folder.glob("killed.db*"):
        each.unlink()
print("killed up to", most)
"""


def test_whoever_opens_one_at_once_or_is_killed_over_it_does_no_harm(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    built("first", sqlite_url(old))
    script = APART.replace("%d", str(REVISION))
    done = subprocess.run(
        [sys.executable, "-c", script, old, tmp_path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded, fresh, shared, killed = done.stdout.splitlines()
    assert (loaded, fresh, shared) == ("loaded: []", f"fresh, at once: {[0] * 4}", f"old, at once: {[0] * 4}")
    assert int(killed.rpartition(" ")[2]) > 10, killed


AT_ONCE = """
import os, sys
import alembic.command
from device.store.log.store import Store

def open_it(url):
    child = os.fork()
    if not child:
        status = 1
        try:
            Store(url).close()
            status = 0
        finally:
            os._exit(status)
    return child

children = [open_it(url) for url in sys.argv[1:] for _ in range(3)]
print([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children])
"""


def test_whoever_opens_one_of_postgresql_at_once_waits(postgresql: Server, postgresql_url: str) -> None:
    schema = f"{postgresql_url.rpartition('%3D')[2]}_old"
    postgresql.do(f"CREATE SCHEMA {schema}")
    old = built("first", postgresql.url(schema=schema))
    script = [sys.executable, "-c", AT_ONCE, postgresql_url, old]
    done = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == f"{[0] * 6}\n", done.stderr
    store = Store(old)
    assert (list(store.rows()), schema_of(store)[0]) == (rows_of("first"), str(REVISION))
    store.close()
