"""Sounds: what has happened between two snapshots, and how that sounds.

Every sound has a rhythm of its own, since a small buzzer's tones are hard to tell apart, and some people cannot.
"""

from enum import Enum

from device.signals import silent
from device.status.snapshot.table_snapshot import Snapshot
from engine.board import Side
from engine.i18n import marked

Tone = tuple[float | None, float]
"""Hz (None: a pause), and for how many seconds."""

_EDGE = 1e-6
"""Seconds by which a moment may miss the end of a tone and still be after it."""


class Sound(Enum):
    """Something that is told by sound, the weightiest first; the value is its name for pages."""

    FLAG = "flag"
    MATCH_OVER = "match over"
    GAME_OVER = "game over"
    ILLEGAL = "illegal"
    COCKED = "cocked"
    ASK = "ask"
    DONE = "done"

    @property
    def tones(self) -> tuple[Tone, ...]:
        """The tones, one after another."""
        return _TONES[self]

    @property
    def says(self) -> str:
        """What it means, for people."""
        return _SAYS[self]

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return sum(seconds for _, seconds in self.tones)

    def at(self, elapsed: float) -> tuple[float | None, float | None]:
        """The tone so many seconds after its beginning, and the seconds to the next; (None, None) when it is over."""
        for hertz, seconds in self.tones:
            if elapsed < seconds - _EDGE:
                return hertz, seconds - elapsed
            elapsed -= seconds
        return None, None


_LOW, _MIDDLE, _HIGH, _TOP = 440.0, 880.0, 1318.5, 1760.0
_SHORT, _GAP, _LONG = 0.08, 0.08, 0.4
_TONES: dict[Sound, tuple[Tone, ...]] = {
    # A tick; a question that rises; one long growl; three short ones; two steps up; a fanfare; an alarm clock.
    Sound.DONE: ((_TOP, 0.05),),
    Sound.ASK: ((_MIDDLE, 0.15), (_HIGH, 0.25)),
    Sound.COCKED: ((_LOW, _LONG),),
    Sound.ILLEGAL: ((_LOW, _SHORT), (None, _GAP), (_LOW, _SHORT), (None, _GAP), (_LOW, _SHORT)),
    Sound.GAME_OVER: ((_MIDDLE, 0.15), (_HIGH, 0.15), (_TOP, _LONG)),
    Sound.MATCH_OVER: (
        (_MIDDLE, 0.12),
        (None, 0.04),
        (_MIDDLE, 0.12),
        (None, 0.04),
        (_HIGH, 0.12),
        (_MIDDLE, 0.12),
        (_TOP, 0.6),
    ),
    Sound.FLAG: ((_TOP, 0.12), (_MIDDLE, 0.12)) * 4,
}
_SAYS = {
    Sound.FLAG: marked("a player's time is up"),
    Sound.MATCH_OVER: marked("the match is over"),
    Sound.GAME_OVER: marked("the game is over"),
    Sound.ILLEGAL: marked("a rule is broken"),
    Sound.COCKED: marked("the dice do not count"),
    Sound.ASK: marked("the referee asks"),
    Sound.DONE: marked("a turn is recorded"),
}


def sounds_of(before: Snapshot, after: Snapshot) -> tuple[Sound, ...]:
    """What has happened from one snapshot to a later one, the weightiest first; nothing is heard of under silence."""
    if silent(after):
        return ()
    happened = {
        Sound.FLAG: bool(set(_fallen(after)) - set(_fallen(before))),
        Sound.MATCH_OVER: after.match.winner is not None and before.match.winner is None,
        Sound.GAME_OVER: _is_over(after) and not _is_over(before) and before.game.number > 0,
        Sound.ILLEGAL: bool(_wrongs(after) - _wrongs(before)),
        Sound.COCKED: after.cocked is not None and before.cocked is None,
        Sound.ASK: bool(_asks(after) - _asks(before)),
        Sound.DONE: _same_game(before, after) and after.game.turns > before.game.turns,
    }
    return tuple(sound for sound in Sound if happened[sound])


def _fallen(snapshot: Snapshot) -> tuple[Side, ...]:
    return () if snapshot.clock is None else snapshot.clock.clock.fallen


def _is_over(snapshot: Snapshot) -> bool:
    return snapshot.game.result is not None


def _same_game(before: Snapshot, after: Snapshot) -> bool:
    return (before.match.number, before.game.number) == (
        after.match.number,
        after.game.number,
    ) and not silent(before)


def _wrongs(snapshot: Snapshot) -> set[object]:
    """All that is wrong, each so that it is known again; that a fault now stands is no other fault."""
    fault, premature = snapshot.fault, snapshot.premature
    return {
        each
        for each in (
            fault and ("fault", fault.side, fault.rule, fault.text),
            snapshot.cube_fault and ("cube", snapshot.cube_fault),
            snapshot.setup and ("setup", snapshot.setup),
            premature is not None and premature.void and ("premature", premature.side, premature.roll),
        )
        if each
    }


def _asks(snapshot: Snapshot) -> set[object]:
    """All that is asked for, each so that it is known again."""
    return {
        each
        for each in (
            snapshot.question and ("question", snapshot.question.number),
            snapshot.resign and ("resign", snapshot.resign.side, snapshot.resign.grade),
            snapshot.trouble and ("trouble", snapshot.trouble),
        )
        if each
    }
