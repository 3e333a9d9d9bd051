"""What the API answers that is no value of `device`: a problem or nothing, games and what can be agreed on."""

from device.shape import Named, choice, flag, many, maybe, table_of, text, thing, whole

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


VALUE = {"type": ["boolean", "integer", "string"]}

OPTION = Named(
    "Option",
    thing(
        {
            "name": text(),
            "type": choice(("boolean", "integer", "text")),
            "default": VALUE,
            "values": many(VALUE),
            "text": text(),
            "title": text("What pages call it."),
            "words": many(text(), "What pages call its values."),
        },
        optional=("title", "words"),
    ),
)

GAME = Named(
    "GameRules",
    thing(
        {
            "id": text(),
            "name": text(),
            "names": table_of(text()),
            "aliases": many(text()),
            "family": text(),
            "kind": text(),
            "tier": text(),
            "reconstructed": flag(),
            "options": many(OPTION),
            "source": text(),
            "rules": text("The rules in prose."),
            "games": many(text()),
            "decider": maybe(text()),
            "length": whole(0),
            "men": {"type": ["integer", "array"]},
            "start": text(),
            "cube": flag(),
        },
        "A game, or a series of games.",
        optional=("rules", "games", "decider", "length", "men", "start", "cube"),
    ),
)

PROFILE = thing({"name": text(), "text": text(), "options": many(OPTION)})

TRADITION = thing({"id": text(), "name": text(), "language": maybe(text())})

ROLLNAMES = thing(
    {
        **TRADITION["properties"],
        "rolls": table_of({}, "What each throw is called."),
        "take": maybe(text()),
        "pass": maybe(text()),
    }
)
