"""The box itself: what the doctor finds, and what lamps, strip, display and buzzer show."""

from device.shape import Named, choice, flag, many, maybe, number, table_of, text, thing, whole
from device.signals.rhythm import Rhythm

_RHYTHM = choice(Rhythm)

PANEL = Named(
    "Panel",
    thing(
        {
            "at": number("Seconds of the stopwatch."),
            "silent": flag(),
            "lamps": maybe(
                thing(
                    {
                        "on": text(),
                        "brightness": whole(0, 100),
                        "lamps": many(
                            thing({"name": text(), "rhythm": _RHYTHM, "lit": flag(), "says": text()})
                        ),
                    }
                )
            ),
            "strip": maybe(
                thing(
                    {
                        "on": text(),
                        "brightness": whole(0, 100),
                        "milliamps": number(),
                        "leds": many(
                            thing(
                                {
                                    "point": whole(1, 24),
                                    "colour": text(),
                                    "rhythm": _RHYTHM,
                                    "lit": flag(),
                                    "sent": many(whole(0, 255)),
                                }
                            )
                        ),
                    }
                )
            ),
            "display": maybe(
                thing(
                    {
                        "on": text(),
                        "width": whole(),
                        "height": whole(),
                        "lines": many(text()),
                        "rows": many(text("Pixels in hexadecimal.")),
                    }
                )
            ),
            "buzzer": maybe(
                thing(
                    {"on": text(), "heard": many(thing({"sound": text(), "says": text(), "ago": number()}))}
                )
            ),
            "buttons": maybe(thing({"on": text(), "names": many(text())})),
            "missing": many(text()),
            "rhythms": table_of({}),
            "sounds": table_of(many(many(maybe(number()))), "Of every sound its tones: hertz and seconds."),
        },
        "All that lamps, strip, display and buzzer show now; null for what is switched off.",
    ),
)
