"""A real PostgreSQL server for tests: made in a folder of its own, reached by a socket in it, gone with who uses it."""

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

OPTIONS = (
    "fsync=off",
    "full_page_writes=off",
    "listen_addresses=",
    "max_connections=60",
    "shared_buffers=16MB",
    "autovacuum=off",
)
KEEPER = """exec 9<life >/dev/null 2>&1; (flock -x 9; pid=$(head -n 1 data/postmaster.pid) && kill -QUIT "$pid"
while [ -n "$pid" ] && kill -0 "$pid"; do sleep 0.1; done; rm -rf "$PWD") &"""
"""Waits until nobody holds `life` any more, however they ended, then sweeps the server away."""


class Server:
    """A server in a folder; it refuses to be root's, so that root gives it to somebody else."""

    def __init__(self, folder: Path) -> None:
        programs = _programs()
        if programs is None:
            pytest.skip("PostgreSQL is not installed here: apt-get install postgresql")
        self.folder, self._programs = folder, programs
        self._user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self._life = os.open(folder / "life", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        fcntl.flock(self._life, fcntl.LOCK_SH)

    @classmethod
    def made(cls) -> "Server":
        """A new one, which runs, and asks only `guest` for a password. Skips the test where there is no PostgreSQL."""
        server = cls(Path(tempfile.mkdtemp(prefix="tableside-postgresql-")))
        server.folder.chmod(0o755)
        if server._user is not None:
            os.chown(server.folder, server._user.pw_uid, -1)
        subprocess.run(["sh", "-c", KEEPER], cwd=server.folder, start_new_session=True, check=True)
        server._do("initdb", "-D", "data", "-U", "club", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        rules = server.folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all guest scram-sha-256\n{rules.read_text()}")
        server.start()
        return server

    def start(self) -> None:
        """Start it; returns once it answers."""
        options = " ".join(f"-c {each}" for each in (*OPTIONS, f"unix_socket_directories={self.folder}"))
        self._do("pg_ctl", "-D", "data", "-l", "log", "-o", options, "-w", "start")

    def stop(self) -> None:
        """Stop it as a pulled plug would: whoever is connected is cut off."""
        self._do("pg_ctl", "-D", "data", "-m", "immediate", "-w", "stop")

    def leave(self) -> None:
        """It may go, as far as this process is concerned."""
        os.close(self._life)

    def url(self, database: str = "postgres", *, user: str = "club", schema: str = "") -> str:
        """How SQLAlchemy reaches it."""
        options = f"&options=-csearch_path%3D{schema}" if schema else ""
        return f"postgresql+psycopg://{user}@/{database}?host={self.folder}{options}"

    def do(self, sql: str, *, database: str = "postgres") -> None:
        """Run some SQL as the server's owner."""
        with psycopg.connect(
            f"host={self.folder} user=club dbname={database}", autocommit=True
        ) as connection:
            connection.execute(sql.encode())

    def _do(self, program: str, *arguments: str) -> None:
        user = self._user
        as_whom = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                [self._programs / program, *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                check=False,
                **as_whom,  # type: ignore[arg-type]
            )
            said.seek(0)
            assert done.returncode == 0, f"{program}: {said.read().decode()}"


def _programs() -> Path | None:
    """The folder of PostgreSQL's programs, which Debian keeps out of the path."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((each for each in folders if (each / "postgres").exists()), None)


@contextmanager
def shared_server(meeting: Path) -> Iterator[Server]:
    """The one server of all who meet in a folder; who comes first starts it."""
    with (meeting / "postgresql.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        note = meeting / "postgresql.folder"
        if note.exists():
            server = Server(Path(note.read_text()))
        else:
            server = Server.made()
            note.write_text(str(server.folder))
    try:
        yield server
    finally:
        server.leave()
