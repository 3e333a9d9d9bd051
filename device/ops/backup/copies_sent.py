"""The table's end of daily copies at a hub: one is sent there, and the newest comes back."""

import hashlib
import queue
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from device.club.link import topics as t
from device.club.link.mqtt_link import Link, Message, linked, says
from device.club.link.topics import Topics
from device.errors import BackupError, WireError
from device.ops.backup.backup_file import BackupArchive, BackupManifest
from device.ops.backup.copy_wire import (
    LARGEST_COPY,
    PART_BYTES,
    CopyAnswer,
    CopyAsk,
    CopyGiven,
    CopyKept,
    CopyListed,
    CopyOffer,
    CopyPart,
    CopyQuery,
    CopyRefusal,
    CopyRefused,
    CopyWanted,
    KeptCopy,
    parse_answer,
)
from device.store.settings import MqttSettings
from engine.i18n import Phrase, phrase

ANSWER_SECONDS = 30.0
"""How long a hub may take to answer; it may be reading back a whole copy from a slow card."""
REASONS = {
    CopyRefusal.LARGE: phrase(
        "it is larger than {megabytes} MB: carry it there by hand, or use a stick",
        megabytes=LARGEST_COPY // 2**20,
    ),
    CopyRefusal.FULL: phrase("its disk has no room: free some there"),
    CopyRefusal.BUSY: phrase("other tables bring theirs: wait an hour, it is tried again"),
    CopyRefusal.STRANGE: phrase("it does not know the file by its name: update Tableside there"),
    CopyRefusal.DAMAGED: phrase("it is damaged when it is read back there: look at the hub's disk"),
    CopyRefusal.DISK: phrase("its disk fails: look at it, and at what the hub's log says"),
    CopyRefusal.NONE: phrase(
        "it has none of that name, or none of a table of this name: --from-hub --list says which it has"
    ),
}


def send_copy(
    broker: MqttSettings, table: str, copy: Path, ending: Callable[[], bool] = lambda: False
) -> BackupManifest:
    """Lay a table's copy at its hub; what is in it, once the hub has read it back. `ending`: whether to break off.

    Raises BackupError.
    """
    with BackupArchive(copy) as archive:
        manifest = archive.manifest
    try:
        with copy.open("rb") as file, _talk(broker, table) as talk:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            offer = CopyOffer(talk.id, copy.name, copy.stat().st_size, digest)
            answer, last = talk.ask(t.OFFER, offer.payload()), -1
            while isinstance(answer, CopyWanted):
                if ending():
                    raise BackupError("the service ends")
                if answer.at <= last:
                    # the broker may bring the hub a part twice, who answers each
                    answer = talk.answer()
                    continue
                last = answer.at
                file.seek(last)
                answer = talk.ask(t.PART, CopyPart(talk.id, last, file.read(PART_BYTES)).payload())
    except OSError as error:
        raise BackupError(
            phrase("{path} cannot be read: {reason}", path=copy, reason=error.strerror or error)
        ) from error
    if not isinstance(answer, CopyKept):
        raise BackupError(phrase("the hub takes no daily backup, since {reason}", reason=_reason(answer)))
    return manifest


def kept_copies(broker: MqttSettings, table: str) -> tuple[KeptCopy, ...]:
    """The copies that a hub has of a table, the oldest first. Raises BackupError."""
    with _talk(broker, table) as talk:
        answer = talk.ask(t.QUERY, CopyQuery(talk.id).payload())
    if not isinstance(answer, CopyListed):
        raise BackupError(phrase("the hub names no daily backups, since {reason}", reason=_reason(answer)))
    return answer.copies


def fetch_copy(broker: MqttSettings, table: str, folder: Path, name: str = "") -> Path:
    """The copy of that name that a hub has of a table, without one the newest, in a file in a folder. Raises
    BackupError; then there is none.
    """
    at = 0
    with _talk(broker, table) as talk:
        part = folder / f"from-hub-{talk.id}.zip"
        try:
            # for nobody else's eyes: the settings in it may hold the PIN
            part.touch(0o600)
            with part.open("wb") as out:
                while True:
                    given = talk.ask(t.ASK, CopyAsk(talk.id, name, at).payload())
                    if not isinstance(given, CopyGiven) or given.at != at or not given.data:
                        raise BackupError(
                            phrase("the hub gives no daily backup, since {reason}", reason=_reason(given))
                        )
                    name, at = given.name, at + len(given.data)
                    out.write(given.data)
                    if at >= min(given.size, LARGEST_COPY):
                        return part
        except OSError as error:
            part.unlink(missing_ok=True)
            raise BackupError(
                phrase(
                    "the hub's daily backup cannot be written to {folder} ({reason}): free some room there",
                    folder=folder,
                    reason=error.strerror,
                )
            ) from error
        except BackupError:
            part.unlink(missing_ok=True)
            raise


def _reason(answer: CopyAnswer) -> Phrase:
    return (
        REASONS[answer.why]
        if isinstance(answer, CopyRefused)
        else phrase("it says what makes no sense: update Tableside there")
    )


class _Talk:
    """A talk with a hub: something is said, and answered."""

    def __init__(
        self, link: Link, topics: Topics, table: str, answers: "queue.Queue[CopyAnswer]", id: str
    ) -> None:
        self.id = id
        self._link, self._topics, self._table, self._answers = link, topics, table, answers

    def ask(self, what: str, payload: bytes) -> CopyAnswer:
        """What the hub answers. Raises BackupError."""
        if not says(self._link, self._topics.of_table(self._table, what), payload):
            why = self._link.trouble or phrase("the broker does not take it")
            raise BackupError(
                phrase(
                    "the hub cannot be told of the daily backup ({why}): see that it runs, and pair anew",
                    why=why,
                )
            )
        return self.answer()

    def answer(self) -> CopyAnswer:
        """What the hub answers next. Raises BackupError."""
        try:
            return self._answers.get(timeout=ANSWER_SECONDS)
        except queue.Empty:
            raise BackupError(
                phrase(
                    "the hub says nothing of daily backups: see that it runs, and is not older than this table"
                )
            ) from None


@contextmanager
def _talk(broker: MqttSettings, table: str) -> Iterator[_Talk]:
    topics, id = Topics(broker.prefix), secrets.token_hex(8)
    answers: queue.Queue[CopyAnswer] = queue.Queue(4)

    def hear(message: Message) -> None:
        with suppress(WireError, queue.Full):
            talk, answer = parse_answer(message.payload)
            if talk == id:
                answers.put_nowait(answer)

    with linked(broker, (topics.of_table(table, t.ANSWER),), hear) as link:
        yield _Talk(link, topics, table, answers, id)
