"""What any endpoint may answer: a problem, or nothing; and a program's token."""

from device.shape import Named, number, text, thing, whole

NOTHING = {"type": "object", "maxProperties": 0}
"""The answer to what is passed on to the referee: what comes of it is told by the snapshot."""

PROBLEM = Named(
    "Problem",
    thing(
        {
            "type": text(format="uri-reference"),
            "title": text(),
            "status": whole(400, 599),
            "detail": text("What happened and what to do, for people, in the language asked for."),
        },
        "What went wrong, as RFC 9457 has it.",
    ),
)

TOKEN = Named("Token", thing({"id": whole(1), "name": text(), "made": number("Unix time.")}))
