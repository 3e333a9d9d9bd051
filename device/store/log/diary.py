"""The diary: all messages of an evening as JSON lines, from which it can be refereed again: a bug report is a test."""

from collections.abc import Iterator
from pathlib import Path

from device.errors import DiaryError
from device.store.log.event_codec import decode_message, encode_message
from engine.i18n import phrase
from engine.referee.judge import judge
from engine.state.match_state import MatchState
from engine.state.messages import Message
from engine.state.reducer import reduce
from engine.turn.tracker import TurnTracker


class Diary:
    """A file to which messages are added, each on a line of its own. Raises DiaryError."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise DiaryError(
                phrase(
                    "the diary {path} cannot be written ({reason}): name another file",
                    path=path,
                    reason=error.strerror,
                )
            ) from error

    def write(self, message: Message) -> None:
        """Add a message."""
        try:
            self._file.write(encode_message(message) + "\n")
            self._file.flush()
        except OSError as error:
            raise DiaryError(
                phrase(
                    "the diary {name} cannot be written: {reason}",
                    name=self._file.name,
                    reason=error.strerror,
                )
            ) from error

    def close(self) -> None:
        """End the diary."""
        self._file.close()


def read_diary(path: Path) -> Iterator[Message]:
    """The messages in a file, in their order. Raises DiaryError, CodecError."""
    try:
        with path.open(encoding="utf-8") as file:
            yield from map(decode_message, file)
    except OSError as error:
        raise DiaryError(
            phrase("the diary {path} cannot be read: {reason}", path=path, reason=error.strerror)
        ) from error


def referee_again(match_state: MatchState, tracker: TurnTracker, messages: Iterator[Message]) -> MatchState:
    """The match state after messages have been judged as the service judges them."""
    for message in messages:
        judgement = judge(match_state, tracker, message)
        for event, frame in zip(judgement.events, judgement.frames, strict=True):
            match_state = reduce(match_state, event, frame)
        tracker = judgement.tracker
    return match_state
