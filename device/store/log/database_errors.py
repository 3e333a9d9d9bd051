"""What a database's errors mean to people: what happened, and what to do about it."""

from sqlalchemy.exc import DBAPIError, OperationalError

from engine.i18n import Phrase, marked, phrase

_AWAY = marked("{place} does not answer: see that PostgreSQL runs there, and that the network reaches it")
_REFUSED = marked(
    "{place} refuses the user or the password: put the right ones into the address in the settings"
)
_NO_ROOM = marked("there is no room left for {place}: free some space on the disk")
_BY_CODE = {
    "08": _AWAY,  # connection exceptions
    "28": _REFUSED,
    "3D000": marked("{place} is not there: make the database first, with PostgreSQL's createdb"),
    "42501": marked("{place} does not let this user do what is needed: grant the rights, or name its owner"),
    "53100": _NO_ROOM,
    "53300": marked("{place} has no connection left: close what else uses it, or raise its max_connections"),
    "57P": _AWAY,  # shut down, or not up yet
}
"""By PostgreSQL's codes, whole or their beginnings."""
_BY_WORDS = (
    ("full", _NO_ROOM),
    (
        "readonly",
        marked(
            "{place} may not be written to: give the user who runs Tableside the right to write it and its folder"
        ),
    ),
    ("read-only", marked("{place} may not be written to: its disk is mounted read-only")),
    ("unable to open", marked("{place} cannot be opened: its folder must exist and be writable")),
    ("locked", marked("{place} is locked by another program: close it, or wait until a backup has finished")),
    ("not a database", marked("{place} is not a database: name another file, or move this one away")),
    (
        "malformed",
        marked("{place} is damaged: bring back a backup, or move the file away to begin a new one"),
    ),
    (
        "disk I/O error",
        marked("{place} cannot be read or written: the disk or memory card may be failing, or full"),
    ),
)
"""By what SQLite says."""
_BY_GREETING = (
    ("password authentication failed", _REFUSED),
    ("no password supplied", _REFUSED),
    ("no pg_hba.conf entry", _REFUSED),
    ('role "', _REFUSED),
    ('database "', _BY_CODE["3D000"]),
    ("too many clients", _BY_CODE["53300"]),
    ("remaining connection slots", _BY_CODE["53300"]),
)
"""By what PostgreSQL says to who does not get in, which comes without a code."""


def error_phrase(place: str, error: DBAPIError) -> Phrase:
    """What an error of the database at `place` means."""
    reason = str(error.orig)
    if words := _words(error, reason):
        return Phrase(words, (("place", place),))
    return phrase("{place} cannot be used: {reason}", place=place, reason=reason.strip().partition("\n")[0])


def _words(error: DBAPIError, reason: str) -> str:
    if type(error.orig).__module__.partition(".")[0] == "sqlite3":
        return next((words for part, words in _BY_WORDS if part in reason), "")
    code = getattr(error.orig, "sqlstate", None)
    if code is None:
        # It did not even let us in, or is gone: then there is only what the client says, in the server's words.
        away = _AWAY if isinstance(error, OperationalError) else ""
        return next((words for part, words in _BY_GREETING if part in reason), away)
    return next((words for part, words in _BY_CODE.items() if code.startswith(part)), "")
