"""The tournaments of a hub, kept as logs in its database: nothing is overwritten, and a restart loses nothing."""

import json
import threading
from collections.abc import Iterable, Sequence
from typing import get_args

from cattrs import BaseValidationError
from cattrs.preconf.json import make_converter
from sqlalchemy import func, insert, select

from device.clock import Clock, SystemClock
from device.club.tournament.result_taking import finished_of, taken
from device.club.tournament.stored_tournament import Logged, StoredTournament
from device.errors import CodecError
from device.library.matches.listed_match import ListedMatch
from device.store.log.database import Patience, translated_errors
from device.store.log.schema import EVENT_ENTRIES, Row
from device.store.log.store import Store
from engine.tournament.entries import Began, Entry, Paired, ResultAsked, ResultSettled
from engine.tournament.pairing import may_pair, next_pairings
from engine.tournament.tournament_reducer import fold, grown
from engine.tournament.tournament_values import EventPlan, PairingFormat, TournamentEvent

NAMED: dict[type[Entry], str] = {ResultAsked: "Asked", ResultSettled: "Settled"}
"""Kinds of entries that are called otherwise in the log than here."""
KINDS: dict[str, type[Entry]] = {NAMED.get(kind, kind.__name__): kind for kind in get_args(Entry)}
"""Every kind of entry by its name in the log."""
_CONVERTER = make_converter()
HUB = ""
"""Who makes the entries that nobody has to make: results that come from a table, the next matches of a bracket."""


def encode_entry(entry: Entry) -> tuple[str, str]:
    """The kind of an entry and its body, a JSON object."""
    body = json.dumps(_CONVERTER.unstructure(entry), ensure_ascii=False, separators=(",", ":"))
    kind = type(entry)
    return NAMED.get(kind, kind.__name__), body


def decode_entry(kind: str, body: str) -> Entry:
    """The entry of that kind and body; inverse of encode_entry. Raises CodecError."""
    if kind not in KINDS:
        raise CodecError(
            f"{kind!r} is no entry of a tournament that this version knows: use the version that wrote it"
        )
    try:
        return _CONVERTER.structure(json.loads(body), KINDS[kind])
    except (BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise CodecError(f"this is no {kind} of a tournament: {error}") from error


class Events:
    """All tournaments of a hub; from any thread. `store` is the hub's database. Raises StoreError and InvalidEntry."""

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        self._database, self._clock = store.database, clock or SystemClock()
        self._patience = Patience(store.database)
        self._lock = threading.RLock()
        self._kept: dict[int, StoredTournament] | None = None

    def all(self) -> tuple[StoredTournament, ...]:
        """Every tournament, the newest first."""
        with self._lock:
            return tuple(reversed(self._loaded().values()))

    def find(self, number: int) -> StoredTournament | None:
        """The tournament of that number; None where there is none."""
        with self._lock:
            return self._loaded().get(number)

    def begin(self, plan: EventPlan, who: str = "", entries: Sequence[Entry] = ()) -> StoredTournament:
        """Announce a tournament, with what is to be entered at once: all of it or nothing."""
        # Not under the lock: who only looks is not held up.
        self._patience.wait()
        with self._lock:
            now = self._clock.wall()
            kept = StoredTournament(
                self._newest() + 1, fold([Began(plan)]), (Logged(1, now, who, Began(plan)),)
            )
            for entry in entries:
                kept = kept.with_entry(Logged(kept.seq + 1, now, who, entry))
            self._write(kept.number, kept.log)
            self._loaded()[kept.number] = kept
            return kept

    def enter(self, number: int, entries: Sequence[Entry], who: str = "") -> StoredTournament:
        """Enter something in a tournament, all of it or nothing; the tournament as it is then.

        What follows from it by itself, such as the next match of a bracket, is entered with it.
        """
        self._patience.wait()
        with self._lock:
            before = self._loaded().get(number)
            if before is None:
                fold(())
                raise AssertionError
            kept, now = before, self._clock.wall()
            for entry in entries:
                kept = kept.with_entry(Logged(kept.seq + 1, now, who, entry))
            for entry in following(kept.event):
                kept = kept.with_entry(Logged(kept.seq + 1, now, HUB, entry))
            self._write(number, kept.log[len(before.log) :])
            self._loaded()[number] = kept
            return kept

    def pair(self, number: int, who: str = "") -> StoredTournament:
        """Make the pairings that are to be made now."""
        self._patience.wait()
        with self._lock:
            kept = self.find(number)
            return self.enter(number, [Paired(next_pairings(kept.event))] if kept else [], who)

    def take(self, listed: Iterable[ListedMatch]) -> int:
        """Look whether matches that are over are pairings of a tournament; how many were entered, or asked about.

        What was looked at before makes no difference, so that it can be called with all of them at any time.
        """
        count = 0
        with self._lock:
            running = [
                each for each in self._loaded().values() if not each.event.closed and each.event.pairings
            ]
            if not running:
                return 0
            since = min(min(each.paired_at().values()) for each in running)
            for each in listed:
                if each.ended is not None and each.ended < since:
                    continue
                found = finished_of(each)
                if found is None:
                    continue
                for number, entry in taken([*self._loaded().values()], found, each.ended):
                    self.enter(number, [entry], HUB)
                    count += 1
        return count

    def close(self) -> None:
        """Forget what was read."""
        with self._lock:
            self._kept = None

    def _loaded(self) -> dict[int, StoredTournament]:
        if self._kept is None:
            query = select(EVENT_ENTRIES).order_by(EVENT_ENTRIES.c.event, EVENT_ENTRIES.c.seq)
            logs: dict[int, list[Logged]] = {}
            with translated_errors(self._database), self._database.connect() as connection:
                for row in connection.execute(query):
                    entry = decode_entry(row.kind, row.body)
                    logs.setdefault(row.event, []).append(Logged(row.seq, row.wall, row.who or "", entry))
            self._kept = {
                number: StoredTournament(number, fold(each.entry for each in log), tuple(log))
                for number, log in logs.items()
            }
        return self._kept

    def _newest(self) -> int:
        with translated_errors(self._database), self._database.connect() as connection:
            return connection.execute(select(func.max(EVENT_ENTRIES.c.event))).scalar() or 0

    def _write(self, number: int, log: Sequence[Logged]) -> None:
        """Write entries down, all or none. Another program that wrote meanwhile is an error,
        and what was read is forgotten.
        """
        rows = [_row(number, each) for each in log]
        if not rows:
            return
        try:
            with translated_errors(self._database), self._database.begin() as connection:
                connection.execute(insert(EVENT_ENTRIES), rows)
        except BaseException:
            self._kept = None
            raise


def following(event: TournamentEvent) -> Iterable[Entry]:
    """The entries that follow by themselves: a bracket that was begun goes on with every match that is ready."""
    while event.plan.format is PairingFormat.KNOCKOUT and event.pairings and may_pair(event):
        entry = Paired(next_pairings(event))
        event = grown(event, entry)
        yield entry


def _row(number: int, logged: Logged) -> Row:
    kind, body = encode_entry(logged.entry)
    return {
        "event": number,
        "seq": logged.seq,
        "wall": logged.wall,
        "who": logged.who[:80] or None,
        "kind": kind,
        "body": body,
    }
