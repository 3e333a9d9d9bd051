"""The stored events."""

from device.shape import Named, choice, flag, many, number, text, thing, whole
from device.store.log.store import Source

EVENT = Named(
    "Event",
    thing(
        {
            "table": text(),
            "seq": whole(1, says="Counts the events of a table."),
            "match": whole(0),
            "game": whole(0),
            "schema": whole(1),
            "wall": number("Unix time; to be trusted where `clock_set`."),
            "monotonic": number("Seconds of the stopwatch that starts with the computer."),
            "clock_set": flag(),
            "source": choice(Source),
            "who": text("The person who made it known, where a name was given; for the referee alone."),
            "frames": many(whole(0), "The pictures that it was read from."),
            "kind": text("What happened: Thrown, Played, ..."),
            "body": {"type": "object", "description": "What else there is to say of it, by its kind."},
        },
        "An event as it stands in the log.",
    ),
)
