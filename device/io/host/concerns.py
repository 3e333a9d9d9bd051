"""Concerns: what of the computer's state is worth telling the people at the table, steadily.

A concern comes at one mark and goes at another, or when it has been gone for a while, so that none flaps; its sentence
bears no figure that changes, so that a page is not posted anew for a degree.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from device.finding import Health
from device.io.host.host_reading import HostReading, Throttled
from device.shape import Shaped, choice, of, shaped, text
from engine.i18n import ENGLISH, Phrase, Translator, phrase

MB = 10**6
LITTLE_MB, ENOUGH_MB = 500, 600
"""Less than the first is little room on the disk, until there is more than the second."""
FULL_MB, UNFULL_MB = 50, 80
"""The same of a disk that is nearly full."""
LAST_MB, BREATH_MB = 10, 20
"""The same of a disk on which the log has no room left to speak of: an evening takes about one."""
HOT, COOL = 80.0, 75.0
"""Degrees Celsius from which on a Raspberry Pi slows down, and below which it is cool again."""
HOT_PC, COOL_PC = 97.0, 90.0
"""The same of any other computer."""
LINGER_SECONDS = 120.0
"""So long a concern is still told after a reading that did not show it."""


@shaped(
    {
        "what": text(),
        "health": choice(Health),
        "text": of(lambda told: told.text.in_language(told.translator), text()),
        "advice": of(lambda told: told.advice.in_language(told.translator), text()),
    }
)
@dataclass(frozen=True, slots=True)
class Concern(Shaped):
    """Something that is wrong with the computer: what (disk, log, temperature, power, clock), how bad
    it is, a sentence, what to do.

    `is_grave`: nothing can be written down, or soon. `desk_advice`: what to do as who has been let in is told it, where
    it names a folder; None: as everybody is.
    """

    what: str
    health: Health
    text: Phrase
    advice: Phrase
    is_grave: bool = False
    translator: Translator = ENGLISH
    desk_advice: Phrase | None = None

    def in_language(self, translator: Translator, *, desk: bool = False) -> "Concern":
        """The same concern, told in another language, for everybody or for the desk."""
        advice = self.desk_advice if desk and self.desk_advice is not None else self.advice
        return replace(self, advice=advice, translator=translator)


READ_ONLY = Concern(
    "disk",
    Health.FAILURE,
    phrase("The disk can only be read: nothing can be written down."),
    phrase(
        "Switch the computer off and on once; if that does not help, the memory card may be failing: replace it."
    ),
    is_grave=True,
)
LAST = Concern(
    "disk",
    Health.FAILURE,
    phrase("The disk is full: soon nothing can be written down."),
    phrase(
        "Free some space: films and other large files first. The pictures of decisions have made room already."
    ),
    is_grave=True,
)
FULL = Concern(
    "disk",
    Health.FAILURE,
    phrase(
        "The disk is nearly full: less than {count} MB are left. Games are still written down.", count=FULL_MB
    ),
    phrase(
        "Free some space: films and other large files first. The pictures of decisions have made room already."
    ),
)
LITTLE = Concern(
    "disk",
    Health.WARNING,
    phrase("Less than {count} MB are left on the disk.", count=LITTLE_MB),
    phrase(
        "Free some space: films and other large files first. The pictures of decisions make room by themselves."
    ),
)
WARM = Concern(
    "temperature",
    Health.WARNING,
    phrase("The computer is hot, and will slow down."),
    phrase("Give it air: take it out of the sun or open its case; a small fan helps most."),
)
SLOWED = Concern(
    "temperature",
    Health.WARNING,
    phrase("The computer is so hot that it has slowed down."),
    phrase("Give it air: take it out of the sun or open its case; a small fan helps most."),
)
WEAK = Concern(
    "power",
    Health.WARNING,
    phrase("The power supply is too weak: the computer may slow down or stop."),
    phrase(
        "Use the power supply that is made for it, with its own short cable, and unplug what it need not feed."
    ),
)
UNSET = Concern(
    "clock",
    Health.WARNING,
    phrase("The computer's clock is not set, so records of this evening bear no date until it is."),
    phrase(
        "Connect the computer to the internet once, or fit a battery for its clock; games are refereed all the same."
    ),
)


def lost(missing: int, folder: str, restored: int = 0) -> Concern:
    """What is told of a log that has lost so many events, or none that can be counted, and of which so many
    came back; what is damaged is in `folder`.
    """
    back = phrase(
        "The log was damaged, and mended from a daily copy: {restored} entries are back, {count} are missing.",
        restored=restored,
        count=max(0, missing - restored),
    )
    text = (
        back
        if restored
        else (
            phrase(
                "The log was damaged. Entries that had been written down and are missing now: {count}.",
                count=missing,
            )
            if missing
            else phrase("The log was damaged: its last entries are not as they were written down.")
        )
    )
    return Concern(
        "log",
        Health.FAILURE,
        text,
        phrase("Look whether score and position are right: the game goes on from what is left."),
        desk_advice=phrase(
            "Look whether score and position are right: the game goes on from what is left. The damaged files "
            "are kept in {folder}.",
            folder=folder,
        ),
    )


_HEAT = Throttled.THROTTLED | Throttled.SOFT_LIMIT


@dataclass(frozen=True, slots=True)
class ToldConcerns:
    """What is being told: each concern with the time of the last reading that showed it; the last reading."""

    concerns: tuple[tuple[Concern, float], ...] = ()
    reading: HostReading | None = None

    @property
    def now(self) -> tuple[Concern, ...]:
        """The concerns, the gravest first."""
        found = [concern for concern, _ in self.concerns]
        return tuple(sorted(found, key=lambda concern: concern.health is not Health.FAILURE))


def concerns(reading: HostReading, before: ToldConcerns) -> ToldConcerns:
    """What to tell after a reading, given what was told before it."""
    shown = tuple(_shown(reading, before))
    kinds = {concern.what for concern in shown}
    lingering = tuple(
        (concern, since)
        for concern, since in before.concerns
        if concern.what not in kinds
        and concern.what in ("temperature", "power")
        and reading.monotonic - since < LINGER_SECONDS
    )
    return ToldConcerns((*((concern, reading.monotonic) for concern in shown), *lingering), reading)


def _shown(reading: HostReading, before: ToldConcerns) -> Iterator[Concern]:
    """What a reading shows; a mark that was passed before is left only at the other one."""
    told = before.now
    free = reading.free
    if reading.read_only:
        yield READ_ONLY
    elif free is not None:
        yield from _room(free / MB, told)
    bits = reading.throttling
    heat = reading.heat
    if bits is not None and bits.now & _HEAT:
        yield SLOWED
    elif heat is not None:
        hot, cool = (HOT, COOL) if heat.is_small else (HOT_PC, COOL_PC)
        if heat.celsius >= (cool if WARM in told or SLOWED in told else hot):
            yield WARM
    if bits is not None:
        # Between two readings it may have been too weak for a moment, of which only the other bit tells.
        was = before.reading.throttling if before.reading is not None else None
        fresh = was is not None and bool(bits.since & ~was.since & Throttled.UNDER_VOLTAGE)
        if bits.now & Throttled.UNDER_VOLTAGE or fresh:
            yield WEAK
    if not reading.clock_set:
        yield UNSET


def _room(free: float, told: tuple[Concern, ...]) -> Iterator[Concern]:
    """How little room there is; once one of these was told, it takes the upper mark to leave it."""
    levels = ((LAST, LAST_MB, BREATH_MB), (FULL, FULL_MB, UNFULL_MB), (LITTLE, LITTLE_MB, ENOUGH_MB))
    worst = next((index for index, level in enumerate(levels) if level[0] in told), len(levels))
    for index, (concern, low, high) in enumerate(levels):
        if free < (high if index >= worst else low):
            yield concern
            return


def jump(reading: HostReading, before: ToldConcerns) -> float:
    """By how many seconds the wall clock has been set since the reading before; 0 where it runs as it did."""
    return 0.0 if before.reading is None else reading.ahead - before.reading.ahead
